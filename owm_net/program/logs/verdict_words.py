"""A verdict in plain words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from owm_net.client.language import tr
from owm_net.client.terminal.parts import Line, Look
from owm_net.client.words import ALL_GOOD, SO_FAR_GOOD, capital
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Result
from owm_net.engine.text import listed, say, say_n
from owm_net.files.page import how_to_resume
from owm_net.files.private import private_path
from owm_net.program.logs.judging import code_of_end, how_left, judge, stopped_waiting
from owm_net.program.terminal.printing import tell
from owm_net.protocol.words import fingerprint
from owm_net.session import people
from owm_net.session.clock_terms import read_clock
from owm_net.session.match import Match
from owm_net.session.people import called
from owm_net.session.stops import CLAIMS, What
from owm_net.session.verify import Outcome, Verdict

MOST_CLAIMS = 10
"""Claims that are told; JSON has all."""
LOOKS = {
    Outcome.OK: Look.GOOD,
    Outcome.INVALID: Look.BAD,
    Outcome.UNFINISHED: Look.WARNING,
    Outcome.CANNOT_JUDGE: Look.WARNING,
}
"""Those of verdicts at a terminal."""


def say_verdict(log: Path, seat: Seat, text: bool = False) -> int:
    """Check the log of a match that we have played as a seat, and say the verdict. text: of one
    played in lines, without the line of progress, and gone on with in lines."""
    verdict = judge(log, quiet=text)
    if not text:
        show_verdict(verdict)
    tell(_end_in_words(verdict, log, seat, text), whole=True)
    return code_of_end(verdict, seat)


def verdict_in_text(log: Path, seat: Seat) -> tuple[list[str], int]:
    """The same for one played in lines, not said yet, and found by one process; the exit code."""
    verdict = judge(log, 1, quiet=True)
    return _end_in_words(verdict, log, seat, True), code_of_end(verdict, seat)


def _end_in_words(verdict: Verdict, log: Path, seat: Seat, text: bool) -> list[str]:
    """In lines the verdict; where the log is; how to go on, where that is possible."""
    lines = _with_looks(verdict) if text else []
    lines.append(Line(say("log: {log}", log=log), whole=True))
    left = how_left(verdict, seat)
    kept = private_path(log).exists()
    if verdict.adjourned or (kept and (left or stopped_waiting(verdict, seat))):
        lines.append(Line(go_on(log, verdict.verdict, left, text), whole=True))
    return lines


def show_verdict(v: Verdict) -> None:
    """The verdict for people at a terminal: whether it is good, by colour too."""
    tell(_with_looks(v), whole=True)


def _with_looks(v: Verdict) -> list[str]:
    head, *lines = in_words(v)
    return [Line((head, LOOKS[v.verdict])), *lines]


def go_on(log: Path, outcome: Outcome, left: str = "", text: bool = False) -> str:
    """Return the remaining use of the private file beside a log, in words. left: how we have. text:
    it is resumed in lines."""
    command = how_to_resume(log, "--text" if text else "")
    if left:
        return say(
            "the others may not have heard that you {left}; to tell them: {command}",
            left=left,
            command=command,
        )
    if outcome is Outcome.OK:
        return say(
            "the other side may lack the last entry; to wait for it: {command}", command=command
        )
    return say("go on with: {command}", command=command)


def _winners(match: Match, result: Result) -> str:
    """Return the winners: "Ada (seat 1)"; "Ada and Cem (Allies)" where several fight as one
    side."""
    if result.drawn:
        return say("nobody, a draw")
    sides = {match.system.side_name(match.state, seat) for seat in result.winners}
    if len(result.winners) > 1 and len(sides) == 1 and "" not in sides:
        names = [match.names[seat] or say("unknown") for seat in result.winners]
        return say("{name} ({side})", name=listed(names, say(" and ")), side=sides.pop())
    return listed([called(match, seat) for seat in result.winners], say(" and "))


def _worth_saying(v: Verdict) -> list[dict[str, Any]]:
    """Return the wishes that count at the end of an unfinished log, without claims."""
    adjourned = ["adjourn"] if v.adjourned else []
    claims = [what.word for what in CLAIMS]
    return [said for said in v.standing if said["what"] not in (*adjourned, *claims)]


def _claimed(v: Verdict, names: list[str]) -> list[str]:
    """Say who has claimed what: the last claims of many, or all standing claims at the end of a
    log."""
    lines, rule = [], read_clock(v.clock)
    agreed = rule.away if rule is not None else 0
    for said in v.claims:
        who, whose, step = names[said["seat"]], names[said["of"]], said["step"]
        seconds = said["ms"] / 1000
        if said["what"] == What.TIME.word:
            line = say(
                "  {who} claimed at step {step} that the time of {whose} was up: {seconds:.0f} s"
                " used by its clock",
                who=who,
                step=step,
                whose=whose,
                seconds=seconds,
            )
        elif said["what"] == What.AWAY.word:
            line = say(
                "  {who} claimed at step {step} that {whose} had been away at their own decisions"
                " for {seconds:.0f} s in all; {agreed} s were agreed",
                who=who,
                step=step,
                whose=whose,
                seconds=seconds,
                agreed=agreed,
            )
        else:
            line = say(
                "  {who} signed at step {step} that they stopped waiting for {whose}, away at"
                " their own decisions for {seconds:.0f} s in all, where {agreed} s were agreed: a"
                " claim, for nobody can prove whose network failed",
                who=who,
                step=step,
                whose=whose,
                seconds=seconds,
                agreed=agreed,
            )
        lines.append(line)
    more = len(lines) - MOST_CLAIMS
    if more <= 0:
        return lines
    before = say_n("  {n} claim before these", "  {n} claims before these", more)
    return [before, *lines[-MOST_CLAIMS:]]


def _left_out(v: Verdict, names: list[str]) -> list[str]:
    """Return who has signed that others were silent, or proposed to go on without a seat that was
    not."""
    lines = [
        say(
            "  {by} signed that {who} was silent at step {step}, where it was theirs to act; nobody"
            " else can tell whether they were",
            by=listed([names[seat] for seat in left["by"]], say(" and ")),
            who=names[left["seat"]],
            step=left["step"],
        )
        for left in v.silent
    ]
    for proposal in v.proposed:
        lines.append(
            say(
                "  {who} signed at step {step} that the match goes on without {whom}, who had"
                " answered; no objection to it is in this log. It changed nothing, and nobody is to"
                " blame: the objection may have been kept back",
                who=names[proposal["seat"]],
                step=proposal["step"],
                whom=names[proposal["without"]],
            )
        )
    return lines


def in_a_window(v: Verdict) -> list[str]:
    """The same where there is no terminal: first whether all is good, last who signed, and how
    much."""
    head, *lines = in_words(v)
    lines.sort(key=lambda line: " signed with " in line or " card" in line)
    good = {Outcome.OK: ALL_GOOD, Outcome.UNFINISHED: SO_FAR_GOOD}.get(v.verdict)
    return [tr(good or head), *map(capital, lines)]


def in_words(v: Verdict) -> list[str]:
    """The verdict for people."""
    assert v.match is not None
    lines = [say("verdict: {verdict}", verdict=WORDS[v.verdict])]
    names = [called(v.match, Seat(seat)) for seat in range(v.match.seats)]
    reason = people.in_words(v.match, v.reason)
    agreed = people.terms_in_words(v.match.terms)
    lines.append(
        say(
            "  {system}, {agreed}: {who}",
            system=v.system,
            agreed=agreed,
            who=people.opponents(names),
        )
    )
    for name, key in zip(names, v.match.identities, strict=True):
        with_what = fingerprint(key) if key else say("no key yet")
        lines.append(say("  {name} signed with {key}", name=name, key=with_what))
    lines.append(
        say(
            "  {entries}, {signatures}, {shuffles}, {cards} opened",
            entries=say_n("{n} entry", "{n} entries", v.entries),
            signatures=say_n("{n} signature", "{n} signatures", v.signatures),
            shuffles=say_n("{n} shuffle", "{n} shuffles", v.shuffles),
            cards=say_n("{n} card", "{n} cards", v.openings),
        )
    )
    if v.remarks:
        lines.append(
            say_n(
                "  {n} remark of the players among the entries",
                "  {n} remarks of the players among the entries",
                v.remarks,
            )
        )
    if v.verdict is Outcome.INVALID:
        who = names[v.blame] if v.blame is not None else say("nobody can be named for it")
        why = say("{why} ({rule})", why=reason, rule=v.rule) if v.rule else reason
        lines.append(say("  entry {number} is wrong: {why}", number=v.first_bad, why=why))
        lines.append(say("  to blame: {who}; everything before that entry is good", who=who))
    elif v.verdict is Outcome.CANNOT_JUDGE:
        lines.append(say("  at entry {number} {why}", number=v.first_bad, why=reason))
        lines.append(
            say("  everything before that entry is good; install the version they played with")
        )
    elif v.verdict is Outcome.UNFINISHED:
        lines.append(say("  the match is not over: {why}", why=reason))
        if v.owed_by:
            owed = listed([names[seat] for seat in v.owed_by])
            lines.append(say("  the next move is owed by {who}", who=owed))
        lines += [
            say(
                "  {who} signed at step {step}: {what}",
                who=names[said["seat"]],
                step=said["step"],
                what=said["what"],
            )
            for said in _worth_saying(v)
        ]
    elif reason:
        lines.append(say("  {why}", why=reason))
    lines += _claimed(v, names)
    lines += _left_out(v, names)
    if v.result is not None:
        result = say(
            "  result: {why}; won by {who}",
            why=people.in_words(v.match, v.result.reason),
            who=_winners(v.match, v.result),
        )
        if v.result.scores:
            scores = " : ".join(map(v.match.system.told_score, v.result.scores))
            result = say("{result}; scores {scores}", result=result, scores=scores)
            if about := v.match.system.about_scores:
                result = say("{result} ({about})", result=result, about=about)
        elif v.points:
            scores = " : ".join(map(str, v.points))
            result = say("{result}; points as it stood {scores}", result=result, scores=scores)
        lines.append(result)
    return lines


WORDS: dict[Outcome, str] = {
    Outcome.OK: say("OK"),
    Outcome.INVALID: say("INVALID"),
    Outcome.UNFINISHED: say("UNFINISHED"),
    Outcome.CANNOT_JUDGE: say("CANNOT JUDGE"),
}
"""What people read of a verdict."""
