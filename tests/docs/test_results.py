"""The pages of results are what their raw records say, to the bit."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib
import pytest

from benchmarks.digest.__main__ import main

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "docs" / "results"


def drawn_by(picture: bytes) -> str | None:
    found = re.search(rb"neurols, Matplotlib ([\w.+]+)", picture)
    return None if found is None else found[1].decode()


def test_pages_are_made_again_bit_for_bit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    filled = ("README.md", "docs/learning.md")
    (tmp_path / "docs").mkdir()
    for name in filled:
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.chdir(tmp_path)  # so that links in the README come out as in the repository
    records = str(ROOT / "benchmarks" / "records")
    into = [word for name in filled for word in ("--into", name)]
    assert main([records, "--output", "docs/results", *into]) == 0
    made = tmp_path / "docs" / "results"
    names = {path.relative_to(made) for path in made.rglob("*") if path.is_file()}
    stored = {path.relative_to(STORED) for path in STORED.rglob("*") if path.is_file()}
    assert names == stored, "run 'make results'"
    for page in sorted(names):
        one, other = (made / page).read_bytes(), (STORED / page).read_bytes()
        # Lines of another Matplotlib may lie elsewhere by a hair; figures and texts may not.
        if page.suffix == ".svg" and drawn_by(other) != matplotlib.__version__:
            continue
        assert one == other, f"{page}: run 'make results'"
    for name in filled:
        assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes(), "run 'make results'"
