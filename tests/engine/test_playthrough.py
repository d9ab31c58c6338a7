"""Playthroughs as text: what a reader is told when one cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from owm_net import games
from owm_net.engine import codec, playthrough
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.playthrough import BadPlaythrough, Recorder
from owm_net.engine.requests import Over
from owm_net.engine.system import BadSetup, Setup

SKELETON = games.get("skeleton")
SETUP = SKELETON.default_setup(seats=3)
TEXT = playthrough.record(SKELETON, SETUP, 8, [random_player] * 3, most=30)


def changed(number: int, line: str | None) -> str:
    """The text with one line (counted from 1) changed, or taken out."""
    lines = TEXT.splitlines()
    lines[number - 1 : number] = [] if line is None else [line]
    return "\n".join(lines)


def test_it_reads_as_promised() -> None:
    lines = TEXT.splitlines()
    assert lines[0] == "owm-net playthrough 1"
    assert lines[1] == f"system skeleton {SKELETON.version} data {SKELETON.data_digest().hex()}"
    assert lines[2] == "setup mission=duel level=full seats=3"
    assert lines[3] == "#1 choose secretly seats [0, 1, 2] stance"
    assert lines[4].startswith("  > be ") and " | 83d81b82" in lines[4]
    assert lines[5].startswith("  = ") and len(lines[5]) == 12
    assert TEXT.endswith("\n") and lines[-1].startswith("#31 ")


def test_it_is_parsed() -> None:
    played = playthrough.parse(TEXT)
    assert (played.system_id, played.version) == ("skeleton", SKELETON.version)
    assert played.setup == SETUP
    assert len(played.answers) == 30
    assert played.answers[0][0] == 5


def test_switches_are_kept() -> None:
    text = changed(3, "setup mission=duel level=full seats=3 fog=thick")
    assert playthrough.parse(text).setup.switches == (("fog", "thick"),)


BAD_LINES = {
    "empty": (1, "", "does not begin with 'owm-net playthrough 1'"),
    "another version": (1, "owm-net playthrough 2", "does not begin with"),
    "no system": (2, "skeleton", "the system, its version and data do not stand here"),
    "other words": (2, "sistem a 1 data 00", "the system, its version and data do not stand here"),
    "no setup": (3, "", "the setup does not stand here"),
    "no mission": (3, "setup level=full seats=2", "the setup does not stand here"),
    "no number of seats": (3, "setup mission=a level=b seats=x", "the setup does not stand here"),
    "no pair": (3, "setup mission=a level=b seats=2 fog", "the setup does not stand here"),
    "no hexadecimal": (5, "  > be bold | xyz", "the answer cannot be read"),
    "no answer": (5, "  > be bold", "the answer cannot be read"),
    "not canonical": (5, "  > be bold | 1801", "the answer cannot be read"),
    "a short digest": (6, "  = 1234", "eight digits of a digest belong under an answer"),
    "two digests": (7, "  = 12345678", "eight digits of a digest belong under an answer"),
}


@pytest.mark.parametrize(("number", "line", "why"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_a_bad_line_is_named(number: int, line: str, why: str) -> None:
    with pytest.raises(BadPlaythrough) as caught:
        playthrough.parse(changed(number, line))
    assert caught.value.line == number
    assert str(caught.value).startswith(f"line {number}: {why}")


def test_a_digest_that_is_missing_in_the_middle_is_missed() -> None:
    with pytest.raises(BadPlaythrough, match=r"^line 7: the answer before has no digest"):
        playthrough.parse(changed(6, None))


@pytest.mark.parametrize("text", ["", "\n", "owm-net playthrough 1", "owm-net playthrough 1\n\n"])
def test_too_short_texts(text: str) -> None:
    with pytest.raises(BadPlaythrough):
        playthrough.parse(text)


@pytest.mark.parametrize("code", ["00", "f6", "80", "8101", "60", "83f6f6f6", "d81b82647061737360"])
def test_an_answer_of_another_shape_is_refused_with_its_line(code: str) -> None:
    text = changed(5, f"  > something | {code}")
    with pytest.raises(BadPlaythrough, match=r"^line 5: "):
        list(playthrough.replay(SKELETON, playthrough.parse(text)))
    with pytest.raises(BadPlaythrough, match=r"^line 5: "):
        playthrough.retell(SKELETON, playthrough.parse(text))


@pytest.mark.parametrize("seats", ["1000000000000", "0", "-1"])
def test_nothing_is_made_for_seats_that_the_game_does_not_have(seats: str) -> None:
    """A text from elsewhere cannot make us reserve memory for a trillion players."""
    played = playthrough.parse(changed(3, f"setup mission=duel level=full seats={seats}"))
    for run in (
        lambda: list(playthrough.replay(SKELETON, played)),
        lambda: playthrough.retell(SKELETON, played),
    ):
        with pytest.raises(BadPlaythrough, match=r"^line 3: skeleton is for 2 to 4 seats, not "):
            run()


def test_a_test_may_begin_at_any_line() -> None:
    for n, match in enumerate(playthrough.replay(SKELETON, playthrough.parse(TEXT))):
        assert match.state.answered == n


def test_retold_it_is_the_same() -> None:
    assert playthrough.retell(SKELETON, playthrough.parse(TEXT)) == TEXT


def test_without_offers_it_is_shorter_and_replays() -> None:
    match = LocalMatch(SKELETON, SETUP, 8, [random_player] * 3)
    recorder = Recorder(match, show_offers=False)
    while not isinstance(match.request, Over):
        recorder.step()
    assert "answers" not in recorder.text()
    *_, last = playthrough.replay(SKELETON, playthrough.parse(recorder.text()))
    assert last.request == match.request
    assert recorder.text().splitlines()[-1].startswith("over: the deck has run out twice; winners")


def test_setups_that_a_system_does_not_have() -> None:
    for setup, why in (
        (Setup("moon", "full"), "skeleton has no mission 'moon'; it has duel, full-deck"),
        (Setup("duel", "hard"), "skeleton has no level 'hard'; it has full"),
        (Setup("duel", "full", 5), "skeleton is for 2 to 4 seats, not 5"),
        (
            Setup("duel", "full", 2, (("fog", "thick"),)),
            "skeleton has no option fog=thick; it has none",
        ),
    ):
        with pytest.raises(BadSetup) as caught:
            SKELETON.check_setup(setup)
        assert str(caught.value) == why


# ------------------------------------------------------------------ edited


def three_and_then_two() -> str:
    """A duel of three in which seat 2 leaves with cards in everybody's hand."""
    match = LocalMatch(SKELETON, SETUP, 8, [random_player] * 3)
    recorder = Recorder(match, show_offers=False)
    while match.state.answered < 40:
        if match.state.answered == 20:
            recorder.drop(2)
        recorder.step()
    return recorder.text()


