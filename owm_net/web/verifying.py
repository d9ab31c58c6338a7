"""The verdict on a log that was dropped on the page: the words of `owm-net verify`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from owm_net.client.language import tr, tr_error
from owm_net.program.failing import CANNOT, Fail
from owm_net.program.logs.judging import EXIT, judge_in_parts
from owm_net.program.logs.verdict_words import in_words
from owm_net.session.verify import Verdict

EVERY = 20
"""Entries after which the page hears how far a check has come."""


def verdict_on(name: str, data: bytes, progress: Callable[[int, int], None]) -> tuple[int, str]:
    """Judge the bytes of a log. Return the exit code of `owm-net verify` and its lines.

    name: of the file, only to be said. progress: entries done, and of how many.
    """
    parts = judge_in_parts(Path(name), 1, quiet=True, data=data)
    try:
        while True:
            done, total = next(parts)
            if done % EVERY == 0 or done == total:
                progress(done, total)
    except StopIteration as end:
        verdict: Verdict = end.value
    except Fail as e:
        return CANNOT, tr_error(e)
    return EXIT[verdict.verdict], "\n".join(tr(line) for line in in_words(verdict))
