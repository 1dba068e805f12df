"""Other solvers as contestants: one small adapter each, judged by our checker.

Every peer gets the same CPU seconds on one core as our own controllers. The packages are optional:
``pip install 'neurols[peers]'`` brings them, and they are imported in the worker that runs them.
"""

from neurols.benchmark.peers.runner import PEERS, PeerRunner, peer

__all__ = ["PEERS", "PeerRunner", "peer"]
