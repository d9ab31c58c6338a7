"""Skeleton: a small duel of scouts and smoke. Rule ids are those of docs/rules/skeleton.md."""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

from owm_net.engine.agenda import Event, GameState
from owm_net.engine.requests import Answer, DeckList
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.games.skeleton.duel import SMOKES, Match, Send, Stance, Table, strength
from owm_net.games.skeleton.full import NOBODY, TOKENS, Bet, Declare, FullMatch, FullTable
from owm_net.games.skeleton.leaving import leave


class Skeleton(System):
    """Registered as "skeleton"."""

    id = "skeleton"
    title = "Skeleton, the smallest game"
    version = "3"
    missions = ("duel", "full-deck")
    levels = ("full",)
    seats: ClassVar[tuple[int, int]] = (2, 4)

    def new_game(self, setup: Setup) -> GameState:
        """An empty table."""
        n = setup.seats
        if setup.mission == "full-deck":
            return FullTable(seats=n, scores=[0] * n, agenda=[FullMatch()])
        return Table(seats=n, scores=[0] * n, agenda=[Match()])

    def data_digest(self) -> bytes:
        """There are no data files."""
        return hashlib.sha256(b"skeleton").digest()

    def card_name(self, card: int) -> str:
        """Scout 1-6, Reserve 1-6, Smoke or a token."""
        if card in SMOKES:
            return "Smoke"
        if card in TOKENS:
            return "Blank token" if card == NOBODY else f"Token for seat {1 + TOKENS.index(card)}"
        return f"{'Scout' if card < 18 else 'Reserve'} {strength(card)}"

    def describe(self, view: View[Any], answer: Answer) -> str:
        """In a few words."""
        if isinstance(answer, Stance):
            return "be bold" if answer.bold else "be careful"
        if isinstance(answer, Send):
            card = view.card(answer.card)
            return f"play {self.card_name(card) if card is not None else 'a hidden card'}"
        if isinstance(answer, Bet | Declare):
            card = view.card(answer.token)
            on = "a token" if card is None else self.card_name(card).lower()
            return f"bet by {on}" if isinstance(answer, Bet) else f"declare the bet, {on}"
        if isinstance(answer, DeckList):
            return "reserve: " + ", ".join(self.card_name(c) for c in answer.cards)
        return "pass"

    def why_no_drop(self, g: GameState, seat: int) -> str | None:
        """SKEL-13; not where reserves lie that only their owners can make again."""
        if isinstance(g, FullTable):
            return "in the mission full-deck everybody's reserves are lost"
        return None

    def dropped(self, g: GameState, seat: int) -> None:
        """SKEL-13."""
        assert isinstance(g, Table)
        leave(g, seat)

    def narrate(self, g: GameState, event: Event) -> str:
        """In a few words."""
        f = event.facts
        card = self.card_name(f["card"]) if isinstance(f.get("card"), int) else ""
        seat = f.get("seat")
        who = self.seat_name(g, seat) if isinstance(seat, int) else ""
        return {
            "turn": f"{who} looks at the top card",
            "sent": f"{who} sends {card}",
            "laid": f"{who} lays {card}",
            "cancelled": f"{card} is cancelled",
            "scored": f"{who}: {card} brings {f.get('points')}",
            "bet": f"{who} lays its bet",
            "declared": f"{who} declares its bet: {card.lower()}",
            "settled": f"{who} bet by {card.lower()} and wins {f.get('points')}",
            "left": f"{who} has left; the others go on",
            "reshuffled": "the discard pile is shuffled into a new deck",
        }.get(event.kind, event.kind)
