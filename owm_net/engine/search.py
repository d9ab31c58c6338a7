"""A player who thinks: plans are played out in sampled worlds, and the best is begun.

A game proposes *plans* for a view: each a first answer, and an aim that its quick policy keeps to
from there on. Each plan is played out in *worlds*: copies of the state in which what the seat
cannot know (closed cards, the order of decks, dice to come) is dealt by chance, so that it looks
the same to the seat. All seats play by the quick policy as far as the game's horizon, and the game
says what the position there is worth.

Every plan meets the same worlds, and plans are compared world by world. The steps to spend are
shared out by sequential halving (Karnin, Koren, Somekh 2013): when a part of them is spent the
worse half of the plans is dropped. The first plan is what the game's player would do without
thought: another is preferred only when it was better by more than chance explains. There is no
clock in it: the budget is a number of steps, so the same view and stream give the same answer on
every machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from attrs import define, frozen

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import EngineBug
from owm_net.engine.frames import GameState
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer, Decision, Over, Request
from owm_net.engine.view import View

S = TypeVar("S", bound=GameState)

MOST_WORLDS = 4096
LEAST_WORLDS = 4
"""In fewer worlds chance explains everything."""


@frozen
class Hidden:
    """What a seat cannot know. closed: pairs of slots and the cards that lie in them, in an order
    nobody can tell; there may be more cards than slots. learnt: seat -> slots whose cards that seat
    knows; of the viewer's own nothing need be said. mend: exchanges cards of these slots where
    they cannot lie as they were dealt, after what their owner has said or done."""

    closed: Sequence[tuple[Sequence[int], Sequence[int]]] = ()
    learnt: Mapping[Seat, Sequence[int]] = {}
    mend: Callable[[dict[int, int]], None] | None = None


@frozen
class Plan:
    """A way to go on. first: the answer to the open question. aim: what the policy keeps to
    afterwards, None for its own head. words: for people; "" if its first answer says enough."""

    first: Answer
    aim: Any = None
    words: str = ""


class Thinker(ABC, Generic[S]):
    """What a game tells the search. It has no memory: all follows from what it is handed.

    won: the worth of a match that is won, on the scale of `worth`; far more than positions are
    worth would drown all else in the chance of an early end. budget: the steps that a veteran
    spends on a decision. doubt: by how many tenths of a standard error a plan must beat the first
    one to be preferred.
    """

    won: ClassVar[int]
    budget: ClassVar[int]
    doubt: ClassVar[int] = 10

    @abstractmethod
    def hidden(self, view: View[S]) -> Hidden:
        """What the seat cannot know."""

    @abstractmethod
    def plans(self, view: View[S], chance: Chance) -> Sequence[Plan]:
        """The plans worth playing out. The first stands unless another is proven better; one alone
        is followed at once."""

    @abstractmethod
    def policy(self, view: View[S], chance: Chance, aim: Any) -> Answer:
        """A quick answer. aim: of the seat's own plan, None for everybody else."""

    @abstractmethod
    def is_far(self, start: S, g: S) -> bool:
        """Return True where a plan begun at `start` has shown what it is worth."""

    @abstractmethod
    def worth(self, g: S, seat: int) -> int:
        """The worth of a position for a seat, from -won to won; 0 where both are as well off."""

    def in_hand(self, g: S, seat: int, faces: Mapping[int, int]) -> int:
        """What the closed cards add to that in one world. faces: slot -> card there."""
        return 0


@define
class Tried:
    """A plan and what it came to in each world, in the order of the worlds."""

    plan: Plan
    worths: list[int]

    @property
    def mean(self) -> int:
        """The mean worth; 0 before any world."""
        return sum(self.worths) // max(1, len(self.worths))


def is_beyond_chance(best: Tried, own: Tried, doubt: int) -> bool:
    """Return True if a plan beat another by more than chance explains, by the paired differences
    over the worlds that both have met. doubt: by how many tenths of a standard error it must."""
    gains = [a - b for a, b in zip(best.worths, own.worths, strict=False)]
    n, total = len(gains), sum(gains)
    if n < LEAST_WORLDS:
        return False
    squares = sum([gain * gain for gain in gains]) - total * total // max(1, n)
    return total > 0 and 100 * total * total > doubt**2 * squares


class World:
    """A world as it may be. faces: slot -> card. known: of each seat, slot -> card. Its dice are
    the same for every play in it, as far as the plays are alike."""

    def __init__(
        self, faces: Mapping[int, int], known: Sequence[Mapping[int, int]], chance: Chance
    ) -> None:
        self._faces = faces
        self._known = known
        self._chance = chance

    @classmethod
    def like(cls, view: View[Any], hidden: Hidden, chance: Chance) -> World:
        """One that looks to a seat as its view does: what it cannot know is dealt by chance."""
        faces = dict(view.known)
        for slots, cards in hidden.closed:
            heap = list(cards)
            if len(heap) < len(slots):
                raise EngineBug(f"{len(slots)} closed slots, and {len(heap)} cards for them")
            chance.shuffle(heap)
            faces.update(zip(slots, heap, strict=False))
        if hidden.mend is not None:
            hidden.mend(faces)
        known = [{s: faces[s] for s in hidden.learnt.get(p, ())} for p in view.state.players]
        known[view.seat] = dict(view.known)
        return cls(faces, known, chance)

    def dealer(self) -> tuple[LocalDealer, Chance]:
        """Return a dealer for one play, and the stream of what the policy leaves to chance."""
        dealer = LocalDealer(len(self._known), self._chance.child("dealer"))
        dealer.faces = dict(self._faces)
        dealer.knowledge = [dict(known) for known in self._known]
        return dealer, self._chance.child("policy")


