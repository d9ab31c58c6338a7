"""One window from the title to a match and back, until it is closed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from owm_net.client.language import tr, tr_error
from owm_net.client.match.after import AGAIN, NEW, REMATCH, WATCH, After
from owm_net.engine.ids import Seat
from owm_net.engine.lessons import LEARNER
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.files.home import as_typed, program
from owm_net.files.identity import is_locked_for_windows, own_identity
from owm_net.files.progress import reach
from owm_net.program.computer.opponent import NAME, is_against_computer
from owm_net.program.computer.standby import STANDBY
from owm_net.program.failing import CANNOT, FINE, Fail
from owm_net.program.local_player import own_name
from owm_net.program.logs.places import check_places, new_log
from owm_net.program.logs.releases import OtherProgram, watch_release
from owm_net.program.logs.retelling import log_of
from owm_net.program.meeting.meet import Met
from owm_net.program.playing.matches import Resumed
from owm_net.program.playing.watching import Spectator
from owm_net.program.terminal.lines import show
from owm_net.program.window.looking import shown_again
from owm_net.program.window.opening import (
    OpenWindow,
    at_once,
    keep_settings,
    settings_here,
)
from owm_net.program.window.playing import Onward, against_computer, going_on, names_of, sitting

if TYPE_CHECKING:
    from owm_net.client.front import Main
    from owm_net.client.menu.state import Errand, Learn, Menu
    from owm_net.client.settings import Settings
from owm_net.program.window.house import ProgramHouse
from owm_net.program.window.watching import names_shown, watched_by

LOOKING = 3600.0
"""Seconds for which the other side of a match that goes on is looked for."""


def open_title(developer: bool = False) -> int:
    """One window, from the title to a match and back, until it is closed. developer: with the games
    for developers. Raises Fail."""
    from owm_net.client.glass.showing import open_window
    from owm_net.client.scene.pictures import Pictures

    settings, bad = settings_here()
    locked = is_locked_for_windows()
    if not locked:
        own_identity()  # its passphrase is asked for in the terminal, before a window covers that
    try:
        window = open_window("owm_net", settings)
    except OSError as e:
        raise Fail(tr_error(e), CANNOT) from e
    opened = OpenWindow(settings, window, Pictures(settings.folder), developer)
    try:
        at_once(stay(opened, settings.name or own_name(), told=bad, locked=locked))
    finally:
        keep_settings(settings)
        window.close()
        STANDBY.dismiss()
    return FINE


def onward(errand: Errand | None = None) -> Onward:
    """Return what the title does in a window opened for a match, after that match. errand: how to
    play the same again; None if it was with people."""

    again = None if errand is None else _from_the_beginning(errand)

    def follow(opened: OpenWindow, wish: str, name: str) -> None:
        try:
            at_once(stay(opened, name, AfterErrand(wish=wish), again))
        finally:
            STANDBY.dismiss()

    return follow


async def stay(
    opened: OpenWindow,
    name: str,
    done: AfterErrand | None = None,
    errand: Errand | None = None,
    told: str = "",
    house: ProgramHouse | None = None,
    invited: str = "",
    locked: bool = False,
) -> None:
    """Go from the title, or the end of a match, to the player's choice and back, until the window
    closes. name: the player's. done: the result of that match; errand: how it is begun. told: to be
    said on the title, such as which settings are bad. house: other services than the program's.
    invited: what a friend has sent, to be joined at once. locked: the passphrase of the own key is
    asked for first."""
    from owm_net.client.match.coach import LIST, MATCH
    from owm_net.client.menu.first_match import OpenFirstMatch
    from owm_net.client.menu.first_start import FirstStart
    from owm_net.client.menu.learn import LearnScreen
    from owm_net.client.menu.new_game import NewGame
    from owm_net.client.menu.passphrase import Unlock
    from owm_net.client.menu.run import MenuClient
    from owm_net.client.menu.state import Learn, Play, Quit, Sit, Watch

    settings = opened.settings
    if isinstance(errand, Play):  # it was begun without the title, which remembers what is chosen
        setup = errand.setup
        settings.game = (errand.system.id, setup.mission, setup.level, errand.opponent)
    menu = _menu(house or ProgramHouse(opened.developer), settings, name, invited)
    if not settings.name.strip() and done is None:
        menu.open(FirstStart())
    if locked:
        menu.open(Unlock())
    menu.say(told, stays=True)
    while True:
        if done is not None:
            done = await _follow(errand, done, name, opened)
            if done.quits:
                return
            menu.returned(done.note, stays=isinstance(errand, Watch))  # a step back is from where
            if not menu.name:  # a page that began with a log has not asked yet
                menu.open(FirstStart())
                menu.say(done.note)
            if done.wish in (LIST, MATCH) and isinstance(errand, Learn):
                menu.open(LearnScreen(errand.system.id))
                if done.wish == MATCH:
                    OpenFirstMatch(errand.system).do(menu)
            if done.wish == NEW:
                menu.open(NewGame(hosts=errand is None or isinstance(errand, Sit)))
        errand = await opened.run(MenuClient(menu, opened.window, opened.pictures))
        done = AfterErrand(wish=AGAIN)
        name = menu.name  # it may be another now
        if isinstance(errand, Quit):
            return


def _menu(house: ProgramHouse, settings: Settings, name: str, invited: str) -> Menu:
    """The title; over it the page on which an invitation is taken up."""
    from owm_net.client.menu.joining import CODE, JoinScreen
    from owm_net.client.menu.state import Menu
    from owm_net.client.menu.title import Title

    menu = Menu(house, settings, name, Title())
    if invited:
        menu.open(screen := JoinScreen())
        screen.fields[CODE].paste(invited)
    return menu


async def _follow(
    errand: Errand | None, done: AfterErrand, name: str, opened: OpenWindow
) -> AfterErrand:
    """Whatever is to be done at once after this, one thing after the other."""
    from owm_net.client.menu.state import Sit, Watch

    while done.wish in (AGAIN, REMATCH, WATCH):
        if done.met is not None:
            errand = Sit(done.met)
        elif done.wish == WATCH and done.log is not None:
            errand = Watch(done.log)
        assert errand is not None
        try:
            done = await _do(errand, name, opened)
        except (Fail, OSError) as e:  # a full disk, say: the title goes on
            done = AfterErrand(note=tr_error(e))
        if done.wish == AGAIN:
            errand = _from_the_beginning(errand)
    return done


@frozen
class AfterErrand:
    """The result of an errand. quits: close the window. note: a line for the title. wish: of
    `client.match.after`, what the player wants next. log: of the match. met: for a rematch."""

    quits: bool = False
    note: str = ""
    wish: str = ""
    log: Path | None = None
    met: Met | None = None


async def _do(errand: Errand, name: str, opened: OpenWindow) -> AfterErrand:
    """Raises Fail, OSError."""
    from owm_net.client.menu.state import Follow, Learn, Play, Resume, Sit, Watch

    if isinstance(errand, Learn):
        return await _teach(errand, name, opened)
    shown = partial(_show, opened)
    if isinstance(errand, Watch):
        try:
            match = log_of(errand.log).match
        except OtherProgram as e:
            watch_release(e, errand.log)
            return AfterErrand(note=tr("Release {n} opens it in a window of its own", n=e.release))
        names = [tr("seat {n}", n=seat + 1) for seat in range(match.seats)]
        return await shown(match.system, Seat(-1), names, shown_again(errand.log), errand.log)
    if isinstance(errand, Follow):
        spectator = errand.shown
        assert isinstance(spectator, Spectator)
        with closing(spectator):
            system, names = spectator.watched.match.system, names_shown(spectator)
            main = watched_by(spectator)
            return await shown(system, Seat(-1), names, main, spectator.log.path)
    if isinstance(errand, Resume):
        taken = errand.taken
        assert isinstance(taken, Resumed)
        match = taken.match
        assert match.own is not None
        with taken.log:
            log = taken.log.path
            offers = (AGAIN, NEW) if is_against_computer(taken) else (NEW,)
            main = going_on(taken, LOOKING)
            return await shown(match.system, match.own.seat, match.names, main, log, offers)
    if isinstance(errand, Sit):
        met = errand.met
        assert isinstance(met, Met)
        match = met.match
        assert match.own is not None
        try:
            log = new_log(None, match.system.id)
        except (Fail, OSError):
            await opened.settle(met.__aexit__)  # the others hear at once that nobody comes
            raise
        main = sitting(met, log, LOOKING)
        return await shown(match.system, match.own.seat, names_of(met, name), main, log)
    assert isinstance(errand, Play)
    check_places(None)
    log = new_log(None, errand.system.id)
    main = against_computer((errand.system, errand.setup), name, log, "", errand.opponent)
    return await shown(errand.system, Seat(0), [name, NAME], main, log, (AGAIN, NEW))


def _from_the_beginning(errand: Errand) -> Errand:
    """Return the errand to play again: for a resumed match, the same against the same computer
    player."""
    from owm_net.client.menu.state import Play, Resume

    if not isinstance(errand, Resume):
        return errand
    taken = errand.taken
    assert isinstance(taken, Resumed)
    match = taken.match
    return Play(match.system, match.terms.setup, str(taken.facts.get("opponent", "computer")))


async def _teach(learn: Learn, name: str, opened: OpenWindow) -> AfterErrand:
    """Lessons of a game, until the player wants something else: the list of them, or a match."""
    from owm_net.client.app import ClientApp
    from owm_net.client.lessons.boot_camp import lessons
    from owm_net.client.match.coach import LIST
    from owm_net.client.match_stage import Stage

    system, settings = learn.system, opened.settings
    course = system.course()
    assert course is not None
    steps = {lesson.key: len(lesson.steps) for lesson in course.lessons}

    def reached(lesson: str, step: int) -> None:
        with suppress(OSError):  # a full disk: the lesson goes on all the same
            reach(settings.memory, system.id, lesson, step, steps[lesson])

    stage = Stage(system, LEARNER, [name, tr("Enemy")], settings)
    stage.sitting.exit.home = True
    client = ClientApp(stage, settings, opened.window, opened.pictures)
    await opened.run(client, lessons(course, learn.lesson, learn.step, reached))
    coach = stage.sitting.coach
    wish = coach.wish if coach is not None else ""
    return AfterErrand(client.quits, wish=wish or LIST)


async def _show(
    opened: OpenWindow,
    system: System,
    seat: Seat,
    names: Sequence[str],
    main: Main,
    log: Path,
    offers: tuple[str, ...] = (NEW,),
) -> AfterErrand:
    """A match in the window, until it is left."""
    from owm_net.client.app import ClientApp
    from owm_net.client.match_stage import Stage

    settings = opened.settings
    stage = Stage(system, seat, names, settings)
    stage.sitting.exit.home = True
    stage.sitting.ending.after = after = After(offers)
    client = ClientApp(stage, settings, opened.window, opened.pictures)
    await opened.run(client, main)
    keep_settings(settings)
    if isinstance(after.met, Met):
        if not client.quits:
            return AfterErrand(wish=REMATCH, met=after.met)
        await opened.settle(after.met.__aexit__)
    if stage.sitting.exit.dropped is not None:
        return AfterErrand(client.quits, "", WATCH, stage.sitting.exit.dropped)
    if stage.sitting.ending.problem is not None:
        what = stage.sitting.ending.problem[0]
        told = (
            what if stage.sitting.ending.is_calm else tr("The match has stopped: {what}", what=what)
        )
        return AfterErrand(client.quits, told)
    if not stage.sitting.may_be_left:
        return AfterErrand(client.quits, "", "" if client.quits else after.wish, log)
    if client.quits:
        show(
            say(
                "the match is kept; go on with: {program} resume {log}",
                program=program(),
                log=as_typed(log),
            )
        )
    return AfterErrand(client.quits, tr("The match is kept. Go on with it whenever you like."))
