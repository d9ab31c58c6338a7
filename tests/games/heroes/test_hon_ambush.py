"""Deploying concealed counters and Scouts, false claims, whole matches. Ledger 2.4, 2.29."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

import pytest
from attrs import evolve

from fuzz.watched import Playout
from fuzz.worlds import Story, first_options
from owm_net.engine import agenda, codec
from owm_net.engine.agenda import Done
from owm_net.engine.chance import Chance
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Over, Reveal, Roll
from owm_net.engine.system import Setup
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.concealing import BlindsTaken, ambushers, scout
from owm_net.games.heroes.ids import (
    NO_UNIT,
    Face,
    Heading,
    OptionKey,
    ScenarioKey,
    TileKey,
    UnitId,
)
from owm_net.games.heroes.printed.armies import Army, TileBought
from owm_net.games.heroes.set_up import Deploy, Deployed, DeployOpen, LayBlind
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.supply_effects import nest
from owm_net.games.heroes.system import PLAYABLE, Heroes
from owm_net.games.heroes.terms import Nation
from tests.games.driver import Driver
from tests.games.heroes.table import ann, at
from tests.games.heroes.test_hon_match import match, told_alike
from tests.seats import ANN, BEN

HEROES = Heroes()


def bought(key: str, **slots: str) -> TileBought:
    return TileBought(
        key=TileKey(key), options={slot: OptionKey(option) for slot, option in slots.items()}
    )


def ambush(name: str, german: tuple[TileBought, ...], us: tuple[TileBought, ...]) -> ScenarioKey:
    """The first scenario with other armies; the Germans deploy first."""
    first = CATALOG.scenarios[PLAYABLE[0]]
    sides = (
        evolve(first.sides[0], army=Army(nation=Nation.GERMAN, tiles=german)),
        evolve(first.sides[1], army=Army(nation=Nation.US, tiles=us)),
    )
    key = ScenarioKey(f"tests-{name}")
    known = dict(CATALOG.scenarios)
    known[key] = evolve(first, key=key, sides=sides, initiative="german")
    CATALOG.scenarios[key] = known[key]  # type: ignore[index]
    return key


WOODS = ambush(
    "woods",
    (
        bought("de_t_major", O1="or_concealed"),
        bought("de_t_stoss", T2="tr_tricky", T4="sup_scouts", T6="sup_sniper"),
    ),
    (bought("us_t_captain"), bought("us_t_engineer", T6="sup_sniper")),
)
NEST = ambush(
    "nest",
    (bought("de_t_major"), bought("de_t_stoss", T6="sup_sniper")),
    (bought("us_t_engineer"), bought("us_t_captain", O1="or_mg_nest")),
)
INFILTRATED = ambush(
    "infiltrated",
    (bought("de_t_major", O1="or_infiltration"), bought("de_t_stoss")),
    (bought("us_t_captain"), bought("us_t_engineer")),
)


def begun(key: ScenarioKey) -> Driver[HeroesState]:
    state = HeroesState(
        seats=2, scenario=key, agenda=HEROES.new_game(Setup(PLAYABLE[0], "standard", 2)).agenda
    )
    return Driver(state, match("ambush").dealer).begin()


def laid(table: Driver[HeroesState], blind: UnitId, x: int, y: int) -> LayBlind:
    return LayBlind(table.g.card_under(blind), at(x, y))


def by_key(g: HeroesState, key: str) -> UnitId:
    return next(UnitId(n) for n, u in enumerate(g.units) if u.key == key)


def blinds(table: Driver[HeroesState]) -> dict[str, tuple[UnitId, int]]:
    """Of the seat that deploys: a blind with its card for each kind of unit, and for a Ruse."""
    g, found = table.g, {}
    known = table.known(table.seat)
    for blind in g.blinds:
        if blind.seat == table.seat:
            card = g.card_under(blind.unit)
            face = known.get(card, card)
            name = "ruse" if face >= 360 else g.units[face - 300].key
            found[name] = (blind.unit, int(card))
    return found


@pytest.mark.rule("HON-AB-04", "HON-SET-05", "HON-SET-07", "HON-HID-06")
def test_ambush_units_and_ruses_come_as_blinds_or_openly() -> None:
    table = begun(WOODS)
    g = table.g
    assert [(e.seat, e.counters) for e in table.told(BlindsTaken)] == [(ANN, 6), (BEN, 2)]
    own = blinds(table)
    assert set(own) == {"ruse", "de_scout", "de_sniper", "de_panzerschreck"}
    sniper = by_key(g, "de_sniper")
    table.refused(Deploy(sniper, at(1, 1)), "HON-SET-03")  # it comes by its card
    ruse, card = own["ruse"]
    other = View(g, ANN, {})
    openly = DeployOpen(Played(card), at(1, 1))
    table.refused(openly, "HON-TRT-13")
    assert agenda.why_not(other, openly) is None
    table.refused(DeployOpen(Played(own["de_sniper"][1]), at(1, 1), Face(1)), "HON-SET-04")
    table.refused(DeployOpen(Played(own["de_sniper"][1]), at(9, 1)), "HON-SET-03")
    table.say(laid(table, ruse, 1, 1))
    assert g.units[ruse].there and g.units[ruse].concealed
    table.say(DeployOpen(Played(own["de_sniper"][1]), at(1, 2)))
    assert g.units[sniper].at == at(1, 2) and not g.units[sniper].concealed
    assert g.units[own["de_sniper"][0]].lost
    assert Deployed(sniper, at(1, 2)) in table.events
    table.refused(DeployOpen(Played(own["de_sniper"][1]), at(1, 3)), "HON-AB-04")
    faces = table.known(ANN)
    left = [c for c in g.hands[g.veiled(ANN)] if c != card and faces.get(c, 0) >= 360]
    with pytest.raises(IllegalAnswer, match="a Ruse does nothing but move"):
        agenda.advance(g, DeployOpen(Played(left[0]), at(1, 4)))
        table._settle()


@pytest.mark.rule("HON-SET-03", "HON-AB-04", "HON-ORO-12")
def test_a_nest_that_waits_keeps_no_blind_off_the_map() -> None:
    table = begun(NEST)
    g = table.g
    assert g.formations[-1].key == "or_mg_nest"
    sniper = blinds(table)["de_sniper"][0]
    assert sniper in table.top.waiting(g) and nest(g, ANN) == NO_UNIT
    assert g.units[nest(g, BEN)].seat == BEN and nest(g, BEN) not in table.top.waiting(g)
    table.say(laid(table, sniper, 1, 1))
    assert g.units[sniper].there


@pytest.mark.rule("HON-SET-06", "HON-AB-70", "HON-AB-71", "HON-HID-13")
def test_scouts_are_laid_outside_the_zone_and_not_beside_objectives() -> None:
    table = begun(WOODS)
    g = table.g
    scout_blind, card = blinds(table)["de_scout"]
    ruse = blinds(table)["ruse"][0]
    table.refused(laid(table, scout_blind, 6, 1), "HON-AB-70")
    table.say(laid(table, scout_blind, 5, 1))  # three spaces out of x 0 to 2
    assert [b.outside for b in g.blinds if b.unit == scout_blind] == [3]
    second, card = blinds(table)["de_scout"]
    assert second != scout_blind or card
    # a Ruse may not, but only its owner knows that it is one
    no = agenda.why_not(View(g, ANN, table.known(ANN)), laid(table, ruse, 4, 1))
    assert no is not None and no.rule == "HON-SET-03"
    assert agenda.why_not(View(g, ANN, {}), laid(table, ruse, 4, 1)) is None
    other = View(g, ANN, {})
    assert agenda.why_not(other, laid(table, ruse, 6, 1)) is not None  # nobody's Scout goes so far
    no = agenda.why_not(other, laid(table, ruse, 5, 3))
    assert no is None  # two spaces from the crossroads


@pytest.mark.rule("HON-AB-71")
def test_a_scout_keeps_away_from_objectives() -> None:
    key = ScenarioKey("tests-near")
    woods = CATALOG.scenarios[WOODS]
    CATALOG.scenarios[key] = evolve(woods, key=key, bonus=(at(4, 6),))  # type: ignore[index]
    table = begun(key)
    scout_blind, card = blinds(table)["de_scout"]
    table.refused(laid(table, scout_blind, 5, 5), "HON-AB-71")
    table.refused(laid(table, scout_blind, 4, 6), "HON-AB-71")
    table.refused(DeployOpen(Played(card), at(3, 7)), "HON-AB-71")
    table.say(laid(table, scout_blind, 5, 4))


@pytest.mark.rule("HON-HID-05", "HON-AB-70")
@pytest.mark.parametrize("found", [True, False], ids=["found", "at the end"])
def test_who_lays_a_ruse_where_a_scout_alone_may_be_is_found_out(found: bool) -> None:
    """R-87: at the latest before the result."""
    table = begun(WOODS)
    ruse = blinds(table)["ruse"][0]
    agenda.advance(table.g, laid(table, ruse, 5, 1))
    table._settle()
    chance = Chance("ambush")
    with pytest.raises(IllegalAnswer, match="farther out than it may be") as caught:
        while table.over is None:
            if found and table.kind == "turn":
                table.g.change(by_key(table.g, "us_captain"), at=at(6, 1))
            table.say(agenda.sample(View(table.g, table.seat, table.known(table.seat)), chance))
    assert caught.value.seat == ANN


@pytest.mark.rule("HON-ORO-10")
def test_infiltration_lets_an_army_scout_and_brings_concealed_tokens() -> None:
    """R-222: it fills a slot of an officer's tile."""
    table = begun(INFILTRATED)
    g = table.g
    major, squad = by_key(g, "de_major"), by_key(g, "de_stosstrupp")
    assert scout(g, major) == scout(g, squad) == 6
    table.refused(Deploy(major, at(9, 1)), "HON-AB-70")
    table.refused(Deploy(squad, at(9, 1)), "HON-AB-70")
    assert table.allowed(Deploy(squad, at(8, 1)))
    table.say(Deploy(major, at(8, 1)))
    assert [o.tokens for o in g.options if o.key == "or_infiltration"] == [2]
    us = Nation.US
    assert us not in CATALOG.options[OptionKey("or_infiltration")].cost


