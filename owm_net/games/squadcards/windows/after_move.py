"""AFTER_MOVE: what goes with an unblocked move (SQD-WIN-08), and the end of flanking (2.14)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.records import record
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.plays import Play, PlayWindow
from owm_net.games.squadcards.state import OfSquad, SquadState
from owm_net.games.squadcards.terms import Moment
from owm_net.games.squadcards.victory import check_objectives

AFTER_MOVE_CARD = Kind(
    "after_move",
    Play,
    rule="SQD-WIN-08",
    why=say("choose an objective or a Concealment card, or pass"),
    deed=say("play a card after the move or not"),
    passes=say("nothing more with this move"),
)


@record("squadcards.unflanked")
class Unflanked(SquadEvent):
    """All Flanking Fire cards beside a squad are gone. rule: SQD-VFF-05 or -06."""

    words = say("{squad} lose their flanking fire")

    squad: SquadId
    rule: str = field(kw_only=True)


def drop_flanking(g: SquadState, squad: SquadId, rule: str) -> None:
    """The Flanking Fire cards beside a squad, if there are any, are discarded."""
    mine = g.squads[squad]
    if mine.flanking:
        g.discard.extend(mine.flanking)
        mine.flanking = []
        g.tell(Unflanked(squad, rule=rule))


@frame("squadcards.after_move")
@define
class AfterMove(OfSquad, Frame[None]):
    """SQD-WIN-08: at most one objective and one Concealment after an unblocked move; with the
    variant one Flanking Fire after a lateral move into terrain (SQD-VFF-03).

    lateral: it was one. objective, concealment, flanking: played with this move already.
    """

    squad: SquadId
    lateral: bool
    objective: bool = False
    concealment: bool = False
    flanking: bool = False

    def start(self, g: SquadState) -> Outcome[None]:
        """Until a pass, or nothing more may be played (R-47)."""
        if not g.hands[self.squad] or self._all_played(g):
            return self.close
        return Ask(AFTER_MOVE_CARD.of(g.squads[self.squad].seat), then=self.hear)

    def _all_played(self, g: SquadState) -> bool:
        flanking = g.options.flanking_variant and self.lateral and not self.flanking
        return self.objective and self.concealment and not flanking

    @AFTER_MOVE_CARD.tells
    def about_after_move(self, view: View[SquadState]) -> About:
        """Tell what may still go with the move."""
        flanking = view.state.options.flanking_variant and self.lateral and not self.flanking
        left = [] if self.objective else [say("a Mission Objective")]
        left += [] if self.concealment else [say("a Concealment")]
        left += [say("a Flanking Fire")] if flanking else []
        what = say("after your move, {left}?", left=listed(left, say(" or ")))
        return About(what, say("at most one of each with a move"), "SQD-MOVE-09")

    @AFTER_MOVE_CARD.offers
    def offers_after_move(self, view: View[SquadState]) -> Iterator[Play]:
        yield from AFTER_MOVE.offers(view, (self.squad,))

    @AFTER_MOVE_CARD.judges
    def why_not_after_move(self, view: View[SquadState], answer: Play) -> Refusal | None:
        """Only a card of the squad's own hand, and one that belongs in this window."""
        return AFTER_MOVE.why_not(view, self, (self.squad,), answer)

    def hear(self, g: SquadState, answer: Play) -> Outcome[None]:
        """The third objective ends the game at once (SQD-VIC-02)."""
        AFTER_MOVE.play(g, self, (self.squad,), answer)
        return check_objectives(g, g.squads[self.squad].seat) or self.start

    def passed_after_move(self, g: SquadState) -> Outcome[None]:
        return self.close

    def close(self, g: SquadState) -> Outcome[None]:
        """SQD-VFF-05: a move without a Flanking Fire card ends the flanking."""
        if not self.flanking:
            drop_flanking(g, self.squad, "SQD-VFF-05")
        return Done()


AFTER_MOVE: PlayWindow[AfterMove] = PlayWindow(AFTER_MOVE_CARD, Moment.AFTER_MOVE)
