"""Rulings marked *switch* in the ledger, played the other way (A-03, A-44, A-68, A-69, A-94,
G-02)."""

from __future__ import annotations

from typing import Any

import pytest

from fuzz.watched import Playout
from owm_net import games
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.system import Setup
from owm_net.games.owm import odds
from owm_net.games.owm.actions import Entrench, Hide, Maneuver, Scope
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.damage import resolve_hit
from owm_net.games.owm.decisions import CoveringFire, Recon
from owm_net.games.owm.decisions.smoke import why_no_smoke
from owm_net.games.owm.flips import icon_of
from owm_net.games.owm.ids import Cell, DivisionKey, SoldierId
from owm_net.games.owm.operations.reinforcements import reinforcements
from owm_net.games.owm.operations.satchel_charge import why_no_satchel
from owm_net.games.owm.operations.star_shell import why_no_star_shell
from owm_net.games.owm.state import CATALOG, OwmState, Soldier, Variants
from owm_net.games.owm.system import VARIANTS
from owm_net.games.owm.terms import Colour, EventIcon, Status, WeaponType
from owm_net.games.owm.tokens import Border, TokenKind
from owm_net.games.owm.traits.course import Course
from owm_net.games.owm.turn import Turn
from tests.games.owm.table import (
    ENTRENCH,
    ENTRENCH_2,
    EVANS,
    MANEUVER,
    MANEUVER_2,
    SNIPER,
    Table,
    down,
    hurt,
    team,
)

SYSTEM = games.get("owm")
COVER, RECON = map(Played, (2, 14))


def played(seats: int = 2, **options: str) -> Playout:
    setup = Setup("king-of-the-hill", "private", seats, tuple(options.items()))
    return Playout(SYSTEM, setup, 5)


def state(playout: Playout) -> OwmState:
    assert isinstance(playout.match.state, OwmState)
    return playout.match.state


def at_first_turn(playout: Playout) -> OwmState:
    while not any(isinstance(f, Turn) for f in state(playout).agenda):
        playout.step()
    return state(playout)


def struck(total: int, wound: bool, soldier: int | Soldier = 301, **variants: bool) -> OwmState:
    table = Table(team(0, "C5", EVANS), team(1, "C3", soldier, 302))
    table.g.variants = Variants(**variants)
    resolve_hit(table.g, SoldierId(301), total, wound)
    return table.g


@pytest.mark.rule("OWM-RES-04")
@pytest.mark.parametrize("total", [1, 4])
def test_any_total_above_nothing_wounds_where_that_was_agreed(total: int) -> None:
    """A-03. Lüders has Resolve 5."""
    him = SoldierId(301)
    assert struck(total, True).soldiers[him].status is Status.READY
    assert struck(total, True, wounds=True).soldiers[him].status is Status.WOUNDED
    assert struck(total, False, wounds=True).soldiers[him].status is Status.READY
    assert struck(0, True, wounds=True).soldiers[him].status is Status.READY
    assert struck(5, True, wounds=True).soldiers[him].status is Status.WOUNDED
    assert struck(5, False, wounds=True).soldiers[him].status is Status.SUPPRESSED


@pytest.mark.rule("OWM-RES-04")
def test_who_is_down_or_hurt_already_is_not_grazed() -> None:
    """A-147: the icon takes the place of a miss for who is fit, of nothing else."""
    assert struck(2, True, down(301), wounds=True).soldiers[SoldierId(301)] == down(301)
    assert struck(2, True, hurt(301), wounds=True).soldiers[SoldierId(301)] == hurt(301)


@pytest.mark.rule("OWM-CARD-06")
def test_an_icon_counts_only_on_its_die_where_that_was_agreed() -> None:
    """G-02: jam on blue, wound on green, Random Effect on red."""
    table = Table(team(0, "C5", EVANS), team(1, "C3", 301))
    dice = {EventIcon.JAM: "blue", EventIcon.WOUND: "green", EventIcon.RANDOM_EFFECT: "red"}
    for number, card in CATALOG.core.items():
        icon = getattr(card, "icon", None)
        for colour in Colour:
            table.g.variants = Variants()
            assert icon_of(table.g, number, colour) is icon
            table.g.variants = Variants(icons=True)
            wanted = icon if icon is not None and dice[icon] == colour.value else None
            assert icon_of(table.g, number, colour) is wanted


def test_odds_know_both_variants() -> None:
    """Told before a shot is ordered, so they must be those of the match."""
    target = Soldier(SoldierId(301))
    red, green = (Colour.RED, Colour.RED), (Colour.GREEN,)
    card, on_die = Variants(), Variants(icons=True)
    jam_free = odds.hit_odds(red, Colour.RED, 1, 4, target, on_die)
    assert jam_free.down > odds.hit_odds(red, Colour.RED, 1, 4, target, card).down
    total = sum(odds.outcomes(green, Colour.RED, 1, True).values())
    assert total == sum(odds.outcomes(green, Colour.RED, 1).values()) == 192**2
    wounds = Variants(wounds=True)
    plain, grazed = (odds.hit_odds(green, Colour.RED, 1, 0, target, v) for v in (card, wounds))
    # A green die less a red one, 1 to 4: by hand over all cards with a wound icon.
    icons = [c for c in CATALOG.core.values() if getattr(c, "icon", None) is EventIcon.WOUND]
    ways = sum(48 for c in icons for minus in range(1, 5) if 1 <= c.dice.green - minus < 5)
    assert grazed.down - plain.down == odds.SCALE * ways // 192**2
    assert grazed.kill == plain.kill


