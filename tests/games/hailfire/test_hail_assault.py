"""Assaults from the charge to the last contact broken: HAIL-ASLT, HAIL-PASL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.hailfire.assault import (
    AssaultBegun,
    AssaultCheck,
    CloseFire,
    MoveOff,
    Nerve,
    SetAgainst,
    Shift,
    Shifted,
    Spray,
    Strike,
    Winded,
)
from owm_net.games.hailfire.checks import FireCheck, RallyCheck
from owm_net.games.hailfire.damage import ArmourRolled
from owm_net.games.hailfire.moving import MoveRolled
from owm_net.games.hailfire.orders import ChargeAt, FireAt, Go
from owm_net.games.hailfire.state import Team
from tests.games.hailfire.table import (
    ANN,
    BEN,
    Fight,
    T,
    area,
    assault,
    lay,
    path,
    scenario,
    team,
    unit,
    who,
)

FAR = unit(team("ger_rifle", 4700, 3500))
"""One of Ben's who is far away, so that the battle goes on."""
SPARE = unit(team("us_rifle", 4700, 100))
"""The same of Ann's."""


def rifle(x: int = 1000, y: int = 1300, **more: Any) -> Team:
    return team("us_rifle", x, y, **more)


def foe(x: int = 1000, y: int = 1900, profile: str = "ger_rifle", **more: Any) -> Team:
    return team(profile, x, y, **more)


def charged(
    ours: Sequence[Team], theirs: Sequence[Team], *charges: tuple[int, int], **more: Any
) -> Fight:
    """An assault that has come to the first question; every Team of Ben's is a Unit."""
    foes = [unit(other) for other in theirs]
    return lay([unit(*ours), SPARE], [*foes, FAR], frames=assault(*charges), **more)


def one_on_one(**more: Any) -> Fight:
    """Rifles, Team 0, have charged Grenadiers, Team 2."""
    return charged([rifle()], [foe()], (0, 2), **more)


# ------------------------------------------------------------------ the charge


@pytest.mark.rule("HAIL-ASLT-01")
def test_an_assault_begins_from_eight_inches_or_less() -> None:
    for y, allowed in ((1000, True), (999, False)):
        fight = lay([unit(rifle(y=y))], [unit(foe())])
        assert fight.allowed(ChargeAt(T(0), T(1))) == allowed
    fight.refused(ChargeAt(T(0), T(1)), "HAIL-ASLT-01", "farther")
    fight.refused(ChargeAt(T(0), T(0)), "HAIL-ASLT-01")
    fight.refused(ChargeAt(T(0), T(9)), "HAIL-ASLT-01")


@pytest.mark.rule("HAIL-ASLT-01", "HAIL-ASLT-03", "HAIL-ACT-03")
def test_a_charge_needs_no_roll_and_the_fight_no_points() -> None:
    fight = lay([unit(rifle())], [unit(foe()), FAR], order_points=3)
    fight.say(ChargeAt(T(0), T(1)))
    assert fight.g.touch(T(0), T(1)) and not fight.asked
    assert (fight.kind, fight.seat, fight.g.order_points) == ("fight", BEN, 3)
    assert not fight.team(1).activated and not fight.team(1).done  # H-29


@pytest.mark.rule("HAIL-PASL-01", "HAIL-ASLT-07")
def test_who_may_start_an_assault() -> None:
    ours = [rifle(), rifle(1200, suppressed=True), team("us_hmg", 800, 1300)]
    small = [team("us_bazooka", 1000, 1150), team("us_cmd", 1000, 1000)]
    fight = lay([unit(*ours, *small)], [unit(foe())])
    fight.refused(ChargeAt(T(1), T(5)), "HAIL-PASL-01", "suppressed")
    assert fight.allowed(ChargeAt(T(2), T(5))), "H-75: guns too"
    fight.refused(ChargeAt(T(3), T(5)), "HAIL-PASL-01", "Small")
    assert fight.say(ChargeAt(T(0), T(5))).allowed(ChargeAt(T(3), T(5)))
    fight.refused(ChargeAt(T(0), T(5)), "HAIL-ACT-03")
    heavy = lay([unit(team("ger_88", 1000, 1300))], [unit(foe())])
    heavy.refused(ChargeAt(T(0), T(1)), "HAIL-MOVE-03", "too heavy")
    wall = scenario(area("building", 900, 1500, 1100, 1700))
    lay([unit(rifle())], [unit(foe())], where=wall).refused(
        ChargeAt(T(0), T(1)), "HAIL-PASL-01", "does not see"
    )


