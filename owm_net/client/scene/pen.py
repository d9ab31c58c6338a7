"""Lays out items in logical pixels and delivers them in real ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TypedDict, Unpack

from attrs import evolve, frozen

from owm_net.client import theme
from owm_net.client.art import lettering
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.language import tr
from owm_net.client.scene.items import Action, Item, Rect, Run, Scene, Shape
from owm_net.client.scene.lens import Lens
from owm_net.client.scene.pointer import Pointing
from owm_net.engine.text import Text

Colour = tuple[int, ...]

FIRST = 16
"""Letters of a text that is too long, measured first."""
WORD = 30
"""Letters of a word in any language; what is longer, such as the name of a file, may be broken."""
EDGE = 3.0
"""What the frames of things at the edge of a map have beyond it."""


@lru_cache(maxsize=8192)
def _width(role: str, size: int, text: str) -> float:
    return lettering.width(role, size, lettering.spaced(role, text))


@lru_cache(maxsize=8192)
def _fitted(role: str, size: int, text: str, room: float) -> str:
    """The text, or as much of it as fits into `room` real pixels with an ellipsis."""
    if _width(role, size, text) <= room:
        return text
    low, high = 0, FIRST
    while high < len(text) and _width(role, size, text[:high]) <= room:
        high *= 2  # a text may be a page long: it is measured from its beginning
    high = min(high, len(text))
    while low < high:
        middle = (low + high + 1) // 2
        if _width(role, size, text[:middle].rstrip() + "…") <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""


def _piece(role: str, size: int, word: str, room: float) -> str:
    """As much of a word as fits, with the last sign between its parts if there is one."""
    end = len(word)
    while end > 1 and _width(role, size, word[:end]) > room:
        end -= 1
    between = max(word.rfind(sign, 0, end) for sign in "/\\-.") + 1
    return word[: between if between > end // 2 else end]


@lru_cache(maxsize=8192)
def _broken(role: str, size: int, text: str, room: float, most: int) -> tuple[str, ...]:
    """The text in at most `most` lines of `room` real pixels; the last one is shortened."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split():
            longer = f"{line} {word}".strip()
            if _width(role, size, longer) <= room:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while len(line) > WORD and len(lines) + 1 < most and _width(role, size, line) > room:
                piece = _piece(role, size, line, room)
                lines.append(piece)
                line = line[len(piece) :]
        lines.append(line)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return tuple([_fitted(role, size, line, room) for line in lines])


def _told(text: str) -> str:
    """Translate the rules' words into the language of the window."""
    return tr(text) if isinstance(text, Text) else text


def effective_scale(size: tuple[int, int], scale: float, foot: float = 0.0) -> float:
    """Return the scale asked for, or the largest at which a table still fits into the window. foot:
    height below the table, in logical pixels."""
    return max(0.5, min(scale, size[0] / theme.FLOOR[0], size[1] / (theme.FLOOR[1] + foot)))


def pixel(size: tuple[int, int], ratio: float) -> float:
    """Return pixels of a logical one at scale 1. ratio: what the system says; a window of very many
    pixels is on a screen of small ones, also where that says nothing."""
    return max(ratio, min(size[0] / theme.ROOMY[0], size[1] / theme.ROOMY[1]))


@frozen
class Preview:
    """A card that shall be shown enlarged; `scene.preview` places it.

    id: of the item under the pointer. near: its box, where the preview would best be beside.
    wish: "above" or "left" of it, or "at" its corner. size: height; lift: the gap when above.
    """

    id: str
    art: ArtKey
    near: Rect
    label: str
    note: str
    size: float
    ratio: float
    wish: str
    lift: float


class Lettering(TypedDict, total=False):
    """How a line is written. role: a typeface of `art.lettering`. anchor: "l", "m" or "r" of where
    it is written. room: how wide it may be. least: how small it may be written before it is cut."""

    role: str
    size: float
    colour: Colour
    anchor: str
    room: float
    least: float | None


class PlainLook(TypedDict, total=False):
    """The optional fields of an `Item`."""

    art: ArtKey | None
    action: Action | None
    why: str
    label: str
    angle: float
    opacity: int
    solid: bool
    mark: str
    key: str


class ItemLook(PlainLook, total=False):
    """All that an item may have besides its id, its kind and its place."""

    shape: Shape | None
    runs: Iterable[Run]
    flags: Iterable[str]
    tooltip: str


