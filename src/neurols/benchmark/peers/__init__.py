"""Other solvers as contestants: how an adapter is asked, run and judged by the checker.

The adapters stand in the folders of their problems. Every peer gets the same CPU seconds on one
core as a controller. The packages are optional: ``pip install 'neurols[peers]'`` brings them, and
they are imported in the worker that runs them.
"""

from neurols.benchmark.peers.runner import PeerRunner, peer

__all__ = ["PeerRunner", "peer"]
