"""Generators of flow shops, hybrid flow shops and assembly: deterministic in their seeds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from neurols.errors import InputError
from neurols.scheduling.rich.generate_shops import check_size, in_rows
from neurols.scheduling.rich.instance import Job, Machine, Operation, Precedence, RichScheduling


def flow_shop(
    jobs: int,
    machines: int,
    seed: int,
    name: str | None = None,
    *,
    permutation: bool = True,
    durations: tuple[int, int] = (1, 99),
) -> RichScheduling:
    """Every job visits all machines in the same order.

    Args:
        jobs: number of jobs.
        machines: number of machines.
        seed: of the random numbers.
        name: name of the instance.
        permutation: whether all machines must see the jobs in the same order.
        durations: least and greatest duration.
    """
    check_size(jobs, machines, machines)
    rng = Random(seed)
    rows = [[((m, rng.randint(*durations)),) for m in range(machines)] for _ in range(jobs)]
    kind = "permutation-flow-shop" if permutation else "flow-shop"
    made = in_rows(name or f"{kind}-{jobs}x{machines}-{seed}", rows, machines)
    return replace(made, permutation=permutation)


def hybrid_flow_shop(
    jobs: int,
    stages: int,
    seed: int,
    name: str | None = None,
    *,
    machines: int = 3,
    unrelated: bool = False,
    skipping: float = 0.0,
    durations: tuple[int, int] = (1, 99),
) -> RichScheduling:
    """Stages of parallel machines, which every job passes in the same order.

    Args:
        jobs: number of jobs.
        stages: number of stages.
        seed: of the random numbers.
        name: name of the instance.
        machines: of every stage; 1 to twice the number minus 1 where ``unrelated``.
        unrelated: whether the machines of a stage differ in number and speed.
        skipping: share of the stages that a job does not need.
        durations: least and greatest duration.
    """
    check_size(jobs, machines, stages)
    if not 0 <= skipping < 1:
        raise InputError(f"a share of {skipping} stages cannot be skipped", remedy="give 0 to 0.9")
    rng = Random(seed)
    members: list[list[int]] = []
    count = 0
    for _ in range(stages):
        size = rng.randint(1, 2 * machines - 1) if unrelated else machines
        members.append(list(range(count, count + size)))
        count += size
    rows = []
    for _ in range(jobs):
        passed = [s for s in range(stages) if rng.random() >= skipping] or [rng.randrange(stages)]
        row = []
        for stage in passed:
            same = rng.randint(*durations)
            row.append(
                tuple((m, rng.randint(*durations) if unrelated else same) for m in members[stage])
            )
        rows.append(row)
    return in_rows(name or f"hybrid-flow-shop-{jobs}x{stages}-{seed}", rows, count)


def assembly(
    jobs: int,
    machines: int,
    seed: int,
    name: str | None = None,
    *,
    parts: tuple[int, int] = (2, 4),
    operations: tuple[int, int] = (1, 4),
    most_modes: int = 2,
    durations: tuple[int, int] = (1, 50),
) -> RichScheduling:
    """Products of parts: each part has operations in a row, and the product's own operations,
    assembly and finish, start once all of its parts are done; parts may have parts themselves.

    Args:
        jobs: number of products.
        machines: number of machines; the last fifth of them assemble, the others make parts.
        seed: of the random numbers.
        name: name of the instance.
        parts: least and greatest number of parts that go into an assembly.
        operations: least and greatest number of operations of a part.
        most_modes: most machines of an operation.
        durations: least and greatest duration.
    """
    check_size(jobs, machines, 3 * parts[1] * operations[1] + 4)
    rng = Random(seed)
    benches = list(range(machines - max(1, machines // 5), machines))
    shop = list(range(benches[0])) or benches
    made: list[Operation] = []
    links: list[Precedence] = []

    def add(job: int, able: list[int], before: list[int], called: str) -> int:
        chosen = sorted(rng.sample(able, rng.randint(1, min(most_modes, len(able)))))
        modes = tuple((machine, rng.randint(*durations)) for machine in chosen)
        made.append(Operation(job, modes, name=called))
        links.extend(Precedence(one, len(made) - 1) for one in before)
        return len(made) - 1

    def part(job: int, depth: int, called: str) -> int:
        """Operations of a part, and of those that go into it; the last one's number."""
        before = []
        if depth:
            before = [
                part(job, depth - 1 if rng.random() < 0.3 else 0, f"{called}.{number}")
                for number in range(1, rng.randint(*parts) + 1)
            ]
        last = add(job, benches if before else shop, before, f"{called} 1")
        for number in range(2, rng.randint(*operations) + 1):
            last = add(job, shop, [last], f"{called} {number}")
        return last

    for job in range(jobs):
        add(job, benches, [part(job, 2, "product")], "finish")
    return RichScheduling(
        name=name or f"assembly-{jobs}x{machines}-{seed}",
        machines=tuple(Machine() for _ in range(machines)),
        jobs=tuple(Job() for _ in range(jobs)),
        operations=tuple(made),
        precedences=tuple(links),
    )
