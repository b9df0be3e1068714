"""The command line: each command is imported when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from tripeaks.errors import TriPeaksError
from tripeaks.i18n import Sentences, choose, sentences

_FAILED = 1


def reader_sentences() -> Sentences:
    """Give the sentences in the language of the terminal.

    The first variable that is set decides, as POSIX has it; only ``LANGUAGE`` may list several.
    """
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    decisive = next((value for name in names if (value := os.environ.get(name))), "")
    return sentences(choose(decisive.split(":")))


class _Option(click.Option):
    """An option whose help comes from the catalogue, and only when it is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        self.help = reader_sentences().text(f"cli.option.{self.name}")
        return super().get_help_record(ctx)


class _Worded(click.Command):
    """A command whose help comes from the catalogue, and only when it is shown."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        self.help = reader_sentences().text(f"cli.help.{self.name}")
        super().format_help_text(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        plain = super().get_help_option(ctx)
        if plain is None or isinstance(plain, _Option):
            return plain
        return _Option(
            plain.opts,
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=plain.callback,
            help="-",
        )

    def get_short_help_str(self, limit: int = 45) -> str:  # noqa: ARG002 - Click's shape
        return reader_sentences().text(f"cli.help.{self.name}")


class _Group(_Worded, click.Group):
    """The program itself."""


def _print_version(context: click.Context, _: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - Click's shape
    if wanted:
        from tripeaks._version import version

        click.echo(f"tripeaks {version()}")
        context.exit()


def _calls(command: str) -> Callable[..., None]:
    """Import a command's module when it is called."""

    def call(**options: Any) -> None:  # noqa: ANN401
        import_module(f"tripeaks.cli.{command}").run(reader_sentences(), **options)

    return call


_FOLDER = click.Path(path_type=Path)
_PORT = click.IntRange(1, 65535)
_DATA = _Option(["--data"], type=_FOLDER, envvar="TRIPEAKS_DATA", help="-")


def _program() -> click.Group:
    """Build the commands and their options."""
    play = _calls("play")

    def start(**options: Any) -> None:  # noqa: ANN401
        if click.get_current_context().invoked_subcommand is None:
            play(**options)

    group = _Group(
        "tripeaks",
        callback=start,
        invoke_without_command=True,
        params=[
            _Option(["--port"], type=_PORT, help="-"),
            _Option(["--browser/--no-browser"], default=True, help="-"),
            _DATA,
            _Option(
                ["--version"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_print_version,
                help="-",
            ),
        ],
    )
    group.add_command(
        _Worded(
            "serve",
            callback=_calls("serve"),
            params=[
                _Option(["--host"], default="127.0.0.1", help="-"),
                _Option(["--port"], type=_PORT, default=8747, help="-"),
                _Option(["--name", "names"], multiple=True, help="-"),
                _Option(["--https/--no-https"], default=False, help="-"),
                _DATA,
            ],
        )
    )
    return group


def main() -> None:
    """Run the program; errors are sentences, never tracebacks."""
    try:
        _program()(windows_expand_args=False)
    except TriPeaksError as error:
        from tripeaks.words import error_sentence

        click.echo(f"{error_sentence(error, reader_sentences())} [{error.code}]", err=True)
        sys.exit(_FAILED)
