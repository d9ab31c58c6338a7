"""Options that are played, placed or owed: directives, Supply, Hardboiled, Hardened."""

from __future__ import annotations

from typing import cast

import pytest
from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Clashed
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.damage import Rallied, eliminate
from owm_net.games.heroes.directives import Post, officers
from owm_net.games.heroes.ground import Change
from owm_net.games.heroes.hardboiled import Steady
from owm_net.games.heroes.hidden import BLUFF
from owm_net.games.heroes.ids import (
    NO_UNIT,
    ElementKey,
    FormationId,
    Hidden,
    ScenarioKey,
    UnitId,
)
from owm_net.games.heroes.moving import allowance
from owm_net.games.heroes.printed.scenarios import Placed, Scenario, ScenarioEvent
from owm_net.games.heroes.shooting import shot
from owm_net.games.heroes.state import Posted
from owm_net.games.heroes.supply import Entrench, SupplyMove, may_entrench
from owm_net.games.heroes.supply_effects import KeepInitiative, PlaceNest, nest
from owm_net.games.heroes.terms import Directive, EventKind, Phase
from owm_net.games.heroes.tokens import Lay, lose_token, orders_due
from tests.games.driver import every
from tests.games.heroes.table import (
    Table,
    acting,
    ann,
    at,
    battle,
    ben,
    counter,
    formation,
    laid_out,
    scenario,
)
from tests.games.heroes.veils import veil
from tests.seats import ANN, BEN

STORM = "de_stosstrupp"
MAJOR = "de_major"


def table(*units: object, **more: object) -> Table:
    settings = {"due": (1, 1), "bluffs": (0, 0), **more}
    return acting(*units, **settings)  # type: ignore[arg-type]


# -- directives ----------------------------------------------------------------------------


@pytest.mark.rule("HON-ORO-06")
def test_one_directive_a_round_on_an_officer_at_the_end_of_the_orders_phase() -> None:
    t = battle(ann(1, 1, MAJOR), ann(2, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0))
    t.g.directives[ANN] = [Directive.CHARGE, Directive.DOUBLE_TIME]
    t.orders(u0=1, u2=1)
    assert (t.kind, t.seat) == ("directive", ANN)
    t.refused(Post(Directive.FIRE_AT_WILL, UnitId(0)), "HON-ORO-06")  # not bought
    t.refused(Post(Directive.CHARGE, UnitId(1)), "HON-ORO-06")  # no officer
    t.refused(Post(Directive.CHARGE, UnitId(2)), "HON-ORO-06")
    t.say(Post(Directive.CHARGE, UnitId(0)))
    assert t.kind == "turn" and t.g.directives[ANN] == [Directive.DOUBLE_TIME]
    t.over_to_supply().until("directive")
    assert t.g.posted == []  # it was for that round
    t.say(Pass())
    assert t.g.directives[ANN] == [Directive.DOUBLE_TIME]
    without = battle(ann(1, 1), ann(2, 1), ben(12, 1), due=(1, 1), bluffs=(0, 0))
    without.g.directives[ANN] = [Directive.CHARGE]
    assert without.orders(u0=1, u2=1).kind == "turn"  # no officer, no question
    reduced = ann(1, 1, "de_feldwebel", face=1)
    assert officers(battle(reduced, ben(12, 1)).g, ANN) == []  # without a star


@pytest.mark.rule("HON-ORO-06", "HON-ORO-07")
@pytest.mark.parametrize("directive", Directive)
def test_what_a_directive_gives_within_three_spaces_of_its_officer(directive: Directive) -> None:
    """Units at 3 and at 4 spaces; an officer that is lost gives nothing any more (R-52)."""
    t = table(ann(1, 1, MAJOR), ann(4, 1, STORM), ann(5, 3, STORM), ben(6, 1), ben(8, 1, "us_seep"))
    near, far, enemy, car = map(UnitId, (1, 2, 3, 4))

    def values(unit: UnitId) -> tuple[int, int, int, int, int]:
        g = t.g
        own = shot(g, unit, enemy, False, False)
        twice = shot(g, unit, enemy, True, False)
        car_shot = shot(g, unit, car, False, False)
        hit = shot(g, enemy, unit, False, False)
        return own.bonus, twice.bonus, car_shot.bonus, hit.defence, allowance(g, g.units[unit])

    plain = values(near)
    t.g.posted = [Posted(seat=ANN, directive=directive, officer=UnitId(0))]
    gains = {
        Directive.FIRE_AT_WILL: (1, 2, 0, 0, 0),
        Directive.CHARGE: (0, 0, 0, 0, 0),
        Directive.DOUBLE_TIME: (0, 0, 0, 0, 2),
        Directive.HOLD_YOUR_GROUND: (0, 0, 0, 1, 0),
    }
    more = tuple([a - b for a, b in zip(values(near), plain, strict=True)])
    assert more == gains[directive] and values(far) == plain
    t.g.posted = [Posted(seat=BEN, directive=directive, officer=UnitId(0))]
    assert values(near) == plain  # not for the enemy
    t.g.posted = [Posted(seat=ANN, directive=directive, officer=UnitId(0))]
    eliminate(t.g, UnitId(0), "HON-FIRE-10")
    assert values(near) == plain and not t.g.directed(t.u(1), directive)


