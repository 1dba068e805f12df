from __future__ import annotations

from hashlib import sha256

import pytest

from neurols.errors import InputError
from neurols.scheduling import JobShop, general_shop, generate, random_shop, standard_text


def digest(shop: JobShop) -> str:
    return sha256(standard_text(shop).encode()).hexdigest()[:16]


def test_taillard_begins_as_published() -> None:
    shop = generate.taillard(15, 15, 840612802, 398197754, "ta01")
    assert shop.name == "ta01"
    assert shop.jobs[0][:4] == ((6, 94), (12, 66), (4, 10), (7, 53))


@pytest.mark.parametrize("seed", [0, -5, 2**31 - 1])
def test_taillard_refuses_seeds_that_its_generator_cannot_take(seed: int) -> None:
    with pytest.raises(InputError, match=r"is not in 1 to 2147483646"):
        generate.taillard(2, 2, seed, 1)
    with pytest.raises(InputError, match=f"machine seed {seed}"):
        generate.taillard(2, 2, 1, seed)


def test_random_shop_visits_every_machine_once_within_the_durations() -> None:
    shop = random_shop(20, 7, seed=5, low=3, high=8)
    assert shop.size == "20x7"
    assert shop.name == "jobshop-20x7-5"
    assert all(sorted(machine for machine, _ in job) == list(range(7)) for job in shop.jobs)
    assert {duration for job in shop.jobs for _, duration in job} == set(range(3, 9))


def test_generators_never_change_their_figures() -> None:
    # A change here changes every trajectory and every validation set drawn from a seed.
    assert digest(random_shop(15, 15, seed=1)) == "4934880f6cc1f271"
    assert digest(general_shop(10, 6, seed=1)) == "b3611bb40d1d69ca"
    assert (
        digest(general_shop(10, 6, seed=1, wide=True, flow=True, high=10**6)) == "394ba061f020a3a5"
    )


def test_seeds_differ() -> None:
    assert random_shop(4, 4, 1).jobs == random_shop(4, 4, 1).jobs != random_shop(4, 4, 2).jobs


def test_general_shop_has_what_it_promises() -> None:
    shop = general_shop(60, 5, seed=2, shortest=2, longest=9, zero_share=0.2)
    lengths = {len(job) for job in shop.jobs}
    assert lengths == set(range(2, 10))
    assert any(len({machine for machine, _ in job}) < len(job) for job in shop.jobs)
    zeros = sum(duration == 0 for job in shop.jobs for _, duration in job)
    assert 0.1 < zeros / shop.operations < 0.3


def test_without_recirculation_no_job_comes_back() -> None:
    shop = general_shop(60, 5, seed=3, recirculation=False)
    assert all(len({machine for machine, _ in job}) == len(job) for job in shop.jobs)


def test_flow_visits_machines_by_rising_number() -> None:
    shop = general_shop(30, 6, seed=4, flow=True)
    assert all([m for m, _ in job] == sorted(m for m, _ in job) for job in shop.jobs)


def test_wide_durations_spread_over_orders_of_magnitude() -> None:
    shop = general_shop(60, 6, seed=5, wide=True, low=3, high=10**6, zero_share=0)
    durations = sorted(duration for job in shop.jobs for _, duration in job)
    assert durations[0] >= 3
    assert durations[-1] <= 10**6
    assert durations[len(durations) // 4] < 100
    assert durations[-len(durations) // 4] > 10_000


def test_jobs_pass_the_stages_one_after_the_other() -> None:
    shop = random_shop(30, 6, seed=4, stages=3)
    for job in shop.jobs:
        assert [machine // 2 for machine, _ in job] == [0, 0, 1, 1, 2, 2]
    assert len({tuple(machine for machine, _ in job) for job in shop.jobs}) == 8, "random within"


def test_as_many_stages_as_machines_are_a_flow_shop() -> None:
    shop = random_shop(10, 7, seed=4, stages=7)
    assert {tuple(machine for machine, _ in job) for job in shop.jobs} == {tuple(range(7))}


def test_stages_keep_the_durations_of_the_job_shop() -> None:
    one, seven = (random_shop(10, 7, seed=4, stages=stages) for stages in (1, 7))
    for before, after in zip(one.jobs, seven.jobs, strict=True):
        assert [duration for _, duration in before] == [duration for _, duration in after]


def test_random_shops_may_have_wide_durations() -> None:
    shop = random_shop(60, 6, seed=5, high=10**6, wide=True)
    durations = sorted(duration for job in shop.jobs for _, duration in job)
    assert durations[len(durations) // 4] < 100 < 10_000 < durations[-len(durations) // 4]


BAD = [
    (lambda: random_shop(0, 3, 1), "a shop of 0 jobs and 3 machines cannot be generated"),
    (lambda: random_shop(3, 0, 1), "a shop of 3 jobs and 0 machines"),
    (lambda: random_shop(3, 10**8, 1), "too large to be generated; ask for at most 1,000,000"),
    (lambda: random_shop(3, 3, 1, low=5, high=4), "durations from 5 to 4 cannot be drawn"),
    (lambda: random_shop(3, 3, 1, low=-1), "durations from -1 to 99"),
    (lambda: random_shop(3, 3, -1), "the seed -1 is negative"),
    (lambda: random_shop(3, 3, 1, stages=4), "3 machines do not fall into 4 stages"),
    (lambda: random_shop(3, 3, 1, stages=0), "3 machines do not fall into 0 stages"),
    (lambda: general_shop(3, 3, 1, shortest=0), "jobs of 0 to 4 operations do not go with 3"),
    (lambda: general_shop(3, 3, 1, longest=4, recirculation=False), "jobs of 1 to 4 operations"),
    (lambda: general_shop(3, 3, 1, zero_share=1.5), "zero_share 1.5 is not in 0 to 1"),
]


@pytest.mark.parametrize(("make", "message"), BAD)
def test_impossible_wishes_are_refused(make: object, message: str) -> None:
    with pytest.raises(InputError) as caught:
        make()  # type: ignore[operator]
    assert message in str(caught.value)
