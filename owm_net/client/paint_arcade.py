"""A scene as sprites: one SpriteList for each layer, rebuilt only when the layer has changed."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterable
from typing import TypeAlias

import arcade
from arcade.hitbox import algo_bounding_box
from PIL import Image

from owm_net.client import theme
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.pictures import Art, Picture, Pictures, Turned
from owm_net.client.scene.items import Rect, Scene
from owm_net.client.stamps import Stamp, place, stamps

BUDGET = 0.008
"""Seconds of a frame that may go into drawing faces that are new; when they are spent the rest wait
for the next. One is drawn in each frame however slow all else is, or none might ever be."""

KEPT = 5 << 20
"""Pixels of textures that are kept although nothing shows them now.

Arcade packs them all into one texture of its own and doubles that when it is full; it makes room
by packing anew only if some were given up. Thus the limit is what keeps it at 4096 x 4096 (64 MB,
counted once more where the graphics card is the processor).
"""

STILL = 0.15
"""Seconds for which a map must not have become larger or smaller before its faces are drawn anew;
until then the old ones are shown stretched, so that it follows the wheel at once."""

PLATE = 9000
"""Pixels from which on a face is missed while it is drawn; a plate stands for it."""


Place: TypeAlias = tuple[int, int]
"""Where sprites are painted: the layer, and which of its parts that are cut off alike."""


def _area(texture: arcade.Texture) -> int:
    return texture.width * texture.height


def _plate(stamp: Stamp, height: int) -> arcade.Sprite:
    """A dark plate where a face is still to be drawn."""
    red, green, blue = theme.STRIPE[:3]
    return arcade.SpriteSolidColor(
        max(1, round(stamp.w)),
        max(1, round(stamp.h)),
        stamp.x,
        height - stamp.y,
        color=(red, green, blue, stamp.opacity),
    )


def _face(picture: Picture | None) -> tuple[Art, float] | None:
    """The face a picture shows, and how it is turned; None if it is none."""
    inner, angle = (picture.picture, picture.angle) if isinstance(picture, Turned) else (picture, 0)
    return (inner, angle) if isinstance(inner, Art) else None


def _alike(picture: Picture) -> tuple[ArtKey, float] | None:
    """What is the same for a face at every size."""
    found = _face(picture)
    return (found[0].key, found[1]) if found is not None else None


def _by_place(all_stamps: Iterable[Stamp]) -> dict[Place, list[Stamp]]:
    """Stamps that are painted together: of one layer, one after another, and cut off alike."""
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


class Painter:
    """Holds the textures and sprite lists of a window. pixels: of all textures it holds."""

    def __init__(self, pictures: Pictures) -> None:
        self.pictures = pictures
        self._textures: OrderedDict[Picture, arcade.Texture] = OrderedDict()
        self._newest: dict[tuple[ArtKey, float], Picture] = {}  # of each face the last size
        self._standing: set[Picture] = set()  # what is shown in the place of other sizes
        self._layers: dict[Place, tuple[list[Stamp], arcade.SpriteList, Rect | None]] = {}
        self.pixels = 0
        self._spent = 0.0
        self._scene: Scene | None = None
        self._zoom = 1.0
        self._zoomed = 0.0
        self._hurries = False
        self.unfinished = False
        self.python_ms = 0.0

    def show(self, scene: Scene) -> None:
        """Make the sprites fit the scene. `unfinished` says that faces are still missing."""
        if scene is self._scene and not self.unfinished:
            return
        began = time.perf_counter()
        self.unfinished = False
        self._spent = 0.0
        self._standing.clear()
        self._scene = scene
        self._note_zoom(scene, began)
        layers = _by_place(stamps(scene))
        for layer in [n for n in self._layers if n not in layers]:
            del self._layers[layer]
        for layer in sorted(layers, reverse=True):  # new faces of the hand before the board's
            kept = self._layers.get(layer)
            if kept is None or kept[0] != layers[layer]:
                self._rebuild(layer, layers[layer], scene.size[1])
        shown = {s.picture for wanted in layers.values() for s in wanted if s.picture}
        self._give_up(shown | self._standing)
        self.python_ms = (time.perf_counter() - began) * 1000

    def _give_up(self, shown: set[Picture]) -> None:
        """Forget the textures that have not been shown for longest; those that are shown stay."""
        for picture in shown & self._textures.keys():
            self._textures.move_to_end(picture)
        for picture in list(self._textures):
            if self.pixels <= KEPT or picture in shown:
                break
            self.pixels -= _area(self._textures.pop(picture))
            alike = _alike(picture)
            if alike is not None and self._newest.get(alike) == picture:
                del self._newest[alike]

    def _note_zoom(self, scene: Scene, now: float) -> None:
        """See whether the map is becoming larger or smaller just now."""
        zoom = scene.lens.zoom if scene.lens is not None else 1.0
        if zoom != self._zoom:
            self._zoom, self._zoomed = zoom, now
        self._hurries = now - self._zoomed < STILL

    def draw(self, ratio: float = 1.0) -> None:
        """The layers, lowest first, each cut off where it shall be. ratio: pixels for each that
        the operating system counts."""
        ctx = arcade.get_window().ctx
        for place_ in sorted(self._layers):
            _, sprites, clip = self._layers[place_]
            if clip is not None:
                height = self._scene.size[1] if self._scene is not None else 0
                edges = (clip.x, height - clip.bottom, clip.right, height - clip.y)
                left, low, right, high = [round(round(edge) / ratio) for edge in edges]
                ctx.scissor = (left, low, right - left, high - low)
            sprites.draw(pixelated=True)  # pictures are laid 1:1
            if clip is not None:
                ctx.scissor = None

    def _rebuild(self, layer: Place, wanted: list[Stamp], height: int) -> None:
        sprites: arcade.SpriteList = arcade.SpriteList(capacity=max(16, len(wanted)))
        whole = True
        for stamp in wanted:
            sprite = self._sprite(stamp, height)
            if sprite is None:
                whole = False
                self.unfinished = True
                sprite = self._stand_in(stamp, height)
                if sprite is None:
                    continue
            sprites.append(sprite)
        self._layers[layer] = (wanted if whole else [], sprites, wanted[0].clip)

    def _sprite(self, stamp: Stamp, height: int) -> arcade.Sprite | None:
        sprite: arcade.Sprite
        if stamp.picture is None:
            red, green, blue, *opacity = stamp.colour
            sprite = arcade.SpriteSolidColor(
                max(1, round(stamp.w)),
                max(1, round(stamp.h)),
                stamp.x,
                height - stamp.y,
                color=(red, green, blue, opacity[0] if opacity else 255),
            )
            sprite.angle = stamp.angle
            return sprite
        texture = self._texture(stamp.picture, self._hurries and stamp.clip is not None)
        if texture is None:
            return None
        x, y = place(stamp, (texture.width, texture.height))
        sprite = arcade.Sprite(texture, 1.0, x, height - y)
        if stamp.opacity < 255:
            sprite.alpha = stamp.opacity
        return sprite

    def _stand_in(self, stamp: Stamp, height: int) -> arcade.Sprite | None:
        """What is shown until a face is drawn: the same face as it was at another size, stretched;
        else a plate, if it is large enough to be missed."""
        wanted = stamp.picture
        alike = _alike(wanted) if wanted is not None else None
        kept = self._newest.get(alike) if alike is not None else None
        before, now = _face(kept), _face(wanted)
        if kept is None or before is None or now is None:
            return _plate(stamp, height) if stamp.w * stamp.h >= PLATE else None
        self._standing.add(kept)
        sprite = arcade.Sprite(self._textures[kept], 1.0, stamp.x, height - stamp.y)
        sprite.scale = (now[0].w / max(1, before[0].w), now[0].h / max(1, before[0].h))
        sprite.alpha = stamp.opacity
        return sprite

    def _stands_in(self, picture: Picture) -> bool:
        """Whether the same face is there at another size."""
        alike = _alike(picture)
        return alike is not None and alike in self._newest

    def _texture(self, picture: Picture, hurries: bool) -> arcade.Texture | None:
        texture = self._textures.get(picture)
        if texture is None:
            image = self._image(picture, hurries)
            if image is None:
                return None
            texture = arcade.Texture(
                image,
                hash=repr(picture),
                hit_box_algorithm=algo_bounding_box,
            )
            self._textures[picture] = texture
            self.pixels += _area(texture)
            alike = _alike(picture)
            if alike is not None:
                self._newest[alike] = picture
        return texture

    def _image(self, picture: Picture, hurries: bool) -> Image.Image | None:
        """A picture, None if it must be drawn and this frame has no time for that: spent already,
        or kept because it would be of use for a moment only."""
        if not isinstance(picture, Art | Turned) or self.pictures.has(picture):
            return self.pictures.image(picture)
        if self._spent > BUDGET or (hurries and self._stands_in(picture)):
            return None
        began = time.perf_counter()
        image = self.pictures.image(picture)
        self._spent += time.perf_counter() - began
        return image
