"""`owm-net title`, and `owm-net` alone: everything in one window, from the title on."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from owm_net import PROGRAM, games
from owm_net.client.after import AGAIN, NEW, REMATCH, WATCH, After
from owm_net.client.language import tr, tr_error
from owm_net.engine.system import System
from owm_net.engine.text import say
from owm_net.files.friends import Book, change_book, read_book
from owm_net.files.home import as_typed, program
from owm_net.files.identity import Form, own_form, own_identity, own_public_key
from owm_net.files.private import NeedsPassphrase
from owm_net.net.consent import Question
from owm_net.net.loop import run as run_loop
from owm_net.protocol.words import fingerprint
from owm_net.session.people import opponents
from owm_net.verbs import unfinished
from owm_net.verbs.by_itself import NO_DISPLAY, offer_unfinished, two_computers
from owm_net.verbs.common import CANNOT, FINE, Fail, add_game, find_system, game_of, show
from owm_net.verbs.computer import NAME, is_against_computer
from owm_net.verbs.friends import in_short
from owm_net.verbs.games import Listed, listing, look
from owm_net.verbs.looking import shown_again
from owm_net.verbs.matches import Met, Resumed, meet, meeting, take_up
from owm_net.verbs.meetings import NobodyNear, StandAt
from owm_net.verbs.opening import (
    Opened,
    has_display,
    keep_settings,
    settings_here,
    why_no_window,
)
from owm_net.verbs.places import check_places, new_log
from owm_net.verbs.retelling import draw, log_of
from owm_net.verbs.seat import Game, how_to_encrypt, own_name
from owm_net.verbs.standby import STANDBY
from owm_net.verbs.typed import clock
from owm_net.verbs.unfinished import kept, picture_of, remove
from owm_net.verbs.verify import in_a_window, judge
from owm_net.verbs.welcome import PlayersWelcome, lines_of
from owm_net.verbs.window import (
    Onward,
    against_computer,
    going_on,
    names_of,
    sitting,
)

if TYPE_CHECKING:
    from owm_net.client.front import Main
    from owm_net.client.menu.state import Door, Errand, Friend, Hosting, Me, Offer

LOOKING = 3600.0
"""Seconds for which the other side of a match that goes on is looked for."""
PORT = 7770
"""Where a host listens."""
HELP = say("the title: choose in a window what to do")
EXAMPLES = say("""examples:
  owm-net                         the same, where there is a display
  owm-net title

Without a display two computer players play, as with: owm-net play
""")


def add(parser: argparse.ArgumentParser) -> None:
    """Nothing but the language."""


def run(args: argparse.Namespace) -> int:
    """The title in a window; where none can be opened, what `owm-net play` does."""
    if has_display() and why_no_window() is None:
        return open_title()
    parser = argparse.ArgumentParser()
    add_game(parser)
    game = game_of(parser.parse_args([]))
    check_places(None)
    offer_unfinished()
    show((has_display() and why_no_window()) or say(NO_DISPLAY))
    return two_computers(game, own_name(), new_log(None, game[0].id))


def open_title() -> int:
    """One window, from the title to a match and back, until it is closed. Raises Fail."""
    from owm_net.client.pictures import Pictures
    from owm_net.client.showing import open_window

    settings = settings_here()
    own_identity()  # its passphrase is asked for in the terminal, before a window covers that
    try:
        window = open_window("owm_net", settings)
    except OSError as e:
        raise Fail(tr_error(e), CANNOT) from e
    opened = Opened(settings, window, Pictures(settings.folder))
    try:
        _stay(opened, settings.name or own_name())
    finally:
        keep_settings(settings)
        window.close()
        STANDBY.dismiss()
    return FINE


def onward(errand: Errand | None = None) -> Onward:
    """What the title does in the window of a match that was begun without it, when that is over.
    errand: how the same is played again; None where it was with people."""

    again = None if errand is None else _from_the_beginning(errand)

    def follow(opened: Opened, wish: str, name: str) -> None:
        try:
            _stay(opened, name, Done(wish=wish), again)
        finally:
            STANDBY.dismiss()

    return follow


def _stay(
    opened: Opened, name: str, done: Done | None = None, errand: Errand | None = None
) -> None:
    """From the title, or what comes after a match, to whatever is chosen and back, until the window
    shall close. name: the player's. done: what came of that match; errand: how it is begun."""
    from owm_net.client.menu.new_game import NewGame
    from owm_net.client.menu.run import MenuClient
    from owm_net.client.menu.state import Menu, Play, Quit, Sit, Watch
    from owm_net.client.menu.title import Title

    settings = opened.settings
    if isinstance(errand, Play):  # it was begun without the title, which remembers what is chosen
        setup = errand.setup
        settings.game = (errand.system.id, setup.mission, setup.level, errand.opponent)
    menu = Menu(House(), settings, name, Title())
    menu.say(settings.damage)
    while True:
        if done is not None:
            done = _follow(errand, done, name, opened)
            if done.quits:
                return
            menu.returned(done.note, stays=isinstance(errand, Watch))  # a step back is from where
            if done.wish == NEW:
                menu.open(NewGame(hosts=errand is None or isinstance(errand, Sit)))
        errand, done = MenuClient(menu, opened.window, opened.pictures).run(), Done(wish=AGAIN)
        name = menu.name  # it may be another now
        if isinstance(errand, Quit):
            return


