"""The jobs of a service: a queue that survives a restart, in SQLite or PostgreSQL."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    Column,
    Float,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import Engine, make_url

QUEUED, RUNNING, DONE, STOPPED, FAILED = "queued", "running", "done", "stopped", "failed"
OPEN = (QUEUED, RUNNING)
SILENT = 3.0
"""Seconds without a sign of life after which a service that starts takes a running job over."""
_LEAST = 0.1
"""Seconds below which a job that was stopped counts as over."""
STALE = 30.0
"""Seconds without a sign of life after which a running job is another worker's."""

_META = MetaData()
_JOBS = Table(
    "neurols_jobs",
    _META,
    Column("id", String(32), primary_key=True),
    Column("state", String(10), nullable=False, index=True),
    Column("created", Float, nullable=False, index=True),
    Column("alive", Float, nullable=False),
    Column("worker", String(80)),
    Column("version", Integer, nullable=False),
    Column("wish", String(10), nullable=False),
    Column("file", String(200), nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("settings", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("used", Float, nullable=False),
    Column("iterations", Integer, nullable=False),
    Column("cost", Float),
    Column("trace", Text, nullable=False),
    Column("decisions", Text),
    Column("plan", Text),
    Column("result", Text),
    Column("error", Text),
)
_SHOWN = [column for column in _JOBS.c if column.name not in ("data", "plan")]


class Wish(NamedTuple):
    """What the user wants of a running job."""

    word: str
    """``stop``, ``delete``, or nothing."""
    seconds: float
    """How long it may search in all."""


class Store:
    """Jobs by their number; safe for several processes and machines at once."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._engine = _engine(address)
        _META.create_all(self._engine)

    def add(self, file: str, data: bytes, settings: dict[str, Any], facts: dict[str, Any]) -> str:
        """Queue a job; its number, which is random."""
        number = secrets.token_hex(12)
        now = time.time()
        row = {
            "id": number, "state": QUEUED, "created": now, "alive": now, "version": 1, "wish": "",
            "file": file, "data": data, "settings": json.dumps(settings),
            "facts": json.dumps(facts), "used": 0.0, "iterations": 0, "trace": "[]",
        }  # fmt: skip
        with self._engine.begin() as connection:
            connection.execute(insert(_JOBS).values(**row))
        return number

    def claim(self, worker: str = "") -> dict[str, Any] | None:
        """The oldest job that waits or was left by its worker, now this worker's; None for none."""
        now = time.time()
        free = (_JOBS.c.state == QUEUED) | (
            (_JOBS.c.state == RUNNING) & (_JOBS.c.alive < now - STALE)
        )
        oldest = (
            select(_JOBS.c.id).where(free).order_by(_JOBS.c.created).limit(1)
            .with_for_update(skip_locked=True)
        )  # fmt: skip
        with self._engine.begin() as connection:
            number = connection.execute(oldest).scalar()
            if number is None:
                return None
            taken = connection.execute(
                update(_JOBS)
                .where(_JOBS.c.id == number, free)
                .values(state=RUNNING, alive=now, worker=worker, version=_JOBS.c.version + 1)
            )
            if taken.rowcount != 1:  # another worker was faster
                return None
            row = connection.execute(select(_JOBS).where(_JOBS.c.id == number)).mappings().one()
            return _decoded(dict(row))

    def give_back(self, workers: Sequence[str] = (), before: float = 0.0) -> int:
        """Queue running jobs again; how many.

        Args:
            workers: those of these workers, which are dead.
            before: those without a sign of life since this time.
        """
        lost = _JOBS.c.worker.in_(workers) | (_JOBS.c.alive < before)
        with self._engine.begin() as connection:
            found = connection.execute(
                update(_JOBS)
                .where(_JOBS.c.state == RUNNING, lost)
                .values(state=QUEUED, version=_JOBS.c.version + 1)
            )
            return int(found.rowcount)

    def note(self, number: str, **values: Any) -> Wish:
        """Write what is new of a running job; what the user wants of it."""
        coded = {
            key: json.dumps(value) if key in _CODED and value is not None else value
            for key, value in values.items()
        }
        with self._engine.begin() as connection:
            connection.execute(
                update(_JOBS)
                .where(_JOBS.c.id == number)
                .values(alive=time.time(), version=_JOBS.c.version + 1, **coded)
            )
            row = connection.execute(
                select(_JOBS.c.wish, _JOBS.c.settings).where(_JOBS.c.id == number)
            ).first()
        if row is None:
            return Wish("delete", 0.0)
        return Wish(str(row[0]), float(json.loads(row[1])["seconds"]))

    def get(self, number: str) -> dict[str, Any] | None:
        """What is shown of a job; None for none of that number."""
        with self._engine.connect() as connection:
            row = connection.execute(select(*_SHOWN).where(_JOBS.c.id == number)).mappings().first()
        return None if row is None else _decoded(dict(row))

    def versions(self, numbers: Sequence[str]) -> dict[str, int]:
        """Numbers that grow whenever something of a job changes; jobs that are gone have none."""
        wanted = select(_JOBS.c.id, _JOBS.c.version).where(_JOBS.c.id.in_(numbers))
        with self._engine.connect() as connection:
            return {row[0]: int(row[1]) for row in connection.execute(wanted)}

    def whole(self, number: str) -> dict[str, Any] | None:
        """All of a job, with its file and its best plan."""
        with self._engine.connect() as connection:
            row = connection.execute(select(_JOBS).where(_JOBS.c.id == number)).mappings().first()
        return None if row is None else _decoded(dict(row))

    def listed(self, limit: int, offset: int) -> list[dict[str, Any]]:
        """Jobs, the newest first."""
        wanted = select(*_SHOWN).order_by(_JOBS.c.created.desc()).limit(limit).offset(offset)
        with self._engine.connect() as connection:
            return [_decoded(dict(row)) for row in connection.execute(wanted).mappings()]

    def stop(self, number: str) -> None:
        """Let a running job end with the best that it has; a waiting one ends at once."""
        with self._engine.begin() as connection:
            more = {"version": _JOBS.c.version + 1}
            mine = _JOBS.c.id == number
            connection.execute(
                update(_JOBS).where(mine, _JOBS.c.state == QUEUED).values(state=STOPPED, **more)
            )
            connection.execute(
                update(_JOBS).where(mine, _JOBS.c.state == RUNNING).values(wish="stop", **more)
            )

    def resume(self, number: str, seconds: float | None) -> bool:
        """Queue a job that is over once more, from its best plan; whether it was over.

        Args:
            number: of the job.
            seconds: how much longer it may search; None for what a stop has left of its time, or as
                long once more where nothing is left.
        """
        with self._engine.begin() as connection:
            mine = (_JOBS.c.id == number) & _JOBS.c.state.in_((DONE, STOPPED, FAILED))
            row = connection.execute(select(_JOBS.c.settings, _JOBS.c.used).where(mine)).first()
            if row is None:
                return False
            settings, used = json.loads(row[0]), float(row[1])
            if seconds is not None:
                settings["seconds"] = used + seconds
            elif settings["seconds"] - used < _LEAST:
                settings["seconds"] += used
            values = {"state": QUEUED, "wish": "", "error": None}
            connection.execute(
                update(_JOBS)
                .where(mine)
                .values(settings=json.dumps(settings), version=_JOBS.c.version + 1, **values)
            )
            return True

    def limit(self, number: str, seconds: float) -> bool:
        """Change how long a job that waits or runs may search in all; whether there is such."""
        with self._engine.begin() as connection:
            mine = (_JOBS.c.id == number) & _JOBS.c.state.in_(OPEN)
            row = connection.execute(select(_JOBS.c.settings).where(mine)).scalar()
            if row is None:
                return False
            settings = json.loads(row) | {"seconds": seconds}
            connection.execute(
                update(_JOBS)
                .where(mine)
                .values(settings=json.dumps(settings), version=_JOBS.c.version + 1)
            )
            return True

    def remove(self, number: str) -> bool:
        """Delete a job; a worker that runs it ends."""
        with self._engine.begin() as connection:
            return bool(connection.execute(delete(_JOBS).where(_JOBS.c.id == number)).rowcount)

    def counts(self) -> dict[str, int]:
        """How many jobs there are in each state."""
        with self._engine.connect() as connection:
            rows = connection.execute(
                select(_JOBS.c.state, func.count()).group_by(_JOBS.c.state)
            ).all()
        return {state: int(count) for state, count in rows}

    def waiting(self) -> float:
        """Seconds since the oldest job that waits was posted; 0 where none does."""
        with self._engine.connect() as connection:
            oldest = connection.execute(
                select(func.min(_JOBS.c.created)).where(_JOBS.c.state == QUEUED)
            ).scalar()
        return 0.0 if oldest is None else max(0.0, time.time() - float(oldest))

    def make_room(self, kept: int) -> None:
        """Delete the oldest jobs that are over, until ``kept`` are left."""
        with self._engine.begin() as connection:
            count = connection.execute(select(func.count()).select_from(_JOBS)).scalar() or 0
            if count <= kept:
                return
            over = _JOBS.c.state.in_((DONE, STOPPED, FAILED))
            old = (
                select(_JOBS.c.id).where(over).order_by(_JOBS.c.created).limit(count - kept)
            )  # fmt: skip
            numbers = [row[0] for row in connection.execute(old)]
            connection.execute(delete(_JOBS).where(_JOBS.c.id.in_(numbers)))

    def close(self) -> None:
        """Let go of the connections."""
        self._engine.dispose()


_CODED = ("settings", "facts", "trace", "decisions", "plan", "result")


def _decoded(row: dict[str, Any]) -> dict[str, Any]:
    return {
        key: json.loads(value) if key in _CODED and value is not None else value
        for key, value in row.items()
    }


def _engine(address: str) -> Engine:
    url = make_url(address)
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if not url.get_backend_name().startswith("sqlite"):
        return create_engine(url, pool_pre_ping=True)
    engine = create_engine(url, connect_args={"timeout": 30})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        # Readers do not wait for writers, and what is written survives a kill.
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")

    return engine
