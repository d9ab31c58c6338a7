"""Builders of *Heroes of Normandie*: by mouse and by keys, reasons of the rules, kept by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from attrs import evolve

from owm_net import games
from owm_net.client import language
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.client.tables.heroes import decking
from owm_net.client.tables.heroes.buying import roster_of
from owm_net.client.tables.heroes.effects import effect_of_card, effect_of_option
from owm_net.client.tables.terminal import Conversation
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.requests import Answer, DeckList
from owm_net.files import squads
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import CommandCards
from owm_net.games.heroes.hidden import card_key
from owm_net.games.heroes.ids import ArmyKey, CounterKey, OptionKey, TileKey
from owm_net.games.heroes.kept import DECKS, numbers_of, numbers_of_deck, roster_from
from owm_net.games.heroes.roster import Roster
from owm_net.games.heroes.roster import roster_of as roster_of_army
from owm_net.games.heroes.terms import Directive, OptionKind
from tests.client.test_nco_squads import drag, overlap, said
from tests.client.test_nothing_covered import covered
from tests.client.test_table import SIZES, press, texts_that_run_over
from tests.games.every import THOROUGH, paired

HEROES = games.get("heroes")
LAYOUTS = [*((size, 1.4) for size in SIZES), ((3840, 2160), 2.0)][:: 1 if THOROUGH else 2]
MAJOR, PLATOON, STORM = map(TileKey, ("de_t_major", "de_t_pzgren", "de_t_stoss"))
GRENADES, AMMO, GEAR = map(OptionKey, ("eq_grenade", "eq_ammo", "eq_gear3"))


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Afterwards the others are said in English again."""
    yield
    language.use("en")


def asked(
    kind: str,
    folder: Path | None = None,
    *,
    points: str = "500",
    size: tuple[int, int] = (1280, 720),
    scale: float = 1.0,
) -> tuple[Stage, list[Answer]]:
    """The German side is asked so for the first time, in a match of built armies with cards."""
    setup = evolve(HEROES.default_setup(), switches=(("armies", points), ("cards", "always")))
    match = LocalMatch(HEROES, setup, 1, [computer_player] * 2)
    while getattr(match.request, "kind", "") != kind:
        match.step()
    return staged(match, folder, size, scale)


def staged(
    match: LocalMatch, folder: Path | None, size: tuple[int, int] = (1280, 720), scale: float = 1.0
) -> tuple[Stage, list[Answer]]:
    """Return what the German side is asked now."""
    settings = Settings(speed="off", guard=True, size=size, scale=scale, memory=folder)
    stage, given = Stage(HEROES, 0, ["Ann", "Ben"], settings), list[Answer]()
    stage.sitting.told(match.view(0), [])
    stage.sitting.ask(match.view(0), given.append)
    stage.tick(0.01)
    return stage, given


def builder(*ids: str, points: str = "500", folder: Path | None = None) -> Stage:
    """The builder of armies, where these have been pressed."""
    stage, _ = asked("roster", folder, points=points)
    for id in ids:
        press(stage, id)
    return stage


def built(stage: Stage) -> Roster:
    return roster_of(stage.sitting.answering.sketch)


def point(stage: Stage, id: str) -> None:
    """The pointer is over it."""
    item = stage.scene().find(id)
    assert item is not None, id
    at = stage.scene().point_of(item)
    assert at is not None
    stage.move(*at)


def texts(stage: Stage, id: str) -> str:
    """Return what stands in an item."""
    item = stage.scene().find(id)
    assert item is not None, id
    return " ".join(run.text for run in item.runs)


# -- armies --------------------------------------------------------------------------------


