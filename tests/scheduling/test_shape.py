"""What a shop is like, against counting by hand and what generators promise."""

import pytest

from neurols.scheduling import JobShop, random_shop
from neurols.scheduling.shape import shape_of


def test_by_hand() -> None:
    shape = shape_of(JobShop([[(0, 1), (1, 3)], [(1, 1), (0, 3)], [(0, 1), (1, 3)]]))
    assert (shape.operations, shape.breadth) == (6, 1.5)
    assert shape.unevenness == 0.5  # one off a mean of two
    # Places of both machines: 0.25, 0.75, 0.25 and the other way round; their means are 1/12 off.
    assert shape.flow == pytest.approx((1 / 12) ** 2 / 0.25**2)


def test_machines_of_a_flow_shop_tell_the_place() -> None:
    assert shape_of(random_shop(20, 8, 1, stages=8)).flow == pytest.approx(1)
    assert 0.6 < shape_of(random_shop(20, 8, 1, stages=2)).flow < 0.9
    assert shape_of(random_shop(50, 8, 1)).flow < 0.1


def test_durations_over_orders_of_magnitude_are_uneven() -> None:
    assert shape_of(random_shop(20, 10, 1)).unevenness == pytest.approx(0.57, abs=0.06)
    assert shape_of(random_shop(20, 10, 1, high=10_000, wide=True)).unevenness > 1.3


@pytest.mark.parametrize("jobs", [[[(0, 0)]], [[(0, 5)], [(3, 5)]], [[(1, 2), (1, 2)]]])
def test_odd_shops_have_a_shape(jobs: list[list[tuple[int, int]]]) -> None:
    shape = shape_of(JobShop(jobs))
    assert 0 <= shape.flow <= 1
    assert shape.unevenness == 0
    assert shape.breadth > 0
