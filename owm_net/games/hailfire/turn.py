"""Player turns and rounds. Section 2.1."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

from attrs import define

from owm_net.engine.agenda import (
    About,
    Ask,
    Call,
    Done,
    Event,
    Frame,
    InLog,
    Kind,
    Mark,
    Outcome,
    Refusal,
    Step,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.hands import judge_held
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass, end_standing, is_silent
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Roll
from owm_net.engine.text import say, say_n
from owm_net.engine.view import View
from owm_net.games.hailfire.activation import Activation
from owm_net.games.hailfire.artillery import Barrages
from owm_net.games.hailfire.blinds import hidden_unit, open_blind, open_blinds
from owm_net.games.hailfire.chits import Audit, Toll
from owm_net.games.hailfire.hero import CARDS, Doubles, known_points
from owm_net.games.hailfire.ids import NO_TEAM, NO_UNIT, TeamId, UnitId, opponent
from owm_net.games.hailfire.opening import Emerging, Spotting
from owm_net.games.hailfire.orders import MOST_TEAMS, Declaring
from owm_net.games.hailfire.set_up import SetUp
from owm_net.games.hailfire.state import BLINDS, HailfireState
from owm_net.games.hailfire.terms import Phase
from owm_net.games.hailfire.victory import (
    chits_for,
    leave_table,
    take_objectives,
    win_time,
    winner_at_once,
    winner_on_time,
)
from owm_net.games.hailfire.words import dice, group_name, unit_name

THIS_TURN = say("until this player turn ends")
TRIES = 12
"""How often chance looks for Teams to be activated."""
SELDOM = 10
"""Once in so many times chance passes, or spends a Hero Point before the Order Points are gone."""


@record("hailfire.activate")
class Activate(Answer):
    """These Teams, for one point. hero: a Hero Point."""

    title: ClassVar[str] = say("Activate")
    help: ClassVar[str] = say(
        "A Leader with whom he sees of his Unit, vehicles that see each other, or one Team"
        " (HAIL-ACT-01, HAIL-ACT-02)"
    )

    teams: tuple[TeamId, ...]
    hero: bool

    def sentence(self, view: View[HailfireState]) -> str:
        teams = group_name(view.state, self.teams)
        if self.hero:
            return say("activate {teams} with a Hero Point", teams=teams)
        return say("activate {teams}", teams=teams)


@record("hailfire.unveil")
class Unveil(Answer):
    """A blind is opened, for its Unit to be activated at once (HAIL-PDEP-03, H-52)."""

    title: ClassVar[str] = say("Open a blind")
    help: ClassVar[str] = say(
        "Its Unit is set up there and activated, for a point as every other (HAIL-PDEP-03)"
    )
    words = say("open {blind}")

    blind: Played


ACTIVATE = Kind(
    "activate",
    Activate,
    Unveil,
    rule="HAIL-TURN-04",
    why=say("choose whom to activate"),
    deed=say("activate Teams"),
    passes=say("do not interrupt"),
    until=(THIS_TURN,),
)


@record("hailfire.turn_begun")
class TurnBegun(Event):
    """A player turn begins (HAIL-TURN-01)."""

    words = say("Round {round}: {seat}")
    rule = "HAIL-TURN-01"
    headline = True
    in_log = InLog.HEADING

    seat: Seat
    round: int

    @property
    def mark(self) -> Mark:
        return Mark.ROUND


@record("hailfire.order_dice")
class OrderDice(Event):
    """HAIL-TURN-02."""

    rule = "HAIL-TURN-02"

    faces: tuple[int, ...]
    points: int

    def sentence(self, g: HailfireState) -> str:
        return say_n(
            "order dice {dice}: {n} Order Point",
            "order dice {dice}: {n} Order Points",
            self.points,
            dice=dice(self.faces),
        )


@record("hailfire.hero_spent")
class HeroSpent(Event):
    """A Hero Point has been spent; how many are left is not told (HAIL-PHERO-03)."""

    words = say("{seat} spend a Hero Point, {spent} of this die")
    rule = "HAIL-PHERO-03"

    seat: Seat
    spent: int


# ------------------------------------------------------------------ who may be activated


def why_not_group(
    g: HailfireState, seat: Seat, teams: tuple[TeamId, ...], hero: bool
) -> Refusal | None:
    """Why these Teams cannot be activated together for one point (HAIL-ACT-01, -02, HAIL-TURN-05
    to -08, HAIL-PORG-03, -04)."""
    if not teams:
        return Refusal("HAIL-ACT-01", say("choose whom to activate"), more=True)
    if len(teams) > MOST_TEAMS or len(dict.fromkeys(teams)) < len(teams):
        return Refusal("HAIL-ACT-01", say("each Team is activated once"), misfit=True)
    for team in teams:
        t = g.teams[team] if g.known(team) else None
        rides = t is not None and t.aboard != NO_TEAM
        if t is None or not (t.there or rides):
            return Refusal("HAIL-ACT-01", say("choose Teams on the table"), misfit=True)
        if rides and len(teams) > 1:
            why = say("a Team that rides is activated alone")
            return Refusal("HAIL-PORG-06", why, misfit=True)
        if t.seat != seat:
            return Refusal("HAIL-ACT-01", say("it is not yours"), misfit=True)
        if t.done:
            return Refusal(
                "HAIL-TURN-08", say("a Hero Point has activated it this turn"), misfit=True
            )
        if t.activated and not hero:
            return Refusal(
                "HAIL-TURN-05", say("an Order Point has activated it this turn"), misfit=True
            )
        if hero and seat == g.active and not t.activated:
            why = say("a Hero Point is for a second activation in the own turn")
            return Refusal("HAIL-TURN-06", why, misfit=True)
        if t.pledged:
            return Refusal("HAIL-ART-02", say("it takes part in a barrage"), misfit=True)
        if t.unit != g.teams[teams[0]].unit:
            return Refusal("HAIL-ACT-01", say("one Unit at a time"), misfit=True)
    return _why_not_together(g, teams)


def _why_not_together(g: HailfireState, teams: tuple[TeamId, ...]) -> Refusal | None:
    """Several Teams need a Leader who sees them, or are vehicles that see each other."""
    if len(teams) == 1:
        return None
    leaders = [team for team in teams if g.teams[team].row.leader]
    if leaders:
        for team in teams:
            if team != leaders[0] and not g.sees(leaders[0], team):
                return Refusal("HAIL-ACT-01", say("the Leader does not see it"), misfit=True)
        return None
    if not all(g.teams[team].vehicle for team in teams):
        return Refusal("HAIL-PORG-03", say("without their Leader they are activated one by one"))
    for n, one in enumerate(teams):
        for other in teams[n + 1 :]:
            if not g.sees(one, other):
                return Refusal(
                    "HAIL-ACT-02", say("these vehicles do not see each other"), misfit=True
                )
    return None


def groups(g: HailfireState, seat: Seat, hero: bool) -> Iterator[tuple[TeamId, ...]]:
    """Groups worth activating: each Unit as far as it can be, then each Team."""
    for unit in range(len(g.units)):
        if g.units[unit].seat == seat:
            whole = _whole(g, UnitId(unit), hero)
            if len(whole) > 1:
                yield tuple(whole)
    for team in (*g.on_table(seat), *g.riding(seat)):
        if why_not_group(g, seat, (team,), hero) is None:
            yield (team,)


def anybody(g: HailfireState, seat: Seat, hero: bool) -> bool:
    """Return True if any Team of a side can be activated for such a point."""
    teams = (*g.on_table(seat), *g.riding(seat))
    return any(why_not_group(g, seat, (team,), hero) is None for team in teams)


def any_group(
    g: HailfireState, seat: Seat, hero: bool, chance: Chance
) -> tuple[TeamId, ...] | None:
    """A Unit as far as it can be activated, or one Team, by chance; None where chance finds none in
    a few tries."""
    units = [UnitId(n) for n, unit in enumerate(g.units) if unit.seat == seat]
    teams = [*g.on_table(seat), *g.riding(seat)]
    for _ in range(TRIES):
        drawn = chance.below(len(units) + len(teams))
        if drawn < len(units):
            group = tuple(_whole(g, units[drawn], hero))
        else:
            alone = (teams[drawn - len(units)],)
            group = alone if why_not_group(g, seat, alone, hero) is None else ()
        if group:
            return group
    return None


def _whole(g: HailfireState, unit: UnitId, hero: bool) -> list[TeamId]:
    """As many Teams of a Unit as one point activates: its Leader first, or its first vehicle."""
    seat = g.units[unit].seat
    able = [t for t in g.members(unit) if why_not_group(g, seat, (t,), hero) is None]
    able.sort(key=lambda t: (not g.teams[t].row.leader, t))
    group: list[TeamId] = []
    for team in able[:MOST_TEAMS]:  # each can be activated alone
        if _why_not_together(g, (*group, team)) is None:
            group.append(team)
    return group


# ------------------------------------------------------------------ frames


class Activating(ABC):
    """Base of the frames that ask a seat whom it activates. unveiled: a Unit that was opened to be
    activated now (H-52)."""

    unveiled: UnitId

    def side(self, g: HailfireState) -> Seat:
        """Return the seat that is asked."""
        return g.active

    @abstractmethod
    def again(self) -> Step[None]:
        """Return the step that asks once more, if the seat may still activate anybody."""

    def after_activation(self) -> Step[None]:
        """Return the step that follows each activation."""
        return self.again()

    def ask(self, g: HailfireState) -> Outcome[None]:
        """Ask which Teams are activated."""
        return Ask(ACTIVATE.of(self.side(g)), then=self.hear)

    def hear(self, g: HailfireState, answer: Activate | Unveil) -> Outcome[None]:
        """Activate Teams, or bring the Unit of a blind out first."""
        if isinstance(answer, Unveil):
            emerging = self.open_blind(g, answer)
            self.unveiled = emerging.unit
            return Call(emerging, then=self.emerged)
        self.unveiled = NO_UNIT
        return Call(self.spend(g, answer), then=self.after_activation())

    def emerged(self, g: HailfireState) -> Outcome[None]:
        """Its Unit is activated now, if there was room for a Team of it."""
        if g.members(self.unveiled):
            return self.ask
        self.unveiled = NO_UNIT
        return self.again()

    @ACTIVATE.offers
    def offers_activate(self, view: View[HailfireState]) -> Iterator[Activate | Unveil]:
        """Each Unit, each Team, each blind; with an Order Point first."""
        g, seat = view.state, self.side(view.state)
        if seat == g.active and g.order_points:
            yield from (Activate(group, hero=False) for group in groups(g, seat, False))
        yield from (Activate(group, hero=True) for group in groups(g, seat, True))
        yield from blinds_of(g, seat)

    @ACTIVATE.samples
    def sample_activate(
        self, view: View[HailfireState], chance: Chance
    ) -> Activate | Unveil | Pass:
        """A Unit or a Team by chance, seldom nobody."""
        g, seat = view.state, self.side(view.state)
        own = seat == g.active
        if self.unveiled != NO_UNIT:
            return Activate(tuple(_whole(g, self.unveiled, not own)), not own)
        if own:
            hero = not g.order_points or chance.below(SELDOM) == 0
            return any_activation(view, seat, hero, chance)
        if chance.below(SELDOM) == 0:
            return Pass(THIS_TURN)
        return any_activation(view, seat, True, chance)

    @ACTIVATE.judges
    def why_not_activate(
        self, view: View[HailfireState], answer: Activate | Unveil
    ) -> Refusal | None:
        """Points and Teams."""
        seat = self.side(view.state)
        refusal = why_not_unveiled(view.state, self.unveiled, answer)
        if refusal is not None:
            return refusal
        if isinstance(answer, Unveil):
            return why_not_unveil(view, seat, answer)
        return why_not_spend(view, seat, answer)

    @ACTIVATE.holds
    def why_no_pass_activate(self, view: View[HailfireState], answer: Pass) -> Refusal | None:
        """An opened Unit is activated first; and nobody is silent in their own turn."""
        if answer.until and self.side(view.state) == view.state.active:
            return Refusal("HAIL-TURN-04", say("this is your own turn"))
        return why_not_unveiled(view.state, self.unveiled, answer)

    def open_blind(self, g: HailfireState, answer: Unveil) -> Emerging:
        """A blind has been opened by its owner: its Unit comes out."""
        seat = self.side(g)
        blind = g.hands[BLINDS + seat].index(answer.blind)
        spot = g.blinds[blind]
        return Emerging(open_blind(g, blind, answer.blind), spot)

    def spend(self, g: HailfireState, answer: Activate) -> Activation:
        """Pay for Teams, and activate them. Everybody sees that a Hero Point is spent
        (HAIL-PHERO-03)."""
        seat, first = self.side(g), not g.acted
        if answer.hero:
            spent = list(g.spent)
            spent[seat] += 1
            g.spent = (spent[0], spent[1])
            g.tell(HeroSpent(seat, spent[seat]))
        else:
            g.order_points -= 1
            g.acted = True
        own = seat == g.active
        return Activation(Declaring(seat, list(answer.teams), answer.hero, own and first))


@frame("hailfire.battle")
@define
class Battle(Frame[None]):
    """The whole battle: set-up, then player turns by turns."""

    def start(self, g: HailfireState) -> Outcome[None]:
        """Before the first turn."""
        return Call(SetUp(), then=self.look_around)

    def look_around(self, g: HailfireState) -> Outcome[None]:
        """Blinds near which an enemy has been set up (H-51)."""
        return Call(Spotting(), then=self.begin_round)

    def begin_round(self, g: HailfireState) -> Outcome[None]:
        """A player turn of each side."""
        g.round += 1
        g.active = g.first
        return Call(PlayerTurn(), then=self.other)

    def other(self, g: HailfireState) -> Outcome[None]:
        """The other player's."""
        g.active = opponent(g.first)
        return Call(PlayerTurn(), then=self.end_round)

    def end_round(self, g: HailfireState) -> Outcome[None]:
        """After the last round it is over (HAIL-PVIC-06), or when an aim is reached."""
        win_time(g)
        won = winner_at_once(g)
        if won is None and g.round < g.battle.rounds:
            return self.begin_round
        winner, why = won or winner_on_time(g)
        return Call(Audit(winner, why), then=self.over)

    def over(self, g: HailfireState) -> Outcome[None]:
        """Never: the audit ends the game."""
        return Done()