@pytest.mark.rule("HON-ARMY-02", "HON-ARMY-05", "HON-ARMY-12", "HON-ORD-03")
def test_an_army_is_built_with_the_mouse() -> None:
    stage, given = asked("roster")
    press(stage, "tile:de_t_major")
    press(stage, "tile:de_t_pzgren")
    press(stage, "hero:de_hero_reiss")
    assert texts(stage, "points.cost") == "230 of 500 points"
    assert (texts(stage, "points.orders"), texts(stage, "points.units")) == ("5 orders", "7 units")
    press(stage, "tab:equipment")
    press(stage, "option:eq_ammo_belt")  # the first free slot that takes it
    assert built(stage).options == ((MAJOR, "O4", OptionKey("eq_ammo_belt")),)
    press(stage, "hole:de_t_pzgren.P1")
    press(stage, "option:eq_grenade")  # the slot that is open
    drag(stage, "option:eq_panzerfaust", "hole:de_t_pzgren.P2")
    drag(stage, "hole:de_t_major.O4", "hole:de_t_pzgren.P3")
    options = {(tile, slot): key for tile, slot, key in built(stage).options}
    assert options == {
        (PLATOON, "P1"): GRENADES,
        (PLATOON, "P2"): "eq_panzerfaust",
        (PLATOON, "P3"): "eq_ammo_belt",
    }
    drag(stage, "hole:de_t_pzgren.P2", "prompt")
    assert "eq_panzerfaust" not in [key for _, _, key in built(stage).options]
    stage.key("escape")
    press(stage, "confirm")
    assert given and isinstance(given[0], Roster) and len(given[0].options) == 3
    assert given[0].heroes == (CounterKey("de_hero_reiss"),)


def test_an_army_is_built_by_keys_alone() -> None:
    stage, given = asked("roster")

    def go(id: str) -> None:
        for _ in range(80):
            if stage.sitting.ui.focus == id:
                break
            stage.key("tab")
        assert stage.sitting.ui.focus == id
        stage.key("enter")

    go("tile:de_t_stoss")
    stage.key("4")
    go("option:tr_veteran")
    go("hole:de_t_stoss.T1")
    assert "VETERAN" in texts(stage, "hole:de_t_stoss.T1").upper()
    stage.key("x")  # out of the slot that is open, which stays so
    go("option:eq_gear3")
    go("gear:eq_ammo.more")
    go("gear:eq_ammo.more")
    go("gear:eq_grenade.more")
    stage.key("e")
    go("confirm")
    assert given == [
        Roster((STORM,), ((STORM, "T1", GEAR),), (), ((GEAR, AMMO, 2), (GEAR, GRENADES, 1)))
    ]


@pytest.mark.rule("HON-ARMY-05")
def test_a_slot_says_why_it_does_not_take_what_is_pointed_at() -> None:
    stage = builder("tile:de_t_major", "tile:de_t_pzgren", "tab:equipment")
    point(stage, "option:eq_ammo_belt")
    note = stage.scene().find("tooltip")
    assert note is not None
    for item in stage.scene():  # what is said of it hides neither the list nor what slots say
        if item.kind == "hole" or item.id.startswith("option:"):
            assert not any(note.rect.meets(run.box) for run in item.runs), item.id
    lit = {item.id for item in stage.scene() if item.kind == "hole" and item.lit}
    assert lit == {"hole:de_t_major.O4", "hole:de_t_pzgren.P2", "hole:de_t_pzgren.P3"}
    assert "another size" in texts(stage, "hole:de_t_major.O1")
    assert "no band" in texts(stage, "hole:de_t_pzgren.P1")
    dark = stage.scene().find("hole:de_t_pzgren.P1")
    assert dark is not None and "HON-ARMY-05" in dark.tooltip


@pytest.mark.rule("HON-ARMY-01", "HON-ARMY-12", "HON-ARMY-16", "HON-MP-05", "HON-TRT-10")
def test_what_cannot_be_bought_names_its_rule() -> None:
    stage = builder("tile:de_t_major", "tile:de_t_pzgren", points="250")
    reasons = {
        "tile:de_t_stoss": "it costs 325 of 250 points (HON-ARMY-01)",
        "tile:de_t_okw": "a High Command tile is for alliances (HON-MP-05)",
    }
    for id, why in reasons.items():
        item = stage.scene().find(id)
        assert item is not None and item.why == why
    press(stage, "tab:equipment")
    press(stage, "option:eq_grenade")
    press(stage, "hole:de_t_pzgren.P1")
    twice = stage.scene().find("option:eq_grenade")
    assert twice is not None and "HON-ARMY-16" in twice.why
    before = built(stage)
    press(stage, "option:eq_grenade")
    assert built(stage) == before and "HON-ARMY-16" in stage.sitting.ui.refused.why
    press(stage, "option:tr_notorious")
    assert texts(stage, "points.cost") == "212 of 280 points"
    press(stage, "tab:tiles")
    press(stage, "tile:de_t_pzgren")  # it goes with what is in it
    assert built(stage).options == ((MAJOR, "O4", GRENADES),)
    press(stage, "tile:de_t_major")
    hero = stage.scene().find("hero:de_hero_falk")
    assert hero is not None and "HON-ARMY-12" in hero.why


