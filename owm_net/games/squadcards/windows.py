"""The windows of 2.13 in which cards are played without an attack or a move.

The same windows open whatever the hands hold; only what is public closes one: an empty hand, or
that by the cards on the table nothing could be played (R-47).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.requests import Answer, Choose
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange, Pass, why_not_pass
from owm_net.games.squadcards.answers import Play
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import (
    amount_of,
    carry_out,
    find_use,
    judge_card,
    offer_plays,
    wrong_answer,
)
from owm_net.games.squadcards.state import Table
from owm_net.games.squadcards.terms import By, Effect, Moment
from owm_net.games.squadcards.victory import check_objectives


def judge_play(
    view: View[Table], squads: Sequence[int], answer: Answer, moment: Moment
) -> Refusal | Use | None:
    """As `judge_card`, for an answer of any class."""
    if isinstance(answer, Play):
        return judge_card(view, squads, answer, (moment,))
    return wrong_answer(view, answer, moment)


def refused(verdict: Refusal | Use | None) -> Refusal | None:
    """Only the refusal of a verdict."""
    return verdict if isinstance(verdict, Refusal) else None


@frame("squadcards.own_window")
@define
class OwnWindow(Frame[None]):
    """SQD-WIN-01: cards for one's own squad."""

    squad: int

    def start(self, g: Table) -> Outcome[None]:
        """Until a pass."""
        if not g.hands[self.squad]:
            return Done()
        return Ask(Choose(g.squads[self.squad].seat, "own"), then=self.hear)

    def offers_own(self, view: View[Table]) -> Iterator[Answer]:
        """What fits, and to pass."""
        yield from offer_plays(view, (self.squad,), (Moment.OWN,))
        yield Pass()

    def why_not_own(self, view: View[Table], answer: Answer) -> Refusal | None:
        """Peeks, Ingenuity and Reinforcements."""
        if answer == Pass():
            return None
        return refused(judge_play(view, (self.squad,), answer, Moment.OWN))

    def hear(self, g: Table, answer: Answer) -> Outcome[None]:
        """A card, or the end of the window."""
        if not isinstance(answer, Play):
            return Done()
        use = find_use(answer.card, answer.option, g.squads[self.squad].nation)
        assert isinstance(use, Use)
        run = carry_out(g, self.squad, answer.card, use)
        return Call(run, then=self.start) if run else self.start


MODIFIER = Kind(
    "modifier",
    Play,
    Pass,
    rule="SQD-WIN-02 SQD-WIN-10",
    why="a card on the roll or a pass is asked for",
)


@frame("squadcards.exchange")
@define
class CardsOnRoll(Exchange[Table, Play, int]):
    """SQD-WIN-02, SQD-WIN-10: both sides play cards on a roll, one at a time by turns; two
    passes in a row end it (R-30). Result: the sum of their modifiers.

    squad: which rolls.
    """

    squad: int
    moment: Moment
    seat: int
    passes: int = 0
    total: int = 0

    def kind(self) -> Kind[Play | Pass]:
        """A card on the roll."""
        return MODIFIER

    def may_play(self, g: Table) -> bool:
        """Who has no card passes."""
        return bool(self._hands(g))

    def _hands(self, g: Table) -> list[int]:
        """Whose cards may be played: the rolling squad's own, any of the opponent's."""
        mine = self.seat == g.squads[self.squad].seat
        return [s for s in ([self.squad] if mine else g.living(self.seat)) if g.hands[s]]

    def _by(self, g: Table) -> By:
        return By.OWN if self.seat == g.squads[self.squad].seat else By.ENEMY

    @MODIFIER.offers
    def offers_modifier(self, view: View[Table]) -> Iterator[Play | Pass]:
        """What fits, and to pass."""
        g = view.state
        yield from offer_plays(view, self._hands(g), (self.moment,))
        yield Pass()

    @MODIFIER.judges
    def why_not_modifier(self, view: View[Table], answer: Play | Pass) -> Refusal | None:
        """SQD-MORALE-05, SQD-RALLY-03: own cards by the roller, the others by the opponent."""
        if isinstance(answer, Pass):
            return why_not_pass(answer)
        g = view.state
        verdict = judge_play(view, self._hands(g), answer, self.moment)
        if isinstance(verdict, Use) and verdict.by is not self._by(g):
            rule = "SQD-MORALE-05" if self.moment is Moment.MORALE else "SQD-RALLY-03"
            whose = "one's own" if verdict.by is By.OWN else "the enemy's"
            return Refusal(rule, f"{verdict.title} is played on {whose} roll only")
        return refused(verdict)

    def execute(self, g: Table, play: Play) -> Frame[None] | None:
        """Add it."""
        squad = g.holder(self.seat, play.card)
        use = find_use(play.card, play.option, g.squads[squad].nation)
        assert isinstance(use, Use)
        self.total += amount_of(g.options, use)
        return carry_out(g, squad, play.card, use)

    def close(self, g: Table) -> Outcome[int]:
        """The sum."""
        return Done(self.total)


