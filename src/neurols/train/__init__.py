"""Environments of learned control and the training of policies.

Training needs PyTorch and ``gym`` needs Gymnasium: `pip install neurols[train]`. The environment
itself and the measuring of head-room need neither. Nothing is imported here, so that settings and
help can be shown without them.
"""
