"""Times on axes and in lists: clock times and dates where a problem has them, else numbers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from neurols.plotting.titles import amount

if TYPE_CHECKING:
    from neurols.tables.clock import Clock

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_STEPS = (
    *(n * _MINUTE for n in (1, 2, 5, 10, 15, 30)),
    *(n * _HOUR for n in (1, 2, 3, 6, 12)),
    *(n * _DAY for n in (1, 2, 7, 14, 28, 91, 182, 364)),
)
_MOST = 8  # ticks


def shown(clock: Clock | None, value: float) -> str:
    """A point in time for people."""
    return amount(value) if clock is None else clock.shown(value)


def ticks(clock: Clock, low: float, high: float) -> tuple[list[float], list[str]]:
    """Where to label an axis of times, and the labels: the date at the first one of a day."""
    first, last = low * clock.seconds, high * clock.seconds
    step = next((each for each in _STEPS if (last - first) / each <= _MOST), _STEPS[-1])
    seconds = [step * n for n in range(math.ceil(first / step), math.floor(last / step) + 1)]
    places = [each / clock.seconds for each in seconds[: 4 * _MOST]]
    labels, before = [], None
    for place in places:
        moment = clock.moment(place)
        if moment is None:
            labels.append(clock.shown(place))
            continue
        is_new = moment.date() != before
        before = moment.date()
        labels.append(f"{moment:%d %b %H:%M}" if is_new else f"{moment:%H:%M}")
    return places, labels


def web_axis(clock: Clock | None, low: float, high: float) -> dict[str, Any]:
    """The labels of an axis of times for Plotly."""
    if clock is None:
        return {"title": {"text": "time"}}
    places, labels = ticks(clock, low, high)
    return {"tickvals": places, "ticktext": labels, "automargin": True}


def label_axis(axes: Any, clock: Clock | None, low: float, high: float) -> None:
    """The same for Matplotlib."""
    if clock is None:
        axes.set_xlabel("time")
        return
    places, labels = ticks(clock, low, high)
    axes.set_xticks(places, labels)
