"""Concealed counters: what lies under them, and how they are opened. HON-AB-03 to -16, HON-TRT-13,
HON-ORO-05, HON-HID-05 to -07, R-85, R-87, R-101.

At deployment each side's Ambush units and Ruses are the cards of a small deck that its owner draws:
the counters that lie for them are *blinds*, units of their own until they are opened. A unit that
is concealed later stays itself: everybody knows which it is.
"""

from __future__ import annotations

from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import Ask, Done, Event, Foul, Frame, Mark, Outcome, Refusal, frame
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Reveal
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.hidden import FIRST_HIDDEN, FIRST_RUSE, hidden_unit
from owm_net.games.heroes.ids import NO_FORMATION, NO_UNIT, OFF_MAP, UnitId
from owm_net.games.heroes.options import (
    CONCEALMENT,
    INFILTRATION,
    INFILTRATION_REACH,
    RUSES,
    TRICKY,
)
from owm_net.games.heroes.printed.counters import CONCEALED
from owm_net.games.heroes.state import Blind, HeroesState, Unit
from owm_net.games.heroes.terms import Ability
from owm_net.games.heroes.tokens import bearer_of, lose_token
from owm_net.games.heroes.words import seat_name, unit_name

NO_RUSE = Refusal("HON-TRT-13", say("a Ruse does nothing but move"))


@record("heroes.blinds_taken")
class BlindsTaken(Event):
    """A seat has the cards of its concealed counters."""

    rule = "HON-HID-05"

    seat: Seat
    counters: int

    def sentence(self, g: HeroesState) -> str:
        return say_n(
            "{seat} have a counter that may be concealed",
            "{seat} have {n} counters that may be concealed",
            self.counters,
            seat=seat_name(g, self.seat),
        )


@record("heroes.opened")
class Opened(Event):
    """A concealed counter is turned over, and everybody sees who it is."""

    words = say("{counter} is opened: {unit}")
    rule = "HON-AB-08"
    headline = True

    counter: UnitId
    unit: UnitId

    def sentence(self, g: HeroesState) -> str:
        who = unit_name(g, self.unit)
        if self.unit == self.counter:
            return say("{unit} is not concealed any more", unit=who)
        if self.unit == NO_UNIT:
            return say("{counter} is a Ruse", counter=unit_name(g, self.counter))
        return say("{counter} is {unit}", counter=unit_name(g, self.counter), unit=who)

    @property
    def mark(self) -> Mark:
        return Mark.NONE


@record("heroes.hidden")
class Hidden(Event):
    """A Concealed token takes the place of a unit."""

    words = say("{unit} is concealed")
    rule = "HON-ORO-05"

    unit: UnitId


# -- the cards -----------------------------------------------------------------------------


def ambushers(g: HeroesState, seat: Seat) -> list[UnitId]:
    """The Ambush units of a seat that are under its blinds or not deployed yet, as everybody knows:
    those that have not been seen. None where all blinds have stayed away (R-319)."""
    blinds = [b.unit for b in g.blinds if b.seat == seat]
    if blinds and all(g.units[blind].lost for blind in blinds):
        return []
    return [
        UnitId(n)
        for n, u in enumerate(g.units)
        if u.seat == seat
        and u.piece.conceals
        and not (u.in_play or u.lost)
        and u.key not in g.side(seat).reserve
    ]


def ruses(g: HeroesState, seat: Seat) -> int:
    """How many Ruses a seat's army has (HON-TRT-13)."""
    return RUSES * len([o for o in g.options if o.seat == seat and o.key == TRICKY])