def _follow(errand: Errand | None, done: Done, name: str, opened: Opened) -> Done:
    """Whatever is to be done at once after this, one thing after the other."""
    from owm_net.client.menu.state import Sit, Watch

    while done.wish in (AGAIN, REMATCH, WATCH):
        if done.met is not None:
            errand = Sit(done.met)
        elif done.wish == WATCH and done.log is not None:
            errand = Watch(done.log)
        assert errand is not None
        try:
            done = _do(errand, name, opened)
        except (Fail, OSError) as e:  # a full disk, say: the title goes on
            done = Done(note=tr_error(e))
        if done.wish == AGAIN:
            errand = _from_the_beginning(errand)
    return done


class House:
    """What the menus ask of the program; see `client.menu.state.House`."""

    version = PROGRAM

    def systems(self) -> Sequence[System]:
        """Those with a table of their own first."""
        from owm_net.client.tables import has_own

        found = [find_system(name) for name in games.names()]
        return sorted(found, key=lambda system: not has_own(system))

    def expects(self) -> bool:
        """By what lies in the logs folder."""
        return unfinished.seems_unfinished()

    def matches(self) -> Sequence[Any]:
        """Those of the logs folder."""
        from owm_net.client.menu.state import Kept

        return [
            Kept(
                one.match.log,
                f"{tr(one.match.title).partition(':')[0]}: {tr(one.match.mission)}",
                _about(one),
                time.strftime(tr("%d %b %Y, %H:%M"), time.localtime(one.match.changed)),
                one.goes_on,
                _picture(one.match),
            )
            for one in kept()
        ]

    def verify(self, log: Path) -> list[str]:
        """On one process: the window wants the others. Who signed, and how much, comes last."""
        return in_a_window(judge(log, 1, True))

    def draw(self, log: Path) -> tuple[Path, int]:
        """Beside the log, as `owm-net play` without a window does."""
        picture = picture_of(log)
        draw(log, picture)
        return picture, picture.stat().st_mtime_ns

    def remove(self, log: Path) -> None:
        """With its private file, its computer player's log and its picture."""
        remove(log)

    def take_up(self, log: Path) -> Resumed:
        """Not one that is sealed with a passphrase: that is typed in a terminal."""
        try:
            return take_up(log)
        except Fail as e:
            if isinstance(e.__cause__, NeedsPassphrase):
                how = f"{program()} resume {as_typed(log)}"
                raise Fail(
                    say("this match is sealed with a passphrase; in a terminal: {how}", how=how)
                ) from e
            raise

    def let_go(self, taken: Resumed) -> None:
        """Another program may have it."""
        taken.log.close()

    def key(self) -> tuple[str, str]:
        """As `owm-net key`."""
        words = fingerprint(own_public_key())  # made, if there is none yet
        form = own_form()
        kept = "" if form is None else tr(form.value)
        if form is not Form.PLAIN:
            return words, kept
        how = tr(how_to_encrypt())
        return words, tr("{kept}. In a terminal, {how}", kept=kept, how=how)

    def friends(self) -> Sequence[Friend]:
        """Of the book, in the order in which they were met."""
        return _friends(read_book())

    def rename(self, words: str, name: str) -> Sequence[Friend]:
        """As `owm-net friends name`."""
        return _friends(change_book(lambda book: book.named(words, name)))

    def forget(self, words: str) -> Sequence[Friend]:
        """As `owm-net friends forget`."""
        return _friends(change_book(lambda book: book.without(words)))

    def prepare(self) -> None:
        """The computer player is started: it is there when START is pressed."""
        STANDBY.prepare()

    async def host(self, game: Game, me: Me, how: Hosting, door: Door) -> Met:
        """By all ways at once, as `owm-net host`."""
        check_places(None)
        if how.relay_only and not me.relay:
            raise Fail(say("your address can be hidden only at a relay: write one"))
        port, lan = (None, False) if how.relay_only else (PORT, True)
        where = meeting(relay=me.relay, port=port, lan=lan)
        where = evolve(where, clock=clock(how.clock))
        if how.listed is not None:
            where = evolve(where, listed=partial(listing, *game, how.listed))
        if how.spectators is not None:
            where = evolve(where, stand=StandAt(how.spectators, lan=lan))
        return await meet(where, game, me.name, door.tell, _welcome(door, how.friends))

    async def look(self, relay: str) -> tuple[Sequence[Offer], str]:
        """As `owm-net games`."""
        listed, problems = await look(meeting(relay=relay, lan=True))
        return [_offer(one) for one in listed], str(problems[0]) if problems else ""

    async def join(
        self, code: str, address: str, me: Me, door: Door, offer: Listed | None = None
    ) -> Met:
        """By one way after the other, as `owm-net join`."""
        check_places(None)
        where = meeting(address=address, relay=me.relay, code=code, lan=not address)
        if offer is not None:
            room, game = offer.room, offer.game
            where = evolve(where, code=game.code(room), identity=game.identity)
        try:
            return await meet(where, None, me.name, door.tell, _welcome(door))
        except NobodyNear as e:
            raise Fail(
                say(
                    "nobody on your own network waits in room {room}: check the number, or ask"
                    " your friend for his address or a relay, and write that here",
                    room=e.room,
                )
            ) from e


