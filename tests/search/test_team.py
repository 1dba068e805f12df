"""How many searches and threads: bounded, whatever is asked for."""

from __future__ import annotations

import pytest

import neurols
from neurols.errors import InputError


@pytest.mark.parametrize("asked", [{"searches": 10**9}, {"threads": 100_000}, {"threads": 10**400}])
def test_more_searches_or_threads_than_any_machine_has_are_refused(asked: dict[str, int]) -> None:
    with pytest.raises(InputError, match=r"the number of (searches|threads) is .*; give 1 to "):
        neurols.solve("ft06", iterations=1, **asked)


def test_making_many_workspaces_counts_as_search_time() -> None:
    """Without it, 10,000 workspaces of 2,000 operations take far longer than the limit."""
    result = neurols.solve("ta80", time_limit=1, searches=10_000, threads=1, seed=1)
    assert result.seconds < 30


@pytest.mark.parametrize("limit", ["iterations", "stagnation"])
@pytest.mark.parametrize("value", [10**30, float("inf"), float("nan"), -1, 2.5])
def test_counts_that_are_none_are_refused(limit: str, value: float) -> None:
    with pytest.raises(InputError, match="give a whole number from 0 to 1,000,000,000,000,000,000"):
        neurols.solve("ft06", **{limit: value})  # type: ignore[arg-type]
