"""Set-up, its second half: starting places, Initiative Track, deck, hands (section 2.11)."""

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from owm_net.engine import agenda
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, PickNumber, Shuffle
from owm_net.games.owm.actions import LayTerrain
from owm_net.games.owm.catalog import CORE_CARDS, FIELD
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.ids import NO_CELL, Cell
from owm_net.games.owm.set_up import StartAt, permutation, start_cells
from owm_net.games.owm.state import CATALOG
from tests.games.owm.opening import ALLIES, AXIS, GERMAN_10, US_74, Opening


def placing(seats: int = 2, picks: int = 0) -> Opening:
    """Squads are chosen; Fireteams are to be placed."""
    o = Opening(seats, picks).divided()
    return o.do((US_74, GERMAN_10))


@pytest.mark.rule("OWM-MISS-05", "OWM-SETUP-09")
def test_a_fireteam_starts_on_or_beside_its_anchor():
    o = placing()
    name = o.g.ground.cell_name
    assert [name(c) for c in start_cells(o.g, AXIS)] == ["B1", "C1", "D1", "B2", "C2", "D2"]
    assert [name(c) for c in start_cells(o.g, ALLIES)] == ["B6", "C6", "D6", "B7", "C7", "D7"]
    assert o.seat == 0
    cell = o.g.ground.cell
    assert o.rule_against(StartAt(cell("C5"))) == "OWM-MISS-05"
    assert o.rule_against(StartAt(cell("C1"))) == "OWM-MISS-05"
    assert o.rule_against(StartAt(cell("A4"))) == "OWM-MISS-05"
    assert o.rule_against(StartAt(Cell(99))) == "OWM-MISS-05"
    assert o.rule_against(US_74) == "OWM-MISS-05"  # no answer to this question
    o.do(StartAt(cell("C6")))
    assert o.seat == 1
    o.do(StartAt(cell("C2")))
    assert o.seat == 0  # by turns, one Fireteam at a time
    assert o.rule_against(StartAt(cell("C6"))) == "OWM-MISS-05"  # not two in one Terrain
    assert o.rule_against(StartAt(cell("B7"))) == ""


@pytest.mark.rule("OWM-MISS-05")
def test_nobody_starts_in_a_lake():
    o = placing()
    o.g.ground = o.g.ground.with_card(o.g.ground.cell("B6"), CardNumber(33))
    assert o.g.ground.cell("B6") not in start_cells(o.g, ALLIES)


@pytest.mark.rule("OWM-MISS-05")
@pytest.mark.parametrize(("row", "left"), [(1, ["B2", "C2", "D2"]), (2, ["B1", "C1", "D1"])])
def test_a_row_may_be_forbidden(monkeypatch, row, left):
    """Row 4 of the King of the Hill touches no anchor; on another map it could."""
    o = placing()
    assert o.g.card.forbidden_start_rows == (4,)
    card = evolve(o.g.card, forbidden_start_rows=(row,))
    monkeypatch.setattr(type(o.g), "card", card)
    assert [o.g.ground.cell_name(c) for c in start_cells(o.g, AXIS)] == left


@pytest.mark.rule("OWM-TERR-03", "OWM-SETUP-09", "OWM-TACT-01", "OWM-MISS-05")
def test_who_starts_on_an_open_spot_stands_on_a_field_card():
    o = placing()
    cell = o.g.ground.cell("B6" if o.seat == 0 else "B2")
    o.do(StartAt(o.g.ground.cell("D6")))
    assert o.g.ground.cards[o.g.ground.cell("D6")] == FIELD
    assert o.g.ground.cards[o.g.ground.cell("B6")] == OPEN  # nobody is there yet
    o.do(StartAt(o.g.ground.cell("C2")))
    assert o.g.ground.cards[o.g.ground.cell("C2")] == o.g.card.cards["C2"]  # a Road stays one
    while o.kind == "start_at":
        free = [a for a in agenda.options(o.match.view(o.seat)) if a != StartAt(cell)]
        o.do(free[0])
    terrain = next(c for c in CATALOG.core if c in CATALOG.terrain and c not in o.g.ground.cards)
    seat = o.seat
    o.g.hands[seat][0] = terrain
    for team in o.g.fireteams.values():
        assert o.rule_against(LayTerrain(Played(terrain), team.cell, False)) == "OWM-TACT-01"


