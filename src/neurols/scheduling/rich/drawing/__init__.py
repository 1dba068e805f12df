"""Pictures of rich schedules: Gantt charts with setups, breaks and lateness, use of machines, and
why jobs are late."""

from neurols.scheduling.rich.drawing.paper import figure
from neurols.scheduling.rich.drawing.web import further, interactive, listing

__all__ = ["figure", "further", "interactive", "listing"]