@pytest.mark.rule("HON-ORO-06", "HON-AB-41")
def test_the_nearer_space_of_a_vehicle_counts_for_directives_and_for_a_split() -> None:
    """R-224: a half-track's rear is three spaces from the officer, its front four."""
    t = table(ann(1, 1, MAJOR), ann(5, 1, "de_halftrack", facing=2), ben(12, 1))
    t.g.posted = [Posted(seat=ANN, directive=Directive.DOUBLE_TIME, officer=UnitId(0))]
    assert allowance(t.g, t.u(1)) == t.u(1).up.move + 2
    t.g.change(UnitId(1), at=at(6, 1))
    assert allowance(t.g, t.u(1)) == t.u(1).up.move
    cars = (ben(8, 1, "us_halftrack", facing=6), ben(12, 1, "us_halftrack", facing=2))
    split = table(ann(2, 3, "us_m16", facing=2), *cars)
    assert split.allowed(split.fire(0, 1, 2, shares=(2, 2)))  # two apart, their fronts four


@pytest.mark.rule("HON-ORO-07")
def test_double_time_offsets_markers_and_moves_no_printed_nought() -> None:
    """R-63."""
    still = counter("tests-still", move=0)
    t = table(ann(1, 1, MAJOR), ann(2, 1, suppressed=3), ann(3, 1, still), ben(12, 1))
    t.g.posted = [Posted(seat=ANN, directive=Directive.DOUBLE_TIME, officer=UnitId(0))]
    assert allowance(t.g, t.u(1)) == 0  # 4 + 2 - 6
    t.g.change(UnitId(1), suppressed=2)
    assert allowance(t.g, t.u(1)) == 2
    assert allowance(t.g, t.u(2)) == 0
    t.g.change(UnitId(1), suppressed=0, concealed=True)
    assert allowance(t.g, t.u(1)) == 2  # whoever is under it (HON-HID-07)


@pytest.mark.rule("HON-ORO-07")
def test_charge_is_for_who_attacks() -> None:
    for seat, sums in ((ANN, [8, 3]), (BEN, [7, 3])):
        t = table(ann(4, 1, STORM), ben(5, 1), ann(4, 2, MAJOR), ben(5, 3, "us_captain"),
                  dice=[(4, 4, 1)])  # fmt: skip
        t.g.posted = [Posted(seat=seat, directive=Directive.CHARGE, officer=UnitId(2 + seat))]
        t.do(t.move(0, target=1))
        assert [c.total for c in every(t.said, Clashed)] == sums


# -- Supply --------------------------------------------------------------------------------


def supply(*units: object, **more: object) -> Table:
    return table(*units, **more).over_to_supply()


@pytest.mark.rule("HON-TRT-05", "HON-TRT-06", "HON-SUP-01", "HON-SUP-08")
def test_hardboiled_tokens_take_markers_off() -> None:
    """R-39: at the beginning and the end of Supply, several at once; for units of the tile."""
    tiles = [formation(ANN), formation(BEN), formation(ANN)]
    other = ann(3, 1, suppressed=9).with_(formation=FormationId(2))
    t = supply(
        ann(1, 1, suppressed=3), ann(2, 1, suppressed=1), other, ben(12, 1),
        options={"tr_hardboiled": ANN}, formations=tiles, due=(0, 0),
    )  # fmt: skip
    assert (t.kind, t.seat) == ("supply_start", ANN)
    one, two = UnitId(0), UnitId(1)
    t.refused(Steady(()), "HON-TRT-05")
    t.refused(Steady((UnitId(2),)), "HON-TRT-05")  # another tile
    t.refused(Steady((two, two)), "HON-TRT-05")  # one marker only
    t.refused(Steady((UnitId(3),)), "HON-TRT-05")
    t.say(Steady((one, two)))
    assert [u.suppressed for u in t.g.units] == [2, 0, 9, 0] and t.g.options[0].tokens == 1
    t.refused(Steady((one, one)), "HON-TRT-05")
    while t.g.phase is Phase.SUPPLY:
        t.passes()
    assert t.u(0).suppressed == 1 and t.g.options[0].tokens == 1  # step 4 took one


