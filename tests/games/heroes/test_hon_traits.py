"""Tokens of traits in the Activation phase, and equipment that is fired."""

from __future__ import annotations

import pytest

from owm_net.engine.passing import Pass
from owm_net.games.heroes.assault import Clashed
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.heroic import ActsOnceMore
from owm_net.games.heroes.ids import DiePlace, FormationId, OptionKey, Step, UnitId, Vertex
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.orders import ActMove, NoMoreOrders
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.shooting import ShotFired, shot
from owm_net.games.heroes.structures import Demolished
from owm_net.games.heroes.turns import Claim, OrderClaimed, claimable
from owm_net.games.heroes.veteran import Reroll
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, formation, scenario
from tests.games.heroes.veils import veiled
from tests.seats import ANN, BEN

FAUST, TRIGGER = OptionKey("eq_panzerfaust"), OptionKey("tr_triggerhappy")
WALKING = counter("tests-walking", fire_on_the_move=1, suppressive_fire=0)


def table(*units: object, dice: list[int] | None = None, **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=[(d,) for d in dice or []], **settings)  # type: ignore[arg-type]


def again(*dice: int) -> Reroll:
    return Reroll(tuple(map(DiePlace, dice)))


# -- equipment that is fired ---------------------------------------------------------------


@pytest.mark.rule("HON-EQ-13", "HON-OPT-03", "HON-OPT-02")
def test_a_panzerfaust_is_fired_instead_of_the_units_own_weapon() -> None:
    t = table(ann(4, 1), ben(8, 1), ben(9, 1), ben(4, 5, "us_sherman"), dice=[1],
              options={FAUST: ANN, "eq_ammo": ANN})  # fmt: skip
    t.refused(t.fire(0, 2, spend=(FAUST,)), "HON-AB-35")  # range 5
    t.refused(t.fire(0, 1, spend=(FAUST, "eq_ammo")), "HON-OPT-03")
    t.refused(t.fire(0, 1, spend=(FAUST,), suppressive=True), "HON-AB-80")
    t.refused(t.fire(0, 1, 2, spend=(FAUST,), shares=(1, 1)), "HON-AB-35")
    t.refused(t.fire(0, 3), "HON-FIRE-02")  # its rifles do nothing to a tank
    assert t.allowed(t.fire(0, 3, spend=(FAUST,)))
    aims = {(a.targets, a.spend) for a in t.options(type(t.fire(0))) if a.spend}
    assert aims == {((UnitId(1),), (FAUST,)), ((UnitId(3),), (FAUST,))}
    t.do(t.fire(0, 1, spend=(FAUST,)))
    assert only(t.said, ShotFired).result == 1 + 2 and t.g.options[0].tokens == 2
    hidden = table(ann(4, 1), ben(6, 1), ben(5, 1), options={FAUST: ANN})
    hidden.refused(hidden.fire(0, 1, spend=(FAUST,)), "HON-LOS-01")
    none = table(ann(4, 1), ben(8, 1))
    none.refused(none.fire(0, 1, spend=(FAUST,)), "HON-ARMY-08")


@pytest.mark.rule("HON-OPT-03", "HON-FIRE-15", "HON-EQ-13")
def test_on_the_move_it_takes_the_penalty_and_nobody_shoots_twice() -> None:
    t = table(ann(4, 1, WALKING), ben(9, 1), dice=[1, 1], options={FAUST: ANN})
    t.say(t.move(0, (5, 1), goes_on=True))
    t.do(FireOnTheMove((UnitId(1),), False, (), (FAUST,)))
    assert only(t.said, ShotFired).result == 1 + 2 - 1
    t.refused(FireOnTheMove((UnitId(1),)), "HON-AB-25")
    t.refused(FireOnTheMove((UnitId(1),), False, (), (FAUST,)), "HON-FIRE-15")
    still = table(ann(4, 1), ben(8, 1), options={FAUST: ANN})
    still.say(still.move(0, goes_on=True))
    still.refused(
        FireOnTheMove((UnitId(1),), False, (), (FAUST,)), "HON-AB-25"
    )  # it cannot on the move


