"""Playthroughs as text: what a reader is told when one cannot be read."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine import playthrough
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
        assert match.state.steps == n


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
        (Setup("duel", "full", 2, (("fog", "thick"),)), "skeleton has no option fog=thick"),
    ):
        with pytest.raises(BadSetup) as caught:
            SKELETON.check_setup(setup)
        assert str(caught.value) == why
