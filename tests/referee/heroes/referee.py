"""A referee that follows a match of Heroes and recomputes it from the ledger.

It was written from docs/rules/heroes.md with the rulebook, the data files, and the declarations
(names, fields and docstrings) of the game's state, events and answers: two programs that agree have
read the same rules. The first version's author says that they read nothing of the rules' code.
Later, some of it was read to settle differences: retreats and launch spaces (assault.py), finding
concealed counters (spotting.py), the steps of a reaction (reacting.py), thinning smoke (smoke.py),
who is in a structure that falls (structures.py), Speed setup, what holds a move (moving.py), and
the tests of these and of vehicles that carry. There the referee is less independent. Properties of
the classes of state.py were seen with their fields.

It follows the game where a player chose or a die fell, and compares everything else.

Checked: maps, those of free battles too, lines of sight, ranges, arcs, sums of shots, blasts,
assaults and sniper dice, what they do, moves on foot and of vehicles, opportunity fire, tokens and
turns, alliances, Supply, reserves, cards (when, on what, how many are held, drawn and out of play),
bonus tactics, charges, breaking points, objectives, scores and who wins. `given` lists what is
taken as the game says.
"""

from __future__ import annotations

from typing import Any

from tests.referee.heroes.alliances import Alliances
from tests.referee.heroes.answers import Answers
from tests.referee.heroes.assaults import Assaults
from tests.referee.heroes.battlefield import Battlefield
from tests.referee.heroes.blasts import Blasts
from tests.referee.heroes.bonus import Bonus
from tests.referee.heroes.book import book
from tests.referee.heroes.equipment import Equipment
from tests.referee.heroes.judging import DECK, OUTSIDE
from tests.referee.heroes.model import NONE, differences, picture
from tests.referee.heroes.played import Played
from tests.referee.heroes.victory import Victory


class Referee(Victory, Battlefield, Alliances, Blasts, Assaults, Played, Bonus, Equipment, Answers):
    """The referee of one match: a step at a time, by the chapters of the rules."""

    def see(self, request: Any, answer: Any, g: Any) -> None:
        """Follow one step. g: the state after it, with its events and what is asked next."""
        self.step += 1
        self.skip, self.forced = set(), False
        if self.model.round == 0:
            self.skip.add("directives")
        kind = type(request).__name__
        theirs = self.theirs = picture(g, self.base)
        self.hear(kind, request, answer)
        for event in g.events:
            name = type(event).__name__.lower()
            on = getattr(self, f"on_{name}", None)
            if on is None:
                self.unknown(name, event)
            else:
                on(event)
        self.settle(g)
        if len(theirs.units) != len(self.model.units):
            self.take("a new counter")
        else:
            for what, mine, his in differences(self.model, theirs, self.skip):
                self.differ("state", f"{what} after {kind} {self.asked}", mine, his)
        self.structures(theirs)
        if getattr(g.pending, "kind", "") in OUTSIDE - {"discard"}:
            self.counted(theirs)
        self.model = theirs
        self.standing = {int(s): tuple(words) for s, words in g.standing.items()}
        self.bombs.update({c[3]: c[1] for c in theirs.charges if c[3] != NONE})

    def begin_anew(self) -> None:
        """Forget what was found, once units have been put elsewhere; bombs are added."""
        self.spotted, self.searching = set(), NONE
        self.charges = list(self.model.charges)
        self.bombs.update({c[3]: c[1] for c in self.charges if c[3] != NONE})

    def hear(self, kind: str, request: Any, answer: Any) -> None:
        """Take in what was asked and answered."""
        if kind == "Choose":
            self.asked, self.seat, self.answer = request.kind, int(request.seat), answer
            self.on_answer()
        elif kind == "ChooseSecretly" and request.kind == "roster":
            self.rosters = tuple(answer)
        elif kind == "PrivateDeck":
            key = min(self.model.side(int(request.seat)))
            if not self.decks.get(key):
                size = self.base.cards or DECK
                self.same("HON-DECK-01, HON-MP-09", f"the deck of seat {key}", size, request.size)
            else:
                most = sum(
                    book().options[k].tokens
                    for s, _, k, _ in self.model.options
                    if self.model.allied(s, key) and k in ("or_artillery", "or_airstrike")
                )
                self.same("HON-DECK-04", "too many command cards", False, request.size > most)
            self.decks[key] = self.decks.get(key, 0) + request.size
        elif kind == "Draw" and self.model.phase == "orders":
            self.pool[int(request.seat)] = set(request.slots)
        elif kind == "Roll":
            self.rolled, self.reason = tuple(answer), request.reason
            if "again" not in self.reason:
                self.razing = "destruction" in self.reason
            if self.strikes and self.reason == "dispersal":
                self.dispersal = self.rolled[0]
        elif kind == "Reveal":
            opened = dict(zip(request.slots, answer, strict=True))
            for laid in self.model.tokens:
                for unit, slot in laid.items():
                    laid[unit] = opened.get(slot, slot)

    def unknown(self, name: str, event: Any) -> None:
        """Take an event as it is, with the unit that it names."""
        unit = getattr(event, "unit", None)
        skip = [] if unit is None else [f"unit {int(unit)}"]
        self.take(name, *skip, *self.model.__dataclass_fields__)

    def settle(self, g: Any) -> None:
        """Look for effects that never came, once the question is about something else."""
        self.furnish(getattr(g.pending, "kind", ""))
        waits = type(g.pending).__name__ == "Reveal"
        if self.fires is not None and not waits:
            u, place = self.model.units[self.fires[0]], self.fires[1]
            if not u.infantry and place not in u.fired:
                u.fired = tuple(sorted((*u.fired, place)))
            self.fires = None
        if self.leg == () and not self.final and self.actor != NONE and not waits:
            self.leg = None
            self.turn_to(self.model.units[self.actor])
        if getattr(g.pending, "kind", "") in ("leg", "react"):
            self.searching = NONE  # the move is not over
        flips = type(g.pending).__name__ == "Flip"
        stands = flips or getattr(g.pending, "kind", "") in OUTSIDE - {"react"}
        if stands and self.leg is None and self.facing != NONE and self.actor != NONE:
            self.turn_to(self.model.units[self.actor])
        if self.model.phase == "supply" and not self.checked:
            self.skip.add("smoke")
        if getattr(g.pending, "kind", "") in OUTSIDE:
            self.left_over()
        for formation, points in self.breaks:
            self.differ("HON-VIC-04", "a breaking point", (formation, points), "nothing")
        self.breaks = []

    def left_over(self) -> None:
        """Report what should have happened before this question."""
        self.come_through()
        self.strikes, self.loose = False, False
        if self.searching != NONE:
            self.differ("HON-BON-01", f"unit {self.searching} on a bonus token", "finds it", "not")
        self.searching = NONE
        if self.sought:
            self.differ("HON-EQ-09", "counters that are found", sorted(self.sought), "closed")
        self.sought = set()
        if self.order:
            self.differ("HON-BLST-02", "units under a blast", self.order, "not rolled for")
        if self.spotted:
            self.differ("HON-AB-08", "counters in sight", sorted(self.spotted), "stay concealed")
        for due in self.due:
            if due.kind != "miss":
                self.differ("HON-FIRE-10", f"no {due.kind} on unit {due.unit}", due, "nothing")
        for n, markers in self.owed.items():
            if not self.model.units[n].lost:
                self.differ("HON-SUPP-01", f"markers on unit {n}", markers, "none")
        self.order, self.spotted, self.due, self.owed = None, set(), [], {}
