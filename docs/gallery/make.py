"""The stories of the gallery: python docs/gallery/make.py

Each story is a folder of tables, a few commands of the command line, and what these write: a plan
and a picture. The script writes the tables, runs the commands and puts the page together.
"""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path
from random import Random

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "gallery.md"
BEGIN, END = "<!-- stories -->", "<!-- end of the stories -->"
Rows = Sequence[Sequence[object]]


@dataclass(frozen=True)
class Story:
    """A story: its folder's name, what it tells, its tables by file, and its commands."""

    name: str
    title: str
    text: str
    tables: Callable[[], dict[str, Rows]]
    commands: tuple[str, ...]
    picture: str = "plan.svg"
    plan: str = "plan.csv"

    @property
    def lines(self) -> list[str]:
        """Its commands, as the page shows them and the script runs them."""
        return [command.replace("@", self.name) for command in self.commands]

    @property
    def files(self) -> dict[str, Rows]:
        """Its tables by place: in folders where no plan is taken for one of them."""
        return {
            name if "/" in name else f"{self.name}/{name}": rows
            for name, rows in self.tables().items()
        }


def town(count: int, seed: int, spread: float = 0.05) -> list[tuple[str, float, float]]:
    """Addresses around Freiburg with their latitudes and longitudes."""
    rng = Random(seed)
    streets = ("Mill Lane", "High Street", "Castle Hill", "Park View", "Old Town", "Market")
    return [
        (f"{streets[k % 6]} {k + 1}", round(47.99 + rng.uniform(-spread, spread), 4),
         round(7.85 + rng.uniform(-spread, spread) * 1.5, 4))
        for k in range(count)
    ]  # fmt: skip


DEPOT: Rows = (("depot", "latitude", "longitude", "opens", "closes"),
               ("bakery", 47.995, 7.85, "2026-03-02 05:00", "2026-03-02 18:00"))  # fmt: skip


def bakery() -> dict[str, Rows]:
    rng = Random(1)
    clients: list[Sequence[object]] = [
        ("client", "latitude", "longitude", "delivery", "service time", "from", "to")
    ]
    for name, latitude, longitude in town(24, 1):
        opens = rng.choice((5, 6, 7))
        clients.append((name, latitude, longitude, rng.randint(2, 9), 5,
                        f"2026-03-02 {opens:02}:30", f"2026-03-02 {opens + 2:02}:00"))  # fmt: skip
    vans = [("vehicle", "number", "capacity", "fixed cost", "cost per distance", "cost per hour"),
            ("van", 5, 40, 30, 0.4, 28)]  # fmt: skip
    return {"clients.csv": clients, "depots.csv": DEPOT, "vehicles.csv": vans}


def parcels(first: int = 0, count: int = 30) -> dict[str, Rows]:
    clients: list[Sequence[object]] = [
        ("client", "latitude", "longitude", "delivery", "service time")
    ]
    clients += [
        (*place, 1 + k % 3, 4) for k, place in enumerate(town(34, 2)) if first <= k < first + count
    ]
    vans = [("vehicle", "number", "capacity", "cost per distance", "shift from", "shift to"),
            ("van", 4, 18, 1, "2026-03-02 08:00", "2026-03-02 16:00")]  # fmt: skip
    return {"clients.csv": clients, "depots.csv": DEPOT, "vehicles.csv": vans}


def second_day() -> dict[str, Rows]:
    found = {f"monday/{name}": rows for name, rows in parcels().items()}
    later = parcels(first=1, count=31)  # one order is gone, two are new
    return found | {f"tuesday/{name}": rows for name, rows in later.items()}


def technicians() -> dict[str, Rows]:
    rng = Random(3)
    clients: list[Sequence[object]] = [
        ("client", "latitude", "longitude", "service time", "skills", "prize", "from", "to")
    ]
    for name, latitude, longitude in town(22, 3):
        skill = rng.choice(("gas", "power", ""))
        early = rng.random() < 0.5
        clients.append((name, latitude, longitude, rng.choice((30, 45, 60)), skill,
                        rng.choice((60, 90, 120)), "08:00" if early else "12:00",
                        "12:00" if early else "16:30"))  # fmt: skip
    depot = [("depot", "latitude", "longitude"), ("office", 47.995, 7.85)]
    people = [("vehicle", "number", "skills", "shift from", "shift to", "break from", "break to",
               "break", "cost per hour"),
              ("Ada", 1, "gas, power", "08:00", "17:00", "11:30", "13:00", 30, 20),
              ("Bo", 1, "gas", "08:00", "16:00", "11:30", "13:00", 30, 18),
              ("Cy", 1, "power", "09:00", "17:00", "12:00", "13:30", 30, 18)]  # fmt: skip
    return {"clients.csv": clients, "depots.csv": depot, "vehicles.csv": people}


