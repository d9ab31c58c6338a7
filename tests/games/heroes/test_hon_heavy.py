"""Heavy vehicles under fire and assault: angles, location dice, markers."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve

from owm_net.engine.passing import Pass
from owm_net.games.heroes.assault import Advanced, Clashed, Retreated
from owm_net.games.heroes.blasts import Blasted
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import DiePlace, OptionKey, UnitId, Vertex
from owm_net.games.heroes.locating import Located, TakeDamage, part_of
from owm_net.games.heroes.shielding import Shield
from owm_net.games.heroes.shooting import ShotFired, best_aim, shot, why_not_target
from owm_net.games.heroes.state import Posted, Unit
from owm_net.games.heroes.terms import Damage, Directive
from tests.games.driver import every, only
from tests.games.heroes.table import Table, acting, ann, at, ben, counter, scenario
from tests.seats import ANN, BEN

GUN = "de_pak40"
BUSTER = counter("tests-buster", assault=0)


def table(*units: object, dice: Sequence[tuple[int, ...]] = (), **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, dice=dice, **settings)  # type: ignore[arg-type]


def tank(x: int, y: int, facing: Facing, key: str = "us_sherman", **more: object) -> Unit:
    return ben(x, y, key, facing=int(facing), **more)


def schreck(x: int, y: int, **more: object) -> Unit:
    return ann(x, y, "de_panzerschreck", **more)  # +5 on heavy vehicles


@pytest.mark.rule("HON-FIRE-13", "HON-CTR-15")
@pytest.mark.parametrize(
    ("spot", "defence"),
    [((5, 0), 8), ((9, 4), 7), ((5, 7), 6), ((1, 1), 7), ((9, 1), 7), ((1, 5), 7), ((8, 7), 6)],
)
def test_the_angle_of_the_shot_tells_which_defence_counts(
    spot: tuple[int, int], defence: int
) -> None:
    """A tank on (5,4) and (5,5) that faces north: 8 in front, 7 at the sides, 6 behind; on the
    diagonal, and of its two spaces, the firer has the better (R-13)."""
    t = table(schreck(*spot), tank(5, 4, Facing.N))
    assert best_aim(t.g, UnitId(0), UnitId(1)).defence == defence
    assert shot(t.g, UnitId(0), UnitId(1), False, False).defence == defence


@pytest.mark.rule("HON-LOS-06", "HON-LOS-07")
def test_a_vehicle_of_two_spaces_is_aimed_at_and_fires_by_either() -> None:
    on = scenario([("bld_shed", 8, 0)])  # (8,0) and (8,1)
    t = table(schreck(6, 2), tank(10, 1, Facing.N), on=on)  # its rear is on (10,2)
    assert why_not_target(t.g, UnitId(0), UnitId(1), False) is None
    assert best_aim(t.g, UnitId(0), UnitId(1)).end == at(10, 2)
    assert why_not_target(t.g, UnitId(1), UnitId(0), False) is None
    small = table(schreck(6, 2), ben(10, 1, "us_seep"), on=on)
    refusal = why_not_target(small.g, UnitId(0), UnitId(1), False)
    assert refusal is not None and refusal.rule == "HON-LOS-01"


@pytest.mark.rule("HON-DMG-01", "HON-DMG-04", "HON-DMG-06", "HON-FIRE-12")
@pytest.mark.parametrize(
    ("die", "damage"),
    [
        (1, Damage.CREW), (2, Damage.TRACK), (3, Damage.HULL), (4, Damage.HULL),
        (5, Damage.PRIMARY), (6, None),
    ],
)  # fmt: skip
def test_each_face_of_the_location_die(die: int, damage: Damage | None) -> None:
    t = table(schreck(5, 1), tank(5, 4, Facing.N), dice=[(3,), (die,)])  # 3 + 5 against 8
    t.do(t.fire(0, 1))
    located = only(t.said, Located)
    assert located.result == die and part_of(die) is damage
    told = "and destroyed" if damage is None else damage.word
    assert told in located.sentence(t.g) and "location" not in located.sentence(t.g)
    u = t.u(1)
    assert (u.lost, u.damage) == ((True, ()) if damage is None else (False, (damage,)))
    assert u.suppressed == (2 if damage is Damage.HULL else 0)


@pytest.mark.rule("HON-DMG-07", "HON-CTR-06")
def test_a_second_marker_of_a_kind_destroys_and_another_does_not() -> None:
    for before, lost in ((Damage.TRACK, True), (Damage.CREW, False)):
        hit = tank(5, 4, Facing.N, damage=(before,))
        t = table(schreck(5, 1), hit, dice=[(3,), (2,)])
        t.do(t.fire(0, 1))
        assert t.u(1).lost is lost
        assert t.g.ground.cells[at(5, 5)].blocks is lost  # the wreck of a tank


@pytest.mark.rule("HON-DMG-08", "HON-AB-55")
def test_perforating_adds_one_to_it_and_markers_take_off() -> None:
    hunter = ann(5, 1, "us_m10", facing=int(Facing.S))
    t = table(hunter, tank(5, 5, Facing.N), dice=[(2,), (5,)])  # 2 + 6 against 8
    t.do(t.fire(0, 1))
    assert only(t.said, Located).result == 6 and t.u(1).lost
    pressed = table(schreck(5, 1, suppressed=1), tank(5, 4, Facing.N), dice=[(5,), (2,)])
    pressed.do(pressed.fire(0, 1))
    assert only(pressed.said, Located).result == 1  # 2 - 2, and 1 is the least


@pytest.mark.rule("HON-DMG-09", "HON-AB-62")
def test_of_two_dice_the_owner_of_positive_waves_picks_one() -> None:
    lucky = tank(5, 4, Facing.N, "us_hero_lucky")
    t = table(schreck(5, 1), lucky, dice=[(4,), (1, 6)])  # 9 in front
    t.say(t.fire(0, 1))
    assert t.kind == "location" and t.seat != ANN
    t.refused(TakeDamage(DiePlace(2)), "HON-DMG-09")
    t.say(TakeDamage(DiePlace(0)))
    assert t.u(1).damage == (Damage.CREW,) and not t.u(1).lost
    same = table(schreck(5, 1), lucky, dice=[(4,), (3, 4)])
    same.say(same.fire(0, 1))
    assert same.kind != "location" and same.u(1).damage == (Damage.HULL,)


@pytest.mark.rule("HON-FIRE-14", "HON-FIRE-12")
def test_twice_its_defence_destroys_without_a_location_die() -> None:
    plain = counter("tests-cannon", bonus=2)
    t = table(ann(5, 1, plain), ben(5, 5, "us_seep"), ben(9, 5), dice=[(6,)])
    t.refused(t.fire(0, 1), "HON-FIRE-02")
    big = ann(5, 7, "de_hero_irrlicht", facing=int(Facing.N))
    killed = table(big, tank(5, 4, Facing.N), dice=[(5,)])  # 5 + 7 from behind, against 6
    killed.do(killed.fire(0, 1))
    assert killed.u(1).lost and not every(killed.said, Located)


@pytest.mark.rule("HON-BLST-03", "HON-BLST-04")
def test_a_blast_strikes_a_tank_once_and_by_its_side() -> None:
    mortar = ann(1, 1, "de_mortar", face=1)
    t = table(mortar, tank(9, 4, Facing.N), dice=[(6,), (3,)])  # 6 + 1 against 7
    t.do(evolve(t.fire(0), vertex=Vertex((9, 5))))
    assert [(e.result, e.defence) for e in every(t.said, Blasted)] == [(7, 7)]
    assert t.u(1).damage == (Damage.HULL,)


@pytest.mark.rule("HON-ASLT-17", "HON-ASLT-18", "HON-ASLT-19", "HON-TRT-04")
def test_an_assault_on_a_vehicle_wrecks_it_and_nobody_advances() -> None:
    storm = ann(4, 1, "de_stosstrupp")
    t = table(storm, ben(5, 1, "us_seep"), dice=[(6, 6, 1)], options={"tr_ferocious": ANN})
    t.do(t.move(0, target=1))
    assert t.u(1).lost and t.g.ground.cells[at(5, 1)].obscures == 1
    assert not every(t.said, Advanced) and t.u(0).at == at(4, 1)
    tied = table(storm, ben(5, 1, "us_seep"), dice=[(2, 2, 2)], options={"tr_ferocious": ANN})
    tied.do(tied.move(0, target=1))
    assert not every(tied.said, Retreated) and not tied.u(1).lost and tied.kind != "where"


@pytest.mark.rule("HON-TRT-12", "HON-ASLT-05", "HON-ASLT-11", "HON-ASLT-18")
def test_tankbusters_assault_tanks_at_two_more_even_with_an_x() -> None:
    """The Sherman defends itself by its machine gun, +3 on infantry; nothing shelters it."""
    on = scenario([("thicket1", 5, 1)])
    t = table(ann(4, 1, BUSTER), tank(5, 1, Facing.N), on=on, options={"tr_tankbuster": ANN},
              dice=[(6, 1, 1), (2,)])  # fmt: skip
    t.do(t.move(0, target=1))
    assert [c.total for c in every(t.said, Clashed)] == [6 + 2, 1 + 3]
    assert t.u(1).damage == (Damage.TRACK,) and t.u(0).at == at(4, 1)
    none = table(ann(4, 1, BUSTER), tank(5, 1, Facing.N))
    none.refused(none.move(0, target=1), "HON-ASLT-05")
    hero = table(ann(4, 1, "de_hero_reiss"), tank(5, 1, Facing.N), options={"tr_tankbuster": ANN})
    hero.refused(hero.move(0, target=1), "HON-ASLT-05")
    lone = table(ann(4, 1, BUSTER), ben(5, 1, "goliath"), options={"tr_tankbuster": ANN})
    assert lone.rule_against(lone.move(0, target=1)) in ("", "HON-ASLT-05")


@pytest.mark.rule("HON-EQ-01")
def test_shielding_is_spent_before_the_die_whether_or_not_it_helps() -> None:
    """8 in front and 2 tokens: 10; a result of 9 does nothing."""
    options = {"eq_shielding": BEN}
    t = table(schreck(5, 1), tank(5, 4, Facing.N), dice=[(4,)], options=options)
    t.say(t.fire(0, 1))
    assert t.kind == "shielding" and t.seat == BEN
    for wrong in (0, 4, -1):
        t.refused(Shield(wrong), "HON-EQ-01")
    t.do(Shield(2))
    fired = only(t.said, ShotFired)
    assert (fired.result, fired.defence) == (9, 10) and t.u(1).damage == ()
    assert t.g.options[0].tokens == 1
    kept = table(schreck(5, 1), tank(5, 4, Facing.N), dice=[(4,), (1,)], options=options)
    kept.say(kept.fire(0, 1))
    kept.do(Pass())
    assert kept.u(1).damage == (Damage.CREW,) and kept.g.options[0].tokens == 3
    light = table(schreck(5, 1), ben(5, 4, "us_seep"), dice=[(6,)], options=options)
    light.say(light.fire(0, 1))
    assert light.u(1).lost  # it cannot, and is not asked


@pytest.mark.rule("HON-AB-29", "HON-EQ-11", "HON-LOS-12")
def test_a_tank_fires_at_an_intersection_with_a_clear_line() -> None:
    """Howitzer: red, any range; infantry does not block it, a thicket does. HE shells likewise,
    with the bonus of the gun."""
    sherman, m10 = ann(1, 1, "us_sherman", facing=2), ann(1, 1, "us_m10", facing=2)
    on = scenario([("thicket1", 7, 4)])
    t = table(sherman, ben(6, 1), ben(14, 1), dice=[(1,)], on=on)
    hidden = evolve(t.fire(0), vertex=Vertex((12, 7)))
    t.refused(hidden, "HON-AB-29")
    t.do(evolve(t.fire(0), vertex=Vertex((14, 1))))
    assert only(t.said, Blasted).target == 2 and only(t.said, Blasted).result == 1 + 3
    shells = OptionKey("eq_he_shells")
    he = table(m10, ben(14, 1), dice=[(1,)], options={shells: ANN})
    he.refused(evolve(he.fire(0), vertex=Vertex((14, 1))), "HON-BLST-01")  # it is no howitzer
    he.do(evolve(he.fire(0, spend=(shells,)), vertex=Vertex((14, 1))))
    assert only(he.said, Blasted).result == 1 + 1 and he.g.options[0].tokens == 2
    squad = table(ann(1, 1), ben(14, 1), options={shells: ANN})
    squad.refused(evolve(squad.fire(0, spend=(shells,)), vertex=Vertex((14, 1))), "HON-BLST-01")
    grenade = table(m10, ben(3, 1), options={"eq_grenade": ANN})
    thrown = evolve(grenade.fire(0, spend=("eq_grenade",)), vertex=Vertex((3, 1)))
    grenade.refused(thrown, "HON-EQ-10")


@pytest.mark.rule("HON-EQ-01", "HON-BLST-04")
def test_shielding_helps_against_patterns_too() -> None:
    """R-207: 7 at the side and a token; each attack anew."""
    mortar = ann(1, 1, "de_mortar", face=1)
    t = table(mortar, tank(9, 4, Facing.N), dice=[(6,)], options={"eq_shielding": BEN})
    t.say(evolve(t.fire(0), vertex=Vertex((9, 5))))
    assert (t.kind, t.seat) == ("shielding", BEN)
    t.do(Shield(1))
    assert [(e.result, e.defence) for e in every(t.said, Blasted)] == [(7, 8)]
    assert t.u(1).damage == () and t.g.options[0].tokens == 2


@pytest.mark.rule("HON-AB-31", "HON-AB-33")
def test_a_mortar_shoots_at_nobody() -> None:
    """R-209; a howitzer does."""
    t = table(ann(1, 1, "de_mortar", face=1), ben(5, 1))
    t.refused(t.fire(0, 1), "HON-AB-31")
    howitzer = table(ann(1, 1, "de_pz4", facing=2), ben(5, 1))
    assert howitzer.allowed(howitzer.fire(0, 1))


@pytest.mark.rule("HON-ORO-07", "HON-BLST-02")
def test_fire_at_will_is_for_patterns_at_infantry() -> None:
    """R-210."""
    mortar = ann(1, 1, "de_mortar", face=1)
    t = table(mortar, ann(1, 3, "de_major"), ben(9, 4), ben(9, 5, "us_seep"), dice=[(1,), (1,)])
    fire = Directive.FIRE_AT_WILL
    t.g.posted = [Posted(seat=ANN, directive=fire, officer=UnitId(1))]
    t.do(evolve(t.fire(0), vertex=Vertex((9, 5))))
    assert [e.result for e in every(t.said, Blasted)] == [1 + 3 + 1, 1 + 3]
    near = shot(t.g, UnitId(1), UnitId(2), False, False)
    assert dict(near.parts)["a directive"] == 1
