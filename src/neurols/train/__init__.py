"""Training of policies. Needs PyTorch: `pip install neurols[train]`.

Nothing is imported here, so that settings and help can be shown without it.
"""