@pytest.mark.parametrize("icons", [False, True])
@pytest.mark.parametrize("wounds", [False, True])
def test_odds_at_level_colonel_know_both_variants_too(icons: bool, wounds: bool) -> None:
    """A soldier without a relevant trait has the same odds as without traits."""
    variants = Variants(icons=icons, wounds=wounds)
    target = Soldier(SoldierId(301))
    straight = odds.Bent(Course(icons=icons, wounds=wounds))
    for colours in ((Colour.GREEN,), (Colour.GREEN, Colour.BLUE), (Colour.RED, Colour.RED)):
        for flips in (1, 2):
            shot = (colours, Colour.GREEN, flips, 1, target)
            bent = odds.bent_odds(*shot, straight)
            plain = odds.hit_odds(*shot, variants)
            assert bent.kill == plain.kill and abs(bent.down - plain.down) <= 1


@pytest.mark.rule("OWM-COP-SC-02")
def test_a_short_fuse_lies_red_at_once() -> None:
    """A-44: so it explodes in the first Assessment."""
    table = Table(team(0, "C5", EVANS), team(1, "C3", 301))
    for fuse, border in ((False, Border.YELLOW), (True, Border.RED)):
        table.g.variants = Variants(fuse=fuse)
        table.g.take_token(TokenKind.SATCHEL_CHARGE, Cell(3))
        table.g.take_token(TokenKind.SMOKE, Cell(3))
        table.g.lay_token(TokenKind.SATCHEL_CHARGE, Cell(3))
        table.g.lay_token(TokenKind.SMOKE, Cell(3))
        assert [t.border for t in table.g.tokens] == [border, Border.YELLOW]


@pytest.mark.rule("OWM-HAND-01")
def test_two_squads_have_a_hand_for_each_where_that_was_agreed() -> None:
    """A-68. Of three the one without a partner leads two squads."""
    for options, wanted in (({}, [7, 7, 7]), ({"hands": "squad"}, [7, 14, 7])):
        g = at_first_turn(played(3, **options))
        assert [len(g.divisions[s]) for s in g.players] == [1, 2, 1]
        assert [len(hand) for hand in g.hands] == wanted


@pytest.mark.rule("OWM-HAND-02")
def test_partners_see_each_others_cards_where_that_was_agreed_and_nobody_else_does() -> None:
    """A-94."""
    for options, seen in (({}, False), ({"partners": "open"}, True)):
        playout = played(4, **options)
        g = at_first_turn(playout)
        for seat in g.players:
            for other in g.players:
                cards = playout.match.view(seat).cards(g.hands[other])
                known = other == seat or (seen and other in g.partners(seat))
                assert [c is not None for c in cards] == [known] * 7
    why = SYSTEM.why_no_drop(g, Seat(0))
    assert why is not None and "A-94" in why


def boxed(*teams: Any, **more: Any) -> Table:
    """There are only the token cards of the box."""
    usual = (team(0, "C5", EVANS, 203), team(1, "C3", 301, 302))
    return Table(*(teams or usual), variants=Variants(tokens=True), **more)


HIDDEN = [team(1, at, soldier, stealthed=True) for at, soldier in zip(
    ("A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2"), range(303, 311), strict=True
)]  # fmt: skip


@pytest.mark.rule("OWM-COMP-02", "OWM-ENT-01")
def test_entrenchments_and_jams_share_eight_cards_where_that_was_agreed() -> None:
    """A-69, A-142: Entrench on one side, Jammed Weapon on the other."""
    cells = ("A1", "B1", "C1", "D1", "E1", "A2", "B2")
    hands = [[ENTRENCH], []]
    for jams in (0, 1):
        table = boxed(trenches=cells, hands=hands).begin()
        table.change(301, jammed=bool(jams))
        if jams:
            table.refused(Entrench(ENTRENCH), "OWM-COMP-02", "all 8 Entrench/Jammed Weapon")
            table.g.variants = Variants()
        assert table.allowed(Entrench(ENTRENCH))
    found = boxed(trenches=(*cells, "C5"), hands=hands).begin()
    assert found.allowed(Entrench(ENTRENCH))  # one that lies there already


