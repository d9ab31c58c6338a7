"""The size of a first window, and the messages where none can be opened."""

from __future__ import annotations

import sys

import pytest

from owm_net.client.glass import showing
from owm_net.client.settings import Settings
from owm_net.client.theme import MIN_WINDOW

pytest.importorskip("arcade")
ADVICE = "; play in lines: --text; owm-net doctor says more"
OLD = "Unable to create an OpenGL 3.3+ context. Check to make sure your system supports it."


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OLD, f"{OLD[:-1]}; to have the processor draw it set LIBGL_ALWAYS_SOFTWARE=1"),
        (
            "Could not create GL context",
            "Could not create GL context"
            "; to have the processor draw it set LIBGL_ALWAYS_SOFTWARE=1",
        ),
        ('Cannot connect to "None"', "there is no display :77"),
        ("no such screen\nat all", "no such screen"),
    ],
)
def test_what_to_do_is_said(error: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """pyglet calls a display None that is not there, and knows no way out."""

    def refuse(*_: object) -> None:
        raise RuntimeError(error)

    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setattr("owm_net.client.glass.window.GameWindow", refuse)
    with pytest.raises(showing.NoWindow) as caught:
        showing.open_window("owm_net", Settings())
    assert str(caught.value) == f"no window can be opened here: {said}{ADVICE}"


def test_under_wayland_without_x_it_is_said_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    why = showing._why_none(RuntimeError('Cannot connect to "None"'))
    assert why == "the window needs X, and this Wayland desktop runs none: install xwayland"


@pytest.mark.parametrize(
    ("screen", "window"),
    [
        ((1024, 600), (993, 540)),
        ((1366, 768), (1280, 676)),
        ((1920, 1080), (1440, 810)),
        ((3840 / 1.5, 2160 / 1.5), (1920, 1080)),
        ((3840, 2160), (2880, 1620)),
        ((800, 480), MIN_WINDOW),
    ],
)
def test_the_first_window_follows_the_screen(
    screen: tuple[float, float], window: tuple[int, int]
) -> None:
    """It leaves room for the bars of the desktop, as far as it can be used at all."""
    assert showing.fresh_size(screen) == window


def test_a_remembered_size_is_kept_but_for_a_screen_that_is_gone() -> None:
    assert showing.on_screen((1500, 900), [(1920, 1080)]) == (1500, 900)
    assert showing.on_screen((3000, 1500), [(1920, 1080), (1280, 1440.5)]) == (1920, 1440)
    assert showing.on_screen((1500, 900), []) == (1500, 900)
