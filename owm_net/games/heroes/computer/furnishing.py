"""The map of a free battle, as the computer player makes it: cover on its own way to the centre,
objectives where it comes first."""

from __future__ import annotations

from owm_net.engine.agenda import options
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.computer.weighing import Outlook
from owm_net.games.heroes.generator import ChooseEdge, LayTerrain, PutObjective, map_of
from owm_net.games.heroes.grid import distance
from owm_net.games.heroes.printed.terrain import BOARD_SIZE

SHELTER, AWAY, THEIRS = 10, 3, 40
"""Worth of a point of defence bonus; cost of a space from the primary objective, and of lying in
the enemy's half."""


def choose_edge(o: Outlook, chance: Chance) -> ChooseEdge | None:
    """The edge before which there is least cover: hedgerows cost more moves than they save."""
    made = map_of(o.g)
    found = [answer for answer in options(o.view) if isinstance(answer, ChooseEdge)]
    chance.shuffle(found)

    def cover(answer: ChooseEdge) -> int:
        there = made.with_(edge=int(answer.edge))
        cells = there.printed.cells.items()
        near = [cell for space, cell in cells if there.depth(Seat(0), space) < BOARD_SIZE]
        return sum([cell.defence for cell in near])

    return min(found, key=cover, default=None)


def lay_terrain(o: Outlook, chance: Chance) -> LayTerrain | None:
    """A piece that shelters most, near the primary objective in its own half."""
    made = map_of(o.g)
    found = [answer for answer in options(o.view) if isinstance(answer, LayTerrain)]
    chance.shuffle(found)

    def worth(answer: LayTerrain) -> int:
        overlay = CATALOG.overlays.get(answer.piece)
        shelter = CATALOG.elements[overlay.element].defence if overlay is not None else 0
        far = min([distance(answer.space, space) for space in made.primary])
        theirs = made.depth(o.seat, answer.space) > max(made.size) // 2
        return SHELTER * shelter - AWAY * far - (THEIRS if theirs else 0)

    return max(found, key=worth, default=None)


def put_objective(o: Outlook, chance: Chance) -> PutObjective | None:
    """As near to its own zone as may be."""
    made = map_of(o.g)
    found = [answer for answer in options(o.view) if isinstance(answer, PutObjective)]
    chance.shuffle(found)
    return min(found, key=lambda answer: made.depth(o.seat, answer.space), default=None)