class Pen:
    """Collects the items of a scene. w, h: the window in logical pixels, without its foot; k:
    pixels for each; asked: the scale that was asked for. ui: the pointer, and the focus, which is
    shown on the item that has it. lift: how much higher what is added lies than its z says.
    preview: the card that shall be shown enlarged."""

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        foot: float = 0.0,
        ui: Pointing | None = None,
    ) -> None:
        self.size = size
        self.ui = Pointing() if ui is None else ui
        self.asked = scale
        self.k = effective_scale(size, scale, foot)
        self.w = size[0] / self.k
        self.h = size[1] / self.k - foot
        self.items: list[Item] = []
        self.lift = 0
        self.preview: Preview | None = None
        self._lens: Lens | None = None
        self._clip: Rect | None = None
        self._ids: dict[str, int] = {}

    def scene(self) -> Scene:
        """Return the scene laid out so far."""
        return Scene(self.size, self.k, self.items, lens=self._lens)

    @contextmanager
    def through(self, lens: Lens, spill: float = 0.0) -> Iterator[None]:
        """Clip the items added inside to a map seen through a lens; the wheel and the keys of maps
        move that one. lens: in logical pixels. spill: how much outside the frame is seen, too,
        where all of the map is."""
        self._lens = Lens(lens.frame.times(self.k), lens.camera, lens.nearest)
        self._clip = lens.frame.inset(-EDGE - (spill if lens.zoom == 1.0 else 0.0)).times(self.k)
        try:
            yield
        finally:
            self._clip = None

    @property
    def lens(self) -> Lens | None:
        """Return the lens of the map, in real pixels; None before a map has been laid out."""
        return self._lens

    def shift(self, first: int, down: float) -> None:
        """Move all items from this one on downwards."""
        self.items[first:] = [item.moved(0, down * self.k) for item in self.items[first:]]

    def paste(self, items: Iterable[Item], z: int) -> None:
        """Add what another pen has laid out, all of it on one height."""
        self.items += [evolve(item, z=z + self.lift) for item in items]

    # -- text ----------------------------------------------------------------------------

    def pixels(self, size: float) -> int:
        """A text size in real pixels."""
        return max(6, round(size * self.k))

    def width(self, text: str, role: str, size: float) -> float:
        """Width of a line in logical pixels."""
        return _width(role, self.pixels(size), _told(text)) / self.k

    def fit(self, text: str, role: str, size: float, room: float) -> str:
        """The text, or as much of it as fits with an ellipsis."""
        return _fitted(role, self.pixels(size), _told(text), room * self.k)

    def wrap(self, text: str, role: str, size: float, room: float, most: int = 99) -> list[str]:
        """The text broken into at most `most` lines that fit; the last one is shortened."""
        return list(_broken(role, self.pixels(size), _told(text), room * self.k, most))

    def run(
        self,
        text: str,
        x: float,
        y: float,
        *,
        role: str = "body",
        size: float = theme.TEXT,
        colour: Colour = theme.CREAM,
        anchor: str = "l",
        room: float = 1e9,
        least: float | None = None,
    ) -> Run:
        """A line whose capitals are centred on y. anchor: "l", "m" or "r" of x. least: how small
        it may be written before it is cut, no smaller than it must be; as large as `size` if not
        given."""
        text, k, pixels = _told(text), self.k, self.pixels(size)
        smallest = pixels if least is None else self.pixels(least)
        while pixels > smallest and _width(role, pixels, text) / k > room:
            pixels -= 1
        text = _fitted(role, pixels, text, room * k)
        wide = _width(role, pixels, text) / k
        high = lettering.cap_height(role, pixels) / k
        left = x - {"l": 0.0, "m": wide / 2, "r": wide}[anchor]
        box = Rect(left, y - high / 2, wide, high).times(k)
        return Run(text, box, role, pixels, colour, room * k)

    def runs(
        self, lines: Sequence[str], x: float, y: float, step: float, **style: Unpack[Lettering]
    ) -> tuple[Run, ...]:
        """Lines below each other, the first one centred on y."""
        return tuple(self.run(text, x, y + i * step, **style) for i, text in enumerate(lines))

    # -- items ---------------------------------------------------------------------------

    def add(
        self,
        id: str,
        kind: str,
        rect: Rect,
        *,
        z: int = 0,
        shape: Shape | None = None,
        runs: Iterable[Run] = (),
        flags: Iterable[str] = (),
        tooltip: str = "",
        **plain: Unpack[PlainLook],
    ) -> Item:
        """An item; rect in logical pixels, runs as `run` made them. An id that is there
        already gets a number."""
        seen = self._ids.get(id, 0)
        self._ids[id] = seen + 1
        item = Item(
            f"{id}~{seen}" if seen else id,
            kind,
            rect.times(self.k),
            z + self.lift,
            shape=shape.times(self.k) if shape is not None and self.k != 1.0 else shape,
            runs=tuple(r for r in runs if r.text),
            flags=frozenset((*flags, "focus") if id == self.ui.focus and not seen else flags),
            tooltip=_told(tooltip),
            clip=self._clip,
            **plain,
        )
        self.items.append(item)
        return item

    def text(
        self,
        id: str,
        text: str,
        x: float,
        y: float,
        *,
        z: int = 0,
        tooltip: str = "",
        **style: Unpack[Lettering],
    ) -> Item:
        """Add a line of text as a separate item."""
        run = self.run(text, x, y, **style)
        box = run.box.times(1 / self.k)
        return self.add(id, "text", box, z=z, runs=(run,), label=text, tooltip=tooltip)
