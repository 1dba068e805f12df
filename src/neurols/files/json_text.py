"""JSON texts, strictly: no key twice, no NaN, no number or nesting beyond reason."""

from __future__ import annotations

import json
import re
from os import PathLike
from typing import Any, NoReturn

from neurols.errors import InputError
from neurols.files.json_lines import repeated_key

_DIGITS = 400  # more of them are no number that anything here could mean
_LONG_NUMBER = re.compile(r"[0-9]{401}")


class _Refused(ValueError):
    """Something that ``json`` takes and we do not; found again with its line afterwards."""


def parse_json(text: str, file: str | PathLike[str]) -> Any:
    """The value that a text holds.

    Raises:
        InputError: the text is no JSON, or not of the strict kind; names the line.
    """
    if not text.strip():
        raise InputError("the file is empty", file=file, line=1, remedy="give a JSON object")
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_int=_integer,
        )
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}"
            f" (column {error.colno})",
            file=file,
            line=error.lineno,
            remedy="correct the JSON",
        ) from None
    except _Refused as error:
        raise InputError(
            f"this JSON cannot be read: {error}",
            file=file,
            line=_line(text),
            remedy="correct the JSON",
        ) from None
    except RecursionError:
        raise InputError(
            "this JSON cannot be read: nested too deeply",
            file=file,
            line=1,
            remedy="correct the JSON",
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise _Refused(f"the key {_shown(twice)} is given twice")
    return made


def _integer(digits: str) -> int:
    if len(digits) > _DIGITS:
        raise _Refused(f"a number of {len(digits)} digits")
    return int(digits)


def _refuse_constant(constant: str) -> NoReturn:
    raise _Refused(f"{constant} is not a number")


def _shown(key: str) -> str:
    return repr(key) if len(key) <= 40 else f"{key[:37]!r}..."


def _line(text: str) -> int:
    """The line of what was refused: of a long number or a constant, else of a repeated key."""
    if long := _LONG_NUMBER.search(text):
        return text.count("\n", 0, long.start()) + 1
    try:
        again = repeated_key(text)
    except (ValueError, IndexError):  # what comes after it may be no JSON at all
        again = None
    if again is not None:
        return again[1]
    constant = re.search(r"\b(NaN|Infinity)\b", text)
    return text.count("\n", 0, constant.start()) + 1 if constant else 1
