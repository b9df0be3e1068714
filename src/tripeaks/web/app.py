"""The application: the API, the pages and the files behind one gate."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response

from tripeaks._version import version
from tripeaks.errors import RequestError, TriPeaksError
from tripeaks.service import Service
from tripeaks.web import api, table_api
from tripeaks.web.api import IMPORT_PATH, OPENAPI_PATH
from tripeaks.web.assets import Assets
from tripeaks.web.failsafe import Failsafe
from tripeaks.web.guard import Guard
from tripeaks.web.identity import Identity
from tripeaks.web.language import known_sentences
from tripeaks.web.pages import Pages, wants_page
from tripeaks.web.pages import router as pages_router
from tripeaks.web.problems import problem

_SMALLEST_COMPRESSED = 500
_Refuse = Callable[[Request, TriPeaksError], Response]
_HTTP_CODES: Final = {404: "request/not-found", 405: "request/method"}


@dataclass(frozen=True, slots=True)
class Site:
    """Where and as what a server is reached.

    Attributes:
        hosts: The values of the Host header that name it.
        instance: A mark by which a second start recognises its own profile's server.
    """

    hosts: frozenset[str]
    instance: str = ""


def create_app(service: Service, identity: Identity, site: Site) -> FastAPI:
    """Build the application.

    Args:
        service: The use cases.
        identity: How players are told apart.
        site: Where the server is reached.
    """
    app = FastAPI(
        title="TriPeaks",
        version=version(),
        docs_url=None,
        redoc_url=None,
        openapi_url=OPENAPI_PATH,
    )
    assets = Assets()
    pages = Pages(service, identity, assets)
    app.state.service, app.state.identity, app.state.pages = service, identity, pages
    app.include_router(api.router)
    app.include_router(table_api.router)
    app.include_router(pages_router)
    app.routes.extend(assets.routes())

    @app.head("/healthz", include_in_schema=False)
    @app.get("/healthz", summary="Whether the server runs")
    def healthz() -> dict[str, str]:
        return {"program": "tripeaks", "version": version(), "instance": site.instance}

    refuse = _refusing(pages)
    _handle_errors(app, refuse)
    app.add_middleware(GZipMiddleware, minimum_size=_SMALLEST_COMPRESSED)
    app.add_middleware(Failsafe, refuse=refuse)
    app.add_middleware(Guard, hosts=site.hosts, import_path=IMPORT_PATH)
    return app


def _refusing(pages: Pages) -> _Refuse:
    """Give what answers an error: with a page for people, with a problem for programs."""

    def refuse(request: Request, error: TriPeaksError) -> Response:
        if wants_page(request):
            return pages.problem(request, error)
        return problem(error, known_sentences(request))

    return refuse


def _handle_errors(app: FastAPI, refuse: _Refuse) -> None:
    """Answer every error the framework and the use cases raise."""

    @app.exception_handler(TriPeaksError)
    def refused(request: Request, error: TriPeaksError) -> Response:
        return refuse(request, error)

    @app.exception_handler(RequestValidationError)
    def invalid(request: Request, error: RequestValidationError) -> Response:
        return refuse(request, _of_validation(error.errors()[0]))

    @app.exception_handler(HTTPException)
    def unrouted(request: Request, error: HTTPException) -> Response:
        # A body that the gate cut off reaches us wrapped by the framework.
        if isinstance(error.__cause__, RequestError):
            return refuse(request, error.__cause__)
        code = _HTTP_CODES.get(error.status_code, "request/malformed")
        response = refuse(request, RequestError(code, text=request.url.path))
        response.headers.update(error.headers or {})
        return response


def _of_validation(first: dict[str, Any]) -> RequestError:
    """Turn the first complaint about a request into an error that names the place."""
    place = [str(part) for part in first.get("loc", ()) if part != "body"]
    if first.get("type") == "json_invalid":
        position = int(place[0]) if place and place[0].isdigit() else None
        return RequestError("request/malformed", position=position)
    return RequestError("request/invalid", text=".".join(place) or "body")
