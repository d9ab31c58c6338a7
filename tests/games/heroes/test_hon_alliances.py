"""Alliances of several seats. Ledger 2.28, R-48, R-69, R-98, R-110, R-260 to R-266."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, cast

import pytest
from attrs import evolve

from fuzz.watched import Playout
from fuzz.worlds import Story
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, DeckList, Over, PrivateDeck
from owm_net.engine.system import BadSetup, Setup
from owm_net.games.heroes.assault import Clash
from owm_net.games.heroes.barrage import ActFire, OrderBarrage
from owm_net.games.heroes.bonus import Searching
from owm_net.games.heroes.cards.artillery import marks
from owm_net.games.heroes.cards.aviation import DrivenOff
from owm_net.games.heroes.cards.battlefield_promotion import BattlefieldPromotion
from owm_net.games.heroes.cards.card import Moment, may_hold
from owm_net.games.heroes.cards.harassing_fire import HarassingFire
from owm_net.games.heroes.cards.high_command import HighCommand as PromisedOrder
from owm_net.games.heroes.cards.mine import Mine
from owm_net.games.heroes.cards.rocket_attack import RocketAttack
from owm_net.games.heroes.cards.second_wind import SecondWind
from owm_net.games.heroes.cards.wire_tap import WireTap
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.commanding import HighCommand
from owm_net.games.heroes.computer.cards import _strike
from owm_net.games.heroes.computer.weighing import Outlook
from owm_net.games.heroes.concealing import conceal, concealments, open_known
from owm_net.games.heroes.conferring import CardsExchanged, GiveCard, OfferCard, ShowCards
from owm_net.games.heroes.consent import Agree
from owm_net.games.heroes.damage import eliminate
from owm_net.games.heroes.decks import hand_size, maker, source
from owm_net.games.heroes.directives import left_to, use
from owm_net.games.heroes.goliath import Detonate
from owm_net.games.heroes.hidden import BONUS, NUMBERED, card_key, starter
from owm_net.games.heroes.ids import (
    NO_UNIT,
    OFF_MAP,
    ArmyKey,
    CardKey,
    CounterKey,
    DiePlace,
    FormationId,
    Hidden,
    OptionKey,
    ScenarioKey,
    Step,
    TileKey,
    UnitId,
    Vertex,
)
from owm_net.games.heroes.moving import Leg
from owm_net.games.heroes.muster import cost_of, enlist
from owm_net.games.heroes.options import common
from owm_net.games.heroes.orders import OrderFire
from owm_net.games.heroes.pooling import Pool, keep_limits
from owm_net.games.heroes.printed.armies import Army, TileBought
from owm_net.games.heroes.printed.scenarios import Scenario, Side
from owm_net.games.heroes.ranking import PlayOrder, alliances
from owm_net.games.heroes.reacting import Reacted
from owm_net.games.heroes.riding import has_room, passengers
from owm_net.games.heroes.roster import Roster, army_of, roster_of
from owm_net.games.heroes.set_up import InitiativeRolled
from owm_net.games.heroes.smoke_bombs import OrderSmoke, bombs
from owm_net.games.heroes.state import Bought, HeroesState, Posted, Unit
from owm_net.games.heroes.supply import SupplyMove
from owm_net.games.heroes.supply_effects import AtEnd, KeepInitiative, PlaceNest, nest
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import BonusTactic, Directive, Nation, Phase
from owm_net.games.heroes.tokens import Lay, TokenLaid, TokensTaken, take_due
from owm_net.games.heroes.transport import BailingOut, BailOut, Boarded
from owm_net.games.heroes.turns import Claim, OrderRevealed
from owm_net.games.heroes.victory import beaten
from owm_net.games.heroes.words import seat_name, side_name, unit_name
from owm_net.games.heroes.wounds import Substitute
from tests.games.driver import Driver, every
from tests.games.every import seeds
from tests.games.heroes.table import (
    Table,
    ann,
    at,
    battle,
    ben,
    counter,
    laid_out,
    scenario,
    unit,
)
from tests.seats import ANN, BEN, CID

HEROES = Heroes()
DAN = Seat(3)
S5 = Setup("two-against-one", "standard", 3)
BUILT = evolve(S5, switches=(("armies", "500"),))
GERMANS, AMERICANS = ("german", Nation.GERMAN), ("us", Nation.US)
ONE_TWO = (GERMANS, AMERICANS, AMERICANS)
TWO_TWO = (GERMANS, AMERICANS, GERMANS, AMERICANS)
ONE_THREE = (GERMANS, AMERICANS, AMERICANS, AMERICANS)
MIXED = (GERMANS, AMERICANS, ("us", Nation.GERMAN))
"""Ann against Ben, and Cid with German troops."""
THREE: dict[str, Any] = {"due": (1, 1, 1), "bluffs": (0, 0, 0), "specials": (0, 0, 0)}
MUST = counter("allied-must", personal_order=0)
SPOTTER = counter("allied-spotter", artillery_spotter=0)


def cid(x: int, y: int, key: str = "us_rifle", **more: Any) -> Unit:
    return unit(CID, key, x, y, **more)


def dan(x: int, y: int, key: str = "us_rifle", **more: Any) -> Unit:
    return unit(DAN, key, x, y, **more)


def round_of(*units: Unit, seats: Any = ONE_TWO, **more: Any) -> Table:
    """A round of alliances begins: the first question is theirs."""
    n = len(seats)
    fields: dict[str, Any] = {
        "on": scenario(seats=seats),
        "due": (1,) * n,
        "bluffs": (0,) * n,
        "specials": (0,) * n,
        "hands": ("",) * n,
        **more,
    }
    return battle(*units, **fields)


def allied(*units: Unit, orders: dict[str, int] | None = None, **more: Any) -> Table:
    """The same, with all tokens laid: order 1 on the first unit of each seat."""
    table = round_of(*units, **more)
    if orders is None:
        first = {u.seat: n for n, u in reversed(list(enumerate(units)))}
        orders = {f"u{n}": 1 for n in first.values()}
    while table.kind in ("play_order", "pool", "confer"):
        table.say(table.idle())
    return table.orders(**orders)


def match(seed: str | int, setup: Setup = S5) -> LocalMatch:
    return LocalMatch(HEROES, setup, seed, [random_player] * setup.seats)


def state(played: LocalMatch) -> HeroesState:
    assert isinstance(played.state, HeroesState)
    return played.state


def fresh(setup: Setup = S5) -> Driver[HeroesState]:
    """The set-up of the scenario for three, without cards."""
    state = HEROES.new_game(setup)
    assert isinstance(state, HeroesState)
    state.deck_size = 0
    return Driver(state, LocalDealer(3, Chance("alliances"))).begin()


def with_command(table: Table, seat: Seat, *keys: str) -> None:
    """A seat's alliance has a High Command with these options."""
    army = Army(
        nation=Nation.US,
        tiles=(
            TileBought(
                key=TileKey("us_t_shaef"),
                options={f"H{n + 1}": OptionKey(key) for n, key in enumerate(keys)},
            ),
        ),
    )
    enlist(table.g, seat, army)


# -- armies --------------------------------------------------------------------------------


@pytest.mark.rule("HON-MP-01", "HON-MP-02")
def test_two_armies_of_one_nation_fight_side_by_side() -> None:
    """Every counter has its owner; its name has a number, and so has each seat's."""
    g = fresh().g
    captains = [UnitId(n) for n, u in enumerate(g.units) if u.key == "us_captain"]
    assert [g.units[n].seat for n in captains] == [BEN, CID]
    names = [unit_name(g, n) for n in captains]
    assert len(set(names)) == 2 and names[1].endswith("2")
    assert [seat_name(g, s) for s in g.players] == ["Germans", "Americans 1", "Americans 2"]
    assert [side_name(g, s) for s in g.players] == ["Germans", "Americans", "Americans"]
    assert HEROES.opponents(g, ANN) == (BEN, CID) and HEROES.opponents(g, CID) == (ANN,)
    mixed = round_of(ann(1, 1), ben(5, 1), cid(8, 1, "de_grenadier"), seats=MIXED).g
    assert not mixed.hostile(BEN, CID) and mixed.hostile(ANN, CID)
    assert side_name(mixed, CID) == "Americans, Germans"


