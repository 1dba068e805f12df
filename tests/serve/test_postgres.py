"""Several services on one PostgreSQL store."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import neurols
from neurols.scheduling.write import json_text
from neurols.serve.store import DONE, QUEUED, RUNNING, Store
from tests.serve.postgres import postgres
from tests.serve.running import running


@pytest.fixture(scope="module")
def database():
    with postgres() as address:
        yield address


def test_every_job_is_claimed_once(database):
    store = Store(database)
    settings = {"seconds": 1, "controller": "auto", "seed": 0}
    numbers = [store.add("x", b"\0\xff", settings, {"a": None}) for _ in range(40)]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda k: store.claim(f"w{k % 8}"), range(60)))
    claimed = [job["id"] for job in found if job is not None]
    while (job := store.claim("late")) is not None:  # those that two reached for at once
        claimed.append(job["id"])
    assert sorted(claimed) == sorted(numbers) and found[0]["data"] == b"\0\xff"
    assert store.note(numbers[0], state=DONE, cost=2.5, trace=[[1, 2.5]]).seconds == 1
    assert store.get(numbers[0])["cost"] == 2.5
    assert store.give_back(["w1"]) == sum(job["worker"] == "w1" for job in found if job) - (
        store.get(numbers[0])["worker"] == "w1"
    )
    assert store.counts()[DONE] == 1 and store.counts()[QUEUED] + store.counts()[RUNNING] == 39
    for number in numbers:
        assert store.remove(number)
    store.close()


def test_one_of_two_services_is_killed(database, tmp_path):
    (tmp_path / "shop.json").write_text(json_text(neurols.load("ta21")))
    instance = neurols.load("ta21")
    options = ("--store", database)
    with running(tmp_path, *options) as (one, process, _), running(tmp_path, *options) as other:
        client = other[0]
        numbers = [one.submit(tmp_path / "shop.json", time_limit=1)["id"] for _ in range(5)]
        for _ in one.events(numbers[0]):
            break
        process.kill()
        for number in numbers:
            *_, job = client.events(number)
            assert job["state"] == "done"
            client.save(number, tmp_path / "plan.json")
            plan = neurols.registry.problem_of(instance).read_solution(
                instance, tmp_path / "plan.json"
            )
            assert neurols.check(instance, plan) == job["cost"]
