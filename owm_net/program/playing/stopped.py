"""Why a match has stopped, and how to go on with it, in words."""

from __future__ import annotations

from pathlib import Path

from owm_net.engine.text import say
from owm_net.files import page
from owm_net.files.home import program
from owm_net.files.page import how_to_resume, shown
from owm_net.files.private import private_path
from owm_net.net.circle import LeftBehind
from owm_net.net.driver import Stopped
from owm_net.net.errors import NetError
from owm_net.program.failing import Fail
from owm_net.session.match import Blame, Match
from owm_net.session.people import fault


class OtherStopped(Fail):
    """The other side has ended the match by saying so."""


def stopped_in_words(error: BaseException, path: Path, match: Match) -> BaseException:
    if isinstance(error, Blame) and page.here() is not None:
        why = fault(match, error)
        return Fail(
            say("the match stops: {fault}; its log is kept: My matches, on the title", fault=why), 1
        )
    if isinstance(error, Blame):
        return Fail(
            say(
                "the match stops: {fault}; the log is {path}; what only you knew of it is"
                " still in {file} beside it, which {program} doctor --clean removes",
                fault=fault(match, error),
                path=path,
                file=private_path(path).name,
                program=program(),
            ),
            1,
        )
    if isinstance(error, LeftBehind):
        return OtherStopped(say("{why}; the log is {path}", why=error, path=shown(path)))
    if isinstance(error, Stopped):
        return OtherStopped(
            say(
                "the other side stopped the match: {why}; the log is {path}; to go on, if the"
                " other side does too: {command}",
                why=error,
                path=shown(path),
                command=how_to_resume(path),
            )
        )
    if isinstance(error, NetError):
        do = say("{do}; go on with: {command}", do=error.do, command=how_to_resume(path))
        return NetError(error.what, error.why, do)
    if isinstance(error, KeyboardInterrupt):
        error.add_note(say("go on with: {command}", command=how_to_resume(path)))
    return error
