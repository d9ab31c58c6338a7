"""The special actions phase: who is brave enough acts once more. NCO-SPC."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.nco.aiming import any_shot, shots_of
from owm_net.games.nco.assault import Assaulting, why_no_assault
from owm_net.games.nco.damage import relieve
from owm_net.games.nco.events import SoldierEvent
from owm_net.games.nco.ids import NO_SEAT, NO_SOLDIER, SoldierId, Spot, WeaponKey, opponent
from owm_net.games.nco.interrupts import FireOnce
from owm_net.games.nco.paths import Path, straight_charge
from owm_net.games.nco.shots import Shot, why_not_shot
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import NEAR, Gait, Phase, Shooting, Skill
from owm_net.games.nco.tokens import bears_pilot
from owm_net.games.nco.words import enemy_name, short_name, soldier_name


class SpecialAnswer(Answer):
    """A special action of a soldier. Subclasses have the soldier first."""

    __slots__ = ()
    soldier: SoldierId

    def deed(self, g: NcoState) -> str:
        """Return its name in a report."""
        return self.title

    def why_not(self, g: NcoState) -> Refusal | None:
        """Return why the soldier cannot do it now."""
        return None

    def frame(self, g: NcoState) -> Frame[None]:
        raise AssertionError(f"{self.name} does nothing")


# ------------------------------------------------------------------ the four


@record("nco.focus_fire")
class FocusFire(SpecialAnswer):
    """NCO-SPC-06, NCO-SPC-11: a well-aimed shot, if the weapon has one."""

    title: ClassVar[str] = say("Focus Fire")
    help: ClassVar[str] = say("As Fire; cover and Down count for nothing (NCO-SPC-06)")

    soldier: SoldierId
    weapon: WeaponKey
    target: SoldierId | None = field(default=None)
    aim: Spot | None = field(default=None)

    def shot(self) -> Shot:
        """The attack that it means."""
        return Shot(self.soldier, self.weapon, self.target, self.aim, Shooting.FOCUS)

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        return say(
            "{soldier}: Focus Fire, {said}",
            soldier=short_name(g, self.soldier),
            said=self.shot().said(g, view.seat),
        )

    def why_not(self, g: NcoState) -> Refusal | None:
        return why_not_shot(g, self.shot())

    def frame(self, g: NcoState) -> Frame[None]:
        return FireOnce(self.shot())


@record("nco.special_assault")
class SpecialAssault(SpecialAnswer):
    """NCO-SPC-07: an Assault of a single move."""

    title: ClassVar[str] = say("Assault")
    help: ClassVar[str] = say("As the order, not doubled (NCO-SPC-07)")

    soldier: SoldierId
    target: SoldierId
    path: Path

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        return say(
            "{soldier}: special Assault on {target}",
            soldier=short_name(g, self.soldier),
            target=enemy_name(g, self.target, view.seat),
        )

    def deed(self, g: NcoState) -> str:
        return say("{title} on {soldier}", title=self.title, soldier=soldier_name(g, self.target))

    def why_not(self, g: NcoState) -> Refusal | None:
        if g.soldiers[self.soldier].wounded:
            return Refusal("NCO-HLT-02", say("the Walking Wounded do not charge (R-16)"))
        return why_no_assault(g, self.soldier, self.target, self.path, Gait.SPECIAL)

    def frame(self, g: NcoState) -> Frame[None]:
        return Assaulting(self.soldier, self.target, self.path, Gait.SPECIAL)


@record("nco.mend")
class Mend(SpecialAnswer):
    """Mend (NCO-SPC-08): the soldier fully, or the soldier a little and a friend more."""

    title: ClassVar[str] = say("Mend")
    help: ClassVar[str] = say(
        "+1/+1, or +1 psyche and +2 for a friend within 3 inches (NCO-SPC-08)"
    )

    soldier: SoldierId
    friend: SoldierId = field(default=NO_SOLDIER)

    def sentence(self, view: View[NcoState]) -> str:
        g = view.state
        whom = (
            ""
            if self.friend == NO_SOLDIER
            else say(", encouraging {soldier}", soldier=short_name(g, self.friend))
        )
        return say("{soldier}: Mend{whom}", soldier=short_name(g, self.soldier), whom=whom)

    def why_not(self, g: NcoState) -> Refusal | None:
        if self.friend == NO_SOLDIER:
            return None
        if Skill.IDEALIST in g.soldiers[self.soldier].skills:
            return Refusal("NCO-SKL-04", say("an Idealist can only mend himself (R-40)"))
        if self.friend not in g.friends(self.soldier, NEAR):
            return Refusal("NCO-SPC-08", say("there is no such friend within 3 inches"))
        return None

    def frame(self, g: NcoState) -> Frame[None]:
        return Mending(self.soldier, self.friend)


@frame("nco.mending")
@define
class Mending(Frame[None]):
    """Mend; an Idealist regains full psyche (NCO-SKL-04)."""

    soldier: SoldierId
    friend: SoldierId

    def start(self, g: NcoState) -> Outcome[None]:
        s = g.soldiers[self.soldier]
        if Skill.IDEALIST in s.skills:
            relieve(g, self.soldier, 0, s.psyche_max)
        elif self.friend == NO_SOLDIER:
            relieve(g, self.soldier, 1, 1)
        else:
            relieve(g, self.soldier, 0, 1)
            relieve(g, self.friend, 0, 2)
        return Done()


@record("nco.lie_in_ambush")
class LieInAmbush(SpecialAnswer):
    """NCO-SPC-09: wait for an enemy who moves."""

    title: ClassVar[str] = say("Ambush")
    help: ClassVar[str] = say(
        "Down until he springs it, until the end of the next turn (NCO-SPC-09)"
    )
    words = say("{soldier_short}: lies in Ambush")

    soldier: SoldierId

    def why_not(self, g: NcoState) -> Refusal | None:
        if g.soldiers[self.soldier].peaceful:
            return Refusal(
                "NCO-SKL-08 NCO-SKL-09", say("he attacks only an enemy who charges at him")
            )
        return None

    def frame(self, g: NcoState) -> Frame[None]:
        return LyingInWait(self.soldier)


@frame("nco.lying_in_wait")
@define
class LyingInWait(Frame[None]):
    """Ambush: a token, to the end of the next turn at the latest (R-21)."""

    soldier: SoldierId

    def start(self, g: NcoState) -> Outcome[None]:
        """He counts as Down."""
        g.change(self.soldier, ambush=g.turn + 1, down=True)
        return Done()


def why_not_special(g: NcoState, answer: SpecialAnswer) -> Refusal | None:
    """Why a soldier who has a special action cannot take this one."""
    if bears_pilot(g, answer.soldier) and not isinstance(answer, Mend):
        return Refusal("NCO-SCN-13", say("a soldier who carries the pilot can only Mend (R-56)"))
    return answer.why_not(g)


def only_mends(g: NcoState, soldier: SoldierId) -> bool:
    """Return True if a soldier can only mend (R-102): one who attacks nobody, or carries the pilot,
    with no friend to encourage."""
    s = g.soldiers[soldier]
    if not (s.peaceful or bears_pilot(g, soldier)):
        return False
    return Skill.IDEALIST in s.skills or not g.friends(soldier, NEAR)


# ------------------------------------------------------------------ the phase

SPECIAL: Kind[SpecialAnswer] = Kind(
    "special",
    FocusFire,
    SpecialAssault,
    Mend,
    LieInAmbush,
    rule="NCO-SPC-05",
    why=say("choose one of the four special actions"),
    deed=say("choose a special action"),
)


@record("nco.special_done")
class Special(SoldierEvent):
    """A soldier takes a special action. deed: what, in words."""

    rule = "NCO-SPC-05"

    soldier: SoldierId
    deed: str

    def sentence(self, g: NcoState) -> str:
        return listed([soldier_name(g, self.soldier), self.deed], ": ")


@frame("nco.specials")
@define
class Specials(Frame[None]):
    """Phase 2. seat: whose turn it is to act."""

    seat: Seat = NO_SEAT

    def start(self, g: NcoState) -> Outcome[None]:
        """Begin with the seat that did not give the turn's first order (NCO-SPC-04)."""
        g.phase = Phase.SPECIALS
        self.seat = opponent(g.first)
        return self.ask

    def ask(self, g: NcoState) -> Outcome[None]:
        """One soldier of each side in turn, as long as there are any (R-19)."""
        if not self.able(g, self.seat):
            self.seat = opponent(self.seat)
            if not self.able(g, self.seat):
                return Done()
        able = self.able(g, self.seat)
        if len(able) == 1 and only_mends(g, able[0]):
            return self.hear(g, Mend(able[0]))
        return Ask(SPECIAL.of(self.seat), then=self.hear)

    def able(self, g: NcoState, seat: Seat) -> list[SoldierId]:
        """Return the soldiers of a side that can still act."""
        return [s for s in g.on_field(seat) if g.qualifies(s)]

    @SPECIAL.tells
    def about_special(self, view: View[NcoState]) -> About:
        """Courage of 4 or more."""
        why = say("each whose courage is 4 or more acts once; none may pass")
        return About(say("choose a soldier for a special action"), why, "NCO-SPC-05")

    @SPECIAL.offers
    def offers_special(self, view: View[NcoState]) -> Iterator[SpecialAnswer]:
        """All four of each who can act."""
        g = view.state
        for soldier in self.able(g, self.seat):
            yield Mend(soldier)
            yield from (Mend(soldier, friend) for friend in g.friends(soldier, NEAR))
            yield LieInAmbush(soldier)
            for shot in shots_of(g, soldier, Shooting.FOCUS):
                yield FocusFire(soldier, shot.weapon, shot.target, shot.aim)
            for enemy in g.on_field(opponent(self.seat)):
                path = straight_charge(g, soldier, enemy, Gait.SPECIAL)
                if path is not None:
                    yield SpecialAssault(soldier, enemy, path)

    @SPECIAL.judges
    def why_not_special(self, view: View[NcoState], answer: SpecialAnswer) -> Refusal | None:
        """NCO-SPC-02, then the action itself."""
        g = view.state
        if answer.soldier not in self.able(g, self.seat):
            return Refusal("NCO-SPC-02", say("he can take no special action now"))
        return why_not_special(g, answer)

    @SPECIAL.samples
    def sample_special(self, view: View[NcoState], chance: Chance) -> SpecialAnswer:
        """Any soldier, and any of a few tries."""
        g = view.state
        able = self.able(g, self.seat)
        soldier = able[chance.below(len(able))]
        for _ in range(3):
            answer = SPECIAL_TRIES[chance.below(len(SPECIAL_TRIES))](g, soldier, chance)
            if answer is not None and why_not_special(g, answer) is None:
                return answer
        return Mend(soldier)

    def hear(self, g: NcoState, answer: SpecialAnswer) -> Outcome[None]:
        """Mark the soldier first, so that nothing in between lets them act twice (NCO-SPC-05)."""
        g.change(answer.soldier, acted=True)
        g.tell(Special(answer.soldier, answer.deed(g)))
        self.seat = opponent(self.seat)
        return Call(answer.frame(g), then=self.ask)


def _focus(g: NcoState, soldier: SoldierId, chance: Chance) -> SpecialAnswer | None:
    shot = any_shot(g, soldier, Shooting.FOCUS, chance)
    return None if shot is None else FocusFire(soldier, shot.weapon, shot.target, shot.aim)


def _charge(g: NcoState, soldier: SoldierId, chance: Chance) -> SpecialAnswer | None:
    for enemy in g.on_field(opponent(g.soldiers[soldier].seat)):
        path = straight_charge(g, soldier, enemy, Gait.SPECIAL)
        if path is not None:
            return SpecialAssault(soldier, enemy, path)
    return None


def _mend(g: NcoState, soldier: SoldierId, chance: Chance) -> SpecialAnswer | None:
    friends = [NO_SOLDIER, *g.friends(soldier, NEAR)]
    return Mend(soldier, friends[chance.below(len(friends))])


def _ambush(g: NcoState, soldier: SoldierId, chance: Chance) -> SpecialAnswer | None:
    return LieInAmbush(soldier)


SPECIAL_TRIES: tuple[Callable[[NcoState, SoldierId, Chance], SpecialAnswer | None], ...] = (
    _focus,
    _charge,
    _mend,
    _ambush,
)
