"""Finding equal cards without opening any: tags, and nothing else, come out of blinded cards.

Each seat in turn multiplies both halves of every ciphertext by its own secret z, one z for all, and
proves it. The shares of all seats then open not the card M but zM, with z the product of all: a
tag. Two ciphertexts have the same tag if and only if they hold the same card; which card that is
nobody can tell who does not know every z, since the M are independent points. A z serves once and
is forgotten. Symbols are those of docs/deck.md, Algorithms 23 to 25.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from owm_net.protocol import group
from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes, UnknownCard
from owm_net.protocol.fiat_shamir import Transcript
from owm_net.protocol.opening import DLEQ_BYTES, check_dleq, open_card, prove_dleq
from owm_net.protocol.shuffle import CIPHERTEXT_BYTES, Ciphertext, decode_deck, encode_deck

BLIND_DST: Final = b"owm/mp/blind/v1"

_CHECK = "deck.md Algorithm 24"


def blind_bytes(n: int) -> int:
    """The length of a body for n cards: 64n + 96."""
    return 32 + CIPHERTEXT_BYTES * n + DLEQ_BYTES


def blind(ctx: bytes, cards: Sequence[Ciphertext], entropy: group.Entropy) -> bytes:
    """n >= 1 cards, both halves times one fresh secret z: Z || cards || c || s, 64n + 96 bytes.

    Algorithm 23 of docs/deck.md.
    """
    z = group.random_scalar(entropy)
    public = group.mul_base(z)
    bases = _halves(cards)
    images = [group.mul(z, point) for point in bases]
    transcript = Transcript(BLIND_DST, ctx)
    proof = prove_dleq(transcript, z, public, bases, images, [b""] * len(bases), entropy)
    return public + b"".join(images) + proof


def split_blinded(body: bytes, n: int) -> tuple[Ciphertext, ...]:
    """The n blinded cards of a body. Neither the proof nor the points are looked at:
    `check_blinded` does it, and until it has, nothing found with them is final.

    Raises MalformedBytes if the body is not of n cards. Algorithm 24 of docs/deck.md.
    """
    if len(body) != blind_bytes(n):
        reason = f"{n} blinded cards must be {blind_bytes(n)} bytes, not {len(body)}"
        raise MalformedBytes(reason, algorithm=_CHECK)
    return decode_deck(body[32:-DLEQ_BYTES], n)


def check_blinded(ctx: bytes, cards: Sequence[Ciphertext], body: bytes) -> None:
    """Check that every half of every card was multiplied by one and the same z.

    ctx, cards: the same as the sender's, from the caller's own records. Raises MalformedBytes or
    BadProof. Algorithm 24 of docs/deck.md.
    """
    blinded = split_blinded(body, len(cards))  # each point is multiplied below
    bases, images = _halves(cards), _halves(blinded)
    transcript = Transcript(BLIND_DST, ctx)
    try:
        check_dleq(transcript, body[:32], bases, images, [b""] * len(bases), body[-DLEQ_BYTES:])
    except BadProof as error:
        raise BadProof(
            "it did not blind all cards alike",
            algorithm=_CHECK,
            evidence=(ctx, encode_deck(cards), body),
        ) from error


def tags(cards: Sequence[Ciphertext], shares: Sequence[Sequence[bytes]]) -> list[bytes]:
    """The tag of each blinded card. shares: for each seat, its share in each card.

    Algorithm 25 of docs/deck.md.
    """
    given = zip(*shares, strict=True)
    return [open_card(card, of_all) for card, of_all in zip(cards, given, strict=True)]


def places(deck: Sequence[bytes], hands: Sequence[bytes]) -> list[int]:
    """Where in the deck each card of the hands lies, by their tags.

    Raises UnknownCard if a card of a hand is not there exactly once, or two cards of the deck are
    equal: accepted proofs and a pool without doubles make it impossible. Algorithm 25 of
    docs/deck.md.
    """
    found = {tag: i for i, tag in enumerate(deck)}
    if len(found) != len(deck) or len(set(hands)) != len(hands) or not found.keys() >= set(hands):
        raise UnknownCard("a card of a hand is not in the deck once and only once")
    return [found[tag] for tag in hands]


def _halves(cards: Sequence[Ciphertext]) -> list[bytes]:
    if not cards:
        raise LocalProtocolError("there is nothing to blind")
    return [half for card in cards for half in card]
