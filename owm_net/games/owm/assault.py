"""Assaults: melee between two Fireteams in one Terrain (section 2.24)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations

from attrs import define, field

from owm_net.engine.agenda import (
    Ask,
    Call,
    Done,
    Event,
    Frame,
    InLog,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import CardNumber
from owm_net.engine.records import record
from owm_net.engine.requests import Answer
from owm_net.engine.text import say
from owm_net.engine.view import View
from owm_net.games.owm import forecast, words
from owm_net.games.owm.about import AboutFireteam
from owm_net.games.owm.checks import DisciplineCheck
from owm_net.games.owm.damage import Killed, remove, suppress, uncrew_all
from owm_net.games.owm.flips import FlipCard, NobodyPicked, Purpose, picked, size_colour
from owm_net.games.owm.ids import NO_CELL, NO_SOLDIER, Cell, FireteamId, SoldierId
from owm_net.games.owm.missions import rules_of, why_no_entry
from owm_net.games.owm.odds import fighters
from owm_net.games.owm.placing import settle
from owm_net.games.owm.state import CATALOG, Fireteam, OwmState
from owm_net.games.owm.stealth import end_stealth, mark_attacked
from owm_net.games.owm.terms import Status
from owm_net.games.owm.traits.assaults import advantage
from owm_net.games.owm.traits.nerves import after_losses
from owm_net.games.owm.victory import check_end

# -- what is told ----------------------------------------------------------------------------


@record("owm.event.assault")
class AssaultBegun(Event):
    """A Fireteam has entered where an enemy stands, who stays."""

    words = say("{fireteam} assaults {target} at {cell}")
    rule = "OWM-ASLT-01"
    headline = True
    in_log = InLog.HEADING

    fireteam: FireteamId
    target: FireteamId
    cell: Cell


@record("owm.event.assault_round")
class AssaultRound(Event):
    """Round n of an assault begins, counted from 1."""

    words = say("assault, round {n}")
    rule = "OWM-ASLT-05"

    n: int


@record("owm.event.duel")
class DuelBegun(Event):
    """Two soldiers fight. edge: positive if the first has the advantage, negative if the other
    has."""

    rule = "OWM-ASLT-03"

    soldier: SoldierId
    target: SoldierId
    edge: int

    @property
    def favourite(self) -> SoldierId:
        """Return the fighter with the advantage, NO_SOLDIER if neither has it."""
        if not self.edge:
            return NO_SOLDIER
        return self.soldier if self.edge > 0 else self.target

    def sentence(self, g: OwmState) -> str:
        told = say(
            "{soldier} against {target}",
            soldier=words.soldier_name(self.soldier),
            target=words.soldier_name(self.target),
        )
        better = self.favourite
        return (
            say(
                "{told}, advantage {soldier}",
                told=told,
                soldier=words.soldier_name(better),
            )
            if better
            else told
        )


@record("owm.event.stalemate")
class Stalemate(Event):
    """Nobody is left in an assault who can attack (A-88)."""

    words = say("only wounded are left; the attacker goes back")
    rule = "OWM-ASLT-16"


@record("owm.event.retreated")
class Retreated(Event):
    """A Fireteam has left an assault, or slipped away before it."""

    words = say("{fireteam} retreats to {cell}")
    headline = True

    fireteam: FireteamId
    cell: Cell
    rule: str = field(default="OWM-ASLT-11", kw_only=True)


# -- the decisions ---------------------------------------------------------------------------


@record("owm.assault_line")
class AssaultLine(Answer):
    """The soldiers in the order in which they fight (OWM-ASLT-02)."""

    title = say("Assault line")
    help = say("In secret: first fights first, and so on (OWM-ASLT-02)")
    words = say("fight in the order {line}")

    line: tuple[SoldierId, ...]


@record("owm.stand")
class Stand(Answer):
    """Stay in the assault (OWM-ASLT-10)."""

    title = say("Stay")
    help = say("Stay: if both sides do, another round is fought (OWM-ASLT-10)")
    words = say("stay")


@record("owm.retreat")
class Retreat(Answer):
    """Leave the assault (OWM-ASLT-11), or slip away before it (OWM-ASLT-09)."""

    title = say("Retreat")
    help = say("Go to an adjacent Terrain (OWM-ASLT-11)")
    words = say("retreat to {cell}")

    cell: Cell


GOING = say("to stay or to retreat is asked")
SLIP_AWAY = Kind(
    "slip_away",
    Stand,
    Retreat,
    rule="OWM-ASLT-10",
    why=GOING,
    deed=say("decide whether to slip away"),
)
STAND = Kind(
    "stand",
    Stand,
    Retreat,
    rule="OWM-ASLT-10",
    why=GOING,
    deed=say("decide whether to stay in the assault"),
)
GO_BACK = Kind(
    "go_back",
    Retreat,
    rule="OWM-ASLT-11",
    why=say("choose where the Fireteam goes back to"),
    deed=say("choose where to go back to"),
)
LINE = Kind(
    "assault_line",
    AssaultLine,
    rule="OWM-ASLT-02",
    why=say("every soldier of the Fireteam must stand in it once"),
    deed=say("order the line of an assault"),
)


# -- the assault -----------------------------------------------------------------------------


@frame("owm.assault")
@define
class Assault(Frame[bool]):
    """Two Fireteams fight in one Terrain. mover came last and triggered it (OWM-ASLT-01).

    mover_line, other_line: the soldiers in the order they were laid. duel: index of the next
    duel of this round. retreats: cell for each Fireteam id that has declared to go. Result:
    False if the enemy slipped away and there was no assault (OWM-ASLT-09).
    """

    mover: FireteamId
    other: FireteamId
    came_from: Cell
    mover_was_stealthed: bool
    mover_flanks: bool = False
    other_established: bool = False
    round: int = 0
    duel: int = 0
    mover_line: list[SoldierId] = field(factory=list)
    other_line: list[SoldierId] = field(factory=list)
    extra: SoldierId = NO_SOLDIER
    asked: list[FireteamId] = field(factory=list)
    retreats: dict[FireteamId, Cell] = field(factory=dict)

    # -- before the fight ----------------------------------------------------------------

    def start(self, g: OwmState) -> Outcome[bool]:
        """Fix who flanks and who is established (A-26, OWM-ASLT-07)."""
        mover, other = g.fireteams[self.mover], g.fireteams[self.other]
        self.other_established = g.is_established(other)
        self.mover_flanks = g.has_flanking(mover, other, self.came_from)
        if other.stealthed and self.other_established:  # it can at least go round the mover
            return Ask(SLIP_AWAY.of(other.seat), then=self.hear_slip)
        return self.engage

    @SLIP_AWAY.offers
    def offers_slip_away(self, view: View[OwmState]) -> Iterator[Stand | Retreat]:
        """To stay, or to go to any neighbour of its Terrain."""
        yield Stand()
        for cell in view.state.ground.neighbours(view.state.fireteams[self.other].cell):
            yield Retreat(cell)

    @SLIP_AWAY.judges
    def why_not_slip_away(self, view: View[OwmState], answer: Stand | Retreat) -> Refusal | None:
        """OWM-ASLT-09: a stealthed, established Fireteam may retreat before the assault."""
        return self._why_no_exit(view.state, self.other, answer)

    @SLIP_AWAY.tells
    def about_slip_away(self, view: View[OwmState]) -> AboutFireteam:
        """Tell who comes, and that slipping away costs nothing."""
        g = view.state
        own, enemy = words.fireteam_name(g, self.other), words.fireteam_name(g, self.mover)
        what = say("choose whether {own} slips away from {enemy} unseen", own=own, enemy=enemy)
        why = say(
            "it is in stealth: it may go to an empty adjacent Terrain before the fight, unharmed"
        )
        return AboutFireteam(what, why, "OWM-ASLT-09", self.other, enemy=self.mover)

    def hear_slip(self, g: OwmState, answer: Stand | Retreat) -> Outcome[bool]:
        """OWM-ASLT-09: nobody is suppressed by it; it stays hidden where it can (A-72)."""
        if isinstance(answer, Retreat):
            self._uncrew(g, self.other)
            self._leave(g, self.other, answer.cell, suppressed=False)
            return Done(False)
        return self.engage

    def engage(self, g: OwmState) -> Outcome[bool]:
        """The assault has come: both are attacked (A-38), crews break up (OWM-ASLT-01,
        OWM-ASLT-14)."""
        cell = g.fireteams[self.mover].cell
        g.tell(AssaultBegun(self.mover, self.other, cell))
        for fireteam in (self.mover, self.other):
            mark_attacked(g, fireteam)
            self._uncrew(g, fireteam)
        return self.lay_lines

    def lay_lines(self, g: OwmState) -> Outcome[bool]:
        """Steps 1-2: both order their soldiers in secret (OWM-ASLT-02)."""
        order = tuple([g.fireteams[team].seat for team in self._in_seat_order(g)])
        return Ask(LINE.secretly(order), then=self.reveal_lines)

    @LINE.offers
    def offers_assault_line(self, view: View[OwmState]) -> Iterator[AssaultLine]:
        """The first few orders; there may be 40,320."""
        line = self._line_of(view)
        for order in islice(permutations(line), 720):
            yield AssaultLine(order)

    @LINE.samples
    def sample_assault_line(self, view: View[OwmState], chance: Chance) -> AssaultLine:
        """Any order of the line, each as likely as another."""
        line = list(self._line_of(view))
        chance.shuffle(line)
        return AssaultLine(tuple(line))

    @LINE.judges
    def why_not_assault_line(self, view: View[OwmState], answer: AssaultLine) -> Refusal | None:
        """OWM-ASLT-02: each soldier of the Fireteam once."""
        own = self._line_of(view)
        if any(s not in own for s in answer.line) or len(dict.fromkeys(answer.line)) < len(
            answer.line
        ):
            return LINE.refusal
        if len(answer.line) < len(own):
            return Refusal(LINE.refusal.rule, LINE.refusal.why, more=True)
        return None

    @LINE.foretells
    def outlook_assault_line(self, view: View[OwmState], answer: AssaultLine) -> str:
        """Foretell the losses of an order against an enemy whose best stand first."""
        g = view.state
        attacks = g.fireteams[self.mover].seat == view.seat
        enemy = g.members(self.other if attacks else self.mover)
        own = [g.soldiers[s] for s in answer.line]
        course = forecast.assault(own, fighters(enemy), *self.edges(g, attacks), g.level)
        return say("{course}, if their best stand first", course=course)

    @LINE.tells
    def about_assault_line(self, view: View[OwmState]) -> AboutFireteam:
        """Tell whose line meets whose."""
        g = view.state
        attacks = g.fireteams[self.mover].seat == view.seat
        own, enemy = (self.mover, self.other) if attacks else (self.other, self.mover)
        team, foe = words.fireteam_name(g, own), words.fireteam_name(g, enemy)
        if attacks:
            what = say("choose the line of {team}, which assaults {enemy}", team=team, enemy=foe)
        else:
            what = say(
                "choose the line of {team}, which is assaulted by {enemy}", team=team, enemy=foe
            )
        why = say("first fights first; both orders are laid in secret and hold to the end")
        return AboutFireteam(what, why, "OWM-ASLT-02", own, enemy=enemy)

    def reveal_lines(self, g: OwmState, answers: tuple[AssaultLine, ...]) -> Outcome[bool]:
        """Step 2: the order is fixed for the whole assault (A-57)."""
        laid = dict(zip(self._in_seat_order(g), answers, strict=True))
        self.mover_line, self.other_line = list(laid[self.mover].line), list(laid[self.other].line)
        return self.next_round

    # -- the fight -----------------------------------------------------------------------

    def next_round(self, g: OwmState) -> Outcome[bool]:
        """A round: every soldier fights once (OWM-ASLT-05)."""
        if not self._can_attack(g):
            g.tell(Stalemate())
            ways = self.exits(g, self.mover)
            if len(ways) > 1:  # it came out of the air
                return Ask(GO_BACK.of(g.fireteams[self.mover].seat), then=self.go_back)
            for cell in ways:  # none, if an enemy stands there
                self._leave(g, self.mover, cell, suppressed=True)
            return self.over
        self.round += 1
        self.duel = 0
        self.extra = NO_SOLDIER
        self.mover_line = [s for s in self.mover_line if s in g.soldiers]
        self.other_line = [s for s in self.other_line if s in g.soldiers]
        g.tell(AssaultRound(self.round))
        return self.next_duel

    @GO_BACK.offers
    def offers_go_back(self, view: View[OwmState]) -> Iterator[Retreat]:
        """Any neighbour of the Terrain."""
        g = view.state
        for cell in g.ground.neighbours(g.fireteams[self.mover].cell):
            yield Retreat(cell)

    @GO_BACK.judges
    def why_not_go_back(self, view: View[OwmState], answer: Retreat) -> Refusal | None:
        """An empty adjacent Terrain (OWM-ASLT-11)."""
        return self._why_no_exit(view.state, self.mover, answer)

    @GO_BACK.tells
    def about_go_back(self, view: View[OwmState]) -> AboutFireteam:
        """Tell which Fireteam goes, and why."""
        what = say(
            "choose where {team} goes back to",
            team=words.fireteam_name(view.state, self.mover),
        )
        why = say(
            "nobody in the assault can fight any more; the Fireteam that landed in it has to leave"
        )
        return AboutFireteam(what, why, "OWM-ASLT-16", self.mover, enemy=self.other)

    def go_back(self, g: OwmState, answer: Retreat) -> Outcome[bool]:
        """It leaves, and the assault is over (A-88)."""
        self._leave(g, self.mover, answer.cell, suppressed=True)
        return self.over

    def next_duel(self, g: OwmState) -> Outcome[bool]:
        """Step 3: first against first, and so on; the longer line's extras come last."""
        end = check_end(g)
        if end is not None:
            return end
        if self.mover not in g.fireteams or self.other not in g.fireteams:
            return self.over
        i = self.duel
        self.duel += 1
        paired = min(len(self.mover_line), len(self.other_line))
        if i < paired:
            return self._fight(g, self.mover_line[i], self.other_line[i])
        longer = max(self.mover_line, self.other_line, key=len)
        if i >= len(longer):
            return self.ask_stand
        extra = g.soldiers[longer[i]]
        if not extra.can_fight:  # OWM-ASLT-16, A-99: he attacks nobody
            return self.next_duel
        self.extra = extra.id
        return self.flip_opponent

    def flip_opponent(self, g: OwmState) -> Outcome[bool]:
        """An extra soldier flips for an opponent (OWM-ASLT-04)."""
        size = len(self._living_enemies(g))
        return Call(FlipCard(Purpose.OPPONENT, size_colour(size)), then=self.find_opponent)

    def find_opponent(self, g: OwmState, card: CardNumber) -> Outcome[bool]:
        """By the number of living enemies, as in a Firing Sequence (A-57)."""
        enemies = self._living_enemies(g)
        index = picked(len(enemies), CATALOG.dice(card).of(size_colour(len(enemies))))
        if index is None:
            g.tell(NobodyPicked())
            return self.flip_opponent
        if self.extra in self.mover_line:
            return self._fight(g, self.extra, enemies[index])
        return self._fight(g, enemies[index], self.extra)

    def _fight(self, g: OwmState, mine: SoldierId, theirs: SoldierId) -> Outcome[bool]:
        edge = self._advantage(g, mine, theirs)
        return Call(Duel(mine, theirs, edge), then=self.next_duel)

    def _advantage(self, g: OwmState, mine: SoldierId, theirs: SoldierId) -> int:
        """Positive: the mover's soldier has the advantage (OWM-ASLT-06 to 08, A-61)."""
        if self.mover_was_stealthed and self.round == 1:
            return 1  # OWM-ASLT-08, OWM-ASLT-19: supersedes all others; later it counts for nothing
        other = g.fireteams[self.other]
        for_mover = (
            int(self.mover_flanks)
            + g.soldiers[mine].weapon.assault
            + advantage(g.level, g.soldiers[mine])
        )
        for_other = (
            int(self.other_established)
            + int(other.stealthed)
            + g.soldiers[theirs].weapon.assault
            + advantage(g.level, g.soldiers[theirs])
        )
        return (for_mover > for_other) - (for_mover < for_other)

    def edges(self, g: OwmState, attacks: bool) -> tuple[int, int, int]:
        """Return (advantages of a whole side, of the other, 1 or -1 for the first round's in any
        case) as the side that attacks or the other sees them (OWM-ASLT-06 to 08)."""
        flanking = int(self.mover_flanks)
        settled = int(self.other_established) + int(g.fireteams[self.other].stealthed)
        first = int(self.mover_was_stealthed and self.round == 0)
        return (flanking, settled, first) if attacks else (settled, flanking, -first)

    def _living_enemies(self, g: OwmState) -> list[SoldierId]:
        line = self.other_line if self.extra in self.mover_line else self.mover_line
        return [s for s in line if s in g.soldiers]

    def _can_attack(self, g: OwmState) -> bool:
        return any(s.can_fight for s in (*g.members(self.mover), *g.members(self.other)))

    # -- stay or retreat -----------------------------------------------------------------

    def ask_stand(self, g: OwmState) -> Outcome[bool]:
        """Step 4: each side declares, in Initiative order (OWM-ASLT-10)."""
        self._break_stealth(g)
        for team in g.initiative:
            if team in (self.mover, self.other) and team not in self.asked:
                self.asked.append(team)
                if self.exits(g, team):
                    return Ask(STAND.of(g.fireteams[team].seat), then=self.hear_stand)
        self.asked.clear()
        if not self.retreats:
            return self.next_round
        for team, cell in self.retreats.items():
            self._leave(g, team, cell, suppressed=True)
        return self.over

    @STAND.offers
    def offers_stand(self, view: View[OwmState]) -> Iterator[Stand | Retreat]:
        """To stay, or to go to any neighbour of the Terrain that is fought over."""
        yield Stand()
        g = view.state
        for cell in g.ground.neighbours(g.fireteams[self.asked[-1]].cell):
            yield Retreat(cell)

    @STAND.judges
    def why_not_stand(self, view: View[OwmState], answer: Stand | Retreat) -> Refusal | None:
        """To stay is always allowed (OWM-ASLT-10), to go only through an exit (OWM-ASLT-11)."""
        return self._why_no_exit(view.state, self.asked[-1], answer)

    @STAND.tells
    def about_stand(self, view: View[OwmState]) -> AboutFireteam:
        """Tell which of the two is asked, and the cost of going."""
        own = self.asked[-1]
        enemy = self.other if own == self.mover else self.mover
        what = say(
            "choose whether {team} stays in the assault",
            team=words.fireteam_name(view.state, own),
        )
        why = say(
            "whoever retreats to Terrain beside it is suppressed; if both stay, they fight again"
        )
        return AboutFireteam(what, why, "OWM-ASLT-11", own, enemy=enemy)

    @STAND.foretells
    def outlook_stand(self, view: View[OwmState], answer: Stand | Retreat) -> str:
        """Foretell the result of staying or going (OWM-ASLT-10, OWM-ASLT-11)."""
        g = view.state
        if isinstance(answer, Stand):
            attacks = self.asked[-1] == self.mover
            lines = [
                [g.soldiers[s] for s in laid if s in g.soldiers]
                for laid in (self.mover_line, self.other_line)
            ]
            own, enemy = lines if attacks else reversed(lines)
            return forecast.assault(own, enemy, *self.edges(g, attacks), g.level)
        return say("all its soldiers are suppressed then, except the wounded")

    def hear_stand(self, g: OwmState, answer: Stand | Retreat) -> Outcome[bool]:
        """Declared; carried out when both have spoken."""
        if isinstance(answer, Retreat):
            self.retreats[self.asked[-1]] = answer.cell
        return self.ask_stand

    def exits(self, g: OwmState, fireteam: FireteamId) -> list[Cell]:
        """Where a Fireteam may retreat to (OWM-ASLT-11, A-59).

        Nobody else moves during an assault, so the mover's way back is open unless the other
        side has declared to go there (A-100), or an enemy has it, and no truck is there (A-118).
        Who landed into it goes as the other does (A-59).
        """
        team = g.fireteams[fireteam]
        if fireteam == self.mover and self.came_from != NO_CELL:
            free = rules_of(g).bars_assault(g, self.came_from) or not g.fireteams_at(self.came_from)
            return [self.came_from] if free and self.came_from not in self.retreats.values() else []
        return [
            cell
            for cell in g.ground.neighbours(team.cell)
            if not g.fireteams_at(cell)
            and why_no_entry(g, team, cell) is None
            and cell not in self.retreats.values()
        ]

    def over(self, g: OwmState) -> Outcome[bool]:
        """One side is gone or has left. Result: there was an assault (OWM-ASLT-18)."""
        self._break_stealth(g)
        return Done(True)

    def _why_no_exit(
        self, g: OwmState, fireteam: FireteamId, answer: Stand | Retreat
    ) -> Refusal | None:
        if isinstance(answer, Stand):
            return None
        if answer.cell not in self.exits(g, fireteam):
            if fireteam == self.mover and self.came_from != NO_CELL:
                return Refusal("OWM-ASLT-11", say("it can only go back where it came from"))
            return Refusal("OWM-ASLT-11", say("it can only go to an empty adjacent Terrain"))
        return None

    def _leave(self, g: OwmState, fireteam: FireteamId, cell: Cell, suppressed: bool) -> None:
        """OWM-ASLT-11: all become suppressed except the wounded. Where they go nobody is."""
        g.tell(Retreated(fireteam, cell, rule="OWM-ASLT-11" if suppressed else "OWM-ASLT-09"))
        if suppressed:
            for soldier in g.members(fireteam):
                if soldier.status is Status.READY:
                    suppress(g, soldier.id)
        left = g.fireteams[fireteam].cell
        settle(g, fireteam, cell)
        rules_of(g).retreated(g, fireteam, left)

    def _break_stealth(self, g: OwmState) -> None:
        """OWM-ASLT-08: after the first round the mover is seen; the other is not (A-96)."""
        if self.mover in g.fireteams:
            end_stealth(g, self.mover, "OWM-ASLT-08")

    def _uncrew(self, g: OwmState, fireteam: FireteamId) -> None:
        for soldier in g.fireteams[fireteam].line:
            uncrew_all(g, soldier)

    def _in_seat_order(self, g: OwmState) -> list[FireteamId]:
        """Both Fireteams, first that of the seat that comes first in Initiative order."""
        order = g.seat_order()
        return sorted((self.mover, self.other), key=lambda t: order.index(g.fireteams[t].seat))

    def _line_of(self, view: View[OwmState]) -> tuple[SoldierId, ...]:
        g = view.state
        mover: Fireteam = g.fireteams[self.mover]
        return mover.line if mover.seat == view.seat else g.fireteams[self.other].line


