"""Order and bluff tokens: how many are due, laying them, losing them unseen, and the audit.

Ledger 2.6, R-84, R-99. The tokens of a round are a small deck of each seat: all shuffle it and
its owner draws it whole, so everybody knows where each token lies and only its owner which it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from attrs import define, field

from owm_net.engine.agenda import (
    About,
    Ask,
    Done,
    Event,
    Foul,
    Frame,
    Kind,
    Outcome,
    Refusal,
    frame,
)
from owm_net.engine.chance import Chance
from owm_net.engine.ids import EVERYBODY, Seat
from owm_net.engine.records import ADDED, record
from owm_net.engine.requests import Answer, Reveal
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.heroes.hidden import (
    BLUFF,
    SPECIAL,
    is_bluff,
    is_order,
    is_special,
    number_of,
    token,
    token_words,
)
from owm_net.games.heroes.ids import NO_UNIT, Hidden, UnitId
from owm_net.games.heroes.options import HARDENED, more_bluffs, more_orders, special_orders
from owm_net.games.heroes.sides import Turned, candidates, had_turn, others
from owm_net.games.heroes.smoke_bombs import bombs
from owm_net.games.heroes.state import HeroesState, LostToken, Unit
from owm_net.games.heroes.terms import MOST_ORDERS, Ability
from owm_net.games.heroes.words import seat_name, unit_name

BLUFFS = 1
UNHARDENED = say("no order lay on the Hardened tile")
TRIES = 8
"""How many random tokens on random units a sampler tries before it lists them."""
NO_MORE = MOST_ORDERS + 1
"""In place of the highest number revealed, once there were to be no more orders."""


def orders_due(g: HeroesState, seat: Seat) -> int:
    """How many order tokens a seat takes for the next round (HON-ORD-05)."""
    return orders_with(g, seat, [u for u in g.units if u.seat == seat and u.in_play])


def orders_with(g: HeroesState, seat: Seat, units: list[Unit]) -> int:
    """The stars on tiles, options and these units, and one for each unit with a Personal Order; ten
    at most (HON-ORD-03, HON-ORD-04, HON-AB-60)."""
    stars = sum([f.stars for f in g.formations if f.seat == seat and not f.turned])
    stars += sum([u.printed.abilities.get(Ability.ORDER, 0) + u.is_personal for u in units])
    return min(MOST_ORDERS, stars + more_orders(g, seat))


def take_due(g: HeroesState) -> None:
    """Each seat's tokens for the next round, as its stars are now (HON-ORD-05, HON-SUP-10); an
    alliance shares its bluff out (`pooling`)."""
    for seat in g.players:
        g.due[seat] = orders_due(g, seat)
        g.specials[seat] = special_orders(g, seat)
        g.bluffs[seat] = (BLUFFS if len(g.members(seat)) == 1 else 0) + more_bluffs(g, seat)
        g.more_orders[seat] = g.more_specials[seat] = 0


@record("heroes.token_lost")
class TokenLost(Event):
    """A token has left the map unseen."""

    words = say("{unit} loses its token")
    rule = "HON-ORD-09"

    unit: UnitId


def lose_token(g: HeroesState, unit: UnitId) -> None:
    """The token of a unit leaves the map unseen, if it bears one (HON-ORD-09)."""
    seat = g.units[unit].seat
    if unit not in g.bearers[seat]:
        return
    at = g.bearers[seat].index(unit)
    g.bearers[seat].pop(at)
    slot = g.hands[g.laid(seat)].pop(at)
    if slot < 0:
        after = NO_MORE if g.done[seat] else g.shown[seat]
        g.lost_tokens.append(
            LostToken(
                seat=seat,
                slot=slot,
                round=g.round,
                after=after,
                personal=g.units[unit].is_personal,
                hardened=unit in g.hardened,
            )
        )
        g.tell(TokenLost(unit))


def bearer_of(g: HeroesState, token: int) -> UnitId:
    """The unit under a token, whoever's it is; NO_UNIT if it lies nowhere."""
    for seat in g.players:
        if token in g.hands[g.laid(seat)]:
            return g.bearer(seat, token)
    return NO_UNIT


def settle(g: HeroesState, unit: UnitId) -> None:
    """An order has been seen on a unit: its Hardened tile owes none this round (HON-TRT-07)."""
    owed = g.owed[g.units[unit].seat]
    if g.round in owed and unit in g.hardened:
        owed.remove(g.round)


# -- the Orders phase ----------------------------------------------------------------------


@record("heroes.lay")
class Lay(Answer):
    """A token is laid face down on a unit. HON-ORD-01, HON-ORD-02."""

    title: ClassVar[str] = say("Lay a token")

    token: Hidden
    unit: UnitId

    def sentence(self, view: View[HeroesState]) -> str:
        card = view.card(self.token)
        what = say("a token") if card is None else token_words(card)
        return say("{token} on {unit}", token=what, unit=unit_name(view.state, self.unit))


