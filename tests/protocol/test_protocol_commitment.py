"""Commit and open: bound to everything, hiding the length, refusing what is not canonical."""

import hashlib
import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.protocol.commitment import check_opening, commit
from owm_net.protocol.errors import (
    BadProof,
    LocalProtocolError,
    MalformedBytes,
    RemoteProtocolError,
)

ENTROPY = secrets.token_bytes
CTX = b"a context"


@given(st.binary(max_size=40))
def test_open_what_was_committed(payload) -> None:
    commitment, opening = commit(CTX, 3, payload, 40, ENTROPY)
    assert (len(commitment), len(opening)) == (32, 76)
    assert check_opening(CTX, 3, 40, commitment, opening) == payload


def test_vector() -> None:
    commitment, opening = commit(b"ctx", 7, b"hold", 8, lambda n: bytes(range(n)))
    written = bytes(range(32)) + b"\0\0\0\4" + b"hold\0\0\0\0"
    assert opening == written
    absorbed = b"owm/choice/v1" + b"\0\0\0\3ctx" + b"\0\0\0\7" + written
    assert commitment == hashlib.sha512(absorbed).digest()[:32]
    assert commitment.hex() == "571a8c1a2a6d2edd71da891865adbddcdd5046923ff4b169db57b9ec42d6415f"


def test_same_choice_looks_different() -> None:
    assert commit(CTX, 0, b"a", 8, ENTROPY)[0] != commit(CTX, 0, b"a", 8, ENTROPY)[0]


def test_one_bit_in_any_byte() -> None:
    commitment, opening = commit(CTX, 0, b"attack", 12, ENTROPY)
    for place in range(len(opening)):
        bad = bytearray(opening)
        bad[place] ^= 1 << place % 8
        with pytest.raises(BadProof):
            check_opening(CTX, 0, 12, commitment, bytes(bad))
    for place in range(32):
        bad = bytearray(commitment)
        bad[place] ^= 1 << place % 8
        with pytest.raises(BadProof):
            check_opening(CTX, 0, 12, bytes(bad), opening)


def test_elsewhere() -> None:
    commitment, opening = commit(CTX, 0, b"attack", 12, ENTROPY)
    for ctx, slot in ((b"another", 0), (CTX, 1), (CTX + b"\0", 0), (b"", 0)):
        with pytest.raises(BadProof) as caught:
            check_opening(ctx, slot, 12, commitment, opening)
        assert caught.value.evidence == (ctx, commitment, opening)


def test_lengths() -> None:
    commitment, opening = commit(CTX, 0, b"attack", 12, ENTROPY)
    for bad in (b"", opening[:-1], opening + b"\0"):
        with pytest.raises(MalformedBytes):
            check_opening(CTX, 0, 12, commitment, bad)
    for bad in (b"", commitment[:-1], commitment + b"\0"):
        with pytest.raises(MalformedBytes):
            check_opening(CTX, 0, 12, bad, opening)
    with pytest.raises(RemoteProtocolError):
        check_opening(CTX, 0, 13, commitment, opening)


@pytest.mark.parametrize(
    "padded",
    [b"\0\0\0\2ab\0\1", b"\0\0\0\1ab\0\0", b"\0\0\0\5abcd", b"\xff\xff\xff\xffabcd"],
    ids=["junk after", "length too small", "length too large", "length enormous"],
)
def test_committed_padding_must_be_canonical(padded) -> None:
    """A commitment to bytes that no honest `commit` makes: two openings of one choice would do
    harm.
    """
    opening = bytes(32) + padded
    data = b"owm/choice/v1" + len(CTX).to_bytes(4, "big") + CTX + bytes(4) + opening
    commitment = hashlib.sha512(data).digest()[:32]
    with pytest.raises(MalformedBytes, match="padded"):
        check_opening(CTX, 0, 4, commitment, opening)


def test_our_own_mistakes() -> None:
    for wrong in (
        lambda: commit(CTX, 0, b"12345", 4, ENTROPY),
        lambda: commit(CTX, 2**32, b"", 4, ENTROPY),
        lambda: commit(CTX, 0, b"", 4, lambda n: b""),
    ):
        with pytest.raises(LocalProtocolError):
            wrong()
