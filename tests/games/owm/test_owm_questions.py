"""The rules' words over a question, and their forecast of an answer: no screen adds to them."""

from __future__ import annotations

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Decision, Over
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.actions import Attack, EndTurn, Maneuver
from owm_net.games.owm.set_up import AboutSquad, FormSquad
from owm_net.games.owm.state import CATALOG, OwmState
from tests.games.owm.table import (
    ATTACK_RED,
    EVANS,
    HAND,
    MANEUVER,
    ROAD,
    SECOND,
    Table,
    down,
    team,
)

SYSTEM = games.get("owm")


def state_of(match: LocalMatch) -> OwmState:
    assert isinstance(match.state, OwmState)
    return match.state


@pytest.mark.parametrize(
    ("seed", "seats", "level"),
    [(1, 2, "private"), (2, 3, "private"), (4, 4, "private"), (5, 3, "lieutenant")],
)
def test_every_question_is_told_with_its_rule_to_whom_it_is_put(
    seed: int, seats: int, level: str
) -> None:
    setup = SYSTEM.default_setup(level=level, seats=seats)
    match = LocalMatch(SYSTEM, setup, seed, [random_player] * seats)
    kinds = set()
    while not isinstance(match.request, Over):
        request = match.request
        for seat in request.deciders if isinstance(request, Decision) else ():
            view = match.view(seat)
            told = agenda.about(view)
            kinds.add(agenda.kind_of(view).word)
            assert told.what.startswith(("choose ", "form ", "nobody ", "agree ")), told
            assert not told.what.endswith(".") and "\n" not in told.what + told.why
            assert told.why and told.rule.startswith("OWM-")
            if isinstance(told, AboutFireteam):
                teams = state_of(match).fireteams
                assert teams[told.fireteam].seat == seat
                assert not told.enemy or teams[told.enemy].seat != seat
            foretold = [agenda.outlook(view, answer) for answer in agenda.options(view)[:5]]
            assert not any("\n" in text or text.endswith(".") for text in foretold)
        match.step()
    assert {"division", "squad", "start_at", "action", "shooter"} <= kinds
    assert ("split" in kinds) == (seats > 2)
    assert ("decision" in kinds) == (level == "lieutenant")


@pytest.mark.rule("OWM-SETUP-07", "OWM-MISS-04", "OWM-MISS-06")
def test_a_squad_is_asked_for_with_its_limits_and_squads_to_begin_with() -> None:
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(), 1, [random_player] * 2)
    while getattr(match.request, "kind", "") != "squad":
        match.step()
    view = match.view(0)
    told = agenda.about(view)
    assert isinstance(told, AboutSquad) and told.points == state_of(match).card.squad_points
    assert 1 <= told.fireteams <= state_of(match).card.max_fireteams
    assert told.ready and all(agenda.why_not(view, one.squad) is None for one in told.ready)


@pytest.mark.rule("OWM-SETUP-08", "OWM-MISS-04", "OWM-MISS-06")
def test_what_no_further_soldier_can_mend_is_said_first() -> None:
    """And a squad that only lacks somebody says that more of them may help."""
    match = LocalMatch(SYSTEM, SYSTEM.default_setup(), 1, [random_player] * 2)
    while getattr(match.request, "kind", "") != "squad":
        match.step()
    view = match.view(0)
    own = state_of(match).divisions[0][0]
    pool = [s for s, home in CATALOG.division_of.items() if home.key == own]
    plain = [s for s in pool if not CATALOG.soldiers[s].is_leader]
    leaders = [s for s in pool if CATALOG.soldiers[s].is_leader]
    led = agenda.why_not(view, FormSquad(((leaders[0],), (plain[0],))))
    assert led is not None and (led.rule, led.more) == ("OWM-SETUP-08", True)
    none = agenda.why_not(view, FormSquad(()))
    assert none is not None and (none.rule, none.more) == ("OWM-MISS-06", True)
    dear = agenda.why_not(view, FormSquad((tuple(leaders), tuple(plain[:7]))))
    assert dear is not None and (dear.rule, dear.more) == ("OWM-MISS-04", False)
    full = agenda.why_not(view, FormSquad((tuple(plain[:8]),)))
    assert full is not None and (full.rule, full.more) == ("OWM-SETUP-08", False)


@pytest.mark.rule("OWM-ATK-03", "OWM-FIRE-03", "OWM-MOVE-03", "OWM-TERR-07", "OWM-PASS-01")
def test_an_order_is_foretold() -> None:
    t = Table(
        team(0, "C3", EVANS, 203),
        team(1, "C5", 302, 303),
        cards={"C4": ROAD},
        hands=[list(HAND), []],
    ).begin()
    view = t.view()
    attack = agenda.outlook(view, Attack(Played(ATTACK_RED), SECOND))
    assert "best shot, " in attack and "out " in attack and "shot" in attack
    assert agenda.outlook(view, Maneuver(Played(MANEUVER), t.cell("C4"))) == "it arrives at once"
    slow = agenda.outlook(view, Maneuver(Played(MANEUVER), t.cell("B3")))
    assert slow.startswith("easier to hit until it arrives")
    assert agenda.outlook(view, EndTurn()) == "2 actions would be lost"


@pytest.mark.rule("OWM-ASLT-01")
def test_a_move_onto_an_enemy_is_foretold_as_an_assault() -> None:
    t = Table(team(0, "C3", EVANS, 203), team(1, "C4", 302, 303), hands=[list(HAND), []]).begin()
    told = agenda.outlook(t.view(), Maneuver(Played(MANEUVER), t.cell("C4")))
    assert "is there: it comes to an assault" in told


@pytest.mark.rule("OWM-ROUND-07", "OWM-STD-01")
def test_the_turn_says_whose_it_is_and_what_is_left() -> None:
    t = Table(team(0, "C3", EVANS, down(203)), team(1, "C6", 302), hands=[list(HAND), []]).begin()
    told = agenda.about(t.view())
    assert isinstance(told, AboutFireteam) and (told.fireteam, told.left) == (1, 2)
    assert "(2 actions left)" in told.what
