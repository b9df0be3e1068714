from __future__ import annotations

import pytest

from tripeaks.solver.backend import VARIABLE


@pytest.fixture(params=["kernel", "numpy"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With the compiled kernel, and without."""
    name: str = request.param
    monkeypatch.setenv(VARIABLE, name)
    return name
