"""The door between the match and the person at this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import trio

from owm_net.client.model import Model
from owm_net.engine.agenda import Event
from owm_net.engine.requests import Answer
from owm_net.engine.view import View


class Front:
    """What a match needs of a person. All calls come from trio, in the window's own thread.

    wake: called when the picture has changed. begun: set when the first state has come.
    """

    def __init__(self, model: Model, wake: Callable[[], None] = lambda: None) -> None:
        self.model = model
        self._wake = wake
        self.begun = trio.Event()

    async def decide(self, view: View[Any]) -> Answer:
        """The person's answer to `view.state.pending`, legal as this seat knows it."""
        done = trio.Event()
        given: list[Answer] = []

        def take(answer: Answer) -> None:
            given.append(answer)
            done.set()

        self.model.ask(view, take)
        self._wake()
        try:
            await done.wait()
        finally:
            if not given:
                self.model.withdraw()
        return given[0]

    def told(self, view: View[Any], events: list[Event]) -> None:
        """After every step: the new state and what happened. Everything needed is copied."""
        self.model.told(view, list(events))
        self.begun.set()
        self._wake()

    def notice(self, kind: str, text: str) -> None:
        """How things stand outside the rules. kind: "waiting", "lost", "working", "error", "ok",
        or "verdict" for the last word on the match."""
        self.model.tell(kind, text)
        self._wake()
