"""The answers of the game as a table without rules sees them."""

from __future__ import annotations

from itertools import islice

from owm_net.engine import agenda
from owm_net.engine.drafts import Desk, blanks_of
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose, Over
from owm_net.games.heroes.system import Heroes
from tests.games.heroes.test_hon_match import CARDS

HEROES = Heroes()
COUNTED = {"tokens"}
"""Numbers of which none has a name."""


def test_a_table_can_list_each_value_that_an_answer_may_have() -> None:
    """All that is offered in a match, of every field, and a name for it."""
    match = LocalMatch(HEROES, CARDS, 3, [random_player] * 2)
    seen: set[str] = set()
    while not isinstance(request := match.request, Over):
        if isinstance(request, Choose):
            view = match.view(request.seat)
            desk = Desk(HEROES, view)
            for answer in islice(agenda.offers(view), 30):
                for blank in () if isinstance(answer, Pass) else blanks_of(type(answer)):
                    value = getattr(answer, blank.name)
                    one = value if blank.many else (value,)
                    if blank.name not in COUNTED and one and value != blank.default:
                        values = desk.domain(blank.kind)
                        assert values is not None, blank
                        assert set(one) <= set(values), (blank, value)
                        assert HEROES.value_name(view, blank.kind, one[0])
                        seen.add(blank.name)
        match.step()
    assert seen >= {"cards", "facing", "path", "step", "token", "unit"}
