"""A map is looked at nearer and drawn along, by wheel, drag, keys and buttons; what is clicked is
what is seen; all else on the table stays where it is."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from owm_net.client.free_map.chart import FreePlane
from owm_net.client.glass.paint_pillow import paint
from owm_net.client.grid_map.chart import GridPlane
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item, Rect
from owm_net.client.scene.lens import Camera, Lens
from owm_net.client.scene.pictures import Pictures
from tests.client.situations import stage_at
from tests.client.test_table import SIZES, texts_that_run_over


def item(stage: Stage, id: str) -> Item:
    found = stage.scene().find(id)
    assert found is not None, id
    return found


def lens(stage: Stage) -> Lens:
    found = stage.scene().lens
    assert found is not None
    return found


def nearer(stage: Stage, id: str = "team:1", steps: int = 6) -> None:
    """The wheel, a step at a time, over an item."""
    x, y = item(stage, id).rect.cx, item(stage, id).rect.cy
    for _ in range(steps):
        stage.scroll(x, y, 1)


@pytest.mark.parametrize("plane", [FreePlane((3600, 2400), turned) for turned in (False, True)])
def test_a_place_on_a_plane_is_where_its_point_is_looked_up(plane: FreePlane) -> None:
    for point in ((0, 0), (900, 100), (3600, 2400)):
        assert plane.point_at(*plane.place_of(point)) == point


@pytest.mark.parametrize("plane", [GridPlane(7, 4, turns) for turns in range(4)])
def test_a_place_on_a_grid_is_where_its_space_is_looked_up(plane: GridPlane) -> None:
    for space in ((0, 0), (6, 3), (2, 1)):
        assert plane.point_at(*plane.place_of(space)) == space


def cells(stage: Stage) -> dict[str, Rect]:
    return {i.id: i.rect for i in stage.scene() if i.kind == "cell"}


@pytest.mark.parametrize("size", [(960, 540), (3840, 2160)])
def test_the_wheel_makes_the_map_larger_about_the_pointer(size: tuple[int, int]) -> None:
    stage = stage_at("action")
    stage.resize(*size)
    whole, others = cells(stage), {i.id: i.rect for i in stage.scene() if i.clip is None}
    frame = lens(stage).frame
    assert all(frame.covers(rect, 1) for rect in whole.values())
    x, y = whole["cell:9"].x + 12, whole["cell:9"].y + 20
    pointed = stage.scene().at(x, y)
    assert pointed is not None
    for _ in range(3):
        stage.scroll(x, y, 1)
    zoom = lens(stage).zoom
    assert zoom == pytest.approx(1.15**3)
    under = stage.scene().at(x, y)
    assert under is not None and under.id == pointed.id
    for id, rect in cells(stage).items():
        margin = 3 * stage.scene().scale  # between cells, the same at every zoom
        assert rect.x == pytest.approx(x + (whole[id].x - x) * zoom, abs=margin)
        assert rect.y == pytest.approx(y + (whole[id].y - y) * zoom, abs=margin)
    stays = {i.id: i.rect for i in stage.scene() if i.clip is None and "label." not in i.id}
    assert all(others.get(id, rect) == rect for id, rect in stays.items())
    stage.scroll(x, y, 99)
    for _ in range(30):
        stage.scroll(x, y, 4)
    assert lens(stage).zoom == lens(stage).nearest >= 2.0
    assert item(stage, "map.larger").why
    for _ in range(30):
        stage.scroll(x, y, -4)
    assert cells(stage) == whole and stage.sitting.map_view.camera == Camera()
    assert item(stage, "map.smaller").why


def test_the_map_is_never_drawn_beyond_its_edges_and_stays_at_another_size() -> None:
    whole = Lens(Rect(100, 50, 800, 400), Camera(), 4.0)
    near = Lens(whole.frame, whole.zoomed(2.0, 100, 50), 4.0)
    assert near.point(100, 50) == (100, 50) and near.camera == Camera(2.0, 0.25, 0.25)
    assert near.moved(9e9, 9e9) == near.camera
    assert near.moved(-9e9, -9e9) == Camera(2.0, 0.75, 0.75)
    assert near.back(*near.point(321, 123)) == pytest.approx((321, 123))
    assert Lens(whole.frame, Camera(), 4.0).moved(50, 50) == Camera()
    shown = near.rect(Rect(700, 300, 40, 40))
    after = Lens(near.frame, near.showing(shown), 4.0).rect(Rect(700, 300, 40, 40))
    assert near.frame.covers(after, 1e-6) and not near.frame.covers(shown)
    stage = stage_at("action")
    nearer(stage)
    at = lens(stage).back(lens(stage).frame.cx, lens(stage).frame.cy)
    part = ((at[0] - lens(stage).frame.x) / lens(stage).frame.w, lens(stage).zoom)
    stage.resize(1600, 900)
    at = lens(stage).back(lens(stage).frame.cx, lens(stage).frame.cy)
    assert ((at[0] - lens(stage).frame.x) / lens(stage).frame.w, lens(stage).zoom) == pytest.approx(
        part
    )


def test_what_is_cut_off_is_neither_pressed_nor_painted() -> None:
    stage = stage_at("action")
    pictures = Pictures()
    before = paint(stage.scene(), pictures)
    nearer(stage)
    frame = lens(stage).frame
    scene = stage.scene()
    outside = [i for i in scene if i.clip and i.action and not i.rect.meets(i.clip)]
    assert outside
    for one in outside:
        assert scene.at(one.rect.cx, one.rect.cy) is not one and scene.point_of(one) is None
    for one in scene:
        point = scene.point_of(one) if one.clip and one.action else None
        assert point is None or frame.inset(-4).contains(*point)
    after = paint(scene, pictures)
    changed = ImageChops.difference(before, after)
    control = item(stage, "map.smaller").rect
    for box in (frame.inset(-22), Rect(control.x, control.y - 3, 160, control.h + 6)):
        changed.paste(0, (round(box.x), round(box.y), round(box.right), round(box.bottom)))
    assert changed.getbbox() is None


def test_a_button_that_is_held_draws_the_map_and_a_click_means_what_it_meant() -> None:
    stage = stage_at("action")
    team = item(stage, "team:1").rect
    stage.press(team.cx, team.cy, "middle")
    stage.move(team.cx + 50, team.cy)
    stage.let_go("middle")
    assert stage.sitting.map_view.camera == Camera()  # all of it is seen: there is nothing to draw
    nearer(stage)
    card = next(i for i in stage.scene() if i.id.startswith("hand:") and i.lit)
    stage.press(*(stage.scene().point_of(card) or (0, 0)))
    assert stage.sitting.answering.sketch is not None
    x, y = lens(stage).frame.cx, lens(stage).frame.cy
    for button in ("right", "middle"):
        before = cells(stage)
        dx = 40 if lens(stage).camera.x > 0.5 else -40
        stage.press(x, y, button)
        stage.move(x + dx / 2, y)
        stage.move(x + dx, y)
        stage.let_go(button)
        stage.move(x, y)  # nothing is held now
        id, moved = next(iter(cells(stage).items()))
        assert moved.x == pytest.approx(before[id].x + dx)
        assert stage.sitting.answering.sketch is not None
    stage.press(x, y, "right")
    stage.move(x + 2, y)
    assert stage.sitting.answering.sketch is not None
    stage.let_go("right")
    assert stage.sitting.answering.sketch is None  # a click with it is one step back
    stage.press(x, y, "right")
    stage.let_go("")  # the window is no longer in front
    assert stage.is_bare


def test_space_held_draws_the_map_and_space_alone_still_hurries() -> None:
    stage = stage_at("action")
    nearer(stage)
    x, y = lens(stage).frame.cx, lens(stage).frame.cy
    stage.move(x, y)
    stage.screens.clear()
    camera, sketch = stage.sitting.map_view.camera, stage.sitting.answering.sketch
    stage.key("space")
    stage.press(x, y)
    stage.drag(x - 30 if camera.x < 0.5 else x + 30, y)
    stage.let_go("left")
    stage.let_go("space")
    assert stage.sitting.map_view.camera != camera and stage.sitting.answering.sketch == sketch
    stage.sitting.presenter.strip.open = True
    stage.sitting.withdraw()
    stage.key("space")
    assert stage.sitting.presenter.strip.open
    stage.let_go("space")
    assert not stage.sitting.presenter.strip.open
    stage.key("space")
    stage.let_go("")
    stage.press(x, y)  # a space bar that was let go elsewhere draws nothing
    camera = stage.sitting.map_view.camera
    stage.drag(x + 50, y + 50)
    assert stage.sitting.map_view.camera == camera


def test_keys_and_buttons_do_what_the_wheel_does_and_tab_looks_at_what_it_comes_to() -> None:
    stage = stage_at("action")
    stage.sitting.settings.contrast = True  # a picture that is changed once more is still a map's
    for name in (".", ".", "."):
        stage.key(name)
    assert lens(stage).zoom == pytest.approx(1.25**3)
    before = stage.sitting.map_view.camera
    stage.key("ctrl+right")
    stage.key("ctrl+down")
    assert stage.sitting.map_view.camera.x > before.x and stage.sitting.map_view.camera.y > before.y
    assert stage.sitting.settings.scale == 1.0
    seen = set()
    for _ in range(len(stage.scene().focusable)):
        stage.key("tab")
        focused = item(stage, stage.sitting.ui.focus)
        seen.add(focused.id)
        assert focused.clip is None or lens(stage).frame.covers(focused.rect, 1)
    assert set(cells(stage)) < seen
    stage.key("0")
    assert stage.sitting.map_view.camera == Camera()
    for id in ("map.larger", "map.larger", "map.smaller"):
        stage.press(item(stage, id).rect.cx, item(stage, id).rect.cy)
    assert lens(stage).zoom == pytest.approx(1.25)
    stage.press(item(stage, "map.whole").rect.cx, item(stage, "map.whole").rect.cy)
    assert stage.sitting.map_view.camera == Camera()


def test_it_is_said_when_a_legal_choice_is_outside_of_what_is_seen() -> None:
    stage = stage_at("action")
    card = next(i for i in stage.scene() if i.id.startswith("hand:") and i.lit)
    stage.press(*(stage.scene().point_of(card) or (0, 0)))
    lit = [i for i in stage.scene() if i.clip and i.lit and i.action]
    assert lit and not item(stage, "map.whole").lit
    far = max(cells(stage).values(), key=lambda r: min(abs(r.cx - i.rect.cx) for i in lit))
    for _ in range(12):
        stage.scroll(far.cx, far.cy, 1)
    assert item(stage, "map.whole").lit
    assert "outside of what you see" in item(stage, "map.whole").tooltip


def test_the_wheel_elsewhere_and_under_an_overlay_leaves_the_map_alone() -> None:
    stage = stage_at("action")
    log = item(stage, "log").rect
    stage.scroll(log.cx, log.cy, 1)
    assert stage.sitting.log.scroll and stage.sitting.map_view.camera == Camera()
    stage.key("f1")
    stage.scroll(lens(stage).frame.cx, lens(stage).frame.cy, 1)
    assert stage.sitting.map_view.camera == Camera()


@pytest.mark.parametrize("size", [*SIZES, (3840, 2160)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
def test_nothing_on_a_map_seen_nearer_is_cut_or_runs_over(
    size: tuple[int, int], scale: float
) -> None:
    stage = stage_at("action")
    stage.sitting.settings.scale = scale
    stage.resize(*size)
    stage.key("v")  # with threads of sight and ranges
    nearer(stage, "cell:8")
    scene = stage.scene()
    whole = [i for i in scene if i.clip is None or i.clip.covers(i.rect)]
    assert not texts_that_run_over(type(scene)(scene.size, scene.scale, tuple(whole)))
