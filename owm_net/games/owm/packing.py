"""The contents of a pack for OWM: the same files as `data/`, any of them.

A file replaces ours of the same name; a mission with a new name is added. Effects are code: a pack
may say of a decision or a trait what it likes, but not bring a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, islice

from owm_net.engine.data import DataFiles, data_folder, there_is_no
from owm_net.engine.errors import MOST_PROBLEMS
from owm_net.engine.packs import Packing
from owm_net.games.owm.catalog import DIVISION_ORDER
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

DEAREST = 10
"""What one who could lead a squad may cost: a side of two has at least 20 points for both
(`Mission.squad_points`)."""


def check(files: DataFiles) -> tuple[list[str], list[str]]:
    """All that is wrong with our data when a pack lies over them, and what is left out of them."""
    found, own = read_files(files), read_files(DataFiles(data_folder(PACKAGE)))
    others = chain(_effects(found, own), _no_squad(found))
    problems = [*found.problems, *islice(others, MOST_PROBLEMS)]
    if found.deck is not None and len(found.deck.terrain) < LEAST_TERRAIN:
        there = f"there must be {LEAST_TERRAIN} or more, are {len(found.deck.terrain)}"
        problems.append(
            f"core_deck.toml: terrain: number: {there}, for maps that are laid at random"
        )
    if len(found.missions) > MOST_MISSIONS:
        problems.append(f"missions: there may be {MOST_MISSIONS}, are {len(found.missions)}")
    return problems, found.left_out


def _effects(found: Printed, own: Printed) -> Iterator[str]:
    """Yield names that code knows and the files lack, and the reverse."""
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
