"""Who is playing: the one local profile behind a token, or the player a cookie names."""

from __future__ import annotations

from dataclasses import dataclass
from secrets import compare_digest
from typing import Protocol

from starlette.requests import Request
from starlette.responses import Response

from tripeaks.errors import RequestError
from tripeaks.service import LOCAL_PLAYER, Service

_YEAR = 365 * 24 * 3600


class Identity(Protocol):
    """How a server tells its players apart."""

    def player(self, request: Request) -> str | None:
        """Name the player of a request, or None for one who has not played yet.

        Raises:
            RequestError: ``request/no-token`` for a request that may not play here.
        """

    def admit(self, request: Request, response: Response) -> str:
        """Name the player of a request, new if need be, and let the response remember it.

        Raises:
            RequestError: ``request/no-token`` for a request that may not play here.
        """


@dataclass(frozen=True, slots=True)
class LocalIdentity:
    """One profile, for whoever holds the token that this run of the program made.

    Attributes:
        service: The use cases.
        token: The token of this run.
        cookie: Name of the cookie that holds it. Cookies know no ports, so it names the port.
    """

    service: Service
    token: str
    cookie: str

    def opens(self, token: str) -> bool:
        """Whether a token is the one of this run."""
        return compare_digest(token.encode(), self.token.encode())

    def remember(self, response: Response) -> None:
        """Give the browser the token to keep until it is closed."""
        response.set_cookie(self.cookie, self.token, httponly=True, samesite="strict")

    def player(self, request: Request) -> str:
        """Name the local profile for who holds the token.

        Raises:
            RequestError: ``request/no-token`` for anybody else.
        """
        if not self.opens(request.cookies.get(self.cookie, "")):
            raise RequestError("request/no-token")
        return self.service.players.local_player()

    def admit(self, request: Request, response: Response) -> str:  # noqa: ARG002 - same shape
        """Name the local profile for who holds the token.

        Raises:
            RequestError: ``request/no-token`` for anybody else.
        """
        return self.player(request)


@dataclass(frozen=True, slots=True)
class SharedIdentity:
    """Many players, each named by a cookie that only the player's browser holds.

    Attributes:
        service: The use cases.
        cookie: Name of the cookie.
        secure: The cookie goes over HTTPS only.
    """

    service: Service
    cookie: str
    secure: bool = False

    def player(self, request: Request) -> str | None:
        """Name the player whose cookie the browser sent, or None."""
        name = request.cookies.get(self.cookie, "")
        # The profile of this computer has a name that anybody could write into a cookie.
        if name == LOCAL_PLAYER or not self.service.players.knows(name):
            return None
        return name

    def admit(self, request: Request, response: Response) -> str:
        """Name the player whose cookie the browser sent, or make a new one."""
        name = self.player(request) or self.service.players.new_player()
        response.set_cookie(
            self.cookie,
            name,
            max_age=_YEAR,
            httponly=True,
            samesite="strict",
            secure=self.secure,
        )
        return name
