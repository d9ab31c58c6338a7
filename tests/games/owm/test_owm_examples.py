"""The worked examples of the rulebook with numbers (section 2.28 of docs/rules/owm.md).

The flips are the very cards of the ledger, in its order.
"""

import pytest

from owm_net.games.owm.actions import Attack
from owm_net.games.owm.actions.attack import Aimed, Shoot, ShotsAllowed
from owm_net.games.owm.damage import Wounded
from owm_net.games.owm.flips import Flipped
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG
from tests.games.driver import every, only
from tests.games.owm.table import ATTACK_RED, EVANS, HILL, ROAD, Table, team, totals

FIRST, SECOND = SoldierId(306), SoldierId(307)  # Resolve 4, Vitality 9
GREEN_SHOOTER = SoldierId(208)  # G+B at range 3, Discipline green


def evans_shoots(
    *flips: int, hill: bool, soldier: SoldierId = EVANS, moving: bool = False
) -> Table:
    """Range 3 against a Fireteam of two; the first two flips are shots and target."""
    t = Table(
        team(0, "C1", soldier, 203),
        team(1, "C4", FIRST, SECOND),
        cards={"C1": HILL, "C4": ROAD} if hill else {},
        hands=[[ATTACK_RED], []],
    ).begin()
    if moving:
        t.g.fireteams[FireteamId(1)] = t.team(1).with_(heading=t.cell("C2"), moved_in=3)
    t.stack(*flips)
    t.do(Attack(ATTACK_RED, FireteamId(2)), Shoot(soldier))
    return t


def test_the_shooter_and_the_targets_are_those_of_the_examples():
    evans = CATALOG.soldiers[EVANS]
    assert (evans.surname, evans.discipline.value) == ("Evans", "red")
    assert [c.value for c in CATALOG.soldier_weapon(EVANS).colours(3, False)] == ["green", "blue"]
    for target in (FIRST, SECOND):
        assert (CATALOG.soldiers[target].resolve, CATALOG.soldiers[target].vitality) == (4, 9)


@pytest.mark.rule("OWM-EX-25", "OWM-EX-05", "OWM-EX-11", "OWM-FIRE-09")
def test_ex_25_killed():
    t = evans_shoots(3, 8, 17, 170, 7, hill=True)
    assert only(t.said, ShotsAllowed).n == 3
    assert only(t.said, Aimed).target == SECOND
    assert [e.value for e in every(t.said, Flipped)][2:] == [5, 8, 3]
    assert totals(t.said) == [12]
    assert t.status(SECOND) == "gone"


@pytest.mark.rule("OWM-EX-26", "OWM-RES-04")
def test_ex_26_wounded():
    t = evans_shoots(3, 8, 17, 145, 12, hill=False)
    assert totals(t.said) == [8]
    assert t.status(SECOND) == "wounded"


@pytest.mark.rule("OWM-EX-27", "OWM-FIRE-05")
def test_ex_27_jammed():
    t = evans_shoots(3, 8, 17, 16, 7, hill=True)
    assert totals(t.said) == [4]
    assert t.status(SECOND) == "suppressed"
    assert t.g.soldiers[EVANS].jammed


@pytest.mark.rule("OWM-EX-28", "OWM-DISC-05", "OWM-CARD-06")
def test_ex_28_double_discipline():
    t = evans_shoots(3, 8, 17, 170, 22, 13, hill=False, soldier=GREEN_SHOOTER, moving=True)
    assert totals(t.said) == [3]
    assert t.status(SECOND) == "ready"
    assert not every(t.said, Wounded)


@pytest.mark.rule("OWM-EX-04", "OWM-FIRE-08")
def test_ex_04_green_and_blue_minus_red():
    t = evans_shoots(3, 8, 17, 170, 12, hill=False)
    assert totals(t.said) == [5 + 8 - 4]
