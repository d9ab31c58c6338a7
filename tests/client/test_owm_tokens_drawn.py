"""Tokens on the map of OWM as the window draws them."""

from math import atan2, degrees

import pytest
from attrs import evolve

from owm_net.client.art.catalogue import render
from owm_net.client.match.match_log import LogLine
from owm_net.client.settings import Settings
from owm_net.client.tables.owm import faces
from owm_net.games.owm.assessment import WindBlows
from owm_net.games.owm.catalog import LU
from owm_net.games.owm.directions import drifted
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens import Border, Token, TokenKind
from tests.client.looks import table_at
from tests.client.situations import stage_at


def test_each_token_lies_on_its_terrain_with_the_border_that_is_up():
    stage = stage_at("action")
    view = stage.sitting.view
    assert view is not None
    g = view.state
    assert isinstance(g, OwmState)
    cells = [t.cell for t in g.fireteams.values()]
    g.lay_token(TokenKind.SMOKE, cells[0])
    g.lay_token(TokenKind.STAR_SHELL, cells[0])
    g.lay_token(TokenKind.SATCHEL_CHARGE, cells[1])
    g.artillery = Border.ORANGE
    scene = stage.scene()
    for cell, kind in ((cells[0], "smoke"), (cells[0], "star_shell"), (cells[1], "satchel_charge")):
        item = scene.find(f"token:{cell}:{kind}")
        assert item is not None and "yellow" in item.label


def test_two_tokens_of_a_terrain_leave_its_numbers_to_be_read():
    """They lie side by side in its upper half: attack and defense stand in the lower one."""
    stage = stage_at("action")
    view = stage.sitting.view
    assert view is not None
    g = view.state
    assert isinstance(g, OwmState)
    cell = next(t.cell for t in g.fireteams.values())
    kinds = ("smoke", "satchel_charge")
    g.lay_token(TokenKind.SMOKE, cell)
    g.lay_token(TokenKind.SATCHEL_CHARGE, cell)
    scene = stage.scene()
    ground, plates = scene.find(f"cell:{cell}"), [scene.find(f"token:{cell}:{k}") for k in kinds]
    assert ground is not None
    first, second = (p.rect for p in plates if p is not None)
    assert max(first.bottom, second.bottom) <= ground.rect.y + ground.rect.h / 2
    assert first.right <= second.x and second.right <= ground.rect.right


def test_lu_is_drawn_with_her_vitality_alone():
    """She has no Resolve, no Discipline and no rank (A-64)."""
    for art in (faces.row(LU, None), faces.soldier(LU), faces.chip(LU)):
        drawn = dict(art.parameters)
        assert (drawn["resolve"], drawn["discipline"], drawn["vitality"]) == (0, "", 8)
        assert drawn["nation"] == "resistance"
    assert dict(faces.soldier(LU).parameters)["rank"] == ""
    assert render(faces.chip(LU), 1.0).size == (120, 150)
    assert render(faces.soldier(LU), 1.0).size == (240, 336)


@pytest.mark.rule("OWM-VIS-02", "OWM-VIS-03", "OWM-TOK-09")
def test_the_night_is_seen_on_the_map_and_so_is_what_a_star_shell_lights():
    stage = at("murder-at-the-moonless-chateau")
    g = state(stage)
    assert {light(stage, cell) for cell in g.ground.cells} == {"night"}
    place = g.ground.cell("B2")
    g.lay_token(TokenKind.STAR_SHELL, place)
    stage.sitting.touch()
    lit = {cell for cell in g.ground.cells if light(stage, cell) == "flare"}
    assert lit == {cell for cell in g.ground.cells if g.ground.distance(place, cell) <= 1}
    sign = stage.scene().find("sky")
    assert sign is not None and sign.tooltip.startswith("Night 2") and "OWM-VIS-02" in sign.tooltip


