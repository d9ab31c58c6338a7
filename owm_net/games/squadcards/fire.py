"""Attacks: which are allowed, their modifiers, the roll and the fire windows (2.2, SQD-WIN-04)."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from owm_net.engine.agenda import Ask, Call, Done, Frame, Outcome, Refusal, frame
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose, Roll
from owm_net.engine.view import View
from owm_net.engine.windows import Pass
from owm_net.games.squadcards.answers import Encircle, Fire, Play
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.plays import (
    carry_out,
    find_use,
    judge_card,
    option_of,
    out_of_place,
    plays_in,
    wrong_answer,
)
from owm_net.games.squadcards.state import CATALOG, Options, Table
from owm_net.games.squadcards.terms import Effect, Moment, Phase, RangeBand
from owm_net.games.squadcards.victory import Casualties
from owm_net.games.squadcards.windows import KillWindow

MOVING_FIRE = -2
"""Covering fire, and covering fire through one's own smoke (SQD-COVER-05, -06)."""
PINNED_FIRE = -1
SECTIONS = ("fire_section", "assault_section", "fire_team")
"""Guns by R-26."""
BAND_WORDS = {
    RangeBand.PB: "Point Blank",
    RangeBand.S: "Short",
    RangeBand.M: "Medium",
    RangeBand.L: "Long",
}


def targets(g: Table, squad: int) -> list[int]:
    """Enemy squads this one may name now; in the Opportunity Fire Phase declared movers only
    (SQD-OPF-01)."""
    enemies = g.living(1 - g.squads[squad].seat)
    if g.phase is Phase.OPPORTUNITY:
        return [s for s in enemies if g.squads[s].will_move]
    return enemies


def is_gun(options: Options, use: Use) -> bool:
    """SQD-CARD-07, R-26."""
    return use.gun and (options.sections_are_guns or use.key not in SECTIONS)


def lists_point_blank(use: Use) -> bool:
    """SQD-ATK-11."""
    return use.modifier(RangeBand.PB) is not None


def why_no_attack(g: Table, squad: int, target: int, use: Use, close_in: bool) -> Refusal | None:
    """Whether a squad may make this attack now; the card is in its hand."""
    band = g.range_of(squad, target)
    if band is None:
        return Refusal("SQD-VHX-05", "no attack reaches farther than 4 hexes (R-32)")
    if close_in:
        refusal = _why_not_close_in(g, squad, use, band)
        if refusal is not None:
            return refusal
    elif use.modifier(band) is None:
        return Refusal("SQD-RNG-02", f"{use.title} is not used at {BAND_WORDS[band]} range")
    if use.needs_pinned and not g.squads[target].pinned:
        return Refusal("SQD-ATK-09", f"{use.title}: only while the enemy squad is pinned")
    if use.only is Phase.COVERING and g.phase is not Phase.COVERING:
        return Refusal("SQD-CARD-11", f"{use.title} is for the Covering Fire Phase only")
    if use.only is Phase.POSITION and g.phase is not Phase.POSITION:
        rule = "SQD-OPF-06" if g.phase is Phase.OPPORTUNITY else "SQD-POS-07"
        return Refusal(rule, f"{use.title} is for the Position Fire Phase only")
    if use.heavy and g.squads[squad].moved:
        why = f"{use.title} is a heavy weapon, and the squad has moved this turn"
        return Refusal("SQD-POS-06", why)
    return None


def _why_not_close_in(g: Table, squad: int, use: Use, band: RangeBand) -> Refusal | None:
    mine = g.squads[squad]
    if not mine.row.close_in:
        return Refusal("SQD-ATK-11", "only Japanese squads attack so")
    if band is not RangeBand.S:
        return Refusal("SQD-ATK-11", "a close-in attack is made at Short range")
    if not lists_point_blank(use):
        return Refusal("SQD-ATK-11", f"{use.title} is no Point Blank card")
    if mine.close_in:
        return Refusal("SQD-ATK-11", "one close-in attack in each player turn (R-07)")
    return None


