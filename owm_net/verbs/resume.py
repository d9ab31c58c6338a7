"""`owm-net resume`: go on with a match that was broken off, after a crash too."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.chance import Chance
from owm_net.engine.text import say
from owm_net.files.home import as_typed, program
from owm_net.files.logfile import has_begun, is_log
from owm_net.files.private import SUFFIX as PRIVATE
from owm_net.files.private import CannotOpen, NeedsPassphrase, PrivateFile, private_path
from owm_net.files.reading import open_plain
from owm_net.net.addresses import EVERYWHERE
from owm_net.net.driver import Parting
from owm_net.net.loop import run as run_loop
from owm_net.program.computer.opponent import NOT_BEGUN, is_against_computer, resume_computer
from owm_net.program.computer.opponent import SUFFIX as COMPUTER
from owm_net.program.failing import FINE, USAGE, Fail
from owm_net.program.given_files import reading
from owm_net.program.logs.unfinished import in_play, out_of_reach, unfinished
from owm_net.program.logs.verdict_words import say_verdict
from owm_net.program.meeting.where import meeting
from owm_net.program.options.game import add_pack
from owm_net.program.options.seat import DROP_HELP, TEXT_HELP
from owm_net.program.options.typed import OnePlayer, number, seconds
from owm_net.program.playing.by_itself import TellingPlayer
from owm_net.program.playing.matches import Resumed, resume_on, take_up, warn_no_drop
from owm_net.program.playing.taking_seat import DROP_AFTER
from owm_net.program.playing.text_rematch import play_again
from owm_net.program.playing.text_seat import Taken, TextPlayer, seated_in_text, to_the_end
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import resume_with
from owm_net.program.window.playing import resume_in_window
from owm_net.program.window.title import onward
from owm_net.session.verify import why_no_log

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


def add(parser: argparse.ArgumentParser) -> None:
    """Add what this verb may be given to its parser."""
    parser.add_argument("file", type=Path, nargs="?", help=tr("the log (default: the newest)"))
    add_pack(parser)
    parser.add_argument("--list", action="store_true", help=tr("list what can be resumed, and end"))
    parser.add_argument(
        "--patience",
        type=seconds,
        default=3600.0,
        metavar=tr("SECONDS"),
        help=tr("how long to look for the other side (default: an hour)"),
    )
    parser.add_argument(
        "--port", type=number(7770), metavar="PORT", help=tr("wait here, in the host's place")
    )
    parser.add_argument("--bind", default=EVERYWHERE, help=tr("address to listen on (with --port)"))
    parser.add_argument(
        "--address", default="", metavar="HOST:PORT", help=tr("dial who waits there instead")
    )
    parser.add_argument(
        "--drop-after",
        type=seconds,
        metavar=tr("SECONDS"),
        help=tr(DROP_HELP),
    )
    parser.add_argument("--text", action="store_true", help=tr(TEXT_HELP))
    parser.add_argument(
        "--player",
        type=OnePlayer("person"),
        metavar=tr("WHO"),
        default=None,
        help=tr(
            "who plays on: person (you in a window), or a computer player in this terminal"
            " (default: you, or the computer where owm-net play had it play for you)"
        ),
    )


def run(args: argparse.Namespace) -> int:
    """Take it up, meet, play on, verify."""
    if args.list:
        return _list(args)
    if args.file:
        with reading(args.file):
            path = _log_of(args.file)
    else:
        path = newest()
    taken = take_up(path, ask_passphrase(path))
    with taken.log:
        return _go_on(taken, args)


def _go_on(taken: Resumed, args: argparse.Namespace) -> int:
    path = taken.log.path
    if args.port is not None and args.address:
        raise Fail(
            say("--port and --address exclude each other: one waits, the others dial"), USAGE
        )
    if args.port is not None or args.address:
        taken.anew = meeting(args.address, port=args.port, bind=args.bind)
    show(say("{path}: taken up after step {step}", path=path, step=taken.match.state.answered))
    if taken.match.finished and not is_against_computer(taken):
        show(
            say(
                "all have signed the end; the other side may lack it. Should it have it too,"
                " delete {path}",
                path=private_path(path),
            )
        )
    args.player = args.player or taken.facts.get("plays", "person")
    taken.drop_after = args.drop_after
    if taken.drop_after is None and args.player != "person":
        taken.drop_after = DROP_AFTER
    warn_no_drop(args.drop_after, taken.match)
    if args.player == "person" and args.text:
        return _in_text(taken, args.patience)
    if args.player == "person":
        from owm_net.client.menu.state import Resume  # it loads what draws

        again = onward(Resume(taken) if is_against_computer(taken) else None)
        return resume_in_window(taken, args.patience, again)
    run_loop(_play_on, taken, args)
    assert taken.match.own is not None
    return say_verdict(path, taken.match.own.seat)


def _in_text(taken: Resumed, patience: float) -> int:
    """A person plays on in this terminal."""
    match, log = taken.match, taken.log.path
    assert match.own is not None
    at = Taken((log, match.own.seat))
    player = seated_in_text(match)
    player.recall(log)
    if is_against_computer(taken):
        return to_the_end(at, resume_computer, taken, player, show, player.refused)

    return to_the_end(at, _on_in_text, taken, player, patience, at)


async def _on_in_text(taken: Resumed, player: TextPlayer, patience: float, at: Taken) -> None:
    parting = Parting()
    parted = await resume_on(taken, player, patience, show, player.refused, parting=parting)
    await play_again(parted, player, at, patience)


def newest() -> Path:
    """The newest log that can be gone on with. Raises Fail."""
    matches = unfinished()
    if not matches:
        raise Fail(
            say(
                "{none} (one that is kept elsewhere: {program} resume FILE)",
                none=_none(),
                program=program(),
            )
        )
    show(
        say("the newest of {count}: {match}", count=len(matches), match=str(matches[0]))
        if matches[1:]
        else str(matches[0])
    )
    return matches[0].log


def _list(args: argparse.Namespace) -> int:
    if args.file:
        raise Fail(say("--list takes no file"), USAGE)
    matches = unfinished()
    for match in matches:
        show(f"{tr(str(match))}\n    {resume_with(match.log)}")
    if not matches:
        show(_none())
        return FINE
    for match in in_play():
        show(say("{match}\n    is being played right now, by another program", match=str(match)))
    for log, why in out_of_reach():
        show(say("cannot read {path}: {why}", path=log, why=why))
    return FINE


def _none() -> str:
    """Why there is none. Raises CannotWrite, if nobody can know."""
    playing = in_play()
    if not playing:
        if closed := out_of_reach():
            log, why = closed[0]
            return say("there is no match to resume: cannot read {path}: {why}", path=log, why=why)
        return say("there is no match to resume: every match here is over")
    if len(playing) == 1:
        return say(
            "there is no match to resume: {match} is being played right now, by another program",
            match=str(playing[0]),
        )
    return say(
        "there is no match to resume: {count} matches are being played right now, by another"
        " program",
        count=len(playing),
    )


def _log_of(file: Path) -> Path:
    """The log that was meant, if it can be resumed. Raises Fail."""
    log = file
    for suffix in (PRIVATE, COMPUTER):
        log = log.with_name(log.name.removesuffix(suffix) or log.name)
    if log != file and log.is_file():
        show(say("{name} belongs to {log}", name=file.name, log=log))
        file = log
    if not file.is_file():
        what = say("it is a folder") if file.is_dir() else say("there is no such file")
        raise Fail(
            say(
                "cannot resume {file}: {what}; what can be resumed: {program} resume --list",
                file=file,
                what=what,
                program=program(),
            )
        )
    if not is_log(file):
        with open_plain(file) as opened:
            why = why_no_log(opened.read(1000))
        raise Fail(
            say(
                "cannot resume {file}: {what}; what can be resumed: {program} resume --list",
                file=file,
                what=why,
                program=program(),
            )
        )
    if not has_begun(file):
        raise Fail(say("cannot resume {file}: {why}", file=file, why=NOT_BEGUN))
    if not private_path(file).exists():
        raise Fail(
            say(
                "cannot resume {file}: {name}, which only you have, is not beside it: the"
                " match is over, or was played elsewhere; see: {program} verify {quote}",
                file=file,
                name=private_path(file).name,
                program=program(),
                quote=as_typed(file),
            )
        )
    return file


def ask_passphrase(path: Path) -> str:
    """ "" unless the private file is sealed with a passphrase; then it is asked for."""
    try:
        PrivateFile.open(private_path(path))
    except NeedsPassphrase as e:
        if "OWM_PASSPHRASE" in os.environ:
            return os.environ["OWM_PASSPHRASE"]
        if not sys.stdin.isatty():
            raise Fail(say("{why}; type it in a terminal, or set OWM_PASSPHRASE", why=e)) from e
        return getpass.getpass(tr("passphrase of the match: "))
    except CannotOpen as e:
        raise Fail(say("cannot resume {path}: {why}", path=path, why=e)) from e
    return ""


async def _play_on(taken: Resumed, args: argparse.Namespace) -> None:
    player = TellingPlayer(taken.match, Chance(os.urandom(16)), args.player)
    if is_against_computer(taken):
        await resume_computer(taken, player, show)
    else:
        await resume_on(taken, player, args.patience, show)
