"""The coach: hints that see what the player sees, and the review that tells the truth afterwards.

Example:
    >>> view = Game(Deal.from_code("TP1-E-AAAAAAB")).view()
    >>> len(hint(view, Random(1), Limit(games=1000)).candidates)
    4
    >>> review(Record.parse("TP1-E-AAAAAAB: KC AS")).won
    False
"""

from tripeaks.coach.hints import Hint, HintKind, SolverHint, Suggestion, hint, solver_hint
from tripeaks.coach.reasons import Reason
from tripeaks.coach.reviewing import Ply, Review, review
from tripeaks.coach.saying import reason_sentence
from tripeaks.coach.table import read_table

__all__ = [
    "Hint",
    "HintKind",
    "Ply",
    "Reason",
    "Review",
    "SolverHint",
    "Suggestion",
    "hint",
    "read_table",
    "reason_sentence",
    "review",
    "solver_hint",
]
