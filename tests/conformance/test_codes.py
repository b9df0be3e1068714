from __future__ import annotations

from typing import Any

import pytest

from conformance.vectors import lines
from tripeaks.codes import format_code, parse_code
from tripeaks.errors import CodeError
from tripeaks.rules import EASY

VECTORS = lines("codes.jsonl")


def test_there_are_codes_of_both_kinds() -> None:
    """The examples hold codes that are read and codes that are refused."""
    assert sum("canonical" in vector for vector in VECTORS) == 18
    assert sum("error" in vector for vector in VECTORS) == 16


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: ascii(vector["text"]))
def test_codes_are_read_as_published(vector: dict[str, Any]) -> None:
    """A typed code gives its canonical form, or the published error at the published place."""
    if "canonical" in vector:
        assert format_code(*parse_code(vector["text"], EASY)) == vector["canonical"]
        return
    with pytest.raises(CodeError) as caught:
        parse_code(vector["text"], EASY)
    assert (caught.value.code, caught.value.position) == (vector["error"], vector["position"])
