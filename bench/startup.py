"""How long it takes from the command to the first card: `python bench/startup.py`.

Over HTTP: until the game page, its files and the answer to a first action are there. With
`--browser` also in Chromium: until a new game is on the screen and a card has been drawn.
"""

from __future__ import annotations

import argparse
import re
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from measuring import API, heading, processor_seconds, report

from cli.program import Program

_FILES = re.compile(r'(?:href|src|data-sprite)="(/static/[^"]+)"')


def over_http(folder: Path) -> tuple[float, float]:
    """Seconds until a first action has been answered, and those the processor worked for it."""
    begin = perf_counter()
    with Program(folder) as program, program.client() as client:
        client.get("/")
        game = client.post(f"{API}/games", json={}).json()
        page = client.get(f"/games/{game['id']}").text
        for address in _FILES.findall(page):
            client.get(address)
        action = {"seq": 0, "command_id": "first", "action": "draw"}
        answer = client.post(f"{API}/games/{game['id']}/actions", json=action)
        assert answer.json()["view"]["seq"] == 1
        return perf_counter() - begin, processor_seconds(program.process.pid)


def in_chromium(folder: Path, chromium: str) -> float:
    """Seconds until Chromium shows a new game in which a card has been drawn.

    Chromium itself is running already, as it is on the computer of somebody who reads the web.
    """
    from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - not needed over HTTP

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page()
        begin = perf_counter()
        with Program(folder) as program:
            page.goto(f"{program.address}/?token={program.token}")
            page.locator("#new-game-form button[type=submit]").click()
            page.wait_for_url("**/games/*")
            page.keyboard.press("d")
            expect(page.locator("#figure-moves dd")).to_have_text("1")
            seconds = perf_counter() - begin
        browser.close()
        return seconds


def main() -> None:
    """Start the program again and again, with and without saved games."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--starts", type=int, default=15)
    parser.add_argument("--browser", action="store_true", help="also in Chromium")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    options = parser.parse_args()
    heading("From the command to the first card")
    first, later, seen = [], [], []
    for _ in range(options.starts):
        with TemporaryDirectory() as folder:
            first.append(over_http(Path(folder)))
            later.append(over_http(Path(folder)))
            if options.browser:
                seen.append(in_chromium(Path(folder), options.chromium))
    for name, found in (("first start", first), ("later starts", later)):
        report(f"{name}, over HTTP", [seconds for seconds, _ in found], "s", aim="below 3 s")
        report(f"{name}, processor time", [worked for _, worked in found], "s")
    if seen:
        report("later starts, in Chromium", seen, "s", aim="below 3 s")


if __name__ == "__main__":
    main()
