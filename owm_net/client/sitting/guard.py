"""Finds a handler of the client that changes the state of the game."""

from __future__ import annotations

from owm_net.client.sitting.sitting import Sitting
from owm_net.engine import codec


class GuardError(AssertionError):
    """A handler of the client has changed the state of the game."""


class Guard:
    """Checks that what runs inside leaves the states alone."""

    def __init__(self, sitting: Sitting) -> None:
        self._views = (
            [v for v in (sitting.view, sitting.live) if v is not None]
            if sitting.settings.guard
            else []
        )
        self._before: list[bytes] = []

    def __enter__(self) -> None:
        self._before = [codec.digest(v.state) for v in self._views]

    def __exit__(self, *exc: object) -> None:
        if exc[0] is None:
            after = [codec.digest(v.state) for v in self._views]
            if after != self._before:
                raise GuardError("a handler of the client has changed the state of the game")
