"""Matches of skeleton whose every secret comes from a seed, so that their logs are always the same;
and a recorded one as vectors are made from it (`Base`).

Nothing but what a player's program uses is used here: `Match`, and records passed on by hand.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import attrs
from attrs import define, field
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from vectors_common import entropy

from owm_net import games
from owm_net.engine import codec
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import Player, random_player
from owm_net.protocol import group
from owm_net.protocol.entries import (
    LOG_TAG,
    MAGIC,
    Entry,
    EntryKind,
    decode_entry,
    frame_record,
    read_records,
    sign,
    split_record,
)
from owm_net.protocol.fiat_shamir import ProofContext
from owm_net.protocol.group import Entropy
from owm_net.protocol.keys import SeatSecrets
from owm_net.protocol.lockstep import FIRST_WISH
from owm_net.session import terms
from owm_net.session.asked import Asked
from owm_net.session.in_memory import driver
from owm_net.session.match import Decide, Match, Own, What, Work
from owm_net.session.terms import decode_hello
from owm_net.session.verify import open_log

Held = Callable[[Entry, int], bool]
"""Whether an entry does not reach a seat for now."""


def _nothing(entry: Entry, to: int) -> bool:
    return False


@define
class Person:
    """The player at a seat. secrets: of x, y and e, as its program draws them."""

    identity: Ed25519PrivateKey
    secrets: SeatSecrets


def person(seat: int, seed: int) -> Person:
    """The identity is the first thing drawn, the keys of the match the third."""
    source = entropy(f"seat {seat} of match {seed}")
    identity = Ed25519PrivateKey.from_private_bytes(source(32))
    source(32)
    return Person(identity, SeatSecrets(*group.random_scalars(3, source)))


class _Unhedged(Own):
    """Reproduces records made before randomness was hedged."""

    def random(self, ctx: bytes, about: bytes) -> Entropy:
        return self.entropy


PROTOCOL = 2
"""Of the matches that are recorded: outsiders have them since there was no later one."""
WITH_STOPS = 4
"""Of the one that its players end."""
WITH_REGRETS = 5
"""Of the one in which a decision is taken back."""


@define
class Room:
    """Seats that draw all they need from a seed, and pass each other what they sign.

    log: of seat 0. held: what is kept back; it comes
    when `held` is changed. silent: seats that neither speak nor hear. level: "" for the first.
    protocol, clock: of the terms."""

    seats: int
    mission: str
    seed: int
    system: str = "skeleton"
    level: str = ""
    player: Player = random_player
    protocol: int = PROTOCOL
    clock: str = ""
    matches: list[Match] = field(factory=list)
    chances: list[Chance] = field(factory=list)
    log: list[bytes] = field(factory=list)
    held: Held = _nothing
    silent: set[int] = field(factory=set)
    _sent: list[tuple[int, bytes]] = field(factory=list)
    _missed: list[tuple[int, bytes]] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        system = games.get(self.system)
        setup = system.default_setup(self.mission, self.level, self.seats)
        agreed = terms.propose(system, setup, 0, clock=self.clock).with_(protocol=self.protocol)
        for i in range(self.seats):
            source = entropy(f"seat {i} of match {self.seed}")
            identity = Ed25519PrivateKey.from_private_bytes(source(32))
            match = Match(system, agreed, _Unhedged(Seat(i), f"Player {i}", identity, source))
            match._basis.random = lambda ctx, about, source=source: source  # type: ignore[method-assign, misc]
            self.matches.append(match)
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
        self.matches[seat].drop(Seat(other))
        self._act(seat)

    def release(self) -> None:
        """Deliver held records to the seats they did not reach."""
        self.held, missed, self._missed = _nothing, self._missed, []
        for to, record in missed:
            self._hand(to, record)

    def _act(self, i: int) -> bool:
        match, busy = self.matches[i], False
        while (todo := driver(match).todo()) is not None:
            if isinstance(todo, Decide):
                match.decide(self.player(match.system, match.view(), self.chances[i]))
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
    objects. Later seat 2 falls silent, the others go on without it, deal again and play to the end.
    """
    room = Room(3, "duel", seed)
    room.held = lambda entry, to: to == 0 and (entry.step, entry.kind) == (DELAYED, EntryKind.DICE)
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


def record_stopped(seed: int) -> bytes:
    """Seat 0's log of a match of three with a clock that its players end themselves.

    Seat 2 resigns at its first decision, and the others go on. Seat 0 would abandon the match, seat
    1 would not. Seat 1 claims that seat 0's time is up, which comes to nothing; then seat 0 claims
    the same of seat 1, whose program agrees: seat 0 has won.
    """
    room = Room(3, "duel", seed, protocol=WITH_STOPS, clock="move:30")
    zero, one, two = room.matches

    def decides(match: Match) -> bool:
        assert match.own is not None
        mine = match.due() is EntryKind.ANSWER and match.owed() == [match.own.seat]
        return mine and all(other.step == match.step for other in (zero, one))

    room.run(lambda: two.step == FIRST_WISH)
    two.wish(What.RESIGN)
    room.run(lambda: decides(zero))
    assert zero.dropped == one.dropped == (2,)
    zero.wish(What.ABANDON)
    one.claim(What.TIME, Seat(0), 31_000)
    for seat in (1, 0):
        room._act(seat)
    room.run(lambda: decides(one))
    one.wish(What.PLAY_ON)
    room.run(lambda: decides(zero))
    room.run(lambda: decides(one))
    zero.claim(What.TIME, Seat(1), 33_333)
    one.admit_time()
    room.run()
    assert zero.finished and one.finished and zero.stopped is not None
    return as_file(room.log)


