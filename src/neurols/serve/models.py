"""What the interface sends, as its description (OpenAPI) tells it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "remedy": {"type": "string"},
        "line": {"type": "integer"},
        "mistakes": {"type": "array", "items": {"type": "string"}},
    },
}
UPLOAD = {
    "required": True,
    "content": {
        "application/octet-stream": {
            "schema": {"type": "string", "format": "binary"},
            "example": "job,machine,duration\na,lathe,5\nb,lathe,3\n",
        }
    },
}
LINKS = {
    name: {"operationId": name, "parameters": {"number": "$response.body#/id"}}
    for name in ("get_job", "watch_job", "limit_job", "stop_job", "resume_job", "get_view",
                 "delete_job")
}  # fmt: skip
"""What can be asked of a job once it is there."""


class Job(BaseModel):
    """A job as it is shown."""

    id: str
    state: str
    """queued, running, done, stopped or failed."""
    file: str
    created: float
    settings: dict[str, Any]
    facts: dict[str, Any]
    """What was understood of the file."""
    seconds: float
    """Of search so far."""
    iterations: int
    cost: float | None
    trace: list[list[float]]
    """Seconds and costs of the improvements."""
    decisions: dict[str, Any] | None
    """What was proposed and accepted, by operator and over time; a policy's latest values."""
    result: dict[str, Any] | None
    error: str | None


class Menu(BaseModel):
    """What a job may ask for."""

    controllers: list[str]
    examples: list[str]
    """Built-in instances."""
    seconds: float
    """The longest search."""


class View(BaseModel):
    """A plan as the page draws it."""

    cost: float
    rows: list[dict[str, Any]]
    """Routes or machines: ``name``, ``facts`` and ``items``, each with ``label``, ``note``,
    ``group`` (of its colour), ``late``, and where there are any ``start``, ``end``, ``place``,
    and the times as people read them, ``from`` and ``to``."""
    places: list[list[Any]] | None
    """Of the map: x, y, name, and whether it is a depot."""
    columns: list[str]
    """What rows and items are called."""


def job_of(row: dict[str, Any]) -> Job:
    """A job of the store as it is shown."""
    return Job(
        id=row["id"],
        state=row["state"],
        file=row["file"],
        created=row["created"],
        settings=row["settings"],
        facts=row["facts"],
        seconds=row["used"],
        iterations=row["iterations"],
        cost=row["cost"],
        trace=row["trace"],
        decisions=row["decisions"],
        result=row["result"],
        error=row["error"],
    )
