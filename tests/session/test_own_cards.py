"""Looking at a match again with the cards that one alone saw: from the private file, as far as it
is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from owm_net.engine.requests import Draw
from owm_net.files.private import PrivateFile, private_path
from owm_net.session.in_memory import driver
from owm_net.session.private import meeting_note
from owm_net.verbs import retelling
from owm_net.verbs.common import Fail


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
    monkeypatch.setattr(retelling, "own_identity", lambda: first.own.identity)
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
    with pytest.raises(Fail, match=r"goes when it is over, and no m\.owmlog\.private is beside"):
        retelling.own_cards(log)