@pytest.mark.rule("HAIL-PASL-01", "HAIL-PGEO-06", "HAIL-ASLT-05")
def test_a_vehicle_starts_an_assault_and_faces_where_it_goes() -> None:
    """H-75: set against its enemy like anybody, without a roll or a check of the ground."""
    where = scenario(area("woods", 900, 1400, 1100, 1700))
    tank = lay([unit(team("us_m4", 1000, 1300)), SPARE], [unit(foe()), FAR], where=where)
    tank.say(ChargeAt(T(0), T(2)))
    assert tank.g.touch(T(0), T(2)) and tank.team(0).facing == (0, 445) and not tank.asked
    assert (tank.kind, tank.seat) == ("fight", BEN)
    tank.rolls((5,)).say(Pass(), Strike(T(0), T(2), False))
    assert tank.team(2).lost and [e.number for e in tank.told(AssaultCheck)] == [5]


@pytest.mark.rule("HAIL-PASL-01", "HAIL-PASL-02", "HAIL-TERR-05")
def test_no_vehicle_is_set_where_it_may_not_go() -> None:
    marsh = scenario(area("marsh", 700, 1500, 1300, 1600))
    car = lay([unit(team("us_m8", 1000, 1300))], [unit(foe()), FAR], where=marsh)
    car.say(ChargeAt(T(0), T(1)))
    assert [e.placed for e in car.told(SetAgainst)] == [False] and car.spot(0) == (1000, 1300)


@pytest.mark.rule("HAIL-ASLT-11", "HAIL-PASL-03")
def test_a_vehicle_out_of_concealment_does_not_fire_at_what_it_reaches() -> None:
    """001:264 speaks of infantry."""
    where = scenario(area("woods", 800, 1150, 1200, 1350))
    ours = [team("us_m4", 1000, 1250)]
    fight = charged(ours, [foe(profile="ger_pz4")], (0, 2), where=where)
    assert fight.kind == "fight" and not fight.told(CloseFire)


@pytest.mark.rule("HAIL-ASLT-02")
def test_no_more_than_two_go_for_one_enemy() -> None:
    ours = [rifle(800), rifle(1000), rifle(1200)]
    fight = lay([unit(team("us_cmd", 1000, 1000), *ours)], [unit(foe()), FAR])
    fight.say(ChargeAt(T(1), T(4)), ChargeAt(T(2), T(4)))
    fight.refused(ChargeAt(T(3), T(4)), "HAIL-ASLT-02")


@pytest.mark.rule("HAIL-PASL-01", "HAIL-ACT-05")
def test_who_is_suppressed_by_its_check_does_not_charge() -> None:
    ours = [rifle(points=1), team("us_bazooka", 1000, 1150)]
    fight = lay([unit(team("us_cmd", 1100, 1150), *ours), SPARE], [unit(foe())])
    fight.rolls((3,)).say(ChargeAt(T(1), T(4)), ChargeAt(T(2), T(4))).until("rest")
    assert not fight.told(AssaultBegun)  # the small one does not go alone (H-63)


@pytest.mark.rule("HAIL-PASL-02", "HAIL-ASLT-01")
def test_nearest_pairs_are_placed_first_each_on_the_nearest_free_spot() -> None:
    fight = charged([rifle(1000, 1200), rifle(1000, 1350)], [foe()], (0, 3), (1, 3))
    assert [e.team for e in fight.told(SetAgainst)] == [1, 0]
    assert fight.spot(1) == (1000, 1795)
    assert fight.spot(0) == (1090, 1848)  # its nearest is taken; of two as near the first
    assert fight.g.touching(T(3)) == [0, 1]


@pytest.mark.rule("HAIL-PASL-02")
def test_who_finds_no_room_stays() -> None:
    places = [(0, 200), (0, -200), (170, 100), (170, -100), (-170, 100), (-170, -100)]
    ring = [team("us_57at", 1000 + dx, 1900 + dy) for dx, dy in places]
    fight = charged([rifle(), *ring], [foe()], (0, 8))
    assert [e.placed for e in fight.told(SetAgainst)] == [False]
    assert fight.spot(0) == (1000, 1300) and fight.kind == "rest"