@pytest.mark.rule("HON-EQ-13", "HON-TER-10")
def test_nobody_fires_one_in_an_enemys_move() -> None:
    """R-68."""
    on = scenario([("position1", 8, 1)])
    t = table(ann(4, 1), ben(8, 1, "de_grenadier"), on=on, options={FAUST: BEN})
    t.say(t.move(0, (5, 1)))
    t.refused(React((UnitId(1),), Step(1), (), ((FAUST,),)), "HON-TER-10")


@pytest.mark.rule("HON-EQ-04")
def test_apc_shells_are_for_heavy_vehicles_and_one_for_an_attack() -> None:
    shells = OptionKey("eq_apc_shells")
    t = table(ann(4, 1, "de_pz4", facing=int(Facing.E)), ann(4, 3), ben(8, 1, "us_seep"), ben(8, 3),
              options={shells: ANN})  # fmt: skip
    t.refused(t.fire(0, 2, spend=(shells, shells)), "HON-EQ-04")
    t.refused(t.fire(0, 3, spend=(shells,)), "HON-OPT-04")  # nothing against infantry
    plain, more = [shot(t.g, UnitId(0), UnitId(2), False, False, spend=s).bonus
                   for s in ((), (shells,))]  # fmt: skip
    assert more == plain + 1
    t.g.options[0] = t.g.options[0].with_(key=FAUST)
    t.refused(t.fire(0, 3, spend=(FAUST,)), "HON-EQ-13")  # infantry fires it
    squad = table(ann(4, 1), ben(8, 1, "us_seep"), options={shells: ANN})
    squad.refused(squad.fire(0, 1, spend=(shells,)), "HON-EQ-04")


# -- traits --------------------------------------------------------------------------------


@pytest.mark.rule("HON-TRT-14")
@pytest.mark.parametrize(("die", "markers"), [(1, 1), (4, 1), (6, 1)])
def test_a_triggerhappy_shot_suppresses_whatever_it_does(die: int, markers: int) -> None:
    """R-73, R-119: one for an attack, on a target that is left."""
    t = table(ann(4, 1), ben(8, 1), ben(12, 7), dice=[die], options={TRIGGER: ANN})
    t.refused(t.fire(0, 1, spend=(TRIGGER, TRIGGER)), "HON-EQ-04")
    t.refused(t.fire(0, spend=(TRIGGER,)), "HON-FIRE-19")
    t.do(t.fire(0, 1, spend=(TRIGGER,)))
    assert t.u(1).suppressed == markers and t.g.options[0].tokens == 2
    assert only(t.said, ShotFired).result == die + 2  # the marker comes after the dice
    dead = table(ann(4, 1), ben(8, 1, face=1), dice=[6], options={TRIGGER: ANN})
    dead.do(dead.fire(0, 1, spend=(TRIGGER,)))
    assert dead.u(1).lost and dead.u(1).suppressed == 0


@pytest.mark.rule("HON-TRT-14", "HON-OPT-01")
def test_of_several_targets_the_first_and_not_for_heroes() -> None:
    gun = ann(4, 1, "us_cal30", face=1, facing=int(Facing.E))
    t = table(gun, ben(8, 1), ben(8, 2), dice=[1, 1], options={TRIGGER: ANN})
    t.do(t.fire(0, 1, 2, shares=(1, 3), spend=(TRIGGER,)))
    assert (t.u(1).suppressed, t.u(2).suppressed) == (1, 0)
    hero = table(ann(4, 1, "de_hero_reiss"), ben(8, 1), options={TRIGGER: ANN})
    hero.refused(hero.fire(0, 1, spend=(TRIGGER,)), "HON-ARMY-08")


