"""Fire: targets, sums, hits, kill shots, suppression."""

from __future__ import annotations

import pytest
from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.passing import Pass
from owm_net.games.heroes.barrage import ActFire, OrderBarrage, batteries
from owm_net.games.heroes.damage import Broken, Eliminated, Reduced, suppress
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import (
    CounterKey,
    DiePlace,
    FormationId,
    OptionKey,
    Share,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.shooting import Frighten, Missed, Parts, ShotFired, best_aim
from owm_net.games.heroes.shooting import shot as planned
from owm_net.games.heroes.state import Unit
from owm_net.games.heroes.veteran import Reroll
from owm_net.games.heroes.wounds import Substitute
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, formation, scenario
from tests.seats import ANN, BEN

WEAK = counter("tests-weak", defence=3)
LOUD = counter("tests-loud", bonus=3, fire_on_the_move=1, suppressive_fire=0)


def shooting(*units: object, dice: list[int], **more: object) -> Table:
    fields = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=[(die,) for die in dice], **fields)  # type: ignore[arg-type]


def shot(table: Table, *, target: int = 1, suppressive: bool = False) -> ShotFired:
    """Unit 0 fires."""
    return only(table.do(table.fire(0, target, suppressive=suppressive)), ShotFired)


def parts(found: ShotFired) -> dict[str, int]:
    return dict(found.parts)


# -- targets -------------------------------------------------------------------------------


@pytest.mark.rule("HON-FIRE-02", "HON-CTR-10")
def test_an_x_forbids_the_shot() -> None:
    table = shooting(ann(4, 1), ben(8, 1, "us_sherman"), dice=[])
    table.refused(table.fire(0, 1), "HON-FIRE-02")


@pytest.mark.rule("HON-AB-35")
def test_limited_range() -> None:
    table = shooting(ann(4, 1, "de_major"), ben(8, 1), ben(9, 3), dice=[6])
    table.refused(table.fire(0, 2), "HON-AB-35")
    assert table.allowed(table.fire(0, 1))


@pytest.mark.rule("HON-FIRE-19")
def test_only_enemies_are_aimed_at_and_nobody_has_to_be() -> None:
    table = shooting(ann(4, 1), ann(6, 1), ben(8, 2), dice=[])
    table.refused(table.fire(0, 1), "HON-FIRE-16")
    table.refused(table.fire(0, 77), "HON-FIRE-16")
    table.refused(table.fire(0, suppressive=True), "HON-FIRE-19")
    table.say(table.fire(0))
    assert table.u(0).acted and table.seat == BEN


@pytest.mark.rule("HON-LOS-01", "HON-LOS-04")
def test_infantry_between_hides_infantry() -> None:
    table = shooting(ann(4, 1), ann(6, 1), ben(8, 1), dice=[])
    table.refused(table.fire(0, 2), "HON-LOS-01")
    table.g.change(UnitId(1), at=at(6, 2))
    assert table.allowed(table.fire(0, 2))


@pytest.mark.rule("HON-FIRE-07")
def test_outside_the_arc_nobody_is_shot_at() -> None:
    gun = ann(4, 4, "de_mg42", face=1, facing=Facing.E)
    table = shooting(gun, ben(8, 1), ben(4, 1), ben(8, 0), dice=[])
    assert table.allowed(table.fire(0, 1)) and table.allowed(table.fire(0, 3))
    table.refused(table.fire(0, 2), "HON-FIRE-07")


