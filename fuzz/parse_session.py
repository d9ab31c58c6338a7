"""Targets: terms, HELLO, private notes, a match that hears anything at any step, verify."""

from __future__ import annotations

import functools
import json
import struct
from typing import Any

from hypothesis import strategies as st

from fuzz.checks import Broken
from fuzz.harness import Draw, Target
from fuzz.matches import act, party, work
from fuzz.mutations import any_bytes, blocks, either, framed, join, plain, split
from owm_net import games
from owm_net.engine import codec
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    EntryKind,
    check_signature,
    decode_entry,
    split_record,
)
from owm_net.protocol.errors import BadProof, MalformedBytes
from owm_net.session import desync, terms
from owm_net.session.match import Blame, Match
from owm_net.session.private import BadNotes, meeting_note, meeting_of, recall
from owm_net.session.rematch import Misfit, RematchWishes, Sides
from owm_net.session.verify import Outcome, Unreadable, verify

# ------------------------------------------------------------------ terms, HELLO, notes


def read_terms(data: bytes) -> None:
    """Terms: read ones have the same bytes, and playable ones begin a game."""
    agreed = terms.decode_terms(data)
    if agreed.encode() != data:
        raise Broken("terms that are read have other bytes")
    try:
        system = games.get(agreed.system)
    except KeyError as e:
        raise terms.CannotPlay(e.args[0]) from e
    terms.check_terms(agreed, system)
    system.new_game(agreed.setup)


def terms_seeds() -> list[bytes]:
    """Terms to begin with, of every system."""
    return [
        terms.propose(system, system.default_setup(mission), 0).encode()
        for system in map(games.get, games.names())
        for mission in system.missions[:3]
    ]


def read_hello(data: bytes) -> None:
    """A HELLO that is read has the same bytes."""
    if terms.decode_hello(data).encode() != data:
        raise Broken("a HELLO that is read has other bytes")


def hello_seeds() -> list[bytes]:
    """With and without a name."""
    agreed = party().terms.encode()
    return [terms.Hello(b"i" * 32, b"n" * 32, name, agreed).encode() for name in ("", "Ada é")]


def notes(data: bytes) -> None:
    """Private notes, each after its length."""
    kept = recall(split(data))
    meeting_of(split(data))
    if kept.secrets is not None:
        kept.secrets.public()


def notes_seeds() -> list[bytes]:
    """Keys, an opening, a deck list."""
    some = [["keys", *[bytes([n]) * 32 for n in (1, 2, 3)]], ["opening", bytes(32), bytes(99)],
            ["deck list", 1, [1, 2, 3]]]  # fmt: skip
    return [join([*map(codec.encode, some), meeting_note(room="a-b-c", seat=1)])]


# ------------------------------------------------------------------ a match at every step


class Parked:
    """Matches that wait at each place; rebuilt only when something has changed them."""

    def __init__(self, living: bool) -> None:
        self._living = living
        self._matches: dict[int, Match] = {}

    @functools.cached_property
    def places(self) -> list[int]:
        """Numbers of records that are worth replacing."""
        if not self._living:
            return party().places
        first: dict[EntryKind, int] = {}
        for n in party().places:
            entry = decode_entry(party().records[n][:-64])
            if entry.seat == 1:
                first.setdefault(entry.kind, n)
        return list(first.values())

    def at(self, place: int) -> Match:
        """The match in which so many records are accepted."""
        found = self._matches.get(place)
        if found is None:
            made = party().living(place) if self._living else party().observer(place)
            found = self._matches[place] = made
        return found

    def on_record(self, place: int, record: bytes) -> None:
        match = self.at(place)
        before = match.counts.entries
        try:
            match.receive(record)
            work(match)
            if self._living:
                act(match, Chance(1, "fuzz"))
        except Blame as blame:
            # A blame ends a match, unless it names nobody.
            if match.step == 0 or match.counts.entries != before:
                del self._matches[place]
            self._check(match, blame, record)
            raise
        except BaseException:
            del self._matches[place]
            raise
        if match.counts.entries != before or match._waiting or match.is_working:
            del self._matches[place]

    def _check(self, match: Match, blame: Blame, record: bytes) -> None:
        """Nobody is named for what anybody could have sent."""
        if not blame.reason.isprintable() or len(blame.reason) > 1000:
            raise Broken("a reason that cannot be shown")
        if blame.seat is None:
            if blame.evidence not in (record, b""):
                raise Broken("nobody is named, and another record than this one is of no use")
            return
        try:
            data, signature = split_record(record)
            identity = match.identities[decode_entry(data).seat]
            check_signature(data, signature, identity)
        except (MalformedBytes, BadProof, IndexError) as e:
            raise Broken(f"seat {blame.seat} is named for what it has not signed") from e


