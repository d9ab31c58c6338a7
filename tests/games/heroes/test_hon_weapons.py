"""Vehicles with several weapons: which fire when, at whom, and what damage forbids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from attrs import evolve

from owm_net.engine.passing import Pass
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.cards.opportunity_fire import OpportunityFire
from owm_net.games.heroes.driving import Drive
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import OptionKey, Share, Step, UnitId, Vertex, WeaponPlace
from owm_net.games.heroes.locating import Located
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.state import Unit
from owm_net.games.heroes.steps import Driven
from owm_net.games.heroes.terms import Damage
from owm_net.games.heroes.weapons import guns
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, course, scenario
from tests.seats import ANN, BEN

PANTHER, SHERMAN = "de_panther", "us_sherman"
GUN, MG = WeaponPlace(0), WeaponPlace(1)


def table(*units: object, dice: Sequence[tuple[int, ...]] = (), **more: Any) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=dice, **settings)  # type: ignore[arg-type]


def tank(x: int, y: int, key: str = PANTHER, **more: Any) -> Unit:
    return ann(x, y, key, facing=int(Facing.E), **more)


def also(target: int, weapon: WeaponPlace, *, suppressive: bool = False) -> ActFire:
    return ActFire(UnitId(0), (UnitId(target),), suppressive, weapon=weapon)


@pytest.mark.rule("HON-FIRE-03", "HON-CTR-16")
def test_each_weapon_fires_once_and_at_what_the_one_before_leaves_to_it() -> None:
    """Panther: +1 and +3 on infantry, 6. The second target is named after the first shot."""
    t = table(tank(4, 4), ben(9, 4), ben(9, 2), dice=[(4,), (3,)])
    t.say(t.fire(0, 1, weapon=MG))
    assert (t.kind, t.seat) == ("guns", ANN) and t.u(1).face == 1
    t.refused(also(2, MG), "HON-FIRE-03")
    t.refused(also(2, WeaponPlace(2)), "HON-CTR-16")
    t.refused(evolve(also(2, GUN), targets=()), "HON-FIRE-03")
    t.refused(evolve(also(2, GUN), unit=UnitId(1)), "HON-FIRE-03")
    t.refused(also(2, GUN, suppressive=True), "HON-AB-80")
    t.do(also(2, GUN))
    shots = every(t.said, ShotFired) or t.told(ShotFired)
    assert [(e.target, e.result) for e in t.told(ShotFired)] == [(1, 7), (2, 4)] and shots
    assert t.kind != "guns"


@pytest.mark.rule("HON-FIRE-03")
def test_the_other_weapon_may_keep_silent_and_is_not_asked_for_without_a_target() -> None:
    t = table(tank(4, 4), ben(9, 4), dice=[(1,)])
    t.say(t.fire(0, 1))
    assert t.kind == "guns"
    t.do(Pass())
    assert len(t.told(ShotFired)) == 1
    heavy = table(tank(4, 4), ben(11, 4, SHERMAN, facing=int(Facing.W)), dice=[(1,), (1,)])
    heavy.do(heavy.fire(0, 1))  # 1 + 7 against 8; the machine gun cannot harm a tank
    assert heavy.kind != "guns" and only(heavy.told(Located), Located).result == 1 + 1


@pytest.mark.rule("HON-AB-26", "HON-AB-40")
def test_a_vehicle_splits_its_fire_on_the_move() -> None:
    """M16: +4 less 2, a share of 1 for each of two."""
    t = table(ann(4, 4, "us_m16", facing=2), ben(9, 4), ben(9, 2), dice=[(4, 1), (5, 1)])
    t.say(t.drive(0, "F", goes_on=True))
    shares = (Share(1), Share(1))
    t.say(FireOnTheMove((UnitId(1), UnitId(2)), shares=shares))
    assert [(e.target, e.result) for e in t.told(ShotFired)] == [(1, 5), (2, 6)]
    t.refused(FireOnTheMove((UnitId(1),)), "HON-AB-25")


@pytest.mark.rule("HON-CTR-16", "HON-FIRE-04", "HON-AB-25")
def test_on_the_move_only_weapons_with_that_ability_fire() -> None:
    """A Panther's gun has it not, its machine gun has; each fires once."""
    t = table(tank(4, 4), ben(12, 4), ben(9, 1), dice=[(6,)])
    t.say(t.drive(0, "FF", goes_on=True))
    t.refused(FireOnTheMove((UnitId(1),), weapon=GUN), "HON-FIRE-04")
    t.refused(FireOnTheMove((UnitId(0),), weapon=MG), "HON-FIRE-16")
    offered = {(*a.targets, a.weapon) for a in t.options(FireOnTheMove)}
    assert offered == {(1, MG), (2, MG)}
    t.say(FireOnTheMove((UnitId(1),), weapon=MG))
    assert only(t.told(ShotFired), ShotFired).parts[:2] == (
        ("combat bonus", 3),
        ("on the move", -1),
    )
    t.refused(FireOnTheMove((UnitId(2),), weapon=MG), "HON-AB-25")
    assert t.allowed(Drive(course("FFFF"))) and not t.options(FireOnTheMove)
    both = table(ann(4, 4, SHERMAN, facing=2), ben(12, 4), dice=[(1,), (1,)])
    both.say(both.drive(0, "F", goes_on=True))
    both.say(FireOnTheMove((UnitId(1),), weapon=GUN))
    both.say(FireOnTheMove((UnitId(1),), weapon=MG))
    assert [e.parts[1] for e in both.told(ShotFired)] == [("on the move", -2), ("on the move", -1)]


