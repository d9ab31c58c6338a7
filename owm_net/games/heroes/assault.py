"""Assault: dice on both sides, retreat, advance. Ledger 2.11, R-16, R-18 to R-20.

The way to it is `moving`; here attacker and defender are beside each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from attrs import define, field

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
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.engine.windows import Exchange
from owm_net.games.heroes.cards.battle_rage import BATTLE_RAGE, RAGE
from owm_net.games.heroes.cards.card import (
    CardPlay,
    Moment,
    can_play,
    card_offers,
    spend_card,
    why_not_card,
)
from owm_net.games.heroes.cards.second_wind import SecondLook
from owm_net.games.heroes.concealing import Opening
from owm_net.games.heroes.damage import eliminate, hit, suppress
from owm_net.games.heroes.grid import VECTORS, Facing, Footprint, ahead, around, facing_to, in_arc
from owm_net.games.heroes.hardboiled import Steady, shaken, steady, steadyings, why_not_steady
from owm_net.games.heroes.ids import NO_UNIT, OFF_MAP, Space, UnitId
from owm_net.games.heroes.locating import Locating
from owm_net.games.heroes.options import (
    BLOODTHIRSTY,
    FEROCIOUS,
    TANKBUSTER,
    TANKBUSTER_BONUS,
    dash,
    grudge,
    shelter,
)
from owm_net.games.heroes.paths import Path, is_space, traffic, why_not_board
from owm_net.games.heroes.state import HeroesState, Unit
from owm_net.games.heroes.terms import DIE, PRESSED, Ability, Outline, UnitType
from owm_net.games.heroes.transport import put, when_out
from owm_net.games.heroes.words import parts_said, unit_name

Parts = tuple[tuple[str, int], ...]


def why_not_launch(g: HeroesState, unit: UnitId, target: UnitId, start: Space) -> Refusal | None:
    """None if a unit on a free space, or in a vehicle that carries it, may assault another from
    there (HON-ASLT-02, HON-AB-87). start: the space; of who is aboard, or will be, one of the
    vehicle, of which either will do (R-103)."""
    u, t, among = g.units[unit], g.units[target], traffic(g, unit)
    spots: Footprint = (start,)
    if start == u.at:
        spots = g.spots(unit)
    elif start in among.carriers:
        spots = g.units[among.carriers[start]].covers
    elif g.standing_on(start, unit):
        return Refusal("HON-ASLT-02", say("an assault begins on a free space"))
    if not any(g.ground.adjacent(spot, space) for spot in spots for space in t.covers):
        return Refusal("HON-ASLT-02", say("an assault begins beside its target"))
    return None


def launch_space(g: HeroesState, unit: UnitId, target: UnitId) -> Space:
    """The space from which a unit assaults."""
    ends = g.units[target].covers
    spots = g.spots(unit)
    return next(s for s in spots if any(g.ground.adjacent(s, end) for end in ends))


def why_not_assault(g: HeroesState, u: Unit, target: object) -> Refusal | None:
    """None if a unit, with the face that it has or will have, may assault another, wherever it
    stands (HON-ASLT-01, HON-ASLT-05)."""
    if not isinstance(target, int) or not g.known(target):
        return Refusal("HON-ASLT-01", say("choose an enemy on the map"))
    t = g.units[target]
    if not t.there or not g.hostile(u.seat, t.seat):
        return Refusal("HON-ASLT-01", say("choose an enemy on the map"))
    if not u.has(Ability.ASSAULT):
        return Refusal("HON-ASLT-01", say("only units with the ability assault"))
    able = t.kind in u.weapon.bonus or (t.kind is UnitType.HEAVY and bursts_tanks(g, u))
    if not able:
        return Refusal("HON-ASLT-05", say("it cannot attack units of that type"))
    return None


def reach_of(g: HeroesState, unit: UnitId, target: UnitId, ways: dict[Space, Path]) -> list[Space]:
    """The spaces among those it can get to from which it may assault."""
    near = {space for end in g.units[target].covers for space in around(end)}
    near |= traffic(g, unit).carriers.keys() | {g.units[unit].at}
    return [
        space for space in ways if space in near and why_not_launch(g, unit, target, space) is None
    ]


def attack(g: HeroesState, unit: UnitId, other: UnitId) -> Parts:
    """Return the bonuses of the attacker, for its better die (HON-ASLT-08)."""
    u, kind = g.units[unit], g.units[other].kind
    busts = TANKBUSTER_BONUS if kind is UnitType.HEAVY and bursts_tanks(g, u) else 0
    return _named(
        (say("combat bonus"), u.weapon.bonus.get(kind, 0)),
        (say("Tankbuster"), busts),
        (say("Assault"), u.number(Ability.ASSAULT)),
        (say("a directive"), dash(g, unit)),
        (say("a grudge"), grudge(g, other)),
        (say("suppressed"), -PRESSED * u.suppressed),
    )


def defence(g: HeroesState, unit: UnitId, attacker: UnitId, start: Space) -> Parts:
    """Return the bonuses of the defender; an X counts nothing (HON-ASLT-09, R-16). start: where the
    assault begins: nothing shelters from within (HON-ASLT-10)."""
    u = g.units[unit]
    return _named(
        (say("combat bonus"), close_bonus(u, g.units[attacker].kind)),
        (say("Assault"), u.number(Ability.ASSAULT)),
        (say("terrain"), 0 if u.kind.vehicle else shelter(g, unit, g.ground.shelter(u.at, start))),
        (say("a grudge"), grudge(g, attacker)),
        (say("suppressed"), -PRESSED * u.suppressed),
    )


def close_bonus(u: Unit, kind: UnitType) -> int:
    """The bonus with which a unit defends itself: a heavy vehicle by its secondary weapon, without
    one by nothing (HON-ASLT-11, R-17)."""
    if u.kind is not UnitType.HEAVY:
        return u.weapon.bonus.get(kind, 0)
    second = u.up.weapons[1:]
    return second[0].bonus.get(kind, 0) if second else 0


def bursts_tanks(g: HeroesState, u: Unit) -> bool:
    """Return True if Tankbuster helps a unit, on any space (HON-TRT-12)."""
    if u.kind.vehicle or u.piece.outline is Outline.HERO:
        return False
    return any(o.key == TANKBUSTER and g.is_for_unit(o, u) for o in g.options)


def dice_of(u: Unit, attacks: bool) -> int:
    """How many dice it rolls, of which the higher counts."""
    return 2 if attacks or u.has(Ability.ASSAULT) else 1


def _named(*parts: tuple[str, int]) -> Parts:
    return tuple([part for part in parts if part[1]])


# -- retreat -------------------------------------------------------------------------------


def retreats(g: HeroesState, unit: UnitId, start: Space) -> list[Space]:
    """Where a beaten defender may go: away from where it was assaulted or beside that, onto a free
    space that it may enter and that no enemy controls, or into a vehicle (HON-ASLT-14, HON-ASLT-15,
    HON-AB-87, R-18). The attacker controls none of them: they are two spaces away from it."""
    away = facing_to(start, g.units[unit].at)
    return [] if away is None else spaces_away(g, unit, away)


def spaces_away(g: HeroesState, unit: UnitId, away: Facing) -> list[Space]:
    """The spaces ahead and half ahead in a direction to which a unit may be forced."""
    u = g.units[unit]
    if not u.movement:
        return []
    spaces = [ahead(u.at, (away + turn) % len(VECTORS)) for turn in (-1, 0, 1)]
    return [space for space in spaces if _may_retreat(g, unit, space)]


def _may_retreat(g: HeroesState, unit: UnitId, space: Space) -> bool:
    u, ground, among = g.units[unit], g.ground, traffic(g, unit)
    if among.controlled(space):
        return False
    if space in among.carriers:
        return why_not_board(ground, among, u.at, space, u.kind) is None
    door = ground.doorway(u.at, space)
    return (
        ground.why_not_step(u.at, space, u.kind) is None
        and space not in among.taken
        and space not in among.shared
        and (door is None or not among.controlled(door))
    )


@record("heroes.where")
class Where(Answer):
    """The space to which a beaten unit retreats (HON-ASLT-14)."""

    title: ClassVar[str] = say("Retreat")
    words = say("retreat to {space}")

    space: Space


WHERE = Kind(
    "where",
    Where,
    rule="HON-ASLT-14",
    why=say("choose a space to retreat to"),
    deed=say("choose where to retreat"),
)


@record("heroes.retreated")
class Retreated(Event):
    """A beaten unit has retreated."""

    words = say("{unit} retreats to {space}")
    rule = "HON-ASLT-14"

    unit: UnitId
    space: Space


@frame("heroes.retreating")
@define
class Retreating(Frame[None]):
    """A beaten defender leaves its space, or is lost (HON-ASLT-14, HON-ASLT-15)."""

    seat: Seat
    unit: UnitId
    launch: Space

    def start(self, g: HeroesState) -> Outcome[None]:
        """Its owner picks where there are several."""
        spaces = retreats(g, self.unit, self.launch)
        if not spaces:
            eliminate(g, self.unit, "HON-ASLT-15")
            return Done()
        if len(spaces) == 1:
            return self.go(g, spaces[0])
        return Ask(WHERE.of(self.seat), then=self.hear)

    @WHERE.tells
    def about_where(self, view: View[HeroesState]) -> About:
        """Name the unit that retreats."""
        who = unit_name(view.state, self.unit)
        return About(say("choose where {unit} retreats", unit=who), "", "HON-ASLT-14")

    @WHERE.offers
    def offers_where(self, view: View[HeroesState]) -> Iterator[Where]:
        """All there are."""
        for space in retreats(view.state, self.unit, self.launch):
            yield Where(space)

    @WHERE.judges
    def why_not_where(self, view: View[HeroesState], answer: Where) -> Refusal | None:
        """One of them."""
        g = view.state
        if not is_space(g.ground, answer.space) or answer.space not in retreats(
            g, self.unit, self.launch
        ):
            return Refusal("HON-ASLT-14", say("it cannot retreat there"))
        return None

    def hear(self, g: HeroesState, answer: Where) -> Outcome[None]:
        """There it goes."""
        return self.go(g, answer.space)

    def go(self, g: HeroesState, space: Space) -> Outcome[None]:
        """Put the unit on that space, or into the vehicle there."""
        put(g, self.unit, space)
        g.tell(Retreated(self.unit, space))
        return Done()


# -- the assault ---------------------------------------------------------------------------


@record("heroes.assaulted")
class Assaulted(Event):
    """An assault begins."""

    words = say("{attacker} assaults {defender}")
    rule = "HON-ASLT-01"
    headline = True
    in_log: ClassVar[InLog] = InLog.HEADING

    attacker: UnitId
    defender: UnitId

    @property
    def mark(self) -> Mark:
        return Mark.FIRE


@record("heroes.clashed")
class Clashed(Event):
    """One side's dice in an assault, with its sum."""

    rule: str
    unit: UnitId
    dice: tuple[int, ...]
    parts: Parts
    total: int

    def sentence(self, g: HeroesState) -> str:
        return say(
            "{unit}: {total} (dice {dice}, {parts})",
            unit=unit_name(g, self.unit),
            total=self.total,
            dice=listed([str(die) for die in self.dice]),
            parts=parts_said(self.parts),
        )


