"""The search: controllers by name, ``solve`` and its result."""