@pytest.mark.rule("HON-ORO-06", "HON-EQ-08")
def test_directives_and_gear_are_chosen_in_their_slot() -> None:
    stage = builder("tile:de_t_major", "tab:order", "option:or_directive3")
    assert said(stage) == ["as many directives are named as their option has (HON-ORO-06)"]
    for kind in ("charge", "double_time", "fire_at_will"):
        press(stage, f"directive:{kind}")
    more = stage.scene().find("directive:hold_your_ground")
    assert more is not None and "HON-ORO-06" in more.why and not said(stage)
    press(stage, "directive:charge")
    press(stage, "directive:hold_your_ground")
    assert set(built(stage).directives) == set(Directive) - {Directive.CHARGE}
    press(stage, "hole:de_t_major.O4")
    press(stage, "option:eq_gear3")
    for _ in range(3):
        press(stage, "gear:eq_fuel.more")
    full = stage.scene().find("gear:eq_ammo.more")
    assert full is not None and "HON-EQ-08" in full.why
    press(stage, "gear:eq_fuel.less")
    assert built(stage).gear == ((GEAR, "eq_fuel", 2),) and "HON-EQ-08" in said(stage)[0]
    press(stage, "hole.empty")
    assert not built(stage).gear and not said(stage)


@pytest.mark.rule("HON-ARMY-17")
def test_an_army_is_kept_by_name_and_taken_in_another_match(tmp_path: Path) -> None:
    stage = builder("tile:de_t_major", "tab:order", "option:or_bluff", folder=tmp_path)
    own = built(stage)
    press(stage, "keep")
    stage.text("Able")
    stage.key("enter")
    assert squads.kept(tmp_path, "heroes") == {"Able": numbers_of(own)}
    press(stage, "option:or_planning")
    press(stage, "ready-made")
    press(stage, "preset:1")  # it is asked first: the army that is being built is another
    press(stage, "preset:1")
    assert built(stage) == roster_of_army(CATALOG.armies[ArmyKey("de_500_panzer")].army)
    stage.key("escape")
    assert len(built(stage).options) == 2, "Esc brings it back"
    other, given = asked("roster", tmp_path)
    press(other, "ready-made")
    press(other, "preset:0")
    press(other, "confirm")
    assert given == [own]
    press(stage, "rename:0")
    stage.text(" 2")
    stage.key("enter")
    assert list(squads.kept(tmp_path, "heroes")) == ["Able 2"]
    press(stage, "delete:0")
    press(stage, "leave.go")
    assert not squads.kept(tmp_path, "heroes")


def test_every_ready_army_comes_back_from_its_numbers() -> None:
    for ready in CATALOG.armies.values():
        roster = roster_of_army(ready.army)
        back = roster_from(numbers_of(roster))
        assert back is not None and numbers_of(back) == numbers_of(roster)
        assert sorted(back.tiles) == sorted(roster.tiles)
        assert set(back.options) == set(roster.options)
        assert (back.heroes, back.directives) == (roster.heroes, roster.directives)
    gear = Roster((MAJOR,), ((MAJOR, "O4", GEAR),), (), ((GEAR, GRENADES, 1),))
    assert roster_from(numbers_of(gear)) == gear


