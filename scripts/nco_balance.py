"""Measures the balance of NCO by computer players and writes it into docs/balance.md:
`make balance game=nco`.

    python scripts/nco_balance.py                           all three parts: half an hour
    python scripts/nco_balance.py --parts chance --matches 100
    python scripts/nco_balance.py --show                    prints it and writes nothing

chance: the computer player against the random one, from each seat. scenarios: each scenario on each
layout, both sides with the same ready-made squad. nations: each nation against each other one in
the basic battle, both with the ready-made squad of the same sort. The same seed gives the same
tables on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from balance_page import Page, Part, percent, told

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.local import PLAYERS, LocalMatch, Player
from owm_net.engine.requests import Answer
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.games.nco.catalog import CATALOG
from owm_net.games.nco.ids import NationKey
from owm_net.games.nco.set_up import ROSTER
from owm_net.games.nco.squads import READY, Roster

SYSTEM = games.get("nco")
EVEN = (45, 55)
"""Percent that are wanted."""
SQUADS = tuple([ready.roster for of_nation in READY.values() for ready in of_nation])
STRIDE = 41
"""From squad to squad of the 112: all of them come once before one comes again."""


@dataclass(frozen=True)
class Job:
    """One match. squads: of both seats, None for any. computers: which seats a computer plays."""

    mission: str
    seed: int
    layout: str = ""
    squads: tuple[Roster, Roster] | None = None
    computers: tuple[bool, bool] = (True, True)


@dataclass(frozen=True)
class Played:
    """The result of a match, in half wins. first: of seat 0; second: of the seat that deployed
    second."""

    first: int
    second: int
    turns: int


def leading(squad: Roster, inner: Player) -> Player:
    """The same player, but always with this squad."""

    def decide(system: System, view: View[Any], chance: Chance) -> Answer:
        if view.state.pending.kind == ROSTER.word:
            return squad
        return inner(system, view, chance)

    return decide


def play(job: Job) -> Played:
    """One match to its end."""
    players: list[Player] = [PLAYERS["computer" if it else "random"] for it in job.computers]
    if job.squads is not None:
        players = [leading(s, p) for s, p in zip(job.squads, players, strict=True)]
    switches = (("layout", job.layout),) if job.layout else ()
    setup = Setup(job.mission, SYSTEM.levels[0], 2, switches)
    match = LocalMatch(SYSTEM, setup, job.seed, players)
    winners = match.play().winners
    state: Any = match.state
    halves = [2 * (seat in winners) if winners else 1 for seat in (0, 1)]
    return Played(halves[0], halves[state.higher], state.turn)


# ------------------------------------------------------------------ the parts


def chance_jobs(matches: int, seed: int) -> list[Job]:
    """Each scenario, the computer player in seat 0 and then in seat 1."""
    return [
        Job(mission, seed + n, computers=(seat == 0, seat == 1))
        for mission in SYSTEM.missions
        for seat in (0, 1)
        for n in range(matches)
    ]


def chance_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Wins of the computer player, those of each seat apart."""
    yield f"Wins (draws) of the computer player in {matches} matches from each seat, with any"
    yield "squads and any layout."
    yield ""
    yield "| scenario | from seat 1 | from seat 2 |"
    yield "|---|---|---|"
    for mission in SYSTEM.missions:
        cells = []
        for seat in (0, 1):
            first = [
                p.first if seat == 0 else 2 - p.first
                for job, p in zip(jobs, played, strict=True)
                if job.mission == mission and job.computers[seat]
            ]
            cells.append(f"{first.count(2)} ({first.count(1)})")
        yield f"| {SYSTEM.about_mission(mission)[0]} | {' | '.join(cells)} |"


def scenario_jobs(matches: int, seed: int) -> list[Job]:
    """Each cell with other squads, the same for both sides."""
    cells = [(mission, layout) for mission in SYSTEM.missions for layout in CATALOG.layouts]
    jobs = []
    for number, (mission, layout) in enumerate(cells * matches):
        squad = SQUADS[STRIDE * number % len(SQUADS)]
        jobs.append(Job(mission, seed + number, layout, (squad, squad)))
    return jobs


