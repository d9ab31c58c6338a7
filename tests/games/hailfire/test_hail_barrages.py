"""Barrages: HAIL-ART, HAIL-PART, HAIL-PORG-05."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.hailfire.artillery import (
    Aim,
    BarrageFell,
    CallLost,
    Effect,
    RangedIn,
    RangesAgain,
)
from owm_net.games.hailfire.damage import ArmourRolled, UnitGone
from owm_net.games.hailfire.ids import OFF_TABLE, TeamId, UnitId
from owm_net.games.hailfire.orders import CallBarrage, FireAt, Go
from owm_net.games.hailfire.orders.barrage import Called
from owm_net.games.hailfire.state import Barrage, Team
from owm_net.games.hailfire.terms import HIGH, WIDE
from owm_net.games.hailfire.turn import Activate
from tests.games.hailfire.table import (
    BEN,
    Fight,
    T,
    activated,
    area,
    lay,
    path,
    scenario,
    team,
    turn,
    unit,
    who,
)

FO = team("us_fo", 1000, 300)
FAR = unit(team("ger_rifle", 4700, 3500))


def battery(*others: Team, **more: Any) -> Any:
    """An observer with howitzers off the table, MEDIUM unless said otherwise."""
    return unit(FO, *others, **{"battery": "us_105", "missions": 4, **more})


def called(
    ours: Any, foes: Sequence[Team], *dice: tuple[int, ...], observer: int = 0, **more: Any
) -> Fight:
    """Step 1 of a turn of Ann's, before which her Unit 0 has called a barrage."""
    barrage = Barrage(unit=UnitId(0), observer=TeamId(observer))
    also = more.pop("also", [unit(team("us_rifle", 4700, 100))])
    fight = lay(
        [ours, *also],
        [*[unit(foe) for foe in foes], FAR],
        frames=more.pop("frames", turn()),
        barrages=[barrage],
        dice=dice,
        **more,
    )
    return fight


def aim(x: int, y: int) -> Aim:
    return Aim(path((x, y))[0])


def foe(x: int, y: int, profile: str = "ger_rifle", **more: Any) -> Team:
    return team(profile, x, y, **more)


@pytest.mark.rule("HAIL-ART-01", "HAIL-ART-02")
def test_a_barrage_takes_the_first_order_point_of_the_turn() -> None:
    ours = [battery(), unit(team("us_rifle", 300, 300))]
    fight = lay(ours, [FAR], frames=turn(), dice=[(6, 5)])
    fight.say(Activate(who(0), hero=False), CallBarrage(T(0)))
    assert [b.observer for b in fight.g.barrages] == [0]
    assert "calls a barrage of" in fight.told(Called)[0].sentence(fight.g)
    assert fight.team(0).pledged and fight.g.order_points == 5
    late = lay(ours, [FAR], frames=turn(), dice=[(6, 5)])
    late.say(Activate(who(1), hero=False)).until("activate")
    late.until("activate", 0).say(Activate(who(0), hero=False))
    late.refused(CallBarrage(T(0)), "HAIL-ART-01", "first Order Point")
    rifles = lay([unit(team("us_rifle", 300, 300))], [FAR])
    rifles.refused(CallBarrage(T(0)), "HAIL-ART-02", "observer")


@pytest.mark.rule("HAIL-ART-02")
def test_who_takes_part_neither_moves_nor_fires_later_in_the_turn() -> None:
    """The observer and all mortars of the Unit, wherever they are (H-46)."""
    mortars = [team("us_mortar81", 300, 300), team("us_mortar81", 3000, 300)]
    fight = lay([unit(FO, *mortars)], [FAR], frames=turn(), dice=[(6, 5)], heroes=(3, 1))
    fight.say(Activate(who(0), hero=False), CallBarrage(T(0)))
    assert [fight.team(n).pledged for n in range(3)] == [True, True, True]
    fight.until("activate", BEN).say(Pass())
    for number in range(3):
        for hero in (True, False):
            assert not fight.allowed(Activate(who(number), hero=hero))
    assert fight.rule_against(Activate(who(1), hero=True)) == "HAIL-ART-02"
    late = lay([unit(team("us_cmd", 900, 500), FO.with_(pledged=True))], [FAR])
    late.refused(Go(T(1), path((1000, 400)), apart=False), "HAIL-ART-02")
    late.refused(FireAt(T(2), who(1), ()), "HAIL-ART-02")


