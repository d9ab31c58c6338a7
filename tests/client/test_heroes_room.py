"""What is covered or cut on the table of Heroes."""

from __future__ import annotations

import pytest

from owm_net.client.match.present import Strip
from owm_net.client.tables.heroes import telling
from owm_net.engine.view import View
from owm_net.games.heroes.assault import Beaten, Clashed
from owm_net.games.heroes.ids import UnitId
from tests.client.test_heroes_table import Shown, two
from tests.games.heroes.table import acting, ann, ben
from tests.seats import ANN


def test_the_note_of_a_target_goes_when_the_shot_is_given() -> None:
    match = two()
    shown = Shown(match).press("unit:0", "unit:1")
    shown.point("unit:0").point("unit:1")
    assert shown.stage.scene().find("tooltip") is not None
    shown.press("unit:1")
    shown.stage.sitting.told(View(match.g, ANN, match.known(ANN)), [])
    assert shown.given and shown.stage.sitting.ui.hover == "unit:1"
    assert shown.stage.scene().find("tooltip") is None
    shown.point("unit:0").point("unit:1")
    assert shown.stage.scene().find("tooltip") is not None


@pytest.mark.parametrize("x", [12, 13, 14, 15])
def test_the_note_of_a_unit_at_the_edge_leaves_its_panel_free(x: int) -> None:
    shown = Shown(acting(ann(3, 1), ben(x, 4), due=(1, 1), bluffs=(0, 0))).point("unit:1")
    note, panel = (shown.stage.scene().find(id) for id in ("tooltip", "unit"))
    assert note is not None and panel is not None
    assert not note.rect.shared(panel.rect)


def test_the_sum_of_an_assault_has_room_beside_its_outcome() -> None:
    match = two()
    shown = Shown(match)
    strip = Strip()
    parts = (("combat bonus", 2), ("Assault", 1), ("battle rage", 2))
    view = View(match.g, ANN, match.known(ANN))
    for event in (
        Clashed("HON-ASLT-08", UnitId(0), (3, 2), parts, 8),
        Clashed("HON-ASLT-09", UnitId(1), (1,), (("combat bonus", 1),), 2),
        Beaten(UnitId(0)),
    ):
        telling.beat(view, event, strip)
    assert strip.outcome == "attacker wins" and strip.total == "8 : 2"
    strip.subtitle = "Assault engineers 1 assaults Panzergrenadier squad 2"
    shown.stage.sitting.presenter.strip = strip
    shown.stage.sitting.touch()
    item = shown.stage.scene().find("roll.text")
    assert item is not None
    runs = {run.text: run.box for run in item.runs}
    assert not runs["ATTACKER WINS"].shared(runs["8 : 2"])
    told = " ".join(runs)
    assert "= 8" in told and told.endswith("= 2")
