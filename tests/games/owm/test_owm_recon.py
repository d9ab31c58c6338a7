"""Recon and Intelligence: section 2.21."""

import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Reveal, Show
from owm_net.games.owm.actions import Maneuver
from owm_net.games.owm.actions.lay_terrain import TerrainLaid
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.decisions import DoubleTime, Fubar, Intelligence, Recon
from owm_net.games.owm.decisions.intelligence import LeaveHand, ThrowAway
from owm_net.games.owm.ground import OPEN
from owm_net.games.owm.leaving import why_no_leaving
from owm_net.games.owm.state import CORE, order_of
from owm_net.games.owm.system import OwmSystem
from tests.games.driver import every
from tests.games.owm.table import (
    ENTRENCH,
    EVANS,
    FIRST,
    HILL,
    LAKE,
    MANEUVER,
    WOODS,
    Table,
    team,
)

ORDERS = ("attack", "maneuver", "rally", "entrench")
RECON, RECON_2, INTEL, FUBAR, DOUBLE = map(Played, (14, 64, 51, 34, 58))


def table(*hands, teams=None, **more):
    usual = (team(0, "B3", EVANS), team(1, "E6", 303))
    return Table(*(teams or usual), hands=hands, level="lieutenant", **more).begin()


def executed(t):
    while t.top.stack:
        t.passes()
    return t


def at(t, name):
    """Return the card in a cell."""
    return t.g.ground.cards[t.cell(name)]


# ------------------------------------------------------------------ Recon


@pytest.mark.rule("OWM-CD-RECON")
def test_recon_lays_a_terrain_card_of_the_hand_far_from_any_other():
    """No Terrain need be beside the spot; both cards have left the hand."""
    t = table([RECON, HILL, ENTRENCH], [Played(55)])
    t.say(Recon(RECON, t.cell("B6"), HILL))
    executed(t)
    assert at(t, "B6") == HILL and t.g.hands[0] == [ENTRENCH]
    assert int(RECON) in t.discard and int(HILL) not in t.discard
    assert [e.rule for e in every(t.events, TerrainLaid)] == ["OWM-CD-RECON"]


@pytest.mark.rule("OWM-CD-RECON")
def test_recon_without_a_terrain_card_lays_a_field():
    t = table([RECON, ENTRENCH], [Played(55)])
    t.say(Recon(RECON, t.cell("B6")))
    executed(t)
    assert at(t, "B6") == FIELD and t.g.hands[0] == [ENTRENCH]


@pytest.mark.rule("OWM-CD-RECON")
def test_where_and_what_recon_may_lay():
    teams = (team(0, "B3", EVANS), team(1, "E6", 303))
    t = table([RECON, HILL, ENTRENCH], [LAKE], teams=teams, cards={"B5": WOODS})
    t.refused(Recon(RECON, t.cell("B3"), HILL), "OWM-CD-RECON", "an open spot")
    t.refused(Recon(RECON, t.cell("B7"), HILL), "OWM-CD-RECON", "sees that spot")
    t.refused(Recon(RECON, t.cell("B4"), LAKE), "OWM-CD-RECON", "not in your hand")
    t.refused(Recon(RECON, t.cell("B4"), ENTRENCH), "OWM-CD-RECON", "no Terrain card")
    t.refused(Recon(RECON, t.cell("B4"), turned=True), "OWM-CD-RECON", "not turned")
    found = {t.g.ground.cell_name(a.cell) for a in t.options(Recon)}
    assert "B4" in found and not {"B3", "B5", "B7"} & found


@pytest.mark.rule("OWM-CD-RECON")
def test_a_partner_may_be_who_sees_the_spot():
    teams = (team(0, "B3", EVANS), team(1, "E6", 303), team(2, "A7", 203))
    t = table([RECON, HILL], [ENTRENCH], [], teams=teams, seats=3, cards={"B5": WOODS})
    assert t.allowed(Recon(RECON, t.cell("B7"), HILL))


@pytest.mark.rule("OWM-CD-RECON", "OWM-CD-FUBAR", "OWM-TIMER-02")
def test_a_recon_that_is_cancelled_spends_its_terrain():
    t = table([RECON, HILL, ENTRENCH], [FUBAR, LAKE])
    t.say(Recon(RECON, t.cell("B6"), HILL), Fubar(FUBAR))
    t.until("action")
    assert at(t, "B6") == OPEN and {int(HILL), int(RECON), int(FUBAR)} <= {*t.discard}


@pytest.mark.rule("OWM-CD-RECON", "OWM-STACK-01")
def test_two_recons_on_one_spot():
    """The last one played is the first; the other finds the spot taken, and its card is spent."""
    t = table([RECON, HILL], [RECON_2, WOODS], teams=(team(0, "B3", EVANS), team(1, "D6", 303)))
    spot = t.cell("C5")
    t.say(Recon(RECON, spot, HILL))
    t.say(Recon(RECON_2, spot, WOODS)).until("action")
    assert at(t, "C5") == WOODS and int(HILL) in t.discard


@pytest.mark.rule("OWM-CD-RECON", "OWM-MOVE-05")
def test_recon_stops_who_cannot_enter():
    """A Lake on the spot to which an enemy moves (A-83)."""
    teams = (team(0, "B3", EVANS, heading="B4"), team(1, "B6", 303))
    t = table([ENTRENCH], [RECON, LAKE], teams=teams, at="debrief")
    t.until("decision", 1)
    t.say(Recon(RECON, t.cell("B4"), LAKE))
    executed(t)
    assert not t.team(FIRST).on_the_move and t.at(FIRST) == "B3" and at(t, "B4") == LAKE


