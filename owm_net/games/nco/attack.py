"""One ranged attack, step by step as in section 2.22. NCO-HIT, NCO-WND, NCO-INT-01 to -03."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Done,
    Event,
    Frame,
    Kind,
    Mark,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import counted_in, in_brackets, say
from owm_net.engine.view import View
from owm_net.games.nco.damage import FATAL, ThrownDown, hurt, throw_down
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import GRENADE, SoldierId, Spot, opponent
from owm_net.games.nco.places import told_place
from owm_net.games.nco.shots import (
    Shot,
    can_react,
    caught,
    focused,
    in_half_range,
    modifiers,
    needed,
)
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import (
    HIT_AGAIN,
    HIT_IMPROBABLE,
    Item,
    Order,
    Shooting,
    Skill,
)
from owm_net.games.nco.tokens import use_down
from owm_net.games.nco.victory import end
from owm_net.games.nco.words import dice, enemy_name, named, short_name, soldier_name

WOUNDS = ((0, 0), (0, 1), (0, 2), (0, 2), (2, 1), (2, 1), (3, 2))
"""D-9: health and psyche lost, by the wound roll 1 to 6."""
SIDES = 6


@record("nco.react")
class GoDownAtOnce(Answer):
    """NCO-INT-01: the targets that drop before the dice are rolled."""

    title: ClassVar[str] = say("Drop")
    help: ClassVar[str] = say("Uses the order die of each; no items (NCO-INT-01)")

    soldiers: tuple[SoldierId, ...]

    def sentence(self, view: View[NcoState]) -> str:
        if not self.soldiers:
            return say("nobody goes Down")
        return say("Down: {soldiers}", soldiers=named(view.state, self.soldiers))


REACT = Kind(
    "react",
    GoDownAtOnce,
    rule="NCO-INT-01",
    why=say("choose who goes Down"),
    deed=say("choose who goes Down"),
)


@record("nco.fired")
class Fired(SoldierEvent):
    """An attack is made. at: at what, in words. response: in answer to an Assault."""

    headline = True

    soldier: SoldierId
    how: Shooting
    at: str
    response: bool
    rule: str = field(default="NCO-ORD-06", kw_only=True)

    @property
    def mark(self) -> Mark:
        return Mark.FIRE

    def sentence(self, g: NcoState) -> str:
        way = {Shooting.COVER_FIRE: say(" in Cover Fire"), Shooting.FOCUS: say(" in Focus Fire")}
        answer = say(" in answer") if self.response else ""
        return say(
            "{soldier} fires{way}{answer}: {at}",
            soldier=soldier_name(g, self.soldier),
            way=way.get(self.how, ""),
            answer=answer,
            at=self.at,
        )


@record("nco.dropped")
class Dropped(Event):
    """Soldiers go Down before they are shot at (NCO-INT-01)."""

    words = say("go Down: {soldiers}")
    rule = "NCO-INT-01"

    soldiers: tuple[SoldierId, ...]


@record("nco.scattered")
class Scattered(Event):
    """D-12: where a grenade comes down."""

    rule = "NCO-WPN-08"

    die: int

    def sentence(self, g: NcoState) -> str:
        said = {1: say("it is a dud"), 2: say("it falls short"), 3: say("it flies too far")}
        return say(
            "scatter {die}: {what}", die=self.die, what=said.get(self.die, say("on the point"))
        )


@record("nco.rolled")
class ToHit(SoldierEvent):
    """The dice for one target. changes: each modifier by name. hits: how many hit."""

    rule = "NCO-HIT-01 NCO-HIT-03"

    soldier: SoldierId
    need: int
    changes: tuple[tuple[str, int], ...]
    faces: tuple[int, ...]
    hits: int

    def sentence(self, g: NcoState) -> str:
        why = in_brackets([counted_in(name, change) for name, change in self.changes])
        need = say("needs {need}+{why}", need=self.need, why=why)
        if self.hits > 1:
            verdict = say("{hits} hits", hits=self.hits)
        else:
            verdict = say("hit") if self.hits else say("missed")
        return say(
            "{soldier}: {need}, rolled {dice}: {verdict}",
            soldier=short_name(g, self.soldier),
            need=need,
            dice=dice(self.faces),
            verdict=verdict,
        )


WOUND_NAMES = (
    "",
    say("Graze"),
    say("Ringer"),
    say("Ringer"),
    say("Flesh Wound"),
    say("Flesh Wound"),
    say("Mortal Wound"),
)


def wound_name(roll: int) -> str:
    """Return the name of the wound that a roll makes (NCO-WND-02)."""
    return WOUND_NAMES[roll] if roll < len(WOUND_NAMES) else say("Instant Death")


@record("nco.wounded")
class Wounded(SoldierEvent):
    """A wound roll with all its modifiers (D-9). lucky: a Lucky Trinket made it 1."""

    soldier: SoldierId
    roll: int
    lucky: bool = False
    rule: str = field(default="NCO-WND-01 NCO-WND-02", kw_only=True)

    def sentence(self, g: NcoState) -> str:
        name = wound_name(self.roll)
        how = say("Lucky Trinket") if self.lucky else say("wound roll {roll}", roll=self.roll)
        return say(
            "{soldier}: {how}, {name}", soldier=short_name(g, self.soldier), how=how, name=name
        )


@record("nco.trinket")
class TrinketUsed(SoldierEvent):
    """NCO-ITM-08: it is rolled for, and gone."""

    words = say("{soldier_short}: Lucky Trinket, rolled {die}")
    rule = "NCO-ITM-08"

    soldier: SoldierId
    die: int


@frame("nco.attack")
@define
class Attack(Frame[tuple[SoldierId, ...]]):
    """A ranged attack. Its result: the soldiers hit, whatever the wound. `Firing` runs it, and what
    follows.

    targets: step 3. needs: step 5. faces, hits: step 6, of each target. lucky: who is saved by a
    trinket, step 7. aim: where it comes down.
    """

    shot: Shot
    targets: tuple[SoldierId, ...] = ()
    needs: tuple[int, ...] = ()
    faces: list[int] = field(factory=list)
    hits: list[int] = field(factory=list)
    lucky: list[SoldierId] = field(factory=list)
    wounds: list[int] = field(factory=list)

    def start(self, g: NcoState) -> Outcome[tuple[SoldierId, ...]]:
        """Stand up to fire (R-12). A grenade scatters first."""
        shot = self.shot
        g.change(shot.shooter, down=False)
        rule = "NCO-ORD-03" if shot.how is Shooting.COVER_FIRE else "NCO-ORD-06"
        g.tell(Fired(shot.shooter, shot.how, shot.told(g), shot.response, rule=rule))
        self._book(g)
        if shot.row.thrown:
            return Ask(Roll(SIDES, 1, "scatter"), then=self.scatter)
        return self.fix_targets(g, shot.aim)

    def _book(self, g: NcoState) -> None:
        """Step 11: a grenade is spent, a weapon that wears out is used (NCO-WPN-06, R-75)."""
        s = g.soldiers[self.shot.shooter]
        if self.shot.weapon == GRENADE:
            g.change(self.shot.shooter, grenades=s.grenades - 1)
        elif self.shot.row.uses:
            left = s.uses - 1
            arms = s.weapons if left else tuple([w for w in s.weapons if w != self.shot.weapon])
            g.change(self.shot.shooter, uses=left, weapons=arms)

    def scatter(self, g: NcoState, rolled: tuple[int, ...]) -> Outcome[tuple[SoldierId, ...]]:
        """D-12, G-13."""
        (die,) = rolled
        g.tell(Scattered(die))
        if die == 1:
            return Done(())
        aim = self.shot.aim
        assert aim is not None  # `why_not_shot` asks for it
        if die in (2, 3):
            origin = g.soldiers[self.shot.shooter].spot
            aim = g.ground.scattered(origin, aim, -1 if die == 2 else 1)
        return self.fix_targets(g, aim)

    def fix_targets(self, g: NcoState, aim: Spot | None) -> Outcome[tuple[SoldierId, ...]]:
        """Step 3, then step 4: those who may, react together (NCO-INT-02, R-11)."""
        if aim is not None:
            self.targets = caught(g, self.shot, aim)
        elif self.shot.target is not None:
            self.targets = (self.shot.target,)
        if self.able(g):
            return Ask(REACT.of(opponent(g.soldiers[self.shot.shooter].seat)), then=self.react)
        return self.aim(g)

    def able(self, g: NcoState) -> list[SoldierId]:
        """Return the soldiers that are asked for a Down reaction."""
        return [s for s in self.targets if can_react(g, s, self.shot)]

    @REACT.tells
    def about_react(self, view: View[NcoState]) -> About:
        """Before any die is rolled."""
        g, shot = view.state, self.shot
        who = enemy_name(g, shot.shooter, view.seat)
        place = told_place(g.layout, shot.aim)
        what = say("{soldier} shoots at a point {place}: who goes Down?", soldier=who, place=place)
        if shot.target is not None:
            whom = short_name(g, shot.target)
            what = say("{soldier} shoots at {target}: go Down?", soldier=who, target=whom)
        why = say("who lies is harder to hit, but has no other order in this turn")
        return About(what, why, "NCO-INT-01")

    @REACT.offers
    def offers_react(self, view: View[NcoState]) -> Iterator[GoDownAtOnce]:
        """All, nobody, or one of several."""
        able = tuple(self.able(view.state))
        yield GoDownAtOnce(able)
        yield GoDownAtOnce(())
        if len(able) > 1:
            yield from (GoDownAtOnce((s,)) for s in able)

    @REACT.judges
    def why_not_react(self, view: View[NcoState], answer: GoDownAtOnce) -> Refusal | None:
        """Any of those who are targeted and have no order (NCO-INT-01)."""
        able = self.able(view.state)
        if len(answer.soldiers) > len(able) or any(s not in able for s in answer.soldiers):
            return Refusal("NCO-INT-01", say("only a target that has no order yet can go Down"))
        if list(answer.soldiers) != sorted(dict.fromkeys(answer.soldiers)):
            return Refusal("NCO-INT-01", say("each is named once, in the order of their numbers"))
        return None

    def react(self, g: NcoState, answer: GoDownAtOnce) -> Outcome[tuple[SoldierId, ...]]:
        """Their dice leave the bag (NCO-DIE-08); a debt of Down is met by it (R-42)."""
        for soldier in answer.soldiers:
            g.change(soldier, order=Order.DOWN, down=True)
        if answer.soldiers:
            g.tell(Dropped(answer.soldiers))
        for soldier in answer.soldiers:
            if use_down(g, soldier):
                return end(g)
        return self.aim(g)

    def aim(self, g: NcoState) -> Outcome[tuple[SoldierId, ...]]:
        """Steps 5 and 6: the faces that are needed now, and all dice at once."""
        if not self.targets:
            return Done(())
        self.needs = tuple([needed(g, self.shot, s) for s in self.targets])
        count = self.shot.row.dice * len(self.targets)
        return Ask(Roll(SIDES, count, say("to hit")), then=self.rolled)

    def rolled(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[tuple[SoldierId, ...]]:
        """A weapon that loads itself has one more try in a Fire order (G-12)."""
        self.faces = list(faces)
        if self.shot.row.again and self.shot.how is Shooting.FIRE and self._missed():
            return Ask(Roll(SIDES, 1, say("to hit, once more")), then=self.tried_again)
        return self.look_twice

    def _missed(self) -> list[int]:
        """Dice that miss whatever a second look brings."""
        return [
            n
            for n, face in enumerate(self.faces)
            if face < min(SIDES, self.needs[n // self.shot.row.dice])
        ]

    def tried_again(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[tuple[SoldierId, ...]]:
        """It takes the place of the first die that missed."""
        self.faces[self._missed()[0]] = faces[0]
        return self.look_twice

    def look_twice(self, g: NcoState) -> Outcome[tuple[SoldierId, ...]]:
        """NCO-HIT-05, R-30: where 7 or more is needed a 6 is rolled once more."""
        again = self._improbable()
        if again:
            return Ask(Roll(SIDES, len(again), say("to hit, improbable")), then=self.judge)
        return self.judge(g, ())

    def _improbable(self) -> list[int]:
        """Dice that are rolled a second time."""
        return [
            n
            for n, face in enumerate(self.faces)
            if face == SIDES and self.needs[n // self.shot.row.dice] >= HIT_IMPROBABLE
        ]

    def judge(self, g: NcoState, second: tuple[int, ...]) -> Outcome[tuple[SoldierId, ...]]:
        """How many dice hit each target; then step 7."""
        more = dict(zip(self._improbable(), second, strict=True))
        each = self.shot.row.dice
        for i, soldier in enumerate(self.targets):
            need = self.needs[i]
            faces = self.faces[i * each : (i + 1) * each]
            hits = 0
            for n, face in enumerate(faces, i * each):
                hits += more.get(n, 0) >= HIT_AGAIN if need >= HIT_IMPROBABLE else face >= need
            self.hits.append(hits)
            shown = [*faces, *[more[n] for n in range(i * each, (i + 1) * each) if n in more]]
            changes = tuple(modifiers(g, self.shot, soldier))
            g.tell(ToHit(soldier, need, changes, tuple(shown), hits))
        rolls = len(self._trusting(g))
        if rolls:
            return Ask(Roll(SIDES, rolls, say("Lucky Trinket")), then=self.trust)
        return self.wound

    def _trusting(self, g: NcoState) -> list[SoldierId]:
        """Return the soldiers hit that still have a Lucky Trinket (R-28)."""
        return [
            s
            for s, hits in zip(self.targets, self.hits, strict=True)
            if hits and Item.LUCKY_TRINKET in g.soldiers[s].items
        ]

    def trust(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[tuple[SoldierId, ...]]:
        """Use up the trinkets, whatever falls (NCO-ITM-08); on a 6 the soldier's first hit is only
        a Graze."""
        for soldier, die in zip(self._trusting(g), faces, strict=True):
            g.spend(soldier, Item.LUCKY_TRINKET)
            g.tell(TrinketUsed(soldier, die))
            if die == SIDES:
                self.lucky.append(soldier)
        return self.wound

    def wound(self, g: NcoState) -> Outcome[tuple[SoldierId, ...]]:
        """Step 8: a die for each hit but those that luck has turned (NCO-WND-03)."""
        count = sum(self.hits) - len(self.lucky)
        if count:
            return Ask(Roll(SIDES, count, "wounds"), then=self.apply)
        return self.apply(g, ())

    def apply(self, g: NcoState, faces: tuple[int, ...]) -> Outcome[tuple[SoldierId, ...]]:
        """Step 9: target by target all health, then all psyche; then a forced Down (R-29)."""
        left = list(faces)
        for soldier, hits in zip(self.targets, self.hits, strict=True):
            if not hits:
                continue
            health, psyche = 0, 0
            for n in range(hits):
                lucky = n == 0 and soldier in self.lucky
                lost = (0, 1) if lucky else self._lost(g, soldier, left.pop(0))
                if lucky:
                    g.tell(Wounded(soldier, 1, True, rule="NCO-ITM-08"))
                health, psyche = health + lost[0], psyche + lost[1]
            hurt(g, soldier, health, psyche)
            if self.shot.area and g.there(soldier) and g.soldiers[soldier].order is Order.NONE:
                throw_down(g, soldier)
                g.tell(ThrownDown(soldier))
        hit = [s for s, hits in zip(self.targets, self.hits, strict=True) if hits]
        return Done(tuple(hit))

    def _lost(self, g: NcoState, soldier: SoldierId, face: int) -> tuple[int, int]:
        """Health and psyche by one wound roll, bonuses and riders with it (NCO-WND-02, R-27)."""
        row = self.shot.row
        roll = face + row.wound
        if row.wound_near and in_half_range(g, self.shot, g.soldiers[soldier].spot):
            roll += row.wound_near
        if self.shot.how is Shooting.FOCUS and focused(g, self.shot):
            roll += Skill.DEADEYE in g.soldiers[self.shot.shooter].skills
        g.tell(Wounded(soldier, roll))
        if roll >= len(WOUNDS):
            return FATAL, 0
        health, psyche = WOUNDS[roll]
        return health, psyche + row.psyche