def couriers() -> dict[str, Rows]:
    rng = Random(4)
    places = town(20, 4, 0.02)
    clients: list[Sequence[object]] = [("client", "latitude", "longitude", "service time")]
    clients += [(*place, 3) for place in places]
    trips: list[Sequence[object]] = [
        ("shipment", "pickup", "delivery", "amount", "longest on board")
    ]
    for k in range(10):
        trips.append((f"letter {k + 1}", places[2 * k][0], places[2 * k + 1][0], rng.randint(1, 3),
                      "0:45"))  # fmt: skip
    bikes = [("vehicle", "number", "capacity", "cost per distance", "cost per hour"),
             ("bike", 3, 6, 0.2, 16)]  # fmt: skip
    settings = [("setting", "value"), ("speed", 15), ("detour", 1.3)]
    return {"clients.csv": clients, "depots.csv": [("depot", "latitude", "longitude"),
            ("station", 47.997, 7.842)], "vehicles.csv": bikes, "shipments.csv": trips,
            "settings.csv": settings}  # fmt: skip


def milk() -> dict[str, Rows]:
    rng = Random(5)
    clients: list[Sequence[object]] = [("client", "x", "y", "pickup", "service time")]
    for k in range(18):
        clients.append(
            (f"farm {k + 1}", rng.randint(0, 60), rng.randint(0, 60), rng.randint(2, 7), 12)
        )
    tankers = [("vehicle", "number", "capacity", "reload depots", "cost per distance",
                "shift from", "shift to"),
               ("tanker", 2, 20, "dairy", 1, "05:00", "15:00")]  # fmt: skip
    return {"clients.csv": clients, "vehicles.csv": tankers,
            "depots.csv": [("depot", "x", "y", "service time"), ("dairy", 30, 30, 20)]}  # fmt: skip


def shop(jobs: int, seed: int, dated: bool) -> Rows:
    """Orders that are turned, milled and packed, on machines that may be exchanged."""
    rng = Random(seed)
    rows: list[Sequence[object]] = [("job", "operation", "machine", "duration", "family")]
    for k in range(jobs):
        family = rng.choice(("steel", "brass", "steel"))
        turn, mill = rng.randint(3, 9) * 10, rng.randint(2, 8) * 10
        rows.append((f"order {k + 1}", "turn", "lathe 1", turn, family))
        rows.append((f"order {k + 1}", "turn", "lathe 2", round(turn * 1.2), family))
        rows.append((f"order {k + 1}", "mill", "mill", mill, family))
        rows.append((f"order {k + 1}", "pack", "table", 15, ""))
    return rows


def machine_shop() -> dict[str, Rows]:
    setups = [("machine", "from", "to", "duration"), ("", "steel", "brass", 25),
              ("", "brass", "steel", 40)]  # fmt: skip
    breaks = [("machine", "start", "end", "repeat", "times"), ("", "12:00", "12:30", "daily", 5),
              ("", "17:00", "31:00", "daily", 5)]  # fmt: skip
    return {"operations.csv": shop(12, 6, False), "setups.csv": setups, "breaks.csv": breaks,
            "machines.csv": [("machine", "available from", "initial family"),
                             ("lathe 1", "7:00", "steel"), ("lathe 2", "7:00", "brass"),
                             ("mill", "7:00", "steel"), ("table", "7:00", "")]}  # fmt: skip


def due_dates() -> dict[str, Rows]:
    rng = Random(7)
    jobs: list[Sequence[object]] = [("job", "release", "due", "weight")]
    for k in range(10):
        jobs.append((f"order {k + 1}", "2026-03-02 07:00",
                     f"2026-03-02 {rng.randint(11, 17):02}:00", rng.choice((1, 1, 3))))  # fmt: skip
    settings = [("setting", "value"), ("objective", "weighted tardiness")]
    return {"operations.csv": shop(10, 7, True), "jobs.csv": jobs, "settings.csv": settings}


def flow_line() -> dict[str, Rows]:
    rng = Random(8)
    rows: list[Sequence[object]] = [("job", "operation", "machine", "duration")]
    for k in range(9):
        for machine in ("press", "oven", "paint", "inspection"):
            rows.append((f"batch {k + 1}", machine, machine, rng.randint(5, 40)))
    return {"operations.csv": rows, "settings.csv": [("setting", "value"), ("permutation", "yes")]}


def rush_order() -> dict[str, Rows]:
    before = shop(8, 9, False)
    rush = [("rush", "mill", "mill", 60, "brass"), ("rush", "pack", "table", 15, "")]
    return {"morning/operations.csv": before, "noon/operations.csv": [*before, *rush]}