@frame("owm.duel")
@define
class Duel(Frame[None]):
    """Two soldiers fight once (OWM-ASLT-03, OWM-ASLT-06).

    edge: positive if the mover's soldier has the advantage, negative if the other's has.
    """

    mine: SoldierId
    theirs: SoldierId
    edge: int
    queue: list[SoldierId] = field(factory=list)
    passed: list[SoldierId] = field(factory=list)
    checking: SoldierId = NO_SOLDIER

    def start(self, g: OwmState) -> Outcome[None]:
        """Fix who flips, and in which order; wounded soldiers flip nothing (OWM-ASLT-16)."""
        if self.edge:
            order = [self.mine, self.theirs] if self.edge > 0 else [self.theirs, self.mine]
        else:
            teams = [g.fireteam_of(self.mine).id, g.fireteam_of(self.theirs).id]
            higher = next(t for t in g.initiative if t in teams)
            order = [self.mine, self.theirs] if higher == teams[0] else [self.theirs, self.mine]
        self.queue = [s for s in order if g.soldiers[s].can_fight]
        g.tell(DuelBegun(self.mine, self.theirs, self.edge))
        return self.next_check

    def next_check(self, g: OwmState) -> Outcome[None]:
        """Make the next soldier's Discipline Check, unless the duel is decided."""
        if not self.queue:
            return self.settle
        self.checking = self.queue.pop(0)
        check = DisciplineCheck(self.checking, Purpose.ASSAULT, in_assault=True)
        return Call(check, then=self.hear)

    def hear(self, g: OwmState, success: bool) -> Outcome[None]:
        """With the advantage, a success kills without reply (OWM-ASLT-06)."""
        if success:
            self.passed.append(self.checking)
            if self.edge and self.checking == (self.mine if self.edge > 0 else self.theirs):
                return self.settle
        return self.next_check

    def settle(self, g: OwmState) -> Outcome[None]:
        """If exactly one of the two has succeeded, that one kills the other (OWM-ASLT-03)."""
        if len(self.passed) == 1:
            loser = self.theirs if self.passed[0] == self.mine else self.mine
            remove(g, loser, Killed, "OWM-ASLT-03")
        return after_losses(g, self.close, closed=True)

    def close(self, g: OwmState) -> Outcome[None]:
        """They have fought."""
        return Done()
