"""The games in PettingZoo, by its own tests. Skipped without the extra `research`."""

from __future__ import annotations

from functools import partial

import pytest

pytest.importorskip("pettingzoo", reason="make research installs it")

from pettingzoo.test import api_test, seed_test

from owm_net.research.zoo import MatchEnv
from tests.research.example import example

NUMBERED = [
    partial(MatchEnv, "skeleton"),
    partial(MatchEnv, "skeleton", mission="full-deck", players=4),
    partial(MatchEnv, "squadcards", options="turn_limit:30"),
]
SAMPLED = [partial(MatchEnv, game, longest=8) for game in ("owm", "nco", "hailfire", "heroes")]


@pytest.mark.slow
@pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",  # it is a dict of them, with the mask
    "ignore:Observation space for each agent probably",
)
@pytest.mark.parametrize("make", NUMBERED + SAMPLED)
def test_it_passes_the_tests_of_pettingzoo(make: partial[MatchEnv]) -> None:
    api_test(make(render_mode="ansi"), num_cycles=100)
    seed_test(make, num_cycles=100)


def test_the_winner_is_rewarded_at_the_end() -> None:
    env = MatchEnv("skeleton", players=3)
    env.reset(seed=3)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        over = terminated or truncated
        mask = observation["action_mask"]
        env.step(None if over else env.action_space(agent).sample(mask))
    assert sum(totals.values()) == 0 and max(totals.values()) > 0 and not env.agents


def test_a_match_that_is_too_long_is_truncated() -> None:
    env = MatchEnv("skeleton", longest=2)
    env.reset(seed=1)
    for _ in range(2):
        env.step(int(env.last()[0]["action_mask"].argmax()))
    assert env.truncations == {"seat_0": True, "seat_1": True}
    assert not any(env.terminations.values()) and not any(env.rewards.values())


def test_an_action_out_of_the_mask_is_refused() -> None:
    env = MatchEnv("skeleton")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="not legal"):
        env.step(0)


def test_the_example_of_the_page_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    exec(example("import MatchEnv"), {})
    assert "1.0" in capsys.readouterr().out
