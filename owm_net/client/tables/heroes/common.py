"""Facts for every part of this table: the state, the selection, the question."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar, overload

from attrs import Attribute, fields

from owm_net.client.answering.drafting import Sketch
from owm_net.client.grid_map.chart import GridPlane
from owm_net.client.maps.pointing import SIGHT
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.engine.drafts import blanks_of
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View
from owm_net.games.heroes.barrage import ActFire
from owm_net.games.heroes.directives import Post
from owm_net.games.heroes.driving import DRIVE, ActDrive, Drive, OrderDrive
from owm_net.games.heroes.gaps import GAP
from owm_net.games.heroes.generator import LayTerrain
from owm_net.games.heroes.ground import Ground
from owm_net.games.heroes.hidden import is_order, is_special, number_of
from owm_net.games.heroes.ids import NO_UNIT, Space, UnitId, Vertex
from owm_net.games.heroes.looking import driving_of, moving_of, retreating_of, waiting
from owm_net.games.heroes.moving import LEG, FireOnTheMove, Leg
from owm_net.games.heroes.orders import ActMove, OrderFire, OrderMove
from owm_net.games.heroes.reacting import React
from owm_net.games.heroes.set_up import Deploy, DeployOpen, LayBlind
from owm_net.games.heroes.sniper import ActSnipe, OrderSnipe
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.supply import SupplyDrive, SupplyMove
from owm_net.games.heroes.terms import Flip
from owm_net.games.heroes.tokens import Lay, bearer_of

T = TypeVar("T")
D = TypeVar("D")

MOVES = (OrderMove, ActMove, SupplyMove, Leg)
DRIVES = (OrderDrive, ActDrive, SupplyDrive, Drive)
FIRES = (OrderFire, ActFire, FireOnTheMove)
SNIPES = (OrderSnipe, ActSnipe)
MOST = 60
"""As many offers are a list beside the map at most."""
ZONES, BARE, GROUND = "zones", "bare", "ground"
"""What `Ui.look` is while zones of control are shown, counters are hidden, or the map stands where
the builder was."""
MAP_LOOKS = (GROUND, ZONES, BARE, SIGHT)
"""Each of them shows the map, whatever is asked."""


def view_of(seen: SeenTable) -> View[HeroesState]:
    """Return the view of this seat."""
    assert seen.view is not None
    return seen.view


def state_of(seen: SeenTable) -> HeroesState:
    """The state as it is shown."""
    g = view_of(seen).state
    assert isinstance(g, HeroesState)
    return g


def own_seat(seen: SeenTable) -> Seat:
    """Return the seat of the player, or seat 0 where nobody plays."""
    return own_or_first(seen.players.seat)


def own_or_first(seat: int) -> Seat:
    """Return the seat of a player; seat 0 for a spectator."""
    return Seat(max(0, seat))


def plane_of(g: HeroesState) -> GridPlane:
    """The spaces of the map; north is up for everybody."""
    return _plane(g.ground)


@lru_cache(maxsize=8)
def _plane(ground: Ground) -> GridPlane:
    wide, high = (max(space[n] for space in ground.cells) + 1 for n in (0, 1))
    return GridPlane(wide, high)


_FIELDS: dict[type[Answer], dict[str, Attribute[Any]]] = {}


SHOT, WALKED, DRIVEN = fields(OrderFire), fields(OrderMove), fields(OrderDrive)
PLACED, OPENED, VEILED = fields(Deploy), fields(DeployOpen), fields(LayBlind)
REACTION = fields(React)
LAID, PIECE, POSTED = fields(Lay), fields(LayTerrain), fields(Post)
"""Fields of answers. One stands for those of the same name in all kinds of answers."""


def field_of(cls: type[Answer], like: Attribute[T]) -> Attribute[T] | None:
    """Return a class's field of the same name, None if it has none: several have the like."""
    if cls not in _FIELDS:
        _FIELDS[cls] = {blank.name: blank.field for blank in blanks_of(cls)}
    return _FIELDS[cls].get(like.name)


@overload
def held(sketch: Sketch, like: Attribute[T]) -> T | None: ...
@overload
def held(sketch: Sketch, like: Attribute[T], default: D) -> T | D: ...
def held(sketch: Sketch, like: Attribute[T], default: D | None = None) -> T | D | None:
    """Return the value of a sketch's field of the same name."""
    field: Any = None if sketch is None else field_of(sketch.cls, like)
    found: T | D | None = default if field is None or sketch is None else sketch.get(field, default)
    return found


