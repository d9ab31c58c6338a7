"""The smallest driver of a match: what is to be stored, sent and told is kept in lists.

For tests, fuzzing, benchmarks and the test vectors, which pass records from one match to the other
themselves and say when each may act.
"""

from __future__ import annotations

from typing import TypeVar
from weakref import WeakKeyDictionary, ref

from owm_net.engine.agenda import Event
from owm_net.session.effects import (
    CancelDecision,
    Decide,
    Denounce,
    Effect,
    Refuse,
    Send,
    StoreNotes,
    StoreRecords,
    Tell,
    TellRemark,
    TellWish,
    Work,
)
from owm_net.session.match import Match
from owm_net.session.steps import Blame

T = TypeVar("T")


class InMemory:
    """Drives one match. Each of the lists is what has come since it was asked for last."""

    def __init__(self, match: Match) -> None:
        self._match = ref(match)  # it is kept as long as the match is
        self._decide: Decide | None = None
        self._work: Work | None = None
        self._notes: list[bytes] = []
        self._accepted: list[bytes] = []
        self._sent: list[Send] = []
        self._events: list[Event] = []
        self._remarks: list[TellRemark] = []
        self._wishes: list[TellWish] = []
        self._refused: list[Blame] = []

    @property
    def match(self) -> Match:
        """The one that is driven."""
        match = self._match()
        assert match is not None
        return match

    # -- what is to be done ----------------------------------------------------------------

    def todo(self) -> Decide | Work | None:
        """Let the match do everything it can without help. Return what it needs help with, if
        anything; until that is done the answer stays the same."""
        self.match.speak()
        self._take()
        if self._decide is not None and not self.match.wants(self._decide.step):
            self._decide = None  # answered
        return self._work if self.match.is_working else self._decide

    def work(self) -> None:
        """Do what must be done before more is heard."""
        while self.match.is_working:
            self._collect()
            assert self._work is not None
            self.match.done(self._work.run())

    def stop(self, blame: Blame) -> None:
        """The match stops; the proof is the last record that is accepted."""
        self._collect()
        self.match.stop(blame)
        self._collect()

    # -- what has come of it ---------------------------------------------------------------

    def outgoing(self) -> list[bytes]:
        """Return the records for every other seat: usually our own."""
        self._collect()
        return [send.record for send in _all(self._sent) if send.author is None]

    def accepted(self) -> list[bytes]:
        """Records for the log."""
        self._collect()
        return _all(self._accepted)

    def notes(self) -> list[bytes]:
        """Private notes that are to be stored."""
        self._collect()
        return _all(self._notes)

    def happened(self) -> list[Event]:
        """Return the events of the rules so far."""
        self._collect()
        return _all(self._events)

    def remarks(self) -> list[TellRemark]:
        """Return the remarks of the seats."""
        self._collect()
        return _all(self._remarks)

    def wishes(self) -> list[TellWish]:
        """Return the wishes of the seats."""
        self._collect()
        return _all(self._wishes)

    def refused(self) -> list[Blame]:
        """Return the faults of early records that turned out to be useless."""
        self._collect()
        return _all(self._refused)

    def _collect(self) -> None:
        """Collect the effects of the inputs so far; sign nothing more."""
        spoke = self.match.may_sign
        if spoke:
            self.match.listen()
        self._take()
        if spoke:
            self.match.speak()

    def _take(self) -> None:
        for effect in self.match.effects():
            self._do(effect)

    def _do(self, effect: Effect) -> None:
        match effect:
            case StoreNotes(notes):
                self._notes += notes
            case StoreRecords(records, _):
                self._accepted += records
            case Send():
                self._sent.append(effect)
            case Tell(events):
                self._events += events
            case TellRemark():
                self._remarks.append(effect)
            case TellWish():
                self._wishes.append(effect)
            case Refuse(blame):
                self._refused.append(blame)
            case Decide():
                self._decide = effect
            case CancelDecision():
                self._decide = None
            case Work():
                self._work = effect
            case Denounce():
                pass


_DRIVERS: WeakKeyDictionary[Match, InMemory] = WeakKeyDictionary()


def driver(match: Match) -> InMemory:
    """Return the driver of a match in memory: always the same one."""
    return _DRIVERS.setdefault(match, InMemory(match))


def _all(items: list[T]) -> list[T]:
    taken = items[:]
    items.clear()
    return taken
