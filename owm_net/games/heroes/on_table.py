"""The table in lines of text, for a terminal and for a window that draws no table."""

from __future__ import annotations

from collections.abc import Iterator

from owm_net.engine.ids import Seat
from owm_net.engine.text import listed, say
from owm_net.engine.view import View
from owm_net.games.heroes.hidden import card_words
from owm_net.games.heroes.ids import UnitId
from owm_net.games.heroes.smoke_bombs import bombs
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.words import (
    card_name,
    objective_name,
    seat_name,
    side_name,
    space_name,
    unit_name,
    vertex_name,
)

FACINGS = (
    say("north"),
    say("north-east"),
    say("east"),
    say("south-east"),
    say("south"),
    say("south-west"),
    say("west"),
    say("north-west"),
)


def on_table(view: View[HeroesState]) -> Iterator[str]:
    """The round, the objectives, each seat's units and cards, smoke."""
    g = view.state
    if g.round:
        yield say("round {number} of {rounds}", number=g.round, rounds=g.battle.rounds)
    for number, holder in enumerate(g.holders):
        place = objective_name(g, number)
        seats = [seat for seat in g.players if g.side(seat).name == holder]
        who = side_name(g, seats[0]) if seats else say("nobody")
        yield say("{place}: held by {who}", place=place, who=who)
    for seat in g.players:
        yield from _army(view, seat)
    for smoke in g.smoke:
        where = vertex_name(g, smoke.vertex)
        yield say("smoke at {where}: -{value}", where=where, value=smoke.value)


def _army(view: View[HeroesState], seat: Seat) -> Iterator[str]:
    """List a seat's units on the map, and its hand: cards by name for a viewer that may know
    them."""
    g = view.state
    yield seat_name(g, seat)
    for unit in (*g.in_play(seat), *bombs(g, seat)):
        yield say("{unit}: {facts}", unit=unit_name(g, unit), facts=listed(_facts(view, unit)))
    if not g.deck_size:
        return
    known = [face for card in g.hands[seat] if (face := view.card(card)) is not None]
    if known:
        yield say("cards: {cards}", cards=listed([card_words(card) for card in known]))
    else:
        yield say("cards in hand: {number}", number=len(g.hands[seat]))


def _facts(view: View[HeroesState], unit: UnitId) -> Iterator[str]:
    """Say the place of a unit, and its markers and tokens."""
    g = view.state
    u = g.units[unit]
    if u.bomb:
        yield say("waits")
    elif u.rides:
        yield say("in {vehicle}", vehicle=unit_name(g, u.aboard))
    else:
        yield space_name(g, u.at)
    if u.blind:
        under = view.card(g.card_under(unit))
        if under is not None:
            yield card_name(g, under)
    elif u.concealed:
        yield say("concealed")
    if u.weapon.arc or u.kind.vehicle:
        yield say("facing {facing}", facing=FACINGS[u.facing])
    for part in u.damage:
        yield say("damaged: {part}", part=part.word)
    if u.suppressed:
        yield say("suppressed: {markers}", markers=u.suppressed)
    if unit in g.bearers[u.seat]:
        token = g.hands[g.laid(u.seat)][g.bearers[u.seat].index(unit)]
        face = view.card(token)
        yield say("a token") if face is None else card_words(face)
    elif u.acted:
        yield say("has acted")