@pytest.mark.rule("OWM-COMP-02", "OWM-STLTH-01", "OWM-CD-COVER")
def test_stealth_and_covering_fire_share_eight_cards_where_that_was_agreed() -> None:
    """A-69, A-142."""
    hands = [[ENTRENCH, MANEUVER, COVER], [ENTRENCH_2]]
    for hidden, allowed in ((7, True), (8, False)):
        teams = (team(0, "C5", EVANS, 203), *HIDDEN[:hidden])
        table = boxed(*teams, hands=hands, level="lieutenant").begin().until("action")
        if allowed:
            assert table.allowed(Hide(ENTRENCH))
        else:
            table.refused(Hide(ENTRENCH), "OWM-COMP-02", "all 8 Covering Fire/Stealth")
        table.say(Maneuver(MANEUVER, table.cell("C6"))).until("decision", 0)
        if allowed:
            assert table.allowed(CoveringFire(COVER))
        else:
            table.refused(CoveringFire(COVER), "OWM-COMP-02")


@pytest.mark.rule("OWM-COMP-02", "OWM-CREW-01")
def test_there_are_four_scopes_where_that_was_agreed() -> None:
    """A-69, A-142. Crews of machine guns need no token."""
    snipers = [s for s in CATALOG.soldiers if CATALOG.soldier_weapon(s).type is WeaponType.SNIPER]
    others = [Soldier(s, crewed_in=2) for s in snipers if s != SNIPER][:4]
    for n, allowed in ((3, True), (4, False)):
        table = boxed(
            team(0, "C5", SNIPER, EVANS), team(1, "C3", 301, *others[:n]), hands=[[ENTRENCH], []]
        )
        table.begin()
        if allowed:
            assert table.allowed(Scope(ENTRENCH, SNIPER))
        else:
            table.refused(Scope(ENTRENCH, SNIPER), "OWM-COMP-02", "all 4 Sighted")


@pytest.mark.rule("OWM-COMP-02", "OWM-CD-SMOKE", "OWM-COP-SS-01", "OWM-COP-SC-01")
def test_what_lies_on_the_map_runs_out_where_that_was_agreed() -> None:
    """A-69, A-142: four Smokes, two Star Shells, two Satchel Charges. One that is there already is
    laid again (A-110)."""
    table = boxed()
    g, me = table.g, table.team(1)
    for kind, count, why in (
        (TokenKind.SMOKE, 4, lambda cell: why_no_smoke(g, me, cell)),
        (TokenKind.STAR_SHELL, 2, lambda cell: why_no_star_shell(g, cell)),
        (TokenKind.SATCHEL_CHARGE, 2, lambda cell: why_no_satchel(g, me, cell)),
    ):
        near, far = table.cell("B5"), [Cell(n) for n in range(count)]
        for cell in far[1:]:
            g.lay_token(kind, cell)
        assert why(near) is None
        g.lay_token(kind, far[0])
        problem = why(near)
        assert problem is not None and problem.rule == "OWM-COMP-02", kind
        g.variants = Variants()
        assert why(near) is None
        g.variants = Variants(tokens=True)
        g.take_token(kind, far[0])
        if kind is not TokenKind.SATCHEL_CHARGE:
            g.lay_token(kind, near)
            assert why(near) is None


@pytest.mark.rule("OWM-COMP-01", "OWM-CD-RECON", "OWM-TERR-03")
def test_a_ninth_field_is_the_last_for_recon_but_not_for_who_moves() -> None:
    """A-69, A-142."""
    hands = [[RECON, MANEUVER, MANEUVER_2], []]
    fields = {f"{c}{r}": FIELD for c in "ABC" for r in "12"}
    for more, allowed in (({}, True), ({"D1": FIELD}, False)):
        table = boxed(hands=hands, cards=fields | more, level="lieutenant").begin()
        table.until("decision", 0)
        lay = Recon(RECON, table.cell("C6"))
        assert sum(card == FIELD for card in table.g.ground.cards) == 8 + (not allowed)
        if allowed:
            assert table.allowed(lay)
        else:
            table.refused(lay, "OWM-COMP-01", "all 9 Field")
            table.until("action").say(Maneuver(MANEUVER, table.cell("C6"))).until("action")
            table.say(Maneuver(MANEUVER_2, table.cell("C6"))).until("action")
            assert table.g.ground.cards[table.cell("C6")] == FIELD


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_with_every_switch_the_other_way_end(seats: int) -> None:
    options: dict[str, Any] = {name: values[1] for name, values in SYSTEM.switches.items()}
    options = {name: options[name] for name in VARIANTS}
    played(seats, **options).play(leaving=0)


@pytest.mark.rule("OWM-COP-RE", "OWM-HAND-01")
def test_reinforcements_fill_both_hands_where_each_squad_has_one() -> None:
    """A-68, A-147: a hand of 14."""
    table = Table(team(0, "C5", EVANS), team(1, "C3", 301))
    table.g.divisions = [(*table.g.divisions[0], DivisionKey("us_5th_rangers")), ()]
    table.g.variants = Variants(hands=True)
    table.g.agenda.append(reinforcements(table.g, Seat(0)))
    table.begin()
    assert len(table.g.hands[0]) == 14