@frame("hailfire.player_turn")
@define
class PlayerTurn(Activating, Frame[None]):
    """The six steps of a player turn (HAIL-TURN-01). chits: still to be drawn in the last.
    unveiled: a Unit that has been opened to be activated now (H-52)."""

    chits: int = 0
    unveiled: UnitId = NO_UNIT

    def again(self) -> Step[None]:
        return self.activate

    def after_activation(self) -> Step[None]:
        return self.react

    def start(self, g: HailfireState) -> Outcome[None]:
        """Step 1: artillery."""
        for n, t in enumerate(g.teams):
            if t.activated or t.done or t.pledged:
                g.change(TeamId(n), activated=False, done=False, pledged=False)
        g.acted, g.order_points, g.phase = False, 0, Phase.ARTILLERY
        g.tell(TurnBegun(g.active, g.round))
        calls = [b for b in g.barrages if g.units[b.unit].seat == g.active]
        g.barrages = [b for b in g.barrages if b not in calls]
        return Call(Barrages(g.active, calls), then=self.toll)

    def toll(self, g: HailfireState) -> Outcome[None]:
        """Chits for Units that a barrage has destroyed are drawn when they are."""
        return Call(Toll(), then=self.roll)

    def roll(self, g: HailfireState) -> Outcome[None]:
        """Step 2."""
        g.phase = Phase.ORDER_DICE
        return Ask(Roll(6, 2, say("order dice")), then=self.rolled)

    def rolled(self, g: HailfireState, faces: tuple[int, ...]) -> Outcome[None]:
        """HAIL-TURN-02, HAIL-TURN-03."""
        g.order_points = max(faces)
        g.tell(OrderDice(faces, g.order_points))
        g.phase = Phase.ACTIVATIONS
        if faces[0] == faces[1]:
            return Call(Doubles(g.active), then=self.activate)
        return self.activate

    # -- steps 4 and 5

    def activate(self, g: HailfireState) -> Outcome[None]:
        """Ask the active player, as long as they may have points to spend. Hero Points left are
        that player's secret, so anyone who may still have some is asked."""
        if g.order_points or (g.spent[g.active] < CARDS and anybody(g, g.active, hero=True)):
            return self.ask
        return self.finish

    @ACTIVATE.tells
    def about_activate(self, view: View[HailfireState]) -> About:
        """Points left."""
        g = view.state
        left = known_points(view, view.seat)
        hero = say_n(", {n} Hero Point", ", {n} Hero Points", left) if left is not None else ""
        return About(
            say("activate Teams"),
            say_n(
                "{n} Order Point left{hero}; a Leader brings all of the Unit that they see",
                "{n} Order Points left{hero}; a Leader brings all of the Unit that they see",
                g.order_points,
                hero=hero,
            ),
            "HAIL-TURN-04",
            passes=say("end the turn"),
        )

    def passed_activate(self, g: HailfireState) -> Outcome[None]:
        """The turn ends: remaining points are lost (HAIL-TURN-04)."""
        g.order_points = 0
        return self.finish

    def react(self, g: HailfireState) -> Outcome[None]:
        """Step 5, after each activation (HAIL-TURN-07)."""
        return Call(HeroWindow(g.passive), then=self.activate)

    # -- step 6

    def finish(self, g: HailfireState) -> Outcome[None]:
        """Objectives and exits, then chits for what the enemy holds (HAIL-TURN-09, HAIL-PVIC-01,
        -02, -07)."""
        g.phase = Phase.CHITS
        end_standing(g, THIS_TURN)
        take_objectives(g)
        leave_table(g)
        won = winner_at_once(g) if g.battle.exits else None
        if won is not None:
            return Call(Audit(*won), then=self.over)
        g.owing += [g.passive] * chits_for(g, g.active)
        return Call(Toll(), then=self.over)

    def over(self, g: HailfireState) -> Outcome[None]:
        return Done()


