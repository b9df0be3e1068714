from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po

import tripeaks
from tripeaks.cards import JOKER, PACK
from tripeaks.i18n import FALLBACK, LANGUAGES, choose, sentences
from tripeaks.state import Refusal

SOURCE = Path(tripeaks.__file__).parent
SENTENCE_CALLS = {"text", "plural", "raw"}

# Keys that are put together when they are asked for, by what they begin with. A family that the
# sources use and this table does not name fails, and so does a name here that nothing uses.
FAMILIES = (
    "announce.",
    "card.",
    "cli.help.",
    "cli.option.",
    "error.",
    "hint.reason.",
    "option.",
    "page.difficulty.",
    "preset.",
    "preset-about.",
    "rules.draw_policy.",
    "rules.scoring.",
    "rules.undo.",
    "rules.visibility.",
    "rules.wrap.",
    "score.",
)


@cache
def catalogue(language: str) -> Mapping[str, tuple[str, ...]]:
    """Each key of a catalogue file with its sentence, or its plural forms."""
    with (SOURCE / "i18n" / f"{language}.po").open("rb") as file:
        messages = [message for message in read_po(file, abort_invalid=True) if message.id]
    entries: dict[str, tuple[str, ...]] = {}
    for message in messages:
        key = message.id if isinstance(message.id, str) else message.id[0]
        forms = message.string or ""
        entries[key] = (forms,) if isinstance(forms, str) else tuple(forms)
    return entries


