"""The set-up of a free battle: the players make its map. Ledger 2.32, G-11 S6.

Dice choose and turn the boards. Then the seats choose edges, lay terrain in turns, and put down
objectives. `free_map` says what may lie where.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
    Done,
    Event,
    Frame,
    InLog,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import record
from owm_net.engine.requests import Answer, PickNumber, Roll
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.heroes.free_map import (
    BOARDS,
    SIZES,
    STOCK,
    FreeMap,
    bars,
    boards_on,
    has_room,
    primary_of,
    quarters,
    spares,
    why_not_objective,
    why_not_piece,
    with_piece,
)
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.ids import Heading, OverlayKey, Quarters, Space
from owm_net.games.heroes.paths import is_space
from owm_net.games.heroes.printed.scenarios import Placed
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.terms import DIE

BACK = "2"
"""HON-GEN-02: what the back of a board is called beside its letter."""
FRONTS, TURNS = 3, 4
"""HON-GEN-02: a face of 1 to 3 is the front; of 1 to 4 so many quarter turns, less one."""
TRIES = 40
"""HON-GEN-04: so often a player by chance looks for a place."""


def map_of(g: HeroesState) -> FreeMap:
    """The map that is being made."""
    assert g.made is not None
    return g.made


# -- boards --------------------------------------------------------------------------------


@record("heroes.boards_laid")
class BoardsLaid(Event):
    """The boards of the map lie."""

    rule = "HON-GEN-02"
    in_log: ClassVar[InLog] = InLog.HEADING

    boards: tuple[Placed, ...]

    def sentence(self, g: HeroesState) -> str:
        return say("the map: boards {boards}", boards=listed([b.key for b in self.boards]))


def shuffled(number: int) -> str:
    """One of the 720 orders of the boards."""
    left, found = list(BOARDS), ""
    while left:
        number, at = divmod(number, len(left))
        found += left.pop(at)
    return found


@frame("heroes.laying_boards")
@define
class LayingBoards(Frame[None]):
    """The boards are chosen and turned (HON-GEN-01, HON-GEN-02). order: of the six."""

    order: str = ""

    def start(self, g: HeroesState) -> Outcome[None]:
        """Draw which come first."""
        return Ask(PickNumber(720, say("boards")), then=self.drawn)

    def drawn(self, g: HeroesState, number: tuple[int]) -> Outcome[None]:
        """Two dice for each: its face, and its turn."""
        self.order = shuffled(number[0])
        wide, high = SIZES[map_of(g).points]
        return Ask(Roll(DIE, 2 * wide * high, say("boards")), then=self.rolled)

    def rolled(self, g: HeroesState, faces: tuple[int, ...]) -> Outcome[None]:
        """West to east, then north to south."""
        made = map_of(g)
        keys = [
            board + ("" if face <= FRONTS else BACK)
            for board, face in zip(self.order, faces[::2], strict=False)
        ]
        turns = [turn - 1 if turn <= TURNS else 0 for turn in faces[1::2]]
        g.made = made.with_(boards=boards_on(keys, SIZES[made.points][0], turns))
        g.tell(BoardsLaid(g.made.boards))
        return Done()


# -- edges, terrain, objectives ------------------------------------------------------------


@record("heroes.choose_edge")
class ChooseEdge(Answer):
    """The edge of the map at which a seat deploys."""

    title: ClassVar[str] = say("Edge")
    words = say("deploy in the {edge}")

    edge: Heading


EDGE: Kind[ChooseEdge] = Kind(
    "edge",
    ChooseEdge,
    rule="HON-GEN-03",
    why=say("choose an edge of the map"),
    deed=say("choose an edge of the map"),
)


@record("heroes.lay_terrain")
class LayTerrain(Answer):
    """A piece of terrain is laid. space: its north-west one; turns: quarter turns. A low wall
    stands on the east side of its space, turned on the south side."""

    title: ClassVar[str] = say("Terrain")
    words = say("{piece} at {space}")

    piece: OverlayKey
    space: Space
    turns: Quarters = Quarters(0)


TERRAIN: Kind[LayTerrain] = Kind(
    "terrain",
    LayTerrain,
    rule="HON-GEN-04",
    why=say("choose a piece of terrain and a place for it"),
    deed=say("lay a piece of terrain"),
    passes=say("lay nothing"),
)


@record("heroes.put_objective")
class PutObjective(Answer):
    """An objective is put on a space."""

    title: ClassVar[str] = say("Objective")
    words = say("an objective at {space}")

    space: Space


OBJECTIVE: Kind[PutObjective] = Kind(
    "objective",
    PutObjective,
    rule="HON-GEN-08",
    why=say("choose a space for an objective"),
    deed=say("place an objective"),
)


@record("heroes.edge_chosen")
class EdgeChosen(Event):
    """Both sides know where they deploy."""

    words = say("{seat} deploy in the {edge}")
    rule = "HON-GEN-03"

    seat: Seat
    edge: Heading


@record("heroes.terrain_laid")
class TerrainLaid(Event):
    """A piece lies on the map."""

    words = say("{seat}: {piece} at {space}")
    rule = "HON-GEN-04"

    seat: Seat
    piece: OverlayKey
    space: Space


@record("heroes.objective_put")
class ObjectivePut(Event):
    """A secondary objective lies on the map."""

    words = say("{seat}: an objective at {space}")
    rule = "HON-GEN-08"

    seat: Seat
    space: Space


@record("heroes.bonus_put")
class BonusPut(Event):
    """A bonus objective lies on the map."""

    words = say("{seat}: a bonus objective at {space}")
    rule = "HON-GEN-09"

    seat: Seat
    space: Space


@frame("heroes.furnishing")
@define
class Furnishing(Frame[None]):
    """The players make the map. asked: how often one was asked for terrain; passed: passes in a
    row; put: objectives that have been asked for."""

    asked: int = 0
    passed: int = 0
    put: int = 0

    def start(self, g: HeroesState) -> Outcome[None]:
        """The side without initiative chooses its edge (HON-GEN-03)."""
        return Ask(EDGE.of(g.order()[-1]), then=self.edge)

    @EDGE.tells
    def about_edge(self, view: View[HeroesState]) -> About:
        """The zone is there."""
        why = say("your deployment zone is there, the enemy's at the opposite edge")
        return About(say("choose an edge of the map"), why, "HON-GEN-03")

    @EDGE.offers
    def offers_edge(self, view: View[HeroesState]) -> Iterator[ChooseEdge]:
        """Each that may be chosen."""
        for edge in map_of(view.state).edges:
            yield ChooseEdge(Heading(int(edge)))

    @EDGE.judges
    def why_not_edge(self, view: View[HeroesState], answer: ChooseEdge) -> Refusal | None:
        """One of those."""
        if answer in list(self.offers_edge(view)) and answer.edge.__class__ is int:
            return None
        return Refusal("HON-GEN-03", say("nobody deploys at that edge"))

    def edge(self, g: HeroesState, answer: ChooseEdge) -> Outcome[None]:
        """The primary objective is known with it (HON-GEN-07)."""
        seat, edge = g.order()[-1], int(answer.edge)
        opposite = (edge + len(Facing) // 2) % len(Facing)
        made = map_of(g).with_(edge=edge if seat == 0 else opposite)
        g.made = made.with_(primary=primary_of(made, edge))
        g.tell(EdgeChosen(seat, answer.edge))
        return self.next_piece

    # -- terrain -------------------------------------------------------------------------

    def next_piece(self, g: HeroesState) -> Outcome[None]:
        """The seats in turn, until enough lies or both have passed (HON-GEN-04)."""
        made = map_of(g)
        if made.laid >= made.most or self.passed >= g.seats:
            return self.next_objective
        return Ask(TERRAIN.of(g.order()[self.asked % g.seats]), then=self.lay)

    @TERRAIN.tells
    def about_terrain(self, view: View[HeroesState]) -> About:
        """How many are left."""
        made = map_of(view.state)
        left = say("{left} of {most} may still be laid", left=made.most - made.laid, most=made.most)
        return About(say("lay a piece of terrain"), left, "HON-GEN-04")

    @TERRAIN.offers
    def offers_terrain(self, view: View[HeroesState]) -> Iterator[LayTerrain]:
        """Each piece where it may lie; those that could bar the way are not tried."""
        made = map_of(view.state)
        for key in STOCK:
            for n in range(quarters(key)) if made.left(key) else ():
                turns = Quarters(n)
                for space in made.printed.cells:
                    piece = Placed(key, space, n)
                    if not has_room(made, piece) or not spares(made, piece):
                        continue
                    if why_not_piece(made, key, space, turns) is None:
                        yield LayTerrain(key, space, turns)

    @TERRAIN.judges
    def why_not_terrain(self, view: View[HeroesState], answer: LayTerrain) -> Refusal | None:
        """A piece of the stock, where it may lie, and vehicles still get through."""
        g, made = view.state, map_of(view.state)
        if not is_space(g.ground, answer.space):
            return Refusal("HON-GEN-05", say("all of it lies on the map"))
        no = why_not_piece(made, answer.piece, answer.space, answer.turns)
        if no is None and bars(made, Placed(answer.piece, answer.space, answer.turns)):
            return Refusal("HON-GEN-06", say("vehicles would not get to the other side any more"))
        return no

    @TERRAIN.samples
    def sample_terrain(self, view: View[HeroesState], chance: Chance) -> LayTerrain | Pass:
        """Any piece anywhere; after some tries nothing."""
        made = map_of(view.state)
        keys, spaces = [key for key in STOCK if made.left(key)], list(made.printed.cells)
        for _ in range(TRIES):
            key = keys[chance.below(len(keys))]
            space = spaces[chance.below(len(spaces))]
            answer = LayTerrain(key, space, Quarters(chance.below(quarters(key))))
            if self.why_not_terrain(view, answer) is None:
                return answer
        return Pass()

    def lay(self, g: HeroesState, answer: LayTerrain) -> Outcome[None]:
        """It lies there."""
        seat = g.order()[self.asked % g.seats]
        g.made = with_piece(map_of(g), Placed(answer.piece, answer.space, answer.turns))
        g.tell(TerrainLaid(seat, answer.piece, answer.space))
        self.asked, self.passed = self.asked + 1, 0
        return self.next_piece

    def passed_terrain(self, g: HeroesState) -> Outcome[None]:
        """The other one may go on."""
        self.asked, self.passed = self.asked + 1, self.passed + 1
        return self.next_piece

    # -- objectives ----------------------------------------------------------------------

    def putting(self, g: HeroesState) -> tuple[Seat, bool]:
        """Return the seat that puts the next objective, initiative last, and whether it is a bonus
        objective: each a secondary, then each a bonus one (HON-GEN-08, HON-GEN-09)."""
        seats = g.order()[::-1]
        return seats[self.put % len(seats)], self.put >= len(seats)

    def next_objective(self, g: HeroesState) -> Outcome[None]:
        """Where a place is left for it."""
        while self.put < 2 * g.seats:
            seat, _ = self.putting(g)
            if next(self._places(g), None) is not None:
                return Ask(OBJECTIVE.of(seat), then=self.hear)
            self.put += 1
        return Done()

    def _places(self, g: HeroesState) -> Iterator[PutObjective]:
        made, (seat, bonus) = map_of(g), self.putting(g)
        for space in made.printed.cells:
            if why_not_objective(made, seat, space, bonus) is None:
                yield PutObjective(space)

    @OBJECTIVE.tells
    def about_objective(self, view: View[HeroesState]) -> About:
        """Tell which objective is placed."""
        _, bonus = self.putting(view.state)
        if bonus:
            why = say("it hides a bonus tactic, and is worth no points")
            return About(say("place a bonus objective"), why, "HON-GEN-09")
        why = say("in the enemy's half; it is worth points to both sides")
        return About(say("place a secondary objective"), why, "HON-GEN-08")

    @OBJECTIVE.offers
    def offers_objective(self, view: View[HeroesState]) -> Iterator[PutObjective]:
        """Each space that is far enough from all others."""
        yield from self._places(view.state)

    @OBJECTIVE.judges
    def why_not_objective(self, view: View[HeroesState], answer: PutObjective) -> Refusal | None:
        """By the rules of free battles."""
        g, (seat, bonus) = view.state, self.putting(view.state)
        if not is_space(g.ground, answer.space):
            return Refusal("HON-GEN-08", say("choose a space of the map"))
        return why_not_objective(map_of(g), seat, answer.space, bonus)

    def hear(self, g: HeroesState, answer: PutObjective) -> Outcome[None]:
        """It lies there."""
        made, (seat, bonus) = map_of(g), self.putting(g)
        if bonus:
            g.made = made.with_(bonus=(*made.bonus, answer.space))
            g.tell(BonusPut(seat, answer.space))
        else:
            g.made = made.with_(secondary=(*made.secondary, answer.space))
            g.tell(ObjectivePut(seat, answer.space))
        self.put += 1
        return self.next_objective
