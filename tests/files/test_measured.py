"""What is told of the length of a match."""

from __future__ import annotations

from owm_net import games
from owm_net.files.measured import minutes


def test_a_first_match_with_small_squads_is_said_to_be_short() -> None:
    setup, _ = games.get("owm").first_match()
    short = minutes("owm", setup.mission, setup.switches)
    assert 0 < short < minutes("owm", setup.mission)
    assert minutes("owm", setup.mission, (("wounds", "any"),)) == minutes("owm", setup.mission)


def test_a_first_match_of_nco_is_said_to_take_what_it_was_measured_to_take() -> None:
    """It told the mission's minutes, which is played on any layout."""
    setup, _ = games.get("nco").first_match()
    assert setup.switches
    assert minutes("nco", setup.mission, setup.switches) < minutes("nco", setup.mission)
