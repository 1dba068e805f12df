"""The picture of the page of the service: python docs/pictures/page.py (needs Chromium)."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1]))


def main() -> None:
    from playwright.sync_api import sync_playwright

    from tests.serve.running import running
    from tests.serve.test_page import choose, upload_example

    folder = Path(tempfile.mkdtemp())
    with running(folder, "--workers", "2") as (_, _, address), sync_playwright() as engine:
        browser = engine.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1280, "height": 1120})
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        upload_example(page, "rr-vrptw-n50", 8)
        choose(page, "sa", "ils")
        page.click("#start")
        page.wait_for_selector("#state:has-text('done')")
        page.wait_for_selector("#compared tr:nth-of-type(3):has-text('done')")
        page.wait_for_timeout(1500)
        page.locator("#picture .routes button").nth(1).click()
        page.screenshot(path=HERE / "page.png")
        browser.close()


if __name__ == "__main__":
    main()
