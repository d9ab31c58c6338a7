"""Of any size, and of anybody's Teams: what a stranger sends is refused at once, and by a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from owm_net.engine import agenda
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose
from owm_net.engine.system import Setup
from owm_net.games.hailfire.artillery import Aim, Barrages
from owm_net.games.hailfire.assault import MoveOff, Shift, Spray, Strike
from owm_net.games.hailfire.blinds import Hide, LayBlinds
from owm_net.games.hailfire.ids import NO_UNIT, Spot, UnitId
from owm_net.games.hailfire.leading import Ability, Lead
from owm_net.games.hailfire.moving import Halt
from owm_net.games.hailfire.orders import CallBarrage, ChargeAt, FireAt, Go, Leg, March, TurnTo
from owm_net.games.hailfire.set_up import SetUpUnit
from owm_net.games.hailfire.shooting import Allot
from owm_net.games.hailfire.state import Barrage, Team
from owm_net.games.hailfire.turn import Activate, Unveil
from tests.games.hailfire.table import (
    ANN,
    BEN,
    HAIL,
    Fight,
    T,
    area,
    assault,
    lay,
    path,
    scenario,
    team,
    turn,
    unit,
    who,
)
from tests.games.hailfire.test_hail_blinds import GUN, TANK, ambush, begun, place

HUGE = 10**400
NOBODY: tuple[Any, ...] = (T(99), T(-1), T(HUGE), T(-HUGE), "0", None, True, (0,))
"""What is no Team, or no number of one at all."""


class Long(tuple[Any, ...]):
    """Many things, none of which may be looked at: their number alone is too much."""

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        raise AssertionError("it is walked through before it is counted")

    def __contains__(self, thing: object) -> bool:
        raise AssertionError("it is searched before it is counted")


MANY = 100_000
NO_PATHS: tuple[Any, ...] = (
    Long(path((1000, 1100)) * MANY),
    path((1000, 1100)) * 17,
    path((HUGE, 1100)),
    path((1000, -HUGE)),
    path((-1, 1100)),
    path((1000, 3601)),
    ((1000,),),
    ((1000, 1100, 0),),
    ((True, 1100),),
    ((1000.0, 1100),),
    ("1000", "1100"),
    (1000, 1100),
    [(1000, 1100)],
    "ab",
    None,
)
NO_SPOTS: tuple[Any, ...] = ((HUGE, 0), (0, -1), (1,), (1, 2, 3), (True, 1), "ab", None, 7, [1, 2])


def rifle(y: int, x: int = 1000, **different: Any) -> Team:
    return team("us_rifle", x, y, **different)


def foe(y: int, x: int = 1000, **different: Any) -> Team:
    return team("ger_rifle", x, y, **different)


def ordered() -> Fight:
    """Two Teams of a Unit are activated, a third one is not; an enemy is in sight."""
    leader = team("us_cmd", 1200, 1000)
    return lay([unit(leader, rifle(1000)), unit(rifle(1000, 1500))], [unit(foe(1800))])


@pytest.mark.rule("HAIL-MOVE-08")
def test_no_path_of_a_stranger_is_walked() -> None:
    fight = ordered()
    for no_path in NO_PATHS:
        fight.refused(Go(T(1), no_path, apart=False), "HAIL-MOVE-08")
        fight.refused(March((Leg(T(1), no_path),), apart=False), "HAIL-MOVE-08")


@pytest.mark.rule("HAIL-MOVE-08")
def test_a_path_of_as_many_legs_as_there_may_be_is_judged() -> None:
    steps = [(1000, 1100 + 50 * (n % 2)) for n in range(16)]
    assert ordered().allowed(Go(T(1), path(*steps), apart=False))


@pytest.mark.rule("HAIL-PGEO-06")
def test_no_vehicle_turns_to_what_is_no_place() -> None:
    tank = lay([unit(team("us_m4", 1000, 1000))], [unit(foe(1800))])
    for spot in NO_SPOTS:
        tank.refused(TurnTo(T(0), spot), "HAIL-PGEO-06")


@pytest.mark.rule("HAIL-ACT-01")
def test_orders_are_given_to_teams_that_are_activated() -> None:
    fight = ordered()
    ahead = path((1000, 1100))
    for stranger in NOBODY:
        fight.refused(Go(stranger, ahead, apart=False), "HAIL-ACT-01")
        march = March((Leg(stranger, ahead),), apart=False)
        fight.refused(march, "HAIL-ACT-01")
        fight.refused(TurnTo(stranger, ahead[0]), "HAIL-ACT-01")
        fight.refused(ChargeAt(stranger, T(3)), "HAIL-ACT-01")
        fight.refused(CallBarrage(stranger), "HAIL-ACT-01")
        fight.refused(FireAt(T(3), (stranger,), ()), "HAIL-ACT-01")
        fight.refused(FireAt(stranger, who(1), ()), "HAIL-FIRE-01")
        fight.refused(ChargeAt(T(1), stranger), "HAIL-ASLT-01")


@pytest.mark.rule("HAIL-ACT-01", "HAIL-FIRE-01", "HAIL-ASLT-01")
def test_nobody_orders_the_teams_of_another_unit_or_side() -> None:
    fight = ordered()
    for other in (T(2), T(3)):
        fight.refused(Go(other, path((1000, 1100)), apart=False), "HAIL-ACT-01")
        fight.refused(FireAt(T(3), (T(1), other), ()), "HAIL-ACT-01")
    fight.refused(FireAt(T(2), who(1), ()), "HAIL-FIRE-01")
    fight.refused(ChargeAt(T(1), T(2)), "HAIL-ASLT-01")


@pytest.mark.rule("HAIL-ACT-03", "HAIL-FIRE-02")
def test_an_order_is_counted_before_it_is_read() -> None:
    fight = ordered()
    fight.refused(FireAt(T(3), Long(who(1) * MANY), ()), "HAIL-ACT-03")
    fight.refused(FireAt(T(3), who(1), Long(who(1) * MANY)), "HAIL-FIRE-02")
    fight.refused(March(Long((T(1),) * MANY), apart=False), "HAIL-ACT-03")
    tank = lay([unit(team("us_m4", 1000, 1000), team("us_m4", 1300, 1000))], [unit(foe(1800))])
    tank.refused(FireAt(T(2), who(0, 1), who(0, 0)), "HAIL-FIRE-02")


@pytest.mark.rule("HAIL-MOVE-08", "HAIL-TERR-01")
def test_no_waypoint_lies_in_what_stops_it() -> None:
    """Nor does one hide behind another that is free."""
    where = scenario(area("river", 900, 1200, 1100, 1400))
    fight = lay([unit(rifle(1000))], [unit(foe(3000))], where=where)
    fight.refused(Go(T(0), path((1000, 1300)), apart=False), "HAIL-MOVE-08", "waypoint 1")
    fight.refused(Go(T(0), path((800, 1100), (1000, 1300)), apart=False), "HAIL-MOVE-08")
    fight.refused(Go(T(0), path((1000, 1600)), apart=False), "HAIL-TERR-01")


@pytest.mark.rule("HAIL-ACT-01")
def test_activated_are_teams_of_ones_own() -> None:
    fight = lay([unit(rifle(1000))], [unit(foe(1800))], frames=turn(), dice=[(1, 2)])
    fight.until("activate")
    for stranger in NOBODY:
        fight.refused(Activate((stranger,), hero=False), "HAIL-ACT-01")
        fight.refused(Activate((T(0), stranger), hero=False), "HAIL-ACT-01")
    fight.refused(Activate(Long(who(0) * MANY), hero=False), "HAIL-ACT-01")
    fight.refused(Activate(who(1), hero=False), "HAIL-ACT-01")


@pytest.mark.rule("HAIL-MOVE-08")
def test_nobody_stops_where_it_cannot_come() -> None:
    fight = lay([unit(rifle(1000))], [unit(foe(3000))]).rolls((1, 2))
    fight.say(Go(T(0), path((1000, 1300)), apart=False)).until("halt")
    strange: tuple[Any, ...] = (-1, HUGE, -HUGE, "1", None, 1.0)
    for walked in strange:
        fight.refused(Halt(T(0), walked), "HAIL-MOVE-08")
    for other in NOBODY:
        fight.refused(Halt(other, 100), "HAIL-MOVE-08")


@pytest.mark.rule("HAIL-ART-03")
def test_no_barrage_is_aimed_at_what_is_no_place() -> None:
    mortars = unit(team("us_fo", 1000, 1000), team("us_mortar81", 1000, 1200))
    call = Barrage(unit=UnitId(0), observer=T(0))
    fight = lay([mortars], [unit(foe(3000))], frames=[Barrages(ANN, [call])]).until("aim")
    for spot in NO_SPOTS:
        fight.refused(Aim(spot), "HAIL-ART-03")


@pytest.mark.rule("HAIL-ASLT-03", "HAIL-ASLT-05", "HAIL-PASL-05")
def test_in_contact_only_who_is_there_acts() -> None:
    mine, theirs = unit(rifle(1000)), unit(foe(1500), foe(1500, 2000))
    fight = lay([mine], [theirs], frames=assault((0, 1))).until("fight")
    for other in (*NOBODY, T(0), T(2)):
        fight.refused(Strike(other, T(0), supported=False), "HAIL-ASLT-03")
        fight.refused(MoveOff(other, path((1000, 1900))), "HAIL-ASLT-03")
        fight.refused(Spray(other, T(0)), "HAIL-ASLT-03")
    for other in (*NOBODY, T(2)):
        fight.refused(Strike(T(1), other, supported=False), "HAIL-ASLT-05")
    for no_path in NO_PATHS:
        rule = "HAIL-MOVE-08" if no_path else "HAIL-PASL-05"
        fight.refused(MoveOff(T(1), no_path), rule)


@pytest.mark.rule("HAIL-ASLT-08")
def test_nobody_shifts_who_has_lost_no_enemy() -> None:
    mine, theirs = unit(rifle(1000), rifle(1000, 3000)), unit(foe(1500), foe(3000))
    fight = lay([mine], [theirs], frames=assault((0, 2))).until("fight", ANN)
    fight.rolls((6,)).say(Strike(T(0), T(2), supported=False))
    assert (fight.kind, fight.seat) == ("shift", ANN)
    for spot in NO_SPOTS:
        fight.refused(Shift(T(0), spot), "HAIL-ASLT-08")
    for other in (*NOBODY, T(1), T(2), T(3)):
        fight.refused(Shift(other, Spot((1000, 1500))), "HAIL-ASLT-08")


@pytest.mark.rule("HAIL-LEAD-02", "HAIL-ALLOC-04")
def test_leaders_and_hits_know_nobody_else() -> None:
    ours = unit(team("us_cmd", 1000, 1000), rifle(1110), rifle(1110, 1200))
    fight = lay([ours], [unit(foe(1800))])
    fight.say(FireAt(T(3), who(1, 2), ()), Pass()).until("lead")
    for other in (*NOBODY, T(0), T(3)):
        fight.refused(Lead(Ability.DIRECT, other), "HAIL-LEAD-02")
    theirs = unit(foe(1800), foe(1800, 1200), foe(1800, 800))
    hit = lay([unit(rifle(1000))], [theirs], dice=[(4, 4)]).say(FireAt(T(1), who(0), ()))
    assert hit.kind == "allot"
    for other in (*NOBODY, T(0), T(1)):
        hit.refused(Allot(other), "HAIL-ALLOC-04")


@pytest.mark.rule("HAIL-PDEP-01")
def test_no_unit_is_set_up_at_what_are_no_places() -> None:
    match = LocalMatch(HAIL, Setup("lane-junction", "standard", 2), 1, [random_player] * 2)
    while not (isinstance(match.request, Choose) and match.request.kind == "set_up"):
        match.step()
    for no_path in NO_PATHS:
        refusal = agenda.why_not(match.view(match.request.seat), SetUpUnit(no_path))
        assert refusal is not None and refusal.rule == "HAIL-PDEP-01", no_path


@pytest.mark.rule("HAIL-PDEP-03")
def test_no_strange_unit_is_hidden_and_no_blind_laid_where_none_may_be() -> None:
    fight = begun(place())
    hidden: tuple[Any, ...] = (
        Long((GUN,) * MANY),
        (GUN, GUN),
        (GUN, UnitId(2)),
        *[(stranger,) for stranger in NOBODY if not isinstance(stranger, tuple)],
        (TANK,),
    )
    for units in hidden:
        fight.refused(Hide(units), "HAIL-PDEP-03")
    fight.say(Hide((GUN,)))
    good = (3000, 3000)
    laid: tuple[Any, ...] = (
        Long(path(good) * MANY),
        path(good, (1000, 3000), (2000, 3000)),
        path(good),
        path(good, good),
        *[(good, spot) for spot in NO_SPOTS],
        "ab",
        None,
        (),
    )
    for spots in laid:
        fight.refused(LayBlinds(spots), "HAIL-PDEP-03")


@pytest.mark.rule("HAIL-PDEP-03", "HAIL-TURN-07")
def test_who_says_that_a_dummy_hides_a_unit_is_named_when_it_is_opened() -> None:
    fight = ambush((3000, 300), dice=[(1, 4), (2, 4)]).say(Pass())
    dummy = fight.blind(NO_UNIT)
    with pytest.raises(IllegalAnswer, match="a dummy hides nobody") as caught:
        fight.cheats(Unveil(dummy))
    assert (caught.value.seat, caught.value.rule) == (BEN, "HAIL-PDEP-03")
