"""The conditions a mission's data must meet to be played (section 3.8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from owm_net.engine.ids import CardNumber
from owm_net.games.owm.catalog import (
    CORE_CARDS,
    FIELD,
    MAP_LETTERS,
    OBJECTIVES,
    RULES,
    Mission,
    TerrainCard,
)
from owm_net.games.owm.ground import COLUMNS
from owm_net.games.owm.terms import Side

MAX_FIRETEAM = 8
"""Soldiers in a Fireteam, unless the mission has fewer (OWM-SETUP-08)."""

OPERATIONS = ("reinforcements", "satchel_charge", "artillery", "star_shell")
"""What a Combat Operation may be (section 2.22)."""

MOST_ROWS = 12
"""What a screen has room for."""

LEAST_SHARED = 30
"""Points that two partners need between them: 15 each (OWM-TEAM-02)."""

LEAST_STARTS, NO_START = 2, "Li"
"""Places that a side of two squads needs, and the letters of Terrain that nobody can enter."""

VISIBILITY = ("sun", "moon", "snowflake")
"""The icons of a Mission card (OWM-VIS-01, OWM-VIS-02)."""

SIDES = (Side.ALLIES.value, Side.AXIS.value)


def check_mission(mission: Mission, faces: Mapping[CardNumber, TerrainCard]) -> Iterator[str]:
    """A line for each thing in which map, cards, anchors and objectives do not fit together."""
    rows = mission.rows
    if not rows or any(len(r) != len(rows[0]) for r in rows):
        yield "map: all rows must have the same length"
        return
    if len(rows[0]) > len(COLUMNS) or len(rows) > MOST_ROWS or len(rows) * len(rows[0]) < 6:
        yield f"map: at most {len(COLUMNS)} columns and {MOST_ROWS} rows, and at least 6 spots"
        return
    letters = {
        f"{COLUMNS[x]}{y + 1}": letter for y, row in enumerate(rows) for x, letter in enumerate(row)
    }
    yield from _check_cards(mission, faces, letters)
    yield from _check_words(mission)
    if sorted(mission.anchors) != [Side.ALLIES.value, Side.AXIS.value]:
        yield "anchors: must be one list for the allies and one for the axis"
        return
    places = {f"anchors.{side}": cells for side, cells in mission.anchors.items()}
    places |= {f"objectives[{n}].cell": (o.cell,) for n, o in enumerate(mission.objectives, 1)}
    places |= {n: getattr(mission, n) for n in ("forbidden_start", "path", "drop_zones")}
    for what, cells in places.items():
        for cell in cells:
            if cell not in letters:
                yield f"{what}: there is no spot {cell} on the map"
    for row in mission.forbidden_start_rows:
        if not 1 <= row <= len(rows):
            yield f"forbidden_start_rows: there is no row {row} on the map"
    yield from _check_starts(mission, letters)
    if mission.most_seats > 2 and mission.squad_points < LEAST_SHARED:
        why = f"must be {LEAST_SHARED} or more for two partners, or most_seats = 2 stand there"
        yield f"squad_points: {why}"


def _check_starts(mission: Mission, letters: Mapping[str, str]) -> Iterator[str]:
    """Each side has places to start from (OWM-MISS-05), enough for two squads, and none of the
    other's (A-30); except for arrivals by another way."""
    found: dict[str, list[str]] = {}
    for side, named in mission.anchors.items():
        anchors = tuple(dict.fromkeys(named))
        if not anchors and not mission.drop_zones:
            yield f"anchors.{side}: must name a spot to start from"
            continue
        found[side] = [
            cell
            for cell, letter in letters.items()
            if letter not in NO_START
            and int(cell[1:]) not in mission.forbidden_start_rows
            and cell not in mission.forbidden_start
            and any(_touches(cell, anchor) for anchor in anchors)
        ]
        if anchors and len(found[side]) < LEAST_STARTS:
            there = f"there must be {LEAST_STARTS} spots to start from, are {len(found[side])}"
            yield f"anchors.{side}: {there}"
    if mission.anchors and not any(mission.anchors.values()):
        yield "anchors: one side at least must start on the map"
    first, *others = found.values() or [[]]
    for cell in first:
        if any(cell in other for other in others):
            yield f"anchors: both sides could start at {cell}"


def _touches(cell: str, anchor: str) -> bool:
    """Return True if two spots are the same, or neighbours."""
    if anchor[:1] not in COLUMNS or not anchor[1:].isdecimal():
        return False  # that there is no such spot is said elsewhere
    across = abs(COLUMNS.index(cell[0]) - COLUMNS.index(anchor[0]))
    return max(across, abs(int(cell[1:]) - int(anchor[1:]))) <= 1


