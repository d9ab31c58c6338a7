"""Fire: who may be shot at, what the result is made of, what it does. Ledger 2.12, 2.15, R-54.

`Shot` says everything about a shot before a die is rolled, so that a screen can show the sum as it
will be; `Shooting` rolls the die.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, frozen

from owm_net.engine.agenda import (
    About,
    Ask,
    Done,
    Event,
    Frame,
    InLog,
    Kind,
    Mark,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Pass, why_not_pass
from owm_net.games.heroes.damage import eliminate, hit, suppress
from owm_net.games.heroes.grid import distance, in_arc
from owm_net.games.heroes.ids import Space, UnitId
from owm_net.games.heroes.sight import BLOCKED, sight
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import DIE, FAR, LONG_RANGE, PRESSED, Ability
from owm_net.games.heroes.words import parts_said, unit_name

Parts = tuple[tuple[str, int], ...]
"""What a result is made of beside the die: words and numbers."""


@frozen
class Shot:
    """A shot as it stands before the die (HON-FIRE-09). bonus: what is added, doubled already where
    it suppresses; parts: what it and the penalties are made of. defence: what the result must come
    to, with the terrain's bonus."""

    suppressive: bool
    bonus: int
    penalty: int
    parts: Parts
    defence: int

    def result(self, die: int) -> int:
        """What comes of a die."""
        return die + self.bonus - self.penalty


def penalty_on_the_move(u: Unit) -> int | None:
    """What firing on the move takes off its bonus; None if it cannot (HON-AB-25)."""
    return u.weapon.abilities.get(Ability.FIRE_ON_THE_MOVE)


def why_not_target(
    g: HeroesState, firer: UnitId, target: object, suppressive: bool, space: Space | None = None
) -> Refusal | None:
    """None if a unit may shoot at another. space: where the target will be by then."""
    if not isinstance(target, int) or not g.known(target):
        return Refusal("HON-FIRE-16", say("an enemy on the map is asked for"))
    u, t = g.units[firer], g.units[target]
    if not t.there or not g.hostile(u.seat, t.seat):
        return Refusal("HON-FIRE-16", say("an enemy on the map is asked for"))
    weapon = u.weapon
    if t.kind not in weapon.bonus:
        return Refusal("HON-FIRE-02", say("it cannot attack units of that type"))
    if suppressive and Ability.SUPPRESSIVE_FIRE not in weapon.abilities:
        return Refusal("HON-AB-80", say("it has no Suppressive Fire"))
    there = t.at if space is None else space
    away = distance(u.at, there)
    limit = weapon.abilities.get(Ability.LIMITED_RANGE, away)
    if away > limit:
        return Refusal("HON-AB-35", say("its range is {limit}", limit=limit))
    if weapon.arc and not in_arc(u.facing, u.at, there):
        return Refusal("HON-FIRE-07", say("that is outside its firing arc"))
    if line(g, firer, UnitId(target), there) == BLOCKED:
        return Refusal("HON-LOS-01", say("there is no line of sight"))
    return None


def line(g: HeroesState, firer: UnitId, target: UnitId, space: Space) -> int:
    """The line of sight from a unit to a space on which another stands, or will: its penalty, or
    BLOCKED."""
    return sight(g.ground, g.units[firer].at, space, g.blockers(firer, target))


def targets(g: HeroesState, firer: UnitId) -> Iterator[tuple[UnitId, bool]]:
    """Every enemy that a unit may shoot at, in each way: (target, suppressive)."""
    u = g.units[firer]
    suppresses = Ability.SUPPRESSIVE_FIRE in u.weapon.abilities
    for enemy, _ in g.enemies(u.seat):
        if why_not_target(g, firer, enemy, suppressive=False) is None:
            yield enemy, False
            if suppresses:
                yield enemy, True


def shot(g: HeroesState, firer: UnitId, target: UnitId, suppressive: bool, moving: bool) -> Shot:
    """Everything about a shot that is allowed, by the steps of HON-FIRE-09."""
    u, t = g.units[firer], g.units[target]
    bonus = u.weapon.bonus[t.kind]
    parts = [(say("combat bonus"), bonus)]
    if moving:
        less = penalty_on_the_move(u) or 0
        bonus -= less
        parts.append((say("on the move"), -less))
    if suppressive:
        parts.append((say("doubled"), bonus))
        bonus *= 2
    marks = PRESSED * u.suppressed
    far = FAR if is_far(u, distance(u.at, t.at)) else 0
    hidden = line(g, firer, target, t.at)
    for word, less in (
        (say("suppressed"), marks),
        (say("range"), far),
        (say("obstacles"), hidden),
    ):
        if less:
            parts.append((word, -less))
    shelter = g.ground.shelter(t.at, u.at)
    return Shot(
        suppressive=suppressive,
        bonus=bonus,
        penalty=marks + far + hidden,
        parts=tuple([part for part in parts if part[1]]),
        defence=t.up.defence[0] + shelter,
    )