DUEL = three_and_then_two()
FULL = playthrough.record(
    SKELETON, SKELETON.default_setup("full-deck", seats=2), 8, [random_player] * 2, most=40
)


def answer_to(text: str, request: str) -> tuple[int, Any]:
    """The line of the first answer to such a request, and what it says."""
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if re.match(rf"#\d+ {request}", line)) + 1
    return number + 1, codec.decode(bytes.fromhex(lines[number].rpartition("| ")[2]))


def refused(text: str, line: int, why: str) -> None:
    """Both ways to run it say the same of the same line."""
    for run in (playthrough.replay, playthrough.retell):
        with pytest.raises(BadPlaythrough) as caught:
            list(run(SKELETON, playthrough.parse(text)))
        assert caught.value.line == line and str(caught.value).endswith(why)


def with_answer(text: str, line: int, value: object) -> str:
    lines = text.splitlines()
    lines[line - 1] = f"  > edited | {codec.encode(value).hex()}"
    return "\n".join(lines)


def swapped(cards: list[int], a: int, b: int) -> list[int]:
    return [cards[{a: b, b: a}.get(i, i)] for i in range(len(cards))]


SHUFFLED = "these are not the cards that are shuffled"
LIES_HERE = "these are not the cards that were shuffled to lie here"
DEALT_ANEW = "these are not the hands and the cards that are dealt anew"
EDITS: list[tuple[str, str, str, Callable[[list[int]], object], str]] = [
    ("a card twice", DUEL, "shuffle", lambda cards: [cards[1], *cards[1:]], SHUFFLED),
    ("a card of no deck", DUEL, "shuffle", lambda cards: [24, *cards[1:]], SHUFFLED),
    ("a card fewer", DUEL, "shuffle", lambda cards: cards[1:], SHUFFLED),
    ("another hand", DUEL, "draw", lambda cards: [cards[1], cards[0], cards[2]], LIES_HERE),
    ("another look", DUEL, "peek", lambda cards: [(cards[0] + 1) % 24], LIES_HERE),
    ("another card shown", FULL, "show", lambda cards: [(cards[0] + 1) % 24], LIES_HERE),
    ("another card opened", DUEL, "reveal", lambda cards: [(cards[0] + 1) % 24], LIES_HERE),
    ("hands exchanged", DUEL, "redeal", lambda cards: swapped(cards, 0, 4), DEALT_ANEW),
    ("a hand out of the deck", DUEL, "redeal", lambda cards: swapped(cards, 0, 20), DEALT_ANEW),
    ("a card dealt twice", DUEL, "redeal", lambda cards: [*cards[:-1], cards[-2]], DEALT_ANEW),
    ("a card lost", DUEL, "redeal", lambda cards: cards[:-1], DEALT_ANEW),
    (
        "a truth value for a number",
        FULL,
        "pick",
        lambda cards: [bool(cards[0])],
        "numbers expected",
    ),
    ("no list", DUEL, "pick", lambda cards: cards[0], "a list expected"),
    ("a reserve out of the deck", FULL, "private", lambda cards: [0, *cards[1:]], "(KERNEL)"),
    ("a large reserve", FULL, "private", lambda cards: [*cards, 24], "(KERNEL)"),
]


