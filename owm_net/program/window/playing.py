"""A person's seat: the window, with the match running inside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import trio

from owm_net.client.language import tr, tr_error
from owm_net.client.match.after import AGAIN, NEW, After
from owm_net.client.words import because
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.files.identity import own_identity
from owm_net.files.logfile import has_begun
from owm_net.files.private import private_path
from owm_net.net.driver import DriverOptions, Parting
from owm_net.net.errors import NetError
from owm_net.net.loop import run as run_loop
from owm_net.program.computer.opponent import (
    NAME,
    Computer,
    Illegal,
    is_against_computer,
    play_computer,
    resume_computer,
)
from owm_net.program.computer.thinking import think
from owm_net.program.failing import CANNOT, FINE, Fail
from owm_net.program.local_player import new_passphrase, own_name
from owm_net.program.logs.judging import code_of_end, how_left, judge
from owm_net.program.logs.places import new_log, next_log
from owm_net.program.logs.retelling import replay_to
from owm_net.program.logs.verdict_words import go_on, show_verdict
from owm_net.program.meeting.meet import Met, find_host, meet
from owm_net.program.meeting.welcome import PlayersWelcome
from owm_net.program.meeting.where import Meeting, Tell
from owm_net.program.options.seat import SeatOptions
from owm_net.program.playing.matches import Resumed, play_on, resume_on, warn_no_drop
from owm_net.program.playing.ways_back import WayBack
from owm_net.program.setups import Game
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import OpenWindow, keep_settings, need_window, settings_here
from owm_net.session.match import Match
from owm_net.session.people import terms_in_words
from owm_net.session.player import Notice, Player
from owm_net.session.verify import Outcome, Verdict

if TYPE_CHECKING:
    from owm_net.client.front import Front, Main
from owm_net.program.window.conclusion import conclude

NOT_BEGUN = say("Nothing has begun, and nothing is lost. Close this window and start again.")


def play_against_computer(
    game: Game, name: str, log: Path, seed: str, opponent: str, onward: Onward
) -> int:
    """`owm-net play` with a display: the computer runs in its own process and joins us."""
    main = against_computer(game, name, log, seed, opponent)
    return _open(game, Seat(0), [name, NAME], main, log, onward, (AGAIN, NEW))


def against_computer(game: Game, name: str, log: Path, seed: str, opponent: str) -> Main:
    """A match against the computer, for a window."""

    async def main(front: Front) -> None:
        computer = Computer(log, "person", seed, opponent)
        front.sitting.hints.think = think
        await play_computer(game, name, computer, _seated(front), *_tellers(front))
        await conclude(front, log)

    return main


def play_in_window(
    options: SeatOptions,
    where: Meeting,
    game: Game | None,
    welcome: PlayersWelcome,
    onward: Onward,
) -> int:
    """Play `owm-net host` or `join` in the window, which asks whether to play with a newcomer. A
    host waits in it; a guest first finds the host in the terminal, since the host chooses the game.
    """
    need_window()
    secret, name = (
        new_passphrase(options.passphrase),
        options.name or own_name(),
    )  # before anybody waits for us
    own_identity()  # its passphrase too is asked for in the terminal
    found = None if game is not None else run_loop(find_host, where, name, show)
    seat = 0
    if found is not None:
        assert found.match.own is not None
        game, seat = (found.match.system, found.match.terms.setup), found.match.own.seat
    assert game is not None
    log = new_log(options.log, game[0].id)

    async def main(front: Front) -> None:
        waiting, _ = _tellers(front)

        def tell(line: str) -> None:
            show(line)
            waiting(line)

        welcome.tell, welcome.player = tell, front.shall_play
        try:
            met = await _meet(found, where, game, name, tell, welcome)
        except NetError as error:
            setattr(error, "advice", NOT_BEGUN)  # noqa: B010 - for the window
            raise
        match = met.match
        agreed = terms_in_words(match.terms)
        show(
            say(
                "playing {title} ({agreed}) with {who}; the log is {log}",
                title=match.system.title,
                agreed=agreed,
                who=met.who,
                log=log,
            )
        )
        warn_no_drop(options.drop_after, match)
        await sitting(met, log, options.patience, options.drop_after, secret)(front)

    def then(met: Met, log: Path) -> Main:
        return sitting(met, log, options.patience, options.drop_after, secret)

    names = [tr("seat {n}", n=n + 1) for n in range(game[1].seats)]
    names[seat] = name
    return _open(game, Seat(seat), names, main, log, onward, then=then)


async def _meet(
    found: Met | None,
    where: Meeting,
    game: Game | None,
    name: str,
    tell: Tell,
    welcome: PlayersWelcome,
) -> Met:
    """The others, when all have said yes. found: the host, who waits for our yes."""
    if found is None:
        return await meet(where, game, name, tell, welcome)
    for link in found.links.values():  # a new loop's clock
        link.set_patience(silence=link.silence, keepalive=link.keepalive)
    await found.say_yes(tell, welcome)
    return found


def names_of(met: Met, name: str) -> list[str]:
    """Return the players' names before they have introduced themselves, by seat. name: ours."""
    match = met.match
    assert match.own is not None
    names = [tr("seat {n}", n=seat + 1) for seat in range(match.seats)]
    names[match.own.seat] = name
    for seat, link in met.links.items():
        names[seat] = link.peer
    return names


def sitting(
    met: Met, log: Path, patience: float, drop_after: float | None = None, secret: str = ""
) -> Main:
    """A match with those who have met, for a window."""

    async def main(front: Front) -> None:
        for link in met.links.values():  # a new loop's clock
            link.set_patience(silence=link.silence, keepalive=link.keepalive)
        async with met:
            _, refused = _tellers(front)
            parted = await play_on(
                met.match,
                met.links,
                _seated(front)(met.match),
                log,
                WayBack(met.where, patience, watched=_told_of_spectators(front)),
                DriverOptions(illegal=refused, drop_after=drop_after, parting=Parting()),
                secret,
            )
            met.links.clear()  # they are closed, or kept for a rematch
            await conclude(front, log, parted)

    return main


