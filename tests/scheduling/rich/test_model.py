"""``Model``: what its verbs make, and what it refuses in one line."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import neurols
from neurols.errors import InputError
from neurols.scheduling import Model, RichScheduling
from neurols.scheduling.rich.instance import Job, Machine, Operation, Precedence


def small() -> Model:
    """Two machines, two jobs: one of two operations with a choice, one of one."""
    m = Model("small")
    lathe, mill = m.add_machine("lathe"), m.add_machine("mill")
    first, second = m.add_job(name="a", due_date=4, weight=2), m.add_job(name="b")
    m.add_operation(first, {lathe: 3, mill: 4}, name="turn")
    m.add_operation(first, {mill: 2}, name="mill")
    m.add_operation(second, {lathe: 5})
    return m


def test_every_verb_of_the_contract_is_there() -> None:
    m = Model()
    lathe = m.add_machine("lathe", breaks=[(720, 750)], initial_family=None)
    mill = m.add_machine("mill")
    job = m.add_job(release_date=0, due_date=960, deadline=None, weight=1, name="order 17")
    one = m.add_operation(
        job, modes={lathe: 45, mill: 60}, family="steel", may_pause=False, name="turn"
    )
    two = m.add_operation(job, modes={mill: 5}, family="brass")
    m.add_precedence(one, two, min_lag=0, max_lag=None)
    m.add_setup_time(lathe, "steel", "brass", 20)
    m.set_objective(makespan=1)
    result = m.solve(iterations=20)
    assert (result.cost, result.solution.machine) == (50, [[0, 1]])  # type: ignore[attr-defined]


def test_the_data_are_what_was_said() -> None:
    data = small().data()
    assert data.machines == (Machine("lathe"), Machine("mill"))
    assert data.jobs == (Job("a", due_date=4, weight=2), Job("b"))
    assert data.operations == (
        Operation(0, ((0, 3), (1, 4)), name="turn"),
        Operation(0, ((1, 2),), name="mill"),
        Operation(1, ((0, 5),)),
    )
    assert data.precedences == (Precedence(0, 1),)


def test_a_precedence_of_ones_own_replaces_the_link() -> None:
    m = small()
    turn, mill, _ = m.operations
    m.add_precedence(turn, mill, min_lag=1, max_lag=4)
    assert m.data().precedences == (Precedence(0, 1, 1, 4),)
    free = Model()
    machine, job = free.add_machine(), free.add_job(linked=False)
    for _ in range(2):
        free.add_operation(job, {machine: 1})
    assert free.data().precedences == ()


def test_setups_of_operations_come_before_those_of_jobs_and_families() -> None:
    m = Model()
    machine = m.add_machine(initial_family="red")
    jobs = [m.add_job(), m.add_job()]
    one, two = (m.add_operation(job, {machine: 1}, family="red") for job in jobs)
    three = m.add_operation(jobs[1], {machine: 1}, family="blue")
    m.add_setup_time(machine, "red", "red", 1)
    m.add_setup_time(None, jobs[0], jobs[1], 5)
    m.add_setup_time([machine], one, two, 9)
    data = m.data()
    setups = data.machines[0].setups
    family = [operation.family for operation in data.operations]

    def between(a: int, b: int) -> int:
        return setups[family[a] or 0][family[b] or 0]

    assert (between(0, 1), between(0, 2), between(1, 0)) == (9, 5, 1)
    assert setups[data.machines[0].initial_family or 0][family[0] or 0] == 1
    assert three.index == 2


def test_numbers_of_numpy_and_pandas_are_taken() -> None:
    m = Model()
    machine = m.add_machine(breaks=np.array([[3, 5]]))
    job = m.add_job(release_date=np.int64(2), due_date=np.float64(9), weight=np.float32(0.5))
    m.add_operation(job, {machine: np.int32(3)}, family="a")
    m.set_setup_times(machine, np.array([[0, 2], [1, 0]]), families=["a", "b"])
    data = m.data()
    assert data.machines[0].breaks == ((3, 5),)
    assert (data.jobs[0].release_date, data.jobs[0].due_date, data.jobs[0].weight) == (2, 9, 0.5)
    assert data.operations[0].modes == ((0, 3),)
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame([[0, 2], [1, 0]], index=["a", "b"], columns=["a", "b"])
    m.set_setup_times(None, table)
    assert m.data().families == ("a",)
    assert m.add_job(due_date=table.reindex(["z"])["a"].iloc[0]).name == ""
    assert m._jobs[-1].due_date is None


def test_the_frame_has_a_row_per_operation() -> None:
    pytest.importorskip("pandas")
    table = small().solve(iterations=50).solution.to_frame()  # type: ignore[attr-defined]
    head = ["job", "operation", "machine", "setup", "start", "end", "lateness"]
    assert list(table.columns)[:7] == head
    assert sorted(table["job"]) == ["a", "a", "b"]
    assert table["lateness"].dropna().tolist() == [2]


def test_a_classical_job_shop_is_solved_as_one() -> None:
    m = Model()
    machines = [m.add_machine() for _ in range(6)]
    for row in neurols.load("ft06").jobs:  # type: ignore[attr-defined]
        job = m.add_job()
        for machine, duration in row:
            m.add_operation(job, {machines[machine]: duration})
    result = m.solve(iterations=5_000, seed=1)
    assert (result.cost, result.instance.problem) == (55, "scheduling")


def broken(change: Callable[[Model], object]) -> str:
    m = small()
    with pytest.raises(InputError) as told:
        change(m)
        m.data()
    assert "\n" not in str(told.value)
    return str(told.value)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda m: m.add_operation(m.jobs[0], {}), "job 0 ('a') operation 2 has no machine"),
        (lambda m: m.add_operation(m.jobs[0], {m.machines[0]: -1}), "on machine 0 ('lathe'), -1"),
        (lambda m: m.add_operation(m.jobs[0], {m.machines[0]: 1.5}), "1.5"),
        (lambda m: m.add_operation(Model().add_job(), {m.machines[0]: 1}), "is no job of this"),
        (lambda m: m.add_operation(m.jobs[0], {"lathe": 1}), "is no machine of this model"),
        (lambda m: m.add_operation(m.jobs[0], 5, name="cut"), "operation 'cut' of 'a' are 5"),
        (lambda m: m.add_job(name="c"), "job 2 ('c') has no operations"),
        (
            lambda m: m.add_precedence(m.operations[1], m.operations[0]),
            "the precedences form a cycle: job 0 ('a')",
        ),
        (
            lambda m: m.add_precedence(m.operations[0], m.operations[1], 5, 3),
            "job 0 ('a') operation 0 ('turn') before job 0 ('a') operation 1 ('mill'): max_lag 3",
        ),
        (lambda m: m.add_machine("x", breaks=[(5, 3)]), "break 0 from 5 to 3 does not end after"),
        (lambda m: m.add_machine("x", breaks=[(1, 4), (3, 6)]), "begins before the one before it"),
        (lambda m: m.add_setup_time(None, "steel", "brass", 3), "'steel', which no operation has"),
        (lambda m: m.add_setup_time(None, "steel", m.jobs[0], 3), "mixes a family and a job"),
        (lambda m: m.set_setup_times(None, [[0, 1]], families=["a", "b"]), "2 rows and 2 columns"),
        (lambda m: m.set_setup_times(None, [[0]]), "names no families"),
        (lambda m: m.set_objective(makespam=1), "did you mean makespan?"),
        (lambda m: m.set_objective(makespan=-1), "makespan"),
    ],
)
def test_slips_are_told_in_one_line(change: Callable[[Model], object], words: str) -> None:
    assert words in broken(change)


def test_a_deadline_behind_a_break_names_job_and_operation() -> None:
    m = Model()
    machine = m.add_machine(breaks=[(2, 50)])
    job = m.add_job(deadline=40, name="urgent")
    m.add_operation(job, {machine: 5}, name="turn")
    with pytest.raises(InputError, match=r"job 0 \('urgent'\) operation 0 \('turn'\) cannot end"):
        m.solve(iterations=5)


def test_deadlines_that_no_schedule_keeps_name_the_job() -> None:
    m = Model()
    machine = m.add_machine()
    for name in ("a", "b"):
        m.add_operation(m.add_job(deadline=6, name=name), {machine: 5})
    with pytest.raises(InputError, match=r"job \d \('[ab]'\) operation 0 ends at 10") as told:
        m.solve(iterations=200)
    assert "\n" not in str(told.value)


def test_lags_that_no_schedule_keeps_name_job_and_operation() -> None:
    """Two operations that wait for nothing cannot both start at once on one machine."""
    m = Model()
    first, second = m.add_machine(), m.add_machine()
    job = m.add_job(name="a", linked=False)
    turn = m.add_operation(job, {first: 2})
    for _ in range(2):
        m.add_precedence(turn, m.add_operation(job, {second: 7}), 0, 0)
    words = r"job 0 \('a'\) operation \d starts at 9, more than 0 after job 0 \('a'\) operation 0"
    with pytest.raises(InputError, match=words) as told:
        m.solve(iterations=200)
    assert "\n" not in str(told.value)


def test_the_instance_is_public() -> None:
    assert isinstance(small().data(), RichScheduling)
