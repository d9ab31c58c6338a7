"""A game's table in words, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from owm_net.client.language import tr, tr_n
from owm_net.client.terminal.parts import THINGS, about
from owm_net.client.words import capital
from owm_net.engine import agenda
from owm_net.engine.agenda import Event, Refusal
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Answer
from owm_net.engine.text import named
from owm_net.engine.view import View
from owm_net.files.squads import Groups

Shelf = Callable[[str], Mapping[str, Groups]]
"""What is kept by name under the name of a shelf."""


class InWords:
    """The words for any game. names: of the players, by seat, if they are known. example: of an
    answer in words, where a game understands any."""

    names: Sequence[str] = ()
    example = ""

    def __init__(self, system: Any) -> None:
        self.system = system

    def named(self, text: str) -> str:
        """Return the rules' words, with the players' names in place of their seats."""
        return named(text, self.names)

    def luck(self, view: View[Any], events: Sequence[Event]) -> list[str]:
        """Return a sentence for each side about its luck, when the match is over."""
        return []

    def player_name(self, view: View[Any], seat: Seat) -> str:
        """Return a player's name, or that of their seat."""
        known = seat < len(self.names) and self.names[seat]
        return known or tr(self.system.seat_name(view.state, seat))

    def unasked(self, view: View[Any]) -> Answer | None:
        """Return the only answer, if it reveals nothing; as the game's table in the window does."""
        return None

    def is_routine(self, view: View[Any]) -> bool:
        """Return True if a question is passed by whoever passes automatically, though more could be
        done: mostly nothing depends on it."""
        return False

    def hand(self, view: View[Any]) -> list[str]:
        """The cards of the seat that looks, of all its hands."""
        cards = [view.card(card) for hand in self.own_hands(view) for card in hand]
        return [self.card(card) if card is not None else tr("a hidden card") for card in cards]

    def own_hands(self, view: View[Any]) -> list[list[int]]:
        """Where a seat has several, the first hands of all seats come first, then the second."""
        hands: list[list[int]] = view.state.hands[view.seat :: view.state.seats]
        return hands

    def card(self, card: Any) -> str:
        """A card with what must be known of it."""
        return tr(self.system.card_name(card))

    def map(self, view: View[Any]) -> Sequence[str]:
        """The table, a line for each thing or place."""
        return [
            about(capital(self.named(line)), THINGS) for line in self.system.on_table(view)
        ] or self.status(view)

    def deed(self, view: View[Any], answer: Answer) -> str:
        """Return what an answer would do."""
        text, more = self.named(self.system.describe(view, answer)), self.more(view, answer)
        return capital(f"{tr(text)}, {more}" if more else text)

    def more(self, view: View[Any], answer: Answer) -> str:
        """Return what an answer does, beyond the rules' words; "" for nothing."""
        return ""

    def odds(self, view: View[Any], answer: Answer) -> list[str]:
        """Return the likely result of an allowed answer, a line each; nothing where it risks
        nothing."""
        outlook = tr(self.named(agenda.outlook(view, answer)))
        return [capital(outlook)] if outlook else []

    def chance(self, view: View[Any], answer: Answer) -> str:
        """Return how likely an allowed answer does what it is for, short enough for a list; ""
        where it risks nothing, or where the rules say it (`agenda.outlook`)."""
        return ""

    def kept(self, view: View[Any], shelf: Shelf) -> Iterator[tuple[str, Answer]]:
        """Yield what the player has kept by name that is an answer to the question, as they built
        it: it need not be allowed now."""
        return iter(())

    def further(self, view: View[Any], offers: Sequence[Answer]) -> Iterator[Answer]:
        """Yield answers that the rules do not offer, for in the window they are made out of an
        offer: they need not be allowed. offers: those of the rules."""
        return iter(())

    def sought(self, view: View[Any], offers: Sequence[Answer]) -> Iterator[tuple[Answer, Refusal]]:
        """Yield answers that a player may look for in vain, and why not. offers: those of the
        rules, which need not offer what they refuse."""
        return iter(())

    def listed(self, view: View[Any], offers: Sequence[Answer]) -> Sequence[Answer]:
        """Return the allowed offers that are read out, in their order."""
        return offers

    def hint(self, view: View[Any]) -> str:
        """Return how the question can be answered beside by a number; "" for no other way."""
        return ""

    def led(
        self, view: View[Any], answer: Answer, points: Sequence[tuple[int, int]]
    ) -> Answer | None:
        """An answer that leads to other places, in hundredths of an inch; None where it leads
        nowhere."""
        return None

    def spoken(self, view: View[Any], words: str) -> tuple[Answer, str] | None:
        """Return an answer that is typed in words, such as "rifle platoon 1 to the barn", and what
        is left of the words for the next question; None where they mean nothing."""
        return None

    def grid(self, view: View[Any]) -> Sequence[str]:
        """The map as a grid."""
        return [tr("This game has no grid; map reads the table out.")]

    def status(self, view: View[Any]) -> Sequence[str]:
        """How the match stands."""
        g = view.state
        lines = []
        rounds = self.system.rounds(g)
        if rounds is not None:
            begun = tr(
                "{round} begun: {n}.", round=tr(self.system.round_name).capitalize(), n=rounds
            )
            lines.append(begun)
        for seat in range(g.seats):
            name = tr(self.named(self.system.seat_name(g, seat)))
            name = tr("{name} (you)", name=name) if seat == view.seat else name
            if not g.deck_count:  # a game without cards
                continue
            held = len(g.hands[seat]) if seat < len(g.hands) else 0
            lines.append(tr_n("{name} holds {n} card.", "{name} holds {n} cards.", held, name=name))
        scores = getattr(g, "scores", None)
        if scores:
            lines.append(tr("Points: {points}.", points=", ".join(map(str, scores))))
        return lines