@pytest.mark.rule("HON-AB-29", "HON-AB-25")
def test_a_howitzer_with_the_ability_fires_on_the_move() -> None:
    t = table(ann(4, 4, SHERMAN, facing=2), ben(12, 4), dice=[(4,)])
    t.say(t.drive(0, "F", goes_on=True))
    t.say(FireOnTheMove(vertex=Vertex((12, 4)), weapon=GUN))
    assert only(t.told(Blasted), Blasted).result == 4 + 3 - 2
    again = FireOnTheMove((UnitId(1),), weapon=GUN)
    assert t.kind == "drive" and t.rule_against(again) == "HON-AB-25"


@pytest.mark.rule("HON-DMG-02")
def test_a_crew_that_is_hit_fires_one_weapon_each_round() -> None:
    t = table(tank(4, 4, damage=(Damage.CREW,)), ben(9, 4), ben(9, 2), dice=[(1,)])
    t.do(t.fire(0, 1))
    assert t.kind != "guns" and t.u(0).fired == (GUN,)
    assert guns(t.u(0)) == [GUN]
    t.over_to_supply()
    t.until("turn", ANN)
    assert guns(t.u(0)) == [GUN, MG]
    moving = table(ann(4, 4, SHERMAN, facing=2, damage=(Damage.CREW,)), ben(12, 4), dice=[(1,)])
    moving.say(moving.drive(0, "F", goes_on=True))
    moving.say(FireOnTheMove((UnitId(1),), weapon=MG))
    moving.refused(FireOnTheMove((UnitId(1),), weapon=GUN), "HON-DMG-02")
    twice = table(tank(4, 4, damage=(Damage.CREW,)), ben(9, 4))
    twice.g.change(UnitId(0), fired=(GUN,))
    twice.refused(twice.fire(0, 1, weapon=MG), "HON-DMG-02")
    assert twice.allowed(twice.fire(0, 1))  # the same weapon, by a Heroic token


@pytest.mark.rule("HON-DMG-05")
def test_a_gun_that_is_hit_is_silent_and_the_other_weapon_is_not() -> None:
    options = {OptionKey("eq_he_shells"): ANN}
    t = table(tank(4, 4, damage=(Damage.PRIMARY,)), ben(9, 4), options=options, dice=[(1,)])
    t.refused(t.fire(0, 1), "HON-DMG-05")
    shell = evolve(t.fire(0, spend=("eq_he_shells",)), vertex=Vertex((9, 4)))
    t.refused(shell, "HON-DMG-05")
    t.refused(evolve(shell, weapon=MG), "HON-BLST-01")  # nor does the machine gun fire shells
    assert t.allowed(t.fire(0))  # to hold its fire is always possible
    t.do(t.fire(0, 1, weapon=MG))
    assert t.kind != "guns"


@pytest.mark.rule("HON-CTR-16")
def test_abilities_of_a_weapon_are_its_own() -> None:
    """A Panzer IV: Suppressive Fire of the machine gun, howitzer and Destruction of the gun."""
    t = table(ann(4, 4, "de_pz4", facing=2), ben(9, 4))
    t.refused(t.fire(0, 1, suppressive=True), "HON-AB-80")
    assert t.allowed(t.fire(0, 1, suppressive=True, weapon=MG))
    blast = evolve(t.fire(0), vertex=Vertex((9, 4)))
    assert t.allowed(blast)
    t.refused(evolve(blast, weapon=MG), "HON-BLST-01")
    t.refused(t.fire(0, 1, weapon=2), "HON-CTR-16")
    squad = table(ann(4, 4), ben(9, 4))
    squad.refused(squad.fire(0, 1, weapon=MG), "HON-CTR-16")


