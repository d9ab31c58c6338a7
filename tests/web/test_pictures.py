"""Pictures drawn in a browser look like those that Pillow draws."""

from __future__ import annotations

import base64
import json
import os
import pickle
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from PIL import Image, ImageChops, ImageStat

from owm_net.client.art import catalogue, lettering
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.glass.paint_pillow import paint
from owm_net.client.scene.items import Scene
from owm_net.client.scene.pictures import FACES, Art, Pictures
from tests.client import looks
from tests.client.test_art import EXAMPLES
from tests.web.inside import Inside

SCENES = ("owm", "squad-nation", "nco", "hailfire", "heroes", "keys")
"""Of tests/client/looks.py: all five games and a menu, in two languages."""

FEW = 1 if os.environ.get("OWM_BROWSER") else 3
"""`make test` draws one of so many faces and scenes in the browser; `make browser` draws all."""

RARE: dict[str, dict[str, Any]] = {
    "free_map.reach": {
        "pieces": (((0.1, 0.1), (0.9, 0.2), (0.6, 0.9)), ((0.3, 0.3), (0.5, 0.3), (0.4, 0.6))),
        "colour": (240, 200, 90),
    },
    "free_map.veil": {"mask": "0f3" * 6 * 54, "turned": True, "part": (0.0, 0.2, 1.0, 1.0)},
    "hailfire.blind": {"seat": 1, "sign": "B"},
    "hailfire.exit": {"name": "C", "west": True},
    "heroes.bomb": {"number": 2},
    "heroes.sign": {"kind": "smoke"},
    "heroes.smoke": {"value": 2},
    "nco.flag": {"nation": "us"},
    "nco.token": {"kind": "drop", "seat": 0},
    "squad.hex": {"kind": "open", "mark": "lit"},
}
"""Faces of tables that none of those scenes shows."""

FROM_A_FILE = ("menu.file",)
"""A face that is read, not drawn; in a browser there is no such file yet."""

ALIKE = 2.5
"""By so much of 255 the channels of a face may differ on average, reduced to 64 x 64."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def drawing(inside: Inside) -> Inside:
    """A browser that knows the functions of within.py."""
    inside.run(Path(__file__).with_name("within.py").read_text(encoding="utf-8"))
    return inside


def sent(what: Any) -> str:
    """Anything, as within.py takes it."""
    return base64.b64encode(pickle.dumps(what)).decode()


def bare(name: str) -> Scene:
    """A scene without what its items mean, which only the program knows."""
    scene = looks.LOOKS[name].scene()
    return evolve(scene, items=[evolve(item, action=None) for item in scene.items], under=None)


def reduced(image: Image.Image) -> Image.Image:
    """As looks are compared."""
    size = looks.SMALL, round(looks.SMALL * image.height / image.width)
    return image.resize(size, Image.Resampling.LANCZOS, reducing_gap=3.0)


@pytest.mark.parametrize("name", SCENES)
def test_lettering_is_as_wide_in_a_browser(drawing: Inside, name: str) -> None:
    """Or a layout that fits here would not fit there."""
    runs = [run for item in bare(name).items for run in item.runs]
    lines = sorted({(run.role, run.size, run.text) for run in runs})
    assert len(lines) > 10
    there = json.loads(drawing.run("widths(given)", sent(lines)))
    for line, width in zip(lines, there, strict=True):
        assert abs(lettering.width(*line) - width) < 0.1, line


@pytest.mark.parametrize("name", SCENES[1::FEW] if FEW > 1 else SCENES)
def test_a_scene_looks_the_same_in_a_browser(drawing: Inside, name: str) -> None:
    scene = bare(name)
    pixels = base64.b64decode(drawing.run("painted(given)", sent([scene])))
    there = Image.frombytes("RGBA", scene.size, pixels).convert("RGB")
    share, _ = looks.apart(reduced(paint(scene, looks.pictures())), reduced(there))
    assert share <= looks.MOST_SHARE


@pytest.mark.skipif(FEW > 1, reason="make browser")
def test_only_what_changes_is_painted_and_nothing_else_is_left(drawing: Inside) -> None:
    """A thing moves, is turned, goes and comes back, with what lies above it and below."""
    scene = bare("owm")
    items = list(scene.items)
    n = next(n for n, item in enumerate(items) if item.art is not None and item.clip is not None)
    turned = evolve(items[n], angle=30.0, rect=items[n].rect.inset(-9))
    gone = evolve(scene, items=[*items[:n], *items[n + 1 :]])
    there = evolve(scene, items=[*items[:n], turned, *items[n + 1 :]])
    for last in (there, gone, scene):
        over = drawing.run("painted(given)", sent([scene, there, gone, last]))
        assert over == drawing.run("painted(given)", sent([last]))


def test_a_scene_is_there_before_all_its_faces(drawing: Inside) -> None:
    """Each frame draws a few, and asks for another one until there is nothing to draw."""
    frames, woken, hastens = json.loads(drawing.run("frames(given)", sent(bare("owm"))))
    assert frames > 5 and woken >= frames - 1 and not hastens


def keys_of_tables() -> list[tuple[ArtKey, int, int]]:
    """Some keys of every face that a table adds, with their size in pixels."""
    found: dict[str, dict[tuple[ArtKey, int, int], None]] = {}
    for name in (*SCENES, "squad", "heroes-tanks"):
        for item in looks.LOOKS[name].scene().items:
            if item.art is not None and item.art.face in FACES:
                size = max(1, round(item.rect.w)), max(1, round(item.rect.h))
                found.setdefault(item.art.face, {})[item.art, *size] = None
    for face, parameters in RARE.items():
        found.setdefault(face, {})[ArtKey(face, tuple(parameters.items())), 90, 100] = None
    assert {*found} | {*FROM_A_FILE} == {*FACES}
    return [key for keys in found.values() for key in list(keys)[:: max(1, len(keys) // 3)][:3]]


def difference(one: Image.Image, other: Image.Image) -> float:
    """Of the channel that differs most, on average, before black and before white."""
    means = []
    for ground in ("black", "white"):
        there = []
        for image in (one, other):
            whole = Image.new("RGBA", image.size, ground)
            whole.alpha_composite(image)
            there.append(whole.convert("RGB").resize((64, 64)))
        means += ImageStat.Stat(ImageChops.difference(*there)).mean
    return max(means)


def test_every_face_looks_the_same_in_a_browser(drawing: Inside) -> None:
    """Those of the catalogue at their full size, those of tables as a scene shows them."""
    keys = [(key, 200, 200) for name, key in EXAMPLES.items() if name in catalogue.FACES]
    keys += keys_of_tables()
    for key, w, h in keys[::FEW]:
        made = json.loads(drawing.run("faces(given)", sent([(key, w, h)])))[0]
        wide, high, _, pixels = made
        here = Pictures().image(Art(key, w, h))
        there = Image.frombytes("RGBA", (wide, high), base64.b64decode(pixels))
        assert here.size == there.size, key
        assert difference(here, there) <= ALIKE, key
