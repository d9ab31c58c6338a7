"""The Sniper's table. HON-AB-75, HON-AB-76."""

from __future__ import annotations

import pytest

from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.sniper import OrderSnipe
from tests.games.heroes.table import Table, acting, ann, ben, scenario
from tests.seats import ANN


def aimed(die: int, suppressed: int = 0, thicket: bool = False) -> Table:
    """A sniper aims at fresh riflemen four spaces away."""
    table = acting(
        ann(3, 1, "de_sniper", suppressed=suppressed),
        ben(7, 1),
        on=scenario([("thicket1", 5, 1)] if thicket else []),
        dice=[(die,)],
    )
    table.until("turn", ANN)
    table.say(OrderSnipe(table.token(0), UnitId(1)))
    return table


@pytest.mark.rule("HON-AB-75")
@pytest.mark.parametrize(
    ("die", "face", "markers"), [(1, 0, 0), (2, 0, 1), (3, 0, 1), (4, 1, 0), (5, 1, 0), (6, 1, 1)]
)
def test_each_row_of_the_table(die: int, face: int, markers: int) -> None:
    target = aimed(die).u(1)
    assert (target.face, target.suppressed) == (face, markers)


@pytest.mark.rule("HON-AB-76")
def test_markers_and_obstacles_count_and_nothing_else_does() -> None:
    """R-22."""
    assert (aimed(6, suppressed=1).u(1).face, aimed(6, suppressed=1).u(1).suppressed) == (1, 0)
    hidden = aimed(4, thicket=True).u(1)
    assert (hidden.face, hidden.suppressed) == (0, 1)
    table = acting(
        ann(0, 1, "de_sniper"), ben(15, 1), on=scenario([("position1", 15, 1)]), dice=[(4,)]
    )
    table.until("turn", ANN)
    table.say(OrderSnipe(table.token(0), UnitId(1)))
    assert table.u(1).face == 1  # neither the range nor the position


@pytest.mark.rule("HON-AB-75")
def test_it_is_aimed_at_infantry_by_snipers_alone() -> None:
    table = acting(ann(3, 1, "de_sniper"), ann(3, 3), ben(7, 1), ben(7, 3, "us_halftrack"))
    table.until("turn", ANN)
    token = table.token(0)
    table.refused(OrderSnipe(token, UnitId(3)), "HON-FIRE-02")
    table.refused(OrderSnipe(token, UnitId(1)), "HON-FIRE-16")
    assert {a.target for a in table.options(OrderSnipe)} == {2}
    table.say(table.move(0))
    table.until("turn", ANN)
    table.refused(OrderSnipe(table.token(1), UnitId(2)), "HON-AB-75")
