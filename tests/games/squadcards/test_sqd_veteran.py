"""The veteran of Squad: it plays every mission by the rules, to the end."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine import search
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Answer
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.squadcards.computer.deciding import decide
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Nation
from tests.games.every import THOROUGH

SQUAD = games.get("squadcards")


@pytest.mark.rule("SQD-SET-04")
@pytest.mark.parametrize("mission", SQUAD.missions if THOROUGH else SQUAD.missions[:1])
def test_it_plays_each_mission_to_its_end_with_the_best_nation(
    mission: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One world is enough for it here to leave regular's answer: then it often does."""
    monkeypatch.setattr(search, "LEAST_WORLDS", 1)
    others = 0

    def veteran(system: System, view: View[SquadState], chance: Chance) -> Answer:
        nonlocal others
        answer = system.computer(view, chance, "veteran")
        others += answer != decide(view, chance)
        return answer

    match = LocalMatch(
        SQUAD, SQUAD.default_setup(mission), 4, [veteran, player_of(SQUAD, "regular")]
    )
    match.play()
    assert others > 5
    assert isinstance(match.state, SquadState)
    assert {s.nation for s in match.state.squads if s.seat == 0} <= {
        Nation.GERMAN,
        Nation.JAPANESE,
    }