@pytest.mark.rule("OWM-SETUP-09")
@pytest.mark.parametrize("first", [0, 1])
def test_a_random_camp_places_first(first):
    assert placing(picks=first).seat == first


# ------------------------------------------------------------------ track, deck, hands


@pytest.mark.rule("OWM-SETUP-10")
@given(n=st.integers(1, 6))
def test_every_order_of_the_track_comes_from_one_number(n):
    items = list(range(10, 10 + n))
    total = 1
    for i in range(2, n + 1):
        total *= i
    orders = {tuple(permutation(items, i)) for i in range(total)}
    assert len(orders) == total
    assert all(sorted(o) == items for o in orders)


def started(picks: int = 0) -> Opening:
    o = placing(picks=picks)
    while o.kind == "start_at":
        o.do(agenda.options(o.match.view(o.seat))[0])
    return o


@pytest.mark.rule("OWM-SETUP-10", "OWM-INIT-01")
def test_the_track_holds_every_fireteam_once():
    assert sorted(started().g.initiative) == [1, 2, 3, 4]
    assert started(0).g.initiative != started(1).g.initiative


@pytest.mark.rule("OWM-SETUP-02", "OWM-SETUP-11", "OWM-CCS-02", "OWM-TERR-09")
def test_the_core_deck_is_what_the_map_leaves_of_the_192():
    o = placing()
    shuffles = []
    while o.kind == "start_at":
        answer = agenda.options(o.match.view(o.seat))[0]
        o.match.request = agenda.advance(o.g, answer)
        while not isinstance(o.match.request, Choose):
            if isinstance(o.match.request, Shuffle):
                shuffles.append(o.match.request.cards)
            o.match.give((0,) if isinstance(o.match.request, PickNumber) else o.match.decide())
    (deck,) = shuffles
    on_map = {c for c in o.g.card.cards.values() if c <= CORE_CARDS}
    assert len(on_map) == 16
    assert sorted([*deck, *on_map]) == list(range(1, CORE_CARDS + 1))
    assert set(o.g.card.cards.values()) - on_map == {260}  # the Summit, 60A


@pytest.mark.rule("OWM-SETUP-14", "OWM-INIT-02")
def test_the_side_on_top_of_the_track_draws_first_whatever_its_seat():
    o = placing()
    while sum(t.cell == NO_CELL for t in o.g.fireteams.values()) > 1:
        o.do(agenda.options(o.match.view(o.seat))[0])
    o.picks = 23  # of 24 arrangements of the track: the last Fireteam on top
    o.do(agenda.options(o.match.view(o.seat))[0])
    assert o.g.initiative == [4, 3, 2, 1] and o.g.seat_order() == [1, 0]
    first, second = o.g.hands[1], o.g.hands[0]
    assert min(first) > max(second)  # slots count down from the top of the deck
    assert (len(first), len(second), o.seat) == (7, 7, 1)


@pytest.mark.rule("OWM-SETUP-14", "OWM-SETUP-12", "OWM-SETUP-15", "OWM-HAND-01")
def test_hands_of_seven_in_initiative_order_and_round_1_begins():
    o = started()
    g = o.g
    assert [len(h) for h in g.hands] == [7, 7]
    first = g.seat_order()[0]
    assert max(g.hands[first]) > max(g.hands[1 - first])  # slots count down: the upper cards
    assert (g.fog, g.discard, g.event_pile) == ([], [], [])
    assert (g.round_no, g.phase, o.kind) == (1, "combat", "action")
    assert g.active == g.initiative[0]
    assert g.decks["core"].taken == 14
