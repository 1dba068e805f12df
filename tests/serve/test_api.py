"""Jobs over HTTP: from the upload to the plan, and everything that is refused."""

import io
import json
import time
import zipfile
from itertools import pairwise

import pytest

from neurols.serve.settings import Limits

TABLE = b"job,operation,machine,duration\na,turn,lathe,20\na,mill,mill,30\nb,turn,lathe,15\n"


def post(client, data=TABLE, file="shop.csv", **more):
    return client.post("/api/v1/jobs", params={"file": file, "seconds": 1} | more, content=data)


def over(client, number, seconds=40):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        job = client.get(f"/api/v1/jobs/{number}").json()
        if job["state"] not in ("queued", "running"):
            return job
        time.sleep(0.05)
    raise AssertionError(f"not over: {job}")


def test_from_a_table_to_a_plan(service):
    client = service()
    made = post(client)
    assert made.status_code == 201 and made.json()["facts"]["machines"] == 2
    number = made.json()["id"]
    with client.stream("GET", f"/api/v1/jobs/{number}/events") as answer:
        events = [json.loads(line[6:]) for line in answer.iter_lines() if line[:6] == "data: "]
    assert events[-1]["state"] == "done" and events[-1]["cost"] == 50
    assert events[-1]["trace"][-1][1] == 50 and events[-1]["result"]["cost"] == 50
    for kind, start in (("json", b"{"), ("xlsx", b"PK"), ("csv", b"job,"), ("svg", b"<?xml")):
        answer = client.get(f"/api/v1/jobs/{number}/plan.{kind}")
        assert answer.status_code == 200 and answer.content.startswith(start)
        assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert client.get(f"/api/v1/jobs/{number}/plan.exe").status_code == 404
    metrics = client.get("/metrics").text
    assert 'neurols_jobs{state="done"} 1' in metrics and "neurols_workers 1" in metrics
    assert "neurols_waiting_seconds 0.000" in metrics
    assert client.delete(f"/api/v1/jobs/{number}").status_code == 204
    assert client.get(f"/api/v1/jobs/{number}").status_code == 404
    assert client.get("/nothing").headers["content-type"] == "application/problem+json"


def test_stop_resume_and_list(service, tmp_path):
    from neurols import load
    from neurols.scheduling.write import json_text

    client = service()
    big = json_text(load("ta41")).encode()
    number = post(client, big, "ta41.json", seconds=60).json()["id"]
    while client.get(f"/api/v1/jobs/{number}").json()["cost"] is None:
        time.sleep(0.05)
    assert client.post(f"/api/v1/jobs/{number}/resume").status_code == 409
    client.post(f"/api/v1/jobs/{number}/stop")
    stopped = over(client, number)
    assert stopped["state"] == "stopped" and stopped["seconds"] < 50
    client.post(f"/api/v1/jobs/{number}/resume", params={"seconds": 1})
    again = over(client, number)
    assert again["state"] == "done" and again["cost"] <= stopped["cost"]
    assert [job["id"] for job in client.get("/api/v1/jobs").json()] == [number]


def test_a_worker_that_is_killed_loses_nothing(service):
    import multiprocessing

    client = service()
    number = post(client, seconds=3).json()["id"]
    while client.get(f"/api/v1/jobs/{number}").json()["state"] == "queued":
        time.sleep(0.02)
    for worker in multiprocessing.active_children():
        worker.kill()
    assert over(client, number, 20)["cost"] == 50


def test_what_ran_goes_on_after_a_restart(tmp_path):
    from neurols.serve.store import QUEUED, RUNNING, Store

    address = f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    store = Store(address)
    number = store.add("shop.csv", TABLE, {"seconds": 1, "controller": "auto", "seed": 0}, {})
    assert store.claim()["id"] == number and store.claim() is None
    assert store.get(number)["state"] == RUNNING
    plan = {"start": [[0, 20], [20]], "machine": [[0, 1], [0]]}
    store.note(number, plan=plan, cost=50, used=0.5)
    store.close()
    again = Store(address)
    assert again.give_back(before=time.time()) == 1 and again.get(number)["state"] == QUEUED
    job = again.claim()
    assert (job["plan"], job["used"]) == (plan, 0.5)
    again.close()


def test_bad_files_are_structured_problems(service, monkeypatch):
    monkeypatch.setattr("neurols.tables.workbook._UNPACKED", 1 << 20)
    client = service()
    answer = post(client, b"job,machine,duration\na,lathe,fast\nb,,3\n")
    problem = answer.json()
    assert answer.status_code == 422 and answer.headers["content-type"].endswith("problem+json")
    assert any("row 2, column 'duration'" in one for one in problem["mistakes"])
    assert post(client, b"").status_code == 422
    assert post(client, controller="nls-a:model=/etc/passwd").status_code == 422
    assert post(client, controller="nobody").status_code == 422
    assert post(client, seconds=10**9).status_code == 422
    assert client.post("/api/v1/jobs").status_code == 422
    for name in ("../../etc/passwd", "a/b.csv", "<script>.csv", "\x00.csv", "x" * 300):
        assert post(client, b"nothing", name).status_code == 422
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"<a>" + b" " * (2 << 20))
    assert "unpacks to more" in post(client, bomb.getvalue(), "bomb.xlsx").json()["detail"]
    assert client.get("/api/v1/jobs").json() == []


