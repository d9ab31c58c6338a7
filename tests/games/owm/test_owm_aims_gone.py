"""The aim of a Command Decision is gone when its turn comes: it does nothing (A-108)."""

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve

from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import Played
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.damage import Killed, remove
from owm_net.games.owm.decisions import (
    DECISIONS,
    ActOfValor,
    Attention,
    CallArtillery,
    ChainOfCommand,
    CoveringFire,
    DoubleTime,
    Evade,
    FieldDressing,
    FieldRepairs,
    Fubar,
    Grenade,
    Intelligence,
    LastStand,
    LuckyShot,
    MarchingOrder,
    Marksman,
    OnTheRun,
    Recon,
    Regroup,
    Reinforcements,
    SatchelCharge,
    Smoke,
    StarShell,
)
from owm_net.games.owm.ids import FireteamId, SoldierId
from owm_net.games.owm.placing import halt
from owm_net.games.owm.state import CATALOG, Variants
from owm_net.games.owm.tokens import TokenKind
from owm_net.games.owm.windows import Decision
from tests.games.owm.table import (
    ENTRENCH,
    EVANS,
    FIRST,
    FOURTH,
    HILL,
    SECOND,
    THIRD,
    WOODS,
    Table,
    down,
    hurt,
    jammed,
    team,
)

VALOR, ATTENTION, COP, DOUBLE, DRESSING, REPAIRS, GRENADE, LAST_STAND, LUCKY, MARKSMAN, RECON = map(
    Played, (116, 38, 108, 58, 17, 5, 60, 77, 165, 55, 64)
)
REGROUP, SMOKE = map(Played, (12, 57))
HERO, DOWN, HURT, JAMMED = EVANS, SoldierId(203), SoldierId(206), SoldierId(207)

Gone = Callable[[Table], None]


def falls(team: FireteamId) -> Gone:
    """All its soldiers are killed."""

    def gone(t: Table) -> None:
        for soldier in t.team(team).line:
            remove(t.g, soldier, Killed, "OWM-RES-01")

    return gone


def killed(soldier: SoldierId) -> Gone:
    return lambda t: remove(t.g, soldier, Killed, "OWM-RES-01")


def cured(soldier: SoldierId) -> Gone:
    """The soldier is ready again."""

    def gone(t: Table) -> None:
        t.change(soldier, jammed=False, status=t.soldier(HERO).status, suppressed_in=0)

    return gone


def laid(card: CardNumber, *cells: str) -> Gone:
    """This card is in these cells."""

    def gone(t: Table) -> None:
        for cell in cells:
            t.g.ground = t.g.ground.with_card(t.cell(cell), card)
        t.total = t.count()

    return gone


def lit(t: Table) -> None:
    """Both Star Shells hang somewhere."""
    for cell in ("D7", "E7"):
        t.g.lay_token(TokenKind.STAR_SHELL, t.cell(cell))


def at(name: str) -> Any:
    return Table(team(0, "C3", EVANS), team(1, "C4", 303)).cell(name)


NINE = ("A1", "B1", "C1", "D1", "E1", "A7", "B7", "C7", "D7")
AIMS: list[tuple[Decision, Gone]] = [
    (ActOfValor(VALOR, HERO, SECOND), killed(HERO)),
    (ActOfValor(VALOR, HERO, SECOND), falls(SECOND)),
    (Attention(ATTENTION, THIRD), falls(THIRD)),
    (SatchelCharge(COP, FIRST, at("C4")), falls(FIRST)),
    (StarShell(COP, at("C4")), lit),
    (DoubleTime(DOUBLE, THIRD), falls(THIRD)),
    (DoubleTime(DOUBLE, THIRD), lambda t: halt(t.g, THIRD, "OWM-RES-06")),
    (FieldDressing(DRESSING, HURT), killed(HURT)),
    (FieldDressing(DRESSING, HURT), cured(HURT)),
    (FieldRepairs(REPAIRS, JAMMED), killed(JAMMED)),
    (FieldRepairs(REPAIRS, JAMMED), cured(JAMMED)),
    (Grenade(GRENADE, FIRST, SECOND), falls(FIRST)),
    (Grenade(GRENADE, FIRST, SECOND), falls(SECOND)),
    (LastStand(LAST_STAND, FIRST), falls(FIRST)),
    (LuckyShot(LUCKY, FIRST, SECOND), falls(FIRST)),
    (LuckyShot(LUCKY, FIRST, SECOND), falls(SECOND)),
    (Marksman(MARKSMAN, HERO), killed(HERO)),
    (Recon(RECON, at("B4")), laid(FIELD, "B4")),
    (Recon(RECON, at("B4")), laid(FIELD, *NINE)),
    (Regroup(REGROUP, FIRST, SECOND), falls(FIRST)),
    (Regroup(REGROUP, FIRST, SECOND), falls(SECOND)),
    (Smoke(SMOKE, FIRST, at("C4")), falls(FIRST)),
]

NO_AIM = (CallArtillery, Intelligence, MarchingOrder, Reinforcements)
"""Of a player's own turn, hand or cards, or of the whole track: that is always there."""
ELSEWHERE = (ChainOfCommand, CoveringFire, Evade, Fubar, OnTheRun)
"""They answer one order, flip or total: tested with it."""


def test_the_list_has_every_decision_with_an_aim():
    assert {type(play) for play, _ in AIMS} | {*NO_AIM, *ELSEWHERE} == {*DECISIONS}


@pytest.mark.rule("OWM-STACK-01")
@pytest.mark.parametrize(("play", "gone"), AIMS)
def test_what_has_lost_its_aim_does_nothing(play, gone, monkeypatch):
    operation = getattr(play, "operation", "")
    if operation:
        mission = evolve(CATALOG.missions["king-of-the-hill"], combat_operation=operation)
        monkeypatch.setitem(CATALOG.missions, "king-of-the-hill", mission)
    t = Table(
        team(0, "C3", HERO, down(DOWN), hurt(HURT), jammed(JAMMED)),
        team(1, "C4", 303, 304),
        team(0, "A3", 208, heading="A4", moved_in=3),
        team(1, "E5", 306),
        cards={"C3": WOODS, "C4": WOODS + 133, "A3": 98, "E5": 118},
        hands=[[play.card, ENTRENCH], [HILL]],
        level="lieutenant",
        variants=Variants(tokens=True),
    ).begin()
    t.say(play)  # it is allowed
    gone(t)
    before = facts(t)
    while t.top.name == "owm.window" and t.top.stack:
        t.passes()
    assert facts(t) == before
    assert play.card in t.discard
    assert t.until("action").g.active in (FIRST, SECOND)
    assert FOURTH in t.g.fireteams and t.seat in (Seat(0), Seat(1))


def facts(t: Table) -> Any:
    """Return what is on the table; by value, to be compared later."""
    g = t.g
    return (
        dict(g.soldiers),
        dict(g.fireteams),
        list(g.initiative),
        tuple(g.tokens),
        g.ground,
        t.taken,
    )
