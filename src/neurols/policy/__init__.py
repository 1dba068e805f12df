"""Learned policies: what they see, their network, their files, and running them.

`spec` and `onnx.OnnxPolicy` need no PyTorch; `network` and `checkpoint` do, for training. Nothing
is imported here: native rules need none of it.
"""
