"""A match for PettingZoo: an AEC environment with an action mask.

env = MatchEnv("squadcards", options="turn_limit:60")
"""

from __future__ import annotations

import random
from functools import partial
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from owm_net.engine.ids import EVERYBODY
from owm_net.research import seen
from owm_net.research.table import table_of


class MatchEnv(AECEnv):  # type: ignore[misc]
    """A match of a game. settings: as those of `table_of`. Rewards come at the end; a match that
    has become too long is truncated."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "owm_net_v0", "render_modes": ["ansi"], "is_parallelizable": False,
    }  # fmt: skip

    def __init__(self, game: str, render_mode: str | None = None, **settings: Any) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._new = partial(table_of, game, **settings)
        self.table = self._new()
        self.possible_agents = [f"seat_{n}" for n in range(self.table.setup.seats)]
        size = self.table.actions.size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-seen.MOST, seen.MOST, (seen.PLACES,), np.float32),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}
        self._random = random.Random()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match. The seed decides what chance does in it; without one the generator of the
        last match goes on."""
        if seed is not None:
            self._random.seed(seed)
        self.table = self._new()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what a seat sees, and what it may do if it is its turn."""
        seat = self.possible_agents.index(agent)
        mask: Any = np.zeros(self.table.actions.size, np.int8)
        if seat == self.table.seat:
            mask[self.table.legal()] = 1
        return {
            "observation": np.array(seen.tensor(self.table, seat), np.float32),
            "action_mask": mask,
        }

    def step(self, action: Any) -> None:
        """Act for the agent whose turn it is. Raises ValueError for an action out of the mask."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.act(int(action))
        self._go_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as everybody sees it."""
        return seen.text(self.table, EVERYBODY) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def _go_on(self) -> None:
        while self.table.outcomes:
            self.table.draw(self._random.randrange(self.table.outcomes))
        if self.table.seat is not None:
            self.agent_selection = self.possible_agents[self.table.seat]
            return
        self.rewards = dict(zip(self.agents, self.table.returns(), strict=True))
        self.terminations = dict.fromkeys(self.agents, self.table.ended)
        self.truncations = dict.fromkeys(self.agents, self.table.cut)
