"""A Unit as a whole: one press puts it in formation around a place, to be set up there or to go
there; then each Team of it can be pressed, and put elsewhere, or dragged there.
"""

from __future__ import annotations

from attrs import evolve, fields, frozen

from owm_net.client.answering.drafting import DraftAction, Drafting, Give, Sketch
from owm_net.client.maps.chart import Point
from owm_net.client.scene.items import Action, Pointed
from owm_net.client.sitting.actions import AtTable, WindowAction
from owm_net.client.sitting.seen_table import SeenTable
from owm_net.client.tables.hailfire.common import SPOTS, placing
from owm_net.engine.agenda import Refusal
from owm_net.engine.drafts import Draft
from owm_net.engine.geometry import distance2
from owm_net.games.hailfire.formation import way_there
from owm_net.games.hailfire.ids import NO_TEAM, Spot, TeamId
from owm_net.games.hailfire.looking import declaring_of, formed_now, march_now, placed_now
from owm_net.games.hailfire.orders import ORDER, Leg, March, why_not_leg
from owm_net.games.hailfire.paths import Path
from owm_net.games.hailfire.set_up import PLACE
from owm_net.games.hailfire.state import HailfireState

MARCH = fields(March)
TREMBLES = 25
"""Hundredths of an inch that a held pointer moves without meaning it."""


def formed(seen: SeenTable) -> tuple[tuple[TeamId, Path], ...]:
    """Return the Teams of the formation that is made, each with its way, or with its place alone
    where it is set up; nothing where none is made."""
    sketch = seen.answering.sketch if seen.answering.is_open else None
    if sketch is None:
        return ()
    if sketch.cls is March:
        return tuple([(leg.team, leg.path) for leg in sketch.all(MARCH.legs)])
    places = zip(placing(seen), sketch.all(SPOTS), strict=False)
    return tuple([(team, (spot,)) for team, spot in places])


def corrected(seen: SeenTable) -> TeamId:
    """Return the Team of the formation that the next press on the map puts elsewhere; NO_TEAM where
    it puts all of it. Once the Team is elsewhere it is no longer the one."""
    for team, way in formed(seen):
        if seen.ui.correcting == (team, way[-1]):
            return team
    return NO_TEAM


@frozen
class Forming:
    """A press puts the whole Unit there, or one Team of its formation; held, the Unit is dragged.
    kind: of the question. places: of the Teams."""

    kind: str
    team: TeamId
    places: tuple[Spot, ...]

    def pressed_at(self, point: Point) -> DraftAction:
        """Here."""
        if self.team != NO_TEAM:
            return PutTeam(self.team, Spot(point))
        return FormUp(Spot(point)) if self.kind == PLACE.word else MarchTo(Spot(point))

    def pull(self, point: Point) -> DraftAction | None:
        """Along with the pointer; not by a hand that trembles on the place of a Team."""
        trembles = any(distance2(point, place) < TREMBLES * TREMBLES for place in self.places)
        return None if trembles else self.pressed_at(point)


def meaning(seen: SeenTable) -> Forming | None:
    """Return the meaning of presses on the map where they place a formation; None where not."""
    kind, sketch = seen.answering.kind, seen.answering.sketch
    if kind is PLACE or (kind is ORDER and (sketch is None or sketch.cls is March)):
        places = tuple([way[-1] for _, way in formed(seen)])
        return Forming(kind.word, corrected(seen), places)
    return None


@frozen
class FormUp(DraftAction):
    """The Unit is set up around a place."""

    spot: Spot

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """As loosely as there is room."""
        found = formed_now(drafting.view.state, self.spot)
        return found if isinstance(found, Refusal) else Draft.of(found)


@frozen
class MarchTo(DraftAction):
    """All who have no order yet go to a place."""

    spot: Spot

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """Those who can; if nobody can, why the first cannot."""
        march = march_now(drafting.view.state, self.spot)
        if isinstance(march, Refusal):
            return march
        apart = sketch.get(MARCH.apart, False) if sketch is not None else False
        return drafting.desk.checked(Draft.of(evolve(march, apart=apart)))


@frozen
class PutTeam(DraftAction):
    """One Team of a formation goes to another place, or is set up there."""

    team: TeamId
    spot: Spot

    def on(self, drafting: Drafting, sketch: Sketch) -> Sketch | Refusal | Give:
        """The others stay where they are."""
        if sketch is None:
            return None
        g: HailfireState = drafting.view.state
        if sketch.cls is not March:
            placed = zip(placed_now(g), sketch.all(SPOTS), strict=False)
            spots = [self.spot if team == self.team else spot for team, spot in placed]
            return drafting.desk.checked(sketch.with_(SPOTS, tuple(spots)))
        declaring = declaring_of(g)
        assert declaring is not None  # a march is an order of an activation

        def why_not(team: TeamId, path: Path) -> Refusal | None:
            return why_not_leg(g, declaring, team, path)

        path = way_there(g, self.team, self.spot, lambda t, p: why_not(t, p) is None)
        if not path:
            return why_not(self.team, (self.spot,)) or sketch
        legs = [
            Leg(leg.team, path) if leg.team == self.team else leg for leg in sketch.all(MARCH.legs)
        ]
        return drafting.desk.checked(sketch.with_(MARCH.legs, tuple(legs)))


@frozen
class Correct(WindowAction):
    """The next press on the map is meant for one Team of a formation, at its place; None: for
    all."""

    what: tuple[TeamId, Spot] | None

    def do(self, at: AtTable) -> None:
        """Until it stands elsewhere."""
        at.sitting.ui.correcting = self.what


@frozen
class Handle(Pointed):
    """The picture of a Team at its place in the formation: pressed, the next press on the map is
    meant for it; pressed again, for all; dragged, it goes with the pointer. at_spot: its place.
    wide: its picture, in hundredths of an inch. turned: the map is."""

    team: TeamId
    at_spot: Spot
    wide: int
    turned: bool
    chosen: bool

    def at(self, x: float, y: float) -> Action | None:
        """Chosen or let go."""
        return Correct(None if self.chosen else (self.team, self.at_spot))

    def pulled(self, x: float, y: float) -> Action | None:
        """x and y lie outside of the picture when the pointer does."""
        sign = -1 if self.turned else 1
        right, up = round((x - 0.5) * self.wide), round((0.5 - y) * self.wide)
        return PutTeam(
            self.team, Spot((self.at_spot[0] + sign * right, self.at_spot[1] + sign * up))
        )
