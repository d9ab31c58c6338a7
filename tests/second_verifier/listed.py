"""The rules of one match, as a requests file tells them: docs/wire.md, "The requests file".

Nothing of owm_net is needed with it. Which request comes next, which digest the state has and which
slots an answer plays is taken from the file; whether an answer is allowed is not asked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from tests.second_verifier import layout
from tests.second_verifier.curve import Refused
from tests.second_verifier.steps import NoRules, Request

FORMAT = "owm-net requests 1"


class Listed:
    """See `steps.Rules`. Raises Refused for a file that is no such list."""

    def __init__(self, text: str) -> None:
        said = json.loads(text)
        if not isinstance(said, dict) or said.get("format") != FORMAT:
            raise Refused("no requests file")
        self._requests: list[Request] = said["requests"]
        self.answered = 0
        self.request: Request | None = None

    def begin(self) -> Request:
        return self._turn_to(0)

    def digest(self) -> bytes:
        return bytes.fromhex(self._here()["state"])

    def read(self, data: bytes) -> Any:
        answer = layout.from_cbor(data)
        if not isinstance(answer, layout.Named):
            raise Refused("no answer")
        return answer

    def check(self, seat: int, answer: Any) -> None:
        """Nobody here knows."""

    def played(self, answer: Any) -> tuple[int, ...]:
        if "plays" not in self._here():
            raise NoRules("which slots this answer plays")
        return tuple(self._here()["plays"])

    def advance(self, answer: Any) -> Request:
        here = self._here()
        if "answer" in here and [int(n) for n in here["answer"]] != list(answer):
            raise NoRules("the file is of another match: other cards or dice")
        return self._turn_to(self.answered + 1)

    def turn_back(self, step: int, answered: int) -> Request:
        if self._here().get("back") != step:
            raise NoRules("the file is of another match: nothing was taken back here")
        earlier = self._requests[answered]
        again = self._turn_to(self.answered + 1)
        if any(again.get(key) != earlier.get(key) for key in ("request", "seat", "kind")):
            raise NoRules("the file is of another match: something else is asked again")
        return again

    def can_go_on_without(self, seat: int) -> bool:
        return True

    def go_on_without(self, seat: int) -> Request:
        if self._here().get("left") != seat:
            raise NoRules("the file is of another match: nobody left here")
        return self._turn_to(self.answered + 1)

    def given_up(self, seat: int, present: Sequence[int], how: str) -> Request | None:
        if self._here().get("left") == seat:
            return None
        if "stopped" not in self._here():
            raise NoRules("the file is of another match: nobody gave up here")
        stopped: Request = self._here()["stopped"]
        return stopped

    def _here(self) -> Request:
        assert self.request is not None
        return self.request

    def _turn_to(self, number: int) -> Request:
        if number >= len(self._requests) or self._requests[number]["answered"] != number:
            raise NoRules("what is asked next")
        self.answered, self.request = number, self._requests[number]
        return self.request