@pytest.mark.rule("HON-TRT-15")
def test_a_veteran_rolls_again_and_again_but_what_lies_then_stands() -> None:
    t = table(ann(4, 1), ben(8, 1), dice=[1, 2, 6], options={"tr_veteran": ANN})
    t.say(t.fire(0, 1))
    assert (t.kind, t.seat) == ("after", ANN)
    for wrong in ((), (1,), (0, 0), (-1,)):
        t.refused(again(*wrong), "HON-TRT-15")
    t.say(again(0))
    assert t.kind == "after" and t.g.options[0].tokens == 2
    t.do(again(0))
    assert only(t.said, ShotFired).result == 8 and t.u(1).face == 1
    assert t.kind != "after"  # no die does more than a 6
    other = table(ann(4, 1), ben(8, 1), dice=[1], options={"tr_veteran": BEN})
    other.say(other.fire(0, 1))
    assert other.kind != "after"


@pytest.mark.rule("HON-TRT-15")
def test_one_token_rolls_one_or_both_dice_of_an_assault() -> None:
    for places, dice, total in (((1,), (5,), 8), ((0, 1), (1, 2), 5)):
        t = acting(ann(4, 1, "de_stosstrupp"), ben(5, 1), due=(1, 1), bluffs=(0, 0),
                   dice=[(3, 3, 1), dice], options={"tr_veteran": ANN})  # fmt: skip
        t.say(t.move(0, target=1))
        assert (t.kind, t.seat) == ("again", ANN)
        t.refused(again(0, 0), "HON-TRT-15")
        t.say(again(*places))
        t.do(Pass())
        assert every(t.said, Clashed)[0].total == total
    theirs = acting(ann(4, 1, "de_stosstrupp"), ben(5, 1), due=(1, 1), bluffs=(0, 0),
                    dice=[(3, 3, 1), (6,)], options={"tr_veteran": BEN})  # fmt: skip
    theirs.say(theirs.move(0, target=1))
    assert theirs.seat == BEN
    theirs.refused(again(1), "HON-TRT-15")  # he has rolled one die
    theirs.do(again(0))
    assert every(theirs.said, Clashed)[1].total == 8


@pytest.mark.rule("HON-TRT-08")
def test_who_is_heroic_acts_once_more_and_no_third_time() -> None:
    t = acting(ann(4, 1), ann(2, 5), ben(8, 1), due=(1, 1), bluffs=(0, 0), specials=(0, 1),
               orders={"u0": 1, "u2": 11}, dice=[(1,), (1,)],
               options={"tr_heroic": ANN})  # fmt: skip
    t.until("turn", ANN)
    t.say(t.fire(0, 2))
    assert (t.kind, t.seat) == ("once_more", ANN)  # Ben has no gap between the two
    t.refused(ActMove(UnitId(1), (at(2, 6),)), "HON-TRT-08")
    t.refused(ActMove(UnitId(0), (at(4, 2),) * 9), "HON-MOVE-01")
    t.do(ActFire(UnitId(0), (UnitId(2),)))
    assert only(t.said, ActsOnceMore).unit == 0 and t.g.options[0].tokens == 2
    assert t.kind != "once_more"
    moved = table(ann(4, 1), ben(8, 1), options={"tr_heroic": ANN})
    moved.say(moved.move(0, (5, 1)))
    moved.say(ActMove(UnitId(0), (at(6, 1),)))
    assert moved.u(0).at == at(6, 1) and moved.g.options[0].tokens == 2
    dead = acting(ann(4, 1, "de_stosstrupp", face=1), ben(5, 1), due=(1, 1), bluffs=(0, 0),
                  dice=[(1, 1, 6)], options={"tr_heroic": ANN})  # fmt: skip
    dead.say(dead.move(0, target=1))
    assert dead.u(0).lost and dead.kind != "once_more"
    passed = table(ann(4, 1), ben(8, 1), options={"tr_heroic": ANN})
    passed.say(passed.move(0, (5, 1)), Pass())
    assert passed.g.options[0].tokens == 3


