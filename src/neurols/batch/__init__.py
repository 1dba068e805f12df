"""Many instances, one after the other or side by side: what is to be solved, how, and what came
of it. ``neurols batch`` and ``neurols.solve_many`` stand on this package; it leaves the
distribution of the work to ``neurols.cluster``.
"""

from neurols.batch.item import Item
from neurols.batch.many import solve_many
from neurols.batch.run import Summary, batch
from neurols.batch.task import Solved

__all__ = ["Item", "Solved", "Summary", "batch", "solve_many"]
