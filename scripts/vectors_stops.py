"""Cases of wire_logs.json about WISH and STOP: changes of the match that its players end."""

from __future__ import annotations

from typing import Any

import attrs
from vectors_logs import CANNOT_JUDGE, INVALID, OK, UNFINISHED, Cases
from vectors_matches import Base, Part

from owm_net.protocol.entries import EntryKind
from owm_net.protocol.fiat_shamir import field as after_length

RESIGN, ABANDON, ADJOURN, PLAY_ON, TIME, AWAY, STOPS_WAITING = (bytes([n]) for n in range(1, 8))


def add_stops(cases: Cases, base: Base) -> None:
    _whole(cases, base)
    _wishes(cases, base)
    _places(cases, base)
    _stops(cases, base)


def _wish(base: Base, n: int, seat: int, body: bytes, **changes: Any) -> bytes:
    """A WISH of a seat beside the step of record n."""
    beside = attrs.evolve(base.entries[n], kind=EntryKind.WISH, seat=seat, body=body)
    return base.signed(beside, **changes)


def _claim(seat: int, milliseconds: int = 31_000, what: bytes = TIME) -> bytes:
    return what + bytes([seat]) + milliseconds.to_bytes(8, "big")


def _stop(base: Base, n: int, what: bytes, *wishes: bytes, seat: int | None = None) -> list[Part]:
    """The log up to record n, in place of which its author, or another, signs a STOP."""
    e = base.entries[n]
    body = what + b"".join(map(after_length, wishes))
    who = e.seat if seat is None else seat
    return [(0, n), base.signed(attrs.evolve(e, kind=EntryKind.STOP, seat=who, body=body))]


def _answer(base: Base, seat: int) -> int:
    """The number of the record of a seat's first ANSWER."""
    return base.find(EntryKind.ANSWER, seat)


def _whole(cases: Cases, base: Base) -> None:
    """The match, and where it may break off."""
    n = len(base.records)
    left = base.find(EntryKind.STOP, 2) + 1
    cases.add("the whole match: one resigns and leaves, one runs out of time", [(0, n)], OK)
    cases.add("ends when a seat has resigned and left", [(0, left)], UNFINISHED)
    after = base.signed(base.entries[left], seat=2, body=bytes(32))
    cases.add("an entry of the seat that has left", [(0, left), after], INVALID)
    comment = "a WISH of the seat that has left"
    cases.add(comment, [(0, left), _wish(base, left, 2, RESIGN)], INVALID)
    comment = "ends when the time of a seat has run out by its own word"
    cases.add(comment, [(0, base.find(EntryKind.STOP, 1) + 1)], UNFINISHED, owed=[0, 1])


def _wishes(cases: Cases, base: Base) -> None:
    """Nobody is ever named for a WISH."""
    at, dice, both = _answer(base, 0), base.find(EntryKind.DICE), base.find(EntryKind.COMMIT)
    for comment, n, wish in (
        ("to resign", at, _wish(base, at, 1, RESIGN)),
        ("to adjourn, beside dice", dice, _wish(base, dice, 1, ADJOURN)),
        ("a claim of another seat beside the same step", both, _wish(base, both, 1, _claim(2))),
    ):
        parts: list[Part] = [(0, n), wish]
        if wish[111:112] == TIME:
            parts.append(_wish(base, n, 1, _claim(0)))
        owed = [0] if n == at else [0, 1] if n == dice else [0, 1, 2]
        cases.add(f"a WISH {comment}", parts, UNFINISHED, owed=owed)
    good = _wish(base, at, 1, ADJOURN)
    for comment, wish in (
        ("for nothing that there is", _wish(base, at, 1, b"\6")),
        ("that says nothing", _wish(base, at, 1, b"")),
        ("that says more", _wish(base, at, 1, ADJOURN + b"\0")),
        ("of another match", _wish(base, at, 1, ADJOURN, match_id=bytes(32))),
        ("of another state", _wish(base, at, 1, ADJOURN, state=bytes(32))),
        ("after another history", _wish(base, at, 1, ADJOURN, prev=bytes(32))),
        ("beside the step of the keys", _wish(base, base.find(EntryKind.KEYS), 1, ADJOURN)),
        ("beside a later step", _wish(base, base.find(EntryKind.STOP, 1), 1, ADJOURN)),
        ("of a seat that does not exist", _wish(base, at, 7, ADJOURN, by=1)),
        ("in another's name", _wish(base, at, 0, ADJOURN, by=1)),
        ("that claims time without the milliseconds", _wish(base, at, 1, TIME + b"\0")),
        ("that claims the time of its author", _wish(base, at, 0, _claim(0))),
        ("that claims the time of who owes nothing", _wish(base, at, 0, _claim(1))),
        ("that claims time beside dice", _wish(base, dice, 1, _claim(0))),
        ("of an absence that is not limited", _wish(base, at, 1, _claim(0, what=AWAY))),
        ("that waits no longer, of the same", _wish(base, at, 1, _claim(0, what=STOPS_WAITING))),
    ):
        cases.add(f"a WISH {comment}", [(0, at), wish], INVALID)
    cases.add("a WISH twice", [(0, at), good, good], INVALID, record=at + 1)
    again = _wish(base, both, 1, _claim(0, 32_000))
    parts = [(0, both), _wish(base, both, 1, _claim(0)), again]
    cases.add("two claims of one seat's time beside one step", parts, INVALID)
    _rationed(cases, base)


