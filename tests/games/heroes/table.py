"""A match of Heroes as a test wants it: the units and their places, their orders, the dice.

Units are numbered in the order in which they are given. Ann is German and Ben American, whatever
counters they have. The map is open except for the overlays a test lays on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer
from owm_net.engine.view import View
from owm_net.engine.zones import Deck
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import Discard, draws
from owm_net.games.heroes.driving import OrderDrive
from owm_net.games.heroes.hidden import NUMBERED, card_key, number_of
from owm_net.games.heroes.ids import (
    KEEP,
    NO_UNIT,
    CounterKey,
    FormationId,
    Heading,
    OptionKey,
    ScenarioKey,
    Share,
    Space,
    UnitId,
    WeaponPlace,
)
from owm_net.games.heroes.match import Match
from owm_net.games.heroes.moving import Stop
from owm_net.games.heroes.orders import NoMoreOrders, OrderFire, OrderMove
from owm_net.games.heroes.printed.armies import Army
from owm_net.games.heroes.printed.counters import Face, Piece, Weapon
from owm_net.games.heroes.printed.scenarios import (
    AtOnce,
    Objective,
    Placed,
    Plan,
    Scenario,
    Side,
)
from owm_net.games.heroes.state import Bought, Formation, HeroesState, Unit
from owm_net.games.heroes.terms import (
    MOST_ORDERS,
    Ability,
    Counts,
    Flip,
    HitSymbol,
    Manoeuvre,
    NameColour,
    Nation,
    Outline,
    Phase,
    UnitType,
)
from owm_net.games.heroes.tokens import Lay
from tests.games.driver import Driver
from tests.seats import ANN, BEN

BOARD = (Placed("D", Space((0, 0))), Placed("D", Space((8, 0))))
"""Two boards with roads and a little forest in the corners; rows 1 and 2 are open."""
PLAINEST = CounterKey("de_grenadier")


def at(x: int, y: int) -> Space:
    return Space((x, y))


TWO = ((Nation.GERMAN.value, Nation.GERMAN), (Nation.US.value, Nation.US))
"""The side and the nation of each seat."""


def scenario(
    overlays: Sequence[tuple[str, int, int]] = (),
    *,
    boards: Sequence[Placed] = BOARD,
    objectives: Sequence[tuple[tuple[int, int], Counts]] = (),
    rounds: int = 6,
    once: AtOnce | None = None,
    seats: Sequence[tuple[str, Nation]] = TWO,
) -> ScenarioKey:
    """Return the scenario of a test; remembered under a name made from the arguments. seats: the
    side and the nation of each."""
    known = cast(dict[ScenarioKey, Scenario], CATALOG.scenarios)
    key = ScenarioKey(f"tests-{[*overlays]}-{[*boards]}-{[*objectives]}-{rounds}-{once}-{[*seats]}")
    zone = tuple([at(x, y) for y in range(8) for x in range(16)])
    sides = [Side(name=name, zone=zone, army=Army(nation=n, tiles=())) for name, n in seats]
    known[key] = Scenario(
        key=key,
        title="",
        about="",
        plan=Plan(tuple(boards), tuple([Placed(k, at(x, y)) for k, x, y in overlays])),
        rounds=rounds,
        initiative=sides[0].name,
        cards=0,
        sides=tuple(sides),
        objectives=tuple(
            [
                Objective(
                    name=f"{n}",
                    title="a place",
                    points=4,
                    spaces=(Space(spot),),
                    counts=dict.fromkeys([s.name for s in sides], counts),
                )
                for n, (spot, counts) in enumerate(objectives)
            ]
        ),
        at_once=once,
        otherwise="",
        exits=("", ()),
        bonus=(),
        events=(),
    )
    return key


def counter(
    key: str, bonus: int = 2, defence: int = 6, move: int = 4, hit: str = "step", **abilities: int
) -> str:
    """Return a counter of a test, plain infantry with two like faces; remembered under its key. A
    bonus below zero is an X."""
    known = cast(dict[CounterKey, Piece], CATALOG.pieces)
    has = {Ability(name): number for name, number in abilities.items()}
    weapon = Weapon(bonus={} if bonus < 0 else {UnitType.INFANTRY: bonus}, abilities=has)
    face = Face(
        name=NameColour.WHITE,
        move=move,
        defence=(defence,),
        hit=HitSymbol(hit),
        abilities=has,
        weapons=(weapon,),
    )
    known[CounterKey(key)] = Piece(
        key=CounterKey(key),
        title=key,
        nation=Nation.ANY,
        insignia="common",
        outline=Outline.PLAIN,
        type=UnitType.INFANTRY,
        count=1,
        faces=(face, evolve(face, hit=HitSymbol.LAST)),
    )
    return key


def unit(seat: Seat, key: str, x: int, y: int, **more: Any) -> Unit:
    """Return a counter on a space."""
    alone = FormationId(seat)
    return Unit(seat=seat, key=CounterKey(key), formation=alone, at=at(x, y), **more)


def ann(x: int, y: int, key: str = "de_grenadier", **more: Any) -> Unit:
    return unit(ANN, key, x, y, **more)


def ben(x: int, y: int, key: str = "us_rifle", **more: Any) -> Unit:
    return unit(BEN, key, x, y, **more)


def formation(seat: Seat, **more: Any) -> Formation:
    """Return the formation of all a seat's units, where a test names no other; it never breaks."""
    fields: dict[str, Any] = {
        "key": "de_t_pzgren",
        "tile": True,
        "squares": 0,
        "points": 0,
        "units": 6,
        "cost": 60,
        "stars": 1,
    }
    return Formation(seat=seat, **{**fields, **more})