@pytest.mark.rule("HON-MP-04", "HON-ARMY-16")
def test_the_points_of_an_alliance_are_divided_by_its_members() -> None:
    table = fresh(BUILT)
    table.say(Pass())  # no High Command
    g = table.g
    assert table.kind == "roster" and table.seats == (ANN, BEN, CID)
    assert [g.budget(seat) for seat in g.players] == [500, 250, 250]
    line = CATALOG.armies[next(key for key in CATALOG.armies if key == "us_250_line")].army
    fits = roster_of(line)
    more = roster_of(evolve(line, tiles=(*line.tiles, TileBought(key=TileKey("us_t_engineer")))))
    for seat in (BEN, CID):  # each has a box of their own
        view = table.view(seat)
        assert agenda.why_not(view, fits) is None
        assert agenda.why_not(view, Roster(())) is not None  # a tile at least
        no = agenda.why_not(view, more)
        assert no is not None and no.rule == "HON-ARMY-01"
        command = agenda.why_not(view, Roster((TileKey("us_t_shaef"),)))
        assert command is not None
    with pytest.raises(BadSetup):
        HEROES.check_setup(evolve(S5, switches=(("armies", "350"),)))
    with pytest.raises(BadSetup):
        HEROES.check_setup(evolve(S5, seats=2))
    assert HEROES.default_setup("two-against-one").seats == 3


@pytest.mark.rule("HON-MP-05", "HON-MP-08")
def test_an_alliance_buys_one_high_command_and_all_members_pay_for_it() -> None:
    table = fresh(BUILT)
    assert (table.kind, table.seat) == ("high_command", BEN)
    planning, shaef = OptionKey("or_planning"), TileKey("us_t_shaef")
    cost = 30 + CATALOG.options[planning].cost[Nation.US]
    bought = HighCommand(shaef, (planning,), (cost, 0))
    assert agenda.why_not(table.view(), bought) is None  # in any shares
    alike = evolve(bought, shares=())
    assert agenda.why_not(table.view(), alike) is None and alike in table.options()
    table.refused(evolve(bought, shares=(cost - 1, 0)), "HON-MP-05")
    table.refused(evolve(bought, shares=(cost,)), "HON-MP-05")
    table.refused(evolve(bought, shares=(cost + 1, -1)), "HON-MP-05")
    table.refused(evolve(bought, tile=TileKey("us_t_rifle")), "HON-MP-05")
    table.refused(evolve(bought, tile=TileKey("de_t_okw")), "HON-MP-08")  # nobody is German
    for key in ("eq_ammo", "tr_veteran", "sup_tank_1", "x"):  # other sizes and bands
        table.refused(evolve(bought, options=(OptionKey(key),)), "HON-MP-08")
    table.refused(evolve(bought, options=(planning,) * 5), "HON-MP-08")
    table.refused(evolve(bought, options=(planning, planning)), "HON-ARMY-16")
    dear = tuple([OptionKey(key) for key in ("or_artillery", "or_airstrike", "or_planning")])
    price = 30 + sum([CATALOG.options[key].cost[Nation.US] for key in dear])
    assert agenda.why_not(table.view(), HighCommand(shaef, dear, (price - 20, 20))) is None
    table.say(evolve(bought, shares=(2, cost - 2)))
    assert (table.kind, table.seat) == ("agree", CID)  # who pays too
    said = agenda.about(table.view(CID)).why
    assert "High Command" in said and "Planning" in said and f"{cost - 2} points" in said
    table.say(Agree())
    g = table.g
    assert g.paid == (0, 2, cost - 2) and table.kind == "roster"  # and no second one
    assert [g.budget(seat) for seat in g.players] == [500, 248, 252 - cost]
    assert all(g.has_option(seat, planning) for seat in (BEN, CID))
    assert not g.has_option(ANN, planning)
    assert common(g, CID, planning) and not common(g, ANN, planning)
    second = agenda.why_not(table.view(BEN), Roster((shaef, TileKey("us_t_rifle"))))
    assert second is not None and second.rule == "HON-MP-05"


@pytest.mark.rule("HON-MP-04", "HON-MP-05")
def test_nobody_pays_for_a_high_command_against_their_will() -> None:
    table = fresh(BUILT)
    bought = HighCommand(TileKey("us_t_shaef"), (), (15, 15))
    poor = HighCommand(TileKey("us_t_shaef"), tuple(map(OptionKey, ("or_artillery",) * 1)), (0, 0))
    cost = 30 + CATALOG.options[OptionKey("or_artillery")].cost[Nation.US]
    assert cost < 250 - 45
    table.refused(evolve(poor, shares=(0, 0)), "HON-MP-05")
    table.say(bought)
    table.say(Pass())
    assert table.g.paid == () and table.kind == "roster" and not table.g.formations
    rich = fresh(BUILT)
    rich.g.points = 100  # 50 each; a tile with units costs 45
    rich.refused(bought, "HON-MP-04")
    rich.refused(evolve(bought, shares=(25, 5)), "HON-MP-04")


# -- tokens --------------------------------------------------------------------------------


@pytest.mark.rule("HON-MP-20", "HON-MP-02")
def test_an_alliance_has_one_bluff_and_the_first_member_says_who_gets_it() -> None:
    table = laid_out(ann(1, 1), ben(5, 1), cid(8, 1), on=scenario(seats=ONE_TWO), **THREE)
    take_due(table.g)
    assert table.g.bluffs == [1, 0, 0]
    table.begin()
    assert (table.kind, table.seat) == ("play_order", BEN)
    table.say(Pass())
    assert (table.kind, table.seat) == ("pool", BEN)
    table.refused(Pool(ANN), "HON-MP-07")
    table.refused(Pool(Seat(7)), "HON-MP-07")
    table.say(Pool(CID))
    assert table.g.bluffs == [1, 0, 1]
    taken = {e.seat: e.bluffs for e in table.told(TokensTaken)}
    assert taken == {ANN: 1, BEN: 0, CID: 1}


@pytest.mark.rule("HON-MP-20", "HON-MP-02")
def test_the_limits_hold_for_all_members_together() -> None:
    """The members give up one each in turn, the last in the order of play first (R-80, R-110); no
    order that a unit must have."""
    g = round_of(ann(1, 1), ben(5, 1), cid(8, 1)).g
    g.due, g.bluffs, g.specials = [10, 6, 8], [2, 2, 1], [2, 1, 2]
    keep_limits(g, BEN)
    assert (g.due, g.bluffs, g.specials) == ([10, 4, 6], [2, 2, 0], [2, 1, 1])
    g.due, g.ranks = [1, 6, 5], (ANN, CID, BEN)
    keep_limits(g, BEN)
    assert g.due == [1, 5, 5]
    snipers = [cid(x, 6, MUST) for x in range(4)]
    g = round_of(ann(1, 1), ben(5, 1), *snipers).g
    g.due = [1, 9, 4]
    keep_limits(g, BEN)
    assert g.due == [1, 6, 4]


@pytest.mark.rule("HON-MP-20", "HON-TRT-07", "HON-AB-60")
def test_nobody_gives_up_the_order_of_a_hardened_tile() -> None:
    units = (ann(1, 1), ben(5, 1), cid(8, 1), dan(11, 1))
    g = round_of(*units, seats=ONE_THREE, options={"tr_hardened": DAN}).g
    g.due = [1, 5, 5, 1]
    keep_limits(g, BEN)
    assert g.due == [1, 5, 4, 1]
    g.due = [1, 10, 0, 1]
    keep_limits(g, BEN)
    assert g.due == [1, 9, 0, 1]
    hero = evolve(cid(8, 3, MUST), formation=FormationId(1))
    lucky = (ann(1, 1), ben(5, 1), cid(8, 1), hero)
    g = round_of(*lucky, options={"tr_hardened": CID}).g
    g.due = [1, 9, 2]  # one on the tile, and a Personal Order
    keep_limits(g, BEN)
    assert g.due == [1, 8, 2]
    g = round_of(ann(1, 1), ben(5, 1), cid(8, 3, MUST), options={"tr_hardened": CID}).g
    g.due = [1, 9, 2]  # the same order is both
    keep_limits(g, BEN)
    assert g.due == [1, 9, 1]


