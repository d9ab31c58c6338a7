"""A computer player as a separate peer: it plays one match, and reports JSON lines."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from attrs import asdict, evolve, frozen

from owm_net.engine import codec
from owm_net.engine.agenda import Event
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.files.home import CannotWrite
from owm_net.net.driver import DriverOptions
from owm_net.program.computer.dictated import Dictated
from owm_net.program.failing import Fail
from owm_net.program.logs.retelling import open_hand
from owm_net.program.meeting.meet import meet
from owm_net.program.meeting.where import Meeting
from owm_net.program.playing.matches import play_on, resume_on, take_up
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.setups import Game, player_for
from owm_net.session.match import Match, What
from owm_net.session.player import ComputerPlayer, Notice


def report(**facts: Any) -> None:
    """One JSON line on stdout."""
    sys.stdout.write(json.dumps(facts) + "\n")
    sys.stdout.flush()


class ReportingPlayer(ComputerPlayer):
    """Reports headlines while it plays, unless it is quiet."""

    def __init__(self, match: Match, seed: str, player: str, quiet: bool) -> None:
        chance = Chance(seed) if seed else Chance(os.urandom(16))
        super().__init__(match.system, chance, player_for(match.system, player))
        self._rules = match.system
        self._match = match
        self._quiet = quiet

    def told(self, view: View[Any], events: Sequence[Event]) -> None:
        for event in [] if self._quiet else events:
            if event.headline:
                line = self._rules.narrate(view.state, event)
                report(line=line, rule=event.rule, entries=self._match.counts.entries)

    async def shall_agree(self, what: What, why: str) -> bool:
        """To all, where it plays against the person who has started it; but it waits for them."""
        if self._quiet and what is not What.STOPS_WAITING:
            return True
        return await super().shall_agree(what, why)

    def notice(self, kind: Notice, text: str) -> None:
        if not self._quiet:
            report(note=text)


class DictatedPlayer(ReportingPlayer):
    """Has another program decide, by standard output and input."""

    def __init__(self, match: Match) -> None:
        super().__init__(match, "", "random", quiet=False)
        self._dictated = Dictated(report)

    async def decide(self, view: View[Any]) -> Answer:
        return await self._dictated.decide(view)


@frozen
class ComputerPeer:
    """One match of a computer player, whose log is kept. player: decides; "" for the program at
    standard output and input. child: of a process that ends it, and needs no report but the
    last."""

    log: Path
    player: str
    seed: str
    patience: float
    drop_after: float
    child: bool

    async def play(self, where: Meeting, game: Game | None, name: str) -> None:
        """Meet the others and play; game: to host. Raises Fail, NetError, CannotWrite."""
        async with await meet(where, game, name, self._tell) as met:
            await play_on(
                met.match,
                met.links,
                self._seated(met.match),
                self.log,
                WayBack(met.where, self.patience, watched=self._tell),
                DriverOptions(drop_after=self.drop_after),
            )
        self._conclude(met.match)

    async def go_on(self, where: Meeting) -> None:
        """Go on with the match of the log, whose private file is beside it. Raises as `play`."""
        taken = take_up(self.log)
        if taken.where.relay is not None and where.relay is not None:
            where = evolve(taken.where, relay=where.relay)  # the rooms are those of the match
        if self.child:  # whoever starts us waits for the key alone, and has no lobby any more
            where = evolve(where, code=None)
        taken.where = evolve(where, stand=taken.where.stand)
        player = self._seated(taken.match)
        await resume_on(taken, player, self.patience, self._tell, watched=self._tell)
        self._conclude(taken.match)

    def _seated(self, match: Match) -> ReportingPlayer:
        if not self.player:
            return DictatedPlayer(match)
        return ReportingPlayer(match, self.seed, self.player, self.child)

    def _tell(self, line: str) -> None:
        if not self.child:
            report(note=line)

    def _conclude(self, match: Match) -> None:
        if self.child:
            with suppress(Fail, CannotWrite):  # a match is none the worse for it
                open_hand(self.log)  # the computer has nothing to hide when it is over
        if match.result is None:  # all have adjourned, or it has been left by who resigned
            report(done=True, adjourned=match.adjourned, entries=match.counts.entries)
            return
        report(
            done=True,
            result=[list(match.result.winners), list(match.result.scores), match.result.reason],
            state=codec.digest(match.state).hex(),
            counts=asdict(match.counts),
        )