MANOEUVRES = {
    "F": Manoeuvre.FORWARD,
    "B": Manoeuvre.BACK,
    "L": Manoeuvre.LEFT,
    "R": Manoeuvre.RIGHT,
    "l": Manoeuvre.TAIL_LEFT,
    "r": Manoeuvre.TAIL_RIGHT,
}


def course(letters: str) -> tuple[Manoeuvre, ...]:
    """Forward, Back, Left, Right; l and r swing the tail."""
    return tuple([MANOEUVRES[letter] for letter in letters])


class Table(Driver[HeroesState]):
    """A match in the midst of a round."""

    own_dice = True

    # -- tokens --------------------------------------------------------------------------

    def orders(self, **numbers: int) -> Table:
        """Lay these orders: u3=1 is order 1 on unit 3, u4=13 a bluff. Any other token goes
        anywhere."""
        wanted = {UnitId(int(key[1:])): number for key, number in numbers.items()}
        left = dict(wanted)
        while self.kind == "lay":
            self.say(self._next_token(left))
        lie = {place: self.number(self.token(place), self.u(place).seat) for place in wanted}
        assert lie == wanted, f"laid otherwise: {lie}"
        return self

    def _next_token(self, wanted: dict[UnitId, int]) -> Lay:
        g, seat = self.g, self.seat
        tokens = {self.number(slot, seat): slot for slot in g.to_lay(seat)}
        for place, number in wanted.items():
            if g.units[place].seat == seat:
                del wanted[place]
                return Lay(tokens[number], place)
        spare = max(tokens)
        bare = [u for u in g.on_map(seat) if u not in g.bearers[seat]]
        return Lay(tokens[spare], bare[0])

    def number(self, slot: int, seat: Seat) -> int:
        """Return the number of the token in a seat's slot."""
        return number_of(self.known(seat)[slot] if slot < 0 else slot)

    def token(self, place: int) -> Played:
        """The token on a unit."""
        seat = self.g.units[place].seat
        index = self.g.bearers[seat].index(UnitId(place))
        return Played(self.g.hands[self.g.laid(seat)][index])

    # -- answers -------------------------------------------------------------------------

    def move(
        self,
        place: int,
        *path: tuple[int, int],
        target: int = NO_UNIT,
        facing: int = KEEP,
        goes_on: bool = False,
        flip: Flip = Flip.NONE,
        cards: str = "",
    ) -> OrderMove:
        """The order on a unit is revealed, and it moves."""
        way = tuple([Space(spot) for spot in path])
        played = tuple(map(self.card, cards.split()))
        token = self.token(place)
        return OrderMove(token, way, UnitId(target), Heading(int(facing)), goes_on, flip, played)

    def drive(
        self, place: int, manoeuvres: str = "", *, goes_on: bool = False, fuel: bool = False
    ) -> OrderDrive:
        """The order on a vehicle is revealed, and it drives: see `course`."""
        return OrderDrive(self.token(place), course(manoeuvres), goes_on, fuel)

    def fire(
        self,
        place: int,
        *targets: int,
        suppressive: bool = False,
        shares: tuple[int, ...] = (),
        spend: tuple[str, ...] = (),
        cards: str = "",
        weapon: int = 0,
    ) -> OrderFire:
        """The order on a unit is revealed, and it fires."""
        aims, tokens = tuple(map(UnitId, targets)), tuple(map(OptionKey, spend))
        played = tuple(map(self.card, cards.split()))
        token = self.token(place)
        split, gun = tuple(map(Share, shares)), WeaponPlace(weapon)
        return OrderFire(token, aims, suppressive, split, tokens, cards=played, weapon=gun)

    def over_to_supply(self) -> Table:
        """Nobody does anything more in this phase."""
        while self.g.phase is Phase.ACTIVATION and self.over is None:
            self.passes()
        return self

    def over_to_turn(self, seat: Seat) -> Table:
        """The others do nothing until it is this seat's turn."""
        return self.until("turn", seat)

    def idle(self) -> Answer:
        if self.kind == "turn":
            g, seat = self.g, self.seat
            left = {self.number(s, seat): s for s in g.closed(seat)}
            orders = [n for n in sorted(left) if g.shown[seat] < n <= MOST_ORDERS]
            if orders:
                token = Played(left[orders[0]])
                vehicle = g.units[g.bearer(seat, token)].kind.vehicle
                return OrderDrive(token) if vehicle else OrderMove(token)
            return NoMoreOrders(g.closed(seat))
        if self.kind in ("leg", "drive"):
            return Stop()
        if self.kind == "lay":
            return self._next_token({})
        if self.kind == "pool":
            first: Answer = self.options()[0]
            return first
        return Discard() if self.kind == "discard" else Pass()

    def cheats(self, answer: Answer) -> None:
        """An answer that its author's own program would not send, and everybody else takes."""
        self._give(answer)
        self._settle()

    def card(self, key: str, seat: Seat | None = None) -> Played:
        """A card of this kind in a hand, by default of who is asked."""
        seat = self.seat if seat is None else seat
        known = self.known(seat)
        for slot in self.g.hands[seat]:
            if card_key(known.get(slot, slot)) == key:
                return Played(slot)
        raise AssertionError(f"{key} is not held")

    # -- asking --------------------------------------------------------------------------

    def refused_by_its_own(self, answer: Answer, rule: str) -> None:
        """Assert that the token's owner refuses the answer, and any other seat takes it as
        allowed."""
        assert self.refusal(answer).rule == rule
        other = View(self.g, self.seat, {})
        assert agenda.why_not(other, answer) is None

    def u(self, place: int) -> Unit:
        """Return a unit in its present state."""
        return self.g.units[place]


