"""One shot: legal targets, the Firing Sequence, and its effect (section 2.15).

Steps 4 and 5 of an Attack (000:1265-1317). How it comes to a shot: `actions.attack`.
"""

from __future__ import annotations

from attrs import define, field

from owm_net.engine.agenda import Call, Done, Event, Frame, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import ADDED, record
from owm_net.engine.text import counted_in, in_brackets, say
from owm_net.games.owm import words
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.damage import Fate, Verdict, rally, resolve_hit, suppress, verdict
from owm_net.games.owm.flips import FlipCard, Purpose, icon_of
from owm_net.games.owm.ids import Cell, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, TERRAINS, Fireteam, OwmState, Soldier
from owm_net.games.owm.terms import Colour, EventIcon, Status
from owm_net.games.owm.tokens import Border, TokenKind
from owm_net.games.owm.traits import firing as traits
from owm_net.games.owm.traits import hits
from owm_net.games.owm.traits.nerves import after_losses
from owm_net.games.owm.traits.random_effects import NOTHING, RandomEffect, random_effect
from owm_net.games.owm.traits.sight import visibility_bonus
from owm_net.games.owm.visibility import is_beyond_sight
from owm_net.games.owm.windows import Summand, Total, window

# -- who can shoot, and at whom --------------------------------------------------------------


def why_no_target(g: OwmState, team: Fireteam, target: Fireteam) -> Refusal | None:
    """Refuse an enemy that a Fireteam may not name in an Attack order, apart from OWM-ATK-02."""
    if not g.is_enemy(team, target):
        return Refusal("OWM-ATK-01", say("that is no enemy"), misfit=True)
    problem = why_no_clear_shot(g, team, target)
    if problem is None and not valid_targets(g, target):
        return Refusal("OWM-TGT-02", say("all its soldiers were suppressed this round"))
    return problem


def why_no_clear_shot(g: OwmState, team: Fireteam, target: Fireteam) -> Refusal | None:
    """Return what bars gun-fire at an enemy Fireteam, whichever of its soldiers may be hit:
    stealth, obstacles, a friend behind. Lucky Shots ask it too (A-51)."""
    if target.stealthed:
        return Refusal("OWM-STLTH-03", say("it is in stealth and has not been recognised"))
    if not g.sees(team.cell, target.cell):
        return Refusal("OWM-LOS-05", say("there is no line of sight to it"))
    if g.endangers_friend(team, target):
        return Refusal("OWM-FF-01", say("a friendly Fireteam stands exactly behind it"))
    return None


def why_no_shot(
    g: OwmState, team: Fireteam, target: Fireteam, soldier: SoldierId
) -> Refusal | None:
    """Refuse a soldier who may not shoot at this enemy (OWM-ATK-05, OWM-FIRE-03)."""
    problem = why_not_able(g, team, soldier)
    if problem is None and not lethality(g, g.soldiers[soldier], team, target):
        return Refusal("OWM-FIRE-03", say("his weapon does not reach that far"))
    return problem


def why_not_able(g: OwmState, team: Fireteam, soldier: SoldierId) -> Refusal | None:
    """Refuse a soldier who cannot shoot at all now (OWM-ATK-05)."""
    if soldier not in team.line:
        return Refusal("OWM-ATK-04", say("he is not in the attacking Fireteam"))
    shooter = g.soldiers[soldier]
    if shooter.status is Status.UNARMED:
        return Refusal("OWM-MX-07", say("she is unarmed (A-64)"))
    if shooter.status is Status.WOUNDED:
        return Refusal("OWM-ATK-05", say("he is wounded"))
    if shooter.jammed:
        return Refusal("OWM-ATK-05", say("his weapon is jammed"))
    if shooter.assists:
        return Refusal("OWM-CREW-03", say("he assists a machine gunner"))
    return None


def why_nobody_shoots(g: OwmState, team: Fireteam) -> Refusal | None:
    """Refuse an Attack order without a soldier who can shoot at all (OWM-ATK-05); whether a weapon
    reaches so far is for the player to see (A-158)."""
    if all(why_not_able(g, team, soldier) for soldier in team.line):
        return Refusal("OWM-ATK-05", say("nobody of the Fireteam can shoot now"))
    return None


def reaches(g: OwmState, team: Fireteam, target: Fireteam) -> bool:
    """Return True if somebody of a Fireteam can shoot at this enemy now."""
    return any(why_no_shot(g, team, target, soldier) is None for soldier in team.line)


