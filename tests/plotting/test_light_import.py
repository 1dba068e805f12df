"""Importing the plotting package draws in no drawing library."""

from __future__ import annotations

import subprocess
import sys


def test_drawing_libraries_are_loaded_when_something_is_drawn() -> None:
    code = (
        "import sys, neurols.plotting;"
        "print([m for m in ('matplotlib', 'plotly', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
