from __future__ import annotations

import pytest

from conformance.vectors import lines
from tripeaks.i18n import LANGUAGES
from web.site import API, Browser, answer_of, problem_of

GOOD = [line for line in lines("codes.jsonl") if "canonical" in line]
BAD = [line for line in lines("codes.jsonl") if "error" in line]


@pytest.mark.parametrize("line", GOOD, ids=lambda line: ascii(line["text"]))
def test_good_codes_are_read(client: Browser, line: dict[str, str]) -> None:
    """Each code of the conformance file is read to its canonical form."""
    checked = answer_of(client.post(f"{API}/codes/check", {"text": line["text"]}))
    assert checked["code"] == line["canonical"]


@pytest.mark.parametrize("line", BAD, ids=lambda line: ascii(line["text"]))
def test_bad_codes_are_explained(client: Browser, line: dict[str, str]) -> None:
    """Each bad code of the conformance file gets its code, its position and both sentences."""
    sentences = set()
    for language in LANGUAGES:
        for path, field in (("/games", "code"), ("/codes/check", "text")):
            headers = {"Accept-Language": language}
            answer = client.post(f"{API}{path}", {field: line["text"]}, headers=headers)
            problem = problem_of(answer)
            assert answer.status_code == 422
            assert answer.headers["content-language"] == language
            assert (problem["code"], problem["position"]) == (line["error"], line["position"])
            if line["position"] is not None:
                assert problem["text"] in line["text"]
                assert f"{int(line['position']) + 1}" in problem["detail"]
            sentences.add(problem["detail"])
    assert len(sentences) == len(LANGUAGES)


@pytest.mark.parametrize(
    "text",
    [
        "\u0410" * 6 + "B",  # the Cyrillic A
        "\uff21" * 6 + "B",  # the full-width A
        "AAAAAA\u0301B",
        "AAAAAA\u00df",
        "AAAAAA\u200bB",
        "TP1-E-AAAAA\u212aB",  # the kelvin sign
        "TP1-E-AAAAAA\U0001d401",
    ],
    ids=ascii,
)
def test_look_alikes_are_no_letters(client: Browser, text: str) -> None:
    """Letters that only look like those of a code are refused, never read as them."""
    assert problem_of(client.post(f"{API}/codes/check", {"text": text}))["code"] in (
        "code/bad-letter",
        "code/bad-option",
        "code/length",
    )


def test_endless_code_is_refused_in_few_words(client: Browser) -> None:
    """A code that fills the whole request is refused by an answer that does not repeat it."""
    for text in ("A" * 60_000, "TP1-E-AAAAAAB" + "-" * 50_000 + "Q", "9" * 60_000):
        answer = client.post(f"{API}/codes/check", {"text": text})
        assert problem_of(answer)["code"].startswith("code/")
        assert len(answer.content) < 1000
    mega = client.post(f"{API}/codes/check", {"text": "A" * 1_000_000})
    assert problem_of(mega)["code"] == "request/too-large"
