from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from playwright.sync_api import expect

from browser.server import Server
from browser.visitor import Visit, Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME


def test_game_of_the_day(visit: Visit) -> None:
    """The game of the day opens without its code, and is the same one when it is opened again."""
    visitor = visit(timezone_id="UTC")
    visitor.enter()
    daily = visitor.page.get_by_role("button", name="Game of the day")
    expect(daily).to_contain_text(f"{datetime.now(UTC).day}")
    daily.click()
    visitor.page.wait_for_url("**/games/*")
    first = visitor.page.url
    expect(visitor.page.locator("#code")).to_be_hidden()
    visitor.stock.click()
    expect(visitor.announcer).not_to_be_empty()
    visitor.enter()
    visitor.page.get_by_role("button", name="Game of the day").click()
    visitor.page.wait_for_url(first)


def test_results(visit: Visit, fresh_server: Server) -> None:
    """The results say that there are none, then count each rule apart."""
    visitor = visit(fresh_server)
    visitor.enter()
    summary = visitor.page.locator("#results summary")
    summary.click()
    expect(visitor.page.get_by_text("No game has ended yet.")).to_be_visible()
    fresh_server.new_game(PUBLISHED_CODE, PUBLISHED_GAME)
    fresh_server.act(fresh_server.new_game("TP1-C-AAAAAAB", "2D"), "give_up")
    visitor.page.reload()
    summary.click()
    rows = visitor.page.locator("#results-lines tr")
    expect(rows.filter(has_text="Easy")).to_have_text(re.compile("^Easy11750$"))
    expect(rows.filter(has_text="Classic")).to_have_text(re.compile("^Classic10"))


def test_saving_and_taking_in(visit: Visit, fresh_server: Server, tmp_path: Path) -> None:
    """All games go to a file, and from the file into another profile, as they stand."""
    visitor = visit()
    game_id = visitor.server.new_game(PUBLISHED_CODE, "KC AS")
    visitor.enter()
    visitor.page.get_by_role("button", name="Settings").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save all games to a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))
    other = visit(fresh_server)
    other.enter()
    other.page.get_by_role("button", name="Settings").click()
    other.page.locator("#import-file").set_input_files(file)
    expect(other.page.locator("#import-verdict")).to_contain_text("Taken in.")
    other.page.keyboard.press("Escape")
    offered = other.page.get_by_role("region", name="Go on playing")
    expect(offered.get_by_role("link").first).to_be_visible()
    other.open(game_id)
    other.expect_moves(2)


def test_a_wrong_file(english: Visitor, tmp_path: Path) -> None:
    """A file that holds no saved games is refused with a sentence."""
    english.witness.expected = {400, 422}
    file = tmp_path / "wrong.json"
    file.write_text("no saved games", encoding="utf-8")
    english.enter()
    english.page.get_by_role("button", name="Settings").click()
    english.page.locator("#import-file").set_input_files(file)
    expect(english.page.locator("#import-verdict")).to_have_attribute("data-good", "false")
    expect(english.page.locator("#import-verdict")).not_to_be_empty()
