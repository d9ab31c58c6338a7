"""Targets: what is read as text: data files, playthroughs, bundles of two engines that disagree."""

from __future__ import annotations

import functools
from importlib import resources
from typing import Any

from fuzz.harness import Target
from fuzz.mutations import after, lines
from owm_net import games
from owm_net.engine import playthrough
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.local import random_player
from owm_net.engine.playthrough import BadPlaythrough
from owm_net.games.owm import reading as owm_reading
from owm_net.games.squadcards import catalog as squad_catalog
from owm_net.session import desync


class OneFile:
    """A data folder in which every file has the same content; as much of Traversable as is used."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def read_bytes(self) -> bytes:
        """The whole of it."""
        return self._data

    def joinpath(self, name: str) -> OneFile:
        """Whichever file is asked for, the input is its text."""
        return self

    def read_text(self, encoding: str) -> str:
        """Its text, or what a file raises that is none."""
        return self._data.decode(encoding)


class _Noting(DataFiles):
    """Remembers which file is loaded as which class."""

    def load(self, name: str, cls: Any) -> Any:
        made = super().load(name, cls)
        noted.append((cls, self.folder.joinpath(name).read_bytes()))
        return made


noted: list[tuple[Any, bytes]] = []


@functools.cache
def files() -> list[tuple[Any, bytes]]:
    """Class and good content of every data file of every system."""
    noted.clear()
    for package, read in (
        ("owm_net.games.owm", owm_reading.read_catalog),
        ("owm_net.games.squadcards", squad_catalog.read_catalog),
    ):
        read(_Noting(resources.files(package).joinpath("data")))
    return list(noted)


def data_file(data: bytes) -> None:
    """u8 number of a class || a TOML file."""
    cls, _ = files()[(data[0] if data else 0) % len(files())]
    DataFiles(OneFile(data[1:])).load("file.toml", cls)  # type: ignore[arg-type]


def data_seeds() -> list[bytes]:
    """The data files themselves, the longer ones cut at an empty line."""
    return [
        bytes([n]) + (good if len(good) < 3000 else good[:3000].rpartition(b"\n\n")[0])
        for n, (_, good) in enumerate(files())
    ]


def read_playthrough(data: bytes) -> None:
    """A text that may be a playthrough."""
    playthrough.parse(data.decode("utf-8", "replace"))


def replay(data: bytes) -> None:
    """A text that may be a playthrough of the skeleton, played."""
    played = playthrough.parse(data.decode("utf-8", "replace"))
    for _ in playthrough.replay(games.get("skeleton"), played):
        pass


@functools.cache
def playthroughs() -> list[bytes]:
    """Short ones, of every mission."""
    system = games.get("skeleton")
    return [
        playthrough.record(system, system.default_setup(mission), 1, [random_player] * 2, most)
        .encode()
        for mission in system.missions
        for most in (3, 12, 40, 0)
    ]  # fmt: skip


def bundle(data: bytes) -> None:
    """A text that may be a bundle."""
    desync.read_bundle(data.decode("utf-8", "replace"))


def bundles() -> list[bytes]:
    """One that tells of differences, and one of a state that cannot be read."""
    from fuzz.matches import party

    match = party().observer(20)
    other = party().observer(24)
    return [
        desync.bundle(match, theirs).encode()[:6000]
        for theirs in (desync.state_of(other), desync.state_of(match), b"nonsense")
    ]


TARGETS = [
    Target("data", data_file, (BadData,), data_seeds, after(1, lines)),
    Target("playthrough", read_playthrough, (BadPlaythrough,), playthroughs, lines),
    Target("replay", replay, (BadPlaythrough,), playthroughs, lines),
    Target("bundle", bundle, (desync.BadBundle,), bundles, lines),
]
