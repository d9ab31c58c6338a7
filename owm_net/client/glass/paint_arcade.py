"""A scene as sprites: one SpriteList for each layer, in which only changed sprites are set
again."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import arcade
from arcade.hitbox import algo_bounding_box
from attrs import define, field
from PIL import Image

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.glass.canvas import Box as Part
from owm_net.client.glass.canvas import Canvas, Spoilt, common
from owm_net.client.glass.easel import Easel
from owm_net.client.glass.sheet import Sheet, make_ready
from owm_net.client.glass.stamps import Stamp, of_animation, place, stamps
from owm_net.client.glass.standing import Zooming, alike, face_of, plate
from owm_net.client.scene.animation import ABOVE
from owm_net.client.scene.items import Rect, Scene
from owm_net.client.scene.pictures import Picture, Pictures

BUDGET = 0.006
"""Seconds of CPU time into a frame until which pictures that are new are drawn, if they are
lettering or boxes, and put on the sheet; then the rest wait for the next frame. One comes in each
frame however slow all else is, or none might ever come. Time of the clock would leave a busy
machine with one in a frame.
"""

FIRST = 0.05
"""The same for the first frame of all: until it is there, there is nothing to be seen or done."""

KEPT = 1 << 19
"""Pixels of textures that are kept although nothing shows them now: some cards that were looked at.

