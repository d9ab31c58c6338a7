"""Measures the balance of Heroes by computer players and writes it into docs/balance.md:
`make balance game=heroes`.

    python scripts/heroes_balance.py                        all parts: a quarter of an hour
    python scripts/heroes_balance.py --parts chance --matches 10
    python scripts/heroes_balance.py --show                 prints it and writes nothing

chance: each computer player against the random one, from each side. strengths: the regular against
the recruit. scenarios: the regular on both sides. The same seed gives the same tables on every
machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from balance_page import Page, Part, told

from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.system import Setup
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.ids import ScenarioKey
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.system import Heroes

SYSTEM = Heroes()
EVEN, NEARLY = (45, 55), (42, 58)
"""Percent that are wanted (G-18)."""
SYMMETRIC = ("crossroads-scramble", "armour-in-the-lane", "free-battle")
"""Scenarios in which both sides begin alike; of the others a little less is asked."""
RECRUIT, REGULAR = SYSTEM.strengths
AS_WRITTEN, ALWAYS = SYSTEM.switches["cards"]


@dataclass(frozen=True)
class Job:
    """One match. players: by their names."""

    mission: str
    seed: int
    cards: str = AS_WRITTEN
    players: tuple[str, str] = (REGULAR, REGULAR)


@dataclass(frozen=True)
class Played:
    """The result of a match. halves: of each side, in half wins. first: those of the side with the
    initiative of round 1. early: it ended before its last round. lost: percent of the units of each
    side, without concealed counters and smoke bombs. unseen: tokens that were lost unseen."""

    halves: tuple[int, int]
    first: int
    rounds: int
    early: bool
    lost: tuple[int, int]
    unseen: int


def play(job: Job) -> Played:
    """One match to its end."""
    switches = () if job.cards == AS_WRITTEN else (("cards", job.cards),)
    names = [side.name for side in CATALOG.scenarios[ScenarioKey(job.mission)].sides]
    sides = [list(dict.fromkeys(names)).index(name) for name in names]
    setup = Setup(job.mission, SYSTEM.levels[0], len(names), switches)
    match = LocalMatch(SYSTEM, setup, job.seed, [player_of(SYSTEM, job.players[n]) for n in sides])
    g = match.state
    assert isinstance(g, HeroesState)
    while g.initiative < 0:
        match.step()
    first = sides[g.initiative]
    winners = [sides[seat] for seat in match.play().winners]
    halves = [2 * (side in winners) if winners else 1 for side in (0, 1)]
    lost = []
    for side in (0, 1):
        units = [u.lost for u in g.units if sides[u.seat] == side and not (u.blind or u.bomb)]
        lost.append(100 * sum(units) // len(units))
    return Played(
        (halves[0], halves[1]),
        halves[first],
        g.round,
        g.round < g.battle.rounds,
        (lost[0], lost[1]),
        len(g.lost_tokens),
    )


# ------------------------------------------------------------------ the parts


def variants(mission: str) -> tuple[str, ...]:
    """Return whether cards are played as the scenario says, and always if it has none."""
    written = CATALOG.scenarios[ScenarioKey(mission)].cards
    return (AS_WRITTEN,) if written else (AS_WRITTEN, ALWAYS)


def sides_jobs(matches: int, seed: int, one: str, other: str) -> list[Job]:
    """Each scenario, with cards as it says and always, one player on each side in turn."""
    return [
        Job(mission, seed + n, cards, (one, other) if seat == 0 else (other, one))
        for mission in SYSTEM.missions
        for cards in variants(mission)
        for seat in (0, 1)
        for n in range(matches)
    ]


def chance_jobs(matches: int, seed: int) -> list[Job]:
    """Both strengths."""
    return [
        job
        for strength in (RECRUIT, REGULAR)
        for job in sides_jobs(matches, seed, strength, "random")
    ]


def chance_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Yield wins of each strength, from each side."""
    yield f"Wins (draws) against a player by chance, in {matches} matches on each side."
    yield ""
    yield "| scenario | cards | recruit, German | recruit, US | regular, German | regular, US |"
    yield "|---|---|---|---|---|---|"
    for mission in SYSTEM.missions:
        for cards in variants(mission):
            cells = [
                _wins(jobs, played, mission, cards, strength, seat)
                for strength in (RECRUIT, REGULAR)
                for seat in (0, 1)
            ]
            title = SYSTEM.about_mission(mission)[0]
            yield f"| {title} | {cards} | {' | '.join(cells)} |"


