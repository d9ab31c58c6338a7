"""Deviations in shuffles."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from owm_net.engine.requests import PrivateDeck
from owm_net.protocol import group, shuffle
from owm_net.protocol.entries import Entry
from tests.cheats.gallery.hostile import Hostile, body_of, elsewhere, flipped, plus, plus_order
from tests.cheats.gallery.registry import LIAR, SHUFFLE, TORSION, Lie, plan

NOT_A_SHUFFLE = "not a shuffle of this deck"


def _deck(me: Hostile, entry: Entry, output: Sequence[Any], proof: bytes) -> list[bytes]:
    return [me.signed(entry, body=shuffle.encode_deck(output) + proof)]


def _honest(entry: Entry) -> tuple[list[Any], bytes]:
    n = (len(entry.body) - 160) // 192
    return list(shuffle.decode_deck(entry.body[: 64 * n], n)), entry.body[64 * n :]


@plan(
    "shuffle-duplicate-card",
    "puts one card in twice, with a proof for that deck",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    deck = me.input_deck()
    return _deck(me, entry, *me.shuffled([deck[1], *deck[1:]]))


@plan(
    "shuffle-foreign-card",
    "puts in a card that is not of this deck",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    stranger = shuffle.known_card(b"owm-net/skeleton", 29, me._basis.joint)
    return _deck(me, entry, *me.shuffled([stranger, *me.input_deck()[1:]]))


@plan("shuffle-dropped-card", "leaves a card out", SHUFFLE, "blamed", "a shuffle of 24 cards of")
def _(me: Hostile, entry: Entry) -> Lie:
    return _deck(me, entry, *me.shuffled(me.input_deck()[1:]))


@plan(
    "shuffle-wrong-re-encryption",
    "re-encrypts one half of a card only",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(plus(deck[0][0]), deck[0][1]), *deck[1:]], proof)


@plan("shuffle-garbled-b", "changes the card inside a ciphertext", SHUFFLE, "blamed", NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(deck[0][0], plus(deck[0][1])), *deck[1:]], proof)


@plan(
    "shuffle-tagged", "multiplies a card by 3, to know it again", SHUFFLE, "blamed", NOT_A_SHUFFLE
)
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    three = group.scalar_from_int(3)
    return _deck(me, entry, [tuple(group.mul(three, p) for p in deck[0]), *deck[1:]], proof)


@plan(
    "shuffle-compensated",
    "adds to one card what it takes from another",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    ((a, b), (c, d), *rest), proof = _honest(entry)
    return _deck(me, entry, [(a, plus(b)), (c, group.sub(d, group.BASE)), *rest], proof)


@plan(
    "shuffle-swapped", "swaps two cards after the proof was made", SHUFFLE, "blamed", NOT_A_SHUFFLE
)
def _(me: Hostile, entry: Entry) -> Lie:
    (first, second, *rest), proof = _honest(entry)
    return _deck(me, entry, [second, first, *rest], proof)


@plan("shuffle-torsion", "hides a point of order 8 in a card", SHUFFLE, "blamed", "")
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(deck[0][0], plus(deck[0][1], TORSION)), *deck[1:]], proof)


@plan("shuffle-identity", "sends a card whose halves are the identity", SHUFFLE, "blamed", "")
def _(me: Hostile, entry: Entry) -> Lie:
    deck, proof = _honest(entry)
    return _deck(me, entry, [(group.IDENTITY, group.IDENTITY), *deck[1:]], proof)


@plan("shuffle-unproved", "sends the deck as it was, with a proof of noise", SHUFFLE, "blamed", "")
def _(me: Hostile, entry: Entry) -> Lie:
    deck = me.input_deck()
    return _deck(me, entry, deck, random.Random(1).randbytes(shuffle.proof_bytes(len(deck))))


@plan(
    "shuffle-proof-truncated",
    "cuts 32 bytes off the proof",
    SHUFFLE,
    "blamed",
    "a shuffle of 24 cards of",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:-32])]


@plan(
    "shuffle-proof-extended",
    "adds a byte to the proof",
    SHUFFLE,
    "blamed",
    "a shuffle of 24 cards of",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body + b"\0")]


@plan("shuffle-proof-flipped", "flips one bit of the proof", SHUFFLE, "blamed", NOT_A_SHUFFLE)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=flipped(entry.body, -32))]


@plan(
    "shuffle-proof-plus-q",
    "writes a response q higher than it is",
    SHUFFLE,
    "blamed",
    "not a non-zero scalar",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=plus_order(entry.body, len(entry.body) - 32))]


@plan(
    "shuffle-of-another-match",
    "sends its shuffle of another match",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=body_of(elsewhere(me, LIAR, SHUFFLE)[0]))]


@plan(
    "shuffle-of-another-seat",
    "sends the shuffle that seat 0 has just sent",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=body_of(me._progress._last_records[0]))]


@plan(
    "shuffle-for-another-deck",
    "proves its shuffle for another deck number",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _deck(me, entry, *me.shuffled(me.input_deck(), me.context("shuffle", deck=2)))


@plan(
    "shuffle-for-another-step",
    "proves its shuffle for the next step",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    ctx = me.context("shuffle", deck=1, step=entry.step + 1)
    return _deck(me, entry, *me.shuffled(me.input_deck(), ctx))


@plan(
    "shuffle-as-another-seat",
    "proves its shuffle in the name of seat 0",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return _deck(me, entry, *me.shuffled(me.input_deck(), me.context("shuffle", deck=1, seat=0)))


@plan(
    "shuffle-of-the-deck-before",
    "shuffles what was there before seat 0's turn",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
)
def _(me: Hostile, entry: Entry) -> Lie:
    known = [shuffle.known_card(b"owm-net/skeleton", k, me._basis.joint) for k in range(24)]
    return _deck(me, entry, *me.shuffled(known))


@plan(
    "private-deck-foreign",
    "takes a card into its private deck that is not in the pool",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
    mission="full-deck",
)
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(PrivateDeck) is None or me.asks(PrivateDeck).seat != LIAR:
        return None
    stranger = shuffle.known_card(b"owm-net/skeleton", 5, me._basis.joint)
    return _deck(me, entry, *me.shuffled([stranger, *me.input_deck()[1:]]))


@plan(
    "private-deck-duplicate",
    "takes the best card of the pool three times",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
    mission="full-deck",
)
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(PrivateDeck) is None or me.asks(PrivateDeck).seat != LIAR:
        return None
    deck = me.input_deck()
    return _deck(me, entry, *me.shuffled([deck[-1], *deck[1:]]))


@plan(
    "private-deck-swapped",
    "puts another card into the opponent's private deck",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
    mission="full-deck",
)
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(PrivateDeck) is None or me.asks(PrivateDeck).seat == LIAR:
        return None
    stranger = shuffle.known_card(b"owm-net/skeleton", 24, me._basis.joint)
    return _deck(me, entry, *me.shuffled([stranger, *me.input_deck()[1:]]))
