"""The end of a match of Heroes on the screen."""

from __future__ import annotations

from attrs import evolve

from owm_net.client.settings import Settings
from owm_net.engine.requests import Over
from owm_net.games.heroes.printed.scenarios import AtOnce
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.victory import needed
from tests.client.looks import table_at


def test_the_end_says_which_side_has_won_by_what_and_which_tiles_are_broken() -> None:
    stage = table_at("heroes", "", "never", Settings(size=(1280, 720), speed="off"))
    view, result = stage.sitting.view, stage.sitting.result
    assert view is not None and result is not None and result.winners == (0,)
    g = view.state
    assert isinstance(g, HeroesState)
    tile = next(n for n, f in enumerate(g.formations) if f.seat == 0 and f.squares)
    g.formations[tile] = evolve(g.formations[tile], turned=True)
    stage.sitting.touch()
    texts = " | ".join(stage.scene().texts())
    won, lost = result.scores
    assert f"the Germans have more points, {won} : {lost}." in texts
    assert "Germans: 6 units left; broken: " in texts and "nothing broken" in texts


def test_a_long_reason_is_whole() -> None:
    stage = table_at("heroes", "", "never", Settings(size=(960, 540), speed="off"))
    view, request = stage.sitting.view, stage.sitting.request
    assert view is not None and isinstance(request, Over)
    g = view.state
    assert isinstance(g, HeroesState)
    why = needed(g.battle, AtOnce(since=3, score=14, ahead=True, tiles=True))
    result = evolve(request.result, reason=f"the Germans have won with {why}")
    stage.sitting.ending.ended_by = result
    stage.sitting.touch()
    item = stage.scene().find("end.reason")
    assert item is not None and len(item.runs) > 1
    assert " ".join(run.text for run in item.runs).endswith("all enemy tiles turned over.")
