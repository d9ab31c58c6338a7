"""The values a table is drawn from."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from owm_net.client.answering.answering import Answering
from owm_net.client.language import tr
from owm_net.client.match.coach import Coach
from owm_net.client.match.display import Display
from owm_net.client.match.ending import Ending
from owm_net.client.match.exit import Exit
from owm_net.client.match.notices import Notices
from owm_net.client.match.players import Players
from owm_net.client.match.replay import Replay
from owm_net.client.match.ui import Ui
from owm_net.client.settings import Settings
from owm_net.client.stage.map_view import MapView
from owm_net.client.stage.stack import Door
from owm_net.engine.requests import Choose, ChooseSecretly, Over, Request, Result
from owm_net.engine.system import System
from owm_net.engine.text import named
from owm_net.engine.view import View
from owm_net.session.people import how_it_ended


class SeenTable:
    """A match as one seat sees it: whoever draws only reads it.

    display, log, presenter: the state as it is shown. answering: the question to this seat and its
    draft. ui, map_view: what the player looks at. notices: how things stand outside the rules.
    ending, exit: how the match ends and is left. coach: it is a lesson, and what that says. replay:
    it is looked at again from its log. doors: how screens are opened over the table.
    """

    def __init__(
        self,
        system: System,
        settings: Settings,
        players: Players,
        display: Display,
        answering: Answering,
        ui: Ui,
    ) -> None:
        self.system, self.settings = system, settings
        self.players = players
        self.display, self.log, self.presenter = display, display.log, display.presenter
        self.answering = answering
        self.ui, self.map_view = ui, MapView()
        self.notices, self.ending, self.exit = Notices(), Ending(), Exit()
        self.doors: Sequence[Door] = ()
        self.coach: Coach | None = None
        self.replay: Replay | None = None

    @property
    def view(self) -> View[Any] | None:
        """The state that is shown: as it is, or as it was at a line of the log."""
        return self.display.view

    def cached(self, key: Any, make: Callable[[], Any]) -> Any:
        """Return something worked out once for each state that is shown."""
        return self.display.cached(key, make)

    @property
    def request(self) -> Request[Any] | None:
        """Return the request of the state as shown; None in a match that has stopped."""
        if self.view is None or self.ending.problem is not None:
            return None
        pending: Request[Any] | None = self.view.state.pending
        return pending

    @property
    def result(self) -> Result | None:
        """How the game has ended, once that has been shown."""
        request = self.request
        if self.presenter.busy or request is None or self.coach is not None:
            return None  # a lesson has no winner
        if self.ending.ended_by is not None:
            return self.ending.ended_by
        return request.result if isinstance(request, Over) else None

    @property
    def why_ended(self) -> str:
        """Why the match has ended, in words: "Ada resigned", "you resigned"."""
        assert self.result is not None

        reason, players = self.result.reason, self.players
        if reason == f"seat {players.player} resigned":
            return tr("you resigned")
        if reason == f"seat {players.player} ran out of time":
            return tr("you ran out of time")
        if self.ending.ended_by is None and self.view is not None:
            reason = self.system.why_over(self.view.state, self.result)
        told = how_it_ended(reason, players.name)
        if told is not None:
            return tr(told)

        def called(found: re.Match[str]) -> str:
            return players.name(int(found[1]))

        names = [players.name(seat) for seat in range(len(self.result.scores))]
        return re.sub(r"\bseat (\d)\b", called, tr(named(reason, names)))

    def waiting_for(self) -> tuple[int, ...]:
        """Return the seats that must decide now."""
        request = self.request if self.ending.ended_by is None else None
        if isinstance(request, Choose):
            return (request.seat,)
        if not isinstance(request, ChooseSecretly):
            return ()
        gave = self.is_match and self.log.past is None and not self.answering.is_awaited
        own = self.players.seat
        return tuple([seat for seat in request.seats if seat != own or not gave])

    def waited(self) -> str:
        """Return how long somebody else has been thinking, such as "0:14"; "" for no second yet."""
        seconds = int(self.display.now - self.display.waiting_since)
        if self.replay is not None:
            return ""  # it was another time that they thought for
        asked = self.answering.is_open
        if asked or self.presenter.busy or not self.waiting_for() or seconds < 1:
            return ""
        return f"{seconds // 60}:{seconds % 60:02}"

    def useful_doors(self) -> list[Door]:
        """Return the doors that lead somewhere here: fewer outside a match, or for an onlooker."""
        seated = self.players.player >= 0
        return [
            door
            for door in self.doors
            if (self.is_match or not door.plays)
            and (seated or not door.seated)
            and (self.replay is not None or not door.again)
        ]

    @property
    def is_match(self) -> bool:
        """Return True if this is a match with others, no lesson, and no replay."""
        return self.coach is None and self.replay is None

    @property
    def may_be_left(self) -> bool:
        """Return True if a match runs: leaving it now needs a confirmation. A lesson, and what is
        shown again, is just left."""
        runs = self.view is not None and self.result is None and self.ending.problem is None
        return runs and self.is_match
