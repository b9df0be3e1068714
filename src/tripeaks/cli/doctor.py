"""``tripeaks doctor``: what the program runs on, and what it lacks."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryFile
from types import MappingProxyType

import click

from tripeaks.cli.place import data_folder
from tripeaks.errors import SolverError
from tripeaks.i18n import Sentences
from tripeaks.solver.backend import KERNEL, NUMPY, VARIABLE, Reason, choose, load_kernel

_SOLVER_KEYS: Mapping[tuple[str, Reason], str] = MappingProxyType(
    {
        (KERNEL, Reason.ASKED): "cli.doctor.kernel-asked",
        (KERNEL, Reason.BUILT): "cli.doctor.kernel",
        (NUMPY, Reason.ASKED): "cli.doctor.numpy-asked",
        (NUMPY, Reason.NOT_BUILT): "cli.doctor.numpy",
    }
)
_FAULT = 1


def run(say: Sentences, *, data: Path | None) -> None:
    """Report on Python, the solver and the saved games; nothing is changed.

    The exit status is 1 where something has to be mended: the solver that the environment asks
    for cannot be had, or the saved games cannot be written.

    Args:
        say: The sentences of the reader's language.
        data: The folder for saved games, or None for the user's data folder.
    """
    click.echo(
        say.text(
            "cli.doctor.python",
            version=version("tripeaks"),
            implementation=platform.python_implementation(),
            python=platform.python_version(),
            platform=platform.platform(),
        )
    )
    healthy = _solver(say)
    if not (_place(say, data_folder(data)) and healthy):
        sys.exit(_FAULT)


def _solver(say: Sentences) -> bool:
    """Tell which solver is in use and why; give whether one is."""
    in_use = ""
    try:
        choice = choose(os.environ)
    except SolverError as error:
        from tripeaks.words import error_sentence

        click.echo(f"{error_sentence(error, say)} [{error.code}]")
    else:
        in_use = choice.name
        key = _SOLVER_KEYS[choice.name, choice.reason]
        click.echo(say.text(key, variable=VARIABLE, numpy=version("numpy")))
    kernel = load_kernel()
    if isinstance(kernel, str):
        click.echo(say.text("cli.doctor.not-built", reason=kernel))
    elif in_use != KERNEL:
        click.echo(say.text("cli.doctor.built", variable=VARIABLE))
    return bool(in_use)


def _place(say: Sentences, folder: Path) -> bool:
    """Tell where the saved games lie; give whether they can be written there."""
    # Where the folder is still to be made, what counts is the one that it will be made in.
    place = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    try:
        # Only trying tells: permissions say nothing of a disk that takes no more.
        TemporaryFile(dir=place).close()
    except OSError as error:
        reason = error.strerror or str(error)
        click.echo(say.text("cli.doctor.not-writable", folder=folder, reason=reason))
        return False
    if place == folder:
        click.echo(say.text("cli.doctor.writable", folder=folder))
    else:
        click.echo(say.text("cli.doctor.to-be-made", folder=folder))
    return True