@frame("heroes.hiding")
@define
class Hiding(Frame[None]):
    """A seat shuffles the cards of its Ambush units and Ruses, and draws them all (R-101)."""

    seat: Seat

    def start(self, g: HeroesState) -> Outcome[None]:
        """Where it has any."""
        cards = [FIRST_HIDDEN + unit for unit in ambushers(g, self.seat)]
        cards += [FIRST_RUSE + n for n in range(ruses(g, self.seat))]
        if not cards:
            return Done()
        for _ in cards:
            g.blinds.append(Blind(seat=self.seat, unit=UnitId(len(g.units))))
            g.units.append(
                Unit(seat=self.seat, key=CONCEALED, formation=NO_FORMATION, concealed=True)
            )
        g.tell(BlindsTaken(self.seat, len(cards)))
        return Ask(g.shuffle(f"hidden {self.seat}", cards), then=self.take)

    def take(self, g: HeroesState) -> Outcome[None]:
        """Only their owner sees them."""
        deck = f"hidden {self.seat}"
        drawn = g.draw(self.seat, deck, g.decks[deck].size, g.veiled(self.seat))
        return Ask(drawn, then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """They are deployed with the others."""
        return Done()


# -- Scouts --------------------------------------------------------------------------------


def scout(g: HeroesState, unit: UnitId) -> int:
    """How far outside its zone a unit may be deployed (HON-AB-70); those that have Infiltration
    farther (HON-ORO-10, R-222)."""
    reach = g.units[unit].printed.abilities.get(Ability.SCOUT, 0)
    if any(o.key == INFILTRATION and g.is_for(o, unit) for o in g.options):
        return max(reach, INFILTRATION_REACH)
    return reach


def scout_under(view: View[HeroesState], unit: UnitId) -> int:
    """The same of a blind, as far as a view knows: of what is under it, or of any that may be."""
    g = view.state
    face = view.card(g.card_under(unit))
    if face is None:
        return max([scout(g, u) for u in ambushers(g, g.units[unit].seat)], default=0)
    under = hidden_unit(face)
    return 0 if under == NO_UNIT else scout(g, under)


# -- opening -------------------------------------------------------------------------------


def uncover(g: HeroesState, unit: UnitId, card: int) -> Foul | None:
    """A blind is opened: its unit stands where it stood, with the token it bore; a Ruse is gone,
    and its token unseen (HON-TRT-13). A Foul if it was laid where its unit may not be laid
    (R-87)."""
    counter, seat = g.units[unit], g.units[unit].seat
    number = [b.unit for b in g.blinds].index(unit)
    under = hidden_unit(card)
    hand = g.hands[g.veiled(seat)]
    hand[[b.unit for b in g.blinds if b.seat == seat].index(unit)] = card
    reach = 0 if under == NO_UNIT else scout(g, under)
    if g.blinds[number].outside > reach:
        return Foul(seat, "HON-AB-70", say("a counter was laid farther out than it may be"))
    g.blinds[number] = g.blinds[number].with_(under=under)
    if under == NO_UNIT:
        lose_token(g, unit)
    else:
        g.change(under, at=counter.at, acted=counter.acted)
        g.bearers[seat] = [under if bearer == unit else bearer for bearer in g.bearers[seat]]
    g.change(unit, at=OFF_MAP, lost=True)
    g.tell(Opened(unit, under))
    return None


def open_known(g: HeroesState, unit: UnitId) -> None:
    """A unit of which everybody knew which it is shows its open face; a Concealed token can be used
    again (HON-ORO-05)."""
    u = g.change(unit, concealed=False)
    if not u.has(Ability.AMBUSH):
        for n in concealment(g, u.seat):
            o = g.options[n]
            if o.tokens < CATALOG.options[o.key].tokens:
                g.options[n] = o.with_(tokens=o.tokens + 1)
                break
    g.tell(Opened(unit, unit))


def concealments(g: HeroesState, seat: Seat) -> int:
    """The Concealed tokens of a seat that are not on the map (HON-ORO-05)."""
    return sum([g.options[n].tokens for n in concealment(g, seat)])


def common_concealments(g: HeroesState, seat: Seat) -> int:
    """Those of them that are on the High Command of a seat's side."""
    able = [g.options[n] for n in concealment(g, seat)]
    return sum([o.tokens for o in able if g.is_common(o)])


def concealment(g: HeroesState, seat: Seat) -> list[int]:
    """The options with Concealed tokens that a seat may lay, its own before those of its High
    Command: they are spent and come back in this order (R-302)."""
    able = [n for n, o in enumerate(g.options) if o.key in CONCEALMENT and g.may_use(o, seat)]
    return sorted(able, key=lambda n: g.is_common(g.options[n]))


def conceal(g: HeroesState, unit: UnitId) -> None:
    """A Concealed token takes the place of a unit: everybody knows of which (R-101)."""
    for n in concealment(g, g.units[unit].seat):
        o = g.options[n]
        if o.tokens:
            g.options[n] = o.with_(tokens=o.tokens - 1)
            break
    g.change(unit, concealed=True)
    g.tell(Hidden(unit))


@frame("heroes.opening")
@define
class Opening(Frame[None]):
    """These counters are opened, one after the other. No person is asked (HON-AB-08, R-78)."""

    left: list[UnitId]

    def start(self, g: HeroesState) -> Outcome[None]:
        """Those that are concealed still."""
        while self.left:
            u = g.units[self.left[0]]
            if u.there and u.blind:
                return Ask(Reveal(u.seat, (g.card_under(self.left[0]),)), then=self.opened)
            if u.there and u.concealed:
                open_known(g, self.left[0])
            self.left.pop(0)
        return Done()

    def opened(self, g: HeroesState, cards: tuple[int, ...]) -> Outcome[None]:
        """Everybody sees it."""
        foul = uncover(g, self.left.pop(0), cards[0])
        return self.start if foul is None else foul


# -- by its owner --------------------------------------------------------------------------


@record("heroes.emerge")
class Emerge(Answer):
    """An order is revealed on a concealed counter, which is opened; then it says what it does.
    counter: the card of a blind; None for a unit that everybody knows (HON-AB-15, R-87)."""

    title: ClassVar[str] = say("Turn it over")

    token: Played
    counter: Played | None = None

    def sentence(self, view: View[HeroesState]) -> str:
        who = unit_name(view.state, bearer_of(view.state, self.token))
        return say("{unit} is turned over, and acts", unit=who)


@record("heroes.act_emerge")
class ActEmerge(Answer):
    """The same of an Autonomous unit, without an order."""

    title: ClassVar[str] = say("Turn it over")

    unit: UnitId
    counter: Played | None = None

    def sentence(self, view: View[HeroesState]) -> str:
        who = unit_name(view.state, self.unit)
        return say("{unit} is turned over, and acts", unit=who)


def why_not_emerge(
    view: View[HeroesState], unit: UnitId, counter: Played | None, autonomous: bool = False
) -> Refusal | None:
    """None if a counter may be opened to act. autonomous: without an order."""
    g = view.state
    u = g.units[unit]
    if not u.concealed:
        return Refusal("HON-AB-15", say("choose a concealed counter"), misfit=True)
    if counter.__class__ is not (int if u.blind else type(None)):
        return Refusal("HON-AB-15", say("name the card of a blind, and no other"))
    under = unit
    if u.blind:
        if counter != int(g.card_under(unit)):
            return Refusal("HON-AB-15", say("name the card under that counter"))
        face = view.card(g.card_under(unit))
        if face is None:
            return None
        under = hidden_unit(face)
        if under == NO_UNIT:
            return NO_RUSE
    if autonomous and Ability.AUTONOMOUS not in g.units[under].printed.abilities:
        return Refusal("HON-AB-20", say("only an Autonomous unit acts by itself, and only once"))
    return None


def emergings(
    view: View[HeroesState], unit: UnitId, autonomous: bool = False
) -> list[Played | None]:
    """Return what opens a concealed counter, as far as a view knows; nothing where it may not."""
    g = view.state
    counter = Played(g.card_under(unit)) if g.units[unit].blind else None
    if counter is not None and view.card(counter) is None:
        return []
    return [counter] if why_not_emerge(view, unit, counter, autonomous) is None else []


def emerge(g: HeroesState, unit: UnitId) -> Foul | None:
    """A counter is opened by its owner; the card of a blind is open already."""
    if g.units[unit].blind:
        return uncover(g, unit, g.card_under(unit))
    open_known(g, unit)
    return None


def may_emerge(g: HeroesState, seat: Seat) -> list[UnitId]:
    """The concealed counters of a seat that may be Autonomous, as everybody sees (R-61)."""
    alone = Ability.AUTONOMOUS
    under = any(alone in g.units[u].printed.abilities for u in ambushers(g, seat))
    return [
        unit
        for unit in g.on_map(seat)
        if (u := g.units[unit]).concealed
        and not u.acted
        and (under if u.blind else alone in u.printed.abilities)
    ]


# -- at the end ----------------------------------------------------------------------------


@frame("heroes.last_opening")
@define
class LastOpening(Frame[None]):
    """Before the result all blinds are opened, which finds the last false claims
    (G-22, R-87). left: seats to be looked at."""

    left: list[Seat]

    def start(self, g: HeroesState) -> Outcome[None]:
        """One seat after the other."""
        while self.left:
            slots = tuple([g.card_under(unit) for unit in self.lying(g)])
            if slots:
                return Ask(Reveal(self.left[0], slots), then=self.look)
            self.left.pop(0)
        return Done()

    def lying(self, g: HeroesState) -> list[UnitId]:
        """The blinds of the seat that were never opened."""
        return [b.unit for b in g.blinds if b.seat == self.left[0] and g.units[b.unit].there]

    def look(self, g: HeroesState, cards: tuple[int, ...]) -> Outcome[None]:
        """Each in its place."""
        for unit, card in zip(self.lying(g), cards, strict=True):
            foul = uncover(g, unit, card)
            if foul is not None:
                return foul
        self.left.pop(0)
        return self.start
