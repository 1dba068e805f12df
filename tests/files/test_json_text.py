"""JSON is read strictly, in instances and in solutions of every problem."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from neurols import scheduling
from neurols.errors import InputError
from neurols.files.json_text import parse_json
from neurols.routing import read as read_routing
from neurols.routing.write import read_solution as read_routes

READERS: list[Callable[[Path], Any]] = [
    scheduling.read,
    scheduling.read_solution,
    read_routing,
    read_routes,
]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ('{"a": 1,\n"a": 1}', 2, "the key 'a' is given twice"),
        ('{"b": {"c": 1, "c": 2},\n"a": 1}', 1, "the key 'c' is given twice"),
        ('{"b": [1, {"c": 1,\n"d": "c",\n"\\u0063": 2}]}', 3, "the key 'c' is given twice"),
        ('{"a":\n1' + "0" * 400 + "}", 2, "a number of 401 digits"),
        ('{"a":\n-' + "9" * 5000 + "}", 2, "a number of 5001 digits"),
        ('{"a": 1,\n"b": NaN}', 2, "NaN is not a number"),
        ('{"a": 1,\n"b": -Infinity}', 2, "-Infinity is not a number"),
        ('{"a": ' + "[" * 100_000, 1, "nested too deeply"),
        ('{"a": 1\n', 2, "not valid JSON"),
        ('{"a": 1, "a": 2, "b": }', 1, "not valid JSON"),
    ],
)
def test_what_is_not_strict_json_is_refused_at_its_line(
    tmp_path: Path, reader: Callable[[Path], Any], text: str, line: int, message: str
) -> None:
    path = tmp_path / "file.json"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        reader(path)
    assert message in str(caught.value)
    assert (caught.value.file, caught.value.line) == (str(path), line)
    assert str(caught.value).isprintable()


def test_equal_keys_of_different_objects_are_read() -> None:
    text = '{"a": {"x": 1}, "b": {"x": [{"x": 2}, {"x": 3}]}, "x": "a"}'
    assert parse_json(text, "a.json") == json.loads(text)


def test_a_second_list_of_demands_does_not_win_in_silence(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        '{"format": "neurols-routing", "version": 1, "metric": "EUC_2D", "capacity": 10,\n'
        '"demands": [0, 5], "coordinates": [[0, 0], [3, 4]],\n"demands": [0, 9]}'
    )
    with pytest.raises(InputError, match="'demands' is given twice") as caught:
        read_routing(path)
    assert caught.value.line == 3
