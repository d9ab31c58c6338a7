"""The player of a seat: a person in a window, or the computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, Protocol, TypeAlias, runtime_checkable

from attrs import frozen

from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.session.stops import What


class Notice(StrEnum):
    """News for a person besides the rules; about another seat from AWAY on.

    AWAY: its link is lost. TRYING: by which way it is looked for now. BACK: it is there again.
    SILENT: its program keeps back what it owes. GONE: it has said goodbye, or nobody looks for it
    any more. DROPPING: the match may go on without it. DROPPED: it does. REMARK: somebody has
    written something. WISH: somebody resigns, or offers something. CLOCK: somebody has little time
    left. OK: all is as it should be again. VERDICT: the last word on the match.
    """

    WAITING = "waiting"
    WORKING = "working"
    ERROR = "error"
    AWAY = "away"
    TRYING = "trying"
    BACK = "back"
    SILENT = "silent"
    GONE = "gone"
    DROPPING = "dropping"
    DROPPED = "dropped"
    REMARK = "remark"
    WISH = "wish"
    CLOCK = "clock"
    OK = "ok"
    VERDICT = "verdict"


PlayerView: TypeAlias = View[Any]
PlayerAnswer: TypeAlias = Answer
"""What a `Player` is shown and gives back, for `net`, which must not import the engine."""


class Player(Protocol):
    """The driver of a match talks to this."""

    async def decide(self, view: View[Any]) -> Answer:
        """This seat's answer to `view.state.pending`. Called again if it was refused.

        Cancelled when nobody waits for it any more: the others may go on without a seat meanwhile.
        """

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """The match went on; view.state is live and changes at the next step."""

    def notice(self, kind: Notice, text: str) -> None:
        """Something about the connection or the match that a person should read."""


@runtime_checkable
class Deciding(Protocol):
    """A player who is asked whether to go on without a seat."""

    async def shall_drop(self, seat: Seat, why: str) -> bool:
        """why: a line for people. Cancelled when the question is of no use any more."""


@runtime_checkable
class Consenting(Protocol):
    """A player who is asked whether they agree to what another offers, or stop waiting for one who
    is away."""

    async def shall_agree(self, what: What, why: str) -> bool:
        """what: to abandon, to adjourn or to take a decision back, or STOPS_WAITING. why: a line
        for people. Cancelled when it is offered no more, or the other is back."""


@runtime_checkable
class Lenient(Protocol):
    """A player whose program may agree by itself when another would take a decision back."""

    @property
    def lets_take_back(self) -> bool:
        """Return True if it may, as long as this player has not acted since that decision."""


@frozen
class Clocks:
    """The match clock. left: seconds by seat. running: whose clocks run. away: seconds by
    seat that each may still be away at their own decisions, () where that is not limited."""

    left: tuple[int, ...]
    running: tuple[int, ...] = ()
    away: tuple[int, ...] = ()


@runtime_checkable
class Timed(Protocol):
    """A player who is shown the match clock."""

    @property
    def has_answered(self) -> bool:
        """Return True if an answer is given and only held back briefly: its player's clock has
        stopped."""

    def clock(self, now: Clocks) -> None:
        """It says something new."""


@frozen
class Remark:
    """Write this to the others. text: see `Match.why_no_remark`."""

    text: str


@frozen
class Mute:
    """Show no longer, or again, what another seat writes."""

    seat: Seat
    on: bool


@frozen
class Will:
    """Resign, offer to abandon or to adjourn, take back our last decision, decline what another
    offers. on: False takes an offer back."""

    what: What
    on: bool = True


Word = Remark | Mute | Will
"""What a player says besides answers."""


@runtime_checkable
class Talking(Protocol):
    """A player who says more than answers."""

    def may_speak(self, say: Callable[[Word], None]) -> None:
        """From here on, in trio's thread, until the match is over. The results are notices."""


class ComputerPlayer:
    """A player that uses the system's computer player, or chooses at random, from its own
    stream."""

    lets_take_back = True

    def __init__(self, system: System, chance: Chance, decide: Any = None) -> None:
        self._system = system
        self._chance = chance
        self._decide = decide or (lambda system, view, chance: system.computer(view, chance))

    async def decide(self, view: View[Any]) -> Answer:
        """Answer at once, by the function that was given."""
        answer: Answer = self._decide(self._system, view, self._chance)
        return answer

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        """It looks at the view when it is asked, so there is nothing to do."""

    async def shall_agree(self, what: What, why: str) -> bool:
        """It has all the time in the world, and does not give a match away."""
        return what in (What.ADJOURN, What.TAKE_BACK)

    def notice(self, kind: Notice, text: str) -> None:
        """It does not mind how the others are doing."""
