"""Packs for OWM: printed cards for private use, a club's missions, and what is wrong with one."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import pytest

from owm_net import games
from owm_net.engine.data import DataFiles, data_folder
from owm_net.engine.errors import BadData
from owm_net.engine.packs import Pack, read_pack
from owm_net.games.owm.packing import FILES, PACKING
from owm_net.games.owm.reading import read_catalog
from owm_net.games.owm.state import CATALOG
from tests.games.owm.ledger import DATA

ABOUT = b'name = "Club"\nsystem = "owm"\nabout = "Our missions."\n'
MISSION = "missions/my_first_mission.toml"
DECK, US = "core_deck.toml", "soldiers/us_101st_airborne.toml"


def ours(name: str) -> str:
    return (DATA / name).read_text(encoding="utf-8")


def own_mission(*changes: tuple[str, str]) -> str:
    return changed(PACKING.template()[MISSION], *changes)


def changed(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        after = re.sub(old, new, text, count=1, flags=re.S)
        assert after != text, old
        text = after
    return text


def pack(files: Mapping[str, str], about: bytes = ABOUT) -> Pack:
    whole = {"pack.toml": about, **{name: text.encode() for name, text in files.items()}}
    return read_pack(whole, games.packing)


def faults(files: Mapping[str, str], about: bytes = ABOUT) -> list[str]:
    with pytest.raises(BadData) as caught:
        pack(files, about)
    return list(caught.value.problems)


def test_every_data_file_of_the_game_may_be_in_a_pack() -> None:
    """A copy of all of them changes nothing."""
    names = [p.relative_to(DATA).as_posix() for p in sorted(DATA.rglob("*.toml"))]
    copied = [name for name in names if PACKING.takes(name)]
    assert {n for n in names if n not in copied} == {
        "lesson_mission.toml", "lessons.toml", "reference.toml", "token_cards.toml", "tokens.toml",
    }  # fmt: skip
    assert len([f for f in FILES if "*" not in f]) == len(copied) - len(CATALOG.missions)
    made = pack({name: ours(name) for name in copied})
    assert made.left_out == ()
    read = read_catalog(DataFiles(data_folder(PACKING.package), made.files))
    assert (read.core, read.soldiers, read.digest) == (
        CATALOG.core,
        CATALOG.soldiers,
        CATALOG.digest,
    )


def test_the_digest_is_of_what_it_says_and_not_of_how() -> None:
    made = pack({MISSION: own_mission()})
    spelt = own_mission(("number = 51", "number   =   51  # ours")).replace("\n", "\r\n")
    assert pack({MISSION: spelt}).digest == made.digest
    assert pack({MISSION: own_mission(("deck_timer = 3", "deck_timer = 2"))}).digest != made.digest
    assert pack({MISSION: own_mission()}, ABOUT.replace(b"Club", b"Clubs")).digest != made.digest


def test_printed_cards_leave_out_what_does_not_go_with_them() -> None:
    """Another deck: our maps that name a card of it that is Terrain no more are left out."""
    orders = changed(
        ours(DECK),
        (r"\[\[terrain\]\]\n(number = 53\ndice = [^\n]*\n)[^\n]*\n[^\n]*\n",
         '[[order]]\n\\1standing_order = "entrench"\ndecision = "regroup"\n'),
    )  # fmt: skip
    made = pack({DECK: orders})
    assert any(
        line.startswith("missions/king_of_the_hill.toml: cards.B1") for line in made.left_out
    )
    dearer = changed(ours(US), ("points = 10", "points = 11"))
    assert any(line.startswith("squads/us_101st_airborne") for line in pack({US: dearer}).left_out)


TWICE = ("number = 2\n", "number = 1\n")

FAULTS: dict[str, tuple[Mapping[str, str], list[str]]] = {
    "a card is missing": (
        {DECK: changed(ours(DECK), (r"\[\[order\]\]\nnumber = 1\n.*?\n\n", ""))},
        [f"{DECK}: card 1: number: is missing; each of 1 to 192 stands once"],
    ),
    "an effect nobody knows": (
        {DECK: changed(ours(DECK), ('decision = "covering_fire"', 'decision = "coffee"')),
         "decisions.toml": changed(ours("decisions.toml"), ('key = "smoke"', 'key = "coffee"')),
         "traits.toml": changed(ours("traits.toml"), ('key = "S01"', 'key = "S99"'))},
        ['decisions.toml: decision: key: no rule says what this does: there is no "coffee"',
         'decisions.toml: decision: key: "smoke" is missing; a pack has all of them or none',
         'traits.toml: trait: key: no rule says what this does: there is no "S99"',
         f'{DECK}: order 46: decision: there is no "smoke"'],
    ),
    "a deck that cannot be read": (
        {DECK: "[[order]"},
        [f"{DECK}: is not TOML"],
    ),
    "a number stands twice": (
        {US: changed(ours(US), ("number = 2\n", "number = 1\n"))},
        [f"{US}: soldier 1: number: stands 2 times, at soldier[1] and soldier[2]"],
    ),
    "what is wrong with one of two that have a number": (
        {DECK: changed(ours(DECK), TWICE, ('= "covering_fire"', '= "tea"')),
         US: changed(ours(US), TWICE, ('weapon = "', 'weapon = "x'))},
        [f"{DECK}: card 1: number: stands 2 times, at order[1] and order[2]",
         f'{DECK}: order 1 at order[2]: decision: there is no "tea"',
         f"{US}: soldier 1 at soldier[1]: weapon: there is no"],
    ),
    "a value out of its range hides nothing else of its file": (
        {DECK: changed(ours(DECK), TWICE, ("red = 3, green = 1", "red = 5, green = 1"),
                       ('= "lucky_shot"', '= "tea"')),
         US: changed(ours(US), TWICE, ("resolve = ", "resolve = 1"),
                     (r'(number = 3\n.*?)weapon = "', '\\1weapon = "x'))},
        [f"{DECK}: order[3].dice.red: must be 1 to 4, is 5",
         f"{DECK}: card 1: number: stands 2 times, at order[1] and order[2]",
         f'{DECK}: order[4]: decision: there is no "tea"',
         f"{US}: soldier[1].resolve: must be 1 to 9",
         f"{US}: soldier[3]: weapon: there is no"],
    ),
    "nor does one in a mission": (
        {MISSION: own_mission(("number = 51", "number = 100"), ('wind = "blue"', 'wind = "pink"'),
                              ("B1 = 53", "B1 = 7"), ("deck_timer = 3", "deck_timer = 3\nfog = 1"),
                              ('n = "reinf', 'n = "x'))},
        [f"{MISSION}: number: must be 1 to 99, is 100",
         f"{MISSION}: wind: must be one of",
         f'{MISSION}: unknown key "fog"',
         f"{MISSION}: cards.B1: card 7",
         f"{MISSION}: combat_operation: must be one of"],
    ),
    "a mission's key is another's": (
        {MISSION: own_mission(('key = "my-first-mission"', 'key = "the-road-to-ruin"'))},
        [f'{MISSION}: key: "the-road-to-ruin" is that of missions/the_road_to_ruin.toml already'],
    ),
    "a mission's number is another's": (
        {MISSION: own_mission(("number = 51", "number = 2"))},
        [f"{MISSION}: number: 2 is that of missions/king_of_the_hill.toml already"],
    ),
    "Terrain that it may not use": (
        {MISSION: own_mission(("B1 = 53", "B1 = 7"), ("C4 = 260", "C4 = 273"))},
        [f"{MISSION}: cards.B1: card 7", f"{MISSION}: cards: ", f"{MISSION}: cards.C4: card 273"],
    ),
    "no place to start from": (
        {MISSION: own_mission(
            (r"forbidden_start_rows = \[4\]", "forbidden_start_rows = [1, 2, 3, 4]"))},
        [f"{MISSION}: anchors.axis: there must be 2 spots to start from, are 0"],
    ),
    "both start at one place, and nobody at another": (
        {MISSION: own_mission((r'axis = \["C1"\]', 'axis = ["C7"]')),
         "missions/b.toml": own_mission((r'axis = \["C1"\]', "axis = []"),
                                        ("symmetric = true\n", ""),
                                        ("number = 51", "number = 52"), ("my-first", "my-second")),
         "missions/c.toml": own_mission(("squad_points = 75", "squad_points = 20"),
                                        ("number = 51", "number = 53"), ("my-first", "my-third"))},
        [f"{MISSION}: anchors: both sides could start at B6",
         "missions/b.toml: anchors.axis: must name a spot to start from",
         "missions/c.toml: squad_points: must be 30 or more for two partners"],
    ),
    "nobody can lead": (
        {US: re.sub('"(corporal|private_first_class)"', '"private"', ours(US)).replace(
            "points = 10", "points = 11")},
        [f"{US}: soldier: points: no Leader costs 10 or less"],
    ),
    "a file that is none of ours": (
        {MISSION: own_mission(), "secrets.toml": "a = 1", "soldiers/martians.toml": "a = 1"},
        ["secrets.toml: a pack has no such file", "soldiers/martians.toml: a pack has no"],
    ),
    "an own card for a mission": (
        {"terrain.toml": changed(ours("terrain.toml"), ('l = "97A"', 'l = "98A"'))},
        ["terrain.toml: mission_card 297: number_label: 97A: there must be 1, are 0"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", FAULTS)
def test_what_is_wrong_is_said_with_file_entry_key_and_reason(what: str) -> None:
    files, named = FAULTS[what]
    found = faults(files)
    for line in named:
        assert any(fault.startswith(line) for fault in found), (line, found)


def test_all_that_is_wrong_with_a_pack_is_said_at_once() -> None:
    whole: dict[str, str] = {}
    named = []
    for what in ("a number stands twice", "an effect nobody knows", "a file that is none of ours"):
        files, lines = FAULTS[what]
        whole = {**files, **whole}
        named += lines
    found = faults(whole)
    for line in named:
        assert any(fault.startswith(line) for fault in found), (line, found)


@pytest.mark.parametrize(
    ("about", "reason"),
    [
        (b'name = "Club"', "pack.toml: system: is missing"),
        (b'name = "\\u001b[2J"\nsystem = "owm"', "pack.toml: name: holds a character"),
        (b'name = ""\nsystem = "owm"', "pack.toml: name: must be 1 to 40 letters"),
        (b'name = "Club"\nsystem = "chess"', 'pack.toml: system: there are no packs for "chess"'),
        (b'name = "Club"\nsystem = "owm"\nrun = "rm"', 'pack.toml: unknown key "run"'),
        (
            b'name = "Club"\nsystem = "owm"\nabout = "' + b"x" * 500 + b'"',
            "pack.toml: about: must be",
        ),
        (b"a." * 600 + b"a = 1", "pack.toml: line 1: must be at most 1000 characters long"),
        (b"a = " + b"[\n" * 3000, "pack.toml: is nested too deeply"),
        (b"\xff\xfe", "pack.toml: byte 1 is not UTF-8"),
        (b"name = 1979-05-27", "pack.toml: name: must be a text"),
    ],
)
def test_a_pack_that_does_not_say_what_it_is(about: bytes, reason: str) -> None:
    assert any(fault.startswith(reason) for fault in faults({MISSION: own_mission()}, about))


def test_a_pack_of_nothing() -> None:
    assert faults({}) == ["pack.toml: there is nothing in this pack beside it"]
    with pytest.raises(BadData, match="the file is missing"):
        read_pack({"weapons.toml": ours("weapons.toml").encode()}, games.packing)


@pytest.mark.parametrize("seed", range(6))
def test_nonsense_in_a_pack_is_a_fault_and_nothing_else(seed: int) -> None:
    """Values and lines of real files, mixed up: a pack that is fine, or a list of faults."""
    chance = random.Random(seed)
    values = (
        "-1",
        "0",
        "99999999999999999999",
        '""',
        '"x"',
        "[]",
        "{}",
        "true",
        '["A1"]',
        "[[1]]",
        "1.5",
    )
    names = (MISSION, DECK, US, "weapons.toml", "traits.toml", "squads/german_15th.toml")
    for _ in range(12):
        name = chance.choice(names)
        lines = (own_mission() if name == MISSION else ours(name)).split("\n")
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(lines))
            key, equals, _ = lines[at].partition(" = ")
            if equals and chance.random() < 0.7:
                lines[at] = f"{key} = {chance.choice(values)}"
            elif chance.random() < 0.5:
                del lines[at]
            else:
                lines[at] = chance.choice(lines)
        try:
            made = pack({name: "\n".join(lines)})
        except BadData as e:
            assert e.problems and all(": " in problem for problem in e.problems)
        else:
            assert made.digest


def test_one_process_plays_one_pack() -> None:
    """The rules are loaded here without one."""
    games.get("owm")
    with pytest.raises(games.PackTaken, match="plays owm with no pack by now"):
        games.use_pack(pack({MISSION: own_mission()}))
    assert games.packs() == ()
