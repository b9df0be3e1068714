"""The Markdown of the documentation, taken apart far enough to be checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = (ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(DOCS.glob("*/*.md")), DOCS / "index.md")

_FENCE = re.compile(r"^```(?P<language>\S*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\]\((?P<target>[^)\s]+)\)|<img src=\"(?P<picture>[^\"]+)\"")
_HEADING = re.compile(r"^#+ +(?P<title>.+)$", re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")


class Block(NamedTuple):
    """A fenced block, and the number of the line its text begins on."""

    language: str
    text: str
    line: int


def name_of(page: Path) -> str:
    """A page's path inside the repository."""
    return page.relative_to(ROOT).as_posix()


def reference(name: str) -> str:
    """The text of a page of the reference."""
    return (DOCS / "reference" / f"{name}.md").read_text("utf-8")


def blocks(text: str) -> Iterator[Block]:
    """The fenced blocks of a page."""
    for found in _FENCE.finditer(text):
        yield Block(found["language"], found["text"], text.count("\n", 0, found.start("text")))


def prose(text: str) -> str:
    """A page without its fenced blocks."""
    return _FENCE.sub("", text)


def links(text: str) -> list[str]:
    """Where a page's links and pictures lead to."""
    return [found["target"] or found["picture"] for found in _LINK.finditer(prose(text))]


def anchors(text: str) -> set[str]:
    """The anchors of a page's headings."""
    titles = (found["title"].lower() for found in _HEADING.finditer(prose(text)))
    return {re.sub(r"[^\w -]", "", title).replace(" ", "-") for title in titles}


def sections(text: str, level: int) -> dict[str, str]:
    """The text below each heading of a level, by its title."""
    parts = re.split(rf"^{'#' * level} +(.+)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def codes(text: str) -> set[str]:
    """Everything that is set as code within sentences and tables."""
    return set(_CODE.findall(prose(text)))


def rows(text: str) -> list[tuple[str, ...]]:
    """The rows of all tables, cell by cell, without the marks of code."""
    lines = (line for line in text.splitlines() if line.startswith("| "))
    return [
        tuple(cell.strip().replace("`", "") for cell in line.split("|")[1:-1]) for line in lines
    ]
