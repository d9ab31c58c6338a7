"""A match of others in a window, from nobody's seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import trio

from owm_net.client.language import tr, tr_error
from owm_net.engine.agenda import Event
from owm_net.engine.text import listed, say
from owm_net.files.home import folder
from owm_net.net.overdue import name_of
from owm_net.program.failing import BAD, CANNOT, Fail
from owm_net.program.terminal.lines import show
from owm_net.session.match import Match, TellRemark, TellWish
from owm_net.session.player import Notice

if TYPE_CHECKING:
    from owm_net.client.front import Front, Main
from owm_net.program.playing.watching import Spectator

QUIET = 0.5
"""Seconds without an entry after which a window shows where the match is, no more its history."""


def names_shown(spectator: Spectator) -> list[str]:
    """Return the players' names before they have introduced themselves, by seat."""
    return [tr("seat {n}", n=seat + 1) for seat in range(spectator.watched.match.seats)]


def watched_by(spectator: Spectator) -> Main:
    """A match of others as it is shown, for a window; then the verdict on it."""

    async def main(front: Front) -> None:
        match = spectator.watched.match
        front.names = match.names
        shown = WatchedTable(front)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(shown.catch_up, match)
            await spectator.watch(shown.told, shown.remark, partial(front.notice, Notice.WAITING))
            shown.begin(match)
            nursery.cancel_scope.cancel()
        front.notice(Notice.WAITING, say("checking the log"))
        lines: list[str] = []
        await trio.to_thread.run_sync(spectator.conclude, lines.append, True)
        front.notice(Notice.VERDICT, listed(lines, "\n"))

    return main


def watch_in_window(spectator: Spectator) -> int:
    """`owm-net watch` in a window, from nobody's seat."""
    from owm_net.client.app import run
    from owm_net.client.settings import Settings

    system, names = spectator.watched.match.system, names_shown(spectator)
    try:
        code: int = run(system, -1, names, watched_by(spectator), Settings(folder=folder("cache")))
    except OSError as e:
        raise Fail(tr_error(e), CANNOT) from e
    verdict = spectator.conclude(show)
    return CANNOT if code and verdict != BAD else verdict


class WatchedTable:
    """The window of a match that may have been going on for long: its history goes into the log at
    once, and the table appears in its current state when no more of it comes."""

    def __init__(self, front: Front) -> None:
        self._front = front
        self._is_live = False
        self._last = trio.current_time()

    def told(self, match: Match, events: Sequence[Event]) -> None:
        self._last = trio.current_time()
        if self._is_live:
            self._front.told(match.view(), list(events))
        else:
            self._front.recall(match.view(), events)

    def remark(self, match: Match, said: TellRemark | TellWish) -> None:
        text = said.text if isinstance(said, TellRemark) else f"signs: {said.what.word}"
        self._front.notice(
            Notice.REMARK, say("{name}: {text}", name=name_of(match, said.seat), text=text)
        )

    async def catch_up(self, match: Match) -> None:
        while not self._is_live:
            await trio.sleep_until(self._last + QUIET)
            if trio.current_time() >= self._last + QUIET:
                self.begin(match)

    def begin(self, match: Match) -> None:
        if not self._is_live and match.state.pending is not None:
            self._is_live = True
            self._front.told(match.view(), [])
        self._last = trio.current_time()
