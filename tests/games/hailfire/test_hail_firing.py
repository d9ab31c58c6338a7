"""Fire orders, whom Hits fall on, armour: HAIL-FIRE, HAIL-ALLOC, HAIL-ARM."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.hailfire.damage import ArmourRolled
from owm_net.games.hailfire.ids import Spot
from owm_net.games.hailfire.orders import FireAt
from owm_net.games.hailfire.shooting import Allot, Fired, HoldsFire, LostHits
from owm_net.games.hailfire.state import Team
from tests.games.hailfire.table import (
    BEN,
    Fight,
    T,
    activated,
    area,
    lay,
    line,
    scenario,
    team,
    unit,
    who,
)


def fired(firers: Sequence[Team], foes: Sequence[Team], *dice: Sequence[int], **more: Any) -> Fight:
    """All of Ann's Teams but a Leader fire at Ben's first; the foes get their Hits in the order of
    their numbers. Ben has one more, far away."""
    guns = who(*more.pop("guns", ()))
    far = unit(team("ger_rifle", 4700, 3500))
    fight = lay([unit(*firers)], [*[unit(foe) for foe in foes], far], **more)
    fight.rolls(*dice)
    teams = who(*[n for n, t in enumerate(firers) if not t.row.leader])
    fight.say(FireAt(T(len(firers)), teams, guns))
    while fight.kind != "rest":
        fight.say(Pass())
    return fight


def rifle(x: int, y: int = 1000, **more: Any) -> Team:
    return team("us_rifle", x, y, **more)


def foe(x: int, y: int = 1900, profile: str = "ger_rifle", **more: Any) -> Team:
    return team(profile, x, y, **more)


LEADER = team("us_cmd", 1000, 700)
"""He sees all of his, and is too far away to hit anything."""


@pytest.mark.rule("HAIL-FIRE-01")
@pytest.mark.parametrize(("gap", "fires"), [(350, True), (400, True), (401, False), (450, False)])
def test_who_sees_only_a_neighbour_of_the_target_fires_if_it_is_near(gap: int, fires: bool) -> None:
    wall = scenario(area("building", 1100, 1300, 1500, 1600))
    target, neighbour = foe(1350), foe(1350 - 100 - gap)
    fight = fired([rifle(900)], [target, neighbour], *([(1, 1)] if fires else []), where=wall)
    assert not fight.g.sees(T(0), T(1)) and fight.g.sees(T(0), T(2))
    assert bool(fight.told(Fired)) == fires
    assert [e.why for e in fight.told(HoldsFire)] == (
        [] if fires else ["it sees nobody near the Target"]
    )


@pytest.mark.rule("HAIL-FIRE-02")
def test_each_team_rolls_as_many_dice_as_its_rate_of_fire() -> None:
    platoon = [LEADER, rifle(800), rifle(1000), rifle(1200)]
    fight = fired(platoon, [foe(1000)], (1,) * 6)
    assert fight.asked == [("to hit", 6)]
    assert [len(e.faces) for e in fight.told(Fired)] == [2, 2, 2]
    lmg = fired([team("us_lmg", 1000, 1000)], [foe(1000)], (1, 1, 1))
    assert lmg.asked == [("to hit", 3)]


@pytest.mark.rule("HAIL-FIRE-03", "HAIL-FIRE-06")
@pytest.mark.parametrize(("face", "points"), [(3, 0), (4, 1), (5, 1), (6, 1)])
def test_a_die_hits_on_four_and_is_a_point(face: int, points: int) -> None:
    fight = fired([rifle(1000)], [foe(1000)], (face, 1))
    assert fight.team(1).points == points
    assert fight.told(Fired)[0].sentence(fight.g).endswith("1 hit" if points else "missed")


@pytest.mark.rule("HAIL-FIRE-04")
@pytest.mark.parametrize(("second", "number"), [((700, 1000), 5), ((1400, 1500), 4)])
def test_the_target_is_concealed_only_from_all_who_fire(
    second: tuple[int, int], number: int
) -> None:
    hedge = scenario(line("hedge", (200, 1500), (1200, 1500)))
    fight = fired([LEADER, rifle(900), rifle(*second)], [foe(1000)], (4, 4, 4, 4), where=hedge)
    assert [e.number for e in fight.told(Fired)] == [number, number]
    assert fight.team(3).points == (1 if number == 4 else 0)


@pytest.mark.rule("HAIL-FIRE-05")
@pytest.mark.parametrize(
    ("far", "number"), [(1200, 4), (1201, 5), (1300, 5), (2400, 5), (2401, None)]
)
def test_long_range_is_up_to_twice_the_range(far: int, number: int | None) -> None:
    target = foe(1000, 500 + 100 + far)
    fight = fired([rifle(1000, 500)], [target], *([(4, 5)] if number else []))
    assert [e.number for e in fight.told(Fired)] == ([number] if number else [])
    if number is None:
        assert fight.told(HoldsFire)[0].why == "the Target is out of range"


@pytest.mark.rule("HAIL-FIRE-05", "HAIL-FIRE-04")
def test_long_range_and_concealment_add_up() -> None:
    woods = scenario(area("woods", 500, 1900, 1500, 2200))
    fight = fired([rifle(1000, 500)], [foe(1000, 2000)], (5, 5), where=woods)
    assert fight.told(Fired)[0].number == 6 and fight.team(1).points == 0


@pytest.mark.rule("HAIL-FIRE-02")
def test_a_vehicle_fires_its_gun_or_its_machine_guns() -> None:
    tank = team("us_m4", 1000, 1000)
    assert fired([tank], [foe(1000)], (1, 1)).asked == [("to hit", 2)]
    assert fired([tank], [foe(1000)], (1, 1, 1), guns=[0]).asked == [("to hit", 3)]
    fight = lay([unit(rifle(1000))], [unit(foe(1000))])
    fight.refused(FireAt(T(1), who(0), who(0)), "HAIL-FIRE-02", "no such weapon")
    fight.refused(FireAt(T(1), (), ()), "HAIL-ACT-03")
    fight.refused(FireAt(T(0), who(0), ()), "HAIL-FIRE-01", "enemy")
    fight.refused(FireAt(T(7), who(0), ()), "HAIL-FIRE-01")
    fight.refused(FireAt(T(1), who(0, 0), ()), "HAIL-ACT-03", "one order")
    dead = lay([unit(rifle(1000))], [unit(foe(1000), foe(1000, lost=True))])
    dead.refused(FireAt(T(2), who(0), ()), "HAIL-FIRE-01", "on the table")


@pytest.mark.rule("HAIL-SUP-01")
def test_a_suppressed_team_does_not_fire() -> None:
    fight = fired([rifle(1000, suppressed=True)], [foe(1000)], (1,))
    assert fight.told(HoldsFire)[0].why == "it is suppressed" and not fight.told(Fired)


@pytest.mark.rule("HAIL-PGEO-06")
def test_a_gun_in_a_hull_fires_only_to_the_front() -> None:
    for facing, fires in (((0, 100), True), ((0, -100), False)):
        stug = team("ger_stug", 1000, 1000, facing=facing)
        fight = fired([stug], [foe(1000)], *([(1, 1)] if fires else []))
        assert bool(fight.told(Fired)) == fires and fight.team(0).facing == facing
    turret = team("ger_pz4", 1000, 1000, facing=(0, -100))
    assert fired([turret], [foe(1000)], (1, 1)).told(Fired)


# ------------------------------------------------------------------ whom Hits fall on


@pytest.mark.rule("HAIL-ALLOC-01")
def test_hits_are_spread_evenly_the_target_first() -> None:
    pak = team("ger_pak40", 1000, 500)
    tanks = [foe(1000, 1500, "us_m4"), foe(1400, 1500, "us_m4")]
    fight = lay([unit(LEADER, pak, pak.with_(spot=Spot((1300, 500))))], [unit(t) for t in tanks])
    fight.rolls((4, 4, 4, 1), (1, 1, 1), (1, 1, 1), (1, 1, 1)).say(FireAt(T(3), who(1, 2), ()))
    fight.until("rest")
    assert [e.team for e in fight.told(ArmourRolled)] == [3, 4, 3]


@pytest.mark.rule("HAIL-ALLOC-01")
def test_his_owner_says_which_of_equals_is_hit_first() -> None:
    foes = [foe(1000), foe(800), foe(1200)]
    fight = lay([unit(rifle(1000))], [unit(*foes)])
    fight.rolls((4, 4)).say(FireAt(T(1), who(0), ()))
    assert (fight.kind, fight.seat) == ("allot", BEN)
    assert fight.team(1).points == 1  # the Target has the first
    fight.refused(Allot(T(1)), "HAIL-ALLOC-04")
    fight.say(Allot(T(3))).until("rest")
    assert [fight.team(n).points for n in (1, 2, 3)] == [1, 0, 1]


@pytest.mark.rule("HAIL-ALLOC-01", "HAIL-ALLOC-02")
def test_nobody_is_asked_where_each_of_the_equals_is_hit() -> None:
    foes = [foe(1000, 1900, "ger_cmd"), foe(800), foe(1200)]
    fight = lay([unit(rifle(1000))], [unit(*foes)])
    fight.rolls((4, 4)).say(FireAt(T(1), who(0), ()))
    assert fight.kind == "rest"
    assert [fight.team(n).points for n in (1, 2, 3)] == [0, 1, 1]


@pytest.mark.rule("HAIL-ALLOC-01", "HAIL-ALLOC-04")
def test_he_is_asked_where_his_firers_do_not_see_the_same_teams() -> None:
    """One firer sees the third neighbour and not the first: with the other's Hit spared there, as
    many Hits as neighbours do not yet hit all of them."""
    house = scenario(area("building", 900, 1450, 990, 1550))
    foes = [foe(1000), foe(1200), foe(1400), foe(800)]
    fight = lay([unit(LEADER, rifle(1200), rifle(700))], [unit(*foes)], where=house)
    assert not fight.g.sees(T(1), T(6)) and not fight.g.sees(T(2), T(4))
    fight.rolls((4, 4, 4, 1)).say(FireAt(T(3), who(1, 2), ()), Pass())
    assert (fight.kind, fight.seat) == ("allot", BEN)
    fight.refused(Allot(T(6)), "HAIL-ALLOC-04")
    fight.say(Allot(T(5))).until("rest")
    assert [fight.team(n).points for n in (3, 4, 5, 6)] == [1, 0, 1, 1]


@pytest.mark.rule("HAIL-ALLOC-01")
def test_without_a_word_of_his_the_equals_are_hit_by_their_numbers() -> None:
    fight = lay([unit(rifle(1000))], [unit(foe(1000), foe(800), foe(1200))])
    fight.rolls((4, 4)).say(FireAt(T(1), who(0), ()))
    assert fight.kind == "allot"
    fight.say(Pass()).until("rest")
    assert [fight.team(n).points for n in (1, 2, 3)] == [1, 1, 0]


@pytest.mark.rule("HAIL-ALLOC-01", "HAIL-ARM-07")
def test_he_is_asked_which_tank_takes_which_hit() -> None:
    """From here one shows its front and the other its flank, and from there it is the reverse."""
    guns = [team("ger_pak40", 1000, 1000), team("ger_pak40", 2000, 1000)]
    tanks = [
        foe(1400, profile="us_m4", facing=(-100, -10)),
        foe(1620, profile="us_m4", facing=(100, -10)),
    ]
    fight = lay([unit(LEADER, *guns)], [unit(foe(1510, 2100, "ger_schreck"), *tanks)])
    fight.rolls((4, 1, 4, 1)).say(FireAt(T(3), who(1, 2), ()), Pass())
    assert (fight.kind, fight.seat) == ("allot", BEN)
    fight.rolls((1,) * 2, (1,) * 2).say(Allot(T(4))).until("rest")
    assert [(e.team, e.armour) for e in fight.told(ArmourRolled)] == [(4, 3), (5, 3)]
    fight = lay([unit(LEADER, *guns)], [unit(foe(1510, 2100, "ger_schreck"), *tanks)])
    fight.rolls((4, 1, 4, 1)).say(FireAt(T(3), who(1, 2), ()), Pass())
    fight.rolls((1,) * 3, (1,) * 3).say(Allot(T(5))).until("rest")
    assert [(e.team, e.armour) for e in fight.told(ArmourRolled)] == [(5, 2), (4, 2)]


@pytest.mark.rule("HAIL-ALLOC-02")
@pytest.mark.parametrize(("hits", "points"), [(2, [0, 1, 1]), (3, [1, 1, 1])])
@pytest.mark.parametrize("spared", ["ger_cmd", "ger_schreck"])
def test_leaders_and_small_teams_are_hit_last(hits: int, points: list[int], spared: str) -> None:
    foes = [foe(1000, 1900, spared), foe(800), foe(1200)]
    faces = [4] * hits + [1] * (4 - hits)
    fight = fired([LEADER, rifle(900), rifle(1100)], foes, faces)
    assert [fight.team(n).points for n in (3, 4, 5)] == points


@pytest.mark.rule("HAIL-ALLOC-01", "HAIL-ALLOC-03")
def test_only_teams_within_four_inches_of_the_target_are_hit() -> None:
    fight = fired([rifle(1000)], [foe(1000), foe(1501)], (4, 4))
    assert [fight.team(n).points for n in (1, 2)] == [1, 0]
    assert [e.count for e in fight.told(LostHits)] == [1]
    near = fired([rifle(1000)], [foe(1000), foe(1500)], (4, 4))
    assert [near.team(n).points for n in (1, 2)] == [1, 1]


@pytest.mark.rule("HAIL-ALLOC-03")
def test_on_foot_a_team_is_hit_once_in_an_activation() -> None:
    fight = fired([LEADER, rifle(900), rifle(1100)], [foe(1000)], (6, 6, 6, 6))
    assert fight.team(3).points == 1
    two = lay([unit(LEADER, rifle(900), rifle(1100))], [unit(foe(1000))])
    two.say(FireAt(T(3), who(1), ())).rolls((6, 6), (6, 6)).say(FireAt(T(3), who(2), ()))
    assert len(two.told(Fired)) == 2 and two.team(3).points == 1


@pytest.mark.rule("HAIL-ALLOC-04", "HAIL-ARM-01")
def test_a_hit_that_cannot_hurt_or_whose_firer_sees_nothing_skips_a_team() -> None:
    """Machine guns on a tank and on infantry beside it; an anti-tank Hit lands on infantry."""
    foes = [foe(1000, 1900, "us_m4"), foe(1300)]
    fight = fired([team("us_lmg", 1000, 1000)], foes, (6, 6, 6))
    assert [fight.team(n).points for n in (1, 2)] == [0, 1] and not fight.told(ArmourRolled)
    pak = fired([team("ger_pak40", 1000, 1000)], [foe(1000)], (6, 1))
    assert pak.team(1).points == 1
    wall = scenario(area("building", 1100, 1300, 1500, 1600))
    hidden = fired([rifle(900)], [foe(1000), foe(1350)], (6, 6), where=wall)
    assert [hidden.team(n).points for n in (1, 2)] == [1, 0]


@pytest.mark.rule("HAIL-ALLOC-04")
def test_the_strongest_hits_are_dealt_first() -> None:
    firers = [LEADER, rifle(700), team("us_bazooka", 850, 1400), team("us_57at", 1150, 1400)]
    foes = [foe(1000, 1900, "ger_pz4", facing=(0, -100)), foe(1300)]
    fight = fired(firers, foes, (6, 6, 6, 6, 1), (1,))
    assert [e.at for e in fight.told(ArmourRolled)] == [4]
    assert fight.team(5).points == 1  # the second of AT 4, before the rifles'


@pytest.mark.rule("HAIL-PASL-10")
def test_nobody_fires_into_contact_or_out_of_it() -> None:
    fight = lay(
        [unit(rifle(1000)), unit(rifle(1000, 1800))], [unit(foe(1000, 1900)), unit(foe(1200, 1900))]
    )
    fight.refused(FireAt(T(2), who(0), ()), "HAIL-PASL-10")
    fight.rolls((6, 6)).say(FireAt(T(3), who(0), ())).until("rest")
    assert [fight.team(n).points for n in (2, 3)] == [0, 1]
    out = lay(
        [unit(rifle(1000, 1800))],
        [unit(foe(1000, 1900)), unit(foe(1200, 1900))],
        frames=activated(0),
    )
    out.say(FireAt(T(2), who(0), ()))
    assert out.told(HoldsFire)[0].why == "it is in contact with an enemy"


# ------------------------------------------------------------------ armour


def shot_at(armoured: str, profile: str, *dice: Sequence[int], facing: Any = (0, -100)) -> Fight:
    """One Hit by a gun to the south of a vehicle."""
    vehicle = foe(1000, 1600, armoured, facing=facing)
    return fired([team(profile, 1000, 1000)], [vehicle], (6, 1), *dice)


@pytest.mark.rule("HAIL-ARM-02", "HAIL-ARM-05")
def test_ping_dice_are_as_many_as_the_at_and_a_six_is_a_point() -> None:
    fight = shot_at("brit_churchill", "us_57at", (6, 6, 2, 1))
    assert fight.asked[-1] == ("armour", 4) and fight.team(1).points == 2
    assert shot_at("brit_churchill", "us_57at", (5, 5, 5, 5)).team(1).points == 0


@pytest.mark.rule("HAIL-ARM-03", "HAIL-ARM-06")
def test_pen_dice_are_what_the_at_is_more_and_a_six_destroys() -> None:
    fight = shot_at("us_m5", "ger_pak40", (1, 3, 5))
    assert fight.asked[-1] == ("armour", 3) and fight.team(1).points == 3
    assert shot_at("us_m5", "ger_pak40", (2, 4, 6)).team(1).lost
    assert shot_at("ger_pz4", "us_57at", (5,)).team(1).points == 1


@pytest.mark.rule("HAIL-ARM-04", "HAIL-ARM-01")
def test_what_has_half_the_strength_of_the_armour_cannot_hit_it() -> None:
    fight = shot_at("ger_panther", "us_m5")
    assert [e.count for e in fight.told(LostHits)] == [1] and not fight.told(ArmourRolled)
    machine_gun = fired([team("us_hmg", 1000, 1000)], [foe(1000, 1600, "us_m8")], (6, 6, 6, 6))
    assert machine_gun.team(1).points == 0
    bare = foe(1000, 1600, "us_m3ht", facing=(0, 100))  # Flank AR 0 is armour all the same
    assert fired([team("us_hmg", 1000, 1000)], [bare], (6, 6, 6, 6)).team(1).points == 0


@pytest.mark.rule("HAIL-ARM-07", "HAIL-PGEO-06")
@pytest.mark.parametrize(
    ("facing", "armour"), [((0, -100), 3), ((100, 0), 3), ((1, 1), 1), ((0, 100), 1)]
)
def test_front_or_flank_is_where_the_firer_stands(facing: tuple[int, int], armour: int) -> None:
    number = 1 if armour == 3 else 3
    fight = shot_at("ger_pz4", "us_57at", (1,) * number, facing=facing)
    assert fight.told(ArmourRolled)[0].armour == armour


@pytest.mark.rule("HAIL-ARM-06", "HAIL-ALLOC-04")
def test_hits_after_a_vehicle_is_destroyed_go_to_the_next() -> None:
    tanks = [foe(1000, 1600, "us_m5", facing=(0, -100)), foe(1300, 1600, "us_m5", facing=(0, -100))]
    fight = fired([team("ger_pak40", 1000, 1000)], tanks, (6, 6), (6, 1, 1), (1, 1, 1))
    assert fight.team(1).lost and fight.team(2).points == 3
