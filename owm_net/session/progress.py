"""The progress of a match: its phase, the due step, and the transition to the next one."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from owm_net.engine import codec
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Result
from owm_net.protocol.errors import RemoteProtocolError, UnknownCard
from owm_net.session.basis import Basis
from owm_net.session.steps import (
    Blame,
    Heard,
    MatchStopped,
    ProtocolStep,
    SeatDropped,
    Steps,
    TurnedBack,
    blame_of,
)
from owm_net.session.stops import Stop
from owm_net.session.waiting import RecordQueue


class Phase(Enum):
    """Of one match, as one seat or an observer sees it.

        PLAYING --all have signed the end-------------------------------> OVER
           |  '---the others go on without the seat whose side this is--> DROPPED
           |                                                               |
           +--we stop--> STOPPED <-----------we stop, from any of them-----+

    In OVER and DROPPED nothing is accepted any more. In OVER a DROP is still answered, if its
    author lacks an entry that is here. An observer who reads the log of a seat that was dropped
    comes to DROPPED too. A player who gives up by a STOP does not: they look on, in PLAYING, and
    sign nothing except what another may lack.
    """

    PLAYING = "playing"
    OVER = "over"
    DROPPED = "dropped"
    STOPPED = "stopped"


class Happens(Enum):
    """The events that change the phase."""

    ALL_HAVE_SIGNED = "all have signed"
    GONE_ON_WITHOUT = "the others have gone on"
    STOP = "stop"


TRANSITIONS: dict[Phase, dict[Happens, Phase]] = {
    Phase.PLAYING: {
        Happens.ALL_HAVE_SIGNED: Phase.OVER,
        Happens.GONE_ON_WITHOUT: Phase.DROPPED,
        Happens.STOP: Phase.STOPPED,
    },
    Phase.OVER: {Happens.STOP: Phase.STOPPED},
    Phase.DROPPED: {Happens.STOP: Phase.STOPPED},
    Phase.STOPPED: {Happens.STOP: Phase.STOPPED},
}


class Progress:
    """The course of one match so far. step: the one that is due."""

    def __init__(self, basis: Basis, course: Steps, waiting: RecordQueue) -> None:
        self.phase = Phase.PLAYING
        self.result: Result | None = None
        self.gone_on_without: tuple[Seat, int] | None = None  # seat, entries of the game then
        self.stops: list[Stop] = []
        self.gave_up: dict[Seat, str] = {}  # seat -> how
        self._basis = basis
        self._waiting = waiting
        self._values: dict[int, Any] = {}
        self._last_records: dict[int, bytes] = {}
        self._course = course
        self.step: ProtocolStep = next(course)
        self._open_step()

    def happens(self, what: Happens) -> None:
        """Change the phase. KeyError: that cannot happen in this one."""
        self.phase = TRANSITIONS[self.phase][what]

    def accept(self, heard: Heard, value: Any) -> None:
        """An entry of the step is good."""
        entry = heard.entry
        self._basis.chain.accept(entry, heard.data)
        self._basis.counts.entries += 1
        self._values[entry.seat] = value
        self._last_records[entry.seat] = heard.record

    def go_on_if_complete(self, record: bytes) -> None:
        """Run to the next step, unless somebody still owes an entry of this one.

        record: the last one that was accepted. Raises Blame.
        """
        if not self._basis.chain.owed():
            values = [self._values[seat] for seat in self.step.due]
            stop = next((value for value in values if isinstance(value, Stop)), None)
            if stop is None:
                self._go_on(record, lambda: self._course.send(values))
            else:
                self._stop(stop, record)

    def _stop(self, stop: Stop, record: bytes) -> None:
        """A step has ended with a STOP: what else was signed for it has no effect."""
        basis = self._basis
        self.stops.append(stop)
        if stop.back is not None:
            turned = TurnedBack(stop.back)
            self._go_on(record, lambda: self._course.throw(turned))
            return
        leaver = stop.leaver(basis)
        if leaver is None:
            ended = MatchStopped(stop.result(basis))
            self._go_on(record, lambda: self._course.throw(ended))
            return
        self.gone_on_without = leaver, basis.counts.said_of_the_game
        self.gave_up[leaver] = stop.how
        basis.drop(leaver, basis.chain.step)  # if it is ours we look on: others may need us yet
        self._waiting.forget(leaver)
        self.go_on_without(leaver, record)

    def go_on_without(self, seat: Seat, record: bytes) -> None:
        """All others have signed that they go on without a seat, the last one by this record."""
        self._go_on(record, lambda: self._course.throw(SeatDropped(seat)))

    def _go_on(self, record: bytes, run: Callable[[], ProtocolStep]) -> None:
        self._values = {}
        try:
            self.step = run()
        except StopIteration as stop:
            self.result = stop.value
            self.happens(Happens.ALL_HAVE_SIGNED)
            return
        except IllegalAnswer as e:
            raise Blame(Seat(e.seat), e.why, e.rule, self._last_records[e.seat]) from e
        except RemoteProtocolError as e:
            raise blame_of(e, b"" if e.seat is None else record) from e
        except UnknownCard as e:
            raise Blame(None, str(e), "deck.md Algorithm 12") from e
        self._open_step()
        chain = self._basis.chain
        self._waiting.step_has_come(chain.step, chain.match_id)  # also of those who are not due

    def _open_step(self) -> None:
        basis = self._basis
        begun = basis.state.pending is not None
        state = codec.digest(basis.state) if begun else basis.terms_hash
        basis.chain.open_step(self.step.kind, self.step.due, state)
