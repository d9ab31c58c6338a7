"""Components, cards, and what one card is used for (sections 2.1 to 2.8 and 2.10)."""

from collections import Counter

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import CardNumber
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, ChooseSecretly
from owm_net.games.owm.actions import Attack, EndTurn, Entrench, Maneuver, Redraw
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.catalog import CORE_CARDS, DIVISION_ORDER, CoreTerrainCard, OrderCard
from owm_net.games.owm.ground import Ground
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, TERRAINS, OwmState
from owm_net.games.owm.terms import Rank
from tests.games.owm.table import (
    ATTACK_RED,
    ENTRENCH,
    EVANS,
    FIRST,
    HILL,
    MANEUVER,
    ROAD,
    SECOND,
    Table,
    colours,
    team,
)
from tests.kinds import declared


@pytest.mark.rule("OWM-CARD-01", "OWM-CCS-02")
def test_the_core_deck_is_orders_and_terrain():
    kinds = Counter(type(c) for c in CATALOG.core.values())
    assert kinds == {OrderCard: 144, CoreTerrainCard: 48}
    assert sorted(CATALOG.core) == list(range(1, CORE_CARDS + 1))
    assert all(n > CORE_CARDS for n in CATALOG.terrain if n not in CATALOG.core)


@pytest.mark.rule("OWM-CARD-03", "OWM-STD-02")
def test_every_card_leaves_the_hand_with_its_one_use():
    t = Table(team(0, "C1", EVANS, 203), team(1, "C4", 303), hands=[[ENTRENCH, MANEUVER], []])
    t.begin()
    t.do(Redraw((ENTRENCH,)))
    assert t.rule_against(Entrench(ENTRENCH)) == "OWM-STD-02"


@pytest.mark.rule("OWM-CARD-06", "OWM-CCS-03")
@pytest.mark.parametrize("icon", ["jam", "wound", "random_effect"])
def test_an_icon_on_a_targeting_flip_does_nothing(icon):
    t = Table(team(0, "C1", EVANS, 203), team(1, "C4", 303, 306), hands=[[ATTACK_RED], []])
    t.begin()
    t.stack(f"R1+{icon}", f"R1+{'wound' if icon == 'random_effect' else icon}", "G4", "B4", "R4")
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert not t.g.soldiers[EVANS].jammed
    assert t.status(303) == "ready"  # 4 of Resolve 5
    assert t.kind == "action"


@pytest.mark.rule("OWM-SOLD-03", "OWM-SOLD-02")
def test_leaders_are_all_above_private():
    ranks = {rank: rank is not Rank.PRIVATE for rank in Rank}
    for card in CATALOG.soldiers.values():
        assert card.is_leader is ranks[card.rank]
    assert {c.rank for c in CATALOG.soldiers.values()} == set(Rank)


@pytest.mark.rule("OWM-SOLD-07")
def test_only_machine_guns_and_scopes_have_a_second_grid():
    for weapon in CATALOG.weapons.values():
        second = weapon.type.value in ("lmg", "hmg", "sniper")
        assert bool(weapon.alt_grid) is second
        if second:
            assert weapon.colours(1, True) != weapon.colours(1, False)


@pytest.mark.rule("OWM-SOLD-04", "OWM-EX-08")
def test_the_highest_rank_is_in_command():
    t = Table(team(0, "C1", 201, 213, EVANS), team(1, "C4", 303))
    assert t.g.commanders(FIRST) == [213]
    t = Table(team(0, "C1", EVANS, 202, 203), team(1, "C4", 303))
    assert t.g.commanders(FIRST) == [202, 203]
    t = Table(team(0, "C1", 206, 207), team(1, "C4", 303))
    assert t.g.commanders(FIRST) == [206, 207]  # also where all are Privates


@pytest.mark.rule("OWM-LVL-02")
def test_at_level_private_no_decision_window_ever_opens():
    system = games.get("owm")
    asked: Counter[str] = Counter()
    for seed in range(4):
        match = LocalMatch(system, system.default_setup(), seed, [random_player] * 2)
        assert isinstance(match.state, OwmState)
        assert match.state.level == "private"
        while type(match.request).__name__ != "Over":
            if isinstance(match.request, Choose | ChooseSecretly):
                asked[match.request.kind] += 1
            match.step()
    assert not {"react", "decision"} & set(asked)
    assert set(asked) <= {kind.word for kind in declared("owm") if Pass not in kind.answers}