def modifiers(
    g: Table, squad: int, target: int, use: Use, close_in: bool = False
) -> list[tuple[str, int]]:
    """SQD-ATK-07: all that is added to the dice, each with its name; zeros are left out."""
    mine, theirs = g.squads[squad], g.squads[target]
    band = RangeBand.PB if close_in else g.range_of(squad, target)
    built_in = use.modifier(band) if band is not None else None
    found = [("card", built_in or 0)]
    if g.phase is Phase.COVERING:
        found.append(("moving", 0 if mine.row.covering_free else MOVING_FIRE))
        found.append(("own smoke", MOVING_FIRE * mine.smoke))
    elif g.phase is Phase.OPPORTUNITY:
        found.append(("covering fire", -1 * theirs.covered))
        found.append(("smoke", g.options.smoke_modifier * theirs.smoke))
        found.append(("ambush", AMBUSH * mine.ambush))
    elif g.phase is Phase.POSITION and mine.moved:
        exempt = mine.row.covering_free and g.options.american_exemption is Phase.POSITION
        found.append(("moved", 0 if exempt else -1))
        found.append(("outflanking", 0 if mine.shot_at else 1))
    elif g.phase is Phase.POSITION:
        found.append(("outflanked", -1 * mine.outflanked))
    ground = mine.ground
    found.append(("pinned", PINNED_FIRE * mine.pinned))
    found.append(("hill", ground.attack_bonus if ground else 0))
    found.append(("flanking fire", FLANK * (mine.flanks + len(mine.flanking))))
    found.append(("enfilade", ENFILADE * mine.enfilades * is_gun(g.options, use)))
    found.append(("encircled", ENCIRCLED * theirs.encircled))
    found.append(("cover", 0 if use.negates_cover else -theirs.cover))
    return [(name, value) for name, value in found if value]


AMBUSH = CATALOG.uses["ambush"].amount
FLANK = CATALOG.uses["flanking_fire"].amount
ENFILADE = CATALOG.uses["enfilade"].amount
ENCIRCLED = CATALOG.uses["encircled"].amount


def net_modifier(g: Table, squad: int, target: int, use: Use, close_in: bool = False) -> int:
    """SQD-ATK-07."""
    return sum([value for _, value in modifiers(g, squad, target, use, close_in)])


def kills(total: int, use: Use, men: int) -> int:
    """SQD-ATK-03, -04, -08: what an attack total removes from so many men."""
    return max(0, min(total, men, use.kill_cap or men))


@frame("squadcards.attack")
@define
class Attack(Frame[None]):
    """SQD-ATK-03: one attack. use: key of the card or trait."""

    squad: int
    target: int
    use: str
    close_in: bool

    def start(self, g: Table) -> Outcome[None]:
        """First die and second die."""
        return Ask(Roll(6, 2, "attack"), then=self.resolve)

    def resolve(self, g: Table, dice: tuple[int, ...]) -> Outcome[None]:
        """First less second, and the net modifier."""
        use = CATALOG.uses[self.use]
        mine, theirs = g.squads[self.squad], g.squads[self.target]
        why = modifiers(g, self.squad, self.target, use, self.close_in)
        total = dice[0] - dice[1] + sum([value for _, value in why])
        dead = kills(total, use, theirs.men)
        halts = g.phase is Phase.OPPORTUNITY and theirs.point_man and dead > 0
        if halts:  # one man in the whole phase
            dead = 0 if theirs.halted else 1
            theirs.halted = True
        self._note(g)
        rule = "SQD-ATK-08" if use.kill_cap else "SQD-ATK-03"
        g.tell_seat(
            "attacked",
            f"{rule} SQD-ATK-07",
            self.squad,
            target=self.target,
            use=use.key,
            dice=dice,
            total=total,
            kills=dead,
            men=theirs.men - dead,
            why=tuple([f"{name} {value:+d}" for name, value in why]),
            close_in=self.close_in,
        )
        mine.close_in = mine.close_in or self.close_in
        theirs.men_lost += dead
        if not dead:
            return Done()
        if halts:
            g.tell_seat("halted", "SQD-OPF-07", self.target)
        return Call(Casualties(self.target, dead), then=self.killed)

    def _note(self, g: Table) -> None:
        """SQD-ATK-12, SQD-OPF-03, SQD-POS-03, SQD-DISC-01."""
        mine, theirs = g.squads[self.squad], g.squads[self.target]
        mine.attacked = True
        theirs.fired_upon = True
        if g.phase is Phase.COVERING:
            mine.covered = True
        elif g.phase is Phase.OPPORTUNITY:
            theirs.shot_at = True

    def killed(self, g: Table) -> Outcome[None]:
        """SQD-ATK-13."""
        return Call(KillWindow(self.squad, self.target), then=self.close)

    def close(self, g: Table) -> Outcome[None]:
        """The attack is over."""
        return Done()


