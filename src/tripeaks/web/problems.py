"""Errors over HTTP: problem details (RFC 9457) with a stable code and a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from starlette.responses import JSONResponse

from tripeaks import words
from tripeaks.errors import TriPeaksError
from tripeaks.i18n import Sentences

DOCS_PATH = "/api/v1/docs"
MEDIA_TYPE = "application/problem+json"

# The status of a code, or of all codes that begin with what stands before the slash.
_STATUS: Mapping[str, int] = MappingProxyType(
    {
        "command/unknown-game": 404,
        "command/stale": 409,
        "daily/not-yet": 404,
        "game/withheld": 403,
        "program": 500,
        "review/running": 409,
        "request/bad-host": 421,
        "request/bad-origin": 403,
        "request/invalid": 422,
        "request/malformed": 400,
        "request/method": 405,
        "request/no-token": 401,
        "request/not-found": 404,
        "request/too-large": 413,
        "store": 503,
        "store/full": 507,
    }
)
_REFUSED = 422
_RETRY_SECONDS = "1"


def status_of(code: str) -> int:
    """Give the HTTP status of an error code; a refusal of the game is 422."""
    return _STATUS.get(code) or _STATUS.get(code.split("/", maxsplit=1)[0], _REFUSED)


def problem(
    error: TriPeaksError, say: Sentences, extensions: Mapping[str, Any] | None = None
) -> JSONResponse:
    """Build the answer to a request that failed.

    Args:
        error: What went wrong.
        say: The sentences of the reader's language.
        extensions: Further members, such as the current view of the game.
    """
    status = status_of(error.code)
    body = {
        "type": f"{DOCS_PATH}#{error.code}",
        "title": say.text("problem.title"),
        "status": status,
        "detail": words.error_sentence(error, say),
        "code": error.code,
        "text": error.shown_text,
        "position": error.position,
        **(extensions or {}),
    }
    headers = {"Content-Language": say.language}
    if error.code == "store/locked":
        headers["Retry-After"] = _RETRY_SECONDS
    return JSONResponse(body, status, headers, MEDIA_TYPE)
