"""What is told of the length of a match."""

from __future__ import annotations

from owm_net import games
from owm_net.files.measured import minutes


def test_a_first_match_with_small_squads_is_said_to_be_short() -> None:
    setup, _ = games.get("owm").first_match()
    short = minutes("owm", setup.mission, setup.switches)
    assert 0 < short < minutes("owm", setup.mission)
    assert minutes("owm", setup.mission, (("wounds", "any"),)) == minutes("owm", setup.mission)
