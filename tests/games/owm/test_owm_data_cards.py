"""The core deck, Terrain, decisions, weapons and traits against the ledger, docs/rules/owm.md."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.games.owm.ledger import (
    CLASS_MEANS,
    COLOUR_OF_LETTER,
    COLOURS,
    DATA,
    DECISIONS,
    KINDS,
    LEDGER,
    MISSION_CARDS,
    ORDERS,
    ROOT,
    TERRAIN_CARDS,
    TRAITS,
    WEAPONS,
    key_of,
    load,
    table,
)

FLAG_OF_ICON = {
    "BL": "blocks_los",
    "NS": "no_stealth",
    "FM": "fast_move",
    "NM": "no_movement",
    "MM": "man_made",
    "bridge": "bridge",
}


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
    theirs: dict[Any, Any] = {}
    for order, total, *counts, none in rows:
        by_colour = zip([*colours, None], [*counts, none], strict=True)
        theirs |= {(order.lower(), c): int(n) for c, n in by_colour if n != "-"}
        assert sum(n for (o, _), n in theirs.items() if o == order.lower()) == int(total)
    assert ours == theirs


def test_decisions_are_spread_over_the_orders_as_in_the_ledger():
    ours = Counter((c["decision"], c["standing_order"]) for c in ORDERS)
    strengths = Counter((c["decision"], c.get("decision_strength")) for c in ORDERS)
    (_, *orders, _), *rows, _total = table("3.1", "decision")
    theirs: Counter[Any] = Counter()
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
    theirs: dict[Any, Any] = {}
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
    theirs: dict[Any, Any] = {}
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


# Rulings


def test_every_ruling_that_is_cited_stands_in_the_ledger_and_those_in_force_are_shown():
    made = set(re.findall(r"^(?:\| |\*\*)(A-\d+)\b", LEDGER, re.M))
    assert {f"A-{n:02}" for n in range(1, 106)} <= made  # none ever vanishes
    code = "".join(p.read_text("utf-8") for p in (ROOT / "owm_net/games/owm").rglob("*.py"))
    tests = "".join(p.read_text("utf-8") for p in Path(__file__).parent.glob("test_*.py"))
    cited = {
        word: set(re.findall(r"\bA-\d+\b", text))
        for word, text in (("code", code), ("tests", tests))
    }
    assert cited["code"] | cited["tests"] <= made
    shown = [*range(95, 106), 120, 121, 122]
    assert {f"A-{n}" for n in shown} <= cited["tests"]