They all lie on one sheet (`sheet.SIDE`: 64 MB, counted once more where the graphics card is the
processor); the less of it is taken, the longer there is room for large ones.
"""

MORE = 16
"""Part of that by which they become more before it is looked again which are seen."""


Place: TypeAlias = tuple[int, int]
"""Where sprites are painted: the layer, and which of its parts that are cut off alike."""


def _area(texture: arcade.Texture) -> int:
    return texture.width * texture.height


def _by_place(all_stamps: Iterable[Stamp]) -> dict[Place, list[Stamp]]:
    """Return the stamps that are painted together: of one layer, one after another, and cut off
    alike."""
    found: dict[Place, list[Stamp]] = {}
    place_, clip = (-1, 0), None
    for stamp in all_stamps:
        if stamp.layer != place_[0]:
            place_ = (stamp.layer, 0)
        elif stamp.clip != clip:
            place_ = (stamp.layer, place_[1] + 1)
        clip = stamp.clip
        found.setdefault(place_, []).append(stamp)
    return found


@define(eq=False)
class _Layer:
    """Sprites that are painted together, one for each stamp. waiting: which of them still show
    something else in its place, for the picture is not there."""

    sprites: arcade.SpriteList[arcade.Sprite]
    stamps: list[Stamp] = field(factory=list)
    waiting: set[int] = field(factory=set)
    clip: Rect | None = None
    height: int = 0

    def shown(self) -> list[Stamp | None]:
        """Return what each sprite shows; None for one that waits."""
        return [None if n in self.waiting else one for n, one in enumerate(self.stamps)]

    def arrange(
        self,
        order: Sequence[arcade.Sprite | None],
        spare: list[arcade.Sprite],
        blank: arcade.Texture,
    ) -> list[arcade.Sprite]:
        """Paint the sprites in this order from now on. None stands for a spare one, or for a new
        one that paints nothing yet. Remove and return the spare ones that are left."""
        rank: dict[arcade.Sprite, int] = {}
        spare.reverse()
        for n, sprite in enumerate(order):
            if sprite is None and spare:
                sprite = spare.pop()
            elif sprite is None:
                sprite = arcade.Sprite(blank)
                sprite.alpha = 0
                self.sprites.append(sprite)
            rank[sprite] = n
        for sprite in spare:
            self.sprites.remove(sprite)
        if list(self.sprites) != list(rank):
            self.sprites.sort(key=rank.__getitem__)
        return spare


class Painter:
    """Holds the textures and sprite lists of a window. pixels: of all textures it holds.

    Lettering and boxes are drawn at once, as far as a frame has time for them; faces on an easel.
    unfinished: something is missing yet. hastens: what is missing comes with the next frame;
    else the window is woken when it is there.
    """

    def __init__(self, pictures: Pictures) -> None:
        window = arcade.get_window()
        self.pictures = pictures
        self.easel = Easel(pictures, window.wake, make_ready)
        self._sheet: Sheet = window.sheet
        self._canvas: Canvas = window.picture
        self._spoilt = Spoilt()
        self._white = _texture(Image.new("RGBA", (4, 4), (255, 255, 255, 255)), "white")
        self._textures: OrderedDict[Picture, arcade.Texture] = OrderedDict()
        self._newest: dict[tuple[ArtKey, float], Picture] = {}  # of each face the last size
        self._standing: set[Picture] = set()  # what is shown in the place of other sizes
        self._layers: dict[Place, _Layer] = {}
        self.pixels = 0
        self._looked_through = KEPT  # up to here there are not too many pixels
        self._ends = 0.0  # when this frame has no more time for new pictures
        self._missed: list[Picture] = []
        self._under: tuple[Scene, dict[Place, list[Stamp]]] | None = None  # what is animated
        self.scene: Scene | None = None
        self._is_whole = True  # all sprites fit the scene
        self._zooming = Zooming()
        self.unfinished = False
        self.hastens = False

    def show(self, scene: Scene) -> None:
        """Make the sprites fit the scene."""
        for _ in self.parts(scene):
            pass

    def parts(self, scene: Scene, since: float | None = None) -> Iterator[None]:
        """Set a scene as `show` does, a part at a time; draw nothing before the last part. since:
        time.thread_time() when the work for this frame began; now if not given."""
        came = self.easel.finished()
        for picture, image in came.items():
            self._keep(picture, image)
        changed = scene is not self.scene or not self._is_whole
        if not changed and not came and not self.hastens:
            return
        self.unfinished = self.hastens = False
        budget = BUDGET if self.scene is not None else FIRST
        self._ends = (time.thread_time() if since is None else since) + budget
        self._missed.clear()
        self._standing.clear()
        self._zooming.note(scene, time.perf_counter())
        self.scene, self._is_whole = scene, False
        for _ in self._set_all(scene if changed else None):
            left = self._ends - time.thread_time()
            yield
            if self._ends > 0:  # what others did meanwhile took nothing of it
                self._ends = time.thread_time() + left
        self._is_whole = True
        self.easel.want(self._missed)

    def _set_all(self, scene: Scene | None) -> Iterator[None]:
        """Set the sprites of a scene, in parts. None: those of the current scene that wait."""
        if scene is None:
            for place_ in sorted(self._layers, reverse=True):
                yield from self._fill(self._layers[place_])
            return
        layers = self._places(scene)
        yield
        # new pictures of the hand before the board's
        for place_ in sorted(layers.keys() | self._layers.keys(), reverse=True):
            yield from self._lay(place_, layers.get(place_, []), scene.size[1])

    def _places(self, scene: Scene) -> dict[Place, list[Stamp]]:
        """Return the stamps of a scene by their place. While something is animated only the stamps
        of the animation are made anew."""
        under = scene.under
        if under is None:
            self._under = None
            return _by_place(stamps(scene))
        if self._under is None or self._under[0] is not under:
            self._under = under, _by_place(stamps(under))
        found = dict(self._under[1])
        for (layer, n), these in _by_place(of_animation(scene)).items():
            found[layer, ABOVE + n] = these
        return found

    def close(self) -> None:
        """Give up everything shown."""
        self.easel.want([])
        if self.scene is not None:
            self._spoilt.add((0, 0, *self.scene.size))
        for layer in self._layers.values():
            layer.sprites.clear()
        self._layers.clear()
        self._textures.clear()
        self._newest.clear()
        self.scene, self.pixels, self._looked_through = None, 0, KEPT

    def give_up(self) -> None:
        """Forget the textures that have not been shown for longest, where there are too many; those
        that are shown stay. Not done by `show`, which is in a hurry."""
        if self.pixels <= self._looked_through:
            return
        layers = self._layers.values()
        shown = {stamp.picture for layer in layers for stamp in layer.stamps} | self._standing
        unseen = self.pixels
        for picture in [one for one in self._textures if one in shown]:
            self._textures.move_to_end(picture)
            unseen -= _area(self._textures[picture])
        for picture in list(self._textures):
            if unseen <= KEPT or picture in shown:
                break
            area = _area(self._textures.pop(picture))
            unseen, self.pixels = unseen - area, self.pixels - area
            same = alike(picture)
            if same is not None and self._newest.get(same) == picture:
                del self._newest[same]
        self._looked_through = self.pixels + KEPT // MORE

    def draw(self) -> None:
        """Show the scene in the window, and first paint what is not painted yet."""
        self.paint()
        if self.scene is not None:
            self._canvas.lay()

    def paint(self) -> bool:
        """Paint again what has changed since the last time, which is not shown yet; False if
        nothing has."""
        if self.scene is None:
            return False
        return self._canvas.paint(self, self.scene.size, self._spoilt, self._paint)

    def is_painted(self) -> bool:
        """Return True if `draw` has nothing to wait for."""
        return self._canvas.is_painted()

    def _paint(self, box: Part) -> None:
        """Paint the layers there, lowest first, each cut off where it must be."""
        ctx = arcade.get_window().ctx
        for place_ in sorted(self._layers):
            layer = self._layers[place_]
            seen: Part | None = box
            if layer.clip is not None:
                clip, height = layer.clip, layer.height
                edges = (clip.x, height - clip.bottom, clip.right, height - clip.y)
                left, low, right, high = [round(edge) for edge in edges]
                seen = common(box, (left, low, right, high))
            if seen is not None:
                ctx.scissor = (seen[0], seen[1], seen[2] - seen[0], seen[3] - seen[1])
                layer.sprites.draw(pixelated=True)  # pictures are laid 1:1

    def _lay(self, place_: Place, wanted: list[Stamp], height: int) -> Iterator[None]:
        """Make a layer show these stamps. A sprite that shows one of them already is left alone,
        even if it is painted earlier or later now: else one more item in a scene would reset all
        that come after it."""
        layer = self._layers.get(place_)
        if layer is None:
            layer = _Layer(arcade.SpriteList(capacity=max(16, len(wanted)), atlas=self._sheet))
            self._layers[place_] = layer
        before = layer.shown() if layer.height == height else [None] * len(layer.stamps)
        layer.stamps, layer.waiting, layer.height = wanted, set(), height
        layer.clip = wanted[0].clip if wanted else None
        if before == wanted:
            return
        alike = 0
        while alike < min(len(before), len(wanted)) and before[alike] == wanted[alike]:
            alike += 1
        sprites = list(layer.sprites)
        was = {sprite: n for n, sprite in enumerate(sprites)}
        showing: dict[Stamp | None, list[arcade.Sprite]] = {}
        for sprite, stamp in zip(sprites[alike:], before[alike:], strict=True):
            showing.setdefault(stamp, []).append(sprite)
        order: list[arcade.Sprite | None] = [*sprites[:alike]]
        for stamp in wanted[alike:]:
            same = showing.get(stamp)
            order.append(same.pop() if same else None)
        highest = 0
        for kept in order[alike:]:
            if kept is not None and was[kept] < highest:  # it was above what is above it now
                self._spoilt.add_sprite(kept)
            elif kept is not None:
                highest = was[kept]
        spare = [one for rest in showing.values() for one in rest]
        for gone in layer.arrange(order, spare, self._white):
            self._spoilt.add_sprite(gone)
        new = [n for n, kept in enumerate(order) if kept is None]
        layer.waiting.update(new)  # as long as they are not set
        yield
        for n in reversed(new):  # the prompt and lit choices lie above the furniture
            layer.waiting.discard(n)
            self._set(layer, n)
            yield

    def _fill(self, layer: _Layer) -> Iterator[None]:
        """Look again for what was missing."""
        for n in sorted(layer.waiting, reverse=True):
            layer.waiting.discard(n)
            self._set(layer, n)
            yield

    def _set(self, layer: _Layer, n: int) -> None:
        """Make a sprite show its stamp, or what stands for it until the picture is there."""
        sprite = layer.sprites[n]
        self._spoilt.add_sprite(sprite)
        self._dress(layer, n)
        self._spoilt.add_sprite(sprite)

    def _dress(self, layer: _Layer, n: int) -> None:
        sprite, stamp, height = layer.sprites[n], layer.stamps[n], layer.height
        if stamp.picture is None:
            red, green, blue, *rest = stamp.colour
            opacity = (rest[0] if rest else 255) * stamp.opacity // 255
            self._colour(sprite, stamp, height, (red, green, blue, opacity))
            return
        texture = self._texture(stamp.picture, self._zooming.hurries and stamp.clip is not None)
        if texture is None:
            self.unfinished = True
            layer.waiting.add(n)
            self._stand_in(sprite, stamp, height)
            return
        is_new = not self._sheet.has_texture(texture)
        x, y = place(stamp, (texture.width, texture.height))
        _fit(sprite, texture, (x, height - y), (1.0, 1.0), (255, 255, 255, stamp.opacity))
        if is_new and time.thread_time() >= self._ends:
            self._ends = 0.0

    def _colour(
        self, sprite: arcade.Sprite, stamp: Stamp, height: int, colour: tuple[int, int, int, int]
    ) -> None:
        """Return a plain colour of the size of a stamp."""
        scale = (max(1, round(stamp.w)) / 4, max(1, round(stamp.h)) / 4)
        _fit(sprite, self._white, (stamp.x, height - stamp.y), scale, colour, stamp.angle)

    def _stand_in(self, sprite: arcade.Sprite, stamp: Stamp, height: int) -> None:
        """Show something until a picture is there: the same face at another size, stretched; if it
        is large enough to be missed, a box's colour, or a dark plate for a face; else nothing."""
        wanted = stamp.picture
        same = alike(wanted)
        kept = self._newest.get(same) if same is not None else None
        before, now = face_of(kept), face_of(wanted)
        if kept is not None and before is not None and now is not None:
            self._standing.add(kept)
            scale = (now[0].w / max(1, before[0].w), now[0].h / max(1, before[0].h))
            at = (stamp.x, height - stamp.y)
            _fit(sprite, self._textures[kept], at, scale, (255, 255, 255, stamp.opacity))
            return
        self._colour(sprite, stamp, height, plate(stamp))

    def _stands_in(self, picture: Picture) -> bool:
        """Return True if the same face exists at another size."""
        same = alike(picture)
        return same is not None and same in self._newest

    def _keep(self, picture: Picture, image: Image.Image) -> arcade.Texture:
        """Keep the texture of a picture that has been drawn."""
        texture = self._textures.get(picture)
        if texture is None:
            texture = self._textures[picture] = _texture(image, repr(picture))
            self.pixels += _area(texture)
            same = alike(picture)
            if same is not None:
                self._newest[same] = picture
        return texture

    def _texture(self, picture: Picture, hurries: bool) -> arcade.Texture | None:
        """Return the texture of a picture; None if it must still be drawn, on the easel or in the
        next frame, or if it is needed for a moment only and another size can stand in."""
        texture = self._textures.get(picture)
        if texture is not None:
            self._textures.move_to_end(picture)
        elif face_of(picture) is not None and not self.pictures.has(picture):
            if hurries and self._stands_in(picture):
                self.hastens = True  # until it is large or small enough
            else:
                self._missed.append(picture)
            return None
        if self._ends <= 0 and (texture is None or not self._sheet.has_texture(texture)):
            self.hastens = True
            return None
        return texture or self._keep(picture, self.pictures.image(picture))


def _texture(image: Image.Image, name: str) -> arcade.Texture:
    return arcade.Texture(image, hash=name, hit_box_algorithm=algo_bounding_box)


def _fit(
    sprite: arcade.Sprite,
    texture: arcade.Texture,
    at: tuple[float, float],
    scale: tuple[float, float],
    colour: tuple[int, int, int, int],
    angle: float = 0.0,
) -> None:
    """Update a sprite; Arcade skips unchanged values, except the angle."""
    sprite.texture = texture
    sprite.scale = scale
    sprite.position = at
    sprite.color = colour
    if sprite.angle != angle:
        sprite.angle = angle
