"""``neurols serve``: the service and its page."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from neurols.cli import inputs
from neurols.cli.console import say
from neurols.errors import InputError

_CONNECTIONS = 1000
_LOCAL = ("127.0.0.1", "localhost", "::1")


def serve(
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen at.")] = 8000,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="Searches at once.  [default: all cores]")
    ] = None,
    store: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            help="Where jobs are kept: a file, or postgresql://…  [default: neurols-jobs.sqlite]",
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(envvar="NEUROLS_TOKEN", help="What clients must show.", show_envvar=True),
    ] = None,
    max_seconds: Annotated[float, typer.Option(help="Longest search.")] = 3600,
    max_megabytes: Annotated[int, typer.Option(help="Largest file.")] = 32,
    max_jobs: Annotated[int, typer.Option(help="Jobs that may wait or run.")] = 1000,
) -> None:
    """Serve a page and an interface over HTTP that solve what is posted to them.

    Jobs survive a restart: those that ran go on from their best plan. The service listens to this
    machine alone; for anything else it wants a token.

    \b
    neurols serve
    neurols serve --host 0.0.0.0 --token "$SECRET" --store postgresql://db/neurols
    """
    try:
        import uvicorn

        from neurols.serve.api import new_app
        from neurols.serve.settings import Limits, Settings
    except ImportError as error:
        raise InputError(
            f"the service needs the package {error.name!r}", remedy="pip install 'neurols[serve]'"
        ) from None
    if host not in _LOCAL and not token:
        raise InputError(
            f"{host} can be reached from elsewhere", remedy="give a --token, or listen at 127.0.0.1"
        )
    inputs.check_count(port, "--port", 1, 65535)
    inputs.check_count(workers, "--workers", 1, 1024)
    inputs.check_count(max_megabytes, "--max-megabytes", 1, 4096)
    inputs.check_count(max_jobs, "--max-jobs", 1)
    if not 0 < max_seconds < float("inf"):
        raise InputError(f"--max-seconds is {max_seconds}", remedy="give a number above 0")
    limits = Limits(max_megabytes << 20, max_seconds, max_jobs)
    settings = Settings(_address(store), workers or os.cpu_count() or 1, token or None, limits)
    say(f"neurols listens at http://{host}:{port}  (Ctrl-C ends it)")
    uvicorn.run(
        new_app(settings),
        host=host,
        port=port,
        log_level="warning",
        access_log=False,
        limit_concurrency=_CONNECTIONS,
    )


def _address(store: str | None) -> str:
    if store is None or "://" not in store:
        path = Path(store or "neurols-jobs.sqlite").absolute()
        inputs.check_output(path, "--store")
        return f"sqlite:///{path}"
    from sqlalchemy.exc import SQLAlchemyError

    from neurols.serve.store import Store

    try:
        Store(store).close()
    except (SQLAlchemyError, ImportError) as error:
        told = " ".join(str(error).split())[:160]
        raise InputError(f"the store cannot be opened: {told}", remedy="see --store") from None
    return store
