"""What strangers send is refused, and the service goes on."""

import io
import socket
import time
import zipfile
from urllib.parse import urlencode, urlsplit

import pytest

from neurols import InputError
from tests.serve.running import TABLE, running

LAUGHS = "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">'
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
ENTITIES = (
    f'<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "ha">{LAUGHS}]>'
    "<workbook><name>&i;</name></workbook>"
)


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with running(tmp_path_factory.mktemp("service")) as made:
        yield made


def workbook(**parts):
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/") + ".xml", text)
    return found.getvalue()


def memory(process):
    """Resident bytes at most so far."""
    try:
        with open(f"/proc/{process.pid}/status") as lines:
            return next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmHWM"))
    except OSError:
        return 0


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("bomb.xlsx", workbook(xl__workbook=b" " * (600 << 20)), "unpacks to more than 512 MiB"),
        ("laughs.xlsx", workbook(xl__workbook=ENTITIES), "XML entities"),
        ("outside.xlsx", workbook(**{"..__..__etc__x": "<a/>"}), "damaged"),
        ("laughs.xml", ENTITIES.encode(), "cannot be understood"),
        ("pickle.parquet", b"\x80\x04cposix\nsystem\n", "Parquet"),
        ("<script>alert(1)</script>.csv", b"job,machine,duration\n<b>,,x\n", "'<b>'|column"),
        ("../../../../etc/passwd", b"", "empty"),
        ("/etc/passwd", b"", "empty"),
        ("X-n101-k25", b"", "empty"),
    ],
)
def test_files_that_mean_harm(service, name, data, told):
    client, process, _ = service
    before = memory(process)
    with pytest.raises(InputError, match=told):
        client._json("POST", f"jobs?{_query(name)}", data)
    assert memory(process) - before < 200 << 20
    assert client.jobs() == []


def _query(name):
    return urlencode({"file": name, "seconds": 1})


def connection(address):
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=20)


def test_a_gigabyte_is_not_taken_in(service):
    client, process, address = service
    before = memory(process)
    with connection(address) as line:
        head = f"POST /api/v1/jobs?{_query('big.csv')} HTTP/1.1\r\nHost: localhost\r\n"
        line.sendall(f"{head}Content-Length: {1 << 30}\r\n\r\n".encode())
        part, sent = b"x" * (1 << 20), 0
        try:
            while sent < 1 << 30:
                line.sendall(part)
                sent += len(part)
        except OSError:  # the service hangs up
            pass
        assert sent < 200 << 20
    assert memory(process) - before < 200 << 20
    assert client.jobs() == []


def test_a_file_that_is_too_large_is_told(service, tmp_path):
    file = tmp_path / "large.csv"
    file.write_bytes(b"job,machine,duration\n" + b"a,x,1\n" * (1 << 23))
    with pytest.raises(InputError, match="too large"):
        service[0].submit(file)


def test_a_slow_sender_does_not_keep_others_waiting(service, tmp_path):
    client, _, address = service
    lines = [connection(address) for _ in range(60)]
    try:
        for line in lines:
            head = f"POST /api/v1/jobs?{_query('slow.csv')} HTTP/1.1\r\nHost: localhost\r\n"
            line.sendall(f"{head}Content-Length: 1000\r\n\r\nx".encode())
        (tmp_path / "shop.csv").write_text(TABLE)
        begun = time.monotonic()
        job = client.solve(tmp_path / "shop.csv", time_limit=1)
        assert job["state"] == "done" and time.monotonic() - begun < 15
        client.delete(job["id"])
    finally:
        for line in lines:
            line.close()


@pytest.mark.parametrize("path", ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/page/page.js",
                                  "/..%2fstore.py", "/api/v1/jobs/..%2f..%2fx"])  # fmt: skip
def test_no_path_of_the_server_is_reached(service, path):
    with connection(service[2]) as line:
        line.sendall(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.startswith((b"HTTP/1.1 404", b"HTTP/1.1 400")) and b"root:" not in answer
