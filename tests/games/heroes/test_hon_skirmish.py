"""Whole matches with what the first scenario has not: positions, a house, guns, a hero, options."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar, cast

import pytest
from attrs import evolve

from fuzz.watched import Playout
from fuzz.worlds import Story, first_options
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, Player, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Choose, Over
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.grid import box
from owm_net.games.heroes.ids import CounterKey, OptionKey, ScenarioKey, TileKey
from owm_net.games.heroes.printed.armies import Army, TileBought
from owm_net.games.heroes.printed.scenarios import Scenario
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import Counts, Nation
from tests.games.heroes.table import at, scenario

SKIRMISH = ScenarioKey("tests-skirmish")


def army(nation: Nation, heroes: tuple[str, ...], **tiles: dict[str, str]) -> Army:
    bought = [
        TileBought(key=TileKey(key), options={s: OptionKey(o) for s, o in options.items()})
        for key, options in tiles.items()
    ]
    return Army(nation=nation, tiles=tuple(bought), heroes=tuple(map(CounterKey, heroes)))


def lay_out() -> None:
    """The scenario joins those of the catalog."""
    overlays = [("position1", 4, 1), ("position1", 11, 5), ("bld_barn", 6, 1), ("thicket1", 9, 6)]
    plain = CATALOG.scenarios[scenario(overlays, objectives=[((7, 4), Counts.CHECK)], rounds=4)]
    staff = {"O1": "or_battle_plan", "O2": "or_bluff", "O3": "or_guardian"}
    germans = army(
        Nation.GERMAN,
        ("de_hero_falk", "de_hero_reiss"),
        de_t_major=staff,
        de_t_pzgren={"P1": "tr_courageous", "P4": "sup_gun"},
    )
    americans = army(
        Nation.US,
        ("us_hero_halloran",),
        us_t_captain=staff,
        us_t_engineer={"T1": "tr_ferocious", "T4": "sup_gun"},
    )
    west, east = plain.sides
    sides = (
        evolve(west, army=germans, zone=tuple(box(at(0, 0), at(5, 7)))),
        evolve(east, army=americans, zone=tuple(box(at(9, 0), at(15, 7)))),
    )
    known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    known[SKIRMISH] = evolve(plain, key=SKIRMISH, sides=sides)


lay_out()


class Skirmish(Heroes):
    """The system with only that scenario."""

    missions: ClassVar[tuple[str, ...]] = (SKIRMISH,)


SYSTEM, SETUP = Skirmish(), Setup(SKIRMISH, "standard", 2)
CARDS = evolve(SETUP, switches=(("cards", "always"),))


@pytest.mark.rule("HON-RND-02", "HON-HID-13")
def test_matches_end_and_every_kind_of_question_comes_up() -> None:
    asked = Counter[str]()
    for seed in range(8):
        match = LocalMatch(SYSTEM, CARDS if seed % 2 else SETUP, seed, [random_player] * 2)
        while not isinstance(match.request, Over):
            if isinstance(match.request, Choose):
                asked[match.request.kind] += 1
            match.step()
            assert match.state.answered < 2000
    kinds = {"deploy", "lay", "gap", "turn", "leg", "react", "supply_move", "discard"}
    kinds |= {"hush", "guard", "after", "again", "act", "start_cards", "end_cards"}
    assert kinds <= set(asked), asked


def patient(system: System, view: View[Any], chance: Chance) -> Answer:
    """Answer as the computer does; but who can only pass does so for as long as they may."""
    answer = system.computer(view, chance, "regular")
    options = first_options(view, 4) if isinstance(answer, Pass) else []
    return options[-1] if all(isinstance(one, Pass) for one in options) and options else answer


@pytest.mark.rule("HON-CARD-09")
@pytest.mark.parametrize(
    ("player", "seed"), [*[(random_player, seed) for seed in (1, 3, 4, 6)], (patient, 3)]
)
def test_a_round_of_seven_orders_a_side_takes_eighty_answers(player: Player, seed: int) -> None:
    """G-06, in the first round, with full hands."""
    match = LocalMatch(SYSTEM, CARDS, seed, [player] * 2)
    g = match.state
    assert isinstance(g, HeroesState)
    while not g.round:
        g.more_orders = [2, 2]  # before they are counted
        match.step()
    assert g.due == [7, 7]
    asked = 0
    while g.round == 1 and not isinstance(match.request, Over):
        asked += isinstance(match.request, Choose)
        match.step()
    assert asked <= 80


def test_offers_bad_answers_and_what_is_seen() -> None:
    playout = Playout(SYSTEM, CARDS, 0)
    playout.play(examine_every=25)
    assert playout.refused > 300 and playout.tried > 50


def test_twins_play_alike() -> None:
    Playout(SYSTEM, CARDS, 3).play(twins=6)


@pytest.mark.rule("HON-HID-13")
def test_what_a_seat_is_shown_does_not_hang_on_tokens_it_cannot_know() -> None:
    story, further = Story(SYSTEM, CARDS, 0, worlds=3), 0
    for pause, seat, world in story.worlds:
        further += story.tell(pause, seat, world)
    assert story.worlds and further > len(story.worlds)
