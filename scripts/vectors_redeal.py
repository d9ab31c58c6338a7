"""Test vectors of a new deal when a seat has left: Algorithms 21 to 25 of docs/deck.md."""

from __future__ import annotations

from typing import Any

from vectors_common import HERE, ORDER_8, case, changed, context, entropy, plus_order

from owm_net.protocol import blinding, equality, group, keys, opening, shuffle
from owm_net.protocol.fiat_shamir import Transcript
from owm_net.protocol.group import ORDER
from owm_net.protocol.keys import SeatSecrets
from owm_net.protocol.shuffle import Ciphertext

JOINT_SECRET = 12345
"""Of the new joint key: nobody knows it in a match."""


def secrets(seat: int) -> SeatSecrets:
    """Of a seat of this match."""
    return keys.make_keys(context(0, "keys"), entropy(f"keys of seat {seat}"))[0]


def cards_of(owner: SeatSecrets, n: int) -> list[Ciphertext]:
    """(A, B1) of a hand of cards 0..n-1 of the deck "core", as its owner alone can open them."""
    made = []
    for k, r in enumerate(group.random_scalars(n, entropy("as it was drawn"))):
        a = group.mul_base(r)
        made.append((a, group.add(shuffle.card_point(b"core", k), group.mul(owner.x, a))))
    return made


def plain(cards: Any) -> list[list[str]]:
    """Ciphertexts as pairs of hex."""
    return [[a.hex(), b.hex()] for a, b in cards]


def hand_cases() -> list[dict[str, Any]]:
    """Return a re-encrypted hand, and the check that its cards are the same (Algorithms 21 and
    22)."""
    ctx, other, owner = context(0, "hand"), context(1, "hand"), secrets(0)
    X = group.mul_base(owner.x)
    joint = group.mul_base(group.scalar_from_int(JOINT_SECRET))
    old = cards_of(owner, 3)

    def written(cards: list[Ciphertext]) -> bytes:
        return equality.write_anew(ctx, owner, X, joint, cards, entropy("a hand"))

    def hand(comment: str, result: str, body: bytes, *, of: Any = None, where: bytes = ctx) -> Any:
        return case(comment, result, ctx=where, X=X, PK=joint, old=plain(of or old), body=body)

    known, same = _same_halves(owner, X, joint)
    body = written(old)
    plus_one, minus_one = (group.add(body[32:64], group.BASE), group.sub(body[96:128], group.BASE))
    return [
        hand("three cards", "accepted", body),
        hand("one card", "accepted", written(old[:1]), of=old[:1]),
        hand("of another seat: the context differs", "proof", body, where=other),
        hand("in another order than they are held", "proof", written(old[::-1])),
        hand("the first card twice", "proof", written([old[0], *old[:2]])),
        hand(
            "the last card is another",
            "proof",
            body,
            of=[*old[:2], (old[2][0], group.add(old[2][1], group.BASE))],
        ),
        hand(
            "what is added to one card is taken from another",
            "proof",
            changed(changed(body, 32, plus_one), 96, minus_one),
        ),
        hand(
            "under another joint key: B' is another",
            "proof",
            changed(body, 32, group.add(body[32:64], X)),
        ),
        hand("one bit of s2 is another", "proof", changed(body, -32, bytes([body[-32] ^ 1]))),
        hand("c plus the order", "encoding", plus_order(body, 192)),
        hand("s1 is zero", "encoding", changed(body, 224, bytes(32))),
        hand("A' is the identity", "encoding", changed(body, 0, group.IDENTITY)),
        hand(
            "B' has a part of order 8",
            "encoding",
            changed(body, 32, group.add(body[32:64], ORDER_8)),
        ),
        hand("a card too few", "encoding", body[64:]),
        hand("a byte too many", "encoding", body + b"\0"),
        hand("a scalar too many", "encoding", body + body[-32:]),
        hand("B1_1 - B'_1 is the identity; all equations hold", "encoding", same, of=known),
        hand(
            "one card, so that D is the identity too; all equations hold",
            "encoding",
            _same_halves(owner, X, joint, 1)[1],
            of=known[:1],
        ),
    ]


