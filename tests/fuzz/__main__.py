"""Coverage-guided fuzzing of all targets: ``python -m tests.fuzz --seconds 60``.

Each target runs in processes of its own, two at a time, from the seeds in ``seeds/TARGET`` and
what earlier runs found (``build/fuzz/corpus``). An input that fails is kept in
``build/fuzz/findings``; ``python -m tests.fuzz --replay TARGET FILE`` runs it again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SEEDS = Path(__file__).parent / "seeds"
BUILD = Path("build/fuzz")
_LONGEST_INPUT = 6144
_SECONDS_A_RUN = 20  # an input that takes longer hangs
_MEGABYTES = 4096


def fuzz_here(target: str, seconds: int) -> None:
    """Fuzz one target in this process, which libFuzzer ends."""
    import atheris

    with atheris.instrument_imports(include=["neurols"]):
        from tests.fuzz.targets import judge

    corpus, findings = BUILD / "corpus" / target, BUILD / "findings" / target
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(parents=True, exist_ok=True)
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={_LONGEST_INPUT}",
        f"-timeout={_SECONDS_A_RUN}",
        f"-rss_limit_mb={_MEGABYTES}",
        f"-artifact_prefix={findings}/",
        "-print_final_stats=1",
        "-verbosity=0",
    ]
    atheris.Setup(
        [sys.argv[0], *options, str(corpus), str(SEEDS / target)], lambda data: judge(target, data)
    )
    atheris.Fuzz()


def fuzz(target: str, seconds: int) -> tuple[str, int, str]:
    """Fuzz one target in a process of its own; its name, exit code and output."""
    command = [sys.executable, "-W", "error", "-m", "tests.fuzz"]
    done = subprocess.run(
        [*command, "--only", target, "--seconds", str(seconds)],
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    return target, done.returncode, done.stdout + done.stderr


def fuzz_all(seconds: int) -> int:
    """Share ``seconds`` of wall time among all targets; the number of targets that failed."""
    from tests.fuzz.targets import TARGETS

    at_once = 2
    share = max(2, seconds * at_once // len(TARGETS))
    failed = 0
    with ThreadPoolExecutor(at_once) as pool:
        for target, code, output in pool.map(lambda name: fuzz(name, share), TARGETS):
            executed = [
                line.split()[-1] for line in output.splitlines() if "executed_units" in line
            ]
            print(f"{target}: {executed[0] if executed else '?'} inputs, exit code {code}")
            if code != 0:
                failed += 1
                print(output[-6000:])
    passed = len(TARGETS) - failed
    print(f"{passed} passed, {failed} failed")
    return failed


def main() -> int:
    """Read the arguments and fuzz."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="wall time of all targets together")
    parser.add_argument("--only", metavar="TARGET", help="fuzz this target in this process")
    parser.add_argument("--replay", nargs=2, metavar=("TARGET", "FILE"))
    given = parser.parse_args()
    if given.replay:
        from tests.fuzz.targets import TARGETS

        target, file = given.replay
        TARGETS[target](Path(file).read_bytes())
        return 0
    if given.only:
        fuzz_here(given.only, given.seconds)
        return 0
    return 1 if fuzz_all(given.seconds) else 0


if __name__ == "__main__":
    sys.exit(main())
