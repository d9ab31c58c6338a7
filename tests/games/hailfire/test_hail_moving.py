"""Moves over all ground: HAIL-MOVE, HAIL-TERR, HAIL-PGEO, HAIL-SUP-01."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.hailfire.moving import (
    ALL_THE_WAY,
    Halt,
    Moved,
    MoveRolled,
    StaysBehind,
    TerrainCheck,
)
from owm_net.games.hailfire.orders import Go, TurnTo
from owm_net.games.hailfire.paths import path_length, point
from owm_net.games.hailfire.state import near
from owm_net.games.hailfire.terms import Quality
from tests.games.hailfire.table import (
    BEN,
    Fight,
    T,
    activated,
    area,
    lay,
    line,
    path,
    scenario,
    team,
    unit,
)

FOE = unit(team("ger_rifle", 4700, 3500))
"""Somebody of Ben's, far from all."""


def sent(
    profile: str, *way: tuple[int, int], dice: tuple[int, int] | None = (3, 5), **more: Any
) -> Fight:
    """One Team from (300, 1000) along a path, as far as it comes. check: what a Quality Check
    shows."""
    check = more.pop("check", None)
    fight = lay([unit(team(profile, 300, 1000, **more.pop("is_", {})))], [FOE], **more)
    fight.rolls(*[d for d in (dice, check) if d is not None])
    return fight.say(Go(T(0), path(*way), apart=False)).until("rest")


@pytest.mark.rule("HAIL-MOVE-02", "HAIL-MOVE-03", "HAIL-MOVE-04", "HAIL-MOVE-08")
@pytest.mark.parametrize(
    ("profile", "dice", "far"),
    [
        ("us_rifle", (3, 5), 700),
        ("us_rifle", (1, 1), 300),
        ("us_rifle", (6, 2), 800),
        ("us_57at", (3, 5), 500),
        ("us_57at", (6, 2), 400),
        ("us_m4", (3, 5), 800),
        ("us_m8", (6, 6), 1200),
        ("us_m3ht", (2, 1), 300),
    ],
)
def test_how_far_each_class_goes(profile: str, dice: tuple[int, int], far: int) -> None:
    fight = sent(profile, (300, 2800), dice=dice)
    assert fight.spot(0) == (300, 1000 + far)
    assert sent(profile, (300, 1100), dice=dice).spot(0) == (300, 1100)  # no farther than it wants


@pytest.mark.rule("HAIL-MOVE-01")
def test_all_teams_of_an_order_use_its_roll() -> None:
    men = [team("us_rifle", 300, 300), team("us_hmg", 600, 300)]
    fight = lay([unit(team("us_cmd", 450, 600), *men)], [FOE], dice=[(2, 4)])
    fight.say(Go(T(1), path((300, 1900)), apart=False), Go(T(2), path((600, 1900)), apart=False))
    fight.say(Pass()).until("rest")
    assert len(fight.told(MoveRolled)) == 1
    assert fight.spot(1) == (300, 900) and fight.spot(2) == (600, 700)


@pytest.mark.rule("HAIL-MOVE-05")
def test_beyond_six_inches_a_vehicle_goes_straight_on() -> None:
    fight = lay([unit(team("us_m4", 300, 1000))], [FOE])
    assert fight.allowed(Go(T(0), path((300, 1500), (1000, 1500)), apart=False))
    assert fight.allowed(Go(T(0), path((300, 1600), (1000, 1600)), apart=False))
    fight.refused(Go(T(0), path((300, 1601), (1000, 1601)), apart=False), "HAIL-MOVE-05")
    fight.refused(Go(T(0), path((300, 1700), (300, 1100)), apart=False), "HAIL-MOVE-05")
    assert fight.allowed(Go(T(0), path((300, 1700), (300, 1900)), apart=False))  # no bend at all
    foot = lay([unit(team("us_rifle", 300, 1000))], [FOE])
    assert foot.allowed(Go(T(0), path((300, 1700), (1000, 1700)), apart=False))