@pytest.mark.rule("HON-AB-35", "HON-EQ-13", "HON-FIRE-13")
def test_the_best_aim_is_that_of_the_weapon_that_fires() -> None:
    """A Panzerfaust is not held by the arc of the machine gun whose crew fires it; of two spaces
    the farther, which the thicket does not hide, is out of an officer's range."""
    gun = ann(4, 2, "de_mg42", face=1, facing=Facing.N)
    tank = ben(4, 5, "us_sherman", facing=Facing.S)
    table = shooting(gun, tank, dice=[], options={"eq_panzerfaust": ANN})
    faust = (OptionKey("eq_panzerfaust"),)
    back = tank.up.defence[2]
    assert planned(table.g, UnitId(0), UnitId(1), False, False, spend=faust).defence == back
    on = scenario([("thicket1", 6, 3)])
    truck = ben(8, 4, "us_halftrack", facing=Facing.W)
    for key, end, hidden in (("de_major", (8, 4), 1), ("de_feldwebel", (9, 4), 0)):
        table = shooting(ann(4, 1, key), truck, dice=[], on=on)
        aim = best_aim(table.g, UnitId(0), UnitId(1))
        assert (aim.end, aim.hidden) == (end, hidden)
    pak = ann(4, 1, "de_pak40", face=1, facing=Facing.E)
    side = shooting(pak, ben(8, 1, "us_sherman", facing=Facing.N), dice=[])
    assert best_aim(side.g, UnitId(0), UnitId(1)).defence == tank.up.defence[1]
    north, away = ann(4, 4, "de_pak40", face=1), ben(8, 1, "us_sherman", facing=Facing.E)
    edge = shooting(north, away, dice=[])
    assert best_aim(edge.g, UnitId(0), UnitId(1)).end == at(7, 1)  # the other is outside the arc


# -- sums ----------------------------------------------------------------------------------


@pytest.mark.rule("HON-FIRE-08", "HON-CTR-11", "HON-HID-10")
@pytest.mark.parametrize(("die", "hits"), [(4, True), (3, False)])
def test_the_result_must_come_to_the_defence(die: int, hits: bool) -> None:
    table = shooting(ann(4, 1), ben(8, 1), dice=[die])
    found = shot(table)
    assert (found.result, found.defence) == (die + 2, 6)
    assert bool(every(table.said, Reduced)) is hits
    assert bool(every(table.said, Missed)) is not hits


@pytest.mark.rule("HON-FIRE-10", "HON-CTR-12", "HON-CTR-01", "HON-CTR-03")
def test_one_hit_turns_a_counter_and_the_next_removes_it() -> None:
    table = acting(
        ann(4, 1), ann(4, 2), ben(8, 1), ben(8, 3, "us_cal30"), due=(2, 1), dice=[(6,), (6,)],
        bluffs=(0, 0),
    )  # fmt: skip
    table.say(table.fire(0, 2))
    assert table.u(2).face == 1 and table.u(2).up.defence == (5,)
    table.passes()
    table.say(table.fire(1, 2))
    assert table.u(2).lost
    guns = shooting(ann(4, 1), ben(8, 1, "us_cal30"), dice=[5])
    shot(guns)
    assert guns.u(1).lost  # a machine gun has no reduced face


@pytest.mark.rule("HON-FIRE-06")
@pytest.mark.parametrize(("x", "less"), [(8, 0), (9, -2)])
def test_long_range(x: int, less: int) -> None:
    table = shooting(ann(1, 1), ben(x, 1), dice=[3])
    assert parts(shot(table)).get("range", 0) == less


@pytest.mark.rule("HON-AB-28")
def test_a_hawkeye_has_no_long_range() -> None:
    table = shooting(ann(1, 1, "de_sniper"), ben(13, 1), dice=[3])
    assert shot(table).result == 4


@pytest.mark.rule("HON-FIRE-17", "HON-TER-04", "HON-TER-14", "HON-TER-16", "HON-LOS-08")
def test_terrain_shelters_and_hides() -> None:
    on = scenario([("thicket1", 6, 1), ("thicket1", 8, 1)])
    thicket = shot(shooting(ann(4, 1), ben(8, 1), dice=[3], on=on))
    assert thicket.defence == 7 and parts(thicket)["obstacles"] == -1  # the one between
    forest = shot(shooting(ann(4, 1), ben(7, 0), dice=[3]))
    assert forest.defence == 7 and "obstacles" not in parts(forest)


