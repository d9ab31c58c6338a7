"""A match on one machine that goes on by numbered actions, one seat at a time.

It knows every card. Whoever plays by it sees what `seen` makes of a seat's view.
"""

from __future__ import annotations

import copy
import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Any

from attrs import evolve

from owm_net import games
from owm_net.engine import agenda, codec, records
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.requests import Answer, Dealt, Decision, Over, Request
from owm_net.engine.requests.openings import Opening
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.engine.zones import MAX_DECK
from owm_net.research.actions import Actions, Spelled, actions_of

MOST_OUTCOMES = MAX_DECK
"""Among which chance decides at once: enough for a card of any deck."""
LONGEST = 10_000
"""Actions after which a match ends without a winner, where nothing else is said."""


class MustDraw(Exception):
    """Chance must decide among so many outcomes."""

    def __init__(self, outcomes: int) -> None:
        self.outcomes = outcomes


class Drawn(Chance):
    """Outcomes that have been drawn already. Raises MustDraw for the next."""

    def __init__(self, drawn: Sequence[int]) -> None:
        self._next = iter(drawn)

    def below(self, n: int) -> int:
        value = 0
        for outcomes in _factors(n):
            drawn = next(self._next, None)
            if drawn is None:
                raise MustDraw(outcomes)
            value = value * outcomes + drawn
        return value