@pytest.mark.rule("HON-MP-20", "HON-ORD-04", "HON-ORD-10", "HON-BON-02")
def test_no_card_takes_an_order_of_an_ally() -> None:
    """The limit is the alliance's; the tokens of its High Command count."""
    table = round_of(ann(1, 1), ben(5, 1), cid(8, 1))
    g = table.g
    more, promoted = Moment(CID), Played(0)
    for stars, promotes in ((8, True), (9, False)):
        g.formations[BEN] = g.formations[BEN].with_(stars=stars)
        assert bool(list(BattlefieldPromotion.offers(g, more, promoted))) is promotes
    g.formations[BEN] = g.formations[BEN].with_(stars=8)
    with_command(table, BEN, "or_planning", "or_battle_plan")
    assert not list(BattlefieldPromotion.offers(g, more, promoted))
    assert list(BattlefieldPromotion.offers(g, Moment(ANN), promoted))
    assert list(PromisedOrder.offers(g, more, promoted))
    g.more_specials[BEN] = 1
    assert not list(PromisedOrder.offers(g, more, promoted))
    radio = next(card for card, tactic in BONUS.items() if tactic is BonusTactic.RADIO)
    for stars, found in ((8, [0, 1, 0]), (9, [0, 0, 0])):
        g = round_of(ann(1, 1), ben(5, 1), cid(8, 1)).g
        g.formations[BEN] = g.formations[BEN].with_(stars=stars)
        Searching(UnitId(1)).found(g, (radio,))
        assert g.more_orders == found


@pytest.mark.rule("HON-MP-06", "HON-MP-07")
def test_tokens_of_a_high_command_go_to_another_member_each_round() -> None:
    key = scenario(seats=ONE_TWO)
    table = laid_out(ann(1, 1), ben(5, 1), ben(5, 3), cid(8, 1), cid(8, 3), on=key, **THREE)
    with_command(table, BEN, "or_planning", "or_battle_plan", "or_bluff")
    take_due(table.g)
    assert table.g.due == [1, 1, 1] and table.g.specials == [0, 0, 0]
    table.begin().say(Pass())
    given = []
    for member in (CID, BEN, CID, CID):
        given.append(agenda.about(table.view(BEN)).what)
        assert (table.kind, table.seat) == ("pool", BEN)
        table.say(Pool(member))
    assert len(set(given)) == 3
    g = table.g  # two bluffs, an order, a special order: each of them once
    assert (g.due, g.specials, g.bluffs) == ([1, 1, 2], [0, 0, 1], [1, 1, 1])
    table.until("play_order", BEN, most=200)
    assert g.round == 2 and (g.due, g.specials, g.bluffs) == ([1, 1, 1], [0, 0, 0], [1, 0, 0])
    table.say(Pass(), Pool(BEN), Pool(BEN), Pool(BEN))
    assert g.due == [1, 2, 1]
    with_command(table, BEN, "or_concealed")  # either member may lay these
    assert concealments(g, BEN) == concealments(g, CID) == 2 and not concealments(g, ANN)


@pytest.mark.rule("HON-MP-03")
def test_the_end_of_one_member_is_not_the_end_of_their_alliance() -> None:
    table = allied(ann(1, 1), cid(12, 1), orders={"u0": 1, "u1": 1})
    g = table.g
    assert not g.in_play(BEN)
    table.until("play_order", BEN, most=60)
    assert g.round == 2
    g.change(UnitId(1), lost=True)
    verdict = beaten(g)
    assert verdict is not None and verdict.winners == (ANN,)
    alone = allied(ben(5, 1), cid(12, 1), ann(1, 1))
    alone.g.change(UnitId(2), lost=True)
    both = beaten(alone.g)
    assert both is not None and both.winners == (BEN, CID)


@pytest.mark.rule("HON-MP-07", "HON-MP-03")
def test_a_token_goes_to_nobody_without_units() -> None:
    table = round_of(ann(1, 1), cid(12, 1))
    table.say(Pass())
    assert table.kind != "pool" and table.g.bluffs == [0, 0, 1]


# -- order of play -------------------------------------------------------------------------


@pytest.mark.rule("HON-MP-10")
def test_each_alliance_fixes_its_order_of_play_for_a_round() -> None:
    table = fresh()
    assert (table.kind, table.seat) == ("play_order", BEN)  # at set-up
    table.refused(PlayOrder((BEN,)), "HON-MP-10")
    table.refused(PlayOrder((BEN, BEN)), "HON-MP-10")
    table.refused(PlayOrder((ANN, BEN)), "HON-MP-10")
    table.say(PlayOrder((CID, BEN)))
    assert table.g.members(BEN) == [CID, BEN] and table.g.rivals(ANN) == [CID, BEN]
    again = round_of(ann(1, 1), ben(5, 1), cid(8, 1))
    again.g.initiative = BEN
    again.say(PlayOrder((CID, BEN)))
    assert again.g.initiative == CID and again.g.leads(BEN)
    again.until("play_order", most=60)
    assert again.seat == CID  # who was first says it next time
    assert again.g.initiative == ANN


@pytest.mark.rule("HON-MP-10", "HON-SET-02")
def test_one_die_for_each_side_decides_who_begins() -> None:
    table = fresh()
    table.dice = [(2, 5)]
    table.say(PlayOrder((CID, BEN)))
    assert [e.faces for e in table.told(InitiativeRolled)] == [(2, 5)]
    assert table.g.initiative == CID


@pytest.mark.rule("HON-MP-11")
def test_the_sides_deploy_by_turns_each_member_all_of_their_troops() -> None:
    played = match(3)
    asked: list[Seat] = []
    while not (isinstance(played.request, Choose) and played.request.kind == "deploy"):
        played.step()
    due = state(played).order()
    while state(played).round == 0:
        if isinstance(played.request, Choose):
            asked.append(played.request.seat)
        played.step()
    assert list(dict.fromkeys(asked)) == due and asked == sorted(asked, key=due.index)
    assert due in ([ANN, BEN, CID], [ANN, CID, BEN], [BEN, ANN, CID], [CID, ANN, BEN])
    g = round_of(ann(1, 1), ben(5, 1), cid(1, 3, "de_grenadier"), dan(8, 1), seats=TWO_TWO).g
    assert g.order() == [ANN, BEN, CID, DAN]
    g.initiative = BEN
    assert g.order() == [BEN, ANN, DAN, CID]


def revealed(table: Table) -> list[tuple[Seat, int]]:
    table.over_to_supply()
    return [(e.seat, e.number) for e in table.told(OrderRevealed)]


@pytest.mark.rule("HON-MP-12", "HON-MP-10")
def test_two_against_two_activate_by_turns() -> None:
    """R-69: A1 B1 A2 B2 for each number."""
    units = [
        ann(1, 1), ann(1, 3), ben(9, 1), ben(9, 3),
        cid(1, 5, "de_grenadier"), cid(3, 1, "de_grenadier"), dan(11, 1), dan(11, 3),
    ]  # fmt: skip
    orders = {f"u{n}": 1 + n % 2 for n in range(8)}
    table = allied(*units, seats=TWO_TWO, due=(2, 2, 2, 2), orders=orders)
    assert revealed(table) == [(s, n) for n in (1, 2) for s in (ANN, BEN, CID, DAN)]
    laid = [e.seat for e in table.told(TokenLaid)]
    assert laid[:4] == [ANN, BEN, CID, DAN]