def _picture(match: unfinished.Unfinished) -> tuple[Path, int] | None:
    """Of its table, if there is one that was drawn after the last order."""
    path = picture_of(match.log)
    try:
        found = path.stat()
    except OSError:
        return None
    return (path, found.st_mtime_ns) if found.st_mtime >= match.changed else None


def _about(one: unfinished.Kept) -> str:
    """Who plays; of a match that is over how it ended, which nobody has checked yet."""
    who = tr(opponents(one.match.names))
    if not one.ended:
        return who
    return tr("{who}; the log says: {ended}", who=who, ended=one.ended)


def _friends(book: Book) -> list[Friend]:
    from owm_net.client.menu.state import Friend

    return [Friend(one.name, one.words, in_short(one)) for one in book.friends]


def _offer(listed: Listed) -> Offer:
    """An open game as the menus show it. What it plays may be unknown here."""
    from owm_net.client.menu.parts import said
    from owm_net.client.menu.state import Offer

    game = listed.game
    title = game.system
    with suppress(Fail):
        title = find_system(game.system).title.partition(":")[0]
    mission = f": {said(game.mission)}" if game.mission else ""
    words = [tr("{n} players", n=game.seats)] if game.seats > 2 else []
    words += [text for text in (said(game.level), game.text) if text]
    place = tr("at the relay") if listed.place.startswith("relay") else listed.place
    return Offer(listed.room, f"{title}{mission}", ", ".join(words), game.who, place, listed)


def _welcome(door: Door, friends: Sequence[str] = ()) -> PlayersWelcome:
    """Friends are let in unasked; of everybody else the player is asked in the window."""

    async def ask(question: Question) -> bool:
        return await door.ask(lines_of(question), loud=question.other is not None)

    return PlayersWelcome(door.tell, ask, friends=friends)


@frozen
class Done:
    """What came of an errand. quits: the window shall close. note: a line for the title. wish: of
    `client.after`, what the player wants next. log: of the match. met: for a rematch."""

    quits: bool = False
    note: str = ""
    wish: str = ""
    log: Path | None = None
    met: Met | None = None