def cards_in(sketch: Sketch) -> tuple[Played, ...]:
    """The cards that are played with a deed."""
    cards = held(sketch, SHOT.cards, ())
    return cards if isinstance(cards, tuple) else ()  # another answer has so many of them


def unit_in(g: HeroesState, sketch: Sketch) -> UnitId:
    """The unit whose deed is being drafted; NO_UNIT for none."""
    if sketch is not None and sketch.cls in (LayBlind, DeployOpen):
        card: int | None = held(sketch, OPENED.card)
        return next(
            (n for n in waiting(g) if g.units[n].blind and g.card_under(n) == card), NO_UNIT
        )
    token = held(sketch, SHOT.token)
    if token is not None:
        return bearer_of(g, token)
    unit = held(sketch, PLACED.unit, NO_UNIT)
    if unit == NO_UNIT and sketch is not None and sketch.cls in (Leg, Drive, FireOnTheMove):
        return mover(g)
    return unit if g.known(unit) else NO_UNIT


def mover(g: HeroesState) -> UnitId:
    """The unit that is on a move."""
    frame = moving_of(g) or driving_of(g)
    return NO_UNIT if frame is None else frame.unit


def acting(seen: SeenTable) -> UnitId:
    """Return the unit of the unfinished answer, the one that is asked about, or the selected one;
    NO_UNIT for none."""
    g, answering = state_of(seen), seen.answering
    if answering.is_open:
        unit = unit_in(g, answering.sketch)
        if unit != NO_UNIT:
            return unit
        if answering.kind in (LEG, DRIVE):
            return mover(g)
        retreating = retreating_of(g)
        if retreating is not None:
            return retreating.unit
    looked = UnitId(seen.ui.selected - 1)
    return looked if g.known(looked) and g.units[looked].in_play else NO_UNIT


def spot_of(g: HeroesState, unit: UnitId) -> Space:
    """The space of a unit; of a passenger that of its vehicle."""
    return g.spots(unit)[0]


def target_in(g: HeroesState, sketch: Sketch) -> UnitId:
    """The enemy of the answer that is drafted; NO_UNIT for none."""
    targets = held(sketch, SHOT.targets, ())
    target = targets[-1] if targets else held(sketch, WALKED.target, NO_UNIT)
    return target if g.known(target) else NO_UNIT


def pointed_unit(seen: SeenTable) -> UnitId:
    """The unit under the pointer, or the one that the keys have come to."""
    for id in (seen.ui.hover, seen.ui.focus):
        head, _, rest = id.partition(":")
        number = rest.partition(".")[0]
        if head in ("unit", "token", "row") and number.isdigit():
            return UnitId(int(number))
    return NO_UNIT


def aimed_at(seen: SeenTable, chosen: Vertex) -> Vertex:
    """Return the intersection under the pointer, or the one that the keys have come to; else the
    one that is chosen."""
    for id in (seen.ui.hover, seen.ui.focus):
        head, _, rest = id.partition(":")
        if head == "vertex":
            x, _, y = rest.partition(".")
            return Vertex((int(x), int(y)))
    return chosen


def faced_in(u: Unit, sketch: Sketch) -> Unit:
    """A unit with the face with which the drafted move begins."""
    flip = held(sketch, WALKED.flip, Flip.NONE)
    return u.other if flip is Flip.FIRST else u


def sign_of(view: View[HeroesState], token: int) -> str:
    """Return the sign of a token: a number, "B", "S"; "" where this seat does not know it."""
    card = view.card(token) if token < 0 else token
    if card is None:
        return ""
    return str(number_of(card)) if is_order(card) else "S" if is_special(card) else "B"


def next_order(seen: SeenTable) -> int:
    """The number of the player's next order; 0 for none."""
    g, view = state_of(seen), view_of(seen)
    faces = [view.card(token) for token in g.closed(own_seat(seen))]
    numbers = [number_of(face) for face in faces if face is not None and is_order(face)]
    return min(numbers, default=0)


def token_on(g: HeroesState, unit: UnitId) -> int | None:
    """Return the token on a unit, closed or open; None for none."""
    seat = g.units[unit].seat
    if unit not in g.bearers[seat]:
        return None
    return g.hands[g.laid(seat)][g.bearers[seat].index(unit)]


def is_asked(seen: SeenTable, *kinds: Any) -> bool:
    """Return True if one of these questions is open."""
    return seen.answering.kind is not None and any(seen.answering.kind is kind for kind in kinds)


def in_gap(seen: SeenTable) -> bool:
    """Return True while a seat is asked about special orders and Autonomous units."""
    return isinstance(seen.request, Choose) and seen.request.kind == GAP.word
