"""Pictures of job-shop schedules: Gantt charts with the critical path, and the order of work."""

from neurols.scheduling.drawing.paper import figure
from neurols.scheduling.drawing.web import interactive, listing

__all__ = ["figure", "interactive", "listing"]
