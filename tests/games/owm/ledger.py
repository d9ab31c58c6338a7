"""The ledger of OWM and its data files as plain tables, for the tests that compare the two.

Nothing here uses the loader: files are read as plain TOML and compared with the tables of the
ledger itself, so that the two cannot drift apart.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
DATA = ROOT / "owm_net" / "games" / "owm" / "data"
LEDGER = (ROOT / "docs" / "rules" / "owm.md").read_text(encoding="utf-8")

COLOURS = ("red", "green", "blue")
COLOUR_OF_LETTER = {"R": "red", "G": "green", "B": "blue"}
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


def load(name: str) -> dict[str, Any]:
    """A data file as plain TOML."""
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


def found(pattern: str, text: str, flags: int = 0) -> re.Match[str]:
    """Where a text says something that it must say."""
    match = re.search(pattern, text, flags)
    assert match, f"{pattern} is nowhere"
    return match


def section(number: str) -> str:
    """The text of `### <number>` up to the next heading."""
    found = re.search(rf"^### {re.escape(number)} .*?(?=^##)", LEDGER, re.M | re.S)
    assert found, f"the ledger has no section {number}"
    return found[0]


def table(number: str, first: str) -> list[list[str]]:
    """The rows (lists of cells) below the header whose first cell is `first`, header included."""
    rows: list[list[str]] = []
    inside = False
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


def key_of(title: str) -> str:
    """A title as the key of a data file."""
    return title.replace(".", "").lower().replace(" ", "_")
