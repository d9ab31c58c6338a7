"""The computer player of OWM at Private level. It sees nothing but its view.

Every action of a turn gets a value in hundredths of a soldier point, by the exact odds of
`odds`: what an attack removes, what a place is worth for the rounds to come (the fire from it,
the fire into it, the way to the objective), what a card in the hand is worth. Of all actions,
and pairs of actions while two are left, the best is begun; the next request is thought out
anew. Integers only; what chance decides comes from the stream it is handed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, field, frozen

from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, Choose, ChooseSecretly
from owm_net.engine.view import View
from owm_net.games.owm import odds
from owm_net.games.owm.answers import (
    AssaultLine,
    Attack,
    CeaseFire,
    Crew,
    EndTurn,
    Entrench,
    FormSquad,
    Hide,
    LayTerrain,
    Maneuver,
    Rallied,
    Rally,
    Recognise,
    Redraw,
    Retreat,
    Scope,
    Shoot,
    SplitPoints,
    Stand,
    StartAt,
    TakeCommand,
    TryRepair,
    Uncrew,
)
from owm_net.games.owm.assault import Assault
from owm_net.games.owm.catalog import CORE_CARDS, SoldierCard, Weapon
from owm_net.games.owm.firing import AttackOrder, is_doubled, lethality, modifiers, valid_targets
from owm_net.games.owm.ground import OPEN, Ground, flanks, lies_behind
from owm_net.games.owm.movement import Arrive
from owm_net.games.owm.rally import RallyOrder
from owm_net.games.owm.set_up import OTHER, SetUp, start_cells
from owm_net.games.owm.state import (
    CATALOG,
    CORE,
    HAND_LIMIT,
    MACHINE_GUNS,
    MAX_FIRETEAM,
    TERRAINS,
    Fireteam,
    OwmState,
    Soldier,
    order_of,
)
from owm_net.games.owm.terms import Colour, StandingOrder, Status, WeaponType
from owm_net.games.owm.turn import Turn
from owm_net.games.owm.victory import score


@frozen
class Temper:
    """How a computer player weighs things: percent, or hundredths of a point where it says so.

    attack_rate, threat_rate: how much of a round's best fire, own and the enemy's, comes about.
    horizon: rounds for which a place counts. early: what the objective counts for while the
    end is far. approach: what it counts for a Fireteam 1, 2, 3, ... moves away. support: what
    all of that counts for the Fireteams that are not to take it. recognised: odds that hiding
    is of no use. card: the mean worth of an unknown card, in hundredths of a point; filler: how
    gladly cards are exchanged. pinned: what is lost of a soldier who is suppressed by a retreat.
    summit: how far the fire from the objective counts as a reason to go there. teams: how many
    Fireteams a squad is split into. styles: of `choose_soldiers`. Of both, one by chance.
    """

    attack_rate: int = 60
    threat_rate: int = 55
    horizon: int = 3
    early: int = 50
    approach: tuple[int, ...] = (100, 55, 30, 12)
    support: int = 30
    recognised: int = 50
    card: int = 40
    pinned: int = 35
    summit: int = 60
    filler: int = 100
    teams: tuple[int, ...] = (2, 2, 2, 3)
    styles: tuple[int, ...] = (0, 1, 2, 3)


STANDARD = Temper()

MOVING = 2
"""What it adds to a total that the target is on the move (OWM-FIRE-09)."""
UNSEEN = 2
"""What it adds to a total to shoot out of stealth (OWM-FIRE-09)."""

_STRENGTHS = ((Colour.RED, 27), (Colour.GREEN, 18), (Colour.BLUE, 9))
"""How many Attack orders of each colour the core deck has."""

SHOTS = tuple(
    sum(n * max(0, c.sides - i) * 24 // c.sides for c, n in _STRENGTHS)
    for i in range(MAX_FIRETEAM)
)
"""In how many of `ALL_SHOTS` an unknown Attack order allows at least i + 1 shots."""
ALL_SHOTS = 24 * sum(n for _, n in _STRENGTHS)


def play(view: View[OwmState], chance: Chance, temper: Temper = STANDARD) -> Answer:
    """The answer of the view's seat to what is asked."""
    request = view.state.pending
    if not isinstance(request, Choose | ChooseSecretly):
        raise EngineBug("no decision is asked")
    return _ANSWERS[request.kind](view, chance, temper)


# -- set-up ----------------------------------------------------------------------------------


