"""A scene on a canvas. The page's window asks it for the same as Arcade's painter.

Pixels are another thread's (`page/artist.mjs`). Lettering and boxes are there before the frame that
shows them is painted; a face comes when it is done, and a plate stands for it until then.
"""

from __future__ import annotations

import time
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, TypeAlias

import page_pixels
import trio
from PIL._orders import beside, flush
from PIL._png import packed
from pyodide.ffi import create_proxy, to_js

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.glass.stamps import Stamp, corner, of_animation, stamps
from owm_net.client.glass.standing import Zooming, alike, face_of, plate
from owm_net.client.scene.items import Scene
from owm_net.client.scene.pictures import Picture, Pictures

Image: TypeAlias = Any
"""Of the stand-in for Pillow, which has a number besides."""

BUDGET = 0.010
"""Seconds into a frame until which it is said how to draw new pictures: of one in each frame,
however long it takes."""

MOST_COMING = 6
"""Faces that are being drawn. What a later frame shows is more urgent than more of them."""

KEPT = 1 << 22
"""Pixels of pictures that are kept although nothing shows them now."""

MORE = 16
"""Part of that by which they become more before it is looked again which are seen."""

NONE = array("d")


class Painter:
    """Holds the pictures of a window. pictures: `PagePictures`. pixels: of all that it holds.

    wake: called when faces are missing yet, so that another frame comes. unfinished: something is
    missing. hastens: lettering or boxes are, and come with the next frames. painted: how many
    frames. The canvas is the one that JavaScript gave to `canvas.mjs`.
    """

    def __init__(self, pictures: Pictures, wake: Callable[[], None] = lambda: None) -> None:
        self.pictures = pictures
        self._wake = wake
        self._images: OrderedDict[Picture, Image] = OrderedDict()
        self._newest: dict[tuple[ArtKey, float], Picture] = {}  # of each face the last size
        self._under: Scene | None = None  # whose stamps these are
        self._stamps: list[Stamp] = []
        self._above: list[Stamp] = []  # of an animation
        self._rows: dict[int, array[float]] = {}  # of each layer, while they stay; of none above
        self._is_whole = False  # no picture of theirs is missing; of those above some may be
        self._zooming = Zooming()
        self._looked_through = KEPT  # up to here there are not too many pixels
        self._coming: set[Picture] = set()  # faces that are drawn just now
        self._spoilt = False
        self.scene: Scene | None = None
        self.pixels = 0
        self.painted = 0
        self.unfinished = False
        self.hastens = False

    def show(self, scene: Scene) -> None:
        """Take a scene, to be painted by `paint`."""
        for _ in self.parts(scene):
            pass

    def parts(self, scene: Scene, since: float | None = None) -> Iterator[None]:
        """Do the same a part at a time. since: time.perf_counter() when the work for this frame
        began; now if not given."""
        began = time.perf_counter() if since is None else since
        if scene is not self.scene:
            self._stamp(scene)
            self._zooming.note(scene, began)
        elif not self.unfinished:
            return
        ends = began + BUDGET
        self.scene, self._spoilt = scene, True
        yield
        words, faces = self._missing()
        drew = 0
        for picture in words or faces:  # lettering does not wait for a large face
            if drew and time.perf_counter() > ends:
                break
            if not words and len(self._coming) >= MOST_COMING:
                break
            self._draw(picture)
            drew += 1
            yield
        left = len(words) + len(faces) - drew
        self.hastens = drew < len(words)
        self.unfinished = left > 0 or self._zooming.hurries
        if self.unfinished and len(self._coming) < MOST_COMING:
            self._wake()

    def paint(self) -> bool:
        """Paint what has changed since the last time; False if nothing has."""
        if self.scene is None or not self._spoilt:
            return False
        self._spoilt = False
        self._rows = self._rows or self._in_rows(self._stamps, self.scene.size)
        above, rows = self._in_rows(self._above, self.scene.size), array("d")
        for layer in sorted(self._rows.keys() | above.keys()):
            rows += self._rows.get(layer, NONE) + above.get(layer, NONE)
        flush()
        page_pixels.paint(*self.scene.size, to_js(rows))
        self.painted += 1
        return True

    def draw(self) -> None:
        """Show the scene: what is painted is shown."""
        self.paint()

    def is_painted(self) -> bool:
        """Return True: nothing paints beside Python."""
        return True

    def give_up(self) -> None:
        """Forget the pictures that have not been shown for longest, where there are too many."""
        if self.pixels <= self._looked_through:
            return
        shown = {stamp.picture for stamp in (*self._stamps, *self._above)}
        unseen = 0
        for picture in list(self._images):
            if picture in shown:
                self._images.move_to_end(picture)
            else:
                unseen += _area(self._images[picture])
        for picture in list(self._images):
            if unseen <= KEPT or picture in shown:
                break
            area = _area(self._images.pop(picture))
            unseen, self.pixels = unseen - area, self.pixels - area
            same = alike(picture)
            if same is not None and self._newest.get(same) == picture:
                del self._newest[same]
        self._looked_through = self.pixels + KEPT // MORE

    def close(self) -> None:
        """Give up everything shown."""
        self._images.clear()
        self._coming.clear()
        self._newest.clear()
        self._stamps, self._above, self._under = [], [], None
        self._rows.clear()
        self.scene, self.pixels, self._looked_through = None, 0, KEPT

    def _stamp(self, scene: Scene) -> None:
        """Take the stamps of a scene. Below an animation they are the same as before."""
        under = scene if scene.under is None else scene.under
        if under is not self._under:
            self._under, self._stamps = under, list(stamps(under))
            self._rows, self._is_whole = {}, False
        self._above = [] if scene is under else list(of_animation(scene))

    def _missing(self) -> tuple[list[Picture], list[Picture]]:
        """Lettering and boxes that must be drawn, and faces; what lies on top first."""
        words: dict[Picture, None] = {}
        faces: dict[Picture, None] = {}
        missed = False
        looked_at = self._above if self._is_whole else [*self._stamps, *self._above]
        for stamp in reversed(looked_at):
            picture = stamp.picture
            if picture is None or picture in self._images:
                continue
            missed = True
            if picture in self._coming:
                continue
            if face_of(picture) is None:
                words[picture] = None
            elif not (
                self._zooming.hurries and stamp.clip is not None and alike(picture) in self._newest
            ):
                faces[picture] = None
        self._is_whole = self._is_whole or not missed
        return list(words), list(faces)

    def _draw(self, picture: Picture) -> None:
        if face_of(picture) is None:
            self._take(picture, self.pictures.image(picture))
            return

        def came(image: Image, _: object) -> None:
            if picture in self._coming:
                self._coming.remove(picture)
                self._take(picture, image)
                self.unfinished = True  # the next frame shows it
                self._wake()

        self._coming.add(picture)
        draw_beside(lambda: self.pictures.image(picture), came)

    def _take(self, picture: Picture, image: Image) -> None:
        self._images[picture] = image
        self._rows = {}
        self.pixels += _area(image)
        same = alike(picture)
        if same is not None:
            self._newest[same] = picture

    def _in_rows(self, stamped: list[Stamp], whole: tuple[int, int]) -> dict[int, array[float]]:
        """What `canvas.mjs` reads of the stamps of each layer."""
        found: dict[int, array[float]] = {}
        clip, edges = None, (0, 0, *whole)
        for stamp in stamped:
            if stamp.clip is not clip:  # that of many in a row
                clip, edges = stamp.clip, (0, 0, *whole)
                if clip is not None:
                    edges = round(clip.x), round(clip.y), round(clip.right), round(clip.bottom)
            layer = stamp.layer
            if layer not in found:
                found[layer] = array("d")
            found[layer].extend((*self._row(stamp), *edges))
        return found

    def _row(self, stamp: Stamp) -> tuple[float, ...]:
        """What `canvas.mjs` reads of a stamp, but for its edges."""
        picture, colour, opacity = stamp.picture, (*stamp.colour, 255)[:4], stamp.opacity
        number, w, h = 0, max(1, round(stamp.w)), max(1, round(stamp.h))
        if picture is not None:
            image = self._images.get(picture)
            if image is not None:
                w, h = image.size
            else:
                same = alike(picture)
                other = self._newest.get(same) if same is not None else None
                image = self._images.get(other) if other is not None else None
                if image is None:
                    colour, opacity = plate(stamp), 255
            number = image.number if image is not None else 0
        return (number, *corner(stamp, w, h), w, h, stamp.angle, opacity, *colour)


def _area(image: Image) -> int:
    return int(image.width * image.height)


_numbers = count(1)
_waiting: dict[int, Callable[[Any], None]] = {}
"""Number of a picture that is being drawn -> what is done when it is there."""


def draw_beside(
    draw: Callable[[], Image], came: Callable[[Image, Any], None], *, read: bool = False
) -> None:
    """Have a picture drawn when nobody waits for anything else. draw: says how. came: gets it when
    it is there, and if it is to be read its pixels, as JavaScript has them."""
    number = next(_numbers)
    _waiting[number] = lambda pixels: came(image, pixels)
    with beside(number) as wanted:
        image = draw()
        wanted.extend([image] * read)


async def as_png(draw: Callable[[], Image]) -> bytes:
    """Return a picture as a file. draw: says how it is drawn."""
    there, made = trio.Event(), []

    def came(image: Image, pixels: Any) -> None:
        made.append(packed(image.size, pixels.to_bytes()))
        there.set()

    draw_beside(lambda: draw().convert("RGB"), came, read=True)
    await there.wait()
    return bytes(made[0])


def _came(number: int, pixels: Any) -> None:
    _waiting.pop(number)(pixels)


page_pixels.hear(create_proxy(_came))