def record_absent(seed: int) -> bytes:
    """Seat 0's log of a match of two with a bank of absence.

    Seat 0 claims that seat 1 has been away for as long as was agreed; seat 1 is back, and plays on.
    Then it falls silent at its own decision: seat 0 claims it again, and waits no longer.
    """
    room = Room(2, "duel", seed, protocol=WITH_STOPS, clock="move:30,away:60")
    zero, one = room.matches

    def one_decides() -> bool:
        return zero.due() is EntryKind.ANSWER and zero.owed() == [1] and one.step == zero.step

    room.run(one_decides)
    zero.claim(What.AWAY, Seat(1), 60_500)
    room._act(0)
    step = zero.step
    room.run(lambda: zero.step > step and one_decides())
    room.silent = {1}
    for what, milliseconds in ((What.AWAY, 61_000), (What.STOPS_WAITING, 75_250)):
        zero.claim(what, Seat(1), milliseconds)
    room.run()
    assert not zero.finished and zero.owed() == [1]
    return as_file(room.log)


def _has_turned(match: Match, times: int) -> bool:
    return len(match.turned_back) == times


def record_taken_back(seed: int) -> bytes:
    """Seat 0's log of a match of two in which a decision is taken back, twice, and then decided
    otherwise; then seat 1 resigns."""
    room = Room(2, "duel", seed, protocol=WITH_REGRETS)
    zero, one = room.matches

    def may() -> bool:
        same = zero.step == one.step and zero.due() is EntryKind.ANSWER
        return same and zero.owed() == [1] and bool(zero.may_be_taken_back())

    for count in (1, 2):
        room.run(may)
        back = zero.may_be_taken_back()[0].at
        zero.take_decision_back(back)
        room._act(0)
        one.take_decision_back(back)
        room.run(partial(_has_turned, zero, count))
    room.run(may)
    one.wish(What.RESIGN)
    room.run()
    assert zero.finished and len(zero.turned_back) == 2
    return as_file(room.log)


# -- read again, to be changed -----------------------------------------------------------------

Part = tuple[int, int] | bytes
"""Records of the base from one number up to, not with, another; or one record."""


@define
class Base:
    """A recorded match, and the people who played it. name: of its file."""

    name: str
    seed: int
    log: bytes
    asked: list[Asked]
    records: list[bytes] = field(init=False)
    entries: list[Entry] = field(init=False)
    people: list[Person] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.records = list(read_records(self.log))
        self.entries = [decode_entry(split_record(record)[0]) for record in self.records]
        hellos = [e for e in self.entries if e.kind is EntryKind.HELLO]
        self.people = [person(seat, self.seed) for seat in range(len(hellos))]

    def find(self, kind: EntryKind, seat: int | None = None, nth: int = 0) -> int:
        """The number of a record."""
        found = [n for n, e in enumerate(self.entries) if e.kind is kind and seat in (None, e.seat)]
        return found[nth]

    def signed(self, entry: Entry, by: int | None = None, **changes: Any) -> bytes:
        """The record of an entry, changed, signed by its seat."""
        entry = attrs.evolve(entry, **changes)
        return sign(entry, self.people[entry.seat if by is None else by].identity)

    def forged(self, n: int, **changes: Any) -> list[Part]:
        """The log up to record n, which its author has signed otherwise."""
        return [(0, n), self.signed(self.entries[n], **changes)]

    def context(self, e: Entry, purpose: str, about: bytes = b"") -> bytes:
        """Return the context of a proof in an entry; of deck 0, except a shuffle, which is of deck
        1 here."""
        hellos = [h for h in self.entries if h.kind is EntryKind.HELLO]
        hellos.sort(key=lambda h: h.seat)
        agreed = decode_hello(hellos[0].body).terms
        return ProofContext(
            match_id=e.match_id,
            terms=codec.digest(agreed),
            identities=tuple(h.body[:32] for h in hellos),
            seat=e.seat,
            purpose=purpose,
            deck=int(purpose == "shuffle"),
            step=e.step,
            prev=e.prev,
            about=about,
        ).encode()

    def raw(self, data: bytes, by: int) -> bytes:
        """The record of any bytes, well signed."""
        return data + self.people[by].identity.sign(LOG_TAG + data)

    def oddly(self, n: int, R: bytes, r: int = 0) -> bytes:
        """Record n, with S = r + h a beside any R: its author alone can make that."""
        data = self.entries[n].encode()
        identity = self.people[self.entries[n].seat].identity
        a = int.from_bytes(hashlib.sha512(identity.private_bytes_raw()).digest()[:32], "little")
        a = a & (1 << 254) - 8 | 1 << 254  # RFC 8032, 5.1.5
        about = R + identity.public_key().public_bytes_raw() + LOG_TAG + data
        h = int.from_bytes(hashlib.sha512(about).digest(), "little")
        return data + R + ((r + h * a) % group.ORDER).to_bytes(32, "little")

    def file(self, line: bytes, parts: Sequence[Part], cut: int, add: bytes) -> bytes:
        """The log of a case."""
        data = line
        for part in parts:
            some = [part] if isinstance(part, bytes) else self.records[part[0] : part[1]]
            data += b"".join(map(frame_record, some))
        return data[: len(data) - cut] + add