@pytest.mark.rule("HON-TRT-05", "HON-SUP-08")
def test_hardboiled_tokens_alone_are_asked_for_at_the_end_of_supply() -> None:
    t = acting(ann(4, 1, suppressed=2), ben(12, 1), due=(1, 1), bluffs=(0, 0),
               options={"tr_hardboiled": ANN})  # fmt: skip
    t.over_to_supply().until("supply_end", ANN)
    assert t.u(0).suppressed == 1
    t.say(Steady((UnitId(0),)))
    assert t.u(0).suppressed == 0 and t.kind != "supply_end"


@pytest.mark.rule("HON-TRT-05", "HON-TRT-06")
def test_not_while_a_die_is_judged_but_between_turns_and_before_an_assault() -> None:
    t = table(ann(4, 1, STORM, suppressed=3), ben(5, 1), options={"tr_hardboiled": ANN},
              dice=[(4, 4, 1)])  # fmt: skip
    assert (t.kind, t.seat) == ("gap", ANN)
    t.say(Steady((UnitId(0),)))
    assert t.kind == "gap" and t.u(0).suppressed == 2
    t.say(Pass())
    t.say(t.move(0, target=1))
    assert (t.kind, t.seat) == ("clash", ANN)
    t.refused(Steady((UnitId(0),) * 3), "HON-TRT-05")
    t.do(Steady((UnitId(0),) * 2))
    assert every(t.said, Clashed)[0].total == 7  # no marker is left


@pytest.mark.rule("HON-ORO-11", "HON-RND-05", "HON-SUP-08")
def test_the_initiative_is_kept_once() -> None:
    t = supply(ann(1, 1), ben(12, 1), options={"or_initiative": ANN})
    assert (t.kind, t.seat) == ("supply_end", ANN)
    t.say(KeepInitiative())
    held: list[Seat] = []
    kinds: set[str] = set()
    while len(held) < 3:
        if t.g.round > len(held) + 1:
            held.append(t.g.initiative)
        t.passes()
        kinds.add(t.kind)
    assert held == [ANN, BEN, ANN] and "supply_end" not in kinds
    bens = supply(ann(1, 1), ben(12, 1), options={"or_initiative": BEN})
    assert bens.kind != "supply_end"  # he has none to keep
    last = supply(ann(1, 1), ben(12, 1), options={"or_initiative": ANN}, on=scenario(rounds=1))
    assert last.kind == "over"  # there is nothing to keep it for


@pytest.mark.rule("HON-ORO-12", "HON-SUP-08", "HON-VIC-05")
def test_the_mg_nest_comes_once_anywhere_but_to_the_enemys_zone() -> None:
    """R-41."""
    key = scenario([("bld_shed", 6, 1)], rounds=7)
    known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    west, east = known[key].sides
    known[key] = evolve(
        known[key], sides=(evolve(west, zone=(at(0, 0),)), evolve(east, zone=(at(15, 1),)))
    )
    waits = ann(0, 0, "mg_nest").with_(at=at(-1, -1), formation=FormationId(2))
    tiles = [formation(ANN), formation(BEN), formation(ANN, key="or_mg_nest", tile=False, units=1)]
    t = battle(ann(1, 1), ben(12, 1), waits, ben(6, 1), on=key, due=(1, 1), bluffs=(0, 0),
               formations=tiles).orders(u0=1, u1=1)  # fmt: skip
    t.over_to_supply().until("supply_end")
    assert t.seat == ANN and nest(t.g, BEN) == NO_UNIT
    away = battle(ann(1, 1), ben(12, 1), ann(-1, -1))
    assert nest(away.g, ANN) == NO_UNIT  # who is not there is no nest
    t.refused(PlaceNest(at(15, 1)), "HON-ORO-12")
    t.refused(PlaceNest(at(6, 2)), "HON-ORO-12")  # Ben is in that shed
    t.refused(PlaceNest(at(1, 1)), "HON-ORO-12")
    t.refused(PlaceNest(at(99, 1)), "HON-ORO-12")
    t.refused(KeepInitiative(), "HON-ORO-11")
    assert len(t.options(PlaceNest)) == 16 * 8 - 1 - 2 - 2
    t.say(PlaceNest(at(8, 1)))
    assert t.u(2).there and t.kind != "supply_end"


