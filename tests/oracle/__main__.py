"""Judge many random instances: ``python -m tests.oracle --count 20000 --first 0``.

Ends with exit code 1 where an answer is wrong, and prints what was refused in which words.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.oracle.judge import DRAWN, KINDS, Verdict, run

_CHUNK = 50


def main() -> int:
    """Read the arguments, judge, and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle", description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=tuple(DRAWN))
    given = parser.parse_args()
    chunks = [
        range(first, min(first + _CHUNK, given.first + given.count))
        for first in range(given.first, given.first + given.count, _CHUNK)
    ]
    began = time.monotonic()
    verdicts: list[Verdict] = []
    with ProcessPoolExecutor(given.workers) as pool:
        for done in pool.map(partial(run, kinds=given.kinds), chunks):
            verdicts += done
            for verdict in done:
                if verdict.outcome == "wrong":
                    print(f"WRONG {verdict}", flush=True)
    _tell(verdicts, time.monotonic() - began)
    return int(any(verdict.outcome == "wrong" for verdict in verdicts))


def _tell(verdicts: list[Verdict], seconds: float) -> None:
    outcomes = Counter(verdict.outcome for verdict in verdicts)
    print(f"{len(verdicts)} instances in {seconds:.0f} s: " + str(dict(outcomes)))
    by_controller = Counter(re.split("[:=]", verdict.controller)[0] for verdict in verdicts)
    print(
        "solved by " + ", ".join(f"{name} {count}" for name, count in by_controller.most_common())
    )
    refusals = Counter(
        re.sub(r"[\d.]+", "N", re.sub(r"^\S+: ", "", verdict.words))[:100]
        for verdict in verdicts
        if verdict.outcome in ("refused", "remedied")
    )
    for words, count in refusals.most_common(25):
        print(f"refused {count}: {words}")


if __name__ == "__main__":
    sys.exit(main())
