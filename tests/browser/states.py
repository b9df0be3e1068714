"""Every state that a page can be in, in one table, and what the sources say there could be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from playwright.sync_api import FilePayload, Page, Route, expect

from browser import helped
from browser.visitor import Visitor
from strategies import PUBLISHED_CODE, PUBLISHED_GAME
from tripeaks.game import Status

ALL_DRAWN = "| " * 23


@dataclass(frozen=True)
class PageState:
    """A state of a page.

    Attributes:
        name: How the tests call it.
        parts: What of the page it shows: pages, statuses of a game, dialogs, details, sentences.
        show: Brings a browser into it.
        main: It is looked at in every theme as well.
        spoken: What a screen reader makes of it is written down.
    """

    name: str
    parts: frozenset[str]
    show: Callable[[Visitor], object]
    main: bool = False
    spoken: bool = False


def _dialog(name: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.play(moves="KC")
        opener = f".bar [data-open={name}], .controls [data-open={name}]"
        visitor.page.locator(opener).first.click()

    return show


def _question(action: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.play(moves="KC")
        visitor.action(action).click()

    return show


def _help_unfolded(visitor: Visitor) -> None:
    visitor.enter()
    visitor.page.locator("[data-open=help]").click()
    # Only one of them is open at a time for people; all of them are looked at here.
    visitor.page.locator("#help details").evaluate_all(
        "all => all.forEach((one) => { one.removeAttribute('name'); one.open = true; })"
    )


def _start_with_games(visitor: Visitor) -> None:
    visitor.server.new_game(PUBLISHED_CODE, "KC AS")
    visitor.server.new_game("TP1-C-AAAAAAD-D")
    visitor.enter()


def _options(visitor: Visitor) -> None:
    visitor.enter()
    visitor.page.locator("details.options summary").click()


def _code(text: str, good: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.witness.expected = {422}
        visitor.enter()
        visitor.page.locator("#code-field").fill(text)
        expect(visitor.page.locator("#code-verdict")).to_have_attribute("data-good", good)

    return show


def _lost(visitor: Visitor) -> None:
    game_id = visitor.server.new_game(PUBLISHED_CODE, "KC")
    visitor.server.act(game_id, "give_up")
    visitor.open(game_id)


def _refused(visitor: Visitor) -> None:
    visitor.play()
    visitor.slot(18).click()
    expect(visitor.message).to_be_visible()


def _nothing_happened(visitor: Visitor) -> None:
    visitor.play(mistake_help=False)
    visitor.slot(18).click()
    expect(visitor.announcer).not_to_be_empty()


def _gone_on(visitor: Visitor) -> None:
    visitor.witness.expected = {409}
    game_id = visitor.play()
    visitor.server.act(game_id, "draw")
    visitor.stock.click()
    expect(visitor.message).to_be_visible()


def _without_answers(visitor: Visitor) -> None:
    visitor.witness.expected = {0}
    visitor.play()
    visitor.page.route("**/actions", lambda route: route.abort("connectionrefused"))
    visitor.stock.click()
    expect(visitor.message).to_be_visible()


def _unreachable(visitor: Visitor) -> None:
    visitor.page.clock.install()
    _without_answers(visitor)
    first = visitor.message.text_content()
    for _ in range(100):
        visitor.page.clock.fast_forward(10_000)
        visitor.page.wait_for_timeout(20)
        if visitor.message.text_content() != first:
            visitor.page.clock.resume()
            return


def _copied(visitor: Visitor) -> None:
    visitor.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.play()
    visitor.page.locator("#code").click()
    expect(visitor.page.locator("#code")).to_have_class(re.compile("copied"))


def _not_found(visitor: Visitor) -> None:
    visitor.witness.expected = {404}
    visitor.page.goto(f"{visitor.server.origin}/games/no-such-game")


def _unsaved(visitor: Visitor) -> None:
    visitor.witness.expected = {0}
    visitor.page.route("**/settings", lambda route: route.abort("connectionrefused"))
    visitor.enter()
    visitor.page.locator("[data-open=settings]").click()
    visitor.page.locator("#settings-form [name=deck]").select_option("four")
    expect(visitor.page.locator("#settings-form [role=status]")).not_to_be_empty()


def _unstarted(visitor: Visitor) -> None:
    visitor.witness.expected = {0}
    visitor.page.route("**/api/v1/games", lambda route: route.abort("connectionrefused"))
    visitor.enter()
    visitor.page.locator("#new-game-form [type=submit]").click()
    expect(visitor.page.locator("#code-verdict")).to_have_attribute("data-good", "false")


def _results(visitor: Visitor) -> None:
    visitor.enter()
    visitor.page.locator("#results summary").click()
    expect(visitor.page.locator("#results-some, #results-none").filter(visible=True)).to_have_count(
        1
    )


def _taken_in(text: str | None, good: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.witness.expected = {422}
        visitor.enter()
        visitor.page.locator("[data-open=settings]").click()
        saved = text or visitor.server.client.get("/api/v1/export").text
        file: FilePayload = {"name": "a.json", "mimeType": "text/json", "buffer": saved.encode()}
        visitor.page.locator("#import-file").set_input_files(file)
        expect(visitor.page.locator("#import-verdict")).to_have_attribute("data-good", good)

    return show


def _review(*selectors: str) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.review("KC" + " |" * 13)
        for selector in selectors:
            visitor.page.locator(selector).click()
        visitor.rest()

    return show


def _without_review(answers: Callable[[Route], None]) -> Callable[[Visitor], None]:
    def show(visitor: Visitor) -> None:
        visitor.witness.expected = {0}
        game_id = visitor.server.new_game(PUBLISHED_CODE, "KC")
        visitor.server.act(game_id, "give_up")
        visitor.page.route("**/api/v1/games/*/review", answers)
        visitor.open_review(game_id)
        expect(visitor.page.locator("#waiting-words")).not_to_be_empty()

    return show


def _never(_route: Route) -> None:
    """Leave a request without any answer."""


def _state(name: str, parts: str, show: Callable[[Visitor], object], *marks: str) -> PageState:
    return PageState(name, frozenset(parts.split()), show, "main" in marks, "unspoken" not in marks)


STATES = (
    _state("start", "page:start", Visitor.enter, "main"),
    _state("start with games", "page:start", _start_with_games),
    _state("start with options", "page:start details:options", _options),
    _state("good code", "page:start says:page.code-good", _code("aaaaaab", "true")),
    _state(
        "winnable code",
        "page:start says:page.code-winnable",
        helped.asked_winnable("aaaaaab", "true"),
    ),
    _state(
        "unwinnable code",
        "page:start says:page.code-unwinnable",
        helped.asked_winnable("TP1-C-AAAAAAB", "false"),
        "main",
    ),
    _state("bad code", "page:start", _code("TP1-E-AAA9AAB", "false"), "main"),
    _state("not started", "page:start says:page.unreachable", _unstarted),
    _state("game", "page:game status:running", Visitor.play, "main"),
    _state(
        "open game",
        "page:game status:running",
        lambda visitor: visitor.play("TP1-C-AAAAAAB-O", "2D | |"),
    ),
    _state(
        "empty waste",
        "page:game status:running",
        lambda visitor: visitor.play("TP1-E-AAAAAAB-WJ4"),
    ),
    _state(
        "middle of the game",
        "page:game status:running",
        lambda visitor: visitor.play(moves=PUBLISHED_GAME[:62]),
        "main",
    ),
    _state(
        "blocked",
        "page:game status:blocked",
        lambda visitor: visitor.play(moves=ALL_DRAWN),
        "main",
    ),
    _state("lost", "page:game status:lost", _lost),
    _state(
        "won",
        "page:game status:won says:page.score",
        lambda visitor: visitor.play(moves=PUBLISHED_GAME),
        "main",
    ),
    _state("refused", "page:game", _refused, "main"),
    _state("nothing happened", "page:game says:page.nothing-happened", _nothing_happened),
    _state("gone on elsewhere", "page:game says:page.gone-on", _gone_on),
    _state("trying again", "page:game says:page.trying-again", _without_answers),
    _state("unreachable", "page:game says:page.unreachable", _unreachable),
    _state("hint", "page:game says:page.fair-hint", helped.hint, "main", "unspoken"),
    _state("ask the solver?", "page:game dialog:confirm-solver", helped.solver_question),
    _state("solver hint", "page:game says:page.solver-hint", helped.solver_hint, "main"),
    _state("hint put away", "page:game says:page.hint-gone", helped.hint_gone),
    _state(
        "still winnable",
        "page:game says:page.chance-figure says:page.light-yes",
        helped.outlook("KC"),
        "main",
        "unspoken",
    ),
    _state(
        "not winnable any more",
        "page:game says:page.light-no",
        helped.outlook("KC " + "| " * 12),
        "unspoken",
    ),
    _state("difficult", "page:game", helped.difficult, "unspoken"),
    _state("review?", "page:game dialog:confirm-review", helped.review_question),
    _state("code copied", "page:game says:page.copied", _copied),
    _state("new game", "page:game dialog:new-game", _dialog("new-game")),
    _state("settings", "page:game dialog:settings", _dialog("settings"), "main"),
    _state("settings not kept", "page:start says:page.not-saved", _unsaved),
    _state("results", "page:start details:results", _results, "main", "unspoken"),
    _state(
        "assisted results",
        "page:start says:page.results-assisted",
        helped.assisted_results,
        "unspoken",
    ),
    _state("taken in", "page:start says:page.taken-in", _taken_in(None, "true"), "unspoken"),
    _state("not taken in", "page:start", _taken_in("[1]", "false")),
    _state("help", "page:game dialog:help", _dialog("help"), "main"),
    _state("help unfolded", "page:start dialog:help details:help", _help_unfolded),
    _state("restart?", "page:game dialog:confirm-restart", _question("restart")),
    _state("give up?", "page:game dialog:confirm-give-up", _question("give_up")),
    # The chances are estimated anew each time, so what is spoken of them varies.
    _state(
        "review",
        "page:review says:review.page.play says:review.page.lost says:review.page.to-lost",
        _review(),
        "main",
        "unspoken",
    ),
    _state("review of the losing move", "page:review", _review("#to-lost"), "main", "unspoken"),
    _state(
        "review with all cards",
        "page:review says:review.page.turned-up",
        _review("#show-all"),
        "unspoken",
    ),
    _state("best line", "page:review", _review(".lines label:last-child"), "main", "unspoken"),
    _state(
        "review as a table",
        "page:review details:moves says:review.page.deal says:review.page.yes "
        "says:review.page.no says:review.page.lost-here",
        _review("#to-lost", ".moves summary"),
        "unspoken",
    ),
    _state(
        "review that plays",
        "page:review says:review.page.pause",
        _review("#play"),
        "unspoken",
    ),
    _state(
        "review waiting",
        "page:review says:review.page.waiting",
        _without_review(_never),
        "main",
    ),
    _state(
        "review unreachable",
        "page:review says:page.unreachable",
        _without_review(lambda route: route.abort("connectionrefused")),
    ),
    _state("problem", "page:problem", _not_found, "main"),
    _state(
        "reference",
        "page:reference",
        lambda visitor: visitor.page.goto(f"{visitor.server.origin}/api/v1/docs"),
        "unspoken",
    ),
)


def possible_parts(pages: Iterable[Page]) -> set[str]:
    """Everything that a page could show: by its templates, its scripts and the game."""
    web = resources.files("tripeaks.web")
    templates = [file.name for file in web.joinpath("templates").iterdir()]
    whole = {name.removesuffix(".html") for name in templates if not name.startswith(("_", "base"))}
    parts = {f"page:{name}" for name in whole}
    parts |= {f"status:{status.value}" for status in Status}
    for page in pages:
        parts |= {f"dialog:{name}" for name in _names(page, "dialog", "id")}
        parts |= {f"details:{name}" for name in _names(page, "details", "name", "className")}
    for script in _scripts(web.joinpath("static", "js")):
        parts |= {
            f"says:{key}"
            for key in re.findall(r"""["']((?:(?:review|table)\.)?page\.[\w-]+)["']""", script)
        }
    return parts


def _names(page: Page, tag: str, *properties: str) -> set[str]:
    found: list[str] = page.locator(tag).evaluate_all(
        "(all, names) => all.map((one) => names.map((name) => one[name]).find((name) => name))",
        list(properties),
    )
    return set(found)


def _scripts(folder: Traversable) -> Iterable[str]:
    for file in folder.iterdir():
        if file.is_dir():
            yield from _scripts(file)
        else:
            yield file.read_text(encoding="utf-8")