@pytest.mark.rule("HON-SUPP-01", "HON-AB-26", "HON-FIRE-06")
def test_the_order_of_a_sum() -> None:
    """The example of HON-FIRE-09 without its belt: (3 - 1) doubled, die 2, then all penalties."""
    on = scenario([("thicket1", 6, 1)])
    table = shooting(ann(2, 1, LOUD, suppressed=1), ben(11, 1), dice=[2], on=on)
    table.say(table.move(0, goes_on=True))
    found = only(table.do(FireOnTheMove((UnitId(1),), True)), ShotFired)
    expected: Parts = (
        ("combat bonus", 3),
        ("on the move", -1),
        ("doubled", 2),
        ("suppressed", -2),
        ("range", -2),
        ("obstacles", -1),
    )
    assert (found.parts, found.result) == (expected, 1)


@pytest.mark.rule("HON-AB-26", "HON-AB-40", "HON-AB-42", "HON-FIRE-09")
def test_fire_on_the_move_is_split_after_its_penalty() -> None:
    """(3 - 1) doubled comes to 4; an Ammo Belt adds before that."""
    gunner = counter("tests-belt", 3, machine_gunner=0, suppressive_fire=0, fire_on_the_move=1)
    both = (UnitId(1), UnitId(2))
    for spend, sum_ in (((), 4), (("eq_ammo_belt",), 8)):
        table = shooting(ann(2, 1, gunner), ben(8, 1), ben(8, 3), dice=[2, 2],
                         options={"eq_ammo_belt": ANN})  # fmt: skip
        table.say(table.move(0, goes_on=True))
        fire = FireOnTheMove(both, True, spend=tuple(map(OptionKey, spend)))
        table.refused(evolve(fire, shares=(Share(2), Share(1))), "HON-AB-40")
        table.refused(evolve(fire, shares=(Share(3), Share(3))), "HON-AB-40")  # without the penalty
        table.say(evolve(fire, shares=(Share(sum_ - 1), Share(1))))
        shots = every(table.told(ShotFired), ShotFired)
        assert [(e.target, e.result) for e in shots] == [(1, 2 + sum_ - 1), (2, 3)]
        table.refused(evolve(fire, shares=(Share(3), Share(1)), spend=()), "HON-AB-25")


# -- kill shots, suppression ---------------------------------------------------------------


@pytest.mark.rule("HON-FIRE-14")
@pytest.mark.parametrize(("die", "lost"), [(4, True), (3, False)])
def test_twice_the_defence_kills(die: int, lost: bool) -> None:
    table = shooting(ann(4, 1), ben(8, 1, WEAK), dice=[die])
    assert shot(table).defence == 3 and table.u(1).lost is lost
    assert table.u(1).face == (0 if lost else 1)


@pytest.mark.rule("HON-FIRE-14", "HON-FIRE-17")
def test_of_twice_the_defence_the_terrain_is_a_part() -> None:
    table = shooting(ann(4, 1), ben(7, 0, WEAK), dice=[5])
    assert shot(table).defence == 4 and not table.u(1).lost


@pytest.mark.rule("HON-AB-80", "HON-SUPP-01")
@pytest.mark.parametrize(("target", "die", "markers"), [("us_rifle", 2, 1), ("us_rifle", 1, 0)])
def test_suppressive_fire(target: str, die: int, markers: int) -> None:
    table = shooting(ann(4, 1), ben(8, 1, target), dice=[die])
    found = shot(table, suppressive=True)
    assert found.result == die + 4
    assert (table.u(1).suppressed, table.u(1).face) == (markers, 0)


@pytest.mark.rule("HON-AB-80")
def test_twice_the_defence_suppresses_twice_and_kills_nobody() -> None:
    table = shooting(ann(4, 1), ben(8, 1, WEAK), dice=[2])
    shot(table, suppressive=True)
    assert table.u(1).suppressed == 2 and not table.u(1).lost


@pytest.mark.rule("HON-AB-80")
def test_who_has_no_suppressive_fire_shoots_plainly() -> None:
    table = shooting(ann(4, 1, "us_rifle"), ben(8, 1), dice=[])
    table.refused(table.fire(0, 1, suppressive=True), "HON-AB-80")


