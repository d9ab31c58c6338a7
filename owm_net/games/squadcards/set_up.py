"""Set-up of a match (2.1)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Frame, Outcome, Refusal, frame
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Roll
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.squadcards.answers import Play, TakeNation
from owm_net.games.squadcards.draws import DrawCards
from owm_net.games.squadcards.plays import offer_plays
from owm_net.games.squadcards.state import CATALOG, DECK, HEXES, Squad, Table
from owm_net.games.squadcards.terms import Moment, Nation
from owm_net.games.squadcards.turn import Turns
from owm_net.games.squadcards.victory import starting_men
from owm_net.games.squadcards.windows import judge_play, refused

FIRST_HAND = 5
"""SQD-SET-08: the same for every nationality."""


@frame("squadcards.set_up")
@define
class SetUp(Frame[None]):
    """Everything before the first player turn. waiting: squads still to be dealt to; then seats
    that may still play a terrain card."""

    waiting: list[int] = field(factory=list)

    def start(self, g: Table) -> Outcome[None]:
        """SQD-SET-04: chosen at the same time."""
        return Ask(ChooseSecretly((0, 1), "nation"), then=self.hear_nations)

    def offers_nation(self, view: View[Table]) -> Iterator[Answer]:
        """All five."""
        yield from (TakeNation(nation) for nation in Nation)

    def why_not_nation(self, view: View[Table], answer: Answer) -> Refusal | None:
        """Any; both may be the same (R-01)."""
        if isinstance(answer, TakeNation):
            return None
        return Refusal("SQD-SET-04", "a nationality is asked for")

    def hear_nations(self, g: Table, answers: tuple[TakeNation, ...]) -> Outcome[None]:
        """SQD-SET-05."""
        nations = [a.nation for a in answers]
        for seat, nation in enumerate(nations):
            men = starting_men(g, nation)
            squads = [Squad(seat=seat, nation=nation, men=men) for _ in range(g.squads_each)]
            g.squads.extend(squads)
            g.tell("nation", "SQD-SET-04 SQD-SET-05", seat=seat, nation=nation.value, men=men)
        return self.roll

    def roll(self, g: Table) -> Outcome[None]:
        """SQD-SET-07: a die for each player."""
        return Ask(Roll(6, 2, "who begins"), then=self.who_begins)

    def who_begins(self, g: Table, dice: tuple[int, ...]) -> Outcome[None]:
        """The higher begins; ties are rolled again (R-02)."""
        g.tell("first_roll", "SQD-SET-07", dice=dice)
        if dice[0] == dice[1]:
            return self.roll
        g.first = 0 if dice[0] > dice[1] else 1
        g.active = 1 - g.first
        if g.hex_map:
            for seat in (0, 1):
                starts = HEXES.starts[0 if seat == g.first else 1]
                for squad, cell in zip(g.all_of(seat), starts, strict=False):
                    g.squads[squad].cell = cell
        g.tell("first", "SQD-SET-07", seat=g.first)
        self.waiting = [*g.all_of(g.first), *g.all_of(1 - g.first)]
        deck = CATALOG.deck(g.options.flanking_variant, g.hex_map)
        return Ask(g.shuffle(DECK, deck), then=self.deal)

    def deal(self, g: Table) -> Outcome[None]:
        """SQD-SET-08."""
        if self.waiting:
            return Call(DrawCards(self.waiting.pop(0), FIRST_HAND), then=self.deal)
        if not g.hex_map:
            self.waiting = [g.first, 1 - g.first]
        return self.ask_terrain

    def ask_terrain(self, g: Table) -> Outcome[None]:
        """SQD-SET-09: first player first (R-03)."""
        if self.waiting:
            return Ask(Choose(self.waiting[0], "terrain"), then=self.hear_terrain)
        return Call(Turns(), then=self.ask_terrain)

    def offers_terrain(self, view: View[Table]) -> Iterator[Answer]:
        """Each terrain card, and to start in the open."""
        yield from offer_plays(view, view.state.all_of(self.waiting[0]), (Moment.SET_UP,))
        yield Pass()

    def why_not_terrain(self, view: View[Table], answer: Answer) -> Refusal | None:
        """One terrain card."""
        if answer == Pass():
            return None
        squads = view.state.all_of(self.waiting[0])
        return refused(judge_play(view, squads, answer, Moment.SET_UP))

    def hear_terrain(self, g: Table, answer: Answer) -> Outcome[None]:
        """It is in play; no card is drawn for it."""
        seat = self.waiting.pop(0)
        squad = g.all_of(seat)[0]
        if isinstance(answer, Play):
            g.hands[squad].remove(answer.card)
            g.squads[squad].terrain = answer.card
        g.tell_seat("start_terrain", "SQD-SET-09", squad, card=g.squads[squad].terrain)
        return self.ask_terrain
