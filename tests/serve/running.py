"""``neurols serve`` as a process of its own."""

import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import neurols
from neurols import InputError

TABLE = "job,operation,machine,duration\na,turn,lathe,20\na,mill,mill,30\nb,turn,lathe,15\n"


@contextmanager
def running(folder, *options):
    """A service with one worker: its client, its process and its address."""
    if "--port" in options:
        port = options[options.index("--port") + 1]
    else:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        options += ("--port", str(port))
    command = [sys.executable, "-m", "neurols", "serve"]
    if "--workers" not in options:
        command += ["--workers", "1"]
    process = subprocess.Popen([*command, *options], cwd=folder, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    client = neurols.Client(address, token="t" if "--token" in options else None)
    try:
        for _ in range(300):
            try:
                client.jobs()
                break
            except InputError:
                time.sleep(0.1)
        yield client, process, address
    finally:
        process.kill()
        process.wait()
