"""Each kind of answer in Hailfire is made at its table, by the pointer and by keys: checked off one
by one, for a whole match may never ask for some of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from attrs import frozen

from owm_net import games
from owm_net.client.answering.drafting import Say
from owm_net.client.match_stage import Stage
from owm_net.client.settings import Settings
from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer
from owm_net.games.hailfire.artillery import AIM, EFFECT, Aim, Effect
from owm_net.games.hailfire.assault import FIGHT, SHIFTING, MoveOff, Shift, Spray, Strike
from owm_net.games.hailfire.blinds import HIDE, LAY, Hide, LayBlinds
from owm_net.games.hailfire.chits import BREAK, SayBroken
from owm_net.games.hailfire.forces import READY, Force
from owm_net.games.hailfire.ids import OFF_TABLE, ForceKey, Spot
from owm_net.games.hailfire.leading import LEAD, Ability, Lead
from owm_net.games.hailfire.looking import declaring_of
from owm_net.games.hailfire.moving import HALT, Halt
from owm_net.games.hailfire.orders import (
    ORDER,
    Board,
    CallBarrage,
    ChargeAt,
    FireAt,
    GetOff,
    Go,
    March,
    TurnTo,
)
from owm_net.games.hailfire.set_up import FORCE, PLACE, SetUpUnit
from owm_net.games.hailfire.shooting import ALLOT, Allot
from owm_net.games.hailfire.state import Options
from owm_net.games.hailfire.turn import ACTIVATE, Activate, Unveil
from tests.client.intending_hailfire import IntendingHailfire, TypingHailfire
from tests.client.test_whole_matches import WHOLE
from tests.games.hailfire.table import T, activated, assault, lay, path, team, turn, unit, who
from tests.games.hailfire.test_hail_barrages import aim, battery, called
from tests.games.hailfire.test_hail_blinds import GUN, ambush, begun, place
from tests.games.hailfire.test_hail_ends import ONE, TWO, ZERO, drawing

SYSTEM = games.get("hailfire")
KINDS = (ACTIVATE, AIM, ALLOT, BREAK, EFFECT, FIGHT, FORCE, HALT, HIDE, LAY, LEAD, ORDER, PLACE)
FAR = unit(team("ger_rifle", 4500, 3300))


def rifle(x: int, y: int, **more: Any) -> Any:
    return team("us_rifle", x, y, **more)


def foe(x: int, y: int, profile: str = "ger_rifle") -> Any:
    return team(profile, x, y)


def riflemen() -> Any:
    leader = team("us_cmd", 1000, 1000)
    return lay([unit(leader, rifle(1110, 1000), rifle(1000, 1300))], [unit(foe(1000, 1900))])


def tank() -> Any:
    return lay([unit(team("us_m4", 1000, 1000))], [unit(foe(1000, 1900))])


def riding() -> Any:
    rider = rifle(0, 0, aboard=T(2)).with_(spot=OFF_TABLE)
    men, track = unit(rifle(1000, 1700), rider), unit(team("us_m3ht", 1000, 1000))
    return lay([men, track], [FAR], options=Options(transport=True), frames=activated(0))


def rider() -> Any:
    man = rifle(0, 0, aboard=T(1)).with_(spot=OFF_TABLE)
    groups = [unit(man), unit(team("us_m3ht", 1000, 1000))]
    return lay(groups, [FAR], options=Options(transport=True), frames=activated(0))


def halting() -> Any:
    fight = lay([unit(rifle(1000, 1000))], [FAR], dice=[(3, 3)])
    return fight.say(Go(T(0), path((1000, 1700)), apart=False))


def led() -> Any:
    ours = unit(team("us_cmd", 1000, 1000), rifle(1110, 1000), rifle(1200, 1110))
    fight = lay([ours], [unit(foe(1000, 1800))])
    return fight.say(FireAt(T(3), who(1, 2), ()), Pass()).until("lead")


def hit() -> Any:
    fight = lay([unit(rifle(1000, 1000))], [unit(*[foe(x, 1800) for x in (1000, 800, 1200)])])
    return fight.rolls((4, 4)).say(FireAt(T(1), who(0), ()))


def in_contact() -> Any:
    theirs = unit(team("ger_pz4", 1000, 1500))
    return lay([unit(rifle(1000, 1000))], [theirs], frames=assault((0, 1))).until("fight")


def closing_up() -> Any:
    mine, theirs = (
        unit(rifle(1000, 1000), rifle(3000, 1000)),
        unit(foe(1000, 1500), foe(3000, 3000)),
    )
    fight = lay([mine], [theirs], frames=assault((0, 2))).until("fight", 0)
    return fight.rolls((6,)).say(Strike(T(0), T(2), supported=False))


def observing() -> Any:
    return lay([battery()], [FAR])


def aiming() -> Any:
    return called(battery(), [foe(1350, 2106)], (7,), (2,))


def ranged() -> Any:
    return aiming().say(aim(1000, 1500))


def acting() -> Any:
    ours = unit(team("us_cmd", 1000, 1000), rifle(1200, 1000), rifle(1400, 1000))
    return lay([ours], [FAR], frames=turn(), dice=[(4, 2)]).until("activate")


def unveiling() -> Any:
    return ambush((3000, 300), dice=[(1, 4), (2, 4)]).say(Pass())


def hidden() -> Any:
    return begun(place()).say(Hide((GUN,)))


def placing() -> Any:
    return begun(place()).say(Hide(()))


def choosing() -> Any:
    return LocalMatch(SYSTEM, SYSTEM.default_setup("mill-meeting"), 1, [computer_player] * 2)


def marching(fight: Any) -> Answer:
    declaring = declaring_of(fight.g)
    assert declaring is not None
    return March.to(fight.g, declaring, Spot((1300, 1500)))


def broken(fight: Any) -> Answer:
    return next(a for a in fight.options() if isinstance(a, SayBroken))


@frozen
class Case:
    """A question, and what is to be answered at the table. where, want: of no arguments, or of what
    `where` gives."""

    cls: type[Answer]
    where: Callable[[], Any]
    want: Callable[[Any], Answer]


CASES = (
    Case(Activate, acting, lambda f: Activate(who(0, 2), hero=False)),
    Case(Unveil, unveiling, lambda f: next(a for a in f.options(Unveil))),
    Case(FireAt, riflemen, lambda f: FireAt(T(3), who(1), ())),
    Case(Go, riflemen, lambda f: Go(T(2), path((1300, 1300), (1400, 1500)), apart=False)),
    Case(March, riflemen, marching),
    Case(Board, riding, lambda f: Board(T(0), T(2), path((1000, 1400)))),
    Case(GetOff, rider, lambda f: GetOff(T(0), Spot((1000, 1250)))),
    Case(TurnTo, tank, lambda f: TurnTo(T(0), Spot((2000, 1500)))),
    Case(ChargeAt, riflemen, lambda f: ChargeAt(T(2), T(3))),
    Case(CallBarrage, observing, lambda f: CallBarrage(T(0))),
    Case(Halt, halting, lambda f: Halt(T(0), 250)),
    Case(Lead, led, lambda f: Lead(Ability.DIRECT, T(1))),
    Case(Allot, hit, lambda f: Allot(T(3))),
    Case(Strike, in_contact, lambda f: Strike(T(1), T(0), supported=False)),
    Case(Spray, in_contact, lambda f: Spray(T(1), T(0))),
    Case(MoveOff, in_contact, lambda f: next(iter(f.options(MoveOff)))),
    Case(Shift, closing_up, lambda f: next(iter(f.options(Shift)))),
    Case(Aim, aiming, lambda f: aim(1000, 1500)),
    Case(Effect, ranged, lambda f: Effect(True)),
    Case(Hide, lambda: begun(place()), lambda f: Hide((GUN,))),
    Case(LayBlinds, hidden, lambda f: LayBlinds(path((1000, 3000), (3000, 3000)))),
    Case(SetUpUnit, placing, lambda f: next(iter(f.options(SetUpUnit)))),
    Case(Force, choosing, lambda f: READY[ForceKey("sov")].force),
    Case(SayBroken, lambda: drawing([TWO, ONE, ZERO], 3), broken),
)


SHORT = (Activate, Board, FireAt, GetOff, Halt, Hide, Lead, MoveOff, Spray, TurnTo, Unveil)
"""By keys these alone, but in `make matches`: the others are made as one of them is."""
PLAYED = [(IntendingHailfire, case) for case in CASES]
PLAYED += [(TypingHailfire, case) for case in CASES if WHOLE or case.cls in SHORT]


def asked_seat(match: Any) -> int:
    return int(match.request.deciders[0])


@pytest.mark.parametrize(
    ("player", "case"), PLAYED, ids=[f"{p.__name__}-{c.cls.__name__}" for p, c in PLAYED]
)
def test_it_is_answered_as_it_is_wanted(player: type[IntendingHailfire], case: Case) -> None:
    match = case.where()
    want, seat = case.want(match), asked_seat(match)
    robot = player(SYSTEM, 1)
    settings = Settings(size=(960, 540), speed="off", guard=True)
    robot.stage = Stage(SYSTEM, seat, ["You", "Computer"], settings)
    robot.match = cast(LocalMatch, Laid(match))
    given: list[Answer] = []
    robot.stage.sitting.settings.asks_always = True
    view = match.view(seat)
    robot.stage.sitting.told(view, [])
    robot.stage.sitting.ask(view, given.append)
    robot.tick()
    robot.make(want, given)
    if not given:
        robot.press(lambda i: i.id == "confirm")
    if not given:  # a button says it all
        robot.press(lambda i: i.action == Say(want))
    (answer,) = given
    assert plain(answer) == plain(want)
    assert agenda.why_not(view, answer) is None


class Laid:
    """A robot's interface to a match."""

    def __init__(self, match: Any) -> None:
        self.state = match.state if isinstance(match, LocalMatch) else match.g
        self.request = match.request
        self.view = match.view


def plain(answer: Answer) -> Any:
    """Return its class and everything it holds except points, which a pixel is too coarse for."""
    if isinstance(answer, Halt):
        return type(answer), answer.team
    if isinstance(answer, March):
        return type(answer), sorted(answer.teams), answer.apart
    spots = ("spot", "spots", "path")
    held = {k: v for k, v in vars_of(answer).items() if k not in spots}
    counts = {k: len(v) for k, v in vars_of(answer).items() if k in ("spots", "path")}
    return type(answer), held, counts


def vars_of(answer: Any) -> dict[str, Any]:
    return {a.name: getattr(answer, a.name) for a in type(answer).__attrs_attrs__}


def test_no_kind_of_answer_is_left_out() -> None:
    asked = {cls for kind in (*KINDS, SHIFTING) for cls in kind.answers if cls is not Pass}
    assert asked == {case.cls for case in CASES}
