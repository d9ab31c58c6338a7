"""Honest seats of a race: rules that need no cards, a slow match, and its driver."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import copy
from typing import Any

from attrs import define

from fuzz.checks import Broken
from owm_net.engine import agenda
from owm_net.engine.agenda import Ask, End, Frame, frame
from owm_net.engine.chance import Chance
from owm_net.engine.requests import Choose, ChooseSecretly, Result
from owm_net.games.skeleton import Skeleton
from owm_net.games.skeleton.duel import Stance
from owm_net.games.skeleton.state import DuelState
from owm_net.protocol.entries import MAGIC, frame_record
from owm_net.session.in_memory import driver
from owm_net.session.match import Blame, Decide, Match
from owm_net.session.private import recall

ROUNDS = 2


@frame("fuzz.races")
@define
class Playing(Frame[None]):
    """All say something in secret, then one openly; no cards, so that a match takes no time."""

    round: int = 0

    def start(self, g: DuelState) -> Any:
        return Ask(ChooseSecretly(tuple(g.present()), "stance"), then=self.speak)

    def speak(self, g: DuelState, answers: Any) -> Any:
        seat = g.present()[self.round % len(g.present())]
        return Ask(Choose(seat, "stance"), then=self.count)

    def count(self, g: DuelState, answer: Any) -> Any:
        self.round += 1
        g.scores[0] = 2 * g.scores[0] + answer.bold
        if self.round == ROUNDS:
            return End(Result((), tuple(g.scores), "over"))
        return self.start

    def offers_stance(self, view: Any) -> Iterator[Any]:
        yield Stance(True)
        yield Stance(False)

    def why_not_stance(self, view: Any, answer: Any) -> Any:
        return None


class Rounds(Skeleton):
    """Its rules: whoever leaves is missed by nobody, and the round begins again."""

    def new_game(self, setup: Any) -> Any:
        n = setup.seats
        return DuelState(seats=n, hands=[[] for _ in range(n)], scores=[0] * n, agenda=[Playing()])

    def dropped(self, g: Any, seat: int) -> None:
        g.gone.append(seat)
        g.agenda = [Playing(g.agenda[0].round)]


SYSTEM = Rounds()


class Slow(Match):
    """Whatever it checks or makes may take long."""

    chance: random.Random | None = None

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        progress = self._progress
        open_step = progress._open_step

        def open_slowly() -> None:
            open_step()
            if self.chance is not None and self.chance.randrange(2):
                progress.step.heavy = "thinking"

        progress._open_step = open_slowly  # type: ignore[method-assign]


class Player:
    """An honest seat, driven as over a network: records wait while it works."""

    def __init__(self, match: Match, chance: Chance) -> None:
        self.match = match
        self.log: list[bytes] = []
        self.notes: list[bytes] = []
        self.waiting: list[bytes] = []
        self.blame: Blame | None = None
        self._chance = chance

    def on_record(self, record: bytes) -> None:
        """Now, or when it has worked."""
        if self.match.is_working:
            self.waiting.append(record)
        else:
            self.attempt(self._receive, record)

    def _receive(self, record: bytes) -> None:
        match = self.match
        before = (match.step, copy(match.counts), match.chain.head, match.owed(), match.identities)
        try:
            match.receive(record)
        except Blame as blame:
            if blame.seat is not None or blame.evidence != record:
                raise
            after = match.step, copy(match.counts), match.chain.head, match.owed(), match.identities
            if after != before:
                raise Broken("a record that nobody can use has changed something") from blame

    def act(self) -> None:
        """Do what is due, if anything; leave work for later."""
        if not self.match.is_working:
            self.attempt(self._act)

    def _act(self) -> None:
        todo = driver(self.match).todo()
        if isinstance(todo, Decide):
            self.match.decide(agenda.sample(self.match.view(), self._chance), todo.step)

    def work(self) -> None:
        """Get the work done, and hear what has waited."""
        while self.match.is_working and self.blame is None:
            self.attempt(driver(self.match).work)
        while self.waiting and not self.match.is_working:
            self.on_record(self.waiting.pop(0))

    def drop(self, seat: int) -> None:
        """Propose to go on without a seat, if it may."""
        if seat in self.match.droppable():
            self.attempt(self.match.drop, seat)

    def attempt(self, what: Callable[..., None], *arguments: Any) -> None:
        """Note whom it blames, and what belongs into its log."""
        if self.blame is not None:
            return
        try:
            what(*arguments)
        except Blame as blame:
            self.blame = blame
            driver(self.match).stop(blame)
        self.notes += driver(self.match).notes()
        self.log += driver(self.match).accepted()
        driver(self.match).refused()

    def restart(self) -> None:
        """Its program ends, and is started again from what it has stored."""
        old = self.match
        if self.blame is None and not driver(old).outgoing():
            self.waiting = []
            self.match = Slow(SYSTEM, old.terms, old.own, private=recall(self.notes))
            try:
                self.match.replay(self.log)
            except Blame as blame:
                raise Broken(f"its own log is bad: {blame}") from blame
            head = self.match.step, self.match.chain.head, self.match.phase
            if head != (old.step, old.chain.head, old.phase):
                raise Broken("taken up again, a match stands elsewhere")

    def file(self) -> bytes:
        """The log that a seat would have on its disk."""
        return MAGIC + b"".join(map(frame_record, self.log))
