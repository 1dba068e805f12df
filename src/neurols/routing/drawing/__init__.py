"""Pictures of routes: maps with the list of stops; bars where there are no coordinates."""

from neurols.routing.drawing.paper import figure
from neurols.routing.drawing.web import interactive, listing

__all__ = ["figure", "interactive", "listing"]
