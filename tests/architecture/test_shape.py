from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from importlinter.cli import lint_imports

from architecture.sources import PACKAGE, ROOT, committed_texts, functions, name_of, trees

MODULE_LINES = 400
FUNCTION_LINES = 50
PUBLIC_NAMES = 12
FACADE_NAMES = 25

GROUND_FLOOR = (
    *("errors", "cards", "layout", "rules", "codes", "deal", "state", "view"),
    *("scoring", "notation", "game", "text", "svg", "words"),
)
MUTABLE_DISPLAYS = (ast.List, ast.ListComp, ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
MUTABLE_CALLS = {"list", "dict", "set", "bytearray", "deque", "defaultdict", "Counter"}
CONSTANT_TYPES = re.compile(r"\b(?:Final|Mapping|Sequence|Collection|Iterable|AbstractSet)\b")

MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:home|root|work|Users)/\w")
REGISTRIES = re.compile(r"npmjs\.(?:com|org)|pypi\.org|pythonhosted\.org|deb\.debian\.org")
UNFINISHED = re.compile(r"\b(?:TODO|FIXME|XXX)\b")


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, its docstring and decorators aside."""
    assert function.end_lineno is not None
    lines = function.end_lineno - function.lineno + 1
    if ast.get_docstring(function) is not None:
        docstring = function.body[0]
        assert docstring.end_lineno is not None
        lines -= docstring.end_lineno - docstring.lineno + 1
    return lines


def assignments(tree: ast.Module) -> Iterator[tuple[str, ast.expr | None, str]]:
    """Name, value and annotation of what a module assigns at its top level."""
    for node in tree.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield ast.unparse(target), node.value, ""
        elif isinstance(node, ast.AnnAssign):
            yield ast.unparse(node.target), node.value, ast.unparse(node.annotation)


def public_names(tree: ast.Module) -> set[str]:
    """`__all__` where there is one, else what is defined at the top level without underscore."""
    names: set[str] = set()
    for name, value, _ in assignments(tree):
        if name == "__all__" and value is not None:
            return set(ast.literal_eval(value))
        names.add(name)
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    names.update(node.name for node in tree.body if isinstance(node, definitions))
    return {name for name in names if name.isidentifier() and not name.startswith("_")}


def is_mutable(value: ast.expr | None) -> bool:
    """Whether a value is a list, dictionary or set that anyone could change."""
    if isinstance(value, ast.Call):
        return ast.unparse(value.func).rpartition(".")[2] in MUTABLE_CALLS
    return isinstance(value, MUTABLE_DISPLAYS)


def foreign_imports(tree: ast.Module) -> set[str]:
    """The packages a module imports that are neither Python's own nor TriPeaks."""
    modules: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules.add(node.module or "")
    packages = {module.partition(".")[0] for module in modules}
    return packages - sys.stdlib_module_names - {"tripeaks"}


def test_modules_are_short() -> None:
    """Every module, Python or JavaScript, has under 400 lines."""
    paths = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")]
    lines = {name_of(path): len(path.read_text("utf-8").splitlines()) for path in paths}
    assert {name: count for name, count in lines.items() if count >= MODULE_LINES} == {}


def test_functions_are_short() -> None:
    """Every function has under 50 lines, not counting its docstring."""
    lengths = {
        f"{name}:{function.lineno} {function.name}": length(function)
        for name, tree in trees(PACKAGE)
        for function in functions(tree)
    }
    assert {name: count for name, count in lengths.items() if count >= FUNCTION_LINES} == {}


def test_modules_offer_few_names() -> None:
    """A module offers at most a dozen names, the façade about twenty."""
    offered = {name: public_names(tree) for name, tree in trees(PACKAGE)}
    facade = offered.pop(name_of(PACKAGE / "__init__.py"))
    assert len(facade) <= FACADE_NAMES
    assert {name: names for name, names in offered.items() if len(names) > PUBLIC_NAMES} == {}


def test_modules_hold_no_mutable_state() -> None:
    """A table at a module's top level is constant, by its value or by its annotated type."""
    mutable = [
        f"{module}: {name}"
        for module, tree in trees(PACKAGE)
        for name, value, annotation in assignments(tree)
        if name != "__all__" and is_mutable(value) and not CONSTANT_TYPES.search(annotation)
    ]
    rebinding = [
        f"{module}:{node.lineno}: global"
        for module, tree in trees(PACKAGE)
        for node in ast.walk(tree)
        if isinstance(node, ast.Global)
    ]
    assert mutable + rebinding == []


def test_imports_only_go_down() -> None:
    """No module imports one of its own floor's neighbours or of a floor above."""
    pyproject = str(ROOT / "pyproject.toml")
    assert lint_imports(config_filename=pyproject, no_cache=True, no_logo=True) == 0


def test_ground_floor_is_python_alone() -> None:
    """The modules of the game itself import nothing but the standard library and each other."""
    foreign = {
        name: foreign_imports(tree)
        for name, tree in trees(PACKAGE)
        if Path(name).relative_to("src/tripeaks").parts[0].removesuffix(".py") in GROUND_FLOOR
    }
    assert {name: packages for name, packages in foreign.items() if packages} == {}


def test_facade_is_light() -> None:
    """`import tripeaks` loads the standard library and TriPeaks, and nothing else."""
    probe = (
        "import json, sys; before = set(sys.modules); import tripeaks;"
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    answer = subprocess.check_output([sys.executable, "-c", probe], text=True)
    loaded = {module.partition(".")[0] for module in json.loads(answer)}
    assert loaded - sys.stdlib_module_names == {"tripeaks"}


def test_files_name_no_machine_and_no_registry() -> None:
    """No committed file holds a path of the machine it was written on or a registry's address."""
    found = [
        f"{name}:{number}"
        for name, text in committed_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE_PATHS.search(line) or REGISTRIES.search(line) or f"{ROOT}/" in line
    ]
    assert found == []


def test_pins_are_names_and_versions() -> None:
    """The lock and pin files say what is installed, never from where."""
    packages = json.loads((ROOT / "package-lock.json").read_text("utf-8"))["packages"]
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert "://" not in (ROOT / "constraints.txt").read_text("utf-8")


def test_source_is_finished() -> None:
    """No source file holds a note that something is still to be done."""
    unfinished = [
        f"{name}:{number}"
        for name, text in committed_texts()
        if name.startswith("src/")
        for number, line in enumerate(text.splitlines(), 1)
        if UNFINISHED.search(line)
    ]
    assert unfinished == []
