"""The computer player: it wins against chance, and has no bad habits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from attrs import evolve

from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, Player, player_of, random_player
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.engine.system import Setup
from owm_net.games.heroes.assault import Assaulted
from owm_net.games.heroes.cards.spotter_plane import SpotterPlane
from owm_net.games.heroes.charges import CHARGE, PlaceCharge
from owm_net.games.heroes.computer import decide
from owm_net.games.heroes.computer.cards import WORTH, keep
from owm_net.games.heroes.computer.firing import blast_worth, fire
from owm_net.games.heroes.computer.laying import gains
from owm_net.games.heroes.computer.marching import assaults, moves
from owm_net.games.heroes.computer.odds import clash, reaches
from owm_net.games.heroes.computer.planning import best_deed
from owm_net.games.heroes.computer.plans import HOLD, best
from owm_net.games.heroes.computer.weighing import POINT, Outlook
from owm_net.games.heroes.concealing import Emerge
from owm_net.games.heroes.directives import Post
from owm_net.games.heroes.hidden import is_bluff
from owm_net.games.heroes.ids import NO_VERTEX, OFF_MAP, FormationId, UnitId, Vertex
from owm_net.games.heroes.moving import FireOnTheMove, Leg, Stop
from owm_net.games.heroes.orders import NoMoreOrders, OrderFire, OrderMove
from owm_net.games.heroes.printed.scenarios import AtOnce
from owm_net.games.heroes.reserves import Arrive
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe
from owm_net.games.heroes.state import SMOKE_BOMB, Charge, HeroesState, Unit
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.system import PLAYABLE, Heroes
from owm_net.games.heroes.terms import Counts, Directive
from owm_net.games.heroes.tokens import Lay
from tests.games.driver import every
from tests.games.every import THOROUGH
from tests.games.heroes.table import Table, acting, ann, at, battle, ben, counter, scenario
from tests.games.heroes.veils import veiled
from tests.seats import ANN, BEN

HEROES = Heroes()
STRENGTHS = HEROES.strengths


def choice(table: Table, seed: int = 1) -> Answer:
    """Return the computer player's answer."""
    return decide(table.view(table.seat), Chance(seed))


def players(strength: str, seat: int) -> list[Player]:
    found: list[Player] = [random_player, random_player]
    found[seat] = player_of(HEROES, strength)
    return found


@pytest.mark.parametrize("seat", [ANN, BEN])
@pytest.mark.parametrize("strength", STRENGTHS)
def test_it_beats_chance(strength: str, seat: int) -> None:
    """Every mission from one side by one strength; `make thorough`: by each strength, from
    different sides."""
    missions = [m for m in PLAYABLE if HEROES.seats_of(m) == (2, 2)]
    number = STRENGTHS.index(strength)
    for mission in (
        missions[(seat + number) % 2 :: 2] if THOROUGH else missions[2 * seat + number :: 4]
    ):
        setup = Setup(mission, "standard", 2, (("cards", "always"),))
        result = LocalMatch(HEROES, setup, 3, players(strength, seat)).play()
        assert result.winners == (seat,)


# ------------------------------------------------------------------ odds


def test_odds_are_exact() -> None:
    assert [reaches(need) for need in (1, 4, 6, 7)] == [1000, 500, 167, 0]
    assert reaches(4, dice=2) == 750
    won, lost = clash(0, 1, 1)
    assert won == lost == 1000 * 15 // 36
    assert clash(12, 2, 1) == (1000, 0) and clash(-12, 2, 2) == (0, 1000)


@pytest.mark.rule("HON-FIRE-10", "HON-FIRE-14")
def test_a_reduced_unit_and_the_last_of_a_tile_are_worth_more_to_hit() -> None:
    table = acting(ann(2, 1), ben(6, 1), ben(6, 2, face=1), orders={"u0": 1, "u1": 1})
    o = Outlook(table.view(ANN))
    (hit, end), (last, same) = o.harm(UnitId(1)), o.harm(UnitId(2))
    assert hit < last == same < end
    assert o.fire_worth(UnitId(0), UnitId(2), False) > o.fire_worth(UnitId(0), UnitId(1), False)