def _division(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Any."""
    top = view.state.agenda[-1]
    assert isinstance(top, SetUp)
    allowed = [a for a in top.offers_division(view) if top.why_not_division(view, a) is None]
    return allowed[chance.below(len(allowed))]


def _split(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Half each, or nearly."""
    half = view.state.card.squad_points // 2
    return SplitPoints(half - 2 + chance.below(5))


def _squad(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """A squad in one of several styles; with two divisions half the points for each."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, SetUp)
    divisions = g.divisions[view.seat]
    lines: list[tuple[int, ...]] = []
    for key in divisions:
        budget = top.allowance[view.seat] // len(divisions)
        style = temper.styles[chance.below(len(temper.styles))]
        parts = temper.teams[chance.below(len(temper.teams))]
        chosen = choose_soldiers(key, budget, style, chance)
        leaders = sum(CATALOG.soldiers[s].is_leader for s in chosen)
        most = min(top.most_fireteams(g), leaders)
        fewest = -(-len(chosen) // MAX_FIRETEAM)
        lines += split_squad(chosen, max(fewest, min(parts, most, len(chosen))))
    return FormSquad(tuple(lines))


def choose_soldiers(division: str, budget: int, style: int, chance: Chance) -> list[int]:
    """Soldiers of a division for at most `budget` points.

    style 0: the historical squad and whoever still fits. 1: the most fire. 2: fire and nerves.
    3: the most points with a few of the best.
    """
    pool = [s for s, d in CATALOG.division_of.items() if d.key == division]
    likes: dict[int, int] = {}
    for s in pool:
        card = CATALOG.soldiers[s]
        fire = _firepower(card)
        nerves = 40 * (card.resolve - 3) + 30 * (card.vitality - 8)
        like = (400 + fire, 300 + fire, 100 + fire + 2 * nerves, fire + 60 * card.points)[style]
        if style == 0 and card.number <= CATALOG.divisions[division].historical:
            like += 100_000
        likes[s] = like * (90 + chance.below(21)) // 100
    chosen = _best_for(pool, likes, budget)
    if not any(CATALOG.soldiers[s].is_leader for s in chosen):
        leader = max(
            (s for s in pool if CATALOG.soldiers[s].is_leader),
            key=lambda s: (CATALOG.soldiers[s].points <= budget - 6, likes[s]),
        )
        rest = [s for s in pool if s != leader]
        chosen = [leader, *_best_for(rest, likes, budget - CATALOG.soldiers[leader].points)]
    return chosen


def _best_for(pool: Sequence[int], likes: dict[int, int], budget: int) -> list[int]:
    """Those who are liked best together, for at most `budget` points (a knapsack)."""
    best: list[tuple[int, tuple[int, ...]] | None] = [(0, ())] + [None] * budget
    for s in pool:
        cost = CATALOG.soldiers[s].points
        for spent in range(budget, cost - 1, -1):
            before = best[spent - cost]
            if before is None:
                continue
            now, there = before[0] + likes[s], best[spent]
            if there is None or now > there[0]:
                best[spent] = (now, (*before[1], s))
    # Points that are not spent do not survive: each is worth as much as a good soldier's point.
    ranked = [
        (found[0] + 25 * spent, found[1]) for spent, found in enumerate(best) if found is not None
    ]
    return list(max(ranked)[1])


def _firepower(card: SoldierCard) -> int:
    """The worth of a soldier's shots at ranges 1 to 4 at ordinary men, in rough numbers."""
    weapon = CATALOG.weapons[card.weapon]
    total = 0
    for distance, weight in ((1, 2), (2, 4), (3, 3), (4, 1)):
        for second in (False, True):
            colours = weapon.colours(distance, second)
            if colours:
                for wanted, parts in ((9, 100), (4, 34)):
                    for plus in (0, 2):
                        part = odds.reaching(colours, card.discipline, 1, wanted - plus)
                        total += weight * parts * part // odds.SCALE
    return total // 8


def split_squad(chosen: Sequence[int], parts: int) -> list[tuple[int, ...]]:
    """Fireteams of about the same strength, each with a Leader."""

    def by_fire(s: int) -> tuple[int, int]:
        return -_firepower(CATALOG.soldiers[s]), s

    leaders = sorted((s for s in chosen if CATALOG.soldiers[s].is_leader), key=by_fire)
    others = sorted((s for s in chosen if not CATALOG.soldiers[s].is_leader), key=by_fire)
    lines: list[list[int]] = [[] for _ in range(parts)]
    for i, soldier in enumerate([*leaders, *others]):
        turn, place = divmod(i, parts)
        lines[place if turn % 2 == 0 else parts - 1 - place].append(soldier)
    return [tuple(line) for line in lines]


def _start_at(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Near the objective, in cover, a fast way ahead."""
    g = view.state
    free = [c for c in start_cells(g, g.sides[view.seat]) if not g.fireteams_at(c)]
    goal = g.ground.cell(g.card.objective.cell)

    def merit(cell: int) -> int:
        terrain = TERRAINS.at(g.ground, cell)
        near = -60 * g.ground.distance(cell, goal)
        return near + 10 * terrain.defense + 8 * terrain.attack + chance.below(25)

    return StartAt(max(free, key=merit))


# -- small decisions -------------------------------------------------------------------------


def _repair(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Always: it costs nothing but a card."""
    return TryRepair(True)


def _shooter(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best shot that is left; none where a jam is likelier than a hit."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, AttackOrder)
    team, target = g.fireteams[top.fireteam], g.fireteams[top.target]
    targets = [g.soldiers[s] for s in valid_targets(g, target)]
    plus = sum(n for _, n in modifiers(g, team, target, top.from_stealth))
    best: tuple[int, Answer] = (0, CeaseFire())
    for soldier in g.members(team.id):
        answer = Shoot(soldier.id)
        if top.why_not_shooter(view, answer) is not None:
            continue
        colours = lethality(g, soldier, team, target)
        flips = 2 if is_doubled(g, soldier, team) else 1
        gain = odds.shot_value(colours, soldier.card.discipline, flips, plus, targets)
        gain -= 2 * len(colours)  # a jam
        if gain > best[0]:
            best = (gain, answer)
    return best[1]


def _rallied(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Those who are worth the most."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, RallyOrder)
    down = [s for s in g.members(top.fireteam) if s.status is Status.SUPPRESSED]
    down.sort(key=lambda s: (s.jammed, -s.card.points, s.id))
    return Rallied(tuple([s.id for s in down[: top.number]]))


def _commander(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best Discipline."""
    top = view.state.agenda[-1]
    assert isinstance(top, Arrive)
    return TakeCommand(_best_commander(view.state, top.fireteam))


def _best_commander(g: OwmState, fireteam: int) -> int:
    return min(g.commanders(fireteam), key=lambda s: (g.soldiers[s].card.discipline.sides, s))


def _assault_line(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best fighters first, the wounded last."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Assault)
    own = g.fireteams[top.mover]
    if own.seat != view.seat:
        own = g.fireteams[top.other]
    return AssaultLine(tuple([s.id for s in _fighters(g.members(own.id))]))


def _fighters(line: Sequence[Soldier]) -> list[Soldier]:
    return sorted(
        line,
        key=lambda s: (
            s.status is Status.WOUNDED,
            -odds.check_odds(s, False, in_assault=True),
            -s.weapon.assault,
            s.id,
        ),
    )


def _stand(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """Go if the next rounds cost more than the retreat."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Assault)
    team = g.fireteams[top.asked[-1]]
    attacker = team.id == top.mover
    enemy = g.fireteams[top.other if attacker else top.mover]
    return _stay_or_go(view, temper, top, team, enemy, top.exits(g, team.id), suppressed=True)


def _slip_away(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The same question, but nobody is suppressed by going (OWM-ASLT-09)."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Assault)
    team, enemy = g.fireteams[top.other], g.fireteams[top.mover]
    return _stay_or_go(view, temper, top, team, enemy, top.exits(g, team.id), suppressed=False)


def _stay_or_go(
    view: View[OwmState],
    temper: Temper,
    fight: Assault,
    team: Fireteam,
    enemy: Fireteam,
    exits: Sequence[int],
    suppressed: bool,
) -> Answer:
    g = view.state
    mind = Mind(view, temper)
    attacker = team.id == fight.mover
    established = int(fight.other_established)
    flanking = int(fight.mover_flanks)
    edges = (flanking, established) if attacker else (established, flanking)
    course = odds.melee(
        _fighters(g.members(team.id)), _fighters(g.members(enemy.id)), *edges, rounds=2
    )
    place = mind.stake if team.cell == mind.goal else 100
    stay = course.gain + place * (course.wins - odds.SCALE // 2) * 2 // odds.SCALE
    best: tuple[int, Answer] = (stay, Stand())
    for cell in exits:
        left = team.with_(cell=cell, dug_in=False, heading=-1)
        go = mind.horizon * mind.position(left, cell) - place
        if suppressed:
            ready = [s for s in g.members(team.id) if s.status is Status.READY]
            go -= sum(odds.worth(s) for s in ready) * temper.pinned // 100
        if go > best[0]:
            best = (go, Retreat(cell))
    return best[1]


# -- the mind of a turn ----------------------------------------------------------------------


@define
class Plan:
    """Something that could be done now. value: hundredths of a point. card: what it spends.

    actions: how many Standard Actions it takes in all, the first of them now.
    """

    value: int
    answer: Answer
    cards: tuple[int, ...] = ()
    actions: int = 1


@define
class _Shooter:
    weapon: Weapon
    second: bool
    discipline: Colour
    doubled: bool


@define
class Mind:
    """What one decision works with: the view, and everything worked out once for it."""

    view: View[OwmState]
    temper: Temper
    g: OwmState = field(init=False)
    hand: list[tuple[int, int]] = field(init=False)
    friends: list[Fireteam] = field(init=False)
    enemies: list[Fireteam] = field(init=False)
    goal: int = field(init=False)
    rounds_left: int = field(init=False)
    stake: int = field(init=False)
    horizon: int = field(init=False)
    lead: int = field(init=False)
    _shooters: dict[int, list[_Shooter]] = field(factory=dict)
    _fire: dict[tuple[object, ...], int] = field(factory=dict)
    _gain: dict[tuple[object, ...], int] = field(factory=dict)
    _aims: dict[int, list[int]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        g = self.g = self.view.state
        seat = self.view.seat
        self.hand = []
        for slot in g.hands[seat]:
            face = self.view.card(slot)
            if face is not None:
                self.hand.append((slot, face))
        self.friends = list(g.friends(seat))
        self.enemies = list(g.enemies(seat))
        self.goal = g.ground.cell(g.card.objective.cell)
        self.rounds_left = self._rounds_left()
        self.horizon = max(1, min(self.temper.horizon, self.rounds_left))
        early = self.temper.early
        urgency = max(0, min(6, 7 - self.rounds_left))
        self.stake = g.card.objective.points * (early + (100 - early) * urgency // 6)
        self.lead = self._lead()

    def _rounds_left(self) -> int:
        """Rounds until the deck timer runs out, this one included, at the pace so far."""
        g = self.g
        deck = g.decks.get(CORE)
        if deck is None:
            return 9
        cycle = CORE_CARDS - HAND_LIMIT * g.seats - len(g.fog) - 16
        left = deck.left + max(0, g.card.deck_timer - 1 - g.playthroughs) * cycle
        used = g.card.deck_timer * cycle - left
        pace = max(25, used // g.round_no) if g.round_no > 1 else 40
        return 1 + left // pace

    def leads(self) -> bool:
        """Whether its side would win if the match ended now."""
        own = self.g.sides[self.view.seat]
        return score(self.g, own) > score(self.g, OTHER[own])

    def _lead(self) -> int:
        """The own Fireteam that is to take the objective: near, strong and not pinned."""
        g = self.g
        best, chosen = -10_000, 0
        for team in g.fireteams.values():
            if team.seat != self.view.seat:
                continue
            up = sum(s.status is Status.READY and not s.jammed for s in g.members(team.id))
            away = g.ground.distance(self._whereabouts(team), self.goal)
            merit = 10 * up - 25 * away - 15 * int(g.has_suppressed(team.id))
            if away == 0:
                merit += 1000
            if merit > best:
                best, chosen = merit, team.id
        return chosen

    def _whereabouts(self, team: Fireteam) -> int:
        return team.heading if team.on_the_move else team.cell

    # -- fire --------------------------------------------------------------------------------

    def shooters(self, team: Fireteam) -> list[_Shooter]:
        """Who can shoot in the rounds to come."""
        known = self._shooters.get(team.id)
        if known is None:
            leaderless = self.g.is_leaderless(team.id)
            known = self._shooters[team.id] = [
                _Shooter(
                    s.weapon,
                    s.crewed_in > 0,
                    s.card.discipline,
                    leaderless or s.status is Status.SUPPRESSED,
                )
                for s in self.g.members(team.id)
                if s.status is not Status.WOUNDED and not s.jammed and not s.assists
            ]
        return known

    def break_up(self, team: Fireteam) -> None:
        """From now on think of its guns and scopes as packed up, until `forget`."""
        self._shooters[team.id] = [
            _Shooter(s.weapon, False, s.discipline, s.doubled) for s in self.shooters(team)
        ]
        self._fire = {}

    def forget(self, team: Fireteam) -> None:
        """Work out a Fireteam's fire anew."""
        self._shooters.pop(team.id, None)
        self._fire = {}

    def gain(
        self, colours: tuple[Colour, ...], discipline: Colour, flips: int, plus: int, at: int
    ) -> int:
        """The worth of one shot at a Fireteam as it is now."""
        key = (colours, discipline, flips, plus, at)
        value = self._gain.get(key)
        if value is None:
            value = self._gain[key] = odds.shot_value(
                colours, discipline, flips, plus, self.g.members(at)
            )
        return value

    def fire(
        self,
        team: Fireteam,
        here: int,
        target: Fireteam,
        there: int,
        plus: int,
        ground: Ground,
        doubled: bool = False,
    ) -> int:
        """What an average Attack order is worth between two places; plus: beyond the Terrain's."""
        key = (team.id, here, target.id, there, plus, doubled, ground is self.g.ground)
        if ground is self.g.ground:
            known = self._fire.get(key)
            if known is not None:
                return known
        value = self._volley(team, here, target, there, plus, ground, doubled)
        if ground is self.g.ground:
            self._fire[key] = value
        return value

    def _volley(
        self,
        team: Fireteam,
        here: int,
        target: Fireteam,
        there: int,
        plus: int,
        ground: Ground,
        doubled: bool,
    ) -> int:
        if here == there or not TERRAINS.sees(ground, here, there):
            return 0
        total = plus + TERRAINS.at(ground, here).attack - TERRAINS.at(ground, there).defense
        distance = ground.distance(here, there)
        gains = []
        for s in self.shooters(team):
            colours = s.weapon.colours(distance, s.second)
            if colours:
                flips = 2 if s.doubled or doubled else 1
                gains.append(self.gain(colours, s.discipline, flips, total, target.id))
        gains.sort(reverse=True)
        value = sum(n * gain for n, gain in zip(SHOTS, gains, strict=False)) // ALL_SHOTS
        return odds.thinned(value, self.g.members(target.id))

    def aims(self, enemy: Fireteam) -> list[int]:
        """What an enemy's fire is worth on each friend, as all stand now."""
        known = self._aims.get(enemy.id)
        if known is None:
            known = self._aims[enemy.id] = [
                self._hit(enemy, friend, friend.cell, friend.dug_in, 0, self.g.ground)
                for friend in self.friends
            ]
        return known

    def _hit(
        self, enemy: Fireteam, friend: Fireteam, cell: int, dug_in: bool, plus: int, ground: Ground
    ) -> int:
        at = self._whereabouts(enemy)
        plus += int(enemy.dug_in) - int(dug_in)
        return self.fire(enemy, at, friend, cell, plus, ground)

    def risk(
        self,
        team: Fireteam,
        cell: int,
        dug_in: bool = False,
        plus: int = 0,
        ground: Ground | None = None,
    ) -> int:
        """What the enemy's fire in a round costs a Fireteam in a place.

        An enemy has one Attack order or so: he shoots at this one as often as it is the
        better target.
        """
        ground = ground or self.g.ground
        total = 0
        for enemy in self.enemies:
            if enemy.cell == cell:
                continue
            value = self._hit(enemy, team, cell, dug_in, plus, ground)
            if value:
                others = sum(
                    n
                    for n, friend in zip(self.aims(enemy), self.friends, strict=True)
                    if friend.id != team.id
                )
                total += value * value // (value + others)
        return total * self.temper.threat_rate // 100

    def reach(
        self,
        team: Fireteam,
        cell: int,
        dug_in: bool = False,
        plus: int = 0,
        ground: Ground | None = None,
    ) -> int:
        """What its own fire in a round is worth from a place."""
        ground = ground or self.g.ground
        best = second = 0
        for enemy in self.enemies:
            at = self._whereabouts(enemy)
            bonus = plus + int(dug_in) - int(enemy.dug_in)
            if any(
                f.id != team.id and flanks(ground, at, cell, f.cell) for f in self.friends
            ):
                bonus += 1
            if any(
                f.id != team.id and lies_behind(ground, cell, at, f.cell) for f in self.friends
            ):
                continue
            value = self.fire(team, cell, enemy, at, bonus, ground)
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        return (best + second // 3) * self.temper.attack_rate // 100

    def position(
        self,
        team: Fireteam,
        cell: int,
        dug_in: bool = False,
        ground: Ground | None = None,
        hidden: bool = False,
    ) -> int:
        """What a place is worth in a round: the fire from it less the fire into it."""
        risk = self.risk(team, cell, dug_in, 0, ground)
        if hidden:
            risk = risk * self.temper.recognised // 100
        return self.reach(team, cell, dug_in, 0, ground) - risk

    def pull(self, team: Fireteam, cell: int) -> int:
        """What the way to the objective is worth that this place is already."""
        away = self.g.ground.distance(cell, self.goal)
        steps = self.temper.approach
        if away >= len(steps) or (away and away > self.rounds_left):
            return 0
        value = (self.stake + self._summit(team)) * steps[away] // 100
        if team.id != self.lead:
            value = value * self.temper.support // 100
        return value

    def _summit(self, team: Fireteam) -> int:
        """What the fire from the objective is worth beyond that from where it stands."""
        if not self.temper.summit or team.id != self.lead or team.cell == self.goal:
            return 0
        more = self.reach(team, self.goal) - self.reach(team, team.cell, team.dug_in)
        return max(0, more) * self.horizon * self.temper.summit // 100

    # -- cards -------------------------------------------------------------------------------

    def keep(self, face: int, team: Fireteam) -> int:
        """What a card is worth in the hand, in hundredths of a point."""
        order = order_of(face)
        card = self.temper.card
        if order is None:
            return card // 3
        if order.standing_order is StandingOrder.ATTACK:
            assert order.strength is not None
            return card + 10 * order.strength.sides
        if order.standing_order is StandingOrder.MANEUVER:
            lead = self.g.fireteams.get(self.lead)
            there = lead is not None and self._whereabouts(lead) == self.goal
            return card * 2 // 3 if there else card * 2
        if order.standing_order is StandingOrder.RALLY:
            assert order.strength is not None
            return card // 2 + 5 * order.strength.sides
        return card // 2 if all(f.dug_in for f in self.friends) else card

    def junk(self, team: Fireteam) -> list[tuple[int, int]]:
        """(worth, slot) of the hand, the least useful card first.

        Of several orders of a kind each further one is worth less.
        """
        ranked: list[tuple[int, int]] = []
        seen: dict[StandingOrder | None, int] = {}
        for worth, slot, face in sorted(
            ((self.keep(face, team), slot, face) for slot, face in self.hand), reverse=True
        ):
            order = order_of(face)
            kind = order.standing_order if order else None
            n = seen[kind] = seen.get(kind, 0) + 1
            ranked.append((worth if n <= 2 else worth * 2 // n, slot))
        return sorted(ranked)

    def orders(self, wanted: StandingOrder) -> list[tuple[int, Colour | None]]:
        """(slot, strength) of the hand's orders of a kind, the weakest first."""
        found = []
        for slot, face in self.hand:
            order = order_of(face)
            if order is not None and order.standing_order is wanted:
                found.append((order.strength.sides if order.strength else 0, slot, order.strength))
        return [(slot, strength) for _, slot, strength in sorted(found, key=lambda x: x[:2])]


# -- an action -------------------------------------------------------------------------------


def _action(view: View[OwmState], chance: Chance, temper: Temper) -> Answer:
    """The best plan's first step."""
    g = view.state
    top = g.agenda[-1]
    assert isinstance(top, Turn)
    team = g.fireteams[top.fireteam]
    commander = _best_commander(g, team.id)
    for enemy in g.enemies(view.seat):  # looking costs nothing
        look = Recognise(enemy.id, commander)
        if enemy.stealthed and top.why_not_action(view, look) is None:
            return look
    if not top.actions_left:
        return EndTurn()
    chosen = Planner(Mind(view, temper), top, team).best()
    return chosen if top.why_not_action(view, chosen) is None else EndTurn()


@define
class Planner:
    """The plans of one Fireteam's turn and the best of them."""

    mind: Mind
    turn: Turn
    team: Fireteam

    def best(self) -> Answer:
        """The first step of the best plan, or of the best two that go together."""
        plans = [p for p in self._all() if self._allowed(p)]
        best = 0
        answer: Answer = EndTurn()
        for plan in plans:
            value = plan.value
            if plan.actions < self.turn.actions_left:
                value += max(
                    (self._after(plan, other) for other in plans if other is not plan), default=0
                )
            if value > best:
                best, answer = value, plan.answer
        return answer

    def _allowed(self, plan: Plan) -> bool:
        if plan.actions > self.turn.actions_left:
            return False
        return self.turn.why_not_action(self.mind.view, plan.answer) is None

    def _all(self) -> list[Plan]:
        plans = self._attacks(0)
        plans += self._moves()
        plans += self._rallies()
        plans += self._entrenchments()
        plans += self._hides()
        plans += self._guns()
        plans += self._terrain()
        plans += self._redraws()
        return plans

    def _after(self, first: Plan, second: Plan) -> int:
        """What a second plan is worth after a first one; 0 if they do not go together."""
        a, b = first.answer, second.answer
        if second.actions > self.turn.actions_left - first.actions or second.value <= 0:
            return 0
        if any(card in first.cards for card in second.cards):
            return 0
        if isinstance(b, Attack):
            if isinstance(a, Attack):
                return second.value if a.target != b.target else 0
            if isinstance(a, Hide):
                return max(0, self._attack_value(b, odds_plus=UNSEEN) - max(0, first.value))
            if isinstance(a, Entrench):
                return self._attack_value(b, odds_plus=1)
            if isinstance(a, Maneuver):
                return second.value // 4
            if isinstance(a, Crew):
                return second.value * 4 // 5
            return second.value
        if isinstance(b, type(a)):
            return 0
        if isinstance(b, Maneuver):
            return 0 if isinstance(a, Crew | Scope | Entrench) else second.value
        if isinstance(a, Maneuver):
            return second.value // 3 if isinstance(b, Hide | Rally | Redraw | LayTerrain) else 0
        return second.value

    # -- attacks -----------------------------------------------------------------------------

    def _attack_value(self, answer: Attack, odds_plus: int) -> int:
        mind = self.mind
        order = order_of(mind.view.card(answer.card))
        assert order is not None and order.strength is not None
        target = mind.g.fireteams[answer.target]
        value = odds.attack_value(mind.g, self.team, target, order.strength, odds_plus)
        return value - 3 * (order.strength.sides - 4)

    def _attacks(self, plus: int) -> list[Plan]:
        """Every Attack order of the hand at every enemy."""
        plans = []
        for slot, _ in self.mind.orders(StandingOrder.ATTACK):
            for enemy in self.mind.enemies:
                answer = Attack(Played(slot), enemy.id)
                value = self._attack_value(answer, plus)
                if value > 0:
                    plans.append(Plan(value, answer, (slot,)))
        return plans

    # -- moves -------------------------------------------------------------------------------

    def _moves(self) -> list[Plan]:
        """Every neighbour, in one turn if cards and actions last, else in two."""
        mind, team, g = self.mind, self.team, self.mind.g
        cards = [slot for slot, _ in mind.orders(StandingOrder.MANEUVER)]
        if not cards:
            return []
        if team.on_the_move:
            saved = mind.risk(team, team.cell, plus=MOVING) - mind.risk(team, team.heading)
            saved += mind.reach(team, team.heading)
            return [Plan(saved, Maneuver(Played(cards[0]), team.heading), (cards[0],))]
        crewed = [s.id for s in g.members(team.id) if s.crewed_in]
        if crewed and self.turn.actions_left < 2:
            return []
        here = mind.horizon * mind.position(team, team.cell, team.dug_in, hidden=team.stealthed)
        here += mind.pull(team, team.cell)
        if crewed:  # there the guns will not be set up
            here += 80
            mind.break_up(team)
        plans = []
        for cell in g.ground.neighbours(team.cell):
            if g.can_enter(team, cell) is not None:
                continue
            answer: Answer = Maneuver(Played(cards[0]), cell)
            if crewed:
                answer = Uncrew(crewed[0])
            there = g.fireteams_at(cell)
            enemy = next((t for t in there if g.is_enemy(team, t)), None)
            if enemy is None and there:
                continue
            quick = TERRAINS.at(g.ground, cell).fast_move
            both = not quick and self.turn.actions_left >= 2 and len(cards) >= 2
            if enemy is not None:
                value = self._assault(enemy, cell) - here
                later = value - self._transit()
            else:
                at = mind.position(team, cell)
                pull = mind.pull(team, cell)
                value = mind.horizon * at + pull - here
                later = (mind.horizon - 1) * at + pull - here - mind.risk(
                    team, team.cell, plus=MOVING
                )
                if mind.rounds_left <= 1:
                    later -= pull
            if quick:
                plans.append(Plan(value, answer, (cards[0],)))
                continue
            plans.append(Plan(later, answer, (cards[0],)))
            if both:
                plans.append(Plan(value, answer, (cards[0], cards[1]), 2))
        if crewed:
            mind.forget(team)
        return plans

    def _transit(self) -> int:
        """What it costs to be on the move until the next turn."""
        mind, team = self.mind, self.team
        more = mind.risk(team, team.cell, plus=MOVING) - mind.risk(team, team.cell, team.dug_in)
        return more + mind.reach(team, team.cell, team.dug_in)

    def _assault(self, enemy: Fireteam, cell: int) -> int:
        """What it is worth to go in where an enemy stands."""
        mind, team, g = self.mind, self.team, self.mind.g
        flanking = int(g.has_flanking(team, enemy))
        established = int(g.is_established(enemy)) + int(enemy.stealthed)
        course = odds.melee(
            _fighters(g.members(team.id)),
            _fighters(g.members(enemy.id)),
            flanking,
            established,
            first_edge=1 if team.stealthed else 0,
        )
        value = course.gain
        stake = 2 * mind.stake if cell == mind.goal else 200
        value += stake * course.wins // odds.SCALE
        lost = sum(odds.worth(s) for s in g.members(team.id))
        value -= lost * mind.temper.pinned * (odds.SCALE - course.wins) // (100 * odds.SCALE)
        after = mind.position(team, cell) * course.wins // odds.SCALE
        return value + mind.horizon * after

    # -- the rest ----------------------------------------------------------------------------

    def _rallies(self) -> list[Plan]:
        """What it is worth to have suppressed soldiers up again."""
        mind, team, g = self.mind, self.team, self.mind.g
        down = sorted(
            (odds.worth(s) for s in g.members(team.id) if s.status is Status.SUPPRESSED),
            reverse=True,
        )
        if not down:
            return []
        seen = sum(1 for e in mind.enemies if g.sees(mind._whereabouts(e), team.cell))
        part = 8 + min(30, 16 * seen)
        way = 0
        if team.id == mind.lead and team.cell != mind.goal:
            way = mind.stake // 10
        plans = []
        for slot, strength in mind.orders(StandingOrder.RALLY):
            assert strength is not None
            value = way + part * odds.volley(down, strength) // 100
            plans.append(Plan(value, Rally(Played(slot)), (slot,)))
        return plans

    def _entrenchments(self) -> list[Plan]:
        """One better in both directions, for as long as it stays."""
        mind, team = self.mind, self.team
        cards = mind.orders(StandingOrder.ENTRENCH)
        if not cards or team.on_the_move or team.dug_in:
            return []
        better = mind.position(team, team.cell, True) - mind.position(team, team.cell)
        value = mind.horizon * better
        if team.cell == mind.goal:
            value = value * 3 // 2 + 40
        elif team.id == mind.lead:
            value //= 3
        return [Plan(value, Entrench(Played(cards[0][0])), (cards[0][0],))]

    def _hides(self) -> list[Plan]:
        """Fewer shots at it, and a better shot of its own next turn."""
        mind, team = self.mind, self.team
        junk = mind.junk(team)
        if not junk:
            return []
        risk = mind.risk(team, team.cell, team.dug_in)
        ambush = mind.reach(team, team.cell, team.dug_in, UNSEEN) - mind.reach(
            team, team.cell, team.dug_in
        )
        value = (risk + ambush // 2) * (100 - mind.temper.recognised) // 100
        return [Plan(value - junk[0][0] // 2, Hide(Played(junk[0][1])), (junk[0][1],))]

    def _guns(self) -> list[Plan]:
        """A crew or a scope, if there is something to shoot at."""
        mind, team, g = self.mind, self.team, self.mind.g
        junk = mind.junk(team)
        if not junk or team.on_the_move:
            return []
        if team.id == mind.lead and team.cell != mind.goal:
            return []
        worth, slot = junk[0]
        now = mind.reach(team, team.cell, team.dug_in)
        plans = []
        for gunner in g.members(team.id):
            if gunner.crewed_in or gunner.assists or gunner.status is not Status.READY:
                continue
            helper = 0
            if gunner.weapon.type in MACHINE_GUNS:
                free = [
                    s
                    for s in g.members(team.id)
                    if s.id != gunner.id
                    and s.status is Status.READY
                    and not s.crewed_in
                    and not s.assists
                ]
                if not free:
                    continue
                helper = min(
                    free, key=lambda s: (not s.jammed, _firepower(s.card), s.id)
                ).id
                answer: Answer = Crew(Played(slot), gunner.id, helper)
            elif gunner.weapon.type is WeaponType.SNIPER:
                answer = Scope(Played(slot), gunner.id)
            else:
                continue
            better = self._reach_with(gunner.id, helper) - now
            plans.append(Plan(mind.horizon * better - worth // 2, answer, (slot,)))
        return plans

    def _reach_with(self, gunner: int, helper: int) -> int:
        """The fire of the Fireteam with one more gun crewed."""
        mind, team = self.mind, self.team
        before, fires = mind.shooters(team), mind._fire
        mind._shooters[team.id] = [
            _Shooter(s.weapon, s.crewed_in > 0 or s.id == gunner, s.card.discipline, False)
            for s in mind.g.members(team.id)
            if s.status is not Status.WOUNDED
            and not s.jammed
            and not s.assists
            and s.id != helper
        ]
        mind._fire = {}
        value = mind.reach(team, team.cell, team.dug_in)
        mind._shooters[team.id], mind._fire = before, fires
        return value

    def _terrain(self) -> list[Plan]:
        """Cover for the place where it stands or goes, or something to block the enemy's sight."""
        mind, team, g = self.mind, self.team, self.mind.g
        cards = [(slot, face) for slot, face in mind.hand if order_of(face) is None]
        if not cards:
            return []
        near = mind._whereabouts(team)
        spots = [
            c
            for c in (near, *g.ground.neighbours(near))
            if g.ground.cards[c] == OPEN
            and any(g.ground.cards[n] != OPEN for n in g.ground.neighbours(c))
            and g.sees(team.cell, c)
        ]
        before = mind.position(team, near, team.dug_in)
        plans = []
        for slot, face in cards[:3]:
            for cell in spots:
                for turned in (False,):
                    ground = g.ground.with_card(cell, face, turned)
                    value = self._terrain_value(near, cell, ground, before)
                    if value > 0:
                        answer = LayTerrain(Played(slot), cell, turned)
                        plans.append(Plan(value, answer, (slot,)))
        return plans

    def _terrain_value(self, near: int, cell: int, ground: Ground, before: int) -> int:
        mind, team = self.mind, self.team
        terrain = TERRAINS.at(ground, cell)
        if terrain.no_movement:
            return 0
        value = mind.horizon * (mind.position(team, near, team.dug_in, ground) - before)
        if cell != near and ground.distance(cell, mind.goal) < ground.distance(near, mind.goal):
            # On the way ahead: cover for the next stop, or a fast way.
            value = value // 2 + 25 * terrain.defense + 15 * terrain.attack
            value += 60 if terrain.fast_move else 0
        return value

    def _redraws(self) -> list[Plan]:
        """Up to three useless cards for new ones.

        Rather than nothing at all: who leads lets time run, who does not looks for a better card.
        """
        mind = self.mind
        average = mind.temper.card * mind.temper.filler // 100
        junk = mind.junk(self.team)
        if not junk:
            return []
        poor = [(keep, slot) for keep, slot in junk if keep < average][:3]
        value = sum(average - keep for keep, _ in poor) // 2
        if value <= 0:
            value, poor = 1, junk[: max(1, min(3, len(junk) - 4)) if mind.leads() else 1]
        slots = tuple([slot for _, slot in poor])
        return [Plan(value, Redraw(tuple([Played(s) for s in slots])), slots)]


_ANSWERS: dict[str, Callable[[View[OwmState], Chance, Temper], Answer]] = {
    "division": _division,
    "split": _split,
    "squad": _squad,
    "start_at": _start_at,
    "action": _action,
    "shooter": _shooter,
    "rallied": _rallied,
    "repair": _repair,
    "commander": _commander,
    "assault_line": _assault_line,
    "stand": _stand,
    "slip_away": _slip_away,
}
