"""A scene as sprites: one SpriteList for each layer, rebuilt only when the layer has changed."""

from __future__ import annotations

import time
from collections import OrderedDict

import arcade
from arcade.hitbox import algo_bounding_box

from owm_net.client.pictures import Art, Picture, Pictures, Turned
from owm_net.client.scene.items import Scene
from owm_net.client.stamps import Stamp, place, stamps

BUDGET = 0.02
"""Seconds of a frame that may go into drawing faces that are new; the rest wait for the next."""

KEPT = 1500
"""Textures kept although nothing shows them now."""


class Painter:
    """Holds the textures and sprite lists of a window."""

    def __init__(self, pictures: Pictures) -> None:
        self.pictures = pictures
        self._textures: OrderedDict[Picture, arcade.Texture] = OrderedDict()
        self._layers: dict[int, tuple[list[Stamp], arcade.SpriteList]] = {}
        self._scene: Scene | None = None
        self.unfinished = False
        self.python_ms = 0.0

    def show(self, scene: Scene) -> None:
        """Make the sprites fit the scene. `unfinished` says that faces are still missing."""
        if scene is self._scene and not self.unfinished:
            return
        began = time.perf_counter()
        self.unfinished = False
        self._scene = scene
        layers: dict[int, list[Stamp]] = {}
        for stamp in stamps(scene):
            layers.setdefault(stamp.layer, []).append(stamp)
        for layer in [n for n in self._layers if n not in layers]:
            del self._layers[layer]
        for layer, wanted in layers.items():
            kept = self._layers.get(layer)
            if kept is not None and kept[0] == wanted:
                continue
            self._rebuild(layer, wanted, scene.size[1], began)
        while len(self._textures) > KEPT:
            self._textures.popitem(last=False)
        self.python_ms = (time.perf_counter() - began) * 1000

    def draw(self) -> None:
        """The layers, lowest first."""
        for layer in sorted(self._layers):
            self._layers[layer][1].draw(pixelated=True)  # pictures are laid 1:1

    def _rebuild(self, layer: int, wanted: list[Stamp], height: int, began: float) -> None:
        sprites: arcade.SpriteList = arcade.SpriteList(capacity=max(16, len(wanted)))
        whole = True
        for stamp in wanted:
            sprite = self._sprite(stamp, height, began)
            if sprite is None:
                whole = False
                self.unfinished = True
            else:
                sprites.append(sprite)
        self._layers[layer] = (wanted if whole else [], sprites)

    def _sprite(self, stamp: Stamp, height: int, began: float) -> arcade.Sprite | None:
        sprite: arcade.Sprite
        if stamp.picture is None:
            red, green, blue, *opacity = stamp.colour
            sprite = arcade.SpriteSolidColor(
                max(1, round(stamp.w)), max(1, round(stamp.h)), stamp.x, height - stamp.y,
                color=(red, green, blue, opacity[0] if opacity else 255),
            )
            return sprite
        texture = self._texture(stamp.picture, began)
        if texture is None:
            return None
        x, y = place(stamp, (texture.width, texture.height))
        sprite = arcade.Sprite(texture, 1.0, x, height - y)
        if stamp.opacity < 255:
            sprite.alpha = stamp.opacity
        return sprite

    def _texture(self, picture: Picture, began: float) -> arcade.Texture | None:
        texture = self._textures.get(picture)
        if texture is None:
            late = time.perf_counter() - began > BUDGET
            if late and isinstance(picture, Art | Turned) and not self.pictures.has(picture):
                return None
            texture = arcade.Texture(
                self.pictures.image(picture), hash=repr(picture),
                hit_box_algorithm=algo_bounding_box,
            )
            self._textures[picture] = texture
        else:
            self._textures.move_to_end(picture)
        return texture