@pytest.mark.rule("HON-RND-04", "HON-ORD-03")
def test_who_brings_an_order_is_worth_more_than_two_squads() -> None:
    table = acting(ann(2, 1), ben(6, 1, "us_lieutenant"), ben(6, 3), orders={"u0": 1, "u1": 1})
    o = Outlook(table.view(ANN))
    assert o.harm(UnitId(1))[1] > 2 * o.harm(UnitId(2))[1]


# ------------------------------------------------------------------ habits


def test_no_order_that_can_do_good_is_left_unused() -> None:
    """In a whole match, a unit with an order and a target that it may hit does something with
    it."""
    match = LocalMatch(
        HEROES, Setup(PLAYABLE[0], "standard", 2), 7, [player_of(HEROES, "regular")] * 2
    )
    seen = 0
    while not isinstance(request := match.request, Over):
        said = match.decide()
        g, view = match.state, match.view(request.deciders[0] if isinstance(request, Choose) else 0)
        assert isinstance(g, HeroesState)
        if isinstance(said, OrderFire) and not said.targets:
            unit = g.bearer(view.seat, said.token)
            assert all(plan.value <= 0 for plan in fire(Outlook(view), unit))
        if isinstance(said, NoMoreOrders):
            assert all(is_bluff(view.card(slot) or 0) for slot in said.left)
        seen += isinstance(said, OrderFire | OrderMove)
        match.give(said)
    assert seen > 20


def test_it_fires_at_who_has_still_to_act() -> None:
    table = acting(
        ann(2, 1),
        ann(2, 2),
        ben(6, 1),
        ben(6, 2),
        orders={"u0": 1, "u3": 1},
        due=(1, 1),
        bluffs=(0, 0),
    )
    answer = choice(table.over_to_turn(ANN))
    assert isinstance(answer, OrderFire) and answer.targets == (3,)


def test_suppression_is_valued_and_not_preferred() -> None:
    """A unit that has acted loses nothing by a marker; one about to fire may be worth a marker."""
    bare = acting(ann(2, 1), ben(6, 1), orders={"u0": 1}, due=(1, 0), bluffs=(0, 0))
    answer = choice(bare.over_to_turn(ANN))
    assert isinstance(answer, OrderFire) and not answer.suppressive
    o = Outlook(bare.view(ANN))
    assert 0 < o.fire_worth(UnitId(0), UnitId(1), True) < o.fire_worth(UnitId(0), UnitId(1), False)


@pytest.mark.rule("HON-BLST-03")
def test_a_blast_that_may_kill_friends_is_not_fired() -> None:
    """A mortar with friends all about its target does something else."""
    crowd = [ann(7, 1), ann(7, 2), ann(9, 1)]
    table = acting(
        ann(2, 1, "de_mortar", face=1), *crowd, ben(8, 1), orders={"u0": 1, "u4": 1}, due=(1, 1)
    )
    table.over_to_turn(ANN)
    o = Outlook(table.view(ANN))
    assert all(
        blast_worth(o, UnitId(0), (), Vertex((i, j)), OFF_MAP) <= 0 for i in (8, 9) for j in (1, 2)
    )
    answer = choice(table)
    assert not isinstance(answer, OrderFire) or answer.vertex == OrderFire(answer.token).vertex


def test_a_blast_on_enemies_alone_is_fired() -> None:
    table = acting(
        ann(2, 1, "de_mortar", face=1),
        ben(9, 1),
        ben(10, 1),
        ben(9, 2),
        orders={"u0": 1},
        due=(1, 0),
        bluffs=(0, 0),
    )
    answer = choice(table.over_to_turn(ANN))
    assert isinstance(answer, OrderFire) and answer.vertex == (10, 2)


@pytest.mark.rule("HON-VIC-03")
def test_an_objective_is_garrisoned_at_the_last_check() -> None:
    on = scenario(objectives=[((6, 1), Counts.CHECK)], rounds=1)
    table = battle(ann(3, 1), ben(14, 6), on=on, due=(1, 1)).orders(u0=13, u1=13)
    table.over_to_supply()
    answer = choice(table.until("supply_move", ANN))
    assert isinstance(answer, SupplyMove) and answer.path[-1] == at(6, 1)


