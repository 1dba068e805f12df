"""Adapters of other solvers of scheduling problems; ``benchmark.peers`` runs them."""
