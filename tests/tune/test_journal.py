"""A study's journal after a run that was killed: read up to where it was torn, never locked."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import neurols
from neurols.tune import Protocol, Tuned, tune

pytest.importorskip("optuna")

PROTOCOL: dict[str, Any] = {
    "problem": "jobshop", "controller": "ils:preset=paper", "sizes": ("6x5",), "instances": 4,
    "iterations": 20,
}  # fmt: skip


def study(path: Path, trials: int) -> tuple[Tuned, list[str]]:
    notes: list[str] = []
    return tune(Protocol(**PROTOCOL), trials=trials, study=path, on_note=notes.append), notes


@pytest.mark.parametrize("cut", [1, 2, 15, 60])
def test_a_torn_last_line_is_left_out_and_the_study_goes_on(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "study.journal"
    assert study(path, 3)[1] == []
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    found, notes = study(path, 5)
    assert found.trials == 5
    assert len(notes) == (cut > 1)  # without its line feed alone, the line is whole
    assert all("the last line was torn" in note for note in notes)
    kept = whole if cut == 1 else whole[: whole[:-1].rfind(b"\n") + 1]
    assert path.read_bytes().startswith(kept)
    assert study(path, 5)[1] == []


def test_a_journal_torn_in_its_first_line_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "study.journal"
    study(path, 1)
    path.write_bytes(path.read_bytes()[:30])
    assert study(path, 2)[0].trials == 2


def test_garbage_at_the_end_is_cut_off_even_with_a_line_feed(tmp_path: Path) -> None:
    path = tmp_path / "study.journal"
    study(path, 2)
    with path.open("ab") as stream:
        stream.write(bytes(64) + b"\n")
    found, notes = study(path, 3)
    assert (found.trials, len(notes)) == (3, 1)


@pytest.mark.parametrize("text", ["my notes", "my notes\n" * 9, '{"a": 1}\n{"b": 2}\n{"c'])
def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    path = tmp_path / "study.log"
    path.write_text(text)
    with pytest.raises(neurols.InputError, match="no study can be opened"):
        study(path, 1)
    assert path.read_text() == text


def test_a_lock_that_was_left_over_costs_no_time(tmp_path: Path) -> None:
    path = tmp_path / "study.journal"
    study(path, 1)
    lock = Path(f"{path}.lock")
    lock.symlink_to(path)
    os.utime(lock, (time.time() - 60,) * 2, follow_symlinks=False)
    begin = time.monotonic()
    found, notes = study(path, 2)
    assert time.monotonic() - begin < 15  # Optuna itself waits for 30 seconds
    assert found.trials == 2
    assert notes == [f"{lock}: left over by a run that was killed; removed"]
    assert not lock.exists()


def test_a_run_killed_while_it_holds_the_lock_leaves_none(tmp_path: Path) -> None:
    path = tmp_path / "study.journal"
    study(path, 1)
    holder = subprocess.Popen(
        [
            *(sys.executable, "-c"),
            "import sys, time\nfrom pathlib import Path\n"
            "from neurols.tune.journal import _KernelLock\n"
            "_KernelLock(Path(sys.argv[1])).acquire()\nprint('held', flush=True)\ntime.sleep(60)\n",
            str(path),
        ],
        stdout=subprocess.PIPE,
    )
    assert holder.stdout is not None and holder.stdout.readline() == b"held\n"
    holder.kill()
    holder.wait()
    holder.stdout.close()
    assert study(path, 2)[0].trials == 2


def test_a_full_disk_is_told_and_the_study_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "study.journal"
    with monkeypatch.context() as patch:
        real, count = os.fsync, 0

        def full(descriptor: int) -> None:
            nonlocal count
            count += 1
            if count > 12:
                raise OSError(28, "No space left on device")
            real(descriptor)

        patch.setattr(os, "fsync", full)
        with pytest.raises(neurols.InputError, match=r"the study cannot be written: .*No space"):
            study(path, 3)
    assert study(path, 3)[0].trials == 3