def test_bluffs_lie_where_an_order_would_be_feared_and_not_always_there() -> None:
    units = [ann(3, 1), ann(3, 2), ann(3, 3), ann(0, 7, counter("harmless", bonus=-1))]
    table = battle(*units, ben(7, 1), due=(1, 1), bluffs=(1, 1))
    places = []
    for seed in range(60):
        answer = choice(table, seed)
        assert isinstance(answer, Lay)
        card = table.view(ANN).card(answer.token)
        if card is not None and is_bluff(card):
            places.append(answer.unit)
    assert len(set(places)) > 1
    assert places.count(UnitId(3)) < len(places) // 4


def test_an_assault_is_made_on_the_weak_and_not_on_the_strong() -> None:
    weak = acting(
        ann(3, 1, "de_stosstrupp"), ben(5, 1, face=1, suppressed=2), orders={"u0": 1, "u1": 1}
    )
    answer = choice(weak.over_to_turn(ANN))
    assert isinstance(answer, OrderMove) and answer.target == 1
    strong = acting(
        ann(3, 1, "de_stosstrupp", face=1, suppressed=2), ben(5, 1), orders={"u0": 1, "u1": 1}
    )
    answer = choice(strong.over_to_turn(ANN))
    assert not isinstance(answer, OrderMove) or answer.target != 1


@pytest.mark.rule("HON-ASLT-03", "HON-ASLT-04")
def test_it_announces_no_assault_that_it_cannot_reach_and_carries_out_what_it_announced() -> None:
    """Movement 5: four steps, and one into the enemy's space."""
    weak = ben(7, 1, face=1, suppressed=2)
    far = acting(ann(1, 1, "de_stosstrupp"), weak, orders={"u0": 1, "u1": 1})
    assert not list(assaults(Outlook(far.view(ANN)), UnitId(0)))
    near = acting(ann(2, 1, "de_stosstrupp"), weak, orders={"u0": 1, "u1": 1}, dice=[(6, 6, 1)])
    near.over_to_turn(ANN)
    plans = list(assaults(Outlook(near.view(ANN)), UnitId(0)))
    assert plans and all(near.allowed(plan.order(near.token(0))) for plan in plans)
    near.say(near.move(0, (3, 2), target=1, goes_on=True))
    for seed in range(5):
        leg = choice(near, seed)
        assert isinstance(leg, Leg) and near.allowed(leg)
    assert every(near.do(leg), Assaulted)


def test_a_move_comes_to_its_end() -> None:
    """A unit that fires on the move says how it goes on a few times at most."""
    table = acting(ben(2, 1), ann(9, 1), orders={"u0": 1, "u1": 1}, dice=[(1,)]).over_to_turn(BEN)
    table.say(OrderMove(table.token(0), (at(3, 1),), goes_on=True))
    legs: list[Answer] = []
    for _ in range(8):
        if table.kind != "leg":
            break
        legs.append(choice(table))
        table.say(legs[-1])
    kinds = [type(leg) for leg in legs]
    assert kinds.count(FireOnTheMove) <= 1 and kinds.count(Stop) <= 1
    assert all(leg.path for leg in legs if isinstance(leg, Leg))
    assert table.kind != "leg"


def test_what_will_explode_is_no_place_to_stand() -> None:
    on = scenario([("bld_barn", 6, 1)])
    table = battle(ann(5, 1), ben(14, 6), on=on, due=(1, 1))
    inside = next(s for s, c in table.g.ground.cells.items() if c.building)
    o = Outlook(table.view(ANN))
    before = o.place(UnitId(0), inside)
    table.g.charges.append(
        Charge(seat=BEN, key=CHARGE, structure=table.g.ground.cells[inside].overlay)
    )
    assert Outlook(table.view(ANN)).place(UnitId(0), inside) < before - 300


def stream(strength: str) -> Iterator[Answer]:
    match = LocalMatch(
        HEROES, Setup(PLAYABLE[0], "standard", 2), 5, [player_of(HEROES, strength)] * 2
    )
    while not isinstance(match.request, Over):
        said = match.decide()
        yield said
        match.give(said)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_same_stream_gives_the_same_match(strength: str) -> None:
    first, second = list(stream(strength)), list(stream(strength))
    assert first == second


