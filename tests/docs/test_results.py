"""The pages of results are what their raw records say, to the bit."""

from __future__ import annotations

import re
from pathlib import Path

import matplotlib
import pytest

from neurols.cli.run import run

ROOT = Path(__file__).resolve().parents[2]
STORED = ROOT / "docs" / "results"


def drawn_by(picture: bytes) -> str | None:
    found = re.search(rb"neurols, Matplotlib ([\w.+]+)", picture)
    return None if found is None else found[1].decode()


def test_pages_are_made_again_bit_for_bit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    readme = tmp_path / "README.md"
    readme.write_bytes((ROOT / "README.md").read_bytes())
    monkeypatch.chdir(tmp_path)  # so that links in the README come out as in the repository
    records = str(ROOT / "benchmarks" / "records")
    command = ["report", records, "--digest", "--output", "docs/results", "--into", "README.md"]
    assert run(command) == 0
    made = tmp_path / "docs" / "results"
    names = {path.relative_to(made) for path in made.rglob("*") if path.is_file()}
    stored = {path.relative_to(STORED) for path in STORED.rglob("*") if path.is_file()}
    assert names == stored, "run 'make results'"
    for name in sorted(names):
        one, other = (made / name).read_bytes(), (STORED / name).read_bytes()
        # Lines of another Matplotlib may lie elsewhere by a hair; figures and texts may not.
        if name.suffix == ".svg" and drawn_by(other) != matplotlib.__version__:
            continue
        assert one == other, f"{name}: run 'make results'"
    assert readme.read_bytes() == (ROOT / "README.md").read_bytes(), "run 'make results'"
