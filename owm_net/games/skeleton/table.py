"""The table in words."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say, say_n
from owm_net.engine.view import View
from owm_net.games.skeleton.cards import card_name, token_words
from owm_net.games.skeleton.events import seat_name
from owm_net.games.skeleton.full import FullState
from owm_net.games.skeleton.state import DuelState


def on_table(view: View[DuelState]) -> Iterator[str]:
    """A line for each seat, then the piles."""
    g = view.state
    for seat in g.players:
        yield say("{who}: {what}", who=seat_name(seat), what=listed(list(_facts(view, seat))))
    cards = listed([card_name(card) for card in g.discard]) if g.discard else say("no cards")
    yield say("Discard pile: {cards}", cards=cards)
    yield say("Fog: {cards}", cards=say_n("{n} hidden card", "{n} hidden cards", len(g.fog)))
    if g.reshuffled:
        yield say("The deck was shuffled again; when it runs out once more, the game ends")


def _facts(view: View[DuelState], seat: Seat) -> Iterator[str]:
    g = view.state
    yield say_n("{n} point", "{n} points", g.scores[seat])
    if g.bold:
        yield say("bold") if g.bold[seat] else say("careful")
    if seat in g.gone:
        yield say("has left")
    if isinstance(g, FullState):
        held = len(g.hands[g.tokens(seat)])
        yield say_n("{n} token", "{n} tokens", held)
        for token in g.hands[g.bet(seat)]:
            card = view.card(token)
            bet = say("hidden") if card is None else token_words(card)
            yield say("bet: {token}", token=bet)