def test_reaction_cards_are_held_for_what_they_are_worth() -> None:
    """A marksman waits for a target that is worth it; in the last round it waits no more."""
    for rounds, plays in ((6, False), (1, True)):
        table = acting(
            ann(2, 1),
            ben(14, 6, counter("hard", bonus=-1, hit="step")),
            on=scenario(rounds=rounds),
            orders={"u0": 1, "u1": 1},
            hands=("lone_marksman", ""),
        )
        answer = choice(table.over_to_turn(ANN))
        assert (type(answer).__name__ == "LoneMarksman") is plays


def test_every_kind_of_question_gets_an_allowed_answer() -> None:
    """With cards and built armies, to the end."""
    for points in ("250", "350"):
        setup = Setup(PLAYABLE[0], "standard", 2, (("cards", "always"), ("armies", points)))
        match = LocalMatch(HEROES, setup, 11, [player_of(HEROES, "regular")] * 2)
        assert match.play(4000).winners is not None


# ------------------------------------------------------------------ vehicles


def test_a_tank_fires_at_the_tank_it_may_hurt_and_shows_its_front() -> None:
    mine, theirs = ann(3, 1, "de_panther", facing=2), ben(9, 1, "us_sherman", facing=6)
    table = acting(mine, theirs, orders={"u0": 1, "u1": 1}).over_to_turn(ANN)
    answer = choice(table)
    assert isinstance(answer, OrderFire) and answer.targets == (1,)
    o = Outlook(table.view(ANN))
    front, back = o.place(UnitId(0), at(3, 1), facing=2), o.place(UnitId(0), at(3, 1), facing=6)
    assert front > back


def test_an_aimed_shot_is_played_where_it_is_worth_the_card() -> None:
    table = acting(
        ann(2, 1),
        ben(6, 1, face=1),
        on=scenario(rounds=1),
        orders={"u0": 1, "u1": 1},
        hands=("aimed_shot", ""),
    )
    answer = choice(table.over_to_turn(ANN))
    assert isinstance(answer, OrderFire) and answer.cards == (table.card("aimed_shot"),)


@pytest.mark.rule("HON-AB-23", "HON-CARD-09")
def test_it_weighs_a_new_die_on_what_a_shot_has_brought_about() -> None:
    """The shot has killed infantry in a position, which it may now demolish."""
    on = scenario([("position1", 4, 1)])
    table = acting(ann(4, 1, face=1), ann(9, 7), ben(8, 1, "us_engineer"), dice=[(6,), (1,)],
                   due=(1, 1), bluffs=(0, 0), on=on, hands=("", "second_wind"))  # fmt: skip
    table.over_to_turn(BEN)
    table.say(table.fire(2, 0))
    table.until("again", BEN)
    assert table.u(0).lost and choice(table) is not None


@pytest.mark.rule("HON-CTR-20")
def test_nothing_is_to_be_done_with_a_smoke_bomb() -> None:
    bomb = Unit(seat=ANN, key=SMOKE_BOMB, formation=FormationId(ANN))
    table = acting(ann(4, 1), ben(12, 1), bomb, due=(1, 1), bluffs=(0, 0))
    o = Outlook(table.view(ANN))
    assert best_deed(o, UnitId(2)) == HOLD and o.place(UnitId(2), OFF_MAP) == 0


@pytest.mark.rule("HON-AB-87")
def test_it_weighs_an_assault_from_a_vehicle() -> None:
    storm = evolve(ann(0, 0, counter("weighed-storm", assault=0)), at=OFF_MAP, aboard=UnitId(1))
    table = acting(storm, ann(6, 4, "de_halftrack", facing=2), ben(7, 4), due=(1, 1), bluffs=(0, 0),
                   orders={"u1": 1, "u2": 1})  # fmt: skip
    assert UnitId(2) in [plan.target for plan in assaults(Outlook(table.view(ANN)), UnitId(0))]


@pytest.mark.rule("HON-EQ-09")
def test_it_weighs_a_goliath_which_has_no_weapon() -> None:
    table = acting(ann(4, 1, "goliath"), ben(12, 1), due=(1, 1), bluffs=(0, 0))
    assert Outlook(table.view(BEN)).harm(UnitId(0)) > (0, 0)


# ------------------------------------------------------------------ charges, snipers, smoke


