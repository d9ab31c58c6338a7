"""Hidden set-up: Units under blinds among dummies. HAIL-PDEP-03, H-49 to H-53."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import attrs
import pytest

from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.geometry import Polygon
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.system import Setup
from owm_net.games.hailfire.blinds import BlindOpened, Hide, LayBlinds, hidden_unit
from owm_net.games.hailfire.catalog import CATALOG
from owm_net.games.hailfire.ids import NO_UNIT, OFF_TABLE, ForceKey, ScenarioKey, UnitId
from owm_net.games.hailfire.orders import FireAt, Go
from owm_net.games.hailfire.reading import Area, Line, Scenario, UnitRow
from owm_net.games.hailfire.set_up import SetUpUnit
from owm_net.games.hailfire.state import BLINDS, HailfireState
from owm_net.games.hailfire.terms import Quality
from owm_net.games.hailfire.turn import Activate, HeroSpent, Unveil
from tests.games.driver import Driver
from tests.games.hailfire.table import ANN, BEN, HAIL, ZONE, T, area, path, scenario, who

TANK, GUN, FOOT = UnitId(0), UnitId(1), UnitId(2)
"""Ann's only Unit, and Ben's, of which he may hide one."""
SHERMAN, PAK, RIFLE = T(0), T(2), T(4)
DUMMY = (1000, 3000)
HIDDEN = (3000, 3000)
"""Where the blinds stand."""


class Ambush(Driver[HailfireState]):
    """A battle with blinds from its first question. Where nothing is said the dealer rolls."""

    def cheats(self, answer: Answer) -> None:
        """A seat says what only it knows to be forbidden."""
        self._give(answer)
        self._settle()

    def blind(self, unit: UnitId) -> Played:
        """The blind that hides a Unit, or nobody; as Ben's answers name it."""
        hand = self.g.hands[BLINDS + BEN]
        known = [self.view(BEN).card(card) for card in hand]
        (found,) = [
            card
            for card, face in zip(hand, known, strict=True)
            if face is not None and hidden_unit(face) == unit
        ]
        return Played(found)


def row(force: str, name: str, leader: str, **teams: int) -> UnitRow:
    return UnitRow(
        force=ForceKey(force), name=name, quality=Quality.REGULAR, leader=leader, teams=teams
    )


def place(
    *pieces: Area | Line, rounds: int = 12, zone: Polygon = ZONE, foot: int = 1
) -> ScenarioKey:
    """A tank attacks a gun and riflemen."""
    key = scenario(*pieces, rounds=rounds)
    name = ScenarioKey(f"{key}-blinds-{zone.box}-{foot}")
    known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    known[name] = attrs.evolve(
        known[key],
        key=name,
        zones=(ZONE, zone),
        forces={
            ForceKey("attacker"): (row("attacker", "tanks", "", us_m4=1),),
            ForceKey("defender"): (
                row("defender", "pak", "ger_cmd", ger_pak40=1),
                row("defender", "gren_1", "ger_cmd", ger_rifle=foot),
            ),
        },
    )
    return name


def begun(where: ScenarioKey, *dice: tuple[int, ...]) -> Ambush:
    g = HAIL.new_game(Setup(where, "standard", 2, (("hidden", "yes"),)))
    assert isinstance(g, HailfireState)
    return Ambush(g, LocalDealer(2, Chance("blinds")), dice).begin()


def laid(
    fight: Ambush, unit: UnitId = GUN, at: tuple[int, int] = HIDDEN, dummy: tuple[int, int] = DUMMY
) -> Ambush:
    """Ben hides a Unit and lays its blind there, and the dummy elsewhere."""
    fight.say(Hide((unit,)))
    hand = fight.g.hands[BLINDS + BEN]
    real = fight.blind(unit)
    return fight.say(LayBlinds(path(*[at if card == real else dummy for card in hand])))


