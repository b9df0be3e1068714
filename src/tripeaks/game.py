"""A played game: the standing moves, undo and redo, the score, what the player has seen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tripeaks.cards import Card
from tripeaks.deal import Deal
from tripeaks.errors import MoveError
from tripeaks.layout import PEAK_OF, SUMMITS, slots_in
from tripeaks.notation import Record, replay
from tripeaks.scoring import SCHEMES, Score, Tally, counted, shown_points
from tripeaks.state import Move, Outcome, Refusal, State
from tripeaks.view import View, seen_places, shown_slots

MOST_ACTIONS = 10_000


class Kind(StrEnum):
    """What a player can do."""

    TAKE = "take"
    DRAW = "draw"
    UNDO = "undo"
    REDO = "redo"
    RESTART = "restart"
    GIVE_UP = "give_up"


class Status(StrEnum):
    """How a game stands. A blocked game can still be undone, a lost one cannot."""

    RUNNING = "running"
    BLOCKED = "blocked"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a player; only a take names a slot."""

    kind: Kind
    slot: int | None = None

    @staticmethod
    def making(move: Move) -> Action:
        """Give the action that makes a move."""
        return Action(Kind.DRAW) if move.is_draw else Action(Kind.TAKE, move.index)

    @property
    def move(self) -> Move | None:
        """The move this action makes, or None where it makes none.

        Raises:
            MoveError: ``move/bad-slot`` for a take without a slot of the tableau.
        """
        if self.kind is Kind.DRAW:
            return Move.DRAW
        return Move.take(-1 if self.slot is None else self.slot) if self.kind is Kind.TAKE else None


@dataclass(frozen=True, slots=True)
class Event:
    """What an action changed; it holds only what the player sees.

    Attributes:
        kind: The action.
        move: The move made, taken back or repeated, if any.
        card: The card of that move.
        turned_up: The slots whose cards it turned face up.
        points: The change of the shown score.
        chain: The length of the chain now.
        peak: The peak it cleared, if any.
        status: How the game stands now.
    """

    kind: Kind
    move: Move | None
    card: Card | None
    turned_up: tuple[int, ...]
    points: int
    chain: int
    peak: int | None
    status: Status


