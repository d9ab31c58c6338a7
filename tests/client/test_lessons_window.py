"""Lessons in the window: pressing what is pointed at gets through each of them, in each language;
anything else is answered, and nothing comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import trio
import trio.testing

from owm_net import games
from owm_net.client import language
from owm_net.client.front import Front
from owm_net.client.lessons import boot_camp
from owm_net.client.match.coach import LIST, MATCH, SKIP, Coach
from owm_net.client.match_stage import Stage
from owm_net.client.scene.items import Item, Scene
from owm_net.client.settings import Settings
from owm_net.engine import agenda
from owm_net.engine.lessons import LEARNER, MOST_WORDS, Practice
from owm_net.engine.requests import Answer
from owm_net.files.rulebook import rule_books
from tests.client.test_table import texts_that_run_over

SIZES = ((960, 540), (1280, 720), (1920, 1080))
TAUGHT = [name for name in games.names() if games.get(name).course() is not None]
LESSONS = [(game, n) for game in TAUGHT for n in range(len(games.get(game).course().lessons))]  # type: ignore[union-attr]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Whatever a test speaks, the next one speaks English."""
    yield
    language.use("en")


def stage_of(game: str, size: tuple[int, int] = (1280, 720)) -> Stage:
    settings = Settings(size=size, speed="off", guard=True)
    return Stage(games.get(game), LEARNER, ["Anna", "Enemy"], settings)


def frame_of(stage: Stage) -> Item:
    frame = stage.scene().find("coach.frame")
    assert frame is not None, stage.sitting.coach and stage.sitting.coach.practice.step
    return frame


def pointed_at(stage: Stage) -> Item | None:
    """Return the item in the frame; None where that is a place of a map."""
    frame = frame_of(stage).rect
    items = reversed(stage.scene().items)
    return next((i for i in items if i.action and frame.covers(i.outline, 1)), None)


def press_what_is_pointed_at(stage: Stage) -> None:
    """Press the item in the frame, or the place in its middle."""
    item, frame = pointed_at(stage), frame_of(stage).rect
    if item is not None:
        click(stage, item)
    else:
        stage.press(round(frame.cx), round(frame.cy))


def click(stage: Stage, item: Item) -> None:
    point = stage.scene().point_of(item)
    assert point is not None, item.id
    stage.press(*point)


async def learn(
    stage: Stage,
    number: int,
    do: Callable[[Coach, Scene], None],
    step: int = 0,
    most: int = 400,
) -> tuple[list[tuple[str, int]], str]:
    """Teach a lesson to its end: `do` is asked whenever something is to be done. Return what was
    reached, and what was wished then."""
    reached: list[tuple[str, int]] = []
    course = stage.sitting.system.course()
    assert course is not None
    now = 0.0
    async with trio.open_nursery() as nursery:
        tell = lambda key, at: reached.append((key, at))  # noqa: E731
        nursery.start_soon(boot_camp.lessons(course, number, step, tell), Front(stage))
        for _ in range(most):
            await trio.testing.wait_all_tasks_blocked()
            for _ in range(3):
                now += 1.0
                stage.tick(now)
            coach = stage.sitting.coach
            assert coach is not None
            if stage.sitting.exit.closing:
                break
            do(coach, stage.scene())
        else:
            raise AssertionError(f"no end of lesson {number}")
        nursery.cancel_scope.cancel()
    return reached, coach.wish


def words_of(coach: Coach, scene: Scene) -> str:
    return " ".join(
        run.text for item in scene if item.id.startswith("coach.said") for run in item.runs
    )


