"""The veteran of Squad: it plays every mission by the rules, to the end."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine.local import LocalMatch, player_of
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Nation
from tests.games.every import THOROUGH

SQUAD = games.get("squadcards")


@pytest.mark.rule("SQD-SET-04")
@pytest.mark.parametrize("mission", SQUAD.missions if THOROUGH else SQUAD.missions[:1])
def test_it_plays_each_mission_to_its_end_with_the_best_nation(mission: str) -> None:
    players = [player_of(SQUAD, "veteran"), player_of(SQUAD, "regular")]
    match = LocalMatch(SQUAD, SQUAD.default_setup(mission), 4, players)
    match.play()
    assert isinstance(match.state, SquadState)
    assert {s.nation for s in match.state.squads if s.seat == 0} <= {
        Nation.GERMAN,
        Nation.JAPANESE,
    }
