"""The worker processes of a service; one that ends is replaced, and its job goes on."""

from __future__ import annotations

import multiprocessing
import secrets
import threading
import time
from multiprocessing.context import SpawnProcess

from neurols.serve.store import SILENT, Store
from neurols.serve.worker import work

_LOOK = 0.5  # seconds between two looks at the workers


class Pool:
    """Workers that take jobs from a store."""

    def __init__(self, address: str, count: int) -> None:
        self._address = address
        self._store = Store(address)
        # Fresh processes: a fork would take the server's sockets and locks along.
        self._context = multiprocessing.get_context("spawn")
        self._closing = threading.Event()
        self._workers = [self._new() for _ in range(count)]
        self._watch = threading.Thread(target=self._replace, daemon=True)
        self._watch.start()

    @property
    def alive(self) -> int:
        """How many workers there are."""
        return sum(worker.is_alive() for worker in self._workers)

    def _new(self) -> SpawnProcess:
        name = secrets.token_hex(8)
        worker = self._context.Process(
            target=work, args=(self._address, name), name=name, daemon=True
        )
        worker.start()
        return worker

    def _replace(self) -> None:
        started, taken_over = time.time(), False
        while not self._closing.wait(_LOOK):
            if not taken_over and time.time() > started + SILENT:
                # Whoever works at them has told so since: the others were killed.
                taken_over = True
                self._store.give_back(before=started)
            for place, worker in enumerate(self._workers):
                if not worker.is_alive():
                    self._store.give_back([worker.name])
                    self._workers[place] = self._new()

    def close(self) -> None:
        """End the workers; what they were at waits for the next start."""
        self._closing.set()
        self._watch.join()
        for worker in self._workers:
            worker.kill()
            worker.join()
        self._store.give_back([worker.name for worker in self._workers])
        self._store.close()
