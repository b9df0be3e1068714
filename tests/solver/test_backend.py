from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

import tripeaks.solver
from strategies import PUBLISHED_CODE
from tripeaks.deal import Deal
from tripeaks.errors import SolverError
from tripeaks.solver import Goal, solve
from tripeaks.solver.backend import VARIABLE, Reason, choose, chosen, load_kernel
from tripeaks.state import State

MODULE = "tripeaks.solver._kernel"
SOLVE = (
    "import sys; from tripeaks import Deal, State, solver;"
    "state = State.initial(Deal.from_code('AAAAAAB'));"
    "print(solver.solve(state, solver.Goal.MIN_DRAWS).draws, 'numpy' in sys.modules)"
)


@pytest.fixture
def no_kernel(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A program whose kernel was not built."""
    load_kernel.cache_clear()
    monkeypatch.setitem(sys.modules, MODULE, None)
    monkeypatch.delattr(tripeaks.solver, "_kernel", raising=False)
    yield
    load_kernel.cache_clear()


def test_the_kernel_is_built_here() -> None:
    """Where tests are run the kernel is there, and serves unless something else is asked for."""
    choice = choose({})
    assert (choice.name, choice.reason, choice.detail) == ("kernel", Reason.BUILT, "")
    assert type(choice.backend).__module__ == MODULE


@pytest.mark.parametrize("name", ["kernel", "numpy"])
def test_the_environment_chooses(name: str) -> None:
    """A backend that the environment names is the one in use."""
    choice = choose({VARIABLE: name})
    assert (choice.name, choice.reason, choice.detail) == (name, Reason.ASKED, "")
    assert name in type(choice.backend).__module__


def test_an_empty_variable_chooses_nothing() -> None:
    """A variable set to nothing is as one that is not set."""
    assert choose({VARIABLE: ""}) == choose({})


@pytest.mark.parametrize("name", ["Kernel", "c", "numpy ", "0"])
def test_unknown_backends_are_refused(name: str) -> None:
    """A misspelt backend is an error and not silently another one."""
    with pytest.raises(SolverError) as caught:
        choose({VARIABLE: name})
    assert (caught.value.code, caught.value.text) == ("solver/bad-backend", name)
    assert caught.value.details["variable"] == VARIABLE


@pytest.mark.usefixtures("no_kernel")
def test_numpy_serves_without_the_kernel() -> None:
    """Where the kernel was not built NumPy answers, and the choice says why."""
    choice = choose({})
    assert (choice.name, choice.reason) == ("numpy", Reason.NOT_BUILT)
    assert MODULE in choice.detail
    assert choose({VARIABLE: "numpy"}).reason is Reason.ASKED


@pytest.mark.usefixtures("no_kernel")
def test_a_kernel_asked_for_must_be_there() -> None:
    """Who asks for the kernel gets it or an error, never another backend."""
    with pytest.raises(SolverError) as caught:
        choose({VARIABLE: "kernel"})
    assert caught.value.code == "solver/no-kernel"
    assert MODULE in caught.value.text


def test_the_surroundings_are_asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable decides at the moment of the question."""
    state = State.initial(Deal.from_code(PUBLISHED_CODE))
    for name in ("numpy", "kernel"):
        monkeypatch.setenv(VARIABLE, name)
        assert name in type(chosen()).__module__
        assert solve(state, Goal.MIN_DRAWS).draws == 16
    monkeypatch.setenv(VARIABLE, "none")
    with pytest.raises(SolverError):
        solve(state)


def test_backends_are_made_once() -> None:
    """Asking again gives the same backend, whose tables are made only once."""
    for environ in ({}, {VARIABLE: "numpy"}):
        assert choose(environ).backend is choose(environ).backend


def test_the_kernel_needs_no_numpy() -> None:
    """A program that solves with the kernel never loads NumPy."""
    command = [sys.executable, "-c", SOLVE]
    environ = {**os.environ, VARIABLE: "kernel"}
    answer = subprocess.check_output(command, text=True, env=environ)
    assert answer.split() == ["16", "False"]


def test_everything_works_without_the_kernel() -> None:
    """A program without the kernel gives the same answer, with NumPy."""
    hidden = f"import sys; sys.modules[{MODULE!r}] = None; {SOLVE}"
    environ = {**os.environ, VARIABLE: ""}
    answer = subprocess.check_output([sys.executable, "-c", hidden], text=True, env=environ)
    assert answer.split() == ["16", "True"]