@pytest.mark.rule("HON-SUPP-01", "HON-SUPP-07", "HON-CTR-19")
def test_each_marker_takes_two_off_a_roll_and_nothing_limits_them() -> None:
    table = shooting(ann(4, 1), ben(8, 1), dice=[6])
    for _ in range(10):
        suppress(table.g, UnitId(1))
    assert table.u(1).suppressed == 10
    suppress(table.g, UnitId(0), 2)
    found = shot(table, suppressive=True)
    assert parts(found)["suppressed"] == -4 and found.result == 6


@pytest.mark.rule("HON-AB-27")
def test_a_frightening_shot_that_misses_may_suppress() -> None:
    gun = ann(4, 1, "de_mg42", face=1, facing=Facing.E)
    table = shooting(gun, ben(8, 1), dice=[1])
    table.say(table.fire(0, 1))
    assert (table.kind, table.seat) == ("after", ANN)
    table.say(Frighten())
    assert table.u(1).suppressed == 1
    hit = shooting(gun, ben(8, 1), dice=[6])
    hit.say(hit.fire(0, 1))
    assert hit.kind == "turn"  # it had an effect
    plain = shooting(ann(4, 1), ben(8, 1), dice=[1])
    plain.say(plain.fire(0, 1))
    assert plain.kind == "turn"


@pytest.mark.rule("HON-AB-27", "HON-TRT-15")
@pytest.mark.parametrize(("die", "markers", "face"), [(6, 0, 1), (1, 1, 0)])
def test_who_frightens_does_so_if_the_dice_come_to_nothing_in_the_end(
    die: int, markers: int, face: int
) -> None:
    gun = ann(4, 1, "de_mg42", face=1, facing=Facing.E)
    table = shooting(gun, ben(8, 1), dice=[1, die], options={"tr_veteran": ANN})
    table.say(table.fire(0, 1))
    table.say(Frighten())
    table.refused(Frighten(), "HON-AB-27")
    table.say(Reroll((DiePlace(0),)))
    table.passes()
    assert (table.u(1).suppressed, table.u(1).face) == (markers, face)


# -- breaking points -----------------------------------------------------------------------


@pytest.mark.rule("HON-VIC-04", "HON-VIC-05", "HON-VIC-06")
def test_a_tile_breaks_at_its_last_square_and_the_enemy_gains_at_once() -> None:
    tiles = [
        formation(ANN),
        formation(BEN, squares=2, points=5),
        formation(BEN, tile=False, key="sup_riflemen", squares=1, points=3),
    ]
    support = ben(8, 3, face=1).with_(formation=FormationId(2))
    table = acting(
        ann(4, 1), ann(4, 2), ann(4, 3), ben(8, 1, face=1), ben(8, 2, face=1), support,
        formations=tiles, due=(3, 1), bluffs=(0, 0), dice=[(6,), (6,), (6,)],
    )  # fmt: skip
    table.say(table.fire(0, 5))
    assert table.g.gained == [3, 0]  # the loss went to the option, not to the tile
    table.passes()
    table.say(table.fire(1, 3))
    tile = table.g.formations[1]
    assert (tile.losses, tile.turned) == (1, False)
    assert only(table.do(table.fire(2, 4)), Broken).points == 5
    assert table.g.gained == [8, 0] and table.g.formations[1].turned
    assert len(table.told(Eliminated)) == 3


# -- several dice, several targets ---------------------------------------------------------


@pytest.mark.rule("HON-AB-24")
def test_of_a_dual_weapon_the_better_die_counts() -> None:
    gunner = ann(4, 1, "de_hero_falk", face=1)
    table = acting(gunner, ben(8, 1), due=(1, 1), bluffs=(0, 0), dice=[(1, 2)])
    table.say(Pass())  # it is Autonomous as well
    assert shot(table).result == 2 + 4 and table.u(1).face == 1


