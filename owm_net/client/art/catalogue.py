"""Faces by key: the client names a picture, `render` draws it."""

import functools
from collections.abc import Callable
from typing import Any, TypeAlias

from attrs import field, frozen
from PIL import Image

from owm_net.client.art import (
    core_card,
    division_badges,
    flips,
    orders,
    pip_die,
    soldiers,
    squad_badges,
    squad_cards,
    squad_terrain,
    terrain,
    textures,
    title,
    tokens,
    weather,
)
from owm_net.client.art.free_ground import free_map
from owm_net.client.art.grid_ground import grid_map

#: Raised whenever a drawing changes: it is part of every name in the disk cache.
RENDERER_VERSION = 6

Value: TypeAlias = "str | int | float | bool | tuple[Value, ...] | None"

FACES: dict[str, Callable[..., Image.Image]] = {
    "terrain": terrain.terrain,
    "order": orders.order_card,
    "core_back": core_card.core_back,
    "soldier_back": core_card.soldier_back,
    "soldier": soldiers.soldier,
    "soldier_chip": soldiers.soldier_chip,
    "division_badge": division_badges.division_badge,
    "fireteam": tokens.fireteam_token,
    "entrench": tokens.entrench_token,
    "stealth": tokens.stealth_token,
    "jammed": tokens.jammed_token,
    "sighted": tokens.sighted_token,
    "crewed": tokens.crewed_token,
    "objective": tokens.objective_star,
    "lu": tokens.lu_token,
    "parachute": tokens.parachute,
    "smoke": weather.smoke,
    "star_shell": weather.star_shell,
    "satchel": weather.satchel,
    "gun_sign": weather.gun_sign,
    "sky_sign": weather.sky_sign,
    "truck": tokens.truck_token,
    "truck_broken": tokens.broken_truck_token,
    "flag": tokens.mission_flag,
    "compass": tokens.compass,
    "flip": flips.flip_card,
    "squad_card": squad_cards.squad_card,
    "squad_back": squad_cards.squad_back,
    "squad_flag": squad_cards.squad_flag,
    "squad_land": squad_terrain.landscape,
    "squad_badge": squad_badges.badge,
    "squad_objective": squad_badges.objective,
    "squad_man": squad_badges.man,
    "pip_die": pip_die.pip_die,
    "backdrop": textures.backdrop,
    "parchment": textures.parchment,
    "dark_panel": textures.dark_panel,
    "title_plate": textures.title_plate,
    "title": title.title_scene,
    "free_map": free_map,
    "grid_map": grid_map,
}

#: Faces whose size is given in pixels and which take no scale.
_UNSCALED = ("backdrop",)


def _sorted_parameters(pairs: Any) -> tuple[tuple[str, Value], ...]:
    return tuple(sorted((name, _plain(name, value)) for name, value in pairs))


def _plain(name: str, value: Any) -> Value:
    if isinstance(value, list | tuple):
        return tuple(_plain(name, part) for part in value)
    if value is None or isinstance(value, str | int | float | bool):
        return value
    raise TypeError(f"{name}: {type(value).__name__} is no plain value")


ONE_AT_A_TIME = ("grid_map",)
"""Faces of which a table shows one. While another is drawn, because the map has changed, the one
before stands for it."""


@frozen(cache_hash=True)
class ArtKey:
    """The name of a face and its parameters, sorted by name; hashable, and the same
    picture for the same key, always."""

    face: str
    parameters: tuple[tuple[str, Value], ...] = field(default=(), converter=_sorted_parameters)

    @classmethod
    def of(cls, face: str, **parameters: Any) -> "ArtKey":
        """A key from keyword arguments; lists become tuples.

        Raises KeyError for an unknown face, TypeError for a value that is not plain.
        """
        if face not in FACES:
            raise KeyError(f"{face!r} is no face of client/art; of a table's own: ArtKey(...)")
        return cls(face, tuple(parameters.items()))

    def text(self) -> str:
        """The key as one line, the same in every process."""
        return f"{self.face} {self.parameters!r}"


def render(key: ArtKey, scale: float = 1.0) -> Image.Image:
    """Draw the face again, an RGBA image at `scale` pixels per logical unit."""
    draw = FACES[key.face]
    if key.face not in _UNSCALED:
        draw = functools.partial(draw, scale=scale)
    return draw(**dict(key.parameters))
