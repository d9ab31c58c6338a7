"""Set-up of a match: nationalities, who begins, the first hands, terrain to start in (2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import listed, say, seat_called
from owm_net.engine.view import View
from owm_net.games.squadcards.drawing import DrawCards
from owm_net.games.squadcards.events import CardEvent
from owm_net.games.squadcards.ids import OPEN, SEATS, SquadId, opponent
from owm_net.games.squadcards.plays import Play, PlayWindow
from owm_net.games.squadcards.state import CATALOG, DECK, HEXES, Squad, SquadState
from owm_net.games.squadcards.terms import Moment, Nation
from owm_net.games.squadcards.turn import Turns
from owm_net.games.squadcards.victory import starting_men
from owm_net.games.squadcards.words import card_name, count_men, seat_name, squad_name

FIRST_HAND = 5
"""SQD-SET-08: the same for every nationality."""


@record("squadcards.take_nation")
class TakeNation(Answer):
    """SQD-SET-04: one of the five; both players may take the same (R-01)."""

    title: ClassVar[str] = say("Command")
    help: ClassVar[str] = say(
        "Men, cards and traits are those of the nationality (SQD-SET-05, 2.12)"
    )
    words = say("command {nation}")

    nation: Nation


NATION = Kind(
    "nation",
    TakeNation,
    rule="SQD-SET-04",
    why=say("choose a nationality"),
    deed=say("choose a nationality"),
)
TERRAIN_CARD = Kind(
    "terrain",
    Play,
    rule="SQD-SET-09",
    why=say("choose a terrain card, or pass"),
    deed=say("start in a terrain card or not"),
    passes=say("start in the open"),
)


@record("squadcards.nation")
class NationTaken(Event):
    """A seat has chosen its nationality (SQD-SET-04). men: of each of its squads."""

    rule = "SQD-SET-04 SQD-SET-05"

    seat: Seat
    nation: Nation
    men: int

    def sentence(self, g: SquadState) -> str:
        people = CATALOG.nations[self.nation].people
        return say(
            "{who} commands {people} ({men})",
            who=seat_called(self.seat),
            people=people,
            men=count_men(self.men),
        )


@record("squadcards.first_roll")
class FirstRoll(Event):
    """Both have rolled for the first player turn (SQD-SET-07). dice: of seat 0 and of seat 1."""

    rule = "SQD-SET-07"

    dice: tuple[int, ...]

    def sentence(self, g: SquadState) -> str:
        rolled = [
            say("{nation} {die}", nation=seat_name(g, seat), die=self.dice[seat]) for seat in SEATS
        ]
        return say("who begins: {rolled}", rolled=listed(rolled))


@record("squadcards.first")
class First(Event):
    """SQD-SET-07: this seat has the first player turn."""

    words = say("{seat} begin")
    rule = "SQD-SET-07"

    seat: Seat


@record("squadcards.start_terrain")
class StartTerrain(CardEvent):
    """A squad has its first position (SQD-SET-09). card: the terrain it starts in, OPEN for
    none."""

    rule = "SQD-SET-09"

    squad: SquadId
    card: CardNumber

    def sentence(self, g: SquadState) -> str:
        where = say("the open") if self.card == OPEN else card_name(self.card)
        return say("{squad} start in {where}", squad=squad_name(g, self.squad), where=where)


@frame("squadcards.set_up")
@define
class SetUp(Frame[None]):
    """Everything before the first player turn.

    waiting: while cards are dealt, squads that have none yet; then seats that may still play a
    terrain card.
    """

    waiting: list[int] = field(factory=list)

    def start(self, g: SquadState) -> Outcome[None]:
        """Both choose at the same time (SQD-SET-04)."""
        return Ask(NATION.secretly(SEATS), then=self.hear_nations)

    @NATION.tells
    def about_nation(self, view: View[SquadState]) -> About:
        """Tell that both choose at the same time."""
        why = say("both players choose at the same time; both may take the same one")
        return About(say("choose your nationality"), why, "SQD-SET-04")

    @NATION.offers
    def offers_nation(self, view: View[SquadState]) -> Iterator[TakeNation]:
        """Each of the five nationalities; both sides may take the same (R-01)."""
        yield from (TakeNation(nation) for nation in Nation)

    def hear_nations(self, g: SquadState, answers: tuple[TakeNation, ...]) -> Outcome[None]:
        """SQD-SET-05: each has the men of its nationality."""
        for seat in SEATS:
            nation = answers[seat].nation
            men = starting_men(g, nation)
            squads = [Squad(seat=seat, nation=nation, men=men) for _ in range(g.squads_each)]
            g.squads.extend(squads)
            g.tell(NationTaken(seat, nation, men))
        return self.roll

    def roll(self, g: SquadState) -> Outcome[None]:
        """A die for each player says who begins (SQD-SET-07)."""
        return Ask(Roll(6, 2, say("who begins")), then=self.who_begins)

    def who_begins(self, g: SquadState, dice: tuple[int, ...]) -> Outcome[None]:
        """The higher begins; ties are rolled again (R-02)."""
        g.tell(FirstRoll(dice))
        if dice[0] == dice[1]:
            return self.roll
        g.first = SEATS[0] if dice[0] > dice[1] else SEATS[1]
        second = opponent(g.first)
        g.active = second  # the first player turn goes to the other
        if g.hex_map:
            for seat, starts in ((g.first, HEXES.starts[0]), (second, HEXES.starts[1])):
                for squad, cell in zip(g.all_of(seat), starts, strict=False):
                    g.squads[squad].cell = cell
        g.tell(First(g.first))
        self.waiting = [*g.all_of(g.first), *g.all_of(second)]
        deck = CATALOG.deck(g.options.flanking_variant, g.hex_map)
        return Ask(g.shuffle(DECK, deck), then=self.deal)

    def deal(self, g: SquadState) -> Outcome[None]:
        """SQD-SET-08: five cards for each squad."""
        if self.waiting:
            return Call(DrawCards(SquadId(self.waiting.pop(0)), FIRST_HAND), then=self.deal)
        if not g.hex_map:
            self.waiting = [g.first, opponent(g.first)]
        return self.ask_terrain

    def ask_terrain(self, g: SquadState) -> Outcome[None]:
        """Each seat may start in a terrain card, the first player first (SQD-SET-09, R-03)."""
        if self.waiting:
            return Ask(TERRAIN_CARD.of(Seat(self.waiting[0])), then=self.hear_terrain)
        return Call(Turns(), then=self.ask_terrain)

    def _choosing(self, g: SquadState) -> list[SquadId]:
        """The squad that is asked (there is one for each seat where there are terrain cards)."""
        return g.all_of(Seat(self.waiting[0]))

    @TERRAIN_CARD.tells
    def about_terrain(self, view: View[SquadState]) -> About:
        """A card, or the open."""
        why = say("it is not replaced; without one you start in the open, cover 0")
        return About(say("you may start in one terrain card of your hand"), why, "SQD-SET-09")

    @TERRAIN_CARD.offers
    def offers_terrain(self, view: View[SquadState]) -> Iterator[Play]:
        """Each terrain card."""
        yield from START.offers(view, self._choosing(view.state))

    @TERRAIN_CARD.judges
    def why_not_terrain(self, view: View[SquadState], answer: Play) -> Refusal | None:
        """One terrain card of the hand is played, or none (SQD-SET-09)."""
        return START.why_not(view, self, self._choosing(view.state), answer)

    def hear_terrain(self, g: SquadState, answer: Play) -> Outcome[None]:
        """It is in play."""
        START.play(g, self, self._choosing(g), answer)
        return self.passed_terrain

    def passed_terrain(self, g: SquadState) -> Outcome[None]:
        """The next squad chooses; without a card one starts in the open."""
        squads = self._choosing(g)
        self.waiting.pop(0)
        g.tell(StartTerrain(squads[0], g.squads[squads[0]].terrain))
        return self.ask_terrain


START: PlayWindow[SetUp] = PlayWindow(TERRAIN_CARD, Moment.SET_UP)
