"""Dice that nobody throws alone: a value that needs every seat's secret, and that none can choose.

A threshold verifiable unpredictable function. The input is a point V that names the roll; each seat
sends Z = yV with the proof of `opening`; the value is a hash of all Z. Z is unique, so there is
nothing to choose or to grind; without a seat's y its Z looks random; the last to send can only
refuse.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Final

from owm_net.protocol import group
from owm_net.protocol.errors import LocalProtocolError
from owm_net.protocol.fiat_shamir import Transcript, u32, u64
from owm_net.protocol.keys import SeatSecrets
from owm_net.protocol.opening import DLEQ_BYTES, check_dleq, prove_dleq, split_shares

DICE_DST: Final = b"owm/dice/v1"
DICE_SHARE_DST: Final = b"owm/dice/share/v1"
DICE_VALUE_TAG: Final = b"owm/dice/out/v1"
VALUE_BYTES: Final = 64


def dice_point(match_id: bytes, counter: int, purpose: bytes) -> bytes:
    """V, the input of one roll, 32 bytes.

    match_id: 32 bytes. counter: of the rolls in this match, each number used once. purpose: what
    the roll is for. Algorithm 13 of docs/deck.md.
    """
    if len(match_id) != 32:
        raise LocalProtocolError("match_id must be 32 bytes")
    return group.hash_to_group(DICE_DST, match_id + u64(counter) + purpose)


def make_dice_shares(
    ctx: bytes, secrets: SeatSecrets, public: bytes, points: Sequence[bytes], entropy: group.Entropy
) -> bytes:
    """This seat's shares in n >= 1 rolls: Z_1..Z_n, c, s: 32n + 64 bytes.

    public: Y of this seat. points: one `dice_point` per roll. Algorithm 13 of docs/deck.md.
    """
    images = [group.mul(secrets.y, point) for point in points]
    transcript = Transcript(DICE_SHARE_DST, ctx)
    nothing = [b""] * len(points)
    return b"".join(images) + prove_dleq(
        transcript, secrets.y, public, points, images, nothing, entropy
    )


def check_dice_shares(ctx: bytes, Y: bytes, points: Sequence[bytes], body: bytes) -> list[bytes]:
    """Check the shares of the seat with public key Y in n >= 1 rolls, and return Z_1..Z_n.

    A roll must not be used before the proofs of all seats are accepted: uniqueness rests on them.
    Raises MalformedBytes or BadProof. Algorithm 13 of docs/deck.md.
    """
    images = split_shares(body, len(points), validate=False)  # each is multiplied below
    transcript = Transcript(DICE_SHARE_DST, ctx)
    check_dleq(transcript, Y, points, images, [b""] * len(points), body[-DLEQ_BYTES:])
    return images


def joint_value(match_id: bytes, counter: int, shares: Sequence[bytes]) -> bytes:
    """The 64 bytes of one roll. shares: the accepted Z of *all* seats for it, in seat order.

    Algorithm 14 of docs/deck.md.
    """
    if len(match_id) != 32 or not shares or any(len(z) != 32 for z in shares):
        raise LocalProtocolError("a roll needs a match_id and one share of 32 bytes per seat")
    return hashlib.sha512(DICE_VALUE_TAG + match_id + u64(counter) + b"".join(shares)).digest()


def uniform(value: bytes, n: int) -> int:
    """An integer 0 <= result < n from 64 bytes of joint randomness; exactly uniform for any n >= 1.

    n may be larger than any machine word (192! orders of a deck). Algorithm 14 of docs/deck.md.
    """
    return uniform_many(value, n, 1)[0]


def uniform_many(value: bytes, n: int, count: int) -> list[int]:
    """count independent integers 0 <= result < n, one after the other from the same stream.

    The stream is SHA-512(value || u32(0)) || SHA-512(value || u32(1)) || ... Each try takes the
    next ceil(bits/8) bytes, bits = bit length of n - 1, little-endian, drops the bits above, and is
    repeated while the number is not below n. So one value must serve one purpose only. Algorithm 14
    of docs/deck.md.
    """
    if len(value) != VALUE_BYTES:
        raise LocalProtocolError(f"joint randomness must be {VALUE_BYTES} bytes")
    if n < 1 or count < 0:
        raise LocalProtocolError(f"cannot draw {count} integers below {n}")
    bits = (n - 1).bit_length()
    size, mask = (bits + 7) // 8, (1 << bits) - 1
    numbers: list[int] = []
    tries = _tries(value, size) if size else iter(lambda: b"", None)
    while len(numbers) < count:
        number = int.from_bytes(next(tries), "little") & mask
        if number < n:
            numbers.append(number)
    return numbers


def _tries(value: bytes, size: int) -> Iterator[bytes]:
    stream = b""
    block = 0
    while True:
        while len(stream) < size:
            missing = -(-(size - len(stream)) // 64)
            blocks = range(block, block + missing)
            stream += b"".join(hashlib.sha512(value + u32(i)).digest() for i in blocks)
            block += missing
        yield stream[:size]
        stream = stream[size:]