def splitting(*at: tuple[int, int], gun: str = "us_cal30", dice: list[int] | None = None) -> Table:
    """Ann's machine gun, deployed, and Ben's squads."""
    firer = ann(1, 1, gun, face=1, facing=Facing.E)
    return shooting(firer, *[ben(x, y) for x, y in at], dice=dice or [])


@pytest.mark.rule("HON-AB-40")
def test_a_machine_gunner_splits_its_bonus() -> None:
    """The example: +4 as +1, +1 and +2, a roll for each."""
    table = splitting((6, 0), (6, 1), (6, 2), dice=[5, 4, 4])
    answer = table.fire(0, 1, 2, 3, shares=(1, 1, 2))
    shots = every(table.do(answer), ShotFired)
    assert [s.result for s in shots] == [6, 5, 6]
    assert [table.u(n).face for n in (1, 2, 3)] == [1, 0, 1]


@pytest.mark.rule("HON-AB-40")
@pytest.mark.parametrize("shares", [(), (4,), (2, 1), (3, 0), (5, -1), (3, 2), (True, 3)])
def test_the_shares_come_to_the_bonus(shares: tuple[int, ...]) -> None:
    table = splitting((6, 0), (6, 1))
    table.refused(table.fire(0, 1, 2, shares=shares), "HON-AB-40")
    table.refused(table.fire(0, 1, shares=(4,)), "HON-AB-40")
    table.refused(table.fire(0, 1, 1, shares=(2, 2)), "HON-AB-40")


@pytest.mark.rule("HON-AB-41")
def test_the_targets_are_near_each_other_and_in_sight() -> None:
    table = splitting((6, 0), (6, 3), (9, 3))
    table.refused(table.fire(0, 1, 2, shares=(2, 2)), "HON-AB-41")
    plain = shooting(ann(1, 1), ben(6, 0), ben(6, 1), dice=[])
    plain.refused(plain.fire(0, 1, 2, shares=(1, 1)), "HON-AB-40")
    mixed = splitting((6, 0), (6, 1))
    mixed.g.units[2] = ben(6, 1, "us_halftrack", facing=2)
    mixed.refused(mixed.fire(0, 1, 2, shares=(2, 2)), "HON-AB-41")


@pytest.mark.rule("HON-AB-42", "HON-AB-80")
def test_suppressive_fire_is_doubled_then_split() -> None:
    """R-06: the example's 5 and 1 of +3 doubled."""
    table = splitting((6, 0), (6, 1), gun="de_mg34", dice=[1, 4])
    answer = table.fire(0, 1, 2, suppressive=True, shares=(5, 1))
    assert [s.result for s in every(table.do(answer), ShotFired)] == [6, 5]
    assert [table.u(n).suppressed for n in (1, 2)] == [1, 0]


@pytest.mark.rule("HON-AB-40", "HON-AB-78")
def test_a_share_for_a_target_that_is_gone_is_lost() -> None:
    """R-152: the Substitute that takes the first hit was the second target."""
    table = splitting((6, 0), (6, 1), dice=[6])
    table.g.units[1] = ben(6, 0, "us_cal30")
    table.g.units[2] = ben(6, 1, "us_lieutenant", face=1)
    table.say(table.fire(0, 1, 2, shares=(2, 2)))
    table.do(Substitute(UnitId(2)))
    assert table.u(2).lost and not table.u(1).lost and table.seat == BEN
    assert len(table.told(ShotFired)) == 1


# -- Substitute, Barrage Order -------------------------------------------------------------


