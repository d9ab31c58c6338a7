"""The table of NCO in words, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from attrs import fields

from owm_net.client.free_map.in_words import FreeMapWords, nearest_half, person
from owm_net.client.language import tr, tr_n
from owm_net.client.tables.luck import sentences
from owm_net.client.tables.nco import luck
from owm_net.client.tables.nco.helping import ITEMS
from owm_net.client.tables.nco.odds import Duel, Odds, duel_of, odds_of
from owm_net.client.tables.nco.people import arms, condition, members
from owm_net.client.terminal.terminal_words import Shelf
from owm_net.engine import agenda
from owm_net.engine.agenda import Event
from owm_net.engine.geometry import Point, Polygon, distance2
from owm_net.engine.ids import Seat
from owm_net.engine.landmarks import MIDDLE as HEART
from owm_net.engine.landmarks import SIDES, Landmark
from owm_net.engine.landmarks import sector as compass
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.games.nco.computer.errands import step_to
from owm_net.games.nco.ids import NO_SOLDIER, SEATS, SoldierId, Spot
from owm_net.games.nco.items import UseItem
from owm_net.games.nco.looking import asked_about
from owm_net.games.nco.numbers import own_squads
from owm_net.games.nco.orders.advance import Advance, Shoot
from owm_net.games.nco.orders.command import ORDER
from owm_net.games.nco.orders.fire import Fire
from owm_net.games.nco.orders.run import Assault, Run
from owm_net.games.nco.places import landmarks, told_place
from owm_net.games.nco.scenarios import (
    CENTER,
    MIDDLE,
    RETRIEVAL,
    SECTORS,
    held,
    sector_of,
    sector_worth,
)
from owm_net.games.nco.set_up import ROSTER, Deploy
from owm_net.games.nco.specials import FocusFire, SpecialAssault
from owm_net.games.nco.squads import SUGGESTED, Roster
from owm_net.games.nco.state import NcoState
from owm_net.games.nco.terms import BASE, BOARD, TURNS, Gait
from owm_net.games.nco.words import (
    ORDER_WORDS,
    for_each_seat,
    place_name,
    seat_name,
    soldier_name,
)

HALF_INCH = 50
NEAREST = 4
"""Pieces of ground to which each soldier may be sent from the list."""


class Words(FreeMapWords):
    """Soldiers, where they are, what they carry and how they are."""

    size = (BOARD, BOARD)
    spot_type = Spot
    formations = (fields(Deploy).spots,)

    def is_routine(self, view: View[NcoState]) -> bool:
        return self.system.settled(view) is not None

    def kept(self, view: View[NcoState], shelf: Shelf) -> Iterator[tuple[str, Answer]]:
        if agenda.kind_of(view) is ROSTER:
            yield from own_squads(shelf(self.system.id)).items()

    def people(self, view: View[NcoState]) -> Iterator[str]:
        g = view.state
        for seat in SEATS:
            for n in g.on_field(seat):
                s = g.soldiers[n]
                health = tr("health {n} of {most}", n=s.health, most=s.health_max)
                psyche = tr("psyche {n} of {most}", n=s.psyche, most=s.psyche_max)
                spot = Spot((*nearest_half(s.spot), s.spot[2]))
                where = [self.told(view, s.spot), tr(place_name(spot))]
                if g.scenario == SECTORS:
                    where.insert(0, tr("{side} sector", side=tr(_side(sector_of(s.spot)))))
                told = [*filter(None, where), health, psyche, tr(ORDER_WORDS[s.order])]
                told += condition(g, n)
                yield person(tr(soldier_name(g, n)), told, arms(g, n), seat == view.seat)

    def more(self, view: View[NcoState], answer: Answer) -> str:
        """Return who is in a squad and whether it is suggested, and what an item does; all else
        the rules say."""
        if isinstance(answer, UseItem):
            return tr(ITEMS[answer.item])
        if not isinstance(answer, Roster):
            return ""
        suggested = tr("suggested for a first match") if answer == SUGGESTED.roster else ""
        return "; ".join(filter(None, [suggested, members(answer)]))

    def told(self, view: View[NcoState], spot: Sequence[int]) -> str:
        return tr(told_place(view.state.layout, Spot((spot[0], spot[1], spot[2]))))

    def further(self, view: View[NcoState], offers: Sequence[Answer]) -> Iterator[Answer]:
        """Walks of each soldier to the nearest pieces of ground and straight on, for the rules
        offer none but on the spot."""
        if agenda.kind_of(view) is not ORDER:
            return
        g = view.state
        for soldier in [a.soldier for a in offers if isinstance(a, Advance)]:
            goals = self._goals(g, soldier)
            for gait in (Gait.ADVANCE, Gait.RUN):
                steps = [step_to(g, soldier, goal, gait) for goal in goals]
                told = (step for step in steps if step is not None and self._leads_off(g, step))
                found = {step.sentence(view): step for step in told}
                yield from found.values()  # none that reads like another

    def _leads_off(self, g: NcoState, walk: Advance | Run) -> bool:
        """Return False for a walk of "0 inches"."""
        end, here = walk.path[-1], g.soldiers[walk.soldier].spot
        return end[2] != here[2] or distance2(end[:2], here[:2]) >= HALF_INCH**2

    def _goals(self, g: NcoState, soldier: SoldierId) -> list[Spot]:
        """The middles of the pieces of ground near a soldier, then both edges straight ahead."""
        x, y, _ = g.soldiers[soldier].spot
        middles = []
        for piece in g.ground.layout.pieces:
            x0, x1, y0, y1 = piece.polygon.box
            middles.append(((x0 + x1) // 2, (y0 + y1) // 2))
        middles.sort(key=lambda point: distance2(point, (x, y)))
        points = [*middles[:NEAREST], (x, BOARD - BASE), (x, BASE)]
        return [Spot((*point, g.ground.surface_at(point))) for point in points]

    def odds(self, view: View[NcoState], answer: Answer) -> list[str]:
        """Of a shot at a soldier, or of the fight that an Assault comes to."""
        found = self._weighed(view, answer)
        return super().odds(view, answer) if found is None else found.lines()

    def chance(self, view: View[NcoState], answer: Answer) -> str:
        found = self._weighed(view, answer)
        return "" if found is None else found.chance

    def _weighed(self, view: View[NcoState], answer: Answer) -> Odds | Duel | None:
        """Return the odds of a shot at a soldier, or of an Assault; None of all else."""
        g = view.state
        if isinstance(answer, Assault | SpecialAssault):
            return duel_of(g, answer.soldier, answer.target)
        shot = None
        if isinstance(answer, Fire | FocusFire):
            shot = answer.shot()
        elif isinstance(answer, Shoot):
            shot = answer.shot(asked_about(g))
        return None if shot is None or shot.target is None else odds_of(g, shot, shot.target)

    def marks(self, view: View[NcoState]) -> Iterator[str]:
        """Supply drops and intel that lie on the table; sectors with who holds them, the centre."""
        g = view.state
        if g.scenario == SECTORS and g.south >= 0:
            yield from self._sectors(view)
        elif g.scenario == CENTER:
            yield tr("The centre: {place}.", place=tr(place_name(MIDDLE)))
        for token in g.tokens:
            where = tr(place_name(token.spot))
            if token.taken >= 0 or token.carrier != NO_SOLDIER:
                continue
            if g.scenario == RETRIEVAL:
                yield tr("A piece of intel: {place}.", place=where)
            else:
                yield tr(
                    "The supply drop of {side}: {place}.",
                    side=seat_name(g, token.seat),
                    place=where,
                )

    def _sectors(self, view: View[NcoState]) -> Iterator[str]:
        """Yield each ninth of the table, from the north-west: what it pays and who holds it."""
        g = view.state
        for row, column in product((2, 1, 0), range(3)):
            sector = (column, row)
            holder = next((seat for seat in SEATS if sector in held(g, seat)), None)
            seat = Seat(view.seat) if holder is None else holder
            n = sector_worth(g, seat, sector)
            told = {"side": tr(_side(sector)), "points": tr_n("{n} point", "{n} points", n)}
            if holder is None:
                yield tr("The {side} sector: nobody, {points} for you.", **told)
            else:
                told["holder"] = tr(seat_name(g, holder))
                yield tr("The {side} sector: {holder}, {points}.", **told)

    def areas(self, view: View[NcoState]) -> Iterator[tuple[str, Polygon]]:
        """As the layout has them, once it is known."""
        for piece in view.state.ground.layout.pieces if view.state.layout else ():
            yield piece.kind.called, piece.polygon

    def lines(self, view: View[NcoState]) -> Iterator[tuple[str, Sequence[Point]]]:
        yield from ()

    def landmarks(self, view: View[NcoState]) -> Sequence[Landmark]:
        return landmarks(view.state.layout) if view.state.layout else ()

    def spot(self, view: View[NcoState], east: int, north: int) -> tuple[int, ...]:
        return east, north, view.state.ground.surface_at((east, north))

    def luck(self, view: View[NcoState], events: Sequence[Event]) -> list[str]:
        found = luck.of_dice(view.state, events)
        return sentences(found, view.seat, lambda seat: self.player_name(view, seat))

    def status(self, view: View[NcoState]) -> Sequence[str]:
        g = view.state
        title, about = self.system.about_mission(g.scenario)
        lines = [tr("{title}: {about}", title=title, about=about)]
        if not g.turn:
            return [*lines, tr("The match is being set up.")]
        bag = for_each_seat(g, g.bag())
        return [
            *lines,
            tr("Turn {n} of {all}; order dice in the bag: {bag}.", n=g.turn, all=TURNS, bag=bag),
        ]


def _side(sector: tuple[int, int]) -> str:
    """Return on which side of the table a ninth of it lies."""
    dx, dy = (n - 1 for n in sector)
    return HEART if dx == dy == 0 else SIDES[compass(dx, dy)]
