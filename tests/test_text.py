from __future__ import annotations

import pytest

from strategies import FROM_BELOW, PUBLISHED_CODE, PUBLISHED_GAME, chain_deal
from tripeaks.deal import Deal
from tripeaks.game import Game
from tripeaks.notation import parse_moves
from tripeaks.state import Move
from tripeaks.text import board

AT_FIRST = """\
            ??          ??          ??
          ??  ??      ??  ??      ??  ??
        ??  ??  ??  ??  ??  ??  ??  ??  ??
      3S  5S  KC  4S  2D  AS  KD  8H  7C  9S

      ## 23  AC"""

OPEN = """\
            9C          6C          JS
          4C  3D      2S  QC      TS  6D
        QH  4H  9D  AH  7S  TD  KS  8D  5D
      3S  5S  KC  4S  2D  AS  KD  8H  7C  9S

      ## 24"""


def drawn(code: str, moves: str = "") -> str:
    """The board of a game after some moves."""
    game = Game(Deal.from_code(code))
    for move in parse_moves(moves, game.deal):
        game.push(move)
    return board(game.view())


@pytest.mark.parametrize(
    ("code", "picture"), [(PUBLISHED_CODE, AT_FIRST), ("TP1-E-AAAAAAB-OW", OPEN)], ids=["E", "OW"]
)
def test_the_board_is_drawn_row_by_row(code: str, picture: str) -> None:
    """Cards stand where they lie, hidden ones as ??, and below them stock and waste."""
    assert drawn(code) == picture


def test_cards_that_are_gone_leave_gaps() -> None:
    """A place that is cleared is blank, and the others keep their columns."""
    rows = drawn(PUBLISHED_CODE, "KC AS 2D").splitlines()
    assert rows[3] == "      3S  5S      4S          KD  8H  7C  9S"
    assert rows[2] == "        ??  ??  ??  ??  7S  ??  ??  ??  ??"
    assert rows[5] == "      ## 23  AC KC AS 2D"


def test_the_last_five_cards_of_the_waste_are_shown() -> None:
    """Of a long waste the top five cards are shown, the top one last."""
    deal = Deal.from_code(PUBLISHED_CODE)
    shown = " ".join(map(str, deal.stock[5:10]))
    assert drawn(PUBLISHED_CODE, "|" * 10).splitlines()[-1] == f"      ## 13  {shown}"


def test_an_empty_table_is_drawn() -> None:
    """A won game shows the piles alone; an empty stock shows no back."""
    game = Game(chain_deal(last_in_stock=True))
    for move in [Move.DRAW] * 23 + [Move.take(slot) for slot in FROM_BELOW]:
        game.push(move)
    rows = board(game.view()).splitlines()
    assert rows[:5] == [""] * 5
    assert rows[5].split()[:2] == ["--", "0"]
    assert "##" not in rows[5]


def test_no_line_is_wider_than_a_terminal() -> None:
    """Through a whole game every line fits into 50 columns and has no blanks at its end."""
    game = Game(Deal.from_code(PUBLISHED_CODE))
    for move in parse_moves(PUBLISHED_GAME, game.deal):
        game.push(move)
        lines = board(game.view()).splitlines()
        assert len(lines) == 6
        assert all(len(line) <= 50 and line == line.rstrip() for line in lines)
