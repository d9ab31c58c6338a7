"""What an eavesdropper learns from the lengths of messages."""

from __future__ import annotations

from typing import Any

import pytest
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Choose
from owm_net.net.handshake import RECORD
from owm_net.protocol.channel import Sealer
from owm_net.protocol.entries import MAX_BODY, MAX_RECORD
from owm_net.session.match import Match

QUESTIONS = 60
"""So many decisions of a match are looked at,"""
ANSWERS = 12
"""and so many answers, by chance, to each."""


class Enough(Exception):
    """All questions were looked at."""


@pytest.mark.parametrize("game", ["owm", "squadcards", "nco", "hailfire", "heroes"])
def test_the_length_of_an_answer_does_not_tell_which_it_is(game: str, table: Any) -> None:
    """An order, a pass, a card that is played with the shares to open it: all are as long."""
    system, chance = games.get(game), Chance(1)
    party = table.Party(2, system.default_setup().mission, system=system)
    act, questions = party.act, list[dict[str, set[int]]]()

    def lengths(match: Match) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {}
        for _ in range(ANSWERS):
            answer = agenda.sample(match.view(), chance)
            assert match._progress.step.say is not None
            body = match._progress.step.say(answer)
            found.setdefault(type(answer).__name__, set()).add(len(body))
        return found

    def watched(i: int) -> None:
        match = party.matches[i]
        asked = match.state.pending
        if isinstance(asked, Choose) and asked.seat == i and match._progress.step.say is not None:
            questions.append(lengths(match))
            if len(questions) == QUESTIONS:
                raise Enough
        act(i)

    party.act = watched
    with pytest.raises(Enough):
        party.run()
    assert max(map(len, questions)) > 1, "no question had answers of two kinds"
    assert any(len(set.union(*found.values())) > 1 for found in questions)
    for found in questions:
        on_the_wire = {length for bodies in found.values() for length in map(heard, bodies)}
        assert len(on_the_wire) == 1, found


def heard(body: int) -> int:
    """How long the record is of an entry whose body is so long."""
    message = RECORD + bytes(MAX_RECORD - MAX_BODY + body)
    return len(Sealer(ChaCha20Poly1305(bytes(32))).seal(message))
