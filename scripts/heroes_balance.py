"""Measures the balance of Heroes by computer players and writes it into docs/balance.md:
`make balance game=heroes`.

    python scripts/heroes_balance.py                        all parts: a quarter of an hour
    python scripts/heroes_balance.py --parts chance --matches 10
    python scripts/heroes_balance.py --show                 prints it and writes nothing

chance: each computer player against the random one, from each side. strengths: the regular against
the recruit. scenarios: the regular on both sides. uses: what cards and equipment it uses there.
The same seed gives the same tables on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from balance_page import Page, Part, told

from owm_net.engine import agenda
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.requests import Decision, Over
from owm_net.engine.system import Setup
from owm_net.games.heroes.cards.card import CardPlayed
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import Discard
from owm_net.games.heroes.hidden import card_key, is_bluff
from owm_net.games.heroes.ids import ScenarioKey, UnitId
from owm_net.games.heroes.shooting import ShotFired
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.system import Heroes
from owm_net.games.heroes.terms import OptionKind

SYSTEM = Heroes()
EVEN, NEARLY = (45, 55), (42, 58)
"""Percent that are wanted (G-18)."""
SYMMETRIC = ("crossroads-scramble", "armour-in-the-lane", "free-battle")
"""Scenarios in which both sides begin alike; of the others a little less is asked."""
RECRUIT, REGULAR = SYSTEM.strengths[:2]
AS_WRITTEN, ALWAYS = SYSTEM.switches["cards"]


@dataclass(frozen=True)
class Job:
    """One match. players: by their names. watched: what is used is noted."""

    mission: str
    seed: int
    cards: str = AS_WRITTEN
    players: tuple[str, str] = (REGULAR, REGULAR)
    watched: bool = False


@dataclass
class Uses:
    """What the seats of a match had and used, once for each seat. offered: cards that a question to
    their owner would have taken. bluffs: shots at units with a bluff on them."""

    held: set[tuple[int, str]] = field(default_factory=set)
    offered: set[tuple[int, str]] = field(default_factory=set)
    played: set[tuple[int, str]] = field(default_factory=set)
    bought: set[tuple[int, str]] = field(default_factory=set)
    spent: set[tuple[int, str]] = field(default_factory=set)
    bluffs: int = 0
    tokens: dict[int, int] = field(default_factory=dict)

    def watch(self, match: LocalMatch) -> None:
        """Look at a match that waits for an answer."""
        g = _state(match)
        for event in g.events:
            if isinstance(event, CardPlayed):
                self.played.add((event.seat, card_key(event.card)))
            elif isinstance(event, ShotFired):
                self.bluffs += self._is_bluff(match, event.target)
        for n, option in enumerate(g.options):
            if CATALOG.options[option.key].kind is OptionKind.EQUIPMENT:
                had = self.tokens.setdefault(n, option.tokens)
                self.bought |= {(option.seat, option.key)} if had else set()
                self.spent |= {(option.seat, option.key)} if option.tokens < had else set()
        for seat in match.request.deciders if isinstance(match.request, Decision) else ():
            view = match.view(seat)
            hand = {slot: card for slot in g.hands[seat] if (card := view.card(slot)) is not None}
            self.held |= {(seat, card_key(card)) for card in hand.values()}
            missing = {card_key(card) for card in hand.values()} - {
                key for owner, key in self.offered if owner == seat
            }
            if missing:
                for answer in agenda.options(view):
                    if isinstance(answer, Discard):
                        continue
                    named = [getattr(answer, "card", -1), *getattr(answer, "cards", ())]
                    self.offered |= {(seat, card_key(hand[c])) for c in named if c in hand}

    def _is_bluff(self, match: LocalMatch, unit: UnitId) -> bool:
        g = _state(match)
        seat = g.units[unit].seat
        for token, bearer in zip(g.hands[g.laid(seat)], g.bearers[seat], strict=True):
            if bearer == unit:
                face = match.view(seat).card(token)
                return face is not None and is_bluff(face)
        return False


@dataclass(frozen=True)
class Played:
    """The result of a match. halves: of each side, in half wins. first: those of the side with the
    initiative of round 1. early: it ended before its last round. lost: percent of the units of each
    side, without concealed counters and smoke bombs. unseen: tokens that were lost unseen. uses: of
    a match that is watched."""

    halves: tuple[int, int]
    first: int
    rounds: int
    early: bool
    lost: tuple[int, int]
    unseen: int
    uses: Uses | None = None


def _state(match: LocalMatch) -> HeroesState:
    assert isinstance(match.state, HeroesState)
    return match.state


def play(job: Job) -> Played:
    """One match to its end."""
    switches = () if job.cards == AS_WRITTEN else (("cards", job.cards),)
    names = [side.name for side in CATALOG.scenarios[ScenarioKey(job.mission)].sides]
    sides = [list(dict.fromkeys(names)).index(name) for name in names]
    setup = Setup(job.mission, SYSTEM.levels[0], len(names), switches)
    match = LocalMatch(SYSTEM, setup, job.seed, [player_of(SYSTEM, job.players[n]) for n in sides])
    g = _state(match)
    while g.initiative < 0:
        match.step()
    first = sides[g.initiative]
    uses = Uses() if job.watched else None
    while uses and not isinstance(match.request, Over):
        uses.watch(match)
        match.step()
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
        uses,
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


def uses_jobs(matches: int, seed: int) -> list[Job]:
    """Each scenario so often, all with cards."""
    return [
        Job(mission, seed + n, variants(mission)[-1], watched=True)
        for mission in SYSTEM.missions
        for n in range(matches)
    ]


def uses_lines(jobs: Sequence[Job], played: Sequence[Played], matches: int) -> Iterator[str]:
    """Yield how often each card and each sort of equipment was used by who had it."""
    uses = [p.uses for p in played if p.uses]
    yield f"{matches} matches of each scenario with cards, the regular on both sides. Held: players"
    yield "who had it in hand at some time. Could: percent of them who could have played it at some"
    yield "time. Played: percent of those who could."
    yield ""
    yield "| card | held | could | played | |"
    yield "|---|---|---|---|---|"
    for key, card in CATALOG.cards.items():
        held, could, did = (
            _count(part, key) for part in _columns(uses, "held", "offered", "played")
        )
        yield _use_line(card.title, held, could, did, PLAYED)
    yield ""
    yield "Bought: armies that had it. Spent: percent of them that spent a token of it."
    yield ""
    yield "| equipment | bought | spent | |"
    yield "|---|---|---|---|"
    for sort, option in CATALOG.options.items():
        if option.kind is OptionKind.EQUIPMENT:
            bought, spent = (_count(part, sort) for part in _columns(uses, "bought", "spent"))
            yield _use_line(option.title, bought, None, spent, SPENT)
    yield ""
    fired_upon = sum([u.bluffs for u in uses]) / len(uses)
    yield f"A unit with a bluff was shot at {fired_upon:.1f} times a match."


PLAYED, SPENT = 15, 10
"""Percent that are wanted (G-18)."""


def _columns(uses: Sequence[Uses], *names: str) -> list[list[tuple[int, str]]]:
    return [[pair for one in uses for pair in getattr(one, name)] for name in names]


def _count(pairs: Sequence[tuple[int, str]], key: str) -> int:
    return sum([found == key for _, found in pairs])


def _use_line(title: str, had: int, could: int | None, did: int, wanted: int) -> str:
    of = had if could is None else could
    cells = [title, f"{had}"]
    if could is not None:
        cells.append(f"{100 * could // had}" if had else "-")
    cells.append(f"{100 * did // of}" if of else "-")
    cells.append("" if of and 100 * did >= wanted * of else "seldom" if of else "nobody")
    return f"| {' | '.join(cells)} |"


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
        "uses": Part("What is used", 20, uses_jobs, uses_lines),
    },
)
"""Matches on each side; of each scenario."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    return PAGE.main(__doc__, arguments)


if __name__ == "__main__":
    sys.exit(main())