@pytest.mark.rule("HAIL-ASLT-02", "HAIL-PASL-02")
def test_no_third_friend_comes_to_touch_an_enemy_by_the_way() -> None:
    """Two stand against the left one; the charger of the right one gets a spot off the left one."""
    ours = [rifle(900, 1400), rifle(1100, 1400), rifle(1100, 1150)]
    foes = [foe(1000), foe(1110)]
    fight = charged(ours, foes, (0, 4), (1, 4), (2, 5))
    assert all(len(fight.g.touching(T(e))) <= 2 for e in (4, 5))


@pytest.mark.rule("HAIL-ASLT-01", "HAIL-PASL-01")
def test_a_charge_is_looked_at_again_when_it_is_carried_out() -> None:
    moved = charged([rifle(1000, 999)], [foe()], (0, 2))  # H-63: by then it is too far away
    assert moved.kind == "rest" and not moved.told(AssaultBegun)
    hidden = scenario(area("building", 900, 1500, 1100, 1700))
    assert not one_on_one(where=hidden).told(AssaultBegun)


# ------------------------------------------------------------------ checks


@pytest.mark.rule("HAIL-ASLT-05", "HAIL-PASL-04", "HAIL-PASL-07", "HAIL-GAP-08")
@pytest.mark.parametrize(("die", "destroys"), [(4, True), (3, False)])
def test_defenders_strike_first_and_then_the_attackers(die: int, destroys: bool) -> None:
    fight = one_on_one().rolls((die,)).say(Strike(T(2), T(0), False))
    assert fight.team(0).lost == destroys
    verdict = "succeeds" if destroys else "fails"
    assert fight.told(AssaultCheck)[0].sentence(fight.g).endswith(f"{die} (4+) {verdict}")
    if destroys:
        assert fight.until("rest").team(2).suppressed
    else:
        assert (fight.kind, fight.seat) == ("fight", ANN)
        fight.refused(Strike(T(2), T(0), False), "HAIL-ASLT-03")
        fight.rolls((4,)).say(Strike(T(0), T(2), False))
        assert fight.team(2).lost and (fight.kind, fight.seat) == ("shift", ANN)


@pytest.mark.rule("HAIL-ASLT-06", "HAIL-ASLT-12")
def test_a_friend_on_the_same_enemy_supports_with_one() -> None:
    fight = charged([rifle(900), rifle(1100)], [foe()], (0, 3), (1, 3)).say(Pass())
    fight.refused(Strike(T(0), T(2), True), "HAIL-ASLT-05")
    assert Strike(T(0), T(3), True) in fight.options(Strike)
    fight.rolls((3,)).say(Strike(T(0), T(3), True)).until("rest")
    assert [(e.die, e.number) for e in fight.told(AssaultCheck)] == [(3, 3)]
    assert fight.team(3).lost
    assert [e.team for e in fight.told(Winded)] == [0]  # H-33: the supporter is not suppressed
    assert fight.team(0).suppressed and not fight.team(1).suppressed


@pytest.mark.rule("HAIL-ASLT-06")
def test_or_both_check_without_support() -> None:
    fight = charged([rifle(900), rifle(1100)], [foe()], (0, 3), (1, 3)).say(Pass())
    fight.rolls((3,)).say(Strike(T(0), T(3), False))
    fight.refused(Strike(T(1), T(3), True), "HAIL-ASLT-06", "nobody")
    fight.rolls((3,)).say(Strike(T(1), T(3), False))
    assert [e.number for e in fight.told(AssaultCheck)] == [4, 4]
    assert fight.seat == BEN  # the next round


@pytest.mark.rule("HAIL-ASLT-06", "HAIL-ASLT-07")
def test_who_supports_makes_no_check_of_its_own() -> None:
    fight = charged([rifle(900), rifle(1100)], [foe()], (0, 3), (1, 3)).say(Pass())
    fight.rolls((2,)).say(Strike(T(0), T(3), True))
    assert (fight.kind, fight.seat) == ("fight", BEN)
    small = charged([rifle(900), team("us_bazooka", 1100, 1300)], [foe()], (0, 3), (1, 3)).say(
        Pass()
    )
    small.refused(Strike(T(1), T(3), False), "HAIL-ASLT-03")
    small.rolls((3,)).say(Strike(T(0), T(3), True))
    assert small.team(3).lost


@pytest.mark.rule("HAIL-ASLT-07")
def test_a_small_team_alone_in_contact_makes_no_check() -> None:
    fight = charged([rifle()], [foe(profile="ger_schreck")], (0, 2))
    fight.refused(Strike(T(2), T(0), False), "HAIL-ASLT-07")
    fight.say(Pass())
    assert fight.seat == ANN