@pytest.mark.rule("HON-MP-21", "HON-MP-12", "HON-MP-20")
@pytest.mark.parametrize("seats", [ONE_TWO, ONE_THREE], ids=["two", "three"])
def test_the_single_player_has_every_second_turn(seats: Any) -> None:
    """002:2061-2065; once they are done the members go on by turns."""
    units = [ann(1, y) for y in (1, 2, 3)] + [ben(9, y) for y in (1, 2, 3)]
    units += [cid(11, y) for y in (1, 2)]
    orders = {"u0": 1, "u1": 2, "u2": 3, "u3": 1, "u4": 2, "u5": 3, "u6": 1, "u7": 2}
    due: tuple[int, ...] = (3, 3, 2)
    if len(seats) == 4:
        units += [dan(13, 1)]
        orders["u8"], due = 1, (3, 3, 2, 1)
    table = allied(*units, seats=seats, due=due, orders=orders)
    told = revealed(table)
    if len(seats) == 3:
        assert told[:5] == [(ANN, 1), (BEN, 1), (ANN, 2), (CID, 1), (ANN, 3)]
        assert told[5:] == [(BEN, 2), (CID, 2), (BEN, 3)]
    else:
        assert told[:6] == [(ANN, 1), (BEN, 1), (ANN, 2), (CID, 1), (ANN, 3), (DAN, 1)]


@pytest.mark.rule("HON-TRT-09", "HON-MP-12")
def test_an_intrepid_unit_goes_first_with_the_last_token_of_its_seat() -> None:
    """Its token is open before the claim is judged: the seat that was asked stays the same."""
    for claims in (True, False):
        units = (ann(1, 1), ben(9, 1), cid(11, 1))
        table = allied(*units, options={"tr_intrepid": BEN}, orders={"u0": 1, "u1": 1, "u2": 1})
        assert (table.kind, table.seat) == ("intrepid", BEN)
        if claims:
            table.say(Claim(table.token(1)))
            table.say(table.move(1, (9, 2)))
        else:
            table.say(Pass())
        first = [BEN, ANN, CID] if claims else [ANN, BEN, CID]
        assert revealed(table) == [(seat, 1) for seat in first]


@pytest.mark.rule("HON-MP-15")
def test_in_supply_one_side_moves_after_the_other() -> None:
    units = [ann(1, 1), ben(9, 1), cid(1, 5, "de_grenadier"), dan(11, 1)]
    table = allied(*units, seats=TWO_TWO, due=(0, 0, 0, 0), orders={})
    table.over_to_supply()
    order = []
    while table.g.phase is Phase.SUPPLY and table.kind == "supply_move":
        order.append(table.seat)
        table.say(Pass())
    assert order == [ANN, CID, BEN, DAN]


# -- units of allies -----------------------------------------------------------------------


@pytest.mark.rule("HON-MP-13")
def test_allied_units_are_neither_shot_at_nor_assaulted() -> None:
    table = allied(ann(14, 1), ben(4, 1), cid(6, 1), cid(5, 2), dice=[(6,)] * 4)
    table.over_to_turn(BEN)
    assert table.rule_against(table.fire(1, 2)) != ""
    assert table.rule_against(table.move(1, target=3)) != ""
    assert not [a for a in table.options() if set(getattr(a, "targets", ())) & {2, 3}]
    mortar = allied(ann(14, 3), ben(1, 1, "us_mortar", face=1), cid(6, 1), dice=[(1,)])
    mortar.over_to_turn(BEN)
    aimed = OrderFire(mortar.token(1), (), vertex=Vertex((6, 1)))
    mortar.refused(aimed, "HON-MP-13")
    mortar.refused(evolve(aimed, vertex=Vertex((7, 2))), "HON-MP-13")
    assert mortar.rule_against(evolve(aimed, vertex=Vertex((14, 3)))) == ""


@pytest.mark.rule("HON-MP-13", "HON-AB-23")
def test_nobody_fires_at_the_structure_where_an_ally_stands() -> None:
    on = scenario([("position1", 8, 1)], seats=ONE_TWO)
    units = (ann(14, 5), ben(4, 1, "us_engineer"))
    table = allied(*units, cid(12, 1), on=on).over_to_turn(BEN)
    into = OrderFire(table.token(1), (), into=at(8, 1))
    assert table.rule_against(into) == ""
    table.g.change(UnitId(2), at=at(8, 1))
    assert table.rule_against(into) == "HON-MP-13"
    assert into not in table.options()


@pytest.mark.rule("HON-MP-13", "HON-EQ-09")
def test_a_goliath_does_not_explode_where_an_ally_stands() -> None:
    """R-307."""
    seats = (AMERICANS, GERMANS, GERMANS)
    units = (ann(14, 1, "us_rifle"), ben(4, 4, "goliath"), cid(5, 4, "de_grenadier"))
    table = allied(*units, seats=seats).over_to_turn(BEN)
    table.say(table.move(1, (5, 4), goes_on=True))
    assert Detonate() not in table.options()
    table.refused(Detonate(), "HON-MP-13")
    table.say(Leg((at(6, 4),), goes_on=True))
    assert Detonate() in table.options()


@pytest.mark.rule("HON-MP-13", "HON-EQ-09", "HON-AB-23")
def test_a_goliath_does_not_explode_in_a_structure_beside_an_ally() -> None:
    """R-322: its blast would strike what the ally is in."""
    seats = (AMERICANS, GERMANS, GERMANS)
    on = scenario([("position2", 5, 4)], seats=seats)
    units = (ann(5, 4, "us_rifle"), ben(4, 4, "goliath"), cid(5, 5, "de_grenadier"))
    for away in (False, True):
        table = allied(*units, seats=seats, on=on).over_to_turn(BEN)
        if away:
            table.g.change(UnitId(2), at=at(6, 5))
        table.say(table.move(1, (5, 4), goes_on=True))
        assert (Detonate() in table.options()) is away
        assert table.rule_against(Detonate()) == ("" if away else "HON-MP-13")


@pytest.mark.rule("HON-MP-13")
def test_artillery_is_not_aimed_near_an_ally() -> None:
    """R-305."""
    g = round_of(ann(14, 1), ben(3, 3), cid(9, 3)).g
    assert Vertex((9, 3)) not in marks(g, Moment(BEN)) and Vertex((9, 3)) in marks(g, Moment(ANN))
    assert Vertex((14, 1)) in marks(g, Moment(BEN))


@pytest.mark.rule("HON-MP-14", "HON-MP-13")
def test_units_pass_through_allied_infantry_and_do_not_stop_there() -> None:
    table = allied(ann(14, 1), ben(4, 1), cid(5, 1), cid(4, 2, "us_m16"))
    table.over_to_turn(BEN)
    assert table.rule_against(table.move(1, (5, 1), (6, 1))) == ""
    assert table.rule_against(table.move(1, (5, 1))) != ""
    assert table.rule_against(table.move(1, (4, 2), (4, 3))) != ""  # no vehicle
    table.say(table.move(1, (5, 1), (6, 1)))  # nor is there a zone of control
    assert table.u(1).at == at(6, 1) and not table.told(Boarded)


@pytest.mark.rule("HON-MP-19", "HON-AB-78")
@pytest.mark.parametrize("agrees", [True, False])
def test_an_allied_substitute_takes_a_hit_if_its_owner_agrees(agrees: bool) -> None:
    units = (ann(4, 1), ben(8, 1, "us_cal30"), cid(9, 3, "us_lieutenant"))
    table = allied(*units, dice=[(5,)])
    table.say(table.fire(0, 1))
    assert (table.kind, table.seat) == ("wounded", BEN)
    table.say(Substitute(UnitId(2)))
    assert (table.kind, table.seat) == ("agree", CID)
    table.say(Agree() if agrees else Pass())
    assert table.u(2).face == (1 if agrees else 0)
    assert (table.u(1).face == 0 and not table.u(1).lost) is agrees
    assert table.kind != "wounded"  # nobody else is near