@cache
def _factors(n: int) -> list[int]:
    """Return numbers of outcomes of which the product is n, no more than MOST_OUTCOMES each."""
    if n <= MOST_OUTCOMES:
        return [n] if n > 1 else []
    for factor in range(MOST_OUTCOMES, 1, -1):
        if n % factor == 0:
            return [factor, *_factors(n // factor)]
    raise EngineBug(f"chance cannot decide among {n}: it has a prime factor that is too large")


class Table:
    """A match: `seat` is to `act`, or chance to `draw`, or it has `ended`, or was `cut` short.

    Seats that decide at the same time act one after the other, and none sees what another said.
    actions: the numbering. longest: actions after which nobody has won. spoken: the words of the
    answer that is being said. said: the answers of seats that decide together, as far as they go.
    outcomes: among how many chance decides next, 0 if it does not. memory: seat -> digest of all
    that it has ever seen and said. opened: slot -> card, for everybody.
    """

    def __init__(
        self, system: System, setup: Setup, actions: Actions, longest: int = LONGEST
    ) -> None:
        system.check_setup(setup)
        self.system, self.setup, self.actions, self.longest = system, setup, actions, longest
        self.state = self.system.new_game(setup)
        self.dealer = LocalDealer(setup.seats, Chance(0))
        self.spoken: list[int] = []
        self.said: list[Answer] = []
        self.length = 0
        self.memory = [b""] * setup.seats
        self.opened: dict[int, int] = {}
        self._spelled: Spelled = {}
        self.outcomes = 0
        self._imagined = False
        self._drawn: list[int] = []
        agenda.begin(self.state)
        self._run()

    # -- whose turn it is --------------------------------------------------------------------

    @property
    def request(self) -> Request[Any]:
        """What the match waits for."""
        assert self.state.pending is not None
        return self.state.pending

    @property
    def ended(self) -> bool:
        """The rules have ended it."""
        return isinstance(self.request, Over)

    @property
    def cut(self) -> bool:
        """It has become too long."""
        return not self.ended and self.length >= self.longest

    @property
    def seat(self) -> int | None:
        """The seat that acts next, None if none does."""
        request = self.request
        if self.cut or self.outcomes or not isinstance(request, Decision):
            return None
        return request.deciders[len(self.said)]

    def returns(self) -> list[float]:
        """Return 0 for a draw, else -1 for each loser; the winners share what they lost."""
        request = self.request
        winners = request.result.winners if isinstance(request, Over) else ()
        seats = range(self.setup.seats)
        if not 0 < len(winners) < len(seats):
            return [0.0 for _ in seats]
        won = (len(seats) - len(winners)) / len(winners)
        return [won if seat in winners else -1.0 for seat in seats]

    # -- what a seat may do ------------------------------------------------------------------

    def view(self, seat: int) -> View[Any]:
        """Return what a seat may see now."""
        return View(self.state, seat, self.dealer.knowledge[seat])

    def legal(self) -> list[int]:
        """Return the actions of the seat whose turn it is, in order."""
        at = len(self.spoken)
        return sorted({words[at] for words in self._going_on()}) if self.seat is not None else []

    def act(self, action: int) -> None:
        """Say a word, and those that must follow; a whole answer is given. Raises ValueError."""
        if action not in self.legal():
            raise ValueError(f"action {action} is not legal")
        self.spoken.append(action)
        self._pass_over()
        if len(fits := self._going_on()) == 1:
            self._answer(self._spelled[fits[0]])
        self.length += 1

    def words(self, action: int) -> str:
        """Return what an action says, after its number: the whole answer, if it completes one."""
        fits = [words for words in self._going_on() if words[len(self.spoken)] == action]
        said = self.actions.word(action)
        if len(fits) == 1 and self.seat is not None:
            said = self.system.describe(self.view(self.seat), self._spelled[fits[0]])
        return f"{action}: {said}"

    def _pass_over(self) -> None:
        """Say the words that must follow, where there is a choice after them."""
        while len(self._going_on()) > 1 and len(legal := self.legal()) == 1:
            self.spoken += legal

    def _going_on(self) -> list[tuple[int, ...]]:
        begun = tuple(self.spoken)
        return [words for words in self._spelled if words[: len(begun)] == begun]

    def _answer(self, answer: Answer) -> None:
        request, seat = self.request, self.seat
        assert isinstance(request, Decision) and seat is not None
        agenda.check_answer(self.state, seat, answer, self.dealer.knowledge[seat])
        self._remember(seat, codec.encode(answer))
        self.said.append(answer)
        self.spoken = []
        self._run()

    # -- chance ------------------------------------------------------------------------------

    def draw(self, outcome: int) -> None:
        """Have chance decide, 0 <= outcome < outcomes. All outcomes are equally likely. A
        shuffle of n cards draws n - 1 times, and each die once."""
        if not 0 <= outcome < self.outcomes:
            raise ValueError(f"outcome {outcome} is not one of {self.outcomes}")
        self._drawn.append(outcome)
        self._run()

    def _run(self) -> None:
        """Go on until a seat or chance must decide."""
        while not self.cut:
            request = self.request
            self.dealer.reseed(Drawn(self._drawn))
            try:  # a dealer draws before it moves any card, so it can be asked again
                if isinstance(request, Dealt):
                    answer = self.dealer.answer(request)
                    public = list(answer)
                elif isinstance(request, Decision) and len(self.said) == len(request.deciders):
                    answer = request.decided(self.said, self.dealer)
                    public = [one for _, one in request.decisions(answer)]
                else:
                    break
            except MustDraw as draw:
                self.outcomes = draw.outcomes
                return
            if isinstance(request, Opening):
                self.opened.update(zip(request.slots, answer, strict=True))
            self._give(answer, public)
        self.outcomes = 0
        if self.seat is not None:
            self._spelled = self.actions.spelled(self.view(self.seat))
            self._pass_over()

    def _give(self, answer: Any, public: Any) -> None:
        try:
            agenda.advance(self.state, answer)
        except IllegalAnswer:
            if not self._imagined:
                raise
            self.longest = 0
        self.said, self._drawn = [], []
        seen = codec.encode(public) + codec.encode(self.state)
        for seat, known in enumerate(self.dealer.knowledge):
            self._remember(seat, seen + codec.encode(known))

    def _remember(self, seat: int, seen: bytes) -> None:
        self.memory[seat] = hashlib.sha256(self.memory[seat] + seen).digest()

    def recalled(self, seat: int) -> str:
        """Return a digest of all that a seat has seen and said, with the words it is saying."""
        said = self.spoken if seat == self.seat else []
        return " ".join([self.memory[seat].hex(), *map(str, said)])

    def digest(self) -> str:
        """Return a digest of the match, with what nobody sees."""
        parts: list[object] = [self.state, self.dealer.faces, self.spoken, self.said]
        return hashlib.sha256(codec.encode(parts)).hexdigest()

    # -- copies ------------------------------------------------------------------------------

    def resample(self, seat: int, seed: int) -> Table:
        """Return another world that looks the same to a seat that acts: cards it cannot know are
        dealt again, and seats that have just decided in secret decide again, by chance.

        What somebody laid closed may there be what they could not have laid. A match that finds
        such a thing is cut short."""
        if seat != self.seat:
            raise ValueError("only the world of a seat that acts is dealt again")
        chance, other = Chance(seed), copy.deepcopy(self)
        other.dealer, other._imagined = self.dealer.resample(seat, self.opened, chance), True
        if isinstance(self.request, Decision):
            for n, one in enumerate(self.request.deciders[: len(self.said)]):
                other.said[n] = agenda.sample(other.view(one), chance)
        return other

    def __deepcopy__(self, memo: Any) -> Table:
        other = Table.__new__(Table)
        other.__dict__.update(self.__dict__)
        other.state, other.dealer = self.state.clone(), copy.deepcopy(self.dealer)
        other.spoken, other.said, other._drawn = [*self.spoken], [*self.said], [*self._drawn]
        other.memory, other.opened = [*self.memory], {**self.opened}
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the records as canonical bytes, and the game by its name."""
        kept = {**self.__dict__, "system": self.system.id}
        del kept["_spelled"]
        kept.update({name: codec.encode(kept[name]) for name in ("setup", "state")})
        return {**kept, "said": [codec.encode(answer) for answer in self.said]}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept, system=games.get(kept["system"]))
        self.setup = records.from_bytes(kept["setup"])
        self.state = records.from_bytes(kept["state"])
        self.said = [records.from_bytes(answer) for answer in kept["said"]]
        self._spelled = {} if self.seat is None else self.actions.spelled(self.view(self.seat))


def table_of(
    game: str,
    mission: str = "",
    level: str = "",
    players: int = 0,
    options: str = "",
    longest: int = LONGEST,
) -> Table:
    """Return a new match of a game, with its defaults for what is left empty. options: as in
    "turn_limit:60+blocks:one". Raises KeyError and BadSetup."""
    system = games.get(game)
    setup = system.default_setup(mission, level, players)
    pairs = [option.partition(":") for option in options.split("+") if option]
    setup = evolve(setup, switches=tuple([(name, value) for name, _, value in pairs]))
    return Table(system, setup, actions_of(system), longest)