@pytest.mark.rule("HAIL-ASLT-04", "HAIL-PASL-04")
@pytest.mark.parametrize(("die", "lost"), [(3, True), (4, False)])
@pytest.mark.parametrize("profile", ["ger_rifle", "ger_pz4"])
def test_who_is_suppressed_in_contact_rallies_or_is_destroyed(
    die: int, lost: bool, profile: str
) -> None:
    fight = charged([rifle()], [foe(profile=profile, suppressed=True)], (0, 2), dice=[(die,)])
    assert fight.asked == [("nerve", 1)] and fight.team(2).lost == lost
    assert [e.rallied for e in fight.told(Nerve)] == [not lost]
    assert (fight.kind, fight.seat) == (("shift", ANN) if lost else ("fight", BEN))


@pytest.mark.rule("HAIL-PASL-04", "HAIL-RFC-05")
def test_fire_is_checked_before_nerve() -> None:
    fight = charged([rifle()], [foe(points=1)], (0, 2), dice=[(3,), (4,)])
    assert [type(e) for e in fight.events if isinstance(e, FireCheck | RallyCheck | Nerve)] == [
        FireCheck,
        RallyCheck,
        Nerve,
    ]
    ours = charged([rifle(points=1)], [foe()], (0, 2)).rolls((2,), (4,)).say(Pass())
    assert not ours.team(0).lost and ours.seat == ANN  # Hard Cover in contact (H-66)


# ------------------------------------------------------------------ armour


@pytest.mark.rule("HAIL-ASLT-09", "HAIL-PASL-09")
@pytest.mark.parametrize(
    ("profile", "vehicle", "at", "count", "pen"),
    [
        ("us_rifle", "brit_churchill", 1, 1, False),
        ("us_rifle", "us_m10", 1, 1, False),
        ("us_rifle", "us_m3ht", 1, 1, True),
        ("ger_pf", "us_m4", 6, 4, True),
        ("ger_rifle", "ger_tiger", 1, 1, False),
    ],
)
def test_what_a_team_does_to_armour(
    profile: str, vehicle: str, at: int, count: int, pen: bool
) -> None:
    fight = charged([team(profile, 1000, 1300)], [foe(profile=vehicle)], (0, 2)).say(Pass())
    fight.rolls((4,), (1,) * count, *([(6,) * count] if pen else []))
    fight.say(Strike(T(0), T(2), False))
    (told,) = fight.told(ArmourRolled)
    flank = fight.team(2).row.flank
    assert (told.at, told.armour, len(told.faces), told.pen) == (at, flank, count, pen)
    assert [len(e.faces) for e in fight.told(FireCheck)] == ([count] if pen else [])


@pytest.mark.rule("HAIL-PASL-09", "HAIL-ASLT-12")
def test_points_from_an_assault_are_checked_when_the_vehicle_acts_next() -> None:
    fight = charged([team("ger_pf", 1000, 1300)], [foe(profile="us_m5")], (0, 2)).say(Pass())
    fight.rolls((4,), (1, 4, 2, 3, 5), (4, 4, 4, 4, 6)).say(Strike(T(0), T(2), False))
    assert len(fight.told(FireCheck)[0].faces) == 5 and fight.team(2).points == 0
    kill = charged([team("ger_pf", 1000, 1300)], [foe(profile="us_m5")], (0, 2)).say(Pass())
    kill.rolls((4,), (1, 1, 1, 1, 6)).say(Strike(T(0), T(2), False)).until("rest")
    assert kill.team(2).lost and kill.team(0).suppressed


@pytest.mark.rule("HAIL-ASLT-11", "HAIL-PASL-03")
@pytest.mark.parametrize(("wood", "fires"), [(True, True), (False, False)])
def test_infantry_out_of_concealment_fires_at_the_vehicle_it_reaches(
    wood: bool, fires: bool
) -> None:
    where = scenario(area("woods", 800, 1150, 1200, 1350)) if wood else scenario()
    ours = [rifle(1100, 1250), team("us_bazooka", 900, 1250)]
    dice = [(4,), (1, 2), (6, 6)] if fires else []
    fight = charged(ours, [foe(profile="us_m4")], (0, 3), (1, 3), where=where, dice=dice)
    shots = [e for e in fight.told(CloseFire) if e.rule == "HAIL-ASLT-11"]
    assert [e.team for e in shots] == ([1] if fires else [])  # rifles do nothing to armour
    checks = [len(e.faces) for e in fight.told(FireCheck)]
    assert checks == ([2] if fires else [])  # AT 4 on Flank 2: two Pen dice, two points


