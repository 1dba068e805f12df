"""What all tests rely on."""

import os
import signal
from pathlib import Path

import pytest

# A shell that runs the tests in the background has them ignore Ctrl-C, which some tests press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# Ray reads these when it is imported: no telemetry, and all nodes on the loopback address.
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"] = "0"

SKIPPED = Path("build/skipped-tests")
"""What the last run of all tests skipped for want of a package; ``make test-optional`` runs it."""


class _Skipped:
    """Writes the tests that a run of the whole suite skips, modules by their file."""

    def __init__(self) -> None:
        self.names: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._note(report)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        self._note(report)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        SKIPPED.parent.mkdir(exist_ok=True)
        SKIPPED.write_text("".join(f"{name}\n" for name in self.names), encoding="utf-8")

    def _note(self, report: pytest.TestReport | pytest.CollectReport) -> None:
        if report.skipped and report.nodeid:
            self.names[report.nodeid.partition("[")[0]] = None  # with all its parameters


def pytest_configure(config: pytest.Config) -> None:
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    if whole and not config.option.keyword and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Skipped())