def _same_halves(
    owner: SeatSecrets, X: bytes, joint: bytes, n: int = 2
) -> tuple[list[Ciphertext], bytes]:
    """A hand whose first card keeps its second half. Only somebody who knows a with A = aG and k
    with PK' = kG can make it: r = xa / k. Returns the old cards and the body."""
    a = (777).to_bytes(32, "little")
    A = group.mul_base(a)
    first = (A, group.add(shuffle.card_point(b"core", 9), group.mul(owner.x, A)))
    old = [first, *cards_of(owner, 1)][:n]
    numbers = [int.from_bytes(s, "little") for s in (owner.x, a)]
    r = numbers[0] * numbers[1] * pow(JOINT_SECRET, -1, ORDER) % ORDER
    source = entropy("a hand with a card as it was")
    rest = source(64 * (n - 1))
    chosen = [r.to_bytes(64, "little") + rest]

    def chosen_first(size: int) -> bytes:
        return chosen.pop() if chosen else source(size)

    return old, equality.write_anew(context(0, "hand"), owner, X, joint, old, chosen_first)


def blind_cases() -> list[dict[str, Any]]:
    """A deck blinded by a seat, and the check of that (Algorithms 23 and 24)."""
    ctx, other, cards = context(0, "blind"), context(1, "blind"), cards_of(secrets(1), 2)
    bases = [half for card in cards for half in card]
    body = blinding.blind(ctx, cards, entropy("a z"))
    (z,) = group.random_scalars(1, entropy("another z"))

    def with_factors(*factors: int) -> bytes:
        images = [
            group.mul(group.scalar_from_int(f), group.mul(z, p))
            for f, p in zip(factors, bases, strict=True)
        ]
        t, Z = Transcript(blinding.BLIND_DST, ctx), group.mul_base(z)
        nothing = [b""] * len(bases)
        proof = opening.prove_dleq(t, z, Z, bases, images, nothing, entropy("a nonce"))
        return Z + b"".join(images) + proof

    def blind(comment: str, result: str, body: bytes, where: bytes = ctx) -> Any:
        return case(comment, result, ctx=where, cards=plain(cards), body=body)

    nothing = group.IDENTITY * 5 + body[-64:]
    return [
        blind("two cards", "accepted", body),
        blind("two cards by another z", "accepted", with_factors(1, 1, 1, 1)),
        blind("of another seat: the context differs", "proof", body, other),
        blind("the halves by two z", "proof", with_factors(1, 2, 1, 2)),
        blind("one card by another z", "proof", with_factors(1, 1, 3, 3)),
        blind("two halves by z that cancel", "proof", with_factors(2, 1, ORDER - 1, 1)),
        blind(
            "cards exchanged", "proof", changed(changed(body, 32, body[96:160]), 96, body[32:96])
        ),
        blind("Z of another z", "proof", changed(body, 0, group.add(body[:32], group.BASE))),
        blind("z is zero: Z and all cards are the identity", "encoding", nothing),
        blind(
            "a half has a part of order 8",
            "encoding",
            changed(body, 32, group.add(body[32:64], ORDER_8)),
        ),
        blind("s plus the order", "encoding", plus_order(body, len(body) - 32)),
        blind("a card too few", "encoding", body[:96] + body[160:]),
    ]


def tag_case() -> dict[str, Any]:
    """Algorithm 25: a deck of four cards and a hand of one of them, two seats."""
    both = [secrets(0), secrets(1)]
    joint = keys.joint_key([group.mul_base(s.x) for s in both])
    deck = [shuffle.known_card(b"core", k, joint) for k in (3, 1, 0, 2)]
    r = group.scalar_from_int(99)
    hand = (group.mul_base(r), group.add(shuffle.card_point(b"core", 1), group.mul(r, joint)))
    cards = [*deck, hand]
    for i in range(2):
        body = blinding.blind(context(i, "blind"), cards, entropy(f"z of seat {i}"))
        cards = list(blinding.split_blinded(body, len(cards)))
    shares = [[opening.own_share(s, card) for card in cards] for s in both]
    tags = blinding.tags(cards, shares)
    return {
        "comment": "a deck of the cards 3, 1, 0, 2, and then a hand of card 1, blinded by two"
        " seats; shares of each seat; the hand lies in place 1 (counted from 0)",
        "blinded": plain(cards),
        "shares": [[d.hex() for d in of] for of in shares],
        "tags": [t.hex() for t in tags],
        "places": blinding.places(tags[:4], tags[4:]),
    }


def redeal_vectors() -> dict[str, Any]:
    """Bodies of HAND and BLIND, good and bad, and tags."""
    return {
        "comment": f"Algorithms 21 to 25 of docs/deck.md. {HERE} old: (A, B1); cards: (A, B).",
        "hand": hand_cases(),
        "blind": blind_cases(),
        "tags": tag_case(),
    }