@pytest.mark.rule("HON-EQ-06")
@pytest.mark.parametrize(("who", "lays"), [(ben, True), (ann, False)])
def test_a_charge_is_laid_at_a_building_full_of_enemies_and_not_of_friends(
    who: Callable[..., Unit], lays: bool
) -> None:
    table = acting(
        ann(4, 1),
        who(6, 1),
        ben(12, 6),
        on=scenario([("bld_shed", 6, 1)]),
        options={"eq_demolition": ANN},
        due=(1, 1),
        bluffs=(0, 0),
    )
    table.say(table.move(0, (5, 1)))
    assert isinstance(choice(table), PlaceCharge) is lays


@pytest.mark.rule("HON-AB-23")
def test_a_building_that_alone_wins_is_fired_at_for_its_own_sake() -> None:
    """The side that wins by its ruin fires at it; the other does not."""
    on = scenario([("bld_shed", 6, 1)], objectives=[((6, 1), Counts.CHECK)],
                  once=AtOnce(since=2, who="us", holds="0", ruin=True))  # fmt: skip
    table = acting(ben(4, 1, "us_engineer"), ann(3, 1, "de_stosstrupp"), on=on)
    for unit, wins in ((0, True), (1, False)):
        o = Outlook(table.view(table.g.units[unit].seat))
        into = blast_worth(o, UnitId(unit), (), NO_VERTEX, at(6, 1))
        assert (into > 0) is wins


@pytest.mark.rule("HON-BLD-01", "HON-VIC-03")
def test_a_tank_does_not_bar_the_only_door_to_what_its_infantry_wants() -> None:
    """The door of the shed opens on (6,3)."""
    on = scenario([("bld_shed", 6, 1)], objectives=[((6, 2), Counts.CHECK)])
    table = battle(ben(2, 5, "us_sherman", facing=2), ben(2, 6), ann(14, 6), on=on, due=(1, 1))
    o = Outlook(table.view(BEN))
    before, beside = (o.place(UnitId(0), at(x, 3), facing=2) for x in (6, 5))
    behind = o.place(UnitId(0), at(8, 3), facing=2)
    assert before < beside and before < behind


@pytest.mark.rule("HON-ZOC-05", "HON-ZOC-07", "HON-VIC-03")
def test_it_keeps_down_who_closes_the_only_door_to_what_it_wants() -> None:
    """The door of the shed opens on (6,3); nobody wants in whose own side holds it."""
    on = scenario([("bld_shed", 6, 1)], objectives=[((6, 2), Counts.CHECK)])
    table = battle(ann(7, 4), ann(8, 4), ben(6, 3), on=on, due=(1, 1))
    wanted = [Outlook(table.view(BEN)).pinned(UnitId(n), 1) for n in (0, 1)]
    table.g.holders = [table.g.side(BEN).name]
    had = [Outlook(table.view(BEN)).pinned(UnitId(n), 1) for n in (0, 1)]
    assert wanted[0] > had[0] and wanted[1] == had[1]


@pytest.mark.rule("HON-VIC-03", "HON-ASLT-03")
def test_an_assault_on_who_alone_holds_a_place_is_worth_the_place() -> None:
    worth = []
    for place in ((8, 1), (8, 0)):  # where the enemy stands, and beside
        table = acting(ben(7, 1), ann(8, 1), on=scenario(objectives=[(place, Counts.CHECK)]))
        table.g.holders = [table.g.side(ANN).name]
        worth.append(Outlook(table.view(BEN)).assault_worth(UnitId(0), at(7, 1), UnitId(1)))
    assert worth[0] > worth[1] + POINT


@pytest.mark.rule("HON-TER-06", "HON-VIC-03")
def test_nobody_waits_in_difficult_ground_for_a_place_that_is_near() -> None:
    on = scenario([("ford", 4, 1)], objectives=[((7, 1), Counts.CHECK)])
    o = Outlook(battle(ben(1, 1), ann(14, 6), on=on, due=(1, 1)).view(BEN))
    held, free = o.place(UnitId(0), at(4, 1)), o.place(UnitId(0), at(4, 2))
    assert held < free


