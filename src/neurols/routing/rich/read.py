"""Reading rich routing instances: the VRPLIB dialect and the text formats of the literature."""

from __future__ import annotations

from dataclasses import replace
from os import PathLike
from typing import Any

from neurols.errors import InputError
from neurols.files.json_text import parse_json

from ..scan import Document, scan
from ..source import located, text_of
from . import cordeau, lilim, solomon
from .distances import check_rounding
from .instance import RichRouting

FORMATS = ("vrplib", "solomon", "lilim", "cordeau", "json")
_TEXTS: dict[str, Any] = {"solomon": solomon, "lilim": lilim, "cordeau": cordeau}
_SYNONYMS = {"vrp": "vrplib", "cvrplib": "vrplib", "tsplib": "vrplib"}
_SOLOMON_NAMES = {"gh", "homberger", "gehring-homberger"}


def read(
    path: str | PathLike[str],
    format: str | None = None,
    rounding: str | None = None,
    objective: str | None = None,
) -> RichRouting:
    """Read an instance; the text decides the format unless it is named.

    Args:
        path: a file of the VRPLIB dialect, of Solomon, Li and Lim or Cordeau, or JSON.
        format: ``vrplib``, ``solomon``, ``lilim``, ``cordeau`` or ``json``.
        rounding: how coordinates become distances (``none``, ``nearest``, ``truncate``,
            ``dimacs``, ``exact``); by default as the literature counts costs of the file's kind.
        objective: ``cost`` or ``vehicles``; by default as the literature counts.
    """
    text = text_of(path)
    chosen = _format(text, path, format)
    if chosen == "json":
        instance = parse_json_form(parse_json(text, path), path, rounding)
    elif chosen == "vrplib":
        instance = parse_dialect(scan(text, path), path, rounding)
    else:
        instance = parse_text(text, path, chosen, rounding)
    return instance if objective is None else with_objective(instance, objective)


def with_objective(instance: RichRouting, objective: str) -> RichRouting:
    """The instance with another objective, and no best known cost, which was of the other."""
    if objective == instance.objective:
        return instance
    return replace(instance, objective=objective, best_known=None)


def _format(text: str, path: str | PathLike[str], named: str | None) -> str:
    if named is None:
        if text.lstrip().startswith("{"):
            return "json"
        return text_format(text) or "vrplib"
    word = named.lower()
    word = "solomon" if word in _SOLOMON_NAMES else _SYNONYMS.get(word, word)
    if word not in FORMATS:
        raise InputError(f"unknown format {named!r}", file=path, remedy=f"use {', '.join(FORMATS)}")
    return word


def text_format(text: str) -> str | None:
    """Which of the text formats a text is in: ``solomon``, ``lilim``, ``cordeau`` or None."""
    return next((name for name, module in _TEXTS.items() if module.looks_like(text)), None)


def parse_text(
    text: str, file: str | PathLike[str], format: str, rounding: str | None = None
) -> RichRouting:
    """The instance of a text in the named format."""
    if rounding is not None:
        check_rounding(rounding)
    try:
        instance: RichRouting = _TEXTS[format].parse(text, file, rounding)
    except InputError as error:
        raise located(error, file) from None
    return instance


def parse_dialect(
    document: Document, file: str | PathLike[str], rounding: str | None = None
) -> RichRouting:
    """The instance of a scanned file of the VRPLIB dialect."""
    from .dialect import parse

    if rounding is not None:
        check_rounding(rounding)
    try:
        return parse(document, file, rounding)
    except InputError as error:
        raise located(error, file) from None


def parse_json_form(
    data: object, file: str | PathLike[str], rounding: str | None = None
) -> RichRouting:
    """The instance of a parsed JSON object, which says itself how it was rounded."""
    from .json_form import from_json

    if rounding is not None:
        raise InputError(
            "a JSON instance says itself how distances are rounded",
            file=file,
            remedy="leave --round out",
        )
    try:
        return from_json(data)
    except InputError as error:
        raise located(error, file) from None