OBSERVED, LIVING = Parked(False), Parked(True)
RAW, SIGNED, BODY = range(3)


def told(parked: Parked, data: bytes) -> None:
    """Decode u8 place || u8 how || a record as it is, or an entry to be signed, or the body of
    the due one."""
    if len(data) < 2:
        return
    place = parked.places[data[0] % len(parked.places)]
    how, rest = data[1] % 3, data[2:]
    if how == SIGNED:
        try:
            rest = party().resign(decode_entry(rest))
        except MalformedBytes:
            return
    elif how == BODY:
        due = decode_entry(party().records[place][:-64])
        rest = party().resign(
            Entry(due.kind, due.seat, due.step, due.match_id, due.prev, due.state, rest)
        )
    parked.on_record(place, rest)


def told_seeds(parked: Parked) -> list[bytes]:
    """The right record at each place, in all three ways."""
    seeds = []
    for n, place in enumerate(parked.places):
        record = party().records[place]
        for how, rest in ((RAW, record), (SIGNED, record[:-64]), (BODY, record[111:-64])):
            seeds.append(bytes([n, how]) + rest)
    return seeds


def change_told(draw: Draw, data: bytes) -> bytes:
    """Changes of a body as its kind is built, of the head field by field, or of the place."""
    place, how, rest = data[:1], data[1], data[2:]
    if not draw(st.integers(0, 15)):
        return bytes([draw(st.integers(0, 255))]) + data[1:]
    if how == BODY:
        return place + bytes([how]) + change_body(draw, rest)
    head, body = rest[:111].ljust(111, b"\0"), rest[111:]
    if how == SIGNED and draw(st.booleans()):
        body = change_body(draw, body)
        return place + bytes([how]) + head[:107] + struct.pack(">I", len(body)) + body
    start, size = draw(st.sampled_from(
        [(0, 1), (1, 1), (2, 1), (3, 8), (11, 32), (43, 32), (75, 32), (107, 4)]
    ))  # fmt: skip
    field = head[start : start + size]
    step = draw(st.sampled_from([0, 1, -1, 2, 64, 65, 256]))
    if step:
        whole = (int.from_bytes(field, "big") + step) % (1 << 8 * size)
        field = whole.to_bytes(size, "big")
    else:
        field = any_bytes(draw, field).ljust(size, b"\0")[:size]
    return place + bytes([how]) + head[:start] + field + head[start + size :] + body


def change_body(draw: Draw, body: bytes) -> bytes:
    """An answer or result inside, 32-byte fields, or just bytes."""
    length = int.from_bytes(body[:4], "big")
    if body[4:6] == codec.OBJECT_TAG and draw(st.integers(0, 3)):
        answer, rest = plain(draw, body[4 : 4 + length]), body[4 + length :]
        if not draw(st.integers(0, 3)):
            rest = blocks(draw, rest)
        return len(answer).to_bytes(4, "big") + answer + rest
    if body[:2] == codec.OBJECT_TAG and draw(st.booleans()):
        return plain(draw, body)
    changed: bytes = draw(st.sampled_from([blocks, any_bytes]))(draw, body)
    return changed


# ------------------------------------------------------------------ logs, and the other's state


@functools.cache
def short_log() -> bytes:
    """The log of a duel."""
    return party("duel").log()


def judge(data: bytes) -> None:
    """A log that was changed is not OK, and what is said of it can be shown."""
    verdict = verify(data, games.get, processes=1)
    json.dumps(verdict.as_json())
    if verdict.verdict is Outcome.OK and data != short_log():
        raise Broken("another log is OK")


