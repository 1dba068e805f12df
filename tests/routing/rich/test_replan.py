"""What has begun stays, whatever the mix of constraints; what is carried over still fits."""

import pytest

import neurols
from neurols import InputError
from neurols.routing.rich.generate import generated
from neurols.routing.rich.plan import schedule_of
from neurols.routing.rich.replan import replan
from neurols.routing.rich.whole import Whole

KINDS = ("gvrp", "hfvrp", "mdvrptw", "mixed", "mtvrptwr", "pcvrptw", "pdptw", "sdvrptw", "vrptw")


@pytest.mark.parametrize("kind", KINDS)
def test_frozen_stops_stay_first_in_their_routes(kind):
    for seed in (1, 2):
        instance = generated(f"{kind}:12", seed)
        plan = neurols.solve(instance, iterations=1500, seed=1).solution
        whole = Whole(instance)
        until = max((route.end for route in plan.routes), default=1) * (0.2 + 0.15 * seed)
        try:
            found = replan(instance, plan, until, iterations=300, seed=1)
        except InputError as fault:  # what has not begun cannot begin so late
            assert "no plan" in str(fault) or "everything has begun" in str(fault)
            continue
        assert found.cost == neurols.check(found.instance, found.solution)
        now = [route.visits for route in found.solution.routes]
        for route in plan.routes:
            times = schedule_of(whole, route.vehicle_type, route.visits)
            if times.start < whole.time(until):
                begun = [
                    location
                    for location, stage in zip(route.visits, times.stages, strict=True)
                    if stage.start < whole.time(until)
                ]
                assert any(visits[: len(begun)] == begun for visits in now)


@pytest.mark.parametrize("kind", KINDS)
def test_a_plan_of_the_same_orders_gets_no_worse(kind):
    instance = generated(f"{kind}:12", 3)
    plan = neurols.solve(instance, iterations=1500, seed=1)
    for keep in (False, True):
        found = replan(instance, plan.solution, keep=keep, iterations=300, seed=1)
        assert found.cost <= plan.cost + 1e-9


def test_backhauls_cannot_be_frozen_in_part():
    instance = generated("vrpb:12", 1)
    plan = neurols.solve(instance, iterations=500, seed=1).solution
    with pytest.raises(InputError, match="backhauls cannot be frozen"):
        replan(instance, plan, 10.0, iterations=10)


@pytest.mark.parametrize("kind", ["vrptw", "mixed"])
def test_the_dearer_changes_are_the_fewer_there_are(kind):
    instance = generated(f"{kind}:30", 3)
    old = neurols.solve(instance, controller="hill-climbing", iterations=1, seed=1).solution
    vehicle = {at: number for number, route in enumerate(old.routes) for at in route.visits}
    moved, costs = [], []
    for price in (0.001, 1e5):
        found = replan(instance, old, price=price, iterations=2000, seed=1)
        assert found.cost == neurols.check(found.instance, found.solution)
        own = len(found.instance.vehicle_types) - len(old.routes)
        moved.append(sum(vehicle.get(at, route.vehicle_type - own) != route.vehicle_type - own
                         for route in found.solution.routes for at in route.visits
                         if at >= len(instance.depots)))  # fmt: skip
        costs.append(found.cost)
    assert moved[0] > 0 == moved[1] and costs[0] < costs[1] <= old.cost
