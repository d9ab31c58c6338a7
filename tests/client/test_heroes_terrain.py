"""The table of Heroes while the map of a free battle is made."""

from __future__ import annotations

from typing import Any, cast

import pytest

from owm_net.client import language
from owm_net.client.art import grid_ground
from owm_net.client.settings import Settings
from owm_net.client.tables.heroes.common import PIECE, held
from owm_net.engine.passing import Pass
from owm_net.games.heroes.generator import LayTerrain, PutObjective
from owm_net.games.heroes.ids import OverlayKey, Quarters
from tests.client.robot import Robot
from tests.client.test_heroes_table import SYSTEM, Shown
from tests.client.test_squadcards_table import texts_that_run_over
from tests.games.heroes.table import Table, at
from tests.games.heroes.test_hon_generator import FREE, furnishing
from tests.seats import ANN, BEN


def shown(*said: Any, seat: Any = ANN) -> Shown:
    """The table of a seat, once these answers have been given."""
    return Shown(cast(Table, furnishing().say(*said)), seat)


@pytest.mark.rule("HON-GEN-04")
def test_a_piece_is_taken_turned_and_laid() -> None:
    table = shown().press("piece:bld_shed", "turns", "cell:4.1")
    assert not table.given
    table.press("confirm")
    assert table.given == [LayTerrain(OverlayKey("bld_shed"), at(4, 1), Quarters(1))]


@pytest.mark.rule("HON-GEN-04", "HON-GEN-05")
def test_another_piece_comes_where_the_last_one_was_if_it_fits() -> None:
    table = shown().press("piece:bld_shed", "cell:4.1", "piece:thicket1")
    table.press("confirm")
    assert table.given == [LayTerrain(OverlayKey("thicket1"), at(4, 1))]
    edge = shown().press("piece:thicket1", "cell:12.7", "piece:bld_barn")
    assert held(edge.sketch, PIECE.piece) == "bld_barn"
    assert held(edge.sketch, PIECE.space) is None


@pytest.mark.rule("HON-GEN-04", "HON-GEN-05")
def test_a_space_where_the_piece_may_not_lie_says_why() -> None:
    table = shown().press("piece:bld_barn").point_at(15, 7)
    assert "HON-GEN-05" in table.texts("no.text")
    assert table.stage.scene().find("no.space") is not None


@pytest.mark.rule("HON-GEN-04")
def test_pieces_say_their_size_and_stay_where_they_are() -> None:
    table = shown()
    before = table.stage.scene().find("piece:bld_shed")
    assert before is not None and "1 by 2 spaces\ndefence +1" in before.tooltip
    after = table.press("piece:bld_shed").stage.scene().find("piece:bld_shed")
    assert after is not None and after.rect == before.rect


@pytest.mark.rule("HON-GEN-04")
def test_nothing_may_be_laid() -> None:
    table = shown().press("let_pass")
    assert table.given == [Pass()]


@pytest.mark.rule("HON-GEN-08")
def test_an_objective_is_put_on_a_space_that_is_lit() -> None:
    table = shown(Pass(), Pass(), seat=BEN)
    assert table.stage.scene().find("cell:10.1") is None  # in his own half
    table.press("cell:5.1", "confirm")
    assert table.given == [PutObjective(at(5, 1))]


def test_what_lies_below_a_piece_is_drawn_once() -> None:
    """Half of the work; and the piece leaves no trace when it is taken up again."""
    bare: dict[str, Any] = {"size": (3, 3), "cells": (("road", 1, 1),), "edges": ()}
    piece = {**bare, "cells": (("road", 1, 1), ("hedgerow", 0, 1))}
    grid_ground._flat.cache_clear()
    fresh, laid, again = (grid_ground.grid_map(**one) for one in (bare, piece, bare))
    assert grid_ground._flat.cache_info().misses == 1
    assert fresh.tobytes() == again.tobytes() != laid.tobytes()


@pytest.mark.parametrize("spoken", ["en", "de"])
@pytest.mark.parametrize("kind", ["edge", "terrain", "objective"])
def test_nothing_runs_over(kind: str, spoken: str) -> None:
    try:
        language.use(spoken)
        for size in ((960, 540), (1280, 720)):
            settings = Settings(size=size, speed="off", language=spoken)
            robot = Robot(SYSTEM, 3 if kind != "edge" else 4, setup=FREE, settings=settings)
            assert robot.run_to(lambda match: match.request.kind == kind)
            assert texts_that_run_over(robot.stage.scene()) == []
    finally:
        language.use("en")
