"""Measures the balance of Of War and Men and writes it into docs/balance.md: `make balance`.

    python scripts/owm_balance.py                      24 matches of each mission: some minutes
    python scripts/owm_balance.py --matches 400 --processes 2
    python scripts/owm_balance.py --show                prints it and writes nothing

docs/rules/owm.md, 3.12, says what is checked. The damage table is counted out exactly; all else
comes from matches of *regular* against *regular*, and stands with its Wilson interval of 95 %. The
same seed gives the same table on every machine.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from balance_page import DOCUMENT, percent, play_all, replaced
from owm_promises import faults

from owm_net import games
from owm_net.engine.chance import Chance
from owm_net.engine.data import DataFiles
from owm_net.engine.hands import held
from owm_net.engine.local import LocalMatch, player_of
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Over
from owm_net.engine.system import System
from owm_net.engine.view import View
from owm_net.games.owm import odds
from owm_net.games.owm.state import CATALOG, OwmState, order_of
from owm_net.games.owm.terms import LETTERS, Colour, Side
from owm_net.games.owm.windows import Decision, DecisionWindow

SYSTEM = games.get("owm")
BEGIN = "<!-- Of War and Men: written by make balance -->"
END = "<!-- end of what make balance writes -->"

GRIDS = ("RR", "RG", "GG", "GB", "BB", "RGB", "GGB", "GBB")
RESOLVE, VITALITY = 4, 9
"""Of a soldier of tier `Re` (3.6), against whom the table of 3.5 is counted."""
RIFLE, CREWED = "GB", "GGB"
"""What a common rifle flips at range 2 and 3, and a crewed heavy machine gun."""


# -- 1. damage -------------------------------------------------------------------------------


def parts(grid: str, discipline: Colour, flips: int, plus: int = 0) -> tuple[float, float]:
    """(killed, suppressed or wounded) in percent."""
    colours = tuple(LETTERS[letter] for letter in grid)
    kill = odds.reaching(colours, discipline, flips, VITALITY - plus)
    hit = odds.reaching(colours, discipline, flips, RESOLVE - plus)
    return 100 * kill / odds.SCALE, 100 * (hit - kill) / odds.SCALE


def damage() -> Iterator[str]:
    """The table of 3.5 by exact enumeration, and its guard rails."""
    yield "## Damage of a shot, by exact count"
    yield ""
    yield "Percent of shots that kill + percent that suppress or wound, against a soldier of"
    yield f"Resolve {RESOLVE} and Vitality {VITALITY}. Rows: what the weapon flips. Columns: the"
    yield "shooter's Discipline."
    yield ""
    yield "| grid | red | green | blue | green, doubled |"
    yield "|---|---|---|---|---|"
    shooters = ((Colour.RED, 1), (Colour.GREEN, 1), (Colour.BLUE, 1), (Colour.GREEN, 2))
    for grid in GRIDS:
        cells = [parts(grid, colour, flips) for colour, flips in shooters]
        yield f"| {grid} | " + " | ".join(f"{k:.0f} + {s:.0f}" for k, s in cells) + " |"
    kill, down = parts(RIFLE, Colour.GREEN, 1)
    crewed, _ = parts(CREWED, Colour.GREEN, 1)
    best = max(parts(grid, colour, flips)[0] for grid in GRIDS for colour, flips in shooters)
    yield ""
    yield verdict(f"common rifle at range 2 to 3: killed {kill:.1f} %", 8 <= kill <= 16, "8 to 16")
    yield verdict(f"the same: suppressed {down:.1f} %", 38 <= down <= 51, "38 to 51")
    yield verdict(f"crewed machine gun: killed {crewed:.1f} %", crewed <= 50, "at most 50")
    yield verdict(f"the worst shot of the table kills {best:.1f} %", best <= 60, "at most 60")
    yield ""


def verdict(told: str, fine: bool, wanted: str) -> str:
    """A line with what was wanted, and whether it is so."""
    return f"- {told} (wanted: {wanted}){'' if fine else ': **outside**'}"


# -- 2. data ---------------------------------------------------------------------------------


def deck() -> Iterator[str]:
    """Yield the report of `make data` on deck, maps, squads and points."""
    found = faults(DataFiles.of_package("owm_net.games.owm"))
    yield "## Deck, maps and points"
    yield ""
    if not found:
        yield "The data keep every promise of section 3 of the ledger (`make data`): triples of"
        yield "dice, class means, icons, decisions, divisions, point formula, symmetric maps."
    yield from (f"- **outside**: {fault}" for fault in found)
    yield ""


# -- 3. matches ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Job:
    """A match for another process."""

    mission: str
    level: str
    seed: int


@dataclass
class Result:
    """The result of one match. allies: half points of the Allies, 2 for a win; first: of the side
    first on the Initiative Track. cards: that left the deck in the rounds. held, could, used:
    Command Decisions by their keys: cards that were in a hand, those of them that could be played,
    those that were."""

    allies: int
    first: int
    rounds: int
    cards: int
    held: Counter[str] = field(default_factory=Counter)
    could: Counter[str] = field(default_factory=Counter)
    used: Counter[str] = field(default_factory=Counter)


class Noting:
    """*Regular*, with a note of the Command Decisions that it holds, could play, and plays.

    cards: (key, card, playthrough of the deck, seat) -> "held", "could" or "used".
    """

    def __init__(self) -> None:
        self.cards: dict[tuple[str, int, int, int], str] = {}
        self._player = player_of(SYSTEM, "regular")

    def __call__(self, system: System, view: View[Any], chance: Chance) -> Answer:
        answer = self._player(system, view, chance)
        window = view.state.agenda[-1]
        if isinstance(window, DecisionWindow):
            for slot in held(view):
                order = order_of(view.card(slot))
                if order is not None:
                    self._note(view, slot, order.decision, "held")
            for offer in window.offers_decision(view):
                if isinstance(offer, Decision) and offer.why_not(view, window) is None:
                    self._note(view, offer.card, offer.key, "could")
            if isinstance(answer, Decision):
                self._note(view, answer.card, answer.key, "used")
        return answer

    def _note(self, view: View[Any], slot: Played, key: str, what: str) -> None:
        card = (key, int(view.card(slot) or 0), view.state.playthroughs, view.seat)
        ranks = ("held", "could", "used")
        if card not in self.cards or ranks.index(what) > ranks.index(self.cards[card]):
            self.cards[card] = what


def play(job: Job) -> Result:
    """One match to its end."""
    setup = SYSTEM.default_setup(job.mission, job.level)
    players = [Noting() for _ in range(setup.seats)]
    match = LocalMatch(SYSTEM, setup, job.seed, players)
    g = match.state
    assert isinstance(g, OwmState)
    first: Side | None = None
    drawn = left = 0
    while not isinstance(match.request, Over):
        if first is None and g.round_no:
            first = g.sides[g.seat_order()[0]]
        match.step()
        now = sum(deck.left for deck in g.decks.values())
        drawn += max(0, left - now) if g.round_no else 0
        left = now
    sides = list(dict.fromkeys(g.sides[seat] for seat in match.request.result.winners))
    won = sides[0] if len(sides) == 1 else None
    result = Result(share(won, Side.ALLIES), share(won, first), g.round_no, drawn)
    for player in players:
        for (key, _, _, _), what in player.cards.items():
            result.held[key] += 1
            result.could[key] += what != "held"
            result.used[key] += what == "used"
    return result


def share(won: Side | None, side: Side | None) -> int:
    """Half points: 2 for a win, 1 for a draw."""
    return 1 if won is None else 2 * (won is side)


def missions(results: dict[str, list[Result]], level: str) -> Iterator[str]:
    """Yield who wins where, and how long it takes."""
    yield f"## Missions at level {level}, *regular* against *regular*"
    yield ""
    yield "Allies: their share of wins in percent; a draw counts half. First: the same share for"
    yield "the side that is first on the Initiative Track when round 1 begins. Wanted: Allies 47 to"
    yield "53 where the sides are alike, 42 to 58 where they are not. In brackets: the Wilson"
    yield "interval of 95 %."
    yield ""
    yield "| mission | sides | matches | Allies | first | rounds | cards a round | |"
    yield "|---|---|---|---|---|---|---|---|"
    for mission, played in results.items():
        card = CATALOG.missions[mission]
        allies, least, most = percent([r.allies for r in played])
        first, _, _ = percent([r.first for r in played])
        alike = card.symmetric and all(card.anchors.values())  # not where one side jumps
        low, high = (47, 53) if alike else (42, 58)
        rounds = sum(r.rounds for r in played) / len(played)
        cards = sum(r.cards for r in played) / max(1, sum(r.rounds for r in played))
        told = "" if low <= allies <= high else "outside"
        if told and least <= high and most >= low:
            told = "outside, not beyond chance"
        kind = "alike" if alike else "unlike"
        yield (
            f"| {card.title} | {kind} | {len(played)} | {allies:.1f} ({least:.0f} to {most:.0f}) |"
            f" {first:.1f} | {rounds:.1f} | {cards:.1f} | {told} |"
        )
    yield ""


def decisions(results: dict[str, list[Result]]) -> Iterator[str]:
    """Yield how often each Command Decision is played by a player who holds it."""
    held: Counter[str] = Counter()
    could: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for played in results.values():
        for one in played:
            held += one.held
            could += one.could
            used += one.used
    yield "## Command Decisions"
    yield ""
    yield "How many cards *regular* held, how many of them it could have played for their decision"
    yield "at some time, and how many it did play. Wanted: at least 3 % of the second number."
    yield ""
    yield "| decision | held | could be played | played | of the held | of those | |"
    yield "|---|---|---|---|---|---|---|"
    for key, decision in CATALOG.decisions.items():
        part = 100 * used[key] / max(1, held[key])
        chance = 100 * used[key] / max(1, could[key])
        told = "" if chance >= 3 else "outside" if could[key] else "never possible"
        counts = f"{held[key]} | {could[key]} | {used[key]}"
        yield f"| {decision.title} | {counts} | {part:.0f} % | {chance:.0f} % | {told} |"
    yield ""


# -- the document ----------------------------------------------------------------------------


def measure(level: str, matches: int, seed: int, processes: int) -> dict[str, list[Result]]:
    """So many matches of each mission."""
    jobs = [Job(m, level, seed + n) for m in SYSTEM.missions for n in range(matches)]
    found: dict[str, list[Result]] = {}
    for job, result in zip(jobs, play_all(play, jobs, processes), strict=True):
        found.setdefault(job.mission, []).append(result)
    return found


def document(asked: argparse.Namespace) -> list[str]:
    """The part about Of War and Men."""
    lines = ["# Balance of Of War and Men", "", "`make balance` writes this part. The command:", ""]
    command = f"python scripts/owm_balance.py --matches {asked.matches} --seed {asked.seed}"
    lines += [f"    {command} --levels {asked.levels}", ""]
    lines += [*damage(), *deck()]
    for level in asked.levels.split(","):
        results = measure(level, asked.matches, asked.seed, asked.processes)
        lines += missions(results, level)
        if level != SYSTEM.levels[0]:
            lines += decisions(results)
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 0; 2 for wrong usage."""
    parser = argparse.ArgumentParser(
        prog="owm_balance.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--matches", type=int, default=24, help="of each mission and level")
    parser.add_argument("--levels", default=",".join(SYSTEM.levels[:2]), help="of Of War and Men")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--show", action="store_true", help="print it and write nothing")
    asked = parser.parse_args(arguments)
    unknown = [level for level in asked.levels.split(",") if level not in SYSTEM.levels]
    if asked.matches < 1 or asked.processes < 1 or unknown:
        parser.error(f"--levels are of {', '.join(SYSTEM.levels)}; --matches 1 or more")
    lines = document(asked)
    if asked.show:
        print("\n".join(lines))
    else:
        DOCUMENT.write_text(replaced(DOCUMENT.read_text("utf-8"), BEGIN, END, lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
