"""A log that is checked while it comes, record by record: what a spectator sees of a match.

The rules and proofs are those of `verify`; what is said of the whole log at the end, `verify` says.
"""

from __future__ import annotations

from collections.abc import Sequence

from owm_net.engine.system import System
from owm_net.session.checker import Fault
from owm_net.session.effects import Effect
from owm_net.session.match import Blame, Match
from owm_net.session.steps import Deferred
from owm_net.session.terms import Terms


class Watched:
    """A match as an observer follows it. bad: what is wrong with its log, once something is; then
    nothing more is heard."""

    def __init__(self, system: System, terms: Terms) -> None:
        self.bad: Blame | None = None
        self._proofs: list[Deferred] = []
        self.match = Match(system, terms, None, defer=self._proofs)
        self.match.read_log()
        self._stray = False  # the last one was not accepted: the next may explain it

    def on_record(self, record: bytes) -> Sequence[Effect]:
        """The next record of the log; what is to be told of it. Its proofs are `proofs`."""
        effects: list[Effect] = []
        try:
            self._on_record(record)
            effects += self.match.effects()
        except Blame as error:
            self.bad = error
        except Exception as error:  # the rules met cards that a false proof brought, or have a bug
            self.bad = Blame(None, f"the rules cannot go on from it ({error})", "")
        return effects

    def proofs(self) -> list[Deferred]:
        """Those that are not checked yet: for `first_fault`, in any thread."""
        taken, self._proofs[:] = list(self._proofs), []
        return taken

    def takes(self, fault: Fault | None) -> Blame | None:
        """Return the fault that the proofs reveal, if any: a proof that does not hold explains
        every later fault. Returns what is wrong with the log, if anything."""
        if fault is not None:
            self.bad = Blame(fault.seat, fault.reason, fault.algorithm)
        return self.bad

    def _on_record(self, record: bytes) -> None:
        match = self.match
        if match.finished:
            raise Blame(None, "there are entries after the end", "wire.md")
        before = match.counts.entries
        match.receive(record)
        accepted = match.counts.entries != before
        if self._stray:
            raise Blame(None, "an entry stands twice, or too early", "wire.md")
        self._stray = not accepted
