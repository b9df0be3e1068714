"""Take the pictures of the documentation: the real page of a real server in real Chromium.

Usage: python docs/screenshot.py
The environment variable CHROMIUM names the browser; `chromium` is the default.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

PICTURES = Path(__file__).parent / "pictures"
CODE = "TP1-E-AAAAAAB"
# The slots of KC AS 2D 3S 4S 5S 4H, a draw, then KD.
MOVES = (20, 23, 22, 18, 21, 19, 10, None, 24)
# After them the game is lost by drawing and drawing.
LOST_MOVES = (*MOVES, *(None,) * 15)
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 640}
CHROMIUM_OPTIONS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)


def main() -> None:
    """Take all pictures."""
    chromium = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if chromium is None:
        sys.exit("There is no Chromium here: name it with CHROMIUM=/path/to/chromium.")
    PICTURES.mkdir(exist_ok=True)
    with running_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS)
        take_picture(browser, address, "game.png", DESKTOP, scale=1)
        take_picture(browser, address, "phone.png", PHONE, scale=2)
        take_review_picture(browser, address, "review.png", DESKTOP)
        browser.close()


@contextmanager
def running_server() -> Iterator[str]:
    """Run the server on a free port over a folder of its own, and give its address."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tripeaks", "--no-browser", "--data", folder]
        # Whatever is on the usual port, the program finds a free one and says which.
        with subprocess.Popen(  # noqa: S603 - the command is ours
            command, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                words = (word for line in server.stdout or () for word in line.split())
                yield next(word for word in words if word.startswith("http://"))
            finally:
                server.terminate()


def take_picture(
    browser: Browser, address: str, name: str, size: ViewportSize, *, scale: float
) -> None:
    """Play some moves in a window of a size and take its picture."""
    page = window(browser, size, scale=scale)
    play_all(page, address, MOVES)
    page.evaluate("document.activeElement.blur()")
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / name)
    page.context.close()


def take_review_picture(browser: Browser, address: str, name: str, size: ViewportSize) -> None:
    """Lose a game in a window of a size and take the picture of its review at the losing move."""
    page = window(browser, size, scale=1)
    play_all(page, address, LOST_MOVES)
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Review").click()
    page.locator("#to-lost").click()
    page.evaluate("document.activeElement.blur()")
    page.screenshot(path=PICTURES / name)
    page.context.close()


def window(browser: Browser, size: ViewportSize, *, scale: float) -> Page:
    """Open a window in which nothing moves."""
    context = browser.new_context(
        viewport=size,
        device_scale_factor=scale,
        color_scheme="light",
        reduced_motion="reduce",
        locale="en-GB",
    )
    return context.new_page()


def play_all(page: Page, address: str, slots: Sequence[int | None]) -> None:
    """Begin the game of the pictures and play its moves."""
    page.goto(address)
    page.get_by_label("Game code").fill(CODE)
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_url("**/games/*")
    for moves, slot in enumerate(slots, 1):
        play(page, slot, moves)


def play(page: Page, slot: int | None, moves: int) -> None:
    """Take a card or draw, and wait until the page shows it."""
    page.locator("#stock" if slot is None else f"#slot-{slot}").click()
    page.locator("#figure-moves dd").get_by_text(str(moves), exact=True).wait_for()


if __name__ == "__main__":
    main()