@pytest.mark.rule("HON-AB-15", "HON-AB-75")
def test_a_concealed_sniper_comes_out_for_a_mark_and_shoots() -> None:
    """Nobody in sight is no reason to be seen."""
    for enemy, out in ((ben(6, 1, face=1), True), (ben(15, 7, "us_sherman", facing=0), False)):
        table = veiled(
            ann(0, 0, "de_sniper"), enemy, ann=((0, 2, 1),), orders={"u2": 1, "u1": 1},
            due=(1, 1), bluffs=(0, 0), dice=[(4,)],
        )  # fmt: skip
        table.until("turn", ANN)
        answer = choice(table)
        assert isinstance(answer, Emerge) is out
        if out:
            table.say(answer)
            said = choice(table)
            assert isinstance(said, ActSnipe | OrderSnipe) and said.target == 1


@pytest.mark.rule("HON-AB-05")
def test_who_is_concealed_is_not_feared_for_and_nobody_hopes_to_shoot_at_them() -> None:
    table = veiled(
        ann(0, 0, "de_sniper"), ben(6, 1), ann=((0, 2, 1),), orders={"u2": 1, "u1": 1},
        due=(1, 1), bluffs=(0, 0),
    )  # fmt: skip
    mine, theirs = Outlook(table.view(ANN)), Outlook(table.view(BEN))
    assert theirs.best_of(UnitId(1), table.u(1)) == 0
    hidden = mine.place(UnitId(2), at(2, 1))
    table.g.change(UnitId(0), at=at(2, 1))
    table.g.change(UnitId(2), at=OFF_MAP, lost=True)
    assert Outlook(table.view(ANN)).place(UnitId(0), at(2, 1)) < hidden


@pytest.mark.rule("HON-AB-04", "HON-SET-08")
def test_it_lays_what_may_be_concealed_and_puts_the_column_into_its_vehicles() -> None:
    """In *The Road East* Germans begin concealed, Americans in vehicles."""
    match = LocalMatch(
        HEROES, Setup("road-east", "standard", 2), 3, [player_of(HEROES, "regular")] * 2
    )
    while match.state.round < 1:  # type: ignore[attr-defined]
        match.step()
    g = match.state
    assert isinstance(g, HeroesState)
    assert all(g.units[b.unit].there for b in g.blinds) and g.blinds
    assert [u for u in g.units if u.seat == BEN and u.rides]


# ------------------------------------------------------------------ transport, smoke


def column(*, rounds: int, far: int) -> Table:
    """Riflemen beside a half-track, an objective so far to the east."""
    on = scenario(objectives=[((1 + far, 4), Counts.CHECK)], rounds=rounds)
    return acting(
        ben(1, 4),
        ben(2, 5, "us_halftrack", facing=2),
        ann(0, 0),
        on=on,
        orders={"u0": 1, "u2": 1},
        due=(1, 1),
        bluffs=(0, 0),
    ).over_to_turn(BEN)


@pytest.mark.rule("HON-AB-86")
def test_a_squad_boards_for_a_long_way_and_not_for_a_short_one() -> None:
    for far, boards in ((13, True), (3, False)):
        plan = best(moves(Outlook(column(rounds=6, far=far).view(BEN)), UnitId(0)))
        assert (plan.path[-1] in (at(2, 5), at(1, 5))) is boards


@pytest.mark.rule("HON-AB-86", "HON-VIC-03")
def test_passengers_get_out_at_an_objective_and_nobody_sits_aboard_at_the_end() -> None:
    on = scenario(objectives=[((6, 4), Counts.CHECK)], rounds=1)
    table = acting(
        evolve(ben(0, 0), at=OFF_MAP, aboard=UnitId(1)),
        ben(5, 5, "us_halftrack", facing=2),
        ann(0, 0),
        on=on,
        orders={"u0": 1, "u2": 1},
        due=(1, 1),
        bluffs=(0, 0),
    ).over_to_turn(BEN)
    o = Outlook(table.view(BEN))
    assert best(moves(o, UnitId(0))).path[-1] == at(6, 4)
    assert o.riding(UnitId(0), UnitId(1)) < o.place(UnitId(0), at(5, 4))


