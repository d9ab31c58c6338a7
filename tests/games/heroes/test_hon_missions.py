"""What each scenario of G-11 asks for: armies, zones, events, exits, points and the end."""

from __future__ import annotations

import pytest

from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose, Over
from owm_net.engine.system import Setup
from owm_net.games.heroes.concealing import scout
from owm_net.games.heroes.exits import leave
from owm_net.games.heroes.ground import Change
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, ElementKey, ScenarioKey, UnitId
from owm_net.games.heroes.reserves import Arrive
from owm_net.games.heroes.set_up import InitiativeRolled, outside
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.supply import Supply
from owm_net.games.heroes.terms import Directive, UnitType
from owm_net.games.heroes.victory import check, scores, take_control
from tests.games.heroes.table import at
from tests.games.heroes.test_hon_match import match
from tests.seats import ANN, BEN

ARMOUR, STREAM, ROAD, STRONGPOINT = map(
    ScenarioKey, ("armour-in-the-lane", "stream-crossing", "road-east", "strongpoint")
)


def begins(mission: ScenarioKey, seed: int = 1) -> LocalMatch:
    return match(seed, Setup(mission, "standard", 2))


def state(played: LocalMatch) -> HeroesState:
    g = played.state
    assert isinstance(g, HeroesState)
    return g


def deployed(mission: ScenarioKey) -> HeroesState:
    """The match once all have deployed, and nobody is anywhere near what is fought for."""
    played = begins(mission)
    while not state(played).round:
        played.step()
    g = state(played)
    for number, u in enumerate(g.units):
        if u.there:
            g.change(UnitId(number), at=at(0, number) if number < 8 else at(1, number - 8))
    return g


def first(g: HeroesState, key: str) -> UnitId:
    return next(UnitId(n) for n, u in enumerate(g.units) if u.key == key)


def stands(g: HeroesState, key: str, x: int, y: int) -> None:
    """A unit goes there, and the objectives are looked at."""
    g.change(first(g, key), at=at(x, y))
    take_control(g)


def winners(g: HeroesState, round: int) -> tuple[int, ...] | None:
    """Return who wins at the check of a round; None while the match goes on."""
    g.round = round
    verdict = check(g)
    return None if verdict is None else tuple(map(int, verdict.winners))


# -- how they begin ------------------------------------------------------------------------


SIZES = {ARMOUR: (13, 13), STREAM: (8, 9), ROAD: (9, 10), STRONGPOINT: (8, 9)}
"""G-11: units of each side."""
ORDERS = {ARMOUR: (6, 6), STREAM: (4, 4), ROAD: (4, 5), STRONGPOINT: (5, 4)}
"""By the stars of G-21 on what is deployed."""


@pytest.mark.rule("HON-ARMY-15", "HON-SET-01", "HON-ORD-03")
@pytest.mark.parametrize("mission", SIZES)
def test_armies_and_orders_are_those_of_the_scenario(mission: ScenarioKey) -> None:
    g = state(played := begins(mission))
    while not g.round:
        played.step()
    own = [[u for u in g.units if u.seat == seat and not u.blind and not u.bomb] for seat in (0, 1)]
    assert tuple(map(len, own)) == SIZES[mission]
    assert tuple(g.due) == ORDERS[mission] and g.deck_size == 40
    for number, u in enumerate(g.units):
        if u.there and not u.blind:  # HON-AB-70: Scouts a little outside
            assert outside(g, u.seat, u.at) <= scout(g, UnitId(number)), u


@pytest.mark.rule("HON-SET-02", "HON-SET-03")
@pytest.mark.parametrize("mission", SIZES)
def test_the_us_begin_but_in_the_lane_where_a_die_decides(mission: ScenarioKey) -> None:
    g = state(played := begins(mission))
    told: list[agenda.Event] = []
    while not (isinstance(played.request, Choose) and played.request.kind == "deploy"):
        played.step()
        told += g.events
    rolled = [e for e in told if isinstance(e, InitiativeRolled)]
    assert bool(rolled) == (mission == ARMOUR)
    assert played.request.seat == g.initiative and (rolled or g.initiative == BEN)


# -- Armour in the Lane --------------------------------------------------------------------


@pytest.mark.rule("HON-VIC-02", "HON-VIC-03", "HON-VIC-10")
def test_in_the_lane_three_places_count_for_both_and_points_end_it() -> None:
    """S3."""
    g = deployed(ARMOUR)
    stands(g, "de_grenadier", 7, 8)
    stands(g, "de_feldwebel", 4, 7)
    stands(g, "us_rifle", 11, 7)
    assert g.holders == ["german", "german", "us"] and scores(g, last=False) == (6, 2)
    g.gained = [18, 21]
    assert winners(g, 2) is None and winners(g, 3) == (ANN,)
    g.gained = [17, 21]
    assert winners(g, 5) is None
    g.gained = [18, 22]  # both have 24
    assert winners(g, 5) is None and winners(g, 6) in ((), (ANN,), (BEN,))


# -- Stream Crossing -----------------------------------------------------------------------


