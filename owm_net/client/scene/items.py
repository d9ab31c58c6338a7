"""The items of a scene. Everything is in pixels, x from the left, y from the top."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import ClassVar, TypeAlias, TypedDict, Unpack

from attrs import evolve, field, frozen

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.scene.lens import Lens
from owm_net.client.scene.rect import Rect

__all__ = ["Action", "Colour", "Item", "Rect", "Run", "Scene", "Shape"]

Colour: TypeAlias = tuple[int, ...]


class Action:
    """Base of what pressing an item means. Subclasses are frozen and hold plain values. answers: it
    is a part of what a player answers, and does not only change what is seen."""

    __slots__ = ()
    answers: ClassVar[bool] = False


class Pointed(Action, ABC):
    """Base of what means something else at each point of its item."""

    __slots__ = ()

    @abstractmethod
    def at(self, x: float, y: float) -> Action | None:
        """Return the action of a press there; x, y from 0 to 1 across and down the item."""

    def pulled(self, x: float, y: float) -> Action | None:
        """Return the action of coming there with the button held; nothing, for most."""
        return None

    def place_of(self, point: tuple[int, ...]) -> tuple[float, float] | None:
        """Return where a point of the rules is on the item, as `at` counts; None, for most."""
        return None


@frozen
class Run:
    """One line of text. box: as high as its capitals. size: pixels. role: a typeface of
    `art.lettering`. room: the width it was fitted to."""

    text: str
    box: Rect
    role: str
    size: int
    colour: Colour
    room: float


@frozen(cache_hash=True)
class Shape:
    """kind: "box" (rounded), "frame" (an edge with marked corners), "fill" (plain colour),
    "dashes" (a broken edge), "hatch" (slanted lines), "lines" (straight ones from each of `points`
    to the next, in the scene's pixels; broken ones if `dash` is above 0, its length)."""

    kind: str = "box"
    fill: Colour = (0, 0, 0, 0)
    edge: Colour = (0, 0, 0, 0)
    width: float = 1.0
    radius: float = 6.0
    points: tuple[tuple[float, float], ...] = ()
    dash: float = 0.0

    def times(self, k: float) -> Shape:
        """The same, k times as large."""
        points = tuple([(x * k, y * k) for x, y in self.points])
        return Shape(
            self.kind,
            self.fill,
            self.edge,
            self.width * k,
            self.radius * k,
            points,
            self.dash * k,
        )


class Flags(TypedDict, total=False):
    """The flags of an `Item`, by name."""

    lit: bool
    quiet: bool
    chosen: bool
    off: bool
    focus: bool
    pointer: bool
    dim: bool
    shaded: bool
    carried: bool


def flags_of(**on: Unpack[Flags]) -> list[str]:
    """Return the names of the flags that are on."""
    return [name for name, is_on in on.items() if is_on]


@frozen
class Item:
    """Something on the screen.

    id: unique in its scene, and stable for the same thing. kind: "card", "cell", "token", "button"
    and so on. z: higher items are painted later; hundreds are layers. flags: "lit" (a legal
    choice), "quiet" (lit without a frame), "chosen", "off" (cannot be pressed now), "focus",
    "pointer" (for the pointer alone: Tab skips it), "dim" (half transparent), "shaded" (darkened),
    "carried" (its action is `Portable`).
    action: of a press, None if it cannot be pressed. why: the reason with the rule's id if pressing
    it is refused. label: its name, in words. angle: degrees clockwise about its centre. solid:
    takes the pointer though it has no action. mark: the form of the frames that "lit" and "chosen"
    get: "box", "round", or "own" if its picture shows them itself. key: the letter on the keyboard
    that presses it, "" for none. clip: the frame of the map it lies on; outside of that it is
    neither seen nor pressed.
    """

    id: str
    kind: str
    rect: Rect
    z: int = 0
    shape: Shape | None = None
    art: ArtKey | None = None
    runs: tuple[Run, ...] = ()
    flags: frozenset[str] = frozenset()
    action: Action | None = None
    why: str = ""
    label: str = ""
    tooltip: str = ""
    angle: float = 0.0
    opacity: int = 255
    solid: bool = False
    mark: str = "box"
    key: str = ""
    clip: Rect | None = None

    @property
    def lit(self) -> bool:
        """Return True if it is a legal choice now."""
        return "lit" in self.flags

    def contains(self, x: float, y: float) -> bool:
        """Return True if it contains a point, turned as it is, and within its clip."""
        if self.clip is not None and not self.clip.contains(x, y):
            return False
        if self.angle:
            turn = math.radians(-self.angle)
            dx, dy = x - self.rect.cx, y - self.rect.cy
            x = self.rect.cx + dx * math.cos(turn) - dy * math.sin(turn)
            y = self.rect.cy + dx * math.sin(turn) + dy * math.cos(turn)
        return self.rect.contains(x, y)

    def moved(self, dx: float, dy: float) -> Item:
        """The same elsewhere."""
        runs = tuple([evolve(run, box=run.box.moved(dx, dy)) for run in self.runs])
        shape, clip = self.shape, self.clip
        if shape is not None and shape.points:
            shape = evolve(shape, points=tuple([(x + dx, y + dy) for x, y in shape.points]))
        if clip is not None:
            clip = clip.moved(dx, dy)
        return evolve(self, rect=self.rect.moved(dx, dy), runs=runs, shape=shape, clip=clip)

    @property
    def seen(self) -> Rect:
        """Return the part of its box that is not clipped; without width or height for all of it."""
        return self.rect if self.clip is None else self.rect.common(self.clip)

    @property
    def outline(self) -> Rect:
        """Return the upright box about it, turned as it is, within its clip."""
        r, turn = self.rect, math.radians(self.angle)
        across, down = abs(math.cos(turn)), abs(math.sin(turn))
        w, h = r.w * across + r.h * down, r.w * down + r.h * across
        box = Rect(r.cx - w / 2, r.cy - h / 2, w, h) if self.angle else r
        return box if self.clip is None else box.common(self.clip)


def part_of(item: Item, x: float, y: float) -> tuple[float, float]:
    """Return where a point is on an item: from 0 to 1 across, and down."""
    r = item.rect
    return (x - r.x) / max(1.0, r.w), (y - r.y) / max(1.0, r.h)


def _in_order(items: Iterable[Item]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: item.z))