@pytest.mark.rule("HON-ACT-06", "HON-CTR-16")
def test_by_a_card_a_tank_fires_one_weapon_at_a_mover() -> None:
    hands = ("", "opportunity_fire")
    t = table(ben(12, 4, SHERMAN, facing=6), ann(4, 4), dice=[(1,)], hands=hands)
    t.say(Pass())
    t.say(t.move(1, (5, 4), (6, 4)))
    assert (t.kind, t.seat) == ("react", BEN)
    offered = {(a.step, a.weapon) for a in t.options(OpportunityFire)}
    assert offered == {(1, GUN), (1, MG), (2, GUN), (2, MG)}
    card = t.options(OpportunityFire)[0].card
    t.do(OpportunityFire(card, Step(1), UnitId(0), weapon=MG))
    assert only(t.told(ShotFired), ShotFired).parts == (("combat bonus", 3),)
    assert t.u(0).fired == (MG,) and t.u(1).at in (at(5, 4), at(6, 4))


@pytest.mark.rule("HON-AB-30", "HON-AB-29")
def test_all_that_a_shell_covers_is_rolled_for_by_itself_but_who_is_inside() -> None:
    """A Sherman's +3 and +4 at 12 spaces without a loss; the Panzer IV by its side, 7; the shed by
    two dice of Destruction. The squad in the shed is safe."""
    on = scenario([("bld_shed", 12, 2)])  # (12,2) and (12,3)
    units = (ben(1, 4, SHERMAN, facing=2), ann(13, 3), ann(12, 3), tank(13, 4, "de_pz4"))
    t = table(*units, on=on, due=(0, 1), dice=[(2,), (3,), (1,), (4, 3)])
    t.over_to_turn(BEN)
    t.do(evolve(t.fire(0), vertex=Vertex((13, 4))))
    assert [(e.target, e.result, e.defence) for e in t.told(Blasted)] == [(1, 5, 6), (3, 7, 7)]
    assert t.u(3).damage == (Damage.CREW,) and list(t.g.demolition.values()) == [1]


@pytest.mark.rule("HON-FIRE-03", "HON-CARD-02")
def test_a_card_is_played_with_either_weapon() -> None:
    """A Panzer IV's shell is not aimed, the shot of its machine gun may be."""
    hands = ("aimed_shot aimed_shot rally", "")
    t = table(ann(4, 4, "de_pz4", facing=2), ben(9, 4), ben(9, 2), dice=[(2,), (1,)], hands=hands)
    t.say(Pass())
    aim, rally = t.card("aimed_shot"), t.card("rally")
    shell = evolve(t.fire(0, cards="aimed_shot"), vertex=Vertex((9, 4)))
    t.refused(shell, "HON-CARD-06")
    t.say(t.fire(0, 1))
    while t.kind != "guns":
        t.say(Pass())
    t.refused_by_its_own(evolve(also(2, MG), cards=(rally,)), "HON-CARD-01")
    t.refused(evolve(also(2, MG), cards=(aim, aim)), "HON-HID-09")
    t.say(evolve(also(2, MG), cards=(aim,)))
    while t.kind in ("after", "again", "guard"):
        t.say(Pass())
    assert ("aimed", 2) in t.told(ShotFired)[-1].parts and len(t.g.piles[ANN]) == 1


@pytest.mark.rule("HON-AB-25", "HON-VEH-12")
def test_a_tank_that_shells_itself_on_the_move_goes_no_further() -> None:
    """6 + 4 - 2 against its own side, 7; the location die destroys it."""
    t = table(ann(4, 4, SHERMAN, facing=2), ben(12, 1), dice=[(6,), (6,)])
    t.say(t.drive(0, "F", goes_on=True))
    driven = len(t.told(Driven))
    t.do(FireOnTheMove(vertex=Vertex((5, 4)), weapon=GUN))
    assert t.u(0).lost and len(t.told(Driven)) == driven and t.g.ground.cells[at(5, 4)].blocks


@pytest.mark.rule("HON-DMG-03", "HON-DMG-04")
@pytest.mark.parametrize(("die", "part"), [(2, Damage.TRACK), (3, Damage.HULL)])
def test_a_tank_that_hits_its_own_track_or_hull_on_the_move_stops(die: int, part: Damage) -> None:
    """Its howitzer, on a near intersection: 6 + 3 - 2 against 7."""
    t = table(ann(4, 4, SHERMAN, facing=2), ben(12, 4), dice=[(6,), (die,)])
    t.say(t.drive(0, "F", goes_on=True))
    t.say(FireOnTheMove(vertex=Vertex((6, 4)), weapon=GUN))
    assert t.u(0).damage == (part,) and not t.options(Drive)
