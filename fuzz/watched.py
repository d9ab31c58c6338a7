"""Random games that are checked while they are played; and all setups in which to play them."""

from __future__ import annotations

from typing import Any

import attrs

from fuzz.checks import (
    Broken,
    asked,
    check_events,
    check_future,
    check_offers,
    check_result,
    check_twins,
    check_unasked,
    reloaded,
)
from fuzz.corruptions import check_corruptions
from fuzz.worlds import Seen, leaver
from owm_net.engine import codec
from owm_net.engine.chance import Chance
from owm_net.engine.local import MAX_STEPS, LocalMatch, Player, random_player
from owm_net.engine.playthrough import Recorder
from owm_net.engine.requests import Answer, Choose, Decision, Over, Request, Result
from owm_net.engine.system import Setup, System
from owm_net.engine.view import EVERYBODY

FEW = 6
"""Up to so many missions with their levels everything is played with each."""


def setups(system: System) -> list[Setup]:
    """Every mission, level and number of seats. Every switch away from its default: one at a time
    in the first mission, and in every other as many at once as can be played together.

    Where that would be too many, missions and levels take turns with the numbers of seats and with
    the values of the switches, of which the first mission has all.
    """
    many = len(system.missions) * len(system.levels) > FEW
    fewest, most = system.seats
    found: list[Setup] = []
    for i, mission in enumerate(system.missions):
        for j, level in enumerate(system.levels):
            all_seats = [Setup(mission, level, seats) for seats in range(fewest, most + 1)]
            fit = [setup for setup in all_seats if _is_playable(system, setup)]
            found += [fit[(i + j) % len(fit)]] if many else fit
    if not many:
        for name, values in system.switches.items():
            for value in values[1:]:
                found.append(attrs.evolve(found[0], switches=((name, value),)))
    for i, mission in enumerate(dict.fromkeys(setup.mission for setup in found)):
        if many or mission != found[0].mission:
            first = next(setup for setup in found if setup.mission == mission)
            switched = _switched(system, first)
            found += switched[i % len(switched) :][:1] if many and i else switched
    return found


def _switched(system: System, plain: Setup) -> list[Setup]:
    """All first values but the default at once, then all second ones and so on."""
    found = []
    for n in range(1, max(map(len, system.switches.values()), default=1)):
        setup = plain
        for name, values in system.switches.items():
            pair = (name, values[n]) if n < len(values) else None
            more = attrs.evolve(setup, switches=(*setup.switches, pair)) if pair else setup
            setup = more if _is_playable(system, more) else setup
        found += [setup] if setup.switches else []
    return found


def _is_playable(system: System, setup: Setup) -> bool:
    try:
        system.check_setup(setup)
    except ValueError:
        return False
    return True


class Playout:
    """A local game that is checked while it is played. `recorder` holds its playthrough.

    requests: classes asked so far. examined: kinds of decisions of which one was. refused:
    corrupted answers that were refused. tried: offered answers that were given to a clone.
    """

    def __init__(
        self, system: System, setup: Setup, seed: int | str, player: Player = random_player
    ) -> None:
        self.match = LocalMatch(system, setup, seed, [player] * setup.seats)
        self.recorder: Recorder | None = None
        self.chance = Chance(seed, "checks")
        self.seen = Seen(setup.seats)
        self.requests: dict[type[Request[Any]], int] = {}
        self.refused = 0
        self.tried = 0
        self._answers: dict[str, Answer] = {}
        self.examined: set[str] = set()

    def record(self) -> Recorder:
        """Keep a playthrough from here, which must be the beginning."""
        self.recorder = Recorder(self.match)
        return self.recorder

    @property
    def over(self) -> Result | None:
        """How it ended, if it has."""
        request = self.match.request
        return request.result if isinstance(request, Over) else None

    def step(self, twins: bool = False) -> None:
        """Answer one request; with a saved, a reloaded and a cloned twin beside it if wanted."""
        match, request = self.match, self.match.request
        self.requests[type(request)] = self.requests.get(type(request), 0) + 1
        before = codec.encode(match.state) if twins else b""
        pair = (reloaded(before), match.state.clone()) if twins else ()
        answer = match.decide()
        if isinstance(request, Choose):
            self._answers[answer.name] = answer
        if self.recorder is None:
            match.give(answer)
        else:
            self.recorder.write(answer)
        self.seen.note(request, answer, match.dealer)
        check_events(match)
        if twins:
            check_twins(match, before, pair, answer)

    def examine(self, most: int = 12) -> None:
        """Check offers, corrupted answers, a clone's future and the views of this pause."""
        match = self.match
        self.seen.check(match)
        check_future(match, self.chance)
        for seat in asked(match.request):
            self.tried += check_offers(match, seat, self.chance, most)
            self.refused += check_corruptions(
                match, seat, self.chance, most, list(self._answers.values())
            )
        if isinstance(match.request, Decision):
            for seat in (*range(len(match.dealer.knowledge)), EVERYBODY):
                if seat not in match.request.deciders:
                    check_unasked(match, seat, self.chance)

    def leave(self) -> None:
        """Some seat leaves, if the rules let the others go on."""
        seat = leaver(self.match, self.chance)
        if seat is None:
            return
        if self.recorder is None:
            self.match.drop(seat)
        else:
            self.recorder.drop(seat)
        check_events(self.match)

    def play(
        self,
        examine_every: int = 0,
        twins: int = 0,
        most: int = MAX_STEPS,
        leaving: int = 0,
    ) -> Result:
        """To the end. examine_every: pauses with a decision, on average, between examinations;
        the first of each kind not in `examined` is, in any case. twins: one step of so many is
        played with twins, the first that each kind of request asks for in any case; 0 for none.
        leaving: steps, on average, until a seat leaves."""
        paired: set[str] = set()
        for _ in range(most):
            if self.over is not None:
                check_result(self.match, self.over)
                return self.over
            request = self.match.request
            if examine_every and isinstance(request, Decision):
                if request.kind not in self.examined or not self.chance.below(examine_every):
                    self.examine()
                self.examined.add(request.kind)
            if leaving and not self.chance.below(leaving):
                self.leave()
                continue
            kind = request.kind if isinstance(request, Decision) else request.name
            pair = twins > 0 and (kind not in paired or not self.chance.below(twins))
            paired.add(kind)
            self.step(pair)
        raise Broken(f"no end after {most} steps")
