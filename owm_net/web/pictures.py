"""Pictures for the page, where no other thread and no disk helps to draw them."""

from __future__ import annotations

from typing import Any

from PIL import Image

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.art.free_ground import SHEET
from owm_net.client.art.grid_ground import UNIT
from owm_net.client.scene.pictures import Pictures

SCALES = (0.75, 1.0, 1.25, 1.5, 2.0)
"""At which a face of the catalogue is drawn: the first that is large enough. Below 0.75 `Ink` draws
more pixels for each, so nothing would be gained."""

FINER = 1.1
"""So much larger than it was drawn may a face be shown."""


class PagePictures(Pictures):
    """Draws a face of the catalogue about as large as it is shown, and only once. A window on a
    desktop draws it at 1x and perhaps at 2x, beside its frames, and keeps both on the disk."""

    def __init__(self, limit: int = 32 << 20) -> None:
        super().__init__(None, limit)
        self._wide: dict[str, float] = {"free_map": SHEET}  # of each face, in logical units

    def at_least(self, key: ArtKey, width: int) -> Image.Image:
        """A face of the catalogue, wide enough to be shown at this width."""
        wide = self._width(key)
        for scale in SCALES:
            if width <= wide * scale * FINER:
                break
        return self.cache.get(key, scale)

    def _width(self, key: ArtKey) -> float:
        if key.face == "grid_map":
            size: Any = dict(key.parameters)["size"]
            return UNIT * float(size[0])
        if key.face not in self._wide:
            self._wide[key.face] = self.cache.get(key, SCALES[0]).width / SCALES[0]
        return self._wide[key.face]