def why_not_spend(view: View[HailfireState], seat: Seat, answer: Activate) -> Refusal | None:
    """Why a seat cannot spend this point for these Teams. Hero Points are judged by viewers who can
    see the die (HAIL-PHERO-04)."""
    g = view.state
    if not answer.hero and (seat != g.active or not g.order_points):
        return Refusal("HAIL-TURN-04", say("no Order Points are left"), misfit=True)
    if answer.hero and g.spent[seat] >= CARDS:
        return Refusal("HAIL-PHERO-01", say("no die has more points"), misfit=True)
    refusal = why_not_group(g, seat, answer.teams, answer.hero)
    if refusal is None and answer.hero and known_points(view, seat) == 0:
        return Refusal("HAIL-PHERO-04", say("all points of the Hero Die are spent"), misfit=True)
    return refusal


def any_activation(
    view: View[HailfireState], seat: Seat, hero: bool, chance: Chance
) -> Activate | Unveil | Pass:
    """An allowed activation by chance; a pass seldom, and where none is found."""
    if chance.below(SELDOM) == 0 or (hero and known_points(view, seat) == 0):
        return Pass()
    blinds = [a for a in blinds_of(view.state, seat) if why_not_unveil(view, seat, a) is None]
    if blinds and chance.below(SELDOM) == 0:
        return blinds[chance.below(len(blinds))]
    group = any_group(view.state, seat, hero, chance)
    if group is None:
        return Pass()
    answer = Activate(group, hero)
    return answer if why_not_spend(view, seat, answer) is None else Pass()


