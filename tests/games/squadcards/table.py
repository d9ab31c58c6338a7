"""A table of Squad as a test wants it: squads, hands, range and phase are simply said.

The cards of a hand are named by their keys; they are dealt as slots that only their owner knows,
as in a real match, and opened when they are played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from owm_net import games
from owm_net.engine.agenda import Frame
from owm_net.engine.chance import Chance
from owm_net.engine.dealer import LocalDealer
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.passing import Pass
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
from owm_net.engine.zones import Deck, slot
from owm_net.games.squadcards.attack import Attacked, Fire
from owm_net.games.squadcards.by_squad import NextSquad
from owm_net.games.squadcards.cards.encircled import Encircle
from owm_net.games.squadcards.catalog import CardRow
from owm_net.games.squadcards.ids import OPEN, SEATS, SquadId, TraitKey, opponent
from owm_net.games.squadcards.phases.covering import Declare
from owm_net.games.squadcards.phases.discarding import Discard, DrawExtra
from owm_net.games.squadcards.phases.movement import March, Move
from owm_net.games.squadcards.plays import Play
from owm_net.games.squadcards.set_up import TakeNation
from owm_net.games.squadcards.state import CATALOG, DECK, HEXES, SQUAD_IDS, Squad, SquadState
from owm_net.games.squadcards.terms import Effect, Nation, Phase, RangeBand
from owm_net.games.squadcards.turn import PHASE_FRAMES, Turns
from tests.games.driver import Driver
from tests.seats import ANN

PB, S, M, L = RangeBand
US, GERMAN, BRITISH, RUSSIAN, JAPANESE = Nation
SYSTEM = games.get("squadcards")
FIRST, SECOND, THIRD, FOURTH = SQUAD_IDS
"""The squads; with one for each seat the first two, of seat 0 and of seat 1."""
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

    def face(self, card: int) -> CardRow:
        """Return the printed values of a card, opened or not."""
        return CATALOG.faces[CardNumber(card if card >= 0 else self.dealer.faces[card])]

    def card(self, key: str, squad: int | None = None, nth: int = 0) -> Played:
        """The slot of a card in a hand, by its key."""
        if squad is None:
            squad = getattr(self.g.agenda[-1], "squad", 0)
            hands = [squad] if self.g.squads[squad].seat == self.seat else []
            hands += [s for s in self.g.all_of(self.seat) if s not in hands]
        else:
            hands = [squad]
        for hand in hands:
            found = [c for c in self.g.hands[hand] if self.face(c).key == key]
            if len(found) > nth:
                return Played(found[nth])
        raise AssertionError(f"no {key} in the hands {hands}")

    def keys(self, cards: Sequence[int]) -> list[str]:
        """The keys of cards, opened or not."""
        return [self.face(card).key for card in cards]

    def hand(self, squad: int) -> list[str]:
        return self.keys(self.g.hands[squad])

    @property
    def discarded(self) -> list[str]:
        return self.keys(self.g.discard)

    # -- short forms ---------------------------------------------------------------------

    @property
    def enemy(self) -> SquadId:
        """The first squad of the other seat than the one that is asked."""
        return self.g.all_of(opponent(self.seat))[0]

    def fire(
        self, key: str, target: SquadId | None = None, option: str = "", close_in: bool = False
    ) -> Fire:
        """An attack by the seat that is asked; without a target on `enemy`."""
        aim = self.enemy if target is None else target
        return Fire(self.card(key), aim, TraitKey(option), close_in)

    def trait_fire(self, option: str, close_in: bool = False) -> Fire:
        return self.fire("national_trait", option=option, close_in=close_in)

    def play(self, key: str, nth: int = 0) -> Play:
        return Play(self.card(key, nth=nth))

    def trait(self, option: str) -> Play:
        return Play(self.card("national_trait"), TraitKey(option))

    def encircle(self) -> Encircle:
        return Encircle(self.card("encircled"), self.enemy)

    def move(self, key: str, to: RangeBand, into_open: bool = False) -> Move:
        return Move(self.card(key), to, into_open)

    def attack_with(
        self,
        key: str,
        dice: tuple[int, int],
        target: SquadId | None = None,
        option: str = "",
        close_in: bool = False,
    ) -> Attacked:
        """Attack, roll this; returns what was told of the attack."""
        self.dice.append(dice)
        self.say(self.fire(key, target, option, close_in))
        return self.told(Attacked)[-1]


class Switches(TypedDict, total=False):
    """The agreed options, each as `SquadCards.switches` spells it."""

    flanking_variant: str
    handicap: str
    turn_limit: str
    smoke_modifier: str
    stiff_upper_lip: str
    american_exemption: str
    sections_are_guns: str
    blocks: str


class Changes(TypedDict, total=False):
    """How a squad differs from a fresh one; as the fields of `Squad`."""

    men: int
    pinned: bool
    fired_upon: bool
    men_lost: int
    commander_lost: bool
    outflanked: bool
    will_move: bool
    smoke: bool
    point_man: bool
    covered: bool
    shot_at: bool
    halted: bool
    moved: bool
    attacked: bool
    ambush: bool
    enfilades: int
    flanks: int
    close_in: bool


class Layout(Switches, total=False):
    """A table in the middle of a player turn of seat `active`.

    hands: of each squad, by the cards' keys. band: the range. phase: begin with this one and go on
    with the turn. deck: keys from the top; None: all cards not used elsewhere. dice: scripted
    rolls, in order. cells: of the squads on the hex map.
    """

    nations: tuple[Nation, Nation]
    hands: tuple[Sequence[str], ...]
    band: RangeBand
    phase: Phase
    active: Seat
    turn: int
    terrain: tuple[str, str]
    attached: tuple[Sequence[str], Sequence[str]]
    flanking: tuple[Sequence[str], Sequence[str]]
    objectives: tuple[int, int]
    deck: Sequence[str] | None
    discard: Sequence[str]
    dice: Sequence[tuple[int, ...]]
    mission: str
    cells: Sequence[tuple[int, int]]
    squads: Sequence[Changes]


PLAIN: Layout = {
    "nations": (US, GERMAN),
    "hands": ((), ()),
    "band": M,
    "phase": Phase.DRAW,
    "active": ANN,
    "turn": 2,
    "terrain": ("", ""),
    "attached": ((), ()),
    "flanking": ((), ()),
    "objectives": (0, 0),
    "deck": None,
    "discard": (),
    "dice": (),
    "mission": "meeting",
    "cells": (),
    "squads": ({}, {}),
}
"""A table on which a test says nothing else."""


def _new(mission: str, switches: Mapping[str, object]) -> SquadState:
    """A new game with those of these that are switches."""
    chosen = tuple([(k, str(v)) for k, v in switches.items() if k in SYSTEM.switches])
    g = SYSTEM.new_game(Setup(mission, "standard", 2, chosen))
    assert isinstance(g, SquadState)
    return g


def lay(**different: Unpack[Layout]) -> Match:
    """Return a match on a table that is plain except for the given values."""
    table: Layout = {**PLAIN, **different}
    g = _new(table["mission"], table)
    take = _Taker(g)
    for seat, nation in zip(SEATS, table["nations"], strict=True):
        for _ in range(g.squads_each):
            g.squads.append(Squad(seat=seat, nation=nation, men=CATALOG.nations[nation].men))
    g.band, g.turn, g.active = table["band"], table["turn"], table["active"]
    dealer = LocalDealer(2, Chance("table"))
    dealt: list[int] = []
    for squad, keys in enumerate(table["hands"]):
        for key in keys:
            g.hands[squad].append(slot(HANDS, len(dealt)))
            dealt.append(take(key))
            dealer.knowledge[g.squads[squad].seat][slot(HANDS, len(dealt) - 1)] = dealt[-1]
    dealer.stack(HANDS, dealt)
    for squad, key in enumerate(table["terrain"]):
        g.squads[squad].terrain = take(key) if key else OPEN
    for squad, keys in enumerate(table["attached"]):
        g.squads[squad].attached = [take(k) for k in keys]
    for squad, keys in enumerate(table["flanking"]):
        g.squads[squad].flanking = [take(k) for k in keys]
    for seat, n in zip(SEATS, table["objectives"], strict=True):
        g.objectives[seat] = [take("mission_objective") for _ in range(n)]
    for squad, cell in enumerate(table["cells"]):
        g.squads[squad].cell = HEXES.at[cell]
    for squad, changes in enumerate(table["squads"]):
        for name, value in changes.items():
            setattr(g.squads[squad], name, value)
    g.discard = [take(k) for k in table["discard"]]
    deck = table["deck"]
    rest = take.rest() if deck is None else [take(k) for k in deck]
    g.deck_count = 1
    g.decks[DECK] = Deck(1, len(rest))
    dealer.stack(1, rest)
    phases = list(PHASE_FRAMES)
    begin: list[Frame] = [Turns(left=phases[phases.index(table["phase"]) :])]
    g.agenda = begin
    return Match(g, dealer, table["dice"]).begin()


class _Taker:
    """Takes each card of the deck once, by its key."""

    def __init__(self, g: SquadState) -> None:
        self.left = CATALOG.deck(g.options.flanking_variant, g.hex_map)

    def __call__(self, key: str) -> CardNumber:
        for card in self.left:
            if CATALOG.faces[card].key == key:
                self.left.remove(card)
                return card
        raise AssertionError(f"the deck has no {key} left")

    def rest(self) -> list[CardNumber]:
        return list(self.left)


def fresh(
    dice: Sequence[tuple[int, ...]] = ((6, 1),),
    nations: tuple[Nation, Nation] = (US, GERMAN),
    mission: str = "meeting",
    seed: int = 1,
    deck: Sequence[str] | None = None,
    **switches: Unpack[Switches],
) -> Match:
    """A match from its very beginning; nationalities are chosen, then what follows is asked.

    deck: keys of the first cards from the top, as they are shuffled.
    """
    dealer = Stacked(2, Chance(seed), deck or ())
    match = Match(_new(mission, switches), dealer, dice).begin()
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
                card = next(c for c in rest if CATALOG.faces[CardNumber(c)].key == key)
                rest.remove(card)
                first.append(card)
            self.top = []
            self.stack(request.number, [*first, *rest])
            return ()
        return super().answer(request)


def all_cards(g: SquadState, faces: Mapping[int, int]) -> list[int]:
    """Every card of a match, by number, wherever it lies. faces: of its dealer."""
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
    "FIRST",
    "FOURTH",
    "GERMAN",
    "HEXES",
    "JAPANESE",
    "OPEN",
    "PB",
    "RUSSIAN",
    "SECOND",
    "SYSTEM",
    "THIRD",
    "US",
    "Changes",
    "Declare",
    "Discard",
    "Draw",
    "DrawExtra",
    "Effect",
    "Encircle",
    "Fire",
    "L",
    "Layout",
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
    "Switches",
    "all_cards",
    "fresh",
    "lay",
]
