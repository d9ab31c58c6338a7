"""The file of a course, `data/lessons.toml` of a game: from there into a `LessonCourse`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, partial

from attrs import field, frozen

from owm_net.engine.chance import Chance
from owm_net.engine.data import DataFiles, Plain
from owm_net.engine.deeds import Deed
from owm_net.engine.errors import BadData
from owm_net.engine.frames import GameState
from owm_net.engine.lessons import (
    Lesson,
    LessonCourse,
    LessonMatch,
    LessonStep,
    ScriptedDealer,
    play_script,
)
from owm_net.engine.system import BadSetup, Setup, System
from owm_net.engine.text import Said

FILE = "lessons.toml"


@frozen
class _StepData:
    say: Said
    do: Plain
    also: tuple[Plain, ...] = ()
    best: dict[str, Plain] = field(factory=dict)
    point: str = ""
    at: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    then: tuple[Plain, ...] = ()
    seen: Said = ""
    wrong: Said = ""
    typed: Said = ""


@frozen
class _LessonData:
    key: str
    title: Said
    about: Said
    end: Said
    position: str
    step: tuple[_StepData, ...]
    rules: tuple[str, ...] = ()


@frozen
class _Position:
    """A match as it stands. own: the file of a mission that only lessons have. seed: of what the
    script does not choose. cards, numbers: what chance gives, in that order. answers: of all seats,
    as they are asked."""

    key: str
    mission: str = ""
    own: str = ""
    level: str = ""
    seats: int = 0
    switches: dict[str, str] = field(factory=dict)
    seed: int = 1
    cards: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    answers: tuple[Plain, ...] = ()


@frozen
class CourseData:
    """What the file holds."""

    title: Said
    about: Said
    end: Said
    match: LessonMatch
    lesson: tuple[_LessonData, ...]
    position: tuple[_Position, ...]


@cache
def read_course(system: System) -> LessonCourse:
    """Return the course of a game, read once: menus ask for it whenever they draw.

    Raises BadData with everything that is wrong in its file.
    """
    return course_of(system, *_files_of(system))


def lay_position(system: System, key: str) -> tuple[GameState, ScriptedDealer]:
    """One position of a game's file, for whoever writes it. Raises BadData."""
    files, data = _files_of(system)
    positions = {one.key: one for one in data.position}
    if key not in positions:
        raise BadData([f"there is no position {key!r}; there are {', '.join(positions)}"])
    return _lay(system, files, positions[key])


def _files_of(system: System) -> tuple[DataFiles, CourseData]:
    files = DataFiles.of_package(f"owm_net.games.{system.id}")
    return files, read_lessons(files)


def read_lessons(files: DataFiles) -> CourseData:
    """The file. Raises BadData with everything that is wrong in it."""
    data = files.load(FILE, CourseData)
    problems = [f"{FILE}: {problem}" for problem in _faults(data)]
    if problems:
        raise BadData(problems)
    return data


def course_of(system: System, files: DataFiles, data: CourseData) -> LessonCourse:
    """The course of a game, from its file."""
    positions = {one.key: one for one in data.position}
    return LessonCourse(
        title=data.title,
        about=data.about,
        end=data.end,
        match=data.match,
        lessons=tuple([_lesson(system, files, one, positions) for one in data.lesson]),
    )


def _lesson(
    system: System, files: DataFiles, data: _LessonData, positions: Mapping[str, _Position]
) -> Lesson:
    position = positions[data.position]
    return Lesson(
        key=data.key,
        title=data.title,
        about=data.about,
        end=data.end,
        rules=data.rules,
        lay=partial(_lay, system, files, position),
        steps=tuple(map(_step, data.step)),
    )


def _step(data: _StepData) -> LessonStep:
    return LessonStep(
        say=data.say,
        typed=data.typed or data.say,
        do=Deed(data.do),
        also=tuple(map(Deed, data.also)),
        best=data.best,
        point=data.point,
        at=data.at,
        cards=data.cards,
        numbers=data.numbers,
        then=tuple(map(Deed, data.then)),
        seen=data.seen,
        wrong=data.wrong,
    )


def _faults(data: CourseData) -> Iterator[str]:
    positions = [one.key for one in data.position]
    for named in (positions, [one.key for one in data.lesson]):
        yield from [f"{key} stands twice" for key in dict.fromkeys(named) if named.count(key) > 1]
    for lesson in data.lesson:
        if lesson.position not in positions:
            yield f"lesson {lesson.key}: there is no position {lesson.position!r}"
        if not lesson.step:
            yield f"lesson {lesson.key}: has no step"
        for number, step in enumerate(lesson.step, 1):
            where = f"lesson {lesson.key}, step {number}"
            for plain in (step.do, *step.also, *step.then):
                try:
                    _ = Deed(plain).cls
                except BadData as e:
                    yield from [f"{where}: {problem}" for problem in e.problems]


def _lay(system: System, files: DataFiles, position: _Position) -> tuple[GameState, ScriptedDealer]:
    """Play a match so far. Raises BadData where the rules do not allow what the file says."""
    mission, switches = position.mission, tuple(position.switches.items())
    if position.own:
        mission, carries = system.mission_file(position.own, files.text(position.own))
        switches = (carries, *switches)
    try:
        usual = system.levels[0]
        seats = position.seats or system.seats[0]
        setup = Setup(mission or system.missions[0], position.level or usual, seats, switches)
        if setup.mission not in system.drills:
            system.check_setup(system.with_pack(setup))
    except BadSetup as e:
        raise BadData([f"{FILE}: position {position.key}: {e}"]) from e
    g = system.new_game(setup)
    dealer = ScriptedDealer(seats, Chance(f"lesson {position.key} {position.seed}"))
    dealer.cards.extend(position.cards)
    dealer.numbers.extend(position.numbers)
    try:
        play_script(g, dealer, tuple(map(Deed, position.answers)))
    except BadData as e:
        problems = [f"{FILE}: position {position.key}: {problem}" for problem in e.problems]
        raise BadData(problems) from e
    dealer.unscripted = 0
    return g, dealer
