"""The files of the page: style sheets, scripts, icons, and the card pictures of each language."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from importlib import resources
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from tripeaks import svg
from tripeaks.i18n import LANGUAGES

STATIC_PATH = "/static"
# The scripts import each other by plain names, so a browser asks each time whether its copy of
# a file is still good; the answer is short.
_CACHING = "no-cache"
_FOR_EVER = "public, max-age=31536000, immutable"


class Assets:
    """The files of the page and their addresses.

    Attributes:
        folder: Where the static files lie.
    """

    def __init__(self) -> None:
        """Draw the card pictures once."""
        self.folder = Path(str(resources.files("tripeaks.web") / "static"))
        self._sprites = {
            f"cards.{language}.svg": svg.sprite(language).encode() for language in LANGUAGES
        }

    def address(self, path: str) -> str:
        """Give the address of a file; it changes with the file.

        Args:
            path: The file's path in the static folder, or the name of a card picture.

        Raises:
            FileNotFoundError: For a file that does not exist.
        """
        content = self._sprites.get(path) or (self.folder / path).read_bytes()
        return f"{STATIC_PATH}/{path}?v={_digest(content)}"

    def routes(self) -> list[Route | Mount]:
        """Give the routes that serve the files."""
        sprites: list[Route | Mount] = [
            Route(f"{STATIC_PATH}/{name}", self._serving(content))
            for name, content in self._sprites.items()
        ]
        return [*sprites, Mount(STATIC_PATH, _RevalidatedFiles(directory=self.folder))]

    def _serving(self, content: bytes) -> Callable[[Request], Awaitable[Response]]:
        digest = _digest(content)

        async def serve(request: Request) -> Response:
            # Asked for by its full address, a picture is good for ever: another has another one.
            lasts = request.query_params.get("v") == digest
            headers = {"Cache-Control": _FOR_EVER if lasts else _CACHING, "ETag": f'"{digest}"'}
            if request.headers.get("if-none-match") == headers["ETag"]:
                return Response(status_code=304, headers=headers)
            return Response(content, media_type="image/svg+xml", headers=headers)

        return serve


class _RevalidatedFiles(StaticFiles):
    def file_response(self, *args: object, **options: object) -> Response:
        response = super().file_response(*args, **options)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = _CACHING
        return response


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]
