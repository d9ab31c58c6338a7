"""One attack: which card, on whom, why not, its modifiers, the roll and the dead (2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import Ask, Call, Done, Frame, Mark, Outcome, Refusal, frame
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.squadcards.catalog import Use
from owm_net.games.squadcards.events import SquadEvent
from owm_net.games.squadcards.ids import NO_TRAIT, SEATS, SquadId, TraitKey, opponent
from owm_net.games.squadcards.plays import (
    OWN_HAND,
    CardEffect,
    CardInUse,
    PlaysCard,
    belongs,
    out_of_place,
    use_in_hand,
    why_not_used_as,
)
from owm_net.games.squadcards.state import CATALOG, Options, SquadState
from owm_net.games.squadcards.terms import Effect, Moment, Phase, RangeBand
from owm_net.games.squadcards.uses import find_use
from owm_net.games.squadcards.victory import Casualties
from owm_net.games.squadcards.windows.kill import KillWindow
from owm_net.games.squadcards.words import BAND_WORDS, added, because, count_men, named, squad_name

FIRE_MOMENTS = (Moment.FIRE, Moment.OPF)
"""A fire window, and before its first opportunity attack (SQD-WIN-04, SQD-WIN-05)."""

MOVING_FIRE = -2
"""Covering fire, and covering fire through one's own smoke (SQD-COVER-05, -06)."""
PINNED_FIRE = -1
SECTIONS = ("fire_section", "assault_section", "fire_team")
"""Guns by R-26."""
AMBUSH = CATALOG.uses["ambush"].amount
FLANK = CATALOG.uses["flanking_fire"].amount
ENFILADE = CATALOG.uses["enfilade"].amount
ENCIRCLED = CATALOG.uses["encircled"].amount


# -- the answer ------------------------------------------------------------------------------


@record("squadcards.fire")
class Fire(PlaysCard):
    """SQD-ATK-01: an attack on an enemy squad with a card of one's hand.

    close_in: with the Point Blank number of the card at range S (SQD-ATK-11).
    """

    title: ClassVar[str] = say("Attack")
    help: ClassVar[str] = say(
        "One card, one attack: first die less second, and what is added (2.2)"
    )

    card: Played
    target: SquadId
    option: TraitKey = NO_TRAIT
    close_in: bool = False

    def sentence(self, view: View[SquadState]) -> str:
        g, card = view.state, view.card(self.card)
        words = say("attack with {card}", card=named(card, self.option))
        if self.close_in:
            words = say("{attack} at close quarters", attack=words)
        if not 0 <= self.target < len(g.squads):
            return words
        if g.squads_each > 1:
            words = say("{attack} on {squad}", attack=words, squad=squad_name(g, self.target))
        squad = g.hand_of(self.card, [s for seat in SEATS for s in g.all_of(seat)])
        if card is None or squad is None:
            return words
        use = find_use(card, self.option, g.squads[squad].nation)
        if isinstance(use, Refusal) or use.effect is not Effect.ATTACK:
            return words
        why = modifiers(g, squad, self.target, use, self.close_in)
        return say(
            "{words}, net {why:+d}{because}",
            words=words,
            why=sum([v for _, v in why]),
            because=because(added(why)),
        )


@record("squadcards.attacked")
class Attacked(SquadEvent):
    """SQD-ATK-03, SQD-ATK-07. use: key of the card or trait. total: of dice and modifiers.

    kills: men lost. men: of the target, left. why: each modifier with its name, zeros left out.
    """

    squad: SquadId
    target: SquadId
    use: str
    dice: tuple[int, ...]
    total: int
    kills: int
    men: int
    why: tuple[tuple[str, int], ...]
    close_in: bool
    rule: str = field(kw_only=True)

    @property
    def mark(self) -> Mark:
        return Mark.CASUALTY if self.kills else Mark.FIRE

    def sentence(self, g: SquadState) -> str:
        title = CATALOG.uses[self.use].title
        first, second = self.dice
        close = say(" at close quarters") if self.close_in else ""
        return say(
            "{squad} attack {squad_name_2} with {title}{close}: {first} - "
            "{second}{because} = {total}, {fate}",
            squad=squad_name(g, self.squad),
            squad_name_2=squad_name(g, self.target),
            title=title,
            close=close,
            first=first,
            second=second,
            because=because(added(self.why)),
            total=self.total,
            fate=self.fate,
        )

    @property
    def fate(self) -> str:
        """What the target has lost."""
        if not self.kills:
            return say("nobody hit")
        return say("{count_men} lost, {men} left", count_men=count_men(self.kills), men=self.men)


@record("squadcards.halted")
class Halted(SquadEvent):
    """SQD-OPF-07: the point man of a squad is lost; it skips its Movement Phase."""

    words = say("{squad}: the point man is lost, the move is off")
    rule = "SQD-OPF-07"

    squad: SquadId


# -- which attacks are allowed ---------------------------------------------------------------


