"""A match during set-up for the tests: picks are scripted, decisions come from the test."""

from __future__ import annotations

from typing import Any

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, PickNumber, Request
from owm_net.games.owm.catalog import soldier_id
from owm_net.games.owm.ids import DivisionKey
from owm_net.games.owm.set_up import FormSquad, TakeDivision
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Side

ALLIES, AXIS = Side.ALLIES, Side.AXIS
US, US_2 = DivisionKey("us_101st_airborne"), DivisionKey("us_5th_rangers")
GERMAN, GERMAN_2 = DivisionKey("german_352nd"), DivisionKey("german_15th")


class Opening:
    """A match during set-up; picks are scripted, decisions come from the test.

    asked: every request that no seat decided; laid: everything told by it.
    """

    def __init__(self, seats: int = 2, picks: int = 0, mission: str = "") -> None:
        system = games.get("owm")
        setup = system.default_setup(mission, seats=seats)
        self.match = LocalMatch(system, setup, 1, [random_player] * seats)
        assert isinstance(self.match.state, OwmState)
        self.g = self.match.state
        self.picks = picks
        self.asked: list[Request[Any]] = []
        self.laid = list(self.g.events)
        self._run()

    def _run(self) -> None:
        while not isinstance(self.match.request, Choose | ChooseSecretly):
            self.asked.append(self.match.request)
            if isinstance(self.match.request, PickNumber):
                self.match.give((self.picks,))
            else:
                self.match.step()
            self.laid += self.g.events

    def do(self, *answers: object) -> Opening:
        for answer in answers:
            self.match.give(answer)
            self._run()
        return self

    @property
    def seat(self) -> int:
        assert isinstance(self.match.request, Choose)
        return self.match.request.seat

    @property
    def kind(self) -> str:
        assert isinstance(self.match.request, Choose | ChooseSecretly)
        return self.match.request.kind

    def rule_against(self, answer: object, seat: int | None = None) -> str:
        seat = self.seat if seat is None else seat
        refusal = agenda.why_not(self.match.view(seat), answer)
        return refusal.rule if refusal else ""

    def divided(self) -> Opening:
        taken = {"0": [US, US_2], "1": [GERMAN, GERMAN_2]}
        while self.kind == "division":
            camp = self.seat % 2
            key = taken[str(camp)].pop(0)
            self.do(TakeDivision(key, (ALLIES, AXIS)[camp]))
        return self


def squad(division: DivisionKey, *lines: tuple[int, ...]) -> FormSquad:
    """A squad by the soldiers' numbers."""
    return FormSquad(tuple([tuple([soldier_id(division, n) for n in line]) for line in lines]))


def cost(answer: FormSquad) -> int:
    return sum(CATALOG.soldiers[s].points for line in answer.fireteams for s in line)


US_74 = squad(US, (1, 2, 4, 5, 6, 7, 8), (3, 13, 14))
GERMAN_10 = squad(GERMAN, (1, 3, 4, 5, 6), (2, 7, 8, 9, 10))