@pytest.mark.rule("HON-VIC-01", "HON-VIC-10")
def test_across_the_stream_the_chapel_and_nine_points_win() -> None:
    """S4: the chapel counts at every check for the attacker, and at the last for the defender; the
    bridge at the last for both."""
    g = deployed(STREAM)
    stands(g, "us_rifle", 18, 2)
    stands(g, "us_lieutenant", 10, 4)
    assert scores(g, last=False) == (0, 4) and scores(g, last=True) == (0, 6)
    g.gained = [0, 5]
    assert winners(g, 3) is None and winners(g, 4) == (BEN,)
    g.gained = [0, 4]
    assert winners(g, 4) is None
    g.gained, g.holders = [0, 9], ["german", "us"]
    assert scores(g, last=False) == (0, 9) and scores(g, last=True) == (4, 11)
    assert winners(g, 7) is None  # points alone are not enough
    g.gained, g.holders = [12, 0], ["german", "german"]
    assert winners(g, 7) is None and winners(g, 8) == (ANN,)


@pytest.mark.rule("HON-RND-06", "HON-DECK-04")
def test_across_the_stream_a_gun_carrier_comes_in_round_four_or_later() -> None:
    """S4. Each side says before how many command cards it takes."""
    g = state(played := begins(STREAM))
    asked: list[int] = []
    commands = 0
    while len(asked) < 2:
        request = played.request
        assert not isinstance(request, Over)
        commands += isinstance(request, Choose) and request.kind == "command_cards"
        if isinstance(request, Choose) and request.kind == "arrive":
            found = list(agenda.options(played.view(request.seat)))
            spaces = {a.space for a in found if isinstance(a, Arrive)}
            assert request.seat == BEN and {x for x, _ in spaces} == {1}  # it faces east
            asked.append(g.round)
            played.give(Pass())
        else:
            played.step()
    assert asked == [4, 5] and commands == 2
    assert not g.units[first(g, "us_m16")].in_play


@pytest.mark.rule("HON-RND-06", "HON-SUP-01")
def test_across_the_stream_each_german_unit_loses_a_marker_in_round_five() -> None:
    """S4."""
    for round, markers in ((4, 2), (5, 1)):
        g = deployed(STREAM)
        g.round = round
        for key in ("de_grenadier", "us_rifle"):
            g.change(first(g, key), suppressed=2)
        Supply().events(g)
        assert g.units[first(g, "de_grenadier")].suppressed == markers
        assert g.units[first(g, "us_rifle")].suppressed == 2


@pytest.mark.rule("HON-BON-01", "HON-BON-03")
def test_across_the_stream_one_place_has_a_bonus_tactic() -> None:
    """S4."""
    assert deployed(STREAM).bonus == [at(21, 4)]


# -- The Road East -------------------------------------------------------------------------


@pytest.mark.rule("HON-EXIT-01", "HON-VIC-01")
def test_on_the_road_nine_points_by_the_exit_win_and_nothing_else_does() -> None:
    """S7: a vehicle that leaves is worth two, an officer two, other infantry one."""
    g = deployed(ROAD)
    assert g.battle.exits == ("us", (at(23, 3), at(23, 4)))
    tank = next(n for n, u in enumerate(g.units) if u.seat == BEN and u.kind is UnitType.HEAVY)
    for key in ("us_captain", "us_rifle"):
        g.change(first(g, key), at=OFF_MAP, aboard=UnitId(tank))
    leave(g, UnitId(tank))
    assert g.exited == [0, 5]
    g.change(first(g, "us_lieutenant"), at=at(23, 3), aboard=NO_UNIT)
    leave(g, first(g, "us_lieutenant"))
    assert g.exited == [0, 7] and not any(f.losses for f in g.formations)
    g.exited, g.gained = [0, 8], [0, 20]
    assert winners(g, 6) is None and winners(g, 7) == (ANN,)
    g.exited, g.gained = [0, 9], [20, 0]
    assert winners(g, 2) is None and winners(g, 3) == (BEN,)


@pytest.mark.rule("HON-SET-03", "HON-AB-04", "HON-TRT-13")
def test_on_the_road_the_germans_lie_in_ambush_with_two_ruses() -> None:
    """S7: six counters of which nobody knows who is under them, and nobody open near the road."""
    for seed in range(4):
        g = state(played := begins(ROAD, seed))
        while not g.round:
            played.step()
        hidden = [u for u in g.units if u.seat == ANN and u.there and u.concealed]
        assert hidden and len(g.blinds) == 4 + 2
        for u in g.units:
            if u.seat == ANN and u.there and not u.concealed:
                assert u.at[1] not in range(1, 7), u


# -- Strongpoint ---------------------------------------------------------------------------


@pytest.mark.rule("HON-VIC-01", "HON-ORO-06")
def test_the_strongpoint_falls_by_a_hand_on_it_or_as_a_ruin() -> None:
    """S8."""
    g = deployed(STRONGPOINT)
    assert g.directives == [
        [],
        [Directive("charge"), Directive("double_time"), Directive("fire_at_will")],
    ]
    bunker = (at(10, 3), at(11, 3), at(10, 4), at(11, 4))
    assert g.battle.objectives[0].spaces == bunker
    g.gained = [0, 30]
    assert winners(g, 6) is None and winners(g, 7) == (ANN,)
    stands(g, "us_engineer", 11, 4)
    assert winners(g, 1) is None and winners(g, 2) == (BEN,)
    stands(g, "de_grenadier", 10, 3)
    assert winners(g, 2) == (BEN,)  # control stays until the other side is alone there
    g.change(first(g, "us_engineer"), at=at(9, 0))
    take_control(g)
    assert winners(g, 2) is None
    g.changes = (Change(element=ElementKey("ruins"), spaces=bunker, gone=0),)
    assert winners(g, 2) == (BEN,)
