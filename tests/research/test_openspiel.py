"""The games in OpenSpiel, by its own tests. Skipped without the extra `research`."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="make research installs open_spiel")

import numpy as np  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts  # noqa: E402
from open_spiel.python.tests import games_sim_test  # noqa: E402

import owm_net.research.spiel  # noqa: E402, F401
from owm_net.research import seen  # noqa: E402
from tests.research.example import example  # noqa: E402

NUMBERED = [
    "owm_net_skeleton",
    "owm_net_skeleton(mission=full-deck,players=3)",
    "owm_net_squadcards(options=turn_limit:30)",
    "owm_net_squadcards(mission=two-squads,longest=120)",
]
SAMPLED = [f"owm_net_{name}(longest=8)" for name in ("owm", "nco", "hailfire", "heroes")]


@pytest.mark.slow
@pytest.mark.parametrize("name", NUMBERED + SAMPLED)
def test_it_passes_the_tests_of_openspiel(name: str) -> None:
    """Sorted legal actions, masks, words, clones, serialised twins, tensors, returns."""
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    np.random.seed(1)
    games_sim_test.GamesSimTest().sim_game(game)


@pytest.mark.parametrize("name", NUMBERED[:1])
def test_a_search_of_openspiel_plays_it(name: str) -> None:
    """It deals unknown cards again by `resample_from_infostate`."""
    game, chance = pyspiel.load_game(name), np.random.RandomState(5)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(random_state=chance),
        uct_c=2.0,
        max_simulations=8,
        random_state=chance,
        allow_inconsistent_action_sets=True,
    )
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choice(outcomes, p=odds))
        elif state.current_player() == 0:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    assert sum(state.returns()) == 0


def test_a_player_is_shown_what_its_seat_sees() -> None:
    state = pyspiel.load_game("owm_net_skeleton").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for seat in (0, 1):
        assert state.observation_string(seat) == seen.text(state.table, seat)
        assert state.observation_tensor(seat) == seen.tensor(state.table, seat)
    assert state.information_state_string(0) != state.information_state_string(1)


def test_python_ends_well_after_it() -> None:
    """OpenSpiel keeps the games until after Python has ended."""
    program = "import owm_net.research.spiel, pyspiel; pyspiel.load_game('owm_net_skeleton')"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_example_of_the_page_plays_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    random.seed(1)
    exec(example("import pyspiel"), {})
    assert "1.0" in capsys.readouterr().out
