"""What the command line writes, apart from any command."""

from __future__ import annotations

import json

import pytest

from neurols.cli.console import say_facts, say_json


def test_infinities_are_null_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"gap_percent": float("inf"), "cost": 1})
    say_json([{"gap_percent": float("nan")}])
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line) for line in lines] == [
        {"gap_percent": None, "cost": 1},
        [{"gap_percent": None}],
    ]


def test_facts_are_aligned(capsys: pytest.CaptureFixture[str]) -> None:
    say_facts([("a", "1"), ("longer", "2")])
    assert capsys.readouterr().out == "a       1\nlonger  2\n"
