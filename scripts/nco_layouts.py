"""The layouts of docs/rules/nco.md (G-10, G-11), read out of the ledger for benches and tests."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from owm_net.engine.geometry import Body, Polygon, Prism, Scenery

LEDGER = Path(__file__).resolve().parent.parent / "docs/rules/nco.md"
BOARD = 3600
BASE = 49
BODY = Body(columns=(-37, -12, 12, 37), rows=(15, 45, 75, 105), eye=105)
"""G-03."""


class Kind(NamedTuple):
    """A row of the table of G-10."""

    solid: bool
    sight: str
    top: int
    cover: bool
    difficult: bool
    climb: str
    stand: bool


class Piece(NamedTuple):
    kind: str
    polygon: Polygon


def kinds() -> dict[str, Kind]:
    """The kinds of terrain by name."""
    text = LEDGER.read_text(encoding="utf-8")
    table = text.partition("### G-10")[2].partition("### G-11")[0]
    found = {}
    for line in table.splitlines():
        if line.startswith("| `"):
            names, body, sight, tops, cover, difficult, climb, stand = line.strip("| ").split(" | ")
            named = re.findall(r"`(\w+)`", names)
            heights = [int(top) for top in tops.split(", ")]
            for name, top in zip(named, heights * len(named), strict=False):
                found[name] = Kind(
                    body == "solid", sight, top, cover == "yes", difficult == "yes", climb,
                    stand == "yes",
                )  # fmt: skip
    return found


def layouts() -> dict[str, tuple[Piece, ...]]:
    """The pieces of each layout, those of the centre first, then each with its half turn."""
    text = LEDGER.read_text(encoding="utf-8")
    found = {}
    said = r"\*\*Layout \d `(\w+)`\*\* — centre: (.*?)\. Half: (.*?)\.$"
    for name, centre, half in re.findall(said, text, re.MULTILINE):
        pieces = [] if centre == "none" else [_piece(centre)]
        for words in half.split("; "):
            piece = _piece(words)
            pieces += [piece, Piece(piece.kind, piece.polygon.turned(BOARD, BOARD))]
        found[name] = tuple(pieces)
    return found


def _piece(words: str) -> Piece:
    kind, shape, *numbers = words.split()
    if shape == "R":
        x0, y0, x1, y1 = map(int, numbers)
        return Piece(kind, Polygon.rectangle(x0, y0, x1, y1))
    corners = [tuple(map(int, corner.split(","))) for corner in numbers]
    return Piece(kind, Polygon(tuple([(x, y) for x, y in corners])))


def scenery(pieces: tuple[Piece, ...]) -> Scenery:
    """What of a layout matters for sight."""
    rows = kinds()
    return Scenery(
        [
            Prism(piece.polygon, 0, row.top, hides=row.sight == "block", open=not row.solid)
            for piece in pieces
            if (row := rows[piece.kind]).sight != "clear"
        ],
        BODY,
    )