def _rationed(cases: Cases, base: Base) -> None:
    """A seat has 20 that offer or decline, and one more with each step; others do not count."""
    at = _answer(base, 0)
    step, made = base.entries[at].step, list[bytes]()
    for n in range(2, step + 1):
        beside = next(k for k, e in enumerate(base.entries) if e.step == n)
        made += [_wish(base, beside, 1, what) for what in (ABANDON, ADJOURN, PLAY_ON)]
    most = 20 + step
    last = [_wish(base, at, 1, RESIGN), _wish(base, at, 1, _claim(0))]
    before: list[Part] = [(0, at - 2)]  # without the claim and the offer that stand there
    assert [e.kind for e in base.entries[at - 2 : at]] == [EntryKind.WISH] * 2
    comment = "all the offers that a seat has, and a resignation and a claim besides"
    cases.add(comment, [*before, *made[-most:], *last], UNFINISHED, owed=[0])
    cases.add("an offer more than a seat has", [*before, *made[-most - 1 :]], INVALID)


def _places(cases: Cases, base: Base) -> None:
    """A STOP stands where its author decides, and nowhere else."""
    for kind in (
        EntryKind.KEYS,
        EntryKind.OPEN,
        EntryKind.DICE,
        EntryKind.SHUFFLE,
        EntryKind.SHARES,
        EntryKind.END,
    ):
        n = base.find(kind, 0)
        mine = _wish(base, n, 0, RESIGN)
        parts = _stop(base, n, RESIGN, mine)
        cases.add(f"a STOP in place of {kind.name}", parts, INVALID, 0)
    at = _answer(base, 0)
    wish = _wish(base, at, 1, RESIGN)
    idle = _stop(base, at, RESIGN, wish, seat=1)
    cases.add("a STOP of a seat that owes nothing", idle, INVALID, 1)
    ended = base.find(EntryKind.COMMIT, 0)
    assert base.entries[ended + 1].kind is EntryKind.WISH
    mine = _wish(base, ended, 0, RESIGN)
    parts = [*_stop(base, ended, RESIGN, mine), (ended, ended + 1)]
    cases.add("a STOP and the entry that was due", parts, INVALID, 0)
    parts = [*_stop(base, at, ABANDON, *_offers(base, at, 0, 1)), (at, at + 1)]
    cases.add("the entry that was due, when all is over by a STOP", parts, INVALID, 0)


def _stops(cases: Cases, base: Base) -> None:
    """Add what a STOP must hold. Its author is named for every fault in it."""
    at, second = _answer(base, 0), base.find(EntryKind.STOP, 1)
    early = base.find(EntryKind.COMMIT, 0, 1)
    for comment, parts in (
        ("by one's own WISH", _stop(base, at, RESIGN, _wish(base, at, 0, RESIGN))),
        ("by another's WISH", _stop(base, at, RESIGN, _wish(base, at, 1, RESIGN))),
        ("by a WISH of an earlier step", _stop(base, at, RESIGN, _wish(base, early, 1, RESIGN))),
        ("by a claim of its author's time", _stop(base, at, TIME, _wish(base, at, 1, _claim(0)))),
    ):
        name = f"a STOP {comment}"  # and the requests file has another result
        cases.add(name, parts, UNFINISHED, owed=[0, 1], without_rules=CANNOT_JUDGE)
    parts = _stop(base, at, ABANDON, *_offers(base, at, 0, 1))
    cases.add("a STOP to abandon", parts, UNFINISHED, owed=[0, 1])
    theirs = _wish(base, at, 1, RESIGN)
    for comment, what, wishes in (
        ("by nothing", RESIGN, []),
        ("that says nothing", b"", []),
        ("to adjourn", ADJOURN, [_wish(base, at, seat, ADJOURN) for seat in (0, 1)]),
        ("to play on", PLAY_ON, [_wish(base, at, 1, PLAY_ON)]),
        ("that holds two resignations", RESIGN, [theirs, _wish(base, at, 0, RESIGN)]),
        ("that holds an offer for a resignation", RESIGN, _offers(base, at, 1)),
        ("that holds a resignation in another's name", RESIGN, [_wish(base, at, 1, RESIGN, by=0)]),
        ("that holds a resignation of who has left", RESIGN, [_wish(base, at, 2, RESIGN)]),
        (
            "that holds a resignation in another match",
            RESIGN,
            [_wish(base, at, 1, RESIGN, match_id=bytes(32))],
        ),
        ("that holds a resignation at a later step", RESIGN, [_wish(base, second, 1, RESIGN)]),
        ("that holds an entry", RESIGN, [base.records[at - 3]]),
        ("that holds no record", RESIGN, [b"x"]),
        ("to abandon without the other", ABANDON, _offers(base, at, 0)),
        ("to abandon in another order", ABANDON, _offers(base, at, 1, 0)),
        ("to abandon with one twice", ABANDON, _offers(base, at, 0, 0)),
        (
            "to abandon by an offer of an earlier step",
            ABANDON,
            [*_offers(base, at, 0), *_offers(base, early, 1)],
        ),
        ("by a claim of an earlier step", TIME, [_wish(base, early, 1, _claim(0))]),
        ("by two claims", TIME, [_wish(base, at, 1, _claim(0))] * 2),
        ("by a claim of who owes nothing", TIME, [_wish(base, at, 0, _claim(1))]),
    ):
        cases.add(f"a STOP {comment}", _stop(base, at, what, *wishes), INVALID, 0)
    comment = "a STOP of another than whose time is claimed"
    n = base.find(EntryKind.COMMIT, 0, 1)
    cases.add(comment, _stop(base, n, TIME, _wish(base, n, 0, _claim(1))), INVALID, 0)
    whole = _stop(base, at, RESIGN, theirs)[1]
    assert isinstance(whole, bytes)
    padded = attrs.evolve(base.entries[at], kind=EntryKind.STOP, body=whole[111:-64] + b"\0")
    cases.add("a STOP that holds more", [(0, at), base.signed(padded)], INVALID, 0)


