"""The files of the repository as text and as syntax trees."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "tripeaks"
TESTS = ROOT / "tests"


def name_of(path: Path) -> str:
    """A file's path inside the repository."""
    return path.relative_to(ROOT).as_posix()


def trees(folder: Path, pattern: str = "*.py") -> Iterator[tuple[str, ast.Module]]:
    """The name and the syntax tree of each Python file below a folder."""
    for path in sorted(folder.rglob(pattern)):
        yield name_of(path), ast.parse(path.read_text(encoding="utf-8"))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function and method of a tree, nested ones too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def committed_texts() -> Iterator[tuple[str, str]]:
    """The name and the text of each file that is, or would be, committed."""
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listing.stdout.split("\0"):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            yield name, content.decode("utf-8")
