"""A log in which any byte is another one is never OK."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest
from attrs import define

from owm_net.engine.agenda import Ask, End, GameState, frame
from owm_net.engine.records import register
from owm_net.engine.requests import Choose, Pick, Result
from owm_net.engine.system import Setup
from owm_net.games.skeleton import Skeleton
from owm_net.games.skeleton.system import Match as Duel
from owm_net.games.skeleton.system import Stance, Table
from owm_net.protocol.entries import MAGIC, frame_record
from owm_net.session.match import Blame, Match
from owm_net.session.verify import Outcome, Unreadable, verify


@register("tests.session.brief_state")
@define(kw_only=True)
class BriefTable(Table):
    """A table for two."""


@frame("tests.session.brief")
@define
class Brief(Duel):
    """A pick and one choice: the smallest skeleton."""

    def start(self, g: Table) -> Any:
        return Ask(Pick(2, "who begins"), then=self.choose)

    def choose(self, g: Table, picked: tuple[int]) -> Any:
        return Ask(Choose(picked[0], "stance"), then=self.finish)

    def finish(self, g: Table, answer: Stance) -> Any:
        return End(Result((0,), (1, 0), "bold" if answer.bold else "careful"))


class BriefSkeleton(Skeleton):
    """Its rules."""

    seats: ClassVar[tuple[int, int]] = (2, 2)

    def new_game(self, setup: Setup) -> GameState:
        return BriefTable(seats=2, hands=[[], []], scores=[0, 0], agenda=[Brief()])


def test_no_byte_of_a_log_can_be_changed(table: Any) -> None:
    """Every byte of a whole small log, lengths and first line among them."""
    system = BriefSkeleton()
    party = table.Party(2, "duel", system=system)
    party.run()
    log = party.log()
    assert party.verdict().verdict is Outcome.OK
    chance = random.Random(7)
    outcomes = []
    for i in range(len(log)):
        forged = bytearray(log)
        forged[i] ^= 1 << chance.randrange(8)
        try:
            verdict = verify(bytes(forged), lambda name: system, processes=1)
        except Unreadable:
            outcomes.append("unreadable")
            continue
        assert verdict.verdict is not Outcome.OK, i
        outcomes.append(verdict.verdict.value)
    assert outcomes.count("INVALID") > len(log) * 3 // 4


def test_no_byte_of_a_full_match_can_be_changed(table: Any) -> None:
    """In every entry of a match that uses all requests: every byte of its head, and some of its
    body and signature."""
    party = table.Party(2, seed=6)
    party.run()
    assert not party.blames
    observer = Match(party.system, party.agreed, None, defer=[])
    chance = random.Random(3)
    for number, record in enumerate(party.logs[0]):
        places = [*range(0, 111, 5), *(chance.randrange(len(record)) for _ in range(8))]
        for place in places:
            forged = bytearray(record)
            forged[place] ^= 1 << chance.randrange(8)
            with pytest.raises(Blame):
                observer.receive(bytes(forged))
                raise AssertionError((number, place))
        observer.receive(record)
    assert observer.finished


@pytest.mark.parametrize("change", ["drop", "twice", "swap", "early end", "more"])
def test_entries_cannot_be_moved(table: Any, change: str) -> None:
    party = table.Party(2, "duel", seed=6)
    party.run()
    for at in range(4, len(party.logs[0]) - 3, 9):
        log = list(party.logs[0])
        if change == "drop":
            del log[at]
        elif change == "twice":
            log.insert(at, log[at])
        elif change == "swap":
            log[at], log[at + 2] = log[at + 2], log[at]
        elif change == "early end":
            log = [*log[:at], *log[-2:]]
        else:
            log = [*log, log[at]]
        data = MAGIC + b"".join(map(frame_record, log))
        verdict = verify(data, lambda name: party.system, processes=1)
        assert verdict.verdict is Outcome.INVALID


def test_a_log_that_breaks_off_is_unfinished_and_says_who_owes(table: Any) -> None:
    party = table.Party(3, "duel", seed=6)
    party.run()
    for at in (1, 3, 5, 12, 30, len(party.logs[0]) - 1):
        data = MAGIC + b"".join(map(frame_record, party.logs[0][:at]))
        verdict = verify(data, lambda name: party.system, processes=1)
        assert verdict.verdict is Outcome.UNFINISHED and verdict.owed_by
        torn = verify(data + b"\0\0", lambda name: party.system, processes=1)
        assert torn.verdict is Outcome.UNFINISHED and torn.entries == at