@pytest.mark.rule("HON-MP-19", "HON-AB-21", "HON-AB-22")
def test_allied_weapons_fire_in_a_barrage_if_their_owner_likes() -> None:
    units = [ann(14, 3), ben(1, 1, "us_captain"), cid(3, 1, "us_mortar", face=1)]
    units[1] = evolve(units[1], key=CounterKey("de_major"))
    for fires in (True, False):
        table = allied(*units, dice=[(1,)])
        table.over_to_turn(BEN)
        table.say(OrderBarrage(table.token(1), CounterKey("us_mortar")))
        assert (table.kind, table.seat) == ("barrage", CID)
        aimed = ActFire(UnitId(2), (), vertex=Vertex((14, 3)))
        table.say(aimed if fires else Pass())
        used = [e.unit for e in table.told(Reacted)]  # its token is lost unseen
        assert used == ([UnitId(2)] if fires else [])
        assert (len(table.g.lost_tokens) == 1) is fires


@pytest.mark.rule("HON-MP-19", "HON-AB-18")
@pytest.mark.parametrize("agrees", [True, False])
def test_an_allied_spotter_helps_if_its_owner_agrees(agrees: bool) -> None:
    wall = scenario([("bld_shed", 4, 1)], seats=ONE_TWO)
    units = [ann(14, 3), ben(1, 1, "us_mortar", face=1), cid(14, 5, SPOTTER)]
    table = allied(*units, on=wall, dice=[(1,), (4,)])
    table.over_to_turn(BEN)
    table.say(OrderFire(table.token(1), (), vertex=Vertex((14, 3))))
    assert (table.kind, table.seat) == ("agree", CID)
    assert agenda.about(table.view(CID)).rule == "HON-MP-19"
    frame: Any = table.g.agenda[-2]
    table.say(Agree() if agrees else Pass())
    x, y = frame.vertex
    assert max(abs(x - 14), abs(y - 3)) == (1 if agrees else 2)


@pytest.mark.rule("HON-MP-19", "HON-ORO-06", "HON-ORO-07")
def test_a_directive_helps_allies_near_its_officer() -> None:
    """R-323; nobody is asked, and no enemy is helped."""
    g = allied(ann(4, 2), ben(3, 1, "us_captain"), cid(6, 1), cid(7, 1)).g
    g.posted = [Posted(seat=BEN, directive=Directive.CHARGE, officer=UnitId(1))]
    helped = [n for n, u in enumerate(g.units) if g.directed(u, Directive.CHARGE)]
    assert helped == [1, 2]


@pytest.mark.rule("HON-MP-19", "HON-AB-84", "HON-AB-86")
def test_a_vehicle_carries_allies_that_board_it() -> None:
    """R-321: who boards agrees; in Supply too, as far as there is room, and no enemy."""
    truck = ben(5, 1, "de_halftrack", facing=2)
    units = (ann(14, 3), truck, cid(3, 1), cid(5, 3), cid(6, 3))
    table = allied(*units).over_to_turn(CID)
    table.say(table.move(2, (4, 1)))
    assert table.u(2).aboard == 1
    g = table.g
    assert has_room(g, UnitId(3), UnitId(1)) and not has_room(g, UnitId(0), UnitId(1))
    table.over_to_supply().until("supply_move", CID)
    table.say(SupplyMove(UnitId(3), (at(5, 2), at(5, 1))))
    assert passengers(table.g, UnitId(1)) == [2, 3]
    assert not has_room(table.g, UnitId(4), UnitId(1))
    computer = Outlook(table.view(CID))
    assert computer.riding(UnitId(3), UnitId(1)) < 0


@pytest.mark.rule("HON-MP-19", "HON-AB-89")
def test_each_owner_says_where_their_passengers_get_out_of_a_wreck() -> None:
    """R-321: the vehicle's first."""
    table = allied(ann(14, 1), ben(5, 3, "de_halftrack", facing=2), ben(8, 6), cid(9, 6))
    for n in (2, 3):
        table.g.change(UnitId(n), at=OFF_MAP, aboard=UnitId(1))
    table.g.units[2], table.g.units[3] = table.g.units[3], table.g.units[2]
    assert [table.u(n).seat for n in (2, 3)] == [CID, BEN]
    eliminate(table.g, UnitId(1), "HON-FIRE-10")
    table.g.agenda.append(BailingOut())
    agenda.go_on(table.g)
    assert (table.kind, table.seat) == ("bail_out", BEN)
    assert {a.unit for a in table.options(BailOut)} == {3}
    free = table.options(BailOut)[0].space
    table.refused(BailOut(UnitId(2), free), "HON-AB-89")
    table.say(BailOut(UnitId(3), free))
    assert (table.kind, table.seat) == ("bail_out", CID)
    assert {a.unit for a in table.options(BailOut)} == {2}
    assert table.u(3).there and table.u(3).suppressed == 1


# -- cards ---------------------------------------------------------------------------------


@pytest.mark.rule("HON-MP-09")
def test_an_alliance_has_one_deck_of_fifty_cards() -> None:
    played, made = match(1), []
    while state(played).round == 0:
        request = played.request
        if isinstance(request, PrivateDeck):
            made.append(request.seat)
            (ready,) = agenda.options(played.view(request.seat))
            assert isinstance(ready, DeckList) and len(ready.cards) == 50
            nation = state(played).side(request.seat).army.nation
            assert set(starter(nation)) <= set(ready.cards)
            less = agenda.why_not(played.view(request.seat), DeckList(ready.cards[:49]))
            assert less is not None
        played.step()
    g = state(played)
    assert made in ([ANN, BEN], [ANN, CID])  # one for both allies
    assert source(g, CID) == source(g, BEN) == f"draw {made[1]}"


@pytest.mark.rule("HON-MP-09", "HON-MP-05")
def test_the_deck_is_of_the_first_member_or_of_the_high_command() -> None:
    """R-261."""
    table = round_of(ann(1, 1), ben(5, 1), cid(8, 1, "de_grenadier"), seats=MIXED)
    g = table.g
    assert maker(g, BEN) == maker(g, CID) == BEN
    g.ranks = (ANN, CID, BEN)
    assert maker(g, BEN) == CID  # whose nation is another
    with_command(table, CID, "or_artillery")
    assert maker(g, BEN) == BEN  # it is American
    assert g.has_option(BEN, OptionKey("or_artillery"))


@pytest.mark.rule("HON-MP-16")
def test_a_side_holds_six_cards_whoever_they_are_of() -> None:
    """R-48: the single player too."""
    for seats, hands in ((ONE_TWO, [6, 3, 3]), (ONE_THREE, [6, 2, 2, 2]), (TWO_TWO, [3] * 4)):
        g = laid_out(ann(1, 1), on=scenario(seats=seats), due=(1,) * len(seats)).g
        assert [hand_size(g, seat) for seat in g.players] == hands
    played = match(1)
    while state(played).round == 0:
        played.step()
    assert [len(played.state.hands[seat]) for seat in played.state.players] == [6, 3, 3]


@pytest.mark.rule("HON-MP-09", "HON-HID-13")
def test_what_an_ally_may_hold_is_told_by_the_cards_that_both_have_played() -> None:
    """They share a deck: its copies are counted together."""
    g = round_of(ann(1, 1), ben(9, 1), cid(11, 1), hands=("mine", "mine", "rally")).g
    key = CardKey("mine")
    copies = [n for n, of in enumerate(NUMBERED) if of == (Nation.US, key)]
    assert may_hold(g, CID, key)
    g.piles[BEN] = copies[:-1]
    assert may_hold(g, CID, key)
    g.piles[BEN] = copies
    assert not may_hold(g, CID, key) and may_hold(g, ANN, key)


def conferring(hands: tuple[str, ...], **more: Any) -> Table:
    """A round with cards: the allies may talk."""
    table = round_of(ann(1, 1), ben(9, 1), cid(11, 1), hands=hands, **more)
    return table.say(Pass(), Pool(BEN))


