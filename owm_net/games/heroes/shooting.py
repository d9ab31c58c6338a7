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
    Call,
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
from owm_net.games.heroes.damage import eliminate, hit, suppress
from owm_net.games.heroes.equipment import Spend, added, pay, why_not_spend
from owm_net.games.heroes.grid import distance, in_arc
from owm_net.games.heroes.ids import Space, UnitId
from owm_net.games.heroes.options import limit, long_range, shelter
from owm_net.games.heroes.paths import is_flag
from owm_net.games.heroes.sight import BLOCKED, sight
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import (
    DIE,
    FAR,
    PRESSED,
    SPLIT_REACH,
    SUBSTITUTE_REACH,
    Ability,
    Outline,
)
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
    printed = weapon.abilities.get(Ability.LIMITED_RANGE)
    if printed is not None and away > limit(g, firer, printed):
        reach = limit(g, firer, printed)
        return Refusal("HON-AB-35", say("its range is {limit}", limit=reach))
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


def why_not_volley(
    g: HeroesState,
    firer: UnitId,
    targets: tuple[UnitId, ...],
    shares: tuple[int, ...],
    suppressive: bool,
    spend: Spend,
) -> Refusal | None:
    """None if a unit may shoot at these: at one with all of its bonus, or split (HON-AB-40, -41).
    shares: of the bonus, one for each target; none for a single one."""
    if not is_flag(suppressive):
        return Refusal("HON-AB-80", say("whether it suppresses is asked for"))
    if not isinstance(targets, tuple) or len(targets) > len(g.units):
        return Refusal("HON-FIRE-16", say("enemies on the map are asked for"))
    for target in targets:
        no = why_not_target(g, firer, target, suppressive)
        if no is not None:
            return no
    if not targets:
        if suppressive or spend or shares:
            return Refusal("HON-FIRE-19", say("nothing is done without a target"))
        return None
    no = why_not_spend(g, firer, spend, g.units[targets[0]].kind)
    if no is not None:
        return no
    if len(targets) < 2:
        return Refusal("HON-AB-40", say("one target gets the whole bonus")) if shares else None
    if Ability.MACHINE_GUNNER not in g.units[firer].weapon.abilities:
        return Refusal("HON-AB-40", say("only machine gunners split their attack"))
    if len(dict.fromkeys(targets)) < len(targets):
        return Refusal("HON-AB-40", say("each target is named once"))
    return _why_not_split(g, firer, targets, shares, suppressive, spend)


def _why_not_split(
    g: HeroesState,
    firer: UnitId,
    targets: tuple[UnitId, ...],
    shares: tuple[int, ...],
    suppressive: bool,
    spend: Spend,
) -> Refusal | None:
    units = [g.units[target] for target in targets]
    if any(u.kind is not units[0].kind for u in units):
        return Refusal("HON-AB-41", say("the targets are of one type"))
    if any(distance(u.at, o.at) > SPLIT_REACH for u in units for o in units):
        return Refusal("HON-AB-41", say("the targets are within 2 spaces of each other"))
    bonus = shot(g, firer, targets[0], suppressive, moving=False, spend=spend).bonus
    if len(shares) != len(targets) or any(s.__class__ is not int or s < 1 for s in shares):
        return Refusal("HON-AB-40", say("each target gets a share of 1 at least"), more=True)
    if sum(shares) != bonus:
        return Refusal("HON-AB-40", say("the shares come to {bonus}", bonus=bonus), more=True)
    return None


def shot(
    g: HeroesState,
    firer: UnitId,
    target: UnitId,
    suppressive: bool,
    moving: bool,
    share: int | None = None,
    spend: Spend = (),
) -> Shot:
    """Everything about a shot that is allowed, by the steps of HON-FIRE-09. share: of a bonus that
    is split, after it was doubled (HON-AB-42, R-06)."""
    u, t = g.units[firer], g.units[target]
    bonus = u.weapon.bonus[t.kind]
    parts = [(say("combat bonus"), bonus)]
    if moving:
        less = penalty_on_the_move(u) or 0
        bonus -= less
        parts.append((say("on the move"), -less))
    if spend:
        more = added(spend, t.kind)
        bonus += more
        parts.append((say("equipment"), more))
    if suppressive:
        parts.append((say("doubled"), bonus))
        bonus *= 2
    if share is not None:
        parts.append((say("split"), share - bonus))
        bonus = share
    marks = PRESSED * u.suppressed
    far = FAR if is_far(g, firer, distance(u.at, t.at)) else 0
    hidden = line(g, firer, target, t.at)
    for word, less in (
        (say("suppressed"), marks),
        (say("range"), far),
        (say("obstacles"), hidden),
    ):
        if less:
            parts.append((word, -less))
    cover = shelter(g, target, g.ground.shelter(t.at, u.at))
    return Shot(
        suppressive=suppressive,
        bonus=bonus,
        penalty=marks + far + hidden,
        parts=tuple([part for part in parts if part[1]]),
        defence=t.up.defence[0] + cover,
    )


def is_far(g: HeroesState, unit: UnitId, away: int) -> bool:
    """Whether a shot so far takes the long-range penalty (HON-FIRE-06, HON-AB-28)."""
    return away > long_range(g, unit) and Ability.HAWKEYE not in g.units[unit].weapon.abilities


# -- the shot ------------------------------------------------------------------------------


