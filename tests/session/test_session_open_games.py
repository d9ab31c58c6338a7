"""A host's words to everybody who looks for a game, and a liar's."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine import codec
from owm_net.engine.errors import BadEncoding
from owm_net.protocol.words import fingerprint
from owm_net.session.open_games import MAX_LINE, MAX_TEXT, OpenGame, decode

GAME = OpenGame(
    "melon-sandal-orchid", "owm", "the-road-to-ruin", "colonel", 2, "evening game", bytes(range(32))
)
FIELDS = [1, b"\x01\x02\x03", "owm", "m", "private", 2, "hello", bytes(32)]


def test_who_looks_reads_what_the_host_lists():
    line = GAME.encode()
    assert len(line) <= MAX_LINE
    assert decode(line) == GAME
    assert str(GAME.code("7")) == "7-melon-sandal-orchid"
    assert GAME.who == fingerprint(GAME.identity)


@given(st.text(max_size=300))
def test_whatever_a_host_writes_fits_and_can_be_shown_in_one_line(text):
    shown = decode(evolve(GAME, text=text).encode()).text
    assert len(shown) <= MAX_TEXT
    assert shown.isprintable()


@pytest.mark.parametrize(
    "fields",
    [
        [2, *FIELDS[1:]],
        FIELDS[:-1],
        [*FIELDS, 1],
        [*FIELDS[:5], 1, *FIELDS[6:]],
        [*FIELDS[:5], True, *FIELDS[6:]],
        [1, b"\x01\x02", *FIELDS[2:]],
        [1, b"\x01\x02\x03", "\x1b[2J", *FIELDS[3:]],
        [1, b"\x01\x02\x03", "o" * 33, *FIELDS[3:]],
        [*FIELDS[:7], bytes(31)],
        {"a": 1},
        7,
    ],
)
def test_a_line_that_lists_no_game_is_refused_with_a_reason(fields):
    with pytest.raises(BadEncoding, match="a line"):
        decode(codec.encode(fields))


@given(st.binary(max_size=MAX_LINE + 20))
def test_noise_lists_no_game(noise):
    with pytest.raises(BadEncoding):
        decode(noise)


def test_a_hostile_text_commands_no_terminal():
    line = codec.encode([*FIELDS[:6], "\x1b[31mwin\r\nhost --yes " + "x" * 90, FIELDS[7]])
    text = decode(line).text
    assert text.startswith("?[31mwin??host --yes x")
    assert len(text) == MAX_TEXT