def why_not_unveil(view: View[HailfireState], seat: Seat, answer: Unveil) -> Refusal | None:
    """Why a seat cannot open this blind to activate its Unit; that it hides one is judged by its
    owner, and by everybody once it is open (HAIL-PDEP-03)."""
    g, hand = view.state, BLINDS + seat
    if seat == g.active and not g.order_points:
        return Refusal("HAIL-TURN-04", say("no Order Points are left"), misfit=True)
    if seat != g.active and g.spent[seat] >= CARDS:
        return Refusal("HAIL-PHERO-01", say("no die has more points"), misfit=True)
    if seat != g.active and known_points(view, seat) == 0:
        return Refusal("HAIL-PHERO-04", say("all points of the Hero Die are spent"), misfit=True)
    if answer.blind in g.hands[hand] and g.hands[hand].index(answer.blind) not in open_blinds(g):
        return Refusal("HAIL-PDEP-03", say("this blind is open already"), misfit=True)

    def judge(face: int, _: int) -> Refusal | None:
        if hidden_unit(face) == NO_UNIT:
            return Refusal("HAIL-PDEP-03", say("a dummy hides nobody"), misfit=True)
        return None

    why = say("choose a blind of your own")
    return judge_held(view, answer.blind, judge, "HAIL-PDEP-03", why, (hand,))


