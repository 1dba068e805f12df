"""Job shops for tests: hand-made ones, and Hypothesis strategies for general ones."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from neurols.scheduling import JobShop

TWO_BY_TWO = JobShop([[(0, 3), (1, 2)], [(1, 4), (0, 1)]], "two")
"""Optimum 6, the load of machine 1: job 1 first on machine 1, job 0 first on machine 0."""

names = st.text(
    st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=12
).filter(str.isprintable)


@st.composite
def general_shops(draw: st.DrawFn, largest: int = 5) -> JobShop:
    """Shops with recirculation, jobs of different length, idle machines, zero durations."""
    machines = draw(st.integers(1, largest))
    durations = st.integers(0, 9) | st.integers(0, 2**40)
    operations = st.tuples(st.integers(0, machines - 1), durations)
    jobs = draw(
        st.lists(st.lists(operations, min_size=1, max_size=largest), min_size=1, max_size=largest)
    )
    return JobShop(jobs, draw(names), machines)


def feasible_orders(shop: JobShop, seed: int) -> list[list[int]]:
    """Machine orders of a random schedule: operations dispatched in a random order."""
    rng = Random(seed)
    tickets = [j for j, job in enumerate(shop.jobs) for _ in job]
    rng.shuffle(tickets)
    done = [0] * len(shop.jobs)
    orders: list[list[int]] = [[] for _ in range(shop.machines)]
    for job in tickets:
        orders[shop.jobs[job][done[job]][0]].append(job)
        done[job] += 1
    return orders
