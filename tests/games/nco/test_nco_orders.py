"""The six orders and movement: NCO-ORD, G-05 to G-07, NCO-TER-07, items and skills of orders."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.passing import Pass
from owm_net.games.nco.attack import Fired, GoDownAtOnce
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.giving import Ordered
from owm_net.games.nco.ids import Spot
from owm_net.games.nco.interrupts import Walked
from owm_net.games.nco.items import Used, UseItem
from owm_net.games.nco.melee import FightRound
from owm_net.games.nco.orders.advance import Advance, Shoot
from owm_net.games.nco.orders.command import Lead
from owm_net.games.nco.orders.down import GoDown
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.orders.rally import Rallied, Rally
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.orders.trying import any_order, any_path
from owm_net.games.nco.paths import why_not_path
from owm_net.games.nco.reloading import Reload
from owm_net.games.nco.set_up import soldier_of
from owm_net.games.nco.state import Soldier
from owm_net.games.nco.terms import Gait, Item, Order, Status
from tests.games.nco.table import Fight, S, W, at, ground, lay, man, specials
from tests.seats import ANN, BEN

HERE = at(1000, 1000)


def walker(*path: Spot, gait: Any = Advance, start: Spot = HERE, **more: Any) -> Fight:
    """A private who is to walk a path, with nobody near."""
    x, y, surface = start
    fight = lay([man(x, y, surface=surface)], [man(3500, 3500)], **more)
    fight.say(gait(S(0), path))
    return fight


def reaches(*path: Spot, gait: Any = Advance, start: Spot = HERE, **more: Any) -> bool:
    x, y, surface = start
    fight = lay([man(x, y, surface=surface)], [man(3500, 3500)], **more)
    return fight.allowed(gait(S(0), path))


@pytest.mark.rule("NCO-ORD-07", "NCO-ORD-08")
def test_how_far_he_goes() -> None:
    assert reaches(at(1500, 1000)) and not reaches(at(1501, 1000))
    assert reaches(at(1300, 1400)), "300 and 400 are 500"
    assert not reaches(at(1300, 1400), at(1301, 1400))
    assert reaches(at(2000, 1000), gait=Run) and not reaches(at(2001, 1000), gait=Run)
    assert reaches(at(1500, 1000), at(1500, 1500), gait=Run), "any path"
    fight = walker(at(1500, 1000), gait=Run)
    assert fight.spot(0) == (1500, 1000, 0) and fight.man(0).order is Order.RUN
    assert fight.kind == "rest", "a Run has no shot"


@pytest.mark.rule("NCO-ORD-07", "NCO-HIT-06")
def test_an_advance_moves_and_then_shoots() -> None:
    nervous = man(1000, 1000, psyche=2)
    fight = lay([nervous], [man(3098, 1000, order=Order.DOWN)], dice=[(3,)])
    fight.refused(Fire(S(0), W("rifle"), S(0)), "NCO-ORD-06")
    fight.say(Advance(S(0), (at(1500, 1000),)))
    assert (fight.kind, fight.spot(0)) == ("shot", (1500, 1000, 0))
    fight.say(Shoot(W("rifle"), S(1)))
    assert "needs 4+ (moved -1)" in fight.said[1].sentence(fight.g)
    passed = lay([nervous], [man(3098, 1000)]).say(Advance(S(0), ()), Pass())
    assert passed.man(0).moved and passed.man(1).psyche == 3


@pytest.mark.rule("NCO-ORD-07")
@pytest.mark.parametrize(
    ("soldier", "far", "asked"),
    [
        (man(1000, 1000), 2000, True),
        (man(1000, 1000), 2001, False),
        (man(1000, 1000, "medic"), 500, False),
        (man(1000, 1000, "corporal", "rifle", jammed=True), 1300, True),
        (man(1000, 1000, "corporal", "rifle", jammed=True), 1301, False),
        (man(1000, 1000, "lance_corporal", "lmg", grenades=0), 500, False),
    ],
)
def test_a_shot_is_asked_for_only_where_there_is_one(
    soldier: Soldier, far: int, asked: bool
) -> None:
    """A grenade may fall 3 inches long, and catches whoever is 2 inches away."""
    fight = lay([soldier], [man(1098 + far, 1000)]).say(Advance(S(0), ()))
    assert (fight.kind == "shot") is asked


@pytest.mark.rule("NCO-ORD-10", "NCO-GEN-01")
def test_nobody_leaves_the_table() -> None:
    assert reaches(at(1000, 49), gait=Run, start=at(1000, 900))
    fight = lay([man(1000, 500)], [man(3500, 3500)])
    fight.refused(Run(S(0), (at(1000, 48),)), "NCO-ORD-10 NCO-GEN-01")
    fight.refused(Run(S(0), (Spot((1000, -1, 0)),)), "NCO-ORD-11")
    fight.refused(Run(S(0), (Spot((1000, 3601, 0)),)), "NCO-ORD-11")


@pytest.mark.rule("NCO-ORD-11")
def test_what_a_stranger_may_send_as_a_path() -> None:
    """Of any size, it is refused at once and by a rule."""
    fight = lay([man(1000, 500)], [man(3500, 3500)])
    for path in (
        (at(1000, 501),) * 17,
        (Spot((10**400, 0, 0)),),
        (Spot((1000, 600, 9)),),
        (Spot((1000, 600, -1)),),
        ((1000, 600),),
        (at(True, 600),),
    ):
        fight.refused(Run(S(0), path), "NCO-ORD-11")  # type: ignore[arg-type]
    assert fight.allowed(Run(S(0), (at(1000, 501),) * 16))


@pytest.mark.rule("NCO-ORD-11", "NCO-ORD-08")
def test_low_things_are_mounted_and_high_ones_scaled() -> None:
    """G-05: twice the height to cross; above the waist only in a Run."""
    low = ground(("sandbags", 1100, 800, 1140, 1200))
    assert reaches(at(1380, 1000), layout=low) and not reaches(at(1381, 1000), layout=low)
    fence = ground(("fence", 1100, 800, 1140, 1200))
    assert not reaches(at(1300, 1000), layout=fence)
    assert reaches(at(1820, 1000), layout=fence, gait=Run)
    assert not reaches(at(1821, 1000), layout=fence, gait=Run), "180 for the fence"
    hut = ground(("hut", 1100, 800, 1140, 1200))
    assert not reaches(at(1300, 1000), layout=hut, gait=Run)
    wall = ground(("wall_high", 1049, 800, 1089, 1200))
    assert reaches(at(1138, 1000), layout=wall, gait=Run)
    cost = lay([man(1000, 1000)], [], layout=wall).g.ground.leg(
        at(1000, 1000), at(1138, 1000), Gait.RUN
    )
    assert cost == 538, "the example of G-05"


@pytest.mark.rule("NCO-ORD-11")
def test_the_base_must_pass() -> None:
    table = ground(("hut", 1100, 1050, 1200, 1200))
    assert reaches(at(1400, 1000), layout=table), "50 is enough for 49"
    tight = ground(("hut", 1100, 1048, 1200, 1200))
    assert not reaches(at(1400, 1000), layout=tight)
    assert reaches(at(1100, 970), at(1250, 970), layout=tight)


@pytest.mark.rule("NCO-ORD-11", "NCO-ORD-08")
def test_a_roof_costs_its_height_and_has_an_edge() -> None:
    """G-06: 49 to the wall, 300 up, 49 inwards."""
    house = ground(("house", 1049, 800, 1449, 1200))
    ground_of = lay([man(1000, 1000)], [], layout=house).g.ground
    assert ground_of.leg(at(1000, 1000), at(1098, 1000, 1), Gait.RUN) == 398
    assert not reaches(at(1098, 1000, 1), layout=house), "an Advance climbs no house"
    assert reaches(at(1098, 1000, 1), gait=Run, layout=house)
    assert not reaches(at(1098, 1000), gait=Run, layout=house), "the roof is the surface there"
    assert reaches(at(1400, 1000, 1), layout=house, start=at(1098, 1000, 1))
    fight = walker(at(1098, 1000, 1), gait=Run, layout=house)
    assert fight.g.ground.place(fight.man(0).spot) == (1098, 1000, 300)


@pytest.mark.rule("NCO-ORD-11")
def test_hills_are_walked_up() -> None:
    hill = ground(("hill1", 1100, 600, 2100, 1400), ("hill2", 1400, 800, 1800, 1200))
    legs = lay([man(1000, 1000)], [], layout=hill).g.ground
    assert legs.leg(at(1000, 1000), at(1200, 1000, 1), Gait.ADVANCE) == 200 + 150
    assert legs.leg(at(1000, 1000), at(1500, 1000, 2), Gait.ADVANCE) == 500 + 300
    assert legs.leg(at(1200, 1000, 1), at(1500, 1000, 2), Gait.ADVANCE) == 300 + 150
    assert legs.leg(at(1200, 1000, 1), at(2000, 1000, 1), Gait.ADVANCE) == 800 + 300
    assert legs.leg(at(1200, 700, 1), at(2000, 700, 1), Gait.ADVANCE) == 800
    assert legs.leg(at(1200, 790, 1), at(2000, 790, 1), Gait.ADVANCE) == 800, "beside the step"
    assert legs.leg(at(1000, 700), at(2300, 700), Gait.ADVANCE) == 1300 + 300
    assert legs.leg(at(1000, 1000), at(2300, 1000), Gait.ADVANCE) == 1300 + 600


@pytest.mark.rule("NCO-ORD-08")
@pytest.mark.parametrize(("gap", "jumps"), [(200, True), (201, False)])
def test_a_jump_is_two_inches_wide(gap: int, jumps: bool) -> None:
    """G-07: from roof to roof; farther means down and up again."""
    table = ground(("house", 600, 800, 1000, 1200), ("house", 1000 + gap, 800, 1800, 1200))
    legs = lay([man(1000, 500)], [], layout=table).g.ground
    cost = legs.leg(at(900, 1000, 1), at(1400, 1000, 2), Gait.RUN)
    assert cost == (500 if jumps else 500 + 600)
    assert not isinstance(legs.leg(at(900, 1000, 1), at(1400, 1000, 2), Gait.ADVANCE), int)


@pytest.mark.rule("NCO-TER-07")
def test_nobody_runs_through_difficult_ground() -> None:
    swamp = ground(("swamp", 1100, 800, 1400, 1200))
    assert reaches(at(1500, 1000), layout=swamp)
    assert not reaches(at(1600, 1000), layout=swamp, gait=Run)
    assert not reaches(at(1600, 1000), layout=swamp, gait=Run, start=at(1200, 1000)), "R-50"
    assert reaches(at(1600, 1201), layout=swamp, gait=Run, start=at(1000, 1201))
    fight = lay([man(1000, 1000)], [man(1700, 1000)], layout=swamp)
    fight.refused(Assault(S(0), S(1), (at(1601, 1000),)), "NCO-TER-07")


@pytest.mark.rule("NCO-TER-07", "NCO-ORD-08")
def test_nobody_runs_through_difficult_ground_to_a_roof_or_from_it() -> None:
    """R-50: only a jump goes over it (G-07)."""
    table = ground(("swamp", 1100, 800, 1400, 1200), ("house", 1500, 800, 1900, 1200))
    roof, below = at(1600, 1000, 1), at(1050, 1000)
    assert not reaches(roof, gait=Run, layout=table, start=below)
    assert not reaches(below, gait=Run, layout=table, start=roof)
    assert reaches(roof, gait=Run, layout=table, start=at(1450, 1000))
    houses = [("house", 600, 800, 1000, 1200), ("house", 1150, 800, 1800, 1200)]
    gap = ground(("swamp", 1000, 600, 1150, 1400), *houses)  # no table has one so narrow
    legs = lay([man(1000, 500)], [], layout=gap).g.ground
    assert legs.leg(at(900, 1000, 1), at(1250, 1000, 2), Gait.RUN) == 350, "a jump"
    assert not isinstance(legs.leg(at(900, 1000, 1), at(1250, 1000, 2), Gait.SPECIAL), int)


@pytest.mark.rule("NCO-ORD-12", "NCO-EVT-08", "NCO-ITM-10")
def test_bonuses_come_before_doubling() -> None:
    both: dict[str, Any] = {"event": "mike", "mapped": (ANN,)}
    assert reaches(at(1800, 1000), **both) and not reaches(at(1801, 1000), **both)
    assert reaches(at(2600, 1000), gait=Run, **both)
    assert not reaches(at(2601, 1000), gait=Run, **both)
    assert reaches(at(2400, 1000), gait=Run, event="mike")
    assert reaches(at(2200, 1000), gait=Run, mapped=(ANN,))
    assert not reaches(at(2001, 1000), gait=Run, mapped=(BEN,))


@pytest.mark.rule("NCO-ORD-09", "NCO-CC-01")
@pytest.mark.parametrize(("far", "allowed"), [(1098, True), (1101, False)])
def test_an_assault_ends_in_contact(far: int, allowed: bool) -> None:
    fight = lay([man(1000, 1000)], [man(1000 + far, 1000, order=Order.DOWN)])
    end = at(1000 + far - 98, 1000) if allowed else at(2000, 1000)
    charge = Assault(S(0), S(1), (end,))
    assert fight.allowed(charge) is allowed
    fight.refused(Assault(S(0), S(1), (at(1500, 1000),)), "NCO-ORD-09", "contact")
    fight.refused(Assault(S(0), S(0), (end,)), "NCO-ORD-09", "own side")
    fight.refused(Assault(S(0), S(9), (end,)), "NCO-ORD-09", "not on the table")
    dead = man(1098, 1000, status=Status.DEAD, health=0)
    gone = lay([man(1000, 1000)], [dead])
    gone.refused(Assault(S(0), S(1), (HERE,)), "NCO-ORD-09", "not on the table")
    if allowed:
        fight.rolls((6, 1)).say(charge)
        assert fight.man(1).health < 3 or not fight.g.there(S(1))


@pytest.mark.rule("NCO-ORD-09")
def test_nothing_but_an_assault_ends_beside_an_enemy() -> None:
    for gap, allowed in ((100, False), (101, True)):
        fight = lay([man(1000, 1000)], [man(1500 + gap, 1000)])
        assert fight.allowed(Advance(S(0), (at(1500, 1000),))) is allowed
    fight = lay([man(1000, 1000), man(1200, 1000)], [man(1500, 1000)])
    fight.refused(Run(S(0), (at(1800, 1000),)), "NCO-ORD-11", "in the way")
    assert fight.allowed(Advance(S(0), (at(1350, 1000),))), "over a friend"
    fight.refused(Advance(S(0), (at(1297, 1000),)), "NCO-ORD-11", "stands there")
    wall = ground(("wall_high", 1200, 800, 1220, 1200))
    hidden = lay([man(1000, 1000)], [man(1500, 1000)], layout=wall)
    roof = ground(("house", 900, 800, 1900, 1200))
    above = lay([man(1000, 1000, surface=1)], [man(1400, 1000, surface=1)], layout=roof)
    above.refused(Advance(S(0), (at(1499, 1000, 1),)), "NCO-ORD-11", "in the way")
    hidden.refused(Assault(S(0), S(1), (at(1401, 1000),)), "NCO-TER-01 NCO-ORD-09")


@pytest.mark.rule("NCO-ORD-02", "NCO-HLT-01")
@pytest.mark.parametrize(("die", "health"), [(1, 3), (2, 4), (3, 4), (4, 5), (5, 5), (6, 5)])
def test_a_rally_gives_what_the_die_says(die: int, health: int) -> None:
    fight = lay([man(1000, 1000, "corporal", health=2)], [man(3500, 3500)], dice=[(die,)])
    fight.say(Rally(S(0), psyche=False))
    assert (fight.man(0).health, fight.man(0).psyche) == (health, 5)
    assert fight.man(0).order is Order.RALLY


@pytest.mark.rule("NCO-ORD-05", "NCO-DIE-10")
def test_there_are_six_orders() -> None:
    fight = lay([man(1000, 1000)], [man(1800, 1000)])
    faces = {answer.face.value for answer in fight.options()} | {Run.face.value}
    assert faces == {1, 2, 3, 4, 5, 6} and Assault.face is Run.face


@pytest.mark.rule("NCO-HLT-02")
def test_the_walking_wounded_stay_where_they_are() -> None:
    fight = lay([man(1000, 1000, health=1)], [man(1800, 1000)])
    assert {type(a) for a in fight.options()} == {GoDown, Rally, Fire}
    fight.refused(Advance(S(0), ()), "NCO-HLT-02")
    fight.refused(CoverFire(S(0), W("rifle"), at(1800, 1000)), "NCO-HLT-02")
    assert lay([man(1000, 1000, health=2)], [man(1800, 1000)]).allowed(Advance(S(0), ()))


# ------------------------------------------------------------------ items on a Down order


def smoker(*items: str, profile: str = "corporal", **more: Any) -> Fight:
    """A soldier with items who is given Down."""
    fight = lay([man(1000, 1000, profile).with_(**more)], [man(3500, 3500)])
    fight.g.change(S(0), items=tuple([Item(i) for i in items]))
    return fight.say(GoDown(S(0)))


@pytest.mark.rule("NCO-ORD-01", "NCO-ITM-07", "NCO-ITM-11")
def test_tobacco() -> None:
    fight = smoker("tobacco", courage=3, psyche=2)
    assert fight.kind == "item" and fight.man(0).down
    fight.say(UseItem(Item.TOBACCO, S(0)))
    assert (fight.man(0).psyche, fight.g.courage(S(0))) == (3, 4) and not fight.man(0).items
    assert fight.kind == "rest"
    later = lay([man(1000, 1000, "corporal", heart=1)], [man(3500, 3500)], goes_on=True, turn=5)
    assert later.g.courage(S(0)) == 5
    later.say(GoDown(S(0))).until("order", 0)
    assert later.g.turn == 6 and later.g.courage(S(0)) == 4, "this turn only"


@pytest.mark.rule("NCO-ITM-06")
def test_a_flask_is_paid_for_in_the_next_turn() -> None:
    fight = smoker("flask", courage=2, psyche=2, health=2)
    fight.say(UseItem(Item.FLASK, S(0)))
    s = fight.man(0)
    assert (s.psyche, s.health, fight.g.courage(S(0))) == (3, 3, 4) and fight.g.qualifies(S(0))
    drunk = man(1000, 1000, "corporal", debt=2)
    nxt = lay([drunk, drunk.with_(spot=at(1000, 1300))], [man(1800, 1000)], goes_on=True)
    assert {type(a) for a in nxt.options()} == {GoDown}
    nxt.refused(Rally(S(0), True), "NCO-ITM-06")
    nxt.dealt.picks = [0]
    nxt.say(GoDown(S(0)))
    assert nxt.man(1).down, "R-102: what the last one must do is not asked"
    assert not nxt.g.qualifies(S(0)), "courage 4, and no special action"


@pytest.mark.rule("NCO-ITM-05")
def test_morphine() -> None:
    fight = smoker("morphine", profile="sergeant").say(UseItem(Item.MORPHINE, S(0)))
    assert fight.man(0).courage == 4 and fight.man(0).calm
    shot = lay([fight.man(0).with_(order=Order.DOWN)], [man(1500, 1000)], turns=BEN)
    shot.rolls((6,), (6,)).say(Fire(S(1), W("rifle"), S(0)))
    assert (shot.man(0).health, shot.man(0).psyche) == (3, 6)


@pytest.mark.rule("NCO-ITM-04")
@pytest.mark.parametrize(("die", "health", "psyche"), [(1, 2, 1), (2, 3, 3), (5, 3, 3), (6, 4, 4)])
def test_letters(die: int, health: int, psyche: int) -> None:
    fight = smoker("letters", health=2, psyche=2).rolls((die,)).say(UseItem(Item.LETTERS, S(0)))
    assert (fight.man(0).health, fight.man(0).psyche) == (health, psyche)


@pytest.mark.rule("NCO-ITM-04", "NCO-HLT-04")
def test_bad_letters_break_a_man_and_end_his_items() -> None:
    fight = smoker("letters", "tobacco", psyche=1).rolls((1,)).say(UseItem(Item.LETTERS, S(0)))
    assert fight.man(0).broken and fight.kind == "rest" and Item.TOBACCO in fight.man(0).items


@pytest.mark.rule("NCO-ORD-01", "NCO-ITM-11")
def test_several_items_one_after_the_other() -> None:
    """R-41, R-84."""
    fight = smoker("tobacco", "flask", psyche=1)
    fight.refused(UseItem(Item.LETTERS, S(0)), "NCO-ITM-11")
    fight.say(UseItem(Item.FLASK, S(0)), UseItem(Item.TOBACCO, S(0)))
    assert fight.man(0).psyche == 3 and fight.kind == "rest"
    kept = smoker("tobacco").say(Pass())
    assert kept.man(0).items == (Item.TOBACCO,)


# ------------------------------------------------------------------ skills


@pytest.mark.rule("NCO-SKL-08")
def test_a_medic_tends_another() -> None:
    hurt = man(1398, 1000, "corporal", health=1)
    medic = man(1000, 1000, "medic", items=("morphine", "flask"))
    fight = lay([medic, hurt], [man(1500, 1500)])
    fight.say(Rally(S(0), psyche=False, to=S(1)))
    assert fight.man(1).health == 4, "3 without a roll"
    far = lay([medic, hurt.with_(spot=at(1399, 1000))], [man(1500, 1500)])
    far.refused(Rally(S(0), psyche=False, to=S(1)), "NCO-SKL-08")
    far.refused(Rally(S(0), psyche=True, to=S(1)), "NCO-SKL-08")
    peaceful = "NCO-SKL-08 NCO-SKL-09"
    fight = lay([medic, hurt], [man(1500, 1500)])
    fight.refused(Fire(S(0), W("pistol"), S(2)), peaceful)
    fight.refused(Assault(S(0), S(2), (at(1430, 1430),)), peaceful)
    fight.say(Advance(S(0), ()))
    assert fight.kind == "rest", "his Advance has no shot"
    items = lay([medic, hurt], [man(1500, 1500)]).say(GoDown(S(0)))
    items.say(UseItem(Item.MORPHINE, S(1)))
    assert items.man(1).calm and items.man(1).courage == 2 and items.man(0).courage == 2
    (told,) = items.told(Used)
    assert told.sentence(items.g).endswith("Medic 1 uses Morphine on Corporal 2")
    items.say(UseItem(Item.FLASK, S(0)))
    assert items.told(Used)[-1].sentence(items.g).endswith("Medic 1 uses Flask")
    broken = lay([medic, hurt.with_(psyche=0, order=Order.DOWN)], [man(1500, 1500)])
    broken.say(GoDown(S(0)))
    broken.refused(UseItem(Item.FLASK, S(1)), peaceful)


@pytest.mark.rule("NCO-SKL-09")
def test_a_chaplain_speaks_to_all_around() -> None:
    shaken = [man(1000 + 100 * n, 1300, "corporal", psyche=1) for n in range(3)]
    far = man(2000, 1000, "corporal", psyche=1)
    chaplain = man(1000, 1000, "chaplain", psyche=3, items=("letters", "tobacco"))
    fight = lay([chaplain, *shaken, far], [man(3500, 3500)])
    assert Rally(S(0), psyche=True, aloud=True) in fight.options()
    fight.say(Rally(S(0), psyche=True, aloud=True))
    assert [fight.man(n).psyche for n in range(5)] == [5, 3, 3, 3, 1]
    alone = lay([chaplain, *shaken], [man(3500, 3500)]).say(Rally(S(0), psyche=True))
    assert [alone.man(n).psyche for n in range(2)] == [5, 1]
    refused = lay([man(1000, 1000), *shaken], [man(3500, 3500)])
    refused.refused(Rally(S(0), psyche=True, aloud=True), "NCO-SKL-09")


@pytest.mark.rule("NCO-SKL-01")
def test_presence_inspires_before_the_order() -> None:
    boss = man(1000, 1000, "sergeant", "rifle", psyche=5)
    near, out = man(1498, 1000, psyche=1, health=2), man(1000, 1499, psyche=1)
    enemy = man(2000, 1600, order=Order.DOWN)
    fight = lay([boss, near, out], [enemy], dice=[(1,)])
    fight.say(Fire(S(0), W("rifle"), S(3)))
    assert [fight.man(n).psyche for n in range(3)] == [6, 2, 1] and fight.man(1).health == 2
    told = next(e for e in fight.said if e.name == "nco.rolled")
    assert "full psyche +1" in told.sentence(fight.g)
    down = lay([boss, near], [enemy]).say(GoDown(S(0)))
    assert down.man(1).psyche == 1, "not by Down"
    louder = lay([boss.with_(skills=boss.skills * 2), man(1898, 1000, psyche=1)], [enemy])
    louder.say(Advance(S(0), ()))
    assert louder.man(1).psyche == 2, "level 2 reaches 8 inches"


def leader(**more: Any) -> Any:
    return man(1000, 1000, "corporal", "smg", skills=("natural_leader",), **more)


@pytest.mark.rule("NCO-SKL-03", "NCO-DIE-08")
@pytest.mark.parametrize("before", [True, False])
def test_a_natural_leader_takes_a_friend_with_him(before: bool) -> None:
    """R-104: both dice show their orders before the first is executed; where to, is said then."""
    peer = man(1000, 1200, "corporal")
    fight = lay([leader(), man(1200, 1000), peer], [man(3500, 3500)])
    assert fight.bag() == (3, 1)
    fight.say(Advance(S(0), (at(1000, 900),)))
    assert fight.kind == "lead" and Lead(S(1), Order.ADVANCE, before) in fight.options()
    fight.refused(Lead(S(2), Order.ADVANCE, True), "NCO-SKL-03")
    fight.refused(Lead(S(1), Order.NONE, True), "NCO-DIE-10")
    fight.say(Lead(S(1), Order.ADVANCE, before))
    assert fight.bag() == (1, 1) and fight.man(1).order is Order.ADVANCE and fight.g.row == 2
    assert fight.spot(0) == (1000, 1000 if before else 900, 0)
    assert fight.kind == "order" and {a.soldier for a in fight.options()} == {S(1)}
    fight.refused(Advance(S(2), ()), "NCO-SKL-03", "another")
    fight.refused(Advance(S(0), ()), "NCO-SKL-03", "another")
    fight.refused(Run(S(1), (at(1200, 900),)), "NCO-SKL-03", "his die shows Advance")
    fight.say(Advance(S(1), (at(1200, 900),)))
    if before:  # he has seen what came of it
        fight.refused(GoDown(S(0)), "NCO-SKL-03", "his die shows Advance")
        fight.say(Advance(S(0), (at(1000, 800),)))
    assert fight.kind == "rest"
    assert (fight.spot(0), fight.spot(1)) == ((1000, 800 if before else 900, 0), (1200, 900, 0))
    assert [e.soldier for e in fight.told(Walked)] == ([1, 0] if before else [0, 1])


@pytest.mark.rule("NCO-SKL-03")
def test_who_is_led_shoots_at_whom_the_leader_has_left() -> None:
    """R-104: the leader kills the nearer enemy, and the friend fires at the other."""
    fight = lay([leader(), man(1200, 1000)], [man(1000, 1400, health=1), man(1200, 1800)])
    fight.say(Fire(S(0), W("smg"), S(2)), Lead(S(1), Order.FIRE, before=False))
    fight.rolls((6, 1), (6,)).say(GoDownAtOnce(()))
    assert fight.kind == "order" and fight.man(2).status is Status.DEAD
    fight.refused(Fire(S(1), W("rifle"), S(2)), "NCO-ORD-06", "not on the table")
    fight.rolls((6,), (6,)).say(Fire(S(1), W("rifle"), S(3)), GoDownAtOnce(()))
    assert [e.soldier for e in fight.told(Fired)] == [S(0), S(1)]


@pytest.mark.rule("NCO-SKL-03", "NCO-ORD-09")
def test_a_run_of_who_is_led_may_be_an_assault() -> None:
    fight = lay([leader(), man(1200, 1000)], [man(1200, 1500, order=Order.DOWN)])
    fight.say(Rally(S(0), True), Lead(S(1), Order.RUN, before=False))
    fight.rolls((6, 1)).say(Assault(S(1), S(2), (at(1200, 1401),)))
    assert fight.told(FightRound)
    assert [e.charged for e in fight.told(Ordered) if e.soldier == S(1)] == [-1, S(2)]


@pytest.mark.rule("NCO-SKL-03", "NCO-DIE-10")
@pytest.mark.parametrize(
    ("friend", "enemy", "barred"),
    [
        (man(1200, 1000), at(1200, 1400), set()),
        (man(1200, 1000), at(1200, 2000), {Order.FIRE}),
        (man(1200, 1000, "engineer", "lmg"), at(1200, 2000), set()),
        (man(1200, 1000, "engineer", "lmg"), at(3500, 3500), {Order.FIRE}),
        (man(1200, 1000, health=1), at(1200, 1400), {Order.COVER_FIRE, Order.ADVANCE, Order.RUN}),
        (man(1200, 1000, debt=2), at(1200, 1400), set(Order) - {Order.DOWN}),
    ],
)
def test_nobody_is_led_by_an_order_that_he_cannot_execute(
    friend: Soldier, enemy: Spot, barred: set[Order]
) -> None:
    """R-104: behind a wall nobody is aimed at, but an area may be fired at within range; Cover Fire
    needs no enemy at all."""
    wall = ground(("wall_high", 900, 1500, 1500, 1520))
    fight = lay([leader(), friend], [man(*enemy[:2])], layout=wall).say(Rally(S(0), True))
    able = {order for order in Order if fight.allowed(Lead(S(1), order, before=False))}
    assert able == set(Order) - barred - {Order.NONE}
    for order in able:
        led = lay([leader(), friend], [man(*enemy[:2])], layout=wall).say(Rally(S(0), True))
        led.say(Lead(S(1), order, before=False))
        if order is Order.DOWN:  # there is nothing to say
            assert led.kind == "rest" and led.man(1).down
        else:
            assert {a.face for a in led.options()} == {order}


@pytest.mark.rule("NCO-SKL-03", "NCO-DIE-08", "NCO-INT-01")
def test_whom_a_leader_takes_along_has_his_die_at_once() -> None:
    """R-104: while the leader's order is executed the friend's die is out of the bag, so an event
    that costs a soldier without an order one does not: the friend stays up and shoots."""
    fight = lay([leader(grenades=1), man(1250, 1000, "pfc")], [man(1600, 1000)])
    fight.say(Fire(S(0), W("grenade"), None, at(1450, 1000)))
    fight.rolls((4,)).say(Lead(S(1), Order.FIRE, before=False))
    assert fight.bag() == (0, 1) and fight.kind == "react"
    fight.rolls((6, 1), (1,)).say(GoDownAtOnce(()))
    s = fight.man(1)
    assert (s.psyche, s.order, s.down) == (1, Order.FIRE, False)
    fight.rolls((3,)).say(Fire(S(1), W("rifle"), S(2)))
    assert [e.soldier for e in fight.told(Fired)] == [S(0), S(1)]


@pytest.mark.rule("NCO-SKL-03", "NCO-HLT-04")
def test_a_friend_whom_the_leader_broke_has_lost_his_order() -> None:
    """R-85, R-104: also a friend who comes second."""
    fight = lay([leader(grenades=1), man(1250, 1000, psyche=1)], [man(1600, 1000)])
    fight.say(Fire(S(0), W("grenade"), None, at(1450, 1000)))
    fight.rolls((4,)).say(Lead(S(1), Order.FIRE, before=False))
    fight.rolls((6, 1), (1,)).say(GoDownAtOnce(()))
    assert fight.man(1).broken and [e.soldier for e in fight.told(Fired)] == [S(0)]
    assert fight.kind == "rest"


@pytest.mark.rule("NCO-SKL-03")
def test_whoever_is_led_leads_too() -> None:
    """R-38: three dice, three orders, then all of them one after the other."""
    second = man(1200, 1000, "lance_corporal", "rifle").with_(skills=leader().skills)
    fight = lay([leader(), second, man(1400, 1000)], [man(3500, 3500)])
    fight.say(Advance(S(0), ()), Lead(S(1), Order.RALLY, before=True))
    assert fight.kind == "lead" and fight.top.followers(fight.g) == [2]
    fight.say(Lead(S(2), Order.RALLY, before=False))
    fight.say(Rally(S(1), True), Rally(S(2), True), Advance(S(0), ()))
    rallied = [e.soldier for e in fight.told(Rallied)]
    assert rallied == [S(1), S(2)] and fight.man(0).moved and fight.g.row == 3


@pytest.mark.rule("NCO-SKL-03", "NCO-DIE-09", "NCO-HLT-07")
def test_a_leader_leads_none_but_the_broken_as_long_as_there_are_any() -> None:
    """R-44."""
    broken = man(1200, 1000, psyche=0, breakdowns=1)
    boss = leader(psyche=0, breakdowns=1)
    fight = lay([boss, broken, man(1000, 1200)], [man(3500, 3500)])
    fight.say(Rally(S(0), True))
    fight.refused(Lead(S(2), Order.RALLY, True), "NCO-SKL-03")
    fight.refused(Lead(S(1), Order.DOWN, True), "NCO-HLT-07")
    fight.say(Lead(S(1), Order.RALLY, False))
    assert len(fight.told(Rallied)) == 2 and fight.kind == "rest", "R-102: nothing to ask"
    far = lay([boss, broken.with_(spot=at(3000, 300)), man(1000, 1200)], [man(3500, 3500)])
    far.say(Rally(S(0), True))
    assert far.kind == "rest", "the next die is for him who is broken"


@pytest.mark.rule("NCO-SKL-03", "NCO-ALT-03")
def test_who_is_not_on_the_table_leads_nobody() -> None:
    away = leader(status=Status.WAITING).with_(spot=at(0, 0))
    fight = lay([away, man(150, 150)], [man(3500, 3500)])
    fight.say(Advance(S(0), (at(1800, 0), at(1800, 300))))
    assert fight.kind == "rest" and fight.spot(0) == (1800, 300, 0)


@pytest.mark.rule("NCO-SKL-03", "NCO-SPC-02")
def test_an_order_that_a_friend_made_impossible_is_given_anew() -> None:
    """R-85: the friend kills the only enemy at whom the leader could fire. The leader's die shows
    the new order, which decides what else they may do this turn."""
    ben = [man(1000, 1400, health=1, order=Order.RUN), man(3500, 3500)]
    fight = lay([leader(grenades=0), man(1200, 1000)], ben)
    fight.say(Fire(S(0), W("smg"), S(2)), Lead(S(1), Order.FIRE, before=True))
    fight.rolls((6,), (6,)).say(Fire(S(1), W("rifle"), S(2)))
    assert (fight.kind, fight.top.able(fight.g)) == ("order", [0])
    fight.refused(GoDown(S(1)), "NCO-SKL-03")
    assert fight.allowed(Rally(S(0), True))
    fight.say(GoDown(S(0)))
    assert fight.kind == "rest" and fight.man(0).down and fight.g.row == 2
    assert fight.man(0).order is Order.DOWN and fight.g.qualifies(S(0))


@pytest.mark.rule("NCO-SKL-01", "NCO-SKL-03")
@pytest.mark.parametrize("instead", [GoDown(S(0)), Advance(S(0), ())])
def test_a_die_inspires_once_whatever_it_is_turned_to(instead: Any) -> None:
    """R-89."""
    boss = man(1000, 1000, "sergeant", "smg", skills=("natural_leader",), grenades=0)
    ben = [man(1000, 1400, health=1, order=Order.RUN), man(3500, 3500)]
    fight = lay([boss, man(1200, 1000), man(900, 900, psyche=1)], ben)
    fight.say(Fire(S(0), W("smg"), S(3)), Lead(S(1), Order.FIRE, before=True))
    fight.rolls((6,), (6,)).say(Fire(S(1), W("rifle"), S(3)), instead)
    assert fight.man(2).psyche == 2


@pytest.mark.rule("NCO-SKL-03", "NCO-HLT-10")
def test_a_leader_whose_friend_made_him_snap_has_lost_his_order() -> None:
    """R-85, also when the leader has calmed down meanwhile."""
    swamp = ground(("swamp", 700, 700, 1300, 1300))
    snaps = man(1000, 1000, "corporal", "rifle", skills=("natural_leader",), psyche=1, breakdowns=1)
    friend = man(1100, 1150, "private", grenades=1)
    fight = lay([snaps, friend], [man(1000, 1700, order=Order.DOWN)], layout=swamp)
    fight.say(Fire(S(0), W("rifle"), S(2)), Lead(S(1), Order.FIRE, before=True))
    fight.rolls((4,), (6, 1), (1,), (6,))
    fight.say(Fire(S(1), W("grenade"), None, at(1000, 1000)))
    assert [e.soldier for e in fight.told(Fired)] == [S(1)]
    assert fight.man(0).down and not fight.man(0).broken


@pytest.mark.rule("NCO-ITM-01")
def test_an_extra_magazine_is_a_second_fire() -> None:
    shooter = man(1000, 1000, "corporal", "rifle", items=("extra_magazine",))
    enemies = [man(1800, 1000, order=Order.DOWN), man(1800, 1300, order=Order.DOWN)]
    fight = lay([shooter], enemies, dice=[(1,), (1,)]).say(Fire(S(0), W("rifle"), S(1)))
    assert fight.kind == "reload"
    fight.say(Reload(S(2)))
    assert fight.kind == "rest" and not fight.man(0).items
    last = lay([shooter], [man(1800, 1000, health=1, order=Order.DOWN), man(3500, 3500)])
    last.rolls((6,), (6,)).say(Fire(S(0), W("rifle"), S(1)))
    assert last.kind == "rest" and last.man(0).items, "there is nobody left in reach"
    advanced = lay([shooter], enemies).rolls((1,)).say(Advance(S(0), ()), Shoot(W("rifle"), S(1)))
    assert advanced.kind == "rest" and advanced.man(0).items
    from owm_net.games.nco.specials import FocusFire

    focus = specials([shooter.with_(order=Order.FIRE)], enemies, dice=[(1,)])
    focus.say(FocusFire(S(0), W("rifle"), S(1)))
    assert focus.kind == "rest", "only a Deadeye reloads after Focus Fire (R-34)"


@pytest.mark.rule("NCO-ORD-11")
def test_a_move_tells_where_it_ends() -> None:
    fight = walker(at(1250, 1000), at(1250, 1100))
    (told,) = fight.told(Walked)
    assert " moves, now " in told.sentence(fight.g) and '"' not in told.sentence(fight.g)


def test_all_profiles_come_to_the_table() -> None:
    for key in CATALOG.profiles:
        made = man(100, 100, key)
        assert made.health == made.health_max and made.arms
    assert soldier_of.__doc__


@pytest.mark.rule("NCO-ORD-10")
@pytest.mark.parametrize("edge", [at(3551, 1000), at(49, 1000), at(1000, 3551), at(1000, 49)])
def test_the_base_stays_on_the_table_at_every_edge(edge: Spot) -> None:
    legs = lay([man(1000, 1000)], []).g.ground
    assert legs.why_not_spot(edge) is None
    out = Spot((edge[0] + (edge[0] > 1000) - (edge[0] < 1000), edge[1], 0))
    if edge[0] == 1000:
        out = Spot((1000, edge[1] + (edge[1] > 1000) - (edge[1] < 1000), 0))
    refusal = legs.why_not_spot(out)
    assert refusal is not None and "NCO-ORD-10" in refusal.rule


@pytest.mark.rule("NCO-INT-07")
def test_who_is_stopped_beside_a_corner_that_is_taken_is_put_before_it() -> None:
    """G-08: back over a waypoint onto the leg before."""
    from owm_net.games.nco.paths import stop_at

    fight = lay([man(1000, 1000), man(1500, 1000)], [])
    way = (at(1000, 1000), at(1500, 1000), at(1500, 1500))
    assert stop_at(fight.g, S(0), way, (0, 0), (1, 30), Gait.RUN) == (0, 402)


@pytest.mark.rule("NCO-ITM-01")
def test_flames_and_unlucky_shooters_have_no_second_fire() -> None:
    """R-34: not with a weapon that is used up, nor for a shooter without one."""
    burner = man(1000, 1000, "engineer", "flamethrower", items=("extra_magazine",))
    fight = lay([burner], [man(1500, 1000, order=Order.DOWN)], dice=[(1,)])
    fight.say(Fire(S(0), W("flamethrower"), None, at(1500, 1000)))
    assert fight.kind == "rest" and fight.man(0).items


def test_orders_by_chance_are_of_every_sort() -> None:
    g = lay([man(1000, 1000)], [man(1600, 1000)]).g
    tried = {type(any_order(g, S(0), Chance(n))) for n in range(300)}
    assert tried == {GoDown, Rally, Fire, CoverFire, Advance, Run, Assault}


def test_paths_by_chance_have_up_to_three_legs() -> None:
    """So that whole battles by chance walk round corners; most of them can be walked."""
    g = lay([man(1800, 1800)], [man(3000, 3000)]).g
    paths = [any_path(g, S(0), Gait.RUN, Chance(n)) for n in range(40)]
    assert {len(path) for path in paths} == {1, 2, 3}
    assert all(why_not_path(g, S(0), path, Gait.RUN) is None for path in paths)


@pytest.mark.parametrize(("kind", "called"), [("wall_high", "high wall"), ("hut", "hut")])
def test_what_stands_in_the_way_is_called_as_one_speaks_of_it(kind: str, called: str) -> None:
    """It was "the wall high"."""
    layout = ground((kind, 1100, 300, 1140, 800))
    fight = lay([man(1000, 500)], [man(3500, 3500)], layout=layout)
    refusal = agenda.why_not(fight.view(), Run(S(0), (at(1120, 500),)))
    assert refusal is not None and refusal.why == f"there is no room beside the {called}"
