from __future__ import annotations

import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from cli.program import PATIENCE, environment, run
from tripeaks._version import version as own_version
from tripeaks.i18n import LANGUAGES, Sentences, sentences

# The program with a kernel that is not there, whether it was built here or not; and with one.
NO_KERNEL = "import sys; sys.modules['tripeaks.solver._kernel'] = None"
A_KERNEL = (
    "import sys; from types import SimpleNamespace as N;"
    "sys.modules['tripeaks.solver._kernel'] = N(Kernel=lambda *_: None)"
)
REASON = "import of tripeaks.solver._kernel halted; None in sys.modules"
NUMPY = {"variable": "TRIPEAKS_SOLVER", "numpy": version("numpy")}


def doctor(prepared: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `tripeaks doctor` over a folder, after preparing the process."""
    program = f"{prepared}; sys.argv[1:] = ['doctor']; from tripeaks.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", program],
        env=environment(TRIPEAKS_DATA=str(folder), **variables),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def not_built(say: Sentences) -> str:
    """The line about a kernel that is missing."""
    return say.text("cli.doctor.not-built", reason=REASON)


@pytest.mark.parametrize("language", LANGUAGES)
def test_report_names_python_and_platform(tmp_path: Path, language: str) -> None:
    """The first line names the version of the program, Python and the platform."""
    ended = run("doctor", "--data", tmp_path, LANGUAGE=language)
    first = sentences(language).text(
        "cli.doctor.python",
        version=own_version(),
        implementation=platform.python_implementation(),
        python=platform.python_version(),
        platform=platform.platform(),
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[0] == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_missing_kernel_is_no_fault_and_told_with_its_remedy(tmp_path: Path, language: str) -> None:
    """Without the kernel NumPy serves; why it is missing and how to get it is told, status 0."""
    ended = doctor(NO_KERNEL, tmp_path, LANGUAGE=language)
    say = sentences(language)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[1:3] == [
        say.text("cli.doctor.numpy", **NUMPY),
        not_built(say),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_kernel_is_used_where_it_was_built(tmp_path: Path, language: str) -> None:
    """Where the kernel was built it is in use, and there is nothing more to say of solvers."""
    ended = doctor(A_KERNEL, tmp_path, LANGUAGE=language)
    say = sentences(language)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.splitlines()[1:] == [
        say.text("cli.doctor.kernel"),
        say.text("cli.doctor.writable", folder=tmp_path),
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_asked_solver_is_told_with_who_asks(tmp_path: Path, language: str) -> None:
    """Where the environment chooses the solver, the report names the variable that does."""
    say = sentences(language)
    kernel = doctor(A_KERNEL, tmp_path, TRIPEAKS_SOLVER="kernel", LANGUAGE=language)
    assert kernel.stdout.splitlines()[1] == say.text("cli.doctor.kernel-asked", **NUMPY)
    built = doctor(A_KERNEL, tmp_path, TRIPEAKS_SOLVER="numpy", LANGUAGE=language)
    assert built.stdout.splitlines()[1:3] == [
        say.text("cli.doctor.numpy-asked", **NUMPY),
        say.text("cli.doctor.built", **NUMPY),
    ]
    missing = doctor(NO_KERNEL, tmp_path, TRIPEAKS_SOLVER="numpy", LANGUAGE=language)
    assert missing.stdout.splitlines()[2] == not_built(say)
    assert {kernel.returncode, built.returncode, missing.returncode} == {0}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("asked", "code"), [("kernel", "solver/no-kernel"), ("abacus", "solver/bad-backend")]
)
def test_solver_that_cannot_be_had_is_a_fault(
    tmp_path: Path, asked: str, code: str, language: str
) -> None:
    """A solver that the environment asks for in vain gives status 1, and the rest is told."""
    ended = doctor(NO_KERNEL, tmp_path, TRIPEAKS_SOLVER=asked, LANGUAGE=language)
    say = sentences(language)
    assert (ended.returncode, ended.stderr) == (1, "")
    told = ended.stdout.splitlines()
    assert told[1].endswith(f" [{code}]")
    assert told[2:] == [not_built(say), say.text("cli.doctor.writable", folder=tmp_path)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_folder_of_the_saved_games_is_told(tmp_path: Path, language: str) -> None:
    """A folder that is there, one that will be made and one that cannot be are told apart."""
    say = sentences(language)
    (tmp_path / "file").touch()
    to_be_made, refused = tmp_path / "new" / "games", tmp_path / "file"
    told = {}
    for folder in (tmp_path, to_be_made, refused):
        ended = run("doctor", "--data", folder, LANGUAGE=language)
        told[folder] = (ended.returncode, ended.stdout.splitlines()[-1])
    assert told[tmp_path] == (0, say.text("cli.doctor.writable", folder=tmp_path))
    assert told[to_be_made] == (0, say.text("cli.doctor.to-be-made", folder=to_be_made))
    why = say.text("cli.doctor.not-writable", folder=refused, reason="Not a directory")
    assert told[refused] == (1, why)


def test_nothing_is_changed(tmp_path: Path) -> None:
    """The report leaves no file behind and makes no folder."""
    run("doctor", "--data", tmp_path / "new")
    assert list(tmp_path.iterdir()) == []


def test_wrong_use_is_refused(tmp_path: Path) -> None:
    """An argument or an unknown option gives status 2."""
    for words in (["patient"], ["--json"]):
        ended = run("doctor", *words, TRIPEAKS_DATA=str(tmp_path))
        assert (ended.returncode, ended.stdout) == (2, "")
        assert "Usage: " in ended.stderr
