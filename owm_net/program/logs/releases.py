"""Logs of other versions of the rules: which release of owm_net plays them, and how to get it."""

from __future__ import annotations

from pathlib import Path

from owm_net.client.language import tr
from owm_net.engine.system import System
from owm_net.files import page
from owm_net.files.home import as_typed
from owm_net.program.failing import Fail
from owm_net.session.verify import OtherRulesVersion

UNTAGGED = {"0.1.0": "f710b2f990257701ea5328957632986adc0d1c7f"}
"""Release -> its commit, of the one made before there were tags. All others are tagged v<release>
(docs/releasing.md)."""
SHORT = 12
"""Digits of a commit that are enough to name it."""


class OtherProgram(Fail):
    """Only another release of owm_net can say anything of a log. rules: the facts, for scripts.

    verb, more: what was typed, as it is to be typed there.
    """

    def __init__(self, path: Path, verb: str, other: OtherRulesVersion, more: str = "") -> None:
        system, played = other.system, other.played
        self.rules = {
            "system": system.id,
            "played": played,
            "here": system.version,
            "release": system.released.get(played, ""),
        }
        command = f"owm-net {verb} {as_typed(path.absolute())} {more}".rstrip()
        first = tr("{path}: {why}", path=path, why=other)
        super().__init__("\n  ".join((first, *_how(system, played, command))))


def _how(system: System, played: str, command: str) -> list[str]:
    """Return the advice for a log of another version, a line each."""
    release = system.released.get(played, "")
    if release:
        there = f"../owm_net-{release}"
        commit = UNTAGGED.get(release, "")[:SHORT] or f"v{release}"
        if page.here() is not None:
            return [tr("release {n} of owm_net plays it", n=release)]
        get = f"git worktree add {there} {commit}"
        return [
            tr("release {n} of owm_net plays it; in a checkout of owm_net type:", n=release),
            f"{get} && python3 {there}/scripts/bootstrap.py play",
            f"{there}/.venv/bin/{command}",
        ]
    if _number(played) > _number(system.version):
        return [tr("a newer release of owm_net plays it: install that")]
    return [
        tr("no release of owm_net has that version; only the program it was played with plays it")
    ]


def _number(version: str) -> int:
    return int(version) if version.isascii() and version.isdigit() else 0