def why_not_unveiled(
    g: HailfireState, unit: UnitId, answer: Activate | Unveil | Pass
) -> Refusal | None:
    """After a blind was opened its Unit is activated, and nobody else (H-52). unit: NO_UNIT where
    none was opened."""
    if unit == NO_UNIT:
        return None
    teams = answer.teams if isinstance(answer, Activate) else (NO_TEAM,)
    if all(g.known(team) and g.teams[team].unit == unit for team in teams):
        return None
    why = say("{unit} has been opened and is activated now", unit=unit_name(g, unit))
    return Refusal("HAIL-PDEP-03", why, misfit=True)


def blinds_of(g: HailfireState, seat: Seat) -> Iterator[Unveil]:
    """The blinds of a seat that are closed."""
    hand = g.hands[BLINDS + seat]
    yield from (Unveil(Played(hand[n])) for n in open_blinds(g) if hand)


@frame("hailfire.hero_window")
@define
class HeroWindow(Activating, Frame[None]):
    """Step 5: the non-active player may activate Teams, one Hero Point after the other, until they
    pass (HAIL-TURN-07, H-08). unveiled: a Unit that was opened to be activated now (H-52)."""

    seat: Seat
    unveiled: UnitId = NO_UNIT

    def side(self, g: HailfireState) -> Seat:
        return self.seat

    def again(self) -> Step[None]:
        return self.start

    def start(self, g: HailfireState) -> Outcome[None]:
        """Ask as long as a die could have points left, whatever this one shows (H-83), and a Team
        could be activated; which Teams are under blinds is public, and dummies alone hide nobody
        (H-69)."""
        if g.spent[self.seat] >= CARDS or is_silent(g, self.seat, (THIS_TURN,)):
            return Done()
        hides = any(g.units[unit].seat == self.seat for unit in g.hidden)
        if not hides and not anybody(g, self.seat, hero=True):
            return Done()
        return self.ask

    @ACTIVATE.tells
    def about_activate(self, view: View[HailfireState]) -> About:
        """Between two activations of the other."""
        left = known_points(view, view.seat)
        if left == 0:
            why = say("no Hero Points left; you are asked so that nobody learns that")
            return About(say("let it go on"), why, "HAIL-PHERO-04")
        why = say_n("{n} Hero Point left", "{n} Hero Points left", left) if left is not None else ""
        return About(say("interrupt with a Hero Point, or let it go on"), why, "HAIL-TURN-07")

    def passed_activate(self, g: HailfireState) -> Outcome[None]:
        """The other goes on."""
        return Done()
