"""Objectives are placed before the battle, and Bombers named. NCO-SCN-21, -23, -25, R-96, R-99."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import About, Ask, Done, Event, Frame, Kind, Outcome, Refusal, frame
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.nco.ground import gap2
from owm_net.games.nco.ids import NO_SEAT, SEATS, SoldierId, Spot
from owm_net.games.nco.paths import why_not_point
from owm_net.games.nco.places import told_place
from owm_net.games.nco.scenarios import DESTROY, MIDDLE, RETRIEVAL
from owm_net.games.nco.state import NcoState, Token
from owm_net.games.nco.terms import BASE, BASES, BOARD
from owm_net.games.nco.words import edge_name, seat_name

ASIDE = 600 + BASE
"""NCO-SCN-21: so far from a neutral edge is the centre of a drop, at least."""
SPREAD = 400 + BASES
INLAND = 800 + BASE
"""NCO-SCN-25: so far from each other are the centres of pieces, and from the home edges."""


@record("nco.place")
class Place(Answer):
    """Where an objective lies."""

    title: ClassVar[str] = say("Place")
    help: ClassVar[str] = say(
        "A supply drop at your edge, or a piece of intel (NCO-SCN-21, NCO-SCN-25)"
    )
    words = say("place it {spot}")

    spot: Spot


PLACE = Kind(
    "place",
    Place,
    rule="NCO-SCN-21 NCO-SCN-25",
    why=say("choose a place for an objective"),
    deed=say("place an objective"),
)


@record("nco.bomber")
class NameBomber(Answer):
    """NCO-SCN-23: the carrier of the bomb, for good."""

    title: ClassVar[str] = say("Bomber")
    help: ClassVar[str] = say("He alone can destroy the enemy's drop; no specialist (NCO-SCN-23)")
    words = say("{soldier_short} is the Bomber")

    soldier: SoldierId


BOMBER = Kind(
    "bomber",
    NameBomber,
    rule="NCO-SCN-23",
    why=say("choose a soldier"),
    deed=say("name the Bomber"),
)


@record("nco.placed")
class Placed(Event):
    """An objective is on the table. seat: the one that placed it, NO_SEAT for that of the
    centre."""

    seat: Seat
    spot: Spot
    rule: str = field(default="NCO-SCN-21", kw_only=True)

    def sentence(self, g: NcoState) -> str:
        what = say("a piece of intel") if g.scenario == RETRIEVAL else say("a supply drop")
        if self.seat == NO_SEAT:
            return say("{what} lies {place}", what=what, place=told_place(g.layout, self.spot))
        return say(
            "{who} place {what} {place}",
            who=seat_name(g, self.seat),
            what=what,
            place=told_place(g.layout, self.spot),
        )


@record("nco.bomber_named")
class BomberNamed(Event):
    """Everybody knows who has the bomb (NCO-SCN-23)."""

    words = say("{soldier} is the Bomber")
    rule = "NCO-SCN-23"

    soldier: SoldierId


@frame("nco.placing")
@define
class Placing(Frame[None]):
    """The scenario's objectives, before deployment. seats: those that still place something; then:
    those that still name a Bomber (R-96)."""

    seats: list[Seat] = field(factory=list)
    naming: list[Seat] = field(factory=list)

    def start(self, g: NcoState) -> Outcome[None]:
        """The first deployer begins (R-58)."""
        if g.scenario == DESTROY:
            self.seats, self.naming = [g.lower, g.higher], [g.lower, g.higher]
        if g.scenario == RETRIEVAL:
            self.seats = [g.lower, g.higher] * 2
            spot = Spot((*MIDDLE[:2], g.ground.surface_at(MIDDLE[:2])))
            self._lay(g, Token(spot=spot), NO_SEAT)
        return self.ask

    def _lay(self, g: NcoState, token: Token, seat: Seat) -> None:
        g.tokens.append(token)
        rule = "NCO-SCN-25" if g.scenario == RETRIEVAL else "NCO-SCN-21"
        g.tell(Placed(seat, token.spot, rule=rule))

    def ask(self, g: NcoState) -> Outcome[None]:
        """One objective after the other, then the Bombers."""
        if self.seats:
            return Ask(PLACE.of(self.seats[0]), then=self.place)
        if self.naming:
            able = [s for s in g.squad(self.naming[0]) if not g.soldiers[s].row.specialist]
            if len(able) == 1:
                return self.name_bomber(g, NameBomber(able[0]))
            return Ask(BOMBER.of(self.naming[0]), then=self.name_bomber)
        return Done()

    @PLACE.tells
    def about_place(self, view: View[NcoState]) -> About:
        """Tell what to place, and where."""
        if view.state.scenario == RETRIEVAL:
            why = say("4 inches from the others, 8 inches from the edges that the squads come from")
            return About(say("place a piece of intel"), why, "NCO-SCN-25")
        edge = edge_name(view.state, view.seat)
        why = say(
            "touching {edge}, 6 inches from the other edges; your soldiers keep 6 inches away",
            edge=edge,
        )
        return About(say("place your supply drop"), why, "NCO-SCN-21")

    @PLACE.offers
    def offers_place(self, view: View[NcoState]) -> Iterator[Place]:
        """Five along the edge; some all over the table."""
        g = view.state
        if g.scenario == RETRIEVAL:
            points = [(x, y) for y in range(900, 2701, 600) for x in range(600, 3001, 600)]
            yield from (Place(Spot((*p, g.ground.surface_at(p)))) for p in points)
            return
        for n in range(5):
            x = ASIDE + (BOARD - 2 * ASIDE) * n // 4
            yield Place(Spot((x, self._edge(g), 0)))

    def _edge(self, g: NcoState) -> int:
        return BASE if self.seats[0] == g.south else BOARD - BASE

    @PLACE.judges
    def why_not_place(self, view: View[NcoState], answer: Place) -> Refusal | None:
        """NCO-SCN-21, NCO-SCN-25."""
        g = view.state
        rule = "NCO-SCN-25" if g.scenario == RETRIEVAL else "NCO-SCN-21"
        refusal = why_not_point(g, (answer.spot,), 1, rule)
        if refusal is not None:
            return refusal
        if g.scenario == RETRIEVAL:
            return _why_no_piece(g, answer.spot)
        x, y, surface = answer.spot
        if surface or y != self._edge(g):
            return Refusal(
                "NCO-SCN-21",
                say("the drop touches {edge}'s edge", edge=edge_name(g, self.seats[0])),
            )
        if not ASIDE <= x <= BOARD - ASIDE:
            return Refusal("NCO-SCN-21", say("it is less than 6 inches from a neutral edge"))
        return None

    @PLACE.samples
    def sample_place(self, view: View[NcoState], chance: Chance) -> Place:
        """Anywhere along the edge; anywhere on the table."""
        g = view.state
        if g.scenario == RETRIEVAL:
            while True:
                p = chance.below(BOARD), chance.below(BOARD)
                spot = Spot((*p, g.ground.surface_at(p)))
                if _why_no_piece(g, spot) is None:
                    return Place(spot)
        x = ASIDE + chance.below(BOARD - 2 * ASIDE + 1)
        return Place(Spot((x, self._edge(g), 0)))

    def place(self, g: NcoState, answer: Place) -> Outcome[None]:
        seat = self.seats.pop(0)
        owner = NO_SEAT if g.scenario == RETRIEVAL else seat
        self._lay(g, Token(spot=answer.spot, seat=owner), seat)
        return self.ask

    # -- Bombers

    @BOMBER.tells
    def about_bomber(self, view: View[NcoState]) -> About:
        """Openly, for good."""
        why = say("he alone can destroy the enemy's drop: by a Down order in contact with it")
        return About(say("name your Bomber"), why, "NCO-SCN-23")

    @BOMBER.offers
    def offers_bomber(self, view: View[NcoState]) -> Iterator[NameBomber]:
        """Each who is no specialist."""
        yield from map(NameBomber, view.state.squad(self.naming[0]))

    @BOMBER.judges
    def why_not_bomber(self, view: View[NcoState], answer: NameBomber) -> Refusal | None:
        """NCO-SCN-23, R-58."""
        g = view.state
        if not g.known(answer.soldier) or answer.soldier not in g.squad(self.naming[0]):
            return Refusal("NCO-SCN-23", say("he is none of your soldiers"))
        if g.soldiers[answer.soldier].row.specialist:
            return Refusal("NCO-SCN-23", say("a specialist carries no bomb"))
        return None

    def name_bomber(self, g: NcoState, answer: NameBomber) -> Outcome[None]:
        """Publish the name: both know the Bomber."""
        seat = self.naming.pop(0)
        named = [answer.soldier if s == seat else g.bombers[s] for s in SEATS]
        g.bombers = (named[0], named[1])
        g.tell(BomberNamed(answer.soldier))
        return self.ask


def _why_no_piece(g: NcoState, spot: Spot) -> Refusal | None:
    """NCO-SCN-25, R-59, R-99: where a base can stand, apart from other pieces and home edges."""
    refusal = g.ground.why_not_spot(spot, "NCO-SCN-25")
    if refusal is not None:
        return refusal
    if not INLAND <= spot[1] <= BOARD - INLAND:
        return Refusal("NCO-SCN-25", say("it is less than 8 inches from a home edge"))
    if any(gap2(spot, token.spot) < SPREAD * SPREAD for token in g.tokens):
        return Refusal("NCO-SCN-25", say("it is less than 4 inches from another piece"))
    return None
