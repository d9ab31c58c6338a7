"""The veteran of Squad: it plays every mission by the rules, to the end."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Answer
from owm_net.engine.search import Search
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.squadcards.computer.thinking import SquadThinker
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Nation

SQUAD = games.get("squadcards")


class Hasty(SquadThinker):
    """Thinks as the veteran does, for a fiftieth of its time."""

    budget = SquadThinker.budget // 50


def hasty(system: System, view: View[SquadState], chance: Chance) -> Answer:
    return Search(Hasty(), view, chance, Hasty.budget).run()[0].plan.first


@pytest.mark.rule("SQD-SET-04")
@pytest.mark.parametrize("mission", SQUAD.missions)
def test_it_plays_each_mission_to_its_end_with_the_best_nation(mission: str) -> None:
    players = [hasty, player_of(SQUAD, "regular")]
    match = LocalMatch(SQUAD, SQUAD.default_setup(mission), 4, players)
    match.play()
    assert isinstance(match.state, SquadState)
    assert {s.nation for s in match.state.squads if s.seat == 0} <= {
        Nation.GERMAN,
        Nation.JAPANESE,
    }
