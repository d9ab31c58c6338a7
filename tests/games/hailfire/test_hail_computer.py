"""The computer player: it wins against chance, and does what is plain."""

from __future__ import annotations

import pytest

from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.games.hailfire.ids import ATTACKER
from owm_net.games.hailfire.system import Hailfire
from owm_net.games.hailfire.weighing import duel, fate, tails

HAIL = Hailfire()


def test_it_beats_chance_in_an_attack() -> None:
    setup = HAIL.default_setup("dawn-counterstroke")
    result = LocalMatch(HAIL, setup, 1, [computer_player, random_player]).play()
    assert result.winners == (ATTACKER,)


@pytest.mark.rule("HAIL-RFC-02", "HAIL-RFC-03", "HAIL-RFC-04", "HAIL-SUP-03")
def test_odds_of_fire_checks_are_those_of_the_ledger() -> None:
    table = {1: (2, 1, 1, 2, 0), 2: (20, 7, 11, 16, 1), 3: (152, 37, 91, 98, 16)}
    for n, (killed, shaken, hard_killed, hard_shaken, shielded) in table.items():
        share = [1000 * k // 6**n for k in (killed, shaken, hard_killed, hard_shaken, shielded)]
        assert fate(n, False, False, False, False) == (share[0], share[1])
        assert fate(n, True, True, False, False) == (share[2], share[3])
        assert fate(n, True, True, True, False)[0] == share[4]


def test_odds_of_hits_and_of_close_combat() -> None:
    assert tails(((4, 1),)) == (500,)
    assert tails(((4, 1), (5, 1))) == (666, 166)
    assert duel(1, 4, 7) == (984, 0)  # six checks at 4+
    alone, lost = duel(1, 4, 4)
    assert 330 <= alone <= 334 and 660 <= lost <= 668
    assert duel(2, 4, 4)[0] > 2 * alone