@record("heroes.dice_shown")
class DiceShown(Event):
    """The dice of one side in an assault, without bonuses."""

    rule = "HON-HID-10"

    unit: UnitId
    dice: tuple[int, ...]

    def sentence(self, g: HeroesState) -> str:
        dice = listed([str(die) for die in self.dice])
        return say("{unit} rolls {dice}", unit=unit_name(g, self.unit), dice=dice)


@record("heroes.tied")
class Tied(Event):
    """Nobody has won."""

    words = say("a tie: both stay where they were")
    rule = "HON-ASLT-21"


@record("heroes.beaten")
class Beaten(Event):
    """The winner of an assault."""

    words = say("{winner} wins the assault")
    rule = "HON-ASLT-12"

    winner: UnitId


@record("heroes.advanced")
class Advanced(Event):
    """The attacker takes the space."""

    words = say("{unit} advances to {space}")
    rule = "HON-ASLT-16"

    unit: UnitId
    space: Space


CLASH: Kind[CardPlay | Steady] = Kind(
    "clash",
    rule="HON-ASLT-27",
    why=say("choose a card for the assault or a token, or pass"),
    deed=say("prepare for an assault"),
    passes=True,
    pass_first=True,
)
RIPOSTE: Kind[CardPlay] = Kind(
    "riposte",
    rule="HON-CARD-09",
    why=say("choose a card against the beaten attacker, or pass"),
    deed=say("play cards on a beaten attacker"),
    passes=say("play no card"),
    pass_first=True,
)
"""Their answers are told to them by `cards.listed`."""


