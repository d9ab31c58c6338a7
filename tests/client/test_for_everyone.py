"""Players who see few colours, or little, or hear nothing, play as well as anybody."""

from __future__ import annotations

import io
import shutil
import struct
import subprocess
import sys
import wave
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing
from PIL import Image, ImageChops

from owm_net import games
from owm_net.client import keys, language, theme
from owm_net.client.art import squad_badges, tokens
from owm_net.client.art.palette import NATION, SIDE
from owm_net.client.glass import calling
from owm_net.client.glass.calling import Caller
from owm_net.client.scene.contrast import FAINT, OPAQUE, TEXT, luminance, ratio
from owm_net.client.scene.items import Scene
from owm_net.client.settings import LOUDEST, Settings
from owm_net.client.sounds import player, synthesis
from owm_net.client.sounds.player import Ears
from owm_net.engine.requests import Over
from owm_net.session.player import Notice
from tests.client.robot import Robot
from tests.client.situations import stage_at
from tests.client.test_menu import SCALES, SCREENS, SIZES, door, has_room, press, stage_of
from tests.client.test_menu import keys as type_keys

Colour = tuple[float, ...]

# ------------------------------------------------------------------ few colours

BLINDNESS = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB."""

TOLD_APART = 10.0
"""CIE76 distance: what is seen at a glance beside each other."""


def linear(colour: Colour) -> Colour:
    parts = [c / 255 for c in colour[:3]]
    return tuple([p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts])


def seen_by(kind: str, colour: Colour) -> Colour:
    """Return linear RGB as somebody sees it; kind: "" for full colour vision."""
    light = linear(colour)
    if not kind:
        return light
    rows = BLINDNESS[kind]
    return tuple(
        [min(1.0, max(0.0, sum(m * c for m, c in zip(row, light, strict=True)))) for row in rows]
    )


def lab(light: Colour) -> Colour:
    r, g, b = light
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(kind: str, one: Colour, other: Colour) -> float:
    pairs = zip(lab(seen_by(kind, one)), lab(seen_by(kind, other)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


@pytest.mark.parametrize("kind", ["", *BLINDNESS])
def test_the_sides_are_told_apart_by_whoever_sees_few_colours(kind: str) -> None:
    assert apart(kind, SIDE["allies"], SIDE["axis"]) >= TOLD_APART
    for colour in (theme.LIT, theme.CHOSEN, theme.REFUSED):  # on panels and on buttons that are off
        assert apart(kind, colour, theme.PANEL) >= 4 * TOLD_APART
        assert apart(kind, colour, theme.BUTTON_OFF) >= 4 * TOLD_APART
    assert apart(kind, theme.BUTTON_LIT, theme.BUTTON) >= TOLD_APART


def form(picture: Image.Image) -> Image.Image:
    """Return a token without its colours: only its shape."""
    return picture.getchannel("A").point([255 if a > 200 else 0 for a in range(256)])


def differ(one: Image.Image, other: Image.Image) -> float:
    """The part of all pixels in which two forms differ."""
    many = ImageChops.difference(one, other).histogram()
    return sum(many[128:]) / sum(many)


def test_the_sides_differ_in_shape_too() -> None:
    sides = {name: "axis" if name in ("german", "finnish") else "allies" for name in NATION}
    made = {
        nation: form(tokens.fireteam_token(nation, "1", side=side))
        for nation, side in sides.items()
    }
    for one, side in sides.items():
        for other, other_side in sides.items():
            assert (differ(made[one], made[other]) > 0.01) == (side != other_side), (one, other)


def test_the_badges_of_squad_differ_without_any_colour() -> None:
    """Grey, each as bright as the others, they still are five signs."""
    grey = {
        nation: squad_badges.badge(nation)
        .convert("L")
        .point([255 if n > 130 else 0 for n in range(256)])
        for nation in squad_badges.NATION
    }
    nations = sorted(grey)
    for n, one in enumerate(nations):
        for other in nations[n + 1 :]:
            assert differ(grey[one], grey[other]) > 0.03, (one, other)


# ------------------------------------------------------------------ high contrast


def low(scene: Scene) -> list[str]:
    """Return words that are hard to read on their plate, or on the plate below them."""
    found = []
    for n, item in enumerate(scene.items):
        below = [item, *reversed(scene.items[:n])]
        for run in item.runs:
            for plate in below:
                shape = plate.shape
                inside = plate.rect.contains(run.box.cx, run.box.cy)
                if plate.art is not None and inside:
                    break  # a picture has words of its own
                if shape is None or shape.fill[3:4] < (OPAQUE,) or not inside:
                    continue
                least = FAINT if "off" in item.flags else TEXT
                if ratio(luminance(run.colour), luminance(shape.fill)) < least - 0.3:
                    found.append(f"{item.id}: {run.text}")
                break
    return found


@pytest.mark.parametrize("kind", ["action", "decision", "squad", "division"])
def test_high_contrast_makes_all_words_readable_and_moves_nothing(kind: str) -> None:
    stage = stage_at(kind)
    usual = stage.scene()
    stage.sitting.settings.contrast = True
    stage.sitting.touch()
    scene = stage.scene()
    assert low(scene) == []
    assert [(i.id, i.rect, i.action) for i in scene] == [(i.id, i.rect, i.action) for i in usual]
    assert scene.heavy and not usual.heavy


@pytest.mark.parametrize("game", ["squadcards", "nco"])
def test_high_contrast_holds_at_every_table(game: str) -> None:
    robot = Robot(games.get(game), 3, settings=Settings(speed="off", contrast=True))
    questions = iter(range(12))
    assert robot.run_to(lambda match: next(questions) == 8)
    assert low(robot.stage.scene()) == []


def test_high_contrast_holds_in_the_menus_at_once() -> None:
    stage = door()
    press(stage, "title:settings", "set:senses", "set:contrast")
    assert stage.context.settings.contrast and low(stage.scene()) == []
    assert next(i for i in stage.scene() if i.id == "ground").art is None
    for screen in (("title:new",), ("title:matches",), ("title:profile",)):
        stage = door(kept=3)
        stage.context.settings.contrast = True
        press(stage, *screen)
        assert low(stage.scene()) == [], screen


# ------------------------------------------------------------------ large enough


class _Ninth:
    """Waits for the ninth question of a match."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, match: Any) -> bool:
        self.asked += 1
        return self.asked == 9


