"""What the README shows works as shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_python_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(found.group(1), names)
    assert (tmp_path / "ta01.html").stat().st_size > 100_000
    assert names["result"].iterations == 1000  # type: ignore[attr-defined]


def test_every_folder_of_the_map_exists() -> None:
    text = README.read_text(encoding="utf-8")
    folders = re.findall(r"^\| ((?:`[\w/]+/`(?:, )?)+) \|", text, re.MULTILINE)
    assert len(folders) > 10
    for cell in folders:
        for folder in re.findall(r"`([\w/]+/)`", cell):
            assert (README.parent / folder).is_dir(), folder
