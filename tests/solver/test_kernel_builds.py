from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import sysconfig
from array import array
from pathlib import Path
from typing import Any

import pytest

import tripeaks.solver
from solver.fuzzing import DECK, POINTS, ROW, Fuzzer, load_kernel
from tripeaks.solver import backend

SOURCE = Path(tripeaks.solver.__file__).with_name("_kernel.c")
WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Werror")
SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined")
RULES = range(4)


def build(folder: Path, compiler: str, *options: str) -> Path:
    """Compile the kernel; warnings are errors."""
    program = shutil.which(compiler)
    assert program is not None, f"{compiler} is missing"
    headers = sysconfig.get_path("include")
    built = folder / "_kernel.abi3.so"
    command = [program, *WARNINGS, *options, f"-I{headers}", "-fPIC", "-shared", str(SOURCE)]
    subprocess.run([*command, "-o", str(built)], check=True, timeout=300)
    return built


@pytest.fixture(scope="module")
def kernel() -> Any:
    loaded = backend.load_kernel()
    assert not isinstance(loaded, str), loaded
    return loaded


def some_rows(kernel: Any) -> list[bytes]:
    rng = random.Random(1)
    numbers = array("Q", [rng.randrange(2**35) for _ in range(33)])
    return [
        kernel.deal(numbers, DECK, jokers, empty_waste)
        for jokers, empty_waste in ((0, False), (2, False), (4, True))
    ]


def answers(kernel: Any, rows: bytes, rules: int) -> list[object]:
    """What a kernel says of some deals, by each of its methods."""
    one, few = rows[:ROW], rows[: 2 * ROW]
    return [
        *(getattr(kernel, name)(rows, rules) for name in ("winnable", "fewest_draws")),
        kernel.winning_moves(rows, rules),
        kernel.within(one, rules),
        kernel.line(one, rules),
        *(kernel.best_scores(few, rules, points) for points in POINTS),
        *(kernel.best_line(one, rules, points) for points in POINTS),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["gcc", pytest.param("clang", id="clang-where-it-is")])
@pytest.mark.parametrize(
    "options",
    [
        pytest.param(("-O3",), id="as-shipped"),
        pytest.param(("-O3", "-DTRIPEAKS_BASELINE"), id="baseline-processor"),
        pytest.param(("-O3", "-DTRIPEAKS_PLAIN"), id="without-vectors"),
    ],
)
def test_every_build_answers_alike(
    tmp_path: Path, kernel: Any, compiler: str, options: tuple[str, ...]
) -> None:
    """However the kernel is compiled, it compiles without a warning and answers the same."""
    if compiler == "clang" and shutil.which(compiler) is None:
        pytest.skip("clang is not installed; gcc builds the kernel that is shipped")
    other = load_kernel(build(tmp_path, compiler, *options))
    for rows in some_rows(kernel):
        for rules in RULES:
            assert answers(other, rows, rules) == answers(kernel, rows, rules)


@pytest.mark.slow
def test_sanitizers_find_nothing(tmp_path: Path) -> None:
    """Random calls touch no memory that is not theirs and compute nothing undefined."""
    built = build(tmp_path, "gcc", "-O1", "-g", *SANITIZERS)
    library = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"],  # noqa: S607 - the one that compiled it
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    environ = os.environ | {
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself keeps memory until the end
        "PYTHONPATH": str(Path(__file__).parents[1]),
    }
    fuzzing = Path(__file__).with_name("fuzzing.py")
    command = [sys.executable, str(fuzzing), str(built), "2500", "7"]
    run = subprocess.run(
        command, env=environ, check=False, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 50


@pytest.mark.slow
def test_random_calls_are_answered_or_refused(kernel: Any) -> None:
    """Whatever the kernel is called with, it answers or raises an error of Python."""
    fuzzer = Fuzzer(kernel, seed=11)
    calls = 20_000
    assert 0 < fuzzer.run(calls) < calls
    assert fuzzer.kernel.winnable(fuzzer.rows[:ROW], 1) in {b"\0", b"\1"}
