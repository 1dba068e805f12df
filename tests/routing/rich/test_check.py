"""The checker: every rule by hand, with the client, route and amount at fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from neurols.errors import InfeasibleSolution
from neurols.routing.rich.check import check
from neurols.routing.rich.instance import (
    Balance,
    Client,
    Depot,
    Group,
    RichRouting,
    Shipment,
    VehicleType,
)
from tests.routing.rich.mixes import grid, plain


def cost(instance: RichRouting, *routes: list[int], **form: Any) -> int | float:
    return check(instance, {"routes": list(routes), **form})


def faults(instance: RichRouting, *routes: list[int], **form: Any) -> tuple[str, ...]:
    with pytest.raises(InfeasibleSolution) as caught:
        check(instance, {"routes": list(routes), **form})
    return caught.value.faults


def with_clients(instance: RichRouting, **changes: Any) -> RichRouting:
    """The same change to every client."""
    return replace(
        instance, clients=tuple(replace(client, **changes) for client in instance.clients)
    )


def with_type(instance: RichRouting, **changes: Any) -> RichRouting:
    kinds = tuple(replace(kind, **changes) for kind in instance.vehicle_types)
    return replace(instance, vehicle_types=kinds)


def client(instance: RichRouting, number: int, **changes: Any) -> RichRouting:
    clients = list(instance.clients)
    clients[number] = replace(clients[number], **changes)
    return replace(instance, clients=tuple(clients))


def test_a_plan_costs_its_distance_and_its_vehicles() -> None:
    instance = with_type(plain(), fixed_cost=7, unit_distance_cost=2)
    assert cost(instance, [1, 2, 3]) == 2 * 60 + 7
    assert cost(instance, [1], [2, 3]) == 2 * 80 + 14
    assert cost(instance, [1], [], [2, 3]) == 2 * 80 + 14  # a vehicle that stays costs nothing


def test_costs_are_exact_in_the_smallest_unit() -> None:
    instance = with_type(plain(cost_decimals=1, decimals=1), unit_distance_cost=0.1, fixed_cost=0.3)
    assert cost(instance, [1, 2, 3]) == 6.3
    assert cost(instance, [1, 2, 3], cost=6.3) == 6.3
    assert faults(instance, [1, 2, 3], cost=6.31) == ("stated cost 6.31, but the plan costs 6.3",)


def test_open_routes_end_with_the_last_client() -> None:
    assert cost(with_type(plain(), end_depot=None), [1, 2, 3]) == 30


def test_every_client_is_visited_once() -> None:
    assert faults(plain(), [1, 2, 2]) == (
        "client 2 is visited 2 times (routes 1, 1)",
        "client 3 is not visited",
    )
    assert faults(plain(), [1, 9]) == ("route 1: there is no location 9 (they are 0 to 3)",)
    assert "no list of routes" in faults(plain(), **{"routes": 3})[0]


def test_prizes_are_paid_for_clients_left_out() -> None:
    instance = with_clients(plain(), prize=5)
    assert cost(instance, [1]) == 20 + 10
    assert cost(instance) == 15


def test_one_client_of_a_group_is_visited() -> None:
    grouped = plain(clients=(Client(group=0),) * 3, groups=(Group((0, 1, 2)),))
    assert cost(grouped, [2]) == 40
    assert faults(grouped) == ("group 0: none of its clients (1, 2, 3) is visited",)
    assert faults(grouped, [1, 3]) == ("group 0: client 1, client 3 are all visited",)
    optional = replace(grouped, groups=(Group((0, 1, 2), required=False, prize=6),))
    assert cost(optional) == 6


def test_there_are_no_more_vehicles_than_there_are() -> None:
    assert "3 routes of vehicle type 0, of which there are 2" in faults(plain(), [1], [2], [3])


def test_loads_count_on_every_leg() -> None:
    tight = with_type(plain(), capacity=(2,))
    assert faults(tight, [1, 2, 3]) == (
        "route 1: a load of 3 at the start, above the capacity of 2",
    )
    # A pickup takes the place of a delivery made before, and not of one made later.
    mixed = client(tight, 1, delivery=(), pickup=(2,))
    assert cost(mixed, [1, 3, 2]) == 60
    assert faults(mixed, [1, 2, 3]) == (
        "route 1: a load of 3 after client 2, above the capacity of 2",
    )
    started = with_type(tight, initial_load=(1,))
    assert faults(started, [1, 2], [3]) == (
        "route 1: a load of 3 at the start, above the capacity of 2",
    )


def test_a_reload_empties_and_fills_the_vehicle() -> None:
    trips = with_type(plain(), capacity=(2,), reload_depots=(0,), max_reloads=1, initial_load=(0,))
    assert cost(trips, [1, 2, 0, 3]) == 100
    assert faults(trips, [1, 0, 2, 0, 3]) == ("route 1: 2 reloads, of which 1 are allowed",)
    assert "depot 0 is no reload depot of this vehicle" in faults(plain(), [1, 2, 0, 3])[0]
    heavy = client(trips, 2, delivery=(3,))
    assert faults(heavy, [1, 2, 0, 3]) == (
        "route 1: a load of 3 at the start of trip 2, above the capacity of 2",
    )


def test_windows_are_kept() -> None:
    instance = client(plain(), 1, windows=((0, 15), (40, 50)))
    assert cost(instance, [1, 2, 3]) == 60  # waits for the second window
    late = client(instance, 2, windows=((0, 45),))
    assert faults(late, [1, 2, 3]) == (
        "route 1: service at client 3 cannot begin before 50, 5 after its time window closes at 45",
    )


def test_service_takes_its_time_and_only_its_start_lies_in_the_window() -> None:
    instance = client(plain(), 0, service_duration=30, windows=((0, 10),))
    assert cost(instance, [1, 2, 3]) == 60
    late = client(instance, 1, windows=((0, 49),))
    assert "cannot begin before 50" in faults(late, [1, 2, 3])[0]


def test_lateness_has_its_price() -> None:
    instance = client(plain(), 1, windows=((0, 15),), late_price=3)
    assert cost(instance, [1, 2, 3]) == 60 + 5 * 3


def test_the_depot_and_the_shift_end_the_route() -> None:
    closes = replace(plain(), depots=(Depot(closes=59),))
    assert faults(closes, [1, 2, 3]) == (
        "route 1: it ends at 60, 1 after the shift or the depot closes at 59",
    )
    assert cost(with_type(plain(), shift=(5, 65)), [1, 2, 3]) == 60
    assert "it ends at 65" in faults(with_type(plain(), shift=(5, 64)), [1, 2, 3])[0]


def test_goods_leave_when_all_of_the_trip_are_released() -> None:
    instance = client(plain(), 2, release_time=8)
    tight = replace(instance, depots=(Depot(closes=67),))
    assert "it ends at 68" in faults(tight, [1, 2, 3])[0]
    assert cost(client(tight, 2, release_time=7), [1, 2, 3]) == 60


def test_a_trip_waits_for_its_own_goods_alone() -> None:
    instance = client(plain(), 2, release_time=45)
    trips = with_type(instance, reload_depots=(0,), shift=(0, 105))
    assert cost(trips, [1, 2, 0, 3]) == 100  # back at 40, leaves at 45, ends at 105
    assert "it ends at 106" in faults(client(trips, 2, release_time=46), [1, 2, 0, 3])[0]


def test_durations_count_from_the_latest_start() -> None:
    instance = with_type(
        client(plain(), 0, windows=((50, 60),)), unit_distance_cost=0, unit_duration_cost=1
    )
    assert cost(instance, [1, 2, 3]) == 60  # leaves at 40 although it could leave at 0
    waits = client(instance, 1, windows=((80, 90),))
    assert cost(waits, [1, 2, 3]) == 60 + 10  # client 1 at 60 at the latest, 10 of waiting


def test_overtime_is_paid_and_limited() -> None:
    instance = with_type(plain(), max_duration=50, max_overtime=10, unit_overtime_cost=4)
    assert cost(instance, [1, 2, 3]) == 60 + 40
    short = with_type(instance, max_overtime=9)
    assert faults(short, [1, 2, 3]) == ("route 1: it takes 60, above the limit of 59",)


def test_distance_is_limited() -> None:
    assert faults(with_type(plain(), max_distance=59), [1, 2, 3]) == (
        "route 1: 60 long, above the limit of 59",
    )


def test_skills_and_types_fit() -> None:
    skilled = client(plain(), 0, name="A", skills=frozenset({"gas", "water"}))
    equipped = with_type(skilled, skills=frozenset({"gas"}), name="van")
    assert faults(equipped, [1, 2, 3]) == (
        "route 1: client 1 (A) needs water, which vehicle type 0 (van) has not",
    )
    two = replace(plain(), vehicle_types=plain().vehicle_types * 2)
    choosy = client(two, 0, allowed_vehicle_types=frozenset({1}))
    assert cost(choosy, [1, 2, 3], vehicle_types=[1]) == 60
    assert faults(choosy, [1, 2, 3], vehicle_types=[0]) == (
        "route 1: client 1 allows no vehicle type 0",
    )


def test_types_follow_from_the_order_of_the_vehicles() -> None:
    kinds = (VehicleType(number=2, fixed_cost=1), VehicleType(number=1, fixed_cost=100))
    instance = replace(plain(), vehicle_types=kinds)
    assert cost(instance, [1], [], [2, 3]) == 80 + 101
    assert cost(replace(instance, vehicle_order=(0, 1, 0)), [1], [], [2, 3]) == 80 + 2
    assert "4 routes, but only 3 vehicles" in faults(instance, [1], [2], [3], [])[0]


def test_shipments_ride_in_one_trip() -> None:
    instance = replace(
        with_type(with_clients(plain(), delivery=()), reload_depots=(0,)),
        shipments=(Shipment(0, 2, (4,), name="box"),),
    )
    assert cost(instance, [1, 2, 3]) == 60
    assert faults(instance, [3, 2, 1]) == (
        "route 1: shipment 0 (box): client 3 comes before its pickup client 1",
    )
    assert faults(instance, [1, 0, 2, 3]) == (
        "route 1: shipment 0 (box): a reload between client 1 and client 3",
    )
    assert (
        "shipment 0 (box): client 1 without client 3 in this route"
        in (faults(instance, [1, 2], [3])[0])
    )
    heavy = replace(instance, shipments=(Shipment(0, 2, (11,)),))
    assert "a load of 11 after client 1" in faults(heavy, [1, 2, 3])[0]


def test_a_pickup_waits_to_keep_the_ride_short() -> None:
    instance = replace(
        with_clients(plain(), delivery=(), service_duration=2),
        shipments=(Shipment(0, 2, (1,), max_time_on_board=30),),
    )
    late = client(instance, 2, windows=((100, 120),))
    assert cost(late, [1, 2, 3]) == 60  # fetched at 68, on board from 70 to 100
    soon = client(late, 0, windows=((0, 60),))
    assert faults(soon, [1, 2, 3]) == (
        "route 1: what is picked up at client 1 is on board for 88, 58 longer than it may, until"
        " client 3",
    )


def test_backhauls_follow_linehauls() -> None:
    instance = client(replace(plain(), backhaul=True), 0, delivery=(), pickup=(1,))
    assert cost(instance, [2, 3, 1]) == 60
    assert faults(instance, [1, 2, 3])[0] == (
        "route 1: the delivery to client 2 comes after the pickup at client 1"
    )
    assert faults(instance, [2, 3], [1]) == ("route 2: only pickups (client 1), and no delivery",)


def test_unequal_routes_have_their_price() -> None:
    instance = replace(plain(), balance=Balance(2, "longest"))
    assert cost(instance, [1], [2, 3]) == 80 + 2 * 60
    assert cost(replace(instance, balance=Balance(2, "spread")), [1], [2, 3]) == 80 + 2 * 40


def test_an_empty_plan_of_optional_clients_is_one() -> None:
    assert cost(with_clients(plain(), prize=0)) == 0


def test_all_faults_are_told() -> None:
    instance = with_type(plain(), capacity=(1,), max_distance=30)
    found = faults(instance, [1, 2])
    assert len(found) == 3


def test_profiles_say_how_a_type_travels() -> None:
    slow = replace(plain(), profiles=(grid(4), grid(4, 20)))
    assert cost(with_type(slow, profile=1), [1, 2, 3]) == 120


def test_a_client_without_anything_is_just_passed() -> None:
    instance = replace(plain(), clients=(Client(), Client(), Client()))
    assert cost(instance, [3, 2, 1]) == 60