@frozen
class Scene:
    """A finished picture as data. size: of the window in pixels. scale: pixels for each logical
    pixel. items: in the order in which they are painted. heavy: what is lit, chosen or has the
    focus has a heavier frame. lens: on the map, in pixels; None where there is none that can be
    looked at nearer. under: the same without its animations; None if it has none."""

    size: tuple[int, int]
    scale: float
    items: tuple[Item, ...] = field(converter=_in_order)
    heavy: bool = False
    lens: Lens | None = None
    under: Scene | None = field(default=None, eq=False, repr=False)

    def __iter__(self) -> Iterator[Item]:
        return iter(self.items)

    @cached_property
    def _by_id(self) -> dict[str, Item]:
        return {item.id: item for item in self.items}

    def find(self, id: str) -> Item | None:
        """The item with this id."""
        return self._by_id.get(id)

    def at(self, x: float, y: float) -> Item | None:
        """Return the topmost item under a point that takes the pointer."""
        for item in reversed(self.items):
            if (item.action is not None or item.solid or item.tooltip) and item.contains(x, y):
                return item
        return None

    def pressed(self, x: float, y: float) -> Item | None:
        """Return the item that a press there is for: mere notes let it through to the item
        below."""
        for item in reversed(self.items):
            if (item.action is not None or item.solid) and item.contains(x, y):
                return item
        return None

    @cached_property
    def focusable(self) -> tuple[Item, ...]:
        """Return the items of Tab's walk: legal choices first, then the rest of the answer, then
        items that only change the view, and at last the bar at the top; each in reading order.

        Under an overlay that takes the pointer only the overlay's own items count.
        """
        reachable = [
            i for i in self.uncovered if i.action is not None and not i.flags & {"off", "pointer"}
        ]
        return tuple(sorted(reachable, key=_in_turn))

    @cached_property
    def pointable(self) -> tuple[Item, ...]:
        """Return the items for the arrows: Tab's walk, and mere notes."""
        there = frozenset([item.id for item in self.focusable])
        return tuple(
            [i for i in self.uncovered if i.id in there or (_tells(i) and "off" not in i.flags)]
        )

    @property
    def uncovered(self) -> Iterator[Item]:
        """Yield the items that no overlay covers."""
        top = max((i.z // 100 for i in self.items if i.solid and i.kind == "shade"), default=None)
        return (i for i in self.items if top is None or i.z // 100 >= top)

    def beside(self, here: Item, across: int, down: int) -> Item | None:
        """The nearest of those that the arrows come to from one in a direction: what lies straight
        ahead, if anything does, before what lies aside; down leads into it too. None where nothing
        is."""
        at, found = here.seen, []
        for item in self.pointable:
            there = item.seen
            if across:
                ahead = there.x - at.right if across > 0 else at.x - there.right
                off, apart = there.cy - at.cy, max(there.y - at.bottom, at.y - there.bottom)
            else:
                ahead = there.y - at.bottom if down > 0 else at.y - there.bottom
                off, apart = there.cx - at.cx, max(there.x - at.right, at.x - there.right)
            if down > 0 and item.z > here.z and there.shared(at) > 0.9 * there.w * there.h:
                ahead = (there.y - at.y) / at.h  # within
            if ahead >= -2 and item.id != here.id:
                far = ahead + ASIDE * max(0.0, apart) + abs(off) / 50
                found.append((apart >= 0, far, item.id, item))
        return min(found, key=lambda one: one[:3])[3] if found else None

    def point_of(self, item: Item) -> tuple[float, float] | None:
        """A point where a click hits this item and nothing above it; None if it is covered."""
        for down in _SPOTS:
            for along in _SPOTS:
                x = item.seen.x + item.seen.w * along
                y = item.seen.y + item.seen.h * down
                if 0 <= x < self.size[0] and 0 <= y < self.size[1] and self.at(x, y) is item:
                    return x, y
        return None

    def texts(self) -> list[str]:
        """All text, in the order of painting."""
        return [run.text for item in self.items for run in item.runs]


_SPOTS: Sequence[float] = (0.5, 0.3, 0.7, 0.15, 0.85, 0.05, 0.95)

BAR = "top."
"""How the ids begin of what stands in the bar at the top of every table."""

TOLD = ("soldier", "card", "flip")
"""Kinds of items that are shown enlarged where one points, though they cannot be pressed."""

ASIDE = 2.6
"""How much farther what lies aside counts than what lies ahead, when an arrow is pressed."""


def _tells(item: Item) -> bool:
    """Return True if it shows a note under the pointer; each bar of a number has the same."""
    return item.kind in TOLD or (bool(item.tooltip) and item.kind != "bar")


def _in_turn(item: Item) -> tuple[object, ...]:
    """Its place among what Tab walks through."""
    answers = item.action is not None and item.action.answers
    is_in_bar = item.id.startswith(BAR)
    return not item.lit, not answers, is_in_bar, round(item.rect.y / 40), item.rect.x
