"""Hidden set-up: Units under blinds, among dummies that look the same. HAIL-PDEP-03, H-49 to H-54.

A blind stands for everybody to see. A card of a small deck decides which Unit it hides, if any: all
shuffle the deck, and its owner draws it whole, so they know every card and can exchange none later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.geometry import distance2
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.ground import Stand
from owm_net.games.hailfire.hero import CARDS
from owm_net.games.hailfire.ids import NO_UNIT, OFF_TABLE, SEATS, Spot, TeamId, UnitId, opponent
from owm_net.games.hailfire.paths import why_not_place
from owm_net.games.hailfire.state import BLINDS, HailfireState, near
from owm_net.games.hailfire.terms import BLIND_GAP, BLIND_SIGHT, TeamClass
from owm_net.games.hailfire.terms import CHITS as BAG
from owm_net.games.hailfire.words import place_name, seat_name, unit_name

FIRST = (CARDS + len(BAG)) * len(SEATS)
"""The card of a blind over Unit 0; Hero Dice and chits come before them."""
MOST_UNITS = 32
"""Of both sides; the cards after those of the Units are dummies."""
STEP = 300
"""Between places that are offered for blinds."""


def hidden_unit(card: int) -> UnitId:
    """The Unit under a blind; NO_UNIT for a dummy."""
    number = card - FIRST
    return UnitId(number) if number < MOST_UNITS else NO_UNIT


def blind_cards(units: Sequence[UnitId]) -> list[int]:
    """The deck: each of these Units, and as many dummies (H-49)."""
    return [FIRST + u for u in units] + [FIRST + MOST_UNITS + n for n in range(len(units))]


def most_hidden(g: HailfireState, seat: Seat) -> int:
    """Up to half of a side's Units, rounded down (HAIL-PDEP-03)."""
    return sum([unit.seat == seat for unit in g.units]) // 2


def open_blinds(g: HailfireState) -> list[int]:
    """The blinds that stand on the table, by their places in `blinds`."""
    return [n for n, spot in enumerate(g.blinds) if spot != OFF_TABLE]


def blind_name(view: View[HailfireState], card: int) -> str:
    """Return the name of a blind for this viewer."""
    face = view.card(card)
    return say("a blind") if face is None else face_name(view.state, face)


def face_name(g: HailfireState, face: CardNumber) -> str:
    """Return the name of what lies under a blind."""
    unit = hidden_unit(face)
    return say("a dummy") if unit == NO_UNIT else unit_name(g, unit)


HailfireState.telling.of(CardNumber, face_name)


def spotted(g: HailfireState, blind: int) -> bool:
    """Return True if an enemy Team is within 800 u of a blind and sees its place (HAIL-PDEP-03,
    H-51)."""
    place = Stand(g.blinds[blind], 0)
    for team in g.on_table(opponent(blind_owner(g))):
        stand = g.teams[team].stand
        if near(stand, place, BLIND_SIGHT) and g.ground.sees(stand, place):
            return True
    return False


def blind_owner(g: HailfireState) -> Seat:
    return next(seat for seat in SEATS if g.hands[BLINDS + seat])


def open_blind(g: HailfireState, blind: int, card: int) -> UnitId:
    """A blind is taken off the table, and everybody knows what it was. Returns its Unit."""
    seat, unit = blind_owner(g), hidden_unit(card)
    g.hands[BLINDS + seat][blind] = card
    spot, g.blinds[blind] = g.blinds[blind], OFF_TABLE
    g.tell(BlindOpened(seat, unit, spot))
    return unit


# ------------------------------------------------------------------ answers


@record("hailfire.hide")
class Hide(Answer):
    """The choice of Units that begin under blinds (HAIL-PDEP-03)."""

    title: ClassVar[str] = say("Hide")
    help: ClassVar[str] = say(
        "Up to half of your Units; for each of them a dummy comes to the table too (HAIL-PDEP-03)"
    )

    units: tuple[UnitId, ...]

    def sentence(self, view: View[HailfireState]) -> str:
        if not self.units:
            return say("hide nobody")
        return say("hide {units}", units=listed([unit_name(view.state, u) for u in self.units]))


@record("hailfire.lay_blinds")
class LayBlinds(Answer):
    """A place for each blind, in the order in which its owner has drawn them."""

    title: ClassVar[str] = say("Lay blinds")
    help: ClassVar[str] = say('A place for each, 4" or more from each other (HAIL-PDEP-03)')

    spots: tuple[Spot, ...]

    def sentence(self, view: View[HailfireState]) -> str:
        return say_n("lay {n} blind", "lay {n} blinds", len(self.spots))


