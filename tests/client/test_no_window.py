"""The messages where no window can be opened."""

from __future__ import annotations

import sys

import pytest

from owm_net.client.glass import showing
from owm_net.client.settings import Settings

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