def _check_cards(
    mission: Mission, faces: Mapping[CardNumber, TerrainCard], letters: Mapping[str, str]
) -> Iterator[str]:
    """A card for every spot that has one, of the Terrain that its letter says, each once."""
    spots = [cell for cell, letter in letters.items() if letter not in ".?"]
    for cell, letter in letters.items():
        if letter not in MAP_LETTERS:
            yield f"map: {cell} is {letter!r}, which is none of {' '.join(MAP_LETTERS)}"
    for cell in sorted(set(spots).symmetric_difference(mission.cards)):
        yield f"cards.{cell}: the map and the list of cards disagree about this spot"
    for cell, card in mission.cards.items():
        if card not in faces:
            yield f"cards.{cell}: there is no Terrain card {card}"
        elif cell in spots and letters[cell] in MAP_LETTERS:
            kind, small = MAP_LETTERS[letters[cell]], letters[cell].islower()
            if faces[card].kind != kind or (card > CORE_CARDS) != small:
                title = faces[card].title
                yield f"cards.{cell}: card {card} is {title}, the map has {letters[cell]!r} here"
    for card, times in Counter(mission.cards.values()).items():
        if card != FIELD and times > 1:
            yield f"cards: card {card} lies on {times} spots"
    if mission.symmetric:
        yield from _check_symmetry(mission, faces, letters)


def _check_symmetry(
    mission: Mission, faces: Mapping[CardNumber, TerrainCard], letters: Mapping[str, str]
) -> Iterator[str]:
    """Half a turn changes nothing but sides: Terrain, cross-hairs, and what is anchored where."""
    cells = list(letters)
    opposite = dict(zip(cells, reversed(cells), strict=True))
    for cell, other in opposite.items():
        here, there = (faces.get(mission.cards.get(c, FIELD)) for c in (cell, other))
        if here is None or there is None or cell > other:
            continue
        same = (here.attack, here.defense, here.blocks_los) == (
            there.attack, there.defense, there.blocks_los
        )  # fmt: skip
        if not same or here.crosshair.turned is not there.crosshair:
            yield f"cards.{cell}: is not what half a turn makes of {other} (symmetric)"
    axis, allies = (mission.anchors.get(s.value, ()) for s in (Side.AXIS, Side.ALLIES))
    if axis and allies and sorted(opposite.get(c, "") for c in axis) != sorted(allies):
        yield "anchors: those of one side are not half a turn from those of the other (symmetric)"


def _check_words(mission: Mission) -> Iterator[str]:
    """Yield names that refer to nothing."""
    yield from _one_of("combat_operation", mission.combat_operation, OPERATIONS)
    yield from _one_of("visibility.kind", mission.visibility.kind, VISIBILITY)
    if (mission.visibility.kind == "sun") != (mission.visibility.range == 0):
        yield "visibility.range: belongs to moon and snowflake, 1 to 9 (OWM-VIS-02)"
    yield from _one_of("rules", mission.rules, RULES)
    yield from _one_of("lead", mission.lead, ("", *SIDES))
    for n, objective in enumerate(mission.objectives, 1):
        yield from _one_of(f"objectives[{n}].kind", objective.kind, OBJECTIVES)
        yield from _one_of(f"objectives[{n}].side", objective.side, ("", *SIDES))
        if objective.kind != "hold" and not mission.rules:
            yield f"objectives[{n}].kind: {objective.kind} needs rules of its own (rules = ...)"
    for side, most in mission.max_soldiers.items():
        yield from _one_of("max_soldiers", side, SIDES)
        if not 1 <= most <= MAX_FIRETEAM:
            yield f"max_soldiers.{side}: must be 1 to {MAX_FIRETEAM}, is {most}"
    comes = mission.artillery_round > 0
    if mission.combat_operation == "artillery":
        if comes == mission.at_the_ready:
            yield "at_the_ready: must be true, or artillery_round say when it comes (OWM-MX-06)"
    elif comes or mission.at_the_ready:
        yield "at_the_ready: goes with the Combat Operation artillery (OWM-MX-03)"


def _one_of(where: str, value: str, known: tuple[str, ...]) -> Iterator[str]:
    """A line if a value is none of those there are."""
    if value not in known:
        wanted = ", ".join([f'"{k}"' for k in known])
        yield f'{where}: must be one of {wanted}, is "{value}"'