HOSTILE = {
    "no kind": ((9, 0),),
    "no tile": ((0, 99),),
    "no slot": ((0, 0, 99, 0),),
    "half a slot": ((0, 0, 1),),
    "no option": ((0, 0, 0, 99_999),),
    "no hero": ((1, 77),),
    "odd gear": ((2, 1, 1),),
    "no directive": ((3, 4),),
    "nothing": ((), ()),
}


def test_a_hostile_file_of_armies_is_no_danger(tmp_path: Path) -> None:
    """An unreadable army is not offered; an illegal one names its faults; a broken file is said."""
    for name, groups in HOSTILE.items():
        assert roster_from(groups) is None, name
        if name != "nothing":
            squads.keep(tmp_path, "heroes", name, groups)
    assert roster_from(((0, -1),)) is None
    greedy = ((0, 0, 0, 3, 0, 3), (0, 0), (0, 1), (2, 1, 1, 100_000), (1, 0, 0), (3, 0, 0, 0))
    squads.keep(tmp_path, "heroes", "greedy", greedy)
    squads.keep(tmp_path, "heroes", "American", ((0, 3),))
    stage, given = asked("roster", tmp_path)
    press(stage, "ready-made")
    shown = [i.id for i in stage.scene() if i.id.startswith("delete:")]
    assert shown == ["delete:0"] and any("HON-ARMY-05" in t for t in stage.scene().texts())
    press(stage, "preset:0")
    stage.key("enter")
    assert not given and said(stage)
    press(stage, "ready-made")
    for id in ("hole:de_t_major.O1", "hole:de_t_pzgren.P1"):
        press(stage, id)
        assert not texts_that_run_over(stage.scene())
    (tmp_path / squads.FILE).write_bytes(b'{"version": 1, "squads": {"heroes": [1]}}')
    press(stage, "ready-made")
    assert "not a valid file of squads" in stage.sitting.ui.refused.why


def test_every_card_and_every_option_but_units_says_what_it_does() -> None:
    for key, option in CATALOG.options.items():
        assert bool(effect_of_option(key)) == (option.kind is not OptionKind.SUPPORT), key
    assert all(map(effect_of_card, CATALOG.cards))


WAYS = (
    ("tab:support",),
    ("tab:equipment",),
    ("tab:trait",),
    ("tab:order",),
    ("hole:de_t_pzgren.P1",),
    ("tab:order", "option:or_directive3"),
    ("hole:de_t_pzgren.P1", "option:eq_gear3"),
    ("ready-made",),
)


@pytest.mark.parametrize(
    "size, scale, tongue", [(*layout, tongue) for layout, tongue in paired(LAYOUTS, ["en", "de"])]
)
def test_the_builder_fits(size: tuple[int, int], scale: float, tongue: str, tmp_path: Path) -> None:
    language.use(tongue)
    full = roster_of_army(CATALOG.armies[ArmyKey("de_500_company")].army)
    squads.keep(tmp_path, "heroes", "M" * 30, numbers_of(full))
    for way in WAYS:
        stage, _ = asked("roster", tmp_path, size=size, scale=scale)
        for id in ("tile:de_t_major", "tile:de_t_pzgren", "hero:de_hero_reiss", *way):
            press(stage, id)
        pointed = next((i.id for i in stage.scene() if i.id.startswith("option:")), "")
        if pointed:
            point(stage, pointed)
        scene = stage.scene()
        assert not texts_that_run_over(scene), way
        assert not list(covered(scene)), way
        pressed = [i for i in scene if i.action is not None]
        for n, one in enumerate(pressed):
            for two in pressed[n + 1 :]:
                assert not overlap(one.rect, two.rect), (way, one.id, two.id)


@pytest.mark.parametrize("kind", ["roster", "deck"])
def test_the_map_can_be_looked_at_while_one_builds(kind: str) -> None:
    stage, given = asked(kind)
    id = "tile:de_t_major" if kind == "roster" else "card:rally.less"
    press(stage, id)
    before = stage.sitting.answering.sketch
    stage.key("g")
    assert stage.scene().find("map") is not None and stage.scene().find(id) is None
    assert not [i for i in stage.scene() if i.id.startswith("offer:")]
    stage.key("z")
    assert stage.scene().find("map") is not None
    stage.key("g")
    assert stage.scene().find(id) is not None
    assert stage.sitting.answering.sketch == before and not given