class AttackCard(CardEffect[object]):
    """A card, or a trait, with which one attacks: named by the answer `Fire`."""

    effect = Effect.ATTACK
    rule = "SQD-ATK-01"
    when = say("is an attack, and attacks are made in the fire phases")

    def why_not(self, g: SquadState, window: object, card: CardInUse) -> Refusal | None:
        """As a mere `Play` it names no target, which an attack must."""
        why = say("{title} is an attack: it needs a target", title=card.use.title)
        return Refusal("SQD-ATK-01", why, misfit=True)

    def text(self, use: Use, options: Options) -> str:
        return say("Hand to hand.") if use.kill_cap else ""


def targets(g: SquadState, squad: SquadId) -> list[SquadId]:
    """Enemy squads this one may name now; in the Opportunity Fire Phase declared movers only
    (SQD-OPF-01)."""
    enemies = g.living(opponent(g.squads[squad].seat))
    if g.phase is Phase.OPPORTUNITY:
        return [s for s in enemies if g.squads[s].will_move]
    return enemies


def is_gun(options: Options, use: Use) -> bool:
    """Return True if a card fires bullets, so that Enfilade helps it (SQD-CARD-07, R-26)."""
    return use.gun and (options.sections_are_guns or use.key not in SECTIONS)


def lists_point_blank(use: Use) -> bool:
    """Return True if a card can be used for a close-in attack (SQD-ATK-11)."""
    return use.modifier(RangeBand.PB) is not None


def offers(
    view: View[SquadState], squad: SquadId, held: Played, option: TraitKey, use: Use
) -> Iterator[Fire]:
    """With one attack card on every squad that can be named now, at a wrong range too."""
    g = view.state
    close = g.squads[squad].row.close_in and lists_point_blank(use)
    for target in targets(g, squad):
        yield Fire(held, target, option)
        if close:
            yield Fire(held, target, option, True)


def why_not(view: View[SquadState], squad: SquadId, answer: Fire) -> Refusal | None:
    """Refuse an attack that this squad may not make now: the target, the card, the range.

    All that is public speaks before the card is opened.
    """
    g = view.state
    refusal = why_not_target(g, squad, answer.target)
    if refusal is not None:
        return refusal
    if answer.card not in g.hands[squad]:
        return Refusal("SQD-WIN-04", OWN_HAND, misfit=True)
    use = use_in_hand(view, squad, answer)
    if isinstance(use, Refusal):
        return use
    if use is not None:
        refusal = why_not_card(g, squad, use)
        if refusal is not None:
            return refusal
    band = g.range_of(squad, answer.target)
    close_in = _why_not_close_in(g, squad, use, band) if answer.close_in else None
    if close_in is not None:
        return close_in
    if band is None:
        return Refusal("SQD-VHX-05", say("no attack reaches farther than 4 hexes (R-32)"))
    if use is not None and use.needs_pinned and not g.squads[answer.target].pinned:
        return Refusal(
            "SQD-ATK-09", say("{title}: only while the enemy squad is pinned", title=use.title)
        )
    if use is not None and not answer.close_in and use.modifier(band) is None:
        closer = _why_not_close_in(g, squad, use, band) is None  # that is meant then
        why = say(
            "{title} is not used at {band_words} range",
            title=use.title,
            band_words=BAND_WORDS[band],
        )
        return Refusal("SQD-RNG-02", why, misfit=closer)
    return why_not_used_as(view, answer)


def why_not_card(g: SquadState, squad: SquadId, use: Use) -> Refusal | None:
    """Refuse a card with which a squad may attack nobody in this phase."""
    if not belongs(g.options, use, FIRE_MOMENTS):
        why = out_of_place(g.options, use)
        return Refusal(why.rule, why.why, misfit=use.effect is not Effect.ATTACK)
    if use.effect is not Effect.ATTACK:
        return Refusal("SQD-ATK-01", say("{title} is no attack card", title=use.title), misfit=True)
    if use.only is Phase.COVERING and g.phase is not Phase.COVERING:
        return Refusal(
            "SQD-CARD-11", say("{title} is for the Covering Fire Phase only", title=use.title)
        )
    if use.only is Phase.POSITION and g.phase is not Phase.POSITION:
        rule = "SQD-OPF-06" if g.phase is Phase.OPPORTUNITY else "SQD-POS-07"
        return Refusal(rule, say("{title} is for the Position Fire Phase only", title=use.title))
    if use.heavy and g.squads[squad].moved:
        heavy = say("{title} is a heavy weapon, and the squad has moved this turn", title=use.title)
        return Refusal("SQD-POS-06", heavy)
    return None


def why_not_target(g: SquadState, squad: SquadId, target: SquadId) -> Refusal | None:
    """Refuse a target that a squad may not name in its fire window."""
    if target in targets(g, squad):
        return None
    if g.phase is Phase.OPPORTUNITY:
        return Refusal(
            "SQD-OPF-01", say("only a squad that will move can be fired at now"), misfit=True
        )
    return Refusal("SQD-ATK-01", say("choose an enemy squad"), misfit=True)


