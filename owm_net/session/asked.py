"""The requests of a match, written down for verifiers that do not have its rules.

With this list and the log every signature, every proof and the chain can be checked, and nothing
else is needed of the rules: docs/wire.md, "The requests file".
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from attrs import define

from owm_net.engine.records import field_names
from owm_net.engine.requests import Request, Result
from owm_net.session.terms import Terms

FORMAT = "owm-net requests 1"
HEAD = b'{\n "format": "owm-net requests'
"""How a requests file begins."""


@define
class Asked:
    """One request.

    answered: how many were answered before, which is what openings bind. step: of the protocol,
    the one that was due when it was asked. state: digest of the game's state then, 32 bytes.
    answer: what the engine was told; None if it never was. left: the seat that was dropped while
    this was asked, which ended it. stopped: how the players have ended the match
    while this was asked. back: the step of the earlier request at which they went on instead.
    """

    answered: int
    step: int
    state: bytes
    request: Request[Any]
    answer: Any = None
    left: int | None = None
    stopped: Result | None = None
    back: int | None = None

    def as_json(self) -> dict[str, Any]:
        """Return its form in a requests file.

        Numbers of a PickNumber are text: many readers of JSON have none above 2^53.
        """
        said: dict[str, Any] = {
            "request": self.request.name,
            "answered": self.answered,
            "step": self.step,
            "state": self.state.hex(),
            **self.request.outlined(),
        }
        if self.left is not None:
            said["left"] = self.left
        elif self.back is not None:
            said["back"] = self.back
        elif self.stopped is not None:
            result = self.stopped
            said["stopped"] = {name: getattr(result, name) for name in field_names(result)}
        elif self.answer is not None:
            said |= self.request.answer_outlined(self.answer)
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
