"""The promises of docs/rules/owm.md about OWM's data files: each promise a short function.

The numbers stand in the ledger, and are read there; nothing of it is written a second time. A line
of what is wrong names the file, the entry, the key, the reason and the section or rule.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from owm_net.engine.data import DataFiles
from owm_net.games.owm.catalog import (
    CoreTerrainCard,
    Division,
    Mission,
    OrderCard,
    SoldierCard,
    TerrainFace,
)
from owm_net.games.owm.ids import DivisionKey
from owm_net.games.owm.reading import Printed, read_files
from owm_net.games.owm.terms import Colour, Rank, WeaponType

LEDGER = Path(__file__).resolve().parent.parent / "docs" / "rules" / "owm.md"

FLAGS = {
    "BL": "blocks_los",
    "NS": "no_stealth",
    "FM": "fast_move",
    "NM": "no_movement",
    "MM": "man_made",
    "bridge": "bridge",
}
"""Icon of section 3.4 -> its flag in the files."""

RANKS = {
    "Private": Rank.PRIVATE,
    "PFC": Rank.PRIVATE_FIRST_CLASS,
    "Corporal": Rank.CORPORAL,
    "Sergeant": Rank.SERGEANT,
    "Captain": Rank.CAPTAIN,
}

CARRIED = {
    "S": (WeaponType.SMG,),
    "r": (WeaponType.RIFLE, WeaponType.SEMI_AUTO),
    "a": (WeaponType.RIFLE, WeaponType.SEMI_AUTO),
    "L": (WeaponType.LMG, WeaponType.HMG),
    "sniper": (WeaponType.SNIPER,),
    "HMG": (WeaponType.HMG,),
    "Medic": (WeaponType.PISTOL, WeaponType.CARBINE),
}
"""Letter of the roster templates (section 3.6) -> types of weapons."""

MEDIC = "S01"
USUAL_TOTALS = ["35", "65", "75", "90"]


def faults(files: DataFiles, ledger: str = "") -> list[str]:
    """All that is wrong with the data files: what no match could use, and what breaks a promise."""
    found = read_files(files)
    book = Ledger(ledger or LEDGER.read_text(encoding="utf-8"))
    return [*found.problems, *(line for promise in PROMISES for line in promise(found, book))]


class Ledger:
    """The sections and tables of docs/rules/owm.md. Raises ValueError where one is not there."""

    def __init__(self, text: str) -> None:
        self.text = text

    def section(self, number: str) -> str:
        """The text below `### <number>`."""
        return self.match(rf"^### {re.escape(number)} .*?(?=^##)", self.text, re.M | re.S)[0]

    def match(self, pattern: str, text: str = "", flags: int = 0) -> re.Match[str]:
        """Where a text says what it must say; the whole ledger if none is given."""
        found = re.search(pattern, text or self.text, flags)
        if found is None:
            raise ValueError(f"the ledger of OWM says nowhere {pattern}")
        return found

    def table(self, number: str, first: str) -> list[list[str]]:
        """The rows below the header whose first cell is `first`, header included."""
        rows: list[list[str]] = []
        for line in self.section(number).splitlines():
            cells = [c.strip() for c in line.strip("|").split("|")]
            if line.startswith("|") and (rows or cells[0] == first):
                if not set(line) <= set("|-"):
                    rows.append(cells)
            elif rows:
                break
        if not rows:
            raise ValueError(f"section {number} of OWM's ledger has no table {first!r}")
        return rows

    def rule(self, id: str) -> str:
        """The text of a rule of section 2."""
        return self.match(rf"^\| {id} \| (.*?) \|", flags=re.M)[1]

    def maps(self) -> dict[int, tuple[str, ...]]:
        """Number of a mission -> the rows of its map (3.8)."""
        found = re.findall(r"^```map (\d+)\n(.*?)^```", self.section("3.8"), re.M | re.S)
        return {int(n): tuple(rows.split()) for n, rows in found}


def key_of(title: str) -> str:
    """A title of the ledger as a key of the files."""
    return title.replace(".", "").lower().replace(" ", "_").replace("-", "_")


# Core deck


def dice(found: Printed, book: Ledger) -> Iterator[str]:
    """3.1: the dice of card n follow from n."""
    for card in _core(found):
        n = card.number - 1
        wanted = (1 + n % 4, 1 + n // 4 % 6, 1 + n // 24)
        shown = (card.dice.red, card.dice.green, card.dice.blue)
        if shown != wanted:
            yield f"core_deck.toml: card {card.number}: dice: must be {wanted}, are {shown} (3.1)"


def class_means(found: Printed, book: Ledger) -> Iterator[str]:
    """3.1, 3.12: no class of cards, taken out of the deck, bends the odds: Terrain as a whole, each
    order, each decision, each icon."""
    pattern = r"dice means within (0\.\d+) of (\d\.\d) / (\d\.\d) / (\d\.\d)"
    said = book.match(pattern, re.sub(r"\s+", " ", book.section("3.1")))
    most, *means = (Fraction(number) for number in said.groups())
    classes: dict[str, list[OrderCard | CoreTerrainCard]] = {}
    for card in _core(found):
        names = ["terrain"]
        if isinstance(card, OrderCard):
            names = [f"standing_order {card.standing_order.value}", f"decision {card.decision}"]
            names += [f"icon {card.icon.value}"] if card.icon is not None else []
        for name in names:
            classes.setdefault(name, []).append(card)
    for name, cards in classes.items():
        for colour, mean in zip(Colour, means, strict=True):
            total = sum(card.dice.of(colour) for card in cards)
            if abs(Fraction(total, len(cards)) - mean) > most:
                shown = f"{total} / {len(cards)} = {total / len(cards):.2f}"
                yield (
                    f"core_deck.toml: {name}: dice.{colour.value}: the mean must be within"
                    f" {float(most)} of {float(mean)}, is {shown} (3.1)"
                )


def orders(found: Printed, book: Ledger) -> Iterator[str]:
    """3.1: Standing Orders by strength, and Terrain in what is left."""
    (_, _, *colours, _), *rows = book.table("3.1", "Standing Order")
    wanted: Counter[str] = Counter()
    for order, _, *counts, none in rows:
        for colour, n in zip([*colours, ""], [*counts, none], strict=True):
            wanted[f"{order.lower()} {colour}".strip()] += 0 if n == "-" else int(n)
    shown: Counter[str] = Counter()
    for card in _orders(found):
        strength = card.strength.value if card.strength is not None else ""
        shown[f"{card.standing_order.value} {strength}".strip()] += 1
    yield from _counts("core_deck.toml: order", "standing_order", wanted, shown, found, "3.1")


def decisions(found: Printed, book: Ledger) -> Iterator[str]:
    """3.1, 3.3: each Command Decision so often on each Standing Order, and so often in a colour."""
    (_, *columns, _), *rows, _ = book.table("3.1", "decision")
    wanted: Counter[str] = Counter()
    strengths: Counter[str] = Counter()
    for title, *counts, _ in rows:
        key = key_of(title.partition(" (")[0])
        for order, n in zip(columns, counts, strict=True):
            wanted[f"{key} on {order.lower()}"] += int(n)
        coloured = re.findall(r"(\d+) (red|green|blue)", title)
        for n, colour in coloured or [(str(sum(map(int, counts))), "")]:
            strengths[f"{key} {colour}".strip()] += int(n)
    shown = Counter(f"{c.decision} on {c.standing_order.value}" for c in _orders(found))
    coloured_here: Counter[str] = Counter()
    for card in _orders(found):
        strength = card.decision_strength.value if card.decision_strength is not None else ""
        coloured_here[f"{card.decision} {strength}".strip()] += 1
    where = "core_deck.toml: order"
    yield from _counts(where, "decision", wanted, shown, found, "3.1")
    yield from _counts(where, "decision_strength", strengths, coloured_here, found, "3.3")
    if found.decisions is not None:
        known = Counter(list(found.decisions))
        named = Counter(key_of(row[0].partition(" (")[0]) for row in rows)
        yield from _counts("decisions.toml: decision", "key", named, known, found, "3.1")


def icons(found: Printed, book: Ledger) -> Iterator[str]:
    """3.2: each event icon so often on each Standing Order."""
    (_, _, *columns, _), *rows = book.table("3.2", "icon")
    wanted: Counter[str] = Counter()
    for icon, _, *counts, _ in rows:
        for order, n in zip(columns, counts, strict=True):
            wanted[f"{key_of(icon)} on {order.lower()}"] += int(n)
    shown = Counter(
        f"{c.icon.value} on {c.standing_order.value}" for c in _orders(found) if c.icon is not None
    )
    yield from _counts("core_deck.toml: order", "icon", wanted, shown, found, "3.2")


# Terrain


def terrain(found: Printed, book: Ledger) -> Iterator[str]:
    """3.4: copies, values and icons of the kinds, the 12 mission cards, and the cross-hairs."""
    if found.terrain is None:
        return
    _, *rows = book.table("3.4", "Terrain")
    titles = [row[0].partition(" (")[0] for row in rows]
    known = Counter(k.key for k in found.terrain.kind)
    wanted = Counter(key_of(t) for t in titles)
    yield from _counts("terrain.toml: kind", "key", wanted, known, found, "3.4")
    kinds = found.kinds()
    for title, (_, _, *values) in zip(titles, rows, strict=True):
        if key_of(title) in kinds:
            where = f"terrain.toml: kind {key_of(title)}"
            yield from _face(where, kinds[key_of(title)], title, *values)
    if found.deck is not None:
        copies = Counter(card.kind for card in found.deck.terrain)
        there = Counter(
            {key_of(t): int(row[1]) for t, row in zip(titles, rows, strict=True) if row[1] != "-"}
        )
        yield from _counts("core_deck.toml: terrain", "kind", there, copies, found, "3.4")
        said = book.match(r"(\d+) core cards C, (\d+) each of the others", book.section("3.4"))
        places = Counter(
            {p: int(said[1 if p == "C" else 2]) for p in ("C", "NW", "NE", "SW", "SE")}
        )
        seen = Counter(card.crosshair.value for card in found.deck.terrain)
        yield from _counts("core_deck.toml: terrain", "crosshair", places, seen, found, "3.4")
        text = re.sub(r"\s+", " ", book.section("3.1"))
        said = book.match(r"Core card (\d+) is a (\w+) and core card (\d+) a (\w+)", text)
        for n, kind in ((said[1], said[2]), (said[3], said[4])):
            yield from _named_card(found, int(n), kind.lower())
    yield from _mission_cards(found, book)


def _named_card(found: Printed, number: int, kind: str) -> Iterator[str]:
    assert found.deck is not None
    if all((c.number, c.kind) != (number, kind) for c in found.deck.terrain):
        yield f"core_deck.toml: card {number}: kind: must be Terrain of the kind {kind} (3.1)"


def _mission_cards(found: Printed, book: Ledger) -> Iterator[str]:
    assert found.terrain is not None
    wanted: dict[str, list[str]] = {}
    for labels, *values in book.table("3.4", "card")[1:]:
        wanted |= dict.fromkeys(labels.split(", "), values)
    cards = {c.number_label: c for c in found.terrain.mission_card}
    shown = Counter(c.number_label for c in found.terrain.mission_card)
    where = "terrain.toml: mission_card"
    yield from _counts(where, "number_label", Counter(list(wanted)), shown, found, "3.4")
    for label, (title, *rest) in wanted.items():
        if label in cards:
            yield from _face(f"{where} {label}", cards[label], title, *rest)


def _face(
    where: str, face: TerrainFace, title: str, attack: str, defense: str, printed: str
) -> Iterator[str]:
    """The title, the modifiers and the icons of a Terrain."""
    flags = {FLAGS[icon] for icon in re.split(r",\s*", printed) if icon != "-"}
    wanted: dict[str, Any] = {"attack": int(attack), "defense": int(defense)}
    wanted |= {flag: flag in flags for flag in FLAGS.values() if hasattr(face, flag)}
    wanted["title"] = title.partition(" (")[0]
    for key, value in wanted.items():
        is_ = getattr(face, key)
        if key == "title":
            is_ = is_.partition(" (")[0]
        if is_ != value:
            yield f"{where}: {key}: must be {_toml(value)}, is {_toml(is_)} (3.4)"


# Weapons, soldiers, traits, squads


def weapons(found: Printed, book: Ledger) -> Iterator[str]:
    """3.5: both grids, the points and the assault icon of every weapon."""
    if found.weapons is None:
        return
    wanted: dict[str, list[str]] = {}
    for names, *values in book.table("3.5", "weapon")[1:]:
        wanted |= dict.fromkeys(names.split(", "), values)
    titles = {w.title: w for w in found.weapons.values()}
    yield from _counts(
        "weapons.toml: weapon",
        "title",
        Counter(list(wanted)),
        Counter(list(titles)),
        found,
        "3.5",
    )
    for title, (kind, grid, second, points, assault) in wanted.items():
        if title not in titles:
            continue
        weapon = titles[title]
        shown = {
            "type": (key_of(kind), weapon.type.value),
            "grid": (grid.split(), list(weapon.grid)),
            "alt_grid": ([] if second == "-" else second.split(), list(weapon.alt_grid)),
            "points": (int(points), weapon.points),
            "assault": (int(assault), weapon.assault),
        }
        for key, (must, is_) in shown.items():
            if must != is_:
                yield f"weapons.toml: weapon {weapon.key}: {key}: must be {must}, is {is_} (3.5)"


def divisions(found: Printed, book: Ledger) -> Iterator[str]:
    """3.6, COMP-01, COMP-03: how many soldiers, numbered from 1, and the sum with the Finns."""
    text = re.sub(r"\s+", " ", book.section("3.6"))
    said = book.match(r"Division sizes: (.*?) \(sum (\d+)\)", text)
    sizes = [int(n) for n in re.findall(r" (\d+)(?=,|$)", said[1])]
    for (key, division), size in zip(found.divisions.items(), sizes, strict=False):
        name, there = f"soldiers/{key}.toml", len(division.soldier)
        if len(found.divisions) == len(sizes) and there != size:
            yield f"{name}: soldier: number: there must be {size}, are {there} (3.6)"
        if [s.number for s in division.soldier] != list(range(1, there + 1)):
            yield f"{name}: soldier: number: must run from 1 to {there} (3.6)"
    total = sum(len(d.soldier) for d in found.divisions.values())
    must = int(book.match(r"(\d+) soldiers \(Finns included\)", book.rule("OWM-COMP-01"))[1])
    if len(found.divisions) == len(sizes) and total != must:
        yield f"soldiers: soldier: number: there must be {must} in all, are {total} (COMP-01)"


def rosters(found: Printed, book: Ledger) -> Iterator[str]:
    """3.6: rank, quality and weapon by the templates; so eight Leaders in every division that is
    full, and one Medic."""
    tiers = {
        book.match(r"`(\w+)`", name)[1]: (Colour(discipline), int(resolve), int(vitality))
        for name, discipline, resolve, vitality in book.table("3.6", "tier")[1:]
    }
    header, *rows = book.table("3.6", "no.")
    text = re.sub(r"\s+", " ", book.section("3.6"))
    extras = book.match(r"division is full: (.*?)\. Historical", text)[1].split("; ")
    for key, division in found.divisions.items():
        at = next(i for i, title in enumerate(header) if _template_of(division) in title)
        slots = [row[at] for row in rows if row[at] != "-"] + extras
        for soldier, slot in zip(division.soldier, slots, strict=False):
            rank, tier, letter = slot.split()[:3]
            letter = letter.rstrip(".")
            where = f"soldiers/{key}.toml: soldier {soldier.number}"
            if soldier.rank is not RANKS[rank]:
                yield f"{where}: rank: must be {RANKS[rank].value}, is {soldier.rank.value} (3.6)"
            shown = (soldier.discipline, soldier.resolve, soldier.vitality)
            for what, must, is_ in zip(
                ("discipline", "resolve", "vitality"), tiers[tier], shown, strict=True
            ):
                if must != is_:
                    yield f"{where}: {what}: must be {_toml(must)}, is {_toml(is_)} (3.6, {tier})"
            weapon = (found.weapons or {}).get(soldier.weapon)
            if weapon is not None and weapon.type not in CARRIED[letter]:
                yield f"{where}: weapon: a {weapon.type.value} does not go with {letter} (3.6)"
            if (soldier.strength_trait == MEDIC) != (letter == "Medic"):
                yield f"{where}: strength_trait: {MEDIC} is the Medic's, and nobody else's (3.6)"
        wanted = sum(not slot.startswith("Private") for slot in slots[: len(division.soldier)])
        leaders = sum(s.is_leader for s in division.soldier)
        if leaders != wanted:
            name = f"soldiers/{key}.toml"
            yield f"{name}: soldier: rank: there must be {wanted} Leaders, are {leaders} (3.6)"


def _template_of(division: Division) -> str:
    """The column of the roster table; 12 soldiers are a historical squad where it has 12."""
    if division.historical == 10:
        return "T10"
    return "T12-US" if division.nation.value == "us" else "T12-B"


def points(found: Printed, book: Ledger) -> Iterator[str]:
    """Check 3.6, 3.5, 3.7: the cost of a soldier follows from the card."""
    if found.weapons is None or found.traits is None:
        return
    for key, soldier in _soldiers(found):
        traits = (soldier.strength_trait, soldier.weakness_trait)
        if soldier.weapon not in found.weapons or any(t not in found.traits for t in traits):
            continue
        cost = 1 + found.weapons[soldier.weapon].points + (soldier.resolve - 3)
        cost += {Colour.RED: 2, Colour.GREEN: 1, Colour.BLUE: 0}[soldier.discipline]
        cost += soldier.vitality - 8
        cost += {Rank.CAPTAIN: 2, Rank.SERGEANT: 1}.get(soldier.rank, 0)
        cost += sum(found.traits[t].value for t in traits)
        if soldier.points != cost:
            where = f"soldiers/{key}.toml: soldier {soldier.number}"
            yield f"{where}: points: must be {cost}, is {soldier.points} (3.6)"


def historical(found: Printed, book: Ledger) -> Iterator[str]:
    """SETUP-07, 3.6: how many soldiers a historical squad has, and what it costs."""
    pattern = r"Historical totals \(.*?\):\s(.*?)\.\n"
    said = book.match(pattern, book.section("3.6"), re.S)[1]
    us, german, *others = [int(n) for n in re.findall(r" (\d+)(?=,|$)", said)]
    totals = [us, us, german, german, *others]
    twelve = re.findall(r"\d+", book.match(r"1-12 for (.*)", book.rule("OWM-SETUP-07"))[1])
    for (key, division), total in zip(found.divisions.items(), totals, strict=False):
        if len(found.divisions) != len(totals):
            return
        is_twelve = division.nation.value == "us" or any(f"_{n}" in key for n in twelve)
        must = 12 if is_twelve else 10
        name = f"soldiers/{key}.toml"
        if division.historical != must:
            yield f"{name}: historical: must be {must}, is {division.historical} (SETUP-07)"
        cost = sum(s.points for s in division.soldier if s.number <= must)
        if cost != total:
            yield f"{name}: soldier: points: numbers 1 to {must} must be {total}, are {cost} (3.6)"


def traits(found: Printed, book: Ledger) -> Iterator[str]:
    """3.7: the 44 traits with their values, one strength and one weakness on each soldier, and each
    trait on somebody."""
    if found.traits is None:
        return
    rows = {row[0]: row for row in book.table("3.7", "id")[1:]}
    yield from _counts(
        "traits.toml: trait",
        "key",
        Counter(list(rows)),
        Counter(list(found.traits)),
        found,
        "3.7",
    )
    for key, row in rows.items():
        if key not in found.traits:
            continue
        trait = found.traits[key]
        for what, must, is_ in (
            ("title", row[1], trait.title),
            ("value", int(row[4]), trait.value),
        ):
            if must != is_:
                yield f"traits.toml: trait {key}: {what}: must be {must}, is {is_} (3.7)"
    worn: Counter[str] = Counter()
    for home, soldier in _soldiers(found):
        where = f"soldiers/{home}.toml: soldier {soldier.number}"
        pair = (
            ("strength_trait", soldier.strength_trait),
            ("weakness_trait", soldier.weakness_trait),
        )
        for what, key in pair:
            worn[key] += 1
            if key in found.traits and key[0] != what[0].upper():
                yield f"{where}: {what}: {key} is none (3.7)"
    for key in found.traits:
        if found.divisions and not worn[key]:
            yield f"traits.toml: trait {key}: key: no soldier has it (3.7)"


def squads(found: Printed, book: Ledger) -> Iterator[str]:
    """SETUP-06: for each division a squad that is ready for each of the usual totals."""
    said = book.rule("OWM-SETUP-06")
    missing = [n for n in USUAL_TOTALS if n not in re.findall(r"\d+", said)]
    if missing:
        raise ValueError(f"OWM-SETUP-06 says nothing of {missing}")
    for key, ready in found.squads.items():
        wanted = Counter(USUAL_TOTALS)
        shown = Counter(str(squad.total) for squad in ready)
        yield from _counts(f"squads/{key}.toml: squad", "total", wanted, shown, found, "SETUP-06")


# Tokens, reference cards, missions


def tokens(found: Printed, book: Ledger) -> Iterator[str]:
    """COMP-02, COMP-01: how many of each token card, and of the reference cards."""
    text = book.rule("OWM-COMP-02").removeprefix("Token counts: ").partition(" (")[0]
    said = [part.strip(" .").split(" ", 1) for part in text.split(",")]
    kinds = [(kind.replace("double-sided ", "").lower(), int(n)) for n, kind in said]
    wanted = Counter({kind.removesuffix(" tokens"): n for kind, n in kinds})
    shown: Counter[str] = Counter()
    for token in found.token_cards:
        shown[token.kind] += token.count
    if found.token_cards:
        where = "token_cards.toml: token"
        yield from _counts(where, "count", wanted, shown, found, "COMP-02")
    for key, title in (("field", "Field"), ("artillery", "Artillery")):
        must = int(book.match(rf"(\d+) double-sided {title}", book.rule("OWM-COMP-01"))[1])
        there = sum(card.count for card in found.other_cards if card.kind == key)
        if found.other_cards and there != must:
            yield f"token_cards.toml: other {key}: count: must be {must}, is {there} (COMP-01)"
    must = int(book.match(r"(\d+) player reference", book.rule("OWM-COMP-01"))[1])
    if found.reference and len(found.reference) != must:
        is_ = len(found.reference)
        yield f"reference.toml: card: title: there must be {must}, are {is_} (COMP-01)"


def missions(found: Printed, book: Ledger) -> Iterator[str]:
    """3.8: each mission once, with the values and the map of the ledger."""
    header, *rows = book.table("3.8", "no.")
    columns = {title: i for i, title in enumerate(header)}
    by_number = {int(row[0]): row for row in rows}
    shown = Counter(str(m.number) for m in found.missions.values())
    wanted = Counter(row[0] for row in rows)
    yield from _counts("missions", "number", wanted, shown, found, "COMP-01, 3.8")
    for name, mission in found.missions.items():
        if mission.number not in by_number:
            continue
        row = by_number[mission.number]
        if mission.key != _plain(row[columns["mission"]]):
            must = _plain(row[columns["mission"]])
            yield f'{name}: key: must be "{must}", is "{mission.key}" (3.8)'
        for what, said, is_ in (
            ("visibility", row[columns["visibility"]], _visibility(mission)),
            ("wind", row[columns["wind"]], mission.wind.value),
            ("deck_timer", row[columns["deck timer"]], str(mission.deck_timer)),
            ("squad_points", row[columns["squad points"]], str(mission.squad_points)),
            ("max_fireteams", row[columns["max Fireteams"]], str(mission.max_fireteams)),
            ("combat_operation", row[columns["Combat Operation"]], mission.combat_operation),
        ):
            must = book.match(r"\d+", said)[0] if what == "squad_points" else said
            if what == "combat_operation":
                must = key_of(said.partition(" *")[0])
            if must != is_:
                yield f"{name}: {what}: must be {must}, is {is_} (3.8)"
        if mission.rows != book.maps()[mission.number]:
            yield f"{name}: map: is not the map of mission {mission.number} (3.8)"


def objectives(found: Printed, book: Ledger) -> Iterator[str]:
    """3.8: what is to be held or gone, and for how many points; and the Artillery card."""
    header, *rows = book.table("3.8", "no.")
    said = {int(row[0]): (row[header.index("objective")], row) for row in rows}
    for name, mission in found.missions.items():
        text, row = said.get(mission.number, ("", []))
        if not text:
            continue
        scored = re.match(r"(\d+)", text) or re.search(r"(\d+) to the truck side", text)
        must = int(scored[1]) if scored else 0
        for n, objective in enumerate(mission.objectives, 1):
            if objective.points != must:
                where = f"{name}: objectives[{n}].points"
                yield f"{where}: must be {must}, is {objective.points} (3.8)"
        cells = re.findall(CELL, text.partition(" held")[0])
        shown = [objective.cell for objective in mission.objectives]
        if cells and cells != shown:
            yield f"{name}: objectives: must be at {_list(cells)}, are at {_list(shown)} (3.8)"
        ready = row[header.index("Combat Operation")].endswith("*At-the-Ready")
        if mission.at_the_ready != ready:
            there = _toml(mission.at_the_ready)
            yield f"{name}: at_the_ready: must be {_toml(ready)}, is {there} (3.8)"


def starts(found: Printed, book: Ledger) -> Iterator[str]:
    """3.8, below the table: anchors, forbidden rows, the truck's path, drop zones and small
    Fireteams of each mission."""
    texts = dict(re.findall(r"^Mission (\d+), (.*?)^```map", book.section("3.8"), re.M | re.S))
    for name, mission in found.missions.items():
        text = re.sub(r"\s+", " ", texts.get(str(mission.number), ""))
        if not text:
            continue
        anchors = re.findall(rf"anchors? ((?:{CELL}(?: \(\w+\))?(?:, | and | or )?)+)", text)
        for side in ("axis", "allies"):
            of_side = re.findall(rf"((?:{CELL}(?: and )?)+) \({side}\)", " ".join(anchors), re.I)
            cells, shown = re.findall(CELL, " ".join(of_side)), list(mission.anchors.get(side, ()))
            if of_side and cells != shown:
                yield f"{name}: anchors.{side}: must be {_list(cells)}, are {_list(shown)} (3.8)"
        cells = sorted(re.findall(CELL, " ".join(anchors)))
        shown = sorted(cell for side in mission.anchors.values() for cell in side)
        if cells != shown:
            yield f"{name}: anchors: must be {_list(cells)}, are {_list(shown)} (3.8)"
        path = re.search(rf"Green path ({CELL}(?:-{CELL})+)", text)
        zones = re.search(r"drop zones: (.*?)\. ", text)
        rows = [int(n) for n in re.findall(r"row (\d+) is forbidden", text)]
        small = re.search(r"Each (Axis|Allied) Fireteam at most (\d+) soldiers", text)
        sides = {"Axis": "axis", "Allied": "allies"}
        for what, must, is_ in (
            ("path", re.findall(CELL, path[1]) if path else [], list(mission.path)),
            ("drop_zones", re.findall(CELL, zones[1]) if zones else [], list(mission.drop_zones)),
            ("forbidden_start_rows", rows, list(mission.forbidden_start_rows)),
            ("max_soldiers", {sides[small[1]]: int(small[2])} if small else {},
             mission.max_soldiers),
        ):  # fmt: skip
            if must != is_:
                yield f"{name}: {what}: must be {must}, is {is_} (3.8)"


def strengths(found: Printed, book: Ledger) -> Iterator[str]:
    """TOK-11, G-11a: what breaks the Supply Truck down and destroys it, and what kills Lu."""
    if found.tokens is None:
        return
    truck = book.match(r"green side Vitality (\d+), orange side Vitality (\d+)")
    lu = book.match(r"Lu: Vitality (\d+)", book.section("3.11"))
    for key, must, is_, source in (
        ("truck: green", int(truck[1]), found.tokens.truck.green, "TOK-11"),
        ("truck: orange", int(truck[2]), found.tokens.truck.orange, "TOK-11"),
        ("lu: vitality", int(lu[1]), found.tokens.lu.vitality, "3.11"),
    ):
        if must != is_:
            yield f"tokens.toml: {key}: must be {must}, is {is_} ({source})"


def terrain_in_stock(found: Printed, book: Ledger) -> Iterator[str]:
    """3.8, 3.4: no map uses more of a Terrain than there is, nor one card for two spots."""
    if found.deck is None or found.terrain is None:
        return
    stock = Counter(card.kind for card in found.deck.terrain)
    kind_of = {card.number: card.kind for card in found.deck.terrain}
    letters = _letters(book)
    for name, mission in found.missions.items():
        drawn = Counter(letters[c] for row in mission.rows for c in row if c in letters)
        for kind, n in sorted(drawn.items()):
            if n > stock[kind]:
                yield f"{name}: map: {kind}: {n} on the map, {stock[kind]} in the deck (3.4)"
        laid = Counter(kind_of[c] for c in mission.cards.values() if c in kind_of)
        for kind in sorted({*drawn, *laid}):
            if drawn[kind] != laid[kind]:
                yield (
                    f"{name}: cards: {kind}: {drawn[kind]} on the map,"
                    f" {laid[kind]} among the cards (3.8)"
                )


def symmetry(found: Printed, book: Ledger) -> Iterator[str]:
    """3.8: which maps are their own half turn. What stands for the two sides, such as the Command
    Posts, may differ by its letter; the cross-hairs are compared when the files are read."""
    said = re.findall(
        r"^Mission (\d+),(?:(?!^Mission).)*?Symmetric under 180", book.section("3.8"), re.M | re.S
    )
    for name, mission in found.missions.items():
        must = str(mission.number) in said
        if mission.symmetric != must:
            yield f"{name}: symmetric: must be {_toml(must)}, is {_toml(mission.symmetric)} (3.8)"
        turned = [row[::-1] for row in reversed(mission.rows)] if must else list(mission.rows)
        for y, (row, other) in enumerate(zip(mission.rows, turned, strict=True), 1):
            for column, one, two in zip(COLUMNS, row, other, strict=False):
                if one != two and {one, two} != POSTS:
                    yield f"{name}: map: {column}{y} is {one}, opposite to it is {two} (3.8)"


POSTS = {"c", "d"}
"""The two Command Posts."""

CELL = r"\b[A-J]\d+\b"
"""A spot of a map, as the ledger writes it."""

COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _letters(book: Ledger) -> dict[str, str]:
    """Letter of a map -> kind of core Terrain, as the ledger says below its missions."""
    text = re.sub(r"\s+", " ", book.section("3.8"))
    said = book.match(r"`\.` open spot, (.*?), `\?` random", text)[1]
    return {letter: key_of(kind) for letter, kind in re.findall(r"`(\w)` ([A-Z][\w ]*)", said)}


def _visibility(mission: Mission) -> str:
    """As the ledger writes it: "sun", "night 2", "blizzard 3"."""
    kinds = {"moon": "night", "snowflake": "blizzard"}
    kind = kinds.get(mission.visibility.kind, mission.visibility.kind)
    return f"{kind} {mission.visibility.range}" if mission.visibility.range else kind


def _plain(title: str) -> str:
    return title.lower().replace(" ", "-")


# Parts of these


def _core(found: Printed) -> Sequence[OrderCard | CoreTerrainCard]:
    return () if found.deck is None else (*found.deck.order, *found.deck.terrain)


def _orders(found: Printed) -> Sequence[OrderCard]:
    return () if found.deck is None else found.deck.order


def _soldiers(found: Printed) -> Iterator[tuple[DivisionKey, SoldierCard]]:
    for key, division in found.divisions.items():
        for soldier in division.soldier:
            yield key, soldier


def _counts(
    where: str,
    what: str,
    wanted: Counter[str],
    shown: Counter[str],
    found: Printed,
    source: str,
) -> Iterator[str]:
    """A line for each entry that there are more or fewer of."""
    if where.startswith("core_deck") and found.deck is None:
        return
    for entry in sorted({*wanted, *shown}):
        if wanted[entry] != shown[entry]:
            there = f"there must be {wanted[entry]}, are {shown[entry]}"
            yield f"{where}: {what}: {entry}: {there} ({source})"


def _list(cells: Iterable[str]) -> str:
    return " ".join(cells) or "none"


def _toml(value: object) -> object:
    if isinstance(value, Colour):
        return value.value
    return str(value).lower() if isinstance(value, bool) else value


PROMISES: Iterable[Callable[[Printed, Ledger], Iterator[str]]] = (
    dice,
    class_means,
    orders,
    decisions,
    icons,
    terrain,
    weapons,
    divisions,
    rosters,
    points,
    historical,
    traits,
    squads,
    tokens,
    missions,
    objectives,
    starts,
    strengths,
    terrain_in_stock,
    symmetry,
)
