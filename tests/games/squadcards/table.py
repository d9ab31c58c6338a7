"""A table of Squad as a test wants it: squads, hands, range and phase are simply said.

The cards of a hand are named by their keys; they are dealt as slots that only their owner knows,
as in a real match, and opened when they are played.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from owm_net import games
from owm_net.engine.agenda import Frame
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.records import Played
from owm_net.engine.requests import (
    Answer,
    Draw,
    Peek,
    Request,
    Reveal,
    Shuffle,
)
from owm_net.engine.system import Setup
from owm_net.engine.windows import Pass
from owm_net.engine.zones import Deck, slot
from owm_net.games.squadcards.attack import Attacked, Fire
from owm_net.games.squadcards.by_squad import NextSquad
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.ids import OPEN
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import Discard, DrawExtra
from owm_net.games.squadcards.phases.movement import March, Move
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.set_up import TakeNation
from owm_net.games.squadcards.state import CATALOG, DECK, HEXES, Squad, SquadState
from owm_net.games.squadcards.terms import Effect, Nation, Phase, RangeBand
from owm_net.games.squadcards.turn import PHASE_FRAMES, Turns
from tests.games.driver import Driver

PB, S, M, L = RangeBand
US, GERMAN, BRITISH, RUSSIAN, JAPANESE = Nation
SYSTEM = games.get("squadcards")
HANDS = 90
"""Number of the deck from which the hands of a laid table are dealt."""


class Match(Driver[SquadState]):
    """A game that a test drives; the test says all dice."""

    own_dice = True

    def idle(self) -> Answer:
        """To stay, no extra card, the first cards of the hand, or a pass."""
        if self.kind == "discard":
            squad = self.top.squad
            excess = len(self.g.hands[squad]) - self.g.squads[squad].hand_limit
            return Discard(tuple(map(Played, self.g.hands[squad][:excess])))
        return {"declare": Declare(False), "extra": DrawExtra(False)}.get(self.kind, Pass())

    def until_turn(self, n: int) -> Match:
        """Pass until player turn n begins and something is asked in it."""
        for _ in range(200):
            if self.g.turn >= n or self.over:
                return self
            self.passes()
        raise AssertionError(f"turn {n} does not come")

    def squad(self, index: int) -> Squad:
        return self.g.squads[index]

    def card(self, key: str, squad: int | None = None, nth: int = 0) -> Played:
        """The slot of a card in a hand, by its key."""
        if squad is None:
            squad = getattr(self.g.agenda[-1], "squad", 0)
            hands = [squad] if self.g.squads[squad].seat == self.seat else []
            hands += [s for s in self.g.all_of(self.seat) if s not in hands]
        else:
            hands = [squad]
        for hand in hands:
            found = [
                c
                for c in self.g.hands[hand]
                if CATALOG.faces[c if c >= 0 else self.dealer.faces[c]].key == key
            ]
            if len(found) > nth:
                return Played(found[nth])
        raise AssertionError(f"no {key} in the hands {hands}")

    def keys(self, cards: Sequence[int]) -> list[str]:
        """The keys of cards, opened or not."""
        return [CATALOG.faces[c if c >= 0 else self.dealer.faces[c]].key for c in cards]

    def hand(self, squad: int) -> list[str]:
        return self.keys(self.g.hands[squad])

    @property
    def discarded(self) -> list[str]:
        return self.keys(self.g.discard)

    # -- short forms ---------------------------------------------------------------------

    def fire(self, key: str, target: int | None = None, **more: Any) -> Fire:
        """An attack by the seat that is asked on the (first) enemy squad."""
        aim = self.g.all_of(1 - self.seat)[0] if target is None else target
        return Fire(self.card(key), aim, **more)

    def trait_fire(self, option: str, **more: Any) -> Fire:
        return self.fire("national_trait", option=option, **more)

    def play(self, key: str, nth: int = 0) -> Play:
        return Play(self.card(key, nth=nth))

    def trait(self, option: str) -> Play:
        return Play(self.card("national_trait"), option)

    def encircle(self) -> Encircle:
        return Encircle(self.card("encircled"), self.g.all_of(1 - self.seat)[0])

    def move(self, key: str, to: RangeBand, into_open: bool = False) -> Move:
        return Move(self.card(key), to, into_open)

    def attack_with(self, key: str, dice: tuple[int, int], **more: Any) -> Attacked:
        """Attack, roll this; returns what was told of the attack."""
        self.dice.append(dice)
        self.say(self.fire(key, **more))
        return self.told(Attacked)[-1]


def lay(
    *,
    nations: tuple[Nation, Nation] = (US, GERMAN),
    hands: tuple[Sequence[str], ...] = ((), ()),
    band: RangeBand = M,
    phase: Phase | None = None,
    active: int = 0,
    turn: int = 2,
    terrain: tuple[str, str] = ("", ""),
    attached: tuple[Sequence[str], Sequence[str]] = ((), ()),
    flanking: tuple[Sequence[str], Sequence[str]] = ((), ()),
    objectives: tuple[int, int] = (0, 0),
    deck: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    dice: Sequence[tuple[int, ...]] = (),
    mission: str = "meeting",
    cells: Sequence[tuple[int, int]] = (),
    squads: Sequence[dict[str, Any]] = ({}, {}),
    **switches: str,
) -> Match:
    """A match in the middle of a player turn of seat `active`.

    phase: begin with this phase and go on with the turn. deck: keys from the top; otherwise
    all that lies nowhere else. squads: fields that differ from a fresh squad's.
    """
    g = SYSTEM.new_game(Setup(mission, "standard", 2, tuple(switches.items())))
    assert isinstance(g, SquadState)
    take = _Taker(g)
    each = g.squads_each
    for seat, nation in enumerate(nations):
        for _ in range(each):
            g.squads.append(Squad(seat=seat, nation=nation, men=CATALOG.nations[nation].men))
    g.band, g.turn, g.active = band, turn, active
    dealer = LocalDealer(2, Chance("table"))
    dealt: list[int] = []
    for squad, keys in enumerate(hands):
        for key in keys:
            g.hands[squad].append(slot(HANDS, len(dealt)))
            dealt.append(take(key))
            dealer.knowledge[g.squads[squad].seat][slot(HANDS, len(dealt) - 1)] = dealt[-1]
    dealer.stack(HANDS, dealt)
    for squad, key in enumerate(terrain):
        g.squads[squad].terrain = take(key) if key else OPEN
    for squad, keys in enumerate(attached):
        g.squads[squad].attached = [take(k) for k in keys]
    for squad, keys in enumerate(flanking):
        g.squads[squad].flanking = [take(k) for k in keys]
    for seat, n in enumerate(objectives):
        g.objectives[seat] = [take("mission_objective") for _ in range(n)]
    for squad, cell in enumerate(cells):
        g.squads[squad].cell = HEXES.at[cell]
    for squad, changes in enumerate(squads):
        for name, value in changes.items():
            setattr(g.squads[squad], name, value)
    g.discard = [take(k) for k in discard]
    rest = take.rest() if deck is None else [take(k) for k in deck]
    g.deck_count = 1
    g.decks[DECK] = Deck(1, len(rest))
    dealer.stack(1, rest)
    phases = list(PHASE_FRAMES)
    begin: list[Frame] = [Turns(left=phases[phases.index(phase or Phase.DRAW) :])]
    g.agenda = begin
    return Match(g, dealer, dice).begin()


class _Taker:
    """Takes each card of the deck once, by its key."""

    def __init__(self, g: SquadState) -> None:
        self.left = CATALOG.deck(g.options.flanking_variant, g.hex_map)

    def __call__(self, key: str) -> int:
        for card in self.left:
            if CATALOG.faces[card].key == key:
                self.left.remove(card)
                return card
        raise AssertionError(f"the deck has no {key} left")

    def rest(self) -> list[int]:
        return list(self.left)


def fresh(
    dice: Sequence[tuple[int, ...]] = ((6, 1),),
    nations: tuple[Nation, Nation] = (US, GERMAN),
    mission: str = "meeting",
    seed: int = 1,
    deck: Sequence[str] | None = None,
    **switches: str,
) -> Match:
    """A match from its very beginning; nationalities are chosen, then what follows is asked.

    deck: keys of the first cards from the top, as they are shuffled.
    """
    state = SYSTEM.new_game(Setup(mission, "standard", 2, tuple(switches.items())))
    assert isinstance(state, SquadState)
    dealer = Stacked(2, Chance(seed), deck or ())
    match = Match(state, dealer, dice).begin()
    return match.say((TakeNation(nations[0]), TakeNation(nations[1])))


class Stacked(LocalDealer):
    """A dealer whose first shuffle brings certain cards to the top."""

    def __init__(self, seats: int, chance: Chance, top: Sequence[str]) -> None:
        super().__init__(seats, chance)
        self.top = list(top)

    def answer(self, request: Request) -> tuple[int, ...]:
        if isinstance(request, Shuffle) and self.top:
            rest = list(request.cards)
            first = []
            for key in self.top:
                card = next(c for c in rest if CATALOG.faces[c].key == key)
                rest.remove(card)
                first.append(card)
            self.top = []
            self.stack(request.number, [*first, *rest])
            return ()
        return super().answer(request)


def all_cards(match: Match) -> list[int]:
    """Every card of the match, by number, wherever it lies."""
    g = match.g
    faces = match.dealer.faces
    lying = [c for hand in g.hands for c in hand] + list(g.decks[DECK].top(g.decks[DECK].left))
    lying += g.discard + g.aside + [c for o in g.objectives for c in o]
    for squad in g.squads:
        lying += squad.attached + squad.flanking
        lying += [squad.terrain] if squad.terrain != OPEN else []
    return sorted(c if c >= 0 else faces[c] for c in lying)


__all__ = [
    "BRITISH",
    "CATALOG",
    "DECK",
    "GERMAN",
    "HEXES",
    "JAPANESE",
    "OPEN",
    "PB",
    "RUSSIAN",
    "SYSTEM",
    "US",
    "Declare",
    "Discard",
    "Draw",
    "DrawExtra",
    "Effect",
    "Encircle",
    "Fire",
    "L",
    "M",
    "March",
    "Match",
    "Move",
    "Nation",
    "NextSquad",
    "Pass",
    "Peek",
    "Phase",
    "Play",
    "RangeBand",
    "Reveal",
    "S",
    "Shuffle",
    "Squad",
    "SquadState",
    "all_cards",
    "fresh",
    "lay",
]
