"""The data files say what part 3 of the ledger says, and each promise of G-17, broken, is named."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

from owm_net.engine.data import DataFiles, of_content
from owm_net.games.heroes.cards import listed
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import (
    ArmyKey,
    BoardKey,
    CardKey,
    CounterKey,
    OptionKey,
    ScenarioKey,
    TileKey,
)
from owm_net.games.heroes.muster import cost_of, counters_of, tile_stars, why_not_army
from owm_net.games.heroes.printed.armies import Army, TileBought
from owm_net.games.heroes.printed.counters import CountersFile, Piece, Weapon
from owm_net.games.heroes.terms import (
    Ability,
    Band,
    Directive,
    HitSymbol,
    NameColour,
    Nation,
    OptionKind,
    Outline,
    Size,
    UnitType,
)

ROOT = Path(__file__).parents[3]
LEDGER = (ROOT / "docs/rules/heroes.md").read_text("utf-8")
DATA = ROOT / "owm_net/games/heroes/data"
COLUMNS = (UnitType.INFANTRY, UnitType.LIGHT, UnitType.HEAVY)


def load() -> ModuleType:
    where = ROOT / "scripts/heroes_promises.py"
    spec = importlib.util.spec_from_file_location("heroes_promises", where)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


promises = load()


# -- the ledger's tables -------------------------------------------------------------------


def table(heading: str, until: str) -> list[list[str]]:
    part = LEDGER[LEDGER.index(heading) :]
    rows = [line for line in part[: part.index(until)].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def bonus(weapon: Weapon) -> str:
    return "/".join([f"+{weapon.bonus[c]}" if c in weapon.bonus else "X" for c in COLUMNS])


@pytest.mark.rule("HON-CTR-01", "HON-CTR-02", "HON-CTR-04", "HON-CTR-09", "HON-CTR-10")
@pytest.mark.rule("HON-CTR-11", "HON-CTR-12", "HON-CTR-13")
def test_infantry_counters_are_those_of_the_ledger() -> None:
    piece: Piece | None = None
    seen, at = 0, 0
    for row in table("### G-03", "Vehicles (both sides"):
        if len(row) != 11 or row[0] == "key" or row[0].startswith("---"):
            continue
        if row[0]:
            piece, at = CATALOG.pieces[CounterKey(row[0])], 0
            assert (str(piece.count), piece.outline.value) == (row[2], row[3].replace(" ", "_"))
        assert piece is not None
        if row[4] == "conc":
            assert piece.conceals and row[6] == str(CATALOG.concealed_move)
            continue
        face = piece.faces[at]
        at, seen = at + 1, seen + 1
        said = [face.name.value, str(face.move), bonus(face.weapons[0]), str(face.defence[0])]
        assert [*said, face.hit.value[0].upper()] == row[5:10], piece.key
        abilities = re.sub(r" \(.*?\)|–|explosive", "", row[10])
        names = [re.sub(r" [−+]?\d+$", "", a.strip()) for a in abilities.split(",")]
        short = {"Supp": "suppressive fire", "MGn": "machine gunner", "LR": "limited range"}
        short |= {"FoM": "fire on the move", "Arc 90": "", "Arc": ""}
        known = [short.get(n, n.lower()) for n in names if short.get(n, n)]
        assert sorted(known) == sorted([a.value.replace("_", " ") for a in face.abilities])
    ours = [p for p in CATALOG.pieces.values() if p.type is UnitType.INFANTRY]
    assert seen == sum([len(p.faces) for p in ours if p.nation is not Nation.ANY])


@pytest.mark.rule("HON-CTR-15", "HON-CTR-08")
def test_vehicles_are_those_of_the_ledger() -> None:
    rows = [r for r in table("Vehicles (both sides", "### G-04") if len(r) == 10][2:]
    assert len(rows) == 12
    for row in rows:
        piece = CATALOG.pieces[CounterKey(row[0])]
        (face,) = piece.faces
        said = [str(piece.count), piece.type.value, str(piece.spaces), str(face.move)]
        assert [*said, "/".join(map(str, face.defence))] == row[2:7]
        assert [bonus(w) for w in face.weapons] == [
            cell.split(";")[0] for cell in row[7:9] if cell != "–"
        ]


@pytest.mark.rule("HON-SET-01")
def test_boards_are_those_of_the_ledger() -> None:
    found = dict(re.findall(r"```board (\w+)\n(.*?)\n```", LEDGER, re.S))
    assert {key: "\n".join(board.rows) for key, board in CATALOG.boards.items()} == found
    assert len(CATALOG.boards[BoardKey("A")].rows) == 8


@pytest.mark.rule("HON-TER-19")
def test_the_box_holds_five_positions() -> None:
    stock = {str(key): overlay.stock for key, overlay in CATALOG.overlays.items()}
    assert (stock["position1"], stock["position2"]) == (4, 1)


@pytest.mark.rule("HON-ARMY-13")
def test_tiles_and_options_cost_what_the_ledger_says() -> None:
    for row in table("### G-04", "### G-05"):
        key = row[0].split(" ")[0]
        if key in CATALOG.tiles and row[1].isdigit():
            tile = CATALOG.tiles[TileKey(key)]
            assert tile.cost == int(row[1])
            if "→" in row[5]:
                assert f"{tile.squares} → {tile.points}" == row[5]
                assert tile.insignia and tile.title
        elif key in CATALOG.options:
            option = CATALOG.options[OptionKey(key)]
            for cell, nation in ((row[4], Nation.GERMAN), (row[5], Nation.US)):
                cost = re.match(r"\W*(\d+)\W+(core|ext)", cell)
                assert option.cost.get(nation) == (int(cost[1]) if cost else None), key
                assert (nation in option.core) is bool(cost and cost[2] == "core"), key
            assert f"{option.size.value[0].upper()}{{" == row[2][:2]


def test_each_kind_of_action_card_is_a_file() -> None:
    files = {path.stem for path in Path(listed.__file__).parent.glob("*.py")}
    assert len(CATALOG.cards) == 31 and set(CATALOG.cards) <= files


def test_cards_have_the_copies_of_the_ledger() -> None:
    rows = [r for r in table("### G-05", "Starter decks of") if len(r) == 6 and r[0] != "id"][1:]
    assert [r[0] for r in rows] == list(CATALOG.cards)
    for row in rows:
        copies = CATALOG.cards[CardKey(row[0])].copies
        assert [copies.get(n) for n in (Nation.GERMAN, Nation.US)] == [
            int(cell) if cell.isdigit() else None for cell in row[2:4]
        ]


@pytest.mark.rule("HON-CTR-18", "HON-CTR-01")
def test_the_counter_of_the_worked_example_loads() -> None:
    """HON-CTR-18: no counter of ours has these values."""
    row = {
        "key": "example",
        "title": "Officer",
        "nation": "us",
        "insignia": "4th",
        "outline": "officer",
        "faces": [
            {
                "name": "white",
                "move": 4,
                "bonus": {"infantry": 2, "light": 1},
                "defence": 6,
                "hit": "step",
                "abilities": {"order": 2, "assault": 0, "limited_range": 4},
            }
        ],
    }
    content = {"concealed_move": 2, "infantry": [row], "vehicle": []}
    piece = of_content("example", content, CountersFile).infantry[0].piece()
    (face,) = piece.faces
    assert (piece.type, piece.outline, piece.insignia) == (
        UnitType.INFANTRY,
        Outline.OFFICER,
        "4th",
    )
    assert (face.name, face.move, face.defence) == (NameColour.WHITE, 4, (6,))
    assert face.hit is HitSymbol.STEP and face.weapons[0].bonus.get(UnitType.HEAVY) is None
    assert face.abilities == {Ability.ORDER: 2, Ability.ASSAULT: 0, Ability.LIMITED_RANGE: 4}


@pytest.mark.rule("HON-CTR-03", "HON-CTR-04", "HON-SET-04")
def test_machine_guns_have_two_white_faces_and_break_on_either() -> None:
    for key in ("de_mg42", "us_cal30", "de_mg34", "us_cal50"):
        piece = CATALOG.pieces[CounterKey(key)]
        assert piece.deploys == (0, 1)
        assert [face.hit for face in piece.faces] == [HitSymbol.LAST] * 2
    squad = CATALOG.pieces[CounterKey("us_rifle")]
    assert squad.deploys == (0,) and squad.faces[1].name is NameColour.RED


@pytest.mark.rule("HON-CTR-02")
def test_a_back_may_be_harder_to_hit() -> None:
    front, back = CATALOG.pieces[CounterKey("de_landser")].faces
    assert back.defence > front.defence


# -- armies --------------------------------------------------------------------------------


def army(
    *tiles: tuple[str, dict[str, str]], nation: Nation = Nation.GERMAN, **more: object
) -> Army:
    rows = [
        TileBought(key=TileKey(k), options={s: OptionKey(o) for s, o in options.items()})
        for k, options in tiles
    ]
    return Army(nation=nation, tiles=tuple(rows), **more)  # type: ignore[arg-type]


def against(bought: Army, points: int = 999) -> str:
    no = why_not_army(bought, points)
    return "" if no is None else no.rule


@pytest.mark.rule("HON-ARMY-01", "HON-ARMY-02")
def test_points() -> None:
    line = CATALOG.armies[ArmyKey("de_250_line")].army
    assert cost_of(line) == 248 and against(line, 248) == "" and against(line, 247) == "HON-ARMY-01"
    assert against(army()) == "HON-ARMY-02"
    assert against(army(("us_t_rifle", {}))) == "HON-ARMY-02"
    more = army(("de_t_pzgren", {"P1": "tr_notorious"}))
    assert cost_of(more) == 152 and against(more, 122) == "" and against(more, 121) == "HON-ARMY-01"


@pytest.mark.rule("HON-ARMY-05", "HON-ARMY-06")
def test_slots_want_their_size_and_a_band() -> None:
    assert against(army(("de_t_pzgren", {"P1": "eq_grenade"}))) == ""
    for slot, option in (
        ("P2", "eq_fuel"),  # no band in common
        ("P4", "eq_grenade"),  # another size
        ("P9", "eq_grenade"),  # no such slot
        ("P1", "eq_sticky_bomb"),  # another nation's
    ):
        assert against(army(("de_t_pzgren", {slot: option}))) == "HON-ARMY-05"
    slot_p2 = CATALOG.tiles[TileKey("de_t_pzgren")].slot("P2")
    assert slot_p2 is not None and slot_p2.size is Size.SMALL and Band.WEAPON in slot_p2.bands
    assert {o.kind for o in CATALOG.options.values()} == set(OptionKind)


@pytest.mark.rule("HON-ARMY-07", "HON-ARMY-14")
def test_counters_and_tokens_come_once_each() -> None:
    storm = CATALOG.armies[ArmyKey("de_250_storm")].army
    assert counters_of(storm).count(CounterKey("de_stosstrupp")) == 2
    assert counters_of(storm).count(CounterKey("de_scout")) == 2
    assert len(counters_of(storm)) == 8
    assert CATALOG.options[OptionKey("eq_ammo")].tokens == 3


@pytest.mark.rule("HON-CTR-14", "HON-ARMY-12")
def test_a_badge_links_units_their_tile_and_its_heroes() -> None:
    c = CATALOG
    for tile in c.tiles.values():
        badges = [c.pieces[key].insignia for key in tile.units]
        assert badges in ([tile.insignia] * len(badges), ["generic"], ["common"]), tile.key
    crane = CounterKey("us_hero_crane")
    badge = c.pieces[crane].insignia
    for tile in c.tiles.values():
        if tile.nation is Nation.US and tile.units:
            bought = army((tile.key, {}), nation=Nation.US, heroes=(crane,))
            assert (against(bought) == "") is (tile.insignia == badge), tile.key


@pytest.mark.rule("HON-ARMY-11", "HON-ARMY-12", "HON-ARMY-16")
def test_officers_heroes_and_copies() -> None:
    none: dict[str, str] = {}
    staff, rifles = ("us_t_captain", none), ("us_t_rifle", none)
    crane, halloran = CounterKey("us_hero_crane"), CounterKey("us_hero_halloran")
    assert against(army(staff, rifles, nation=Nation.US, heroes=(crane, halloran))) == ""
    assert against(army(staff, rifles, nation=Nation.US, heroes=(crane, crane))) == "HON-ARMY-16"
    assert against(army(rifles, rifles, nation=Nation.US)) == "HON-ARMY-16"
    reiss = CounterKey("de_hero_reiss")
    assert against(army(staff, nation=Nation.US, heroes=(reiss,))) == "HON-ARMY-12"
    twice = army(("de_t_pzgren", {"P1": "eq_grenade"}), ("de_t_stoss", {"T1": "eq_grenade"}))
    assert against(twice) == "HON-ARMY-16"
    falk = CounterKey("de_hero_falk")
    assert against(army(("de_t_okw", {}), heroes=(falk,))) == "HON-ARMY-12"  # no badge of its own
    shaef = ("us_t_shaef", {"H1": "or_planning"})  # for alliances, and no officer's tile
    assert against(army(("us_t_rifle", none), shaef, nation=Nation.US)) == "HON-ARMY-11"
    assert against(army(staff, ("us_t_shaef", none), nation=Nation.US)) == "HON-MP-05"
    planned = army(("us_t_captain", {"O1": "or_planning"}), nation=Nation.US)
    assert against(planned) == ""


def test_directives_are_named_with_their_option() -> None:
    tile = ("us_t_captain", {"O1": "or_directive1"})
    assert against(army(tile, nation=Nation.US)) == "HON-ORO-06"
    charge = (Directive.CHARGE,)
    assert against(army(tile, nation=Nation.US, directives=charge)) == ""
    assert against(army(("us_t_captain", {}), nation=Nation.US, directives=charge)) == "HON-ORO-06"


@pytest.mark.rule("HON-ARMY-03", "HON-ARMY-04")
def test_a_star_at_a_slot_wants_the_slot_filled() -> None:
    def stars(key: str, **options: str) -> int:
        return tile_stars(army((key, options)).tiles[0])

    assert stars("de_t_pzgren") == 1 and stars("de_t_stoss") == 0
    assert stars("de_t_stoss", T1="eq_grenade") == 1
    assert stars("de_t_stoss", T1="tr_notorious") == 0  # R-90
    assert stars("de_t_stoss", T2="eq_ammo") == 0


@pytest.mark.rule("HON-ARMY-15", "HON-SET-01")
def test_a_scenario_names_its_armies() -> None:
    scenario = CATALOG.scenarios[ScenarioKey("crossroads-scramble")]
    german, us = scenario.sides
    assert [len(counters_of(s.army)) for s in (german, us)] == [6, 6]
    assert (cost_of(german.army), cost_of(us.army)) == (185, 180)


# -- promises ------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the data files, to be spoilt."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def faults(folder: Path) -> list[str]:
    found: list[str] = promises.faults(DataFiles(folder))
    return found


def test_our_own_data_keep_every_promise(folder: Path) -> None:
    assert faults(folder) == []


PLANTS = {  # the file, what stands there, what is to stand there, what is said
    "76 cards a side": (
        "cards.toml",
        "copies = { german = 2,",
        "copies = { german = 3,",
        "65 ordinary",
    ),
    "starter decks of 40": ("cards.toml", "starter = { german = 1,", "starter = {", "39 cards"),
    "each ability on a counter": ("counters.toml", "barrage_order = 0, ", "", "barrage_order"),
    "23 options in the box": ("options.toml", 'core = ["german", "us"]', "core = []", "22 options"),
    "boards join": ("boards.toml", '"...==..."', '"...hh..."', "closed to vehicles"),
    "rooms are reached": ("terrain.toml", 'doors = ["0,1 S"]', "doors = []", "no way leads"),
    "openings on outer edges": ("terrain.toml", '"0,0 E"', '"0,0 S"', "lies inside"),
    "overlays on open ground": ("scenarios.toml", "thicket1 9,1", "thicket1 1,1", "may not lie"),
    "overlays do not overlap": (
        "scenarios.toml",
        "thicket1 9,6",
        "thicket1 9,1",
        "lies on thicket1",
    ),
    "costs": ("scenarios.toml", "costs = 185", "costs = 186", "costs: is 185"),
    "units": ("scenarios.toml", "units = 6", "units = 7", "units: are 6"),
    "slots": ("scenarios.toml", 'T4 = "sup_breachers"', 'T3 = "sup_breachers"', "HON-ARMY-05"),
    "scores by set-up": ("scenarios.toml", "score = 24", "score = 3", "by its set-up"),
    "ready armies": ("armies.toml", "points = 250", "points = 240", "HON-ARMY-01"),
    "not far below": ("armies.toml", "points = 250", "points = 270", "costs 248 only"),
    "objectives are entered": (
        "scenarios.toml",
        "7,3 8,3 7,4 8,4",
        "99,3 8,3",
        "cannot be entered",
    ),
    "zones are large enough": ("scenarios.toml", '["0,0 2,7"]', '["0,0 0,3"]', "zone: too small"),
    "names are known": ("scenarios.toml", "thicket1 9,1", "ticket1 9,1", "did you mean"),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_broken_promise_is_named(plant: str, folder: Path) -> None:
    name, old, new, said = PLANTS[plant]
    text = (folder / name).read_text("utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), "utf-8")
    found = faults(folder)
    assert any(said in fault for fault in found), found
