"""Random Mission Generator (OWM-MX-05, section 3.8, A-116): Terrain, anchors and objective by
chance."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from owm_net.engine.agenda import Ask, Done, Event, Frame, InLog, Outcome, frame
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.requests import PickNumber
from owm_net.engine.text import listed, say
from owm_net.games.owm import words
from owm_net.games.owm.catalog import CORE_CARDS, CoreTerrainCard, Mission
from owm_net.games.owm.ids import NO_SOLDIER, Cell, SoldierId
from owm_net.games.owm.missions import SIDES, Marker, MissionRules, held_by, other_side
from owm_net.games.owm.state import CATALOG, CORE, OwmState, Site
from owm_net.games.owm.terms import Side

TERRAIN = "terrain"
"""The name of the shuffled Terrain cards among `decks`."""

HOLD, SURROUND, HUNT, NOTHING = 1, 2, 3, 4
"""What the red flip can make the objective (section 3.8)."""


@record("owm.chance")
class ByChance(Site):
    """goal: the red number, 0 before it is flipped. chiefs: the highest-ranked soldier of the
    Allies and of the Axis at the start."""

    goal: int = 0
    chiefs: tuple[SoldierId, ...] = ()


@record("owm.event.map_laid")
class MapLaid(Event):
    """Random Terrain is on the map. cells: where, with the cards in the same order."""

    rule = "OWM-MX-05"
    in_log = InLog.HEADING

    cells: tuple[Cell, ...]
    cards: tuple[CardNumber, ...]

    def sentence(self, g: OwmState) -> str:
        pairs = zip(self.cells, self.cards, strict=True)
        told = [listed([g.ground.cell_name(c), CATALOG.terrain[n].title], " ") for c, n in pairs]
        return say("The map: {told}", told=listed(told))


@record("owm.event.goal")
class GoalSet(Event):
    """The objective has been flipped."""

    rule = "OWM-MX-05"
    headline = True

    card: CardNumber
    goal: int

    def sentence(self, g: OwmState) -> str:
        objective = g.card.objectives[0]
        told = goal_words(self.goal, objective.cell, objective.points)
        return say("red {number}: {goal}", number=self.goal, goal=told)


@record("owm.event.anchors")
class AnchorsDrawn(Event):
    """Lots were drawn for the anchors."""

    words = say("the Allies start at {allies}, the Axis at {axis}")
    rule = "OWM-MISS-05"

    allies: tuple[str, ...]
    axis: tuple[str, ...]


def goal_words(goal: int, cell: str, points: int) -> str:
    """The objective as people read it."""
    return {
        HOLD: say(
            "{points} points for the side that is alone on {cell} at the end",
            points=points,
            cell=cell,
        ),
        SURROUND: say(
            "{points} points for the side with more soldiers within one Terrain of {cell}",
            points=points,
            cell=cell,
        ),
        HUNT: say(
            "{points} points for who removes the highest-ranked enemy soldier", points=points
        ),
        NOTHING: say("no objective: only soldiers count"),
    }[goal]


class RandomMap(MissionRules):
    """The objective is what the flip made it."""

    key = "random-map"

    def faults(self, mission: Mission) -> Iterator[str]:
        if "?" not in mission.map:
            yield "map: has no ? for a random card"
        if [o.kind for o in mission.objectives] != ["flip"]:
            yield "objectives: must be one of the kind flip"

    def first_site(self, g: OwmState) -> Site | None:
        return ByChance()

    def site(self, g: OwmState) -> ByChance:
        """Return the flipped results."""
        assert isinstance(g.site, ByChance)
        return g.site

    def lay_map(self, g: OwmState) -> Frame[None] | None:
        return LayMap()

    def begins(self, g: OwmState) -> Frame[None] | None:
        """The highest-ranked soldier of each side: of several the first of the first Fireteam."""
        chiefs = []
        for side in SIDES:
            own = [s for t in g.fireteams.values() if g.sides[t.seat] is side for s in t.line]
            chiefs.append(max(own, key=lambda s: CATALOG.soldiers[s].rank.height))
        g.site = ByChance(self.site(g).goal, tuple(chiefs))
        return None

    def chief(self, g: OwmState, side: Side) -> SoldierId:
        """The soldier of a side whom the enemy hunts."""
        chiefs = self.site(g).chiefs
        return chiefs[SIDES.index(side)] if chiefs else NO_SOLDIER

    def near(self, g: OwmState, side: Side) -> int:
        """Soldiers of a side within one Terrain of the objective."""
        cell = g.ground.cell(g.card.objectives[0].cell)
        return sum(
            len(t.line)
            for t in g.fireteams.values()
            if t.on_map and g.sides[t.seat] is side and g.ground.distance(t.cell, cell) <= 1
        )

    def objective_points(self, g: OwmState, side: Side) -> int:
        objective, goal = g.card.objectives[0], self.site(g).goal
        if goal == HOLD:
            met = held_by(g, g.ground.cell(objective.cell)) is side
        elif goal == SURROUND:
            met = self.near(g, side) > self.near(g, other_side(side))
        else:
            met = goal == HUNT and self.chief(g, other_side(side)) in g.lost
        return objective.points if met else 0

    # -- for people and the computer player ----------------------------------------------

    def scoring(self, mission: Mission) -> Iterator[str]:
        objective = mission.objectives[0]
        yield say("A red number, flipped when the map is laid, names the objective:")
        for goal in (HOLD, SURROUND, HUNT, NOTHING):
            words = goal_words(goal, objective.cell, objective.points)
            yield say("red {number}: {goal}.", number=goal, goal=words)

    def markers(self, g: OwmState) -> list[Marker]:
        if self.site(g).goal not in (HOLD, SURROUND):
            return []
        side = next((s for s in SIDES if g.sides and self.objective_points(g, s)), None)
        cell = g.ground.cell(g.card.objectives[0].cell)
        who = side.word if side else say("nobody")
        label = say("objective, counts for {who}", who=who)
        return [Marker(cell, "objective", side, label)]

    def place_facts(self, g: OwmState, cell: Cell) -> list[str]:
        objective, goal = g.card.objectives[0], self.site(g).goal
        if goal not in (HOLD, SURROUND) or g.ground.cell(objective.cell) != cell:
            return []
        told = goal_words(goal, objective.cell, objective.points)
        return [say("the objective: {goal}", goal=told)]

    def aim(self, g: OwmState) -> str:
        objective, goal = g.card.objectives[0], self.site(g).goal
        stands = self.standing(g)
        if goal == HUNT and self.site(g).chiefs:
            return say(
                "{points} points for the enemy's highest rank: {stands}",
                points=objective.points,
                stands=stands,
            )
        if goal not in (HOLD, SURROUND):
            return stands
        return listed([goal_words(goal, objective.cell, objective.points), stands], "; ")

    def standing(self, g: OwmState) -> str:
        objective, goal = g.card.objectives[0], self.site(g).goal
        if not goal:
            return say("the objective is not flipped yet")
        if goal == HUNT:
            told = []
            for side in SIDES if self.site(g).chiefs else ():
                chief = self.chief(g, side)
                how = say("is gone") if chief in g.lost else say("lives")
                who = words.soldier_name(chief)
                told.append(say("{who} ({side}) {how}", who=who, side=side.word, how=how))
            return listed(told) or goal_words(goal, "", objective.points)
        if goal == NOTHING:
            return goal_words(goal, "", 0)
        if goal == SURROUND:
            allies, axis = (self.near(g, side) for side in SIDES)
            return say(
                "soldiers near {cell}: Allies {allies}, Axis {axis}",
                cell=objective.cell,
                allies=allies,
                axis=axis,
            )
        holds = held_by(g, g.ground.cell(objective.cell))
        where = objective.cell
        if holds is None:
            return say("nobody holds {where}", where=where)
        return say("{side} hold {where}", side=holds.word, where=where)

    def goals(self, g: OwmState, side: Side) -> list[tuple[Cell, int]]:
        """Return the objective; the enemy's chief where that is the target."""
        objective, goal = g.card.objectives[0], self.site(g).goal
        if goal in (HOLD, SURROUND):
            return [(g.ground.cell(objective.cell), objective.points)]
        chief = self.chief(g, other_side(side))
        if goal == HUNT and chief in g.soldiers:
            return [(g.fireteam_of(chief).cell, objective.points)]
        return []