# -- decks ---------------------------------------------------------------------------------


def deck(stage: Stage) -> Counter[str]:
    """How many of each kind are in the deck."""
    return kinds_of(decking.cards_in(stage.sitting))


def kinds_of(cards: Sequence[int]) -> Counter[str]:
    return Counter([str(card_key(card)) for card in cards])


@pytest.mark.rule("HON-DECK-01", "HON-DECK-03")
def test_a_deck_is_changed_by_steppers_and_given() -> None:
    stage, given = asked("deck")
    before = deck(stage)
    assert texts(stage, "points.cards") == "40 of 40 cards" and before.total() == 40
    full = stage.scene().find("card:rally.more")
    assert full is not None and full.why == "choose 40 cards (HON-DECK-01)"
    press(stage, "card:pin_down.less")
    assert said(stage) == ["choose 40 cards (HON-DECK-01)"]
    press(stage, "card:rally.more")
    press(stage, "confirm")
    (answer,) = given
    assert isinstance(answer, DeckList) and len(answer.cards) == 40
    changed = kinds_of(answer.cards)
    assert changed - before == Counter(rally=1) and before - changed == Counter(pin_down=1)


@pytest.mark.rule("HON-DECK-03")
def test_no_more_copies_than_there_are_and_none_of_another_nation() -> None:
    stage, _ = asked("deck")
    press(stage, "clear")
    for _ in range(4):
        press(stage, "card:rally.more")
    none = stage.scene().find("card:rally.more")
    assert none is not None and "HON-DECK-03" in none.why
    assert texts(stage, "card:rally.n") == "4/4" and texts(stage, "curve.supply.n") == "4"
    assert stage.scene().find("card:tank_hunters.more") is None  # American
    stage.key("escape")
    assert deck(stage) == Counter(rally=3), "Esc takes one step back"


@pytest.mark.rule("HON-DECK-04", "HON-ORO-02")
def test_the_command_cards_are_chosen_like_the_others() -> None:
    setup = evolve(HEROES.default_setup(), switches=(("armies", "350"), ("cards", "always")))
    match = LocalMatch(HEROES, setup, 1, [computer_player] * 2)
    armies = [CATALOG.armies[ArmyKey(key)].army for key in ("de_350_guns", "us_350_raid")]
    while getattr(match.request, "kind", "") != "deck":
        roster = getattr(match.request, "kind", "") == "roster"
        match.give(tuple(map(roster_of_army, armies)) if roster else match.decide())
    stage, _ = staged(match, None)
    assert "Artillery cards: up to 4" in texts(stage, "command.lines")
    match.step()
    stage, given = staged(match, None)
    assert stage.scene().find("confirm") is None
    labels = [i.label for i in stage.scene() if i.id.startswith("offer:")]
    assert labels[:2] == ["4 command cards", "3 command cards"]
    match.give(CommandCards(3))
    stage, given = staged(match, None)
    press(stage, "card:nebelwerfer.less")
    press(stage, "card:harassing_fire.more")
    press(stage, "confirm")
    (answer,) = given
    assert isinstance(answer, DeckList)
    assert kinds_of(answer.cards) == Counter(nebelwerfer=2, harassing_fire=1)


@pytest.mark.rule("HON-DECK-06")
def test_a_deck_is_kept_by_name_apart_from_the_armies(tmp_path: Path) -> None:
    squads.keep(tmp_path, "heroes", "An army", ((0, 0),))
    stage, _ = asked("deck", tmp_path)
    press(stage, "card:pin_down.less")
    press(stage, "card:rally.more")
    mine = deck(stage)
    press(stage, "keep")
    stage.text("Able")
    stage.key("enter")
    assert list(squads.kept(tmp_path, DECKS)) == ["Able"]
    assert list(squads.kept(tmp_path, "heroes")) == ["An army"]
    other, given = asked("deck", tmp_path)
    press(other, "ready-made")
    assert "Able" in other.scene().texts() and "An army" not in other.scene().texts()
    press(other, "preset:0")
    press(other, "confirm")
    (answer,) = given
    assert isinstance(answer, DeckList) and kinds_of(answer.cards) == mine


