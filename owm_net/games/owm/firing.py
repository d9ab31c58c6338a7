"""The Attack order, Firing Sequences and Attack Resolution (sections 2.14 and 2.15)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.view import View
from owm_net.games.owm.answers import CeaseFire, Shoot
from owm_net.games.owm.damage import resolve_hit
from owm_net.games.owm.flips import FlipCard, picked, size_colour
from owm_net.games.owm.ids import NO_SOLDIER, FireteamId, SoldierId
from owm_net.games.owm.state import CATALOG, TERRAINS, Fireteam, OwmState, Soldier, order_of
from owm_net.games.owm.terms import Colour, EventIcon, Status
from owm_net.games.owm.victory import check_end


def why_no_target(g: OwmState, team: Fireteam, target: Fireteam) -> Refusal | None:
    """Whether a Fireteam may name this enemy in an Attack order, but for OWM-ATK-02."""
    if not g.is_enemy(team, target):
        return Refusal("OWM-ATK-01", "that is no enemy")
    if target.stealthed:
        return Refusal("OWM-STLTH-03", "it is in stealth and has not been recognised")
    if not g.sees(team.cell, target.cell):
        return Refusal("OWM-LOS-05", "there is no line of sight to it")
    if g.endangers_friend(team, target):
        return Refusal("OWM-FF-01", "a friendly Fireteam stands exactly behind it")
    if not valid_targets(g, target):
        return Refusal("OWM-TGT-02", "all its soldiers were suppressed this round")
    return None


def why_no_shot(
    g: OwmState, team: Fireteam, target: Fireteam, soldier: SoldierId
) -> Refusal | None:
    """Whether a soldier may shoot at this enemy (OWM-ATK-05, OWM-FIRE-03)."""
    if soldier not in team.line:
        return Refusal("OWM-ATK-04", "he is not in the attacking Fireteam")
    shooter = g.soldiers[soldier]
    if shooter.status is Status.WOUNDED:
        return Refusal("OWM-ATK-05", "he is wounded")
    if shooter.jammed:
        return Refusal("OWM-ATK-05", "his weapon is jammed")
    if shooter.assists:
        return Refusal("OWM-CREW-03", "he assists a machine gunner")
    if not lethality(g, shooter, team, target):
        return Refusal("OWM-FIRE-03", "his weapon does not reach that far")
    return None


def lethality(
    g: OwmState, shooter: Soldier, team: Fireteam, target: Fireteam
) -> tuple[Colour, ...]:
    """The colours a soldier flips at the present range (OWM-FIRE-02, OWM-FIRE-12)."""
    distance = max(1, g.ground.distance(team.cell, target.cell))
    return shooter.weapon.colours(distance, g.uses_second_grid(shooter))


def is_doubled(g: OwmState, shooter: Soldier, team: Fireteam) -> bool:
    """Double Discipline of a shot (OWM-DISC-08): moving, suppressed, or leaderless."""
    return team.on_the_move or shooter.status is Status.SUPPRESSED or g.is_leaderless(team.id)


def modifiers(
    g: OwmState, team: Fireteam, target: Fireteam, from_stealth: bool
) -> list[tuple[str, int]]:
    """What is added to the total and why, zeros left out (OWM-FIRE-09)."""
    here, there = TERRAINS.at(g.ground, team.cell), TERRAINS.at(g.ground, target.cell)
    found = [
        (f"attack from {here.title}", here.attack),
        ("entrenched attacker", 1 if team.dug_in else 0),
        ("from stealth", 2 if from_stealth else 0),
        ("flanking", 1 if g.has_flanking(team, target) else 0),
        (f"defense of {there.title}", -there.defense),
        ("entrenched target", -1 if target.dug_in else 0),
        ("target on the move", 2 if target.on_the_move else 0),
    ]
    return [(why, n) for why, n in found if n]


def valid_targets(g: OwmState, target: Fireteam) -> list[SoldierId]:
    """Soldiers of a Fireteam who can be shot at (OWM-TGT-02, A-14)."""
    return [s.id for s in g.members(target.id) if not is_ducking(g, s)]


def is_ducking(g: OwmState, soldier: Soldier) -> bool:
    """Suppressed earlier in this same round."""
    return soldier.status is Status.SUPPRESSED and soldier.suppressed_in == g.round_no


SHOOTER = Kind(
    "shooter", Shoot, CeaseFire, rule="OWM-ATK-04", why="a soldier who shoots is asked for"
)


@frame("owm.attack_order")
@define
class AttackOrder(Frame[None]):
    """OWM Attack, steps 1-5: one Fireteam attacks another."""

    fireteam: FireteamId
    target: FireteamId
    strength: Colour
    shots: int = 0
    fired: list[SoldierId] = field(factory=list)
    shooter: SoldierId = NO_SOLDIER
    from_stealth: bool = False

    def start(self, g: OwmState) -> Outcome[None]:
        """Step 1: flip the number of shots (OWM-ATK-03)."""
        self.from_stealth = g.fireteams[self.fireteam].stealthed
        cell = g.fireteams[self.target].cell
        g.change_fireteam(self.target, attacked_in=g.round_no, attacked_at=cell)
        return Call(FlipCard("number of shots", self.strength), then=self.read_shots)

    def read_shots(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Step 1."""
        self.shots = CATALOG.dice(card).of(self.strength)
        g.tell("shots", "OWM-ATK-03", fireteam=self.fireteam, target=self.target, n=self.shots)
        return check_end(g) or self.next_shooter

    def next_shooter(self, g: OwmState) -> Outcome[None]:
        """Step 2: the owner picks one soldier after another (OWM-ATK-04)."""
        target = g.fireteams.get(self.target)
        if not self.shots or target is None or not valid_targets(g, target):
            return self.finish
        team = g.fireteams[self.fireteam]
        if all(s in self.fired or why_no_shot(g, team, target, s) for s in team.line):
            return self.finish
        return Ask(SHOOTER.of(team.seat), then=self.hear)

    @SHOOTER.offers
    def offers_shooter(self, view: View[OwmState]) -> Iterator[Shoot | CeaseFire]:
        """Every soldier of the Fireteam, or no more shots."""
        for soldier in view.state.fireteams[self.fireteam].line:
            yield Shoot(soldier)
        yield CeaseFire()

    @SHOOTER.judges
    def why_not_shooter(self, view: View[OwmState], answer: Shoot | CeaseFire) -> Refusal | None:
        """OWM-ATK-04, OWM-ATK-05."""
        if isinstance(answer, CeaseFire):
            return None
        if answer.soldier in self.fired:
            return Refusal("OWM-ATK-04", "he has already fired in this Attack order")
        g = view.state
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target]
        return why_no_shot(g, team, target, answer.soldier)

    def hear(self, g: OwmState, answer: Shoot | CeaseFire) -> Outcome[None]:
        """Step 2: one shot fewer is left, or none."""
        if isinstance(answer, CeaseFire):
            return self.finish
        self.shooter = answer.soldier
        self.fired.append(answer.soldier)
        self.shots -= 1
        return self.flip_target

    def flip_target(self, g: OwmState) -> Outcome[None]:
        """Step 3: the target by the size of its Fireteam (OWM-TGT-01).

        Its card goes to the event pile too, void ones as well (000:1247, A-102).
        """
        size = len(g.fireteams[self.target].line)
        return Call(FlipCard("target", size_colour(size), to_event_pile=True), then=self.aim)

    def aim(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Step 3; void results and ducking soldiers are flipped again."""
        line = g.fireteams[self.target].line
        index = picked(len(line), CATALOG.dice(card).of(size_colour(len(line))))
        if index is None or is_ducking(g, g.soldiers[line[index]]):
            g.tell("void", "OWM-CCS-07" if index is None else "OWM-TGT-02")
            return self.flip_target
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target]
        shooter = g.soldiers[self.shooter]
        colours = list(lethality(g, shooter, team, target))
        g.tell("aim", "OWM-TGT-01", soldier=self.shooter, target=line[index])
        shot = FiringSequence(
            fireteam=self.fireteam,
            target_team=self.target,
            shooter=self.shooter,
            target=line[index],
            lethality=colours,
            discipline_flips=2 if is_doubled(g, shooter, team) else 1,
            from_stealth=self.from_stealth,
        )
        return Call(shot, then=self.after_shot)

    def after_shot(self, g: OwmState) -> Outcome[None]:
        """Repeat for the next soldier (OWM-ATK-07)."""
        return check_end(g) or self.next_shooter

    def finish(self, g: OwmState) -> Outcome[None]:
        """A hostile action ends stealth when it is over (OWM-STLTH-06, A-36)."""
        if g.fireteams[self.fireteam].stealthed:
            g.change_fireteam(self.fireteam, stealthed=False)
            g.tell("seen", "OWM-STLTH-06", fireteam=self.fireteam)
        return Done()


@frame("owm.firing_sequence")
@define
class FiringSequence(Frame[None]):
    """OWM Attack 4-5: one soldier fires at one target.

    lethality: colours still to flip, next one first. No reaction can come between.
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

    def start(self, g: OwmState) -> Outcome[None]:
        """Attack 4A: flip lethality, in order (OWM-FIRE-01, OWM-FIRE-02)."""
        if not self.lethality:
            return self.flip_discipline
        flip = FlipCard("lethality", self.lethality[0], to_event_pile=True)
        return Call(flip, then=self.add_lethality)

    def add_lethality(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Attack 4A; Effects: Jammed Weapon, Wounded."""
        order = order_of(card)
        icon = order.icon if order else None
        if icon is EventIcon.JAM:  # OWM-FIRE-05, A-06: halts, and this card does not count
            g.change_soldier(self.shooter, jammed=True)
            g.tell("jammed", "OWM-FIRE-05", soldier=self.shooter)
            self.lethality.clear()
            return self.flip_discipline
        if icon is EventIcon.WOUND:  # OWM-FIRE-07
            self.wound = True
        self.total += CATALOG.dice(card).of(self.lethality.pop(0))
        return self.start

    def flip_discipline(self, g: OwmState) -> Outcome[None]:
        """Attack 4B (OWM-FIRE-08): one flip, two under Double Discipline."""
        if not self.discipline_flips:
            return self.apply_modifiers
        self.discipline_flips -= 1
        colour = CATALOG.soldiers[self.shooter].discipline
        flip = FlipCard("Discipline", colour, to_event_pile=True)
        return Call(flip, then=self.subtract_discipline)

    def subtract_discipline(self, g: OwmState, card: CardNumber) -> Outcome[None]:
        """Attack 4B; icons on Discipline flips do not count (OWM-FIRE-04)."""
        self.total -= CATALOG.dice(card).of(CATALOG.soldiers[self.shooter].discipline)
        return self.flip_discipline

    def apply_modifiers(self, g: OwmState) -> Outcome[None]:
        """Attack 4C (OWM-FIRE-09), then Attack Resolution."""
        team, target = g.fireteams[self.fireteam], g.fireteams[self.target_team]
        found = modifiers(g, team, target, self.from_stealth)
        self.total += sum(n for _, n in found)
        g.tell(
            "total",
            "OWM-FIRE-10",
            soldier=self.shooter,
            target=self.target,
            total=self.total,
            why=tuple([f"{why} {n:+d}" for why, n in found]),
        )
        outcome = resolve_hit(g, self.target, self.total, self.wound)
        if not outcome:
            g.tell("missed", "OWM-RES-02", soldier=self.target, total=self.total)
        g.discard.extend(g.event_pile)  # OWM-CCS-04
        g.event_pile.clear()
        return Done()