@pytest.mark.rule("HAIL-ART-03")
def test_the_marker_is_put_where_the_observing_team_sees() -> None:
    hill = scenario(area("hill", 900, 800, 1100, 1000))
    fight = called(battery(), [foe(1000, 1500)], where=hill)
    assert fight.kind == "aim"
    fight.refused(aim(1000, 1500), "HAIL-ART-03", "does not see")
    fight.refused(aim(1000, 4000), "HAIL-ART-03")
    assert fight.allowed(aim(1500, 1500))


@pytest.mark.rule("HAIL-ART-03")
def test_with_the_observing_team_the_call_is_lost() -> None:
    fight = called(battery(), [], (3, 2), observer=0)
    assert fight.kind == "aim"
    dead = FO.with_(lost=True, spot=OFF_TABLE)
    gone = called(unit(dead, battery="us_105"), [], (3, 2))  # H-25
    assert [e.why for e in gone.told(CallLost)] == ["the observing Team is gone"]
    assert gone.kind == "activate" and not gone.g.barrages


@pytest.mark.rule("HAIL-ART-04", "HAIL-PART-03", "HAIL-ART-07")
def test_the_marker_deviates_by_a_ten_sided_die() -> None:
    fight = called(battery(), [foe(1350, 2106)], (7,), (2,)).say(aim(1000, 1500))
    assert [(e.die, e.spot) for e in fight.told(RangedIn)] == [(7, (1350, 2106))]
    fight.rolls((1, 2)).say(Effect(True))
    assert fight.team(2).points == 2
    exact = called(battery(), [foe(1000, 1500)], (10,)).say(aim(1000, 1500))
    assert exact.told(RangedIn)[0].spot == (1000, 1500)


@pytest.mark.rule("HAIL-PART-03", "HAIL-PART-04")
def test_off_the_table_it_has_no_effect_and_costs_ammunition() -> None:
    fight = called(battery(), [], (9,), (7,), (1, 2)).say(aim(1000, 500))
    assert [e.rule for e in fight.told(CallLost)] == ["HAIL-PART-03"]
    assert fight.g.units[0].missions == 3 and not fight.told(BarrageFell)


@pytest.mark.rule("HAIL-PART-03", "HAIL-PGEO-01")
@pytest.mark.parametrize(
    ("spot", "face", "step"),
    [
        ((100, 1500), 10, (-1, 0)),
        ((WIDE - 100, 1500), 4, (1, 0)),
        ((1000, 100), 7, (0, -1)),
        ((1000, HIGH - 100), 1, (0, 1)),
    ],
)
def test_a_marker_on_the_very_edge_of_the_table_lies_on_it(
    spot: tuple[int, int], face: int, step: tuple[int, int]
) -> None:
    """One hundredth farther it is off the table. The deviation is one inch."""
    (x, y), (dx, dy) = spot, step
    on = called(battery(), [], (1,), (face,)).say(aim(x, y))
    assert [e.spot for e in on.told(RangedIn)] == [(x + 100 * dx, y + 100 * dy)]
    off = called(battery(), [], (1,), (face,), (1, 2)).say(aim(x + dx, y + dy))
    assert [e.rule for e in off.told(CallLost)] == ["HAIL-PART-03"]


@pytest.mark.rule("HAIL-ART-05", "HAIL-PART-04", "HAIL-PART-07")
def test_seeing_where_it_lies_one_may_let_it_pass() -> None:
    fight = called(battery(), [foe(1000, 1500)], (9,), (1,), (1, 2)).say(aim(1000, 1500))
    assert fight.kind == "effect" and "marker" in fight.top.about_effect(fight.view()).why
    fight.say(Effect(False))
    assert not fight.told(BarrageFell) and fight.g.units[0].missions == 4  # ranging costs none
    assert fight.g.barrages and len(fight.told(RangesAgain)) == 1


