"""Adapters of other solvers of routing problems; ``benchmark.peers`` runs them."""