def is_far(u: Unit, away: int) -> bool:
    """Whether a shot so far takes the long-range penalty (HON-FIRE-06, HON-AB-28)."""
    return away > LONG_RANGE and Ability.HAWKEYE not in u.weapon.abilities


# -- the shot ------------------------------------------------------------------------------


@record("heroes.shot")
class ShotFired(Event):
    """A shot, with its sum. parts: words and numbers beside the die."""

    rule = "HON-FIRE-08"
    headline = True

    firer: UnitId
    target: UnitId
    suppressive: bool
    die: int
    parts: Parts
    result: int
    defence: int

    @property
    def mark(self) -> Mark:
        return Mark.FIRE

    def sentence(self, g: HeroesState) -> str:
        values = {
            "firer": unit_name(g, self.firer),
            "target": unit_name(g, self.target),
            "die": self.die,
            "parts": parts_said(self.parts),
            "result": self.result,
            "defence": self.defence,
        }
        if self.suppressive:
            return say(
                "{firer} suppresses {target}: die {die}, {parts}: {result} against {defence}",
                **values,
            )
        return say(
            "{firer} shoots at {target}: die {die}, {parts}: {result} against {defence}", **values
        )


@record("heroes.missed")
class Missed(Event):
    """A shot without any effect."""

    words = say("no effect on {target}")
    rule = "HON-FIRE-08"
    in_log: ClassVar[InLog] = InLog.LINE

    target: UnitId


@record("heroes.frighten")
class Frighten(Answer):
    """A Suppressed marker on a target that was missed (HON-AB-27)."""

    by_name: ClassVar[bool] = True
    title: ClassVar[str] = say("Frightening Shot")
    words = say("suppress it all the same")


AFTER = Kind(
    "after",
    Frighten,
    Pass,
    rule="HON-AB-27",
    why=say("whether the shot frightens is asked for"),
    deed=say("say whether the shot frightens"),
)


@frame("heroes.shooting")
@define
class Shooting(Frame[None]):
    """One shot of infantry at infantry. moving: it fires on the move."""

    firer: UnitId
    target: UnitId
    suppressive: bool
    moving: bool

    def start(self, g: HeroesState) -> Outcome[None]:
        """A die is rolled (HON-FIRE-08)."""
        return Ask(Roll(DIE, 1, say("a shot")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Its result is compared with the defence, and with twice that (HON-FIRE-14, HON-AB-80)."""
        made = shot(g, self.firer, self.target, self.suppressive, self.moving)
        (die,) = dice
        result = made.result(die)
        g.tell(
            ShotFired(
                self.firer, self.target, self.suppressive, die, made.parts, result, made.defence
            )
        )
        twice = result >= 2 * made.defence
        if result < made.defence:
            return self.missed
        if self.suppressive:
            suppress(g, self.target, 2 if twice else 1)
        elif twice:
            eliminate(g, self.target, "HON-FIRE-14")
        else:
            hit(g, self.target, "HON-FIRE-10")
        return Done()

    def missed(self, g: HeroesState) -> Outcome[None]:
        """A frightening shot may suppress all the same."""
        g.tell(Missed(self.target))
        firer = g.units[self.firer]
        if Ability.FRIGHTENING_SHOT in firer.weapon.abilities:
            return Ask(AFTER.of(firer.seat), then=self.hear)
        return Done()

    @AFTER.tells
    def about_after(self, view: View[HeroesState]) -> About:
        """Whom it would frighten."""
        who = unit_name(view.state, self.target)
        return About(say("say whether {target} is frightened", target=who), "", "HON-AB-27")

    @AFTER.offers
    def offers_after(self, view: View[HeroesState]) -> Iterator[Frighten | Pass]:
        """To do it or not."""
        yield Frighten()
        yield Pass()

    @AFTER.judges
    def why_not_after(self, view: View[HeroesState], answer: Frighten | Pass) -> Refusal | None:
        """Both are allowed."""
        return why_not_pass(answer) if isinstance(answer, Pass) else None

    def hear(self, g: HeroesState, answer: Frighten | Pass) -> Outcome[None]:
        """A marker, or nothing."""
        if isinstance(answer, Frighten):
            suppress(g, self.target)
        return Done()
