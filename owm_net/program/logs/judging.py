"""The verdict on a log file, and the exit code that it calls for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from owm_net.engine.ids import Seat
from owm_net.engine.text import say
from owm_net.program.failing import BAD, CANNOT, FINE, UNFINISHED, Fail
from owm_net.program.given_files import read_log
from owm_net.program.logs.releases import OtherProgram
from owm_net.program.setups import find_system_of_log
from owm_net.program.terminal.lines import ProgressLine
from owm_net.session.stops import What
from owm_net.session.verify import (
    OtherRulesVersion,
    Outcome,
    Unreadable,
    Verdict,
    Verifying,
    verify_in_parts,
    whole,
)

EXIT = {
    Outcome.OK: FINE,
    Outcome.INVALID: BAD,
    Outcome.UNFINISHED: UNFINISHED,
    Outcome.CANNOT_JUDGE: CANNOT,
}
"""Exit codes of verdicts."""


def code_of_end(v: Verdict, seat: Seat) -> int:
    """Return the exit code for a seat's player: an ending that all agreed to, or that they wished,
    is no fault."""
    if v.verdict is Outcome.UNFINISHED and (v.adjourned or how_left(v, seat)):
        return FINE
    return EXIT[v.verdict]


def how_left(v: Verdict, seat: Seat) -> str:
    """How a seat has left of itself a match that the others play on: "resigned", "ran out of time";
    "" if it has not."""
    unfinished = v.verdict is Outcome.UNFINISHED and v.match is not None
    return v.match.gave_up(Seat(seat)) if unfinished and v.match is not None else ""


def stopped_waiting(v: Verdict, seat: Seat) -> bool:
    """Return True if an unfinished log ends with a seat's claim that it no longer waits."""
    return any((said["seat"], said["what"]) == (seat, ENDS_BY) for said in v.standing)


ENDS_BY = What.STOPS_WAITING.word


def judge(
    path: Path,
    processes: int | None = None,
    quiet: bool = False,
    data: bytes | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """The verdict on a log file. data: what was read of it. progress: told how many entries are
    checked, and of how many; a line of the terminal if not given. Raises Fail, CannotJudge."""
    return whole(judge_in_parts(path, processes, quiet, data, progress))


def judge_in_parts(
    path: Path,
    processes: int | None = None,
    quiet: bool = False,
    data: bytes | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Verifying:
    """Do the same, and yield after each entry."""
    if data is None:
        data = read_log(path)
    line = ProgressLine("checking", quiet)
    try:
        told = progress or line
        return (yield from verify_in_parts(data, find_system_of_log, told, processes))
    except OtherRulesVersion as e:
        raise OtherProgram(path, "verify", e) from e
    except Unreadable as e:
        raise Fail(say("{path}: {why}", path=path, why=e)) from e
    except Fail:
        raise
    except Exception as e:  # ours, whatever it is: a log that we fail at is not a bad one
        why = " ".join(str(e).split())[:300]
        raise CannotJudge(
            say(
                "cannot judge {path}: this program fails at it ({kind}: {why}); please report"
                " it with the log",
                path=path,
                kind=type(e).__name__,
                why=why,
            )
        ) from e
    finally:
        line.close()


class CannotJudge(Fail):
    """This program's own error stands between a log and its verdict."""