@pytest.mark.rule("OWM-TERR-12", "OWM-TERR-07", "OWM-TERR-06", "OWM-TERR-05")
def test_the_icons_of_terrain_are_read_from_its_card():
    ground = Ground(2, 2, tuple(map(CardNumber, (ROAD, HILL, 33, 0))))
    road, hill, lake, open_ = (TERRAINS.at(ground, c) for c in ground.cells)
    assert (road.fast_move, road.no_stealth, road.defense) == (True, True, 1)
    assert (hill.attack, hill.blocks_los) == (3, True)
    assert (lake.no_movement, lake.blocks_los) == (True, False)
    assert open_.title == "Field"


@pytest.mark.rule("OWM-MISS-03", "OWM-MISS-04", "OWM-MISS-06", "OWM-MISS-07", "OWM-VIS-01")
def test_what_the_mission_card_says():
    mission = CATALOG.missions["king-of-the-hill"]
    assert (mission.squad_points, mission.max_fireteams, mission.deck_timer) == (75, 4, 3)
    assert [(o.cell, o.points) for o in mission.objectives] == [("C4", 20)]
    assert mission.visibility.kind == "sun"
    assert mission.top_of_round


@pytest.mark.rule("OWM-COMP-04", "OWM-MX-01")
def test_the_state_always_names_its_one_mission():
    t = Table(team(0, "C1", EVANS, 203), team(1, "C4", 303))
    assert t.g.card.key == t.g.mission == "king-of-the-hill"
    assert t.g.card.notes


@pytest.mark.rule("OWM-EFF-05", "OWM-STLTH-02")
def test_moving_and_passing_are_no_attack_and_an_attack_order_is():
    t = Table(
        team(0, "C1", EVANS, 203), team(1, "C4", 303), hands=[[MANEUVER, ATTACK_RED], []]
    ).begin()
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    assert t.team(2).attacked_in == 0
    t.stack("R1").do(Attack(ATTACK_RED, SECOND), CeaseFire())
    assert t.team(2).attacked_in == 3


@pytest.mark.rule("OWM-FAIR-01")
def test_every_event_of_a_random_game_can_be_read_by_all():
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(), 2, [random_player] * 2)
    told = 0
    while type(match.request).__name__ != "Over":
        match.step()
        for event in match.state.events:
            line = system.narrate(match.state, event)
            assert line, event
            told += 1
    assert told > 100


@pytest.mark.rule("OWM-CCS-05", "OWM-CCS-03")
def test_one_card_for_one_die():
    t = Table(team(0, "C1", 201, 203), team(1, "C2", 303, 306), hands=[[ATTACK_RED], []]).begin()
    t.stack("R1", "R1", "G1", "G1", "B1", "R1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(SoldierId(201)))  # a Thompson at range 1: GGB
    assert colours(events) == [
        "red",
        "red",
        "green",
        "green",
        "blue",
        "red",
    ]
    assert t.taken == 6


@pytest.mark.rule("OWM-COMP-01")
def test_ids_of_soldiers_are_their_division_and_their_number():
    for soldier, division in CATALOG.division_of.items():
        assert DIVISION_ORDER.index(division.key) + 1 == soldier // 100
        assert CATALOG.soldiers[soldier].number == soldier % 100
    assert len(CATALOG.division_of) == 136


@pytest.mark.rule("OWM-FAIR-01", "OWM-STD-02")
def test_a_card_that_is_opened_is_judged_by_all():
    """The owner's own check refuses it at once; a forged answer is refused when it is opened."""
    t = Table(team(0, "C1", EVANS, 203), team(1, "C4", 303), at="debrief", hands=[[], []])
    t.stack(190, *range(2, 9)).begin()  # the fog's card, then the hand
    entrench = next(Played(c) for c in t.g.hands[0] if t.view(0).card(c) == 2)
    assert t.rule_against(Attack(entrench, SECOND)) == "OWM-CARD-02"
    answer = Attack(entrench, SECOND)
    agenda.advance(t.g, answer)  # without the owner's knowledge it looks like any card
    with pytest.raises(IllegalAnswer) as refused:
        agenda.advance(t.g, t.dealer.answer(t.request))
    assert refused.value.rule == "OWM-CARD-02"


@pytest.mark.rule("OWM-ROUND-07", "OWM-PASS-01")
def test_a_turn_can_always_end():
    t = Table(team(0, "C1", EVANS, 203), team(1, "C4", 303)).begin()
    assert t.options() == [EndTurn()]