def placeholders(sentence: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def wanted(key: str) -> set[str]:
    """All placeholders of a key's sentences."""
    return set().union(*map(placeholders, catalogue(FALLBACK)[key]))


@cache
def trees() -> Mapping[str, ast.Module]:
    """The syntax tree of each module."""
    return {
        path.relative_to(SOURCE).as_posix(): ast.parse(path.read_text("utf-8"))
        for path in sorted(SOURCE.rglob("*.py"))
    }


@cache
def page_texts() -> Mapping[str, str]:
    """The templates and scripts of the page."""
    paths = [path for kind in ("html", "js") for path in sorted(SOURCE.rglob(f"*.{kind}"))]
    return {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in paths}


class Use(NamedTuple):
    """One place that asks for a sentence.

    Attributes:
        place: File and line.
        key: The key, or what it begins with.
        whole: Whether that is the whole key.
        given: The names of the values given, or None where that cannot be told.
    """

    place: str
    key: str
    whole: bool
    given: frozenset[str] | None


def branches(node: ast.expr) -> Iterator[ast.expr]:
    """The values an expression may have, as far as it is a choice between two."""
    if isinstance(node, ast.IfExp):
        yield from branches(node.body)
        yield from branches(node.orelse)
    else:
        yield node


def calls() -> Iterator[tuple[str, ast.Call, str]]:
    """Each call in the sources with its place and the name of what is called."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func).rpartition(".")[2]
                yield f"{name}:{node.lineno}", node, called


@cache
def python_uses() -> tuple[Use, ...]:
    """Every sentence a module asks for."""
    uses = []
    for place, call, called in calls():
        if (
            called not in SENTENCE_CALLS
            or not call.args
            or not isinstance(call.func, ast.Attribute)
        ):
            continue
        names = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
        open_ended = any(keyword.arg is None for keyword in call.keywords) or called == "raw"
        given = None if open_ended else names | ({"count"} if called == "plural" else set())
        for value in branches(call.args[0]):
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                uses.append(Use(place, value.value, whole=True, given=given))
            elif isinstance(value, ast.JoinedStr) and isinstance(value.values[0], ast.Constant):
                key = str(value.values[0].value)
                uses.append(Use(place, key, whole=False, given=None))
    return tuple(uses)


@cache
def page_uses() -> tuple[Use, ...]:
    """Every sentence a template or a script asks for."""
    uses = []
    for name, text in page_texts().items():
        for found in re.finditer(r"""\b(?:t|plural)\(\s*(["'`])([a-z][^"'`$]*)(\1|\$)""", text):
            place = f"{name}:{text.count(chr(10), 0, found.start()) + 1}"
            whole = found[3] != "$" and not re.match(r"\s*(~|\+)", text[found.end() :])
            uses.append(Use(place, found[2], whole=whole, given=None))
    return tuple(uses)


@cache
def quoted() -> frozenset[str]:
    """Every string literal of modules, templates and scripts."""
    constants = {
        node.value
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for text in page_texts().values():
        constants.update(found[2] for found in re.finditer(r"""(["'`])([a-z][^"'`\s]*)\1""", text))
    return frozenset(constants)


@cache
def raised() -> Mapping[str, tuple[tuple[str, frozenset[str] | None], ...]]:
    """Each error code that is raised somewhere, with the places and the values given there."""
    helpers = {
        node.name
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.returns is not None
        and ast.unparse(node.returns).endswith("Error")
    }
    errors: dict[str, list[tuple[str, frozenset[str] | None]]] = {}
    for place, call, called in calls():
        if not (called.endswith("Error") or called in helpers) or not call.args:
            continue
        names = frozenset(keyword.arg for keyword in call.keywords if keyword.arg) | {"text"}
        known = called not in helpers and all(keyword.arg for keyword in call.keywords)
        for value in branches(call.args[0]):
            code = value.value if isinstance(value, ast.Constant) else None
            if isinstance(code, str) and re.fullmatch(r"[a-z]+/[a-z-]+", code):
                errors.setdefault(code, []).append((place, names if known else None))
    for refusal in Refusal:
        errors.setdefault(refusal.value, []).append(("state.py", frozenset()))
    return {code: tuple(places) for code, places in errors.items()}


def test_both_languages_hold_the_same_keys() -> None:
    """A sentence never falls back to the other language."""
    keys = {language: set(catalogue(language)) for language in LANGUAGES}
    assert keys["de"] == keys["en"]
    for language in LANGUAGES:
        assert sentences(language).keys == keys[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_empty(language: str) -> None:
    """Every key has a sentence, and two plural forms where it has any."""
    for key, forms in catalogue(language).items():
        assert all(form.strip() == form != "" for form in forms), key
        assert len(forms) == len(catalogue(FALLBACK)[key]), key
        assert len(forms) in (1, 2), key


def test_both_languages_fill_in_the_same_values() -> None:
    """The placeholders of a sentence are the same in both languages and in both plural forms."""
    for key, forms in catalogue("en").items():
        sets = [placeholders(form) for form in (*forms, *catalogue("de")[key])]
        assert all(names == sets[0] for names in sets), key
        assert all(name.isidentifier() for name in sets[0]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_card_has_a_name_of_its_own(language: str) -> None:
    """52 cards and the joker have 53 different names, and there are no other card names."""
    names = {key: forms[0] for key, forms in catalogue(language).items() if key[:5] == "card."}
    assert set(names) == {f"card.{card}" for card in (*PACK, JOKER)}
    assert len(set(names.values())) == 53


def test_every_error_has_a_sentence() -> None:
    """Each error code that is raised anywhere, and each refusal, has its sentence."""
    missing = {
        code: places for code, places in raised().items() if f"error.{code}" not in catalogue("en")
    }
    assert missing == {}


def test_every_error_sentence_has_its_error() -> None:
    """There is no sentence for an error that is never raised."""
    codes = {key.removeprefix("error.") for key in catalogue("en") if key.startswith("error.")}
    assert codes - set(raised()) - quoted() == set()


def test_an_error_carries_what_its_sentence_names() -> None:
    """Wherever an error is raised, it is given all that its sentence fills in."""
    lacking = {
        place: wanted(f"error.{code}") - given
        for code, places in raised().items()
        if f"error.{code}" in catalogue("en")
        for place, given in places
        if given is not None and wanted(f"error.{code}") - given
    }
    assert lacking == {}


def test_every_sentence_asked_for_exists() -> None:
    """Each key that a module, a template or a script names is in the catalogues."""
    missing = {
        use.place: use.key
        for use in (*python_uses(), *page_uses())
        if use.whole and use.key not in catalogue("en")
    }
    assert missing == {}
    assert len(python_uses()) > 20


def test_every_sentence_is_given_its_values() -> None:
    """Wherever a sentence is asked for by its key, it is given exactly what it fills in."""
    wrong = {
        use.place: (use.key, sorted(use.given), sorted(wanted(use.key)))
        for use in python_uses()
        if use.whole and use.given is not None and use.key in catalogue("en")
        if not wanted(use.key) <= use.given
    }
    assert wrong == {}


def test_every_family_is_known() -> None:
    """Keys are put together only in the families of the table, and each family is used."""
    begun = {use.key: use.place for use in (*python_uses(), *page_uses()) if not use.whole}
    assert {key: place for key, place in begun.items() if not key.startswith(FAMILIES)} == {}
    assert [family for family in FAMILIES if not any(key.startswith(family) for key in begun)] == []


def test_every_sentence_is_used() -> None:
    """Each key is named somewhere, or belongs to a family that is put together."""
    unused = [
        key for key in catalogue("en") if key not in quoted() and not key.startswith(FAMILIES)
    ]
    assert unused == []


def test_sentences_are_filled_in() -> None:
    """A sentence is given with its values in the places that its language has for them."""
    assert sentences("en").text("announce.take", card="king") == "Took the king."
    assert sentences("de").text("announce.take", card="König") == "König abgeräumt."
    assert sentences("en").raw("announce.take") == "Took the {card}."


def test_values_are_not_read_as_sentences() -> None:
    """Braces in a value are shown as they are."""
    assert sentences("en").text("announce.take", card="{count}") == "Took the {count}."


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", ["Stock: 0 cards", "Stock: 1 card", "Stock: 2 cards", "Stock: 23 cards"]),
        ("de", ["Talon: 0 Karten", "Talon: 1 Karte", "Talon: 2 Karten", "Talon: 23 Karten"]),
    ],
)
def test_counts_take_the_right_form(language: str, forms: list[str]) -> None:
    """One is singular; none and many are plural."""
    counts = (0, 1, 2, 23)
    assert [sentences(language).plural("board.stock", count) for count in counts] == forms


@pytest.mark.parametrize("key", ["", "announce", "announce.nothing", "Announce.take"])
def test_unknown_keys_are_refused(key: str) -> None:
    """A key that does not exist is an error and never shown to a reader."""
    say = sentences("en")
    for ask in (say.text, say.raw):
        with pytest.raises(KeyError):
            ask(key)
    with pytest.raises(KeyError):
        say.plural(key, 1)


@pytest.mark.parametrize(
    ("preferences", "language"),
    [
        ([], "en"),
        (["de"], "de"),
        (["de-AT"], "de"),
        (["DE_ch.UTF-8"], "de"),
        (["de.UTF-8"], "de"),
        (["de@euro"], "de"),
        (["en_GB.UTF-8"], "en"),
        (["fr", "de", "en"], "de"),
        (["fr-FR", "en-US", "de"], "en"),
        (["C.UTF-8"], "en"),
        (["POSIX", ""], "en"),
        (["deu"], "en"),
        (["*"], "en"),
        (["ｄｅ"], "en"),
    ],
    ids=repr,
)
def test_the_readers_language_is_chosen(preferences: list[str], language: str) -> None:
    """The first language of the program among a reader's preferences is chosen, else English."""
    assert choose(preferences) == language


def test_sentences_are_loaded_once() -> None:
    """Asking again for a language gives the same sentences without reading the file."""
    assert sentences("de") is sentences("de")
    assert {sentences(language).language for language in LANGUAGES} == set(LANGUAGES)
