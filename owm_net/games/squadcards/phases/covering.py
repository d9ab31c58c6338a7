"""Phase 3, Covering Fire: a move is declared, with smoke and point man; then fire (2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Kind, Outcome, Refusal, frame
from owm_net.engine.drafts import so_far
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.by_squad import BySquad
from owm_net.games.squadcards.cards.smoke import why_not_smoke
from owm_net.games.squadcards.events import CardEvent, SquadEvent
from owm_net.games.squadcards.ids import SquadId
from owm_net.games.squadcards.phases.movement import can_move
from owm_net.games.squadcards.plays import PlayWindow
from owm_net.games.squadcards.state import SquadState
from owm_net.games.squadcards.terms import Moment
from owm_net.games.squadcards.windows.fire import FireWindow
from owm_net.games.squadcards.words import squad_name


@record("squadcards.declare")
class Declare(Answer):
    """SQD-COVER-01 to -03: whether a squad will try to move, behind a point man, behind smoke."""

    title: ClassVar[str] = say("Declare")
    help: ClassVar[str] = say("A move is binding; the enemy may fire first (SQD-COVER-01)")

    move: bool
    point_man: bool = False
    smoke: Played | None = None

    def sentence(self, view: View[SquadState]) -> str:
        if not self.move:
            return say("stay")
        if self.point_man and self.smoke is not None:
            return say("move this turn behind a point man and lay smoke")
        if self.point_man:
            return say("move this turn behind a point man")
        if self.smoke is not None:
            return say("move this turn and lay smoke")
        return say("move this turn")


DECLARE = Kind(
    "declare",
    Declare,
    rule="SQD-WIN-03",
    why=say("choose whether the squad will move"),
    deed=say("decide whether to move"),
)


@record("squadcards.declared")
class Declared(SquadEvent):
    """SQD-COVER-01: whether a squad will move, and how."""

    squad: SquadId
    move: bool
    point_man: bool
    rule: str = field(default="SQD-COVER-01", kw_only=True)

    def sentence(self, g: SquadState) -> str:
        who = squad_name(g, self.squad)
        if not self.move:
            return say("{who} stay", who=who)
        if self.point_man:
            return say("{who} will move behind a point man", who=who)
        return say("{who} will move", who=who)


@record("squadcards.smoke")
class SmokeLaid(CardEvent):
    """SQD-COVER-02: a mover has laid smoke with its declaration."""

    words = say("{squad} lay smoke")
    rule = "SQD-COVER-02"

    squad: SquadId
    card: CardNumber


@frame("squadcards.covering_phase")
@define
class CoveringPhase(BySquad):
    """Each squad of the active player declares (SQD-WIN-03); one that will move may fire first
    (SQD-COVER-04)."""

    def act(self, g: SquadState) -> Outcome[None]:
        """Where only "no" is legal nothing is asked (SQD-COVER-01)."""
        if why_not_moving(g, self.squad) is not None:
            g.tell(Declared(self.squad, move=False, point_man=False))
            return self.next_squad
        return Ask(DECLARE.of(g.active), then=self.hear)

    @DECLARE.tells
    def about_declare(self, view: View[SquadState]) -> About:
        """To move or to stay."""
        why = say("a move is binding; the enemy may fire first")
        return About(say("will the squad try to move?"), why, "SQD-COVER-01")

    @DECLARE.offers
    def offers_declare(self, view: View[SquadState]) -> Iterator[Declare]:
        """To stay, or to move: with or without point man and smoke."""
        yield Declare(False)
        smokes = [held for held, _, _ in DECLARING.cards(view, (self.squad,))]
        for point_man in (False, True):
            yield from (Declare(True, point_man, smoke) for smoke in [None, *smokes])

    @DECLARE.judges
    def why_not_declare(self, view: View[SquadState], answer: Declare) -> Refusal | None:
        """Refuse a card that is no Smoke, then a move that the squad may not make; smoke and point
        man go with a move only."""
        g = view.state
        smoke = so_far(lambda: answer.smoke, None)
        refusal = None if smoke is None else why_not_smoke(view, self.squad, smoke)
        if refusal is None and answer.move:
            refusal = why_not_moving(g, self.squad)
        if refusal is not None:
            return refusal
        if answer.point_man and not answer.move:
            return Refusal("SQD-COVER-03", say("a point man leads a squad that moves"))
        if answer.smoke is not None and not answer.move:
            return Refusal("SQD-COVER-02", say("smoke is laid for a squad that moves"))
        return None

    def hear(self, g: SquadState, answer: Declare) -> Outcome[None]:
        """Publish the declaration; a mover may fire first."""
        squad = g.squads[self.squad]
        squad.will_move, squad.point_man = answer.move, answer.point_man
        rule = "SQD-COVER-01 SQD-COVER-03" if answer.point_man else "SQD-COVER-01"
        g.tell(Declared(self.squad, answer.move, answer.point_man, rule=rule))
        if answer.smoke is not None:
            squad.smoke = True
            g.spend(self.squad, answer.smoke)
            g.tell(SmokeLaid(self.squad, CardNumber(answer.smoke)))
        if not answer.move:
            return self.next_squad
        return Call(FireWindow(self.squad), then=self.next_squad)


DECLARING: PlayWindow[CoveringPhase] = PlayWindow(DECLARE, Moment.DECLARE)


def why_not_moving(g: SquadState, squad: SquadId) -> Refusal | None:
    """Why a squad must declare that it stays (SQD-COVER-01), None if it may move."""
    if g.squads[squad].pinned:
        return Refusal("SQD-MORALE-06", say("a pinned squad cannot move"))
    if can_move(g, squad):
        return None
    if g.hex_map:
        return Refusal("SQD-VHX-04", say("there is no hex it could move to (R-48)"))
    return Refusal("SQD-COVER-01", say("you need a card to try a move (R-13)"))
