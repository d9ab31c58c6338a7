"""What tests have Python in the browser do. Its text is run there."""

from __future__ import annotations

import base64
import json
import pickle
import time
from importlib import import_module
from typing import Any

from owm_net.web import trio_host

trio_host.install()
for game in ("owm", "nco", "hailfire", "heroes", "squadcards"):
    import_module(f"owm_net.client.tables.{game}")
for module in ("matches", "parts"):
    import_module(f"owm_net.client.menu.{module}")

import page_pixels  # noqa: E402
from js import OffscreenCanvas  # noqa: E402
from PIL._orders import flush  # noqa: E402

from owm_net.client.art import lettering  # noqa: E402
from owm_net.client.scene.pictures import Art, Pictures  # noqa: E402
from owm_net.web.painter import Painter  # noqa: E402
from owm_net.web.pictures import PagePictures  # noqa: E402


def taken(given: str) -> Any:
    """What a test has sent."""
    return pickle.loads(base64.b64decode(given))


def widths(given: str) -> str:
    """Of each role, size and text the width of the line."""
    return json.dumps([lettering.width(*line) for line in taken(given)])


def faces(given: str) -> str:
    """Of each key, width and height the size, the seconds it took, and the pixels."""
    found = []
    for key, w, h in taken(given):
        began = time.perf_counter()
        image: Any = Pictures().image(Art(key, w, h))
        flush()
        took = time.perf_counter() - began
        pixels = page_pixels.bytes(image.number).to_bytes()
        found.append((*image.size, took, base64.b64encode(pixels).decode()))
    return json.dumps(found)


def painted(given: str) -> str:
    """The pixels of the last of some scenes that are painted one over the other."""
    scenes = taken(given)
    size = scenes[0].size
    canvas = OffscreenCanvas.new(*size)
    page_pixels.attach(canvas)
    painter = Painter(PagePictures())
    for scene in scenes:
        painter.show(scene)
        painter.paint()  # with plates for what is missing
        while painter.unfinished:
            painter.show(scene)
        painter.paint()
    data = canvas.getContext("2d").getImageData(0, 0, *size).data
    return base64.b64encode(bytes(data.to_bytes())).decode()


def frames(given: str) -> str:
    """How many frames a scene takes until nothing is missing, and how often the painter asked for
    another one."""
    scene, woken = taken(given), []
    painter = Painter(PagePictures(), lambda: woken.append(True))
    many = 0
    while many == 0 or painter.unfinished:
        painter.show(scene)
        many += 1
    painter.show(scene)
    return json.dumps([many, len(woken), painter.hastens])
