"""The choice of a match to resume: the newest, or that of a named file."""

from __future__ import annotations

import getpass
import os
import sys
from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.text import say
from owm_net.files.home import as_typed, program
from owm_net.files.logfile import has_begun, is_log
from owm_net.files.private import SUFFIX as PRIVATE
from owm_net.files.private import CannotOpen, NeedsPassphrase, PrivateFile, private_path
from owm_net.files.reading import open_plain
from owm_net.program.computer.opponent import NOT_BEGUN
from owm_net.program.computer.opponent import SUFFIX as COMPUTER
from owm_net.program.failing import Fail
from owm_net.program.logs.unfinished import in_play, out_of_reach, unfinished
from owm_net.program.terminal.lines import show
from owm_net.program.window.opening import resume_with
from owm_net.session.verify import why_no_log


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


def show_resumable() -> None:
    """Print every match that can be resumed, the newest first, and those that cannot be for now."""
    matches = unfinished()
    for match in matches:
        show(f"{tr(str(match))}\n    {resume_with(match.log)}")
    if not matches:
        show(_none())
        return
    for match in in_play():
        show(say("{match}\n    is being played right now, by another program", match=str(match)))
    for log, why in out_of_reach():
        show(say("cannot read {path}: {why}", path=log, why=why))


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


def resumable_log(file: Path) -> Path:
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
