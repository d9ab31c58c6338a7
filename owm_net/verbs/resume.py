"""`owm-net resume`: continue a match that was broken off, even by a crash."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from owm_net.engine.chance import Chance
from owm_net.engine.text import say
from owm_net.files.private import private_path
from owm_net.net.addresses import EVERYWHERE
from owm_net.net.driver import Parting
from owm_net.net.loop import run as run_loop
from owm_net.program.computer.opponent import is_against_computer, resume_computer
from owm_net.program.failing import FINE, USAGE, Fail
from owm_net.program.given_files import reading
from owm_net.program.logs.resumable import ask_passphrase, newest, resumable_log, show_resumable
from owm_net.program.logs.verdict_words import say_verdict
from owm_net.program.meeting.where import meeting
from owm_net.program.options.declared import argument_or, option, switch
from owm_net.program.options.game import PackOptions
from owm_net.program.options.seat import DROP_HELP, TEXT_HELP
from owm_net.program.options.typed import OnePlayer, number, seconds
from owm_net.program.playing.by_itself import TellingPlayer
from owm_net.program.playing.matches import Resumed, resume_on, take_up, warn_no_drop
from owm_net.program.playing.taking_seat import DROP_AFTER
from owm_net.program.playing.text_rematch import play_again
from owm_net.program.playing.text_seat import Taken, TextPlayer, seated_in_text, to_the_end
from owm_net.program.terminal.lines import show
from owm_net.program.window.playing import resume_in_window
from owm_net.program.window.title import onward

HELP = say("go on with a match that was broken off")
EXAMPLES = say("""examples:
  owm-net resume                   the newest match of the logs folder that can be resumed
  owm-net resume --list            all of them, the newest first
  owm-net resume match.owmlog
  owm-net resume --text            in this terminal, line by line
  owm-net resume --player computer   without a window: the computer plays on for you

The log and the private file beside it (match.owmlog.private) are needed. Both sides go on where
they were; nothing that was sent is signed twice. In a match against the computer of this machine
(owm-net play) it is started again, and its side, match.owmlog.computer and its private file, is
needed too. Against a friend, both of you type owm-net resume.

With three or four seats all meet at the host. If the host does not come back, one of you waits in
its place and the others dial that one; when all who are there agree, the match goes on without it:
  owm-net resume match.owmlog --port 7770
  owm-net resume match.owmlog --address 192.0.2.9:7770
""")


@dataclass(frozen=True, kw_only=True)
class Options(PackOptions):
    """The options of `owm-net resume`."""

    file: Path | None = argument_or(Path, None, say("the log (default: the newest)"))
    list: bool = switch(say("list what can be resumed, and end"))
    patience: float = option(
        seconds,
        3600.0,
        say("how long to look for the other side (default: an hour)"),
        metavar=say("SECONDS"),
    )
    port: int | None = option(
        number(7770), None, say("wait here, in the host's place"), metavar="PORT"
    )
    bind: str = option(str, EVERYWHERE, say("address to listen on (with --port)"))
    address: str = option(str, "", say("dial who waits there instead"), metavar="HOST:PORT")
    drop_after: float | None = option(seconds, None, DROP_HELP, metavar=say("SECONDS"))
    text: bool = switch(TEXT_HELP)
    player: str | None = option(
        OnePlayer("person"),
        None,
        say(
            "who plays on: person (you in a window), or a computer player in this terminal"
            " (default: you, or the computer where owm-net play had it play for you)"
        ),
        metavar=say("WHO"),
    )


def run(options: Options) -> int:
    """Take it up, meet, play on, verify."""
    if options.list:
        if options.file:
            raise Fail(say("--list takes no file"), USAGE)
        show_resumable()
        return FINE
    if options.file:
        with reading(options.file):
            path = resumable_log(options.file)
    else:
        path = newest()
    taken = take_up(path, ask_passphrase(path))
    with taken.log:
        return _go_on(taken, options)


def _go_on(taken: Resumed, options: Options) -> int:
    path = taken.log.path
    if options.port is not None and options.address:
        raise Fail(
            say("--port and --address exclude each other: one waits, the others dial"), USAGE
        )
    if options.port is not None or options.address:
        taken.anew = meeting(options.address, port=options.port, bind=options.bind)
    show(say("{path}: taken up after step {step}", path=path, step=taken.match.state.answered))
    if taken.match.finished and not is_against_computer(taken):
        show(
            say(
                "all have signed the end; the other side may lack it. Should it have it too,"
                " delete {path}",
                path=private_path(path),
            )
        )
    player = options.player or str(taken.facts.get("plays", "person"))
    taken.drop_after = options.drop_after
    if taken.drop_after is None and player != "person":
        taken.drop_after = DROP_AFTER
    warn_no_drop(options.drop_after, taken.match)
    if player == "person" and options.text:
        return _in_text(taken, options.patience)
    if player == "person":
        from owm_net.client.menu.state import Resume  # it loads what draws

        again = onward(Resume(taken) if is_against_computer(taken) else None)
        return resume_in_window(taken, options.patience, again)
    run_loop(_play_on, taken, player, options.patience)
    assert taken.match.own is not None
    return say_verdict(path, taken.match.own.seat)


def _in_text(taken: Resumed, patience: float) -> int:
    """A person plays on in this terminal."""
    match, log = taken.match, taken.log.path
    assert match.own is not None
    at = Taken((log, match.own.seat))
    player = seated_in_text(match, hints=is_against_computer(taken))
    player.recall(log)
    if is_against_computer(taken):
        return to_the_end(at, resume_computer, taken, player, show, player.refused)

    return to_the_end(at, _on_in_text, taken, player, patience, at)


async def _on_in_text(taken: Resumed, player: TextPlayer, patience: float, at: Taken) -> None:
    parting = Parting()
    parted = await resume_on(taken, player, patience, show, player.refused, parting=parting)
    await play_again(parted, player, at, patience)


async def _play_on(taken: Resumed, plays: str, patience: float) -> None:
    player = TellingPlayer(taken.match, Chance(os.urandom(16)), plays)
    if is_against_computer(taken):
        await resume_computer(taken, player, show)
    else:
        await resume_on(taken, player, patience, show)