def test_limits(service):
    client = service(workers=1, limits=Limits(upload_bytes=1000, seconds=5, queued=2, kept=2))
    assert post(client, b"x" * 2000).status_code == 413
    assert post(client, seconds=6).status_code == 422
    statuses = [post(client, seconds=5).status_code for _ in range(3)]
    assert statuses == [201, 201, 429]


def test_a_token_is_wanted_where_there_is_one(service):
    client = service(token="secret")
    assert client.get("/").status_code == 200
    for path in ("/api/v1/jobs", "/metrics", "/api/v1/controllers"):
        assert client.get(path).status_code == 401
        assert client.get(path, headers={"Authorization": "Bearer wrong"}).status_code == 401
        assert client.get(path, headers={"Authorization": "Bearer secret"}).status_code == 200


def test_other_sites_are_refused(service):
    client = service()
    assert client.get("/api/v1/jobs", headers={"Host": "evil.example"}).status_code == 400
    evil = {"Origin": "http://evil.example"}
    assert client.post("/api/v1/jobs?file=a.csv", content=TABLE, headers=evil).status_code == 403


@pytest.mark.parametrize("path", ["/page.js", "/page.css", "/interface", "/"])
def test_the_page_is_served(service, path):
    answer = service().get(path)
    assert answer.status_code == 200 and "unsafe" not in answer.headers["content-security-policy"]
    assert "innerHTML" not in answer.text


def test_what_the_page_asks_for(service):
    client = service()
    menu = client.get("/api/v1/menu").json()
    assert "auto" in menu["controllers"] and "ft06" in menu["examples"]
    facts = client.post("/api/v1/understood", params={"file": "shop.csv"}, content=TABLE).json()
    assert facts["machines"] == 2 and client.get("/api/v1/jobs").json() == []
    job = over(client, post(client, b"", "ft06").json()["id"])
    assert job["cost"] == 55 and job["result"]["version"]
    view = client.get(f"/api/v1/jobs/{job['id']}/view").json()
    assert len(view["rows"]) == 6 and view["rows"][0]["items"][0]["end"] > 0


def test_decisions_come_as_they_are_made(service):
    client = service()
    number = post(client, b"", "ta05", seconds=60, controller="nls-anp").json()["id"]
    seen = []
    with client.stream("GET", f"/api/v1/jobs/{number}/events") as answer:
        for line in answer.iter_lines():
            if line[:6] == "data: ":
                seen.append(json.loads(line[6:]))
                if seen[-1]["decisions"] and len(seen) > 4:
                    break
    told = seen[-1]["decisions"]
    assert seen[-1]["state"] == "running" and sum(told["proposed"]) > 0
    assert len(told["values"][0]) == len(told["actions"])
    assert sum(map(sum, told["over_time"]["proposed"])) == sum(told["proposed"])
    client.patch(f"/api/v1/jobs/{number}", params={"seconds": 1})
    job = over(client, number)
    assert job["state"] == "done" and job["seconds"] < 20
    assert client.patch(f"/api/v1/jobs/{number}", params={"seconds": 9}).status_code == 409


def test_a_raised_limit_is_searched(service):
    client = service()
    number = post(client, b"", "ul-n101-s01", seconds=1).json()["id"]
    client.patch(f"/api/v1/jobs/{number}", params={"seconds": 2})
    job = over(client, number)
    assert job["state"] == "done" and job["seconds"] >= 2
    assert [point[0] for point in job["trace"]] == sorted(point[0] for point in job["trace"])


def test_many_draw_at_once(service):
    from concurrent.futures import ThreadPoolExecutor

    client = service()
    jobs = [over(client, post(client).json()["id"])["id"] for _ in range(10)]
    paths = [f"/api/v1/jobs/{number}/{what}" for number in jobs for what in ("plan.svg", "view")]
    with ThreadPoolExecutor(10) as threads:
        assert {answer.status_code for answer in threads.map(client.get, paths)} == {200}


def test_several_jobs_in_one_stream(service):
    client = service()
    numbers = [post(client).json()["id"] for _ in range(3)]
    client.delete(f"/api/v1/jobs/{numbers[2]}")
    with client.stream("GET", "/api/v1/events", params={"job": numbers}) as answer:
        lines = list(answer.iter_lines())
    last = {}
    for kind, data in pairwise(lines):
        if data.startswith("data: "):
            told = json.loads(data[6:])
            last[told["id"]] = "deleted" if kind == "event: deleted" else told["state"]
    assert last == {numbers[0]: "done", numbers[1]: "done", numbers[2]: "deleted"}
    assert client.get("/api/v1/events", params={"job": "../x"}).status_code == 422