@pytest.mark.rule("HAIL-ASLT-11", "HAIL-PASL-03")
def test_each_who_comes_out_of_concealment_fires_once_whether_it_hits_or_not() -> None:
    where = scenario(area("woods", 800, 1150, 1200, 1350))
    two = [team("us_bazooka", 900, 1250), team("us_bazooka", 1100, 1250)]
    ours, theirs = [rifle(300, 1900), *two], [foe(profile="us_m4"), foe(3000)]
    fight = charged(ours, theirs, (1, 4), (2, 4), where=where)
    assert fight.kind == "rest" and not fight.told(CloseFire)  # Small Teams, and nobody with them
    ours = [rifle(1000, 1500), team("us_bazooka", 900, 1250)]
    fight = charged(ours, [foe(profile="us_m4")], (0, 3), (1, 3), where=where, dice=[(3,)])
    assert len(fight.told(CloseFire)) == 1 and fight.team(3).points == 0
    assert (fight.kind, fight.seat) == ("fight", BEN)


@pytest.mark.rule("HAIL-ASLT-11", "HAIL-ASLT-08")
def test_who_destroys_the_vehicle_so_may_shift_and_is_suppressed() -> None:
    where = scenario(area("woods", 800, 1150, 1200, 1350))
    ours = [rifle(1100, 1250), team("us_bazooka", 900, 1250)]
    fight = charged(ours, [foe(profile="us_m4")], (0, 3), (1, 3), where=where, dice=[(4,), (1, 6)])
    assert fight.team(3).lost and (fight.kind, fight.seat) == ("shift", ANN)
    assert fight.say(Pass()).kind == "rest"
    assert [e.team for e in fight.told(Winded)] == [1]


# ------------------------------------------------------------------ moving off, machine guns


@pytest.mark.rule("HAIL-PASL-05", "HAIL-ASLT-12")
def test_a_defender_may_move_off_and_is_suppressed_at_the_end() -> None:
    fight = charged([rifle()], [foe(profile="ger_pz4")], (0, 2))
    fight.refused(MoveOff(T(2), path((1300, 1850))), "HAIL-PASL-05", "nearer")
    off = MoveOff(T(2), path((1300, 2000), (1000, 2800)))
    assert off.sentence(fight.view(BEN)) == "Panzer IV H of unit 2 moves off, ends in the open"
    assert fight.options(MoveOff)
    fight.rolls((3, 4)).say(MoveOff(T(2), path((1000, 2800))), Pass())
    assert fight.told(MoveRolled) and fight.spot(2) == (1000, 2600)
    assert (fight.kind, fight.seat) == ("shift", ANN)
    fight.say(Pass())
    assert [e.team for e in fight.told(Winded)] == [2] and fight.kind == "rest"


@pytest.mark.rule("HAIL-ASLT-12", "HAIL-PASL-05")
@pytest.mark.parametrize(("die", "leaves"), [(3, False), (4, True)])
def test_who_wants_to_move_off_and_is_held_has_left_nobody(die: int, leaves: bool) -> None:
    """A half-track in a wood that fails its check stays in contact (HAIL-TERR-04); after six rounds
    the attackers leave it (HAIL-PASL-08)."""
    wood = scenario(area("woods", 800, 1850, 1200, 2400))
    fight = charged([rifle()], [foe(profile="us_m3ht")], (0, 2), where=wood)
    fight.rolls((6, 6), (die,)).say(MoveOff(T(2), path((1000, 2800))), Pass())
    assert fight.g.engaged(T(2)) is not leaves
    assert (fight.kind, fight.seat) == ("shift" if leaves else "fight", ANN)
    assert [e.team for e in fight.until("rest").told(Winded)] == [2 if leaves else 0]