def _wins(
    jobs: Sequence[Job],
    played: Sequence[Played],
    mission: str,
    cards: str,
    strength: str,
    seat: int,
) -> str:
    """Wins and draws of a player on a side."""
    found = [
        p.halves[seat]
        for job, p in zip(jobs, played, strict=True)
        if (job.mission, job.cards, job.players[seat]) == (mission, cards, strength)
    ]
    return f"{found.count(2)} ({found.count(1)})"


def strengths_jobs(matches: int, seed: int) -> list[Job]:
    """The regular against the recruit, on both sides."""
    return sides_jobs(matches, seed, REGULAR, RECRUIT)


def strengths_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Yield the share of the stronger."""
    yield f"The regular against the recruit: share of wins in percent, {matches} matches on each"
    yield "side; a draw counts half. In brackets: the Wilson interval of 95 %."
    yield ""
    yield "| scenario | cards | regular is German | regular is US | both |"
    yield "|---|---|---|---|---|"
    for mission in SYSTEM.missions:
        for cards in variants(mission):
            sides = [
                [
                    p.halves[seat]
                    for job, p in zip(jobs, played, strict=True)
                    if (job.mission, job.cards, job.players[seat]) == (mission, cards, REGULAR)
                ]
                for seat in (0, 1)
            ]
            cells = [told(found) for found in (*sides, sides[0] + sides[1])]
            title = SYSTEM.about_mission(mission)[0]
            yield f"| {title} | {cards} | {' | '.join(cells)} |"


def scenario_jobs(matches: int, seed: int) -> list[Job]:
    """Each scenario so often, with cards as it says and always."""
    return [
        Job(mission, seed + n, cards)
        for mission in SYSTEM.missions
        for cards in variants(mission)
        for n in range(matches)
    ]


def scenario_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Yield shares of the Germans and of the initiative, and how matches went."""
    yield "The regular on both sides. German: share of wins in percent; a draw counts half. In"
    yield "brackets: the Wilson interval of 95 %. First: the same share for the side with the"
    yield "initiative of round 1. Early: percent of matches that end before the last round. Lost:"
    yield "percent of the units of Germans and Americans. Unseen: tokens lost unseen, in a match."
    yield ""
    yield "| scenario | cards | matches | German | first | rounds | early | lost | unseen | |"
    yield "|---|---|---|---|---|---|---|---|---|---|"
    for mission in SYSTEM.missions:
        for cards in variants(mission):
            found = [
                p
                for job, p in zip(jobs, played, strict=True)
                if (job.mission, job.cards) == (mission, cards)
            ]
            share, count = [p.halves[0] for p in found], len(found)
            lost = [sum([p.lost[seat] for p in found]) // count for seat in (0, 1)]
            yield (
                f"| {SYSTEM.about_mission(mission)[0]} | {cards} | {count} | {told(share)} "
                f"| {told([p.first for p in found])} "
                f"| {sum([p.rounds for p in found]) / count:.1f} "
                f"| {100 * sum([p.early for p in found]) // count} | {lost[0]}, {lost[1]} "
                f"| {sum([p.unseen for p in found]) / count:.1f} | {verdict(mission, share)} |"
            )


def verdict(mission: str, share: Sequence[int]) -> str:
    """Return whether a share is as even as it should be in a scenario."""
    return replace(PAGE, even=EVEN if mission in SYMMETRIC else NEARLY).verdict(share)


PAGE = Page(
    "heroes",
    "Heroes",
    EVEN,
    play,
    {
        "chance": Part("The computer player against chance", 25, chance_jobs, chance_lines),
        "strengths": Part("Regular against recruit", 50, strengths_jobs, strengths_lines),
        "scenarios": Part("Scenarios", 200, scenario_jobs, scenario_lines),
    },
)
"""Matches on each side; of each scenario."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    return PAGE.main(__doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
