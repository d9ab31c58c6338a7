"""Divisions, soldiers and the mission against the ledger, docs/rules/owm.md."""

import re
from collections import Counter
from itertools import chain

import pytest

from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.words import short_division
from tests.games.owm.ledger import (
    CLASS_MEANS,
    COLOURS,
    DATA,
    DIVISIONS,
    HILL,
    LEDGER,
    MISSION_CARDS,
    ORDERS,
    SOLDIERS,
    SQUADS,
    TERRAIN_CARDS,
    TRAITS,
    WEAPONS,
    found,
    section,
    table,
)

OPPOSITE = {"C": "C", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
RANKS = {
    "Private": "private",
    "PFC": "private_first_class",
    "Corporal": "corporal",
    "Sergeant": "sergeant",
    "Captain": "captain",
}

# Letter of the roster table -> weapons a division may carry there ("Weapons by division" in 3.6).
US = {
    "S": ["Thompson M1A1"],
    "r": ["M1 Garand"],
    "L": ["BAR M1918A2"],
    "sniper": ["M1903A4"],
    "HMG": ["M1919A4"],
    "Medic": ["M1 Carbine"],
}
GERMAN = {
    "S": ["MP40"],
    "r": ["Kar98k"],
    "a": ["G43"],
    "L": ["MG42"],
    "sniper": ["Kar98k ZF39"],
    "HMG": ["MG42"],
    "Medic": ["Service pistol"],
}
SOVIET = {
    "S": ["PPSh-41", "PPS-43"],
    "r": ["Mosin-Nagant 91/30"],
    "a": ["SVT-40"],
    "L": ["DP-27"],
    "sniper": ["Mosin-Nagant PU"],
    "HMG": ["Maxim M1910"],
    "Medic": ["Service pistol"],
}
ARMOURY = {
    "us_5th_rangers": US,
    "us_101st_airborne": US,
    "german_352nd": GERMAN,
    "german_15th": GERMAN,
    "red_army_45th_rifle": SOVIET,
    "red_army_70th_guards": SOVIET,
    "polish_6th": {
        "S": ["Mors wz.39"],
        "r": ["wz.29"],
        "L": ["wz.28"],
        "sniper": ["wz.29 scoped"],
        "HMG": ["wz.30"],
        "Medic": ["Service pistol"],
    },
    "polish_3rd_carpathian": {
        "S": ["Thompson M1A1", "Sten Mk II"],
        "r": ["Lee-Enfield No.4"],
        "a": ["Lee-Enfield No.4"],
        "L": ["Bren Mk II"],
        "sniper": ["Lee-Enfield No.4(T)"],
        "HMG": ["M1919A4"],
        "Medic": ["Service pistol"],
    },
    "finnish_5th": {
        "S": ["Suomi KP/-31"],
        "r": ["M/28-30"],
        "a": ["M/28-30"],
        "L": ["Lahti-Saloranta M/26"],
        "sniper": ["M/27 PH"],
        "HMG": ["Maxim M1910"],
        "Medic": ["Service pistol"],
    },
}


def roster(column):
    """[(rank, tier, letter)] of a roster column, then the extras; 3.6."""
    header, *rows = table("3.6", "no.")
    index = next(i for i, title in enumerate(header) if title.split()[0] == column)
    extras = found(r"division is full: (.*?)\. Historical", section("3.6"), re.S)[1]
    entries = [row[index] for row in rows if row[index] != "-"]
    return [tuple(e.split()[:3]) for e in [*entries, *re.split(r";\s+", extras)]]


def opposite(cell):
    """The cell that half a turn of a 5 x 7 map puts in the place of `cell`."""
    return "EDCBA"["ABCDE".index(cell[0])] + str(8 - int(cell[1]))


# Soldiers


@pytest.mark.rule("OWM-COMP-03", "OWM-COMP-01")
def test_nine_divisions_with_136_soldiers():
    assert {p.stem for p in (DATA / "soldiers").glob("*.toml")} == set(DIVISIONS)
    text = found(r"Division sizes: (.*?) \(sum (\d+)\)", section("3.6"), re.S)
    sizes = [int(n) for n in re.findall(r" (\d+)(?=,|$)", text[1])]
    assert [len(s["soldier"]) for s in SQUADS.values()] == sizes
    assert len(SOLDIERS) == int(text[2]) == 136
    for key, (title, nation, side, _) in DIVISIONS.items():
        squad = SQUADS[key]
        assert (squad["key"], squad["title"]) == (key, title)
        assert (squad["nation"], squad["side"]) == (nation, side)
        assert [s["number"] for s in squad["soldier"]] == list(range(1, len(squad["soldier"]) + 1))
    nations = Counter(squad["nation"] for squad in SQUADS.values())
    assert nations == {"us": 2, "german": 2, "soviet": 2, "polish": 2, "finnish": 1}


@pytest.mark.rule("OWM-SOLD-01", "OWM-SOLD-02")
def test_every_soldier_card_is_complete():
    fields = {
        *("number", "name", "hometown", "rank", "weapon", "resolve", "discipline", "vitality"),
        *("points", "strength_trait", "weakness_trait", "portrait"),
    }
    for key, s in SOLDIERS:
        assert set(s) - {"nickname"} == fields, (key, s)
        assert s["rank"] in RANKS.values(), (key, s)
        assert s["discipline"] in COLOURS, (key, s)
        assert s["weapon"] in WEAPONS, (key, s)
        assert 3 <= s["resolve"] <= 6 and 8 <= s["vitality"] <= 11, (key, s)
        assert s["strength_trait"] in TRAITS and s["strength_trait"][0] == "S", (key, s)
        assert s["weakness_trait"] in TRAITS and s["weakness_trait"][0] == "W", (key, s)
        assert s["name"].strip() and s["hometown"].strip(), (key, s)


def test_no_two_soldiers_share_a_name_or_a_portrait():
    assert len({s["name"] for _, s in SOLDIERS}) == len(SOLDIERS)
    assert len({s["portrait"] for _, s in SOLDIERS}) == len(SOLDIERS)


@pytest.mark.parametrize("key", DIVISIONS)
def test_rosters_follow_the_templates(key):
    tiers = {
        found(r"`(\w+)`", name)[1]: (discipline, int(resolve), int(vitality))
        for name, discipline, resolve, vitality in table("3.6", "tier")[1:]
    }
    soldiers, slots = SQUADS[key]["soldier"], roster(DIVISIONS[key][3])
    for s, (rank, tier, letter) in zip(soldiers, slots[: len(soldiers)], strict=True):
        assert s["rank"] == RANKS[rank], s
        assert (s["discipline"], s["resolve"], s["vitality"]) == tiers[tier], s
        assert WEAPONS[s["weapon"]]["title"] in ARMOURY[key][letter.rstrip(".")], s
        assert (s["strength_trait"] == "S01") == (letter == "Medic"), s


@pytest.mark.rule("OWM-SOLD-08")
def test_points_follow_the_formula():
    for key, s in SOLDIERS:
        points = 1 + WEAPONS[s["weapon"]]["points"]
        points += {"red": 2, "green": 1, "blue": 0}[s["discipline"]]
        points += s["resolve"] - 3 + s["vitality"] - 8
        points += {"captain": 2, "sergeant": 1}.get(s["rank"], 0)
        points += TRAITS[s["strength_trait"]]["value"] + TRAITS[s["weakness_trait"]]["value"]
        assert s["points"] == points, (key, s)


@pytest.mark.rule("OWM-SETUP-07")
def test_historical_squads_have_the_sizes_and_totals_of_the_ledger():
    text = found(r"Historical totals \(.*?\):\s(.*?)\.\n", section("3.6"), re.S)[1]
    us, german, *others = [int(n) for n in re.findall(r" (\d+)(?=,|$)", text)]
    totals = {key: sum(s["points"] for s in preset(key)) for key in DIVISIONS}
    assert [*totals.values()] == [us, us, german, german, *others]
    twelve = {"us_5th_rangers", "us_101st_airborne", "polish_6th", "red_army_45th_rifle"}
    assert {key for key in DIVISIONS if SQUADS[key]["historical"] == 12} == twelve
    assert all(SQUADS[key]["historical"] == 10 for key in DIVISIONS if key not in twelve)


def preset(key):
    return SQUADS[key]["soldier"][: SQUADS[key]["historical"]]


def test_the_soldiers_of_the_worked_examples():
    soldiers = SQUADS["us_101st_airborne"]["soldier"]
    evans = soldiers[3]
    assert (evans["number"], evans["rank"]) == (4, "private_first_class")
    assert evans["name"].endswith(" Evans")
    assert (evans["discipline"], evans["weapon"], evans["points"]) == ("red", "m1_garand", 7)
    assert WEAPONS["m1_garand"]["grid"][2] == "GB"
    pokey = next(s for s in soldiers if s.get("nickname") == "Pokey")
    assert (pokey["name"].split()[-1], pokey["rank"]) == ("Johnston", "corporal")


# King of the Hill


LETTERS = {
    "W": "woods",
    "G": "hedgerow",
    "R": "road",
    "K": "rocky_ground",
    "O": "orchard",
    "U": "ruins",
    "m": "Summit",
}


def hill_map():
    """Cell -> letter, open spots left out."""
    rows = HILL["map"].split()
    spots = chain.from_iterable(
        ((f"{column}{number}", letter) for column, letter in zip("ABCDE", row, strict=True))
        for number, row in enumerate(rows, 1)
    )
    return {cell: letter for cell, letter in spots if letter != "."}


@pytest.mark.rule("OWM-MISS-01")
def test_king_of_the_hill_has_the_values_of_the_ledger():
    row = next(row for row in table("3.8", "no.") if row[1] == HILL["title"])
    number, _, visibility, wind, timer, points, fireteams, operation, objective = row
    assert HILL["key"] == "king-of-the-hill"
    assert (HILL["number"], HILL["wind"]) == (int(number), wind)
    assert HILL["visibility"] == {"kind": visibility}
    assert (HILL["deck_timer"], HILL["squad_points"]) == (int(timer), int(points))
    assert HILL["max_fireteams"] == int(fireteams)
    assert HILL["combat_operation"] == operation.lower()
    reward, cell = found(r"(\d+) for the Summit \((\w\d)\)", objective).groups()
    assert HILL["objectives"] == [{"kind": "hold", "cell": cell, "points": int(reward)}]
    anchors = found(r"Mission 2, anchors (\w\d) \(Axis\), (\w\d) \(Allies\); row (\d)", LEDGER)
    assert HILL["anchors"] == {"axis": [anchors[1]], "allies": [anchors[2]]}
    assert HILL["forbidden_start_rows"] == [int(anchors[3])]
    assert HILL["top_of_round"] and HILL["notes"] and HILL["blurb"]
    assert HILL["map"] == found(r"```map 2\n(.*?)```", LEDGER, re.S)[1]


def test_king_of_the_hill_names_one_fitting_card_for_every_terrain_of_its_map():
    spots, cards = hill_map(), HILL["cards"]
    assert set(cards) == set(spots)
    assert len(set(cards.values())) == len(cards)
    kinds = {c["number"]: c["kind"] for c in TERRAIN_CARDS}
    titles = {number: c["title"] for number, c in MISSION_CARDS.items()}
    for cell, number in cards.items():
        assert (kinds | titles)[number] == LETTERS[spots[cell]], cell
    copies = Counter(kinds.values())
    needed = Counter(LETTERS[letter] for letter in spots.values() if letter.isupper())
    assert all(copies[kind] >= count for kind, count in needed.items())


def test_king_of_the_hill_is_the_same_after_half_a_turn_cross_hairs_included():
    spots, cards = hill_map(), HILL["cards"]
    cross_hairs = {c["number"]: c["crosshair"] for c in TERRAIN_CARDS}
    for cell, letter in spots.items():
        assert spots[opposite(cell)] == letter
        here, there = (cross_hairs.get(cards[c], "C") for c in (cell, opposite(cell)))
        assert there == OPPOSITE[here], cell
    assert HILL["anchors"]["allies"] == [opposite(HILL["anchors"]["axis"][0])]


def test_the_deck_left_by_king_of_the_hill_keeps_its_odds():
    left = [c for c in ORDERS + TERRAIN_CARDS if c["number"] not in HILL["cards"].values()]
    for colour, expected in CLASS_MEANS.items():
        assert abs(sum(c["dice"][colour] for c in left) / len(left) - expected) < 0.02


def test_no_two_divisions_have_the_same_short_name() -> None:
    """OWM-COMP-03: two Fireteams of one match are told apart in the log by it."""
    names = [short_division(key) for key in CATALOG.divisions]
    assert len(set(names)) == len(names) and "101st" in names and "Finnish 5th" in names
