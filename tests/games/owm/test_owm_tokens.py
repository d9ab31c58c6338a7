"""Tokens: what leaves one, where it lies, what it does (sections 2.1 and 2.10).

A token is nothing but its place: over a line of soldiers, on the map, on the Initiative Track, on
a soldier, on a Terrain. `tokens` reads them all off a state.
"""

import pytest

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, PickNumber
from owm_net.games.owm.actions import Attack, Crew, EndTurn, Entrench, Hide, Maneuver, Scope, Uncrew
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.catalog import soldier_id
from owm_net.games.owm.flips import Purpose
from owm_net.games.owm.ids import Cell, DivisionKey
from owm_net.games.owm.set_up import FormSquad, TakeDivision
from owm_net.games.owm.state import CATALOG, OwmState
from owm_net.games.owm.terms import Side
from tests.games.owm.table import (
    ATTACK_RED,
    ATTACK_RED_2,
    ENTRENCH,
    EVANS,
    FIRST,
    GUNNER,
    HILL,
    MANEUVER,
    MANEUVER_2,
    MATE,
    RALLY_RED,
    SECOND,
    SNIPER,
    Table,
    flips_for,
    team,
    totals,
)


def tokens(g: OwmState) -> set[tuple[str, int]]:
    """Return (kind, number of the Fireteam, soldier or cell it is on) of every token."""
    found: set[tuple[str, int]] = {("entrench", cell) for cell in g.ground.trenches}
    for one in g.fireteams.values():
        found |= {("line", one.id) for _ in one.line[:1]}
        found.add(("green" if one.on_the_move else "black", one.id))
        found |= {("track", one.id) for i in g.initiative if i == one.id}
        found |= {("stealth", one.id)} if one.stealthed else set()
    for soldier in g.soldiers.values():
        sniper = soldier.weapon.type.value == "sniper"
        found |= {("jammed", soldier.id)} if soldier.jammed else set()
        found |= {("sighted", soldier.id)} if soldier.crewed_in and sniper else set()
    return found


def camp() -> Table:
    """Return an Allied Fireteam with everything tokens stand for, and an enemy at range 3."""
    hand = [ENTRENCH, MANEUVER, MANEUVER_2, HILL, ATTACK_RED, ATTACK_RED_2, RALLY_RED]
    return Table(
        team(0, "C1", EVANS, 203, GUNNER, MATE, SNIPER), team(1, "C4", 303, 306), hands=[hand, []]
    ).begin()


@pytest.mark.rule("OWM-TOK-01", "OWM-BORD-01")
@pytest.mark.parametrize(
    ("deeds", "new", "gone"),
    [
        ([Entrench(ENTRENCH)], {("entrench", 2)}, set()),
        ([Hide(HILL)], {("stealth", 1)}, set()),
        ([Scope(HILL, SNIPER)], {("sighted", SNIPER)}, set()),
        ([Maneuver(MANEUVER, Cell(7))], {("green", 1)}, {("black", 1)}),
        ([Maneuver(MANEUVER, Cell(7)), Maneuver(MANEUVER_2, Cell(7))], set(), set()),
        ([Scope(HILL, SNIPER), Uncrew(SNIPER)], set(), set()),
        ([Crew(HILL, GUNNER, MATE)], set(), set()),  # a soldier's card under another: no token
    ],
)
def test_a_token_shows_what_an_order_or_an_action_has_done_and_no_more(deeds, new, gone):
    t = camp()
    before = tokens(t.g)
    t.do(*deeds)
    assert (tokens(t.g) - before, before - tokens(t.g)) == (new, gone)


@pytest.mark.rule("OWM-TOK-01", "OWM-TOK-05")
def test_a_jam_puts_a_token_on_the_soldier():
    t = camp()
    before = tokens(t.g)
    t.stack("R1", "R1", "B1+jam", "R1").do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert tokens(t.g) ^ before == {("jammed", EVANS)}


@pytest.mark.rule("OWM-TOK-01", "OWM-FAIR-01")
def test_every_token_lies_open_before_everybody():
    t = camp()
    t.do(Hide(HILL), Entrench(ENTRENCH))
    assert tokens(t.view(0).state) == tokens(t.view(1).state) == tokens(t.view(-1).state)
    assert {("stealth", 1), ("entrench", 2)} <= tokens(t.view(1).state)


# ------------------------------------------------------------------ Fireteam tokens


def squads(key: DivisionKey, lines: int) -> tuple[LocalMatch, FormSquad]:
    """A match in which seat 0 has taken this division, and a squad of one-man Fireteams."""
    system = games.get("owm")
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 2)
    while not isinstance(match.request, ChooseSecretly):
        if isinstance(match.request, PickNumber):
            match.give((0,))
        elif isinstance(match.request, Choose) and match.request.seat == 0:
            home = CATALOG.divisions[key]
            match.give(TakeDivision(key, Side.AXIS if home.side is Side.EITHER else home.side))
        else:
            match.give(agenda.options(match.view(1))[0])
    return match, FormSquad(tuple([(soldier_id(key, n),) for n in range(1, lines + 1)]))