@pytest.mark.rule("HON-SUP-01")
def test_events_of_a_scenario_come_after_options() -> None:
    """S4: a marker off each unit of one side, when Hardboiled ones have been steadied."""
    key = scenario(rounds=5)
    known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    rally = ScenarioEvent(round=1, side="german", kind=EventKind.RALLY)
    known[key] = evolve(known[key], events=(rally,))
    t = supply(ann(1, 1, suppressed=2), ben(12, 1, suppressed=2), on=key,
               options={"tr_hardboiled": ANN})  # fmt: skip
    t.do(Steady((UnitId(0), UnitId(0))))
    assert [e.unit for e in t.told(Rallied)] == [1]
    rally_only = supply(ann(1, 1, suppressed=2), ben(12, 1, suppressed=2), on=key)
    assert [(e.unit, e.n) for e in rally_only.told(Rallied)] == [(0, 1), (0, 1), (1, 1)]


@pytest.mark.rule("HON-EQ-14")
def test_a_unit_digs_in_instead_of_moving() -> None:
    key = scenario([("bld_shed", 6, 1), ("position1", 3, 1)])
    t = supply(
        ann(1, 1), ann(2, 1), ann(6, 1), ann(3, 1), ben(12, 1), on=key, options={"eq_position": ANN}
    )
    assert t.kind == "supply_move"
    t.refused(Entrench(UnitId(0)), "HON-SUP-12")  # has acted
    t.refused(Entrench(UnitId(2)), "HON-EQ-14")  # in a building
    t.refused(Entrench(UnitId(3)), "HON-EQ-14")  # there is one
    t.refused(Entrench(UnitId(4)), "HON-SUP-03")
    t.say(Entrench(UnitId(1)))
    assert t.g.ground.cells[at(2, 1)].position and t.g.ground.cells[at(2, 1)].defence == 2
    t.refused(SupplyMove(UnitId(1), (at(2, 2),)), "HON-SUP-03")
    assert not t.options(Entrench)  # the one it had
    t.until("turn")
    assert (
        t.g.ground.shelter(at(2, 1), at(9, 1)) == 2 and t.g.ground.shelter(at(2, 1), at(2, 1)) == 0
    )


@pytest.mark.rule("HON-EQ-14")
def test_nobody_digs_in_on_ruins_or_a_bridge() -> None:
    boards = (Placed("E", at(0, 0)), Placed("D", at(8, 0)))  # a bridge on (2,3)
    t = table(ann(2, 3), ann(10, 1), ben(14, 1), on=scenario(boards=boards),
              options={"eq_position": ANN})  # fmt: skip
    assert [may_entrench(t.g, UnitId(n)) for n in range(3)] == [False, True, False]
    t.g.changes = (Change(element=ElementKey("ruins"), spaces=(at(10, 1),)),)
    assert not may_entrench(t.g, UnitId(1))


@pytest.mark.rule("HON-OPT-05")
def test_option_tokens_are_seen_by_everybody() -> None:
    t = table(ann(1, 1), ben(12, 1), options={"tr_hardboiled": ANN, "eq_ammo": BEN})
    for seat in (ANN, BEN):
        seen = View(t.g, Seat(seat), {}).state
        assert [(o.seat, o.tokens) for o in seen.options] == [(ANN, 3), (BEN, 3)]


# -- Hardened ------------------------------------------------------------------------------


HARD = {"tr_hardened": ANN}


def hardened(bluffs: tuple[int, int] = (1, 0), round: int = 0) -> Table:
    """Units 0 and 1 are of the Hardened tile, unit 2 is not."""
    tiles = [formation(ANN), formation(BEN), formation(ANN)]
    other = ann(3, 1).with_(formation=FormationId(2))
    units = (ann(1, 1), ann(2, 1), other, ben(12, 1))
    return battle(*units, formations=tiles, options=HARD, due=(1, 1), bluffs=bluffs, round=round)


def tokens(t: Table) -> dict[int, Hidden]:
    return {t.number(slot, ANN): slot for slot in t.g.to_lay(ANN)}


@pytest.mark.rule("HON-TRT-07", "HON-ORD-13", "HON-ORD-04")
def test_a_hardened_tile_brings_an_order_and_must_get_one() -> None:
    t = hardened()
    g = t.g
    assert orders_due(g, ANN) == 3 and orders_due(g, BEN) == 1  # two tiles of a star, and one more
    mine = tokens(t)
    t.refused_by_its_own(Lay(mine[1], UnitId(2)), "HON-TRT-07")
    assert t.allowed(Lay(mine[BLUFF], UnitId(0)))  # the order can still go to unit 1
    t.say(Lay(mine[1], UnitId(1)))
    assert t.allowed(Lay(mine[BLUFF], UnitId(2)))