@pytest.mark.rule("HAIL-PASL-05", "HAIL-PASL-07")
def test_a_vehicle_fires_its_machine_guns_at_who_touches_it() -> None:
    fight = charged([rifle()], [foe(profile="ger_pz4")], (0, 2))
    assert Spray(T(2), T(0)) in fight.options(Spray)
    fight.refused(Spray(T(2), T(1)), "HAIL-PASL-05")
    fight.rolls((4, 6, 5), (6,)).say(Spray(T(2), T(0)))
    assert fight.asked == [("machine guns", 3), ("received fire", 1)]  # one Hit (H-68)
    fight.refused(Spray(T(0), T(2)), "HAIL-PASL-07")
    fight.refused(MoveOff(T(0), path((1000, 900))), "HAIL-PASL-07")
    grenadiers = one_on_one()
    grenadiers.refused(Spray(T(2), T(0)), "HAIL-PASL-05", "no machine guns")
    miss = charged([rifle()], [foe(profile="ger_pz4")], (0, 2)).rolls((1, 2, 3))
    assert miss.say(Spray(T(2), T(0))).asked == [("machine guns", 3)]


# ------------------------------------------------------------------ shifting


def victorious(*others: Team, dice: Sequence[tuple[int, ...]] = ()) -> Fight:
    """Ann's rifles have just destroyed their enemy at (1000, 1900); others of Ben's are near."""
    fight = charged([rifle()], [foe(), *others], (0, 2)).say(Pass())
    fight.rolls((4,), *dice).say(Strike(T(0), T(2), False))
    assert (fight.kind, fight.seat) == ("shift", ANN) and fight.spot(0) == (1000, 1795)
    return fight


def shift(x: int, y: int, number: int = 0) -> Shift:
    return Shift(T(number), path((x, y))[0])


@pytest.mark.rule("HAIL-ASLT-08")
def test_a_team_whose_enemy_is_gone_shifts_three_inches_onto_its_place() -> None:
    fight = victorious()
    assert shift(1000, 1900) in fight.options(Shift)
    assert fight.allowed(shift(1000, 1950))  # its base covers the place (H-64)
    fight.refused(shift(1000, 1951), "HAIL-ASLT-08", "onto the place")
    fight.refused(shift(1000, 1600), "HAIL-ASLT-08", "onto the place")
    fight.refused(shift(1000, 1494), "HAIL-ASLT-08", '3"')
    fight.refused(shift(1000, 1900, number=1), "HAIL-ASLT-08", "lost no enemy")
    fight.say(shift(1000, 1900))
    assert fight.told(Shifted) and fight.kind == "rest" and fight.spot(0) == (1000, 1900)


@pytest.mark.rule("HAIL-ASLT-08", "HAIL-PASL-06")
def test_or_into_touch_with_another_enemy_who_then_acts() -> None:
    fight = victorious(foe(1000, 2205))
    fight.refused(shift(1000, 2096), "HAIL-ASLT-08", '3"')
    fight.say(shift(1000, 2095))
    assert (fight.kind, fight.seat) == ("fight", BEN)
    fight.rolls((1,)).say(Strike(T(3), T(0), False))
    assert (fight.kind, fight.seat) == ("fight", ANN)
    fight.rolls((6,)).say(Strike(T(0), T(3), False)).until("rest")
    assert fight.team(3).lost


@pytest.mark.rule("HAIL-ASLT-03", "HAIL-PASL-06", "HAIL-PASL-07")
def test_meanwhile_the_others_do_not_act_twice_in_a_row() -> None:
    """Two attack, and one goes on to a third enemy: those two fight it out, and then it is the turn
    of all the defenders again (H-70)."""
    ours, theirs = [rifle(), rifle(2000)], [foe(), foe(2000), foe(1000, 2205)]
    fight = charged(ours, theirs, (0, 3), (1, 4)).say(Pass())
    fight.rolls((4,), (1,)).say(Strike(T(0), T(3), False), Strike(T(1), T(4), False))
    fight.say(shift(1000, 2095))
    assert (fight.kind, fight.seat) == ("fight", BEN)
    fight.refused(Strike(T(4), T(1), False), "HAIL-ASLT-03")
    fight.rolls((1,)).say(Strike(T(5), T(0), False))
    assert (fight.kind, fight.seat) == ("fight", ANN)
    fight.refused(Strike(T(1), T(4), False), "HAIL-ASLT-03", "already acted")
    fight.rolls((1,)).say(Strike(T(0), T(5), False))
    assert (fight.kind, fight.seat) == ("fight", BEN)
    assert all(fight.allowed(Strike(T(a), T(b), False)) for a, b in ((4, 1), (5, 0)))