@pytest.mark.rule("HON-MP-17")
def test_allies_show_each_other_cards_that_the_enemy_does_not_see() -> None:
    table = conferring(("rally", "mine rally", "mine"))
    assert (table.kind, table.seat) == ("confer", BEN)
    mine, own = table.card("mine"), Hidden(table.card("rally"))
    shown = ShowCards((Hidden(mine),), CID)
    assert table.view(CID).card(mine) is None
    table.refused(evolve(shown, ally=ANN), "HON-MP-17")
    table.refused(evolve(shown, ally=BEN), "HON-MP-17")
    table.refused(evolve(shown, cards=(Hidden(table.g.hands[CID][0]),)), "HON-MP-17")
    table.refused(evolve(shown, cards=()), "HON-MP-17")
    table.refused(OfferCard(own, CID), "HON-MP-17")  # not before Supply
    table.say(shown)
    assert card_key(table.known(CID)[mine]) == "mine" and mine not in table.known(ANN)
    assert own not in table.known(CID)
    table.refused(shown, "HON-MP-17")  # it has been seen
    table.say(Pass())
    assert (table.kind, table.seat) == ("confer", CID)
    table.say(Pass(until="until the next round, on cards of allies"))
    assert table.kind == "lay"


@pytest.mark.rule("HON-MP-17")
def test_allies_exchange_cards_in_supply() -> None:
    table = conferring(("rally", "mine rally", "dig_in"))
    table.until("confer", BEN, most=6)
    while table.g.phase is not Phase.SUPPLY or table.kind != "confer":
        table.say(table.idle())
    g = table.g
    assert table.seat == BEN
    mine, dig = table.card("mine"), table.card("dig_in", CID)
    table.say(OfferCard(Hidden(mine), CID))
    assert (table.kind, table.seat) == ("swap", CID)
    assert card_key(table.known(CID)[mine]) == "mine"  # they may look at it first
    assert "Mine" in agenda.about(table.view(CID)).why
    assert "Mine" not in agenda.about(table.view(ANN)).why
    table.refused(GiveCard(Hidden(mine)), "HON-MP-17")
    table.say(GiveCard(Hidden(dig)))
    assert mine in g.hands[CID] and dig in g.hands[BEN] and len(table.told(CardsExchanged)) == 1
    assert card_key(table.known(BEN)[dig]) == "dig_in" and not {mine, dig} & set(table.known(ANN))
    table.refused(OfferCard(Hidden(mine), CID), "HON-MP-17")  # not theirs any more
    table.say(OfferCard(Hidden(table.card("rally", BEN)), CID), Pass())
    assert len(table.told(CardsExchanged)) == 1 and len(g.hands[BEN]) == 2
    table.until("play_order", BEN, most=60)
    table.dice = [(1,)]
    table.say(Pass(), Pool(CID))
    while table.kind != "lay":
        table.say(table.idle())
    table.orders(u0=1).until("turn", ANN, most=60).say(table.move(0, (2, 1)))
    table.until("react", CID).say(Mine(Played(mine), Step(1)))  # the one that was Ben's
    assert card_key(g.piles[CID][0]) == "mine"


@pytest.mark.rule("HON-MP-17")
def test_who_gets_a_card_may_offer_it_to_an_ally_who_did_not_want_it() -> None:
    units = (ann(1, 1), ben(9, 1), cid(11, 1), dan(13, 1))
    hands = ("", "mine rally", "dig_in", "rally")
    table = round_of(*units, seats=ONE_THREE, hands=hands).say(Pass(), Pool(BEN))
    while table.g.phase is not Phase.SUPPLY or table.kind != "confer":
        table.say(table.idle())
    mine = Hidden(table.card("mine", BEN))
    table.say(OfferCard(mine, DAN), Pass())
    table.refused(OfferCard(mine, DAN), "HON-MP-17")  # not twice
    table.say(OfferCard(mine, CID), GiveCard(Hidden(table.card("dig_in", CID))))
    table.until("confer", CID, most=4)
    assert OfferCard(mine, DAN) in table.options()
    table.say(OfferCard(mine, DAN))
    assert (table.kind, table.seat) == ("swap", DAN)


@pytest.mark.rule("HON-HID-12")
def test_a_look_at_a_token_is_the_whole_alliances() -> None:
    table = allied(ann(1, 1), ben(9, 1), cid(11, 1), hands=("", "wire_tap", ""))
    table.until("hush", BEN)
    token = table.token(0)
    table.say(WireTap(table.card("wire_tap"), UnitId(0)))
    assert token in table.known(BEN) and token in table.known(CID)
    theirs = allied(ann(1, 1), ben(9, 1), cid(11, 1), hands=("wire_tap", "", ""))
    theirs.until("hush", ANN)
    token = theirs.token(1)
    theirs.say(WireTap(theirs.card("wire_tap"), UnitId(1)))
    assert token in theirs.known(ANN) and token not in theirs.known(CID)


@pytest.mark.rule("HON-MP-18")
def test_any_member_plays_cards_against_the_enemy() -> None:
    table = allied(ann(1, 1), ben(13, 1), cid(13, 3), hands=("", "", "mine"), dice=[(1,)])
    table.until("turn", ANN).say(table.move(0, (2, 1), (3, 1)))
    assert (table.kind, table.seat) == ("react", CID)
    table.say(Mine(table.card("mine"), Step(1)))
    assert table.g.mined == [at(2, 1)]


@pytest.mark.rule("HON-MP-18")
def test_no_card_helps_an_allys_units() -> None:
    """Nobody but the owner is asked."""
    shot = allied(ann(4, 1), ben(8, 1), cid(8, 3), hands=("", "rally", "dig_in"), dice=[(3,)] * 2)
    shot.until("turn", ANN).say(shot.fire(0, 1))
    assert (shot.kind, shot.seat) == ("guard", BEN)
    shot.say(Pass())
    assert shot.kind != "guard"  # Cid holds Dig In, and is not asked for an ally's unit
    g = shot.g
    fight = (UnitId(0), UnitId(1))
    asked = [s for s in g.players if Clash(s, fighting=fight).may_play(g)]
    assert CID not in asked


@pytest.mark.rule("HON-MP-18", "HON-AAA-01")
def test_any_member_rolls_the_anti_aircraft_die_again_and_one_of_them_once() -> None:
    seats = (AMERICANS, GERMANS, GERMANS)
    units = (ann(1, 1, "us_rifle"), ben(9, 1, "de_grenadier"), cid(11, 1, "de_grenadier"))
    for hands in (("rocket_attack", "", "second_wind"), ("rocket_attack", *["second_wind"] * 2)):
        airstrike = {"or_airstrike": ANN}
        table = allied(*units, seats=seats, hands=hands, options=airstrike, dice=[(1,), (6,)])
        table.over_to_turn(ANN).say(RocketAttack(table.card("rocket_attack"), UnitId(1)))
        asked = [table.seat]
        if hands[1]:
            table.say(Pass())
            asked += [table.seat]
        assert table.kind == "again" and asked[-1] == CID and asked == [BEN, CID][-len(asked) :]
        table.say(SecondWind(table.card("second_wind"), DiePlace(0)))
        assert len(table.told(DrivenOff)) == 1 and table.kind != "again"
    first = allied(*units, seats=seats, hands=hands, options=airstrike, dice=[(1,), (6,)])
    first.over_to_turn(ANN).say(RocketAttack(first.card("rocket_attack"), UnitId(1)))
    first.say(SecondWind(first.card("second_wind"), DiePlace(0)))
    assert len(first.told(DrivenOff)) == 1 and first.kind != "again"


# -- options of a High Command -------------------------------------------------------------


def own_option(g: HeroesState, seat: Seat, key: str) -> None:
    """A seat has an option of its own, after those of its High Command."""
    printed = CATALOG.options[OptionKey(key)]
    own = Bought(seat=seat, tile=FormationId(seat), key=printed.key, tokens=printed.tokens)
    g.options.append(own)


@pytest.mark.rule("HON-ORO-05", "HON-MP-06")
def test_a_concealed_token_stays_its_owners() -> None:
    """R-302: one's own are laid first, and come back first."""
    table = round_of(ann(1, 1), ben(5, 1), cid(8, 1), cid(8, 3), cid(8, 5))
    with_command(table, BEN, "or_concealed")
    g = table.g
    own_option(g, CID, "or_concealed")

    def left() -> list[int]:
        return [o.tokens for o in g.options]

    conceal(g, UnitId(1))
    assert left() == [1, 2]
    for number, tokens in ((2, [1, 1]), (3, [1, 0]), (4, [0, 0])):
        conceal(g, UnitId(number))
        assert left() == tokens
    for number, tokens in ((1, [1, 0]), (2, [1, 1]), (3, [1, 2]), (4, [2, 2])):
        open_known(g, UnitId(number))
        assert left() == tokens


