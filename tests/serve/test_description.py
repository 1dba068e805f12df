"""The interface keeps its description (OpenAPI), whatever it is asked."""

import subprocess
import sys

import pytest

from tests.serve.running import running

pytest.importorskip("schemathesis")
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance",
          "response_schema_conformance")  # fmt: skip


def test_requests_made_from_the_description(tmp_path):
    options = ("--max-examples", "3", "--seed", "1", "--generation-database", "none",
               "--phases", "examples,coverage,fuzzing,stateful")  # fmt: skip
    with running(tmp_path, "--max-seconds", "1") as (client, process, address):
        command = [sys.executable, "-m", "schemathesis.cli", "run", f"{address}/openapi.json",
                   *options, "--checks", ",".join(CHECKS)]  # fmt: skip
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
        assert " passed" in done.stdout and client.jobs() and process.poll() is None