@frame("heroes.clash")
@define
class Clash(Exchange[HeroesState, CardPlay | Steady, tuple[Seat, ...]]):
    """Cards and Hardboiled tokens before the dice of an assault, initiative first (HON-CARD-04,
    HON-TRT-06). fighting: both units. raging: the seats that have played a card; its result."""

    fighting: tuple[UnitId, ...] = field(kw_only=True)
    raging: tuple[Seat, ...] = ()

    def kind(self) -> Kind[CardPlay | Steady]:
        """See `CLASH`."""
        return CLASH

    def moment(self) -> Moment:
        """Return the moment at which a seat may play."""
        return Moment(self.seat, played=(BATTLE_RAGE,) if self.seat in self.raging else ())

    def may_play(self, g: HeroesState) -> bool:
        """HON-HID-13; whose unit fights (HON-MP-18)."""
        fights = any(g.units[unit].seat == self.seat for unit in self.fighting)
        return fights and (bool(self.shaken(g)) or can_play(CLASH, g, self.moment()))

    def shaken(self, g: HeroesState) -> list[UnitId]:
        """The seat's own unit in the fight, if a token could help it."""
        return [unit for unit in shaken(g, self.seat) if unit in self.fighting]

    @CLASH.tells
    def about_clash(self, view: View[HeroesState]) -> About:
        """An assault is on."""
        return About(say("play a card on the assault, or take markers off"), "", "HON-ASLT-27")

    @CLASH.offers
    def offers_clash(self, view: View[HeroesState]) -> Iterator[CardPlay | Steady]:
        """Nothing; a marker; each card that fits."""
        yield from steadyings(self.shaken(view.state))
        yield from card_offers(CLASH, view, self.moment())

    @CLASH.judges
    def why_not_clash(self, view: View[HeroesState], answer: CardPlay | Steady) -> Refusal | None:
        """See `card` and `hardboiled`."""
        if isinstance(answer, Steady):
            return why_not_steady(view.state, self.shaken(view.state), answer)
        return why_not_card(view, self.moment(), answer)

    def execute(self, g: HeroesState, play: CardPlay | Steady) -> Frame[None] | None:
        """It counts."""
        if isinstance(play, Steady):
            steady(g, play)
            return None
        spend_card(g, self.seat, play.card)
        self.raging = (*self.raging, self.seat)
        return None

    def close(self, g: HeroesState) -> Outcome[tuple[Seat, ...]]:
        """The dice are rolled."""
        return Done(self.raging)


