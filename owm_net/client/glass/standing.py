"""What is shown in the place of a picture that is not drawn yet. Both windows follow it."""

from __future__ import annotations

from owm_net.client import theme
from owm_net.client.art.catalogue import ONE_AT_A_TIME, ArtKey
from owm_net.client.glass.stamps import Stamp
from owm_net.client.scene.items import Scene
from owm_net.client.scene.pictures import Art, BoxPicture, Picture, Turned

STILL = 0.15
"""Seconds for which a map must not have become larger or smaller before its faces are drawn anew;
until then the old ones are shown stretched, so that it follows the wheel at once."""

PLATE = 9000
"""Pixels from which on a face is missed while it is drawn; a plate stands for it."""


def face_of(picture: Picture | None) -> tuple[Art, float] | None:
    """Return the face a picture shows and how it is turned; None if it is none."""
    inner, angle = (picture.picture, picture.angle) if isinstance(picture, Turned) else (picture, 0)
    return (inner, angle) if isinstance(inner, Art) else None


def alike(picture: Picture | None) -> tuple[ArtKey, float] | None:
    """Return the part of a face's key that is the same at every size; of a map that may change the
    part that never does."""
    found = face_of(picture)
    if found is None:
        return None
    key = found[0].key
    return ArtKey(key.face) if key.face in ONE_AT_A_TIME else key, found[1]


def plate(stamp: Stamp) -> tuple[int, int, int, int]:
    """Return the colour that stands for a picture: a box's own, a dark plate for a face; nothing
    shows where it is too small to be missed."""
    wanted = stamp.picture
    red, green, blue, opacity = *theme.STRIPE[:3], 0
    if stamp.w * stamp.h >= PLATE:
        if isinstance(wanted, BoxPicture) and wanted.shape.kind == "box":
            red, green, blue, *rest = wanted.shape.fill
            opacity = (rest[0] if rest else 255) * stamp.opacity // 255
        elif face_of(wanted) is not None:
            opacity = stamp.opacity
    return red, green, blue, opacity


class Zooming:
    """hurries: the map is becoming larger or smaller just now."""

    def __init__(self) -> None:
        self.hurries = False
        self._zoom, self._since = 1.0, 0.0

    def note(self, scene: Scene, now: float) -> None:
        """Look at the map of the next frame."""
        zoom = scene.lens.zoom if scene.lens is not None else 1.0
        if zoom != self._zoom:
            self._zoom, self._since = zoom, now
        self.hurries = now - self._since < STILL
