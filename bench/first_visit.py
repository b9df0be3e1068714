"""How much Chromium loads on the first visit: `python bench/first_visit.py`.

The start page, a new game, and everything they need, compressed as they come over the network,
with their headers.
"""

from __future__ import annotations

import argparse
import shutil
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from measuring import heading
from playwright.sync_api import sync_playwright

from cli.program import Program


def loaded(chromium: str, language: str) -> tuple[Counter[str], Counter[str]]:
    """The bytes of each file of the start page, and with those of a first game."""
    sizes: Counter[str] = Counter()
    addresses: dict[str, str] = {}

    def began(event: dict[str, Any]) -> None:
        addresses[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def finished(event: dict[str, Any]) -> None:
        sizes[addresses.get(event["requestId"], "?")] += int(event["encodedDataLength"])

    with TemporaryDirectory() as folder, Program(Path(folder)) as program, sync_playwright() as pw:
        browser = pw.chromium.launch(executable_path=chromium)
        page = browser.new_page(locale=language)
        session = page.context.new_cdp_session(page)
        session.on("Network.requestWillBeSent", began)
        session.on("Network.loadingFinished", finished)
        session.send("Network.enable")
        page.goto(f"{program.address}/?token={program.token}", wait_until="networkidle")
        start = sizes.copy()
        page.locator("#new-game-form button[type=submit]").click()
        page.wait_for_url("**/games/*")
        page.wait_for_load_state("networkidle")
        browser.close()
    return start, sizes


def main() -> None:
    """Measure in both languages, and print the largest files."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    options = parser.parse_args()
    heading("First visit, compressed")
    for language in ("en", "de"):
        start, game = loaded(options.chromium, language)
        print(f"{language}: start page {start.total() / 1000:.1f} kB in {len(start)} files,")
        print(f"    with a first game {game.total() / 1000:.1f} kB in {len(game)}; aim: 100 kB")
        for name, size in game.most_common(8):
            print(f"    {size / 1000:6.1f} kB  {name}")


if __name__ == "__main__":
    main()