@pytest.mark.rule("HAIL-ART-05", "HAIL-ART-02")
def test_ranging_in_again_costs_no_order_point() -> None:
    """H-76: the marker is aimed again at the start of the next turn; its Teams may act meanwhile,
    and no second barrage is called."""
    two = [*turn(), *turn()]
    fight = called(battery(), [foe(1000, 1500)], (9,), (1,), (1, 2), frames=two)
    fight.say(aim(1000, 1500), Effect(False), Activate(who(0), hero=False))
    fight.refused(CallBarrage(T(0)), "HAIL-ART-01", "already")
    fight.rolls((6, 6)).say(Go(T(0), path((1000, 350)), apart=False)).until("aim")
    assert fight.spot(0) == (1000, 350) and not fight.g.barrages
    fight.rolls((10,)).say(aim(1000, 1500)).rolls((1, 2)).say(Effect(True))
    assert fight.told(BarrageFell) and fight.g.units[0].missions == 3


@pytest.mark.rule("HAIL-ART-05")
def test_who_aims_at_nothing_gives_the_call_up() -> None:
    two = [*turn(), *turn()]
    fight = called(battery(), [foe(1000, 1500)], (9,), (1,), (1, 2), frames=two)
    fight.say(aim(1000, 1500), Effect(False)).until("aim").rolls((1, 2)).say(Pass())
    assert [e.rule for e in fight.told(CallLost)] == ["HAIL-ART-05"] and not fight.g.barrages


@pytest.mark.rule("HAIL-ART-05", "HAIL-PART-07")
def test_a_new_call_can_be_made_in_the_turn_in_which_one_falls() -> None:
    fight = called(battery(), [], (10,), (1, 2)).say(aim(1000, 1500), Effect(True))
    assert fight.g.units[0].missions == 3
    fight.say(Activate(who(0), hero=False))
    assert fight.allowed(CallBarrage(T(0)))


@pytest.mark.rule("HAIL-ART-06", "HAIL-PART-02")
@pytest.mark.parametrize(("y", "hit"), [(1700, True), (1701, False)])
def test_a_mortar_that_sees_for_itself_fires_at_once_without_deviation(y: int, hit: bool) -> None:
    """Three mortars: 350 u around the point."""
    mortars = [team("us_mortar81", 600 + 300 * n, 300) for n in range(3)]
    fight = lay([unit(*mortars)], [unit(foe(1000, y)), FAR], frames=activated(1))
    fight.say(CallBarrage(T(1)))
    assert fight.kind == "aim"
    fight.say(aim(1000, 1300))
    assert fight.kind == "rest" and not fight.asked and not fight.g.barrages
    assert fight.team(3).points == (1 if hit else 0)
    assert fight.g.units[0].missions == 4


@pytest.mark.rule("HAIL-ART-07", "HAIL-PART-01", "HAIL-PART-02", "HAIL-PART-06")
@pytest.mark.parametrize(
    ("kind", "radius", "points"), [("us_105", 400, 2), ("sov_122", 400, 2), ("sov_152", 500, 3)]
)
def test_friend_and_foe_under_it_get_points(kind: str, radius: int, points: int) -> None:
    foes = [foe(1000, 1500 + radius + 50), foe(1000, 1500 - radius - 51)]
    friend = [unit(team("us_rifle", 1000 + radius + 50, 1500))]
    fight = called(battery(battery=kind), foes, (10,), (1, 2), also=friend)
    fight.say(aim(1000, 1500), Effect(True))
    assert [fight.team(n).points for n in (1, 2, 3)] == [points, points, 0]
    assert fight.told(BarrageFell)[0].hit == (1, 2) and not fight.told(ArmourRolled)


@pytest.mark.rule("HAIL-ART-08", "HAIL-PART-01")
@pytest.mark.parametrize(
    ("kind", "vehicle", "dice"),
    [("sov_152", "us_m4", 1), ("sov_152", "brit_churchill", 0), ("us_105", "us_m3ht", 2)],
)
def test_vehicles_roll_ping_dice_less_their_flank(kind: str, vehicle: str, dice: int) -> None:
    fight = called(battery(battery=kind), [foe(1000, 1500, vehicle)], (10,))
    fight.rolls(*([(6,) * dice] if dice else []), (1, 2)).say(aim(1000, 1500), Effect(True))
    assert [len(e.faces) for e in fight.told(ArmourRolled)] == ([dice] if dice else [])
    assert fight.team(2).points == dice


