"""The suite of large shops: generated, and so the same for everybody."""

from __future__ import annotations

from hashlib import sha256

from neurols.scheduling import load, standard_text, suite
from neurols.scheduling.large_suite import NAMES


def test_twenty_shops_of_thousands_of_operations() -> None:
    assert suite("large-shops") == list(NAMES)
    assert len(NAMES) == 20
    for name in NAMES:
        assert name.endswith(f"-{load(name).size}")
        assert load(name).operations > 1_700


def test_shops_never_change() -> None:
    text = "".join(f"{name} {standard_text(load(name))}" for name in NAMES)
    assert sha256(text.encode()).hexdigest()[:16] == "960cddcf12d8e404"
