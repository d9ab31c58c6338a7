"""Why a match has stopped, and how to go on with it, in words."""

from __future__ import annotations

from pathlib import Path

from owm_net.engine.text import say
from owm_net.files.home import as_typed, program
from owm_net.files.private import private_path
from owm_net.net.circle import LeftBehind
from owm_net.net.driver import Stopped
from owm_net.net.errors import NetError
from owm_net.program.failing import Fail
from owm_net.session.match import Blame, Match
from owm_net.session.people import fault


class OtherStopped(Fail):
    """The other side has ended the match by saying so."""


def _resume(path: Path) -> str:
    return f"{program()} resume {as_typed(path)}"


def stopped_in_words(error: BaseException, path: Path, match: Match) -> BaseException:
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
        return OtherStopped(say("{why}; the log is {path}", why=error, path=path))
    if isinstance(error, Stopped):
        return OtherStopped(
            say(
                "the other side stopped the match: {why}; the log is {path}; to go on, if the"
                " other side does too: {command}",
                why=error,
                path=path,
                command=_resume(path),
            )
        )
    if isinstance(error, NetError):
        do = say("{do}; go on with: {command}", do=error.do, command=_resume(path))
        return NetError(error.what, error.why, do)
    if isinstance(error, KeyboardInterrupt):
        error.add_note(say("go on with: {command}", command=_resume(path)))
    return error
