"""The page in a real browser: from the file to the plan, and what a user may do on the way."""

import json
import re
import shutil
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from openpyxl import Workbook

import neurols
from neurols.scheduling.write import json_text
from tests.serve.running import TABLE, running

playwright = pytest.importorskip("playwright.sync_api")
PAGE = Path(neurols.__file__).parent / "serve" / "page"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
pytestmark = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium on this machine")
NASTY = "<img src=x onerror=document.title='hit'>"
CLIENTS = "client,x,y,delivery,to,late price,service\n" + "".join(
    f"c{k},{k * 7 % 23},{k * 5 % 19},1,{'6:05' if k == 3 else '12:00'},1,10\n" for k in range(1, 13)
)


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as engine:
        made = engine.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with running(tmp_path_factory.mktemp("service")) as (_, _, address):
        yield address


def upload_example(page, name, seconds):
    """Choose a built-in instance."""
    page.select_option("#example", name)
    page.wait_for_selector("#understood:visible")
    page.fill("#seconds", str(seconds))


@contextmanager
def opened(browser, address, **options):
    """A page whose console must stay empty."""
    context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
    page = context.new_page()
    told = []
    page.on("console", lambda line: told.append(line.text) if line.type != "log" else None)
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on("dialog", lambda dialog: told.append(dialog.message))
    page.set_default_timeout(20_000)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    yield page
    context.close()
    # A refused file is a failed request, which browsers tell there, too.
    assert [line for line in told if "422" not in line] == []


def write_workbook(path):
    """Twelve stops, one of which can only be late."""
    book = Workbook()
    book.remove(book.active)
    depots, fleet = "depot,x,y\nyard,9,9\n", "vehicle,number,capacity,shift from\nvan,3,6,6:00\n"
    for name, text in (("clients", CLIENTS), ("depots", depots), ("vehicles", fleet)):
        sheet = book.create_sheet(name)
        for line in text.splitlines():
            sheet.append([int(cell) if cell.isdigit() else cell for cell in line.split(",")])
    book.save(path)


def choose(page, *names):
    for box in page.query_selector_all("#controllers input"):
        box.set_checked(box.get_attribute("value") in names)


def upload(page, name, text, seconds=1):
    page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": text.encode()})
    page.fill("#seconds", str(seconds))


def test_upload_watch_compare_pause_and_download(browser, service):
    with opened(browser, service) as page:
        upload(page, "ta21.json", json_text(neurols.load("ta21")), 60)
        page.wait_for_selector("#understood:has-text('machines: 20')")
        choose(page, "sa", "nls-anp")
        page.click("#start")
        page.wait_for_selector("#compared tr:nth-of-type(2)")
        page.wait_for_selector("#picture .gantt rect.bar")
        page.wait_for_selector(".card:has-text('accepted')")
        first = page.inner_text("#state")
        page.wait_for_function(
            "text => document.getElementById('state').textContent !== text", arg=first
        )
        page.wait_for_selector(".card:has-text('Values of the policy')")
        page.click("text=Pause")
        page.wait_for_selector("#state:has-text('stopped')")
        page.click("#list button:has-text('· sa')")
        page.wait_for_selector("#state:has-text('running')")
        page.focus("#limit")
        page.keyboard.press("Home")  # to one second
        page.wait_for_selector("#state:has-text('done')")
        rows = page.locator("#compared tr").all_inner_texts()
        assert len(rows) == 3 and "nls-anp" in rows[1] and "sa" in rows[2]
        assert all(re.search(r"\t\d+\.\d+\t", row) for row in rows[1:])  # gaps
        with page.expect_download() as download:
            page.click("text=plan.json")
        plan = json.loads(Path(download.value.path()).read_text())
        assert neurols.check(neurols.load("ta21"), plan) > 0
        page.click("text=Delete")
        page.wait_for_selector("#job[hidden]", state="attached")


def test_an_error_in_row_17_is_shown(browser, service):
    with opened(browser, service) as page:
        rows = [
            "job,machine,duration",
            *(f"j{k},lathe,{k}" for k in range(2, 17)),
            "j17,lathe,soon",
        ]
        upload(page, "shop.csv", "\n".join(rows))
        page.wait_for_selector("#fault:has-text('row 17')")
        assert "column 'duration'" in page.inner_text("#fault")


def test_names_are_text(browser, service):
    with opened(browser, service) as page:
        upload(
            page,
            f"{NASTY}.csv".replace("/", ""),
            TABLE.replace("turn", NASTY).replace("a,", f"{NASTY}a,"),
        )
        choose(page, "auto")
        page.click("#start")
        page.wait_for_selector("#state:has-text('done')")
        page.wait_for_selector("#picture .gantt")
        page.locator("#picture .routes button").first.click()
        assert NASTY in page.inner_text("#picture .stops")
        assert page.title() == "neurols" and page.locator("main img").count() == 0