LAY = Kind(
    "lay",
    Lay,
    rule="HON-ORD-01",
    why=say("lay a token on a unit"),
    deed=say("lay a token"),
)


@record("heroes.tokens_taken")
class TokensTaken(Event):
    """A seat has its tokens for the round."""

    rule = "HON-ORD-03"

    seat: Seat
    orders: int
    specials: int
    bluffs: int

    def sentence(self, g: HeroesState) -> str:
        special = say_n("{n} special order", "{n} special orders", self.specials)
        taken = [
            say_n("{n} order", "{n} orders", self.orders),
            *([special] if self.specials else []),
            say_n("{n} bluff", "{n} bluffs", self.bluffs),
        ]
        return say("{seat}: {taken}", seat=seat_name(g, self.seat), taken=listed(taken))


@record("heroes.token_laid")
class TokenLaid(Event):
    """A token is on a unit."""

    words = say("{seat} lay a token on {unit}")
    rule = "HON-ORD-01"

    seat: Seat
    unit: UnitId


@frame("heroes.taking_tokens")
@define
class TakingTokens(Frame[None]):
    """A seat's shuffle and draw of its tokens for the round."""

    seat: Seat

    def start(self, g: HeroesState) -> Outcome[None]:
        """Orders 1 to N, specials and bluffs (HON-ORD-03, HON-ORD-07, HON-ORD-10, HON-HID-01)."""
        seat, due = self.seat, g.due[self.seat]
        g.hands[g.unlaid(seat)], g.hands[g.laid(seat)], g.bearers[seat] = [], [], []
        g.shown[seat], g.shown_specials[seat], g.done[seat] = 0, 0, False
        cards = [token(seat, n) for n in range(1, due + 1)]
        cards += [token(seat, SPECIAL + n) for n in range(g.specials[seat])]
        cards += [token(seat, BLUFF + n) for n in range(g.bluffs[seat])]
        g.tell(TokensTaken(seat, due, g.specials[seat], g.bluffs[seat]))
        return Ask(g.shuffle(f"tokens {seat}", cards), then=self.take)

    def take(self, g: HeroesState) -> Outcome[None]:
        """Only their owner sees them."""
        number = g.due[self.seat] + g.specials[self.seat] + g.bluffs[self.seat]
        drawn = g.draw(self.seat, f"tokens {self.seat}", number, g.unlaid(self.seat))
        return Ask(drawn, then=self.end)

    def end(self, g: HeroesState) -> Outcome[None]:
        """All of them are in its hand."""
        return Done()


