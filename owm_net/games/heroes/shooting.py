"""Fire: the targets, the parts of the result, the effects. Ledger 2.12, 2.15, R-54.

`Shot` says everything about a shot before a die is rolled, so that a screen can show the sum as it
will be; `Shooting` rolls the die.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, evolve, field, frozen

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
from owm_net.engine.ids import Seat
from owm_net.engine.passing import is_silent
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.engine.windows import Window
from owm_net.games.heroes.blast import structures_on
from owm_net.games.heroes.cards import panzerfaust, tank_hunters
from owm_net.games.heroes.cards.aimed_shot import AIM, AIMED_SHOT
from owm_net.games.heroes.cards.card import (
    CardPlay,
    Cards,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.cards.dig_in import COVER, DIG_IN
from owm_net.games.heroes.cards.marching_fire import MARCHING_FIRE, penalty
from owm_net.games.heroes.cards.pin_down import PIN_DOWN
from owm_net.games.heroes.cards.second_wind import SecondWind, could_gain, replaced
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.damage import eliminate, suppress
from owm_net.games.heroes.equipment import (
    LAUNCHERS,
    TRIGGERHAPPY,
    Spend,
    added,
    launcher,
    pay,
    why_not_spend,
)
from owm_net.games.heroes.grid import Footprint, Pose, apart, distance, in_arc, struck
from owm_net.games.heroes.ground import NO_OVERLAY
from owm_net.games.heroes.ids import DiePlace, Share, Space, UnitId
from owm_net.games.heroes.locating import Locating
from owm_net.games.heroes.options import firm, limit, long_range, shelter, steadied, volume
from owm_net.games.heroes.paths import is_flag
from owm_net.games.heroes.patterns import INDIRECT
from owm_net.games.heroes.printed.counters import Weapon
from owm_net.games.heroes.riding import why_not_aboard
from owm_net.games.heroes.shielding import Shielding
from owm_net.games.heroes.sight import BLOCKED, sight
from owm_net.games.heroes.silence import NO_DICE, NO_GUARD
from owm_net.games.heroes.smoke import smoke_of
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.structures import Demolishing
from owm_net.games.heroes.terms import (
    DIE,
    FAR,
    PRESSED,
    SPLIT_REACH,
    Ability,
    UnitType,
)
from owm_net.games.heroes.transport import when_out
from owm_net.games.heroes.veteran import Reroll, may_reroll, reroll, rerolls, why_not_reroll
from owm_net.games.heroes.words import parts_said, unit_name
from owm_net.games.heroes.wounds import Wounding

Parts = tuple[tuple[str, int], ...]
"""What a result is made of beside the die: words and numbers."""


LENT = {card.key: card for card in (panzerfaust.RIDER, tank_hunters.RIDER)}
"""Cards that lend infantry a weapon for one shot."""

NO_ENEMY = Refusal("HON-FIRE-16", say("choose an enemy on the map"))
NO_BONUS = Refusal("HON-FIRE-02", say("it cannot attack units of that type"))
NOT_SUPPRESSIVE = Refusal("HON-AB-80", say("it has no Suppressive Fire"))
NO_ARC = Refusal("HON-FIRE-07", say("that is outside its firing arc"))
NO_LINE = Refusal("HON-LOS-01", say("there is no line of sight"))
HIDDEN = Refusal("HON-AB-05", say("a concealed unit cannot be shot at"))
HIDING = Refusal("HON-AB-15", say("a concealed unit is turned over before it fires"))


@frozen
class Shot:
    """A shot as it stands before the die (HON-FIRE-09). bonus: what is added, doubled already where
    it suppresses; parts: what it and the penalties are made of. defence: what the result must come
    to, with what is added to the printed number: against."""

    suppressive: bool
    bonus: int
    penalty: int
    parts: Parts
    defence: int
    against: Parts = ()

    def result(self, die: int) -> int:
        """Return the result of a die."""
        return die + self.bonus - self.penalty

    def effect(self, die: int) -> int:
        """Return the effect of a die: 0 for none, 1 for one, 2 at twice the defence."""
        return min(2, max(0, self.result(die) // self.defence))

    @property
    def wanted(self) -> tuple[int, ...]:
        """The faces whose effect no other face exceeds."""
        return tuple([f for f in range(1, DIE + 1) if self.effect(f) == self.effect(DIE)])


def penalty_on_the_move(u: Unit, cards: Cards = ()) -> int | None:
    """Return the penalty of fire on the move; None if the weapon cannot (HON-AB-25)."""
    printed = u.weapon.abilities.get(Ability.FIRE_ON_THE_MOVE)
    return penalty(printed) if MARCHING_FIRE in cards else printed


def slowed(g: HeroesState, unit: UnitId, cards: Cards = ()) -> int:
    """Return what fire on the move takes off the bonus of a unit: nothing from a passenger's
    (HON-AB-26, R-226)."""
    u = g.units[unit]
    return 0 if u.rides else steadied(g, unit, penalty_on_the_move(u, cards) or 0)


def weapon_of(u: Unit, cards: Cards, spend: Spend = ()) -> Weapon:
    """Return the weapon of a unit: its own, or one that a card or equipment gives it."""
    key = launcher(spend)
    if key is not None:
        return Weapon(bonus=CATALOG.options[key].bonus)
    return next((LENT[card].weapon for card in cards if card in LENT), u.weapon)


def why_not_target(
    g: HeroesState,
    firer: UnitId,
    target: object,
    suppressive: bool,
    pose: Pose | None = None,
    cards: Cards = (),
    spend: Spend = (),
) -> Refusal | None:
    """None if a unit may shoot at another. pose: how the target will lie by then. cards, spend:
    that are played or spent with the shot."""
    if not isinstance(target, int) or not g.known(target):
        return NO_ENEMY
    u, t = g.units[firer], g.units[target]
    there = t.there or pose is not None
    if not there or not g.hostile(u.seat, t.seat):
        return NO_ENEMY
    no = why_not_open(u, t) or why_not_aboard(u)
    if no is not None:
        return no
    weapon = weapon_of(u, cards, spend)
    if t.kind not in weapon.bonus:
        return NO_BONUS
    if Ability.INDIRECT_FIRE in weapon.abilities:
        return INDIRECT
    if suppressive and Ability.SUPPRESSIVE_FIRE not in weapon.abilities:
        return NOT_SUPPRESSIVE
    reach = range_of(g, firer, cards, spend)
    ends = t.covers if pose is None else t.spaces(pose)
    pairs = [(start, end) for start in g.spots(firer) for end in ends]
    if reach is not None:
        pairs = [pair for pair in pairs if distance(*pair) <= reach]
        if not pairs:
            return Refusal("HON-AB-35", say("its range is {limit}", limit=reach))
    if weapon.arc and not u.rides:
        pairs = [pair for pair in pairs if in_arc(u.facing, *pair)]
        if not pairs:
            return NO_ARC
    sighted = lines(g, firer, UnitId(target), ends)
    if all(sighted.penalty(g, *pair) == BLOCKED for pair in pairs):
        return NO_LINE
    return None


def why_not_open(u: Unit, t: Unit) -> Refusal | None:
    """None if neither who fires nor the target is concealed (HON-AB-05, HON-AB-15)."""
    if t.concealed:
        return HIDDEN
    if u.concealed:
        return HIDING
    return None


def range_of(g: HeroesState, firer: UnitId, cards: Cards = (), spend: Spend = ()) -> int | None:
    """How far a unit may shoot; None where nothing limits it (HON-AB-35)."""
    tube = launcher(spend)
    if tube is not None:
        return CATALOG.options[tube].reach
    printed = weapon_of(g.units[firer], cards, spend).abilities.get(Ability.LIMITED_RANGE)
    reach = None if printed is None else limit(g, firer, printed)
    return next((LENT[key].reach for key in cards if key in LENT), reach)


@frozen
class Lines:
    """The lines of sight from a unit to another where it stands, or will. hiding: the spaces of
    units that block them; more: spaces of theirs that never count (HON-LOS-06, HON-LOS-07)."""

    hiding: dict[Space, UnitId]
    more: Footprint

    def penalty(self, g: HeroesState, start: Space, end: Space) -> int:
        """The penalty of one of them, or BLOCKED."""
        return sight(g.ground, start, end, self.hiding, self.more, smoke_of(g))


def lines(g: HeroesState, firer: UnitId, target: UnitId, ends: Footprint) -> Lines:
    """Return those to a target on these spaces."""
    spots = g.spots(firer)
    more = (*spots, *ends) if len(spots) + len(ends) > 2 or g.units[firer].rides else ()
    return Lines(g.blockers(firer, target), more)


@frozen
class Aim:
    """How a shot goes: from where to where, past what, against which defence."""

    start: Space
    end: Space
    hidden: int
    far: int
    defence: int


def best_aim(
    g: HeroesState, firer: UnitId, target: UnitId, cards: Cards = (), spend: Spend = ()
) -> Aim:
    """Of a firer and a target of two spaces the best for the firer, who may aim at either that is
    in range, and by the weaker side (HON-FIRE-13, HON-LOS-06, R-13). cards, spend: of the shot."""
    u, t = g.units[firer], g.units[target]
    arc = weapon_of(u, cards, spend).arc and not u.rides
    reach = range_of(g, firer, cards, spend)
    found, sighted = [], lines(g, firer, target, t.covers)
    for start in g.spots(firer):
        for end in t.covers:
            if reach is not None and distance(start, end) > reach:
                continue
            hidden = sighted.penalty(g, start, end)
            if hidden == BLOCKED or (arc and not in_arc(u.facing, start, end)):
                continue
            printed = t.up.defence
            if len(printed) > 1:
                printed = tuple([printed[n] for n in struck(t.facing, end, start)])
            far = FAR if is_far(g, firer, distance(start, end)) else 0
            found.append(Aim(start, end, hidden, far, min(printed)))
    if not found:
        return Aim(g.spots(firer)[0], t.at, 0, 0, t.up.defence[0])
    return min(found, key=lambda aim: aim.hidden + aim.far + aim.defence)


def targets(g: HeroesState, firer: UnitId) -> Iterator[tuple[UnitId, bool]]:
    """Every enemy that a unit may shoot at, in each way: (target, suppressive)."""
    u = g.units[firer]
    suppresses = Ability.SUPPRESSIVE_FIRE in u.weapon.abilities
    for enemy, _ in g.enemies(u.seat):
        if why_not_target(g, firer, enemy, suppressive=False) is None:
            yield enemy, False
            if suppresses:
                yield enemy, True


def launches(g: HeroesState, firer: UnitId) -> Iterator[tuple[UnitId, Spend]]:
    """Every enemy at which a unit may fire equipment that it has: (target, the token)."""
    for key in LAUNCHERS:
        if why_not_spend(g, firer, (key,), UnitType.INFANTRY) is None:
            for enemy, _ in g.enemies(g.units[firer].seat):
                if why_not_target(g, firer, enemy, False, spend=(key,)) is None:
                    yield enemy, (key,)


def why_not_volley(
    g: HeroesState,
    firer: UnitId,
    targets: tuple[UnitId, ...],
    shares: tuple[Share, ...],
    suppressive: bool,
    spend: Spend,
    cards: Cards = (),
    moving: bool = False,
) -> Refusal | None:
    """None if a unit may shoot at these: at one with all of its bonus, or split (HON-AB-40, -41).
    shares: of the bonus, one for each target; none for a single one. cards: that are played.
    moving: it fires on the move."""
    if not is_flag(suppressive):
        return Refusal("HON-AB-80", say("say whether it suppresses"))
    if not isinstance(targets, tuple) or len(targets) > len(g.units):
        return Refusal("HON-FIRE-16", say("choose enemies on the map"))
    if not targets:
        if suppressive or spend or shares:
            return Refusal("HON-FIRE-19", say("nothing is done without a target"), more=True)
        return None
    for target in targets:
        no = _why_not_spent_on(g, firer, target, spend) or why_not_target(
            g, firer, target, suppressive, None, cards, spend
        )
        if no is not None:
            return no
    splits = Ability.MACHINE_GUNNER in weapon_of(g.units[firer], cards, spend).abilities
    if len(targets) < 2:
        alone = Refusal("HON-AB-40", say("one target gets the whole bonus"), more=splits)
        return alone if shares else None
    if not splits:
        return Refusal("HON-AB-40", say("only machine gunners split their attack"))
    if len(dict.fromkeys(targets)) < len(targets):
        return Refusal("HON-AB-40", say("each target is named once"))
    return _why_not_split(g, firer, targets, shares, suppressive, spend, cards, moving)


def _why_not_spent_on(
    g: HeroesState, firer: UnitId, target: object, spend: Spend
) -> Refusal | None:
    """None if tokens may be spent on a shot at what may be a unit."""
    if not isinstance(target, int) or not g.known(target):
        return NO_ENEMY
    return why_not_spend(g, firer, spend, g.units[target].kind)


def _why_not_split(
    g: HeroesState,
    firer: UnitId,
    targets: tuple[UnitId, ...],
    shares: tuple[Share, ...],
    suppressive: bool,
    spend: Spend,
    cards: Cards,
    moving: bool,
) -> Refusal | None:
    units = [g.units[target] for target in targets]
    if any(u.kind is not units[0].kind for u in units):
        return Refusal("HON-AB-41", say("the targets are of one type"))
    if any(apart(u.covers, o.covers) > SPLIT_REACH for u in units for o in units):
        return Refusal("HON-AB-41", say("the targets are within 2 spaces of each other"))
    bonus = shot(g, firer, targets[0], suppressive, moving, spend=spend, cards=cards).bonus
    if len(shares) != len(targets) or any(s.__class__ is not int or s < 1 for s in shares):
        lacks = len(shares) < len(targets)
        return Refusal("HON-AB-40", say("each target gets a share of 1 at least"), more=lacks)
    if sum(shares) != bonus:
        return Refusal("HON-AB-40", say("the shares come to {bonus}", bonus=bonus))
    return None


def shot(
    g: HeroesState,
    firer: UnitId,
    target: UnitId,
    suppressive: bool,
    moving: bool,
    share: int | None = None,
    spend: Spend = (),
    cards: Cards = (),
) -> Shot:
    """Everything about a shot that is allowed, by the steps of HON-FIRE-09. share: of a bonus that
    is split, after it was doubled (HON-AB-42, R-06). cards: of both sides (HON-CARD-02)."""
    u, t = g.units[firer], g.units[target]
    bonus = weapon_of(u, cards, spend).bonus[t.kind]
    parts = [(say("combat bonus"), bonus)]
    if moving:
        less = slowed(g, firer, cards)
        bonus -= less
        parts.append((say("on the move"), -less))
    if spend:
        more = added(spend, t.kind)
        bonus += more
        parts.append((say("equipment"), more))
    if AIMED_SHOT in cards:
        bonus += AIM
        parts.append((say("aimed"), AIM))
    loud = volume(g, firer, t.kind)
    if loud:
        bonus += loud
        parts.append((say("a directive"), loud))
    if suppressive:
        parts.append((say("doubled"), bonus))
        bonus *= 2
    if share is not None:
        parts.append((say("split"), share - bonus))
        bonus = share
    marks = PRESSED * u.suppressed
    aim = best_aim(g, firer, target, cards, spend)
    far, hidden = aim.far, aim.hidden
    for word, less in (
        (say("suppressed"), marks),
        (say("range"), far),
        (say("obstacles"), hidden),
    ):
        if less:
            parts.append((word, -less))
    cover = 0 if t.kind.vehicle else shelter(g, target, g.ground.shelter(aim.end, aim.start))
    against = (
        (say("cover"), cover),
        (say("a directive"), firm(g, target)),
        (CATALOG.cards[DIG_IN].title, COVER if DIG_IN in cards else 0),
    )
    return Shot(
        suppressive=suppressive,
        bonus=bonus,
        penalty=marks + far + hidden,
        parts=tuple([part for part in parts if part[1]]),
        defence=aim.defence + sum([more for _, more in against]),
        against=tuple([part for part in against if part[1]]),
    )


def is_far(g: HeroesState, unit: UnitId, away: int) -> bool:
    """Return True if a shot so far takes the long-range penalty (HON-FIRE-06, HON-AB-28)."""
    return away > long_range(g, unit) and Ability.HAWKEYE not in g.units[unit].weapon.abilities


# -- the shot ------------------------------------------------------------------------------


@record("heroes.shot")
class ShotFired(Event):
    """A shot, with its sum. parts: words and numbers beside the die; against: likewise beside the
    printed defence."""

    rule = "HON-FIRE-08"
    headline = True

    firer: UnitId
    target: UnitId
    suppressive: bool
    dice: tuple[int, ...]
    parts: Parts
    result: int
    defence: int
    against: Parts = ()

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
            told = say(
                "{firer} suppresses {target}: die {die}, {parts}: {result} against {defence}",
                **values,
            )
        else:
            told = say(
                "{firer} shoots at {target}: die {die}, {parts}: {result} against {defence}",
                **values,
            )
        if not self.against:
            return told
        printed = self.defence - sum([more for _, more in self.against])
        more = parts_said(self.against)
        return say("{told} ({printed} printed, {more})", told=told, printed=printed, more=more)


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


AFTER: Kind[Frighten | Reroll | CardPlay] = Kind(
    "after",
    rule="HON-AB-27",
    why=say("choose what to do after the dice, or pass"),
    deed=say("look at the dice"),
    passes=say("leave the dice as they are"),
    until=(NO_DICE,),
)
GUARD: Kind[CardPlay] = Kind(
    "guard",
    rule="HON-CARD-05",
    why=say("choose a card for the shot, or pass"),
    deed=say("play cards on a shot"),
    passes=say("play no card"),
    until=(NO_GUARD,),
    pass_first=True,
)
"""Their answers are told to them by `cards.listed`."""


@frame("heroes.guarding")
@define
class Guarding(Window[HeroesState, CardPlay, Cards]):
    """Cards on a shot that is declared: the target's owner first; if they play one the firer may
    add one. The last is executed first (HON-CARD-05, R-97). Its result: all cards that count."""

    firer: UnitId = field(kw_only=True)
    target: UnitId = field(kw_only=True)
    cards: Cards = field(kw_only=True)

    def moment(self, seat: Seat) -> Moment:
        """Return the moment at which a seat may play."""
        laid = [play.answer.key for play in self.stack]
        return Moment(seat, own=self.target, enemy=self.firer, played=(*self.cards, *laid))

    def kind(self) -> Kind[CardPlay]:
        """See `GUARD`."""
        return GUARD

    def silenced_by(self) -> tuple[str, ...]:
        """HON-HID-11."""
        return (NO_GUARD,)

    def may_play(self, g: HeroesState, seat: Seat) -> bool:
        """The firer answers a card only; what each may hold everybody sees."""
        answers = bool(self.stack) or seat == g.units[self.target].seat
        return answers and can_play(GUARD, g, self.moment(seat))

    @GUARD.tells
    def about_guard(self, view: View[HeroesState]) -> About:
        """Name the firer and the target."""
        g = view.state
        what = say(
            "play a card on the shot of {firer} at {target}",
            firer=unit_name(g, self.firer),
            target=unit_name(g, self.target),
        )
        return About(what, "", "HON-CARD-05")

    @GUARD.offers
    def offers_guard(self, view: View[HeroesState]) -> Iterator[CardPlay]:
        """Each card that fits."""
        yield from card_offers(GUARD, view, self.moment(self.order[self.passed]))

    @GUARD.judges
    def why_not_guard(self, view: View[HeroesState], answer: CardPlay) -> Refusal | None:
        """See `card`."""
        return why_not_card(view, self.moment(self.order[self.passed]), answer)

    def laid(self, g: HeroesState, seat: Seat, play: CardPlay) -> None:
        """It is out, and waits for an answer."""
        spend_card(g, seat, play.card)

    def execute(self, g: HeroesState, seat: Seat, play: CardPlay) -> Frame[None] | None:
        """It counts."""
        self.cards = (*self.cards, play.key)
        return None

    def close(self, g: HeroesState) -> Outcome[Cards]:
        """The shot is fired."""
        return Done(self.cards)


@frame("heroes.volley")
@define
class Volley(Frame[None]):
    """A shot, or one for each share of a bonus that is split (HON-AB-40). moving: on the move."""

    firer: UnitId
    targets: list[UnitId]
    shares: list[Share]
    suppressive: bool
    spend: Spend = ()
    cards: Cards = ()
    moving: bool = False
    paid: bool = False

    def start(self, g: HeroesState) -> Outcome[None]:
        """One shot after the other; tokens and cards belong to the whole attack (R-71). A target
        that an earlier shot has put out of reach is left alone (R-152)."""
        if not self.paid:
            self.paid = True
            pay(g, self.firer, self.spend)
            if not self.targets:
                g.tell(FireHeld(self.firer))
        while self.targets and g.units[self.firer].in_play:
            target, share = self.targets.pop(0), self.shares.pop(0) if self.shares else None
            cards, spend = self.cards, self.spend
            if why_not_target(g, self.firer, target, self.suppressive, None, cards, spend) is None:
                self.spend = tuple([key for key in spend if key != TRIGGERHAPPY])
                shot = Shooting(
                    self.firer, target, self.suppressive, self.moving, share, spend, cards
                )
                return Call(shot, then=self.start)
        return Done()


@record("heroes.fire_held")
class FireHeld(Event):
    """A unit has fired at nobody (HON-FIRE-19)."""

    words = say("{unit} holds its fire")
    rule = "HON-FIRE-19"

    unit: UnitId


@frame("heroes.shooting")
@define
class Shooting(Frame[None]):
    """One shot of infantry at infantry. moving: it fires on the move. share: of a bonus that is
    split. spend: equipment that has been paid for. cards: of both sides that count in it. dice;
    fresh: those that were not rolled again; again: that are now. frightened: the target
    is."""

    firer: UnitId
    target: UnitId
    suppressive: bool
    moving: bool
    share: int | None = None
    spend: Spend = ()
    cards: Cards = ()
    dice: tuple[int, ...] = ()
    fresh: list[DiePlace] = field(factory=list)
    again: tuple[int, ...] = ()
    frightened: bool = False
    shields: int = 0
    house: int = NO_OVERLAY

    def start(self, g: HeroesState) -> Outcome[None]:
        """The shot is declared; a heavy vehicle may spend shielding (HON-EQ-01, R-124)."""
        self.house = next(iter(structures_on(g, g.units[self.target].covers)), NO_OVERLAY)
        return Call(Shielding(self.target), then=self.guard)

    def guard(self, g: HeroesState, shields: int) -> Outcome[None]:
        """Cards may be played on it."""
        self.shields = shields
        seats = [g.units[self.target].seat, g.units[self.firer].seat]
        guarding = Guarding(seats, firer=self.firer, target=self.target, cards=self.cards)
        return Call(guarding, then=self.fire)

    def fire(self, g: HeroesState, cards: Cards) -> Outcome[None]:
        """Roll a die (HON-FIRE-08); two with a Dual Weapon (HON-AB-24). A card's bonus after the
        split goes to this share of it, doubled with it (R-97)."""
        if self.share is not None and AIMED_SHOT in cards and AIMED_SHOT not in self.cards:
            self.share += 2 * AIM if self.suppressive else AIM
        self.cards = cards
        weapon = weapon_of(g.units[self.firer], cards, self.spend)
        dual = Ability.DUAL_WEAPON in weapon.abilities
        return Ask(Roll(DIE, 2 if dual else 1, say("a shot")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Its result is compared with the defence, and with twice that."""
        self.dice, self.fresh = dice, list(map(DiePlace, range(len(dice))))
        return self.consider(g, self.announce(g))

    def shot(self, g: HeroesState) -> Shot:
        """The sum as it stands."""
        made = shot(
            g,
            self.firer,
            self.target,
            self.suppressive,
            self.moving,
            self.share,
            self.spend,
            self.cards,
        )
        if not self.shields:
            return made
        more = (*made.against, (say("shielding"), self.shields))
        return evolve(made, defence=made.defence + self.shields, against=more)

    def announce(self, g: HeroesState) -> Shot:
        """Tell everybody the sum, and return it."""
        made = self.shot(g)
        result = made.result(max(self.dice))
        g.tell(
            ShotFired(
                self.firer,
                self.target,
                self.suppressive,
                self.dice,
                made.parts,
                result,
                made.defence,
                made.against,
            )
        )
        return made

    def effect(self, g: HeroesState, made: Shot | None = None) -> int:
        """Return the effect of the dice: 0 for none, 1 for one, 2 at twice the defence. made: the
        sum, where it is known."""
        return (made or self.shot(g)).effect(max(self.dice))

    def moment(self, g: HeroesState, missed: bool | None = None, *, better: bool = True) -> Moment:
        """Return the moment at which the firer may play cards. missed: the dice have no effect;
        better: another die could have more."""
        return Moment(
            g.units[self.firer].seat,
            own=self.firer,
            enemy=self.target,
            dice=self.dice,
            fresh=tuple(self.fresh) if better else (),
            missed=(not self.effect(g) if missed is None else missed) and not self.pressed,
            played=self.cards,
        )

    def frightens(self, g: HeroesState) -> bool:
        """Return True if the shot had no effect, and may suppress all the same (HON-AB-27)."""
        weapon = weapon_of(g.units[self.firer], self.cards, self.spend)
        able = Ability.FRIGHTENING_SHOT in weapon.abilities
        return able and not self.effect(g) and not self.pressed

    @property
    def pressed(self) -> bool:
        """True if the target takes a marker should the shot have no effect in the end."""
        return self.frightened or PIN_DOWN in self.cards

    # -- after the dice ------------------------------------------------------------------

    def look(self, g: HeroesState) -> Outcome[None]:
        """A card has been played on the dice, or the target is frightened."""
        return self.consider(g, self.shot(g))

    def consider(self, g: HeroesState, made: Shot) -> Outcome[None]:
        """The firer is asked where something better is possible, as everybody sees (R-328); a
        standing pass is on cards alone (R-326)."""
        effect, seat = self.effect(g, made), g.units[self.firer].seat
        better = could_gain(self.dice, made.wanted)
        listens = not is_silent(g, seat, (NO_DICE,))
        could = listens and can_play(AFTER, g, self.moment(g, not effect, better=better))
        if could or (better and may_reroll(g, self.firer)) or self.frightens(g):
            return Ask(AFTER.of(seat), then=self.hear)
        return self.take_effect(g, effect)

    @AFTER.tells
    def about_after(self, view: View[HeroesState]) -> About:
        """Say the result, and name the target."""
        g = view.state
        who, made = unit_name(g, self.target), self.shot(g)
        why = say(
            "the shot comes to {result} against {defence}",
            result=made.result(max(self.dice)),
            defence=made.defence,
        )
        what = say("use a card, a token or an ability on your shot at {target}", target=who)
        return About(what, why, "HON-FIRE-08")

    @AFTER.offers
    def offers_after(self, view: View[HeroesState]) -> Iterator[Frighten | Reroll | CardPlay]:
        """Yield the extra effect of the weapon; dice again; each card that fits."""
        if self.frightens(view.state):
            yield Frighten()
        yield from rerolls(view.state, self.firer, len(self.dice))
        yield from card_offers(AFTER, view, self.moment(view.state))

    @AFTER.judges
    def why_not_after(
        self, view: View[HeroesState], answer: Frighten | Reroll | CardPlay
    ) -> Refusal | None:
        """By the weapon, or by the card."""
        if isinstance(answer, Reroll):
            return why_not_reroll(view.state, self.firer, len(self.dice), answer)
        if isinstance(answer, Frighten):
            if self.frightens(view.state):
                return None
            return Refusal("HON-AB-27", say("that shot does not frighten"), misfit=True)
        return why_not_card(view, self.moment(view.state), answer)

    def passed_after(self, g: HeroesState) -> Outcome[None]:
        """The dice stand."""
        return self.take_effect(g, self.effect(g))

    def hear(self, g: HeroesState, answer: Frighten | Reroll | CardPlay) -> Outcome[None]:
        """A marker if the shot has no effect in the end, or dice rolled again."""
        if isinstance(answer, Reroll):
            self.again = answer.dice
            return Ask(reroll(g, self.firer, answer), then=self.rolled_again)
        if isinstance(answer, Frighten):
            self.frightened = True
            return self.look
        at = self.moment(g)
        spend_card(g, at.seat, answer.card)
        if isinstance(answer, SecondWind):
            self.again = (answer.die,)
            self.fresh.remove(answer.die)
            return Ask(Roll(DIE, 1, say("a die rolled again")), then=self.rolled_again)
        self.cards = (*self.cards, answer.key)
        return self.look

    def rolled_again(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """The new result stands."""
        for place, face in zip(self.again, dice, strict=True):
            self.dice = replaced(self.dice, place, face)
        return self.consider(g, self.announce(g))

    def take_effect(self, g: HeroesState, effect: int) -> Outcome[None]:
        """HON-FIRE-10, HON-FIRE-14, HON-AB-80; a miss may suppress (HON-AB-27, HON-CARD-06)."""
        if not effect:
            if self.pressed:
                suppress(g, self.target)
            else:
                g.tell(Missed(self.target))
            return self.over(g)
        if self.suppressive:
            suppress(g, self.target, effect)
        elif effect == 2:
            eliminate(g, self.target, "HON-FIRE-14")
        elif g.units[self.target].kind is UnitType.HEAVY:
            return Call(Locating(self.target, self.firer), then=self.over)
        else:
            return Call(Wounding(self.target, "HON-FIRE-10", self.firer), then=self.over)
        return self.over(g)

    def over(self, g: HeroesState) -> Outcome[None]:
        """Let the passengers of a destroyed vehicle get out."""
        return when_out(g, self.aftermath)

    def aftermath(self, g: HeroesState) -> Outcome[None]:
        """Suppress a surviving target after a shot with a Triggerhappy token (HON-TRT-14, R-73)."""
        if TRIGGERHAPPY in self.spend and g.units[self.target].there:
            suppress(g, self.target)
        dice = weapon_of(g.units[self.firer], self.cards, self.spend).abilities.get(
            Ability.DESTRUCTION, 0
        )
        if dice:  # at the structure in which the target was (HON-AB-23, R-56)
            seat = g.units[self.firer].seat
            return Call(Demolishing(self.house, dice, seat, self.firer), then=self.end)
        return Done()

    def end(self, g: HeroesState) -> Outcome[None]:
        """The shot is over."""
        return Done()
