"""Former place of ``Menu``; see ``neurols.menu``."""

from neurols.menu import Menu as Menu
