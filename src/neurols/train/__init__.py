"""Environments of learned control and the training of policies.

Graph policies need PyTorch and ``gym`` needs Gymnasium: `pip install neurols[train]`. Native rules
and linear policies need neither. Nothing is imported here, so that settings and help can be shown
without them.
"""
