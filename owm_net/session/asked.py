"""The requests of a match, written down for verifiers that do not have its rules.

With this list and the log every signature, every proof and the chain can be checked, and nothing
else is needed of the rules: docs/wire.md, "The requests file".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import attrs
from attrs import define

from owm_net.engine import records
from owm_net.engine.requests import Choose, Flip, Over, Pick, Request, Reveal, Roll
from owm_net.session.terms import Terms

FORMAT = "owm-net requests 1"


@define
class Asked:
    """One request.

    answered: how many were answered before, which is what openings bind. step: of the protocol,
    the one that was due when it was asked. state: digest of the game's state then, 32 bytes.
    answer: what the engine was told; None if it never was. left: the seat that was dropped while
    this was asked, which ended it.
    """

    answered: int
    step: int
    state: bytes
    request: Request[Any]
    answer: Any = None
    left: int | None = None

    def as_json(self) -> dict[str, Any]:
        """As it stands in a requests file.

        Numbers of a Pick are text: many readers of JSON have none above 2^53.
        """
        cls = self.request.__class__
        assert attrs.has(cls)
        said: dict[str, Any] = {
            "request": self.request.name,
            "answered": self.answered,
            "step": self.step,
            "state": self.state.hex(),
        }
        for field in attrs.fields(cls):
            said[field.name] = getattr(self.request, field.name)
        if isinstance(self.request, Over):
            said["result"] = attrs.asdict(self.request.result)
        if isinstance(self.request, Pick):
            said["below"] = str(self.request.below)
        if self.left is not None:
            said["left"] = self.left
        elif self.answer is None:
            pass
        elif isinstance(self.request, Choose):
            said["plays"] = [card for card in records.played_cards(self.answer) if card < 0]
        elif isinstance(self.request, Flip | Reveal | Roll):
            said["answer"] = self.answer
        elif isinstance(self.request, Pick):
            said["answer"] = list(map(str, self.answer))
        return said


def as_text(terms: Terms, match_id: bytes, asked: Sequence[Asked]) -> str:
    """A requests file: JSON, one request on each line."""
    head = {
        "format": FORMAT,
        "system": terms.system,
        "version": terms.version,
        "match_id": match_id.hex(),
    }
    lines = [json.dumps(one.as_json(), ensure_ascii=False) for one in asked]
    start = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    return start + ',\n "requests": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"
