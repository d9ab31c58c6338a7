"""Tokens of an alliance: the bluff and those of its High Command are shared out each round, and its
members together have the usual limits. HON-MP-02, HON-MP-07, HON-MP-20, R-80, R-110."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.heroes.options import BATTLE_PLAN, BLUFF, PLANNING, common, special_orders
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import MOST_BLUFFS, MOST_ORDERS, MOST_SPECIALS
from owm_net.games.heroes.tokens import hardened, orders_due


class Shared(Enum):
    """A token that goes to another member each round."""

    ORDER = "order"
    SPECIAL = "special"
    BLUFF = "bluff"

    @property
    def word(self) -> str:
        """For sentences."""
        return _WORDS[self]


_WORDS = {
    Shared.ORDER: say("an order token of the High Command"),
    Shared.SPECIAL: say("a special order of the High Command"),
    Shared.BLUFF: say("a bluff token"),
}


@record("heroes.pool")
class Pool(Answer):
    """The member of an alliance who gets a token."""

    title: ClassVar[str] = say("Share out")
    words = say("for the {member}")

    member: Seat


POOL = Kind(
    "pool",
    Pool,
    rule="HON-MP-07",
    why=say("choose a member with units"),
    deed=say("share out a token"),
)


@record("heroes.pooled")
class PooledOut(Event):
    """A member has a token of the alliance this round."""

    words = say("{member}: {token}")
    rule = "HON-MP-07"

    member: Seat
    token: Shared


@frame("heroes.pooling")
@define
class Pooling(Frame[None]):
    """The first in the order of play says who gets which token. left: of each alliance, its first
    member; sharing: tokens of the first of them."""

    left: list[Seat]
    sharing: list[Shared] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """One alliance after the other."""
        if not self.left:
            return Done()
        self.sharing = pooled(g, self.left[0])
        return self.share

    def share(self, g: HeroesState) -> Outcome[None]:
        """One token after the other; who has no units can do nothing with it."""
        able = self.able(g)
        if self.sharing and len(able) > 1:
            return Ask(POOL.of(self.left[0]), then=self.hear)
        while self.sharing and able:
            self.give(g, able[0])
        keep_limits(g, self.left.pop(0))
        return self.start

    def able(self, g: HeroesState) -> list[Seat]:
        """The members with units."""
        return [seat for seat in g.members(self.left[0]) if g.in_play(seat)]

    @POOL.tells
    def about_pool(self, view: View[HeroesState]) -> About:
        """Name the token."""
        what = say("say who gets {token}", token=self.sharing[0].word)
        return About(what, say("it is theirs for this round"), "HON-MP-07")

    @POOL.offers
    def offers_pool(self, view: View[HeroesState]) -> Iterator[Pool]:
        """Each of them."""
        yield from map(Pool, self.able(view.state))

    @POOL.judges
    def why_not_pool(self, view: View[HeroesState], answer: Pool) -> Refusal | None:
        """One of them."""
        if answer.member.__class__ is int and answer.member in self.able(view.state):
            return None
        return Refusal("HON-MP-07", say("choose a member with units"))

    def hear(self, g: HeroesState, answer: Pool) -> Outcome[None]:
        """Give it to them."""
        self.give(g, answer.member)
        return self.share

    def give(self, g: HeroesState, member: Seat) -> None:
        """A member has one more."""
        token = self.sharing.pop(0)
        counts = {Shared.ORDER: g.due, Shared.SPECIAL: g.specials, Shared.BLUFF: g.bluffs}[token]
        counts[member] += 1
        g.tell(PooledOut(member, token))


def pooled(g: HeroesState, seat: Seat) -> list[Shared]:
    """The tokens that a seat's alliance shares out (HON-MP-06, HON-MP-20)."""
    found = [Shared.BLUFF]
    for key, token in (
        (BLUFF, Shared.BLUFF),
        (PLANNING, Shared.ORDER),
        (BATTLE_PLAN, Shared.SPECIAL),
    ):
        if common(g, seat, key):
            found.append(token)
    return found


def side_orders(g: HeroesState, seat: Seat) -> int:
    """How many orders are due to a seat's side for the next round (R-300)."""
    return sum([orders_due(g, s) for s in g.members(seat)]) + common(g, seat, PLANNING)


def side_specials(g: HeroesState, seat: Seat) -> int:
    """The same of special orders."""
    return sum([special_orders(g, s) for s in g.members(seat)]) + common(g, seat, BATTLE_PLAN)


def _must_order(g: HeroesState, seat: Seat) -> int:
    """How many orders a seat must lay: on units with a Personal Order, and on a Hardened tile where
    none of those is of it (HON-AB-60, R-301)."""
    personal = [u for u in g.in_play(seat) if g.units[u].is_personal]
    tile = hardened(g, seat)
    return len(personal) + (bool(tile) and not any(u in tile for u in personal))


def keep_limits(g: HeroesState, seat: Seat) -> None:
    """The members give up what is above the limits of the alliance, one each in turn, the last in
    the order of play first (R-110). Nobody gives up an order that one of their units must have."""
    side = g.members(seat)
    musts = {s: _must_order(g, s) for s in side}
    for counts, most, least in (
        (g.due, MOST_ORDERS, musts),
        (g.specials, MOST_SPECIALS, dict.fromkeys(side, 0)),
        (g.bluffs, MOST_BLUFFS, dict.fromkeys(side, 0)),
    ):
        while sum([counts[s] for s in side]) > most:
            giving = [s for s in reversed(side) if counts[s] > least[s]]
            over = sum([counts[s] for s in side]) - most
            for s in giving[:over]:
                counts[s] -= 1
            if not giving:
                break