@pytest.mark.rule("HON-TRT-07", "HON-ORD-13")
def test_everybody_sees_when_the_tile_gets_no_token_at_all() -> None:
    t = hardened(bluffs=(0, 0))
    (token,) = t.g.to_lay(ANN)
    other = View(t.g, ANN, {})
    refusal = agenda.why_not(other, Lay(token, UnitId(2)))
    assert refusal is not None and refusal.rule == "HON-TRT-07"


@pytest.mark.rule("HON-TRT-07", "HON-ORD-13", "HON-HID-04")
@pytest.mark.parametrize("lost", [False, True])
def test_who_lays_a_bluff_there_instead_is_found_out(lost: bool) -> None:
    """R-99: in Supply, or in the audit where the token was lost unseen."""
    t = hardened(round=5)
    t.cheats(Lay(tokens(t)[1], UnitId(2)))
    t.cheats(Lay(tokens(t)[BLUFF], UnitId(0)))
    t.until("turn")
    if lost:
        t.g.change(UnitId(1), lost=True)
        eliminate(t.g, UnitId(0), "HON-FIRE-10")
    with pytest.raises(IllegalAnswer) as foul:
        while t.over is None:
            t.passes()
    assert foul.value.rule == "HON-TRT-07" and foul.value.seat == ANN
    assert (t.g.phase is Phase.SUPPLY and t.g.lost_tokens == []) or lost


@pytest.mark.rule("HON-TRT-07", "HON-HID-04")
def test_an_order_that_was_lost_unseen_there_is_enough() -> None:
    t = hardened(round=5, bluffs=(0, 0)).orders(u1=1, u3=1)
    eliminate(t.g, UnitId(1), "HON-FIRE-10")
    assert t.g.owed[ANN] == [6] and t.g.lost_tokens[0].hardened
    while t.over is None:
        t.passes()
    assert "Hardened" not in t.over.result.reason and t.g.owed[ANN] == []
    seen = hardened(bluffs=(0, 0)).orders(u0=1, u3=1)
    seen.say(seen.move(0))
    assert seen.g.owed[ANN] == []


def behind_an_officer(*under: str, round: int = 5) -> Table:
    """Ann's Hardened tile is an officer's: for all of her army but heroes. Under her only blind is
    the first of these, the others are open."""
    open_units = [ann(2 + n, 5, key) for n, key in enumerate(under[1:])]
    t = laid_out(ann(0, 0, under[0]), ben(15, 7), *open_units, options=HARD, due=(1, 1),
                 bluffs=(len(open_units), 0), round=round,
                 formations=[formation(ANN, key="de_t_major"), formation(BEN)])  # fmt: skip
    veil(t, ANN, (0, 4, 1))
    return t.begin()


@pytest.mark.rule("HON-TRT-07", "HON-OPT-01", "HON-HID-13")
@pytest.mark.parametrize("lost", [False, True])
def test_a_blind_owes_no_order_as_a_hero_may_lie_under_it(lost: bool) -> None:
    """R-196."""
    t = behind_an_officer("de_hero_falk").orders(u2=1, u1=1)
    if lost:
        t.g.change(UnitId(2), lost=True)
        lose_token(t.g, UnitId(2))
    else:
        t.until("turn", ANN)
        t.say(Emerge(t.token(2), Played(t.g.card_under(UnitId(2)))))
        t.say(ActFire(UnitId(0), ()))
    while t.over is None:
        t.passes()
    assert "Hardened" not in t.over.result.reason and t.g.owed[ANN] == []


@pytest.mark.rule("HON-TRT-07", "HON-HID-13")
def test_an_order_under_a_blind_is_none_on_the_hardened_tile() -> None:
    """R-196: whoever comes out, and although the token is its own then."""
    t = behind_an_officer("de_sniper", "de_grenadier")
    t.refused_by_its_own(Lay(tokens(t)[1], UnitId(3)), "HON-TRT-07")
    t.cheats(Lay(tokens(t)[1], UnitId(3)))
    t.until("turn", ANN)
    t.say(Emerge(t.token(3), Played(t.g.card_under(UnitId(3)))))
    t.say(ActFire(UnitId(0), ()))
    with pytest.raises(IllegalAnswer) as foul:
        while t.over is None:
            t.passes()
    assert foul.value.rule == "HON-TRT-07" and foul.value.seat == ANN
