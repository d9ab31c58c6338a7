"""Terrain that is laid in a free battle: the pieces beside the map, and how the map would look."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from owm_net.client.answering.drafting import Drafting, DraftStep, Set, Sketch
from owm_net.client.language import tr
from owm_net.client.scene.layout import Box
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.heroes.common import PIECE, PLACED, field_of, held, is_asked, state_of
from owm_net.client.widgets import Choice, choice_button, choice_list
from owm_net.engine.agenda import Refusal
from owm_net.engine.drafts import Draft
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.free_map import STOCK, has_ground, quarters, why_not_piece, with_piece
from owm_net.games.heroes.generator import TERRAIN, LayTerrain, map_of
from owm_net.games.heroes.ground import Ground, ground_of
from owm_net.games.heroes.ids import OverlayKey, Quarters, Space
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.words import piece_name, quarters_name


@frozen
class TakePiece(DraftStep):
    """A piece is taken: it comes where the last one was to lie, if it fits there."""

    piece: OverlayKey

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch:
        """Not turned."""
        bare, place = Draft(LayTerrain), held(sketch, PLACED.space)
        piece, space = field_of(LayTerrain, PIECE.piece), field_of(LayTerrain, PLACED.space)
        assert piece is not None and space is not None
        bare = bare.with_(piece, self.piece)
        if place is None:
            return bare
        there = bare.with_(space, place)
        return bare if drafting.desk.look(there).refusal is not None else there


def ground(seen: SeenTable) -> Ground:
    """The map with the piece that is drafted."""
    g, sketch = state_of(seen), seen.answering.sketch
    key, space = held(sketch, PIECE.piece), held(sketch, PLACED.space)
    if not is_asked(seen, TERRAIN) or key is None or space is None:
        return g.ground
    made, turns = map_of(g), held(sketch, PIECE.turns, Quarters(0))
    if why_not_piece(made, key, space, turns) is not None:
        return g.ground
    return ground_of(with_piece(made, Placed(key, space, turns)).plan)


def draw(room: Box, seen: SeenTable) -> None:
    """The pieces that are left, and how the one that is taken lies."""
    below = room.cut_bottom(30, gap=4)  # kept free, or all pieces would move at the first press
    for choice in _turning(seen):
        choice_button(below, choice, 14)
    choice_list(room, list(_pieces(seen)), seen.ui.page, columns=2, row=29)


def _pieces(seen: SeenTable) -> Iterator[Choice]:
    g, taken = state_of(seen), held(seen.answering.sketch, PIECE.piece)
    made = map_of(g)
    for key in STOCK:
        if made.left(key) and has_ground(made, key):
            label = tr("{piece}: {n}", piece=tr(piece_name(g, key)), n=made.left(key))
            on = key == taken
            lit, tip = taken is None or on, piece_told(key)
            yield Choice(f"piece:{key}", label, TakePiece(key), lit=lit, chosen=on, tooltip=tip)


def piece_told(key: OverlayKey) -> str:
    """Return how large a piece is, and what its ground does."""
    overlay = CATALOG.overlays.get(key)
    if overlay is None:
        return ""
    (wide, high), element = overlay.size, CATALOG.elements[overlay.element]
    lines = [tr("{wide} by {high} spaces", wide=wide, high=high)]
    if element.defence:
        lines.append(tr("defence +{n}", n=element.defence))
    if element.blocks:
        lines.append(tr("blocks the line of sight"))
    elif element.obscures:
        lines.append(tr("obscures: -{n}", n=element.obscures))
    return "\n".join(lines)


def why_not_there(seen: SeenTable, space: Space) -> Refusal | None:
    """None if the piece that is taken may be laid on a space."""
    sketch, field = seen.answering.sketch, field_of(LayTerrain, PLACED.space)
    if not is_asked(seen, TERRAIN) or sketch is None or field is None:
        return None
    if held(sketch, PIECE.piece) is None:
        return None
    return seen.answering.drafting.desk.look(sketch.with_(field, space)).refusal


def _turning(seen: SeenTable) -> Iterator[Choice]:
    """A button that turns the piece by a quarter."""
    g, sketch = state_of(seen), seen.answering.sketch
    key, field = held(sketch, PIECE.piece), field_of(LayTerrain, PIECE.turns)
    if key is None or field is None or quarters(key) < 2:
        return
    now = held(sketch, PIECE.turns, Quarters(0))
    label = tr(quarters_name(g, now)).upper()
    after = Quarters((now + 1) % quarters(key))
    yield Choice(
        "turns", label, Set(field, after), lit=False, key="t", tooltip=tr("A press turns it")
    )