def _offers(base: Base, n: int, *seats: int) -> list[bytes]:
    """WISHes to abandon beside the step of record n."""
    return [_wish(base, n, seat, ABANDON) for seat in seats]


# ------------------------------------------------------------------ who is away


def add_absences(cases: Cases, base: Base) -> None:
    """Claims of absence: changes of the match of two in which one falls silent."""
    n, claimed = len(base.records), base.find(EntryKind.WISH)
    first, dice = (
        claimed + 1,
        base.find(EntryKind.DICE),
    )  # the answer that came after the first claim
    assert base.entries[first].kind is EntryKind.ANSWER and base.entries[first].seat == 1
    cases.add("the whole match: one is away, and is waited for no longer", [(0, n)], UNFINISHED,
              owed=[1])  # fmt: skip
    for what, name in ((AWAY, "06"), (STOPS_WAITING, "07")):
        wish = _wish(base, first, 0, _claim(1, 0, what))
        comment = f"{name}, and the match goes on: it has no effect"
        cases.add(comment, [(0, claimed), wish, (first, n)], UNFINISHED, owed=[1])
        comment = f"{name} twice beside one step"
        again = _wish(base, first, 0, _claim(1, 1, what))
        cases.add(comment, [(0, claimed), wish, again], INVALID)
        for why, at, bad in (
            ("without the milliseconds", first, _wish(base, first, 0, what + b"\1")),
            ("with more", first, _wish(base, first, 0, _claim(1, 0, what) + b"\0")),
            ("of its author", first, _wish(base, first, 1, _claim(1, 0, what))),
            ("of who owes nothing", first, _wish(base, first, 1, _claim(0, 0, what))),
            ("of a seat that does not exist", first, _wish(base, first, 0, _claim(2, 0, what))),
            ("in another's name", first, _wish(base, first, 0, _claim(1, 0, what), by=1)),
            ("beside dice", dice, _wish(base, dice, 0, _claim(1, 0, what))),
            ("beside an earlier step, of its state", first,
             _wish(base, base.find(EntryKind.OPEN), 0, _claim(1, 0, what))),
        ):  # fmt: skip
            cases.add(f"{name} {why}", [(0, at), bad], INVALID)
        wish = _wish(base, first, 0, _claim(1, 99_000, what))
        comment = f"a STOP by {name}: it ends no match"
        cases.add(comment, _stop(base, first, what, wish), INVALID, 1)
        comment = f"a STOP by {name} in the place of a claim of time"
        cases.add(comment, _stop(base, first, TIME, wish), INVALID, 1)
    three = [_wish(base, first, 0, _claim(1, 31_000, what)) for what in (STOPS_WAITING, TIME, AWAY)]
    comment = "05, 06 and 07 of one seat beside one step, in any order"
    cases.add(comment, [(0, claimed), *three], UNFINISHED, owed=[1])
    both = base.find(EntryKind.COMMIT)
    each = [_wish(base, both, s, _claim(1 - s, 61_000, STOPS_WAITING)) for s in (0, 1)]
    comment = "each claims that the other was away: nobody is blamed"
    cases.add(comment, [(0, both), *each], UNFINISHED, owed=[0, 1])