@pytest.mark.rule("HON-TRT-01")
def test_an_ace_driver_takes_one_off_the_penalty_of_vehicles() -> None:
    """No less than none; and nothing for infantry."""
    quad = ann(4, 1, "us_m16", facing=int(Facing.E))
    jeep, squad = ann(4, 3, "us_seep"), ann(4, 5, "us_rifle")
    for options, sums in (({}, [2, 1, 1]), ({"tr_ace_driver": ANN}, [3, 2, 1])):
        t = table(quad, jeep, squad, ben(8, 1), options=options)
        made = [shot(t.g, UnitId(n), UnitId(3), False, moving=True).bonus for n in range(3)]
        assert made == sums


def pair() -> Table:
    """Ann's units 0 and 1 bear orders 1 and 2, so do Ben's 2 and 3, who are Intrepid."""
    options = {"tr_intrepid": BEN}
    t = acting(ann(1, 1), ann(1, 3), ben(12, 1), ben(12, 3), due=(2, 2), bluffs=(0, 0),
               options=options)  # fmt: skip
    return t


@pytest.mark.rule("HON-TRT-09")
def test_an_intrepid_unit_goes_before_the_initiative() -> None:
    t = pair()
    assert (t.kind, t.seat) == ("intrepid", BEN)
    t.refused_by_its_own(Claim(t.token(3)), "HON-ACT-01")  # order 2 is not the next
    t.refused(Claim(t.token(0)), "HON-TRT-09")
    t.g.change(UnitId(2), acted=True)
    t.refused(Claim(t.token(2)), "HON-TRT-09")
    t.g.change(UnitId(2), acted=False)
    t.do(Claim(t.token(2)))
    assert only(t.said, OrderClaimed).unit == 2 and (t.kind, t.seat) == ("turn", BEN)
    t.refused(t.move(3), "HON-TRT-09")
    t.refused(NoMoreOrders(t.g.closed(BEN)), "HON-TRT-09")
    t.say(t.move(2, (11, 1)))
    assert (t.kind, t.seat) == ("turn", ANN)
    t.say(t.move(0, (2, 1)))
    assert (t.kind, t.seat) == ("intrepid", BEN)  # the next pair
    t.say(Pass())
    assert (t.kind, t.seat) == ("turn", ANN)
    t.say(t.move(1, (2, 3)))
    assert (t.kind, t.seat) == ("turn", BEN)


@pytest.mark.rule("HON-TRT-09")
def test_of_two_intrepid_units_that_of_the_initiative_acts_first() -> None:
    """R-11; and an order that was shown is not lost."""
    t = acting(ann(1, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0), options={"tr_intrepid": BEN})
    t.g.options.append(t.g.options[0].with_(seat=ANN, tile=FormationId(0)))
    t.say(Claim(t.token(1)))
    assert (t.kind, t.seat) == ("intrepid", ANN)
    t.say(Claim(t.token(0)))
    assert (t.kind, t.seat) == ("turn", ANN)
    t.say(t.move(0, (2, 1)))
    assert (t.kind, t.seat) == ("turn", BEN)
    t.say(t.move(1, (11, 1)))
    assert t.u(1).at == at(11, 1)
    waits = acting(ann(1, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0), options={"tr_intrepid": BEN})
    waits.g.options.append(waits.g.options[0].with_(seat=ANN, tile=FormationId(0)))
    waits.say(Claim(waits.token(1)), Pass())
    assert (waits.kind, waits.seat) == ("turn", BEN)


@pytest.mark.rule("HON-TRT-09")
def test_who_has_no_intrepid_unit_with_an_order_is_not_asked() -> None:
    t = acting(ann(1, 1), ben(12, 1, "us_hero_halloran"), due=(1, 1), bluffs=(0, 0),
               options={"tr_intrepid": BEN})  # fmt: skip
    assert (t.kind, t.seat) == ("turn", ANN)


def both_intrepid(**more: object) -> Table:
    """Ben's unit 1, on its last face, has shown its order; Ann's unit 0 goes first and kills it."""
    settings = {"due": (1, 2), "bluffs": (0, 0), "options": {"tr_intrepid": BEN}, **more}
    t = acting(ann(4, 1), ben(8, 1, face=1), ben(12, 5), dice=[(6,)], **settings)  # type: ignore[arg-type]
    t.g.options.append(t.g.options[0].with_(seat=ANN, tile=FormationId(0)))
    t.say(Claim(t.token(1)))
    t.say(Claim(t.token(0)))
    t.say(t.fire(0, 1))
    assert t.u(1).lost
    return t


