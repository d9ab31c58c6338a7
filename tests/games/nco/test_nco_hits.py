"""To hit and to wound: NCO-HIT, NCO-WND, D-8, D-9, the weapons, trinket, Deadeye, Covert."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net.games.nco.attack import Fired, ToHit, Wounded
from owm_net.games.nco.damage import ThrownDown
from owm_net.games.nco.orders.advance import Advance, Shoot
from owm_net.games.nco.orders.fire import CoverFire, Fire
from owm_net.games.nco.reloading import Reload
from owm_net.games.nco.shots import Shot, caught, modifiers, needed, why_not_shot
from owm_net.games.nco.specials import FocusFire
from owm_net.games.nco.state import Soldier
from owm_net.games.nco.terms import Item, Order, Shooting, Status
from tests.games.nco.table import OPEN, Fight, S, W, at, ground, lay, man, specials, who
from tests.seats import BEN


def need(
    shooter: Soldier,
    target: Soldier,
    weapon: str = "",
    how: Shooting = Shooting.FIRE,
    response: bool = False,
    **more: Any,
) -> int:
    """The face that is needed by one soldier against another."""
    fight = lay([shooter], [target], **more)
    key = W(weapon or shooter.primary)
    area = how is Shooting.COVER_FIRE or Shot(S(0), key, None, None, how).row.area
    aim = fight.man(1).spot if area else None
    return needed(fight.g, Shot(S(0), key, None if area else S(1), aim, how, response), S(1))


def nervous(x: int, y: int, *rest: Any, **more: Any) -> Soldier:
    """A shooter whose psyche is not full."""
    made = man(x, y, *rest, **more)
    return made.with_(psyche=made.psyche - 1)


FAR = man(2598, 1000)
"""15 inches from one who stands at (1000, 1000); in his first half it would be 10."""
HIDDEN = ground(("sandbags", 2500, 800, 2530, 1200))


@pytest.mark.rule("NCO-HIT-02", "NCO-HIT-03", "NCO-HIT-07")
def test_three_is_needed_and_full_psyche_helps() -> None:
    assert need(nervous(1000, 1000), FAR) == 3
    assert need(man(1000, 1000), FAR) == 2
    assert need(nervous(1000, 1000), FAR, layout=HIDDEN) == 4, "cover alone"
    icon = man(1000, 1000, items=("religious_icon",))
    assert need(icon, FAR) == 2 and need(icon.with_(psyche=3), FAR) == 3


@pytest.mark.rule("NCO-HIT-04")
def test_never_better_than_two() -> None:
    assert need(man(1000, 1000), man(1500, 1000)) == 2, "3 - 2 = 1"
    fight = lay([man(1000, 1000)], [man(1500, 1000)], dice=[(1,)])
    fight.say(Fire(S(0), W("rifle"), S(1))).passes()
    assert fight.told(ToHit)[0].hits == 0, "a 1 always misses"


@pytest.mark.rule("NCO-HIT-06", "NCO-ORD-01")
def test_every_penalty_adds_up() -> None:
    down = FAR.with_(down=True)
    mover = nervous(1000, 1000).with_(moved=True)
    assert need(mover, down, how=Shooting.ADVANCE, layout=HIDDEN) == 6
    wounded = nervous(1000, 1000).with_(health=1)
    assert need(wounded, down, response=True, layout=HIDDEN) == 7
    assert need(nervous(1000, 1000), FAR, how=Shooting.COVER_FIRE) == 5
    assert need(nervous(1000, 1000), down) == 4 and need(man(1000, 1000), man(1600, 1000)) == 2
    near = man(1600, 1000).with_(down=True)
    assert need(nervous(1000, 1000), near) == 3, "half range and Down"


@pytest.mark.rule("NCO-HIT-08", "NCO-WPN-01", "NCO-EVT-07")
def test_half_range_to_the_hundredth() -> None:
    def at_gap(gap: int, weapon: str, **more: Any) -> int:
        shooter = nervous(100, 1000, "pfc" if weapon == "smg" else "private", weapon)
        return need(shooter, man(100 + 98 + gap, 1000), **more)

    assert (at_gap(1000, "rifle"), at_gap(1001, "rifle")) == (2, 3)
    assert (at_gap(850, "rifle", event="fox"), at_gap(851, "rifle", event="fox")) == (2, 3)
    assert (at_gap(600, "smg"), at_gap(601, "smg")) == (2, 3)


@pytest.mark.rule("NCO-HIT-09", "NCO-TER-08")
def test_high_ground_is_three_inches_higher() -> None:
    house = ground(("house", 900, 900, 1100, 1100))
    assert need(nervous(1000, 1000, surface=1), FAR, layout=house) == 2
    railcar = ground(("railcar", 900, 900, 1100, 1100))
    assert need(nervous(1000, 1000, surface=1), FAR, layout=railcar) == 3, "250 is not enough"
    both = ground(("house", 900, 900, 1100, 1100), ("house", 2500, 900, 2700, 1100))
    roof = man(2598, 1000, surface=2)
    assert need(nervous(1000, 1000, surface=1), roof, layout=both) == 3
    assert need(nervous(1000, 1000), roof, layout=both) >= 3


@pytest.mark.rule("NCO-HIT-10", "NCO-TER-02", "NCO-ORD-03")
def test_who_is_hidden_in_the_circle_is_only_in_cover() -> None:
    """Cover Fire, full psyche, 9 inches, wholly hidden: 3 + 2 + 1 - 1 - 1 = 4."""
    table = ground(("wall_high", 1940, 1010, 1960, 1300))
    fight = lay([man(1000, 1000)], [man(1998, 1100)], layout=table)
    shot = Shot(S(0), W("rifle"), None, at(1900, 1000), Shooting.COVER_FIRE)
    assert why_not_shot(fight.g, shot) is None and caught(fight.g, shot, at(1900, 1000)) == (1,)
    assert not fight.g.ground.sees(fight.man(0).spot, fight.man(1).spot)
    assert needed(fight.g, shot, S(1)) == 4
    fight.refused(Fire(S(0), W("rifle"), S(1)), "NCO-TER-01 NCO-GEN-03")


@pytest.mark.rule("NCO-HIT-05")
@pytest.mark.parametrize(
    ("dice", "hits"), [([(5,)], 0), ([(6,), (4,)], 0), ([(6,), (5,), (1,)], 1)]
)
def test_the_improbable_needs_a_six_and_then_a_five(dice: list[tuple[int]], hits: int) -> None:
    """Down and in cover, Cover Fire: 3 + 2 + 1 + 1 = 7."""
    target = man(2300, 1000).with_(down=True, order=Order.DOWN)
    table = ground(("sandbags", 2200, 800, 2230, 1200))
    fight = lay([nervous(1000, 1000)], [target], layout=table, dice=dice)
    fight.say(CoverFire(S(0), W("rifle"), at(2300, 1000)))
    (told,) = fight.told(ToHit)
    assert (told.need, told.hits) == (7, hits)
    assert len(told.faces) == len(dice) - hits


@pytest.mark.rule("NCO-HIT-01", "NCO-WND-03", "NCO-WPN-03")
def test_two_dice_wound_apart_and_health_comes_first() -> None:
    target = man(1500, 1000, "corporal", order=Order.DOWN)
    fight = lay([man(1000, 1000, "pfc", "smg")], [target], dice=[(6, 5), (4, 6)])
    fight.say(Fire(S(0), W("smg"), S(1)))
    assert fight.man(1).status is Status.DEAD, "2 + 3 of 5"
    fight = lay([man(1000, 1000, "pfc", "smg")], [target], dice=[(6, 5), (1, 3)])
    fight.say(Fire(S(0), W("smg"), S(1)))
    assert (fight.man(1).health, fight.man(1).psyche) == (5, 2)


@pytest.mark.rule("NCO-WND-01", "NCO-WND-04", "NCO-WND-05")
@pytest.mark.parametrize(
    ("face", "health", "psyche"), [(1, 5, 4), (2, 5, 3), (3, 5, 3), (4, 3, 4), (5, 3, 4), (6, 2, 3)]
)
def test_the_wound_chart(face: int, health: int, psyche: int) -> None:
    target = man(1500, 1000, "corporal", order=Order.DOWN)
    fight = lay([man(1000, 1000)], [target], dice=[(6,), (face,)])
    fight.say(Fire(S(0), W("rifle"), S(1)))
    assert (fight.man(1).health, fight.man(1).psyche) == (health, psyche)


@pytest.mark.rule("NCO-WND-04", "NCO-WND-05")
def test_at_nothing_left_a_man_dies_or_breaks() -> None:
    for health, alive in ((3, True), (2, False)):
        target = man(1500, 1000, order=Order.DOWN).with_(health=health)
        fight = lay([man(1000, 1000)], [target], dice=[(6,), (4,)])
        fight.say(Fire(S(0), W("rifle"), S(1)))
        assert fight.g.there(S(1)) is alive
    target = man(1500, 1000, order=Order.DOWN).with_(psyche=2)
    fight = lay([man(1000, 1000)], [target], dice=[(6,), (2,)])
    fight.say(Fire(S(0), W("rifle"), S(1)))
    assert fight.man(1).broken and fight.man(1).down and fight.man(1).health == 3


@pytest.mark.rule("NCO-WND-02", "NCO-WPN-06", "NCO-WPN-07", "NCO-WPN-08")
@pytest.mark.parametrize(
    ("weapon", "face", "health", "psyche"),
    [
        ("he", 5, None, 0),
        ("he", 4, 3, 3),
        ("flamethrower", 5, 3, 4),
        ("flamethrower", 6, None, 0),
        ("grenade", 3, 2, 2),
    ],
)
def test_what_heavy_weapons_add(weapon: str, face: int, health: int | None, psyche: int) -> None:
    """Health and psyche lost; None for death. The target has 6 of both."""
    primary = "lmg" if weapon == "grenade" else weapon
    target = man(1600, 1000, "sergeant", "rifle", order=Order.DOWN)
    scatter = [(4,)] if weapon == "grenade" else []
    fight = lay([man(1000, 1000, "engineer", primary)], [target], dice=[*scatter, (6,), (face,)])
    fight.say(Fire(S(0), W(weapon), None, at(1600, 1000)))
    hit = fight.man(1)
    if health is None:
        assert hit.status is Status.DEAD
    else:
        assert (hit.health_max - hit.health, hit.psyche_max - hit.psyche) == (health, psyche)


# ------------------------------------------------------------------ weapons


@pytest.mark.rule("NCO-WPN-02", "NCO-ORD-07")
def test_a_scope_is_always_near_but_not_on_an_advance() -> None:
    scout = man(300, 1000, "scout")
    assert need(scout, man(300 + 2898, 1000)) == 2
    assert need(nervous(300, 1000, "scout"), man(300 + 2898, 1000)) == 2
    fight = lay([nervous(300, 1000, "scout")], [man(2198, 1000)])
    fight.say(Advance(S(0), ()))
    assert needed(fight.g, Shoot(W("rifle_scoped"), S(1)).shot(S(0)), S(1)) == 4, "18 inches"
    away, near = man(300 + 98 + 2200, 1000), man(300, 1500)
    far = lay([man(300, 1000, "scout")], [away, near]).say(Advance(S(0), ()))
    far.refused(Shoot(W("rifle_scoped"), S(1)), "NCO-ORD-06", "out of range")


@pytest.mark.rule("NCO-WPN-04", "NCO-INT-04")
def test_the_lmg_covers_and_answers_an_assault_well() -> None:
    gunner = nervous(1000, 1000, "engineer", "lmg")
    table = ground(("sandbags", 2900, 800, 2930, 1200))
    assert need(gunner, man(3098, 1000), layout=table) == 5
    full = man(1000, 1000, "engineer", "lmg")
    assert need(full, man(1898, 1000), response=True) == 2, "3 + 1 - 1 - 1 - 1"
    fight = lay([gunner], [man(2000, 1000)])
    fight.refused(Fire(S(0), W("lmg"), S(1)), "NCO-ORD-03")
    fight.say(Advance(S(0), ()))
    fight.refused(Shoot(W("lmg"), None, at(2000, 1000)), "NCO-WPN-04 NCO-WPN-07")


@pytest.mark.rule("NCO-WPN-05", "NCO-ORD-05", "NCO-SPC-11")
def test_the_pistol_is_for_near_targets() -> None:
    medic = man(300, 1000, "political_officer")
    assert need(medic, man(300 + 98 + 600, 1000)) == 2
    assert need(medic, man(300 + 98 + 601, 1000)) == 3
    fight = lay([medic], [man(800, 1000)])
    fight.refused(CoverFire(S(0), W("pistol"), at(800, 1000)), "NCO-ORD-05")


@pytest.mark.rule("NCO-WPN-06")
def test_a_flamethrower_burns_four_times() -> None:
    burning = man(1000, 1000, "engineer", "flamethrower", health=1, psyche=1)
    table = ground(("sandbags", 1900, 800, 1930, 1200))
    assert need(burning, man(2000, 1000, down=True), layout=table) == 3, "no modifiers at all"
    last = man(1000, 1000, "engineer", "flamethrower", uses=1)
    fight = lay([last], [man(1500, 1000, order=Order.DOWN)], dice=[(1,)])
    fight.say(Fire(S(0), W("flamethrower"), None, at(1500, 1000)))
    assert fight.man(0).weapons == ("pistol",)
    early = lay([last.with_(uses=4)], [man(1500, 1000, order=Order.DOWN)], dice=[(1,)])
    early.say(Fire(S(0), W("flamethrower"), None, at(1500, 1000)))
    assert early.man(0).uses == 3 and "flamethrower" in early.man(0).weapons


@pytest.mark.rule("NCO-WPN-07")
def test_he_needs_a_five_and_is_not_fired_on_an_advance() -> None:
    assert need(man(1000, 1000, "engineer", "he"), man(1500, 1000, down=True)) == 5
    fight = lay([man(1000, 1000, "engineer", "he")], [man(1500, 1000)])
    fight.say(Advance(S(0), ()))
    fight.refused(Shoot(W("he"), None, at(1500, 1000)), "NCO-WPN-04 NCO-WPN-07")


@pytest.mark.rule("NCO-WPN-08")
@pytest.mark.parametrize(("die", "where"), [(2, 1300), (3, 1900), (4, 1600), (6, 1600)])
def test_where_a_grenade_comes_down(die: int, where: int) -> None:
    thrower = man(1000, 1000, "corporal")
    marked = man(where, 1000 - 240, order=Order.DOWN)
    fight = lay([thrower], [marked], dice=[(die,), (1,)])
    fight.say(Fire(S(0), W("grenade"), None, at(1600, 1000)))
    assert [told.soldier for told in fight.told(ToHit)] == [1]
    assert fight.told(ToHit)[0].need == 3 and fight.man(0).grenades == 0


@pytest.mark.rule("NCO-WPN-08")
def test_a_dud_is_gone_and_tall_walls_stop_a_throw() -> None:
    fight = lay([man(1000, 1000, "corporal")], [man(1600, 1000)], dice=[(1,)])
    fight.say(Fire(S(0), W("grenade"), None, at(1600, 1000)))
    assert fight.man(0).grenades == 0 and not fight.told(ToHit)
    for kind, allowed in (("house", True), ("tower", False)):
        table = ground((kind, 1200, 900, 1300, 1100))
        fight = lay([man(1000, 1000, "corporal")], [man(1600, 1000)], layout=table)
        throw = Fire(S(0), W("grenade"), None, at(1600, 1000))
        assert fight.allowed(throw) is allowed, "300 high can be thrown over, 500 cannot"
    far = Fire(S(0), W("grenade"), None, at(1000 + 850, 1000))
    assert not lay([man(1000, 1000, "corporal")], [man(1600, 1000)]).allowed(far)


@pytest.mark.rule("NCO-WPN-09", "NCO-ORD-04")
def test_who_is_hit_by_an_area_goes_down_at_once() -> None:
    steady = man(1600, 1000, "corporal")
    fight = lay([man(1000, 1000, "corporal")], [steady], dice=[(4,), (6,), (1,)])
    fight.say(Fire(S(0), W("grenade"), None, at(1600, 1000)), fight_nobody())
    assert (fight.man(1).order, fight.man(1).down) == (Order.DOWN, True)
    assert fight.bag() == (0, 0), "his die has left the bag"
    assert [e.soldier for e in fight.told(ThrownDown)] == [S(1)], "and the log says so"
    missed = lay([man(1000, 1000, "corporal")], [man(1600, 1000)], dice=[(4,), (2,)])
    missed.say(Fire(S(0), W("grenade"), None, at(1600, 1000)), fight_nobody())
    assert missed.man(1).order is Order.NONE and missed.bag() == (0, 1)


def fight_nobody() -> Any:
    from owm_net.games.nco.attack import GoDownAtOnce

    return GoDownAtOnce(())


@pytest.mark.rule("NCO-NAT-04")
@pytest.mark.parametrize(
    ("weapon", "need_far", "range_"),
    [("automatic_rifle", 4, 2000), ("carbine", 3, 1600), ("self_loading_rifle", 3, 2000)],
)
def test_weapons_of_nations_change_what_they_say(weapon: str, need_far: int, range_: int) -> None:
    """G-12, R-88."""
    shooter = nervous(300, 1000, "corporal", weapon)
    assert need(shooter, man(300 + 98 + range_, 1000)) == need_far
    moved = nervous(300, 1000, "corporal", weapon, moved=True)
    on_advance = need(moved, man(300 + 98 + range_, 1000), how=Shooting.ADVANCE)
    assert on_advance == need_far + (weapon != "carbine")
    beyond = lay([shooter], [man(300 + 98 + range_ + 1, 1000)])
    beyond.refused(Fire(S(0), W(weapon), S(1)), "NCO-ORD-06", "out of range")


@pytest.mark.rule("NCO-NAT-04", "NCO-HIT-01")
def test_a_rifle_that_loads_itself_tries_once_more() -> None:
    shooter = nervous(1000, 1000, "corporal", "self_loading_rifle")
    fight = lay([shooter], [FAR.with_(order=Order.DOWN)], dice=[(2,), (3,), (1,)])
    fight.say(Fire(S(0), W("self_loading_rifle"), S(1)))
    assert fight.told(ToHit)[0].hits == 1
    fight = lay([shooter], [FAR.with_(order=Order.DOWN)], dice=[(2,), (2,)])
    fight.say(Fire(S(0), W("self_loading_rifle"), S(1)))
    assert fight.told(ToHit)[0].hits == 0, "once"


@pytest.mark.rule("NCO-NAT-04", "NCO-HIT-05")
@pytest.mark.parametrize(("hard", "dice"), [(False, [(3,), (1,)]), (True, [(6,), (5,), (1,)])])
def test_a_rifle_that_loads_itself_keeps_what_hits(hard: bool, dice: list[Any]) -> None:
    """G-12: exactly the face that is needed is no miss, nor is a 6 where 7 is needed."""
    shooter = nervous(1000, 1000, "corporal", "self_loading_rifle", moved=hard)
    target = FAR.with_(order=Order.DOWN, down=hard)
    fight = lay([shooter.with_(health=1 if hard else 5)], [target], layout=HIDDEN if hard else OPEN)
    fight.rolls(*dice).say(Fire(S(0), W("self_loading_rifle"), S(1)))
    (told,) = fight.told(ToHit)
    assert (told.need, told.hits, fight.dice) == (7 if hard else 3, 1, [])


# ------------------------------------------------------------------ skills and items of a shot


@pytest.mark.rule("NCO-SKL-05")
def test_who_is_covert_lies_lower() -> None:
    covert = man(2598, 1000, "scout", down=True)
    assert need(nervous(1000, 1000), covert, layout=HIDDEN) == 6
    assert need(nervous(1000, 1000), covert.with_(down=False)) == 3


@pytest.mark.rule("NCO-SKL-05", "NCO-SPC-09")
@pytest.mark.parametrize(
    ("lies", "lower"),
    [
        ({"order": Order.DOWN}, True),
        ({"order": Order.FIRE, "psyche": 0, "barred": True}, True),
        ({"psyche": 0}, True),
        ({"order": Order.DOWN, "ambush": 3}, True),
        ({"ambush": 3}, False),
        ({"order": Order.FIRE, "ambush": 3}, False),
    ],
)
def test_covert_is_for_who_lies_by_a_down_order(lies: dict[str, Any], lower: bool) -> None:
    """R-106: also one by a breakdown; an Ambush alone is a position and no order."""
    scout = man(2598, 1000, "scout", down=True, **lies)
    assert need(nervous(1000, 1000), scout) == (5 if lower else 4)


def deadeye(**more: Any) -> Soldier:
    return nervous(1000, 1000, "corporal", "rifle", skills=("deadeye",), **more)


@pytest.mark.rule("NCO-SKL-06", "NCO-SPC-06")
def test_a_deadeye_sees_no_cover() -> None:
    down = man(2598, 1000, down=True)
    assert need(deadeye(), down, layout=HIDDEN) == 3
    assert need(nervous(1000, 1000, "marksman"), down, layout=HIDDEN) == 2, "scoped"
    assert need(deadeye().with_(moved=True), down, how=Shooting.ADVANCE, layout=HIDDEN) == 6
    assert need(nervous(1000, 1000), down, how=Shooting.FOCUS, layout=HIDDEN) == 3
    advanced = nervous(1000, 1000, moved=True)
    assert need(advanced, down, how=Shooting.FOCUS, layout=HIDDEN) == 4


@pytest.mark.rule("NCO-SKL-06")
@pytest.mark.parametrize(("special", "dies"), [(True, True), (False, False)])
def test_only_real_focus_fire_of_a_deadeye_wounds_deeper(special: bool, dies: bool) -> None:
    target = man(1500, 1000, "sergeant", "rifle", order=Order.DOWN)
    shooter = man(1000, 1000, "corporal", "rifle", skills=("deadeye",))
    if special:
        fight = specials([shooter.with_(order=Order.FIRE)], [target], dice=[(6,), (6,)])
        fight.say(FocusFire(S(0), W("rifle"), S(1)))
    else:
        fight = lay([shooter], [target], dice=[(6,), (6,)])
        fight.say(Fire(S(0), W("rifle"), S(1)))
    assert fight.told(Wounded)[0].roll == 6 + special
    assert (fight.man(1).status is Status.DEAD) is dies


@pytest.mark.rule("NCO-SKL-06", "NCO-ITM-01")
def test_the_second_shot_of_a_deadeye_is_a_fire() -> None:
    """R-33, R-34: it ignores cover and Down, like all Fire of a Deadeye, and wounds no deeper."""
    target = man(2598, 1000, "sergeant", "rifle", order=Order.DOWN, down=True)
    skilled = nervous(1000, 1000, "corporal", "rifle", skills=("deadeye",), order=Order.FIRE)
    shooter = skilled.with_(items=(Item.EXTRA_MAGAZINE,))
    fight = specials([shooter], [target], dice=[(3,), (1,), (3,), (5,)])
    fight.say(FocusFire(S(0), W("rifle"), S(1)), Reload(S(1)))
    assert [told.need for told in fight.told(ToHit)] == [3, 3]
    assert [told.roll for told in fight.told(Wounded)] == [2, 5]


@pytest.mark.rule("NCO-SPC-11")
def test_focus_fire_of_an_smg_is_fire() -> None:
    shooter = nervous(1000, 1000, "corporal", "smg")
    target = man(2098, 1000, down=True)
    table = ground(("sandbags", 2000, 800, 2030, 1200))
    assert need(shooter, target, how=Shooting.FOCUS, layout=table) == 5
    gunner = man(1000, 1000, "corporal", "smg", order=Order.FIRE)
    focus = specials([gunner], [target.with_(order=Order.DOWN)], dice=[(1, 1)])
    focus.say(FocusFire(S(0), W("smg"), S(1)))
    assert len(focus.told(ToHit)[0].faces) == 2


@pytest.mark.rule("NCO-ITM-08")
@pytest.mark.parametrize(("die", "health", "psyche"), [(6, 4, 3), (5, 1, 1)])
def test_a_lucky_trinket_is_used_up_either_way(die: int, health: int, psyche: int) -> None:
    lucky = man(1600, 1000, "hardened_pfc", order=Order.DOWN, items=("lucky_trinket",))
    dice = [(6,), (die,)] + ([(4,)] if die != 6 else [])
    fight = lay([man(1000, 1000, "engineer", "he")], [lucky], dice=dice)
    fight.say(Fire(S(0), W("he"), None, at(1600, 1000)))
    assert Item.LUCKY_TRINKET not in fight.man(1).items
    assert (fight.man(1).health, fight.man(1).psyche) == (health, psyche)


@pytest.mark.rule("NCO-ORD-06", "NCO-GEN-03")
def test_one_enemy_in_sight_and_range() -> None:
    fight = lay([man(300, 1000), man(300, 1300)], [man(300 + 98 + 2000, 1000)])
    assert fight.allowed(Fire(S(0), W("rifle"), S(2)))
    fight.refused(Fire(S(0), W("smg"), S(2)), "NCO-ORD-06", "do not carry that")
    fight.refused(Fire(S(0), W("rifle"), S(1)), "NCO-ORD-06", "own side")
    fight.refused(Fire(S(0), W("rifle"), S(2), at(1, 1)), "NCO-ORD-06")
    fight.refused(Fire(S(0), W("rifle"), S(99)), "NCO-ORD-06")
    far = lay([man(300, 1000)], [man(300 + 98 + 2001, 1000)])
    far.refused(Fire(S(0), W("rifle"), S(1)), "NCO-ORD-06", "out of range")
    wall = ground(("wall_high", 1000, 800, 1020, 1200))
    hidden = lay([man(300, 1000)], [man(1500, 1000)], layout=wall)
    hidden.refused(Fire(S(0), W("rifle"), S(1)), "NCO-TER-01 NCO-GEN-03")


@pytest.mark.rule("NCO-ORD-03", "NCO-INT-02")
def test_everybody_around_the_point_is_shot_at() -> None:
    point = at(2000, 1000)
    near, far = man(2000, 1000 + 249), man(2000, 1000 - 250)
    fight = lay([man(1000, 1000), man(2240, 1000)], [near, far])
    shot = Shot(S(0), W("rifle"), None, point, Shooting.COVER_FIRE)
    assert caught(fight.g, shot, point) == who(1, 2), "friend and foe; 201 away is not"
    gunner = lay([man(1000, 1000, "lance_corporal", "lmg")], [near])
    gunner.refused(Fire(S(0), W("lmg"), S(1), point), "NCO-ORD-03", "point")
    fight.say(CoverFire(S(0), W("rifle"), point))
    assert (fight.kind, fight.seat, fight.top.able(fight.g)) == ("react", BEN, [2])


@pytest.mark.rule("NCO-HIT-03")
def test_modifiers_are_named_and_asking_changes_nothing() -> None:
    fight = lay([man(1000, 1000)], [FAR.with_(down=True)], layout=HIDDEN)
    before = repr(fight.g)
    changes = dict(modifiers(fight.g, Shot(S(0), W("rifle"), S(1), None), S(1)))
    assert changes == {"cover": -1, "down": -1, "full psyche": 1}
    assert repr(fight.g) == before
    assert isinstance(fight, Fight) and not fight.told(Fired)


@pytest.mark.rule("NCO-ITM-08", "NCO-WND-03")
def test_of_two_hits_luck_turns_the_first() -> None:
    """R-28: the other is rolled for."""
    lucky = man(1500, 1000, "hardened_pfc", order=Order.DOWN, items=("lucky_trinket",))
    fight = lay([man(1000, 1000, "pfc", "smg")], [lucky], dice=[(6, 6), (6,), (4,)])
    fight.say(Fire(S(0), W("smg"), S(1)))
    told = [event.sentence(fight.g) for event in fight.told(Wounded)]
    assert told[0].endswith("Lucky Trinket, Graze") and told[1].endswith("4, Flesh Wound")
    assert (fight.man(1).health, fight.man(1).psyche) == (2, 2)
