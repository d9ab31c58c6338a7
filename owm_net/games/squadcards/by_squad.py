"""A phase that is done squad by squad, in an order the owner chooses (SQD-GAP-11, R-50)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Done, Frame, Outcome, Refusal
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View
from owm_net.games.squadcards.answers import NextSquad
from owm_net.games.squadcards.state import Table


@define
class BySquad(Frame[None]):
    """A phase that is done squad by squad. waiting: squads still to come; squad: who acts."""

    waiting: list[int] = field(factory=list)
    squad: int = -1

    def start(self, g: Table) -> Outcome[None]:
        """All squads of the side whose phase it is."""
        self.waiting = g.living(self.seat(g))
        return self.next_squad

    def seat(self, g: Table) -> int:
        """Whose phase it is."""
        return g.active

    def concerns(self, g: Table, squad: int) -> bool:
        """Whether a squad has anything to do in this phase; public facts only."""
        return True

    def next_squad(self, g: Table) -> Outcome[None]:
        """The owner says which, where there is a choice."""
        squads = g.squads
        self.waiting = [s for s in self.waiting if squads[s].men and self.concerns(g, s)]
        if not self.waiting:
            return self.close
        if len(self.waiting) == 1:
            self.squad = self.waiting.pop()
            return self.act
        return Ask(Choose(self.seat(g), "squad"), then=self.hear_squad)

    def offers_squad(self, view: View[Table]) -> Iterator[Answer]:
        """Those that have not acted."""
        yield from (NextSquad(s) for s in self.waiting)

    def why_not_squad(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-VHX-07."""
        if isinstance(answer, NextSquad) and answer.squad in self.waiting:
            return None
        return Refusal("SQD-VHX-07", "one of the squads that have not acted is asked for")

    def hear_squad(self, g: Table, answer: NextSquad) -> Outcome[None]:
        """It acts."""
        self.waiting.remove(answer.squad)
        self.squad = answer.squad
        return self.act

    def act(self, g: Table) -> Outcome[None]:
        """What the squad does; then `next_squad`."""
        return self.next_squad

    def close(self, g: Table) -> Outcome[None]:
        """All have acted."""
        return Done()
