"""`make data`: each promise that the ledger makes of OWM's data, broken once, is named."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from owm_net.engine.data import DataFiles
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.tokens import Border
from tests.games.owm.ledger import DATA, ROOT


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("owm_promises", ROOT / "scripts/owm_promises.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


promises = load()

DECK, TERRAIN, TRAITS = "core_deck.toml", "terrain.toml", "traits.toml"
US, GERMAN, FINNISH = (
    f"soldiers/{key}.toml" for key in ("us_101st_airborne", "german_352nd", "finnish_5th")
)
HILL, HOUSE = "missions/king_of_the_hill.toml", "missions/not_in_my_house.toml"
ROAD, BRIDGES, SKY = (
    f"missions/{key}.toml" for key in ("the_road_to_ruin", "burning_bridges", "the_sky_is_falling")
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files, to be spoilt."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def spoil(folder: Path, name: str, *changes: tuple[str, str]) -> None:
    """Change a file: pairs of a pattern, first found, and what is to stand there."""
    text = (folder / name).read_text(encoding="utf-8")
    for old, new in changes:
        changed = re.sub(old, new, text, count=1, flags=re.S)
        assert changed != text, old
        text = changed
    (folder / name).write_text(text, encoding="utf-8")


def faults(folder: Path) -> list[str]:
    found: list[str] = promises.faults(DataFiles(folder))
    return found


def test_our_own_data_keep_every_promise(folder: Path) -> None:
    assert faults(folder) == []


PLANTS: dict[str, tuple[str, list[tuple[str, str]], str]] = {
    "dice follow the number": (
        DECK,
        [("red = 1, green = 1, blue = 1", "red = 0"), ("red = 2, green = 1, blue = 1",
          "red = 1, green = 1, blue = 1"), ("red = 0", "red = 2, green = 1, blue = 1")],
        f"{DECK}: card 1: dice: must be (1, 1, 1), are (2, 1, 1) (3.1)",
    ),
    "each result of the dice once": (
        DECK,
        [("red = 2, green = 1, blue = 1", "red = 1, green = 1, blue = 1")],
        f"{DECK}: order 2: dice: (1, 1, 1) stand on order 1 already",
    ),
    "means of a class": (
        DECK,
        [('decision = "attention"', 'decision = "regroup"')],
        f"{DECK}: decision attention: dice.",
    ),
    "means of Terrain": (
        DECK,
        # the first six, with a low blue die, are gone: what is left is too good
        [(r"\[\[terrain\]\]\n(number = \d+\ndice = [^\n]*\n)[^\n]*\n[^\n]*\n",
            '[[order]]\n\\1standing_order = "entrench"\ndecision = "regroup"\n')] * 6,
        f"{DECK}: terrain: dice.blue: the mean must be within 0.25 of 4.5, is ",
    ),
    "Standing Orders": (
        DECK,
        [('standing_order = "entrench"', 'standing_order = "maneuver"')],
        f"{DECK}: order: standing_order: entrench: there must be 18, are 17 (3.1)",
    ),
    "strengths of orders": (
        DECK,
        [('strength = "red"', 'strength = "blue"')],
        f"{DECK}: order: standing_order: attack blue: there must be 9, are 10 (3.1)",
    ),
    "Command Decisions": (
        DECK,
        [('decision = "covering_fire"', 'decision = "lucky_shot"')],
        f"{DECK}: order: decision: lucky_shot on entrench: there must be 1, are 2 (3.1)",
    ),
    "strengths of decisions": (
        DECK,
        [('decision = "evade"\ndecision_strength = "red"',
          'decision = "evade"\ndecision_strength = "blue"')],
        f"{DECK}: order: decision_strength: evade blue: there must be 2, are 3 (3.3)",
    ),
    "twenty decisions": (
        "decisions.toml",
        [('key = "smoke"', 'key = "fog"')],
        "decisions.toml: decision: key: smoke: there must be 1, are 0 (3.1)",
    ),
    "icons": (
        DECK,
        [('icon = "jam"', 'icon = "wound"')],
        f"{DECK}: order: icon: jam on ",
    ),
    "copies of Terrain": (
        DECK,
        [('kind = "woods"', 'kind = "hill"')],
        f"{DECK}: terrain: kind: woods: there must be 7, are 6 (3.4)",
    ),
    "cross-hairs": (
        DECK,
        [('crosshair = "C"', 'crosshair = "NW"')],
        f"{DECK}: terrain: crosshair: C: there must be 16, are 15 (3.4)",
    ),
    "the Village of 11A": (
        DECK,
        [(r'(number = 11\n[^\n]*\n)kind = "village"', r'\1kind = "ruins"')],
        f"{DECK}: card 11: kind: must be Terrain of the kind village (3.1)",
    ),
    "values of Terrain": (
        TERRAIN,
        [("attack = 3", "attack = 2")],
        f"{TERRAIN}: kind hill: attack: must be 3, is 2 (3.4)",
    ),
    "icons of Terrain": (
        TERRAIN,
        [("no_movement = true", "no_movement = false")],
        f"{TERRAIN}: kind lake: no_movement: must be true, is false (3.4)",
    ),
    "twelve mission cards": (
        TERRAIN,
        [(r'\[\[mission_card\]\](?:(?!\[\[).)*?number_label = "97A".*', "")],
        f"{TERRAIN}: mission_card: number_label: 97A: there must be 1, are 0 (3.4)",
    ),
    "values of mission cards": (
        TERRAIN,
        [(r'(number_label = "36A".*?)defense = 1', r"\1defense = 2")],
        f"{TERRAIN}: mission_card 36A: defense: must be 1, is 2 (3.4)",
    ),
    "grids": (
        "weapons.toml",
        [('grid = \\["GB", "GB"', 'grid = ["BB", "GB"')],
        "weapons.toml: weapon kar98k: grid: must be ['GB', 'GB',",
    ),
    "points of weapons": (
        "weapons.toml",
        [(r'(key = "mg42".*?)points = 4', r"\1points = 3")],
        "weapons.toml: weapon mg42: points: must be 4, is 3 (3.5)",
    ),
    "division sizes": (
        FINNISH,
        [(r"\[\[soldier\]\]\nnumber = 14\n.*", "")],
        f"{FINNISH}: soldier: number: there must be 14, are 13 (3.6)",
    ),
    "136 soldiers": (
        FINNISH,
        [(r"\[\[soldier\]\]\nnumber = 14\n.*", "")],
        "soldiers: soldier: number: there must be 136 in all, are 135 (COMP-01)",
    ),
    "numbers from 1": (
        FINNISH,
        [(r"number = 14\n", "number = 15\n")],
        f"{FINNISH}: soldier: number: must run from 1 to 14 (3.6)",
    ),
    "ranks": (
        GERMAN,
        [('rank = "corporal"', 'rank = "private"')],
        f"{GERMAN}: soldier 2: rank: must be corporal, is private (3.6)",
    ),
    "Leaders": (
        GERMAN,
        [('rank = "corporal"', 'rank = "private"')],
        f"{GERMAN}: soldier: rank: there must be 8 Leaders, are 7 (3.6)",
    ),
    "qualities": (
        GERMAN,
        [("resolve = 5", "resolve = 6")],
        f"{GERMAN}: soldier 1: resolve: must be 5, is 6 (3.6, Ve)",
    ),
    "weapons of the templates": (
        GERMAN,
        [('weapon = "mp40"', 'weapon = "kar98k"')],
        f"{GERMAN}: soldier 1: weapon: a rifle does not go with S (3.6)",
    ),
    "the Medic": (
        GERMAN,
        [('strength_trait = "S01"', 'strength_trait = "S02"')],
        f"{GERMAN}: soldier 14: strength_trait: S01 is the Medic's, and nobody else's (3.6)",
    ),
    "points of soldiers": (
        US,
        [("points = 10", "points = 9")],
        f"{US}: soldier 1: points: must be 10, is 9 (3.6)",
    ),
    "historical squads": (
        US,
        [("historical = 12", "historical = 10")],
        f"{US}: historical: must be 12, is 10 (SETUP-07)",
    ),
    "historical totals": (
        US,
        [("points = 10", "points = 9")],
        f"{US}: soldier: points: numbers 1 to 12 must be 71, are 70 (3.6)",
    ),
    "44 traits": (
        TRAITS,
        [(r'\[\[trait\]\]\nkey = "W20".*', "")],
        f"{TRAITS}: trait: key: W20: there must be 1, are 0 (3.7)",
    ),
    "values of traits": (
        TRAITS,
        [(r'(key = "S01".*?)value = 2', r"\1value = 1")],
        f"{TRAITS}: trait S01: value: must be 2, is 1 (3.7)",
    ),
    "a strength and a weakness": (
        US,
        [('strength_trait = "S04"', 'strength_trait = "W04"')],
        f"{US}: soldier 1: strength_trait: W04 is none (3.7)",
    ),
    "squads for the usual totals": (
        "squads/finnish_5th.toml",
        [("total = 65", "total = 66")],
        "squads/finnish_5th.toml: squad: total: 65: there must be 1, are 0 (SETUP-06)",
    ),
    "token cards": (
        "token_cards.toml",
        [("count = 108", "count = 107")],
        "token_cards.toml: token: count: fireteam: there must be 109, are 108 (COMP-02)",
    ),
    "Field cards": (
        "token_cards.toml",
        [("count = 9", "count = 8")],
        "token_cards.toml: other field: count: must be 9, is 8 (COMP-01)",
    ),
    "reference cards": (
        "reference.toml",
        [(r'\[\[card\]\]\ntitle = "A turn".*?\n\n', "")],
        "reference.toml: card: title: there must be 4, are 3 (COMP-01)",
    ),
    "eight missions": (
        HILL,
        [("number = 2", "number = 9")],
        "missions: number: 2: there must be 1, are 0 (COMP-01, 3.8)",
    ),
    "values of missions": (
        HILL,
        [("deck_timer = 3", "deck_timer = 4")],
        f"{HILL}: deck_timer: must be 3, is 4 (3.8)",
    ),
    "weather of missions": (
        HOUSE,
        [("range = 3", "range = 4")],
        f"{HOUSE}: visibility: must be blizzard 3, is blizzard 4 (3.8)",
    ),
    "maps": (
        HILL,
        [(r"\.W\.G\.\n", "OW.G.\n"), ("B1 = 53", "A1 = 111\nB1 = 53")],
        f"{HILL}: map: is not the map of mission 2 (3.8)",
    ),
    "points of objectives": (
        HILL,
        [("points = 20", "points = 21")],
        f"{HILL}: objectives[1].points: must be 20, is 21 (3.8)",
    ),
    "points of the truck": (
        ROAD,
        [("points = 10", "points = 9")],
        f"{ROAD}: objectives[1].points: must be 10, is 9 (3.8)",
    ),
    "places of objectives": (
        HOUSE,
        [('cell = "C6"', 'cell = "D6"')],
        f"{HOUSE}: objectives: must be at C1 C6, are at C1 D6 (3.8)",
    ),
    "Artillery at the ready": (
        "missions/capture_the_flag.toml",
        [("at_the_ready = true\n", "")],
        "missions/capture_the_flag.toml: at_the_ready: must be true, is false (3.8)",
    ),
    "anchors of a side": (
        BRIDGES,
        [(r'axis = \["A1", "E1"\]', 'axis = ["A1"]')],
        f"{BRIDGES}: anchors.axis: must be A1 E1, are A1 (3.8)",
    ),
    "anchors of whoever drives": (
        ROAD,
        [('"E1", "E5"', '"E1"')],
        f"{ROAD}: anchors: must be A3 E1 E5, are A3 E1 (3.8)",
    ),
    "forbidden rows": (
        HILL,
        [(r"forbidden_start_rows = \[4\]", "forbidden_start_rows = []")],
        f"{HILL}: forbidden_start_rows: must be [4], is [] (3.8)",
    ),
    "small Fireteams": (
        BRIDGES,
        [("axis = 3", "axis = 4")],
        f"{BRIDGES}: max_soldiers: must be {{'axis': 3}}, is {{'axis': 4}} (3.8)",
    ),
    "the path of the truck": (
        ROAD,
        [('"F3", "G3"', '"F3", "F4", "G3"')],
        f"{ROAD}: path: must be ['A3', 'B3', 'C3', 'D3', 'E3', 'F3', 'G3'], is ",
    ),
    "drop zones": (
        SKY,
        [('"B2", "F2"', '"F2", "B2"')],
        f"{SKY}: drop_zones: must be ['B2', 'F2', 'B4', 'F4'], is ['F2', 'B2', 'B4', 'F4'] (3.8)",
    ),
    "the truck": (
        "tokens.toml",
        [("orange = 9", "orange = 10")],
        "tokens.toml: truck: orange: must be 9, is 10 (TOK-11)",
    ),
    "Lu": (
        "tokens.toml",
        [("vitality = 8", "vitality = 7")],
        "tokens.toml: lu: vitality: must be 8, is 7 (3.11)",
    ),
    "Terrain in stock": (
        HILL,
        [(r"\.W\.G\.\nG\.R\.W", "LWLGL\nG.R.W")],
        f"{HILL}: map: lake: 3 on the map, 2 in the deck (3.4)",
    ),
    "cards of the map's Terrain": (
        HILL,
        [("B1 = 53", "B1 = 11")],
        f"{HILL}: cards: woods: 4 on the map, 3 among the cards (3.8)",
    ),
    "symmetric maps": (
        HILL,
        [("symmetric = true\n", "")],
        f"{HILL}: symmetric: must be true, is false (3.8)",
    ),
    "half a turn": (
        HILL,
        [(r"\.G\.W\.\n", ".G.O.\n")],
        f"{HILL}: map: B1 is W, opposite to it is O (3.8)",
    ),
}  # fmt: skip


@pytest.mark.rule("OWM-COMP-01", "OWM-COMP-02", "OWM-CCS-01", "OWM-SETUP-07")
@pytest.mark.parametrize("promise", PLANTS)
def test_a_broken_promise_is_named(folder: Path, promise: str) -> None:
    name, changes, named = PLANTS[promise]
    spoil(folder, name, *changes)
    found = faults(folder)
    assert any(line.startswith(named) for line in found), "\n".join(found)


def test_broken_promises_of_several_files_are_named_together(folder: Path) -> None:
    """One file cannot be read; of the others all is said."""
    (folder / "weapons.toml").write_text("weapon = [", encoding="utf-8")
    wanted = ["weapons.toml: is not TOML"]
    for promise in ("Standing Orders", "values of Terrain", "token cards", "values of missions"):
        name, changes, named = PLANTS[promise]
        spoil(folder, name, *changes)
        wanted.append(named)
    found = faults(folder)
    for named in wanted:
        assert any(line.startswith(named) for line in found), named


def test_the_program_says_that_all_is_well() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/data.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^owm: fine, data [0-9a-f]{16}$", done.stdout, re.M)


@pytest.mark.rule("OWM-COMP-02", "OWM-BORD-01")
def test_every_token_has_two_sides_and_the_border_of_each() -> None:
    """Tokens that the phases flip are yellow first and red behind; mobile ones have a green
    side."""
    assert sum(token.count for token in CATALOG.token_cards if token.kind == "fireteam") == 109
    assert len(CATALOG.divisions) * 4 * 3 + 1 == 109
    turning = {"smoke", "star_shell", "satchel_charge"}
    for token in CATALOG.token_cards:
        borders = [face.border for face in token.faces]
        if token.key in turning:
            assert borders == [Border.YELLOW, Border.RED]
        assert (Border.GREEN in borders) == (token.key in ("fireteam", "supply_truck"))


@pytest.mark.rule("OWM-CARD-07")
def test_the_reference_cards_sum_up_rules_that_there_are() -> None:
    """Each line ends with the ids of what it sums up, and the ledger has them all."""
    rows = set(re.findall(r"^\| OWM-(\w+-\d+) \|", (ROOT / "docs/rules/owm.md").read_text(), re.M))
    assert len(CATALOG.reference) == 4
    for card in CATALOG.reference:
        for line in card.lines:
            ids = re.search(r"\(([A-Z].*)\)$", line)
            assert ids, line
            topic = ""
            for part in re.split(r", | to ", ids[1]):
                topic = part.rpartition("-")[0] or topic
                assert f"{topic}-{part.rpartition('-')[2]}" in rows, line
