"""A match on one machine without a network: state, local dealer, one player for each seat.

Simulations, tests and the recording of playthroughs run on this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.errors import EngineBug
from owm_net.engine.requests import Answer, Decision, Over, Request, Result
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View

Player = Callable[[System, View[Any], Chance], Answer]
"""Decides for a seat. It gets its view and a stream of its own."""

MAX_STEPS = 100_000
"""A game that is longer than this hangs."""


def random_player(system: System, view: View[Any], chance: Chance) -> Answer:
    """Any allowed answer, by chance."""
    return agenda.sample(view, chance)


def computer_player(system: System, view: View[Any], chance: Chance, strength: str = "") -> Answer:
    """The answer of the system's own computer player, who plays by chance if it has none."""
    return system.computer(view, chance, strength)


PLAYERS: dict[str, Player] = {"random": random_player, "computer": computer_player}
"""Who can play any system. A system's `strengths` are more."""


def player_names(system: System) -> tuple[str, ...]:
    """Return the names of the players of a system."""
    return (*PLAYERS, *system.strengths)


def player_of(system: System, name: str) -> Player:
    """The player with this name. Raises KeyError with a line for people if there is none."""
    if name in system.strengths:
        return partial(computer_player, strength=name)
    if name not in PLAYERS:
        known = ", ".join(player_names(system))
        raise KeyError(f"{system.id} has no player {name[:40]!r}; it has {known}")
    return PLAYERS[name]


class LocalMatch:
    """A game in progress. `step` answers one request; the events of that step are in
    `state.events` until the next."""

    def __init__(
        self,
        system: System,
        setup: Setup,
        seed: int | str,
        players: Sequence[Player],
        dealer: LocalDealer | None = None,
    ) -> None:
        system.check_setup(setup)
        self.system = system
        self.setup = setup
        self.players = tuple(players)
        chance = Chance(seed)
        self.dealer = dealer or LocalDealer(setup.seats, chance.child("dealer"))
        self._streams = [chance.child("player", s) for s in range(setup.seats)]
        self.state = system.new_game(setup)
        self.left: tuple[int, ...] = ()
        self.request = agenda.begin(self.state)

    def view(self, seat: int) -> View[Any]:
        """Return what a seat may see now."""
        return View(self.state, seat, self.dealer.knowledge[seat])

    def decide(self) -> Any:
        """The answer to the pending request, by the players and the dealer."""
        request = self.request
        if isinstance(request, Decision):
            said = [self._ask(seat) for seat in request.deciders]
            return request.decided(said, self.dealer)
        return self.dealer.answer(request)

    def step(self) -> Request[Any]:
        """Answer one request; returns the next."""
        self.give(self.decide())
        return self.request

    def give(self, answer: Any) -> None:
        """Answer the pending request with something decided elsewhere."""
        self.request = agenda.advance(self.state, answer)

    def drop(self, seat: int) -> None:
        """A seat leaves; the others go on. Raises EngineBug if the rules do not let them."""
        if (why := self.system.why_no_drop(self.state, seat)) is not None:
            raise EngineBug(why)
        self.left = (*self.left, seat)
        self.request = self.system.go_on_without(self.state, seat)

    def play(self, most: int = MAX_STEPS) -> Result:
        """Play to the end. Raises EngineBug if that takes more than `most` steps."""
        for _ in range(most):
            if isinstance(self.request, Over):
                return self.request.result
            self.step()
        raise EngineBug(f"no end after {most} steps")

    def _ask(self, seat: int) -> Any:
        answer = self.players[seat](self.system, self.view(seat), self._streams[seat])
        agenda.check_answer(self.state, seat, answer, self.dealer.knowledge[seat])
        return answer