@frame("heroes.laying")
@define
class Laying(Frame[None]):
    """The seats lay their tokens in turn (HON-ORD-01). seat: whose turn it is. turned: see
    `sides`."""

    seat: Seat
    turned: Turned = field(default=(), metadata=ADDED)

    def start(self, g: HeroesState) -> Outcome[None]:
        """Ask a seat with a token and a bare unit to lay one. Lay a last token without asking where
        everybody sees only one unit for it."""
        for seat in candidates(g, self.seat, self.turned):
            self.seat = seat
            tokens, bare = g.to_lay(self.seat), bare_units(g, self.seat)
            if len(tokens) == 1 and len(bare) > 1:
                seen = View(g, EVERYBODY, {})
                bare = [u for u in bare if not self._why_not_owed(seen, Lay(tokens[0], u))]
            if len(tokens) == 1 and len(bare) == 1:
                self.lay(g, tokens[0], bare[0])
                return self.start
            if tokens and bare:
                return Ask(LAY.of(self.seat), then=self.hear)
        g.hardened = []
        for seat in g.players:
            tile = hardened(g, seat)
            g.hardened += tile
            if tile:
                g.owed[seat].append(g.round)
        return Done()

    @LAY.tells
    def about_lay(self, view: View[HeroesState]) -> About:
        """How many are left."""
        left = len(view.state.hands[view.state.unlaid(self.seat)])
        note = say_n("{n} token is left", "{n} tokens are left", left)
        return About(say("lay a token"), note, "HON-ORD-01")

    @LAY.offers
    def offers_lay(self, view: View[HeroesState]) -> Iterator[Lay]:
        """Each token on each bare unit; of tokens that nobody knows the first will do."""
        g = view.state
        tokens = g.to_lay(self.seat)
        for laid in tokens if view.seat != EVERYBODY else tokens[:1]:
            for unit in bare_units(g, self.seat):
                if self.why_not_lay(view, Lay(laid, unit)) is None:
                    yield Lay(laid, unit)

    @LAY.judges
    def why_not_lay(self, view: View[HeroesState], answer: Lay) -> Refusal | None:
        """Nobody needs to know which token it is."""
        g = view.state
        laid = answer.token
        if laid.__class__ is not int or laid not in g.hands[g.unlaid(self.seat)]:
            return Refusal("HON-ORD-01", say("choose a token that is not laid yet"))
        unit = answer.unit
        if not g.known(unit) or not self._may_bear(g, unit):
            return Refusal("HON-ORD-01", say("lay the token on a unit of your own on the map"))
        if unit in g.bearers[self.seat]:
            return Refusal("HON-ORD-02", say("that unit bears a token"))
        return self._why_not_owed(view, answer)

    def _may_bear(self, g: HeroesState, unit: UnitId) -> bool:
        """Return True if tokens may lie on a unit."""
        u = g.units[unit]
        return unit in bombs(g, self.seat) if u.bomb else u.seat == self.seat and u.in_play

    def _why_not_owed(self, view: View[HeroesState], answer: Lay) -> Refusal | None:
        """Units with a Personal Order bear an order in the end, and so does one of a Hardened tile:
        everybody sees that they bear tokens, their owner that these are orders (R-99, R-100)."""
        g = view.state
        waiting = [unit for unit in personal_units(g, self.seat) if unit != answer.unit]
        tile = hardened(g, self.seat)
        if not waiting and not tile and not g.units[answer.unit].is_personal:
            return None
        left = [slot for slot in g.hands[g.unlaid(self.seat)] if slot != answer.token]
        faces = [face for slot in left if (face := view.card(slot)) is not None]
        able = len(left) if not faces else len([face for face in faces if not is_bluff(face)])
        if able < len(waiting):
            return Refusal("HON-AB-60", say("a unit with a Personal Order would get none"))
        card = view.card(answer.token)
        if card is not None and g.units[answer.unit].is_personal and is_bluff(card):
            return Refusal("HON-AB-60", say("a Personal Order is no bluff"))
        if not tile or any(self._ordered(view, unit, answer) for unit in tile):
            return None
        bare = [u for u in tile if u != answer.unit and u not in g.bearers[self.seat]]
        if not bare or able < len(waiting) + 1:
            return Refusal("HON-TRT-07", say("no order would lie on the Hardened tile"))
        return None

    def _ordered(self, view: View[HeroesState], unit: UnitId, answer: Lay) -> bool:
        """Return True if a unit bears an order by then, as far as this view knows."""
        g = view.state
        token: int | None = answer.token if unit == answer.unit else None
        if token is None and unit in g.bearers[self.seat]:
            token = g.hands[g.laid(self.seat)][g.bearers[self.seat].index(unit)]
        card = None if token is None else view.card(token)
        return token is not None and (card is None or not is_bluff(card))

    @LAY.samples
    def sample_lay(self, view: View[HeroesState], chance: Chance) -> Lay:
        """Any token on any bare unit; while Personal Orders wait, an order on one of those units
        after some tries."""
        g = view.state
        tokens, bare = g.to_lay(self.seat), bare_units(g, self.seat)
        for _ in range(TRIES):
            answer = Lay(tokens[chance.below(len(tokens))], bare[chance.below(len(bare))])
            if self.why_not_lay(view, answer) is None:
                return answer
        found = list(self.offers_lay(view))
        if not found:  # an earlier token of this seat lies where it should not: others see it later
            found = list(self.offers_lay(View(g, self.seat, {})))
        return found[chance.below(len(found))]

    def hear(self, g: HeroesState, answer: Lay) -> Outcome[None]:
        """Lay it, closed."""
        self.lay(g, answer.token, answer.unit)
        return self.start

    def lay(self, g: HeroesState, laid: int, unit: UnitId) -> None:
        """A token goes from the hand to a unit, and it is the next seat's turn."""
        g.hands[g.unlaid(self.seat)].remove(laid)
        g.hands[g.laid(self.seat)].append(laid)
        g.bearers[self.seat].append(unit)
        g.take_over(unit, self.seat)
        g.tell(TokenLaid(self.seat, unit))
        self.turned = had_turn(g, self.seat, self.turned)
        self.seat = others(g, self.seat, self.turned)[0]


def hardened(g: HeroesState, seat: Seat) -> list[UnitId]:
    """A seat's units of a Hardened tile, of which one must have an order (HON-TRT-07)."""
    if not any(option.key == HARDENED for option in g.options):
        return []
    return [u for u in g.in_play(seat) if g.has_trait(u, HARDENED)]


def personal_units(g: HeroesState, seat: Seat) -> list[UnitId]:
    """A seat's bare units that must have an order (HON-AB-60)."""
    bear = g.bearers[seat]
    return [u for u in g.in_play(seat) if g.units[u].is_personal and u not in bear]