@frame("owm.lay_map")
@define
class LayMap(Frame[None]):
    """OWM-MX-05: all Terrain cards are shuffled, random ones are laid in the pattern of the map;
    the rest go back to the core deck, which is shuffled again; red is flipped for the objective;
    lots decide which side has which anchor.

    cells: spots that are still empty. laid: where cards lie already.
    """

    cells: list[Cell] = field(factory=list)
    laid: list[Cell] = field(factory=list)

    def start(self, g: OwmState) -> Outcome[None]:
        """All Terrain cards of the core deck."""
        rows = "".join(g.card.rows)
        self.cells = [cell for cell in g.ground.cells if rows[cell] == "?"]
        terrain = [n for n, card in CATALOG.core.items() if isinstance(card, CoreTerrainCard)]
        free = sorted(n for n in terrain if n not in g.ground.cards)
        return Ask(g.shuffle(TERRAIN, free), then=self.next_card)

    def next_card(self, g: OwmState) -> Outcome[None]:
        """One card after the other, from the north-west."""
        if self.cells:
            return Ask(g.flip(TERRAIN), then=self.lay)
        cards = tuple([g.ground.cards[cell] for cell in self.laid])
        g.tell(MapLaid(tuple(self.laid), cards))
        del g.decks[TERRAIN]
        on_map = [c for c in g.ground.cards if c <= CORE_CARDS]
        rest = [CardNumber(c) for c in range(1, CORE_CARDS + 1) if c not in on_map]
        return Ask(g.shuffle(CORE, rest), then=self.flip_goal)

    def lay(self, g: OwmState, cards: tuple[CardNumber, ...]) -> Outcome[None]:
        """Nobody could start on a Lake: on an anchor it is exchanged for the next card (3.8)."""
        cell, card = self.cells[0], cards[0]
        anchors = [name for names in g.card.anchors.values() for name in names]
        if CATALOG.terrain[card].no_movement and g.ground.cell_name(cell) in anchors:
            return self.next_card
        g.ground = g.ground.with_card(cell, card)
        self.laid.append(self.cells.pop(0))
        return self.next_card

    def flip_goal(self, g: OwmState) -> Outcome[None]:
        """The top core card says what the objective is; it is shuffled in again (OWM-SETUP-11)."""
        return Ask(g.flip(CORE), then=self.set_goal)

    def set_goal(self, g: OwmState, cards: tuple[CardNumber, ...]) -> Outcome[None]:
        """Its red number."""
        del g.decks[CORE]
        goal = CATALOG.dice(cards[0]).red
        g.site = ByChance(goal)
        g.tell(GoalSet(cards[0], goal))
        return Ask(PickNumber(2, say("which side has which anchor")), then=self.anchor)

    def anchor(self, g: OwmState, picked: tuple[int, ...]) -> Outcome[None]:
        """Sides draw lots for anchors (3.8)."""
        g.agreed = g.agreed.with_(exchanged=bool(picked[0]))
        anchors = g.card.anchors
        g.tell(AnchorsDrawn(anchors[Side.ALLIES.value], anchors[Side.AXIS.value]))
        return Done()