STORIES = (
    Story("bakery", "Bread before seven",
          "Twenty-four shops open at different times; vans cost by day, kilometre and hour. The"
          " plan is a table, a calendar for the drivers and a map file.", bakery,
          ("neurols solve @ --iterations 3000 --seed 1"
           " --output plan.csv --output plan.ics"
           " --output plan.geojson --plot plan.png",), "plan.png"),
    Story("second-day", "The next day, with two new orders",
          "Tuesday has one order less and two more. `--change-price` lets a stop change its van"
          " only where that saves more than the price; the sheet `changes` tells who moved.",
          second_day,
          ("neurols solve monday --iterations 2000 --seed 1 --output monday.xlsx",
           "neurols solve tuesday --initial monday.xlsx --change-price 3 --iterations 2000"
           " --seed 1 --output plan.xlsx --output plan.csv --plot plan.svg")),
    Story("technicians", "Technicians with skills and lunch",
          "Calls need a skill and a half of the day; those that do not pay are left for tomorrow at"
          " their price.", technicians,
          ("neurols solve @ --iterations 3000 --seed 1"
           " --output plan.csv --plot plan.png",),
          "plan.png"),
    Story("couriers", "Letters across town",
          "Every letter is picked up and brought by the same bike within 45 minutes.", couriers,
          ("neurols solve @ --iterations 3000 --seed 1"
           " --output plan.csv --plot plan.svg",)),
    Story("milk", "Milk in several trips",
          "Two tankers empty at the dairy and leave again.", milk,
          ("neurols solve @ --iterations 3000 --seed 1"
           " --output plan.csv --plot plan.svg",)),
    Story("machine-shop", "Two lathes, changeovers and nights",
          "Each turning runs on either lathe, brass after steel needs another setup, and nobody"
          " works at noon and at night.", machine_shop,
          ("neurols solve @ --iterations 3000 --seed 1"
           " --output plan.csv --output plan.xlsx"
           " --plot plan.svg",)),
    Story("due-dates", "Promised dates",
          "Orders have dates and weights; the plan keeps the weighted tardiness low and names what"
          " will be late.", due_dates,
          ("neurols solve @ --iterations 3000 --seed 1"
           " --output plan.csv --output plan.ics"
           " --plot plan.svg",)),
    Story("flow-line", "A line that cannot overtake",
          "All machines see the batches in the same order.", flow_line,
          ("neurols solve @ --iterations 3000 --seed 1"
           " --output plan.csv --plot plan.svg",)),
    Story("rush-order", "A rush order at ten",
          "What has started by then stays; everything else makes room.", rush_order,
          ("neurols solve morning --iterations 2000 --seed 1 --output morning.json",
           "neurols solve noon --initial morning.json --freeze-until 180 --iterations 2000"
           " --seed 1 --output plan.csv --plot plan.svg")),
    Story("policy", "A learned policy at work",
          "A graph policy decides after each step whether to accept, and which operator or"
          " perturbation comes next, on a classical job shop that is built in.", dict,
          ("neurols solve ta01 --controller nls-anp --iterations 100 --seed 1 --output plan.json"
           " --plot plan.svg --decisions decisions.svg",), "decisions.svg", "plan.json"),
)  # fmt: skip


def tell(story: Story, home: Path) -> None:
    """Write the tables of a story and run its commands."""
    from neurols.cli.run import run

    folder = home / story.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, rows in story.files.items():
        _write(folder / name, rows)
    with chdir(folder):
        for line in story.lines:
            code = run(line.split()[1:])
            if code:
                raise SystemExit(f"{line}: exit code {code}")


def _write(path: Path, rows: Iterable[Sequence[object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out, lineterminator="\n").writerows(rows)


def section(story: Story) -> str:
    """The part of the page that tells a story."""
    data = ", ".join(f"[{name}](gallery/{story.name}/{name})" for name in story.files)
    links = f"[{story.plan}](gallery/{story.name}/{story.plan})"
    commands = "\n".join(story.lines)
    return (
        f"### {story.title}\n\n{story.text}\n\n```console\n{commands}\n```\n\n"
        f"![{story.title}](gallery/{story.name}/{story.picture})\n\n"
        f"{f'Data: {data}. ' if data else ''}Plan: {links}.\n"
    )


def page() -> str:
    """The page with all stories as they are told now."""
    before, rest = PAGE.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    stories = "\n".join(map(section, STORIES))
    return f"{before}{BEGIN}\n\n{stories}\n{END}{after}"


def main() -> None:
    for story in STORIES:
        tell(story, HERE)
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
