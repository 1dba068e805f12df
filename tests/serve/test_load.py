"""The load of benchmarks/service.py, for a few seconds and with a kill -9 in the middle."""

import argparse
import importlib.util
from pathlib import Path

from tests.serve.running import running

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "service.py"


def test_no_job_of_many_clients_is_lost(tmp_path):
    spec = importlib.util.spec_from_file_location("service_load", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    options = argparse.Namespace(clients=12, seconds=8, workers=1, kill=True)
    found = script.measured(options, tmp_path, running)
    assert found["accepted"] == found["finished"] == found["checked"] > 10