def ambush(
    tank: tuple[int, int],
    *pieces: Area | Line,
    rounds: int = 12,
    dice: Sequence[tuple[int, ...]] = ((1, 4),),
) -> Ambush:
    """Return Ben's gun hidden, his riflemen in a corner; Ann's tank is to begin there. dice: from
    her first turn on."""
    fight = laid(begun(place(*pieces, rounds=rounds)))
    fight.say(SetUpUnit(path((4600, 3400), (4600, 3200))))
    fight.dice = list(dice)
    return fight.say(SetUpUnit(path(tank)))


@pytest.mark.rule("HAIL-PDEP-03")
def test_half_of_the_defenders_units_hide_among_as_many_dummies() -> None:
    fight = begun(place())
    assert (fight.kind, fight.seat) == ("hide", BEN)
    fight.refused(Hide((GUN, FOOT)), "HAIL-PDEP-03", "1 Unit at the most")
    fight.refused(Hide((TANK,)), "HAIL-PDEP-03", "of your own")
    fight.say(Hide((GUN,)))
    cards = fight.g.hands[BLINDS + BEN]
    assert fight.kind == "lay_blinds" and len(cards) == 2
    assert {hidden_unit(c) for c in fight.view(BEN).cards(cards) if c is not None} == {GUN, NO_UNIT}
    assert fight.view(ANN).cards(cards) == (None, None)
    fight.say(LayBlinds(path(DUMMY, HIDDEN)))
    assert fight.kind == "set_up" and fight.seat == BEN
    fight.say(SetUpUnit(path((4600, 3400), (4600, 3200))))
    assert fight.seat == ANN  # the gun is not asked for: it is hidden
    assert not fight.g.teams[PAK].there and fight.g.has_teams(BEN)


@pytest.mark.rule("HAIL-PDEP-03")
def test_nobody_is_hidden_in_a_meeting_or_unless_it_is_agreed() -> None:
    assert HAIL.switches["hidden"][0] == "no"
    for mission, hidden in (("mill-meeting", "yes"), ("lane-junction", "no")):
        g = HAIL.new_game(Setup(mission, "standard", 2, (("hidden", hidden),)))
        fight = Ambush(cast(HailfireState, g), LocalDealer(2, Chance("no"))).begin()
        if fight.kind == "force":
            fight.say(tuple([fight.options(seat=seat)[0] for seat in fight.seats]))
        assert fight.kind == "set_up"
    nobody = begun(place()).say(Hide(()))
    assert nobody.kind == "set_up" and not nobody.g.blinds


@pytest.mark.rule("HAIL-PDEP-03")
def test_a_blind_stands_in_the_zone_and_apart_from_the_others() -> None:
    zone = Polygon.rectangle(0, 2000, 4800, 3600)
    fight = begun(place(area("river", 0, 3000, 600, 3600), zone=zone)).say(Hide((GUN,)))

    def why(*spots: tuple[int, int]) -> str:
        return fight.refusal(LayBlinds(path(*spots))).why

    assert "wholly in the zone" in why((1000, 2049), HIDDEN)
    assert 'less than 4"' in why(HIDDEN, (3399, 3000))
    assert "river" in why((300, 3300), HIDDEN)
    assert "choose 2 places; you gave 1" in why(HIDDEN)
    assert fight.allowed(LayBlinds(path((1000, 2050), HIDDEN)))
    assert fight.allowed(LayBlinds(path(HIDDEN, (3400, 3000))))


@pytest.mark.rule("HAIL-PDEP-03")
@pytest.mark.parametrize(("far", "opened"), [(790, True), (810, False)])
def test_an_enemy_within_800_who_sees_it_opens_a_blind(far: int, opened: bool) -> None:
    x, y = HIDDEN
    fight = ambush((x, y - 100 - far))
    assert bool(fight.told(BlindOpened)) == opened
    if opened:  # set up before the first turn
        assert fight.kind == "set_up" and fight.seat == BEN
        return
    fight.dice = [(1, 1)]
    fight.say(Activate(who(SHERMAN), False), Go(SHERMAN, path((x, y - 100 - 800)), False), Pass())
    fight.until("set_up")  # it has ended a move 800 u away
    assert fight.told(BlindOpened)[0].unit == GUN
    fight.say(fight.options(SetUpUnit)[0])
    assert fight.g.teams[PAK].there and not fight.g.hidden