@frame("squadcards.fire_window")
@define
class FireWindow(Frame[None]):
    """SQD-WIN-04, SQD-WIN-05: one squad's attacks in a fire phase, as many as its owner has
    cards (SQD-ATK-02, R-04)."""

    squad: int
    attacks: int = 0

    def start(self, g: Table) -> Outcome[None]:
        """Until a pass."""
        if not g.hands[self.squad] or not targets(g, self.squad):
            return Done()
        return Ask(Choose(g.squads[self.squad].seat, "fire"), then=self.hear)

    def _moments(self, g: Table) -> tuple[Moment, ...]:
        """Ambush before the first opportunity attack, and once (SQD-OPF-05)."""
        mine = g.squads[self.squad]
        if g.phase is Phase.OPPORTUNITY and not self.attacks and not mine.ambush:
            return (Moment.FIRE, Moment.OPF)
        return (Moment.FIRE,)

    def offers_fire(self, view: View[Table]) -> Iterator[Answer]:
        """Attacks with every attack card, also at a wrong range; other cards that fit; a pass."""
        g = view.state
        mine = g.squads[self.squad]
        aims = targets(g, self.squad)
        for _, held, use in plays_in(view, (self.squad,), self._moments(g)):
            card = view.card(held)
            assert card is not None
            option, named = option_of(card, use), Played(held)
            if use.effect is Effect.ATTACK:
                for target in aims:
                    yield Fire(named, target, option)
                    if mine.row.close_in and lists_point_blank(use):
                        yield Fire(named, target, option, True)
            elif use.effect is Effect.ENCIRCLE:
                for target in aims:
                    yield Encircle(named, target)
            else:
                yield Play(named, option)
        yield Pass()

    def why_not_fire(self, view: View[Table], answer: Answer) -> Refusal | None:
        """Whether an attack or a card for it is allowed now."""
        if answer == Pass():
            return None
        g = view.state
        if not isinstance(answer, Fire | Encircle | Play):
            return wrong_answer(view, answer, Moment.FIRE)
        if not isinstance(answer, Play) and answer.target not in targets(g, self.squad):
            if g.phase is Phase.OPPORTUNITY:
                return Refusal("SQD-OPF-01", "only a squad that will move is fired at now")
            return Refusal("SQD-ATK-01", "an enemy squad must be named")
        verdict = judge_card(view, (self.squad,), answer, self._moments(g))
        if verdict is None:
            return self._judge_unseen(g, answer)
        if isinstance(verdict, Refusal):
            return verdict
        return self._judge_seen(g, answer, verdict)

    def _judge_unseen(self, g: Table, answer: Answer) -> Refusal | None:
        """All that is public speaks before the card is opened."""
        if isinstance(answer, Fire):
            if g.range_of(self.squad, answer.target) is None:
                return Refusal("SQD-VHX-05", "no attack reaches farther than 4 hexes (R-32)")
            if answer.close_in and not g.squads[self.squad].row.close_in:
                return Refusal("SQD-ATK-11", "only Japanese squads attack so")
        if isinstance(answer, Encircle) and not g.squads[answer.target].pinned:
            return Refusal("SQD-CARD-05", "the enemy squad is not pinned")
        return None

    def _judge_seen(self, g: Table, answer: Answer, use: Use) -> Refusal | None:
        if isinstance(answer, Fire):
            if use.effect is not Effect.ATTACK:
                return Refusal("SQD-ATK-01", f"{use.title} is no attack card")
            return why_no_attack(g, self.squad, answer.target, use, answer.close_in)
        if isinstance(answer, Encircle):
            if use.effect is not Effect.ENCIRCLE:
                return Refusal("SQD-CARD-05", f"{use.title} is no Encircled card")
            if not g.squads[answer.target].pinned:
                return Refusal("SQD-CARD-05", "the enemy squad is not pinned")
            return None
        if use.effect is Effect.ATTACK:
            return Refusal("SQD-ATK-01", f"{use.title} is an attack: it needs a target")
        if use.effect is Effect.ENCIRCLE:
            return Refusal("SQD-CARD-05", f"{use.title} is laid on an enemy squad: name it")
        return None if use.effect in PREPARATIONS else out_of_place(g, use)

    def hear(self, g: Table, answer: Answer) -> Outcome[None]:
        """A card, or the end of this squad's fire."""
        if isinstance(answer, Encircle):
            g.hands[self.squad].remove(answer.card)
            g.squads[answer.target].attached.append(answer.card)
            g.tell_seat(
                "encircled", "SQD-CARD-05", self.squad, target=answer.target, card=answer.card
            )
            return self.start
        if not isinstance(answer, Fire | Play):
            return Done()
        use = find_use(answer.card, answer.option, g.squads[self.squad].nation)
        assert isinstance(use, Use)
        if isinstance(answer, Play):
            run = carry_out(g, self.squad, answer.card, use)
            return Call(run, then=self.start) if run else self.start
        g.spend(self.squad, answer.card)
        self.attacks += 1
        attack = Attack(self.squad, answer.target, use.key, answer.close_in)
        return Call(attack, then=self.start)


PREPARATIONS = (Effect.PEEK, Effect.ENFILADE, Effect.FLANK, Effect.AMBUSH)
"""What `Play` may be in a fire window."""
