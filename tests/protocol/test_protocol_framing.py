"""Frames: the same however they arrive, and nothing but FrameError for anything else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from owm_net.protocol.framing import (
    HEADER,
    MAX_FRAME,
    FrameError,
    FrameReader,
    encode_frame,
    is_room_name,
)

PAYLOADS = st.lists(st.binary(min_size=1, max_size=40), max_size=8)


def read(pieces, max_frame=64):
    """(frames, reason of the failure or None, at rest at the end) of bytes fed piece by piece."""
    reader = FrameReader(max_frame)
    frames: list[bytes] = []
    try:
        for piece in pieces:
            reader.receive_data(piece)
            frames.extend(reader.frames())
    except FrameError as error:
        return frames, error.reason, reader.at_rest
    return frames, None, reader.at_rest


def byte_by_byte(data):
    return [data[i : i + 1] for i in range(len(data))]


def test_a_frame_is_four_bytes_of_length_and_the_payload() -> None:
    assert encode_frame(b"abc") == b"\x00\x00\x00\x03abc"


@given(PAYLOADS)
def test_what_is_encoded_is_read(payloads) -> None:
    data = b"".join(map(encode_frame, payloads))
    assert read([data]) == (payloads, None, True)


@given(PAYLOADS, st.binary(max_size=60), st.data())
def test_any_cut_gives_the_same_frames(payloads, rest, data) -> None:
    stream = b"".join(map(encode_frame, payloads)) + rest
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    pieces = [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]
    assert read(pieces) == read([stream]) == read(byte_by_byte(stream))


@given(st.lists(st.binary(max_size=64)))
def test_any_bytes_give_frames_or_frame_error(pieces) -> None:
    read(pieces)
    read(pieces, MAX_FRAME)


@pytest.mark.parametrize("length", [0, 65, 2**32 - 1])
def test_a_bad_length_is_refused_before_its_body_and_for_ever(length) -> None:
    reader = FrameReader(64)
    reader.receive_data(encode_frame(b"good") + length.to_bytes(4, "big"))
    assert reader.next_frame() == b"good"
    for _ in range(2):
        with pytest.raises(FrameError, match=f"a frame of {length} bytes"):
            reader.next_frame()
        with pytest.raises(FrameError):
            reader.receive_data(b"body")
        assert reader.buffered == 0
        assert not reader.at_rest


def test_a_bad_length_is_refused_when_the_body_is_fed_though_nobody_took_frames() -> None:
    reader = FrameReader()
    reader.receive_data(b"\xff\xff\xff\xff")
    with pytest.raises(FrameError):
        reader.receive_data(b"body")


@pytest.mark.parametrize("payload", [b"", bytes(MAX_FRAME + 1)])
def test_a_payload_of_a_bad_length_is_not_encoded(payload) -> None:
    with pytest.raises(FrameError):
        encode_frame(payload)


def test_the_longest_frame_passes() -> None:
    payload = bytes(MAX_FRAME)
    assert read([encode_frame(payload)], MAX_FRAME) == ([payload], None, True)


def test_at_rest_only_between_frames() -> None:
    reader = FrameReader()
    states = []
    for piece in byte_by_byte(encode_frame(b"ab")):
        states.append(reader.at_rest)
        reader.receive_data(piece)
        reader.next_frame()
    assert states == [True, False, False, False, False, False]
    assert reader.at_rest


def test_memory_is_bounded_though_nobody_takes_frames() -> None:
    reader = FrameReader(16)
    with pytest.raises(BufferError):
        for _ in range(100):
            reader.receive_data(encode_frame(b"x"))
    assert reader.buffered <= 16 + HEADER + len(encode_frame(b"x"))
    taken = list(reader.frames())
    assert set(taken) == {b"x"}
    reader.receive_data(encode_frame(b"y"))
    assert reader.next_frame() == b"y"


@given(st.text(max_size=70))
def test_room_names(name) -> None:
    good = 1 <= len(name) <= 64 and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert is_room_name(name) is good


def test_a_room_name_has_no_line_end() -> None:
    assert not is_room_name("amber\n")
