"""Targets: re-encrypted hands, blindings, entries beside a step (DROP, KEEP, WISH), STOP."""

from __future__ import annotations

import functools
from copy import copy

from fuzz.harness import Target
from fuzz.matches import Party, work
from fuzz.mutations import after, any_bytes
from fuzz.parse_protocol import CARDS, CTX, ENTROPY, MESSY, PUBLIC, REFUSED, SECRETS, only
from owm_net import games
from owm_net.protocol import blinding, equality
from owm_net.protocol.entries import VOTES, Entry, EntryKind, decode_entry
from owm_net.protocol.fiat_shamir import field
from owm_net.session.in_memory import driver
from owm_net.session.match import Blame, Match

STEP = 2
"""Of the match of three: all commit to their stances; seats 0 and 2 have done so."""


@functools.cache
def hand_seeds() -> list[bytes]:
    """Of one to four cards."""
    return [
        bytes([n]) + equality.write_anew(CTX, SECRETS, PUBLIC.X, PUBLIC.Y, CARDS[:n], ENTROPY)
        for n in (1, 2, 4)
    ]


def check_hand(data: bytes) -> None:
    """u8 number of cards || a hand."""
    n = 1 + ((data[0] if data else 1) - 1) % 4
    equality.check_hand(CTX, PUBLIC.X, PUBLIC.Y, CARDS[:n], data[1:])
    only([s[1:] for s in hand_seeds()], data[1:], "a hand")


@functools.cache
def blinding_seeds() -> list[bytes]:
    """Of one to four cards."""
    return [bytes([n]) + blinding.blind(CTX, CARDS[:n], ENTROPY) for n in (1, 2, 4)]


def check_blinding(data: bytes) -> None:
    """u8 number of cards || a blinding."""
    n = 1 + ((data[0] if data else 1) - 1) % 4
    blinding.check_blinded(CTX, CARDS[:n], data[1:])
    only([s[1:] for s in blinding_seeds()], data[1:], "a blinding")


@functools.cache
def three() -> Party:
    """A duel of three."""
    return Party(games.get("skeleton"), "duel", seats=3)


@functools.cache
def committed() -> bytes:
    """Return what seat 2 signed for the step."""
    entries = [(decode_entry(r[:-64]), r) for r in three().records]
    return next(r for e, r in entries if (e.step, e.seat) == (STEP, 2))


class _Parked:
    """Seat 0 at the step, rebuilt when something has changed it."""

    match: Match | None = None

    def on_vote(self, kind: EntryKind, body: bytes) -> None:
        """A DROP, KEEP, WISH or STOP of seat 1, signed."""
        match = self.match or self._make()
        self.match, chain, before = None, match.chain, copy(match.counts)
        head, state = chain.heads[STEP], chain.states[STEP]
        match.receive(three().resign(Entry(kind, 1, STEP, match.match_id, head, state, body)))
        work(match)
        driver(match).todo()
        if match.counts == before:
            self.match = match

    def _make(self) -> Match:
        earlier = [r for r in three().records if decode_entry(r[:-64]).step < STEP]
        match = three().living(len(earlier))
        match.receive(committed())
        return match


_PARKED = _Parked()
KINDS = (*VOTES, EntryKind.WISH, EntryKind.STOP)


def vote(data: bytes) -> None:
    """u8 kind || the body of a DROP, KEEP, WISH or STOP."""
    kind = KINDS[data[0] % len(KINDS)] if data else EntryKind.DROP
    _PARKED.on_vote(kind, data[1:])


def kept(seat: int) -> bytes:
    """A KEEP of seat 2, by any seat."""
    e, body = decode_entry(committed()[:-64]), b"\2" + committed()
    return three().resign(Entry(EntryKind.KEEP, seat, STEP, e.match_id, e.prev, e.state, body))


def wished(seat: int, what: int) -> bytes:
    """A WISH of any seat beside the step."""
    e = decode_entry(committed()[:-64])
    body = bytes([what])
    return three().resign(Entry(EntryKind.WISH, seat, STEP, e.match_id, e.prev, e.state, body))


def vote_seeds() -> list[bytes]:
    """Of every seat, and one that does not exist; with the right entry or KEEP and with others."""
    drops = [bytes([0, seat]) for seat in range(4)]
    keeps = [b"\1\2" + committed(), b"\1\0" + committed(), b"\1\2" + three().records[0]]
    second = [b"\0\0" + field(kept(seat)) for seat in (0, 1)]
    wishes = [b"\2" + bytes([what]) for what in range(1, 6)] + [b"\2\5\0" + bytes(8)]
    resigned = [field(wished(seat, 1)) for seat in (0, 1)]
    all_abandon = b"".join(field(wished(seat, 2)) for seat in range(3))
    stops = [b"\3\1" + one for one in resigned] + [b"\3\2" + all_abandon, b"\3\5" + resigned[0]]
    more = [b"\0\2" + field(kept(0)), second[0] + field(kept(0))]
    return [*drops, *keeps, *second, *more, *wishes, *stops]


TARGETS = [
    Target("hand", check_hand, REFUSED, hand_seeds, after(1, MESSY)),
    Target("blinding", check_blinding, REFUSED, blinding_seeds, after(1, MESSY)),
    Target("votes", vote, (Blame,), vote_seeds, after(1, any_bytes)),
]