@pytest.mark.rule("HAIL-ART-09")
def test_a_suppressed_observer_still_observes() -> None:
    pinned = unit(FO.with_(suppressed=True), battery="us_105")
    fight = lay([pinned], [FAR], dice=[(1,)]).say(CallBarrage(T(0)))
    assert fight.team(0).suppressed and fight.g.barrages
    ranged = called(pinned, [], (10,), (1, 2)).say(aim(1000, 1500), Effect(True))
    assert ranged.told(BarrageFell)


@pytest.mark.rule("HAIL-ART-06", "HAIL-ART-09")
@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
def test_a_suppressed_mortar_does_not_observe_for_itself(die: int, lost: bool) -> None:
    """H-72; what the Rally Check of the same activation says counts."""
    pair = unit(team("us_mortar81", 600, 300, suppressed=True), team("us_mortar81", 900, 300))
    fight = lay([pair], [FAR], dice=[(die,)]).say(CallBarrage(T(0)))
    assert [e.rule for e in fight.told(CallLost)] == (["HAIL-ART-09"] if lost else [])


@pytest.mark.rule("HAIL-PART-04")
def test_ammunition_is_limited() -> None:
    fight = lay([battery(missions=0)], [FAR])
    fight.refused(CallBarrage(T(0)), "HAIL-PART-04", "spent")
    twice = lay([battery()], [FAR], barrages=[Barrage(unit=UnitId(0), observer=TeamId(0))])
    twice.refused(CallBarrage(T(0)), "HAIL-ART-01", "already")


@pytest.mark.rule("HAIL-ART-01", "HAIL-ART-02")
def test_mortars_of_a_called_barrage_do_not_fire_another_for_the_same_point() -> None:
    mortars = [team("us_mortar81", 600 + 300 * n, 300) for n in range(2)]
    ours = unit(team("us_cmd", 1300, 300), FO, *mortars)  # he has no order yet
    fight = lay([ours], [FAR])
    assert fight.allowed(CallBarrage(T(2)))
    fight.say(CallBarrage(T(1))).refused(CallBarrage(T(2)), "HAIL-ART-01", "already")


@pytest.mark.rule("HAIL-PART-05")
def test_suppressed_mortars_do_not_fire_and_none_fires_near_itself() -> None:
    mortars = [team("us_mortar81", 600 + 300 * n, 300, suppressed=n > 0) for n in range(3)]
    fight = called(unit(FO, *mortars), [], (10,), observer=0)
    for y, allowed in ((974, False), (975, True)):  # 6 inches from the edge of its base
        assert fight.allowed(aim(600, y)) == allowed
    assert fight.rule_against(aim(600, 700)) == "HAIL-PART-05"
    fight.rolls((1, 2)).say(aim(1000, 1500), Effect(True))
    assert fight.told(BarrageFell)[0].radius == 250
    silent = [mortar.with_(suppressed=True) for mortar in mortars]
    lapsed = called(unit(FO, *silent), [], (1, 2), observer=0)
    assert lapsed.rule_against(aim(1000, 1500)) == "HAIL-PART-05"
    lost = called(unit(FO, team("us_rifle", 700, 300)), [], (1, 2), observer=0)
    assert [e.rule for e in lost.told(CallLost)] == ["HAIL-PART-05"]


@pytest.mark.rule("HAIL-PORG-05")
def test_without_its_observer_a_battery_is_gone() -> None:
    watched = unit(FO.with_(points=1), battery="us_105")
    fight = lay(
        [watched, unit(team("us_rifle", 4700, 100))], [FAR], frames=activated(0), dice=[(1,)]
    )
    fight.say(CallBarrage(T(0)))
    assert fight.team(0).lost and [e.unit for e in fight.told(UnitGone)] == [0]
    assert not fight.g.barrages
    walks = lay([battery()], [FAR], dice=[(1, 1)])  # H-61
    walks.say(Go(T(0), path((1000, 400)), apart=False)).until("rest")
    assert walks.spot(0) == (1000, 400)


@pytest.mark.rule("HAIL-ART-01", "HAIL-TURN-01")
def test_a_barrage_of_the_other_side_waits_for_its_own_turn() -> None:
    fight = lay(
        [unit(team("us_rifle", 300, 300))],
        [unit(team("ger_fo", 1000, 3300), battery="ger_105")],
        frames=turn(),
        barrages=[Barrage(unit=UnitId(1), observer=TeamId(1))],
        dice=[(1, 2)],
    )
    assert fight.kind == "activate" and len(fight.g.barrages) == 1