IN_THE_BOX = {
    "fireteam": 109,
    "entrench/jammed": 8,
    "covering fire/stealth": 8,
    "sighted": 4,
    "smoke": 4,
    "star shell": 2,
    "satchel charge": 2,
    "supply truck": 1,
}


@pytest.mark.rule("OWM-COMP-02")
def test_the_token_cards_are_those_of_the_box_and_have_two_sides():
    found = dict.fromkeys(IN_THE_BOX, 0)
    for card in CATALOG.token_cards:
        found[card.kind] += card.count
        assert len(card.faces) == 2
    assert found == IN_THE_BOX
    (lu,) = [c for c in CATALOG.token_cards if c.key == "lu"]
    assert lu.count == 1  # the other 108 are of the divisions, which the next test counts


@pytest.mark.rule("OWM-COMP-02", "OWM-TOK-04", "OWM-SETUP-09", "OWM-MISS-06")
@pytest.mark.parametrize("key", CATALOG.divisions)
def test_each_division_has_tokens_for_four_fireteams_three_of_each(key):
    """9 divisions x 4 numbers x 3 places: the 108 tokens, and Lu's is the 109th."""
    match, four = squads(key, 4)
    _, five = squads(key, 5)
    refusal = agenda.why_not(match.view(0), five)
    assert refusal and refusal.rule == "OWM-MISS-06"  # there is no fifth token
    match.give((four, agenda.options(match.view(1))[0]))
    g = match.state
    assert isinstance(g, OwmState)
    while not g.initiative:
        match.step()
    own = [t for t in g.fireteams.values() if t.seat == 0]
    assert [(t.division, t.number) for t in own] == [(key, n) for n in (1, 2, 3, 4)]
    assert len({t.cell for t in own}) == 4
    lying = [token for token in tokens(g) if token[1] in [t.id for t in own]]
    assert sorted(kind for kind, _ in lying) == ["black"] * 4 + ["line"] * 4 + ["track"] * 4
    assert len(CATALOG.divisions) * len(lying) + 1 == 109


@pytest.mark.rule("OWM-COMP-02")
def test_the_number_of_tokens_in_the_box_limits_nothing():
    """The box has 8 Entrench tokens; a ninth is laid all the same."""
    cells = ("A1", "B1", "D1", "E1", "A2", "B2", "D2", "E2")
    t = Table(
        team(0, "C1", EVANS), team(1, "C4", 303), trenches=cells, hands=[[ENTRENCH], []]
    ).begin()
    t.do(Entrench(ENTRENCH))
    assert len(t.g.ground.trenches) == 9


@pytest.mark.rule("OWM-TOK-04", "OWM-BORD-02", "OWM-MOVE-02")
def test_the_green_side_is_2_less_defense_and_double_discipline_the_black_side_neither():
    """The same flips at the same enemy, who stands still or is on the move; then from the move."""

    def shot(*before: object) -> tuple[int, int]:
        t = Table(
            team(1, "C4", 303, 306),
            team(0, "C1", EVANS, 203),
            hands=[[ATTACK_RED, MANEUVER], [MANEUVER_2]],
        ).begin()
        for deed in before:
            t.do(deed)
        while t.seat != 0:
            t.do(EndTurn())
        if t.team(1).on_the_move:
            assert ("green", 1) in tokens(t.g)
        t.stack("R1", "R1", "G1", "B1", "R1", "R1")
        events = t.do(Attack(ATTACK_RED, FIRST), Shoot(EVANS))
        if t.kind == "shooter":
            t.do(CeaseFire())
        return totals(events)[0], flips_for(events, Purpose.DISCIPLINE)

    onward = Maneuver(MANEUVER_2, Cell(4 * 5 + 2))
    assert shot() == (1, 1)
    assert shot(onward) == (3, 1)
    assert shot(EndTurn(), Maneuver(MANEUVER, Cell(7))) == (0, 2)
    assert shot(onward, EndTurn(), Maneuver(MANEUVER, Cell(7))) == (2, 2)


@pytest.mark.rule("OWM-TOK-04", "OWM-MOVE-01", "OWM-MOVE-04")
def test_the_arrow_of_the_token_shows_where_the_move_will_end():
    match = Table(team(0, "C3", EVANS, 203), team(1, "A7", 303), hands=[[MANEUVER], []]).begin()
    match.do(Maneuver(MANEUVER, match.cell("D2")))
    assert match.g.ground.cell_name(match.team(1).heading) == "D2"
    assert isinstance(match.request, Choose)
    match.do(EndTurn(), EndTurn())
    assert match.at(1) == "D2"
    assert ("black", 1) in tokens(match.g)
