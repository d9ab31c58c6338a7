"""A phase that is done squad by squad, in an order the owner chooses (SQD-GAP-11, R-50)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Frame, Kind, Outcome, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.ids import NO_SQUAD, SquadId
from owm_net.games.squadcards.state import OfSquad, SquadState
from owm_net.games.squadcards.words import PHASE_WORDS, number_of


@record("squadcards.next_squad")
class NextSquad(Answer):
    """SQD-VHX-07: which of one's squads acts next in a phase."""

    title: ClassVar[str] = say("Next squad")
    help: ClassVar[str] = say("The squads of a side act one after the other (SQD-GAP-11)")

    squad: SquadId

    def sentence(self, view: View[SquadState]) -> str:
        if not 0 <= self.squad < len(view.state.squads):
            return say("that squad cannot act next")
        return say("squad {number_of} acts next", number_of=number_of(view.state, self.squad))


NEXT_SQUAD = Kind(
    "squad",
    NextSquad,
    rule="SQD-VHX-07",
    why=say("choose one of the squads that have not acted"),
    deed=say("choose which squad acts"),
)


@define
class BySquad(OfSquad, Frame[None]):
    """A phase done squad by squad. waiting: squads still to come; squad: the one that acts."""

    waiting: list[SquadId] = field(factory=list)
    squad: SquadId = NO_SQUAD

    def start(self, g: SquadState) -> Outcome[None]:
        """All squads of the side whose phase it is."""
        self.waiting = g.living(self.seat(g))
        return self.next_squad

    def seat(self, g: SquadState) -> Seat:
        """The seat whose squads act in it: the active one, if a phase says nothing else."""
        return g.active

    def concerns(self, g: SquadState, squad: SquadId) -> bool:
        """Return True if a squad has anything to do in this phase; use public facts only."""
        return True

    def next_squad(self, g: SquadState) -> Outcome[None]:
        """The owner says which, where there is a choice."""
        squads = g.squads
        self.waiting = [s for s in self.waiting if squads[s].men and self.concerns(g, s)]
        if not self.waiting:
            return self.close
        if len(self.waiting) == 1:
            self.squad = self.waiting.pop()
            return self.act
        return Ask(NEXT_SQUAD.of(self.seat(g)), then=self.hear_squad)

    @NEXT_SQUAD.tells
    def about_squad(self, view: View[SquadState]) -> About:
        """Each once in a phase."""
        phase = PHASE_WORDS[view.state.phase]
        why = say("the squads of a side act one after the other, each once")
        return About(
            say("{phase} Phase: which of your squads acts next?", phase=phase), why, "SQD-VHX-07"
        )

    @NEXT_SQUAD.offers
    def offers_squad(self, view: View[SquadState]) -> Iterator[NextSquad]:
        """The squads that have not acted in this phase."""
        yield from (NextSquad(s) for s in self.waiting)

    @NEXT_SQUAD.judges
    def why_not_squad(self, view: View[SquadState], answer: NextSquad) -> Refusal | None:
        """A squad acts once in a phase, and one that is out of it not at all (SQD-VHX-07)."""
        return None if answer.squad in self.waiting else NEXT_SQUAD.refusal

    def hear_squad(self, g: SquadState, answer: NextSquad) -> Outcome[None]:
        """The squad that its owner has named acts."""
        self.waiting.remove(answer.squad)
        self.squad = answer.squad
        return self.act

    def act(self, g: SquadState) -> Outcome[None]:
        """Act with the named squad; end with `next_squad`. Phases say what."""
        return self.next_squad

    def close(self, g: SquadState) -> Outcome[None]:
        """All squads have acted: the phase is over."""
        return Done()
