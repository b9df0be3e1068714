"""The moves that prove an answer of the NumPy sweeps, one position at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from tripeaks.layout import ALL_SLOTS, COVERS, SLOTS, SUMMITS, slots_in, uncovered
from tripeaks.solver.backend import Points
from tripeaks.solver.numpy_chains import BestEnd, chain_points
from tripeaks.solver.numpy_ideals import first_of_size, ideals
from tripeaks.solver.numpy_sweeps import Sets
from tripeaks.solver.rows import ONLY_WHEN_STUCK, WILD, WRAP

_DRAW = SLOTS
_SUMMITS = sum(1 << summit for summit in SUMMITS)
_LIES_ON = tuple(sum(1 << slot for slot in slots) for slots in COVERS)


@cache
def index_by_mask() -> Mapping[int, int]:
    """Give the canonical index of each ideal."""
    return MappingProxyType({mask: index for index, mask in enumerate(ideals().tolist())})


@dataclass(frozen=True, slots=True)
class Setting:
    """A row as plain numbers.

    Attributes:
        tableau: The ranks of the tableau, of removed cards too.
        top: Rank on top of the waste.
        stock: The ranks of the stock, of drawn cards too.
        drawn: How many of them are drawn.
        removed: Mask of the cards that are gone.
        near: For each rank on top, the wild one last, the mask of the cards that fit on it.
        only_when_stuck: Whether a draw is allowed only where no card can be taken.
    """

    tableau: bytes
    top: int
    stock: bytes
    drawn: int
    removed: int
    near: tuple[int, ...]
    only_when_stuck: bool

    @staticmethod
    def of(row: bytes, rules: int) -> Setting:
        """Read a row (`tripeaks.solver.rows`)."""
        distances = (1, WILD - 1) if rules & WRAP else (1,)
        near = [
            sum(1 << slot for slot in range(SLOTS) if abs(row[slot] - rank) in distances)
            for rank in range(WILD)
        ]
        return Setting(
            tableau=row[:SLOTS],
            top=row[28],
            stock=row[29 : 29 + row[57]],
            drawn=row[58],
            removed=int.from_bytes(row[60:], "little"),
            near=(*near, ALL_SLOTS),
            only_when_stuck=bool(rules & ONLY_WHEN_STUCK),
        )

    def playable(self, removed: int, top: int) -> int:
        """Give the mask of the cards that can be taken with a rank on top."""
        return uncovered(removed) & self.near[top]

    def may_draw(self, removed: int, top: int) -> bool:
        """Whether the cards of the tableau leave a draw allowed."""
        return not (self.only_when_stuck and self.playable(removed, top))


def clearing_line(setting: Setting, won: Sets) -> bytes:
    """Walk to the win: at each position the first take that keeps it, a draw without one.

    Of several takes the one that uncovers most cards is the first, then that with the smallest
    slot.

    Args:
        setting: A position that can be won.
        won: For each ideal and lane the counts of drawn cards from which the game can be won,
            shape (ideals, lanes).

    Returns:
        The moves by `Move.index`.
    """
    removed, drawn, top = setting.removed, setting.drawn, setting.top
    moves = bytearray()
    while removed != ALL_SLOTS:
        takes = [
            slot
            for slot in slots_in(setting.playable(removed, top))
            if int(won[index_by_mask()[removed | 1 << slot], setting.tableau[slot]]) >> drawn & 1
        ]
        if takes:
            slot = min(takes, key=lambda slot: (-_uncovers(removed, slot), slot))
            removed, top = removed | 1 << slot, setting.tableau[slot]
            moves.append(slot)
        else:
            top, drawn = setting.stock[drawn], drawn + 1
            moves.append(_DRAW)
    return bytes(moves)


def best_line(setting: Setting, points: Points, end: BestEnd) -> bytes:
    """Walk back from the best end to the position, chain by chain.

    Args:
        setting: The position.
        points: The points of the scheme.
        end: Its best end.

    Returns:
        The moves by `Move.index`, from the position to the end.
    """
    back = _WayBack(setting, points, end)
    removed, draws = end.removed, end.draws
    first, last = ((mask & _SUMMITS).bit_count() for mask in (setting.removed, removed))
    earned = end.points - sum(points[3 + first : 3 + last])
    moves: list[int] = []
    while (removed, draws) != (setting.removed, 0):
        chain = back.last_chain(removed, draws, earned, draw_next=bool(moves))
        moves += reversed(chain)
        removed ^= sum(1 << slot for slot in chain)
        earned -= chain_points(points, len(chain))
        # The chain began on a stock card, unless it is the first; others may lie below that card.
        while draws:
            moves.append(_DRAW)
            draws, earned = draws - 1, earned - points[2]
            if not back.is_drawn_over(removed, draws, earned):
                break
    return bytes(reversed(moves))


@dataclass(frozen=True, slots=True)
class _WayBack:
    """What the steps back from the best end ask.

    Attributes:
        setting: The position they lead back to.
        points: The points of the scheme.
        end: The best end.
    """

    setting: Setting
    points: Points
    end: BestEnd

    def last_chain(self, removed: int, draws: int, earned: int, *, draw_next: bool) -> list[int]:
        """Find takes in a row that end with these cards gone and this much earned.

        Args:
            removed: Mask of the cards that are gone in the end.
            draws: The draws since the position.
            earned: The points in the end, without those of peaks.
            draw_next: Whether a draw must be allowed in the end.
        """
        tableau = self.setting.tableau
        # Each take that has been looked at, with the cards gone after it, and the take after it.
        following: dict[tuple[int, int], tuple[int, int] | None] = {
            (removed, slot): None
            for slot in self._last_cards(removed)
            if not draw_next or self.setting.may_draw(removed, tableau[slot])
        }
        waiting = list(following)
        while True:
            gone, slot = take = waiting.pop()
            before = gone ^ 1 << slot
            takes = (removed ^ before).bit_count()
            if self._begins(before, slot, draws, earned - chain_points(self.points, takes)):
                return list(_slots(following, take))
            for earlier in self._last_cards(before):
                fits = self.setting.near[tableau[earlier]] >> slot & 1
                if fits and (before, earlier) not in following:
                    following[before, earlier] = take
                    waiting.append((before, earlier))

    def is_drawn_over(self, removed: int, draws: int, earned: int) -> bool:
        """Whether what is earned was earned with a stock card on top, and a draw may follow."""
        return (
            draws > 0
            and self._earned_at_draw(removed, draws) == earned
            and self.setting.may_draw(removed, self._drawn_card(draws))
        )

    def _begins(self, removed: int, slot: int, draws: int, earned: int) -> bool:
        """Whether a chain can begin with a take from a slot after this much is earned."""
        if draws:
            top, before = self._drawn_card(draws), self._earned_at_draw(removed, draws)
            return before == earned and bool(self.setting.near[top] >> slot & 1)
        at_position = removed == self.setting.removed and earned == 0
        return at_position and bool(self.setting.near[self.setting.top] >> slot & 1)

    def _last_cards(self, removed: int) -> Iterator[int]:
        """Give the slots that can have been taken last since the position."""
        return (
            slot
            for slot in slots_in(removed & ~self.setting.removed)
            if not removed & _LIES_ON[slot]
        )

    def _drawn_card(self, draws: int) -> int:
        return self.setting.stock[self.setting.drawn + draws - 1]

    def _earned_at_draw(self, removed: int, draws: int) -> int:
        size = removed.bit_count()
        ideal = index_by_mask()[removed] - first_of_size()[size]
        return int(self.end.fresh[size - self.setting.removed.bit_count()][ideal, draws])


def _slots(
    following: Mapping[tuple[int, int], tuple[int, int] | None], take: tuple[int, int] | None
) -> Iterator[int]:
    """Follow takes to the end of their chain."""
    while take is not None:
        yield take[1]
        take = following[take]


def _uncovers(removed: int, slot: int) -> int:
    """Count the cards that are uncovered when a card is taken."""
    return (uncovered(removed | 1 << slot) & ~uncovered(removed)).bit_count()