@pytest.mark.rule("OWM-CD-RECON", "OWM-CD-DOUBLE")
def test_no_recon_where_an_enemy_hurries_to():
    teams = (team(0, "B3", EVANS), team(1, "B6", 303))
    t = table([MANEUVER, DOUBLE], [RECON, LAKE], teams=teams)
    t.until("action").say(Maneuver(MANEUVER, t.cell("B4")))
    assert t.seat == 1 and t.allowed(Recon(RECON, t.cell("B4"), LAKE))
    t.passes().say(DoubleTime(DOUBLE, FIRST))
    assert t.seat == 1
    t.refused(Recon(RECON, t.cell("B4"), LAKE), "OWM-CD-DOUBLE", "hurries there")
    assert t.allowed(Recon(RECON, t.cell("B5"), LAKE))


# ------------------------------------------------------------------ Intelligence


def secret(seats=2, drawn=3):
    """The second seat holds three cards that nobody else knows."""
    teams = (team(0, "B3", EVANS), team(1, "E6", 303), team(2, "A7", 203))[:seats]
    hands = [[INTEL, ENTRENCH], *([] for _ in range(1, seats))]
    t = Table(*teams, hands=hands, level="lieutenant", seats=seats)
    t.g.hands[1] = [*t.g.decks[CORE].deal(drawn)]
    t.dealer.learn(1, t.g.hands[1])
    return t.begin()


@pytest.mark.rule("OWM-CD-INTEL", "OWM-HAND-02")
def test_intelligence_shows_a_hand_to_one_seat_which_may_throw_a_card_away():
    """Nobody else sees it; the card that is thrown away everybody sees."""
    t = secret()
    hand = [*t.g.hands[1]]
    t.say(Intelligence(INTEL, Seat(1)))
    t.until("throw_away", 0)
    shown = [r for r in t.requests if isinstance(r, Show)]
    assert [(r.seat, r.to, [*r.slots]) for r in shown] == [(1, 0, hand)]
    assert all(card in t.known(0) for card in hand)
    faces = [t.known(0)[card] for card in hand]
    assert [a.card for a in t.options(ThrowAway)] == hand
    t.say(ThrowAway(hand[1]))
    assert [r.slots for r in t.requests if isinstance(r, Reveal)] == [(hand[1],)]
    assert t.g.hands[1] == [hand[0], hand[2]] and faces[1] in t.discard


def test_regular_throws_the_best_card_of_that_hand_away():
    t = secret()
    t.say(Intelligence(INTEL, Seat(1))).until("throw_away", 0)
    faces = {a.card: order_of(t.known(0)[a.card]) for a in t.options(ThrowAway)}
    answer = OwmSystem().computer(t.view(0), Chance("regular"), "regular")
    assert isinstance(answer, ThrowAway)
    ranks = {slot: ORDERS.index(o.standing_order.value) if o else 9 for slot, o in faces.items()}
    assert ranks[answer.card] == min(ranks.values()) and len({*ranks.values()}) > 1


@pytest.mark.rule("OWM-CD-INTEL")
def test_no_card_need_be_thrown_away():
    t = secret()
    hand = [*t.g.hands[1]]
    t.say(Intelligence(INTEL, Seat(1))).until("throw_away", 0)
    t.refused(ThrowAway(int(ENTRENCH)), "OWM-CD-INTEL", "not in that hand")
    t.say(LeaveHand())
    assert t.g.hands[1] == hand and t.kind == "decision"
    assert not [r for r in t.requests if isinstance(r, Reveal)]


@pytest.mark.rule("OWM-CD-INTEL")
def test_whose_hand_may_be_looked_at():
    t = table([INTEL, ENTRENCH], [])
    t.refused(Intelligence(INTEL, Seat(0)), "OWM-CD-INTEL", "another player")
    t.refused(Intelligence(INTEL, Seat(7)), "OWM-CD-INTEL", "another player")
    t.refused(Intelligence(INTEL, Seat(1)), "OWM-CD-INTEL", "holds no card")
    assert not t.options(Intelligence)


@pytest.mark.rule("OWM-CD-INTEL", "OWM-CD-FUBAR")
def test_a_cancelled_intelligence_shows_nothing():
    t = table([INTEL, ENTRENCH], [FUBAR, LAKE])
    t.say(Intelligence(INTEL, Seat(1)), Fubar(FUBAR)).until("action")
    assert t.g.hands[1] == [LAKE] and not t.g.shown


@pytest.mark.rule("OWM-CD-INTEL", "OWM-TEAM-04")
def test_nobody_leaves_while_a_shown_card_is_held():
    """A hand that two seats know cannot be redealt (A-137)."""
    t = secret(seats=3)
    assert why_no_leaving(t.g, Seat(2)) is None
    t.say(Intelligence(INTEL, Seat(1))).until("throw_away", 0)
    t.say(LeaveHand())
    assert "Intelligence has shown" in (why_no_leaving(t.g, Seat(2)) or "")
    t.g.hands[1] = [LAKE]
    assert why_no_leaving(t.g, Seat(2)) is None
