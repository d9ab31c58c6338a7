"""Spaces, vertices, facings, arcs, and vehicles of two spaces."""

from __future__ import annotations

import pytest

from owm_net.games.heroes.grid import (
    BACK,
    FLANK,
    FRONT,
    Facing,
    around,
    corners,
    distance,
    facing_to,
    footprint,
    in_arc,
    roll,
    struck,
    swung,
    touching,
    turned,
    vertex_distance,
)
from owm_net.games.heroes.ids import Space, Vertex

N, NE, E, SE, S, W = Facing.N, Facing.NE, Facing.E, Facing.SE, Facing.S, Facing.W


def at(x: int, y: int) -> Space:
    return Space((x, y))


@pytest.mark.rule("HON-FIRE-05")
def test_distance_counts_diagonals_and_the_target() -> None:
    assert distance(at(0, 0), at(7, 3)) == 7
    assert distance(at(3, 3), at(3, 3)) == 0


def test_ones_own_corners_are_at_distance_one() -> None:
    assert [vertex_distance(at(5, 5), v) for v in corners(at(5, 5))] == [1, 1, 1, 1]
    assert vertex_distance(at(5, 5), Vertex((7, 6))) == 2
    assert vertex_distance(at(5, 5), Vertex((5, 2))) == 4
    assert touching(Vertex((5, 5))) == (at(4, 4), at(5, 4), at(4, 5), at(5, 5))


@pytest.mark.rule("HON-MOVE-01")
def test_a_step_leads_to_one_of_eight_neighbours() -> None:
    assert len(around(at(4, 4))) == 8
    assert [facing_to(at(4, 4), there) for there in around(at(4, 4))] == list(Facing)
    assert facing_to(at(4, 4), at(6, 4)) is None


@pytest.mark.rule("HON-FIRE-07")
def test_the_diagonals_belong_to_an_arc() -> None:
    def held(facing: Facing) -> list[Space]:
        return [s for s in around(at(4, 4)) if in_arc(facing, at(4, 4), s)]

    assert held(N) == [at(4, 3), at(5, 3), at(3, 3)]
    assert held(S) == [at(5, 5), at(4, 5), at(3, 5)]
    assert in_arc(N, at(4, 4), at(5, 2)) and not in_arc(N, at(4, 4), at(7, 2))
    assert not in_arc(N, at(4, 4), at(4, 4))


@pytest.mark.rule("HON-CTR-15")
def test_which_face_a_shot_strikes() -> None:
    """HON-FIRE-13's example: facing N at (5,5)."""
    assert struck(N, at(5, 5), at(5, 0)) == (FRONT,)
    assert struck(N, at(5, 5), at(9, 5)) == (FLANK,)
    assert struck(N, at(5, 5), at(5, 12)) == (BACK,)
    assert struck(N, at(5, 5), at(1, 1)) == (FRONT, FLANK)
    assert struck(N, at(5, 5), at(9, 9)) == (FLANK, BACK)
    assert struck(NE, at(5, 5), at(9, 1)) == (FRONT,)
    assert struck(NE, at(5, 5), at(5, 1)) == (FRONT, FLANK)
    assert struck(NE, at(5, 5), at(1, 1)) == (FLANK,)


@pytest.mark.rule("HON-CTR-08")
def test_a_counter_covers_one_space_or_two() -> None:
    assert footprint(at(5, 5), N, 1) == (at(5, 5),)
    assert footprint(at(5, 5), E, 2) == (at(5, 5), at(4, 5))
    assert footprint(at(5, 5), NE, 2) == (at(5, 5), at(4, 6))


def test_a_step_follows_the_facing() -> None:
    assert footprint(roll(at(5, 5), E), E, 2) == (at(6, 5), at(5, 5))
    assert footprint(roll(at(5, 5), SE, forward=False), SE, 2) == (at(4, 4), at(3, 3))


def test_a_vehicle_turns_about_its_front_or_its_rear() -> None:
    """The example of HON-VEH-04: facing N, front (5,4), rear (5,5)."""
    assert swung(at(5, 4), N, NE, about_front=False) == at(6, 4)
    assert footprint(swung(at(5, 4), N, NE, about_front=False), NE, 2)[1] == at(5, 5)
    assert footprint(swung(at(5, 4), N, NE, about_front=True), NE, 2) == (at(5, 4), at(4, 5))


def test_eight_turns_come_round_again() -> None:
    facing = N
    for _ in range(8):
        facing = turned(facing, clockwise=True)
    assert facing == N and turned(N, clockwise=False) is Facing.NW
    assert turned(W, clockwise=True) is Facing.NW
