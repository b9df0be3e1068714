"""The command line: each command is imported when it is called."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tripeaks.errors import CommandError, TriPeaksError
from tripeaks.rules import PRESETS, SCORING_NAMES

if TYPE_CHECKING:
    from tripeaks.i18n import Sentences

_FAILED = 1
# A full disk, or a file that may not grow: the answer has nowhere to go.
_UNWRITABLE = frozenset({errno.ENOSPC, errno.EFBIG, errno.EIO})
GOALS = ("clear", "draws", "score")


def reader_sentences() -> Sentences:
    """Give the sentences in the language of the terminal.

    The first variable that is set decides, as POSIX has it; only ``LANGUAGE`` may list several.
    """
    from tripeaks.i18n import choose, sentences

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
_PRESET = _Option(["--preset"], type=click.Choice(list(PRESETS)), default="easy", help="-")
_JSON = _Option(["--json", "as_json"], is_flag=True, help="-")
_WINNABLE = _Option(["--winnable", "winnable_only"], is_flag=True, help="-")
_THINKING = (
    _Option(["--games", "thought_games"], type=click.IntRange(1, 10_000_000), help="-"),
    _Option(["--seed", "luck"], type=click.IntRange(min=0), default=1, help="-"),
)


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
    for name, params in _parameters().items():
        group.add_command(_Worded(name, callback=_calls(name), params=params))
    return group


def _parameters() -> Mapping[str, list[click.Parameter]]:
    """List what each command takes."""
    return {
        "serve": [
            _Option(["--host"], default="127.0.0.1", help="-"),
            _Option(["--port"], type=_PORT, default=8747, help="-"),
            _Option(["--name", "names"], multiple=True, help="-"),
            _Option(["--https/--no-https"], default=False, help="-"),
            _DATA,
        ],
        "deal": [
            click.Argument(["code"]),
            _PRESET,
            _JSON,
            _Option(["--svg", "as_svg"], is_flag=True, help="-"),
        ],
        "solve": [
            click.Argument(["code"], required=False, metavar="[CODE|-]"),
            _Option(["--cards"], metavar="LAYOUT", help="-"),
            _PRESET,
            _Option(["--goal"], type=click.Choice(GOALS), default=GOALS[0], help="-"),
            _Option(["--scoring"], type=click.Choice(SCORING_NAMES), help="-"),
            _Option(["--max-states"], type=click.IntRange(min=1), help="-"),
            _JSON,
            _Option(["--exit-code", "by_verdict"], is_flag=True, help="-"),
        ],
        "verify": [click.Argument(["record"], metavar="RECORD|-")],
        "hint": [
            click.Argument(["words"], nargs=-1, metavar="[CODE] [MOVES]"),
            _Option(["--cards", "table"], metavar="LAYOUT", help="-"),
            _PRESET,
            _WINNABLE,
            _Option(["--solver", "with_solver"], is_flag=True, help="-"),
            _Option(["--ms", "hint_ms"], type=click.FloatRange(0, 60_000, min_open=True), help="-"),
            *_THINKING,
            _JSON,
        ],
        "review": [
            click.Argument(["record"], metavar="RECORD|-"),
            _WINNABLE,
            _Option(["--ms", "review_ms"], type=click.FloatRange(0, 60_000), help="-"),
            *_THINKING,
            _JSON,
        ],
        "doctor": [_DATA],
        "bench": [_Option(["--deals"], type=click.IntRange(1, 100_000), default=1000, help="-")],
        "arena": _arena_parameters(),
    }


def _arena_parameters() -> list[click.Parameter]:
    return [
        _Option(["--players"], metavar="NAMES", help="-"),
        _Option(["--rule"], type=click.Choice(list(PRESETS)), default="easy", help="-"),
        _Option(["--deals", "played"], type=click.IntRange(1, 1_000_000), default=1000, help="-"),
        _Option(["--seed"], type=click.IntRange(min=0), default=1, help="-"),
        _Option(["--ms"], type=click.FloatRange(0, 60_000, min_open=True), help="-"),
        _Option(["--games"], type=click.IntRange(1, 10_000_000), help="-"),
        _Option(["--processes"], type=click.IntRange(1, 64), default=1, help="-"),
        _JSON,
    ]


def main() -> None:
    """Run the program; errors are sentences, never tracebacks."""
    if isinstance(sys.stdout, TextIOWrapper):
        # No letter that a terminal lacks, nor an odd name of a folder, is worth a traceback.
        sys.stdout.reconfigure(errors="replace")
    try:
        _program()(windows_expand_args=False)
    except TriPeaksError as error:
        _fail(error)
    except OSError as fault:
        if fault.errno not in _UNWRITABLE:
            raise
        # What is left to write goes nowhere, or Python would complain of it once more at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        _fail(CommandError("program/unwritten", text=fault.strerror or ""))


def _fail(error: TriPeaksError) -> None:
    from tripeaks.words import error_sentence

    click.echo(f"{error_sentence(error, reader_sentences())} [{error.code}]", err=True)
    sys.exit(_FAILED)
