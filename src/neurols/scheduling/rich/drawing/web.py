"""The pictures of a rich schedule for browsers: hover tells job, operation, times, setup and the
other machines that could do it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from neurols.errors import printable
from neurols.plotting import style, times
from neurols.plotting.listing import Line, Listing
from neurols.scheduling.rich.drawing.bars import Bar, Chart, Span, chart
from neurols.scheduling.rich.late import job_title
from neurols.scheduling.rich.load import loads

if TYPE_CHECKING:
    from neurols.scheduling.rich.solution import RichSchedule
    from neurols.search.result import Result

_TRACES_BEFORE_JOBS = 2  # breaks and setups
_MOST_TOLD = 4
"""Steps of a critical path in a table."""
_MOST_REASONS = 12
"""Steps of a critical path in a hover text."""


def interactive(result: Result) -> Any:
    """The Gantt chart as a Plotly figure; a click on a job in the legend hides it."""
    import plotly.graph_objects as go

    schedule: Any = result.solution
    drawn = chart(schedule)
    machines = len(drawn.machines)
    fills = style.colours(len(drawn.jobs))
    by_job: list[list[Bar]] = [[] for _ in drawn.jobs]
    for bar in drawn.bars:
        by_job[bar.job].append(bar)
    sheet = go.Figure()
    sheet.add_trace(_spans(go, drawn, "break", drawn.breaks, style.GRID, 1.0, ""))
    sheet.add_trace(_spans(go, drawn, "setup", drawn.setups, style.PAPER, 0.4, "/"))
    sheet.add_traces(
        [_job(go, drawn.jobs[job], job, bars, fills[job]) for job, bars in enumerate(by_job)]
    )
    sheet.add_trace(_late_lines(go, drawn))
    sheet.add_vline(drawn.horizon, line={"color": style.INK, "width": 1, "dash": "dash"})
    sheet.update_layout(
        barmode="overlay",
        bargap=0.0,
        height=int(min(3000, 170 + max(26.0, 44 - machines / 2) * machines)),
        hovermode="closest",
        xaxis={
            **times.web_axis(drawn.clock, 0, drawn.horizon),
            "range": [0, max(1, drawn.horizon) * 1.01],
        },
        yaxis={
            "range": [machines - 0.4, -0.6],
            "tickvals": list(range(machines)),
            "ticktext": drawn.machines,
            "showgrid": False,
            "zeroline": False,
        },
    )
    return sheet


def further(result: Result) -> list[tuple[str, Any]]:
    """Use of the machines, and late jobs with their reasons, under their headings."""
    schedule: Any = result.solution
    figures: list[tuple[str, Any]] = [("Use of the machines", _use(schedule))]
    if any(job.due_date is not None for job in schedule.instance.jobs):
        late = _late_listing(schedule)
        told = _jobs(schedule) if not late.lines else (_jobs(schedule), late)
        figures.append(("Due dates, and why jobs are late", told))
    return figures


def listing(result: Result) -> Listing:
    """Jobs with their operations in the order of time."""
    schedule: Any = result.solution
    drawn = chart(schedule)
    fills = style.colours(len(drawn.jobs))
    rows: list[list[Bar]] = [[] for _ in drawn.jobs]
    for bar in drawn.bars:
        rows[bar.job].append(bar)
    lines = []
    for job, bars in enumerate(rows):
        due = schedule.instance.jobs[job].due_date
        route = ", ".join(
            f"{drawn.machines[bar.machine]} {drawn.at(bar.start)}–{drawn.at(bar.end)}"
            for bar in bars
        )
        lines.append(
            Line(
                (
                    drawn.jobs[job],
                    "" if due is None else drawn.at(due),
                    drawn.at(drawn.job_ends[job]),
                    route,
                ),
                fills[job],
                (job + _TRACES_BEFORE_JOBS,),
            )
        )
    return Listing("Jobs.", ("job", "due", "end", "operations"), lines)


def _late_listing(schedule: RichSchedule) -> Listing:
    """Late jobs, each with its critical path in words."""
    instance = schedule.instance
    at = partial(times.shown, instance.clock)
    lines = []
    for one in schedule.late_jobs():
        why = ["…"] if len(one.lines) > _MOST_TOLD else []
        why += one.lines[-_MOST_TOLD:]
        weight = f"{instance.jobs[one.job].weight:g}"
        cells = (job_title(instance, one.job), at(one.due_date), at(one.end))
        lines.append(Line((*cells, str(one.lateness), weight, "; ".join(why)), style.ALARM))
    head = ("job", "due", "end", "late by", "weight", "what its operations waited for")
    return Listing("Late jobs, the costliest first.", head, lines)


def _job(go: Any, name: str, job: int, bars: list[Bar], fill: str) -> Any:
    return go.Bar(
        orientation="h",
        name=name,
        base=[bar.start for bar in bars],
        x=[bar.end - bar.start for bar in bars],
        y=[bar.machine for bar in bars],
        width=0.78,
        text=[str(job)] * len(bars),
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        textfont={"color": style.text_colour(fill)},
        marker={
            "color": fill,
            "opacity": 0.94,
            "line": {
                "color": [style.ALARM if bar.critical else style.PAPER for bar in bars],
                "width": [2.5 if bar.critical else 1 for bar in bars],
            },
        },
        hovertext=[bar.hover for bar in bars],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _spans(
    go: Any, drawn: Chart, name: str, spans: list[Span], fill: str, height: float, hatch: str
) -> Any:
    return go.Bar(
        orientation="h",
        name=name,
        base=[span.start for span in spans],
        x=[span.end - span.start for span in spans],
        y=[span.machine for span in spans],
        width=height,
        marker={
            "color": fill,
            "line": {"color": style.MUTED, "width": 1 if hatch else 0},
            "pattern": {"shape": hatch, "fgcolor": style.MUTED, "size": 5},
        },
        hovertext=[f"{name} from {drawn.at(span.start)} to {drawn.at(span.end)}" for span in spans],
        hovertemplate="%{hovertext}<extra></extra>",
        visible=True if spans else "legendonly",
        showlegend=bool(spans),
    )


def _late_lines(go: Any, drawn: Chart) -> Any:
    """From the due date of a late job to its end."""
    x: list[int | None] = []
    y: list[float | None] = []
    text: list[str | None] = []
    for one in drawn.lateness:
        by, due = one.end - one.due_date, drawn.at(one.due_date)
        told = f"{drawn.jobs[one.job]} is {by} late, due at {due}"
        x += [one.due_date, one.end, None]
        y += [one.machine + 0.45] * 2 + [None]
        text += [told, told, None]
    return go.Scatter(
        x=x,
        y=y,
        mode="lines+markers",
        name="late: due date to end",
        line={"color": style.ALARM, "width": 3},
        marker={"color": style.ALARM, "size": 5},
        hovertext=text,
        hovertemplate="%{hovertext}<extra></extra>",
        showlegend=bool(drawn.lateness),
    )


def _use(schedule: RichSchedule) -> Any:
    import plotly.graph_objects as go

    found = loads(schedule)
    names = chart(schedule).machines
    parts = (
        ("work", style.FEW[0]),
        ("setup", style.FEW[1]),
        ("breaks", style.MUTED),
        ("idle", style.GRID),
    )
    sheet = go.Figure(
        [
            go.Bar(
                orientation="h",
                name=part,
                y=list(range(len(found))),
                x=[getattr(one, part) for one in found],
                marker={"color": colour},
                hovertemplate=f"{part} %{{x}}<extra></extra>",
            )
            for part, colour in parts
        ]
    )
    ticks = [f"{name}  {one.utilisation:.0%}" for name, one in zip(names, found, strict=True)]
    sheet.update_layout(
        barmode="stack",
        height=int(min(2000, 140 + 24 * len(found))),
        xaxis={"title": {"text": "time"}},
        yaxis={
            "tickvals": list(range(len(found))),
            "ticktext": ticks,
            "range": [len(found) - 0.4, -0.6],
        },
    )
    return sheet


def _jobs(schedule: RichSchedule) -> Any:
    """Lateness a job, the latest first; hover tells the critical path of a late one."""
    import plotly.graph_objects as go

    drawn = chart(schedule)
    reasons = {one.job: one.lines for one in drawn.late}
    dates = [(job, data.due_date) for job, data in enumerate(schedule.instance.jobs)]
    found = [(drawn.job_ends[job] - due, job, due) for job, due in dates if due is not None]
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    texts = []
    for by, job, due in found:
        told = [f"<b>{drawn.jobs[job]}</b>: due at {drawn.at(due)}, ends at {drawn.at(due + by)}"]
        lines = reasons.get(job, ())
        if len(lines) > _MOST_REASONS:
            told.append("…")
        told += lines[-_MOST_REASONS:]
        texts.append(printable("<br>".join(told)))
    early = style.mixed(style.FEW[2], style.PAPER, 0.4)
    sheet = go.Figure(
        go.Bar(
            x=list(range(len(found))),
            y=[by for by, *_ in found],
            marker={"color": [style.ALARM if by > 0 else early for by, *_ in found]},
            hovertext=texts,
            hovertemplate="%{hovertext}<extra></extra>",
        )
    )
    sheet.update_layout(
        height=330,
        hoverlabel={"align": "left"},
        yaxis={"title": {"text": "lateness"}},
        xaxis={
            "tickvals": list(range(len(found))),
            "ticktext": [drawn.jobs[job] for _, job, _ in found],
        },
    )
    return sheet
