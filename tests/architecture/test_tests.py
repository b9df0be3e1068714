from __future__ import annotations

import ast

from architecture.sources import TESTS, functions, trees


def test_tests_state_their_promise() -> None:
    """Every test says in its docstring what it promises."""
    silent = [
        f"{name}:{function.lineno} {function.name}"
        for name, tree in trees(TESTS, "test_*.py")
        for function in functions(tree)
        if function.name.startswith("test_") and ast.get_docstring(function) is None
    ]
    assert silent == []