def scenario_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """A table of shares, with sums by scenario and by layout."""
    results = list(zip(jobs, played, strict=True))
    yield "Share of wins, in percent, for the side that deploys second; a draw counts half. Both"
    yield f"sides have the same squad; {matches} matches a cell. In brackets: the Wilson interval"
    yield "of 95 %."
    yield ""
    layouts = [layout.title for layout in CATALOG.layouts.values()]
    yield f"| scenario | {' | '.join(layouts)} | all | turns | |"
    yield "|---" * (len(layouts) + 4) + "|"
    for mission in SYSTEM.missions:
        row = [(job, p) for job, p in results if job.mission == mission]
        cells = [
            f"{percent([p.second for job, p in row if job.layout == layout])[0]:.0f}"
            for layout in CATALOG.layouts
        ]
        halves = [p.second for _, p in row]
        turns = sum(p.turns for _, p in row) / len(row)
        title = SYSTEM.about_mission(mission)[0]
        yield (
            f"| {title} | {' | '.join(cells)} | {told(halves)} | {turns:.1f} | {verdict(halves)} |"
        )
    columns = [[p.second for job, p in results if job.layout == key] for key in CATALOG.layouts]
    everything = [p.second for _, p in results]
    cells = [told(column) for column in columns]
    yield f"| all | {' | '.join(cells)} | {told(everything)} | | {verdict(everything)} |"
    yield ""
    yield f"Seat 1 won {told([p.first for _, p in results])} of all."


def rounds(count: int) -> Iterator[list[tuple[int, int]]]:
    """Everybody against another one in each round, in count - 1 rounds against all: the circle of a
    tournament, of which the first stays and the others move on. count: even."""
    ring = list(range(1, count))
    while True:
        order = [0, *ring]
        yield [(order[n], order[-1 - n]) for n in range(count // 2)]
        ring = [ring[-1], *ring[:-1]]


def nation_jobs(matches: int, seed: int) -> list[Job]:
    """So many rounds of a tournament, in either seat in turn; with their first squads, their second
    ones and so on."""
    nations = list(READY)
    jobs: list[Job] = []
    for number, pairs in zip(range(matches), rounds(len(nations)), strict=False):
        for one, other in pairs:
            a, b = (nations[n] for n in ((one, other) if len(jobs) % 2 else (other, one)))
            sort = number % min(len(READY[a]), len(READY[b]))
            squads = (READY[a][sort].roster, READY[b][sort].roster)
            jobs.append(Job(SYSTEM.missions[0], seed + len(jobs), "", squads))
    return jobs


def nation_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Each nation against all others, the strongest first."""
    yield f"Share of wins in percent. Each nation plays {matches} matches ({len(READY) - 1} are one"
    yield "against each other nation). In brackets: the Wilson interval of 95 %."
    yield ""
    yield "| nation | won | |"
    yield "|---|---|---|"
    halves: dict[str, list[int]] = {str(nation): [] for nation in READY}
    for job, p in zip(jobs, played, strict=True):
        assert job.squads is not None
        halves[job.squads[0].nation].append(p.first)
        halves[job.squads[1].nation].append(2 - p.first)
    for nation, found in sorted(halves.items(), key=lambda item: -sum(item[1])):
        title = CATALOG.nations[NationKey(nation)].title
        yield f"| {title} | {told(found)} | {verdict(found)} |"


PAGE = Page(
    "nco",
    "NCO",
    EVEN,
    play,
    {
        "chance": Part("The computer player against chance", 20, chance_jobs, chance_lines),
        "scenarios": Part("Scenarios and layouts", 4, scenario_jobs, scenario_lines),
        "nations": Part("Nations in the basic battle", 27, nation_jobs, nation_lines),
    },
)
"""Matches from each seat, in each cell, of each nation."""
verdict = PAGE.verdict


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    return PAGE.main(__doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
