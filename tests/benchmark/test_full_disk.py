"""A disk that fills up: one line, every record kept, none torn, and the benchmark goes on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import neurols
from neurols.benchmark import RecordStore, RunBudget, run

COMMAND = ("bench", "ft06", "--controllers", "vns", "--iterations", "20", "--seeds", "12")


@pytest.mark.skipif(os.name == "nt", reason="POSIX limits")
def test_bench_ends_with_one_line_and_goes_on_later(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    limited = (
        "import resource, signal, sys\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"  # a write then fails, as on a full disk
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "from neurols.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    options = [*COMMAND, "--workers", "1", "--output", str(folder)]
    done = subprocess.run(
        [sys.executable, "-c", limited, *options], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "records cannot be written" in line and "those in it are kept" in line
    kept = (folder / "records.jsonl").read_bytes()
    assert kept.endswith(b"\n") and 1 <= kept.count(b"\n") < 12

    again = subprocess.run(
        [sys.executable, "-m", "neurols", *options], capture_output=True, text=True, timeout=120
    )
    assert again.returncode == 0, again.stderr
    whole = (folder / "records.jsonl").read_bytes()
    assert whole.startswith(kept) and whole.count(b"\n") == 12


def test_half_a_line_is_taken_back(tmp_path: Path) -> None:
    run("ft06", ["vns"], RunBudget(iterations=5), output=tmp_path)
    path = tmp_path / "records.jsonl"
    before = path.read_bytes()
    with RecordStore(tmp_path) as store:
        record = next(iter(store.records.values()))
        stream = store._file._stream

        class Full:
            """Takes ten bytes, and then there is no room."""

            def __getattr__(self, name: str) -> object:
                return getattr(stream, name)

            def write(self, data: memoryview) -> int:
                if len(data) <= 10 or os.fstat(stream.fileno()).st_size > len(before):
                    raise OSError(28, "No space left on device")
                return stream.write(data[:10])

        store._file._stream = Full()  # type: ignore[assignment]
        with pytest.raises(neurols.InputError, match="no space left on device"):
            store.append({**record, "seed": 2})
        assert len(store.records) == 1
    assert path.read_bytes() == before