def test_nearly_all_words_are_at_least_14_pixels_high_at_their_usual_size() -> None:
    """Only where a line would be cut it is shrunk. Before, 59 of 100 letters were smaller."""
    letters: Counter[bool] = Counter()
    scenes = [stage_at(kind).scene() for kind in ("action", "decision", "squad", "division")]
    scenes += [stage_of(screen, (1280, 720), 1.0).scene() for screen in SCREENS]
    for game in ("squadcards", "nco", "hailfire"):
        robot = Robot(games.get(game), 3, settings=Settings(speed="off"))
        assert robot.run_to(_Ninth())
        scenes.append(robot.stage.scene())
    for scene in scenes:
        for item in scene:
            for run in item.runs:
                if run.role in ("body", "bold"):
                    letters[run.size >= 14] += len(run.text)
    assert letters[False] < 0.02 * letters.total(), letters


# ------------------------------------------------------------------ motion


def test_with_reduced_motion_nothing_slides() -> None:
    slid = {}
    for still in (False, True):
        robot = Robot(games.get("owm"), 3, settings=Settings(speed="normal", still=still))
        slid[still] = 0
        while not slid[still] and not isinstance(robot.match.request, Over):
            robot.match.step()
            robot.stage.sitting.told(robot.match.view(0), robot.match.state.events)
            robot.tick(60.0)
            slid[still] = len(robot.stage.sitting.display.slides)
    assert slid[False] and not slid[True]