@pytest.mark.rule("HON-ORO-14", "HON-ORO-17")
def test_smoke_is_thrown_between_who_would_fire_and_whom_it_would_hit() -> None:
    """With nobody to be hidden from the bomb stays where it is."""
    bomb = Unit(seat=ANN, key=SMOKE_BOMB, formation=FormationId(ANN))
    guns = [ben(12, 1 + n, "us_cal30", face=1, facing=6) for n in range(6)]
    for enemies, thrown in ((guns, True), ([ben(12, 2, counter("idle", bonus=-1))], False)):
        table = acting(
            ann(4, 2, suppressed=4), *enemies, bomb, orders={"u1": 1}, due=(0, 1), bluffs=(0, 0),
        )  # fmt: skip
        o = Outlook(table.view(ANN))
        plan = best_deed(o, UnitId(1 + len(enemies)))
        assert (plan.smoke != NO_VERTEX) is thrown


def test_cards_that_find_repair_and_hide_are_played_where_they_are_worth_it() -> None:
    """A spotter plane over two concealed enemies; nobody looks for one alone in the last round."""
    for rounds, plays in ((6, True), (1, False)):
        table = veiled(
            ann(2, 1), ben(0, 0, "us_sniper"), ben(0, 0, "us_scout"),
            ben=((1, 9, 1), (2, 10, 1)), orders={"u0": 1}, due=(1, 0), bluffs=(0, 0),
            hands=("spotter_plane", ""), on=scenario(rounds=rounds),
        )  # fmt: skip
        table.until("turn", ANN)
        o = Outlook(table.view(ANN))
        plays_it = [
            a for a in table.options(SpotterPlane) if WORTH[SpotterPlane](o, a) > keep(o, a)
        ]
        assert bool(plays_it) is plays


@pytest.mark.rule("HON-ORO-06", "HON-ORO-07")
def test_a_directive_is_given_that_helps_and_is_kept_where_none_does() -> None:
    """With targets in sight fire at will; with nobody in sight, and nowhere to go, none."""
    for enemies, given in (([ben(8, 1), ben(8, 3)], True), ([ben(15, 7, concealed=True)], False)):
        table = battle(
            ann(2, 1, "de_major"), ann(2, 2), ann(2, 3), *enemies, due=(3, 1), bluffs=(0, 0)
        )
        table.g.directives[ANN] = [Directive.CHARGE, Directive.FIRE_AT_WILL]
        table.orders(u0=1)
        assert table.kind == "directive"
        answer = choice(table)
        said = answer.directive if isinstance(answer, Post) else None
        assert said is (Directive.FIRE_AT_WILL if given else None)


@pytest.mark.rule("HON-RND-06")
def test_the_reserve_is_brought_up_and_not_held_back() -> None:
    """In *Stream Crossing*, the first time that it may come."""
    match = LocalMatch(
        HEROES, Setup("stream-crossing", "standard", 2), 2, [player_of(HEROES, "regular")] * 2
    )
    while not isinstance(request := match.request, Over):
        said = match.decide()
        if isinstance(request, Choose) and request.kind == "arrive":
            assert isinstance(said, Arrive)
            break
        match.give(said)
    else:
        assert match.state.round < 4  # type: ignore[attr-defined]


@pytest.mark.rule("HON-ORO-14")
def test_one_smoke_bomb_a_round_is_enough() -> None:
    bombs = [Unit(seat=ANN, key=SMOKE_BOMB, formation=FormationId(ANN)) for _ in range(2)]
    guns = [ben(12, 1 + n, "us_cal30", face=1, facing=6) for n in range(6)]
    table = battle(ann(4, 2, suppressed=4), *guns, *bombs, due=(1, 1), bluffs=(0, 0))
    worth = gains(Outlook(table.view(ANN)))
    assert worth[UnitId(7)][0] > 0 > worth[UnitId(8)][0]


@pytest.mark.rule("HON-AB-89")
def test_who_is_still_in_a_wreck_has_no_place_that_is_worth_anything() -> None:
    inside = evolve(ben(0, 0), at=OFF_MAP, aboard=UnitId(1))
    table = acting(inside, ben(5, 5, "us_halftrack", facing=2), ann(0, 0), orders={"u2": 1},
                   due=(1, 0), bluffs=(0, 0),
                   on=scenario(objectives=[((14, 1), Counts.CHECK)]))  # fmt: skip
    assert Outlook(table.view(BEN)).place(UnitId(0), OFF_MAP) != 0
    table.g.change(UnitId(1), at=OFF_MAP, lost=True)
    assert Outlook(table.view(BEN)).place(UnitId(0), OFF_MAP) == 0
