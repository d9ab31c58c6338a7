"""Plays the sounds. The device is opened and the sounds are made in a thread (`prepare`), so that
the window never waits for them; where there is no device all goes on without a sound.

One device holds in a process: a window has one listener, too.
"""

from __future__ import annotations

import ctypes
import io
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from typing import Any, cast

from owm_net.client.settings import LOUDEST, Settings
from owm_net.client.sounds.synthesis import EFFECTS, SOUNDS, as_wave

AT_ONCE = 8
"""So many sounds are heard over each other."""

_lock = threading.Lock()
_sources: dict[str, Any] = {}
_has_device: bool | None = None
_playing: deque[Any] = deque(maxlen=AT_ONCE)  # what nobody refers to falls silent


@cache
def _say_nothing() -> Any:
    """A `snd_lib_error_handler_t` of ALSA, which is kept as long as the program runs."""
    text, number = ctypes.c_char_p, ctypes.c_int
    return ctypes.CFUNCTYPE(None, text, number, text, number, text)(lambda *said: None)


def quieten() -> None:
    """Silence OpenAL and ALSA, which print many lines on the terminal without a device: we say it
    where the sounds are set. Call it before anybody asks for a device."""
    os.environ.setdefault("ALSOFT_LOGLEVEL", "0")
    if sys.platform == "linux":
        with suppress(OSError, AttributeError, MemoryError):  # some systems forbid what it takes
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_say_nothing())


def prepare() -> None:
    """Open the device and make the sounds; takes a second the first time. Call it in a thread."""
    global _has_device
    with _lock:
        if _has_device is not None:
            return
        try:
            quieten()
            from pyglet import media

            found = ".silent." not in f"{type(cast(Any, media).get_audio_driver()).__module__}."
            for name in SOUNDS if found else ():
                file = io.BytesIO(as_wave(name))
                _sources[name] = media.load(f"{name}.wav", file=file, streaming=False)
        except Exception:  # each system's own: no library, no device, one that is taken
            found = False
        _has_device = found


def has_device() -> bool | None:
    """Return True if this machine can play sound; None while that is not known."""
    return _has_device


def play(name: str, loud: float) -> None:
    """Play a sound of SOUNDS, if it has been made. loud: 0 to 1. Returns at once."""
    global _has_device
    source = _sources.get(name)
    if source is None:
        return
    from pyglet import media

    try:
        player = media.Player()
        player.volume = loud
        player.queue(source)
        player.play()
    except Exception:  # the device has gone: the match goes on without it
        _has_device = False
        _sources.clear()
        return
    _playing.append(player)


class Ears:
    """The sounds of a window. silent: nothing, as where no screen is."""

    def __init__(
        self, settings: Settings, silent: bool, play: Callable[[str, float], None] = play
    ) -> None:
        self.settings = settings
        self.silent = silent
        self._play = play

    @property
    def wanted(self) -> bool:
        """Return True if any sound may be played at all."""
        return not self.silent and self.settings.volume > 0

    def loudness(self, name: str) -> float:
        """Of a sound, 0 to 1; twice the number is felt as twice as loud, so it is squared."""
        settings = self.settings
        kind = settings.effects if name in EFFECTS else settings.notices
        return (settings.volume * kind / LOUDEST**2) ** 2

    def play_cues(self, names: Iterable[str]) -> None:
        """Play these, each once."""
        for name in dict.fromkeys(names):
            loud = self.loudness(name)
            if self.wanted and loud and name in SOUNDS:
                self._play(name, loud)
