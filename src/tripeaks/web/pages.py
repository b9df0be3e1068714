"""The pages a browser opens: the start, a game and its review, the API, and what went wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Path
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tripeaks import words
from tripeaks.cards import RANK_SPELLINGS, RANKS, SUIT_SIGNS, SUITS
from tripeaks.errors import RequestError, TriPeaksError
from tripeaks.game import Status
from tripeaks.i18n import Sentences
from tripeaks.service import Service, Settings
from tripeaks.web import present
from tripeaks.web.api import OPENAPI_PATH, PREFIX
from tripeaks.web.assets import STATIC_PATH, Assets
from tripeaks.web.boot import boot_data
from tripeaks.web.identity import Identity, LocalIdentity
from tripeaks.web.language import known_sentences, player_sentences
from tripeaks.web.problems import DOCS_PATH, status_of
from tripeaks.web.wire import SettingsWire

_PAGE_METHODS = ("GET", "HEAD")


# The description of the API leaves out what only browsers open.
router = APIRouter(include_in_schema=False)


class Pages:
    """Renders the pages in the reader's language.

    Args:
        service: The use cases.
        identity: How players are told apart.
        assets: The addresses of the static files.
    """

    def __init__(self, service: Service, identity: Identity, assets: Assets) -> None:
        """Load the templates."""
        self._service = service
        self._identity = identity
        self._templates = Environment(
            loader=PackageLoader("tripeaks.web"),
            autoescape=select_autoescape(),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.globals["static"] = assets.address

    def start(self, request: Request) -> Response:
        """Show the start page with the games to go on with."""
        player = self._identity.player(request)
        say, settings = self._reader(request, player)
        lines = self._service.open_games(player) if player else ()
        boot = boot_data("start", say, settings)
        games = [present.line_out(line, say) for line in lines]
        return _page(self._templates, "start.html", say, {"boot": boot, "games": games})

    def game(self, request: Request, game_id: str) -> Response:
        """Show a game."""
        player = self._identity.player(request)
        say, settings = self._reader(request, player)
        game = present.game_out(self._service.show(player or "", game_id), say)
        boot = boot_data("game", say, settings, game)
        return _page(self._templates, "game.html", say, {"boot": boot, "game": game})

    def review(self, request: Request, game_id: str) -> Response:
        """Show the review of a game that has ended; any other is led back to.

        Opening an address must neither end a game nor show cards that are still to be played.
        """
        player = self._identity.player(request)
        say, settings = self._reader(request, player)
        game = present.game_out(self._service.show(player or "", game_id), say)
        if game.status not in (Status.WON, Status.LOST):
            return RedirectResponse(f"/games/{game.id}", status_code=303)
        boot = boot_data("review", say, settings)
        return _page(self._templates, "review.html", say, {"boot": boot, "game": game})

    def table(self, request: Request) -> Response:
        """Show the helper for games of other programs."""
        say, settings = self._reader(request, self._identity.player(request))
        # How people write cards, each spelling with the letter that it stands for.
        spellings = {
            "ranks": {**{rank: rank for rank in RANKS}, **RANK_SPELLINGS},
            "suits": {**{suit: suit for suit in SUITS}, **SUIT_SIGNS},
        }
        boot = {**boot_data("table", say, settings), "spellings": spellings}
        return _page(self._templates, "table.html", say, {"boot": boot})

    def reference(self, request: Request, schema: Mapping[str, Any]) -> Response:
        """Show the reference of the API, made of its own description."""
        say, settings = self._anybody(request)
        codes = sorted(key.removeprefix("error.") for key in say.keys if key.startswith("error."))
        values = {
            "boot": boot_data("reference", say, settings),
            "schema": schema,
            "openapi": OPENAPI_PATH,
            "errors": [
                {"code": code, "status": status_of(code), "sentence": say.raw(f"error.{code}")}
                for code in codes
            ],
        }
        return _page(self._templates, "reference.html", say, values)

    def problem(self, request: Request, error: TriPeaksError) -> Response:
        """Show a person what went wrong and how to go on."""
        say, settings = self._anybody(request)
        values = {
            "boot": boot_data("problem", say, settings),
            "sentence": words.error_sentence(error, say),
            "code": error.code,
        }
        return _page(self._templates, "problem.html", say, values, status_of(error.code))

    def _reader(self, request: Request, player: str | None) -> tuple[Sentences, SettingsWire]:
        settings = self._service.settings(player) if player else Settings()
        return player_sentences(request, settings.language), SettingsWire.of(settings)

    def _anybody(self, request: Request) -> tuple[Sentences, SettingsWire]:
        """Know the reader where that is possible; these pages are for strangers too."""
        try:
            return self._reader(request, self._identity.player(request))
        except TriPeaksError:
            return known_sentences(request), SettingsWire.of(Settings())


def _page(
    templates: Environment,
    template: str,
    say: Sentences,
    values: Mapping[str, Any],
    status: int = 200,
) -> Response:
    html = templates.get_template(template).render(
        t=say.text, language=say.language, settings=values["boot"]["settings"], **values
    )
    headers = {"Content-Language": say.language, "Vary": "Accept-Language, Cookie"}
    return HTMLResponse(html, status, headers)


@router.api_route("/", methods=list(_PAGE_METHODS))
def start(request: Request, token: str | None = None) -> Response:
    """Open the start page; who brings the token is let in first."""
    pages: Pages = request.app.state.pages
    identity: Identity = request.app.state.identity
    if token is None or not isinstance(identity, LocalIdentity):
        return pages.start(request)
    if not identity.opens(token):
        raise RequestError("request/no-token")
    # The token must not stay in the address bar and the browser's history.
    response = RedirectResponse("/", status_code=303)
    identity.remember(response)
    return response


@router.api_route("/games/{game_id}", methods=list(_PAGE_METHODS))
def game(request: Request, game_id: Annotated[str, Path(max_length=64)]) -> Response:
    """Open a game."""
    pages: Pages = request.app.state.pages
    return pages.game(request, game_id)


@router.api_route("/games/{game_id}/review", methods=list(_PAGE_METHODS))
def review(request: Request, game_id: Annotated[str, Path(max_length=64)]) -> Response:
    """Open the review of a game that has ended."""
    pages: Pages = request.app.state.pages
    return pages.review(request, game_id)


@router.api_route("/table", methods=list(_PAGE_METHODS))
def table(request: Request) -> Response:
    """Open the helper for games of other programs."""
    pages: Pages = request.app.state.pages
    return pages.table(request)


@router.api_route(DOCS_PATH, methods=list(_PAGE_METHODS))
def reference(request: Request) -> Response:
    """Open the reference of the API."""
    pages: Pages = request.app.state.pages
    return pages.reference(request, request.app.openapi())


def wants_page(request: Request) -> bool:
    """Whether a person's browser asks for a page, rather than a program for data."""
    path = request.url.path
    return request.method in _PAGE_METHODS and not path.startswith((PREFIX, STATIC_PATH))
