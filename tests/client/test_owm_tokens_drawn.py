"""Tokens on the map of OWM as the window draws them."""

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
