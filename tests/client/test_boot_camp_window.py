"""Boot Camp in the window: pressing what it points at gets through, by mouse and by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client import language, tables
from owm_net.client.front import Front
from owm_net.client.lessons import boot_camp
from owm_net.client.match.after import NEW
from owm_net.client.match_stage import Stage
from owm_net.client.scene.items import Item, Scene
from owm_net.client.screens.leaving import Leave
from owm_net.client.settings import Settings
from tests.client.test_table import texts_that_run_over
from tests.games.every import paired

SIZES = ((1024, 640), (1280, 720), (3840, 2160))
OWM = games.get("owm")
LESSONS = len(OWM.course().lessons)  # type: ignore[union-attr]


def stage_of(size: tuple[int, int] = (1280, 720)) -> Stage:
    return Stage(OWM, 0, ["Anna", "Enemy"], Settings(size=size, speed="off", guard=True))


@pytest.fixture
def in_english() -> Iterator[None]:
    """Whatever a test speaks, the next one speaks English."""
    yield
    language.use("en")


def pointed_at(scene: Scene) -> Item | None:
    """Return the item in the frame; on a page or a mere text, the button that goes on."""
    frame = scene.find("coach.frame")
    if frame is None:
        return scene.find("confirm")
    return next(i for i in reversed(scene.items) if i.action and frame.rect.covers(i.rect, 1))


async def learn(
    stage: Stage, press: Callable[[Item], None], first: int = 0, most: int = 60
) -> list[int]:
    """Do what is said until the title is led back to. Returns the lessons that were reached."""
    reached: list[int] = []
    now = 0.0
    async with trio.open_nursery() as nursery:
        nursery.start_soon(boot_camp.lessons(OWM, first, reached.append), Front(stage))
        for _ in range(most):
            await trio.testing.wait_all_tasks_blocked()
            for _ in range(3):
                now += 1.0
                stage.tick(now)
            if stage.sitting.exit.closing:
                break
            coach, scene = stage.sitting.coach, stage.scene()
            assert coach is not None
            assert texts_that_run_over(scene) == []
            beside = scene.find("coach")
            for said in scene:
                if beside is not None and said.id.startswith("coach.said"):
                    assert beside.rect.covers(said.rect, 1), (said.id, said.runs[0].text)
                    on = scene.find("confirm")
                    assert on is None or not said.rect.meets(on.rect, 1), said.runs[-1].text
            if coach.task is None and not coach.page and coach.points:
                press(next(i for i in scene if i.id == "confirm"))
                continue
            item = pointed_at(scene)
            assert item is not None, (coach.at, coach.say)
            press(item)
        nursery.cancel_scope.cancel()
    return reached


@pytest.mark.parametrize(("size", "spoken"), paired(SIZES, ["en", "de"]))
@pytest.mark.rule("OWM-BOOT-02")
async def test_who_clicks_what_is_pointed_at_gets_through(
    size: tuple[int, int], spoken: str, in_english: None
) -> None:
    language.use(spoken)
    stage = stage_of(size)

    def click(item: Item) -> None:
        point = stage.scene().point_of(item)
        assert point is not None, item.id
        stage.press(*point)

    assert await learn(stage, click) == [*range(LESSONS), 0]
    assert stage.sitting.exit.closing and not stage.sitting.exit.kept


async def test_the_tour_frames_the_whole_of_what_it_talks_of() -> None:
    stage = stage_of()
    framed: list[str] = []

    def go_on(item: Item) -> None:
        coach, scene = stage.sitting.coach, stage.scene()
        assert coach is not None
        if coach.points and not coach.page and coach.task is None:
            frame = scene.find("coach.frame")
            assert frame is not None, coach.points
            named = [i for i in scene if i.id.startswith(tuple(coach.points.split()))]
            assert all(frame.rect.covers(i.rect, 1) for i in named)
            framed.append(coach.points)
        stage.press(*(scene.point_of(item) or (0, 0)))

    await learn(stage, go_on, most=12)
    assert framed == [points for points, _ in tables.find(OWM).tour]


@pytest.mark.parametrize("size", SIZES[:2])
async def test_what_points_covers_nothing_that_is_read_and_no_counter_is_cut(
    size: tuple[int, int],
) -> None:
    stage = stage_of(size)
    pointed = 0

    def look(item: Item) -> None:
        nonlocal pointed
        scene = stage.scene()
        arrow, frame = scene.find("coach.arrow"), scene.find("coach.frame")
        if arrow is not None and frame is not None:
            pointed += 1
            for one in scene:
                words = [] if one.id.startswith("coach.") or one.z > arrow.z else one.runs
                for run in words:
                    assert not arrow.rect.meets(run.box, 2), (one.id, run.text)
        for one in scene:
            if one.id.startswith("team:") and one.id.endswith(".size"):
                assert one.seen.h >= one.rect.h - 0.5, "it is cut by the edge of the map"
        stage.press(*(scene.point_of(item) or (0, 0)))

    await learn(stage, look)
    assert pointed > 10


@pytest.mark.parametrize(("id", "wish"), [("confirm", NEW), ("coach.back", "")])
async def test_after_the_last_page_a_match_is_wanted_or_the_title(id: str, wish: str) -> None:
    stage = stage_of()
    pages = 0

    def choose(item: Item) -> None:
        nonlocal pages
        pages += 1
        found = stage.scene().find(id)
        assert found is not None and any("ready-made" in t.lower() for t in stage.scene().texts())
        stage.press(*(stage.scene().point_of(found) or (0, 0)))

    assert await learn(stage, choose, first=LESSONS - 1) == [LESSONS - 1, 0]
    assert pages == 1, "what is only read is one page with the end"
    assert stage.sitting.exit.closing and stage.sitting.coach is not None
    assert stage.sitting.coach.wish == wish


async def test_by_keys_alone() -> None:
    stage = stage_of()

    def by_key(item: Item) -> None:
        if item.id != "confirm":
            while stage.sitting.ui.focus != item.id:
                stage.key("tab")
        stage.key("enter")

    assert await learn(stage, by_key) == [*range(LESSONS), 0]


@pytest.mark.rule("OWM-BOOT-02")
async def test_what_the_rules_allow_and_the_lesson_does_not_mean_is_said_and_nothing_happens() -> (
    None
):
    stage = stage_of()
    tried: list[Item] = []

    def entrench_first(item: Item) -> None:
        coach = stage.sitting.coach
        assert coach is not None
        if coach.task is not None and not tried:
            tried.append(item)
            for id in ("hand:1", "confirm"):
                found = stage.scene().find(id)
                assert found is not None
                stage.press(*(stage.scene().point_of(found) or (0, 0)))
            return
        if coach.task is not None and len(tried) == 1:
            assert "something else" in coach.refused
            assert any("something else" in text for text in stage.scene().texts())
            tried.append(item)
        stage.press(*(stage.scene().point_of(item) or (0, 0)))

    assert await learn(stage, entrench_first, first=1) == [*range(1, LESSONS), 0]
    assert len(tried) == 2


@pytest.mark.rule("OWM-BOOT-07")
async def test_each_shot_is_shown_as_in_a_match_and_nobody_is_there_to_write_or_resign_to() -> None:
    stage = stage_of()
    said: set[str] = set()
    captions: set[str] = set()

    def look(item: Item) -> None:
        scene = stage.scene()
        said.update(scene.texts())
        captions.update(card.caption for card in stage.sitting.presenter.strip.cards)
        assert scene.find("top.chat") is None and scene.find("top.resign") is None
        stage.press(*(scene.point_of(item) or (0, 0)))

    await learn(stage, look, first=5)
    assert {"101ST 1 ATTACKS 352ND 1", "352ND 1 ATTACKS 101ST 1"} <= said
    assert captions and "check" not in captions


async def test_escape_leads_back_at_once_from_a_page_and_from_the_table() -> None:
    for first, presses in ((2, 0), (1, 1)):
        stage = stage_of()
        left: list[str] = []

        def leave(
            item: Item, stage: Stage = stage, left: list[str] = left, n: int = presses
        ) -> None:
            if len(left) < n:
                left.append(item.id)
                stage.press(*(stage.scene().point_of(item) or (0, 0)))
            else:
                stage.key("escape")
                assert stage.sitting.exit.closing and stage.screens.find(Leave) is None

        assert await learn(stage, leave, first=first) == [first]


async def test_in_german_nothing_of_it_stays_english(in_english: None) -> None:
    language.use("de")
    stage = stage_of()
    seen: set[str] = set()

    def go_on(item: Item) -> None:
        seen.update(stage.scene().texts())
        stage.press(*(stage.scene().point_of(item) or (0, 0)))

    await learn(stage, go_on)
    assert "GRUNDAUSBILDUNG" in seen
    assert any(text.startswith("Hilfe, oben am Tisch") for text in seen)
    english = ("BOOT CAMP", "SUPPRESSED", "New game")
    assert not [text for text in seen for word in english if word in text]
