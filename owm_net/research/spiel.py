"""Every game for OpenSpiel: importing this module registers `owm_net_<game>`.

    game = pyspiel.load_game("owm_net_skeleton(mission=full-deck,players=3)")

Chance is explicit: each throw of a die is a chance node, and each draw of a shuffle, n - 1 for n
cards. So a state has no chance of its own: it can be cloned, written down and played on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

import numpy as np
import pyspiel

from owm_net import games
from owm_net.engine.ids import EVERYBODY
from owm_net.research import seen
from owm_net.research.table import LONGEST, MOST_OUTCOMES, Table, table_of

PARAMETERS = {
    "mission": "",
    "level": "",
    "players": 0,
    "options": "",  # "turn_limit:60+blocks:one"
    "longest": LONGEST,
}


class MatchGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its setup. kind: how OpenSpiel knows it."""

    kind: ClassVar[Any]

    def __init__(self, params: Mapping[str, Any]) -> None:
        kind = self.kind
        self._new = partial(table_of, kind.short_name.removeprefix("owm_net_"), **params)
        table = self._new()
        seats = table.setup.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions.size,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=seats - 1.0,
            utility_sum=0.0,
            max_game_length=table.longest,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> MatchState:
        """Return a match of which nothing is known yet."""
        return MatchState(self, self._new())

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound: two decks are shuffled after an action at most, but for the first."""
        return 2 * MOST_OUTCOMES * (int(self.max_game_length()) + 1)

    def make_py_observer(self, wanted: Any = None, params: Any = None) -> Observer:
        """Return what tells how a seat sees a state."""
        return Observer(wanted or pyspiel.IIGObservationType(perfect_recall=False), params)

    def __reduce__(self) -> Any:
        """Pickle it by its name and parameters."""
        return pyspiel.load_game, (str(self),)


class MatchState(pyspiel.State):  # type: ignore[misc]
    """A match in progress. table: it, as owm_net has it."""

    def __init__(self, game: MatchGame, table: Table) -> None:
        super().__init__(game)
        self.table = table

    def current_player(self) -> int:
        """Return the seat that acts, or the name of the occasion."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE if self.table.seat is None else self.table.seat)

    def is_terminal(self) -> bool:
        """Return True if it is over, or has become too long."""
        return self.table.ended or self.table.cut

    def returns(self) -> list[float]:
        """Return what each seat has won."""
        return self.table.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be drawn."""
        n = self.table.outcomes
        return [(outcome, 1.0 / n) for outcome in range(n)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> MatchState:
        """Return a state that looks the same to a player, with other cards where it knows none."""
        other: MatchState = self.clone()
        other.table = self.table.resample(player, int(sampler() * (1 << 53)))
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal()

    def _apply_action(self, action: int) -> None:
        if self.table.seat is None:
            self.table.draw(action)
        else:
            self.table.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        return self.table.words(action)

    def __str__(self) -> str:
        """Return what everybody sees, and a digest of the rest."""
        return f"{seen.text(self.table, EVERYBODY)}\n{self.table.digest()}"


class Observer:
    """How a seat sees a state. With perfect recall it is a digest of all that the seat has ever
    seen and done, without a tensor."""

    def __init__(self, wanted: Any, params: Any) -> None:
        if params or not wanted.public_info:
            raise ValueError("a seat sees what is public, and takes no parameters")
        if wanted.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            raise ValueError("a seat sees its own cards, and nobody else's")
        self._recalls = wanted.perfect_recall
        self.tensor: Any = None if self._recalls else np.zeros(seen.PLACES, np.float32)
        self.dict = {} if self.tensor is None else {"facts": self.tensor}

    def set_from(self, state: MatchState, player: int) -> None:
        """Fill the tensor."""
        if self.tensor is not None:
            self.tensor[:] = seen.tensor(state.table, player)

    def string_from(self, state: MatchState, player: int) -> str:
        """Return the same in words."""
        if self._recalls:
            return f"{player} {state.table.recalled(player)}"
        return seen.text(state.table, player)


def _register(name: str) -> None:
    fewest, most = games.get(name).seats
    kind = pyspiel.GameType(
        short_name=f"owm_net_{name}",
        long_name=str(games.get(name).title),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )
    # A class, for OpenSpiel keeps it until after Python has ended, when no function may be freed.
    pyspiel.register_game(kind, type(kind.short_name, (MatchGame,), {"kind": kind}))


for _name in games.names():
    _register(_name)
