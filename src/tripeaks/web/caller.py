"""Who asks, and in which language to answer: what each handler of the API begins with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request
from starlette.responses import Response

from tripeaks.i18n import Sentences
from tripeaks.service import Service, Settings
from tripeaks.web.identity import Identity
from tripeaks.web.language import player_sentences

# The name of a player who has not played yet: no games are saved under it.
_NOBODY = ""


@dataclass(frozen=True, slots=True)
class Caller:
    """Whoever sent a request.

    Attributes:
        service: The use cases.
        player: The player.
        settings: The player's preferences.
        say: The sentences of the reader's language.
    """

    service: Service
    player: str
    settings: Settings
    say: Sentences


def _reader(request: Request, response: Response) -> Caller:
    identity: Identity = request.app.state.identity
    return _caller(request, response, identity.player(request))


def _player(request: Request, response: Response) -> Caller:
    identity: Identity = request.app.state.identity
    return _caller(request, response, identity.admit(request, response))


def _caller(request: Request, response: Response, player: str | None) -> Caller:
    service: Service = request.app.state.service
    settings = service.settings(player) if player else Settings()
    say = player_sentences(request, settings.language)
    response.headers["Content-Language"] = say.language
    return Caller(service, player or _NOBODY, settings, say)


# Whoever looks at something need not be a player yet; whoever changes something becomes one.
Reader = Annotated[Caller, Depends(_reader)]
Player = Annotated[Caller, Depends(_player)]