@pytest.mark.rule("HAIL-MOVE-05")
@pytest.mark.parametrize(
    ("way", "straight"),
    [
        (((900, 1800), (1200, 2200)), True),
        (((900, 1800), (1100, 2300)), False),
        (((900, 1800), (1203, 2204)), True),
        (((900, 1800), (1203, 2205)), False),
        (((1100, 1600), (1500, 1900)), True),
        (((1100, 1600), (1400, 2000)), False),
        (((900, 1800), (600, 1400)), False),
    ],
)
def test_straight_on_is_said_of_oblique_legs_too(way: Any, straight: bool) -> None:
    fight = lay([unit(team("us_m4", 300, 1000))], [FOE])
    refused = fight.rule_against(Go(T(0), path(*way), apart=False))
    assert refused == ("" if straight else "HAIL-MOVE-05")


@pytest.mark.rule("HAIL-MOVE-06")
@pytest.mark.parametrize(
    ("profile", "bonus"), [("us_m4", 600), ("us_m3ht", 600), ("us_m8", 1200), ("us_rifle", 0)]
)
def test_a_vehicle_whose_whole_move_is_on_road_goes_farther(profile: str, bonus: int) -> None:
    road = scenario(line("road", (0, 1000), (4800, 1000)))
    plain = sent(profile, (3300, 1000), dice=(4, 4)).spot(0)[0]
    assert sent(profile, (3300, 1000), dice=(4, 4), where=road).spot(0)[0] == plain + bonus
    off = sent(profile, (600, 1000), (3300, 1200), dice=(4, 4), where=road)
    assert sum(e.walked for e in off.told(Moved)) == plain - 300


@pytest.mark.rule("HAIL-MOVE-07", "HAIL-LEAD-01")
def test_a_leader_goes_twelve_inches_without_dice() -> None:
    fight = sent("us_cmd", (300, 2800), dice=None)
    assert fight.spot(0) == (300, 2200) and not fight.asked


@pytest.mark.rule("HAIL-MOVE-07", "HAIL-MOVE-01")
def test_a_leader_is_not_held_by_the_roll_of_his_order() -> None:
    platoon = unit(team("us_cmd", 300, 300), team("us_rifle", 600, 300))
    fight = lay([platoon], [FOE], dice=[(1, 1)])
    fight.say(Go(T(0), path((300, 1900)), apart=False), Go(T(1), path((600, 1900)), apart=False))
    fight.until("rest")
    assert fight.spot(0) == (300, 1500) and fight.spot(1) == (600, 600)


@pytest.mark.rule("HAIL-MOVE-08")
def test_a_team_may_stop_anywhere_on_its_path_when_the_dice_lie() -> None:
    fight = lay([unit(team("us_rifle", 300, 1000))], [FOE], dice=[(3, 3)])
    fight.say(Go(T(0), path((300, 1700)), apart=False))
    assert fight.kind == "halt" and "3 3" in fight.top.about_halt(fight.view()).why
    fight.refused(Halt(T(0), 501), "HAIL-MOVE-08", "0 to 500")
    fight.refused(Halt(T(0), -1), "HAIL-MOVE-08")
    fight.refused(Halt(T(1), 10), "HAIL-MOVE-08")
    assert Halt(T(0), 250) in fight.options(Halt)
    fight.say(Halt(T(0), 120)).until("rest")
    assert fight.spot(0) == (300, 1120)


@pytest.mark.rule("HAIL-MOVE-03")
def test_a_heavy_gun_does_not_move() -> None:
    fight = lay([unit(team("ger_88", 300, 1000))], [FOE])
    fight.refused(Go(T(0), path((300, 1100)), apart=False), "HAIL-MOVE-03")


WOODS = scenario(area("woods", 100, 1300, 600, 1700))
MARSH = scenario(area("marsh", 100, 1300, 600, 1700))


@pytest.mark.rule("HAIL-TERR-01")
def test_infantry_and_guns_are_not_checked_in_woods() -> None:
    for profile in ("us_rifle", "us_57at"):
        assert sent(profile, (300, 1700), dice=(6, 6), where=WOODS).spot(0) == (300, 1700)
    assert sent("us_rifle", (300, 1700), dice=(6, 6), where=MARSH).spot(0) == (300, 1700)


