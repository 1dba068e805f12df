"""What the README shows works as shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).resolve().parents[2] / "README.md"


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pandas")
    found = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found.group(1), names)
    assert names["result"].cost == 10
    assert "order 18" in capsys.readouterr().out


def test_it_is_short() -> None:
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 120


def test_every_folder_of_the_map_exists() -> None:
    text = README.read_text(encoding="utf-8")
    folders = re.findall(r"^\| ((?:`[\w/]+/`(?:, )?)+) \|", text, re.MULTILINE)
    assert len(folders) >= 10
    for cell in folders:
        for folder in re.findall(r"`([\w/]+/)`", cell):
            assert (README.parent / folder).is_dir(), folder
