"""Grenades and mortars: where they go, whom they strike, what becomes of structures."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve

from owm_net.games.heroes.barrage import ActFire, OrderBarrage
from owm_net.games.heroes.blast import covered, drifted, standing
from owm_net.games.heroes.blasts import Blasted, Scattered
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import (
    NO_VERTEX,
    OFF_MAP,
    CounterKey,
    OptionKey,
    Space,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.moving import FireOnTheMove
from owm_net.games.heroes.orders import OrderFire
from owm_net.games.heroes.patterns import aims, contained, is_clear, thrown_out, why_not_aim
from owm_net.games.heroes.state import Charge, Posted, Smoke
from owm_net.games.heroes.structures import Collapsed, Redeploy, Redeployed
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import Directive, Pattern
from owm_net.games.heroes.wounds import Substitute
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, scenario
from tests.seats import ANN, BEN

GRENADE, RIFLE = OptionKey("eq_grenade"), OptionKey("eq_rifle_grenade")
WALKING = counter("tests-walking", fire_on_the_move=1, suppressive_fire=0)
SPOTTER = counter("tests-spotter", artillery_spotter=0)


def table(*units: object, dice: Sequence[tuple[int, ...]] = (), **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), "options": {GRENADE: ANN, RIFLE: ANN}, **more}
    return acting(*units, dice=dice, **settings)  # type: ignore[arg-type]


def throw(
    t: Table, vertex: tuple[int, int] = NO_VERTEX, into: Space = OFF_MAP, key: str = GRENADE
) -> OrderFire:
    spend = (OptionKey(key),) if key else ()
    return evolve(t.fire(0, spend=spend), vertex=Vertex(vertex), into=into)


def struck(t: Table) -> list[int]:
    return [e.target for e in every(t.said, Blasted)]


# -- patterns ------------------------------------------------------------------------------


@pytest.mark.rule("HON-BLST-01", "HON-BLST-08")
def test_patterns_cover_what_the_ledger_says() -> None:
    g = table(ann(1, 1), ben(12, 1)).g
    sizes = {p: len(covered(g, p, Vertex((5, 4)))) for p in Pattern}
    assert sizes == {p: {"green": 12, "black": 16}.get(p.value, 4) for p in Pattern}
    core = [at(4, 3), at(5, 3), at(4, 4), at(5, 4)]
    assert covered(g, Pattern.WHITE, Vertex((5, 4))) == core
    green = covered(g, Pattern.GREEN, Vertex((5, 4)))
    assert set(core) < set(green) and at(3, 2) not in green and at(6, 5) not in green
    assert covered(g, Pattern.RED, Vertex((0, 0))) == [at(0, 0)]  # the corner of the map


@pytest.mark.rule("HON-AB-32", "HON-AB-34")
@pytest.mark.parametrize(
    ("pattern", "ends"),
    [
        (Pattern.WHITE, [(5, 3), (7, 5), (5, 7), (3, 5)]),
        (Pattern.BLACK, [(5, 3), (7, 5), (5, 7), (3, 5)]),
        (Pattern.BLUE, [(7, 3), (7, 7), (3, 7), (3, 3)]),
        (Pattern.GREEN, [(7, 3), (7, 7), (3, 7), (3, 3)]),
    ],
)
def test_scatter_goes_by_the_diagram_of_its_colour(
    pattern: Pattern, ends: list[tuple[int, int]]
) -> None:
    found = [drifted(pattern, Vertex((5, 5)), die, 2) for die in range(1, 7)]
    assert found == [*ends, (5, 5), (5, 5)]


# -- grenades ------------------------------------------------------------------------------


@pytest.mark.rule("HON-EQ-10", "HON-BLST-02", "HON-FIRE-16", "HON-OPT-02")
def test_a_grenade_strikes_everybody_on_its_four_spaces_each_by_itself() -> None:
    """+2 on infantry; own units too; in the order of R-25; terrain helps."""
    on = scenario([("thicket1", 6, 1)])
    t = table(ann(4, 1), ann(5, 2), ben(6, 1), ben(6, 2), ben(7, 1), on=on,
              dice=[(4,), (4,), (6,)])  # fmt: skip
    t.refused(throw(t, (7, 2)), "HON-EQ-10")  # 3 intersections away
    t.refused(throw(t, (99, 2)), "HON-BLST-01")
    t.refused(throw(t, (6, 2), at(6, 1)), "HON-BLD-08")
    t.refused(evolve(throw(t, (6, 2)), targets=(UnitId(2),), spend=()), "HON-BLST-01")
    t.refused(evolve(throw(t, (6, 2)), spend=(GRENADE, GRENADE)), "HON-BLST-01")
    t.refused(evolve(throw(t, (6, 2)), spend=()), "HON-BLST-01")
    t.do(throw(t, (6, 2)))
    assert struck(t) == [2, 1, 3]  # 4 stands outside
    assert [(e.result, e.defence) for e in every(t.said, Blasted)] == [(6, 7), (6, 6), (8, 6)]
    assert [u.face for u in t.g.units] == [0, 1, 0, 1, 0]
    assert t.g.options[0].tokens == 2


@pytest.mark.rule("HON-EQ-10", "HON-BLST-02")
def test_over_terrain_without_a_line_of_sight_with_the_markers_of_who_throws() -> None:
    """R-77; twice the defence eliminates."""
    on = scenario([("bld_shed", 5, 1)])
    t = table(ann(4, 1, suppressed=1), ben(6, 0, "tests-soft"), on=on, dice=[(6,)])
    t.do(throw(t, (6, 0)))
    assert only(t.said, Blasted).result == 6 + 2 - 2 and t.u(1).lost  # against 3


@pytest.mark.rule("HON-BLST-02", "HON-ORO-07")
def test_a_directive_helps_infantry_in_a_blast() -> None:
    t = table(ann(4, 1), ben(6, 1), ben(7, 3, "us_lieutenant"), dice=[(4,)])
    t.g.posted = [Posted(seat=BEN, directive=Directive.HOLD_YOUR_GROUND, officer=UnitId(2))]
    t.do(throw(t, (6, 2)))
    assert only(t.said, Blasted).defence == 6 + 1 and t.u(1).face == 0


SOFT = counter("tests-soft", defence=3)


@pytest.mark.rule("HON-OPT-03", "HON-EQ-10", "HON-FIRE-15")
def test_thrown_on_the_move_it_takes_the_penalty() -> None:
    t = table(ann(4, 1, WALKING), ben(7, 1), dice=[(4,)])
    t.say(t.move(0, (5, 1), goes_on=True))
    thrown = FireOnTheMove(spend=(GRENADE,), vertex=Vertex((7, 1)))
    assert thrown in t.options(FireOnTheMove)
    t.do(thrown)
    assert only(t.said, Blasted).result == 4 + 2 - 1
    t.refused(thrown, "HON-AB-25")


@pytest.mark.rule("HON-BLD-07", "HON-BLD-09")
def test_into_a_room_from_beside_an_opening() -> None:
    """The house: its east room has its own door in the north (2,0), seen from outside."""
    on = scenario([("bld_house", 5, 2)])  # west room (5..6, 2..3), east room (7, 2..3)
    t = table(ann(7, 1), ben(7, 2), ben(7, 3), ben(6, 2), ben(8, 2), on=on,
              dice=[(4,), (6,), (1,)])  # fmt: skip
    t.refused(throw(t, into=at(6, 2)), "HON-BLD-07")  # not straight in
    t.refused(throw(t, into=at(7, 3)), "HON-BLD-07")
    t.refused(throw(t, into=at(8, 1)), "HON-TER-18")
    t.refused(throw(t, into=at(99, 1)), "HON-BLD-07")
    assert throw(t, into=at(7, 2)) in t.options(OrderFire)
    t.do(throw(t, into=at(7, 2)))
    assert struck(t) == [1, 2]
    assert [e.defence for e in every(t.said, Blasted)] == [6, 6]  # without the walls' +2
    outside = table(ann(8, 1), ben(7, 2), ben(8, 3), on=on, dice=[(4,), (1,)])
    outside.do(throw(outside, (8, 3)))
    assert struck(outside) == [2]  # nobody inside


@pytest.mark.rule("HON-BLD-08")
def test_nothing_is_aimed_at_an_intersection_inside_a_building() -> None:
    on = scenario([("bld_farmhouse", 5, 2)])
    t = table(ann(4, 2), ben(12, 2), on=on)
    t.refused(throw(t, (6, 3)), "HON-BLD-08")
    assert t.allowed(throw(t, (5, 3)))


@pytest.mark.rule("HON-BLD-10", "HON-BLD-02", "HON-AB-33")
def test_out_of_a_building_one_throws_by_an_opening() -> None:
    """R-27: the ends of its edge, and one further out; our buildings fill whole spaces."""
    on = scenario([("bld_shed", 5, 4)])  # windows east and west of (5,4), door south of (5,5)
    t = table(ann(5, 4), ben(7, 4), on=on, dice=[(4,), (1,)])
    out = {(6, 4), (6, 5), (7, 4), (7, 5), (5, 4), (5, 5), (4, 4), (4, 5)}
    assert set(thrown_out(t.g.ground, at(5, 4))) == out
    assert set(thrown_out(t.g.ground, at(5, 5))) == {(5, 6), (6, 6), (5, 7), (6, 7)}
    t.refused(throw(t, (6, 3)), "HON-BLD-10")
    t.refused(throw(t, (6, 4), key=RIFLE), "HON-AB-33")
    mortar = table(ann(5, 4, "de_mortar", face=1), ben(7, 4), on=on)
    mortar.refused(throw(mortar, (6, 4), key=""), "HON-AB-33")
    t.refused(throw(t, into=at(5, 5)), "HON-BLD-07")  # its own room
    t.do(throw(t, (7, 5)))
    assert struck(t) == [1]
    whole = [s for s, c in t.g.ground.cells.items() if c.building]
    assert whole == [at(5, 4), at(5, 5)]


@pytest.mark.rule("HON-TER-18")
def test_into_a_position_from_beside_it() -> None:
    on = scenario([("position2", 6, 1)])  # (6,1) and (6,2)
    t = table(ann(5, 1), ben(6, 1), ben(6, 2), ben(7, 1), on=on, dice=[(4,), (4,), (1,)])
    t.do(throw(t, into=at(6, 1)))
    assert struck(t) == [1, 2]
    assert [e.defence for e in every(t.said, Blasted)] == [6, 6]
    far = table(ann(4, 1), ben(6, 1), on=on)
    far.refused(throw(far, into=at(6, 1)), "HON-TER-18")
    inside = table(ann(6, 2), ben(6, 1), on=on)
    inside.refused(throw(inside, into=at(6, 1)), "HON-TER-18")


@pytest.mark.rule("HON-EQ-15", "HON-AB-31", "HON-BLST-05")
def test_a_rifle_grenade_scatters_where_the_line_is_not_clear() -> None:
    t = table(ann(4, 1), ben(11, 1), dice=[(4,)])
    t.refused(throw(t, (13, 1), key=RIFLE), "HON-EQ-10")  # 8 away
    t.do(throw(t, (11, 1), key=RIFLE))
    assert struck(t) == [1] and not every(t.said, Scattered)
    hidden = table(ann(4, 1), ben(7, 1), ben(11, 1), dice=[(3,), (4,)])
    hidden.do(throw(hidden, (11, 1), key=RIFLE))
    assert only(hidden.said, Scattered).die == 3 and struck(hidden) == [2]  # one to the south
    spotted = table(ann(4, 1), ben(7, 1), ben(11, 1), ann(11, 3, SPOTTER), dice=[(4,), (4,)])
    spotted.do(throw(spotted, (11, 1), key=RIFLE))
    assert struck(spotted) == [2]  # HON-AB-18: no scatter is left of 1


@pytest.mark.rule("HON-AB-31", "HON-EQ-12", "HON-AB-18", "HON-BLST-05")
def test_a_mortar_fires_at_any_intersection_and_greener_with_its_supply() -> None:
    """No range, no penalty of range; blue scatters aslant by 2."""
    mortar = ann(1, 1, "de_mortar", face=1)
    plain = table(mortar, ben(14, 3), dice=[(1,)])
    plain.do(throw(plain, (14, 3), key=""))
    assert only(plain.said, Blasted).result == 1 + 3
    wall = scenario([("bld_shed", 4, 1)])
    blind = table(mortar, ben(14, 3), ben(15, 1), on=wall, dice=[(1,), (4,)])
    blind.do(throw(blind, (13, 3), key=""))
    assert struck(blind) == [2]
    for x, hits in ((3, [2, 1]), (4, [1])):
        supply = ann(x, 3, "mortar_supply")
        t = table(mortar, ben(14, 3), ben(13, 2), supply, dice=[(1,)] * len(hits))
        t.do(throw(t, (14, 4), key=""))
        assert struck(t) == hits


@pytest.mark.rule("HON-AB-21", "HON-AB-31")
def test_mortars_fire_in_a_barrage() -> None:
    mortar = ann(3, 1, "de_mortar", face=1)
    t = table(ann(1, 1, "de_major"), mortar, ben(14, 3), dice=[(1,)], due=(1, 1))

    t.say(OrderBarrage(t.token(0), CounterKey("de_mortar")))
    aimed = ActFire(UnitId(1), (), vertex=Vertex((14, 3)))
    assert t.kind == "barrage" and any(a.vertex != NO_VERTEX for a in t.options(ActFire))
    t.do(aimed)
    assert struck(t) == [2] and t.u(1).acted


# -- structures ----------------------------------------------------------------------------


@pytest.mark.rule("HON-TER-02", "HON-TER-03", "HON-AB-23", "HON-BLST-07", "HON-SUPP-06")
def test_a_building_becomes_ruins_and_who_was_inside_stands_on_them() -> None:
    """The shed has 3 points: the third brings it down; initiative first."""
    on = scenario([("bld_shed", 6, 1)])
    t = table(ann(5, 1), ben(6, 1), ann(6, 2, "us_rifle"), on=on, dice=[(1,), (1,), (4,)])
    t.g.demolition = {0: 2}
    t.do(throw(t, into=at(6, 1)))
    assert every(t.said, Collapsed) and (t.kind, t.seat) == ("redeploy", ANN)
    assert t.g.ground.cells[at(6, 1)].ruin and not t.g.ground.cells[at(6, 1)].building
    t.refused(Redeploy(at(5, 1)), "HON-TER-03")
    t.do(Redeploy(at(6, 1)))
    assert [(e.unit, e.space) for e in every(t.said, Redeployed)] == [(2, at(6, 1)), (1, at(6, 2))]
    assert [u.suppressed for u in t.g.units] == [0, 1, 1]
    second = table(ann(5, 1), ben(6, 1), ann(6, 2), on=on, dice=[(1,), (1,), (4,)])
    second.g.demolition, second.g.initiative = {0: 2}, BEN
    second.do(throw(second, into=at(6, 1)))
    assert (second.kind, second.seat) == ("redeploy", BEN)
    less = table(ann(5, 1, suppressed=1), ben(6, 1), on=on, dice=[(1,), (5,)])
    less.g.demolition = {0: 2}
    less.do(throw(less, into=at(6, 1)))
    assert not every(less.said, Collapsed) and less.g.demolition == {0: 2}  # 5 - 2


@pytest.mark.rule("HON-TER-02", "HON-TER-03")
def test_a_position_is_gone_and_who_was_in_it_stays() -> None:
    on = scenario([("position1", 6, 1)])
    t = table(ann(5, 1), ben(6, 1), on=on, dice=[(1,), (4,)])
    t.g.demolition = {0: 1}
    t.do(throw(t, into=at(6, 1)))
    assert not t.g.ground.cells[at(6, 1)].position and t.u(1).suppressed == 1
    assert t.u(1).at == at(6, 1) and t.kind != "redeploy"


@pytest.mark.rule("HON-CTR-05", "HON-CTR-06", "HON-CTR-07", "HON-FIRE-11")
def test_a_destroyed_vehicle_is_a_wreck_that_can_be_cleared() -> None:
    car = ben(7, 1, "us_seep")
    t = table(ann(5, 1), car, dice=[(6,)], on=scenario([("thicket1", 7, 1)]))
    t.do(throw(t, (7, 1)))
    assert only(t.said, Blasted).defence == 6  # nothing shelters it
    assert t.u(1).lost and t.g.ground.cells[at(7, 1)].obscures == 2  # the thicket too
    shot = table(ann(5, 1), car, dice=[(5,)])
    shot.do(shot.fire(0, 1))  # 5 + 1 against 6
    assert shot.u(1).lost and shot.g.ground.cells[at(7, 1)].obscures == 1
    (wreck,) = t.g.ground.structures.values()
    assert wreck.value == 1
    tank = table(ann(5, 1), ben(9, 1, "us_sherman", facing=int(Facing.W)), ben(12, 5))
    eliminate(tank.g, UnitId(1), "HON-FIRE-14")
    cells = tank.g.ground.cells
    assert [cells[at(x, 1)].blocks for x in (9, 10, 11)] == [True, True, False]
    cleared = table(ann(6, 2), ben(7, 1), ben(9, 1, "us_seep"), dice=[(1,), (4,)])
    eliminate(cleared.g, UnitId(2), "HON-FIRE-11")
    cleared.do(throw(cleared, (8, 1)))
    assert cleared.g.ground.cells[at(9, 1)].obscures == 1  # not under it
    beside = table(ann(6, 2), ben(7, 1), ben(8, 1, "us_seep"), dice=[(1,), (4,)])
    eliminate(beside.g, UnitId(2), "HON-FIRE-11")
    beside.do(throw(beside, (8, 1)))
    assert beside.g.ground.cells[at(8, 1)].obscures == 0


@pytest.mark.rule("HON-AB-23")
def test_destruction_dice_of_a_shot_at_who_is_inside_and_at_the_structure_itself() -> None:
    """R-56, R-08: engineers with one die; the unit inside is shot at first."""
    on = scenario([("bld_shed", 6, 1), ("position1", 5, 4)])
    engineers = ann(3, 1, "us_engineer")
    inside = table(engineers, ben(6, 1), on=on, dice=[(1,), (4,)])
    inside.do(inside.fire(0, 1))
    assert inside.g.demolition == {0: 1}
    plain = table(ann(3, 1), ben(6, 1), on=on, dice=[(1,)])
    plain.do(plain.fire(0, 1))
    assert plain.g.demolition == {}
    plain.passes()
    t = table(engineers, ben(12, 1), on=on, dice=[(3,)])
    t.refused(throw(t, into=at(4, 4), key=""), "HON-AB-23")
    t.refused(throw(t, into=at(6, 2), key=""), "HON-LOS-01")  # round the corner, no opening
    t.do(throw(t, into=at(6, 1), key=""))
    assert t.g.demolition == {}
    hits = table(engineers, ben(12, 1), on=on, dice=[(4,)])
    hits.do(throw(hits, into=at(5, 4), key=""))
    assert hits.g.demolition == {1: 1}
    none = table(ann(3, 1), ben(12, 1), on=on)
    none.refused(throw(none, into=at(6, 1), key=""), "HON-AB-23")


@pytest.mark.rule("HON-AB-23")
@pytest.mark.parametrize("x", [9, 10])
def test_destruction_dice_of_a_shot_find_the_structure_under_either_end(x: int) -> None:
    gun = ann(3, 1, "de_pak40", face=1, facing=int(Facing.E))
    tank = ben(9, 1, "us_sherman", facing=int(Facing.W))
    t = table(gun, tank, on=scenario([("position1", x, 1)]), dice=[(1,), (4,)])
    t.do(t.fire(0, 1))
    assert t.g.demolition == {0: 1}


@pytest.mark.rule("HON-AB-23", "HON-AB-31", "HON-AB-88", "HON-BLD-08")
def test_fire_at_a_structure_is_offered_to_who_may_fire_so() -> None:
    """R-56: one space of each structure in sight; no mortar (R-209), no heavy weapon aboard."""
    on = scenario([("bld_shed", 6, 1), ("position1", 5, 4)])
    t = table(ann(3, 1, "us_engineer"), ben(12, 1), on=on)
    aimed = [o for o in t.options(OrderFire) if o.into != OFF_MAP and not o.spend]
    assert [o.into for o in aimed] == [at(5, 4), at(6, 1)]
    assert str(Heroes().describe(t.view(ANN), aimed[0])).endswith("at a structure")
    gun = table(ann(3, 1, "de_pak40", face=1, facing=2), ben(12, 1), on=on)
    assert [o.into for o in gun.options(OrderFire) if o.into != OFF_MAP] == [at(6, 1)]  # its arc
    plain = table(ann(3, 1), ben(12, 1), on=on, options={})
    assert not [o for o in plain.options(OrderFire) if o.into != OFF_MAP]
    mortar = table(ann(3, 1, "de_mortar", face=1), ben(12, 1), on=on)
    mortar.refused(throw(mortar, into=at(6, 1), key=""), "HON-AB-31")
    rider = evolve(ann(0, 0, "de_pak40", face=1), at=OFF_MAP, aboard=UnitId(1))
    cars = (rider, ann(3, 1, "de_halftrack", facing=2), ben(12, 1))
    aboard = table(*cars, on=on, orders={"u0": 1, "u2": 1})
    aboard.refused(throw(aboard, into=at(6, 1), key=""), "HON-AB-88")


@pytest.mark.rule("HON-AB-23", "HON-AB-25", "HON-FIRE-04")
def test_a_tank_fires_at_a_structure_standing_and_on_the_move() -> None:
    """Sherman: two dice, each time; its machine gun has none."""
    on = scenario([("bld_farmhouse", 8, 2)])
    t = table(ann(3, 3, "us_sherman", facing=2), ben(14, 7), on=on, dice=[(4, 5)])
    houses = [o for o in t.options(OrderFire) if o.into != OFF_MAP and not o.spend]
    assert [o.weapon for o in houses] == [0]
    t.say(t.drive(0, goes_on=True))
    (fire,) = [o for o in t.options(FireOnTheMove) if o.into != OFF_MAP]
    t.say(fire)
    assert t.g.demolition == {0: 2}


# -- who sees, who takes it ----------------------------------------------------------------

SHELLS = OptionKey("eq_he_shells")
FRAIL = counter("tests-frail", defence=3)


@pytest.mark.rule("HON-AB-78", "HON-BLST-02")
def test_a_substitute_takes_the_hit_of_a_pattern_too() -> None:
    units = (ann(6, 3), ben(7, 1, "us_cal30"), ben(9, 2, "us_lieutenant"))
    t = table(*units, dice=[(4,)])
    t.say(throw(t, (7, 2)))
    assert (t.kind, t.seat) == ("wounded", BEN)
    t.refused(Substitute(UnitId(0)), "HON-AB-78")
    t.say(Substitute(UnitId(2)))
    assert not t.u(1).lost and t.u(2).face == 1 and t.kind != "wounded"


@pytest.mark.rule("HON-AB-18")
def test_a_spotter_behind_somebody_sees_no_target() -> None:
    """The rifle grenade scatters by 1 to the north, where nobody is."""
    units = (ann(4, 1), ben(7, 1), ben(11, 1), ann(11, 3, SPOTTER), ben(11, 2))
    t = table(*units, dice=[(1,)])
    t.do(throw(t, (11, 1), key=RIFLE))
    assert only(t.said, Scattered).die == 1 and struck(t) == []


@pytest.mark.rule("HON-AB-18", "HON-AB-32", "HON-ORO-17")
@pytest.mark.parametrize(
    ("smoke", "clear"), [((6, 2), False), ((13, 3), False), ((1, 1), False), ((6, 5), True)]
)
def test_through_smoke_no_line_to_an_intersection_is_clear(
    smoke: tuple[int, int], clear: bool
) -> None:
    """R-24: crossed, entered, left; a mortar scatters then, and HE shells are not fired."""
    t = table(ann(1, 1, "de_mortar", face=1), ben(14, 3), dice=[(5,), (1,)][clear:])
    t.g.smoke = [Smoke(vertex=Vertex(smoke), value=2)]
    assert is_clear(t.g, UnitId(0), Vertex((14, 3))) is clear
    t.do(throw(t, (14, 3), key=""))
    assert bool(every(t.said, Scattered)) is not clear and struck(t) == [1]


@pytest.mark.rule("HON-LOS-04", "HON-LOS-06", "HON-LOS-12", "HON-AB-23")
def test_a_vehicle_of_two_spaces_aims_by_either_past_infantry() -> None:
    on = scenario([("bld_shed", 9, 1)])
    tank = ann(3, 1, "de_pz4", facing=int(Facing.N))  # its rear is on (3,2)
    t = table(tank, ben(5, 1, "us_seep"), ann(1, 7), on=on)
    assert is_clear(t.g, UnitId(0), Vertex((9, 3)))  # by its rear, past the car
    along = ann(3, 1, "de_pz4", facing=int(Facing.W))  # its rear is on (4,1)
    for other, rule in (("us_rifle", ""), ("us_seep", "HON-LOS-01")):
        t = table(along, ben(6, 1, other), ann(3, 3, "us_engineer"), on=on)
        no = why_not_aim(t.g, UnitId(0), (), NO_VERTEX, at(9, 1))
        assert (no.rule if no else "") == rule
    assert why_not_aim(t.g, UnitId(2), (), NO_VERTEX, at(9, 1)) is None  # at a slant
    aside = table(ann(6, 3, "us_engineer"), ben(8, 2), on=on)
    no = why_not_aim(aside.g, UnitId(0), (), NO_VERTEX, at(9, 1))
    assert no is not None and no.rule == "HON-LOS-01"  # infantry fires, and infantry hides


@pytest.mark.rule("HON-LOS-07", "HON-EQ-10")
def test_what_covers_either_space_of_a_vehicle_is_offered() -> None:
    t = table(ann(4, 1), ben(9, 1, "us_sherman", facing=int(Facing.E)))  # its rear is on (8,1)
    assert (NO_VERTEX, OFF_MAP) not in aims(t.g, UnitId(0), (RIFLE,))
    assert (Vertex((8, 1)), OFF_MAP) in aims(t.g, UnitId(0), (RIFLE,))


@pytest.mark.rule("HON-BLD-08", "HON-EQ-11", "HON-AB-29")
def test_no_shell_goes_into_a_room() -> None:
    """Though the tank stands beside the door; nor into a position."""
    on = scenario([("bld_house", 5, 2), ("position1", 9, 2)])
    tank = ann(7, 1, "de_pz4", facing=int(Facing.W))
    t = table(tank, ben(7, 2), ben(9, 2), on=on, options={SHELLS: ANN})
    for room in (at(7, 2), at(9, 2)):
        no = why_not_aim(t.g, UnitId(0), (SHELLS,), NO_VERTEX, room)
        assert no is not None and no.rule == "HON-BLD-08"
    found = list(aims(t.g, UnitId(0), (SHELLS,)))
    assert found and all(into == OFF_MAP for _, into in found)


@pytest.mark.rule("HON-SUPP-01", "HON-EQ-10")
def test_the_markers_of_who_dies_by_its_own_grenade_still_count() -> None:
    t = table(ann(5, 1, FRAIL, suppressed=1), ben(6, 1), dice=[(6,), (5,)])
    t.do(throw(t, (6, 2)))
    assert [(e.target, e.result) for e in every(t.said, Blasted)] == [(0, 6), (1, 5)]
    assert t.u(0).lost


@pytest.mark.rule("HON-BLST-03", "HON-TER-18")
def test_a_vehicle_in_a_position_is_struck_once() -> None:
    on = scenario([("position2", 6, 1)])  # (6,1) and (6,2)
    tank = ben(6, 1, "us_sherman", facing=int(Facing.N))
    t = table(ann(5, 1, "us_bazooka"), tank, ben(12, 1), on=on, options={RIFLE: ANN})
    assert standing(t.g, contained(t.g.ground, at(6, 1))) == [1]


@pytest.mark.rule("HON-TER-03")
def test_for_whom_the_ruins_have_no_space_is_lost() -> None:
    """R-206: somebody was just passing through."""
    on = scenario([("bld_shed", 6, 1)])
    t = table(ann(1, 1), ben(6, 1), ben(6, 2), ben(6, 2), on=on, dice=[(4, 4, 4)])
    t.g.charges = [Charge(seat=ANN, key=OptionKey("eq_demolition"), structure=0)]
    t.over_to_supply().say(Redeploy(at(6, 1)))
    assert [t.u(n).at for n in (1, 2)] == [at(6, 1), at(6, 2)] and t.u(3).lost
