"""Skeleton: a small duel of scouts and smoke. Rule ids are those of docs/rules/skeleton.md."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, ClassVar

from owm_net.engine.agenda import GameState
from owm_net.engine.briefing import Briefing
from owm_net.engine.ids import Seat
from owm_net.engine.records import Played
from owm_net.engine.requests import Answer, DeckList
from owm_net.engine.system import Setup, System
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.skeleton.cards import TOKENS, card_name
from owm_net.games.skeleton.duel import Match
from owm_net.games.skeleton.events import seat_name
from owm_net.games.skeleton.full import FullMatch, FullState
from owm_net.games.skeleton.leaving import leave
from owm_net.games.skeleton.state import DuelState
from owm_net.games.skeleton.table import on_table


class Skeleton(System):
    """The smallest system that uses every request; registered as "skeleton"."""

    id = "skeleton"
    title = say("Skeleton, the smallest game")
    about = say("A toy: a few cards, a minute")
    for_developers = True
    version = "3"
    released: ClassVar[Mapping[str, str]] = {"3": "0.1.0"}
    missions = ("duel", "full-deck")
    levels = ("full",)
    called: ClassVar[Mapping[str, str]] = {
        "duel": say("Duel"),
        "full-deck": say("Full Deck"),
        "full": say("Full"),
    }
    seats: ClassVar[tuple[int, int]] = (2, 4)

    def new_game(self, setup: Setup) -> GameState:
        """A state before anything is chosen or dealt, for either mission."""
        n = setup.seats
        if setup.mission == "full-deck":
            return FullState(seats=n, scores=[0] * n, agenda=[FullMatch()])
        return DuelState(seats=n, scores=[0] * n, agenda=[Match()])

    def data_digest(self) -> bytes:
        return hashlib.sha256(b"skeleton").digest()

    def card_name(self, card: int) -> str:
        """Scout 1-6, Reserve 1-6, Smoke or a token."""
        return card_name(card)

    def on_table(self, view: View[Any]) -> Iterable[str]:
        return on_table(view)

    def briefing(self, g: GameState) -> Briefing:
        """SKEL-06, SKEL-08."""
        return Briefing(
            say("Most points win."),
            say("It ends when the deck is empty for the second time."),
            (say("A scout that is not cancelled scores its strength, and more by luck."),),
        )

    def aim(self, view: View[Any]) -> str:
        """The points of each seat."""
        each = [
            say_n("{who}: {n} point", "{who}: {n} points", n, who=seat_name(Seat(seat)))
            for seat, n in enumerate(view.state.scores)
        ]
        return listed(each)

    def values(self, kind: Any) -> Iterable[Hashable] | None:
        """Every card, in a hand, in a reserve or as a token."""
        return range(TOKENS.stop) if kind in (Played, int) else super().values(kind)

    def describe(self, view: View[Any], answer: Answer) -> str:
        """The list of a reserve is the kernel's answer; the others say themselves."""
        if isinstance(answer, DeckList):
            return say("reserve: {cards}", cards=listed([card_name(card) for card in answer.cards]))
        return super().describe(view, answer)

    def scores(self, g: GameState) -> tuple[int, ...]:
        """Points so far, without what the fog would bring."""
        assert isinstance(g, DuelState)
        return tuple(g.scores)

    def why_no_drop(self, g: GameState, seat: int) -> str | None:
        """SKEL-13; not where reserves lie that only their owners can make again."""
        if isinstance(g, FullState):
            return say("in the mission full-deck everybody's reserves are lost")
        return None

    def dropped(self, g: GameState, seat: int) -> None:
        """Those who stay take up their hands in a new deck (SKEL-13)."""
        assert isinstance(g, DuelState)
        leave(g, Seat(seat))