def laid_out(
    *units: Unit,
    on: ScenarioKey | None = None,
    due: tuple[int, ...] = (3, 3),
    bluffs: tuple[int, ...] = (1, 1),
    specials: tuple[int, ...] = (0, 0),
    dice: Sequence[tuple[int, ...]] = (),
    formations: Sequence[Formation] = (),
    options: Mapping[str, Seat] | None = None,
    round: int = 0,
) -> Table:
    """A round is about to begin: the seats have these units, and so many tokens."""
    key = scenario() if on is None else on
    seats = len(CATALOG.scenarios[key].sides)
    g = HeroesState(seats=seats, scenario=key, agenda=[Match(at="next_round")])
    g.units, g.initiative, g.round = list(units), ANN, round
    g.formations = list(formations) or [formation(seat) for seat in g.players]
    g.options = [
        Bought(
            seat=seat,
            tile=FormationId(seat),
            key=OptionKey(key),
            tokens=CATALOG.options[OptionKey(key)].tokens,
        )
        for key, seat in (options or {}).items()
    ]
    g.holders = ["" for _ in g.battle.objectives]
    g.due, g.bluffs, g.specials = list(due), list(bluffs), list(specials)
    return Table(g, LocalDealer(seats, Chance("heroes")), dice)


def battle(*units: Unit, hands: tuple[str, ...] = ("", ""), **more: Any) -> Table:
    """A round begins. hands: kinds of cards that the seats hold, and after a bar those that they
    will draw."""
    table = laid_out(*units, **more)
    if any(hands):
        table.g.deck_size = 40
        for seat in table.g.players:
            held, _, left = hands[seat].partition("|")
            deal(table.g, table.dealer, seat, held.split(), left.split())
    return table.begin()


def deal(
    g: HeroesState, dealer: LocalDealer, seat: Seat, hand: Sequence[str], deck: Sequence[str]
) -> None:
    """A deck is stacked, and its first cards are drawn."""
    nation, cards = g.side(seat).army.nation, []
    for key in (*hand, *deck):
        left = (n for n, of in enumerate(NUMBERED) if of == (nation, key) and n not in cards)
        cards.append(next(left))
    g.deck_count += 1
    dealer.stack(g.deck_count, cards)
    g.decks[draws(seat)] = Deck(g.deck_count, len(cards))
    dealer.learn(seat, g.draw(seat, draws(seat), len(hand)).slots)


def acting(
    *units: Unit,
    orders: Mapping[str, int] | None = None,
    due: tuple[int, int] = (3, 3),
    **more: Any,
) -> Table:
    """The same, with all tokens laid. Where nothing is said Ann's first unit bears order 1, her
    second 2 and so on, and so do Ben's."""
    table = battle(*units, due=due, **more)
    if orders is None:
        counts = [0, 0]
        orders = {}
        for n, u in enumerate(units):
            counts[u.seat] += 1
            if counts[u.seat] <= due[u.seat]:
                orders[f"u{n}"] = counts[u.seat]
    return table.orders(**orders)
