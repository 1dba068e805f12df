"""``Client``: the verbs of ``neurols.solve`` against a service; it needs Python's library alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from neurols.errors import InputError

_OVER = ("done", "stopped", "failed")


class Client:
    """A service of ``neurols serve``.

    ::

        client = neurols.Client("http://127.0.0.1:8000")
        job = client.solve("orders.xlsx", time_limit=60)
        client.save(job["id"], "plan.xlsx")
    """

    def __init__(self, url: str, token: str | None = None, timeout: float = 60) -> None:
        """
        Args:
            url: of the service.
            token: what it wants to see, if anything.
            timeout: seconds of silence after which a request fails.
        """
        if not url.startswith(("http://", "https://")):
            raise InputError(f"{url[:60]!r} is no address", remedy="begin it with http://")
        self._base = url.rstrip("/") + "/api/v1/"
        self._headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._timeout = timeout

    def submit(
        self,
        instance: str | PathLike[str],
        *,
        time_limit: float = 10,
        controller: str = "auto",
        seed: int = 0,
    ) -> dict[str, Any]:
        """Post an instance; the job, which waits or runs.

        Args:
            instance: a file that ``neurols.read`` reads, or one of the service's examples.
            time_limit: wall-clock seconds of the search.
            controller: its name.
            seed: of the random numbers.
        """
        path = Path(instance)
        try:
            is_name = path.name == str(instance) and not path.suffix and not path.exists()
            data = b"" if is_name else path.read_bytes()
        except OSError as error:
            told = (error.strerror or str(error)).lower()
            raise InputError(told, file=path, remedy="check the path") from None
        asked = {"file": path.name, "seconds": time_limit, "controller": controller, "seed": seed}
        return self._json("POST", f"jobs?{urlencode(asked)}", data)

    def solve(
        self,
        instance: str | PathLike[str],
        *,
        on_progress: Callable[[dict[str, Any]], None] | None = None,
        **options: Any,
    ) -> dict[str, Any]:
        """Post an instance and wait; the job when it is over.

        Args:
            instance: a file that ``neurols.read`` reads.
            on_progress: called with the job whenever something of it changes.
            options: those of ``submit``.

        Raises:
            InputError: the service refuses it, or the search failed.
        """
        job = self.submit(instance, **options)
        for seen in self.events(job["id"]):
            job = seen
            if on_progress is not None:
                on_progress(job)
        if job["state"] == "failed":
            raise InputError(f"the search failed: {job['error']}", file=instance)
        return job

    def events(self, number: str) -> Iterator[dict[str, Any]]:
        """The job whenever something of it changes, until it is over."""
        job: dict[str, Any] = {"state": ""}
        while job["state"] not in _OVER:  # a connection may be lost in between
            with self._open("GET", f"jobs/{number}/events") as answer:
                for line in answer:
                    if line.startswith(b"event: deleted"):
                        raise InputError(f"job {number} has been deleted")
                    if line.startswith(b"data: "):
                        job = json.loads(line[6:])
                        yield job

    def jobs(self) -> list[dict[str, Any]]:
        """The latest jobs, the newest first."""
        with self._open("GET", "jobs") as answer:
            found: list[dict[str, Any]] = json.load(answer)
            return found

    def job(self, number: str) -> dict[str, Any]:
        """A job."""
        return self._json("GET", f"jobs/{number}")

    def stop(self, number: str) -> dict[str, Any]:
        """Let a job end with the best plan that it has."""
        return self._json("POST", f"jobs/{number}/stop")

    def resume(self, number: str, time_limit: float | None = None) -> dict[str, Any]:
        """Search on from the best plan of a job that is over."""
        more = "" if time_limit is None else f"?{urlencode({'seconds': time_limit})}"
        return self._json("POST", f"jobs/{number}/resume{more}")

    def delete(self, number: str) -> None:
        """Delete a job with all that it found."""
        with self._open("DELETE", f"jobs/{number}"):
            pass

    def save(self, number: str, path: str | PathLike[str]) -> None:
        """Save the best plan so far to a file, of the kind that its suffix names."""
        from neurols.files.whole_file import write_bytes

        suffix = Path(path).suffix.lower()[1:]
        with self._open("GET", f"jobs/{number}/plan.{suffix or 'json'}") as answer:
            data = answer.read()
        write_bytes(path, data)

    def _json(self, method: str, path: str, data: bytes | None = None) -> dict[str, Any]:
        with self._open(method, path, data) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def _open(self, method: str, path: str, data: bytes | None = None) -> Any:
        headers = {**self._headers, "Content-Type": "application/octet-stream"}
        request = Request(self._base + path, data, headers, method=method)
        try:
            return urlopen(request, timeout=self._timeout)
        except HTTPError as error:
            raise _refusal(error) from None
        except (URLError, OSError) as error:
            reason = getattr(error, "reason", error)
            raise InputError(
                f"the service does not answer: {reason}", remedy="check the address"
            ) from None


def _refusal(error: HTTPError) -> InputError:
    try:
        told: Mapping[str, Any] = json.load(error)
    except ValueError:
        told = {}
    lines = told.get("mistakes") or [told.get("detail") or ""]
    cause = ": ".join(filter(None, (told.get("title", f"error {error.code}"), lines[0])))
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return InputError(cause + more, remedy=told.get("remedy"))