class Search(Generic[S]):
    """One decision of one seat. budget: how many steps may be spent on it; `spent` says how many
    were. A play that has begun is ended, and beginning one is a step too. given: an answer that
    stands in place of the first plan, for the others to be measured by; alone, where the thinker
    has no choice of plans."""

    def __init__(
        self,
        thinker: Thinker[S],
        view: View[S],
        chance: Chance,
        budget: int,
        given: Answer | None = None,
    ) -> None:
        self.thinker = thinker
        self.view = view
        self.budget = budget
        self.spent = 0
        self._chance = chance
        self._hidden: Hidden | None = None
        self._worlds: list[World] = []
        plans = thinker.plans(view, chance)
        if not plans:
            raise EngineBug("a thinker proposes no plan")
        if given is not None:
            own = next((plan for plan in plans if plan.first == given), Plan(given))
            others = [plan for plan in plans if plan.first != given] if len(plans) > 1 else []
            plans = [own, *others]
        self.tried = [Tried(plan, []) for plan in plans]

    def run(self) -> list[Tried]:
        """Spend the budget. Returns the plans, the best first."""
        left = self.tried
        dropped: list[Tried] = []
        rounds = max(1, (len(left) - 1).bit_length())
        for n in range(rounds):
            if len(left) == 1:
                break
            self._play(left, self.budget * (n + 1) // rounds)
            left = self._ordered(left)
            if n < rounds - 1:
                keep = max(2, (len(left) + 1) // 2)
                kept = [t for i, t in enumerate(left) if i < keep or t is self.tried[0]]
                dropped = [t for t in left if t not in kept] + dropped
                left = kept
        own, best = self.tried[0], left[0]
        if best is not own and own in left and not is_beyond_chance(best, own, self.thinker.doubt):
            left = [own, *[t for t in left if t is not own]]
        return [*left, *dropped]

    def world(self, view: View[S], chance: Chance) -> World:
        """One more world in which the plans are tried."""
        if self._hidden is None:
            self._hidden = self.thinker.hidden(view)
        return World.like(view, self._hidden, chance)

    def _ordered(self, tried: Iterable[Tried]) -> list[Tried]:
        """By their mean; of equals the one that was proposed earlier."""
        return sorted(tried, key=lambda t: -t.mean)

    def _play(self, tried: Sequence[Tried], until: int) -> None:
        """Let these plans meet worlds in turn until so many steps are spent."""
        while self.spent < until:
            n = len(tried[0].worths)
            if n >= MOST_WORLDS:
                return
            while len(self._worlds) <= n:
                chance = self._chance.child("world", len(self._worlds))
                self._worlds.append(self.world(self.view, chance))
            for one in tried:
                one.worths.append(self._outcome(one.plan, self._worlds[n]))

    def _outcome(self, plan: Plan, world: World) -> int:
        """Play a plan out in a world. Returns the worth of where it leads."""
        thinker, seat = self.thinker, self.view.seat
        start = self.view.state
        self.spent += 1
        g, (dealer, chance) = start.clone(), world.dealer()
        request = self._given(g, dealer, g.pending, plan.first, chance)
        while not isinstance(request, Over) and not thinker.is_far(start, g):
            self.spent += 1
            if isinstance(request, Decision):
                request = self._given(g, dealer, request, None, chance, plan.aim)
            else:
                request = agenda.advance(g, dealer.answer(request))
        if isinstance(request, Over):
            winners = request.result.winners
            return 0 if not winners else thinker.won if seat in winners else -thinker.won
        worth = thinker.worth(g, seat) + thinker.in_hand(g, seat, dealer.faces)
        return max(-thinker.won, min(thinker.won, worth))

    def _given(
        self,
        g: S,
        dealer: LocalDealer,
        request: Request[Any] | None,
        first: Answer | None,
        chance: Chance,
        aim: Any = None,
    ) -> Request[Any]:
        """Let all who are asked answer. first: the answer of this seat, None for the policy's."""
        assert isinstance(request, Decision)
        said: list[Answer] = []
        for decider in request.deciders:
            if decider == self.view.seat and first is not None:
                said.append(first)
                continue
            own = aim if decider == self.view.seat else None
            view = View(g, decider, dealer.knowledge[decider])
            said.append(self.thinker.policy(view, chance, own))
        return agenda.advance(g, request.decided(said, dealer))
