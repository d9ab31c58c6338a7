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

from collections import Counter as Tally
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tests.referee.heroes import cards, fire, furnish, melee, muster, spotting, walk
from tests.referee.heroes.book import HEAVY, INFANTRY, LIGHT, Scenario, Space, book
from tests.referee.heroes.drive import Pose, after, drive, pose_of
from tests.referee.heroes.fire import How, outcome
from tests.referee.heroes.furnish import battle
from tests.referee.heroes.ground import WAYS, distance
from tests.referee.heroes.melee import Clash
from tests.referee.heroes.model import NONE, OFF_MAP, Counter, Model, differences, picture
from tests.referee.heroes.walk import Going

HAND = 4
"""HON-DECK-05, HON-SUP-09."""
DECK = 40
"""HON-DECK-01."""
BONUS_TOKENS = 6
"""HON-BON-03."""
TACTICS = ("papers", "crate", "radio", "dressing", "flare", "plan")
"""Bonus tactics, in the order of their cards from 500 (G-20)."""
MOST_ORDERS = 10
"""HON-ORD-04, HON-MP-20."""
OUTSIDE = {
    "turn",
    "leg",
    "drive",
    "gap",
    "react",
    "supply_move",
    "hush",
    "lay",
    "once_more",
    "start_cards",
    "supply_start",
    "supply_end",
    "end_cards",
    "discard",
}
"""Questions at which no shot or assault is unfinished."""
SAID = {
    "OrderMove": "said_move",
    "ActMove": "said_move",
    "SupplyMove": "said_move",
    "OrderDrive": "said_drive",
    "ActDrive": "said_drive",
    "SupplyDrive": "said_drive",
    "Drive": "said_on",
    "OrderFire": "announce",
    "ActFire": "announce",
    "FireOnTheMove": "announce",
    "OrderSnipe": "announce",
    "ActSnipe": "announce",
    "Lay": "lay",
    "Where": "check_where",
}
"""Which method hears an answer; others go by their names."""
PLAYED = {
    "panzerfaust": ({INFANTRY: 2, LIGHT: 6, HEAVY: 6}, 4),
    "tank_hunters": ({INFANTRY: 1, LIGHT: 6, HEAVY: 5}, 5),
}
CARD_BLASTS = {
    "mine": {INFANTRY: 3, LIGHT: 5, HEAVY: 5},
    "nebelwerfer": {INFANTRY: 2, LIGHT: 3, HEAVY: 1},
    "concentration_105": {INFANTRY: 3, LIGHT: 3, HEAVY: 1},
    "fighter_bomber": {INFANTRY: 2, LIGHT: 5, HEAVY: 5},
    "rocket_attack": {INFANTRY: 2, LIGHT: 6, HEAVY: 6},
    "strafing_run": {INFANTRY: 2, LIGHT: 3},
}


@dataclass(frozen=True)
class Difference:
    """Where the referee and the game differ."""

    match: str
    step: int
    round: int
    rule: str
    what: str
    referee: Any
    game: Any

    def __str__(self) -> str:
        return (
            f"{self.match} step {self.step} round {self.round}: {self.rule}: {self.what}: "
            f"referee {self.referee}, game {self.game}"
        )


@dataclass
class Due:
    """An effect that must follow. kind: hit, kill, markers, miss, clash."""

    kind: str
    unit: int
    n: int = 0
    suppressive: bool = False
    die: int = 0
    added: int = 0
    defence: int = 0
    blast: bool = False


@dataclass
class Blast:
    """A blast under way. firer: NONE where no unit rolls (R-77)."""

    bonus: Mapping[str, int]
    firer: int = NONE
    open: bool = True
    moving: int = 0