@pytest.mark.rule("HON-ORO-05", "HON-MP-06")
@pytest.mark.parametrize("laid", [1, 2])
def test_no_ally_lays_a_token_again_that_came_back_in_this_supply(laid: int) -> None:
    units = (ann(15, 7), ben(5, 1), ben(5, 3), ben(5, 5), cid(8, 1), cid(8, 3))
    table = allied(*units, due=(1, 0, 0), orders={"u0": 1})
    with_command(table, BEN, "or_concealed")
    table.over_to_supply().until("supply_move", BEN)
    for number in range(1, 1 + laid):
        table.say(SupplyMove(UnitId(number), (), conceal=True))
    open_known(table.g, UnitId(1))
    table.say(Pass())
    assert (table.kind, table.seat) == ("supply_move", CID)
    again = SupplyMove(UnitId(4), (), conceal=True)
    if laid == 1:  # the other token is free
        table.say(again)
        again = evolve(again, unit=UnitId(5))
    table.refused(again, "HON-ORO-05")


@pytest.mark.rule("HON-ORO-05", "HON-MP-06")
def test_each_side_counts_its_own_common_tokens() -> None:
    """What one side has laid takes nothing from the other, in whatever order they move."""
    units = [ann(1, 1), ann(1, 3), ben(9, 1), ben(9, 3), cid(1, 5, "de_grenadier"), dan(11, 1)]
    table = allied(*units, seats=TWO_TWO, due=(0, 0, 1, 0), orders={"u4": 1})
    with_command(table, ANN, "or_concealed")
    with_command(table, BEN, "or_concealed")
    table.over_to_supply()
    for seat, laid in ((ANN, (0, 1)), (BEN, (2, 3))):
        table.until("supply_move", seat)
        for number in laid:
            table.say(SupplyMove(UnitId(number), (), conceal=True))
    table.until("supply_move", DAN)
    table.refused(SupplyMove(UnitId(5), (), conceal=True), "HON-ORO-05")


@pytest.mark.rule("HON-ORO-11", "HON-MP-06")
def test_the_initiative_is_kept_by_one_option_at_a_time() -> None:
    table = round_of(ann(1, 1), ben(5, 1), cid(8, 1))
    with_command(table, BEN, "or_initiative")
    own_option(table.g, CID, "or_initiative")
    table.g.initiative = BEN
    assert [o.tokens for o in table.g.options] == [1, 1]
    AtEnd(CID).execute(table.g, KeepInitiative())
    assert sorted([o.tokens for o in table.g.options]) == [0, 1]


@pytest.mark.rule("HON-MP-10", "HON-MP-13")
def test_the_computer_counts_its_side() -> None:
    hands = ("", "", "harassing_fire")
    theirs = [ann(x, y) for x in (13, 14) for y in (4, 5)]
    allies = [ben(x, y) for x in (4, 5) for y in (1, 2)]
    units = [*theirs, *allies, cid(9, 5)]
    table = round_of(*units, hands=hands, options={"or_artillery": CID})
    table.g.initiative = BEN
    assert not Outlook(table.view(CID)).first and Outlook(table.view(ANN)).first
    play = HarassingFire(table.card("harassing_fire", CID), Vertex((5, 2)))
    look = Outlook(table.view(CID))
    assert _strike(look, play) < 0 <= _strike(look, evolve(play, vertex=Vertex((14, 5))))


@pytest.mark.rule("HON-MP-05", "HON-MP-06", "HON-ORO-14")
def test_any_member_lays_an_order_on_a_common_smoke_bomb() -> None:
    """R-308."""
    table = laid_out(ann(14, 1), ben(5, 1), cid(8, 1), on=scenario(seats=ONE_TWO), **THREE)
    with_command(table, BEN, "or_smoke")
    g, bomb = table.g, UnitId(3)
    assert bomb in bombs(g, BEN) and bomb in bombs(g, CID) and not bombs(g, ANN)
    table.begin().say(Pass(), Pool(CID)).until("lay", CID)
    order = next(slot for slot in g.to_lay(CID) if table.number(slot, CID) == 1)
    table.say(Lay(order, bomb))
    assert bomb in bombs(g, CID) and bomb not in bombs(g, BEN)
    table.over_to_turn(CID)
    tokens = g.options[0].tokens
    table.dice = [(1,)]
    table.say(OrderSmoke(table.token(bomb), Vertex((9, 3))))
    assert len(g.smoke) == 1 and g.options[0].tokens == tokens - 1 and g.units[bomb].lost


@pytest.mark.rule("HON-MP-05", "HON-MP-06", "HON-ORO-06", "HON-ORO-12")
def test_any_member_places_a_common_nest_and_gives_a_common_directive() -> None:
    """R-308."""
    table = round_of(ann(14, 1), ben(5, 1), cid(8, 1))
    with_command(table, BEN, "or_mg_nest")
    g, waits = table.g, UnitId(3)
    assert nest(g, BEN) == nest(g, CID) == waits and nest(g, ANN) == NO_UNIT
    AtEnd(CID).execute(g, PlaceNest(at(9, 5)))
    assert g.units[waits].seat == CID and waits in g.on_map(CID)
    g.common_directives = ((BEN, Directive.CHARGE),)
    g.directives[CID] = [Directive.CHARGE]
    assert left_to(g, CID) == [Directive.CHARGE] * 2 and left_to(g, BEN) == [Directive.CHARGE]
    assert left_to(g, ANN) == []
    use(g, CID, Directive.CHARGE)
    assert left_to(g, BEN) == [Directive.CHARGE]
    use(g, CID, Directive.CHARGE)
    assert left_to(g, BEN) == left_to(g, CID) == []


# -- whole matches -------------------------------------------------------------------------


@pytest.mark.rule("HON-MP-03", "HON-MP-02")
@pytest.mark.parametrize("setup", [S5, BUILT], ids=["s5", "built"])
def test_random_matches_of_three_end(setup: Setup) -> None:
    for seed in range(3):
        played = match(seed, setup)
        result = played.play()
        g = played.state
        assert isinstance(g, HeroesState) and 1 <= g.round <= 8 and g.answered < 2500
        assert set(result.winners) in ({ANN}, {BEN, CID}, set())
        assert result.scores[BEN] == result.scores[CID]


class Four(Heroes):
    """The rules with a scenario for four, which the project has none of."""

    seats = (2, 4)
    missions = (*Heroes.missions, "tests-four")


def for_four(*armies: str) -> Four:
    """The map of the scenario for three, with these ready armies; each side's zone is divided."""
    printed = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    three = printed[ScenarioKey("two-against-one")]
    north = three.sides[0].zone
    south = (*three.sides[1].zone, *three.sides[2].zone)
    sides = []
    for key in armies:
        army = CATALOG.armies[ArmyKey(key)].army
        name, zone = army.nation.value, north if army.nation is Nation.GERMAN else south
        alike = [a for a in armies if a[:2] == key[:2]]
        n, size = alike.index(key), 16 // len(alike)
        own = tuple([s for s in zone if n * size <= s[0] < (n + 1) * size])
        sides.append(Side(name=name, zone=own, army=army))
    printed[ScenarioKey("tests-four")] = evolve(three, sides=tuple(sides))
    return Four()


