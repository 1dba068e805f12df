"""The project's JSON format for rich routing, version 2: an object that mirrors ``RichRouting``.

Every field has the name that it has in ``instance``; one that has its default is left out, and
null stands for no limit. ``profiles`` is left out where distances are Euclidean: then
``coordinates`` and ``rounding`` say all.
"""

from __future__ import annotations

import math
from dataclasses import MISSING, Field, fields
from difflib import get_close_matches
from typing import Any

from neurols.errors import InputError

from .distances import between_points, check_rounding
from .instance import (
    Balance,
    Break,
    Client,
    Depot,
    Group,
    Profile,
    RichRouting,
    Shipment,
    VehicleType,
)

FORMAT = "neurols-routing"
VERSION = 2
_LISTS: dict[str, type[Any]] = {
    "depots": Depot,
    "clients": Client,
    "vehicle_types": VehicleType,
    "shipments": Shipment,
    "groups": Group,
}
_PLAIN = {
    "name": str,
    "decimals": int,
    "cost_decimals": int,
    "backhaul": bool,
    "objective": str,
    "rounding": str,
    "best_known": float,
}
_KEYS = (*_PLAIN, *_LISTS, "profiles", "coordinates", "balance", "vehicle_order")
# Fields for which null means no limit, where the default is another.
_ENDLESS = {"closes", "max_duration", "max_distance", "latest"}
_PAIRS = {"windows", "speeds"}
_SETS = {"skills", "allowed_vehicle_types"}
_TEXTS = {"name", "of"}
_WHOLE = {
    *("group", "priority", "pickup", "delivery", "number", "start_depot", "end_depot"),
    *("max_reloads", "profile", "clients", "amount", "capacity", "reload_depots"),
    *("initial_load", "allowed_vehicle_types"),
}


def to_json(instance: RichRouting) -> dict[str, Any]:
    """The instance as an object of the format; ``from_json`` gives it back."""
    made: dict[str, Any] = {"format": FORMAT, "version": VERSION, "name": instance.name}
    defaults = {field.name: field for field in fields(RichRouting)}
    for key in _PLAIN:
        value = getattr(instance, key)
        if key != "name" and value != _default(defaults[key]):
            made[key] = value
    for key in _LISTS:
        if values := getattr(instance, key):
            made[key] = [_object(value) for value in values]
    if instance.coordinates is not None:
        made["coordinates"] = instance.coordinates.tolist()
    if not _from_coordinates(instance):
        made["profiles"] = [_profile(profile) for profile in instance.profiles]
    else:
        made["rounding"] = instance.rounding
    if instance.balance != Balance():
        made["balance"] = _object(instance.balance)
    if instance.vehicle_order:
        made["vehicle_order"] = list(instance.vehicle_order)
    return made


def _from_coordinates(instance: RichRouting) -> bool:
    """Do the coordinates and the rounding give the distances?"""
    import numpy as np

    if instance.coordinates is None or len(instance.profiles) != 1:
        return False
    (profile,) = instance.profiles
    if profile.durations is not profile.distances or profile.speeds or profile.name:
        return False
    try:
        made, _ = between_points(instance.coordinates, instance.rounding)
    except InputError:
        return False
    return bool(np.array_equal(made, profile.distances))


def _default(field: Field[Any]) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else None


def _object(value: Any) -> dict[str, Any]:
    made = {}
    for field in fields(value):
        found = getattr(value, field.name)
        required = field.default is MISSING and field.default_factory is MISSING
        if required or found != _default(field):
            made[field.name] = _written(found)
    return made


def _written(value: Any) -> Any:
    if isinstance(value, float) and math.isinf(value):
        return None
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_written(each) for each in value]
    return _object(value) if isinstance(value, Break) else value


def _profile(profile: Profile) -> dict[str, Any]:
    made: dict[str, Any] = {"distances": profile.distances.tolist()}
    if profile.durations is not profile.distances:
        made["durations"] = profile.durations.tolist()
    if profile.speeds:
        made["speeds"] = [list(period) for period in profile.speeds]
    return made | ({"name": profile.name} if profile.name else {})


