"""A PostgreSQL server of one's own, on the loopback interface alone."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest


def program(name):
    """Where a program of PostgreSQL lies; Debian keeps it out of the search path."""
    places = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin")), reverse=True)
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), *places]))


@contextmanager
def postgres():
    """The address of a fresh database; skips the test where there is no server program."""
    pytest.importorskip("psycopg")
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None:
        pytest.skip("there is no PostgreSQL server on this machine")
    user = None
    if os.geteuid() == 0:  # the server refuses to run as root
        user = next((one for one in ("postgres", "nobody") if _is_user(one)), None)
        if user is None:
            pytest.skip("PostgreSQL does not run as root, and there is no other user")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="neurols-postgres-"))
    if user is not None:
        shutil.chown(folder, user)
    quiet = {"user": user, "cwd": folder, "stdout": subprocess.DEVNULL,
             "stderr": subprocess.DEVNULL}  # fmt: skip
    data = folder / "data"
    subprocess.run([initdb, "-D", data, "-A", "trust", "-U", "neurols", "-N"], check=True, **quiet)
    options = ("-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-k", folder, "-p", str(port))
    process = subprocess.Popen([server, "-D", data, *options], **quiet)
    try:
        _wait(port)
        yield f"postgresql://neurols@127.0.0.1:{port}/postgres"
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _is_user(name):
    try:
        return bool(pwd.getpwnam(name))
    except KeyError:
        return False


def _wait(port):
    import psycopg

    for _ in range(200):
        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=neurols dbname=postgres").close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("the server does not start")