@pytest.mark.rule("HON-AB-78")
def test_a_substitute_takes_the_hit_of_a_heavy_weapon() -> None:
    """Within 2 spaces, and not where it is no heavy weapon or a kill shot."""
    table = shooting(ann(4, 1), ben(8, 1, "us_cal30"), ben(9, 3, "us_lieutenant"), dice=[5])
    table.say(table.fire(0, 1))
    assert (table.kind, table.seat) == ("wounded", BEN)
    assert agenda.about(table.view(BEN)).what == "say who takes the hit of .30 cal team"
    table.refused(Substitute(UnitId(0)), "HON-AB-78")
    table.say(Substitute(UnitId(2)))
    assert not table.u(1).lost and table.u(2).face == 1
    itself = shooting(ann(4, 1), ben(8, 1, "us_cal30"), ben(9, 3, "us_lieutenant"), dice=[5])
    itself.say(itself.fire(0, 1), Pass())
    assert itself.u(1).lost and itself.u(2).face == 0
    far = shooting(ann(4, 1), ben(8, 1, "us_cal30"), ben(11, 3, "us_lieutenant"), dice=[5])
    far.say(far.fire(0, 1))
    assert far.u(1).lost
    squad = shooting(ann(4, 1), ben(8, 1), ben(9, 3, "us_lieutenant"), dice=[5])
    squad.say(squad.fire(0, 1))
    assert squad.u(1).face == 1


def commanding(*more: Unit, dice: list[int]) -> Table:
    """Ann's major has an order, beside machine guns with orders of their own."""
    guns = [ann(4, y, "de_mg42", face=1, facing=Facing.E) for y in (1, 2)]
    far = ann(4, 6, "de_mg42", face=1, facing=Facing.E)
    units = (ann(3, 2, "de_major"), *guns, far, ben(9, 1), *more)
    return acting(*units, due=(3, 1), bluffs=(0, 0), dice=[(die,) for die in dice])


@pytest.mark.rule("HON-AB-21", "HON-AB-22")
def test_weapons_of_one_name_near_the_commander_fire_one_after_the_other() -> None:
    table = commanding(dice=[6, 6])
    order = OrderBarrage(table.token(0), CounterKey("de_mg42"))
    table.refused(order.with_(weapons=CounterKey("de_mortar")), "HON-AB-21")
    table.say(order)
    assert (table.kind, table.seat) == ("barrage", ANN)
    table.refused(ActFire(UnitId(3), (UnitId(4),)), "HON-AB-21")  # four spaces away
    table.refused(ActFire(UnitId(1), ()), "HON-AB-21")
    table.say(ActFire(UnitId(1), (UnitId(4),), suppressive=True))
    assert table.u(1).acted and UnitId(1) not in table.g.bearers[ANN]
    table.refused(ActFire(UnitId(1), (UnitId(4),)), "HON-AB-21")
    table.say(Pass())
    assert not table.u(2).acted and table.u(0).acted and UnitId(0) in table.g.bearers[ANN]
    assert table.g.lost_tokens[0].after == 1


@pytest.mark.rule("HON-AB-21")
def test_who_is_no_commander_orders_no_barrage() -> None:
    table = shooting(ann(4, 1), ann(4, 2, "de_mg42"), ben(8, 1), dice=[])
    table.refused(OrderBarrage(table.token(0), CounterKey("de_mg42")), "HON-AB-21")


@pytest.mark.rule("HON-AB-21", "HON-AB-15")
def test_a_weapon_under_a_concealed_token_is_no_battery() -> None:
    table = commanding(dice=[])
    table.g.change(UnitId(1), concealed=True)
    assert batteries(table.g, UnitId(0)) == {"de_mg42": [2]}
    table.g.change(UnitId(2), concealed=True)
    table.refused(OrderBarrage(table.token(0), CounterKey("de_mg42")), "HON-AB-21")


@pytest.mark.rule("HON-AB-21", "HON-FIRE-16")
def test_a_weapon_that_an_earlier_one_has_hit_fires_no_more() -> None:
    mortars = [ann(x, 1, "de_mortar", face=1) for x in (1, 5)]
    table = acting(
        ann(3, 2, "de_major"), *mortars, ben(12, 1), due=(3, 1), bluffs=(0, 0), dice=[(6,)]
    )
    table.say(OrderBarrage(table.token(0), CounterKey("de_mortar")))
    table.say(ActFire(UnitId(1), (), vertex=Vertex((6, 2))))
    assert table.u(2).lost and (table.kind, table.seat) == ("turn", BEN)
