"""Names of the menu."""

from __future__ import annotations

import pytest

from neurols.errors import InputError
from neurols.menu import Menu

MENU = Menu(("cet", "cei"), ("swaps", "ruin"))


def test_a_perturbation_may_bring_its_strength() -> None:
    assert MENU.action("ruin@20").strength == 20
    assert MENU.action("ruin", 7).strength == 7
    assert MENU.action("cei") == MENU.actions(["cei"])[0]


@pytest.mark.parametrize("name", ["cei@3", "ruin@", "ruin@x", "ruin@-1", "nothing@3", "nothing"])
def test_what_is_not_on_the_menu_is_told(name: str) -> None:
    with pytest.raises(InputError):
        MENU.action(name)
