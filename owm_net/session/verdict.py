"""The verdict on a whole log."""

from __future__ import annotations

from enum import Enum
from typing import Any

from attrs import asdict, define, field

from owm_net.engine.ids import Seat
from owm_net.engine.requests import Result
from owm_net.session.match import Match


class Outcome(Enum):
    """OK: finished, and every rule and proof holds. INVALID: somebody's entry is wrong.
    UNFINISHED: good as far as it goes. CANNOT_JUDGE: all seats go on from a state that this
    program does not reach, so either it or theirs is not the version it says."""

    OK = "OK"
    INVALID = "INVALID"
    UNFINISHED = "UNFINISHED"
    CANNOT_JUDGE = "CANNOT_JUDGE"


@define
class Verdict:
    """The result of `verify`. blame: seat at fault, first_bad: number of its record counted from 0.

    owed_by: seats whose contribution is missing at the end of an unfinished log. left: seats
    without which the others agreed to go on, in order, each with the step that it owed. silent:
    those of them that did not give up themselves, and the seats that signed ("by") that they owed
    it: nobody else can tell. points: what the rules give each seat at the end; for a match that was
    given up, the points at that moment. proposed: DROPs of seats that had answered, to which no
    KEEP objects: author ("seat"), step, and the seat that it would have gone on without. Nobody is
    blamed for one: see wire.md, "The verdict". standing: WISHes that count where an unfinished log
    ends: author ("seat"), step, and what. adjourned: all have agreed to stop there. clock: as the
    terms have it, "" for none. claims: of somebody, that their time was up or that they were away
    for too long: author ("seat"), "what", step, "of" whom, and "ms" that they had used, or been
    away at their own decisions, by its clock.
    """

    verdict: Outcome
    system: str = ""
    mission: str = ""
    result: Result | None = None
    entries: int = 0
    shuffles: int = 0
    openings: int = 0
    signatures: int = 0
    remarks: int = 0
    wishes: int = 0
    blame: int | None = None
    first_bad: int | None = None
    reason: str = ""
    rule: str = ""
    owed_by: list[Seat] = field(factory=list)
    left: list[dict[str, int]] = field(factory=list)
    silent: list[dict[str, Any]] = field(factory=list)
    points: list[int] = field(factory=list)
    proposed: list[dict[str, int]] = field(factory=list)
    standing: list[dict[str, Any]] = field(factory=list)
    adjourned: bool = False
    clock: str = ""
    claims: list[dict[str, Any]] = field(factory=list)
    names: list[str] = field(factory=list)
    match: Match | None = field(default=None, repr=False, eq=False)

    def as_json(self) -> dict[str, Any]:
        """The keys scripts rely on, and a few more."""
        out = asdict(self, filter=lambda a, _: a.name not in ("match", "result"))
        out["verdict"] = self.verdict.value
        out["result"] = None
        if self.match is not None:
            setup = self.match.terms.setup
            out["match_id"] = self.match.match_id.hex()
            out["identities"] = [key.hex() for key in self.match.identities]
            out["level"], out["switches"] = setup.level, dict(setup.switches)
        if self.result is not None:
            out["result"] = {
                "winners": list(self.result.winners),
                "scores": list(self.result.scores),
                "reason": self.result.reason,
            }
        return out