@pytest.mark.rule("HON-MP-02", "HON-MP-12", "HON-MP-16", "HON-MP-20")
@pytest.mark.parametrize(
    "armies",
    [
        ("de_250_line", "us_250_line", "de_250_storm", "us_250_storm"),
        ("de_500_company", "us_250_line", "us_250_storm", "us_350_raid"),
    ],
    ids=["two-two", "one-three"],
)
def test_random_matches_of_four_end(armies: tuple[str, ...]) -> None:
    """Sides alternate in turns for as long as both have orders."""
    system = for_four(*armies)
    played = LocalMatch(system, Setup("tests-four", "standard", 4), 1, [random_player] * 4)
    turns: list[tuple[int, Seat]] = []
    while not isinstance(played.request, Over):
        g = state(played)
        turns += [(g.round, e.seat) for e in every(g.events, OrderRevealed)]
        for first in alliances(g):
            side = g.members(first)
            assert g.phase is Phase.SET_UP or sum([g.bluffs[s] for s in side]) <= 2
            assert g.phase is not Phase.ACTIVATION or sum([g.due[s] for s in side]) <= 10
        played.step()
    both = [(r, s, t) for (r, s), (q, t) in pairwise(turns) if r == q]
    hostile = [g.hostile(s, t) for _, s, t in both]
    assert sum(hostile) > len(hostile) // 2 and {s for _, s in turns} == set(g.players)


@pytest.mark.rule("HON-MP-05", "HON-MP-07", "HON-MP-10", "HON-MP-17")
def test_nonsense_of_a_stranger_is_refused_and_never_fails() -> None:
    big = 10**400
    order = round_of(ann(1, 1), ben(9, 1), cid(11, 1), hands=("rally", "mine rally", "mine"))
    for members in ((BEN,) * 4000, (big, -big), ("x", None), 7, ((BEN, CID), ANN), (True, CID)):
        assert order.rule_against(PlayOrder(cast(Any, members))) == "HON-MP-10", members
    order.say(Pass())
    for member in (big, "x", None, True, (BEN,)):
        assert order.rule_against(Pool(cast(Any, member))) == "HON-MP-07", member
    order.say(Pool(BEN))
    own = order.g.hands[BEN][0]
    cards: Any
    for cards in ((own,) * 4000, (big,), (own, "x"), 7, ((own,),)):
        assert order.rule_against(ShowCards(cards, CID)) == "HON-MP-17", cards
    for ally in (big, "x", None, True, (CID,)):
        assert order.rule_against(ShowCards((Hidden(own),), cast(Any, ally))) == "HON-MP-17", ally
        assert order.rule_against(OfferCard(Hidden(own), cast(Any, ally))) == "HON-MP-17", ally
    buying = fresh(BUILT)
    bought = HighCommand(TileKey("us_t_shaef"))
    strange: list[dict[str, Any]] = [
        {"tile": 7},
        {"tile": ()},
        {"options": 7},
        {"options": (7,)},
        {"options": ("or_planning",) * 4000},
        {"shares": 7},
        {"shares": (big, -big)},
        {"shares": ("x", 30)},
        {"shares": (True, 29)},
        {"directives": (7,)},
    ]
    for fields in strange:
        assert buying.refusal(evolve(bought, **fields)) is not None, fields


@pytest.mark.parametrize("setup", [S5, BUILT], ids=["s5", "built"])
def test_offers_bad_answers_and_what_three_see(setup: Setup) -> None:
    playout = Playout(HEROES, setup, 1)
    playout.play(examine_every=60)
    assert playout.refused > 300 and playout.tried > 50


def test_twins_of_three_play_alike() -> None:
    Playout(HEROES, BUILT, 1).play(twins=4)


@pytest.mark.rule("HON-HID-12", "HON-HID-13")
def test_what_one_of_three_is_shown_does_not_hang_on_what_it_cannot_know() -> None:
    worlds = differing = further = 0
    for seed in seeds(1, of=2):
        story = Story(HEROES, S5, seed, worlds=3)
        for pause, seat, world in story.worlds:
            further += story.tell(pause, seat, world)
        worlds += len(story.worlds)
        differing += story.differing
    assert worlds and differing > worlds // 3 and further > worlds


# -- the computer as an ally ---------------------------------------------------------------


def thinks(table: Driver[HeroesState], seat: Seat) -> Any:
    """What the computer player answers for a seat."""
    return HEROES.computer(table.view(seat), Chance(1))


@pytest.mark.rule("HON-MP-05")
def test_the_computer_pays_an_equal_share_of_a_high_command_and_no_more() -> None:
    shaef, planning = TileKey("us_t_shaef"), OptionKey("or_planning")
    cost = 30 + CATALOG.options[planning].cost[Nation.US]
    for theirs, agrees in ((cost // 2, True), (cost // 2 - 10, True), (cost - 5, False)):
        table = fresh(BUILT)
        table.say(HighCommand(shaef, (planning,), (cost - theirs, theirs)))
        assert (table.kind, table.seat) == ("agree", CID)
        assert thinks(table, CID) == (Agree() if agrees else Pass())


@pytest.mark.rule("HON-MP-04", "HON-MP-05")
def test_who_has_paid_for_a_high_command_is_offered_most_of_a_ready_army() -> None:
    """No ready army fits what is left; one without an option or two does."""
    table = fresh(BUILT)
    table.say(HighCommand(TileKey("us_t_shaef"), (OptionKey("or_planning"),)), Agree())
    g = table.g
    (offered,) = [a for a in agenda.offers(table.view(CID)) if isinstance(a, Roster)]
    army = army_of(Nation.US, offered)
    assert len(army.tiles) == 2 and g.budget(CID) - 20 < cost_of(army) <= g.budget(CID)
    assert thinks(table, CID) == offered


@pytest.mark.rule("HON-MP-17")
def test_the_computer_shows_its_ally_its_hand_once() -> None:
    hands = ("", "dig_in mine", "rally")
    table = round_of(ann(1, 1), ben(8, 1), cid(9, 3), hands=hands)
    while table.kind != "confer":
        table.say(table.idle())
    assert table.seat == BEN
    shown = thinks(table, BEN)
    assert shown == ShowCards(tuple(map(Hidden, table.g.hands[BEN])), CID)
    table.say(shown)
    assert (table.kind, table.seat) == ("confer", CID)  # there is nothing more to show


def after_showing(hands: tuple[str, ...]) -> tuple[Table, Any]:
    """Cid and Ben, who has a tank, confer in Supply: what Cid says once they have shown all."""
    tank = ben(8, 1, "us_sherman", facing=6)
    table = round_of(ann(1, 1), tank, cid(9, 5), hands=hands, due=(0, 0, 0))
    while table.g.phase is not Phase.SUPPLY or (table.kind, table.seat) != ("confer", CID):
        table.say(table.idle())
    while isinstance(said := thinks(table, CID), ShowCards):
        table.say(said)
    return table, said


@pytest.mark.rule("HON-MP-17")
def test_the_computer_gives_an_ally_what_only_they_can_use() -> None:
    """A field repair to a tank's owner, for a card that Ben has twice."""
    hands = ("", "aimed_shot dig_in dig_in", "field_repair rally")
    table, said = after_showing(hands)
    assert said == OfferCard(Hidden(table.card("field_repair", CID)), BEN)
    table.say(said)
    assert (table.kind, table.seat) == ("swap", BEN)
    given = thinks(table, BEN)
    assert given == GiveCard(Hidden(table.card("dig_in", BEN)))
    table.say(given)
    assert table.told(CardsExchanged)
    assert isinstance(thinks(table, CID), Pass)


@pytest.mark.rule("HON-MP-17")
def test_the_computer_offers_a_card_once_and_keeps_one_that_everybody_can_use() -> None:
    hands = ("", "aimed_shot dig_in", "field_repair rally")
    table, said = after_showing(hands)
    table.say(said)
    assert thinks(table, BEN) == Pass()  # it has nothing to spare
    table.say(Pass())
    assert (table.kind, table.seat) == ("confer", CID) and thinks(table, CID) == Pass()


@pytest.mark.rule("HON-MP-17")
def test_allies_are_offered_each_way_to_show_their_cards_once() -> None:
    table = round_of(ann(1, 1), ben(8, 1), cid(9, 3), hands=("", "dig_in", "rally mine"))
    while (table.kind, table.seat) != ("confer", BEN):
        table.say(table.idle())
    offered = [a for a in agenda.offers(table.view(BEN)) if isinstance(a, ShowCards)]
    assert offered == [ShowCards((Hidden(table.g.hands[BEN][0]),), CID)]
    nonsense: Any = (table.g.hands[BEN][0], "x")
    table.refused(ShowCards(nonsense, CID), "HON-MP-17")
