from __future__ import annotations

import pickle
import subprocess
import sys
import tracemalloc
from typing import Any

import numpy as np
import pytest

from neurols.errors import InputError
from neurols.instance import Instance
from neurols.scheduling import JobShop, random_shop

PAIR = [[(0, 3), (1, 2)], [(1, 4)]]


def test_lists_become_tuples_of_plain_integers() -> None:
    shop = JobShop([[[np.int64(0), np.int32(3)], [1, 2]]], "lists")
    assert shop.jobs == (((0, 3), (1, 2)),)
    assert type(shop.jobs[0][0][0]) is int


def test_arrays_are_jobs_too() -> None:
    assert JobShop(np.array([[[0, 3], [1, 2]]])) == JobShop([[(0, 3), (1, 2)]])


def test_describes_itself_as_every_instance_does() -> None:
    shop = JobShop(PAIR, "pair", machines=3)
    assert isinstance(shop, Instance)
    assert (shop.problem, shop.size, shop.operations, shop.machines) == ("jobshop", "2x3", 3, 3)
    assert repr(shop) == "JobShop('pair', 2x3, 3 operations)"


def test_lower_bound_is_the_largest_of_load_length_and_known_bound() -> None:
    assert JobShop(PAIR).lower_bound == 6  # machine 1 works 2 + 4
    assert JobShop([[(0, 3), (1, 8)], [(1, 1)]]).lower_bound == 11  # job 0 takes 3 + 8
    assert JobShop(PAIR, known_lower_bound=7).lower_bound == 7
    assert JobShop(PAIR, known_lower_bound=2).lower_bound == 6


def test_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        JobShop(PAIR).name = "other"  # type: ignore[misc]


def test_survives_pickling_with_its_bounds() -> None:
    shop = JobShop(PAIR, "pair", best_known=9, known_lower_bound=7)
    copy = pickle.loads(pickle.dumps(shop))
    assert copy == shop
    assert copy.lower_bound == 7


def test_equal_instances_hash_alike() -> None:
    assert hash(JobShop(PAIR, "pair")) == hash(JobShop([list(job) for job in PAIR], "pair"))
    assert JobShop(PAIR, "pair") != JobShop(PAIR, "other")


def test_allows_recirculation_idle_machines_and_zero_durations() -> None:
    shop = JobShop([[(2, 0), (0, 5), (2, 1)], [(0, 0)]], machines=5)
    assert (shop.size, shop.lower_bound) == ("2x5", 6)


def test_flat_arrays_say_where_each_job_begins() -> None:
    first, machine, duration = JobShop([[(1, 3), (0, 2)], [(1, 4)], [(0, 0)]]).flat()
    assert first.tolist() == [0, 2, 3, 4]
    assert machine.tolist() == [1, 0, 1, 0]
    assert duration.tolist() == [3, 2, 4, 0]
    formats = [memoryview(array).format for array in (first, machine, duration)]
    assert formats == ["q", "i", "q"]


BAD: list[tuple[Any, str]] = [
    ([], "the shop has no jobs; give at least one job"),
    ([[(0, 1)], []], "job 1: the job has no operations"),
    ([[(0, 1), (-1, 2)]], "job 0 operation 1: machine -1 is no whole number from 0"),
    ([[(0.0, 1)]], "job 0 operation 0: machine 0.0 is no whole number"),
    ([[(0, -7)]], "job 0 operation 0: duration -7 is negative"),
    ([[(0, 1)], [(0, 1), (0, 2.5)]], "job 1 operation 1: duration 2.5 is no whole number"),
    ([[(0, 2.0)]], "job 0 operation 0: duration 2.0 is no whole number"),
    ([[(0, True)]], "job 0 operation 0: duration True is no whole number"),
    ([[(0, np.bool_(True))]], "job 0 operation 0: duration"),
    ([[(0, "3")]], "job 0 operation 0: duration '3' is no whole number"),
    ([[(0, None)]], "job 0 operation 0: duration None is no whole number"),
    ([[(0, 1, 2)]], "job 0 operation 0: (0, 1, 2) is no (machine, duration) pair"),
    ([[(0, 1), 5]], "job 0 operation 1: 5 is no (machine, duration) pair"),
    ([7], "job 0: 7 is no list of (machine, duration) pairs"),
    ([[(0, 2**53)]], "job 0 operation 0: with duration 9007199254740992 the sum"),
    ([[(0, 10**5000)]], "job 0 operation 0: with duration of 16610 bits the sum"),
    ([[(0, 2**52)], [(0, 1), (0, 2**52 - 1)]], "job 1 operation 1: with duration"),
    ([[(10**9, 1)]], "the number of machines is 1000000001; give a whole number from 1"),
]


@pytest.mark.parametrize(("jobs", "message"), BAD)
def test_bad_data_are_refused_by_job_and_operation(jobs: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        JobShop(jobs)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert caught.value.remedy


def test_the_largest_total_still_counts_exactly() -> None:
    assert JobShop([[(0, 2**53 - 1)]]).lower_bound == 2**53 - 1


def test_machine_out_of_range_is_refused() -> None:
    with pytest.raises(InputError, match="job 1 operation 0: machine 4 is out of range 0 to 1"):
        JobShop([[(0, 1)], [(4, 1)]], machines=2)


def test_machines_counted_from_one_are_told_apart() -> None:
    with pytest.raises(InputError, match="counted from 1; count the machines from 0: subtract 1"):
        JobShop([[(1, 5), (2, 5)], [(2, 1), (1, 1)]], machines=2)


@pytest.mark.parametrize("machines", [0, -1, 2.0, True])
def test_bad_number_of_machines_is_refused(machines: Any) -> None:
    with pytest.raises(InputError, match="the number of machines is"):
        JobShop(PAIR, machines=machines)


@pytest.mark.parametrize("name", ["", "two\nlines", 5])
def test_names_are_one_printable_line(name: Any) -> None:
    with pytest.raises(InputError, match="is no printable text"):
        JobShop(PAIR, name)


def test_contradicting_bounds_are_refused() -> None:
    with pytest.raises(InputError, match="best known cost 5 is below the lower bound 6"):
        JobShop(PAIR, best_known=5)
    with pytest.raises(InputError, match=r"best known cost 7\.5 is no whole number"):
        JobShop(PAIR, best_known=7.5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="lower bound -1 is no whole number"):
        JobShop(PAIR, known_lower_bound=-1)


def test_a_thousand_jobs_on_a_hundred_machines_stay_light() -> None:
    tracemalloc.start()
    shop = random_shop(1000, 100, seed=1, high=10_000)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert shop.operations == 100_000
    assert held < 20 * 2**20


def test_importing_the_layer_brings_no_numpy() -> None:
    code = "import neurols.scheduling, sys; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
