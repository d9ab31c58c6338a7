"""Pictures drawn in a browser look like those that Pillow draws."""

from __future__ import annotations

import base64
import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from PIL import Image

from owm_net.client.art import lettering
from owm_net.client.glass.paint_pillow import paint
from owm_net.client.scene.items import Scene
from tests.client import looks
from tests.web.inside import Inside

SCENES = ("owm", "squad-nation", "nco", "hailfire", "heroes", "keys")
"""Of tests/client/looks.py: all five games and a menu, in two languages."""

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


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_looks_the_same_in_a_browser(drawing: Inside, name: str) -> None:
    scene = bare(name)
    pixels = base64.b64decode(drawing.run("painted(given)", sent(scene)))
    there = Image.frombytes("RGBA", scene.size, pixels).convert("RGB")
    share, _ = looks.apart(reduced(paint(scene, looks.pictures())), reduced(there))
    assert share <= looks.MOST_SHARE
