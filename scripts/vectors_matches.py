"""Matches of skeleton whose every secret comes from a seed, so that their logs are always the same.

Nothing but what a player's program uses is used here: `Match`, and records passed on by hand.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from vectors_common import entropy

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.protocol import group
from owm_net.protocol.entries import MAGIC, Entry, Kind, decode_entry, frame_record, split_record
from owm_net.protocol.keys import SeatSecrets
from owm_net.session import terms
from owm_net.session.in_memory import driver
from owm_net.session.match import Decide, Match, Own, Work
from owm_net.session.verify import open_log

Held = Callable[[Entry, int], bool]
"""Whether an entry does not reach a seat for now."""


def _nothing(entry: Entry, to: int) -> bool:
    return False


@define
class Person:
    """Who sits at a seat. secrets: of x, y and e, as its program draws them."""

    identity: Ed25519PrivateKey
    secrets: SeatSecrets


def person(seat: int, seed: int) -> Person:
    """The identity is the first thing drawn, the keys of the match the third."""
    source = entropy(f"seat {seat} of match {seed}")
    identity = Ed25519PrivateKey.from_private_bytes(source(32))
    source(32)
    return Person(identity, SeatSecrets(*group.random_scalars(3, source)))


@define
class Room:
    """Seats that pass each other what they sign. log: of seat 0. held: what is kept back; it comes
    when `held` is changed. silent: seats that neither speak nor hear."""

    seats: int
    mission: str
    seed: int
    matches: list[Match] = field(factory=list)
    chances: list[Chance] = field(factory=list)
    log: list[bytes] = field(factory=list)
    held: Held = _nothing
    silent: set[int] = field(factory=set)
    _sent: list[tuple[int, bytes]] = field(factory=list)
    _missed: list[tuple[int, bytes]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        system = games.get("skeleton")
        agreed = terms.propose(system, system.default_setup(self.mission, seats=self.seats), 0)
        for i in range(self.seats):
            source = entropy(f"seat {i} of match {self.seed}")
            identity = Ed25519PrivateKey.from_private_bytes(source(32))
            self.matches.append(Match(system, agreed, Own(i, f"Player {i}", identity, source)))
            self.chances.append(Chance(self.seed, i))

    def run(self, until: Callable[[], bool] = lambda: False) -> None:
        """Until nobody has anything to do, or something is so."""
        busy = True
        while busy and not until():
            busy = False
            for i in range(self.seats):
                if i not in self.silent and not until():
                    busy |= self._act(i)

    def drop(self, seat: int, other: int) -> None:
        """A seat proposes to go on without another."""
        self.matches[seat].drop(other)
        self._act(seat)

    def release(self) -> None:
        """What was held reaches whom it did not reach."""
        self.held, missed, self._missed = _nothing, self._missed, []
        for to, record in missed:
            self._hand(to, record)

    def _act(self, i: int) -> bool:
        match, busy = self.matches[i], False
        while (todo := driver(match).todo()) is not None:
            if isinstance(todo, Decide):
                match.decide(agenda.sample(match.view(), self.chances[i]))
            else:
                match.done(todo.run())
        for made in driver(match).outgoing():
            busy = True
            entry = decode_entry(split_record(made)[0])
            for to in range(self.seats):
                if to == i:
                    continue
                if self.held(entry, to):
                    self._missed.append((to, made))
                else:
                    self._hand(to, made)
        self._write()
        return busy

    def _hand(self, to: int, record: bytes) -> None:
        match = self.matches[to]
        if to in self.silent or match.finished:
            return
        match.receive(record)
        while match.is_working:
            work = driver(match).todo()
            assert isinstance(work, Work)
            match.done(work.run())
        self._write()

    def _write(self) -> None:
        self.log += driver(self.matches[0]).accepted()


def as_file(log: list[bytes]) -> bytes:
    """The bytes of a log file."""
    return MAGIC + b"".join(map(frame_record, log))


def asked_in(log: bytes) -> Match:
    """An observer who has read a log and written down what the rules asked."""
    opened = open_log(log, games.get)
    match, records = opened.match, opened.records
    match.write_requests()
    for record in records:
        match.receive(record)
    return match


def record_match(seats: int = 2, mission: str = "full-deck", seed: int = 1) -> bytes:
    """The log of a match in which nobody leaves."""
    room = Room(seats, mission, seed)
    room.run()
    assert all(match.finished for match in room.matches)
    return as_file(room.log)


DELAYED = 4
"""The step whose entries do not reach seat 0 at first: the pick of who begins."""


def record_three(seed: int, leaves_at: int) -> bytes:
    """Seat 0's log of a match of three in which everything about leaving happens.

    At step 4 the entries of seats 1 and 2 do not reach seat 0. It proposes to go on without seat 2;
    seat 1 objects. It proposes to go on without seat 1, which takes the first KEEP along; seat 2
    objects. Later seat 2 falls silent, the others go on without it, deal anew and play to the end.
    """
    room = Room(3, "duel", seed)
    room.held = lambda entry, to: to == 0 and (entry.step, entry.kind) == (DELAYED, Kind.DICE)
    first = room.matches[0]
    room.run()
    assert first.step == DELAYED and first.owed() == [1, 2]

    def leaves() -> bool:
        return first.step >= leaves_at and 2 in first.owed()

    for other in (2, 1):
        room.drop(0, other)
        room.run(leaves)
    room.release()
    room.run(leaves)
    room.silent = {2}
    room.run()
    assert first.owed() == [2]
    room.drop(0, 2)
    room.drop(1, 2)
    room.run()
    assert all(match.finished for match in room.matches[:2]) and first.dropped == (2,)
    return as_file(room.log)
