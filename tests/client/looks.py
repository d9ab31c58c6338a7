"""Twenty-five golden pictures: how the window looks, screen by screen.

`make looks` draws them into `tests/client/looks/` by the painter that needs no OpenGL, with the
shipped typefaces alone, and reduces them: what is kept is small, and what differs from one machine
to another by a shade does not count. `test_looks.py` compares.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from attrs import evolve, frozen
from PIL import Image, ImageChops, ImageFilter

from owm_net import games
from owm_net.client import language
from owm_net.client.art.catalogue import ArtKey
from owm_net.client.glass.paint_pillow import paint
from owm_net.client.match_stage import Stage
from owm_net.client.menu import meeting
from owm_net.client.scene.items import Scene
from owm_net.client.scene.pictures import Pictures
from owm_net.client.settings import Settings
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, Over
from owm_net.games.owm.tokens import TokenKind
from owm_net.session.rematch import Sides
from tests.client.rematches import Talk, talked_of
from tests.client.test_menu import press, stage_of

FOLDER = Path(__file__).parent / "looks"
SMALL = 480
"""Pixels of a kept picture from left to right."""
USUAL, LEAST, LARGE, HUGE = (1280, 720), (1024, 640), (1600, 900), (3840, 2160)


class Quick(Pictures):
    """Draws faces at half their size, a quarter of the work: the pictures are reduced anyway."""

    def at_least(self, key: ArtKey, width: int) -> Image.Image:
        """A face of the catalogue."""
        return self.cache.get(key, 0.5)


@frozen
class Look:
    """A picture: whose scene it shows, in which language, and whether with high contrast."""

    make: Callable[[Settings], Scene]
    size: tuple[int, int] = USUAL
    spoken: str = "en"
    contrast: bool = False
    scale: float = 1.0

    def scene(self) -> Scene:
        """Return the scene."""
        settings = Settings(
            size=self.size,
            scale=self.scale,
            contrast=self.contrast,
            language=self.spoken,
            speed="off",
        )
        language.use(self.spoken)
        try:
            return self.make(settings)
        finally:
            language.use("en")


def table_at(
    game: str, mission: str, kind: str, settings: Settings, turn: int = 1, **switches: str
) -> Stage:
    """A match by chance where it asks the first seat this, from some question on."""
    system = games.get(game)
    setup = system.default_setup(mission=mission)
    setup = evolve(setup, switches=(*setup.switches, *switches.items()))
    match = LocalMatch(system, setup, 1, [random_player] * 2)
    stage = Stage(system, 0, ["Anna", "Ben"], settings)
    asked = 0
    while not isinstance(match.request, Over):
        stage.sitting.told(match.view(0), match.state.events)
        stage.tick(float(asked))
        request: Any = match.request
        here = (
            request.seat == 0 if isinstance(request, Choose) else 0 in getattr(request, "seats", ())
        )
        if here and getattr(request, "kind", "") == kind:
            asked += 1
            if asked == turn:
                break
        match.step()
    if isinstance(match.request, Over):
        stage.sitting.told(match.view(0), match.state.events)
    else:
        stage.sitting.ask(match.view(0), lambda answer: None)
    stage.tick(9000.0)
    stage.tick(9001.0)
    return stage


def _seen(
    game: str, mission: str, kind: str, turn: int = 1, **more: str
) -> Callable[[Settings], Scene]:
    return lambda settings: table_at(game, mission, kind, settings, turn, **more).scene()


def _in_smoke(settings: Settings) -> Scene:
    stage = table_at("owm", "not-in-my-house", "action", settings, 3)
    view = stage.sitting.view
    assert view is not None
    places = sorted({team.cell for team in view.state.fireteams.values() if team.on_map})
    for kind, cell in zip((TokenKind.SMOKE, TokenKind.SATCHEL_CHARGE), places, strict=False):
        view.state.lay_token(kind, cell)
    stage.sitting.touch()
    return stage.scene()


def _rematch(asks: Sides, waits: Sides) -> Callable[[Settings], Scene]:
    """The end of a match, and how it stands with a rematch."""

    def scene(settings: Settings) -> Scene:
        stage = table_at("owm", "", "never", settings)
        talked_of(stage, Talk(asks=asks, waits=waits))
        assert stage.sitting.ending.after is not None
        stage.sitting.ending.after.since = stage.sitting.display.now - 72
        return stage.scene()

    return scene


def _with_help(settings: Settings) -> Scene:
    stage = table_at("skeleton", "", "react", settings)
    stage.key("f1")
    return stage.scene()


def _replay(settings: Settings) -> Scene:
    from tests.client.test_replaying import recording

    made = recording("squadcards")
    stage = Stage(made.system, -1, made.names, settings)
    replay = stage.sitting.look_again(made)
    replay.go(replay.recording.last // 2)
    stage.tick(1.0)
    return stage.scene()


def _keys(settings: Settings) -> Scene:
    stage = stage_of("settings", settings.size, settings.scale)
    press(stage, "set:keys")
    return stage.scene()


def _screen(name: str) -> Callable[[Settings], Scene]:
    """A screen of the menus, by its name among those that `test_menu` lays out."""

    def scene(settings: Settings) -> Scene:
        with mock.patch.object(
            meeting, "reached_at", lambda *_: ["192.0.2.7"]
        ):  # not this machine's
            stage = stage_of(name, settings.size, settings.scale)
        stage.context.settings.contrast = settings.contrast
        stage.context.touch()
        return stage.scene()

    return scene


LOOKS: dict[str, Look] = {
    "title": Look(_screen("title"), LEAST),
    "new-game": Look(_screen("new game"), spoken="de"),
    "options": Look(_screen("options of squad")),
    "lobby": Look(_screen("host waits")),
    "settings": Look(_screen("settings"), LEAST, "de", contrast=True),
    "keys": Look(_keys),
    "rule-book": Look(_screen("rules")),
    "profile": Look(_screen("profile"), HUGE, scale=2.0),
    "my-matches": Look(_screen("many matches"), LEAST, "de"),
    "replay": Look(_replay, spoken="de"),
    "squad-builder": Look(_seen("owm", "", "squad"), LARGE, "de"),
    "owm": Look(_seen("owm", "", "action", 3)),
    "owm-night": Look(_seen("owm", "murder-at-the-moonless-chateau", "action", 2), spoken="de"),
    "owm-snow-smoke": Look(_in_smoke, LARGE, contrast=True),
    "owm-end": Look(_seen("owm", "", "never"), LEAST),
    "rematch-asked": Look(_rematch(Sides.CHANGED, Sides.NONE), LEAST, "de"),
    "rematch-waits": Look(_rematch(Sides.NONE, Sides.SAME)),
    "squad-nation": Look(_seen("squadcards", "", "nation"), LEAST, "de"),
    "squad": Look(_seen("squadcards", "", "fire", 4)),
    "nco": Look(_seen("nco", "", "order", 6, layout="crossroads"), LARGE),
    "hailfire": Look(_seen("hailfire", "", "activate", 4)),
    "heroes": Look(_seen("heroes", "crossroads-scramble", "turn", 2), spoken="de"),
    "heroes-tanks": Look(_seen("heroes", "armour-in-the-lane", "turn", 8)),
    "skeleton": Look(_seen("skeleton", "", "react"), LEAST),
    "help": Look(_with_help, spoken="de"),
}


@cache
def pictures() -> Quick:
    """Return the shared pictures: one that is in two looks is drawn once."""
    return Quick()


def drawn(name: str) -> Image.Image:
    """A picture as it is today, reduced."""
    image = paint(LOOKS[name].scene(), pictures())
    return image.resize(
        (SMALL, round(SMALL * image.height / image.width)),
        Image.Resampling.LANCZOS,
        reducing_gap=3.0,
    )


def kept(name: str) -> Image.Image:
    """The picture that is kept. Raises OSError."""
    with Image.open(FOLDER / f"{name}.webp") as image:
        return image.convert("RGB")


def keep(name: str, image: Image.Image, folder: Path = FOLDER) -> None:
    """Write a picture into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    image.save(folder / f"{name}.webp", quality=82, method=6)


MOST_SHARE = 0.002
"""Of a picture's area, so much may look different: a word more or less, no button."""
CLEARLY = 40
"""By so much of 255 must a colour differ, after a blur, to be another one."""


def apart(one: Image.Image, other: Image.Image) -> tuple[float, Image.Image]:
    """The share of two pictures' area that clearly differs, and where that is, white."""
    if one.size != other.size:
        return 1.0, Image.new("L", one.size, 255)
    blurred = [image.filter(ImageFilter.BoxBlur(1)) for image in (one, other)]
    channels = ImageChops.difference(*blurred).split()
    most = ImageChops.lighter(ImageChops.lighter(*channels[:2]), channels[2])
    where = most.point([0] * CLEARLY + [255] * (256 - CLEARLY))
    return where.histogram()[255] / (where.width * where.height), where