@pytest.mark.rule("HON-TRT-09", "HON-ORD-09")
def test_an_order_that_was_shown_is_lost_with_its_unit() -> None:
    """R-11: its seat goes on with its next; it has revealed the one that is gone."""
    t = both_intrepid()
    assert (t.kind, t.seat) == ("turn", BEN) and t.g.shown[BEN] == 1
    t.say(t.move(2, (12, 4)))
    assert t.u(2).at == at(12, 4)
    alone = both_intrepid(due=(1, 1))
    assert alone.kind != "turn" and alone.g.done == [True, True]


@pytest.mark.rule("HON-TRT-07", "HON-TRT-09")
def test_an_order_that_was_shown_has_been_seen_on_a_hardened_tile() -> None:
    t = both_intrepid(due=(1, 1), options={"tr_intrepid": BEN, "tr_hardened": BEN})
    t.over_to_supply()
    t.passes()
    assert t.over is None and t.g.owed[BEN] in ([], [t.g.round])


@pytest.mark.rule("HON-TRT-15")
@pytest.mark.parametrize("key", ["tr_veteran", ""])
def test_dice_of_all_kinds_are_rolled_again(key: str) -> None:
    """R-204: Destruction, location and dispersal dice; not where nothing is to be gained."""
    on = scenario([("position1", 8, 1)])
    options = {key: ANN} if key else {}
    engineer = table(ann(4, 1, "us_engineer"), ben(8, 1), dice=[6, 3, 4], on=on, options=options)
    engineer.say(engineer.fire(0, 1))
    if not key:
        assert engineer.kind == "turn" and engineer.dice == [(4,)]
        return
    assert (engineer.kind, engineer.seat) == ("again", ANN)
    engineer.do(again(0))
    assert only(engineer.said, Demolished).n == 1 and engineer.kind == "turn"
    pressed = table(ann(4, 1, "us_engineer", suppressed=2), ben(8, 1), dice=[1, 6], on=on,
                    options=options)  # fmt: skip
    pressed.say(pressed.fire(0, 1))
    assert pressed.kind == "turn"  # no die comes to 4
    schreck = table(ann(5, 1, "de_panzerschreck"), ben(5, 4, "us_sherman"), dice=[3, 1, 6],
                    options=options)  # fmt: skip
    schreck.say(schreck.fire(0, 1))
    assert (schreck.kind, schreck.seat) == ("again", ANN)
    schreck.say(again(0))
    assert schreck.u(1).lost and schreck.kind != "again"
    hedge = scenario([("bld_shed", 6, 1)])
    mortar = table(ann(4, 2, "de_mortar", face=1), ben(9, 1), dice=[1, 5, 6], on=hedge,
                   options=options)  # fmt: skip
    mortar.say(mortar.fire(0).with_(vertex=Vertex((9, 2))))
    assert (mortar.kind, mortar.seat) == ("again", ANN)
    mortar.do(again(0))
    assert only(mortar.said, Blasted).target == 1


@pytest.mark.rule("HON-TRT-08", "HON-TRT-09", "HON-OPT-01", "HON-HID-13")
def test_a_blind_is_neither_heroic_nor_intrepid() -> None:
    """R-196: not even by an officer's tile, as a hero may lie under it."""
    t = veiled(ben(15, 7), ann(0, 0, "de_hero_falk"), ann=((1, 4, 1),), orders={"u0": 1, "u2": 1},
               due=(1, 1), bluffs=(0, 0), options={"tr_heroic": ANN, "tr_intrepid": ANN},
               formations=[formation(ANN, key="de_t_major"), formation(BEN)])  # fmt: skip
    t.g.initiative = BEN
    assert not claimable(t.g, ANN)
    t.until("turn", ANN)
    t.say(t.move(2, (4, 2)))
    assert t.u(2).acted and t.kind != "once_more"
