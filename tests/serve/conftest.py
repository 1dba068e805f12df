"""A service with one worker, in this process."""

from __future__ import annotations

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("sqlalchemy")
pytest.importorskip("httpx2")


@pytest.fixture
def service(tmp_path):
    """Makes services, each as a client of its own; keywords are those of ``Settings``."""
    from contextlib import ExitStack

    from fastapi.testclient import TestClient

    from neurols.serve.api import new_app
    from neurols.serve.settings import Settings

    with ExitStack() as stack:

        def start(**options):
            settings = Settings(**({"store": f"sqlite:///{tmp_path / 'jobs.sqlite'}"} | options))
            return stack.enter_context(TestClient(new_app(settings)))

        yield start
