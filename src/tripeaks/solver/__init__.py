"""Exact answers with all cards known: can a position be won, and how, and who can check it.

Example:
    >>> state = State.initial(Deal.from_code("TP1-E-AAAAAAB"))
    >>> solution = solve(state, Goal.MIN_DRAWS)
    >>> solution.draws
    16
    >>> verify(state, solution.line).outcome
    <Outcome.WON: 'won'>
"""

from tripeaks.solver.analysis import Analysis, analyse
from tripeaks.solver.solution import Goal, Solution, Verdict
from tripeaks.solver.solving import solve
from tripeaks.solver.verifying import CLEARED, Claim, verify

__all__ = [
    "CLEARED",
    "Analysis",
    "Claim",
    "Goal",
    "Solution",
    "Verdict",
    "analyse",
    "solve",
    "verify",
]
