"""What a pack for OWM may hold: the same files as `data/`, any of them.

A file takes the place of ours of the same name; a mission with a name of its own is added. Effects
are code: a pack may say of a decision or a trait what it likes, but not bring a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from owm_net.engine.data import DataFiles, data_folder, there_is_no
from owm_net.engine.packs import Packing
from owm_net.games.owm.catalog import DIVISION_ORDER
from owm_net.games.owm.ground import COLUMNS
from owm_net.games.owm.reading import Printed, read_files

PACKAGE = "owm_net.games.owm"

FILES = (
    "core_deck.toml",
    "terrain.toml",
    "weapons.toml",
    "traits.toml",
    "decisions.toml",
    *(f"soldiers/{key}.toml" for key in DIVISION_ORDER),
    *(f"squads/{key}.toml" for key in DIVISION_ORDER),
    "missions/*.toml",
)

MOST_MISSIONS, LEAST_TERRAIN = 40, 24

DEAREST, LEAST_PLACES = 10, 2
"""What one who could lead a squad may cost, and starting places of a side: a side of two squads has
at least 20 points for them (`Mission.squad_points`)."""


def check(files: DataFiles) -> tuple[list[str], list[str]]:
    """All that is wrong with our data when a pack lies over them, and what is left out of them."""
    found, own = read_files(files), read_files(DataFiles(data_folder(PACKAGE)))
    problems = [*found.problems, *_effects(found, own), *_no_squad(found), *_no_place(found)]
    if found.deck is not None and len(found.deck.terrain) < LEAST_TERRAIN:
        there = f"there must be {LEAST_TERRAIN} or more, are {len(found.deck.terrain)}"
        problems.append(
            f"core_deck.toml: terrain: number: {there}, for maps that are laid at random"
        )
    if not found.missions and not problems:
        problems.append("missions: none goes with these cards; a pack brings one that does")
    if len(found.missions) > MOST_MISSIONS:
        problems.append(f"missions: there may be {MOST_MISSIONS}, are {len(found.missions)}")
    return problems, found.left_out


def _effects(found: Printed, own: Printed) -> Iterator[str]:
    """What code knows by its name is all there, and nothing else is."""
    kinds = ("terrain.toml: kind", "key", found.kinds(), own.kinds(), found.terrain)
    for where, what, named, known, file in (
        ("decisions.toml: decision", "key", found.decisions, own.decisions, found.decisions),
        ("traits.toml: trait", "key", found.traits, own.traits, found.traits),
        kinds,
    ):
        if file is None or named is None or known is None:
            continue  # that it cannot be read is said already
        for key in named:
            if key not in known:
                yield f"{where}: {what}: no rule says what this does: {there_is_no(key, known)}"
        for key in known:
            if key not in named:
                yield f'{where}: {what}: "{key}" is missing; a pack has all of them or none'
    if found.terrain is not None and own.terrain is not None:
        cards = Counter((c.id, c.number_label) for c in found.terrain.mission_card)
        ours = Counter((c.id, c.number_label) for c in own.terrain.mission_card)
        for id, label in sorted({*cards, *ours}):
            if cards[id, label] != ours[id, label]:
                there = f"there must be {ours[id, label]}, are {cards[id, label]}"
                yield f"terrain.toml: mission_card {id}: number_label: {label}: {there}"


def _no_squad(found: Printed) -> Iterator[str]:
    """A division of which some mission could bring no squad: nobody cheap enough to lead one."""
    for key, division in found.divisions.items():
        if not any(s.is_leader and s.points <= DEAREST for s in division.soldier):
            why = f"no Leader costs {DEAREST} or less, so not every mission could have a squad"
            yield f"soldiers/{key}.toml: soldier: points: {why}"


def _no_place(found: Printed) -> Iterator[str]:
    """A pack's mission in which two squads of a side could not stand (OWM-MISS-05)."""
    for name, mission in found.missions.items():
        if mission.key not in found.added:
            continue
        rows = mission.rows
        places = {
            f"{COLUMNS[x]}{y + 1}": (x, y)
            for y, row in enumerate(rows)
            for x, letter in enumerate(row[: len(COLUMNS)])
            if letter not in "Li"
            and y + 1 not in mission.forbidden_start_rows
            and f"{COLUMNS[x]}{y + 1}" not in mission.forbidden_start
        }
        corners = [(x, y) for y in range(len(rows)) for x in range(len(rows[0]))] if rows else []
        at = {f"{COLUMNS[x]}{y + 1}": (x, y) for x, y in corners if x < len(COLUMNS)}
        for side, anchors in mission.anchors.items():
            near = [
                place
                for place in places.values()
                if any(
                    max(abs(place[0] - at[a][0]), abs(place[1] - at[a][1])) <= 1
                    for a in anchors
                    if a in at
                )
            ]
            if anchors and len(near) < LEAST_PLACES:
                why = f"there must be {LEAST_PLACES} spots to start from, are {len(near)}"
                yield f"{name}: anchors.{side}: {why}"


def template() -> Mapping[str, str]:
    """A mission to begin with: ours of the Hill under another name, with its own comments."""
    hill = DataFiles(data_folder(PACKAGE)).text("missions/king_of_the_hill.toml")
    text = hill.partition("\n\n")[2]
    for old, new in (
        ('key = "king-of-the-hill"', 'key = "my-first-mission"'),
        ("number = 2\n", "number = 51\n"),
        ('title = "King of the Hill"', 'title = "My First Mission"'),
    ):
        text = text.replace(old, new, 1)
    return {"missions/my_first_mission.toml": MISSION + text}


MISSION = """\
# A mission of your own. The name of this file is free; key is what people type (--mission), number
# is no other mission's, and title is what is shown.
#
# visibility: kind "sun"; or "moon" or "snowflake", with range = 1 to 9. wind: "red", "green" or
# "blue". deck_timer: how often the deck is played through. squad_points: what a side may spend, 20
# to 200. combat_operation: "reinforcements", "satchel_charge", "star_shell", or "artillery" with
# at_the_ready = true. objectives: kind "hold" is to be there alone at the end, worth points.
# anchors: a Fireteam starts on or beside these spots. symmetric = true has it checked that half a
# turn of the map changes nothing; leave the line out for a map that does not keep that.

"""

PACKING = Packing(PACKAGE, FILES, check, template)
