"""What a service allows, and where it keeps its jobs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Bounds on what strangers may ask for."""

    upload_bytes: int = 32 << 20
    seconds: float = 3600
    """Of one search."""
    queued: int = 1000
    """Jobs that wait or run."""
    kept: int = 10_000
    """Jobs in all; the oldest that are over make room."""
    read_seconds: float = 30
    """In which an upload must have come in."""


@dataclass(frozen=True)
class Settings:
    """A service."""

    store: str = "sqlite:///neurols-jobs.sqlite"
    """Where jobs are kept: a path of SQLite or an address of PostgreSQL, as SQLAlchemy has it."""
    workers: int = 1
    token: str | None = None
    """What clients must show; None where everybody on this machine may ask."""
    limits: Limits = Limits()
