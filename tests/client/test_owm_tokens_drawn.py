"""Tokens on the map of OWM as the window draws them."""

from owm_net.client.art.catalogue import render
from owm_net.client.tables.owm import faces
from owm_net.games.owm.catalog import LU
from owm_net.games.owm.state import OwmState
from owm_net.games.owm.tokens import Border, TokenKind
from tests.client.situations import stage_at


def test_each_token_lies_on_its_terrain_with_the_border_that_is_up():
    stage = stage_at("action")
    view = stage.model.view
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
    view = stage.model.view
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