class Game:
    """A game of one deal, from the first move to the end.

    The position is what stands; the history is what happened, and undo does not take it back:
    the move counter, the number of undos and the cards the player has seen.

    Args:
        deal: The deal, with the rules to play by.

    Example:
        >>> game = Game(Deal.from_code("TP1-E-AAAAAAB"))
        >>> event = game.push(Move.take(20))
        >>> str(event.card), game.score.points, game.record()
        ('KC', 499, 'TP1-E-AAAAAAB: KC')
    """

    def __init__(self, deal: Deal) -> None:
        """Start the first attempt at a deal."""
        self._scheme = SCHEMES[deal.rules.scoring]
        self._states = [State.initial(deal)]
        self._tallies = [Tally()]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._seen = seen_places(self.state)
        self._given_up = False
        self.seq = 0
        self.attempt = 1
        self.moves_made = 0
        self.undos = 0

    @staticmethod
    def from_record(record: Record) -> Game:
        """Play a record; the moves it does not tell of, made and undone, are not counted.

        Raises:
            RecordError: ``record/illegal-move`` naming the card, the move's number and the cause.
        """
        replay(record.deal, record.moves)
        game = Game(record.deal)
        for move in record.moves:
            game.push(move)
        game.undos = record.undos
        return game

    @property
    def deal(self) -> Deal:
        """The deal that is played."""
        return self._states[0].deal

    @property
    def state(self) -> State:
        """The position now."""
        return self._states[-1]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The standing moves."""
        return tuple(self._moves)

    @property
    def tally(self) -> Tally:
        """What the standing moves count: takes, draws, chain, peaks."""
        return self._tallies[-1]

    @property
    def score(self) -> Score:
        """The shown score: the fold over the standing moves less what the undos cost."""
        return counted(self.deal.rules.scoring, self.tally, self._undo_points)

    @property
    def status(self) -> Status:
        """How the game stands. Where undo is off, a blocked game is lost at once."""
        if self._given_up:
            return Status.LOST
        outcome = self.state.outcome
        if outcome is Outcome.BLOCKED and not self.deal.rules.undo.allowed:
            return Status.LOST
        return Status(outcome)

    @property
    def ended(self) -> bool:
        """Whether nothing but a restart is possible."""
        return self.status in (Status.WON, Status.LOST)

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo and it may be undone."""
        return bool(self._moves) and self.deal.rules.undo.allowed and not self._stopped

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to repeat."""
        return bool(self._undone) and not self._stopped

    def view(self) -> View:
        """Show the game to its player."""
        # Every move puts one card on the waste, so the tops of all positions are the pile.
        return View.of(
            self.state,
            waste=tuple(state.top for state in self._states if state.top is not None),
            seen=self._seen,
            seq=self.seq,
            stopped=self._stopped,
        )

    def act(self, action: Action) -> Event:
        """Carry out any action.

        Raises:
            MoveError: For an action the rules refuse; the game stays as it was.
        """
        move = action.move
        if move is not None:
            return self.push(move)
        acts = {
            Kind.UNDO: self.undo,
            Kind.REDO: self.redo,
            Kind.RESTART: self.restart,
            Kind.GIVE_UP: self.give_up,
        }
        return acts[action.kind]()

    def push(self, move: Move) -> Event:
        """Make a move.

        Raises:
            MoveError: With the code of the refusal; the game stays as it was.
        """
        self._refuse_after_end()
        before = self._points
        turned_up = self._stand(move)
        self._undone.clear()
        self.moves_made += 1
        kind = Kind.DRAW if move.is_draw else Kind.TAKE
        return self._event(kind, before, move, self.state.top, turned_up)

    def undo(self) -> Event:
        """Take back the last standing move; it costs what the rules say.

        Raises:
            MoveError: ``undo/off``, ``undo/nothing`` or ``game/ended``.
        """
        self._refuse_after_end()
        if not self.deal.rules.undo.allowed:
            raise MoveError("undo/off")
        if not self._moves:
            raise MoveError("undo/nothing")
        before = self._points
        move = self._moves.pop()
        card = self._states.pop().top
        self._tallies.pop()
        self._undone.append(move)
        self.undos += 1
        return self._event(Kind.UNDO, before, move, card)

    def redo(self) -> Event:
        """Repeat the move that was undone last; it refunds nothing.

        Raises:
            MoveError: ``redo/nothing`` or ``game/ended``.
        """
        self._refuse_after_end()
        if not self._undone:
            raise MoveError("redo/nothing")
        before = self._points
        move = self._undone.pop()
        turned_up = self._stand(move)
        return self._event(Kind.REDO, before, move, self.state.top, turned_up)

    def restart(self) -> Event:
        """Deal the same cards again: a new attempt; what has been seen stays known.

        Raises:
            MoveError: ``game/too-long`` after 10,000 actions.
        """
        if self._stopped is Refusal.TOO_LONG:
            raise MoveError(str(Refusal.TOO_LONG))
        before = self._points
        del self._states[1:], self._tallies[1:]
        self._moves.clear()
        self._undone.clear()
        self._given_up = False
        self.moves_made = 0
        self.undos = 0
        self.attempt += 1
        return self._event(Kind.RESTART, before)

    def give_up(self) -> Event:
        """End the game; it counts as lost.

        Raises:
            MoveError: ``game/ended``.
        """
        self._refuse_after_end()
        before = self._points
        self._given_up = True
        return self._event(Kind.GIVE_UP, before)

    def record(self) -> str:
        """Write the game as a record."""
        return str(Record(self.deal, self.moves, self.undos))

    @property
    def _undo_points(self) -> int:
        return self.deal.rules.undo.cost * self.undos

    @property
    def _points(self) -> int:
        return shown_points(self._scheme, self.tally, self._undo_points)

    def _stand(self, move: Move) -> tuple[int, ...]:
        """Let a move stand, and give the slots whose cards it turned face up."""
        before, after = self.state, self.state.play(move)
        self._states.append(after)
        self._tallies.append(self.tally.after(move, self._scheme))
        self._moves.append(move)
        self._seen |= seen_places(after)
        return slots_in(shown_slots(after) & ~shown_slots(before))

    def _event(
        self,
        kind: Kind,
        points_before: int,
        move: Move | None = None,
        card: Card | None = None,
        turned_up: tuple[int, ...] = (),
    ) -> Event:
        self.seq += 1
        stands = move is not None and kind is not Kind.UNDO
        return Event(
            kind=kind,
            move=move,
            card=card,
            turned_up=turned_up,
            points=self._points - points_before,
            chain=self.tally.chain,
            peak=PEAK_OF[move.index] if stands and move and move.index in SUMMITS else None,
            status=self.status,
        )

    @property
    def _stopped(self) -> Refusal | None:
        """Why nothing but a restart is possible, or not even that."""
        if self.seq >= MOST_ACTIONS:
            return Refusal.TOO_LONG
        return Refusal.ENDED if self.ended else None

    def _refuse_after_end(self) -> None:
        if self._stopped:
            raise MoveError(str(self._stopped))

    def _repr_svg_(self) -> str:
        """Draw the table for a notebook."""
        from tripeaks import svg  # noqa: PLC0415 - the picture is one floor up, see docs

        return svg.board(self.view())
