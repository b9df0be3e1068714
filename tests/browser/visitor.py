"""A person at a browser, with a language, a screen and fingers, and what the browser notes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, Response, expect

from browser.server import Server

_FAILED_LOAD = "Failed to load resource"


@dataclass
class Witness:
    """Notes what must not happen in any test: errors, requests to others, failed answers.

    Attributes:
        origin: The one address that pages may ask.
        expected: Statuses that a test means to provoke; 0 stands for no answer at all.
    """

    origin: str
    expected: set[int] = field(default_factory=set)
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list, repr=False)

    def watch(self, context: BrowserContext) -> None:
        """Listen to every page of a context."""
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.complaints.append(f"thrown: {error.error}"))
        context.on("request", lambda request: self.asked.append(request.url))
        context.on("response", self._answered)
        context.on(
            "requestfailed", lambda request: self._failed(request.url, request.failure or "")
        )

    def _heard(self, message: ConsoleMessage) -> None:
        # What failed to load is judged by its status, which the console does not name.
        if message.type in ("error", "warning") and _FAILED_LOAD not in message.text:
            self.complaints.append(f"console: {message.text}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self.expected:
            self.complaints.append(f"answer: {response.status} {response.url}")

    def _failed(self, url: str, reason: str) -> None:
        # A page that is left breaks its requests off; that is no fault.
        if 0 not in self.expected and "ERR_ABORTED" not in reason:
            self.complaints.append(f"no answer: {url} {reason}")

    def verdict(self) -> list[str]:
        """Everything that was not as it must be."""
        strangers = [
            url for url in self.asked if not url.startswith((f"{self.origin}/", "data:", "about:"))
        ]
        return [*self.complaints, *(f"asked a stranger: {url}" for url in strangers)]


@dataclass
class Visitor:
    """One browser window at the server, and the ways in which a person uses it."""

    page: Page
    server: Server = field(repr=False)
    witness: Witness = field(repr=False)

    def keep_sentences(self) -> None:
        """Let sentences that go by themselves after a while stay, for who looks slowly."""
        self.page.add_init_script(
            "const later = setTimeout;"
            "window.setTimeout = (f, ms, ...rest) => later(f, ms > 2000 ? 1e6 : ms, ...rest);"
        )

    def enter(self) -> None:
        """Open the start page by the address that the program printed."""
        self.page.goto(self.server.address)

    def open(self, game_id: str) -> None:
        """Open a game and wait until the cards have come to rest."""
        self.page.goto(f"{self.server.origin}/games/{game_id}")
        self.rest()

    def play(self, code: str = "TP1-E-AAAAAAB", moves: str = "", **rules: object) -> str:
        """Open a new game in which some moves are made already."""
        game_id = self.server.new_game(code, moves, **rules)
        self.open(game_id)
        return game_id

    def review(self, moves: str, code: str = "TP1-E-AAAAAAB") -> str:
        """Play some moves of a new game, give it up unless it has ended, and open its review."""
        game_id = self.server.new_game(code, moves)
        if self.server.game(game_id)["status"] == "running":
            self.server.act(game_id, "give_up")
        self.open_review(game_id)
        expect(self.page.locator("#reviewed")).to_be_visible()
        self.rest()
        return game_id

    def open_review(self, game_id: str) -> None:
        """Open the review of a game, whether or not it can be shown."""
        self.page.goto(f"{self.server.origin}/games/{game_id}/review")

    def slot(self, number: int) -> Locator:
        """The button of a place of the tableau."""
        return self.page.locator(f"#slot-{number}")

    def card(self, name: str) -> Locator:
        """The button that is spoken as this card."""
        return self.page.get_by_role("button", name=re.compile(f"^{re.escape(name)},"))

    def action(self, name: str) -> Locator:
        """A control below the board, by what it does."""
        return self.page.locator(f".controls [data-action={name}]")

    @property
    def stock(self) -> Locator:
        """The face-down pile."""
        return self.page.locator("#stock")

    @property
    def message(self) -> Locator:
        """The sentence that shows for a moment."""
        return self.page.locator("#message")

    @property
    def advice(self) -> Locator:
        """The words of a hint near the board."""
        return self.page.locator("#advice")

    @property
    def mark(self) -> Locator:
        """The mark on the move of a hint."""
        return self.page.locator("#mark")

    @property
    def marked(self) -> Locator:
        """The place that a hint leads to: a card of the tableau, or the stock."""
        place = self.mark.get_attribute("data-place") or ""
        return self.stock if place == "stock" else self.slot(int(place))

    def ask_hint(self) -> None:
        """Ask for a fair hint by its key and wait for it."""
        self.page.keyboard.press("t")
        expect(self.advice).to_be_visible()

    def ask_solver(self) -> None:
        """Ask for a solver hint, where the player has been told before what it means."""
        self.ask_hint()
        self.page.locator("#solver-hint").click()
        expect(self.mark).to_have_attribute("data-kind", "solver")

    @property
    def announcer(self) -> Locator:
        """The live region that screen readers read out."""
        return self.page.locator("#announcer")

    def figure(self, name: str) -> Locator:
        """A figure above the board: score, moves, left or chain."""
        return self.page.locator(f"#figure-{name} dd")

    def expect_moves(self, count: int) -> None:
        """Wait until the page counts this many moves."""
        expect(self.figure("moves")).to_have_text(str(count))

    def expect_said(self, sentence: str) -> None:
        """Wait until a sentence shows near the board and the live region reads it out."""
        expect(self.message).to_be_visible()
        expect(self.message).to_have_text(sentence)
        expect(self.announcer).to_have_text(sentence)

    def expect_unsaid(self) -> None:
        """Make sure that no sentence shows near the board."""
        expect(self.message).to_be_hidden()

    def expect_status(self, status: str) -> None:
        """Wait until the game has this status."""
        expect(self.page.locator("html")).to_have_attribute("data-status", status)

    def focused(self) -> str:
        """The id, else what it does, of the element that has the focus; empty for none."""
        name: str = self.page.evaluate(
            """() => {
              const at = document.activeElement;
              if (!at || at === document.body) return "";
              return at.id || at.dataset.action || at.dataset.open || at.name || at.tagName;
            }"""
        )
        return name

    def pictures(self, symbols: list[str]) -> list[bytes]:
        """How the symbols of the card pictures look, one after the other, in one corner."""
        self.page.evaluate(
            """async () => {
              const sprite = await fetch(document.querySelector("#table").dataset.sprite);
              const holder = document.createElement("div");
              holder.innerHTML = await sprite.text();
              holder.firstElementChild.style.cssText = "position: absolute; width: 0; height: 0";
              const svg = "<svg id='picture'><use></use></svg>";
              holder.insertAdjacentHTML("beforeend", svg);
              const style = "position: fixed; inset: 0 auto auto 0; width: 200px; height: 300px;" +
                "background: #fff; z-index: 999";
              holder.lastElementChild.style.cssText = style;
              document.body.append(holder);
            }"""
        )
        picture = self.page.locator("#picture")
        found = []
        for symbol in symbols:
            href = f"#{symbol}"
            picture.locator("use").evaluate("(use, href) => use.setAttribute('href', href)", href)
            found.append(picture.screenshot())
        return found

    def rest(self) -> None:
        """Wait until nothing moves any more."""
        self.page.evaluate(
            """async () => {
              const finite = (a) => Number.isFinite(a.effect.getComputedTiming().endTime);
              await Promise.allSettled(
                document.getAnimations().filter(finite).map((a) => a.finished));
            }"""
        )


Visit = Callable[..., Visitor]