def from_json(data: Any) -> RichRouting:
    """An instance from the parsed object.

    Raises:
        InputError: a key is unknown or a value is of the wrong kind; names the item.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InputError("not a routing instance", remedy=f'its "format" must be "{FORMAT}"')
    if data.get("version") != VERSION:
        raise InputError(
            f"version {data.get('version')!r} of {FORMAT}", remedy=f"rich instances have {VERSION}"
        )
    given = {key: value for key, value in data.items() if key not in ("format", "version")}
    _known(given, _KEYS, "the instance")
    made: dict[str, Any] = {
        key: _plain(value, _PLAIN[key], key) for key, value in given.items() if key in _PLAIN
    }
    made.setdefault("name", "unnamed")
    for key, kind in _LISTS.items():
        items = _list(given.get(key, []), key)
        made[key] = tuple(_item(kind, item, f"{key}[{k}]") for k, item in enumerate(items))
    if "balance" in given:
        made["balance"] = _item(Balance, given["balance"], "balance")
    order = _list(given.get("vehicle_order", []), "vehicle_order")
    made["vehicle_order"] = tuple(_number(each, "vehicle_order", whole=True) for each in order)
    points = given.get("coordinates")
    made["coordinates"] = None if points is None else _matrix(points, "coordinates")
    if "profiles" in given:
        made["profiles"] = tuple(
            _read_profile(item, f"profiles[{k}]")
            for k, item in enumerate(_list(given["profiles"], "profiles"))
        )
    else:
        made["profiles"], decimals = _euclidean(made)
        made["decimals"] = max(decimals, made.get("decimals", 0))
    return RichRouting(**made)


def _euclidean(made: dict[str, Any]) -> tuple[tuple[Profile, ...], int]:
    points = made["coordinates"]
    if points is None:
        raise InputError("neither 'profiles' nor 'coordinates'", remedy="give one of the two")
    if "rounding" not in made:
        raise InputError("'rounding' is missing", remedy="say how coordinates make distances")
    if points.ndim != 2 or points.shape[1] != 2:
        raise InputError("'coordinates' are no pairs", remedy="give x and y of each location")
    matrix, decimals = between_points(points, check_rounding(made["rounding"]))
    return (Profile(matrix, matrix),), decimals


def _known(given: dict[str, Any], known: tuple[str, ...], where: str) -> None:
    for key in given:
        if key not in known:
            near = get_close_matches(key, known, 1)
            remedy = f"did you mean {near[0]!r}?" if near else f"use {', '.join(known)}"
            raise InputError(f"{where} has an unknown key {key[:40]!r}", remedy=remedy)


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise InputError(f"{where} is {str(value)[:40]!r}", remedy="give a list")
    return value


def _plain(value: Any, kind: type, where: str) -> Any:
    if value is None and where == "best_known":
        return None
    if kind is float:
        return _number(value, where)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        words = {str: "a text", int: "a whole number", bool: "true or false"}
        raise InputError(f"{where} is {str(value)[:40]!r}", remedy=f"give {words[kind]}")
    return value


def _number(value: Any, where: str, *, whole: bool = False) -> Any:
    kinds = (int,) if whole else (int, float)
    if not isinstance(value, kinds) or isinstance(value, bool):
        raise InputError(
            f"{where} is {str(value)[:40]!r}",
            remedy="give a whole number" if whole else "give a number",
        )
    return value


def _item(kind: type[Any], given: Any, where: str) -> Any:
    """One dataclass of the instance from its object."""
    if not isinstance(given, dict):
        raise InputError(f"{where} is {str(given)[:40]!r}", remedy="give an object")
    known = {field.name: field for field in fields(kind)}
    _known(given, tuple(known), where)
    for key, field in known.items():
        if field.default is MISSING and field.default_factory is MISSING and key not in given:
            raise InputError(f"{where} has no {key!r}", remedy="add it")
    made = {key: _value(kind, key, value, f"{where}.{key}") for key, value in given.items()}
    return kind(**made)


def _value(kind: type[Any], key: str, value: Any, where: str) -> Any:
    if key in _TEXTS:
        return _plain(value, str, where)
    if key == "required":
        return _plain(value, bool, where)
    if value is None:
        return math.inf if key in _ENDLESS else None
    if key == "breaks":
        items = _list(value, where)
        return tuple(_item(Break, item, f"{where}[{k}]") for k, item in enumerate(items))
    if key in _PAIRS:
        return tuple(_pair(pair, where) for pair in _list(value, where))
    if key == "shift":
        return _pair(value, where)
    if key in _SETS:
        texts = key == "skills"
        return frozenset(
            _plain(each, str, where) if texts else _number(each, where, whole=True)
            for each in _list(value, where)
        )
    if isinstance(value, list):
        return tuple(_number(each, where, whole=True) for each in value)
    wants_list = key in ("capacity", "amount", "initial_load", "reload_depots", "clients") or (
        kind is Client and key in ("pickup", "delivery")
    )
    if wants_list:
        raise InputError(f"{where} is {str(value)[:40]!r}", remedy="give a list")
    return _number(value, where, whole=key in _WHOLE)


def _pair(value: Any, where: str) -> tuple[Any, Any]:
    if not isinstance(value, list) or len(value) != 2:
        raise InputError(f"{where} holds {str(value)[:40]!r}", remedy="give pairs of numbers")
    first, second = value
    return _number(first, where), math.inf if second is None else _number(second, where)


def _matrix(value: Any, where: str) -> Any:
    import numpy as np

    rows = [_list(row, where) for row in _list(value, where)]
    if not rows or len({len(row) for row in rows}) != 1:
        raise InputError(f"the rows of {where} differ in length", remedy="give a full matrix")
    for row in rows:
        for number in row:
            _number(number, where)
    return np.array(rows)


def _read_profile(given: Any, where: str) -> Profile:
    if not isinstance(given, dict):
        raise InputError(f"{where} is {str(given)[:40]!r}", remedy="give an object")
    _known(given, ("distances", "durations", "speeds", "name"), where)
    if "distances" not in given:
        raise InputError(f"{where} has no 'distances'", remedy="add them")
    distances = _matrix(given["distances"], f"{where}.distances")
    durations = (
        _matrix(given["durations"], f"{where}.durations") if "durations" in given else distances
    )
    speeds = tuple(_pair(pair, f"{where}.speeds") for pair in _list(given.get("speeds", []), where))
    return Profile(distances, durations, speeds, _plain(given.get("name", ""), str, where))