@record("heroes.shot")
class ShotFired(Event):
    """A shot, with its sum. parts: words and numbers beside the die."""

    rule = "HON-FIRE-08"
    headline = True

    firer: UnitId
    target: UnitId
    suppressive: bool
    dice: tuple[int, ...]
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
            "die": max(self.dice),
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


@record("heroes.substitute")
class Substitute(Answer):
    """Another unit takes the hit of a heavy weapon (HON-AB-78)."""

    title: ClassVar[str] = say("Substitute")
    words = say("{unit} takes the hit")

    unit: UnitId


WOUNDED = Kind(
    "wounded",
    Substitute,
    rule="HON-AB-78",
    why=say("who takes the hit is asked for"),
    deed=say("say who takes a hit"),
    passes=True,
    pass_first=True,
)


def substitutes(g: HeroesState, target: UnitId) -> list[UnitId]:
    """The units that may take a hit for a heavy weapon (HON-AB-78)."""
    t = g.units[target]
    if t.piece.outline is not Outline.HEAVY_WEAPON:
        return []
    return [
        unit
        for unit in g.on_map(t.seat)
        if unit != target
        and g.units[unit].has(Ability.SUBSTITUTE)
        and distance(g.units[unit].at, t.at) <= SUBSTITUTE_REACH
    ]


AFTER = Kind(
    "after",
    Frighten,
    rule="HON-AB-27",
    why=say("whether the shot frightens is asked for"),
    deed=say("say whether the shot frightens"),
    passes=True,
)


@frame("heroes.volley")
@define
class Volley(Frame[None]):
    """A Fire action: a shot, or one for each share of a bonus that is split (HON-AB-40)."""

    firer: UnitId
    targets: list[UnitId]
    shares: list[int]
    suppressive: bool
    spend: Spend = ()
    paid: bool = False

    def start(self, g: HeroesState) -> Outcome[None]:
        """One shot after the other; tokens belong to the whole attack (R-71)."""
        if not self.paid:
            self.paid = True
            pay(g, self.firer, self.spend)
        if not self.targets:
            return Done()
        share = self.shares.pop(0) if self.shares else None
        shot = Shooting(self.firer, self.targets.pop(0), self.suppressive, False, share, self.spend)
        return Call(shot, then=self.start)


@frame("heroes.shooting")
@define
class Shooting(Frame[None]):
    """One shot of infantry at infantry. moving: it fires on the move. share: of a bonus that is
    split. spend: equipment that has been paid for."""

    firer: UnitId
    target: UnitId
    suppressive: bool
    moving: bool
    share: int | None = None
    spend: Spend = ()

    def start(self, g: HeroesState) -> Outcome[None]:
        """A die is rolled (HON-FIRE-08); two by a Dual Weapon (HON-AB-24)."""
        dual = Ability.DUAL_WEAPON in g.units[self.firer].weapon.abilities
        return Ask(Roll(DIE, 2 if dual else 1, say("a shot")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Its result is compared with the defence, and with twice that (HON-FIRE-14, HON-AB-80)."""
        made = shot(
            g, self.firer, self.target, self.suppressive, self.moving, self.share, self.spend
        )
        result = made.result(max(dice))
        g.tell(
            ShotFired(
                self.firer, self.target, self.suppressive, dice, made.parts, result, made.defence
            )
        )
        twice = result >= 2 * made.defence
        if result < made.defence:
            return self.missed
        if self.suppressive:
            suppress(g, self.target, 2 if twice else 1)
        elif twice:
            eliminate(g, self.target, "HON-FIRE-14")
        elif substitutes(g, self.target):
            return Ask(WOUNDED.of(g.units[self.target].seat), then=self.passed_on)
        else:
            hit(g, self.target, "HON-FIRE-10")
        return Done()

    @WOUNDED.tells
    def about_wounded(self, view: View[HeroesState]) -> About:
        """Who has been hit."""
        who = unit_name(view.state, self.target)
        return About(say("say who takes the hit of {unit}", unit=who), "", "HON-AB-78")

    @WOUNDED.offers
    def offers_wounded(self, view: View[HeroesState]) -> Iterator[Substitute]:
        """The weapon itself, or one of those beside it."""
        for unit in substitutes(view.state, self.target):
            yield Substitute(unit)

    @WOUNDED.judges
    def why_not_wounded(self, view: View[HeroesState], answer: Substitute) -> Refusal | None:
        """A unit with the ability, near enough."""
        unit = answer.unit
        if unit.__class__ is not int or unit not in substitutes(view.state, self.target):
            return Refusal("HON-AB-78", say("a Substitute within 2 spaces is asked for"))
        return None

    def passed_on(self, g: HeroesState, answer: Substitute) -> Outcome[None]:
        """A Substitute takes it."""
        hit(g, answer.unit, "HON-FIRE-10")
        return Done()

    def passed_wounded(self, g: HeroesState) -> Outcome[None]:
        """The weapon takes it itself."""
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
    def offers_after(self, view: View[HeroesState]) -> Iterator[Frighten]:
        """To do it."""
        yield Frighten()

    @AFTER.judges
    def why_not_after(self, view: View[HeroesState], answer: Frighten) -> Refusal | None:
        """It is allowed."""
        return None

    def hear(self, g: HeroesState, answer: Frighten) -> Outcome[None]:
        """A marker."""
        suppress(g, self.target)
        return Done()

    def passed_after(self, g: HeroesState) -> Outcome[None]:
        return Done()
