from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from neurols.files.json_lines import line_of

TEXT = """{
  "a, [\\"": [1,
    [2,
     3]],
  "b": {"c": 4,
    "d": []}
}"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ([], 1),
        (['a, ["'], 2),
        (['a, ["', 0], 2),
        (['a, ["', 1], 3),
        (['a, ["', 1, 0], 3),
        (['a, ["', 1, 1], 4),
        (["b"], 5),
        (["b", "c"], 5),
        (["b", "d"], 6),
        (["b", "d", 0], 6),
        (["none"], 1),
    ],
)
def test_values_are_found_at_their_lines(path: list[str | int], line: int) -> None:
    assert line_of(TEXT, path) == line


values = st.recursive(
    st.none() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@settings(deadline=None)  # a busy machine is no fault
@given(values, values)
def test_the_second_of_two_values_begins_after_the_lines_of_the_first(a: Any, b: Any) -> None:
    first = json.dumps(a, indent=1)
    text = f"[\n{first},\n{json.dumps(b, indent=1)}\n]"
    assert line_of(text, [0]) == 2
    assert line_of(text, [1]) == 3 + first.count("\n")
