"""The rules that belong to one mission (section 2.9), and where the general procedures ask them.

A mission's data (`data/missions/*.toml`) name their rules by a key of `catalog.RULES`; a file here
for each key has a subclass of `MissionRules`, and `table` has one of each. General procedures know
only `rules_of(g)` and the methods below, whose defaults are those of a mission without special
rules (OWM-MX-01). A `Site`, a registered record in `g.site`, holds the state of such rules; their
procedures are frames beside them.

When the methods are asked:

A Fireteam off the map has `cell == NO_CELL`: still to arrive, or aloft if it has a `drop_zone`.

- set-up: `first_site` (a new match), `lay_map` (before anything else), `start_cells`,
  `waits` (who is not placed), `begins` (hands are dealt, round 1 comes);
- rounds: `assessment` (OWM-ROUND-03), `begin_turn`, `end_turn`, `debrief` (after the Fog card);
- on the map: `why_no_entry`, `bars_assault`, `arrived` (a move is completed and the Terrain is the
  mover's alone or without an assault), `retreated`, `merged`, `removed`, `blown_up`;
- the end: `finish` (over at once?), `outright` (who wins whatever the points), `objective_points`;
- for people and the computer player: `markers`, `place_facts`, `goal_words`, `scoring`,
  `standing`, `goals`.

A method that gives a Frame has it called before the procedure goes on; None is nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import frozen

from owm_net.engine.agenda import Frame, Refusal
from owm_net.engine.text import listed, say
from owm_net.games.owm.catalog import FIELD, Mission, Objective
from owm_net.games.owm.ids import NO_FIRETEAM, Cell, FireteamId
from owm_net.games.owm.state import CATALOG, OTHER, TERRAINS, Fireteam, OwmState, Site
from owm_net.games.owm.terms import Side

SIDES = (Side.ALLIES, Side.AXIS)


@frozen
class Marker:
    """A mission's thing on the map. kind: its picture: "objective", or "flag", "bomb", "lu",
    "truck". side: its holder or owner; None for nobody."""

    cell: Cell
    kind: str
    side: Side | None
    label: str


@frozen
class Finish:
    """The match is over at once. side: the winner, None if points decide."""

    reason: str
    side: Side | None = None


class MissionRules:
    """The rules of a mission without special ones. key: as data name them; "" here."""

    key: ClassVar[str] = ""

    def faults(self, mission: Mission) -> Iterator[str]:
        """Yield what these rules miss in a mission's data, such as "path: must name two
        Terrains"."""
        yield from ()

    # -- set-up --------------------------------------------------------------------------

    def first_site(self, g: OwmState) -> Site | None:
        """Return the state of the mission's rules at the beginning of a match."""
        return None

    def lay_map(self, g: OwmState) -> Frame[None] | None:
        """Return the frame to run before divisions are chosen (OWM-SETUP-02)."""
        return None

    def start_cells(self, g: OwmState, side: Side) -> list[Cell]:
        """Where Fireteams of a side may start (OWM-MISS-05, A-30): on an anchor or touching it."""
        mission, found = g.card, set[Cell]()
        for name in mission.anchors[side.value]:
            anchor = g.ground.cell(name)
            found.update((anchor, *g.ground.neighbours(anchor)))
        return [
            cell
            for cell in sorted(found)
            if not TERRAINS.at(g.ground, cell).no_movement
            and g.ground.place(cell)[1] + 1 not in mission.forbidden_start_rows
            and g.ground.cell_name(cell) not in mission.forbidden_start
        ]

    def start_room(self, g: OwmState, side: Side) -> int:
        """How many Fireteams a side can bring to its starting Terrains."""
        return len(self.start_cells(g, side))

    def waits(self, g: OwmState, fireteam: Fireteam) -> bool:
        """Return True if a Fireteam is off the map when the match begins."""
        return False

    def begins(self, g: OwmState) -> Frame[None] | None:
        """Return the frame to run when hands are dealt and round 1 comes."""
        return None

    # -- rounds --------------------------------------------------------------------------

    def assessment(self, g: OwmState) -> Frame[None] | None:
        """The top-of-round action of the mission's own (OWM-MISS-03, OWM-ROUND-03)."""
        return None

    def begin_turn(self, g: OwmState, fireteam: Fireteam) -> Frame[bool] | None:
        """Return the frame to run before anything else of its turn. Result: whether the turn is
        over by it."""
        return None

    def end_turn(self, g: OwmState) -> None:
        """A turn is over, whosever it was."""

    def debrief(self, g: OwmState) -> Frame[None] | None:
        """Return the frame to run at the end of the Debrief, after the card for the Fog of War."""
        return None

    # -- on the map ----------------------------------------------------------------------

    def why_no_entry(self, g: OwmState, fireteam: Fireteam, cell: Cell) -> Refusal | None:
        """Why this mission bars a Fireteam from a Terrain."""
        return None

    def bars_assault(self, g: OwmState, cell: Cell) -> bool:
        """Return True if opposing Fireteams share a Terrain without an assault."""
        return False

    def arrived(self, g: OwmState, fireteam: FireteamId) -> None:
        """A Fireteam has completed a move into its cell, and no assault about it is left."""

    def retreated(self, g: OwmState, fireteam: FireteamId, left: Cell) -> None:
        """A Fireteam has come to its cell by a retreat, not by a move. left: where it was."""

    def merged(self, g: OwmState, gone: Fireteam, into: FireteamId) -> None:
        """The soldiers of a Fireteam have joined another; it is gone."""

    def removed(self, g: OwmState, fireteam: Fireteam) -> None:
        """The last soldier of a Fireteam is gone; it stood where it says."""

    def blown_up(self, g: OwmState, cell: Cell) -> None:
        """A Satchel Charge has exploded in a Terrain (OWM-COP-SC-02, A-58), wounds are done. Who
        cannot stay on what it makes of the Terrain is driven out thereafter."""

    # -- the end -------------------------------------------------------------------------

    def finish(self, g: OwmState) -> Finish | None:
        """Return the end if the match is over at once."""
        return None

    def outright(self, g: OwmState) -> Side | None:
        """Return the winner whatever the points when the match ends, if there is one
        (OWM-VICT-03)."""
        return None

    def owner(self, g: OwmState, objective: Objective) -> Side | None:
        """The side for which an objective counts now."""
        return held_by(g, g.ground.cell(objective.cell))

    def objective_points(self, g: OwmState, side: Side) -> int:
        """Mission points that a side has now (OWM-MISS-07, OWM-VICT-03)."""
        return sum(o.points for o in g.card.objectives if self.owner(g, o) is side)

    # -- for people and the computer player ----------------------------------------------

    def goal_words(self, mission: Mission) -> str:
        """How the mission is won, in a sentence, where it is not by points alone; "" where it
        is."""
        return ""

    def scoring(self, mission: Mission) -> Iterator[str]:
        """Yield what brings points beside soldiers, a sentence each."""
        for objective in mission.objectives:
            yield say(
                "{place}: {points} points for the side that is alone there at the end, and not on"
                " the move.",
                place=place_of(mission, objective.cell),
                points=objective.points,
            )

    def markers(self, g: OwmState) -> list[Marker]:
        """Return the mission's things on the map, to be drawn."""
        found = []
        for objective in g.card.objectives:
            side = self.owner(g, objective)
            who = side.word if side else say("nobody")
            label = say("objective, held by {who}", who=who)
            found.append(Marker(g.ground.cell(objective.cell), "objective", side, label))
        return found

    def place_facts(self, g: OwmState, cell: Cell) -> list[str]:
        """Return what a Terrain means to the mission, a line for each."""
        return [
            say(
                "the objective: {points} points for the side that is alone on it at the end",
                points=o.points,
            )
            for o in g.card.objectives
            if g.ground.cell(o.cell) == cell
        ]

    def standing(self, g: OwmState) -> str:
        """How the mission stands, in a few words: "Axis hold the Summit"."""
        told = []
        for objective in g.card.objectives:
            cell = g.ground.cell(objective.cell)
            where = TERRAINS.at(g.ground, cell).title
            if len(g.card.objectives) > 1:
                where = listed([where, objective.cell], " ")
            side = self.owner(g, objective)
            told.append(
                say("{side} hold the {where}", side=side.word, where=where)
                if side
                else say("nobody holds the {where}", where=where)
            )
        return listed(told)

    def aim(self, g: OwmState) -> str:
        """What the mission is won by beside soldiers, and how it stands with that."""
        told = []
        for points in dict.fromkeys([o.points for o in g.card.objectives]):
            alike = [o for o in g.card.objectives if o.points == points]
            if len(alike) == 1:
                told.append(
                    say(
                        "{place}: {points} points to whoever is alone there at the end, {who} now",
                        place=place_of(g.card, alike[0].cell),
                        points=points,
                        who=self.whose(g, alike[0]),
                    )
                )
            else:
                told.append(
                    say(
                        "{places}: {points} points each to whoever is alone there at the end; now"
                        " {who}",
                        places=listed([place_of(g.card, o.cell) for o in alike]),
                        points=points,
                        who=self.each_whose(g, alike),
                    )
                )
        return listed(told, "; ")

    def whose(self, g: OwmState, objective: Objective) -> str:
        """Return the side for which an objective counts now."""
        side = self.owner(g, objective)
        return side.word if side else say("nobody")

    def each_whose(self, g: OwmState, objectives: list[Objective]) -> str:
        """Return that of several, each with its place; once where they all count for the same."""
        sides = [self.owner(g, o) for o in objectives]
        if len(set(sides)) == 1:
            return self.whose(g, objectives[0])
        return listed([listed([o.cell, self.whose(g, o)], " ") for o in objectives])

    def goals(self, g: OwmState, side: Side) -> list[tuple[Cell, int]]:
        """Terrains that a side wants to be in, the best first, and what each is worth in points."""
        found = [(g.ground.cell(o.cell), o.points) for o in g.card.objectives]
        return sorted(found, key=lambda goal: -goal[1])

    def goal(self, g: OwmState, side: Side) -> tuple[Cell, int]:
        """The first of them; the middle of the map where nothing is to be held."""
        middle = Cell(g.ground.size // 2)
        return next(iter(self.goals(g, side)), (middle, 0))

    def carrier(self, g: OwmState, side: Side) -> FireteamId:
        """The Fireteam of a side that alone can reach the first of them, NO_FIRETEAM if any can."""
        return NO_FIRETEAM


RULES: dict[str, MissionRules] = {}
"""Key -> rules, see `enter`."""


def enter(table: tuple[MissionRules, ...]) -> None:
    """Make the rules of all missions known; the game calls it once."""
    RULES.update({rules.key: rules for rules in table})


def rules_of(g: OwmState) -> MissionRules:
    """The rules of the mission that is played."""
    return RULES[g.card.rules]


def held_by(g: OwmState, cell: Cell) -> Side | None:
    """The side that holds a Terrain: alone there, and not on the move (section 3.8)."""
    there = g.fireteams_at(cell)
    sides = [g.sides[t.seat] for t in there]
    if not there or any(s is not sides[0] for s in sides):
        return None
    return sides[0] if any(not t.on_the_move for t in there) else None


def place_of(mission: Mission, cell: str) -> str:
    """A Terrain of the mission's map, as people say it: "Summit C4"."""
    return listed([CATALOG.terrain[mission.cards.get(cell, FIELD)].title, cell], " ")


def lead_side(g: OwmState) -> Side:
    """The side that has the special part of the mission: the sappers, the truck, the paratroops."""
    return Side(g.card.lead)


def other_side(side: Side) -> Side:
    """The enemy's."""
    return OTHER[side]


def why_no_entry(g: OwmState, fireteam: Fireteam, cell: Cell) -> Refusal | None:
    """Why a Fireteam may not move into a cell, None if it may."""
    return g.why_no_entry(fireteam, cell) or rules_of(g).why_no_entry(g, fireteam, cell)