def _do(errand: Errand, name: str, opened: Opened) -> Done:
    """Raises Fail, OSError."""
    from owm_net.client.menu.state import Learn, Play, Resume, Sit, Watch

    if isinstance(errand, Learn):
        return _teach(name, opened)
    shown = partial(_show, opened)
    if isinstance(errand, Watch):
        match = log_of(errand.log).match
        names = [tr("seat {n}", n=seat + 1) for seat in range(match.seats)]
        return shown(match.system, -1, names, shown_again(errand.log), errand.log)
    if isinstance(errand, Resume):
        taken: Resumed = errand.taken
        match = taken.match
        assert match.own is not None
        with taken.log:
            log = taken.log.path
            offers = (AGAIN, NEW) if is_against_computer(taken) else (NEW,)
            main = going_on(taken, LOOKING)
            return shown(match.system, match.own.seat, match.names, main, log, offers)
    if isinstance(errand, Sit):
        met: Met = errand.met
        match = met.match
        assert match.own is not None
        try:
            log = new_log(None, match.system.id)
        except (Fail, OSError):
            run_loop(met.__aexit__)  # the others hear at once that nobody comes
            raise
        main = sitting(met, log, LOOKING)
        return shown(match.system, match.own.seat, names_of(met, name), main, log)
    assert isinstance(errand, Play)
    check_places(None)
    log = new_log(None, errand.system.id)
    main = against_computer((errand.system, errand.setup), name, log, "", errand.opponent)
    return shown(errand.system, 0, [name, NAME], main, log, (AGAIN, NEW))


def _from_the_beginning(errand: Errand) -> Errand:
    """What is played again: of a match that was gone on with, the same against the same computer
    player."""
    from owm_net.client.menu.state import Play, Resume

    if not isinstance(errand, Resume):
        return errand
    taken: Resumed = errand.taken
    match = taken.match
    return Play(match.system, match.terms.setup, str(taken.facts.get("opponent", "computer")))


def _teach(name: str, opened: Opened) -> Done:
    """Boot Camp of the first game that has one; a match may be wanted after it."""
    from owm_net.client.app import Client
    from owm_net.client.boot_camp import lessons
    from owm_net.client.stage import Stage

    system = next(s for s in House().systems() if s.course() is not None)

    settings = opened.settings

    def reached(lesson: int) -> None:
        settings.reached(lesson)
        keep_settings(settings)

    stage = Stage(system, 0, [name, tr("Enemy")], settings)
    stage.model.home = True
    client = Client(stage, settings, opened.window, opened.pictures)
    client.run(lessons(system, settings.lesson, reached))
    coach = stage.model.coach
    return Done(client.quits, wish=coach.wish if coach is not None else "")


def _show(
    opened: Opened,
    system: System,
    seat: int,
    names: Sequence[str],
    main: Main,
    log: Path,
    offers: tuple[str, ...] = (NEW,),
) -> Done:
    """A match in the window, until it is left."""
    from owm_net.client.app import Client
    from owm_net.client.stage import Stage

    settings = opened.settings
    stage = Stage(system, seat, names, settings)
    stage.model.home = True
    stage.model.after = after = After(offers)
    client = Client(stage, settings, opened.window, opened.pictures)
    client.run(main)
    keep_settings(settings)
    if after.met is not None:
        if not client.quits:
            return Done(wish=REMATCH, met=after.met)
        run_loop(after.met.__aexit__)
    if stage.model.ui.dropped is not None:
        return Done(client.quits, "", WATCH, stage.model.ui.dropped)
    if stage.model.problem is not None:
        what = stage.model.problem[0]
        told = what if stage.model.is_calm else say("The match has stopped: {what}", what=what)
        return Done(client.quits, told)
    if not stage.model.may_be_left:
        return Done(client.quits, "", "" if client.quits else after.wish, log)
    if client.quits:
        show(
            say(
                "the match is kept; go on with: {program} resume {log}",
                program=program(),
                log=as_typed(log),
            )
        )
    return Done(client.quits, say("The match is kept. Go on with it whenever you like."))