@dataclass
class Referee:
    """The referee of one match. found: the differences; checks: how often each thing was looked at;
    given: what was taken as the game says."""

    match: str
    model: Model
    base: Scenario
    found: list[Difference] = field(default_factory=list)
    checks: Tally[str] = field(default_factory=Tally)
    given: Tally[str] = field(default_factory=Tally)
    theirs: Model = field(default_factory=Model.empty)
    """As the game has it after this step."""
    step: int = 0
    skip: set[str] = field(default_factory=set)
    asked: str = ""
    seat: int = NONE
    answer: Any = None
    actor: int = NONE
    going: Going | None = None
    leg: tuple[Any, ...] | None = None
    final: bool = True
    facing: int = NONE
    riders: set[str] = field(default_factory=set)
    reacting: dict[int, tuple[bool, tuple[str, ...]]] = field(default_factory=dict)
    reaction: Any = None
    targets: list[int] = field(default_factory=list)
    shares: tuple[int, ...] = ()
    guard: dict[str, int] = field(default_factory=dict)
    shields: int = 0
    how: How | None = None
    due: list[Due] = field(default_factory=list)
    blast: Blast | None = None
    clash: Clash | None = None
    rolled: tuple[int, ...] = ()
    card: str = ""
    breaks: list[tuple[int, int]] = field(default_factory=list)
    rallied: bool = False
    went: list[int] = field(default_factory=list)
    """The seats that have had a turn, of laying or of activating."""
    moved: set[int] = field(default_factory=set)
    substitutes: dict[int, int] = field(default_factory=dict)
    located: int = NONE
    score: tuple[int, ...] = ()
    launch: Space = OFF_MAP
    frightened: bool = False
    stood: Space = OFF_MAP
    more: int = 0

    # -- reports ---------------------------------------------------------------------------

    def differ(self, rule: str, what: str, mine: Any, theirs: Any) -> None:
        """Write down a difference."""
        self.found.append(
            Difference(self.match, self.step, self.model.round, rule, what, mine, theirs)
        )

    def same(self, rule: str, what: str, mine: Any, theirs: Any) -> None:
        """Compare two values."""
        self.checks[rule] += 1
        if mine != theirs:
            self.differ(rule, what, mine, theirs)

    def allowed(self, rule: str, what: str, why: str) -> None:
        """Report what the game has allowed and the referee would not."""
        self.checks[rule] += 1
        if why:
            self.differ(rule, what, why, "allowed")

    def take(self, what: str, *skip: str) -> None:
        """Take something as the game says."""
        self.given[what] += 1
        self.skip |= set(skip)

    # -- a step of the match ------------------------------------------------------------------

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
        if self.flak is not None:
            result, number = self.flak
            self.same("HON-AAA-01", f"{result} against {number}", False, result >= number)
        self.strikes, self.loose, self.flak = False, False, None
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

    # -- answers --------------------------------------------------------------------------------

    def on_answer(self) -> None:
        """Remember what an answer announces."""
        a, name = self.answer, type(self.answer).__name__
        if self.asked in OUTSIDE:
            self.card, self.reaction, self.pinned, self.reason = "", None, False, ""
            self.halted = self.halted and self.asked == "react"
            self.sniped = self.clash = None
            if self.asked == "react":
                self.asked_react()
            self.again = self.asked == "react" and name != "Pass"
        if hasattr(a, "token") and name != "Lay":
            laid = self.model.tokens[self.seat]
            self.actor = next((u for u, t in laid.items() if t == int(a.token)), NONE)
        elif name.startswith(("Act", "Supply")):
            self.actor = int(a.unit)
        acts = name.startswith("Order") or name in ("ActMove", "ActDrive", "ActFire", "ActSnipe")
        if acts and self.asked != "guns":
            self.riders, self.reacting, self.shares = set(), {}, ()
        elif acts:
            self.riders.discard("aimed_shot")  # it is for one shot
        if getattr(a, "smoke", OFF_MAP) != OFF_MAP:
            self.named = tuple(a.smoke)
        said = getattr(self, SAID.get(name, f"said_{name.lower()}"), None)
        if said is not None:
            said(a)

    def said_move(self, a: Any) -> None:
        """A move on foot is declared, and its first leg."""
        self.promised = int(getattr(a, "target", NONE))
        self.going, self.leg, self.flipped_first = None, tuple(a.path), NONE
        self.targets = []
        self.final = not getattr(a, "goes_on", False)
        self.facing, self.more = int(a.facing), 0
        self.check_supply(a)

    def said_drive(self, a: Any) -> None:
        """A move of a vehicle is declared, and its first leg."""
        self.going, self.leg = None, tuple(s.value for s in a.manoeuvres)
        self.facing, self.more = NONE, int(a.fuel)
        self.check_supply(a)

    def said_leg(self, a: Any) -> None:
        """Another leg on foot."""
        self.leg, self.facing = tuple(a.path), int(a.facing)
        self.final = not a.goes_on

    def said_on(self, a: Any) -> None:
        """Another leg of a vehicle."""
        self.leg = tuple(s.value for s in a.manoeuvres)

    def said_stop(self, a: Any) -> None:
        """The move is over."""
        self.leg, self.facing, self.final = None, int(a.facing), True

    def said_ordersmoke(self, a: Any) -> None:
        """A smoke bomb is aimed."""
        self.named = tuple(a.vertex)

    def asked_react(self) -> None:
        """Without cards, the question wants a unit that could fire (G-06)."""
        if self.model.hand[self.seat] or self.actor == NONE or self.leg is None or self.again:
            return
        u = self.model.units[self.actor]
        if not self.model.allied(u.seat, self.seat):
            mine = {n for n in self.reactors(u) if self.model.units[n].seat == self.seat}
            self.same("HON-CARD-09", "somebody could react", True, bool(mine))

    def said_react(self, a: Any) -> None:
        """Units fire at a mover."""
        spends = tuple(a.spend) + ((),) * len(a.units)
        self.reacting = {
            int(u): (u in a.suppressing, tuple(spends[i])) for i, u in enumerate(a.units)
        }
        self.check_reaction(a)

    def said_opportunityfire(self, a: Any) -> None:
        """A card lets a unit fire at a mover."""
        self.reacting = {int(a.unit): (False, tuple(a.spend))}
        self.reaction = a
        self.fires = (int(a.unit), int(a.weapon))

    def said_substitute(self, a: Any) -> None:
        """Somebody else takes a hit; an ally's unit, once the ally agrees (HON-MP-19)."""
        self.offered = int(a.unit)
        if self.model.units[self.offered].seat == self.seat:
            self.said_agree(a)

    offered: int = NONE
    agreed: bool = False

    def said_agree(self, a: Any) -> None:
        """An ally's unit takes a hit, or spots for artillery (R-266)."""
        self.agreed = True
        for due in self.due:
            if due.kind == "hit" and self.offered != NONE:
                self.check_substitute(due, self.offered)
                due.unit = self.offered
        self.offered = NONE

    def said_frighten(self, a: Any) -> None:
        """HON-AB-27; it holds if the dice are rolled again."""
        self.pinned = True
        for due in self.due:
            if due.kind == "miss":
                due.kind, due.n = "markers", 1

    def said_shield(self, a: Any) -> None:
        """HON-EQ-01."""
        self.shields = a.tokens

    def said_reroll(self, a: Any) -> None:
        """HON-TRT-15."""
        self.spend(self.seat, "tr_veteran")

    def said_nomoreorders(self, a: Any) -> None:
        """R-84."""
        closed = {t for t in self.model.tokens[self.seat].values() if t < 0}
        self.same("R-84", "tokens that lie closed", closed, set(a.left))

    def announce(self, a: Any) -> None:
        """A deed of fire is declared."""
        self.pinned = self.agreed = False
        targets = getattr(a, "targets", None)
        if targets is None:
            target = getattr(a, "target", NONE)
            targets = (target,) if target != NONE else ()
        self.targets = [int(t) for t in targets]
        thrown = any(book().options[k].pattern == "white" for k in getattr(a, "spend", ()))
        aims = (
            bool(targets)
            or getattr(a, "into", OFF_MAP) != OFF_MAP
            or getattr(a, "vertex", OFF_MAP) != OFF_MAP
        )
        if self.actor != NONE and aims and not thrown:
            self.fires = (self.actor, int(getattr(a, "weapon", 0)))
        self.shares = tuple(int(s) for s in getattr(a, "shares", ()))
        self.guard, self.shields = {}, 0
        spend = tuple(getattr(a, "spend", ()))
        moving = type(a).__name__ == "FireOnTheMove"
        self.aim, self.room = getattr(a, "vertex", OFF_MAP), getattr(a, "into", OFF_MAP)
        self.order, self.colour, self.spread, self.blast = None, "", 0, None
        self.how = How(
            int(getattr(a, "weapon", 0)), moving, getattr(a, "suppressive", False), spend=spend
        )
        equipment = next((k for k in spend if book().options[k].bonus), "")
        u = self.model.units[self.actor] if self.actor != NONE else None
        if equipment:
            bonus, reach = fire.equipment_shot(equipment)
            if book().options[equipment].pattern:
                cost = 0
                if moving and u is not None:
                    marching = How(moving=True, marching="marching_fire" in self.riders)
                    cost = fire.move_penalty(self.model, u, u.weapon(), marching) or 0
                self.blast = Blast(bonus, self.actor, a.into == OFF_MAP, cost)
                self.colour = book().options[equipment].pattern
                self.spread = book().options[equipment].scatter
            else:
                self.how = How(0, moving, spend=spend, instead=bonus, reach=reach)
        elif getattr(a, "vertex", OFF_MAP) != OFF_MAP and u is not None and not u.hidden:
            weapon = u.weapon(self.how.weapon)
            cost = fire.move_penalty(self.model, u, weapon, self.how) or 0
            self.colour, self.spread = weapon.pattern, weapon.abilities.get("indirect_fire", 0)
            if self.supplied(u):
                self.colour = "green"
            self.blast = Blast(weapon.bonus, self.actor, moving=cost)
        if self.shares and u is not None:
            self.check_split(a, u)

    def supplied(self, u: Counter) -> bool:
        """HON-EQ-12."""
        m = self.model
        return "indirect_fire" in u.up.abilities and any(
            o.key == "mortar_supply" and distance(o.at, u.at) <= 2 for o in m.on_map(u.seat)
        )

    def check_split(self, a: Any, u: Counter) -> None:
        """HON-AB-40, -41, R-06."""
        m, rule = self.model, "HON-AB-41"
        if self.how is None or u.hidden:
            return
        kinds = {m.units[t].type for t in self.targets}
        self.same(rule, "types of a split", 1, len(kinds))
        for t in self.targets:
            for o in self.targets:
                near = min(distance(p, q) for p in m.units[t].spaces for q in m.units[o].spaces)
                if near > 2:
                    self.differ(rule, "targets apart", "2 at most", near)
        kind = kinds.pop()
        whole = fire.bonus_of(m, u, u.weapon(self.how.weapon), kind, self.how)
        aimed = 2 * (2 if self.how.suppressive else 1) if a.cards else 0
        if sum(self.shares) not in (whole, (whole or 0) + aimed):
            self.differ("HON-AB-40", "shares", whole, self.shares)
        if min(self.shares) < 1:
            self.differ("HON-AB-40", "a share", "1 at least", self.shares)

    # -- tokens and turns -----------------------------------------------------------------------

    def lay(self, a: Any) -> None:
        """HON-ORD-01, -02."""
        m, s = self.model, self.seat
        unit = m.units[int(a.unit)]
        self.same("HON-ORD-01", "whose token is next", self.expected(self.can_lay), s)
        self.same("HON-ORD-02", f"tokens on unit {unit.n}", False, unit.n in m.tokens[s])
        fine = unit.seat == s and not unit.lost
        self.same("HON-ORD-02", f"unit {unit.n} may bear a token", True, fine)
        self.went.append(s)
        m.tokens[s][unit.n] = int(a.token)

    def expected(self, able: Callable[[int], bool]) -> int:
        """Whose turn it is: the sides take turns, and the members of a side (R-84, R-110)."""
        m, went = self.model, self.went
        sides = [m.side(m.initiative), m.foes(m.initiative)]
        if went and went[-1] in sides[0]:
            sides.reverse()
        for side in sides:
            last = next((s for s in reversed(went) if s in side), NONE)
            i = side.index(last) + 1 if last != NONE else 0
            for s in (*side[i:], *side[:i]):
                if able(s):
                    return s
        return NONE

    def can_lay(self, seat: int) -> bool:
        """Return True if a seat has a token and a counter for it."""
        m = self.model
        total = m.due[seat] + m.bluffs[seat] + m.specials[seat]
        bare = [u for u in m.in_play(seat) if u.n not in m.tokens[seat]]
        bombs = [
            u
            for u in m.units
            if u.seat == seat and u.bomb and not u.lost and u.n not in m.tokens[seat]
        ]
        return len(m.tokens[seat]) < total and bool(bare or bombs)

    def on_tokenlaid(self, e: Any) -> None:
        """Laid already by the answer, unless the seat had no choice."""
        m, s, n = self.model, int(e.seat), int(e.unit)
        if not self.forced and self.asked == "lay" and self.seat == s:
            self.forced = True
            self.same("HON-ORD-01", "token laid on", int(self.answer.unit), n)
            return
        left = self.pool[s] - set(m.tokens[s].values())
        self.same("HON-ORD-01", f"tokens of seat {s} without a choice", 1, len(left))
        self.same("HON-ORD-01", "whose token is next", self.expected(self.can_lay), s)
        self.went.append(s)
        m.tokens[s][n] = min(left)

    promised: int = NONE
    forced: bool = False
    fires: tuple[int, int] | None = None
    pool: dict[int, set[int]] = field(default_factory=dict)

    def on_tokenstaken(self, e: Any) -> None:
        """HON-ORD-03, -04, -07, -10."""
        m, s = self.model, int(e.seat)
        self.same("HON-ORD-03", f"orders of seat {s}", m.due[s], e.orders)
        self.same("HON-ORD-07", f"bluffs of seat {s}", m.bluffs[s], e.bluffs)
        self.same("HON-ORD-10", f"special orders of seat {s}", m.specials[s], e.specials)
        m.shown[s], m.done[s], m.tokens[s], m.shown_specials[s] = 0, False, {}, 0

    def on_orderrevealed(self, e: Any) -> None:
        """HON-ACT-01, R-84."""
        m, s, n = self.model, int(e.seat), int(e.unit)
        card = m.tokens[s].get(self.actor, NONE)
        self.same("HON-ACT-01", "number of the order", card - 200 - 20 * s, e.number)
        if e.number <= m.shown[s]:
            self.differ("R-84", "a number that is not higher", m.shown[s], e.number)
        if self.asked == "turn":
            self.whose_turn(s)
        m.shown[s] = e.number
        m.units[self.actor].acted = True
        m.units[n].acted = True
        self.actor = n

    def whose_turn(self, s: int) -> None:
        """The seats take turns, initiative first (R-84)."""
        m = self.model
        idle: set[int] = set()  # without a closed token they are asked for cards alone (R-135)
        mine = self.expected(lambda seat: not m.done[seat])
        while mine not in (s, NONE) and not any(t < 0 for t in m.tokens[mine].values()):
            idle.add(mine)
            mine = self.expected(lambda seat: not m.done[seat] and seat not in idle)
        self.same("R-84", "whose turn", mine, s)
        self.went.append(s)

    def on_specialrevealed(self, e: Any) -> None:
        """HON-ORD-11."""
        m, n = self.model, int(e.unit)
        m.units[self.actor].acted = True
        m.units[n].acted = True
        self.model.shown_specials[int(e.seat)] += 1
        self.actor = n

    def on_ordersover(self, e: Any) -> None:
        """HON-ACT-02."""
        s = int(e.seat)
        if type(self.answer).__name__ == "NoMoreOrders" and self.seat == s:
            self.whose_turn(s)
        self.model.done[s] = True

    def on_reacted(self, e: Any) -> None:
        """HON-ACT-07: used up, its token lost unseen."""
        n = int(e.unit)
        if self.model.units[n].acted and self.card != "burst_into_action":
            self.differ("R-105", "a unit reacts that is used up", n, "reacts")
        self.model.units[n].acted = True
        self.lose_token(n)

    def lose_token(self, n: int) -> None:
        """HON-ORD-09."""
        m, s = self.model, self.model.units[n].seat
        token = m.tokens[s].get(n)
        if token is None:
            return
        del m.tokens[s][n]
        if token < 0:
            m.lost_tokens.append((s, token, m.round, m.shown[s]))

    def on_tokenlost(self, e: Any) -> None:
        """Crossed lines."""
        self.lose_token(int(e.unit))

    def on_bluffopened(self, e: Any) -> None:
        """HON-SUP-02."""
        n = int(e.unit)
        s = self.model.units[n].seat
        card = self.model.tokens[s].get(n, NONE)
        self.same("HON-SUP-02", f"the token of unit {n} is a bluff", True, card - 200 - 20 * s > 12)
        self.model.tokens[s].pop(n, None)

    def on_speciallapsed(self, e: Any) -> None:
        """R-05, R-116."""
        u = self.model.units[int(e.unit)]
        u.acted = True
        self.model.tokens[u.seat].pop(u.n, None)

    # -- rounds -----------------------------------------------------------------------------------

    def on_roundbegins(self, e: Any) -> None:
        """HON-RND-01, -05."""
        m = self.model
        if m.round:
            m.initiative = m.initiative if m.kept else m.foes(m.initiative)[0]
        m.round += 1
        m.kept = False
        self.same("HON-RND-01", "round", m.round, e.number)
        if m.round == 1:
            self.begin()
        self.same("HON-RND-02", "rounds", m.scenario.rounds, e.rounds)
        self.same("HON-RND-05", "initiative", m.side(m.initiative), m.side(int(e.seat)))
        for u in m.units:
            u.acted, u.fired = False, ()
        m.posted = []
        self.take_stock()
        for s in m.seats:
            m.more_orders[s] = m.more_specials[s] = 0
        self.went = []
        self.rallied = self.checked = False
        self.moved = set()

    def begin(self) -> None:
        """What everybody has as the first round begins (HON-DECK-05, HON-MP-16, G-20)."""
        m = self.model
        sides = m.side(m.initiative), m.foes(m.initiative)
        turns = [side[i] for i in range(len(m.seats)) for side in sides if i < len(side)]
        self.same("HON-SET-03, HON-MP-11", "who deploys after whom", turns, self.deployed)
        self.bonus = list(m.scenario.bonus[:BONUS_TOKENS])
        self.held, self.gone = [0 for _ in m.seats], [0 for _ in m.seats]
        for s in m.seats:
            self.held[s] = self.draw(s, self.limit(s))

    held: list[int] = field(default_factory=list)
    """Cards in the hand of each seat."""
    gone: list[int] = field(default_factory=list)
    """Cards of each seat that are out of play."""
    charges: list[tuple[int, str, int, int]] = field(default_factory=list)
    """Those that will explode: seat, option, structure, vehicle."""
    bonus: list[Space] = field(default_factory=list)
    searching: int = NONE
    """Who must open a bonus token now."""

    def counted(self, theirs: Model) -> None:
        """Cards and bonus tokens, at questions where nobody draws."""
        if theirs.phase != "supply":
            self.same("HON-EQ-06, HON-EQ-16", "charges", self.charges, theirs.charges)
        if self.held:
            self.same("HON-SUP-09", "cards in hands", self.held, theirs.hand)
            self.same("HON-CARD-08", "cards out of play", self.gone, theirs.played)
            self.same("HON-BON-01", "bonus tokens", sorted(self.bonus), theirs.bonus)

    decks: dict[int, int] = field(default_factory=dict)
    """Cards that are left in the deck of a side, by its lowest seat."""

    def limit(self, s: int) -> int:
        """How many cards a seat holds (HON-SUP-09, HON-MP-16, R-48)."""
        return {1: 6, 2: 3, 3: 2}[len(self.model.side(s))] if self.model.alliances else HAND

    def draw(self, s: int, n: int) -> int:
        """Take cards from the deck of a side; returns how many there were (HON-DECK-07)."""
        key = min(self.model.side(s))
        drawn = min(n, self.decks.get(key, 0))
        self.decks[key] = self.decks.get(key, 0) - drawn
        return drawn

    def take_stock(self) -> None:
        """HON-ORD-03, -04, -07, -10; of an alliance HON-MP-20, R-110."""
        m = self.model
        for s in m.seats:
            m.due[s] = m.stars(s)
            m.bluffs[s] = (not m.alliances or len(m.side(s)) == 1) + m.owns(s, "or_bluff")
            m.specials[s] = min(2, m.more_specials[s] + m.owns(s, "or_battle_plan"))
        self.stars = list(m.due)
        self.share_limit()

    stars: list[int] = field(default_factory=list)
    """Orders of each seat this round, before an alliance is held to its limit."""

    def share_limit(self) -> None:
        """HON-MP-20, R-110: what the order of play decides."""
        m = self.model
        m.due = list(self.stars)
        for side in {tuple(m.side(s)): None for s in m.seats if len(m.side(s)) > 1}:
            shared = m.shared(side[0], "or_planning")
            givers = list(reversed(side))
            while sum(m.due[s] for s in side) + shared > MOST_ORDERS:
                m.due[givers[0]] -= 1
                givers = [*givers[1:], givers[0]]

    def on_phasebegins(self, e: Any) -> None:
        """HON-RND-01."""
        order = {"set-up": "orders", "orders": "activation", "activation": "supply"}
        order["supply"] = "orders"
        m = self.model
        self.same("HON-RND-01", "phase", order[m.phase], e.phase.value)
        m.phase = e.phase.value
        self.went = []
        if m.phase == "supply":
            self.due = []
            self.thick = list(m.smoke)
            self.marked = {u.n for u in m.units if u.suppressed}
            self.event = set()
            names = [s.name for s in m.scenario.sides]
            for when, who in m.scenario.rallies:
                if when == m.round:
                    self.event = {u.n for u in m.friends(names.index(who)) if u.suppressed}
            self.charges = [c for c in self.charges if c[3] != NONE]  # HON-EQ-06
        elif m.phase == "orders":
            self.charges = [c for c in self.charges if c[3] == NONE]  # HON-EQ-16

    def on_initiativeset(self, e: Any) -> None:
        """HON-SET-02."""
        m = self.model
        names = [s.name for s in m.scenario.sides]
        if m.scenario.initiative in names:
            mine = names.index(m.scenario.initiative)
        else:
            a, b = self.rolled
            firsts = m.side(0)[0], m.foes(0)[0]
            mine = firsts[0] if a >= b else firsts[1]  # the dice are those of the sides, R-50
        self.same("HON-SET-02", "initiative", m.side(mine), m.side(int(e.seat)))
        m.initiative = int(e.seat)

    def on_rallied(self, e: Any) -> None:
        """HON-SUP-07, HON-TRT-03; a card's otherwise."""
        m, n = self.model, int(e.unit)
        if self.card == "rally":
            u = m.units[n]
            self.same("rally", f"markers off unit {n}", min(2, u.suppressed), e.n)
            u.suppressed -= min(2, u.suppressed)
            self.card = ""
            return
        if n in self.event and not self.rallied:
            self.event.discard(n)
            self.same("HON-RND-06", f"markers off unit {n}", 1, e.n)
            m.units[n].suppressed -= 1
            return
        if not self.rallied:
            self.rallied = True
            self.rallying = {}
            for u in m.units:
                if u.suppressed and (u.on_map or u.aboard != NONE):
                    most = 2 if m.trait(u, "tr_courageous") else 1
                    self.rallying[u.n] = min(most, u.suppressed)
        self.same("HON-SUP-07", f"markers off unit {n}", self.rallying.pop(n, 0), e.n)
        m.units[n].suppressed -= e.n

    event: set[int] = field(default_factory=set)
    rallying: dict[int, int] = field(default_factory=dict)
    thick: list[tuple[Space, int]] = field(default_factory=list)
    marked: set[int] = field(default_factory=set)
    """Units that bear a marker as Supply begins; later ones stay (HON-SUP-07, -08)."""

    def on_steadied(self, e: Any) -> None:
        """HON-TRT-05."""
        u = self.model.units[int(e.unit)]
        u.suppressed -= 1
        self.spend(u.seat, "tr_hardboiled", u.n)

    def spend(self, seat: int, key: str, unit: int = NONE) -> None:
        """HON-OPT-02: a token of an option is gone."""
        m = self.model
        mine = [
            i
            for i, (s, tile, k, left) in enumerate(m.options)
            if m.has_use(seat, s, tile)
            and k == key
            and left
            and (unit == NONE or m.helps(tile, m.units[unit]) or self.hero(unit))
        ]
        self.same("HON-OPT-02", f"tokens of {key}", True, bool(mine))
        if len(mine) == 1:
            s, tile, k, left = m.options[mine[0]]
            m.options[mine[0]] = (s, tile, k, left - 1)
        else:
            self.skip.add("options")

    def hero(self, n: int) -> bool:
        """Heroes may use all equipment."""
        u = self.model.units[n]
        return not u.blind and not u.bomb and u.piece.outline == "hero"

    def on_spent(self, e: Any) -> None:
        """HON-OPT-02."""
        for key in e.tokens:
            self.spend(self.model.units[int(e.unit)].seat, str(key), int(e.unit))

    def on_actsoncemore(self, e: Any) -> None:
        """HON-TRT-08."""
        n = int(e.unit)
        self.spend(self.model.units[n].seat, "tr_heroic", n)
        self.actor = n

    def on_smokedrifts(self, e: Any) -> None:
        """HON-ORO-15."""
        i, j = self.named
        steps = {1: (0, -1), 2: (1, 0), 3: (0, 1), 4: (-1, 0)}
        dx, dy = steps.get(e.die, (0, 0))
        self.vertex = (i + dx, j + dy)
        self.bomb = self.actor

    bomb: int = NONE
    vertex: Space = OFF_MAP

    named: Space = OFF_MAP

    def on_smokelaid(self, e: Any) -> None:
        """HON-ORO-14, -15."""
        m, at = self.model, tuple(e.vertex)
        if self.bomb != NONE:
            self.same("HON-ORO-15", "where smoke drifts", self.vertex, at)
            m.smoke.append((at, 4))
            m.units[self.bomb].lost = True
            self.bomb = NONE
            self.skip.add("options")
        else:
            self.same("smoke_grenades", "where smoke is put", self.named, at)
            m.smoke.append((at, 2))

    def on_smokeclears(self, e: Any) -> None:
        """HON-ORO-16: those on -2 go."""
        m = self.model
        old = [p for p in self.thick if p[0] == tuple(e.vertex) and p[1] == 2]
        self.same("HON-ORO-16", f"a pattern on -2 at {tuple(e.vertex)}", True, bool(old))
        m.smoke = [(v, 2) for v, value in self.thick if value == 4]

    def on_scored(self, e: Any) -> None:
        """HON-VIC-07, G-10, R-93, R-113."""
        m = self.model
        markers = [u.n for u in m.on_map() if u.suppressed and u.n in self.marked]
        if self.rallied:
            self.same("HON-SUP-07", "units that keep a marker they should lose", {}, self.rallying)
        elif markers:
            self.differ("HON-SUP-07", "markers to remove", markers, "none removed")
        m.smoke = [(v, 2) for v, value in self.thick if value == 4]  # HON-ORO-16
        self.control()
        points = [
            sum(m.gained[o] + m.exited[o] for o in m.side(s)) + self.objectives(s) for s in m.seats
        ]
        self.same("HON-VIC-07", "scores", tuple(points), tuple(e.points))
        self.score, self.checked = tuple(points), True
        if self.verdict() is not None:
            self.skip |= {"due", "bluffs", "specials", "more_orders", "more_specials", "initiative"}

    def control(self) -> None:
        """R-93: who holds the objectives now."""
        m = self.model
        if not m.holders:
            m.holders = [""] * len(m.scenario.objectives)
        for i, objective in enumerate(m.scenario.objectives):
            open_, any_ = set(), set()
            for u in m.on_map():
                if u.infantry and set(u.spaces) & set(objective.spaces):
                    any_.add(u.seat)
                    if not u.hidden:
                        open_.add(u.seat)
            for s in open_:
                if not set(m.foes(s)) & any_:
                    m.holders[i] = m.scenario.sides[s].name

    def objectives(self, s: int) -> int:
        """The points of a seat by objectives at this check."""
        m = self.model
        name = m.scenario.sides[s].name
        last = m.round == m.scenario.rounds
        total = 0
        for objective, holder in zip(m.scenario.objectives, m.holders, strict=True):
            counts = objective.counts.get(name)
            if holder == name and (counts == "check" or (counts == "end" and last)):
                total += objective.points
        return total

    def on_controltaken(self, e: Any) -> None:
        """Compared by the holders."""
        self.control()
        name = self.model.holders[e.objective]
        mine = [s.name for s in self.model.scenario.sides].index(name) if name else NONE
        self.same("R-93", f"who holds objective {e.objective}", mine, int(e.seat))

    def verdict(self) -> tuple[int, ...] | None:
        """Who has won at this check; None if the match goes on (G-10, HON-VIC-09, R-94, R-170).

        One member's defeat does not lose it for an alliance (HON-MP-03)."""
        m = self.model
        sides = self.sides()
        won = [side for side in sides if m.round >= 2 and self.meets(side[0])]
        if len(won) == 1:
            return won[0]
        if won or m.round >= m.scenario.rounds:
            return self.tie_break(not won)
        beaten = [side for side in sides if all(self.beaten(s) for s in side)]
        if len(beaten) == 1:
            return next(side for side in sides if side != beaten[0])
        return self.tie_break(False) if beaten else None

    def beaten(self, s: int) -> bool:
        """Return True if a seat has no unit or no order (HON-RND-04, R-223, R-229)."""
        m = self.model
        reserve = m.scenario.sides[s].reserve
        waits = any(u.seat == s and u.key in reserve and not u.lost for u in m.units)
        blinds = any(u.blind for u in m.in_play(s))
        units = any(not u.blind for u in m.in_play(s)) or (blinds and self.under_blinds(s))
        return not (units or waits) or not m.stars(s)

    def under_blinds(self, s: int) -> bool:
        """Return True if a unit may be under the blinds of a seat: not all are Ruses (R-223)."""
        return any(
            u.seat == s and u.piece.conceals and not u.lost and u.at == OFF_MAP and u.aboard == NONE
            for u in self.model.units
            if not u.blind
        )

    def sides(self) -> list[tuple[int, ...]]:
        """The seats of both sides, in the order of their numbers."""
        m = self.model
        return [tuple(sorted(m.side(0))), tuple(sorted(m.foes(0)))]

    def points(self, s: int) -> int:
        """The score of the side of a seat."""
        return self.score[s]

    def tie_break(self, last: bool) -> tuple[int, ...]:
        """Score, then the cost of what is lost."""
        m = self.model
        sides = self.sides()
        if last and m.scenario.otherwise:
            names = [m.scenario.sides[side[0]].name for side in sides]
            return sides[names.index(m.scenario.otherwise)]
        a, b = (self.points(side[0]) for side in sides)
        if a != b:
            return sides[0] if a > b else sides[1]
        costs = [
            sum(f.cost * f.losses // f.units for s in side for f in m.formations_of(s) if f.units)
            for side in sides
        ]
        if costs[0] != costs[1]:
            return sides[0] if costs[0] < costs[1] else sides[1]
        return ()

    def meets(self, s: int) -> bool:
        """Return True if a seat meets the line `at once` of the scenario."""
        m = self.model
        line = m.scenario.at_once
        if not line or m.round < line["since"]:
            return False
        name = m.scenario.sides[s].name
        if line.get("who", name) != name:
            return False
        mine, theirs = self.points(s), self.points(m.foes(s)[0])
        if line.get("score") and mine < line["score"]:
            return False
        if line.get("ahead") and mine <= theirs:
            return False
        if line.get("holds"):
            names = [o.name for o in m.scenario.objectives]
            at = names.index(line["holds"])
            ruined = line.get("ruin") and not any(
                m.ground.building(s) for s in m.scenario.objectives[at].spaces
            )
            if m.holders[at] != name and not ruined:
                return False
        if line.get("exit_points") and sum(m.exited[o] for o in m.side(s)) < line["exit_points"]:
            return False
        if line.get("tiles"):
            tiles = [f for o in m.foes(s) for f in m.formations_of(o) if f.tile]
            if not all(f.turned for f in tiles):
                return False
        return True

    def ended(self, result: Any) -> None:
        """Compare the result."""
        mine = self.verdict()
        self.same("HON-VIC-01", "winners", mine, tuple(int(s) for s in result.winners))
        self.same("HON-VIC-07", "final scores", tuple(self.score), tuple(result.scores))

    # -- the map of a free battle -----------------------------------------------------------------

    order_of_boards: int = NONE

    def change_map(self, **changes: Any) -> None:
        """Something more of the map is made."""
        m = self.model
        assert m.made is not None
        m.made = replace(m.made, **changes)
        m.scenario = battle(self.base, m.made)

    def on_boardslaid(self, e: Any) -> None:
        """HON-GEN-01, -02; which board a number means is taken as given."""
        made = self.model.made
        assert made is not None
        order = [str(b.key)[0] for b in e.boards]
        self.same("HON-GEN-02", "boards that lie twice", len(order), len(set(order)))
        mine = furnish.boards(made, order, self.rolled)
        theirs = tuple((str(b.key), tuple(b.at), int(b.turns)) for b in e.boards)
        self.same("HON-GEN-02", f"boards by {self.rolled}", mine, theirs)
        self.change_map(boards=mine)

    def on_edgechosen(self, e: Any) -> None:
        """HON-GEN-03."""
        m, s, edge = self.model, int(e.seat), int(e.edge)
        assert m.made is not None
        self.same("HON-GEN-03", "who chooses an edge", m.foes(m.initiative)[0], s)
        self.same("HON-GEN-03", f"edge {edge}", True, edge in furnish.edges(m.made))
        self.change_map(edge=edge if s == 0 else (edge + 4) % 8)
        self.change_map(primary=furnish.primary(self.base, m.made, m.foes(m.initiative)[0]))

    def on_terrainlaid(self, e: Any) -> None:
        """HON-GEN-04 to -06."""
        m = self.model
        assert m.made is not None
        piece, at, turns = str(e.piece), tuple(e.space), int(self.answer.turns)
        why = furnish.why_no_piece(self.base, m.made, piece, at, turns)
        self.allowed("HON-GEN-05", f"{piece} at {at} {turns}", why)
        one = (piece, at, turns)
        if piece == furnish.LOW_WALL:
            self.change_map(walls=(*m.made.walls, one))
        else:
            self.change_map(overlays=(*m.made.overlays, one))

    def furnish(self, kind: str) -> None:
        """Whose turn it is to lay a piece, and when that is over (HON-GEN-04, HON-GEN-07)."""
        m = self.model
        if self.asked == "terrain" and type(self.answer).__name__ in ("LayTerrain", "Pass"):
            self.same("HON-GEN-04", "whose piece", self.expected(lambda seat: True), self.seat)
            self.went.append(self.seat)
            passed = type(self.answer).__name__ == "Pass"
            self.passes = self.passes + 1 if passed else 0
            assert m.made is not None
            laid = len(m.made.overlays) + len(m.made.walls)
            over = self.passes == 2 or laid == 3 * len(m.made.boards)
            self.same("HON-GEN-04", "the end of laying terrain", over, kind != "terrain")
            self.asked = ""

    passes: int = 0

    def put(self, e: Any, rule: str) -> None:
        """An objective is put on a space."""
        m, s, at = self.model, int(e.seat), tuple(e.space)
        assert m.made is not None
        there = len(m.made.secondary) + len(m.made.bonus)
        turns = [m.foes(m.initiative)[0], m.initiative] * 2
        self.same(rule, "who puts an objective", turns[there], s)
        why = furnish.why_no_objective(self.base, m.made, s, at)
        self.allowed(rule, f"an objective at {at}", why)

    def on_objectiveput(self, e: Any) -> None:
        """HON-GEN-08."""
        self.put(e, "HON-GEN-08")
        made = self.model.made
        assert made is not None
        self.change_map(secondary=(*made.secondary, tuple(e.space)))

    def on_bonusput(self, e: Any) -> None:
        """HON-GEN-09."""
        self.put(e, "HON-GEN-09")
        made = self.model.made
        assert made is not None
        self.change_map(bonus=(*made.bonus, tuple(e.space)))

    # -- alliances --------------------------------------------------------------------------------

    def on_ranked(self, e: Any) -> None:
        """HON-MP-10: an alliance has another order of play."""
        m = self.model
        members = tuple(int(s) for s in e.members)
        self.same("HON-MP-10", "the members", sorted(m.side(members[0])), sorted(members))
        first = m.side(members[0])[0]
        self.same("R-260", "who says the order of play", first, self.seat)
        others = [s for s in (m.ranks or m.seats) if s not in members]
        lead = m.initiative in members
        m.ranks = (*members, *others)
        self.skip.add("ranks")
        if lead and m.initiative != NONE:
            m.initiative = members[0]
        if m.round:
            self.share_limit()

    def on_pooledout(self, e: Any) -> None:
        """HON-MP-06, -07, R-110."""
        m, s = self.model, int(e.member)
        self.same("R-265", f"member {s} has a unit", True, any(m.in_play(s)))
        into = {"order": m.due, "special": m.specials, "bluff": m.bluffs}[e.token.value]
        into[s] += 1

    def on_cardsshown(self, e: Any) -> None:
        """HON-MP-17."""
        m = self.model
        self.same("HON-MP-17", "cards shown to an ally", True, m.allied(int(e.seat), int(e.to)))

    def on_cardsexchanged(self, e: Any) -> None:
        """HON-MP-17: in Supply alone."""
        m = self.model
        self.same("HON-MP-17", "cards given to an ally", True, m.allied(int(e.seat), int(e.to)))
        self.same("HON-MP-17", "the phase of an exchange", "supply", m.phase)

    def on_initiativerolled(self, e: Any) -> None:
        """R-50: a die for each side."""
        self.same("R-50", "dice for the initiative", self.rolled, tuple(e.faces))
        self.same("R-50", "how many dice", 2, len(e.faces))

    # -- moves ------------------------------------------------------------------------------------

    def check_supply(self, a: Any) -> None:
        """HON-SUP-03, -12."""
        if self.asked != "supply_move":
            return
        m, n = self.model, int(a.unit)
        u = m.units[n]
        self.same("HON-MP-15", f"unit {n} is its owner's", self.seat, u.seat)
        later = m.order[m.order.index(u.seat) + 1 :]
        moved = [o for o in self.moved if m.units[o].seat in later]
        self.same("HON-SUP-03, HON-MP-15", "who has moved before its turn", [], moved)
        self.same("HON-SUP-03", f"unit {n} may move in Supply", True, not u.acted and not u.lost)
        self.same("HON-SUP-03", f"unit {n} has moved", False, n in self.moved)
        self.moved.add(n)

    def start(self, u: Counter) -> Going:
        """The move that is under way, begun now if this is its first leg."""
        if self.going is None or self.going.n != u.n:
            more = self.more
            if "forced_march" in self.riders:
                more += 2
            self.going = walk.begin(self.model, u, more, self.asked == "supply_move")
            self.going.flipped = self.flipped_first == u.n
            self.flipped_first = NONE
        return self.going

    def on_moved(self, e: Any) -> None:
        """HON-MOVE, HON-ZOC, HON-TER."""
        m, u = self.model, self.model.units[int(e.unit)]
        path = tuple(tuple(s) for s in e.path)
        going = self.start(u)
        if u.n != self.actor:
            self.take("a move of somebody else", f"unit {u.n}")
            return
        declared = self.leg
        if declared is not None:
            self.unasked(u)
        stops = path or ((u.at,) if u.on_map else ())
        self.look_about(u, [(s, u.facing) for s in stops])
        if declared is not None:
            self.same("R-95", "the declared leg", path, tuple(declared[: len(path)]))
            before = Going(**vars(going))
            why = walk.walk(m, u, tuple(declared), before, True)
            self.allowed("HON-MOVE-01", f"unit {u.n} from {u.at} by {declared}", why)
            self.leg = tuple(declared[len(path) :]) or None
            self.halted = self.leg is not None
        walk.walk(m, u, path, going, False)
        if path:
            u.at, u.aboard = path[-1], NONE
        if self.leg is None and self.final and self.promised == NONE and u.at in self.bonus:
            self.searching = NONE if u.hidden else u.n
        if self.leg is None and self.asked != "react" and not self.spotted:
            self.turn_to(u)

    spotted: set[int] = field(default_factory=set)

    def look_about(self, u: Counter, stops: list[tuple[Space, int]]) -> None:
        """Who is found after each step (HON-AB-06 to -11, R-85, R-86); the last alone may find."""
        m = self.model
        was = u.at, u.facing, u.aboard
        for i, (at, facing) in enumerate(stops):
            u.at, u.facing, u.aboard = at, facing, NONE
            found = spotting.found(m, u)
            if self.turned(u) and u.n in found:
                found = set()  # R-85; two blinds open both or none (R-86)
            if i < len(stops) - 1:
                self.same("HON-AB-08", f"found by unit {u.n} at {at}", set(), found)
            else:
                self.checks["HON-AB-08"] += 1
                self.spotted = found
        u.at, u.facing, u.aboard = was

    def turned(self, u: Counter) -> bool:
        """Return True if a mover was turned over in this move, and is not tested any more
        (R-85)."""
        return self.going is not None and self.going.n == u.n and self.going.flipped

    def spot(self, n: int) -> None:
        """A counter is opened: because it was found, or for another reason."""
        moving = ("OrderMove", "ActMove", "SupplyMove", "Leg", "OrderDrive", "ActDrive", "Drive")
        if n in self.sought:
            self.sought.discard(n)
        elif n in self.spotted:
            self.spotted.discard(n)
        elif type(self.answer).__name__ in moving and self.clash is None and not self.checked:
            self.differ("HON-AB-08", f"counter {n} is opened", "out of sight", "found")

    checked: bool = False
    again: bool = False

    def turn_to(self, u: Counter) -> None:
        """R-23: the facing that was named."""
        if self.facing != NONE and not u.hidden:
            self.same("R-23", f"a facing of unit {u.n}", True, self.facing % 2 == 0)
            u.facing = self.facing
        self.facing = NONE

    def on_boarded(self, e: Any) -> None:
        """HON-AB-86."""
        m, u = self.model, self.model.units[int(e.unit)]
        vehicle = m.units[int(e.vehicle)]
        going = self.start(u)
        if self.leg is not None:
            self.allowed("HON-AB-86", f"{u.n} boards", walk.walk(m, u, self.leg, going, True))
        fits = walk.has_room(m, vehicle, u)
        self.same("HON-AB-84", f"room for unit {u.n}", True, fits)
        u.at, u.aboard, self.leg = OFF_MAP, vehicle.n, None

    def on_driven(self, e: Any) -> None:
        """HON-VEH."""
        m, u = self.model, self.model.units[int(e.unit)]
        going = self.start(u)
        if self.leg is not None:
            self.unasked(u)
        declared = self.leg or ()
        pose, stops = pose_of(u), []
        for name in declared[: e.steps]:
            pose = after(pose, name) or pose
            stops.append((pose.at, pose.facing))
        self.look_about(u, stops or [(u.at, u.facing)])
        pose, why = drive(m, u, tuple(declared[: e.steps]), going)
        self.allowed("HON-VEH-02", f"unit {u.n} from {u.at} {u.facing} by {declared}", why)
        self.same("HON-VEH-02", "pose", (pose.at, pose.facing), (tuple(e.at), int(e.facing)))
        self.leg = tuple(declared[e.steps :]) or None
        self.halted = self.leg is not None
        u.at, u.facing = pose.at, pose.facing

    def on_flipped(self, e: Any) -> None:
        """HON-AB-45, -92, -03; HON-MOVE-08."""
        u = self.model.units[int(e.unit)]
        if self.going is not None and self.going.n == u.n and self.going.flipped:
            self.differ("HON-MOVE-08", f"flips of unit {u.n}", 1, 2)
        if u.piece.conceals:
            u.concealed = not u.concealed
            self.searching = NONE if u.concealed else self.searching
        else:
            abilities = u.up.abilities
            fits = "tripod" in abilities or "opportunity_fire" in abilities
            self.same("HON-AB-92", f"unit {u.n} may be turned over", True, fits)
            u.face = 1 - u.face
        if self.going is None or self.going.n != u.n:
            self.going = None
            self.flipped_first = u.n
        else:
            self.going.flipped = True
        if self.card == "speed_setup" and self.targets and u.up.weapons[0].arc:  # R-173
            spaces = self.model.units[self.targets[0]].spaces
            able = [
                f for f in (u.facing, 0, 2, 4, 6) if any(fire.in_arc(f, u.at, s) for s in spaces)
            ]
            u.facing = able[0] if able else u.facing

    flipped_first: int = NONE
    halted: bool = False
    """The mover stops on its leg, where somebody was found; what reacts now fires there (R-95)."""

    def on_leftmap(self, e: Any) -> None:
        """HON-EXIT-01: it is off, with who is aboard, and is no loss."""
        m, u = self.model, self.model.units[int(e.unit)]
        off = [u, *(r for r in m.units if r.aboard == u.n and not r.lost)]
        worth = [2 if not o.infantry or o.piece.outline == "officer" else 1 for o in off]
        self.same("HON-EXIT-01", f"points of unit {u.n}", sum(worth), e.n)
        there = bool(set(u.spaces) & m.scenario.exits)
        self.same("HON-EXIT-01", f"unit {u.n} is at an exit", True, there)
        m.exited[u.seat] += sum(worth)
        for o in off:
            self.lose_token(o.n)
            o.lost, o.at, o.aboard = True, OFF_MAP, NONE

    def stops(self, u: Counter) -> list[Space | Pose]:
        """Where a mover is after each step of the leg that it has declared."""
        if self.halted:
            return [u.at if u.infantry else pose_of(u)]
        if u.infantry or self.leg is None:
            leg = tuple(self.leg or ())
            ends = walk.boarded(self.model, u, leg[-1]) is not None if leg else False
            return list(leg[:-1] if ends else leg) or ([u.at] if u.on_map and not ends else [])
        poses: list[Space | Pose] = []
        pose = pose_of(u)
        for name in self.leg:
            new = after(pose, name)
            if new is not None:
                pose = new
                poses.append(pose)
        return poses or [pose]

    def reactors(self, u: Counter) -> set[int]:
        """The units that could fire at a mover at some step by ability or terrain (G-06)."""
        m, found = self.model, set()
        was = u.at, u.facing, u.aboard
        for stop in self.stops(u):
            u.aboard = NONE
            if isinstance(stop, Pose):
                u.at, u.facing = stop.at, stop.facing
            else:
                u.at = stop
            if spotting.found(m, u) - ({u.n} if self.turned(u) else set()):
                break
            for e in m.enemies(u.seat):
                if fire.may_react(m, e) and fire.shot(m, e, u, How()) is not None:
                    found.add(e.n)
        u.at, u.facing, u.aboard = was
        return found

    def unasked(self, u: Counter) -> None:
        """A leg is gone without a question: nobody could react, or has said that they pass."""
        m = self.model
        if m.phase != "activation" or self.asked == "react" or self.again:
            return
        self.checks["HON-CARD-09"] += 1
        found = {
            n
            for n in self.reactors(u)
            if not any("move" in word for word in self.standing.get(m.units[n].seat, ()))
        }
        if found:
            self.differ("HON-CARD-09", f"units that could react to {u.n}", found, "not asked")

    standing: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def check_reaction(self, a: Any) -> None:
        """HON-TER-10, HON-AB-46: each may react, and can fire once the mover is there."""
        for unit in a.units:
            u = self.model.units[int(unit)]
            ok = fire.may_react(self.model, u)
            self.same("HON-AB-46", f"unit {u.n} may react", True, ok)

    # -- shots ------------------------------------------------------------------------------------

    def describe(self, firer: Counter, target: Counter) -> How:
        """How a shot is fired, by what was said."""
        if firer.n in self.reacting:
            suppressive, spend = self.reacting[firer.n]
            how = How(suppressive=suppressive, spend=spend)
            weapon = int(getattr(self.reaction, "weapon", 0)) if self.reaction else 0
            how = How(weapon, suppressive=suppressive, spend=spend)
        else:
            how = self.how or How()
        share = 0
        if self.shares and target.n in self.targets:
            share = self.shares[self.targets.index(target.n)]
        aimed = 2 if "aimed_shot" in self.riders and not share else 0
        late = self.guard.get("aimed_shot", 0)
        if late:
            if share:
                share += 4 if how.suppressive else 2
            else:
                aimed += 2
        instead, reach, card = how.instead, how.reach, False
        for key, (bonus, far) in PLAYED.items():
            if key in self.riders:
                instead, reach, card = bonus, far, True
        return How(
            how.weapon,
            how.moving,
            how.suppressive,
            share,
            how.spend,
            aimed,
            2 * self.guard.get("dig_in", 0),
            self.shields,
            instead,
            reach,
            "marching_fire" in self.riders,
            card,
        )

    def on_shotfired(self, e: Any) -> None:
        """HON-FIRE-08, -09."""
        m = self.model
        firer, target = m.units[int(e.firer)], m.units[int(e.target)]
        how = self.describe(firer, target)
        self.same("HON-FIRE-09", "suppressive", how.suppressive, e.suppressive)
        if how.suppressive and not firer.hidden:
            has = "suppressive_fire" in firer.weapon(how.weapon).abilities
            self.same("HON-AB-80", f"unit {firer.n} has Suppressive Fire", True, has)
        best = fire.shot(m, firer, target, how)
        what = f"shot of {firer.n} ({firer.key}) at {target.n} ({target.key}) by {how}"
        if best is None:
            self.differ("HON-FIRE-02", what, "not allowed", e)
            return
        dual = not firer.hidden and "dual_weapon" in firer.weapon(how.weapon).abilities
        if how.instead is None:
            self.same("HON-AB-24", "dice", 2 if dual else 1, len(e.dice))
        die = max(e.dice)
        self.same("HON-FIRE-09", f"{what}: {best.why}", die + best.added, e.result)
        self.same("HON-FIRE-13", f"defence, {what}: {best.why}", best.defence, e.defence)
        kind, n = outcome(die + best.added, best.defence, how.suppressive)
        if kind == "miss" and self.pinned:
            kind, n = "markers", 1
        self.due = [Due(kind, target.n, n, how.suppressive)]
        self.shooter, self.gun = firer.n, how.weapon

    shooter: int = NONE
    gun: int = 0
    """The place of the weapon that has fired last."""

    def on_located(self, e: Any) -> None:
        """HON-DMG-01 to -08."""
        m, n = self.model, int(e.unit)
        u = m.units[n]
        hit = [d for d in self.due if d.unit == n and d.kind in ("hit", "clash")]
        self.same("HON-DMG-01", f"a hit on unit {n} before the location die", True, bool(hit))
        self.finish(n)
        if len(self.rolled) == 1:
            die = self.rolled[0]
            if self.shooter != NONE:
                by = m.units[self.shooter]
                weapon = by.weapon(self.gun)
                die += "perforating" in weapon.abilities and self.clash is None
                die = max(1, die - 2 * by.suppressed)
            self.same("HON-DMG-08", f"location on unit {n}", die, e.result)
        part = {1: "crew", 2: "track", 3: "hull", 4: "hull", 5: "primary"}.get(e.result, "")
        if not part or part in u.damage:
            self.due.append(Due("kill", n))
            self.skip.add(f"unit {n} damage")
            return
        u.damage = (*u.damage, part)
        if part == "hull":
            self.due.append(Due("markers", n, 2))

    def on_missed(self, e: Any) -> None:
        """A shot without effect."""
        n = int(e.target)
        missed = [d for d in self.due if d.kind == "miss" and d.unit == n]
        self.same("HON-FIRE-08", f"a miss of unit {n}", True, bool(missed))
        self.finish(n)

    def finish(self, n: int) -> None:
        """An effect on a unit has come."""
        self.due = [d for d in self.due if d.unit != n]
        self.guard, self.shields = {}, 0

    def on_suppressed(self, e: Any) -> None:
        """Markers, of a shot or of what else lays them."""
        m, n = self.model, int(e.unit)
        mine = [d for d in self.due if d.kind == "markers" and d.unit == n]
        if mine:
            self.same("HON-AB-80", f"markers on unit {n}", mine[0].n, e.n)
            self.finish(n)
        else:
            self.same("HON-SUPP-01", f"markers on unit {n}", self.owed.pop(n, 0), e.n)
            self.due = [d for d in self.due if not (d.kind == "miss" and d.unit == n)]
        m.units[n].suppressed += e.n

    owed: dict[int, int] = field(default_factory=dict)
    """Markers that a unit must get by what is no shot."""
    wounded: int = NONE

    def owe(self, n: int, markers: int) -> None:
        """A unit must get markers."""
        self.owed[n] = self.owed.get(n, 0) + markers

    def check_substitute(self, due: Due, n: int) -> None:
        """HON-AB-78."""
        m = self.model
        hit, other = m.units[due.unit], m.units[n]
        near = min(distance(a, b) for a in hit.spaces for b in other.spaces)
        fine = hit.piece.outline == "heavy_weapon" and "substitute" in other.up.abilities
        self.same("HON-AB-78", "substitute", (True, True), (fine, near <= 2))

    def on_reduced(self, e: Any) -> None:
        """HON-CTR-12."""
        m, n = self.model, int(e.unit)
        u = m.units[n]
        due = [d for d in self.due if d.unit == n and d.kind in ("hit", "clash")]
        self.same("HON-FIRE-10", f"a hit on unit {n}", True, bool(due))
        self.same("HON-CTR-12", f"unit {n} has a face to turn to", True, u.up.step)
        u.face = 1 - u.face
        self.wounded = n
        if due and due[0].kind == "hit":
            self.finish(n)
        elif due:
            self.due.remove(due[0])

    def on_eliminated(self, e: Any) -> None:
        """HON-FIRE-10, -14; losses and breaking points (HON-VIC-04, -05)."""
        m, n = self.model, int(e.unit)
        u = m.units[n]
        due = [d for d in self.due if d.unit == n and d.kind in ("hit", "kill", "clash")]
        causes = ("HON-ASLT", "HON-VEH", "HON-EQ", "HON-AB-89", "HON-TER", "HON-DMG", "R-")
        if due:
            if due[0].kind != "kill" and u.up.step:
                self.differ("HON-CTR-12", f"unit {n} is lost", "flips", "eliminated")
            if due[0].kind == "clash":
                self.due.remove(due[0])
            else:
                self.finish(n)
        elif e.rule == "HON-ASLT-15" and self.clash is not None:
            open_ = walk.retreats(m, u, self.clash.launch)
            self.same("HON-ASLT-15", f"spaces to which unit {n} could retreat", [], open_)
        elif e.rule == "HON-VEH-09":
            self.same("HON-VEH-09", f"where unit {n} could make room", [], self.room_for(u))
        elif not e.rule.startswith(causes):
            self.differ("HON-FIRE-10", f"unit {n} is lost by {e.rule}", "no reason", "eliminated")
        else:
            self.given[f"eliminated by {e.rule}"] += 1
        spaces = u.spaces
        self.lose_token(n)
        self.lose(u)
        if not u.infantry:
            self.wreck(u, spaces)

    def lose(self, u: Counter) -> None:
        """A counter leaves the game and counts as a loss."""
        m = self.model
        u.lost, u.at, u.aboard = True, OFF_MAP, NONE
        u.concealed = False
        if self.order and u.n in self.order:
            self.order.remove(u.n)
        f = m.formations[u.formation]
        f.losses += 1
        if not f.turned and f.squares and f.losses >= f.squares:
            f.turned = True
            m.gained[min(m.foes(f.seat))] += f.points  # kept by the lowest seat of a side
            self.breaks.append((u.formation, f.points))
        self.skip |= {
            f"unit {u.n} {name}"
            for name in ("facing", "face", "suppressed", "acted", "damage", "fired", "concealed")
        }

    def wreck(self, u: Counter, spaces: tuple[Space, ...]) -> None:
        """HON-CTR-05, R-221."""
        m = self.model
        m.changes = (*m.changes, (f"{u.type}_wreck", spaces, -1))

    def on_broken(self, e: Any) -> None:
        """HON-VIC-04."""
        mine = (int(e.formation), e.points)
        self.same("HON-VIC-04", f"breaking point {mine}", True, mine in self.breaks)
        if mine in self.breaks:
            self.breaks.remove(mine)

    # -- blasts -----------------------------------------------------------------------------------

    def on_blasted(self, e: Any) -> None:
        """HON-BLST-02 to -05."""
        m, n = self.model, int(e.target)
        u = m.units[n]
        blast = self.blast
        if m.phase == "supply" and n in self.bombs:
            self.aim = self.room = OFF_MAP
            blast = Blast(book().options[self.bombs[n]].bonus)
        if blast is None:
            self.take("a blast of unknown origin", f"unit {n}")
            self.due = [Due("hit", n)]
            return
        if u.type not in blast.bonus:
            self.differ("HON-BLST-02", f"a blast on unit {n}", "X", e)
            return
        self.in_order(n, blast)
        added = blast.bonus[u.type] - blast.moving
        if blast.firer != NONE:
            firer = m.units[blast.firer]
            added -= 2 * firer.suppressed
            if u.type == INFANTRY:
                added += m.directed(firer, "fire_at_will")
        defence = u.up.defence[1] if u.type == HEAVY else u.up.defence[0]
        if u.infantry:
            defence += m.directed(u, "hold_your_ground")
            if blast.open:
                defence += m.bonus_of_place(u.at, u.seat)
        defence += self.shields
        self.same("HON-BLST-02", f"blast on {n}, result", e.die + added, e.result)
        self.same("HON-BLST-02", f"blast on {n}, defence", defence, e.defence)
        self.shooter, self.gun = blast.firer, self.how.weapon if self.how else 0
        kind, more = outcome(e.result, defence, False)
        self.due = [Due(kind, n, more, die=e.die, added=added, defence=defence, blast=True)]
        self.due = [d for d in self.due if d.kind != "miss" or d.blast]

    def on_rolledagain(self, e: Any) -> None:
        """A die of a blast is another now; a shot is told anew."""
        if self.strikes:
            self.same("R-204", "the die that is rolled again", self.dispersal, e.before)
            self.dispersal = e.after
            return
        if self.flak is not None:
            self.flak = self.flak[0] - e.before + e.after, self.flak[1]
            return
        if self.sniped is not None:
            n, r = self.sniped
            self.snipe(n, r - e.before + e.after)
            return
        for d in self.due:
            if d.blast and d.die == e.before:
                d.die = e.after
                d.kind, d.n = outcome(d.die + d.added, d.defence, False)

    def on_sniped(self, e: Any) -> None:
        """HON-AB-75, R-22."""
        n = int(e.unit)
        r = e.result
        die = max(self.rolled) if self.rolled else 0
        m = self.model
        target = m.units[n]
        if type(self.answer).__name__ in ("OrderSnipe", "ActSnipe", "Pass", "SecondWind", "Reroll"):
            firer = m.units[self.actor] if self.actor != NONE else None
            if firer is not None and self.card != "lone_marksman" and not firer.hidden:
                lines = [
                    s.obscured + s.smoke for _, _, s in m.sights(firer, target) if not s.blocked
                ]
                if lines:
                    mine = die - 2 * firer.suppressed - min(lines)
                    self.same("HON-AB-76", f"sniper's die on unit {n}", mine, r)
        elif self.card == "lone_marksman":
            hard = m.ground.defence(target.at) > 0
            smoke = sum(v for spaces, v in m.smoke_spaces() if target.at in spaces)
            self.same("lone_marksman", f"die on unit {n}", die - hard - smoke, r)
        self.snipe(n, r)

    aim: Space = OFF_MAP
    colour: str = ""
    room: Space = OFF_MAP
    order: list[int] | None = None

    def in_order(self, n: int, blast: Blast) -> None:
        """HON-BLST-02, R-25: who is struck, one after another."""
        m = self.model
        if self.order is None:
            if self.room != OFF_MAP:
                spaces = fire.contained(m, self.room)
            elif self.aim != OFF_MAP:
                spaces = fire.covered(m, self.colour, self.aim)
            else:
                return
            struck = fire.struck(m, spaces, self.room != OFF_MAP)
            self.order = [i for i in struck if m.units[i].type in blast.bonus]
        if self.loose:
            self.same("HON-BLST-02", f"unit {n} is struck", True, n in self.order)
        else:
            self.same("R-25", f"who is struck next by a blast at {self.aim}", self.order[:1], [n])
        if n in self.order:
            self.order.remove(n)

    def on_scattered(self, e: Any) -> None:
        """HON-AB-32, -18, G-09."""
        m = self.model
        u = self.model.units[self.actor]
        if self.aim == OFF_MAP or self.how is None:
            return
        clear = any(sight.clear for _, sight in m.sight_of_vertex(u, self.aim))
        self.same("HON-AB-32", f"a dispersal die for {self.aim} in clear sight", False, clear)
        steps = self.spread
        if steps and any(
            o.has("artillery_spotter") and any(s.clear for _, s in m.sight_of_vertex(o, self.aim))
            for o in (m.friends(u.seat) if self.agreed else m.on_map(u.seat))
        ):
            steps -= 1
        self.drift(e.die, steps)

    def drift(self, die: int, steps: int) -> None:
        """A dispersal die (G-09)."""
        if die <= 4:
            straight = self.colour in ("white", "red", "black")
            dx, dy = WAYS[2 * (die - 1) + (0 if straight else 1)]
            self.aim = (self.aim[0] + steps * dx, self.aim[1] + steps * dy)

    spread: int = 0

    def on_camedown(self, e: Any) -> None:
        """G-05: an Artillery card. It always drifts, 2 intersections, but by a 5 or 6."""
        m, at = self.model, tuple(e.vertex)
        self.drift(self.dispersal, 2)
        self.same(self.strike, "where the strike comes down", self.aim, at)
        self.aim, self.colour, self.room, self.order = at, "black", OFF_MAP, None
        self.strikes = False
        if self.strike == cards.SUPPRESSES:
            struck = fire.struck(m, fire.covered(m, "black", at), False)
            for n in struck:
                if m.units[n].type != HEAVY:
                    self.owe(n, 1)

    bombs: dict[int, str] = field(default_factory=dict)
    sniped: tuple[int, int] | None = None

    def snipe(self, n: int, r: int) -> None:
        """What a sniper's die does (HON-AB-75)."""
        self.sniped = (n, r)
        self.due = []
        self.owed.pop(n, None)
        if r >= 6:
            self.due = [Due("hit", n)]
            self.owed[n] = 1  # it alone, whoever takes the hit
        elif r >= 4:
            self.due = [Due("hit", n)]
        elif r >= 2:
            self.due = [Due("markers", n, 1)]

    # -- assaults ---------------------------------------------------------------------------------

    def on_assaulted(self, e: Any) -> None:
        """HON-ASLT-01 to -06."""
        m = self.model
        u, target = m.units[int(e.attacker)], m.units[int(e.defender)]
        going = self.start(u)
        self.allowed(
            "HON-ASLT-02",
            f"assault of {u.n} on {target.n}",
            walk.why_no_assault(m, u, target, going),
        )
        launch = min(m.places(u), key=lambda s: min(distance(s, t) for t in target.spaces))
        self.clash = Clash(u.n, target.n, launch)
        self.due = []
        if melee.out_of_arc(m, self.clash):
            self.due.append(Due("markers", target.n, 1))

    def on_diceshown(self, e: Any) -> None:
        """Said again by Clashed."""

    def on_clashed(self, e: Any) -> None:
        """HON-ASLT-08, -09."""
        m, n = self.model, int(e.unit)
        if self.clash is None:
            return
        u = m.units[n]
        count = melee.dice(u, n == self.clash.attacker)
        self.same("HON-AB-19", f"dice of unit {n}", count, len(e.dice))
        mine = melee.total(m, self.clash, n, tuple(e.dice))
        self.same(e.rule, f"assault sum of unit {n} ({u.key}) {e.parts} {e.dice}", mine, e.total)
        self.clash.totals[n] = mine

    def on_tied(self, e: Any) -> None:
        """HON-ASLT-21."""
        if self.clash is not None:
            a, b = (self.clash.totals.get(n, 0) for n in (self.clash.attacker, self.clash.defender))
            self.same("HON-ASLT-12", "a tie", a, b)

    def on_beaten(self, e: Any) -> None:
        """HON-ASLT-12 to -20."""
        c, m = self.clash, self.model
        if c is None:
            return
        a, b = c.totals.get(c.attacker, 0), c.totals.get(c.defender, 0)
        winner = c.attacker if a > b else c.defender if b > a else NONE
        self.same("HON-ASLT-12", "winner of the assault", winner, int(e.winner))
        c.winner = int(e.winner)
        loser = m.units[c.defender if c.winner == c.attacker else c.attacker]
        won = m.units[c.winner]
        if loser.type == HEAVY:
            return
        if "terrifying" in won.up.abilities:  # HON-AB-82, R-117
            self.owe(loser.n, 2)
        if "terrifying" in loser.up.abilities:
            self.owe(won.n, 1)
        twice = c.winner == c.attacker and m.trait(won, "tr_bloodthirsty")
        self.due = [Due("clash", loser.n)]
        if twice and loser.up.step:
            self.due = [Due("kill", loser.n)]
            self.take("bloodthirsty", f"unit {loser.n}")
        if c.winner == c.attacker and loser.infantry and loser.up.step:
            self.stood = loser.at

    def on_retreated(self, e: Any) -> None:
        """HON-ASLT-14, R-18."""
        m, u = self.model, self.model.units[int(e.unit)]
        if u.aboard != NONE:  # it has boarded there, HON-AB-87
            there = tuple(e.space) in m.units[u.aboard].spaces
            self.same("R-18", f"unit {u.n} is in a vehicle at {tuple(e.space)}", True, there)
            return
        if self.clash is not None:
            open_ = walk.retreats(m, u, self.clash.launch)
            self.same(
                "R-18", f"{tuple(e.space)} is open to unit {u.n}", True, tuple(e.space) in open_
            )
            if self.asked != "where":
                self.same("HON-ASLT-14", "spaces where nobody is asked", [tuple(e.space)], open_)
        u.at = tuple(e.space)
        self.skip.add(f"unit {u.n} aboard")

    def on_displaced(self, e: Any) -> None:
        """HON-VEH-08, -09, R-19, R-102."""
        u, at = self.model.units[int(e.unit)], tuple(e.space)
        fine = at in self.room_for(u)
        self.same("HON-VEH-08", f"unit {u.n} may go from {u.at} to {at}", True, fine)
        u.at = at

    def room_for(self, u: Counter) -> list[Space]:
        """Where infantry may go out of a vehicle's way."""
        m, ground = self.model, self.model.ground
        if not u.printed_move():
            return []
        own = ground.building(u.at)
        return [
            at
            for at in ground.neighbours(u.at)
            if ground.step(u.at, at, INFANTRY)
            and not ground.closed(at, INFANTRY)
            and ground.building(at) in (None, own)  # R-318
            and not m.standing(at, u.n)
            and not any(at in ground.zone(o.at) for o in walk.controllers(m, u.seat))
        ]

    def on_healed(self, e: Any) -> None:
        """stretcher_bearers, R-104."""
        m, u = self.model, self.model.units[int(e.unit)]
        if self.dressed != NONE:  # bt_dressing, G-20
            by, self.dressed = m.units[self.dressed], NONE
            fine = u.up.red and u.piece.outline != "hero" and u.seat == by.seat and u.infantry
            self.same("HON-BON-01", f"unit {u.n} may be dressed", True, fine)
            self.same("HON-BON-01", "spaces to the finder", True, cards.near(u, by) <= 3)
            u.face = 0
            return
        near = [o.n for o in m.enemies(u.seat) if o.infantry and distance(o.at, u.at) <= 2]
        fine = u.up.red and u.piece.outline != "hero" and not near
        self.same("stretcher_bearers", f"unit {u.n} may be healed", True, fine)
        u.face = 0

    def on_mustered(self, e: Any) -> None:
        """HON-ARMY-01 to -05, -12, R-89, R-90."""
        army = self.rosters[int(e.seat)] if self.rosters else None
        if army is None:
            return
        nation = self.model.scenario.sides[int(e.seat)].nation
        cost, units, wrong = muster.count(army, nation)
        self.same("HON-ARMY-01", f"cost of seat {int(e.seat)}", cost, e.cost)
        self.same("HON-ARMY-14", f"units of seat {int(e.seat)}", units, e.units)
        self.allowed("HON-ARMY-05", "an army", wrong)
        m, s = self.model, int(e.seat)
        limit = self.theirs.points // len(m.side(s)) - (self.theirs.paid or [0, 0, 0])[s]
        limit += 30 * any(key == "tr_notorious" for _, _, key in army.options)
        self.same("HON-ARMY-01, HON-MP-04", f"{cost} points of {limit}", False, cost > limit)
        mine = muster.counters(army, nation)
        ours = Tally(u.key for u in self.theirs.units if u.seat == s and u.key in mine)
        self.same("HON-ARMY-14", f"counters of seat {s}", mine, ours)

    rosters: tuple[Any, ...] = ()

    def check_where(self, a: Any) -> None:
        """The space of a retreat."""
        if self.clash is not None:
            u = self.model.units[self.clash.defender]
            open_ = walk.retreats(self.model, u, self.clash.launch)
            self.same("R-18", f"{tuple(a.space)} is open", True, tuple(a.space) in open_)

    def on_advanced(self, e: Any) -> None:
        """HON-ASLT-16."""
        u = self.model.units[int(e.unit)]
        if self.clash is not None:
            self.same("HON-ASLT-16", "who advances", self.clash.attacker, u.n)
        u.at, u.aboard = tuple(e.space), NONE
        self.checks["HON-ASLT-16"] += 1

    # -- other events -----------------------------------------------------------------------------

    cards_out: set[int] = field(default_factory=set)

    def on_cardplayed(self, e: Any) -> None:
        """A card counts from now on (HON-CARD, G-05)."""
        m, number, seat = self.model, int(e.card), int(e.seat)
        key = book().cards.get(number, "")
        self.allowed("HON-CARD-01", f"{key} of seat {seat}", cards.why_not(self, seat, number))
        self.checks[f"card {key}"] += 1
        self.held[seat] -= 1
        self.gone[seat] += 1
        self.card = key
        if self.asked == "guard":
            self.guard[key] = 1
        elif self.asked == "clash" and self.clash is not None:
            for n in (self.clash.attacker, self.clash.defender):
                if m.units[n].seat == seat and key == "battle_rage":
                    self.clash.rage[n] = 2
        else:
            self.riders.add(key)
        if key in CARD_BLASTS:
            self.blast = Blast(CARD_BLASTS[key], open=key != "mine")
            self.aim = self.room = OFF_MAP
        play = getattr(self, f"played_{key}", None)
        if play is not None:
            play(seat)

    def played_counterthrust(self, seat: int) -> None:
        """Two markers on the beaten attacker."""
        if self.clash is not None:
            self.owe(self.clash.attacker, 2)

    def played_fighter_bomber(self, seat: int) -> None:
        """One unit, or one structure."""
        target = int(self.answer.target)
        self.order = [target] if target != NONE else []

    played_rocket_attack = played_fighter_bomber

    def played_strafing_run(self, seat: int) -> None:
        """Who is on its line."""
        a = self.answer
        self.order = list(cards.strafed(self.model, tuple(a.start), int(a.course)))
        self.loose = True

    def played_spotter_plane(self, seat: int) -> None:
        """Who is concealed near its space."""
        self.sought = cards.seen_from_above(self.model, seat, tuple(self.answer.space))

    def played_nebelwerfer(self, seat: int) -> None:
        """It drifts, and comes down (R-171)."""
        self.aim, self.colour = tuple(self.answer.vertex), "black"
        self.strikes, self.strike = True, self.card

    played_concentration_105 = played_nebelwerfer
    played_harassing_fire = played_nebelwerfer
    strikes: bool = False
    strike: str = ""
    """The artillery card that comes down."""
    dispersal: int = 0
    loose: bool = False
    """A blast whose order nothing says."""
    sought: set[int] = field(default_factory=set)
    """Concealed counters that a plane or a flare must open."""
    shaken: set[int] = field(default_factory=set)
    """Who must get a marker by harassing fire."""

    def on_flak(self, e: Any) -> None:
        """HON-AAA-01, -02, R-34."""
        m = self.model
        self.same("HON-AAA-01", f"the number of {self.card}", book().kinds[self.card].aaa, e.number)
        guns = sum(u.has("aaa") for u in m.enemies(self.seat))
        if len(self.rolled) == 1 and self.asked == "turn":
            self.same(
                "HON-AAA-02", f"anti-aircraft die {self.rolled}", self.rolled[0] + guns, e.result
            )
        self.flak = e.result, e.number

    flak: tuple[int, int] | None = None
    """A result of anti-aircraft fire, and the number that it wants."""

    def on_drivenoff(self, e: Any) -> None:
        """HON-AAA-01."""
        result, number = self.flak or (0, 0)
        self.same("HON-AAA-01", f"{result} against {number}", True, result >= number)
        self.flak, self.blast, self.order, self.sought = None, None, None, set()

    def on_fallenback(self, e: Any) -> None:
        """elastic_defence."""
        u, at = self.model.units[int(e.unit)], tuple(e.space)
        self.same("elastic_defence", f"where unit {u.n} goes", tuple(self.answer.to), at)
        u.at, u.aboard = at, NONE
        if self.going is not None and self.going.n == u.n:
            self.going.stopped |= self.model.ground.difficult(at, INFANTRY)
        friend = walk.boarded(self.model, u, at)
        if friend is not None:
            u.at, u.aboard = OFF_MAP, friend.n

    def on_repaired(self, e: Any) -> None:
        """field_repair."""
        u = self.model.units[int(e.unit)]
        part = e.damage.value
        self.same("field_repair", f"unit {u.n} has {part} damage", True, part in u.damage)
        u.damage = tuple(d for d in u.damage if d != part)

    def on_tapped(self, e: Any) -> None:
        """wire_tap, HON-HID-12: what was seen is private."""
        m, u = self.model, self.model.units[int(e.unit)]
        closed = m.tokens[u.seat].get(u.n, 0) < 0
        self.same("wire_tap", f"a closed token on unit {u.n}", True, closed)

    # -- bonus objectives -------------------------------------------------------------------------

    def on_bonusfound(self, e: Any) -> None:
        """HON-BON-01, G-20."""
        m, u = self.model, self.model.units[int(e.unit)]
        fine = u.infantry and not u.hidden and u.on_map and u.at in self.bonus
        self.same("HON-BON-01", f"unit {u.n} opens a bonus token at {u.at}", True, fine)
        self.bonus = [s for s in self.bonus if s != u.at]
        self.searching = NONE
        tactic = TACTICS[int(e.card) - 500]
        if tactic == "radio":
            due = sum(m.stars(s) for s in m.side(u.seat)) + m.shared(u.seat, "or_planning")
            if due < MOST_ORDERS:
                m.more_orders[u.seat] += 1
        elif tactic == "flare":
            self.sought = cards.seen_from_above(m, u.seat, u.at)
        elif tactic == "plan":
            self.held[u.seat] += self.draw(u.seat, 1)
        elif tactic == "crate":
            self.unpack(u)
        elif tactic == "dressing":
            self.dressed = u.n

    dressed: int = NONE

    def unpack(self, u: Counter) -> None:
        """2 Ammo tokens for the tile of a finder; a hero has none."""
        m = self.model
        tile = m.tile_of(u)
        if tile == NONE:
            self.take("where the tokens of a crate lie", "options")
        else:
            m.options.append((u.seat, tile, "eq_ammo", 2))

    def on_bonuslost(self, e: Any) -> None:
        """HON-BON-02: an effect has no target."""
        m = self.model
        if self.dressed != NONE:
            by, self.dressed = m.units[self.dressed], NONE
            hurt = [
                u.n
                for u in m.on_map(by.seat)
                if u.infantry and not u.hidden and u.up.red and u.piece.outline != "hero"
                if cards.near(u, by) <= 3
            ]
            self.same("HON-BON-02", "who could be dressed", [], hurt)

    # -- other tokens -----------------------------------------------------------------------------

    def on_directiveposted(self, e: Any) -> None:
        """HON-ORO-06, R-52, R-88."""
        m, u, kind = self.model, self.model.units[int(e.officer)], e.directive.value
        s = u.seat
        fine = u.on_map and not u.hidden and u.piece.outline == "officer" and u.has("order")
        self.same("R-52", f"unit {u.n} may give a directive", True, fine)
        self.same("HON-ORO-06", "directives in a round", [], [p for p in m.posted if p[0] == s])
        if kind in m.directives[s]:
            m.directives[s].remove(kind)
        elif not m.alliances:
            self.differ("R-88", f"directives of seat {s}", m.directives[s], kind)
        m.posted.append((s, kind, u.n))

    def on_actsalone(self, e: Any) -> None:
        """HON-AB-20, R-61."""
        u = self.model.units[int(e.unit)]
        fine = u.has("autonomous") and not u.acted
        self.same("HON-AB-20", f"unit {u.n} may act by itself", True, fine)
        u.acted, self.actor = True, u.n
        self.take("the token of an autonomous unit", "tokens", "lost_tokens")

    def on_hidden(self, e: Any) -> None:
        """HON-ORO-05."""
        m, u = self.model, self.model.units[int(e.unit)]
        fine = u.infantry and u.on_map and not u.hidden and m.phase == "supply"
        self.same("HON-ORO-05", f"unit {u.n} may take a Concealed token", True, fine)
        u.concealed, self.searching = True, NONE
        self.spend_concealed(u.seat)

    CONCEALS = ("or_concealed", "or_infiltration")

    def spend_concealed(self, s: int) -> None:
        """A Concealed token of a seat is on the map."""
        m = self.model
        mine = [
            i
            for i, (owner, tile, k, left) in enumerate(m.options)
            if k in self.CONCEALS and left and m.has_use(s, owner, tile)
        ]
        self.same("HON-ORO-05", f"Concealed tokens of seat {s}", True, bool(mine))
        if len(mine) == 1:
            owner, tile, k, left = m.options[mine[0]]
            m.options[mine[0]] = (owner, tile, k, left - 1)
            self.laid_concealed.append(mine[0])
        else:
            self.take("which Concealed token", "options")

    laid_concealed: list[int] = field(default_factory=list)

    def give_concealed(self, s: int) -> None:
        """A Concealed token comes back to its option."""
        m = self.model
        mine = [i for i in self.laid_concealed if m.has_use(s, m.options[i][0], m.options[i][1])]
        if len(set(mine)) == 1:
            owner, tile, k, left = m.options[mine[0]]
            m.options[mine[0]] = (owner, tile, k, left + 1)
            self.laid_concealed.remove(mine[0])
        else:
            self.take("which Concealed token", "options")

    def on_cutthrough(self, e: Any) -> None:
        """HON-EQ-05, R-35, R-228."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        hedge = any(x.hedge for x in m.ground.elements(at))
        self.same("HON-EQ-05", f"unit {u.n} cuts through {at}", True, hedge and u.type == HEAVY)
        m.changes = (*m.changes, ("passage", (at,), -1))
        self.spend(u.seat, "eq_hedge_cutter", u.n)

    def on_arrived(self, e: Any) -> None:
        """HON-RND-06, R-200, R-229."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        name = m.scenario.sides[u.seat].name
        open_ = [a for a in m.scenario.arrivals if a.side == name and a.round <= m.round]
        self.same("HON-RND-06", f"unit {u.n} may arrive", True, bool(open_) and m.phase == "supply")
        self.same("HON-RND-06", f"unit {u.n} waits", (False, False), (u.on_map, u.lost))
        u.at = at
        if not open_:
            return
        u.facing = open_[0].facing
        fine = set(u.spaces) <= open_[0].spaces and not any(
            o.n != u.n for s in u.spaces for o in m.standing(s, u.n)
        )
        self.same("HON-RND-06", f"unit {u.n} arrives at {at}", True, fine)

    def on_staysaway(self, e: Any) -> None:
        """R-245, R-319: what the zone holds is taken as given."""
        n = int(e.unit)
        self.take("a counter without a place", f"unit {n}")
        self.skip |= {"formations", *(f"unit {u.n}" for u in self.model.units if u.blind)}

    def on_shielded(self, e: Any) -> None:
        """HON-EQ-01."""
        u = self.model.units[int(e.unit)]
        self.same("HON-EQ-01", f"unit {u.n} is heavy", HEAVY, u.type)
        for _ in range(e.n):
            self.spend(u.seat, "eq_shielding", u.n)

    def on_entrenched(self, e: Any) -> None:
        """HON-EQ-14."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        here = m.ground.elements(at)
        fine = (
            u.on_map
            and u.at == at
            and m.ground.building(at) is None
            and not any(x.ruin or x.water or x.position for x in here)
            and not m.ground.closed(at, INFANTRY)
            and m.phase == "supply"
            and not u.acted
        )
        self.same("HON-EQ-14", f"unit {u.n} digs at {at}", True, fine)
        self.same("HON-EQ-14", f"unit {u.n} has moved", False, u.n in self.moved)
        self.moved.add(u.n)
        m.changes = (*m.changes, ("position", (at,), -1))
        self.spend(u.seat, "eq_position", u.n)

    def on_initiativekept(self, e: Any) -> None:
        """HON-ORO-11."""
        m, s = self.model, int(e.seat)
        self.same("HON-ORO-11", "who keeps the initiative", True, m.allied(s, m.initiative))
        m.kept = True
        self.spend(s, "or_initiative")

    def on_nestplaced(self, e: Any) -> None:
        """HON-ORO-12, R-41."""
        m, u, at = self.model, self.model.units[int(e.unit)], tuple(e.space)
        zones = {s for seat in m.foes(u.seat) for s in m.scenario.sides[seat].zone}
        house = m.ground.building(at)
        held = house is not None and any(
            m.ground.building(s) is house for o in m.enemies(u.seat) for s in o.spaces
        )
        fine = furnish.enters(m.ground, at) and at not in zones and not m.standing(at) and not held
        self.same("R-41", f"the nest may come to {at}", True, fine)
        u.at = at
        self.take("the seat of a common nest", f"unit {u.n} facing", "options")

    def on_bailedout(self, e: Any) -> None:
        """HON-AB-89."""
        u, at = self.model.units[int(e.unit)], tuple(e.space)
        self.allowed("HON-AB-89", f"unit {u.n} gets out to {at}", self.why_no_exit(u, at))
        u.at, u.aboard = at, NONE
        self.owe(u.n, 1)
        if "tripod" in u.up.abilities:
            u.face = max((0, 1), key=lambda face: u.piece.faces[face].move)
        if "opportunity_fire" in u.up.abilities and len(u.piece.faces) > 1:
            u.face = min(
                (0, 1), key=lambda f: u.piece.faces[f].abilities.get("opportunity_fire", 0)
            )

    def why_no_exit(self, u: Counter, at: Space) -> str:
        """Why a passenger of a wreck does not come to stand there."""
        m = self.model
        if not furnish.enters(m.ground, at) and not (
            "amphibious" in u.up.abilities and m.ground.has(at)
        ):
            return "closed ground"
        if m.standing(at, u.n):
            return "somebody stands there"
        if any(at in m.ground.zone(o.at) for o in walk.controllers(m, u.seat)):
            return "an enemy zone of control"
        near = any(distance(s, at) == 1 for _, spaces, _ in m.changes for s in spaces)
        return "" if near else "not beside the wreck"

    def on_detonated(self, e: Any) -> None:
        """HON-EQ-09, R-37, R-160, R-225."""
        m, u = self.model, self.model.units[int(e.unit)]
        self.same("R-37", "the phase of a detonation", "activation", m.phase)
        explosion = u.piece.explosion
        self.same("HON-EQ-09", f"unit {u.n} explodes", True, explosion is not None)
        if explosion is None:
            return
        self.blast = Blast(explosion.bonus, open=False)
        self.aim = self.room = OFF_MAP
        others = m.standing(u.at, u.n)
        house = m.ground.structure(u.at)
        near = {u.at, *(house.spaces if house is not None else ())}
        allies = [o.n for o in m.on_map() if self.ally(o, u) and near & set(o.spaces)]
        self.same("R-307, R-322", "allies where it explodes", [], allies)
        self.order = [o.n for o in others if not o.blind and o.type in explosion.bonus]
        self.sought = {o.n for o in others if o.hidden}
        self.loose = True
        self.lose_token(u.n)
        self.lose(u)

    def ally(self, a: Counter, b: Counter) -> bool:
        """Return True if counters are of two seats that fight together."""
        return a.seat != b.seat and self.model.allied(a.seat, b.seat)

    def played_high_command(self, seat: int) -> None:
        """One more special order."""
        self.model.more_specials[seat] += 1

    def played_battlefield_promotion(self, seat: int) -> None:
        """One more order."""
        self.model.more_orders[seat] += 1

    def played_mine(self, seat: int) -> None:
        """The space is mined from now on."""
        mover = self.model.units[self.actor]
        self.model.mined.append(mover.at)
        if not mover.infantry:
            self.skip.add("mined")

    def played_pin_down(self, seat: int) -> None:
        """A marker if the shot has no effect, as its dice lie in the end."""
        self.pinned = True
        for d in self.due:
            if d.kind == "miss":
                d.kind, d.n = "markers", 1

    pinned: bool = False
    deployed: list[int] = field(default_factory=list)

    def check_place(self, u: Counter) -> None:
        """HON-SET-03, HON-AB-70, -71, R-87, R-198, and what a scenario says of its zones."""
        m, side = self.model, self.model.scenario.sides[u.seat]
        outside = [s for s in u.spaces if s not in side.zone]
        if not u.hidden and side.clear[1]:
            rows, wide = side.clear
            near = any(abs(y - row) <= wide for _, y in u.spaces for row in rows)
            self.same("HON-SET-03", f"unit {u.n} is clear of the rows {rows}", False, near)
        if not outside:
            return
        far = max(min(distance(s, z) for z in side.zone) for s in outside)
        scout = 0 if u.blind else max(f.abilities.get("scout", 0) for f in u.piece.faces)
        if u.blind or m.bought(u.seat, "or_infiltration"):
            scout = max(scout, 6)
        self.same("HON-AB-70", f"unit {u.n}, {far} spaces outside its zone", True, far <= scout)
        prizes = [s for o in m.scenario.objectives for s in o.spaces] + list(m.scenario.bonus)
        beside = any(distance(s, prize) <= 1 for s in u.spaces for prize in prizes)
        self.same("HON-AB-71", f"unit {u.n} is beside an objective", False, beside)

    def on_deployed(self, e: Any) -> None:
        """HON-SET-03 to -05, -09."""
        m, a = self.model, self.answer
        u = m.units[int(e.unit)]
        at = tuple(e.space)
        u.at = at
        name = type(a).__name__
        if name in ("Deploy", "DeployOpen"):
            u.face = int(a.face)
        if m.round == 0 and u.seat not in self.deployed:
            self.deployed.append(u.seat)
        if name == "Deploy":
            u.facing = int(a.facing)
        if name in ("Deploy", "DeployOpen", "LayBlind"):
            self.check_place(u)
        if name == "Deploy" and not u.blind and u.up.red:
            self.differ("HON-SET-04", f"unit {u.n}", "white face", "red face")
        self.skip |= {f"unit {u.n} at", f"unit {u.n} aboard", f"unit {u.n} concealed"}

    def on_opened(self, e: Any) -> None:
        """HON-AB-08: a blind becomes the unit beneath, another turns over."""
        m = self.model
        blind, u = m.units[int(e.counter)], m.units[int(e.unit)]
        self.spot(blind.n)
        if int(e.unit) != NONE and u.n == blind.n and not u.piece.conceals:
            self.give_concealed(u.seat)
        if int(e.unit) == NONE:
            self.lose_token(blind.n)
            blind.at, blind.lost = OFF_MAP, True
            return
        if blind.n == u.n:
            u.concealed = False
            return
        u.at, u.facing, u.suppressed, u.acted = (
            blind.at,
            blind.facing,
            blind.suppressed,
            blind.acted,
        )
        blind.at, blind.lost, blind.acted = OFF_MAP, True, False
        blind.suppressed = 0
        if blind.n in self.moved:
            self.moved.add(u.n)
        laid = m.tokens[u.seat]
        if blind.n in laid:
            m.tokens[u.seat] = {u.n if n == blind.n else n: t for n, t in laid.items()}
        if self.actor == blind.n:
            self.actor = u.n
        if self.going is not None and self.going.n == blind.n:
            self.going.n = u.n
        if self.clash is not None and self.clash.defender == blind.n:
            self.clash.defender = u.n
            self.due = [Due("markers", u.n, 1)] if melee.out_of_arc(m, self.clash) else []

    def on_chargelaid(self, e: Any) -> None:
        """HON-EQ-06, -16, R-125."""
        m, u, a = self.model, self.model.units[int(e.unit)], self.answer
        kinds = ("eq_magnetic_mine", "eq_sticky_bomb")
        if type(a).__name__ == "PlaceCharge":
            laid = m.ground.overlays.get(int(a.structure))
            around = laid.spaces if laid is not None and laid.element.structure else ()
            near = any(distance(u.at, s) == 1 for s in around)
            self.same("HON-EQ-06", f"unit {u.n} is beside structure {a.structure}", True, near)
            self.charges.append((u.seat, "eq_demolition", int(a.structure), NONE))
            self.spend(u.seat, "eq_demolition", u.n)
            return
        target = m.units[int(a.target)]
        beside = (
            not target.infantry
            and not m.allied(target.seat, u.seat)
            and any(distance(u.at, s) == 1 and not m.ground.cut(u.at, s) for s in target.spaces)
        )
        self.same("HON-EQ-16", f"unit {u.n} is beside vehicle {target.n}", True, beside)
        kind = next((k for k in kinds if m.usable(u, k)), "")
        self.charges += [(u.seat, kind, NONE, target.n)] * a.tokens
        for _ in range(a.tokens):
            self.spend(u.seat, kind, u.n)

    def on_demolished(self, e: Any) -> None:
        """HON-AB-23: each 4 or more is a marker."""
        pressed = 0
        fired = self.blast is None or self.blast.firer != NONE
        if self.model.phase == "activation" and fired:
            pressed = 2 * self.model.units[self.actor].suppressed
        mine = sum(d - pressed >= 4 for d in self.rolled)
        if "destruction" in self.reason or "again" in self.reason:
            self.checks["HON-AB-23"] += 1
            if "again" not in self.reason and mine != e.n:
                self.differ("HON-AB-23", f"markers by {self.rolled}", mine, e.n)
        self.skip.add("demolition")

    reason: str = ""

    def on_collapsed(self, e: Any) -> None:
        """HON-TER-02, -03: which structure it is, the map says."""
        m = self.model
        self.skip.add("demolition")
        element, spaces, gone = self.theirs.changes[len(m.changes)]
        old = m.ground.overlays.get(gone)
        self.same("HON-TER-02", f"structure {gone} is there", True, old is not None)
        if old is None:
            return
        self.same("HON-TER-02", f"ruins of {gone}", old.element.becomes, element)
        if element:
            self.same("HON-TER-02", f"spaces of {gone}", set(old.spaces), set(spaces))
        for u in m.on_map():
            if u.infantry and u.at in old.spaces:  # R-324
                self.owe(u.n, 1)
                u.at = OFF_MAP if element else u.at  # until it is redeployed
        m.changes = (*m.changes, (element, spaces, gone))

    def on_redeployed(self, e: Any) -> None:
        """HON-TER-03."""
        u = self.model.units[int(e.unit)]
        u.at = tuple(e.space)
        ruin = any(x.ruin for x in self.model.ground.elements(u.at))
        self.same("HON-TER-03", f"unit {u.n} stands on ruins", True, ruin)

    def structures(self, theirs: Model) -> None:
        """HON-TER-02: what has all its points is gone."""
        ground = theirs.ground
        for number, points in theirs.demolition.items():
            lies = ground.overlays.get(number)
            if lies is not None and points >= lies.element.structure:
                self.differ("HON-TER-02", f"structure {number}", "destroyed", points)

    def on_ended(self, e: Any) -> None:
        """Compared by the result."""

    def on_audited(self, e: Any) -> None:
        """R-99."""
        self.skip.add("lost_tokens")

    def on_refilled(self, e: Any) -> None:
        """HON-SUP-09, HON-ORO-09, HON-MP-16."""
        m, s = self.model, int(e.seat)
        over = m.bought(s, "or_improvisation")
        before = self.held[s] - e.discarded + over  # of Improvisation one is discarded again
        drawn = self.draw(s, max(0, self.limit(s) + over - before))
        self.same("HON-SUP-09", f"cards drawn by seat {s}", drawn, e.drawn)
        self.held[s] += drawn - e.discarded
        self.gone[s] += e.discarded

    def on_blindstaken(self, e: Any) -> None:
        """Hands are taken as they are."""
