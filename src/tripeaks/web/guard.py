"""The gate in front of every request: whose page asks, how large it is, what the answer forbids.

A page of another site must neither read a game nor play it: the Host header stops names that
were re-pointed at this machine (DNS rebinding), the Origin header stops requests that another
site's page sends (cross-site request forgery).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tripeaks.errors import RequestError
from tripeaks.web.language import browser_sentences
from tripeaks.web.problems import problem

_CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
_SECURITY_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Cross-Origin-Resource-Policy": "same-origin",
        "X-Content-Type-Options": "nosniff",
    }
)
_DOCUMENT_HEADERS: Mapping[str, str] = MappingProxyType(
    {
        "Content-Security-Policy": _CONTENT_SECURITY_POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Frame-Options": "DENY",
    }
)
# No browser runs these as a page of their own, so they would carry the rules for pages in vain:
# a tenth of all that a first visit loads.
_NO_DOCUMENTS = ("text/css", "text/javascript")
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN_SITES = frozenset({"same-origin", "none"})
_LARGEST_BODY = 64 * 1024
_LARGEST_IMPORT = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Guard:
    """An ASGI middleware that refuses foreign and oversized requests.

    Attributes:
        app: The application behind the gate.
        hosts: The values of the Host header that name this server, such as ``127.0.0.1:8747``.
        import_path: The path whose requests may be large.
    """

    app: ASGIApp
    hosts: frozenset[str]
    import_path: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through or answer it with a problem."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = _LARGEST_IMPORT if scope["path"] == self.import_path else _LARGEST_BODY
        guarded_send = _sending_security_headers(send)
        try:
            self._check_headers(scope["method"], Headers(scope=scope), limit)
        except RequestError as error:
            refusal = problem(error, browser_sentences(HTTPConnection(scope)))
            await refusal(scope, receive, guarded_send)
            return
        await self.app(scope, _receiving_at_most(limit, receive), guarded_send)

    def _check_headers(self, method: str, headers: Headers, limit: int) -> None:
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            raise RequestError("request/bad-host", text=host)
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"http://{host}", f"https://{host}"):
            raise RequestError("request/bad-origin", text=origin)
        site = headers.get("sec-fetch-site", "same-origin")
        if method not in _SAFE_METHODS and origin is None and site not in _OWN_SITES:
            raise RequestError("request/bad-origin", text=site)
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > limit:
            raise RequestError("request/too-large", text=length, most=limit)


def _sending_security_headers(send: Send) -> Send:
    async def guarded_send(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            is_document = not headers.get("content-type", "").startswith(_NO_DOCUMENTS)
            wanted = {**_SECURITY_HEADERS, **(_DOCUMENT_HEADERS if is_document else {})}
            for name, value in wanted.items():
                headers.setdefault(name, value)
            # A game must not be kept by a cache; what may be kept says so itself.
            headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return guarded_send


def _receiving_at_most(limit: int, receive: Receive) -> Receive:
    """Count a body that announces no length while it comes in."""
    received = 0

    async def counted_receive() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise RequestError("request/too-large", text=str(received), most=limit)
        return message

    return counted_receive
