"""The common parts of balance scripts: matches on several processors, shares with their confidence,
the game's parts of docs/balance.md, the command line.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "balance.md"
J = TypeVar("J")
R = TypeVar("R")


@dataclass(frozen=True)
class Part:
    """One table. matches: how many are usual. jobs: of so many matches from a seed on. lines: the
    table of jobs and what they came to."""

    title: str
    matches: int
    jobs: Callable[[int, int], list[Any]]
    lines: Callable[[Sequence[Any], Sequence[Any], int], Iterable[str]]


def percent(halves: Sequence[int]) -> tuple[float, float, float]:
    """The share of wins and the ends of its Wilson interval of 95 %, in percent."""
    n, z = len(halves), 1.96
    p = sum(halves) / (2 * n)
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return 100 * p, 100 * (middle - half), 100 * (middle + half)


def play_all(play: Callable[[J], R], jobs: Sequence[J], processes: int) -> list[R]:
    """Play each job to its end, on so many processors. Returns the results in the order of jobs."""
    if processes == 1:
        return list(map(play, jobs))
    with ProcessPoolExecutor(processes) as pool:
        return list(pool.map(play, jobs, chunksize=4))


def replaced(old: str, begin: str, end: str, lines: Sequence[str]) -> str:
    """Return a document with the part between two marks replaced, or appended if missing."""
    new = "\n".join([begin, "", *lines, end])
    before, found, rest = old.partition(begin)
    if not found:
        return f"{old.rstrip()}\n\n{new}\n"
    return before + new + rest.partition(end)[2]


def told(halves: Sequence[int]) -> str:
    """The share in percent, and its Wilson interval of 95 %."""
    share, least, most = percent(halves)
    return f"{share:.0f} ({least:.0f} to {most:.0f})"


@dataclass(frozen=True)
class Page:
    """The measurements of a game. even: the wanted percent. play: one job to its end."""

    id: str
    name: str
    even: tuple[int, int]
    play: Callable[[Any], Any]
    parts: Mapping[str, Part]

    def verdict(self, halves: Sequence[int]) -> str:
        """Return whether a share is even, as far as these matches can tell."""
        share, least, most = percent(halves)
        if self.even[0] <= share <= self.even[1]:
            return ""
        near = least <= self.even[1] and most >= self.even[0]
        return "outside, not beyond chance" if near else "outside"

    def measured(self, part: str, matches: int, seed: int, processes: int) -> list[str]:
        """The lines of a part."""
        found = self.parts[part]
        jobs = found.jobs(matches, seed)
        script = f"scripts/{self.id}_balance.py"
        command = f"    python {script} --parts {part} --matches {matches} --seed {seed}"
        lines = found.lines(jobs, play_all(self.play, jobs, processes), matches)
        return [f"## {self.name}: {found.title}", "", command, "", *lines, ""]

    def written(self, old: str, part: str, lines: Sequence[str]) -> str:
        """Return the document with one part replaced, or appended if it was missing."""
        begin = f"<!-- {self.name}, {part}: written by make balance game={self.id} -->"
        return replaced(old, begin, f"<!-- end of {self.name}, {part} -->", lines)

    def main(self, about: str | None, arguments: Sequence[str] | None) -> int:
        """The command line. about: its help. Exit code 0; 2 for wrong usage."""
        usual = {name: part.matches for name, part in self.parts.items()}
        parser = argparse.ArgumentParser(
            prog=f"{self.id}_balance.py",
            description=about,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        parser.add_argument("--parts", default=",".join(usual), help=f"of {', '.join(usual)}")
        parser.add_argument("--matches", type=int, default=0, help=f"default: {usual}")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--show", action="store_true", help="print it and write nothing")
        asked = parser.parse_args(arguments)
        parts = asked.parts.split(",")
        if asked.matches < 0 or asked.processes < 1 or any(part not in usual for part in parts):
            parser.error(f"--parts are of {', '.join(usual)}; --matches and --processes 1 or more")
        for part in parts:
            lines = self.measured(part, asked.matches or usual[part], asked.seed, asked.processes)
            if asked.show:
                print("\n".join(lines))
            else:
                DOCUMENT.write_text(self.written(DOCUMENT.read_text("utf-8"), part, lines), "utf-8")
        return 0
