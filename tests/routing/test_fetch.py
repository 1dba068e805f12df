"""Fetching from a server: once, and only what has the right checksum."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from neurols.errors import InputError
from neurols.routing import VehicleRouting, fetch, load
from neurols.routing.uchoa import SHA256
from neurols.routing.write import vrp_text


class Quiet(SimpleHTTPRequestHandler):
    """A file server that counts instead of printing."""

    served: int = 0

    def log_message(self, format: str, *args: Any) -> None:
        type(self).served += 1


@pytest.fixture
def server(
    tmp_path: Path, tiny: VehicleRouting, monkeypatch: pytest.MonkeyPatch
) -> Iterator[type[Quiet]]:
    """Serves the tiny instance under the name of one of Uchoa's."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "X-n101-k25.vrp").write_text(vrp_text(tiny))
    (folder / "X-n106-k14.vrp").write_text("tampered")
    digest = hashlib.sha256((folder / "X-n101-k25.vrp").read_bytes()).hexdigest()
    monkeypatch.setitem(SHA256, "X-n101-k25", digest)
    Quiet.served = 0
    http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    monkeypatch.setenv(fetch.URL_VARIABLE, f"http://127.0.0.1:{http.server_port}")
    monkeypatch.setenv(fetch.CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.delenv("NEUROLS_DATA", raising=False)
    yield Quiet
    http.shutdown()
    thread.join()
    http.server_close()


def test_an_instance_is_fetched_once(server: type[Quiet]) -> None:
    assert load("X-n101-k25").customers == 3
    assert load("X-n101-k25").customers == 3
    assert server.served == 1


def test_a_file_with_another_checksum_is_refused(server: type[Quiet]) -> None:
    with pytest.raises(InputError, match=r"X-n106-k14.vrp .* expected checksum; .* NEUROLS_DATA"):
        load("X-n106-k14")


def test_a_file_that_is_not_there_is_told(server: type[Quiet]) -> None:
    with pytest.raises(InputError, match=r"X-n110-k13 could not be fetched .*HTTPError"):
        load("X-n110-k13")