def valid_targets(g: OwmState, target: Fireteam) -> list[SoldierId]:
    """Soldiers of a Fireteam who can be shot at (OWM-TGT-02, A-14)."""
    return [s.id for s in g.members(target.id) if not is_ducking(g, s)]


def is_ducking(g: OwmState, soldier: Soldier) -> bool:
    """Return True if the soldier was suppressed earlier in this same round: then nobody can aim at
    them (OWM-TGT-02)."""
    return soldier.status is Status.SUPPRESSED and soldier.suppressed_in == g.round_no


# -- what a shot is made of ------------------------------------------------------------------


def lethality(
    g: OwmState, shooter: Soldier, team: Fireteam, target: Fireteam
) -> tuple[Colour, ...]:
    """The colours a soldier flips at the present range (OWM-FIRE-02, OWM-FIRE-12)."""
    return lethality_at(g, shooter, team, target.cell)


def lethality_at(g: OwmState, shooter: Soldier, team: Fireteam, cell: Cell) -> tuple[Colour, ...]:
    """The same for a target in this Terrain; in the own one it is range 1 (A-21), and a Marksman
    shoots as from one nearer (OWM-CD-MARKSMAN)."""
    distance = max(1, g.ground.distance(team.cell, cell) - shooter.is_marksman)
    return shooter.weapon.colours(distance, g.uses_second_grid(shooter))


def is_doubled(g: OwmState, shooter: Soldier, team: Fireteam, target: Fireteam) -> bool:
    """Double Discipline of a shot (OWM-DISC-08): moving, suppressed, leaderless, farther than
    one sees, or at an enemy under Covering Fire (OWM-CD-COVER)."""
    return (
        is_shaken(g, shooter, team)
        or is_beyond_sight(g, team, target, visibility_bonus(g, shooter))
        or target.covered
    )


def is_shaken(g: OwmState, shooter: Soldier, team: Fireteam) -> bool:
    """Return True if Discipline is doubled whatever the target: moving, suppressed, or
    leaderless."""
    return team.on_the_move or shooter.status is Status.SUPPRESSED or g.is_leaderless(team.id)


def why_doubled(g: OwmState, shooter: Soldier, team: Fireteam, target: Fireteam) -> list[str]:
    """Return the reasons for Double Discipline, in words; nothing where it is single."""
    found = [
        (say("on the move"), team.on_the_move),
        (say("suppressed"), shooter.status is Status.SUPPRESSED),
        (say("without a Leader"), g.is_leaderless(team.id)),
        (
            say("farther than one sees"),
            is_beyond_sight(g, team, target, visibility_bonus(g, shooter)),
        ),
        (say("Covering Fire"), target.covered),
    ]
    return [why for why, doubles in found if doubles]


def smoke(g: OwmState, cell: Cell) -> int:
    """Return what Smoke in the shooter's or the target's Terrain takes off a total (G-09)."""
    found = g.token_at(TokenKind.SMOKE, cell)
    if found is None:
        return 0
    return -2 if found.border is Border.YELLOW else -1


def modifiers(
    g: OwmState, team: Fireteam, target: Fireteam, from_stealth: bool, covered: bool = True
) -> list[tuple[str, int]]:
    """Return everything added to the total, with the reason, zeros left out (OWM-FIRE-09).

    covered: whether the target's Terrain and entrenchment count (A-126).
    """
    here, there = TERRAINS.at(g.ground, team.cell), TERRAINS.at(g.ground, target.cell)
    found = [
        (say("attack from {title}", title=here.title), here.attack),
        (say("entrenched attacker"), 1 if team.dug_in else 0),
        (say("from stealth"), 2 if from_stealth else 0),
        ("flanking", 1 if g.has_flanking(team, target) else 0),
        (say("defense of {title}", title=there.title), -there.defense if covered else 0),
        (say("entrenched target"), -1 if target.dug_in and covered else 0),
        (say("target on the move"), 2 if target.on_the_move else 0),
        (say("Smoke at the shooter"), smoke(g, team.cell)),
        (say("Smoke at the target"), smoke(g, target.cell)),
    ]
    return [(why, n) for why, n in found if n]


# -- what is told ----------------------------------------------------------------------------


@record("owm.event.jammed")
class Jammed(Fate):
    """His weapon shoots no more until it is cleared."""

    rule = "OWM-FIRE-05"
    headline = True
    deed = say("jams")

    def sentence(self, g: OwmState) -> str:
        return say(
            "{soldier}'s weapon {deed}",
            soldier=words.soldier_name(self.soldier),
            deed=self.deed,
        )


