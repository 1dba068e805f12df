"""Fuzzing of every reader: targets, their seeds, and the runner (``python -m tests.fuzz``)."""