@pytest.mark.parametrize(("game", "number"), LESSONS)
async def test_who_presses_what_is_pointed_at_gets_through(game: str, number: int) -> None:
    size = SIZES[number % len(SIZES)]
    language.use(("en", "de")[(number // 3) % 2])
    stage = stage_of(game, size)
    course = games.get(game).course()
    assert course is not None
    lesson = course.lessons[number]

    def press(coach: Coach, scene: Scene) -> None:
        assert texts_that_run_over(scene) == []
        if coach.over:
            click(stage, next(i for i in scene if i.id == "lesson.list"))
            return
        beside = scene.find("coach")
        assert beside is not None
        note, frame = scene.find("tooltip"), scene.find("coach.frame")
        if note and frame and not frame.rect.contains(*stage.sitting.ui.pointer):
            assert not note.rect.meets(frame.rect), note.runs[0].text
        for said in scene:
            if said.id.startswith("coach.said"):
                assert beside.rect.covers(said.rect, 1), (said.id, said.runs[0].text)
                assert note is None or not note.rect.meets(said.rect), note.runs[0].text
        assert coach.practice.step is not None
        say = " ".join(language.tr(coach.practice.step.say).split())
        assert stage.sitting.presenter.busy or words_of(coach, scene).endswith(say)
        press_what_is_pointed_at(stage)

    reached, wish = await learn(stage, number, press)
    assert wish == LIST
    assert list(dict.fromkeys(reached)) == [(lesson.key, n) for n in range(len(lesson.steps) + 1)]


@pytest.mark.parametrize("game", TAUGHT)
async def test_other_answers_are_told_what_the_step_is_about(game: str) -> None:
    """At each step the rules allow something else: it is refused in the words of the step. And no
    card and no number is left to chance, or left over."""
    course = games.get(game).course()
    assert course is not None
    for lesson in course.lessons:
        practice = Practice(lesson)
        while (step := practice.step) is not None:
            other = next((a for a in others(practice)), None)
            before = practice.g.answered
            if other is not None:
                assert practice.give(other) == step.refusal
                assert practice.g.answered == before
                assert step.wrong, f"{lesson.key}: {step.say}"
            practice.dealer.unscripted = 0
            assert practice.give(practice.wanted) == ""
            where = f"{lesson.key}, step {practice.at}"
            assert practice.dealer.unscripted == 0, f"{where}: chance chose a card or a number"
            assert practice.left_over == 0, f"{where}: not all of its script was asked for"


def others(practice: Practice) -> Iterator[Answer]:
    for answer in agenda.options(practice.view):
        if not practice.leads(answer):
            yield answer


@pytest.mark.parametrize("game", TAUGHT)
def test_every_rule_that_a_lesson_names_is_in_the_ledger(game: str) -> None:
    course = games.get(game).course()
    assert course is not None
    for lesson in course.lessons:
        assert lesson.rules
        for rule in lesson.rules:
            assert rule_books()[game].find(rule) is not None, rule


@pytest.mark.parametrize("game", TAUGHT)
async def test_something_else_in_the_window_is_said_beside_it_and_does_nothing(game: str) -> None:
    """The first step of the first lesson, answered otherwise at the table's own controls."""
    stage = stage_of(game)
    heard: list[str] = []

    def stray(coach: Coach, scene: Scene) -> None:
        if heard:
            coach.choose(LIST)
            return
        step = coach.practice.step
        assert step is not None
        stage.sitting.answering._sink(next(others(coach.practice)))  # type: ignore[misc]
        stage.touch()

    def hear(coach: Coach, scene: Scene) -> None:
        if coach.refused:
            assert " ".join(coach.refused.split()) in words_of(coach, scene)
            assert coach.practice.at == 0
            heard.append(coach.refused)
        stray(coach, scene)

    await learn(stage, 0, hear, most=5)
    assert heard


@pytest.mark.parametrize("game", TAUGHT)
def test_what_a_lesson_says_at_a_time_is_short_in_both_languages(game: str) -> None:
    course = games.get(game).course()
    assert course is not None
    long = []
    for spoken in ("en", "de"):
        language.use(spoken)
        for lesson in course.lessons:
            screens = [(s, t) for s in lesson.steps for t in (s.seen, s.refusal)]
            says = [(t, say) for s, t in screens for say in (s.say, s.typed)]
            texts = [f"{language.tr(t)} {language.tr(say)}" for t, say in says]
            last = course.end if lesson is course.lessons[-1] else ""  # it stands below the other
            texts += [f"{language.tr(lesson.end)} {language.tr(last)}"]
            long += [text for text in texts if len(text.split()) > MOST_WORDS]
    assert long == []


async def test_a_step_is_gone_back_to_and_done_for_who_learns_and_keys_do_it_too() -> None:
    stage = stage_of("owm")
    seen: list[int] = []

    def go(coach: Coach, scene: Scene) -> None:
        seen.append(coach.practice.at)
        pressed = ("coach.skip", "coach.skip", "coach.back", "coach.list")[len(seen) - 1]
        click(stage, next(i for i in scene if i.id == pressed))

    _, wish = await learn(stage, 1, go, step=1)
    assert seen == [1, 2, 3, 2] and wish == LIST


async def test_a_course_ends_with_the_offer_of_a_match() -> None:
    stage = stage_of("owm")
    course = games.get("owm").course()
    assert course is not None

    def go(coach: Coach, scene: Scene) -> None:
        if coach.over:
            assert any("FIRST MATCH" in text for text in scene.texts())
            click(stage, next(i for i in scene if i.id == "confirm"))
        else:
            coach.choose(SKIP)

    _, wish = await learn(stage, len(course.lessons) - 1, go)
    assert wish == MATCH


async def test_leaving_a_lesson_speaks_of_the_lesson() -> None:
    stage = stage_of("nco")
    asked: list[str] = []

    def leave(coach: Coach, scene: Scene) -> None:
        stage.key("f10")
        asked.extend(run.text for item in stage.scene() for run in item.runs)
        click(stage, next(i for i in stage.scene() if i.id == "leave.go"))

    await learn(stage, 0, leave)
    assert "LEAVE THE LESSON?" in asked and not any("match?" in text.lower() for text in asked)
    assert any("Your progress is kept" in text for text in asked)
