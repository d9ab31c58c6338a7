"""Looking at a match again with the cards that one alone saw: from the private file, as far as it
is there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import trio

from owm_net.client.front import Front
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.engine.requests import Draw
from owm_net.files.hands import looks_like_hand
from owm_net.files.private import PrivateFile, kept_path, private_path
from owm_net.program.failing import Fail
from owm_net.program.logs import retelling
from owm_net.program.window.looking import shown_again
from owm_net.session.in_memory import driver
from owm_net.session.private import meeting_note


@pytest.fixture
def played(table: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Path]:
    """A match, the first seat's log of it and its private file, as if it were not over."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    party = table.Party(2, "duel")
    party.run()
    log, first = tmp_path / "m.owmlog", party.matches[0]
    log.write_bytes(party.log(0))
    note = meeting_note(seat=0, name=first.own.name)
    PrivateFile.create(private_path(log)).append([note, *driver(first).notes()])
    return party, log


def test_each_card_is_seen_from_when_it_was_drawn(played: tuple[Any, Path]) -> None:
    party, log = played
    learnt, recording = retelling.own_cards(log), retelling.recording_of(log)
    match = party.matches[0]
    assert learnt.seat == 0 and learnt.by(recording.last) == match.known and match.known
    drawn = 0
    for step in range(recording.last + 1):
        view = recording.view(step, learnt)
        request = view.state.pending
        mine, theirs = ([card for card in hand if card < 0] for hand in view.state.hands[:2])
        drawn += bool(mine)
        if not isinstance(request, Draw):  # these cards are in the hand, and not yet seen
            assert all(view.card(card) is not None for card in mine), "the own hand is known"
        assert all(view.card(card) is None for card in theirs)
    assert drawn and not learnt.by(0)


def test_without_the_private_file_or_with_a_damaged_one_it_says_why(
    played: tuple[Any, Path],
) -> None:
    _, log = played
    private = private_path(log)
    data = private.read_bytes()
    private.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    with pytest.raises(Fail, match=r"your cards of this match cannot be read: .*private"):
        retelling.own_cards(log)
    private.unlink()
    with pytest.raises(Fail, match=r"no m\.owmlog\.kept is beside the log"):
        retelling.own_cards(log)


@pytest.mark.parametrize("name", ["theirs.owmlog.hand1", "m.owmlog.hand1"])
def test_a_hand_is_opened_when_the_match_is_over_and_seen_by_whoever_has_the_file(
    played: tuple[Any, Path], tmp_path: Path, name: str
) -> None:
    """It may keep the name that it was sent with; beside it are hands of other matches."""
    party, log = played
    with pytest.raises(Fail, match="the match is not over"):
        retelling.open_hand(log)
    PrivateFile.open(private_path(log))[0].keep(log)
    assert not private_path(log).exists() and retelling.own_cards(log).seat == 0
    hand = retelling.open_hand(log)
    assert hand.name == "m.owmlog.hand1"
    theirs = tmp_path / "friend" / "theirs.owmlog"
    theirs.parent.mkdir()
    theirs.write_bytes(log.read_bytes())
    assert retelling.opened_hands(theirs) == []
    theirs.with_name("z.owmlog.hand1").write_bytes(hand.read_bytes()[:-1])
    theirs.with_name(name).write_bytes(hand.read_bytes())
    (learnt,) = retelling.opened_hands(theirs)
    match = party.matches[0]
    assert (learnt.seat, learnt.known) == (0, match.known) and match.known


def test_whoever_has_deleted_what_only_he_knew_keeps_nothing(played: tuple[Any, Path]) -> None:
    _, log = played
    private = PrivateFile.open(private_path(log))[0]
    private_path(log).unlink()
    private.keep(log)
    assert not kept_path(log).exists()


def test_what_is_given_holds_keys_of_this_match_alone(played: tuple[Any, Path]) -> None:
    """Neither where the players met nor who they are; no word of the meeting note."""
    party, log = played
    PrivateFile.open(private_path(log))[0].keep(log)
    data = retelling.open_hand(log).read_bytes()
    own = party.matches[0].own
    assert b"meeting" not in data and own.name.encode() not in data
    assert own.identity.private_bytes_raw() not in data


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("name", ["m.owmlog.hand2", "b.hand2"])
def test_a_pipe_that_is_called_like_a_hand_keeps_nobody_waiting(
    played: tuple[Any, Path], name: str
) -> None:
    _, log = played
    os.mkfifo(log.with_name(name))
    assert retelling.opened_hands(log) == [] and not looks_like_hand(log.with_name(name))


@pytest.mark.parametrize("spoil", [
    lambda data: b"",
    lambda data: data[:-1],
    lambda data: data + b"\xff\xff\xff\xff",
    lambda data: data.replace(b"hand 1", b"hand 9"),
    lambda data: data[:15] + bytes([1]) + data[16:],
    lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
    lambda data: data[:16] + b"\x00\x00\x00\x01\x80",
])  # fmt: skip
def test_a_file_that_is_no_hand_of_this_match_counts_for_nothing(
    played: tuple[Any, Path], spoil: Any
) -> None:
    _, log = played
    PrivateFile.open(private_path(log))[0].keep(log)
    hand = retelling.open_hand(log)
    assert len(retelling.opened_hands(log)) == 1
    hand.write_bytes(spoil(hand.read_bytes()))
    assert retelling.opened_hands(log) == []


@pytest.mark.parametrize("is_dropped", [True, False])
async def test_a_hand_that_comes_while_the_match_is_looked_at_is_seen(
    played: tuple[Any, Path], tmp_path: Path, is_dropped: bool
) -> None:
    """Dropped on the window or put beside the log; one that does not fit is refused with the
    reason."""
    _, log = played
    PrivateFile.open(private_path(log))[0].keep(log)
    hand = retelling.open_hand(log)
    theirs = tmp_path / "friend" / "theirs.owmlog"
    theirs.parent.mkdir()
    theirs.write_bytes(log.read_bytes())
    false = tmp_path / "false"
    false.write_bytes(hand.read_bytes()[:40] + b"\x55" + hand.read_bytes()[41:])
    stage = Stage(retelling.log_of(theirs).match.system, -1, ["one", "two"], Settings(speed="off"))
    sitting, now = stage.sitting, 0.0

    async def until(what: Callable[[], object]) -> None:
        nonlocal now
        with trio.fail_after(300):
            while not what():
                await trio.sleep(0.01)
                now += 1.0
                stage.tick(now)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(shown_again(theirs), Front(stage))
        await until(lambda: sitting.replay is not None and sitting.replay.take is not None)
        replay = sitting.replay
        assert replay is not None and not replay.hands
        replay.go(5)
        stage.drop(false)
        await until(lambda: sitting.ui.refused.why)
        assert "the cards of seat 1 cannot be read" in sitting.ui.refused.why and not replay.hands
        assert len(list(theirs.parent.iterdir())) == 1
        if is_dropped:
            stage.drop(hand)
        else:
            shutil.copy(hand, theirs.with_name("b.hand1"))
        await until(lambda: replay.hands)
        assert replay.hands[0].seat == 0 and "THEIR CARDS" in replay.note.text
        assert replay.at == 5 and not sitting.exit.closing
        nursery.cancel_scope.cancel()
    kept = [path.name for path in theirs.parent.glob("*.hand1")]
    assert kept == ["theirs.owmlog.hand1" if is_dropped else "b.hand1"]
