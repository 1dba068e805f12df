"""Pictures of rich routing: a map with depots and vehicle types, the time of every route, the table
of stops; what breaks a rule is red."""

from neurols.routing.rich.drawing.paper import checked, figure
from neurols.routing.rich.drawing.web import checked as checked_web
from neurols.routing.rich.drawing.web import further, interactive, listing

__all__ = ["checked", "checked_web", "figure", "further", "interactive", "listing"]
