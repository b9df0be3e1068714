"""The last net: a fault of the program becomes a line in the log and a problem, no traceback."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tripeaks.errors import RequestError, TriPeaksError
from tripeaks.web.language import browser_sentences
from tripeaks.web.problems import problem

_log = logging.getLogger("tripeaks.web")


@dataclass(frozen=True, slots=True)
class Failsafe:
    """An ASGI middleware that answers for an application that failed.

    Attributes:
        app: The application.
        refuse: Builds the answer to a request that failed.
    """

    app: ASGIApp
    refuse: Callable[[Request, TriPeaksError], Response]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and answer it where the application cannot."""
        started = False

        async def noting_send(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, noting_send)
        except Exception as error:  # noqa: BLE001 - the one place that catches everything
            # The message of an error could name a card, so only its kind and place are logged.
            place = traceback.extract_tb(error.__traceback__)[-1]
            _log.error("%s in %s, line %s", type(error).__name__, place.name, place.lineno)
            if scope["type"] == "http" and not started:
                await self._answer(Request(scope))(scope, receive, send)

    def _answer(self, request: Request) -> Response:
        fault = RequestError("program/failed")
        try:
            return self.refuse(request, fault)
        except Exception:  # noqa: BLE001 - what failed may be just what builds the answer
            return problem(fault, browser_sentences(request))
