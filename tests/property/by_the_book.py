"""The rules once more, word by word and slowly, as the measure for the program.

Nothing here is taken from the program but the cards of a deal and the names of its options.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tripeaks.cards import Card
from tripeaks.deal import Deal

DRAW = 28

# Where the middle of each card lies, in halves of a card, row by row from the top.
PLACES = (
    (3, 9, 15),
    (2, 4, 8, 10, 14, 16),
    (1, 3, 5, 7, 9, 11, 13, 15, 17),
    (0, 2, 4, 6, 8, 10, 12, 14, 16, 18),
)
SPOTS = [(row, middle) for row, middles in enumerate(PLACES) for middle in middles]

# For the bonus the rows of a peak are cards 1, 2, 3 of each row's left, middle and right part.
PEAKS = (
    {0, 3, 4, 9, 10, 11, 18, 19, 20},
    {1, 5, 6, 12, 13, 14, 21, 22, 23},
    {2, 7, 8, 15, 16, 17, 24, 25, 26, 27},
)


def lies_on(upper: int, lower: int) -> bool:
    """Whether a card overlaps another: it lies in the next row, half a card to the side."""
    (upper_row, upper_middle), (lower_row, lower_middle) = SPOTS[upper], SPOTS[lower]
    return upper_row == lower_row + 1 and abs(upper_middle - lower_middle) == 1


ON = {slot: {upper for upper in range(28) if lies_on(upper, slot)} for slot in range(28)}


def adjacent(rank: int, other: int, *, wrap: bool) -> bool:
    """Whether two ranks, aces 0 and kings 12, are neighbours; a joker, -1, is every card's."""
    pairs = {(low, low + 1) for low in range(12)} | ({(0, 12)} if wrap else set())
    return -1 in (rank, other) or (min(rank, other), max(rank, other)) in pairs


@dataclass
class Table:
    """The table while a list of moves is played on it.

    Attributes:
        deal: Which card lies where.
        tableau: The slots that still hold a card.
        stock: The cards still in the stock, next one first.
        waste: The face-up pile, top card last.
        chains: How many cards each chain has, a new one beginning with each draw.
        cleared: How many peaks were cleared, and after how many takes in all.
        seen: The places that were face up at some time: 0-27, 28 the waste, 29 on the stock.
    """

    deal: Deal
    tableau: set[int] = field(default_factory=lambda: set(range(28)))
    stock: list[Card] = field(default_factory=list)
    waste: list[Card] = field(default_factory=list)
    chains: list[int] = field(default_factory=lambda: [0])
    cleared: int = 0
    seen: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.stock = list(self.deal.stock)
        if self.deal.waste is not None:
            self.waste.append(self.deal.waste)
            self.seen.add(28)
        self.seen |= self.face_up()

    @staticmethod
    def after(deal: Deal, moves: list[int]) -> Table:
        """Play moves from the start of a deal."""
        table = Table(deal)
        for move in moves:
            table.make(move)
        return table

    def free(self) -> set[int]:
        """The slots no card lies on."""
        return {slot for slot in self.tableau if not ON[slot] & self.tableau}

    def face_up(self) -> set[int]:
        """The slots whose card is seen."""
        return self.tableau if self.deal.rules.visibility.value == "open" else self.free()

    def takes(self) -> set[int]:
        """The slots that can be taken."""
        if not self.waste:
            return self.free()
        top, wrap = self.waste[-1].rank, self.deal.rules.wrap
        tableau = self.deal.tableau
        return {s for s in self.free() if adjacent(tableau[s].rank, top, wrap=wrap)}

    def legal(self) -> list[int]:
        """All legal moves, 28 for the draw."""
        takes = sorted(self.takes())
        must_take = self.deal.rules.draw_policy.value == "only_when_stuck" and takes
        draw = self.tableau and self.stock and not must_take
        return [*takes, DRAW] if draw else takes

    def outcome(self) -> str:
        """Won, blocked or running."""
        if not self.tableau:
            return "won"
        return "running" if self.stock or self.takes() else "blocked"

    def make(self, move: int) -> None:
        """Make a move that is legal."""
        if move == DRAW:
            self.seen.add(29 + len(self.deal.stock) - len(self.stock))
            self.waste.append(self.stock.pop(0))
            self.chains.append(0)
        else:
            peak = next(peak for peak in PEAKS if move in peak)
            self.tableau.remove(move)
            self.waste.append(self.deal.tableau[move])
            self.chains[-1] += 1
            self.cleared += not peak & self.tableau
            self.seen |= self.face_up()

    @property
    def draws(self) -> int:
        """How many cards were drawn."""
        return len(self.chains) - 1

    def points(self, scheme: str, undo_points: int = 0) -> int:
        """Count by one of the schemes, with what the undos cost."""
        if scheme == "app":
            moves = sum(self.chains) + self.draws
            return max(0, 500 - moves + 100 * self.cleared - undo_points)
        if scheme == "hogue":
            chains = sum(sum(range(1, length + 1)) for length in self.chains)
            return chains - 5 * self.draws + sum((15, 15, 30)[: self.cleared]) - undo_points
        if scheme == "collection":
            chains = sum(100 + 200 * (n - 1) for c in self.chains for n in range(1, c + 1))
            return chains + sum((500, 1000, 5000)[: self.cleared]) - undo_points
        return -undo_points