@pytest.mark.rule("HON-SET-07")
def test_mortar_supply_is_deployed_with_the_army_and_is_a_scout() -> None:
    key = ambush(
        "mortars",
        (bought("de_t_major"), bought("de_t_pzgren", P2="eq_mortar_supply")),
        (bought("us_t_captain"), bought("us_t_rifle")),
    )
    table = begun(key)
    supply = by_key(table.g, "mortar_supply")
    table.refused(Deploy(supply, at(6, 0)), "HON-AB-70")
    table.say(Deploy(supply, at(5, 0)))
    assert table.g.units[supply].at == at(5, 0)


class Ambushes(Heroes):
    """The game with a scenario of these tests."""

    missions: ClassVar[tuple[str, ...]] = (WOODS,)


AMBUSHES = Ambushes()
SETUP = Setup(WOODS, "standard", 2)


def played(seed: str | int) -> LocalMatch:
    return LocalMatch(AMBUSHES, SETUP, seed, [random_player] * 2)


@pytest.mark.rule("HON-RND-02")
def test_random_matches_with_ambushes_end() -> None:
    seen = Counter[str]()
    for seed in range(4):
        one = played(seed)
        while not isinstance(one.request, Over):
            request = one.request
            if isinstance(request, Choose) and request.kind != "turn":
                assert len(first_options(one.view(request.seat), 2)) > 1, request
            one.step()
            seen.update([type(e).__name__ for e in one.state.events])
    assert seen["Opened"] > 15 and seen["Hidden"] and seen["Ended"] == 4