@pytest.mark.rule("HAIL-TERR-02", "HAIL-TERR-04", "HAIL-TERR-05")
@pytest.mark.parametrize(
    ("profile", "rule"),
    [("us_57at", "HAIL-TERR-02"), ("us_m3ht", "HAIL-TERR-04"), ("us_m8", "HAIL-TERR-05")],
)
def test_who_may_not_enter_a_marsh(profile: str, rule: str) -> None:
    fight = lay([unit(team(profile, 300, 1000))], [FOE], where=MARSH)
    fight.refused(Go(T(0), path((300, 1800)), apart=False), rule, "marsh: in the way")
    assert fight.allowed(Go(T(0), path((300, 1299)), apart=False))


@pytest.mark.rule("HAIL-TERR-03", "HAIL-TERR-04", "HAIL-TERR-05", "HAIL-PORG-01")
@pytest.mark.parametrize(
    ("profile", "where", "inside"),
    [
        ("us_m4", WOODS, 100),
        ("us_m4", MARSH, 100),
        ("us_m3ht", WOODS, 0),
        ("us_m8", WOODS, 100),
    ],
)
def test_a_failed_quality_check_holds_a_vehicle_up(profile: str, where: Any, inside: int) -> None:
    held = sent(profile, (300, 2400), dice=(5, 5), check=(3,), where=where)
    assert held.spot(0) == (300, 1300 + inside)
    assert sent(profile, (300, 2400), dice=(5, 5), check=(4,), where=where).spot(0) == (300, 2000)
    assert not sent(profile, (300, 2400), dice=(1, 2), where=where).told(TerrainCheck)  # the edge


@pytest.mark.rule("HAIL-TERR-03", "HAIL-TERR-04")
@pytest.mark.parametrize(("profile", "far"), [("us_m4", 100), ("us_m3ht", 0), ("us_m8", 100)])
def test_who_begins_in_difficult_ground_is_held_up_there(profile: str, far: int) -> None:
    where = scenario(area("woods", 100, 800, 600, 1700))
    held = sent(profile, (300, 2400), dice=(5, 5), check=(1,), where=where)
    assert held.spot(0) == (300, 1000 + far)


@pytest.mark.rule("HAIL-TERR-03", "HAIL-TERR-05")
@pytest.mark.parametrize(("road", "check"), [(1250, None), (1150, (4,))])
def test_a_road_overrides_the_line_that_it_crosses(road: int, check: Any) -> None:
    """Also on a leg that begins or ends beside the road."""
    stream = line("stream", (600, 0), (600, 3600))
    where = scenario(stream, line("road", (500, road), (2000, road)))
    fight = sent("us_m8", (1000, 1700), dice=(5, 5), check=check, where=where)
    assert bool(fight.told(TerrainCheck)) == (check is not None)


@pytest.mark.rule("HAIL-TERR-03")
def test_who_drives_along_a_line_is_checked_where_he_comes_to_it() -> None:
    hedge = scenario(line("hedge", (300, 1500), (300, 2000)))
    held = sent("us_m4", (300, 2400), dice=(5, 5), check=(3,), where=hedge)
    assert held.spot(0) == (300, 1600)


@pytest.mark.rule("HAIL-TERR-03")
def test_a_vehicle_is_checked_once_in_an_activation() -> None:
    where = scenario(area("woods", 100, 1300, 600, 1400), line("hedge", (0, 1600), (900, 1600)))
    fight = sent("us_m4", (300, 2400), dice=(5, 5), check=(4,), where=where)
    (told,) = fight.told(TerrainCheck)
    assert told.title == "woods" and fight.spot(0) == (300, 2000)


@pytest.mark.rule("HAIL-PORG-01")
@pytest.mark.parametrize(("quality", "number"), [("elite", 3), ("regular", 4), ("poor", 5)])
def test_the_quality_of_a_unit_is_what_its_checks_must_show(quality: str, number: int) -> None:
    for die in (number - 1, number):
        tank = unit(team("us_m4", 300, 1000), quality=Quality(quality))
        fight = lay([tank], [FOE], where=WOODS, dice=[(5, 5), (die,)])
        fight.say(Go(T(0), path((300, 2400)), apart=False)).until("rest")
        assert fight.spot(0)[1] == (2000 if die >= number else 1400)


