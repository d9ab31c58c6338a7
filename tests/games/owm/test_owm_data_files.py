"""The data files of Of War and Men against the ledger, docs/rules/owm.md.

Nothing here uses the loader: files are read as plain TOML and compared with the tables of the
ledger itself, so that the two cannot drift apart.
"""

import re
import tomllib
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
DATA = ROOT / "owm_net" / "games" / "owm" / "data"
LEDGER = (ROOT / "docs" / "rules" / "owm.md").read_text(encoding="utf-8")

COLOURS = ("red", "green", "blue")
COLOUR_OF_LETTER = {"R": "red", "G": "green", "B": "blue"}
OPPOSITE = {"C": "C", "NW": "SE", "SE": "NW", "NE": "SW", "SW": "NE"}
FLAG_OF_ICON = {
    "BL": "blocks_los",
    "NS": "no_stealth",
    "FM": "fast_move",
    "NM": "no_movement",
    "MM": "man_made",
    "bridge": "bridge",
}
RANKS = {
    "Private": "private",
    "PFC": "private_first_class",
    "Corporal": "corporal",
    "Sergeant": "sergeant",
    "Captain": "captain",
}
CLASS_MEANS = {"red": 2.5, "green": 3.5, "blue": 4.5}

# Division: title as in rule COMP-03, nation, side, column of the roster table in 3.6.
DIVISIONS = {
    "us_5th_rangers": ("U.S. 5th Rangers", "us", "allies", "T12-US"),
    "us_101st_airborne": ("U.S. 101st Airborne", "us", "allies", "T12-US"),
    "german_352nd": ("German 352nd Infantry", "german", "axis", "T10"),
    "german_15th": ("German 15th Infantry", "german", "axis", "T10"),
    "red_army_45th_rifle": ("Red Army 45th Rifle", "soviet", "either", "T12-B"),
    "red_army_70th_guards": ("Red Army 70th Guards", "soviet", "either", "T10"),
    "polish_6th": ("Polish 6th Infantry", "polish", "allies", "T12-B"),
    "polish_3rd_carpathian": ("Polish 3rd Carpathian", "polish", "allies", "T10"),
    "finnish_5th": ("Finnish II Corps 5th Division", "finnish", "axis", "T10"),
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


def load(name):
    return tomllib.loads((DATA / name).read_text(encoding="utf-8"))


DECK = load("core_deck.toml")
ORDERS, TERRAIN_CARDS = DECK["order"], DECK["terrain"]
KINDS = {k["key"]: k for k in load("terrain.toml")["kind"]}
MISSION_CARDS = {c["id"]: c for c in load("terrain.toml")["mission_card"]}
DECISIONS = {d["key"]: d for d in load("decisions.toml")["decision"]}
WEAPONS = {w["key"]: w for w in load("weapons.toml")["weapon"]}
TRAITS = {t["key"]: t for t in load("traits.toml")["trait"]}
SQUADS = {key: load(f"soldiers/{key}.toml") for key in DIVISIONS}
SOLDIERS = [(key, s) for key, squad in SQUADS.items() for s in squad["soldier"]]
HILL = load("missions/king_of_the_hill.toml")


# Reading the ledger


def section(number):
    """The text of `### <number>` up to the next heading."""
    return re.search(rf"^### {re.escape(number)} .*?(?=^##)", LEDGER, re.M | re.S)[0]


def table(number, first):
    """The rows (lists of cells) below the header whose first cell is `first`, header included."""
    rows, inside = [], False
    for line in section(number).splitlines():
        cells = [c.strip() for c in line.strip("|").split("|")]
        if line.startswith("|") and (inside or cells[0] == first):
            inside = True
            if not set(line) <= set("|-"):
                rows.append(cells)
        elif inside:
            return rows
    assert rows, f"the ledger has no table {first!r} in {number}"
    return rows


def key_of(title):
    return title.replace(".", "").lower().replace(" ", "_")


def roster(column):
    """[(rank, tier, letter)] of a roster column, then the extras; 3.6."""
    header, *rows = table("3.6", "no.")
    index = next(i for i, title in enumerate(header) if title.split()[0] == column)
    extras = re.search(r"division is full: (.*?)\. Historical", section("3.6"), re.S)[1]
    entries = [row[index] for row in rows if row[index] != "-"]
    return [tuple(e.split()[:3]) for e in [*entries, *re.split(r";\s+", extras)]]


def opposite(cell):
    """The cell that half a turn of a 5 x 7 map puts in the place of `cell`."""
    return "EDCBA"["ABCDE".index(cell[0])] + str(8 - int(cell[1]))


# Core deck


@pytest.mark.rule("OWM-CCS-01", "OWM-COMP-01")
def test_every_result_of_the_three_dice_stands_on_exactly_one_of_192_cards():
    cards = ORDERS + TERRAIN_CARDS
    assert sorted(c["number"] for c in cards) == list(range(1, 193))
    triples = {tuple(c["dice"][colour] for colour in COLOURS) for c in cards}
    assert triples == {(r, g, b) for r in range(1, 5) for g in range(1, 7) for b in range(1, 9)}


def test_dice_follow_the_formula_of_the_ledger():
    for card in ORDERS + TERRAIN_CARDS:
        n = card["number"] - 1
        assert card["dice"] == {"red": 1 + n % 4, "green": 1 + n // 4 % 6, "blue": 1 + n // 24}


def test_cards_stand_in_the_order_of_their_numbers():
    numbers = re.findall(r"^number = (\d+)$", (DATA / "core_deck.toml").read_text(), re.M)
    assert [int(n) for n in numbers] == list(range(1, 193))


def appendix_faces():
    """Card number -> (dice, the rest of the card as the data file should have it); Appendix A."""
    short = {"COP": "combat_operation", "FUB": "fubar"}
    legend = LEDGER.split("## Appendix A")[1].split("```deck")[0]
    for code, title in re.findall(r"\b([A-Z]{3}) ([A-Z][A-Za-z. \n]+?)(?=[,.]\s)", legend):
        short.setdefault(code, key_of(title.replace("\n", " ")))
    standing = {"A": "attack", "R": "rally", "M": "maneuver", "E": "entrench"}
    icons = {"j": "jam", "w": "wound", "r": "random_effect"}
    for number, dice, face in re.findall(r"\b(\d+):(\d{3}):(\S+)", LEDGER.split("```deck")[1]):
        a, b, c = face.split("/")
        if a == "T":
            kind = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", b).lower()
            rest = {"kind": kind, "crosshair": c}
        else:
            rest = {"standing_order": standing[a[0]]}
            if len(a) == 2:
                rest["strength"] = COLOUR_OF_LETTER[a[1]]
            if b[:2] in ("EV", "GR"):
                rest["decision"] = {"EV": "evade", "GR": "grenade"}[b[:2]]
                rest["decision_strength"] = COLOUR_OF_LETTER[b[2]]
            else:
                rest["decision"] = short[b]
            if c != "-":
                rest["icon"] = icons[c]
        red, green, blue = map(int, dice)
        yield {"number": int(number), "dice": {"red": red, "green": green, "blue": blue}} | rest


def test_every_card_has_the_face_of_appendix_a():
    ours = {c["number"]: c for c in ORDERS + TERRAIN_CARDS}
    assert {face["number"]: face for face in appendix_faces()} == ours


@pytest.mark.rule("OWM-CARD-02")
def test_order_cards_have_a_strength_only_where_the_order_or_decision_needs_one():
    for card in ORDERS:
        assert card["standing_order"] in ("attack", "entrench", "maneuver", "rally"), card
        assert ("strength" in card) == (card["standing_order"] in ("attack", "rally")), card
        assert card["decision"] in DECISIONS, card
        assert ("decision_strength" in card) == (card["decision"] in ("evade", "grenade")), card
        assert {card.get("strength", "red"), card.get("decision_strength", "red")} <= {*COLOURS}
        assert card.get("icon", "jam") in ("jam", "wound", "random_effect"), card


def test_orders_and_their_strengths_are_counted_as_in_the_ledger():
    ours = Counter((c["standing_order"], c.get("strength")) for c in ORDERS)
    (_, _, *colours, _), *rows = table("3.1", "Standing Order")
    theirs = {}
    for order, total, *counts, none in rows:
        by_colour = zip([*colours, None], [*counts, none], strict=True)
        theirs |= {(order.lower(), c): int(n) for c, n in by_colour if n != "-"}
        assert sum(n for (o, _), n in theirs.items() if o == order.lower()) == int(total)
    assert ours == theirs


def test_decisions_are_spread_over_the_orders_as_in_the_ledger():
    ours = Counter((c["decision"], c["standing_order"]) for c in ORDERS)
    strengths = Counter((c["decision"], c.get("decision_strength")) for c in ORDERS)
    (_, *orders, _), *rows, _total = table("3.1", "decision")
    theirs = Counter()
    for title, *counts, total in rows:
        key = key_of(title.partition(" (")[0])
        theirs.update({(key, o.lower()): int(n) for o, n in zip(orders, counts, strict=True)})
        assert sum(map(int, counts)) == int(total)
        for n, colour in re.findall(r"(\d+) (red|green|blue)", title):
            assert strengths[key, colour] == int(n)
    assert ours == theirs
    assert {key for key, _ in ours} == {*DECISIONS}


def test_icons_are_spread_over_the_orders_as_in_the_ledger():
    ours = Counter((c["icon"], c["standing_order"]) for c in ORDERS if "icon" in c)
    (_, _, *orders, _), *rows = table("3.2", "icon")
    theirs = {}
    for icon, total, *counts, _ in rows:
        theirs |= {(key_of(icon), o.lower()): int(n) for o, n in zip(orders, counts, strict=True)}
        assert sum(map(int, counts)) == int(total)
    assert ours == theirs


def test_no_class_of_cards_bends_the_odds():
    classes = {("terrain", ""): TERRAIN_CARDS}
    for card in ORDERS:
        for part in ("standing_order", "decision", "icon"):
            if part in card:
                classes.setdefault((part, card[part]), []).append(card)
    assert len(classes) == 1 + 4 + 20 + 3
    for name, cards in classes.items():
        for colour, expected in CLASS_MEANS.items():
            mean = sum(c["dice"][colour] for c in cards) / len(cards)
            assert abs(mean - expected) <= 0.25, (name, colour, mean)


# Terrain


@pytest.mark.rule("OWM-CARD-04")
def test_terrain_cards_have_a_kind_a_cross_hair_and_no_event_icon():
    for card in TERRAIN_CARDS:
        assert set(card) == {"number", "dice", "kind", "crosshair"}, card
        assert card["kind"] in KINDS, card
    cross_hairs = Counter(c["crosshair"] for c in TERRAIN_CARDS)
    assert cross_hairs == {"C": 16, "NW": 8, "NE": 8, "SW": 8, "SE": 8}


def face(entry):
    flags = {f for f in FLAG_OF_ICON.values() if f in entry}
    assert all(entry[f] is True for f in flags), entry
    return entry["title"], entry["attack"], entry["defense"], flags


def printed(title, attack, defense, icons):
    flags = {FLAG_OF_ICON[i] for i in re.split(r",\s*", icons) if i != "-"}
    return title, int(attack), int(defense), flags


@pytest.mark.rule("OWM-CARD-05")
def test_kinds_of_terrain_are_those_of_the_ledger():
    _, *rows = table("3.4", "Terrain")
    titles = [row[0].partition(" (")[0] for row in rows]
    assert [*KINDS] == [key_of(t) for t in titles]
    copies = Counter(c["kind"] for c in TERRAIN_CARDS)
    for title, (_, count, *values) in zip(titles, rows, strict=True):
        assert face(KINDS[key_of(title)]) == printed(title, *values)
        assert copies[key_of(title)] == (0 if count == "-" else int(count))
    assert face(KINDS["field"]) == ("Field", 0, 0, set())


@pytest.mark.rule("OWM-TERR-08")
def test_values_the_rulebook_states():
    assert KINDS["hill"]["attack"] == 3
    assert KINDS["road"]["defense"] == 1
    assert KINDS["road"]["fast_move"]
    assert "fast_move" not in KINDS["hedgerow"]
    assert (KINDS["field"]["attack"], KINDS["field"]["defense"]) == (0, 0)


@pytest.mark.rule("OWM-TERR-09", "OWM-COMP-01", "OWM-CCS-02")
def test_the_twelve_mission_cards_are_those_of_the_ledger_and_never_core_cards():
    theirs = {}
    for labels, *values in table("3.4", "card")[1:]:
        theirs |= {label: printed(*values) for label in labels.split(", ")}
    assert {c["number_label"]: face(c) for c in MISSION_CARDS.values()} == theirs
    assert len(load("terrain.toml")["mission_card"]) == len(MISSION_CARDS) == len(theirs) == 12
    assert min(MISSION_CARDS) > max(c["number"] for c in ORDERS + TERRAIN_CARDS)
    assert theirs["73A"][0] == "Building"
    assert theirs["11A"][0] == "Village"


@pytest.mark.rule("OWM-TERR-10")
def test_man_made_terrain():
    made = {key for key, kind in KINDS.items() if "man_made" in kind}
    assert made >= {"building", "road", "railroad", "village"}
    assert not made & {"hill", "lake", "woods", "field"}


# Decisions, weapons, traits


def test_every_command_decision_has_a_short_text():
    assert len(load("decisions.toml")["decision"]) == len(DECISIONS) == 20
    for key, decision in DECISIONS.items():
        assert key == key_of(decision["title"])
        assert 0 < len(decision["text"]) <= 110, key


def test_weapons_are_those_of_the_ledger():
    theirs = {}
    for names, kind, grid, second, points, assault in table("3.5", "weapon")[1:]:
        for name in names.split(", "):
            alt = None if second == "-" else second.split()
            kind_key = kind.lower().replace("-", "_")
            theirs[name] = (kind_key, grid.split(), alt, int(points), int(assault))
    assert len(load("weapons.toml")["weapon"]) == len(WEAPONS)
    assert theirs == {
        w["title"]: (w["type"], w["grid"], w.get("alt_grid"), w["points"], w["assault"])
        for w in WEAPONS.values()
    }


def test_second_grids_belong_to_machine_guns_and_snipers_only():
    for weapon in WEAPONS.values():
        assert ("alt_grid" in weapon) == (weapon["type"] in ("lmg", "hmg", "sniper")), weapon
        assert set("".join(weapon["grid"] + weapon.get("alt_grid", []))) <= set("RGB")


def test_traits_are_those_of_the_ledger():
    theirs = {row[0]: (row[1], int(row[4])) for row in table("3.7", "id")[1:]}
    assert {key: (t["title"], t["value"]) for key, t in TRAITS.items()} == theirs
    assert len(load("traits.toml")["trait"]) == len(theirs) == 44
    assert all(0 < len(t["text"]) <= 110 for t in TRAITS.values())


# Soldiers


@pytest.mark.rule("OWM-COMP-03", "OWM-COMP-01")
def test_nine_divisions_with_136_soldiers():
    assert {p.stem for p in (DATA / "soldiers").glob("*.toml")} == set(DIVISIONS)
    text = re.search(r"Division sizes: (.*?) \(sum (\d+)\)", section("3.6"), re.S)
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
        re.search(r"`(\w+)`", name)[1]: (discipline, int(resolve), int(vitality))
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
    text = re.search(r"Historical totals \(.*?\):\s(.*?)\.\n", section("3.6"), re.S)[1]
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
    reward, cell = re.search(r"(\d+) for the Summit \((\w\d)\)", objective).groups()
    assert HILL["objective"] == {"kind": "hold", "cell": cell, "points": int(reward)}
    anchors = re.search(r"Mission 2, anchors (\w\d) \(Axis\), (\w\d) \(Allies\); row (\d)", LEDGER)
    assert HILL["anchors"] == {"axis": anchors[1], "allies": anchors[2]}
    assert HILL["forbidden_start_rows"] == [int(anchors[3])]
    assert HILL["top_of_round"] and HILL["notes"] and HILL["blurb"]
    assert HILL["map"] == re.search(r"```map 2\n(.*?)```", LEDGER, re.S)[1]


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
    assert HILL["anchors"]["allies"] == opposite(HILL["anchors"]["axis"])


def test_the_deck_left_by_king_of_the_hill_keeps_its_odds():
    left = [c for c in ORDERS + TERRAIN_CARDS if c["number"] not in HILL["cards"].values()]
    for colour, expected in CLASS_MEANS.items():
        assert abs(sum(c["dice"][colour] for c in left) / len(left) - expected) < 0.02