@pytest.mark.parametrize(
    ("text", "request_", "edit", "why"), [e[1:] for e in EDITS], ids=[e[0] for e in EDITS]
)
def test_an_edited_answer_is_refused_where_it_stands(
    text: str, request_: str, edit: Callable[[list[int]], object], why: str
) -> None:
    """Also where the edit would show only many steps later, or never: what is dealt must be what
    was there to deal, and what is seen must be what was dealt."""
    line, cards = answer_to(text, request_)
    list(playthrough.replay(SKELETON, playthrough.parse(with_answer(text, line, cards))))
    refused(with_answer(text, line, edit(cards)), line, why)


@pytest.mark.parametrize("seat", [3, -1, 255])
def test_a_seat_that_is_not_there_does_not_leave(seat: int) -> None:
    line = DUEL.splitlines().index("  x seat 3 | 2") + 1
    text = DUEL.replace("  x seat 3 | 2", f"  x somebody | {seat}")
    refused(text, line, f"seat {seat} cannot leave here")


def test_nobody_leaves_where_the_rules_do_not_let_him_or_after_the_end() -> None:
    lines = FULL.splitlines()[:3]
    why = "everybody's reserves are lost"
    refused("\n".join([*lines, "  x seat 1 | 0", "  = 00000000"]), 4, why)
    whole = playthrough.record(SKELETON, SETUP, 8, [random_player] * 3).splitlines()
    text = "\n".join([*whole, "  x seat 1 | 0", "  = 00000000"])
    refused(text, len(whole) + 1, "seat 0 cannot leave here")