def bare_units(g: HeroesState, seat: Seat) -> list[UnitId]:
    """A seat's units and smoke bombs that bear no token (HON-ORO-14)."""
    return [n for n in (*g.in_play(seat), *bombs(g, seat)) if n not in g.bearers[seat]]


# -- what is opened in the end -------------------------------------------------------------


@record("heroes.bluff_opened")
class BluffOpened(Event):
    """A bluff is discarded (HON-SUP-02)."""

    words = say("{unit} had only a bluff")
    rule = "HON-SUP-02"

    unit: UnitId


@record("heroes.special_lapsed")
class SpecialLapsed(Event):
    """A special order was not used; its unit has had an order all the same (R-05, R-116)."""

    words = say("{unit} has not used its special order")
    rule = "HON-HID-03"

    unit: UnitId


@frame("heroes.opening_tokens")
@define
class OpeningTokens(Frame[None]):
    """Open every closed token at the start of Supply: bluffs, for a seat that has said it has no
    more orders must have none (HON-SUP-02, R-99). left: seats whose tokens lie closed."""

    left: list[Seat]

    def start(self, g: HeroesState) -> Outcome[None]:
        """One seat after the other."""
        while self.left:
            closed = g.closed(self.left[0])
            if closed:
                return Ask(Reveal(self.left[0], closed), then=self.opened)
            self.left.pop(0)
        for seat in g.players:
            lost = [t for t in g.lost_tokens if (t.seat, t.round) == (seat, g.round)]
            if g.round in g.owed[seat] and not any(t.hardened for t in lost):
                return Foul(seat, "HON-TRT-07", UNHARDENED)
        return Done()

    def opened(self, g: HeroesState, cards: tuple[int, ...]) -> Outcome[None]:
        """An order among them was passed over."""
        seat = self.left.pop(0)
        slots = g.closed(seat)
        for card, slot in zip(cards, slots, strict=True):
            if is_order(card):
                why = say("{token} lay there still", token=token_words(card))
                return Foul(seat, "HON-HID-03", why)
            if is_bluff(card) and g.units[g.bearer(seat, slot)].is_personal:
                return Foul(seat, "HON-AB-60", say("no order lay on a Personal Order"))
        tokens = g.hands[g.laid(seat)]
        opened = iter(cards)
        for unit, laid in list(zip(g.bearers[seat], tokens, strict=True)):
            if laid < 0 and is_special(next(opened)):
                settle(g, unit)
                g.change(unit, acted=True)
                g.tell(SpecialLapsed(unit))
            elif laid < 0:
                g.tell(BluffOpened(unit))
        kept = [
            (unit, laid) for unit, laid in zip(g.bearers[seat], tokens, strict=True) if laid >= 0
        ]
        g.bearers[seat] = [unit for unit, _ in kept]
        g.hands[g.laid(seat)] = [laid for _, laid in kept]
        return self.start


@record("heroes.audited")
class Audited(Event):
    """The tokens a seat lost unseen are open, and none of them had been passed over."""

    rule = "HON-HID-04"

    seat: Seat
    tokens: int

    def sentence(self, g: HeroesState) -> str:
        return say_n(
            "{seat}: {n} token lost unseen is opened",
            "{seat}: {n} tokens lost unseen are opened",
            self.tokens,
            seat=seat_name(g, self.seat),
        )


@frame("heroes.audit")
@define
class Audit(Frame[None]):
    """Before the result, tokens that were lost unseen are opened: an order that was lost after its
    owner had revealed a higher one was passed over (R-99). left: seats to be looked at."""

    left: list[Seat]

    def start(self, g: HeroesState) -> Outcome[None]:
        """One seat after the other."""
        while self.left:
            slots = tuple([t.slot for t in g.lost_tokens if t.seat == self.left[0]])
            if slots:
                return Ask(Reveal(self.left[0], slots), then=self.look)
            self.left.pop(0)
        return Done()

    def look(self, g: HeroesState, cards: tuple[int, ...]) -> Outcome[None]:
        """In the order in which they were lost."""
        seat = self.left.pop(0)
        lost = [t for t in g.lost_tokens if t.seat == seat]
        for card, was in zip(cards, lost, strict=True):
            if is_order(card) and number_of(card) < was.after:
                why = say(
                    "{token} of round {round} had been passed over when it was lost",
                    token=token_words(card),
                    round=was.round,
                )
                return Foul(seat, "HON-HID-04", why)
            if was.personal and is_bluff(card):
                return Foul(seat, "HON-AB-60", say("no order lay on a Personal Order"))
            if was.hardened and not is_bluff(card) and was.round in g.owed[seat]:
                g.owed[seat].remove(was.round)
        if g.owed[seat]:
            return Foul(seat, "HON-TRT-07", UNHARDENED)
        g.tell(Audited(seat, len(cards)))
        return self.start