def test_a_hostile_file_of_decks_is_no_danger(tmp_path: Path) -> None:
    squads.keep(tmp_path, DECKS, "thrice", ((0, 0, 0),))
    squads.keep(tmp_path, DECKS, "American", ((76, 77),))
    squads.keep(tmp_path, DECKS, "no card", ((99_999,),))
    squads.keep(tmp_path, DECKS, "artillery", ((68,),))
    stage, given = asked("deck", tmp_path)
    press(stage, "ready-made")
    assert [i.id for i in stage.scene() if i.id.startswith("delete:")] == ["delete:0"]
    press(stage, "preset:0")
    press(stage, "ready-made")
    assert [fault.rpartition("(")[2] for fault in said(stage)] == ["HON-DECK-03)", "HON-DECK-01)"]
    stage.key("enter")
    press(stage, "card:high_command.less")
    assert not given and deck(stage).total() < 3


@pytest.mark.parametrize("tongue", ["en", "de"])
@pytest.mark.parametrize(("size", "scale"), LAYOUTS)
def test_the_builder_of_decks_fits(
    size: tuple[int, int], scale: float, tongue: str, tmp_path: Path
) -> None:
    language.use(tongue)
    squads.keep(tmp_path, DECKS, "M" * 30, (tuple(range(16)),))
    stage, _ = asked("deck", tmp_path, size=size, scale=scale)
    for way in ((), ("clear",), ("ready-made",)):
        for id in way:
            press(stage, id)
        if not way:
            point(stage, "card:rally.text")
        assert not texts_that_run_over(stage.scene()), way
        assert not list(covered(stage.scene())), way
        pressed = [i for i in stage.scene() if i.action is not None]
        for n, one in enumerate(pressed):
            for two in pressed[n + 1 :]:
                assert not overlap(one.rect, two.rect), (way, one.id, two.id)


# -- in a terminal -------------------------------------------------------------------------


def typed(kind: str, folder: Path, *lines: str) -> tuple[str, Answer | None]:
    """Return what a terminal says to such a question and these lines, and the answer that is
    sent."""
    setup = evolve(HEROES.default_setup(), switches=(("armies", "500"), ("cards", "always")))
    match = LocalMatch(HEROES, setup, 1, [computer_player] * 2)
    while getattr(match.request, "kind", "") != kind:
        match.step()
    talk = Conversation(HEROES, shelf=lambda shelf: squads.kept(folder, shelf))
    told, answer = talk.ask(match.view(0)), None
    for line in lines:
        reply = talk.on_line(line)
        told += reply.lines
        answer = answer or reply.answer
    return "\n".join(told), answer


@pytest.mark.rule("HON-ARMY-05", "HON-DECK-01")
def test_a_terminal_lists_what_is_kept_by_its_name(tmp_path: Path) -> None:
    own = Roster((MAJOR, PLATOON), ((PLATOON, "P1", GRENADES),))
    wrong = Roster((MAJOR,), ((MAJOR, "O1", GRENADES),))
    squads.keep(tmp_path, "heroes", "Able", numbers_of(own))
    squads.keep(tmp_path, "heroes", "Wrong", numbers_of(wrong))
    squads.keep(tmp_path, "heroes", "American", ((0, 3),))
    told, answer = typed("roster", tmp_path, "why", "find able", "1", "")
    assert answer == own
    assert "1. Able: An army of Major Karl Brandt" in told and "200 points, 6 units" in told
    assert "Wrong: An army of Major Karl Brandt" in told and "(HON-ARMY-05)" in told
    assert "American" not in told
    cards = tuple(range(24, 64))
    squads.keep(tmp_path, DECKS, "Baker", numbers_of_deck(cards))
    told, answer = typed("deck", tmp_path, "1", "")
    assert answer == DeckList(cards) and "Sent: Baker: A deck of 40 cards." in told
