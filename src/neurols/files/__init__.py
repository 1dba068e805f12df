"""What readers of every kind of file share: bytes, strict JSON, telling formats apart, names."""