def _why_not_close_in(
    g: SquadState, squad: SquadId, use: Use | None, band: RangeBand | None
) -> Refusal | None:
    """SQD-ATK-11. use: None where the card is not known. band: None beyond all ranges."""
    mine = g.squads[squad]
    if not mine.row.close_in:
        return Refusal("SQD-ATK-11", say("only Japanese squads attack like that"), misfit=True)
    if band is not RangeBand.S:
        return Refusal("SQD-ATK-11", say("a close-in attack is made at Short range"), misfit=True)
    if use is not None and not lists_point_blank(use):
        return Refusal(
            "SQD-ATK-11", say("{title} is no Point Blank card", title=use.title), misfit=True
        )
    if mine.close_in:
        return Refusal("SQD-ATK-11", say("one close-in attack in each player turn (R-07)"))
    return None


# -- the attack ------------------------------------------------------------------------------


def modifiers(
    g: SquadState, squad: SquadId, target: SquadId, use: Use, close_in: bool = False
) -> list[tuple[str, int]]:
    """Return everything added to the dice (SQD-ATK-07), each with its name; zeros are left out."""
    mine, theirs = g.squads[squad], g.squads[target]
    band = RangeBand.PB if close_in else g.range_of(squad, target)
    built_in = use.modifier(band) if band is not None else None
    found = [(say("card"), built_in or 0)]
    if g.phase is Phase.COVERING:
        found.append((say("moving"), 0 if mine.row.covering_free else MOVING_FIRE))
        found.append((say("own smoke"), MOVING_FIRE * mine.smoke))
    elif g.phase is Phase.OPPORTUNITY:
        found.append((say("covering fire"), -1 * theirs.covered))
        found.append((say("smoke"), g.options.smoke_modifier * theirs.smoke))
        found.append((say("ambush"), AMBUSH * mine.ambush))
    elif g.phase is Phase.POSITION and mine.moved:
        exempt = mine.row.covering_free and g.options.american_exemption is Phase.POSITION
        found.append((say("moved"), 0 if exempt else -1))
        found.append((say("outflanking"), 0 if mine.shot_at else 1))
    elif g.phase is Phase.POSITION:
        found.append((say("outflanked"), -1 * mine.outflanked))
    ground = mine.ground
    found.append((say("pinned"), PINNED_FIRE * mine.pinned))
    found.append((say("hill"), ground.attack_bonus if ground else 0))
    found.append((say("flanking fire"), FLANK * (mine.flanks + len(mine.flanking))))
    found.append((say("enfilade"), ENFILADE * mine.enfilades * is_gun(g.options, use)))
    found.append((say("encircled"), ENCIRCLED * theirs.encircled))
    found.append((say("cover"), 0 if use.negates_cover else -theirs.cover))
    return [(name, value) for name, value in found if value]


def net_modifier(
    g: SquadState, squad: SquadId, target: SquadId, use: Use, close_in: bool = False
) -> int:
    """All that is added to the dice of an attack, as one number (SQD-ATK-07)."""
    return sum([value for _, value in modifiers(g, squad, target, use, close_in)])


def kills(total: int, use: Use, men: int) -> int:
    """SQD-ATK-03, -04, -08: what an attack total removes from so many men."""
    return max(0, min(total, men, use.kill_cap or men))


@frame("squadcards.attack")
@define
class Attack(Frame[None]):
    """SQD-ATK-03: one attack. use: key of the card or trait."""

    squad: SquadId
    target: SquadId
    use: str
    close_in: bool

    def start(self, g: SquadState) -> Outcome[None]:
        """Two dice that are told apart (SQD-SET-02)."""
        return Ask(Roll(6, 2, "attack"), then=self.resolve)

    def resolve(self, g: SquadState, dice: tuple[int, ...]) -> Outcome[None]:
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
        g.tell(
            Attacked(
                self.squad,
                self.target,
                use.key,
                dice,
                total,
                dead,
                theirs.men - dead,
                tuple(why),
                self.close_in,
                rule="SQD-ATK-08 SQD-ATK-07" if use.kill_cap else "SQD-ATK-03 SQD-ATK-07",
            )
        )
        mine.close_in = mine.close_in or self.close_in
        theirs.men_lost += dead
        if not dead:
            return Done()
        if halts:
            g.tell(Halted(self.target))
        return Call(Casualties(self.target, dead), then=self.killed)

    def _note(self, g: SquadState) -> None:
        """Note what later phases need: which squad fired, and which was fired at, hit or not
        (SQD-ATK-12, SQD-OPF-03, SQD-POS-03, SQD-DISC-01)."""
        mine, theirs = g.squads[self.squad], g.squads[self.target]
        mine.attacked = True
        theirs.fired_upon = True
        if g.phase is Phase.COVERING:
            mine.covered = True
        elif g.phase is Phase.OPPORTUNITY:
            theirs.shot_at = True

    def killed(self, g: SquadState) -> Outcome[None]:
        """The killer may play Commander Killed (SQD-ATK-13)."""
        return Call(KillWindow(self.squad, self.target), then=self.close)

    def close(self, g: SquadState) -> Outcome[None]:
        """End the attack, after all its consequences."""
        return Done()
