"""Opening cards: each seat's decryption share, with a proof that it is the right one.

A share for the card (A, B) is D = xA, where X = xG is the seat's public key; the proof (Chaum and
Pedersen, 1992) shows that both have the same x. Several cards share one proof, on a random linear
combination, as the composite proofs of RFC 9497. The card is B minus the shares of all seats.

When a share may leave is not decided here: see docs/deck.md, "What the callers must see to".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from owm_net.protocol import group
from owm_net.protocol.errors import BadProof, LocalProtocolError, MalformedBytes, UnknownCard
from owm_net.protocol.fiat_shamir import Transcript, hedged_nonce, u32
from owm_net.protocol.keys import SeatSecrets
from owm_net.protocol.shuffle import Ciphertext, card_point

SHARE_DST: Final = b"owm/mp/share/v1"
DLEQ_BYTES: Final = 64

_CHECK = "deck.md Algorithm 11"
_OPEN = "deck.md Algorithm 12"


def make_shares(
    ctx: bytes,
    secrets: SeatSecrets,
    public: bytes,
    cards: Sequence[Ciphertext],
    entropy: group.Entropy,
) -> bytes:
    """This seat's shares for n >= 1 cards: D_1..D_n, c, s: 32n + 64 bytes.

    public: X of this seat. cards: from an accepted deck, never as a peer gives them. Algorithm 10
    of docs/deck.md.
    """
    bases = [a for a, _ in cards]
    images = [group.mul(secrets.x, a) for a in bases]
    rest = [b for _, b in cards]
    transcript = Transcript(SHARE_DST, ctx)
    return b"".join(images) + prove_dleq(
        transcript, secrets.x, public, bases, images, rest, entropy
    )


def check_shares(ctx: bytes, X: bytes, cards: Sequence[Ciphertext], body: bytes) -> None:
    """Check the shares of the seat with public key X for n >= 1 cards.

    ctx, cards: the same as the sender's. body: 32n + 64 bytes. Raises MalformedBytes or BadProof;
    with n > 1 it cannot say which share is wrong. Algorithm 11 of docs/deck.md.
    """
    images = split_shares(body, len(cards), validate=False)  # each is multiplied below
    transcript = Transcript(SHARE_DST, ctx)
    bases = [a for a, _ in cards]
    check_dleq(transcript, X, bases, images, [b for _, b in cards], body[-DLEQ_BYTES:])


def split_shares(body: bytes, n: int, *, validate: bool = True) -> list[bytes]:
    """The n shares D of a body of 32n + 64 bytes, each a valid point; the proof is not looked at.

    For a verifier that checks proofs later: nothing opened by unproved shares is final. With
    validate=False not even the points are checked. Raises MalformedBytes. Algorithm 11 of
    docs/deck.md.
    """
    if n < 1:
        raise LocalProtocolError("an opening needs at least one card")
    if len(body) != 32 * n + DLEQ_BYTES:
        reason = f"{n} shares must be {32 * n + DLEQ_BYTES} bytes, not {len(body)}"
        raise MalformedBytes(reason, algorithm=_CHECK)
    images = [body[i : i + 32] for i in range(0, 32 * n, 32)]
    return [group.decode_point(image) for image in images] if validate else images


def own_share(secrets: SeatSecrets, card: Ciphertext) -> bytes:
    """This seat's D for a card, 32 bytes, without a proof: to look at a card oneself."""
    return group.mul(secrets.x, card[0])


def open_card(card: Ciphertext, shares: Sequence[bytes]) -> bytes:
    """The point of a card, 32 bytes, from the shares D of *all* seats; see `CardTable`.

    With all shares but one seat's, the second half of the card as that seat alone can still open
    it. Algorithm 12 of docs/deck.md.
    """
    point = card[1]
    for share in shares:
        point = group.sub(point, share)
    return point


class CardTable:
    """From points back to the numbers of the cards of one deck. Algorithm 12 of docs/deck.md."""

    def __init__(self, deck_id: bytes, cards: Iterable[int]) -> None:
        self.deck_id = deck_id
        self._numbers: dict[bytes, int] = {}
        self.add(cards)

    def add(self, cards: Iterable[int]) -> None:
        """More cards come into the deck; those it has already may be among them."""
        for k in cards:
            self._numbers[card_point(self.deck_id, k)] = k

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, point: bytes) -> int:
        """The number of an opened card. Raises UnknownCard: see there what that means."""
        try:
            return self._numbers[point]
        except KeyError:
            raise UnknownCard(
                f"{point.hex()} is no card of this deck of {len(self)} ({_OPEN})"
            ) from None


def prove_dleq(
    transcript: Transcript,
    secret: bytes,
    public: bytes,
    bases: Sequence[bytes],
    images: Sequence[bytes],
    rest: Sequence[bytes],
    entropy: group.Entropy,
) -> bytes:
    """Prove images[i] = secret * bases[i] for all i, and public = secret * G: (c, s), 64 bytes.

    transcript: fresh, holding domain and context; used up. rest: what else belongs to each base
    (the B of a card, or nothing). Algorithm 10 of docs/deck.md.
    """
    weights = _dleq_statement(transcript, public, bases, images, rest)
    base = bases[0] if weights is None else group.linear_combination(weights, bases)
    k = hedged_nonce(secret, transcript, entropy)
    transcript.append(b"R1", group.mul_base(k))
    transcript.append(b"R2", group.mul(k, base))
    c = transcript.challenge_scalar(b"c")
    return c + group.scalar_add(k, group.scalar_mul(c, secret))


def check_dleq(
    transcript: Transcript,
    public: bytes,
    bases: Sequence[bytes],
    images: Sequence[bytes],
    rest: Sequence[bytes],
    proof: bytes,
) -> None:
    """Check a proof made by `prove_dleq`; validates public, bases and images.

    Raises MalformedBytes or BadProof. Algorithm 11 of docs/deck.md.
    """
    if len(proof) != DLEQ_BYTES:
        reason = f"a proof of equal logarithms must be {DLEQ_BYTES} bytes, not {len(proof)}"
        raise MalformedBytes(reason, algorithm=_CHECK)
    c, s = group.decode_scalar(proof[:32]), group.decode_scalar(proof[32:])
    weights = _dleq_statement(transcript, public, bases, images, rest)
    if weights is None:
        base, image = bases[0], images[0]
    else:
        base = group.linear_combination(weights, bases)
        image = group.linear_combination(weights, images)
    transcript.append(b"R1", group.sub(group.mul_base(s), group.mul(c, public)))
    transcript.append(b"R2", group.sub(group.mul(s, base), group.mul(c, image)))
    if transcript.challenge_scalar(b"c") != c:
        raise BadProof(
            "a share is not what this seat's key gives",
            algorithm=_CHECK,
            evidence=(public, *bases, *rest, *images, proof),
        )


def _dleq_statement(
    transcript: Transcript,
    public: bytes,
    bases: Sequence[bytes],
    images: Sequence[bytes],
    rest: Sequence[bytes],
) -> list[int] | None:
    """Append the statement; return the weights for n > 1.

    They come after *all* images: else two wrong ones could cancel out.
    """
    n = len(bases)
    if n < 1 or not n == len(images) == len(rest):
        raise LocalProtocolError(f"{n} bases, {len(images)} images, {len(rest)} others")
    transcript.append(b"X", public)
    transcript.append(b"n", u32(n))
    for a, b, d in zip(bases, rest, images, strict=True):
        transcript.append(b"A", a)
        transcript.append(b"B", b)
        transcript.append(b"D", d)
    return None if n == 1 else transcript.small_challenges(b"w", n)