@pytest.mark.rule("HAIL-ASLT-02", "HAIL-ASLT-08")
def test_nobody_shifts_against_an_enemy_whom_two_touch() -> None:
    ours = [rifle(1000, 1400), rifle(1250, 1600), rifle(1350, 1600)]
    fight = charged(ours, [foe(), foe(1300, 1900)], (0, 4), (1, 5), (2, 5)).say(Pass())
    fight.rolls((4,), (1,), (1,)).say(Strike(T(0), T(4), False))
    fight.say(Strike(T(1), T(5), False), Strike(T(2), T(5), False))
    assert fight.kind == "shift"
    fight.refused(shift(1195, 1900), "HAIL-ASLT-02", "two touch")


@pytest.mark.rule("HAIL-ASLT-08", "HAIL-ASLT-03")
def test_a_defender_whose_enemy_is_gone_may_shift_too() -> None:
    fight = one_on_one().rolls((6,)).say(Strike(T(2), T(0), False))
    assert (fight.kind, fight.seat) == ("shift", BEN)  # H-47
    fight.say(shift(1000, 1795, number=2))
    assert fight.kind == "rest" and fight.team(2).suppressed


# ------------------------------------------------------------------ the end


@pytest.mark.rule("HAIL-PASL-08", "HAIL-ASLT-12")
def test_after_six_rounds_the_attackers_move_off_suppressed() -> None:
    fight = one_on_one()
    for _ in range(6):
        assert fight.seat == BEN
        fight.say(Pass())
        assert fight.seat == ANN
        fight.say(Pass())
    assert fight.kind == "rest" and not fight.g.engaged(T(0))
    assert fight.spot(0) == (1000, 1495) and fight.team(0).suppressed
    assert [e.team for e in fight.told(Winded)] == [0]


@pytest.mark.rule("HAIL-PASL-08")
def test_who_has_no_place_to_go_then_is_destroyed() -> None:
    walls = [area("river", 0, 1600, 900, 2000), area("river", 1100, 1600, 4800, 2000)]
    where = scenario(*walls, area("river", 0, 0, 4800, 1690), area("river", 0, 2010, 4800, 3600))
    fight = charged([rifle(1000, 1795)], [foe()], (0, 2), where=where)
    for _ in range(12):
        fight.say(Pass())
    assert fight.team(0).lost and fight.kind == "rest"  # H-65


@pytest.mark.rule("HAIL-PASL-06", "HAIL-PASL-08")
def test_who_moves_off_and_is_followed_acts_again_only_in_the_next_round() -> None:
    """Else both could go on for ever (H-65)."""
    fight = charged([rifle()], [foe()], (0, 2)).rolls((1, 1))
    fight.say(MoveOff(T(2), path((1000, 2100))), Pass())
    assert (fight.kind, fight.seat) == ("shift", ANN)
    fight.say(shift(1000, 1995))
    assert (fight.kind, fight.seat) == ("fight", ANN)
    fight.say(Pass())
    assert (fight.kind, fight.seat) == ("fight", BEN)
    turns = 0
    while fight.kind != "rest":  # always off, always followed
        turns += 1
        x, y = fight.spot(2)
        if fight.kind == "fight" and fight.seat == BEN:
            fight.rolls((1, 1)).say(MoveOff(T(2), path((x, y + 200))))
        elif fight.kind == "shift":
            fight.say(shift(x, y - 105))
        else:
            fight.say(Pass())
    assert turns <= 24


@pytest.mark.rule("HAIL-ACT-03", "HAIL-ASLT-01")
def test_an_assault_after_fire_in_one_activation() -> None:
    men = [rifle(900), rifle(1100)]
    fight = lay([unit(team("us_cmd", 1000, 1000), *men)], [unit(foe()), FAR])
    fight.say(FireAt(T(3), who(1), ()), ChargeAt(T(2), T(3)))
    fight.refused(Go(T(0), path((1000, 900)), apart=False), "HAIL-ACT-03")
    fight.rolls((4, 1), (3,), (4,)).say(Pass()).until("fight")
    assert fight.told(Nerve)[0].rallied  # the point from the fire is checked in contact


@pytest.mark.rule("HAIL-ASLT-05")
def test_a_tank_in_contact_strikes_at_infantry() -> None:
    fight = charged([rifle()], [foe(profile="ger_pz4")], (0, 2))
    fight.rolls((5,)).say(Strike(T(2), T(0), False))
    assert fight.team(0).lost and fight.told(AssaultCheck)[0].number == 5