@pytest.mark.rule("HAIL-PDEP-03")
def test_a_blind_that_nobody_sees_stays_closed_and_a_dummy_is_taken_away() -> None:
    x, y = HIDDEN
    walled = ambush((x, y - 500), area("building", x - 400, y - 350, x + 400, y - 150))
    assert not walled.told(BlindOpened)
    dummy = ambush((DUMMY[0], DUMMY[1] - 500))
    assert [e.unit for e in dummy.told(BlindOpened)] == [NO_UNIT]
    assert dummy.kind == "activate" and dummy.g.blinds.count(OFF_TABLE) == 1


@pytest.mark.rule("HAIL-PDEP-03")
def test_hidden_teams_are_no_target() -> None:
    fight = ambush((3000, 1000)).say(Activate(who(SHERMAN), False))
    fight.refused(FireAt(PAK, who(SHERMAN), ()), "HAIL-FIRE-01", "on the table")


def bens_turn() -> Ambush:
    """Ann does nothing; Ben has four Order Points."""
    fight = ambush((3000, 300), dice=[(1, 4), (2, 4)])
    return fight.say(Pass())


@pytest.mark.rule("HAIL-PDEP-03")
def test_its_owner_opens_a_blind_to_activate_its_unit() -> None:
    fight = bens_turn()
    assert (fight.kind, fight.seat) == ("activate", BEN)
    fight.say(Unveil(fight.blind(GUN)))
    assert fight.kind == "set_up"
    x, y = HIDDEN
    fight.refused(SetUpUnit(path((x, y - 401), HIDDEN)), "HAIL-PDEP-03", '4" from the blind')
    fight.say(SetUpUnit(path((x, y - 400), HIDDEN)))
    assert fight.g.order_points == 4
    fight.refused(Pass(), "HAIL-PDEP-03", "is activated now")
    fight.refused(Activate(who(RIFLE), False), "HAIL-PDEP-03", "is activated now")
    fight.say(Activate(who(PAK), False))
    assert fight.g.order_points == 3 and fight.kind == "order"


@pytest.mark.rule("HAIL-PDEP-03")
@pytest.mark.parametrize(("half", "far"), [(300, 400), (390, 400), (480, 660)])
def test_only_who_finds_no_room_near_the_blind_stands_farther_from_it(half: int, far: int) -> None:
    """It is in a house, where no gun begins: the gun stands before it, the Leader may be inside and
    does not go farther than 4 inches for that (H-52)."""
    x, y = HIDDEN
    house = area("building", x - half, y - half, x + half, y + half)
    fight = ambush((3000, 300), house, dice=[(1, 4), (2, 4)]).say(Pass())
    fight.say(Unveil(fight.blind(GUN)))

    def refused(leader: int, gun: int) -> str:
        refusal = fight.why_not(SetUpUnit(path((x - leader, y), (x, y - gun))))
        return refusal.why if refusal is not None else ""

    assert refused(401, far).startswith('place 1: it is more than 4" from the blind')
    assert refused(400, far + 1).startswith("place 2: it is more than")
    assert "no gun begins there" in refused(400, half)
    assert not refused(400, far)


@pytest.mark.rule("HAIL-PDEP-03")
def test_who_activates_a_dummy_is_found_out() -> None:
    fight = bens_turn()
    fight.refused(Unveil(fight.blind(NO_UNIT)), "HAIL-PDEP-03", "a dummy hides nobody")
    fight.refused(Unveil(Played(fight.g.hands[0][0])), "HAIL-PDEP-03", "a blind of your own")
    fight.g.order_points = 0
    fight.refused(Unveil(fight.blind(GUN)), "HAIL-TURN-04")


