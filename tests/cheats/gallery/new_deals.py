"""Deviations in the new deal when a seat has left: HAND, SHUFFLE, BLIND, tags."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from owm_net.engine.ids import Seat
from owm_net.engine.requests import Redeal
from owm_net.protocol import blinding, equality, group, keys, opening, shuffle
from owm_net.protocol.entries import Entry, EntryKind
from owm_net.protocol.fiat_shamir import Transcript
from tests.cheats.gallery.decks import NOT_A_SHUFFLE
from tests.cheats.gallery.hostile import Hostile, flipped, patched, plus
from tests.cheats.gallery.registry import (
    LIAR,
    SHARES,
    SHUFFLE,
    TORSION,
    Lie,
    plan,
    staged,
)
from tests.cheats.gallery.shares import WRONG_SHARE

HAND, BLIND = EntryKind.HAND, EntryKind.BLIND
LEFT: dict[str, Any] = {"seats": 3, "leaver": (2, 25), "seed": 1}
"""Where the liar keeps several cards when seat 2 leaves."""
NOT_THE_HAND = "its hand is not the one it held"
NOT_ALIKE = "it did not blind all cards alike"
NO_POINT = "not a point of the group"


def slots(me: Hostile) -> list[int]:
    """The cards that it keeps."""
    return [s for seat, kept in me.asks(Redeal).kept for s in kept if seat == LIAR]


def written(me: Hostile, old: Sequence[Any], secrets: Any = None) -> bytes:
    """Return any cards re-encrypted, with a good proof for what they are."""
    basis, secrets = me._basis, secrets or me.x
    ctx = basis.ctx(Seat(LIAR), "hand", me.asks(Redeal).number, about=basis.about(slots(me)))
    public = group.mul_base(secrets.x)
    return equality.write_anew(ctx, secrets, public, basis.joint, old, os.urandom)


def held(me: Hostile) -> list[Any]:
    """Its hand, as it alone can still open it."""
    return me._basis.cards.closed_by(Seat(LIAR), slots(me))


# ------------------------------------------------------------------ HAND


@plan(
    "hand-of-another-card",
    "takes up a better card than it held",
    HAND,
    "blamed",
    NOT_THE_HAND,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    best, (a, b1) = shuffle.card_point(b"owm-net/skeleton", 17), held(me)[0]
    other = group.add(best, group.mul(me.x.x, a))
    assert other != b1
    return [me.signed(entry, body=written(me, [(a, other), *held(me)[1:]]))]


@plan(
    "hand-of-one-card-twice",
    "takes up one of its cards twice",
    HAND,
    "blamed",
    NOT_THE_HAND,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=written(me, [held(me)[0]] * len(held(me))))]


@plan(
    "hand-in-another-order",
    "takes up its cards in each other's places",
    HAND,
    "blamed",
    NOT_THE_HAND,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=written(me, held(me)[::-1]))]


@plan(
    "hand-of-seat-0",
    "takes up a card of seat 0's hand, which it cannot read",
    HAND,
    "blamed",
    NOT_THE_HAND,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    theirs = me._basis.cards.ciphertexts(me.hand(0))[0]
    return [me.signed(entry, body=patched(entry.body, 0, theirs[0] + theirs[1]))]


@plan(
    "hand-compensated",
    "adds to one card what it takes from another",
    HAND,
    "blamed",
    NOT_THE_HAND,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    first, second = plus(entry.body[32:64]), group.sub(entry.body[96:128], group.BASE)
    body = patched(patched(entry.body, 32, first), 96, second)
    return [me.signed(entry, body=body)]


@plan(
    "hand-with-another-key",
    "writes its hand anew with another secret",
    HAND,
    "blamed",
    NOT_THE_HAND,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    other = keys.SeatSecrets(*group.random_scalars(3, os.urandom))
    return [me.signed(entry, body=written(me, held(me), other))]


@plan(
    "hand-for-another-deck",
    "proves its hand for another deck number",
    HAND,
    "blamed",
    NOT_THE_HAND,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    basis = me._basis
    ctx = basis.ctx(Seat(LIAR), "hand", 1, about=basis.about(slots(me)))
    X = basis.keys[LIAR].X  # noqa: N806
    body = equality.write_anew(ctx, me.x, X, basis.joint, held(me), os.urandom)
    return [me.signed(entry, body=body)]


@plan("hand-proof-flipped", "flips a bit of the proof", HAND, "blamed", NOT_THE_HAND, **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=flipped(entry.body, -32))]


@plan("hand-torsion", "adds a point of order 8 to a card", HAND, "blamed", NO_POINT, **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 32, plus(entry.body[32:64], TORSION)))]


@plan("hand-identity", "writes the identity in place of a card", HAND, "blamed", NO_POINT, **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, group.IDENTITY * 2))]


@plan("hand-short", "keeps a card to itself", HAND, "blamed", "a hand of", **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=written(me, held(me)[1:]))]


@plan("silent-at-hand", "says nothing when its HAND is due", HAND, "owed", "", **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    return []


# ------------------------------------------------------------------ SHUFFLE


@plan(
    "redeal-foreign-card",
    "puts in a card that does not belong to the new deck",
    SHUFFLE,
    "blamed",
    NOT_A_SHUFFLE,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(Redeal) is None:
        return None
    stranger = shuffle.known_card(b"owm-net/skeleton", 29, me._basis.joint)
    deck, proof = me.shuffled([stranger, *me.input_deck()[1:]])
    return [me.signed(entry, body=shuffle.encode_deck(deck) + proof)]


# ------------------------------------------------------------------ BLIND


def blinded(me: Hostile, factors: Sequence[int]) -> bytes:
    """The list blinded with one z, each half times a factor; a proof as good as can be."""
    cards, z = _listed(me), group.random_scalar(os.urandom)
    bases = [half for card in cards for half in card]
    images = [
        group.mul(group.scalar_from_int(f), group.mul(z, point))
        for f, point in zip(factors, bases, strict=True)
    ]
    public = group.mul_base(z)
    t = Transcript(blinding.BLIND_DST, me._basis.ctx(Seat(LIAR), "blind", me.asks(Redeal).number))
    proof = opening.prove_dleq(t, z, public, bases, images, [b""] * len(bases), os.urandom)
    return public + b"".join(images) + proof


def _listed(me: Hostile) -> list[Any]:
    """Return the cards to blind."""
    (cards,) = [
        cell.cell_contents
        for cell in me._progress.step.check.__closure__ or ()  # type: ignore[attr-defined]
        if isinstance(cell.cell_contents, list | tuple)
    ]
    return list(cards)


@plan(
    "blind-two-halves",
    "blinds the two halves of the cards with two secrets",
    BLIND,
    "blamed",
    NOT_ALIKE,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=blinded(me, [1, 2] * len(_listed(me))))]


@plan(
    "blind-one-card-otherwise",
    "blinds one card with another secret, to know it again",
    BLIND,
    "blamed",
    NOT_ALIKE,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=blinded(me, [3, 3, *[1] * (2 * len(_listed(me)) - 2)]))]


@plan(
    "blind-exchanged",
    "exchanges two cards while it blinds them",
    BLIND,
    "blamed",
    NOT_ALIKE,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    first, second = entry.body[32:96], entry.body[96:160]
    return [me.signed(entry, body=patched(entry.body, 32, second + first))]


@plan("blind-with-zero", "blinds all cards to nothing", BLIND, "blamed", NO_POINT, **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    nothing = group.IDENTITY * (1 + 2 * len(_listed(me)))
    return [me.signed(entry, body=nothing + entry.body[-64:])]


@plan(
    "blind-with-another-key", "shows a Z that is not of its z", BLIND, "blamed", NOT_ALIKE, **LEFT
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32])))]


@plan(
    "blind-torsion", "hides a point of order 8 in a blinded card", BLIND, "blamed", NO_POINT, **LEFT
)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=patched(entry.body, 32, plus(entry.body[32:64], TORSION)))]


@plan("blind-short", "leaves a card out", BLIND, "blamed", "blinded cards must be", **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    return [me.signed(entry, body=entry.body[:32] + entry.body[96:])]


@plan("silent-at-blind", "says nothing when its BLIND is due", BLIND, "owed", "", **LEFT)
def _(me: Hostile, entry: Entry) -> Lie:
    return []


# ------------------------------------------------------------------ tags


@staged(
    "tag-of-unblinded-cards",
    "gives its shares in cards that it has not blinded",
    "SHARES",
    "blamed",
    WRONG_SHARE,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    if entry.kind is BLIND:
        me.memory["cards"] = _listed(me)
    if entry.kind is not SHARES or "cards" not in me.memory:
        return None
    basis, cards = me._basis, me.memory["cards"]
    ctx, X = basis.ctx(Seat(LIAR), "tag", me.asks(Redeal).number), basis.keys[LIAR].X  # noqa: N806
    return [me.signed(entry, body=opening.make_shares(ctx, me.x, X, cards, os.urandom))]


@plan(
    "tag-changed",
    "gives a wrong share, so that a card of seat 0 is not found",
    SHARES,
    "blamed",
    WRONG_SHARE,
    **LEFT,
)
def _(me: Hostile, entry: Entry) -> Lie:
    if me.asks(Redeal) is None:
        return None
    return [me.signed(entry, body=patched(entry.body, 0, plus(entry.body[:32])))]
