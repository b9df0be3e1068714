from __future__ import annotations

import doctest
import json
import os
import pkgutil
import re
import subprocess
import sys
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tripeaks
from docs.markdown import (
    DOCS,
    PAGES,
    ROOT,
    anchors,
    blocks,
    codes,
    links,
    name_of,
    reference,
    rows,
    sections,
)
from tripeaks.game import Action, Kind
from tripeaks.i18n import sentences
from tripeaks.keys import KEYS
from tripeaks.rules import PRESETS, SCORING_NAMES, Rules
from tripeaks.service import Service
from tripeaks.store import Store
from tripeaks.web.app import Site, create_app
from tripeaks.web.identity import LocalIdentity
from tripeaks.web.problems import status_of
from tripeaks.web.wire import RulesWire

PAGE_NAMES = [name_of(page) for page in PAGES]
SHOWN_LANGUAGES = {"pycon", "sh", "text", "json", "{toctree}", "{eval-rst}", "{literalinclude}"}
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:home|root|work|Users|tmp)/\w")
API_PATH = re.compile(r"/api/v1/[\w{}/.-]*\w\}?")
VALIDATION_MODELS = {"HTTPValidationError", "ValidationError"}


def serving(store: Store) -> Service:
    """The use cases over a store."""
    names = (f"name-{number}" for number in range(1000))
    return Service(
        store, clock=lambda: datetime.now(UTC), new_id=lambda: next(names), rng=Random(1)
    )


