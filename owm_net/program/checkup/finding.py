"""The lines of `owm-net doctor`."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

from owm_net.engine.text import say


class CheckState(StrEnum):
    """How a check came out. FAILED: something that is needed does not work."""

    OK = "ok"
    WARNING = "warning"
    FAILED = "failed"

    @property
    def word(self) -> str:
        """For people."""
        return {"ok": say("ok"), "warning": say("warning"), "failed": say("failed")}[self.value]


@frozen
class Finding:
    """One line. do: what may help, "" if nothing is to be done."""

    name: str
    state: CheckState
    said: str
    do: str = ""

    def lines(self) -> list[str]:
        """For people: the line, and below it what to do."""
        first = f"{self.state.value:<8}{self.name}: {self.said}"
        return [first, *([f"{'':8}{self.do}"] if self.do else [])]


def ok(name: str, said: str, do: str = "") -> Finding:
    """Nothing is wrong."""
    return Finding(name, CheckState.OK, said, do)


def warning(name: str, said: str, do: str) -> Finding:
    """One can play without it."""
    return Finding(name, CheckState.WARNING, said, do)


def failed(name: str, said: str, do: str) -> Finding:
    """Without it something that is needed does not work."""
    return Finding(name, CheckState.FAILED, said, do)