def test_routes_are_clicked_and_late_stops_are_red(browser, service, tmp_path):
    with opened(browser, service) as page:
        write_workbook(tmp_path / "tours.xlsx")
        page.set_input_files("#file", tmp_path / "tours.xlsx")
        page.fill("#seconds", "1")
        choose(page, "auto")
        page.click("#start")
        page.wait_for_selector("#state:has-text('done')")
        page.wait_for_selector("#late:has-text('1 late stop')")
        page.locator("#picture .map .route circle").first.click()
        assert page.locator("#picture .map .faded").count() > 0
        late = page.locator("#picture .routes button:has-text('late')")
        if late.get_attribute("aria-pressed") != "true":
            late.click()
        red = page.locator("#picture .stops tr.late td").first
        assert red.inner_text() == "c3"
        colour = red.evaluate("one => getComputedStyle(one).color")
        r, g, b = map(int, re.findall(r"\d+", colour)[:3])
        assert r > 2 * g and r > 2 * b


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_phone_width_colours_and_keyboard(browser, service, scheme):
    size = {"width": 360, "height": 740}
    with opened(browser, service, viewport=size, color_scheme=scheme, has_touch=True) as page:
        upload_example(page, "ft06", 1)
        page.wait_for_selector("#understood:has-text('machines: 6')")
        choose(page, "auto")
        page.focus("#start")
        page.keyboard.press("Enter")
        page.wait_for_selector("#picture .gantt")
        page.wait_for_selector("#state:has-text('done')")
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360
        ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, re.findall(r"\d+", ground)[:3])) < 200) == (scheme == "dark")
        page.keyboard.press("Tab")
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"


def test_the_first_view_comes_within_a_second(browser, service):
    with opened(browser, service) as page:
        page.goto("about:blank")
        seconds = []
        for _ in range(3):
            started = time.perf_counter()
            page.goto(service)
            page.wait_for_selector("html[data-ready]")
            seconds.append(time.perf_counter() - started)
        assert min(seconds) < 1


def test_the_interface_is_described(browser, service):
    with opened(browser, service) as page:
        page.goto(f"{service}/interface")
        page.wait_for_selector("code:has-text('POST /api/v1/jobs')")


class _Flood(BaseHTTPRequestHandler):
    """A service that tells of ten jobs, 200 times a second in all, for three seconds."""

    seconds, rate = 3, 200

    def log_message(self, *_):
        pass

    def job(self, number, count, state="running"):
        trace = [[k / 50, 5000 - k] for k in range(min(1500, 300 + count))]
        decisions = {
            "names": ["ct", "cet", "swaps"], "operators": 2, "proposed": [count, 2 * count, 3],
            "decided": [count, count, 3], "accepted": [count // 2, count // 3, 3], "steps": [],
            "over_time": {"proposed": [[5, 3, 1]] * 60, "decided": [9] * 60, "accepted": [4] * 60},
            "actions": [], "values": [],
        }  # fmt: skip
        return {
            "id": f"{number:024x}", "state": state, "file": "flood.txt", "created": number,
            "settings": {"controller": f"c{number}", "seconds": 60, "seed": 0},
            "facts": {"problem": "p", "size": "1", "plans": []}, "seconds": count / 50,
            "iterations": count, "cost": trace[-1][1], "trace": trace, "decisions": decisions,
            "result": None, "error": None, "sent": time.time() * 1000,
        }  # fmt: skip

    def answer(self, kind, body):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path.split("?")[0]
        if path == "/api/v1/events":
            return self.flood()
        answers = {
            "/api/v1/menu": {"controllers": ["auto"], "examples": [], "seconds": 60},
            "/api/v1/jobs": [self.job(number, 1) for number in range(10)],
        }
        if path in answers:
            return self.answer("application/json", json.dumps(answers[path]).encode())
        if path.endswith("/view"):
            view = {"cost": 1, "rows": [], "places": None, "columns": ["a", "b"]}
            return self.answer("application/json", json.dumps(view).encode())
        file = PAGE / (path.strip("/") or "index.html")
        kinds = {".js": "text/javascript", ".css": "text/css", ".html": "text/html",
                 ".svg": "image/svg+xml"}  # fmt: skip
        self.answer(kinds[file.suffix], file.read_bytes())

    def flood(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        begun = time.monotonic()
        total = self.seconds * self.rate
        for count in range(total):
            state = "done" if count >= total - 10 else "running"
            data = json.dumps(self.job(count % 10, count, state))
            self.wfile.write(f"event: job\ndata: {data}\n\n".encode())
            time.sleep(max(0, begun + count / self.rate - time.monotonic()))


def test_200_events_a_second_do_not_make_the_page_lag(browser):
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Flood)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with opened(browser, f"http://127.0.0.1:{server.server_port}") as page:
            page.locator("#list button").first.click()
            gaps = page.evaluate(
                """seconds => new Promise((done) => {
                  const gaps = [];
                  const begun = performance.now();
                  let last = begun;
                  const beat = () => {
                    const now = performance.now();
                    gaps.push(now - last);
                    last = now;
                    now - begun < 1000 * seconds ? setTimeout(beat, 0) : done(gaps);
                  };
                  beat();
                })""",
                2,
            )
            page.wait_for_selector("#state:has-text('done')", timeout=5000)  # nothing piles up
            gaps.sort()
            assert gaps[int(0.95 * len(gaps))] < 100
    finally:
        server.shutdown()
        server.server_close()