def test_nothing_flashes() -> None:
    """WCAG 2.2, 2.3.1: nothing comes and goes more than three times within a second, even at the
    fastest that is shown."""
    robot = Robot(games.get("owm"), 3, settings=Settings(speed="fast"))
    sitting = robot.stage.sitting
    while robot.match.state.answered < 60:
        robot.match.step()
        sitting.told(robot.match.view(0), robot.match.state.events)
    gone: Counter[tuple[str, int]] = Counter()
    large = robot.stage.size[0] * robot.stage.size[1] / 100
    shown: set[str] = set()
    for frame in range(600):
        robot.tick(1 / 20)
        now = {i.id for i in robot.stage.scene() if i.rect.w * i.rect.h > large}
        gone.update((id, frame // 20) for id in shown - now)
        shown = now
    assert gone, "nothing was shown at all"
    assert [id for id, many in gone.items() if many > 3] == []


# ------------------------------------------------------------------ sounds


@pytest.mark.parametrize("name", synthesis.SOUNDS)
def test_a_sound_is_short_loud_enough_and_begins_and_ends_in_silence(name: str) -> None:
    with wave.open(io.BytesIO(synthesis.as_wave(name))) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 22050)
        many = file.getnframes()
        levels = struct.unpack(f"<{many}h", file.readframes(many))
    assert 0.05 * 22050 < many < 1.5 * 22050
    assert 25000 < max(map(abs, levels)) < 32767
    assert abs(levels[-1]) < 400, "it would end with a click"


def test_volumes_are_apart_and_nothing_is_heard_without_a_screen() -> None:
    heard: list[tuple[str, float]] = []

    def play(name: str, loud: float) -> None:
        heard.append((name, loud))

    settings = Settings(volume=LOUDEST, effects=5, notices=LOUDEST)
    ears = Ears(settings, False, play)
    ears.play_cues(["card", "card", "turn", "of no sound"])
    assert heard == [("card", 0.25), ("turn", 1.0)]
    settings.effects = 0
    ears.play_cues(["card", "shot", "turn"])
    assert [name for name, _ in heard[2:]] == ["turn"]
    settings.volume = 0
    ears.play_cues(["turn"])
    Ears(Settings(), True, play).play_cues(["turn"])
    assert len(heard) == 3


@pytest.mark.parametrize(
    "before",
    (
        "",
        "from contextlib import suppress; from owm_net.client.settings import Settings\n"
        "from owm_net.client.glass.showing import NoWindow, open_window\n"
        "with suppress(NoWindow): open_window('', Settings())\n",
    ),
    ids=("without a window", "in a window"),
)
def test_a_machine_without_a_sound_device_is_not_complained_of_in_the_terminal(before: str) -> None:
    """OpenAL and ALSA wrote nine lines there, when arcade was imported."""
    code = (
        f"import pyglet; pyglet.options.shadow_window = False\n{before}"
        "from owm_net.client.sounds import player; player.prepare(); print(player.has_device())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout in ("True\n", "False\n") and done.stderr == ""


def test_a_machine_without_a_sound_device_plays_on_and_says_so_in_the_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player, "_has_device", False)
    player.play("turn", 1.0)  # nothing happens
    stage = door()
    stage.context.window.hears = True
    press(stage, "title:settings", "set:senses")
    assert any("no usable sound device" in text for text in stage.scene().texts())
    monkeypatch.setattr(player, "_has_device", True)
    stage.context.touch()
    assert not any("no usable sound device" in text for text in stage.scene().texts())


def test_volumes_are_set_by_keys_and_by_clicks() -> None:
    stage = door()
    press(stage, "title:settings", "set:senses", "set:volume.<", "set:calls")
    settings = stage.context.settings
    assert (settings.volume, settings.calls) == (5, False)
    while stage.context.ui.focus != "set:effects":
        type_keys(stage, "tab")
    type_keys(stage, *["right"] * 20, *["left"] * 3)
    assert settings.effects == LOUDEST - 3
    assert stage.heard()[-1] == "card" and stage.heard() == []
    type_keys(stage, *["left"] * 20)
    assert settings.effects == 0


@pytest.mark.parametrize("spoken", language.LANGUAGES)
def test_the_screen_of_sight_and_sound_has_room_for_its_words(spoken: str) -> None:
    language.use(spoken)
    for size in SIZES:
        for scale in SCALES:
            stage = door(size, scale)
            press(stage, "title:settings", "set:senses")
            has_room(stage, "set:calls")


# ------------------------------------------------------------------ what is heard, and called for


def test_a_turn_is_heard_after_waiting_and_not_after_each_of_ones_own_answers() -> None:
    """But who has gone elsewhere is called in both cases."""
    stage = stage_at("action")
    sitting = stage.sitting
    stage.heard()
    question, sink = sitting.view, lambda answer: None
    assert question is not None
    sitting.withdraw()
    for since, cues in ((0.5, ["goes on"]), (60.0, ["turn"])):
        sitting.answering._gave = (sitting.display.now - since, None)
        sitting.answering._begun = None  # what was withdrawn is not begun anew
        question.state.answered += 1  # the next one, not the same again
        sitting.ask(question, sink)
        stage.tick(sitting.display.now + 0.01)
        assert stage.heard() == cues
        assert [cue for cue in cues if cue in synthesis.SOUNDS] == (["turn"] if since > 1.0 else [])
        assert calling.words_of(cues) == "It is your turn"
        sitting.withdraw()


def test_remarks_and_lost_connections_are_heard_and_seen() -> None:
    stage = stage_at("action")
    stage.heard()
    stage.sitting.tell(Notice.REMARK, "Ada: are you there?")
    stage.sitting.tell(Notice.AWAY, "Ada is away")
    stage.sitting.tell(Notice.AWAY, "Ada is still away")
    stage.tick(stage.now + 0.1)
    assert sorted(stage.heard()) == ["remark", "trouble"]
    told = " ".join(stage.scene().texts())
    assert "are you there?" in told and "Ada is still away" in told


def test_shots_cards_and_casualties_are_heard_in_their_own_time_and_not_when_skipped() -> None:
    def heard(speed: str) -> Counter[str]:
        robot = Robot(games.get("owm"), 3, settings=Settings(speed=speed))
        found: Counter[str] = Counter()
        while robot.match.state.answered < 250:
            robot.match.step()
            robot.stage.sitting.told(robot.match.view(0), robot.match.state.events)
            while robot.stage.sitting.presenter.busy:
                robot.tick(5.0)
                found.update(robot.stage.heard())
        return found

    assert set(heard("normal")) >= {"card", "shot"}
    assert not heard("off") & Counter(synthesis.EFFECTS)


class _Window:
    """As far as it is called for."""

    def __init__(self) -> None:
        self.behind, self.caption, self.asks = True, "owm_net", False

    def set_caption(self, caption: str) -> None:
        self.caption = caption

    def ask_for_attention(self, asks: bool) -> None:
        self.asks = asks


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    language.use("en")
    keys.use({})


async def test_who_looks_elsewhere_is_called_and_no_longer_when_he_is_back(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, autojump_clock: Any
) -> None:
    """The desktop's program may hang: nothing waits for it."""
    told: list[list[str]] = []

    async def run_process(command: list[str], **options: Any) -> None:
        told.append(command)
        await trio.sleep_forever()

    monkeypatch.setattr(trio, "run_process", run_process)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    window = _Window()
    caller = Caller(window)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(caller.run)
        caller.call("It is your turn")
        caller.call("You are asked something")
        assert window.asks and window.caption == "▶ You are asked something - owm_net"
        await trio.sleep(20)
        assert told[0][-3:] == ["--", "owm_net", "It is your turn"]
        window.behind = False
        caller.looked()
        caller.call("It is your turn")
        assert not window.asks and window.caption == "owm_net"
        await trio.sleep(20)
        assert len(told) == 1
        nursery.cancel_scope.cancel()


def test_the_title_of_the_window_does_not_keep_a_call_that_is_over() -> None:
    """A match was left, or given up by the other side, while the window was behind."""
    window = _Window()
    first = Caller(window)
    first.call("It is your turn")
    first.looked()  # as whoever shows the match does when it ends
    Caller(window).call("The match is over")
    assert window.caption == "▶ The match is over - owm_net"


def test_only_what_waits_for_the_player_calls_him() -> None:
    assert calling.words_of(["card", "turn"]) == "It is your turn"
    assert calling.words_of(["card", "shot", "remark"]) == ""
