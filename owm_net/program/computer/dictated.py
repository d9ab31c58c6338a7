"""A seat whose answers another program gives, by JSON lines: docs/bots.md."""

from __future__ import annotations

import json
import math
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import trio

from owm_net.engine import agenda, records
from owm_net.engine.chance import Chance
from owm_net.engine.errors import BadEncoding
from owm_net.engine.plain import from_plain, to_plain
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.program.failing import CANNOT, Fail

LONGEST = 1 << 16
"""Bytes of a line that is read."""
SAMPLES = 16
"""Answers by chance that are shown where there are too many to list them all."""

Report = Callable[..., None]
"""Says a JSON line: its facts by name."""


class Dictated:
    """Asks for the answers of a seat, and reads them. report: says a line."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._chance = Chance(os.urandom(16))
        self._asked = 0
        self._give, self._lines = trio.open_memory_channel[bytes](math.inf)
        self._reads = False

    async def decide(self, view: View[Any]) -> Answer:
        """Return the first allowed answer of the other program. Raises Fail when that has ended."""
        if not self._reads:
            self._reads = True
            token = trio.lowlevel.current_trio_token()
            threading.Thread(target=self._read, args=(token,), daemon=True).start()
        self._asked += 1
        listed = self._ask(view)
        while True:
            try:
                line = await self._lines.receive()
            except trio.EndOfChannel:
                raise Fail(say("the program that decides has ended"), CANNOT) from None
            if not line.strip():
                continue
            try:
                answer = self._taken(line, listed)
            except BadEncoding as e:
                self._report(refused=str(e), ask=self._asked)
                continue
            if answer is None:
                continue
            refusal = agenda.why_not(view, answer)
            if refusal is None:
                return answer
            self._report(refused=str(refusal.why), rule=refusal.rule, ask=self._asked)

    def _read(self, token: trio.lowlevel.TrioToken) -> None:
        """Each line, in a thread of its own: a question that is withdrawn takes none with it."""
        left = b""
        while True:
            more = os.read(0, LONGEST)
            *lines, left = (left + more).split(b"\n")
            left = left[: LONGEST + 1]  # as much as shows that it is too long
            if not more:
                lines.append(left)
            for line in lines:
                with suppress(trio.RunFinishedError):
                    trio.from_thread.run_sync(self._give.send_nowait, line, trio_token=token)
            if not more:
                with suppress(trio.RunFinishedError):
                    trio.from_thread.run_sync(self._give.close, trio_token=token)
                return

    def _ask(self, view: View[Any]) -> list[Answer]:
        g = view.state
        listed = agenda.options(view)
        complete = agenda.is_complete(view)
        if not complete:
            drawn = [agenda.sample(view, self._chance) for _ in range(SAMPLES)]
            listed += [one for n, one in enumerate(drawn) if one not in drawn[:n] + listed]
        about = agenda.about(view)
        self._report(
            ask=self._asked,
            seat=view.seat,
            kind=agenda.kind_of(view).word,
            question=str(about.what),
            rule=about.rule,
            state=to_plain(g),
            known={str(slot): card for slot, card in view.known.items()},
            answers=[
                {"words": str(agenda.described(view, one)), "answer": to_plain(one)}
                for one in listed
            ],
            complete=complete,
        )
        return listed

    def _taken(self, line: bytes, listed: list[Answer]) -> Answer | None:
        """Return the answer in a line; None for an earlier question. Raises BadEncoding."""
        if len(line) > LONGEST:
            raise BadEncoding(say("the line has more than {most} bytes", most=LONGEST))
        try:
            said = json.loads(line)
        except (ValueError, RecursionError) as e:
            raise BadEncoding(say("the line is no JSON: {why}", why=str(e))) from e
        if not isinstance(said, dict) or "answer" not in said:
            raise BadEncoding(say('an object with "ask" and "answer" is wanted'))
        if said.get("ask") != self._asked:
            return None
        given = said["answer"]
        if type(given) is int:
            if not 0 <= given < len(listed):
                raise BadEncoding(
                    say("there are {n} answers, from 0 on; not {given}", n=len(listed), given=given)
                )
            return listed[given]
        try:
            found = from_plain(given)
        except RecursionError as e:
            raise BadEncoding(say("the line is no JSON: {why}", why=str(e))) from e
        if not isinstance(found, Answer) or not records.is_sound(found):
            raise BadEncoding(say("{name} is no answer", name=type(found).__name__))
        return found