@pytest.mark.rule("HAIL-PGEO-01")
def test_nobody_leaves_the_table() -> None:
    fight = lay([unit(team("us_rifle", 300, 1000))], [FOE])
    for spot in ((4801, 0), (300, 3601), (-1, 200)):
        assert not fight.allowed(Go(T(0), path(spot), apart=False))
    assert fight.rule_against(Go(T(0), path((49, 500)), apart=False)) == "HAIL-PGEO-01"
    assert fight.allowed(Go(T(0), path((50, 500)), apart=False))


@pytest.mark.rule("HAIL-PGEO-02", "HAIL-PGEO-03", "HAIL-PGEO-04", "HAIL-GAP-04")
def test_edges_of_bases_are_what_is_measured() -> None:
    men = [unit(team("us_rifle", 1000, 1000))]
    for dx, apart in ((99, -1), (100, 0), (110, 10), (111, 11), (500, 400), (501, 401)):
        g = lay(men, [unit(team("ger_rifle", 1000 + dx, 1000))]).g
        one, other = g.teams[0].stand, g.teams[1].stand
        assert near(one, other, apart) and not near(one, other, apart - 1)
        assert g.touch(T(0), T(1)) == (dx <= 110)
        assert g.within(T(0), T(1), 400) == (dx <= 500)
    for profile, radius in (("us_rifle", 50), ("us_hmg", 75), ("us_m4", 100), ("us_m8", 100)):
        assert lay([unit(team(profile, 500, 500))], [FOE]).team(0).stand.radius == radius


@pytest.mark.rule("HAIL-PGEO-02")
def test_a_team_stops_where_there_is_room() -> None:
    friend = unit(team("us_hmg", 300, 1600))
    fight = lay([unit(team("us_rifle", 300, 1000)), friend], [FOE], dice=[(4, 1)])
    fight.say(Go(T(0), path((300, 2800)), apart=False)).until("rest")
    assert fight.spot(0) == (300, 1475)  # 6 inches would end on the gun
    through = lay([unit(team("us_rifle", 300, 1000)), friend], [FOE], dice=[(6, 1)])
    through.say(Go(T(0), path((300, 2800)), apart=False)).until("rest")
    assert through.spot(0) == (300, 1800)  # infantry passes through friends
    tank = lay([unit(team("us_m4", 300, 1000)), friend], [FOE], dice=[(6, 6)])
    tank.say(Go(T(0), path((300, 2800)), apart=False)).until("rest")
    assert tank.spot(0) == (300, 1425)  # H-44


@pytest.mark.rule("HAIL-PGEO-02")
def test_bases_do_not_overlap_by_a_hair() -> None:
    """Diagonally two middles can be less than 100 u apart and more than 99."""
    friend = unit(team("us_rifle", 371, 1570))
    fight = lay([unit(team("us_rifle", 300, 1000)), friend], [FOE], dice=[(6, 6)])
    fight.say(Go(T(0), path((300, 1500)), apart=False)).until("rest")
    assert fight.spot(0) == (300, 1499)


@pytest.mark.rule("HAIL-PGEO-02")
def test_nobody_moves_through_an_enemy_or_into_touch_with_one() -> None:
    fight = lay([unit(team("us_rifle", 300, 1000))], [unit(team("ger_rifle", 300, 1600))])
    fight.refused(Go(T(0), path((300, 1900)), apart=False), "HAIL-PGEO-02", "H-44")
    fight.rolls((6, 6)).say(Go(T(0), path((300, 1500)), apart=False)).until("rest")
    assert fight.spot(0) == (300, 1489) and not fight.g.engaged(T(0))  # H-45


