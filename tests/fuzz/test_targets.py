"""Every seed, and damaged copies of it, are read or refused in the product's own words."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS, judge

SEEDS = sorted(path for path in (Path(__file__).parent / "seeds").glob("*/*") if path.is_file())
_COPIES = 30
_WORDS = (b"", b"-1", b"0", b"1e400", b"nan", b"9" * 5000, b"\0", b"\xff", b'"', b"{", b"[" * 2000)


def _damaged(data: bytes, rng: random.Random) -> bytes:
    """A copy with a piece cut out, doubled, or replaced by something hostile."""
    start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    end = min(end, start + rng.choice((1, 4, 40)))
    piece = rng.choice((data[start:end] * 2, *_WORDS))
    return data[:start] + piece + data[end:]


def test_every_target_has_seeds() -> None:
    assert {path.parent.name for path in SEEDS} == set(TARGETS)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_damaged_inputs_are_refused_in_the_products_own_words(seed: Path) -> None:
    rng = random.Random(f"{seed.parent.name}/{seed.name}")
    data = seed.read_bytes()
    judge(seed.parent.name, data)
    for _ in range(_COPIES):
        data_now = _damaged(data, rng)
        if rng.random() < 0.5:
            data_now = _damaged(data_now, rng)
        judge(seed.parent.name, data_now)
