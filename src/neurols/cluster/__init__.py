"""The executor: independent jobs carried out here, on threads, in processes of this machine, or
on Ray.

Who has many independent pieces of work (a benchmark, a batch of instances, a tuning run) gives
them to an ``Executor`` and takes the outcomes as they come. What is done and how it is stored is
not this package's business; it knows neither searches nor problems.
"""

from neurols.cluster.executor import Executor, Job, Outcome, WorkerLost, executor_for

__all__ = ["Executor", "Job", "Outcome", "WorkerLost", "executor_for"]
