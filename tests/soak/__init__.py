"""Memory over many solves in one process (``python -m tests.soak``)."""