@frame("squadcards.kill_window")
@define
class KillWindow(Frame[None]):
    """SQD-WIN-09: after a kill, Commander Killed from the hand of the squad that killed."""

    squad: int
    target: int

    def start(self, g: Table) -> Outcome[None]:
        """Play or pass, if the target has men and a commander left (R-29, R-47, R-53)."""
        target = g.squads[self.target]
        if not g.hands[self.squad] or not target.men or target.commander_lost:
            return Done()
        return Ask(Choose(g.squads[self.squad].seat, "kill"), then=self.hear)

    def offers_kill(self, view: View[Table]) -> Iterator[Answer]:
        """What fits, and to pass."""
        yield from offer_plays(view, (self.squad,), (Moment.KILL,))
        yield Pass()

    def why_not_kill(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-CARD-14: once for each squad in a game (R-29)."""
        if answer == Pass():
            return None
        return refused(judge_play(view, (self.squad,), answer, Moment.KILL))

    def hear(self, g: Table, answer: Answer) -> Outcome[None]:
        """The hand limit falls for the rest of the game."""
        if isinstance(answer, Play):
            g.spend(self.squad, answer.card)
            g.squads[self.target].commander_lost = True
            g.tell_seat(
                "commander",
                "SQD-CARD-14",
                self.target,
                card=answer.card,
                limit=g.squads[self.target].hand_limit,
            )
        return Done()


@frame("squadcards.after_move")
@define
class AfterMove(Frame[None]):
    """SQD-WIN-08: at most one objective and one Concealment after an unblocked move; with the
    variant one Flanking Fire after a lateral move into terrain (SQD-VFF-03)."""

    squad: int
    lateral: bool
    objective: bool = False
    concealment: bool = False
    flanking: bool = False

    def start(self, g: Table) -> Outcome[None]:
        """Until a pass, or nothing more may be played (R-47)."""
        if not g.hands[self.squad] or self._all_played(g):
            return self.close
        return Ask(Choose(g.squads[self.squad].seat, "after_move"), then=self.hear)

    def _all_played(self, g: Table) -> bool:
        flanking = g.options.flanking_variant and self.lateral and not self.flanking
        return self.objective and self.concealment and not flanking

    def offers_after_move(self, view: View[Table]) -> Iterator[Answer]:
        """What fits, and to pass."""
        yield from offer_plays(view, (self.squad,), (Moment.AFTER_MOVE,))
        yield Pass()

    def why_not_after_move(self, view: View[Table], answer: Answer) -> Refusal | None:
        """SQD-MOVE-09, R-21; SQD-CARD-06: one Concealment for each position."""
        if answer == Pass():
            return None
        verdict = judge_play(view, (self.squad,), answer, Moment.AFTER_MOVE)
        if isinstance(verdict, Use):
            if verdict.effect is Effect.OBJECTIVE and self.objective:
                return Refusal("SQD-MOVE-09", "one Mission Objective for each move (R-21)")
            if verdict.effect is Effect.CONCEAL and self.concealment:
                return Refusal("SQD-CARD-06", "one Concealment for each position")
            if verdict.effect is Effect.FLANK:
                if not self.lateral:
                    return Refusal("SQD-VFF-03", "the move was not lateral into a terrain card")
                if self.flanking:
                    return Refusal("SQD-VFF-03", "one Flanking Fire for each lateral move")
        return refused(verdict)

    def hear(self, g: Table, answer: Answer) -> Outcome[None]:
        """SQD-VIC-02 ends the game at once."""
        if not isinstance(answer, Play):
            return self.close
        squad, card = g.squads[self.squad], answer.card
        use = find_use(card, answer.option, squad.nation)
        assert isinstance(use, Use)
        g.hands[self.squad].remove(card)
        if use.effect is Effect.OBJECTIVE:
            self.objective = True
            g.objectives[squad.seat].append(card)
            g.tell_seat(
                "objective",
                "SQD-MOVE-09 SQD-VIC-03",
                self.squad,
                card=card,
                total=len(g.objectives[squad.seat]),
            )
            return check_objectives(g, squad.seat) or self.start
        if use.effect is Effect.CONCEAL:
            self.concealment = True
            squad.attached.append(card)
            g.tell_seat("concealed", "SQD-CARD-06", self.squad, card=card)
            return self.start
        self.flanking = True
        squad.flanking.append(card)
        g.tell_seat("flanking", "SQD-VFF-03", self.squad, card=card, total=len(squad.flanking))
        return self.start

    def close(self, g: Table) -> Outcome[None]:
        """SQD-VFF-05: a move without a Flanking Fire card ends the flanking."""
        squad = g.squads[self.squad]
        if not self.flanking and squad.flanking:
            drop_flanking(g, self.squad, "SQD-VFF-05")
        return Done()


def drop_flanking(g: Table, squad: int, rule: str) -> None:
    """All Flanking Fire cards beside a squad are discarded."""
    mine = g.squads[squad]
    if mine.flanking:
        g.discard.extend(mine.flanking)
        mine.flanking = []
        g.tell_seat("unflanked", rule, squad)
