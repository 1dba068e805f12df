"""The JSON format, version 2: written and read back it is the same instance."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from neurols.errors import InputError
from neurols.routing.rich.instance import RichRouting
from neurols.routing.rich.json_form import from_json, to_json
from tests.routing.rich.mixes import everything, same


def test_what_is_written_is_read_back() -> None:
    instance = everything()
    again = from_json(json.loads(json.dumps(to_json(instance))))
    assert same(instance, again)
    names = {field.name for field in fields(RichRouting)}
    assert {"balance", "shipments", "groups", "vehicle_order"} <= names


def test_euclidean_distances_are_left_out() -> None:
    points = [[0, 0], [3, 4], [6, 8]]
    form: dict[str, Any] = {
        "format": "neurols-routing",
        "version": 2,
        "coordinates": points,
        "rounding": "exact",
        "depots": [{}],
        "clients": [{"delivery": [1]}, {"delivery": [2]}],
        "vehicle_types": [{"capacity": [3]}],
    }
    instance = from_json(form)
    assert np.array_equal(instance.profiles[0].distances, [[0, 5, 10], [5, 0, 5], [10, 5, 0]])
    assert instance.decimals == 3
    assert "profiles" not in to_json(instance)


def test_mistakes_are_named() -> None:
    form = to_json(everything())

    def error(**changes: Any) -> str:
        with pytest.raises(InputError) as caught:
            from_json({**json.loads(json.dumps(form)), **changes})
        return str(caught.value)

    assert "did you mean 'clients'" in error(client=[])
    assert "version 3" in error(version=3)
    assert "clients[0] has an unknown key 'windos'" in error(clients=[{"windos": []}])
    assert "did you mean 'windows'" in error(clients=[{"windos": []}])
    assert "shipments[0] has no 'delivery'" in error(shipments=[{"pickup": 0}])
    assert "clients[0].windows holds" in error(clients=[{"windows": [3]}])
    assert "vehicle_types[0].capacity is '3'" in error(vehicle_types=[{"capacity": 3}])
    assert "clients[0].delivery is '3'" in error(clients=[{"delivery": "3"}])
    assert "decimals is 'True'" in error(decimals=True)
    assert "profiles[0] has no 'distances'" in error(profiles=[{}])
    del form["profiles"], form["coordinates"]
    assert "neither 'profiles' nor 'coordinates'" in error()
