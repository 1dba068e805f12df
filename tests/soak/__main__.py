"""Solve many random instances in one process and watch its memory: ``python -m tests.soak``.

The instances are those of ``tests.oracle``: both problems, all controllers, files read and written.
Ends with exit code 1 where an answer is wrong, or where the memory grows after the first tenth.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.oracle.judge import judge

_SHARES = (0.1, 0.5, 1.0)  # of the solves, after which the memory is read
_GROWTH = 0.03  # allowed of what is held from the first reading to the last, relative
_SLACK = 4.0  # and in megabytes


def main(arguments: Sequence[str] | None = None) -> int:
    """Read the arguments, solve, and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    count = parser.parse_args(arguments).count
    readings = {0: held_megabytes()}
    print(f"at the start: {readings[0]:.1f} MB held", flush=True)
    marks = {max(1, round(share * count)) for share in _SHARES}
    wrong, began = 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="neurols-soak-") as folder:
        for done in range(1, count + 1):
            verdict = judge(done, Path(folder))
            if verdict.outcome == "wrong":
                wrong += 1
                print(f"WRONG {verdict}", flush=True)
            if done in marks:
                readings[done] = held_megabytes()
                told = f"{readings[done]:.1f} MB held, {resident_megabytes():.1f} MB resident"
                print(f"after {done:,}: {told}, {time.monotonic() - began:.0f} s", flush=True)
    grows = has_grown(readings)
    print(f"{wrong} wrong answers; the memory {'grows' if grows else 'is flat'}")
    return int(wrong > 0 or grows)


class _Heap(ctypes.Structure):
    """What the C library tells of its allocator."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    ]


def held_megabytes() -> float:
    """Memory that somebody holds: what is merely free inside the allocator does not count."""
    gc.collect()
    library = ctypes.CDLL("libc.so.6")
    library.mallinfo2.restype = _Heap
    heap = library.mallinfo2()
    return float(heap.uordblks + heap.hblkhd) / 2**20


def resident_megabytes() -> float:
    """Memory of this process, the free pages of the allocator given back."""
    ctypes.CDLL("libc.so.6").malloc_trim(0)
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("/proc/self/status does not tell VmRSS")


def has_grown(readings: Mapping[int, float]) -> bool:
    """Is the last reading above the first one after the start by more than chance?"""
    _, first, *later = [readings[done] for done in sorted(readings)]
    return bool(later) and later[-1] > first * (1 + _GROWTH) + _SLACK


if __name__ == "__main__":
    sys.exit(main())