@pytest.mark.rule("HON-HID-13", "HON-HID-05", "HON-HID-06")
def test_worlds_that_differ_in_what_is_concealed_ask_the_same_questions() -> None:
    """As `test_hon_match` has it for tokens and cards."""
    asked, opened = Counter[str](), 0
    for seed in range(4):
        one, other = played(f"one {seed}"), played(f"other {seed}")
        while one.request == other.request and not isinstance(one.request, Over):
            assert codec.encode(one.state) == codec.encode(other.state)
            request = one.request
            if isinstance(request, Choose):
                asked[request.kind] += 1
                answer = told_alike(one, other)
                if answer is None:
                    break
                one.give(answer)
                other.give(answer)
                continue
            mine, theirs = one.decide(), other.decide()
            opened += isinstance(request, Reveal)
            if isinstance(request, Reveal) and mine != theirs:
                break
            one.give(mine)
            other.give(mine if isinstance(request, Roll) else theirs)
        assert one.request == other.request
    assert {"deploy", "lay", "turn"} <= set(asked) and sum(asked.values()) > 4 * 15 and opened


@pytest.mark.rule("HON-HID-13", "HON-AB-14")
def test_what_a_seat_is_shown_does_not_hang_on_what_is_concealed() -> None:
    worlds = differing = 0
    for seed in range(2):
        story = Story(AMBUSHES, SETUP, seed, worlds=3)
        for pause, seat, world in story.worlds:
            story.tell(pause, seat, world)
        worlds += len(story.worlds)
        differing += story.differing
    assert worlds and differing > worlds // 2