@pytest.mark.rule("HAIL-PDEP-03")
def test_only_its_owner_is_told_what_a_blind_hides() -> None:
    fight = bens_turn()
    gun, dummy = (Unveil(fight.blind(unit)) for unit in (GUN, NO_UNIT))
    told = [a.sentence(fight.view(BEN)) for a in (gun, dummy)]
    assert told == ["open PaK Section", "open a dummy"]
    assert {a.sentence(fight.view(ANN)) for a in (gun, dummy)} == {"open a blind"}


@pytest.mark.rule("HAIL-PDEP-03", "HAIL-TURN-07")
def test_a_hero_point_brings_a_hidden_unit_out_in_the_enemys_turn() -> None:
    fight = ambush((3000, 300)).say(Activate(who(SHERMAN), False), Pass())
    fight.until("activate", BEN)
    blind = fight.blind(GUN)
    fight.say(Unveil(blind)).say(fight.options(SetUpUnit)[0])
    assert (fight.kind, fight.seat) == ("activate", BEN)
    fight.refused(Pass(), "HAIL-PDEP-03")
    fight.say(Activate(who(PAK), True))
    assert fight.told(HeroSpent)[0].seat == BEN
    assert blind not in fight.g.hands[BLINDS + BEN]  # it is open now
    fight.until("activate", BEN)
    assert not fight.options(Unveil) or fight.options(Unveil)[0].blind == fight.blind(NO_UNIT)


@pytest.mark.rule("HAIL-PDEP-03", "HAIL-PVIC-05")
def test_hidden_teams_count_and_at_the_end_all_blinds_are_opened() -> None:
    fight = ambush((3000, 300), rounds=1)
    for team in (T(3), RIFLE):
        fight.g.change(team, lost=True, spot=OFF_TABLE)
    fight.dice = [(1, 2)]
    fight.say(Pass())  # Ben has no Team that is seen, and goes on
    assert fight.kind == "activate" and fight.seat == BEN
    fight.say(Pass())
    assert fight.over is not None
    assert {e.unit for e in fight.told(BlindOpened)} == {GUN, NO_UNIT}


@pytest.mark.rule("HAIL-PDEP-03")
def test_who_finds_no_room_in_the_zone_is_lost() -> None:
    fight = begun(place(zone=Polygon.rectangle(2000, 2000, 3000, 2160), foot=9))
    laid(fight, FOOT, at=(2060, 2080), dummy=(2900, 2080))
    fight.say(SetUpUnit(path((2600, 2080), (2750, 2080))))
    fight.say(SetUpUnit(path((2060, 1300))))  # Ann's tank sees the blind
    (answer,) = fight.options(SetUpUnit)
    assert 0 < len(answer.spots) < 10
    fight.say(answer)
    unit = [t for t in fight.g.teams if t.unit == FOOT]
    assert sum([t.there for t in unit]) == len(answer.spots)
    assert sum([t.lost for t in unit]) == 10 - len(answer.spots)


@pytest.mark.rule("HAIL-PDEP-03", "HAIL-TURN-07")
def test_dummies_alone_are_no_reason_to_ask_for_hero_points() -> None:
    fight = ambush((3000, 300)).say(Activate(who(SHERMAN), False), Pass())
    fight.until("activate", BEN)
    fight.say(Unveil(fight.blind(GUN))).say(fight.options(SetUpUnit)[0])
    for n, t in enumerate(fight.g.teams):
        if t.seat == BEN and n != PAK:
            fight.g.change(T(n), lost=True, spot=OFF_TABLE)
    left = [n for n, t in enumerate(fight.g.teams) if t.seat == BEN and t.there]
    for n in left[1:]:
        fight.g.change(T(n), lost=True, spot=OFF_TABLE)
    fight.say(Activate(who(left[0]), True), Pass())
    assert fight.seat == ANN and fight.kind == "activate"
    assert any(spot != OFF_TABLE for spot in fight.g.blinds)  # a dummy stands yet