@pytest.fixture(scope="module")
def openapi(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The description the API gives of itself."""
    with Store.open(tmp_path_factory.mktemp("data") / "tripeaks.sqlite3") as store:
        service = serving(store)
        identity = LocalIdentity(service, "token", "cookie")
        return create_app(service, identity, Site(frozenset())).openapi()


def program(*arguments: str | Path) -> str:
    """What a Python program prints, in English."""
    command = [sys.executable, *map(str, arguments)]
    environment = {**os.environ, "LANGUAGE": "en"}
    return subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stdout


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_examples_run(name: str) -> None:
    """Every example of a page, run from top to bottom, gives what the page shows."""
    parser, examples = doctest.DocTestParser(), []
    for block in blocks((ROOT / name).read_text("utf-8")):
        if block.language == "pycon":
            for example in parser.get_examples(block.text, name):
                example.lineno += block.line
                examples.append(example)
    report: list[str] = []
    test = doctest.DocTest(examples, {}, name, name, 0, None)
    doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert "".join(report) == ""


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_nothing_shown_goes_unchecked(name: str) -> None:
    """A page shows Python only as an example that runs, or as a file; its JSON can be read."""
    found = list(blocks((ROOT / name).read_text("utf-8")))
    assert {block.language for block in found} <= SHOWN_LANGUAGES
    for block in found:
        assert block.language != "pycon" or block.text.startswith(">>> ")
        if block.language == "json":
            json.loads(block.text)


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_links_lead_somewhere(name: str) -> None:
    """Every relative link, picture and anchor of a page exists."""
    path = ROOT / name
    for link in links(path.read_text("utf-8")):
        if "://" in link:
            continue
        target, _, anchor = link.partition("#")
        file = (path.parent / target).resolve() if target else path
        assert file.exists(), link
        if anchor.startswith("tripeaks."):
            assert pkgutil.resolve_name(anchor), link
        elif anchor:
            assert anchor in anchors(file.read_text("utf-8")), link


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_pages_name_no_machine(name: str) -> None:
    """No page holds a path of the machine it was written on."""
    assert MACHINE_PATHS.findall((ROOT / name).read_text("utf-8")) == []


def test_pages_can_be_found() -> None:
    """The index of the documentation lists every page."""
    listed = set((DOCS / "index.md").read_text("utf-8").split())
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in DOCS.glob("*/*.md")}
    assert pages <= listed


def test_floors_are_explained() -> None:
    """The page on the shape of the code names every module of the package."""
    package = ROOT / "src" / "tripeaks"
    modules = {*package.glob("[a-z]*.py"), *(init.parent for init in package.glob("*/__init__.py"))}
    explained = codes((DOCS / "explanation" / "shape.md").read_text("utf-8"))
    assert {module.stem for module in modules} <= explained


def test_pages_name_targets_of_make() -> None:
    """Every `make` command that a page names exists."""
    targets = set(re.findall(r"^(\w+):.*##", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = {
        target
        for page in PAGES
        for target in re.findall(r"(?:`|^)make (\w+)", page.read_text("utf-8"), re.MULTILINE)
    }
    assert named <= targets


@pytest.mark.parametrize(
    "command",
    ["", "serve", "deal", "solve", "verify", "doctor", "bench", "arena", "hint", "review"],
)
def test_command_line_is_documented(command: str) -> None:
    """Every command and every option that `--help` lists is in the reference, and no other."""
    text = program("-m", "tripeaks", *command.split(), "--help")
    described = sections(reference("command-line"), 2)
    commands = re.findall(r"^  (\w+)  ", text.partition("Commands:")[2], re.MULTILINE)
    assert {f"`tripeaks {name}`" for name in commands} <= described.keys()
    named = codes(described[f"`tripeaks {command}`" if command else "`tripeaks`"])
    options = {option for code in named for option in re.findall(r"^--[\w-]+", code)}
    assert options == set(re.findall(r"--[\w-]+", text))


def test_requests_are_documented(openapi: dict[str, Any]) -> None:
    """Every request of the API is in the reference."""
    requests = {
        f"{method.upper()} {path}"
        for path, methods in openapi["paths"].items()
        for method in methods
    }
    documented = {code.partition("?")[0] for code in codes(reference("http"))}
    assert requests <= documented


def test_messages_are_documented(openapi: dict[str, Any]) -> None:
    """Every message of the API is in the reference with all of its fields, and no other is."""
    schemas = openapi["components"]["schemas"]
    models = {
        name: schema["properties"] for name, schema in schemas.items() if "properties" in schema
    }
    described = sections(reference("http"), 3)
    assert described.keys() == models.keys() - VALIDATION_MODELS
    # Rules come out as they go in, with some fields more.
    described["RulesOut"] += described["RulesWire"]
    missing = {
        name: fields
        for name, text in described.items()
        if (fields := set(models[name]) - codes(text))
    }
    assert missing == {}


@pytest.mark.parametrize("name", PAGE_NAMES)
def test_paths_of_the_api_exist(name: str, openapi: dict[str, Any]) -> None:
    """Every path of the API that a page names exists."""
    known = {*openapi["paths"], "/api/v1/docs", "/api/v1/openapi.json"}
    named = API_PATH.findall((ROOT / name).read_text("utf-8"))
    assert {path.replace("/ID", "/{game_id}") for path in named} <= known


def test_rule_options_are_documented() -> None:
    """Every rule option is in the reference with all of its values."""
    text = sections(reference("rules"), 2)["Options"]
    schema = RulesWire.model_json_schema()
    values = {
        str(value)
        for holder in (*schema["properties"].values(), *schema["$defs"].values())
        for choice in (holder, *holder.get("anyOf", ()))
        for value in choice.get("enum", ())
    }
    assert values | set(schema["properties"]) <= codes(text)


def test_presets_are_documented() -> None:
    """Every preset is in the reference with its name on the page and exactly its options."""

    def row(name: str, rules: Rules) -> tuple[str, ...]:
        wire = RulesWire.of(rules)
        undo = f"{wire.undo}, {wire.undo_cost}" if wire.undo == "costs" else str(wire.undo)
        label = sentences("en").text(f"preset.{name}")
        wrap = str(rules.wrap).lower()
        return name, label, wrap, rules.visibility, rules.draw_policy, rules.scoring, undo

    documented = rows(sections(reference("rules"), 2)["Presets"])
    assert documented[1:] == [row(name, rules) for name, rules in PRESETS.items()]


def test_scoring_schemes_are_documented() -> None:
    """Every scoring scheme is in the reference of scoring."""
    table = rows(reference("scoring").partition("\n## ")[0])
    assert [row[0] for row in table[1:]] == list(SCORING_NAMES)


def test_errors_are_documented() -> None:
    """Every error code is in the reference with its status, and no other is."""
    keys = (key for key in sentences("en").keys if key.startswith("error."))
    statuses = {code: str(status_of(code)) for code in (key.partition(".")[2] for key in keys)}
    documented = {row[0]: row[-1] for row in rows(reference("errors")) if "/" in row[0]}
    assert documented == statuses


def test_keys_are_documented() -> None:
    """Every key is in the reference of keys."""
    assert {key for keys in KEYS.values() for key in keys} <= codes(reference("keys"))


def test_facade_is_documented() -> None:
    """Every name of the façade, and every member of its enumerations, is in the reference."""
    members = {
        f"{name}.{member.name}"
        for name in tripeaks.__all__
        if isinstance(kind := getattr(tripeaks, name), type) and issubclass(kind, StrEnum)
        for member in kind
    }
    assert members | set(tripeaks.__all__) <= codes(reference("python"))


@pytest.mark.slow
def test_program_plays_over_http(tmp_path: Path) -> None:
    """The program that plays over HTTP plays the game whose end its page shows."""
    command = [sys.executable, "-m", "tripeaks", "--no-browser", "--data", str(tmp_path)]
    page = (DOCS / "how-to" / "play-over-http.md").read_text("utf-8")
    shown = [block.text for block in blocks(page) if block.language == "text"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            words = (word for line in server.stdout or () for word in line.split())
            address = next(word for word in words if word.startswith("http://"))
            script = DOCS / "examples" / "play_over_http.py"
            printed = program(script, address, "TP1-E-AAAAAAB")
        finally:
            server.terminate()
    assert [printed] == shown


@pytest.mark.slow
@pytest.mark.parametrize("place", ["nowhere", "middle", "end"])
def test_damaged_file_can_be_salvaged(place: str, tmp_path: Path) -> None:
    """The program that saves games from a damaged file saves what the damage did not reach."""
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    with Store.open(old) as store:
        service = serving(store)
        player = service.players.local_player()
        for _ in range(40):
            game = service.start(player)
            for seq in range(20):
                service.act(player, game.game_id, seq, f"c-{seq}", Action(Kind.DRAW))
    content = bytearray(old.read_bytes())
    start = {"nowhere": len(content), "middle": len(content) // 2, "end": len(content) - 4096}[
        place
    ]
    content[start : start + 4096] = b"\xa5" * len(content[start : start + 4096])
    old.write_bytes(content)

    program(DOCS / "examples" / "salvage.py", old, new)
    with Store.open(new) as saved, saved.reading() as transaction:
        games = transaction.games.page(player)
        actions = sum(len(transaction.games.actions(game.game_id)) for game in games)
    assert len(games) == 40 if place == "nowhere" else len(games) >= 20
    assert actions == 800 if place == "nowhere" else actions >= 200
