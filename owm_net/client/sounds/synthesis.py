"""The sounds, made in code: each a list of samples, as loud as it may be, always the same."""

from __future__ import annotations

import array
import io
import math
import random
import sys
import wave
from collections.abc import Callable

RATE = 22050
"""Samples in a second."""
PEAK = 0.8
"""How loud the loudest sample of each is, of 1."""

Samples = list[float]


def _tone(pitch: float, seconds: float, loud: float = 1.0) -> Samples:
    """A bell: a tone with two overtones that fades. pitch: in hertz."""
    found = []
    for n in range(round(seconds * RATE)):
        t = n / RATE
        rise, fade = min(1.0, t / 0.006), math.exp(-5.0 * t / seconds)
        turn = math.tau * pitch * t
        wanted = math.sin(turn) + 0.35 * math.sin(2 * turn) + 0.12 * math.sin(3 * turn)
        found.append(loud * rise * fade * wanted)
    return found


def _noise(seconds: float, dull: float, fade: float, seed: int) -> Samples:
    """A burst of noise. dull: 0 hisses, near 1 rumbles; fade: the larger the sooner it is gone."""
    chance, level, found = random.Random(seed), 0.0, []
    for n in range(round(seconds * RATE)):
        level += (1.0 - dull) * (chance.uniform(-1.0, 1.0) - level)
        found.append(level * math.exp(-fade * n / RATE))
    return found


def _thump(seconds: float, pitch: float) -> Samples:
    """A dull blow whose pitch falls."""
    found, turn = [], 0.0
    for n in range(round(seconds * RATE)):
        t = n / RATE
        turn += math.tau * pitch * math.exp(-4.0 * t / seconds) / RATE
        found.append(math.sin(turn) * math.exp(-6.0 * t / seconds))
    return found


def _mixed(*parts: tuple[float, Samples]) -> Samples:
    """Sounds over each other. parts: when each begins, in seconds, and its samples."""
    long = max(round(at * RATE) + len(part) for at, part in parts)
    found = [0.0] * long
    for at, part in parts:
        first = round(at * RATE)
        for n, level in enumerate(part):
            found[first + n] += level
    return found


def _card() -> Samples:
    """A card is turned: a short swish, and it lies."""
    swish = _noise(0.07, 0.3, 40.0, 1)
    return _mixed((0.0, swish[::-1]), (0.06, _noise(0.06, 0.75, 70.0, 2)))


def _shot() -> Samples:
    """A shot some way off: a crack, its rumble, an echo."""
    crack = _noise(0.25, 0.35, 22.0, 3)
    rumble = [3.0 * level for level in _noise(0.5, 0.93, 9.0, 4)]
    echo = [0.8 * level for level in _noise(0.3, 0.85, 12.0, 5)]
    return _mixed((0.0, crack), (0.01, rumble), (0.16, echo))


def _casualty() -> Samples:
    """Somebody falls: a dull blow and another."""
    return _mixed((0.0, _thump(0.3, 150.0)), (0.14, [0.6 * n for n in _thump(0.3, 110.0)]))


def _turn() -> Samples:
    """It is your turn: two tones up."""
    return _mixed((0.0, _tone(587.3, 0.5)), (0.14, _tone(880.0, 0.7)))


def _remark() -> Samples:
    """Somebody has written, or has come: one soft tone."""
    return _tone(698.5, 0.35, 0.6)


def _trouble() -> Samples:
    """A connection is lost: two tones down."""
    return _mixed((0.0, _tone(440.0, 0.4)), (0.18, _tone(311.1, 0.6)))


def _end() -> Samples:
    """The match is over: three tones and a chord."""
    chord = _mixed((0.0, _tone(523.3, 1.0)), (0.0, _tone(659.3, 1.0)), (0.0, _tone(784.0, 1.0)))
    return _mixed((0.0, _tone(392.0, 0.4)), (0.15, _tone(523.3, 0.4)), (0.3, chord))


EFFECTS: dict[str, Callable[[], Samples]] = {"card": _card, "shot": _shot, "casualty": _casualty}
NOTICES: dict[str, Callable[[], Samples]] = {
    "turn": _turn,
    "asked": _turn,
    "come": _turn,
    "remark": _remark,
    "trouble": _trouble,
    "end": _end,
}
SOUNDS = {**EFFECTS, **NOTICES}
"""Name -> what makes it."""


def samples(name: str) -> Samples:
    """A sound of SOUNDS, between -PEAK and PEAK."""
    found = SOUNDS[name]()
    loudest = max(map(abs, found))
    return [PEAK * level / loudest for level in found]


def as_wave(name: str) -> bytes:
    """The same as a WAV file: one channel, 16 bits."""
    levels = array.array("h", [round(level * 32767) for level in samples(name)])
    if sys.byteorder == "big":
        levels.byteswap()
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(levels.tobytes())
    return out.getvalue()