@record("owm.event.total")
class Totalled(Event):
    """A Firing Sequence has come to a number. why: the modifiers in it, in words.

    resolve, vitality: of the target, where traits change what is printed; 0 if not. against: those
    traits, in words.
    """

    rule = "OWM-FIRE-10"
    headline = True

    soldier: SoldierId
    target: SoldierId
    total: int
    why: tuple[str, ...]
    resolve: int = 0
    vitality: int = 0
    against: tuple[str, ...] = ()

    def sentence(self, g: OwmState) -> str:
        why = in_brackets(self.why)
        who, at = words.soldier_name(self.soldier), words.soldier_name(self.target)
        card = CATALOG.soldiers[self.target]
        resolve, vitality = self.resolve or card.resolve, self.vitality or card.vitality
        changed = in_brackets(self.against)
        return say(
            "{who} at {at}: total {total}{why} against {reached}{changed}",
            who=who,
            at=at,
            total=self.total,
            why=why,
            reached=hits.reached(self.target, resolve, vitality),
            changed=changed,
        )


def totalled(
    g: OwmState, shooter: SoldierId, target: SoldierId, total: int, why: tuple[str, ...]
) -> Totalled:
    """Return the event of a total, with the traits that change what it is compared with."""
    changes = hits.changes(g, target)
    if not changes:
        return Totalled(shooter, target, total, why)
    return Totalled(
        shooter, target, total, why, hits.resolve(g, target), hits.vitality(g, target), changes
    )


# -- the Firing Sequence ---------------------------------------------------------------------


