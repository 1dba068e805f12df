"""Plans carried over to later orders, as a planner does it: one command each."""

import json

from openpyxl import load_workbook

CLIENTS = [(i, 10 * (i % 5), 7 * (i % 7), 1 + i % 3) for i in range(1, 21)]


def orders(path, clients):
    rows = ["client,x,y,delivery,from,to,service time"]
    rows += [f"c{i},{x},{y},{d},{6 + i % 4}:00,{12 + i % 4}:00,5" for i, x, y, d in clients]
    (path / "clients.csv").write_text("\n".join(rows) + "\n")
    (path / "depots.csv").write_text("depot,x,y\nyard,20,20\n")
    vehicles = "vehicle,number,capacity,shift from,shift to\nvan,5,16,6:00,18:00\n"
    (path / "vehicles.csv").write_text(vehicles)
    return path


def test_two_new_orders_leave_the_old_ones_where_they_were(tmp_path, cli):
    today, tomorrow = tmp_path / "today", tmp_path / "tomorrow"
    today.mkdir()
    tomorrow.mkdir()
    orders(today, CLIENTS)
    plan = tmp_path / "plan.xlsx"
    done = cli("solve", today, "--iterations", 3000, "--output", plan, "--output",
               tmp_path / "plan.json")  # fmt: skip
    assert done.code == 0, done.err
    orders(tomorrow, [*CLIENTS[1:], (21, 5, 5, 2), (22, 30, 30, 1)])
    for old in (plan, tmp_path / "plan.json"):
        answer = cli("solve", tomorrow, "--initial", old, "--keep", "--iterations", 500, "--json")
        assert answer.code == 0, answer.err
        changes = json.loads(answer.out)["changes"]
        assert sorted(changes["new"]) == ["c21", "c22"] and changes["gone"] == ["c1"]
        assert not changes["moved"]
    new = tmp_path / "new.xlsx"
    cli("solve", tomorrow, "--initial", plan, "--freeze-until", "8:00", "--iterations", 500,
        "--output", new)  # fmt: skip
    kinds = [row[1] for row in load_workbook(new)["changes"].iter_rows(values_only=True)]
    assert kinds.count("new") == 2 and kinds.count("gone") == 1


def test_operations_that_have_started_stay(tmp_path, cli):
    header = "job,operation,machine,duration\n"
    body = "a,turn,lathe,20\na,mill,mill,30\nb,turn,lathe,15\nb,mill,mill,10\n"
    table = tmp_path / "shop.csv"
    table.write_text(header + body)
    for plan in ("plan.xlsx", "plan.json"):
        assert cli("solve", table, "--iterations", 100, "--output", tmp_path / plan).code == 0
    table.write_text(header + "c,turn,lathe,5\nc,mill,mill,40\n" + body)
    for plan in ("plan.xlsx", "plan.json"):
        answer = cli("solve", table, "--initial", tmp_path / plan, "--freeze-until", 16,
                     "--iterations", 200, "--json")  # fmt: skip
        assert answer.code == 0, answer.err
        changes = json.loads(answer.out)["changes"]
        assert changes["new"] == ["c: turn", "c: mill"] and changes["same"] >= 2


def test_new_jobs_come_behind_what_people_know(tmp_path, cli):
    header = "job,operation,machine,duration\n"
    rows = [f"j{k},turn,lathe,{5 + k}\nj{k},mill,mill,{9 - k}\n" for k in range(6)]
    table, plan = tmp_path / "shop.csv", tmp_path / "plan.xlsx"
    table.write_text(header + "".join(rows))
    assert cli("solve", table, "--iterations", 200, "--output", plan).code == 0
    table.write_text(header + "n1,turn,lathe,4\nn1,mill,mill,4\n" + "".join(rows[1:]))
    changes, costs = [], []
    for price in (0.001, 1000):
        answer = cli("solve", table, "--initial", plan, "--change-price", price, "--iterations",
                     500, "--json")  # fmt: skip
        assert answer.code == 0, answer.err
        changes.append(json.loads(answer.out)["changes"])
        costs.append(json.loads(answer.out)["cost"])
    assert changes[1]["new"] == ["n1: turn", "n1: mill"] and len(changes[1]["gone"]) == 2
    assert changes[1]["same"] >= changes[0]["same"] and costs[0] <= costs[1]
    assert cli("solve", table, "--initial", plan, "--iterations", 500).code == 0


def test_a_price_of_changes_must_be_one(tmp_path, cli):
    today = tmp_path / "today"
    today.mkdir()
    orders(today, CLIENTS)
    plan = tmp_path / "plan.xlsx"
    assert cli("solve", today, "--iterations", 500, "--output", plan).code == 0
    refused = cli("solve", today, "--initial", plan, "--change-price", 0)
    assert refused.code == 2 and "above 0" in refused.err
    assert cli("solve", today, "--change-price", 1).code == 2
    dear = cli("solve", today, "--initial", plan, "--change-price", 1e4, "--iterations", 500,
               "--json")  # fmt: skip
    assert dear.code == 0 and not json.loads(dear.out)["changes"]["moved"]


def test_what_is_missing_is_told(tmp_path, cli):
    refused = cli("solve", "ft06", "--keep")
    assert refused.code == 2 and "--initial" in refused.err
    table = tmp_path / "shop.csv"
    table.write_text("job,machine,duration\na,lathe,20\n")
    plan = tmp_path / "plan.csv"
    assert cli("solve", table, "--iterations", 10, "--output", plan).code == 0
    assert "of vehicles" in cli("solve", table, "--initial", plan, "--keep").err
    refused = cli("solve", table, "--initial", plan, "--freeze-until", "noon")
    assert refused.code == 2 and "clock time" in refused.err
