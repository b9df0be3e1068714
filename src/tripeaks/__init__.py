"""TriPeaks solitaire: the game, exactly by its rules.

Example:
    >>> import tripeaks
    >>> game = tripeaks.Game(tripeaks.Deal.from_code("TP1-E-AAAAAAB"))
    >>> game.push(game.view().legal[0]).card
    Card.parse('KC')
"""

from tripeaks.cards import JOKER, Card
from tripeaks.deal import Deal
from tripeaks.errors import TriPeaksError
from tripeaks.game import Action, Event, Game, Kind, Status
from tripeaks.notation import Record
from tripeaks.rules import CLASSIC, EASY, PRESETS, DrawPolicy, Rules, Undo, Visibility
from tripeaks.scoring import Score, score
from tripeaks.state import Move, Outcome, Refusal, State
from tripeaks.view import HIDDEN, View

__all__ = [
    "CLASSIC",
    "EASY",
    "HIDDEN",
    "JOKER",
    "PRESETS",
    "Action",
    "Card",
    "Deal",
    "DrawPolicy",
    "Event",
    "Game",
    "Kind",
    "Move",
    "Outcome",
    "Record",
    "Refusal",
    "Rules",
    "Score",
    "State",
    "Status",
    "TriPeaksError",
    "Undo",
    "View",
    "Visibility",
    "score",
]