@pytest.mark.rule("HAIL-PGEO-05")
def test_the_length_of_a_path_is_rounded_up_leg_by_leg() -> None:
    assert path_length(path((0, 0), (300, 400))) == 500
    assert path_length(path((0, 0), (1, 1))) == 2
    assert path_length(path((0, 0), (300, 400), (301, 401))) == 502
    assert point(path((0, 0), (300, 400), (300, 900)), 750) == (300, 650)
    assert point(path((0, 0), (0, 100)), 1) == (0, 1)
    assert point(path((0, 0), (300, -401)), 250) == (149, -200)  # cut toward zero


@pytest.mark.rule("HAIL-PGEO-06")
def test_a_vehicle_faces_along_its_last_leg() -> None:
    fight = sent("us_m4", (300, 1300), (500, 1300), dice=(6, 6))
    assert fight.team(0).facing == (200, 0)
    short = sent("us_m4", (300, 1300), (500, 1300), dice=(1, 1))
    assert short.team(0).facing == (0, 300)
    foot = lay([unit(team("us_rifle", 300, 1000))], [FOE])
    foot.refused(TurnTo(T(0), path((500, 500))[0]), "HAIL-PGEO-06")


@pytest.mark.rule("HAIL-SUP-01")
def test_a_suppressed_team_does_not_go_nearer_to_an_enemy_it_sees() -> None:
    pinned = unit(team("us_rifle", 1000, 1000, suppressed=True))
    foe = [unit(team("ger_rifle", 1000, 2000))]
    fight = lay([pinned], foe)
    fight.refused(Go(T(0), path((1000, 1010)), apart=False), "HAIL-SUP-01")
    fight.refused(Go(T(0), path((1300, 1100), (1600, 1000)), apart=False), "HAIL-SUP-01")
    assert fight.allowed(Go(T(0), path((1300, 1000)), apart=False))
    assert fight.allowed(Go(T(0), path((1000, 700)), apart=False))
    wall = scenario(area("building", 800, 1400, 1200, 1600))
    assert lay([pinned], foe, where=wall).allowed(Go(T(0), path((1000, 1200)), apart=False))


@pytest.mark.rule("HAIL-SUP-01", "HAIL-ACT-05")
def test_who_is_suppressed_by_its_check_stays_behind() -> None:
    foe = [unit(team("ger_rifle", 1000, 2500))]
    for way, moves in (((1000, 1400), False), ((1000, 600), True)):
        fight = lay([unit(team("us_rifle", 1000, 1000, points=1))], foe, dice=[(3,)])
        fight.rolls(*([(6, 6)] if moves else []))
        fight.say(Go(T(0), path(way), apart=False)).until("rest")
        assert fight.team(0).suppressed and bool(fight.told(StaysBehind)) != moves
        assert fight.spot(0) == (way if moves else (1000, 1000))


@pytest.mark.rule("HAIL-MOVE-08")
def test_a_path_that_makes_no_sense_is_refused() -> None:
    fight = lay([unit(team("us_rifle", 300, 1000))], [FOE], frames=activated(0))
    assert fight.refusal(Go(T(0), (), apart=False)).more  # so far
    fight.refused(Go(T(0), path((300, 1000)), apart=False), "HAIL-MOVE-08", "the same")
    many = path(*[(300 + n, 1000 + n) for n in range(1, 18)])
    fight.refused(Go(T(0), many, apart=False), "HAIL-MOVE-08")
    assert fight.g.on_table(BEN) == [T(1)]


@pytest.mark.rule("HAIL-MOVE-08")
def test_who_always_goes_all_the_way_is_not_asked_again() -> None:
    men = [team("us_rifle", 300, 300), team("us_rifle", 600, 300)]
    fight = lay([unit(team("us_cmd", 450, 600), *men)], [FOE], dice=[(2, 4), (2, 4)])
    fight.say(Go(T(1), path((300, 900)), apart=False), Go(T(2), path((600, 900)), apart=True))
    fight.until("halt").say(Pass(ALL_THE_WAY))
    while fight.kind != "rest":
        assert fight.kind != "halt"  # the second order moves without a question
        fight.say(Pass())
    assert len(fight.told(MoveRolled)) == 2