@frame("heroes.assault")
@define
class Assault(Frame[None]):
    """One assault of infantry. The attacker is on its launch space, or in a vehicle there. space:
    the space both fight for. afraid: the units to suppress, once for each marker (HON-AB-82).
    raging: seats that have played that card. rolls: of the attacker and of the defender; looking:
    the rolls left to look at, 0 or 1."""

    attacker: UnitId
    defender: UnitId
    space: Space = OFF_MAP
    launch: Space = OFF_MAP
    afraid: list[UnitId] = field(factory=list)
    raging: tuple[Seat, ...] = ()
    rolls: list[tuple[int, ...]] = field(factory=list)
    looking: list[int] = field(factory=list)

    def start(self, g: HeroesState) -> Outcome[None]:
        """Open a concealed defender first (HON-ASLT-26)."""
        self.space = g.units[self.defender].at
        g.tell(Assaulted(self.attacker, self.defender))
        if g.units[self.defender].concealed:
            return Call(Opening([self.defender]), then=self.found)
        return self.meet

    def found(self, g: HeroesState) -> Outcome[None]:
        """It fights on its open face; where a Ruse lay the attacker advances (R-40)."""
        self.defender = g.now(self.defender)
        return self.meet if g.units[self.defender].there else self.advance

    def meet(self, g: HeroesState) -> Outcome[None]:
        """Suppress a defender attacked from behind its arc; then ask for cards (HON-ASLT-22)."""
        d = g.units[self.defender]
        self.launch = launch_space(g, self.attacker, self.defender)
        if d.weapon.arc and not in_arc(d.facing, d.at, self.launch):
            suppress(g, self.defender)
        clash = Clash(g.initiative, fighting=(self.attacker, self.defender))
        return Call(clash, then=self.roll)

    def roll(self, g: HeroesState, raging: tuple[Seat, ...]) -> Outcome[None]:
        """The dice, the attacker's first (HON-HID-10)."""
        self.raging = raging
        a, d = g.units[self.attacker], g.units[self.defender]
        count = dice_of(a, attacks=True) + dice_of(d, attacks=False)
        return Ask(Roll(DIE, count, say("an assault")), then=self.rolled)

    def rolled(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Each side sees them, and may roll a die again, initiative first (R-134)."""
        own = dice_of(g.units[self.attacker], attacks=True)
        self.rolls = [dice[:own], dice[own:]]
        fighting = (self.attacker, self.defender)
        for unit, rolled in zip(fighting, self.rolls, strict=True):
            g.tell(DiceShown(unit, rolled))
        order = g.order()
        self.looking = sorted((0, 1), key=lambda n: order.index(g.units[fighting[n]].seat))
        return self.look

    def look(self, g: HeroesState) -> Outcome[None]:
        """The next of them."""
        if not self.looking:
            return self.clash
        side = self.looking[0]
        unit = (self.attacker, self.defender)[side]
        return Call(SecondLook(g.units[unit].seat, self.rolls[side], unit), then=self.looked)

    def looked(self, g: HeroesState, dice: tuple[int, ...]) -> Outcome[None]:
        """Its dice stand."""
        self.rolls[self.looking.pop(0)] = dice
        return self.look

    def clash(self, g: HeroesState) -> Outcome[None]:
        """The higher total wins (HON-ASLT-12)."""
        d = g.units[self.defender]
        totals = []
        for unit, rolled, printed, rule in (
            (self.attacker, self.rolls[0], attack(g, self.attacker, self.defender), "HON-ASLT-08"),
            (
                self.defender,
                self.rolls[1],
                defence(g, self.defender, self.attacker, self.launch),
                "HON-ASLT-09",
            ),
        ):
            raging = RAGE if g.units[unit].seat in self.raging else 0
            parts = printed + _named((say("battle rage"), raging))
            total = max(rolled) + sum([number for _, number in parts])
            totals.append(total)
            g.tell(Clashed(rule, unit, rolled, parts, total))
        if totals[0] == totals[1]:
            g.tell(Tied())
            return self.driven_back(g, self.advance)
        won = totals[0] > totals[1]
        winner, loser = self.attacker, self.defender
        if not won:
            winner, loser = loser, winner
        g.tell(Beaten(winner))
        self.frighten(g, winner, loser)
        if not won:
            hit(g, self.attacker, "HON-ASLT-20")
            if can_play(RIPOSTE, g, self.moment(g)):
                return Ask(RIPOSTE.of(d.seat), then=self.riposte)
            return self.driven_back(g, self.end)
        if g.units[self.defender].kind.vehicle:
            return self.wreck(g)
        for _ in range(2 if g.has_trait(self.attacker, BLOODTHIRSTY) else 1):
            if not g.units[self.defender].lost:
                hit(g, self.defender, "HON-ASLT-13")
        if g.units[self.defender].lost:
            return self.advance
        return Call(Retreating(d.seat, self.defender, self.launch), then=self.advance)

    def wreck(self, g: HeroesState) -> Outcome[None]:
        """A light vehicle is destroyed, a heavy one hit somewhere; the attacker stays where it was
        (HON-ASLT-17 to -19, R-20)."""
        if g.units[self.defender].kind is UnitType.HEAVY:
            return Call(Locating(self.defender, self.attacker), then=self.end)
        eliminate(g, self.defender, "HON-ASLT-17")
        return when_out(g, self.end)

    def moment(self, g: HeroesState) -> Moment:
        """Return the moment at which a victorious defender may play cards."""
        return Moment(g.units[self.defender].seat, own=self.defender, enemy=self.attacker)

    @RIPOSTE.tells
    def about_riposte(self, view: View[HeroesState]) -> About:
        """Name the beaten attacker."""
        who = unit_name(view.state, self.attacker)
        return About(say("play a card on the beaten {unit}", unit=who), "", "HON-CARD-09")

    @RIPOSTE.offers
    def offers_riposte(self, view: View[HeroesState]) -> Iterator[CardPlay]:
        """Each card that fits."""
        yield from card_offers(RIPOSTE, view, self.moment(view.state))

    @RIPOSTE.judges
    def why_not_riposte(self, view: View[HeroesState], answer: CardPlay) -> Refusal | None:
        """See `card`."""
        return why_not_card(view, self.moment(view.state), answer)

    def riposte(self, g: HeroesState, answer: CardPlay) -> Outcome[None]:
        """A card."""
        at = self.moment(g)
        spend_card(g, at.seat, answer.card)
        answer.execute(g, at)
        return self.driven_back(g, self.end)

    def passed_riposte(self, g: HeroesState) -> Outcome[None]:
        """No card."""
        return self.driven_back(g, self.end)

    def frighten(self, g: HeroesState, winner: UnitId, loser: UnitId) -> None:
        """Frighten the enemy of a Terrifying unit: two markers if it has won, one if it has lost
        (HON-AB-82). The face it fought with counts."""
        if g.units[winner].has(Ability.TERRIFYING):
            self.afraid += [loser, loser]
        if g.units[loser].has(Ability.TERRIFYING):
            self.afraid.append(winner)

    def driven_back(
        self, g: HeroesState, then: Callable[[HeroesState], Outcome[None]]
    ) -> Outcome[None]:
        """Ferocious attackers drive the defender back though they have not won, if they are still
        there; after a defeat they do not advance (HON-TRT-04, R-38)."""
        a, d = g.units[self.attacker], g.units[self.defender]
        if a.lost or d.kind.vehicle or not g.has_trait(self.attacker, FEROCIOUS):
            return self.end
        return Call(Retreating(d.seat, self.defender, self.launch), then=then)

    def advance(self, g: HeroesState) -> Outcome[None]:
        """The attacker takes the space that is free now, if it may enter it (HON-ASLT-16)."""
        a = g.units[self.attacker]
        if g.ground.why_not_step(self.launch, self.space, a.kind) is None:
            g.change(self.attacker, at=self.space, aboard=NO_UNIT)
            g.tell(Advanced(self.attacker, self.space))
        return self.end

    def end(self, g: HeroesState) -> Outcome[None]:
        """Fear comes last: it does not hinder a retreat (R-117)."""
        for unit in dict.fromkeys(self.afraid):
            if g.units[unit].in_play:
                suppress(g, unit, self.afraid.count(unit))
        return Done()
