"""The veteran of OWM: whom it leads, on which side, and where they start."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.system import REGULAR, VETERAN
from owm_net.games.owm.set_up import SQUAD, FormSquad, TakeDivision
from owm_net.games.owm.state import TERRAINS, OwmState
from owm_net.games.owm.terms import Side
from tests.games.every import THOROUGH
from tests.games.owm.opening import Opening

OWM = games.get("owm")
HOUSES, BRIDGES = "not-in-my-house", "burning-bridges"
US = (201, 202, 203, 204, 205, 206)
GERMANS = (301, 302, 303, 304, 305, 306)


@pytest.mark.rule("OWM-MX-02", "OWM-SETUP-04")
def test_it_takes_the_side_for_which_the_bridges_count() -> None:
    view = Opening(mission=BRIDGES).match.view(0)
    taken = [OWM.computer(view, Chance(n), VETERAN) for n in range(9)]
    assert all(isinstance(one, TakeDivision) and one.side is Side.ALLIES for one in taken)
    assert len({one.division for one in taken if isinstance(one, TakeDivision)}) > 1


@pytest.mark.rule("OWM-MISS-05")
@pytest.mark.parametrize(
    ("mission", "cells"), [(BRIDGES, ["A5", "E5"]), (HOUSES, ["B6", "C6", "D6"])]
)
def test_it_starts_in_cover_where_the_enemy_has_to_come(mission: str, cells: list[str]) -> None:
    """In the woods and not beside the bridges; in its house and the hedgerow beside it."""
    match = LocalMatch(OWM, OWM.default_setup(mission), 1, [player_of(OWM, VETERAN)] * 2)
    g = match.state
    assert isinstance(g, OwmState)
    while g.round_no < 1:
        match.step()
    allies = [t for t in g.fireteams.values() if g.sides[t.seat] is Side.ALLIES]
    assert len(allies) == 2 and all(g.ground.cell_name(t.cell) in cells for t in allies)
    assert all(TERRAINS.at(g.ground, t.cell).defense >= 2 for t in allies)


@pytest.mark.rule("OWM-SETUP-08")
def test_its_squads_are_lawful_and_not_the_same_each_evening() -> None:
    """Where each side has a house, one Fireteam is as large as may be."""
    match = LocalMatch(OWM, OWM.default_setup(HOUSES), 1, [player_of(OWM, VETERAN)] * 2)
    while not agenda.asks(match.state, SQUAD):
        match.step()
    view = match.view(0)
    squads = [OWM.computer(view, Chance(n), VETERAN) for n in range(9)]
    assert len(set(squads)) > 1
    for squad in squads:
        assert isinstance(squad, FormSquad) and agenda.why_not(view, squad) is None
        assert len(squad.fireteams[0]) == 8 > len(squad.fireteams[1])


@pytest.mark.parametrize("mission", OWM.missions if THOROUGH else OWM.missions[1:3])
def test_it_plays_each_mission_to_its_end(mission: str) -> None:
    players = [player_of(OWM, VETERAN), player_of(OWM, REGULAR)]
    match = LocalMatch(OWM, OWM.default_setup(mission), 4, players)
    assert len(match.play().scores) == 2
