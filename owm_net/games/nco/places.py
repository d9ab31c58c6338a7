"""Places of a table in words: by the terrain that is near."""

from __future__ import annotations

from functools import cache, lru_cache

from owm_net.engine.geometry import Point
from owm_net.engine.landmarks import Landmark, sides, where
from owm_net.engine.text import Text, say
from owm_net.games.nco.ground import ground_of
from owm_net.games.nco.ids import LayoutKey, Spot
from owm_net.games.nco.layouts import Piece
from owm_net.games.nco.terms import BOARD

NAMES = {
    "house": (say("the house"), say("the {side} house")),
    "tower": (say("the tower"), say("the {side} tower")),
    "bunker": (say("the bunker"), say("the {side} bunker")),
    "hut": (say("the hut"), say("the {side} hut")),
    "ruin": (say("the ruin"), say("the {side} ruin")),
    "railcar": (say("the railcar"), say("the {side} railcar")),
    "crates": (say("the crates"), say("the {side} crates")),
    "hill1": (say("the hill"), say("the {side} hill")),
    "hill2": (say("the hilltop"), say("the {side} hilltop")),
    "woods": (say("the woods"), say("the {side} woods")),
    "thicket": (say("the thicket"), say("the {side} thicket")),
    "crops": (say("the crops"), say("the {side} crops")),
    "swamp": (say("the swamp"), say("the {side} swamp")),
    "river": (say("the river"), say("the {side} river")),
    "trench": (say("the trench"), say("the {side} trench")),
    "crater": (say("the crater"), say("the {side} crater")),
    "rubble": (say("the rubble"), say("the {side} rubble")),
    "wreck": (say("the wreck"), say("the {side} wreck")),
    "sandbags": (say("the sandbags"), say("the {side} sandbags")),
    "wire": (say("the wire"), say("the {side} wire")),
    "wall_high": (say("the high wall"), say("the {side} high wall")),
    "wall_low": (say("the low wall"), say("the {side} low wall")),
    "hedge": (say("the hedge"), say("the {side} hedge")),
    "fence": (say("the fence"), say("the {side} fence")),
}
"""Each kind of terrain, alone and as one of several; what a place in several is told by comes
first."""
HILLS = ("hill1", "hill2")


@cache
def landmarks(layout: LayoutKey) -> tuple[Landmark, ...]:
    """Return what the places of a table are told by."""
    pieces = ground_of(layout).layout.pieces
    found = []
    for key in NAMES:
        alike = [piece for piece in pieces if piece.kind.key == key]
        for piece, side in zip(alike, sides([p.polygon.corners for p in alike]), strict=True):
            found.append(_landmark(piece, side))
    return tuple(found)


def _landmark(piece: Piece, side: str) -> Landmark:
    alone, one = NAMES[piece.kind.key]
    name = Text(one, "", 1, {"side": side}) if side else alone
    inside = say("inside {ground}", ground=name)
    if piece.kind.stand:
        on_hill = piece.kind.key in HILLS
        inside = say("on top of {ground}", ground=name)
        if on_hill:
            inside = say("on {ground}", ground=name)
    corners: tuple[Point, ...] = piece.polygon.corners
    return Landmark(name, ((*corners, corners[0]),), inside, piece.polygon)


@lru_cache(maxsize=1024)
def told_place(layout: LayoutKey, spot: Spot | None) -> str:
    """Return where a place on the table is, in words that follow a deed."""
    if spot is None or len(spot) != 3:
        return say("nowhere")
    return where((spot[0], spot[1]), landmarks(layout), (BOARD, BOARD))