def change_log(draw: Draw, data: bytes) -> bytes:
    """Records moved, dropped, doubled; or one changed and signed again, or all cut off after."""
    items = split(data[len(MAGIC) :])
    n = draw(st.integers(0, len(items) - 1))
    kind = draw(st.integers(0, 5))
    if kind <= 2:
        try:
            entry = decode_entry(items[n][:-64])
        except MalformedBytes:
            return any_bytes(draw, data)
        body = change_body(draw, entry.body)
        changed = Entry(entry.kind, entry.seat, entry.step, entry.match_id, entry.prev,
                        entry.state, body)  # fmt: skip
        items[n] = party("duel").resign(changed)
    elif kind == 3:
        items = items[:n]
    elif kind == 4:
        return MAGIC + bytes(framed(any_bytes)(draw, data[len(MAGIC) :]))
    else:
        return any_bytes(draw, data)
    return MAGIC + join(items)


def log_seeds() -> list[bytes]:
    """Whole, and short ones, in which an early fault is found soon."""
    items = split(short_log()[len(MAGIC) :])
    return [MAGIC + join(items[:n]) for n in (2, 5, 9, 14, 30, len(items))]


def compare(data: bytes) -> None:
    """STATE of the other side: whatever it is, our bundle is written and can be read."""
    desync.read_bundle(desync.bundle(OBSERVED.at(party().places[-1]), data))


def compare_seeds() -> list[bytes]:
    """States of the same match."""
    return [desync.state_of(party().observer(n)) for n in (10, 40, 90)]


HELLO_FORM = either(blocks, any_bytes)


def _observed(data: bytes) -> Any:
    return told(OBSERVED, data)


def _living(data: bytes) -> Any:
    return told(LIVING, data)


# ------------------------------------------------------------------ a rematch


def wish(data: bytes) -> None:
    """One side of what is said about a rematch: a message is heard, an item of one byte is done."""
    items = split(data)
    side = RematchWishes(Seat(len(items[0]) % 2 if items else 0))
    for item in items[1:]:
        before = side.number, side.their_number
        if side.agreed:
            break
        if len(item) == 1:
            said = side.decline() if item[0] % 4 == 3 else side.wish(Sides(item[0] % 4))
        else:
            said = side.receive(item)
        if len(said) > 2 or (side.number, side.their_number) < before:
            raise Broken("more is said than there is to say, or numbers go down")
        if side.agreed and not side.agreed == side.ours == side.theirs:
            raise Broken("it begins, and both do not wish the same")


def wish_seeds() -> list[bytes]:
    """Return what one of two hears and does while they decline, take back and agree."""
    found = []
    for seat in (0, 1):
        here, there = RematchWishes(Seat(seat)), RematchWishes(Seat(1 - seat))
        items, on_the_way = [bytes([seat])], list[bytes]()
        for deed in (1, 0, 2, 3, 1):
            on_the_way += there.decline() if deed == 3 else there.wish(Sides(deed))
            while on_the_way:
                items.append(on_the_way.pop(0))
                for answer in here.receive(items[-1]):
                    on_the_way += there.receive(answer)
        items.append(bytes([1]))
        for message in here.wish(Sides.SAME):
            items += there.receive(message)
        found.append(join(items))
    return found


TARGETS = [
    Target("terms", read_terms, (terms.CannotPlay,), terms_seeds, plain),
    Target("hello", read_hello, (MalformedBytes,), hello_seeds, HELLO_FORM),
    Target("notes", notes, (BadNotes,), notes_seeds, framed(plain)),
    Target("match", _observed, (Blame,), lambda: told_seeds(OBSERVED), change_told, 3),
    Target("player", _living, (Blame,), lambda: told_seeds(LIVING), change_told, 3),
    Target("verify", judge, (Unreadable,), log_seeds, change_log, 2),
    Target("compare", compare, (), compare_seeds, plain),
    Target("rematch", wish, (Misfit,), wish_seeds, framed(any_bytes)),
]