HIDE = Kind(
    "hide",
    Hide,
    rule="HAIL-PDEP-03",
    why=say("choose which Units are hidden"),
    deed=say("hide Units"),
)
LAY = Kind(
    "lay_blinds",
    LayBlinds,
    rule="HAIL-PDEP-03",
    why=say("choose places for blinds"),
    deed=say("lay blinds"),
)


# ------------------------------------------------------------------ events


@record("hailfire.units_hidden")
class UnitsHidden(Event):
    """These Units begin under blinds."""

    rule = "HAIL-PDEP-03"

    seat: Seat
    units: tuple[UnitId, ...]

    def sentence(self, g: HailfireState) -> str:
        units = listed([unit_name(g, u) for u in self.units]) or say("nobody")
        return say("{seat} hide {units}", seat=seat_name(g, self.seat), units=units)


@record("hailfire.blinds_laid")
class BlindsLaid(Event):
    """Blinds stand on the table."""

    rule = "HAIL-PDEP-03"

    seat: Seat
    count: int

    def sentence(self, g: HailfireState) -> str:
        return say_n(
            "{seat} lay {n} blind",
            "{seat} lay {n} blinds",
            self.count,
            seat=seat_name(g, self.seat),
        )


@record("hailfire.blind_opened")
class BlindOpened(Event):
    """Everybody sees what a blind was. unit: NO_UNIT for a dummy."""

    rule = "HAIL-PDEP-03"
    headline = True

    seat: Seat
    unit: UnitId
    spot: Spot

    def sentence(self, g: HailfireState) -> str:
        place = place_name(g, self.spot)
        if self.unit == NO_UNIT:
            return say("the blind {place} is a dummy", place=place)
        return say("the blind {place} hides {unit}", place=place, unit=unit_name(g, self.unit))


# ------------------------------------------------------------------ setting up


