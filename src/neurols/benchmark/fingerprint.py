"""The fingerprint of an instance: a digest of its data, whatever its name.

Records carry it, so that the results of one instance are never taken for those of another one of
the same name. What is only known about an instance (name, best known cost, lower bound) does not
count: a better bound does not make it another instance.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

_ABOUT = frozenset({"name", "best_known", "known_lower_bound"})
_DIGITS = 16


def fingerprint(instance: Any) -> str:
    """Digest of an instance's data.

    An instance of a user's own problem may bring its own as ``fingerprint``, a text or a method;
    one that has none and whose fields are not plain data is told by its name.
    """
    own = getattr(instance, "fingerprint", None)
    if own is not None:
        return str(own() if callable(own) else own)
    digest = hashlib.sha256()
    try:
        for part in _instance_parts(instance):
            digest.update(part)
    except TypeError:
        return f"name:{instance.name}"
    return digest.hexdigest()[:_DIGITS]


def _instance_parts(instance: Any) -> Iterator[bytes]:
    """The problem, then every field that has a value, in the order of their names.

    Fields without a value are left out, so that a field added later changes no fingerprint.
    """
    if not is_dataclass(instance):
        raise TypeError
    yield from _parts(getattr(instance, "problem", ""))
    for name in sorted(field.name for field in fields(instance)):
        value = getattr(instance, name)
        if name in _ABOUT or name.startswith("_") or value is None:
            continue
        yield name.encode() + b"="
        yield from _parts(value)


def _parts(value: Any) -> Iterator[bytes]:
    """A value as bytes that no other value has."""
    if isinstance(value, Enum):
        yield from _parts(value.value)
    elif value is None or isinstance(value, bool | int | float | str):
        yield f"{value!r};".encode("utf-8", "surrogatepass")
    elif isinstance(value, tuple | list):
        yield f"[{len(value)}:".encode()
        for item in value:
            yield from _parts(item)
    elif isinstance(value, dict):
        yield from _parts(sorted(value.items()))
    elif hasattr(value, "tobytes") and hasattr(value, "dtype") and not value.dtype.hasobject:
        yield f"{value.dtype.str}{value.shape}:".encode()
        yield value.tobytes()
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _instance_parts(value)
    else:
        raise TypeError