@frame("owm.firing_sequence")
@define
class FiringSequence(Frame[None]):
    """OWM Attack 4-5: one soldier fires at one target.

    lethality: colours still to flip, next one first. wound: an icon showed. jam_ignored: a trait
    has kept the weapon from jamming. exposed: by a trait the target's cover gives no defense.
    on_the_run: Double Discipline whatever happens to the shooter (OWM-CD-ONTHERUN). No reaction can
    come between (OWM-FIRE-11), until the total is told (A-09).
    """

    fireteam: FireteamId
    target_team: FireteamId
    shooter: SoldierId
    target: SoldierId
    lethality: list[Colour]
    discipline_flips: int
    from_stealth: bool
    total: int = 0
    wound: bool = False
    jam_ignored: bool = False
    exposed: bool = False
    on_the_run: bool = field(default=False, metadata=ADDED)

    def start(self, g: OwmState) -> Outcome[None]:
        """Attack 4A: flip lethality, in order (OWM-FIRE-01, OWM-FIRE-02)."""
        if not self.lethality:
            return self.flip_discipline
        flip = FlipCard(Purpose.LETHALITY, self.lethality[0], to_event_pile=True)
        return Call(flip, then=self.add_lethality)

    def add_lethality(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Attack 4A; Effects: Jammed Weapon, Wounded."""
        icon = icon_of(g, card, self.lethality[0])
        effect = NOTHING
        if icon is EventIcon.RANDOM_EFFECT:  # OWM-FIRE-06
            effect = random_effect(g, self.shooter)
            if effect.ends:
                return self.lose_nerve
            self._take(g, effect)
        if (icon is EventIcon.JAM or effect.jams) and not self._keeps_working(g):
            # OWM-FIRE-05, A-06: halts, and this card does not count
            g.change_soldier(self.shooter, jammed=True)
            g.tell(Jammed(self.shooter))
            self.lethality.clear()
            return self.flip_discipline
        if icon is EventIcon.WOUND:  # OWM-FIRE-07
            self.wound = True
        value = CATALOG.dice(card).of(self.lethality.pop(0))
        self.total += value if effect.counts else 0
        return self.start

    def _take(self, g: OwmState, effect: RandomEffect) -> None:
        """Apply a Random Effect to the rest of the shot (A-126)."""
        self.lethality.extend(effect.extra)
        self.exposed = self.exposed or effect.ignores_cover
        if effect.rallies:
            rally(g, self.shooter)
            if not (self.on_the_run or self.is_doubled(g)):
                self.discipline_flips = 1

    def is_doubled(self, g: OwmState) -> bool:
        """Double Discipline, as things are now."""
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target_team]
        return is_doubled(g, g.soldiers[self.shooter], team, target)

    def _keeps_working(self, g: OwmState) -> bool:
        """Return True if a trait keeps the weapon from jamming: once in a shot."""
        if self.jam_ignored:
            return False
        self.jam_ignored = traits.ignores_jam(g, self.shooter)
        return self.jam_ignored

    def lose_nerve(self, g: OwmState) -> Outcome[None]:
        """Suppress the shooter by a Random Effect; the shot is over (A-126)."""
        if g.soldiers[self.shooter].status is Status.READY:
            suppress(g, self.shooter)
        return self.close

    def flip_discipline(self, g: OwmState) -> Outcome[None]:
        """Attack 4B (OWM-FIRE-08): one flip, two under Double Discipline."""
        if not self.discipline_flips:
            return self.withstand
        self.discipline_flips -= 1
        colour = CATALOG.soldiers[self.shooter].discipline
        flip = FlipCard(Purpose.DISCIPLINE, colour, to_event_pile=True)
        return Call(flip, then=self.subtract_discipline)

    def subtract_discipline(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Attack 4B; icons on Discipline flips do not count (OWM-FIRE-04)."""
        self.total -= CATALOG.dice(card).of(CATALOG.soldiers[self.shooter].discipline)
        return self.flip_discipline

    def withstand(self, g: OwmState) -> Outcome[None]:
        """A Last Stand lowers each shot of the round at the Fireteam (OWM-CD-LASTSTAND, A-53)."""
        if not self.makes_last_stand(g):
            return self.apply_modifiers
        flip = FlipCard(Purpose.LAST_STAND, Colour.RED, to_event_pile=True)
        return Call(flip, then=self.subtract_last_stand)

    def makes_last_stand(self, g: OwmState) -> bool:
        """Return True if the target Fireteam makes its last stand in this round."""
        return g.fireteams[self.target_team].last_stand_in == g.round_no

    def subtract_last_stand(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Its icon does not count."""
        self.total -= CATALOG.dice(card).of(Colour.RED)
        return self.apply_modifiers

    def apply_modifiers(self, g: OwmState) -> Outcome[None]:
        """Attack 4C (OWM-FIRE-09), then Attack Resolution."""
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target_team]
        found = modifiers(g, team, target, self.from_stealth, not self.exposed)
        shooter, aimed_at = g.soldiers[self.shooter], g.soldiers[self.target]
        shot = traits.Shot(g, team, shooter, target, aimed_at)
        found += traits.modifiers(shot, not self.exposed)
        self.total += sum(n for _, n in found)
        why = tuple([counted_in(why, n) for why, n in found])
        g.tell(totalled(g, self.shooter, self.target, self.total, why))
        total = Total(
            self.target,
            self.total,
            self.newest_flip(g),
            from_pile=True,
            fireteam=self.target_team,
            enemy=self.fireteam,
        )
        return window(g, total, then=self.answered)

    def newest_flip(self, g: OwmState) -> Summand:
        """The last flip of the sequence can still be undone (A-10, A-11)."""
        colour, purpose = CATALOG.soldiers[self.shooter].discipline, Purpose.DISCIPLINE
        if self.makes_last_stand(g):
            colour, purpose = Colour.RED, Purpose.LAST_STAND
        value = CATALOG.dice(g.event_pile[-1]).of(colour)
        return Summand(purpose, colour, -1, value)

    def answered(self, g: OwmState, total: Total) -> Outcome[None]:
        """The total as it is after all answers is resolved."""
        self.total = total.total
        return self.resolve

    def resolve(self, g: OwmState) -> Outcome[None]:
        """Attack Resolution; a trait may let the target hold out."""
        down = verdict(g, self.target, self.total, self.wound) is Verdict.SUPPRESSED
        if down and hits.may_hold_out(g, self.target):
            return Call(DisciplineCheck(self.target, Purpose.NERVE), then=self.held_out)
        return self.hit

    def held_out(self, g: OwmState, success: bool) -> Outcome[None]:
        """Let a trait void the shot, if the target has passed the check."""
        if not success:
            return self.hit
        hits.tell_held_out(g, self.target)
        return self.close

    def hit(self, g: OwmState) -> Outcome[None]:
        """Apply the total to the target, and the target's fate to the soldiers beside them."""
        resolve_hit(g, self.target, self.total, self.wound)
        return after_losses(g, self.close)

    def close(self, g: OwmState) -> Outcome[None]:
        """The cards of the shot are done with."""
        g.discard.extend(g.event_pile)  # OWM-CCS-04
        g.event_pile.clear()
        return Done()
