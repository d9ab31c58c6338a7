"""A scene as a Pillow picture: replays, games without a display, tests. No Arcade, no OpenGL."""

from __future__ import annotations

from PIL import Image

from owm_net.client.glass.stamps import Stamp, place, stamps
from owm_net.client.scene.items import Rect, Scene
from owm_net.client.scene.pictures import Pictures

GROUND = (26, 27, 20, 255)


def paint(scene: Scene, pictures: Pictures | None = None) -> Image.Image:
    """Return the whole scene as an RGB image of its size."""
    pictures = pictures or Pictures()
    canvas = Image.new("RGBA", scene.size, GROUND)
    for stamp in stamps(scene):
        _lay(canvas, stamp, pictures)
    return canvas.convert("RGB")


def still(scene: Scene) -> Scene:
    """Return the scene without its buttons, which in a picture nobody can press."""
    return Scene(scene.size, scene.scale, [item for item in scene.items if item.kind != "button"])


def _lay(canvas: Image.Image, stamp: Stamp, pictures: Pictures) -> None:
    if stamp.picture is None:
        colour = stamp.colour
        alpha = colour[3] if len(colour) > 3 else 255
        size = (max(1, round(stamp.w)), max(1, round(stamp.h)))
        image = Image.new("RGBA", size, (*colour[:3], alpha))
        if stamp.angle:
            image = image.rotate(-stamp.angle, Image.Resampling.BICUBIC, expand=True)
    else:
        image = pictures.image(stamp.picture)
    x, y = place(stamp, image.size)
    if stamp.opacity < 255:
        image = image.copy()
        image.putalpha(image.getchannel("A").point([i * stamp.opacity // 255 for i in range(256)]))
    left, top = round(x - image.width / 2), round(y - image.height / 2)
    clip = stamp.clip or Rect(0, 0, *canvas.size)
    visible = (
        max(0, round(clip.x) - left),
        max(0, round(clip.y) - top),
        min(image.width, round(clip.right) - left),
        min(image.height, round(clip.bottom) - top),
    )
    if visible[0] < visible[2] and visible[1] < visible[3]:
        part = image if visible == (0, 0, *image.size) else image.crop(visible)
        canvas.alpha_composite(part, (left + visible[0], top + visible[1]))
