"""The command and its client, as processes of their own."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

import neurols
from neurols import InputError
from tests.serve.running import TABLE, running


def test_jobs_survive_a_kill_of_the_service(tmp_path):
    table = tmp_path / "shop.csv"
    table.write_text(TABLE)
    with running(tmp_path) as (client, process, _):
        seen = []
        job = client.solve(table, time_limit=1, on_progress=seen.append)
        assert job["cost"] == 50 and seen[-1] == job
        client.save(job["id"], tmp_path / "plan.json")
        plan = json.loads((tmp_path / "plan.json").read_text())
        assert neurols.check(neurols.read(table), plan) == 50
        (tmp_path / "ta.json").write_text(_big())
        open_jobs = [client.submit(tmp_path / "ta.json", time_limit=2)["id"] for _ in range(2)]
        process.kill()
    with running(tmp_path) as (client, _, _):
        for number in open_jobs:
            *_, last = client.events(number)
            assert last["state"] == "done" and last["cost"] is not None


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="children are read from /proc")
def test_workers_end_with_a_service_that_was_killed(tmp_path):
    with running(tmp_path) as (client, process, _):
        (tmp_path / "ta.json").write_text(_big())
        job = client.submit(tmp_path / "ta.json", time_limit=60)["id"]
        while client.job(job)["state"] == "queued":
            time.sleep(0.05)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert children
        process.kill()
        process.wait()
    until = time.monotonic() + 10
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < until
        time.sleep(0.1)


def test_the_command_line_searches_in_a_service(tmp_path, capsys, monkeypatch):
    from neurols.cli.run import run

    (tmp_path / "shop.csv").write_text(TABLE)
    with running(tmp_path, "--token", "t") as (client, _, address):
        solve = ["solve", str(tmp_path / "shop.csv"), "--server", address, "--time", "1"]
        monkeypatch.setenv("NEUROLS_TOKEN", "wrong")
        assert run(solve) == 2 and "token" in capsys.readouterr().err
        monkeypatch.setenv("NEUROLS_TOKEN", "t")
        plan = tmp_path / "plan.json"
        outputs = ["--output", str(plan), "--output", str(tmp_path / "plan.csv")]
        assert run([*solve, *outputs, "--plot", str(tmp_path / "plan.svg")]) == 0
        told = capsys.readouterr()
        assert "50" in told.out and client.jobs()[0]["id"] in told.out and "best 50" in told.err
        assert run(["check", str(tmp_path / "shop.csv"), str(plan)]) == 0
        assert (tmp_path / "plan.svg").read_text().startswith("<?xml")
        capsys.readouterr()
        assert run(["solve", "ft06", "--server", address, "--time", "1", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert found["cost"] == 55 and neurols.check(neurols.load("ft06"), found["solution"]) == 55
        assert run([*solve, "--keep"]) == 2 and "--server" in capsys.readouterr().err


def _big():
    from neurols.scheduling.write import json_text

    return json_text(neurols.load("ta41"))


def test_refusals(tmp_path):
    table = tmp_path / "shop.csv"
    table.write_text(TABLE.replace("20", "fast"))
    with running(tmp_path, "--token", "t") as (client, _, _):
        with pytest.raises(InputError, match="row 2, column 'duration'"):
            client.submit(table)
        with pytest.raises(InputError, match="no such job"):
            client.stop("0" * 24)
    with pytest.raises(InputError, match="does not answer"):
        client.jobs()


def test_elsewhere_wants_a_token(tmp_path):
    command = [sys.executable, "-m", "neurols", "serve", "--host", "0.0.0.0"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30)
    assert done.returncode == 2 and "give a --token" in done.stderr
