"""Fuzz targets of what runs leave behind and take up: records, batches, studies, trainings."""

from __future__ import annotations

from neurols.batch.item import Settings
from neurols.batch.ledger import Ledger
from neurols.batch.listing import items_of
from neurols.benchmark.archive import read_archive
from neurols.benchmark.report import tabulate
from neurols.benchmark.store import RecordStore
from neurols.train.run import Run
from neurols.train.state_file import settings_in, stored
from neurols.tune.protocol import Protocol
from neurols.tune.storage import open_study
from tests.fuzz.scratch import empty_folder, file_of

_SECOND = b"\n#\n"


def records(data: bytes) -> None:
    """Records of a benchmark, as they are resumed and as they are reported."""
    _report(b'{"suite": "fuzz"}', data)


def description(data: bytes) -> None:
    """What tells how a benchmark was made, and after a line ``#`` its records."""
    told, _, lines = data.partition(_SECOND)
    _report(told, lines)


def _report(told: bytes, lines: bytes) -> None:
    folder = empty_folder("records")
    file_of(told, "records/run.json")
    file_of(lines, "records/records.jsonl")
    try:
        archive = read_archive(folder)
        for budget in {record["budget"] for record in archive.records}:
            table = tabulate([one for one in archive.records if one["budget"] == budget])
            assert table.groups
    finally:
        with RecordStore(folder):
            pass


def batch_list(data: bytes) -> None:
    """A list of instances, as CSV or as lines of JSON."""
    suffix = "jsonl" if data.lstrip().startswith(b"{") else "csv"
    assert items_of(str(file_of(data, f"fuzz-list.{suffix}")), Settings(iterations=1))


def batch_results(data: bytes) -> None:
    """The results of a batch that goes on."""
    folder = empty_folder("batch")
    file_of(data, "batch/results.jsonl")
    Ledger(folder).close()


def journal(data: bytes) -> None:
    """The journal of a tuning study that goes on."""
    path = file_of(data, "fuzz.journal")
    file_of(b"", "fuzz.journal.lock").unlink()
    open_study(path, Protocol(problem="jobshop", controller="sa", sizes=("6x6",), iterations=10))


def training(data: bytes) -> None:
    """The request of a training that goes on, or its state where native rules are trained."""
    folder = empty_folder("training")
    file_of(data, "training/run.json")
    file_of(data, "training/state.json")
    try:
        Run.load(folder)
    finally:
        settings_in(stored(folder, ()))
