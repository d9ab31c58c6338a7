"""The order of play inside an alliance. HON-MP-10, R-260."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.ids import NO_SEAT
from owm_net.games.heroes.state import HeroesState


@record("heroes.play_order")
class PlayOrder(Answer):
    """The members of an alliance, as they play from now on."""

    title: ClassVar[str] = say("Order of play")
    words = say("order of play: {members}")

    members: tuple[Seat, ...]


PLAY_ORDER = Kind(
    "play_order",
    PlayOrder,
    rule="HON-MP-10",
    why=say("put all members in order"),
    deed=say("choose their order of play"),
    passes=say("keep the order"),
    pass_first=True,
)


@record("heroes.ranked")
class Ranked(Event):
    """An alliance has another order of play."""

    words = say("order of play: {members}")
    rule = "HON-MP-10"

    members: tuple[Seat, ...]


@frame("heroes.ranking")
@define
class Ranking(Frame[None]):
    """Each alliance fixes its order of play; its first member says. left: those to be asked."""

    left: list[Seat]

    def start(self, g: HeroesState) -> Outcome[None]:
        """One after the other."""
        return Ask(PLAY_ORDER.of(self.left[0]), then=self.hear) if self.left else Done()

    @PLAY_ORDER.tells
    def about_play_order(self, view: View[HeroesState]) -> About:
        """Say for how long."""
        why = say("it holds for this round")
        return About(say("choose your alliance's order of play"), why, "HON-MP-10")

    @PLAY_ORDER.offers
    def offers_play_order(self, view: View[HeroesState]) -> Iterator[PlayOrder]:
        """Each order but the one there is."""
        now = tuple(view.state.members(self.left[0]))
        for order in permutations(now):
            if order != now:
                yield PlayOrder(order)

    @PLAY_ORDER.judges
    def why_not_play_order(self, view: View[HeroesState], answer: PlayOrder) -> Refusal | None:
        """All of them, each once."""
        side, named = view.state.members(self.left[0]), answer.members
        known = isinstance(named, tuple) and all(s.__class__ is int and s in side for s in named)
        if known and sorted(named) == sorted(side):
            return None
        fits = known and len(dict.fromkeys(named)) == len(named)
        return Refusal("HON-MP-10", say("each member is named once"), more=fits)

    def hear(self, g: HeroesState, answer: PlayOrder) -> Outcome[None]:
        """Keep it."""
        before = g.ranks or g.players
        g.ranks = (*answer.members, *[s for s in before if s not in answer.members])
        if g.initiative != NO_SEAT:
            g.initiative = g.members(g.initiative)[0]
        g.tell(Ranked(answer.members))
        self.left.pop(0)
        return self.start

    def passed_play_order(self, g: HeroesState) -> Outcome[None]:
        """Leave it as it is."""
        self.left.pop(0)
        return self.start


def alliances(g: HeroesState) -> list[Seat]:
    """The first member of each side that has several."""
    firsts = list(dict.fromkeys([g.members(seat)[0] for seat in g.players]))
    return [seat for seat in firsts if len(g.members(seat)) > 1]
