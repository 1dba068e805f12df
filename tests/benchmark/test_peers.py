"""Peers in benchmarks: beside controllers; a missing, unknown or unfit one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import neurols
from neurols.benchmark import Case, run
from neurols.benchmark.peers import peer
from neurols.registry import peers
from neurols.routing.generate import uchoa

from .peer_run import BUDGET

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "benchmark.md"


def test_the_page_on_benchmarks_names_every_peer() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in peers() if f"`{name}`" not in text] == []


def test_peers_run_beside_controllers_and_resume(tmp_path: Path) -> None:
    pytest.importorskip("ortools")
    contestants = ["tabu", peer("cp-sat")]
    first = run("ft06", contestants, BUDGET, output=tmp_path)
    assert [record["controller"] for record in first.records] == ["tabu", "cp-sat"]
    before = (tmp_path / "records.jsonl").read_bytes()
    run("ft06", contestants, BUDGET, output=tmp_path)
    assert (tmp_path / "records.jsonl").read_bytes() == before


@pytest.mark.parametrize("name", peers())
def test_missing_package_is_one_line_that_says_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("neurols.benchmark.peers.runner.find_spec", lambda _: None)
    instance = neurols.load("ft06") if name in ("cp-sat", "pyjobshop") else uchoa(5, 1)
    case = Case(instance, "g")  # type: ignore[arg-type]
    with pytest.raises(neurols.InputError, match=r"pip install 'neurols\[peers\]'"):
        run([case], [peer(name)], BUDGET)


def test_peer_of_another_problem_is_refused_before_the_first_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("neurols.benchmark.peers.runner.find_spec", lambda _: object())
    with pytest.raises(neurols.InputError, match=r"'pyvrp' does not solve 'ft06' .*cvrp, tsp"):
        run("ft06", [peer("pyvrp")], BUDGET)


@pytest.mark.parametrize(
    ("spec", "word"),
    [("magic", "unknown peer"), ("pyvrp:first=savings", "it has none"),
     ("ortools-gls:magic=1", "options are first"), ("ortools-ts:first=magic", "use savings"),
     ("hgs:fast", "no argument")],
)  # fmt: skip
def test_wrong_specification_is_told(spec: str, word: str) -> None:
    with pytest.raises(neurols.InputError, match=word):
        peer(spec)