def resume_in_window(taken: Resumed, patience: float, onward: Onward) -> int:
    """`owm-net resume`: the window opens at once and waits for the other side."""
    need_window()
    match = taken.match
    assert match.own is not None
    game = (match.system, match.terms.setup)

    def then(met: Met, log: Path) -> Main:
        return sitting(met, log, patience)

    log = taken.log.path
    offers = (AGAIN, NEW) if is_against_computer(taken) else (NEW,)
    main = going_on(taken, patience)
    return _open(game, match.own.seat, match.names, main, log, onward, offers, then)


def going_on(taken: Resumed, patience: float) -> Main:
    """A match that was broken off, for a window."""
    match = taken.match

    async def main(front: Front) -> None:
        front.notice(Notice.WAITING, say("reading the log of the match"))
        await trio.to_thread.run_sync(_recall, front, taken.log.path)
        for seat, text in match.remarks:
            front.sitting.talk.recall(f"{match.names[seat]}: {text}")
        front.told(match.view(), [])
        front.notice(Notice.WAITING, say("looking for the other side"))

        parted = None
        tell, refused = _tellers(front)
        if is_against_computer(taken):
            front.sitting.hints.think = think
            await resume_computer(taken, _seated(front)(match), tell, refused)
        else:
            watched = _told_of_spectators(front)
            player = _seated(front)(match)
            parted = await resume_on(
                taken, player, patience, tell, refused, watched=watched, parting=Parting()
            )
        await conclude(front, taken.log.path, parted)

    return main


def _recall(front: Front, log: Path) -> None:
    """Tell the window what happened before; the log was checked when it was taken up."""
    replay_to(log, None, lambda match, events: front.recall(match.view(), events))


def _seated(front: Front) -> Callable[[Match], Player]:
    """The window as the player of a match; it calls the others as they call themselves."""

    def seated(match: Match) -> Player:
        front.sit_down(match)
        return cast(Player, front)  # it copies events from a list where one is promised

    return seated


def _tellers(front: Front) -> tuple[Tell, Illegal]:
    """Return the functions that tell the window news while it waits, and refusals of an answer."""

    def refused(error: Exception) -> None:
        told = tr_error(error)
        if isinstance(error, IllegalAnswer):
            told = because(error.why, error.rule)
        front.notice(Notice.ERROR, told)

    def told(line: str) -> None:
        from owm_net.client.menu.meeting import LISTENS

        if not LISTENS.fullmatch(line):  # by which way is told already
            front.notice(Notice.WAITING, line)

    return told, refused


def _told_of_spectators(front: Front) -> Tell:
    """Their code stands where remarks do, which can be read again, and in the terminal."""

    def told(line: str) -> None:
        show(line)
        front.notice(Notice.REMARK, line)

    return told


Next = Callable[[Met, Path], "Main"]
"""What is played with those who have met for a rematch, and its log."""


Onward = Callable[[OpenWindow, str, str], None]
"""What is shown in a window when its match is over: given what the player wishes then, of `After`,
and what they are called."""


def _open(
    game: Game,
    seat: Seat,
    names: list[str],
    main: Main,
    log: Path,
    onward: Onward,
    offers: tuple[str, ...] = (NEW,),
    then: Next | None = None,
) -> int:
    """Play in a window, and in the same one each rematch, and what the player wants then. offers:
    of that, as of `After`. then: how a rematch is played; None for a match that has none."""
    from owm_net.client.app import ClientApp
    from owm_net.client.glass.showing import open_window
    from owm_net.client.match_stage import Stage
    from owm_net.client.scene.pictures import Pictures

    settings, _ = settings_here()
    try:
        window = open_window(f"owm_net: {game[0].title}", settings)
    except OSError as e:
        raise Fail(tr_error(e), CANNOT) from e
    pictures = Pictures(settings.folder)
    over: list[tuple[Path, int]] = []  # matches that were followed by another
    try:
        while True:
            stage = Stage(game[0], seat, names, settings)
            stage.sitting.ending.after = after = After(offers)
            client = ClientApp(stage, settings, window, pictures)
            code = client.run(main)
            met = after.met
            if not isinstance(met, Met) or then is None:
                if after.wish and not client.quits:
                    onward(OpenWindow(settings, window, pictures), after.wish, names[seat])
                break
            if client.quits:
                run_loop(met.__aexit__)
                break
            over.append((log, seat))
            assert met.match.own is not None
            seat, names = met.match.own.seat, names_of(met, met.match.own.name)
            log = next_log(log)
            main = then(met, log)
            show(say("the next match begins; its log is {log}", log=log))
    finally:
        window.close()
    keep_settings(settings)
    for before, sat in over:
        _say_end(before, Seat(sat))
    if not log.exists() or not has_begun(log):
        return CANNOT if code else FINE
    verdict = _say_end(log, seat)
    if code and verdict.verdict is not Outcome.INVALID:
        return CANNOT
    return code_of_end(verdict, seat)


def _say_end(log: Path, seat: Seat) -> Verdict:
    """The verdict on a match that was played in the window, in the terminal."""
    verdict = judge(log, quiet=True)
    show_verdict(verdict)
    show(say("log: {log}", log=log))
    if private_path(log).exists() and verdict.verdict is not Outcome.INVALID:
        show(go_on(log, verdict.verdict, how_left(verdict, seat)))
    return verdict
