"""`python icon.py FOLDER`: draws the program's icon, in every size a desktop asks for.

FOLDER then holds the layout of an icon theme (hicolor/48x48/apps/...), icon.png, the largest, and
icon.ico for Windows.
"""

import sys
from pathlib import Path

from owm_net.client.art.tokens import compass

APP_ID = "io.github.owm_net.owm_net"
SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
UNITS = 96
"""Of the drawing's width and height."""


def main(folder: Path) -> None:
    for size in SIZES:
        path = folder / f"hicolor/{size}x{size}/apps/{APP_ID}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        picture = compass(scale=size / UNITS)
        assert picture.size == (size, size)
        picture.save(path)
    picture.save(folder / "icon.png")
    picture.save(folder / "icon.ico", sizes=[(size, size) for size in SIZES if size <= 256])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