@pytest.mark.rule("OWM-VIS-01", "OWM-VIS-04")
def test_a_blizzard_is_seen_on_the_map_and_the_sun_has_no_sign():
    stage = at("not-in-my-house")
    assert {light(stage, cell) for cell in state(stage).ground.cells} == {"snow"}
    sign = stage.scene().find("sky")
    assert sign is not None and sign.tooltip.startswith("Blizzard 3")
    assert stage_at("action").scene().find("sky") is None


def test_the_artillery_has_a_sign_that_tells_whether_it_is_loaded():
    stage = at("not-in-my-house")
    assert stage.scene().find("artillery") is None
    pictures = []
    for border, word in ((Border.ORANGE, "loaded"), (Border.BLACK, "reloading")):
        state(stage).artillery = border
        stage.sitting.touch()
        sign = stage.scene().find("artillery")
        assert sign is not None and word in sign.tooltip
        pictures.append(sign.art)
    assert pictures[0] != pictures[1]


def test_smoke_lies_over_its_terrain_and_leaves_the_title_and_the_numbers():
    stage = at("not-in-my-house")
    cell = next(t.cell for t in state(stage).fireteams.values() if t.on_map)
    state(stage).lay_token(TokenKind.SMOKE, cell)
    stage.sitting.touch()
    scene = stage.scene()
    smoke, ground = scene.find(f"seen:{cell}:smoke"), scene.find(f"cell:{cell}.strip")
    assert smoke is not None and smoke.art is not None and ground is not None
    assert smoke.rect.y >= ground.rect.bottom - 2
    veil = render(smoke.art).getchannel("A")
    assert veil.crop((0, 0, 26, 100)).getextrema() == (0, 0)
    thinnest, _ = veil.crop((50, 40, 100, 80)).getextrema()
    assert isinstance(thinnest, int) and thinnest > 100


@pytest.mark.rule("OWM-ROUND-03", "OWM-DIR-01", "OWM-MISS-08")
@pytest.mark.parametrize("north", range(4))
def test_smoke_shows_which_way_the_wind_drove_it_on_the_map(north):
    """The arrow points to where the Smoke would have gone, however the map is turned."""
    stage = at("not-in-my-house")
    g = state(stage)
    g.ground = evolve(g.ground, north=north)
    cell = g.ground.cell("C3")
    for number, way in enumerate(("north", "east", "south", "west"), 1):
        g.tokens = (Token(TokenKind.SMOKE, cell, Border.RED),)
        stage.sitting.log.lines.append(LogLine(WindBlows(way), "the wind", 0))
        stage.sitting.touch()
        scene = stage.scene()
        source, arrow = scene.find(f"cell:{cell}"), scene.find(f"wind:{cell}:{way}")
        target = scene.find(f"cell:{drifted(g.ground, cell, number)}")
        assert source is not None and target is not None and arrow is not None
        dx, dy = target.rect.cx - source.rect.cx, target.rect.cy - source.rect.cy
        assert round(degrees(atan2(dy, dx))) % 360 == round(arrow.angle)
        assert way in scene.find(f"wind:{cell}").tooltip


@pytest.mark.rule("OWM-ROUND-03")
def test_smoke_that_the_wind_may_still_drive_has_an_arrow_for_each_way():
    stage = at("not-in-my-house")
    g = state(stage)
    cell = g.ground.cell("C3")
    g.lay_token(TokenKind.SMOKE, cell)
    stage.sitting.touch()
    scene = stage.scene()
    arrows = [scene.find(f"wind:{cell}:{way}") for way in ("north", "east", "south", "west")]
    assert sorted(round(a.angle) for a in arrows) == [0, 90, 180, 270]
    assert f"1 in {g.card.wind.sides}" in scene.find(f"wind:{cell}").tooltip
    g.tokens = (Token(TokenKind.SMOKE, cell, Border.RED),)
    stage.sitting.touch()
    assert stage.scene().find(f"wind:{cell}") is None, "no wind has driven it in this round"


def at(mission):
    """A table of this mission at its first action."""
    return table_at("owm", mission, "action", Settings(size=(1280, 720), speed="off"))


def state(stage):
    return stage.sitting.view.state


def light(stage, cell):
    return dict(stage.scene().find(f"cell:{cell}").art.parameters).get("light", "")
