"""The program itself in a window of X, driven from outside as by a hand: xdotool moves the pointer,
clicks and presses keys. For `make thorough`, where there are xdotool and Xvfb: what is clicked in
the moment in which a window opens may be lost, and X has no event that tells when it is over."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from owm_net.client.settings import Settings
from tests.client.test_menu import door, press

XVFB, XDOTOOL = shutil.which("Xvfb"), shutil.which("xdotool")
LIMIT = 120
"""Seconds after which something hangs."""

DEAD_CIRCUMFLEX, E, E_ACUTE = 34, 26, 11
"""Places of keys on every keyboard of X11, as a French one uses them."""

# to import arcade here would make it a window's for `test_window`, too, which wants none
pytestmark = pytest.mark.skipif(
    None in (XVFB, XDOTOOL, find_spec("arcade"), os.environ.get("OWM_THOROUGH")),
    reason="for make thorough, with the window extra: apt-get install xvfb xdotool",
)


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of a program on a separate screen."""
    assert XVFB is not None
    mine, its = os.pipe()
    command = [
        XVFB,
        "-displayfd",
        str(its),
        "-screen",
        "0",
        "1280x720x24",
        "-noreset",
        "-nolisten",
        "tcp",
    ]
    with subprocess.Popen(command, pass_fds=[its], stderr=subprocess.DEVNULL) as process:
        os.close(its)
        with os.fdopen(mine) as number:
            display = number.readline().strip()
        env = {name: value for name, value in os.environ.items() if name != "ARCADE_HEADLESS"}
        yield {**env, "DISPLAY": f":{display}", "OWM_HOME": str(tmp_path), "LANG": "C"}
        process.terminate()


def xdotool(screen: dict[str, str], *words: object) -> None:
    assert XDOTOOL is not None
    subprocess.run(
        [XDOTOOL, *map(str, words)], env=screen, check=True, timeout=LIMIT, capture_output=True
    )


def places(*ids: str) -> list[tuple[int, int]]:
    """Where these are, each on the screen to which the one before has led."""
    found = []
    stage = door()
    for id in ids:
        item = stage.scene().find(id)
        point = stage.scene().point_of(item) if item is not None else None
        assert point is not None, id
        found.append((round(point[0]), round(point[1])))
        press(stage, id)
    return found


def test_from_the_title_to_the_settings_and_out_again(
    screen: dict[str, str], tmp_path: Path
) -> None:
    """By mouse and by keys; what was set is remembered when the program has ended."""
    program = [sys.executable, "-m", "owm_net", "title"]
    with subprocess.Popen(program, env=screen, stdin=subprocess.DEVNULL) as running:
        xdotool(screen, "search", "--sync", "--onlyvisible", "--name", "owm_net")
        for x, y in places("title:settings", "set:speed"):
            xdotool(screen, "mousemove", x, y, "click", 1)
        xdotool(screen, "search", "--name", "owm_net", "windowfocus", "--sync")
        xdotool(screen, "key", "Right", "key", "Escape")
        (x, y), *_ = places("title:quit")
        xdotool(screen, "mousemove", x, y, "click", 1)
        assert running.wait(LIMIT) == 0
    settings = json.loads((tmp_path / "settings" / "settings.json").read_text())
    assert settings["speed"] != Settings().speed


def test_a_name_is_composed_by_dead_keys_copied_and_pasted(
    screen: dict[str, str], tmp_path: Path
) -> None:
    """On a French keyboard, with the pointer over the window: there pyglet composed nothing."""
    tools = [shutil.which(name) for name in ("setxkbmap", "localedef", "xclip")]
    if None in tools:
        pytest.skip("apt-get install x11-xkb-utils locales xclip")
    places_of_locales = {"LOCPATH": str(tmp_path), "LC_ALL": "fr_FR.UTF-8"}
    made = ["localedef", "-i", "fr_FR", "-f", "UTF-8", str(tmp_path / "fr_FR.UTF-8")]
    subprocess.run(made, check=True, timeout=LIMIT, capture_output=True)
    subprocess.run(["setxkbmap", "fr"], env=screen, check=True, timeout=LIMIT)

    def xclip(*words: str, text: bytes | None = None) -> bytes:
        taken = subprocess.DEVNULL if text else subprocess.PIPE  # who keeps a text does not end
        command = ["xclip", "-selection", "clipboard", *words]
        done = subprocess.run(
            command, env=screen, input=text, stdout=taken, stderr=subprocess.DEVNULL, timeout=LIMIT
        )
        return done.stdout

    program = [sys.executable, "-m", "owm_net", "title"]
    env = {**screen, **places_of_locales}
    with subprocess.Popen(program, env=env, stdin=subprocess.DEVNULL) as running:
        try:
            xdotool(screen, "search", "--sync", "--onlyvisible", "--name", "owm_net")
            for x, y in places("title:settings", "set:name"):
                xdotool(screen, "mousemove", x, y, "click", 1)
            xdotool(screen, "search", "--name", "owm_net", "windowfocus", "--sync")
            xdotool(screen, "key", DEAD_CIRCUMFLEX, "key", E, "key", "ctrl+a", "key", "ctrl+c")
            while not (copied := xclip("-o")):
                assert running.poll() is None
            assert copied.decode() == "ê"
            xclip("-i", text="\tZoë\u202e\n".encode())
            xdotool(screen, "key", "Home", "key", "ctrl+v", "key", "Escape")
            (x, y), *_ = places("title:quit")
            xdotool(screen, "mousemove", x, y, "click", 1)
            assert running.wait(LIMIT) == 0
        finally:
            running.kill()
    settings = json.loads((tmp_path / "settings" / "settings.json").read_text())
    assert settings["name"] == "Zoëê"


def test_an_accent_where_the_system_has_no_locale_is_written_and_ends_nothing(
    screen: dict[str, str], tmp_path: Path
) -> None:
    if shutil.which("setxkbmap") is None:
        pytest.skip("apt-get install x11-xkb-utils")
    subprocess.run(["setxkbmap", "fr"], env=screen, check=True, timeout=LIMIT)
    program, env = [sys.executable, "-m", "owm_net", "title"], {**screen, "LC_ALL": "C"}
    with subprocess.Popen(program, env=env, stdin=subprocess.DEVNULL) as running:
        try:
            xdotool(screen, "search", "--sync", "--onlyvisible", "--name", "owm_net")
            for x, y in places("title:settings", "set:name"):
                xdotool(screen, "mousemove", x, y, "click", 1)
            xdotool(screen, "search", "--name", "owm_net", "windowfocus", "--sync")
            xdotool(screen, "key", E_ACUTE, "key", "Escape")
            (x, y), *_ = places("title:quit")
            xdotool(screen, "mousemove", x, y, "click", 1)
            assert running.wait(LIMIT) == 0
        finally:
            running.kill()
    settings = json.loads((tmp_path / "settings" / "settings.json").read_text())
    assert settings["name"] == "é"


def test_a_window_on_a_screen_does_what_one_without_does(screen: dict[str, str]) -> None:
    """`test_window` once more, a whole match by clicks among it, in a window of X."""
    tests = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
    run = subprocess.run(
        [*tests, str(Path(__file__).with_name("test_window.py"))],
        env={**screen, "ARCADE_HEADLESS": ""},  # empty, and not missing: then it would be set
        capture_output=True,
        text=True,
        timeout=10 * LIMIT,
    )
    assert run.returncode == 0, run.stdout[-4000:]