def test_offers_bad_answers_and_twins_with_ambushes() -> None:
    playout = Playout(AMBUSHES, SETUP, 1)
    playout.play(examine_every=40)
    assert playout.refused > 200
    Playout(AMBUSHES, SETUP, 2).play(twins=4)


@pytest.mark.rule("HON-AB-72")
def test_a_transport_outside_the_zone_carries_scouts_alone() -> None:
    key = ambush(
        "jeep",
        (bought("de_t_major"), bought("de_t_pzgren", P4="sup_amphib")),
        (bought("us_t_captain"), bought("us_t_rifle")),
    )
    table = begun(key)
    jeep, squad = by_key(table.g, "de_schwimm"), by_key(table.g, "de_grenadier")
    table.refused(Deploy(jeep, at(6, 0), Face(0), Heading(2)), "HON-AB-70")
    table.say(Deploy(jeep, at(5, 0), Face(0), Heading(2)))
    table.refused(Deploy(squad, at(5, 0)), "HON-AB-72")


@pytest.mark.rule("HON-SET-08", "HON-SET-06")
def test_on_the_road_east_infantry_begins_aboard_and_nobody_openly_near_the_road() -> None:
    """G-11 S7."""
    table = begun(ScenarioKey("road-east"))
    g = table.g
    rifle = by_key(g, "us_rifle")
    table.refused(Deploy(rifle, at(1, 1)), "HON-SET-08")
    while table.seat == BEN and any(g.units[n].kind.vehicle for n in table.top.waiting(g)):
        table.say(next(a for a in table.options(Deploy) if g.units[a.unit].kind.vehicle))
    table.refused(Deploy(rifle, at(0, 7)), "HON-SET-08")
    assert any(a.unit == rifle for a in table.options(Deploy))
    while table.seat == BEN:
        table.say(table.options(Deploy)[0])
    squad = by_key(g, "de_stosstrupp")
    table.refused(Deploy(squad, at(9, 1)), "HON-SET-03")
    table.say(Deploy(squad, at(9, 0)))
    ruse = blinds(table)["ruse"][0]
    table.say(laid(table, ruse, 9, 1))


@pytest.mark.rule("HON-SET-08", "HON-AB-04")
def test_no_ambush_unit_begins_openly_beside_a_vehicle_with_room() -> None:
    """G-11 S7, as it holds for armies that are built: it may lie concealed."""
    key, woods = ScenarioKey("tests-aboard"), CATALOG.scenarios[WOODS]
    sides = (evolve(woods.sides[0], aboard=True), woods.sides[1])
    CATALOG.scenarios[key] = evolve(woods, key=key, sides=sides)  # type: ignore[index]
    table = begun(key)
    g, (blind, card) = table.g, blinds(table)["de_sniper"]
    openly = DeployOpen(Played(card), at(1, 2))
    assert table.allowed(openly)  # nothing to ride in
    g.units.append(ann(1, 4, "de_halftrack"))
    table.refused(openly, "HON-SET-08")
    assert table.allowed(laid(table, blind, 1, 2))


@pytest.mark.rule("HON-SET-03", "HON-AB-70")
def test_a_blind_has_no_place_where_the_zone_is_full() -> None:
    """R-319: its unit may be a Scout, but also a Ruse. The units are gone with all the blinds."""
    table = begun(WOODS)
    g = table.g
    own = [b.unit for b in g.blinds if b.seat == ANN]
    for n, u in enumerate(g.units):
        if u.seat == ANN and not (u.blind or u.piece.conceals):
            g.change(UnitId(n), lost=True)
    g.units.extend([evolve(ann(x, y), lost=False) for x, y in g.side(ANN).zone])
    deploying = table.top
    assert deploying.waiting(g) == own and ambushers(g, ANN)
    assert isinstance(deploying.start(g), Done)
    assert all(g.units[unit].lost for unit in own) and not ambushers(g, ANN)