@frame("hailfire.hiding")
@define
class Hiding(Frame[None]):
    """A defender hides Units, if that is agreed: which, and where the blinds stand."""

    seat: Seat

    def start(self, g: HailfireState) -> Outcome[None]:
        """In a meeting nobody defends (H-49)."""
        if not g.options.hidden or g.battle.chosen or not most_hidden(g, self.seat):
            return Done()
        return Ask(HIDE.of(self.seat), then=self.hide)

    def _own(self, g: HailfireState) -> list[UnitId]:
        return [UnitId(n) for n, unit in enumerate(g.units) if unit.seat == self.seat]

    @HIDE.tells
    def about_hide(self, view: View[HailfireState]) -> About:
        """How many."""
        most = most_hidden(view.state, self.seat)
        return About(
            say("choose Units to hide"),
            say_n("{n} at the most", "{n} at the most", most),
            "HAIL-PDEP-03",
        )

    @HIDE.offers
    def offers_hide(self, view: View[HailfireState]) -> Iterator[Hide]:
        """Nobody, each alone, and as many as can be from each on."""
        g = view.state
        units, most = self._own(g), most_hidden(g, self.seat)
        yield Hide(())
        yield from (Hide((unit,)) for unit in units)
        if most > 1:
            for n in range(len(units) - most + 1):
                yield Hide(tuple(units[n : n + most]))

    @HIDE.judges
    def why_not_hide(self, view: View[HailfireState], answer: Hide) -> Refusal | None:
        """Own Units, each once, not too many."""
        own, most = self._own(view.state), most_hidden(view.state, self.seat)
        if len(answer.units) > most:
            why = say_n("{n} Unit at the most", "{n} Units at the most", most)
            return Refusal("HAIL-PDEP-03", why, misfit=True)
        if len(dict.fromkeys(answer.units)) < len(answer.units):
            return Refusal("HAIL-PDEP-03", say("a Unit is named twice"), misfit=True)
        if not all(unit.__class__ is int and unit in own for unit in answer.units):
            return Refusal("HAIL-PDEP-03", say("choose Units of your own"), misfit=True)
        return None

    def hide(self, g: HailfireState, answer: Hide) -> Outcome[None]:
        """Everybody knows who is hidden, and nobody under which blind."""
        g.tell(UnitsHidden(self.seat, answer.units))
        g.hidden = list(answer.units)
        if not g.hidden:
            return Done()
        return Ask(g.shuffle("blinds", blind_cards(g.hidden)), then=self.draw)

    def draw(self, g: HailfireState) -> Outcome[None]:
        count = g.decks["blinds"].size
        return Ask(g.draw(self.seat, "blinds", count, BLINDS + self.seat), then=self.ask_places)

    def ask_places(self, g: HailfireState) -> Outcome[None]:
        """He knows which is which."""
        return Ask(LAY.of(self.seat), then=self.lay)

    @LAY.tells
    def about_lay_blinds(self, view: View[HailfireState]) -> About:
        """In which order they are named."""
        names = listed([blind_name(view, card) for card in view.state.hands[BLINDS + self.seat]])
        return About(
            say("place the blinds"), say("in this order: {names}", names=names), "HAIL-PDEP-03"
        )

    @LAY.offers
    def offers_lay_blinds(self, view: View[HailfireState]) -> Iterator[LayBlinds]:
        """The first places of the zone."""
        yield LayBlinds(tuple(self._lay(view.state, blind_places(view.state, self.seat))))

    @LAY.samples
    def sample_lay_blinds(self, view: View[HailfireState], chance: Chance) -> LayBlinds:
        """Places by chance."""
        places = blind_places(view.state, self.seat)
        chance.shuffle(places)
        return LayBlinds(tuple(self._lay(view.state, places)))

    def _lay(self, g: HailfireState, places: Sequence[Spot]) -> list[Spot]:
        """The first of these places that go together."""
        found: list[Spot] = []
        for spot in places:
            if len(found) == len(g.hands[BLINDS + self.seat]):
                break
            if why_no_blind(g, self.seat, spot, found) is None:
                found.append(spot)
        return found

    @LAY.judges
    def why_not_lay_blinds(self, view: View[HailfireState], answer: LayBlinds) -> Refusal | None:
        """The same for all of them, whatever they hide: nobody else can tell (H-50)."""
        g = view.state
        count = len(g.hands[BLINDS + self.seat])
        refusal = why_not_place(answer.spots, count, "HAIL-PDEP-03")
        for n, spot in enumerate(answer.spots if refusal is None else ()):
            refusal = refusal or why_no_blind(g, self.seat, spot, answer.spots[:n])
        if refusal is None and len(answer.spots) < count:
            why = say(
                "choose {count} places; you gave {given}",
                count=count,
                given=len(answer.spots),
            )
            return Refusal("HAIL-PDEP-03", why, more=True)
        return refusal

    def lay(self, g: HailfireState, answer: LayBlinds) -> Outcome[None]:
        """They stand there."""
        g.blinds = list(answer.spots)
        g.tell(BlindsLaid(self.seat, len(g.blinds)))
        return Done()


def why_no_blind(
    g: HailfireState, seat: Seat, spot: Spot, others: Sequence[Spot]
) -> Refusal | None:
    """Why a blind cannot stand there (H-50). others: where those stand that were laid before."""
    radius = TeamClass.INFANTRY.radius
    refusal = g.ground.why_not_spot(Stand(spot, radius), TeamClass.INFANTRY, "HAIL-PDEP-03")
    if refusal is not None:
        return refusal
    zone = g.battle.zones[seat]
    if zone.where(spot) < 0 or not zone.holds(spot, radius):
        return Refusal("HAIL-PDEP-03", say("a blind stands wholly in the zone"))
    if any(distance2(spot, other) < BLIND_GAP * BLIND_GAP for other in others):
        return Refusal("HAIL-PDEP-03", say('another blind is less than 4" from it'))
    return None


def blind_places(g: HailfireState, seat: Seat) -> list[Spot]:
    """Places of the zone on a raster, and objectives, at which a blind can stand."""
    x0, x1, y0, y1 = g.battle.zones[seat].box
    raster = [Spot((x, y)) for y in range(y0, y1 + 1, STEP) for x in range(x0, x1 + 1, STEP)]
    found = [*[Spot(o.at) for o in g.battle.objectives], *raster]
    return [spot for spot in found if why_no_blind(g, seat, spot, ()) is None]


def teams_of(g: HailfireState, unit: UnitId) -> list[TeamId]:
    """The Teams of a Unit that is still to be set up."""
    return [TeamId(n) for n, t in enumerate(g.teams) if t.unit == unit]
