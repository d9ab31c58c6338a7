"""A false share that opens a card as another one: the rules of every game meet it before its proof.

A verifier checks proofs after the rules have run, so the rules may meet a card that cannot be, and
must neither crash on it nor hide whose fault it is.
"""

from __future__ import annotations

from typing import Any

import pytest

from owm_net import games
from owm_net.engine.ids import Seat
from owm_net.engine.requests import Flip
from owm_net.protocol import group, opening, shuffle
from owm_net.protocol.entries import Entry, EntryKind
from owm_net.session.match import Match
from owm_net.session.verify import Outcome


def opens_as(k: int) -> Any:
    """Lie: the first flip shows card k, whatever the deck holds. The liar has seen the other seat's
    share, which came before, if they peeked at the card, or comes now."""

    def lie(match: Match, entry: Entry) -> Entry | None:
        request = match.state.pending
        if entry.kind is not EntryKind.SHARES or not isinstance(request, Flip):
            return None
        cards, other = match._basis.cards, 1 - entry.seat
        slot, *_ = cards.missing(Seat(entry.seat), request.slots)
        given = cards._shares.get(slot, {}).get(other)
        if given is None:
            at = cards.missing(Seat(other), request.slots).index(slot)
            given = match._progress._values[other][at]
        shares = [given, entry.body[:32]]
        true = opening.open_card(cards.ciphertexts([slot])[0], shares)
        if true == shuffle.card_point(cards._deck_id, k):
            return None
        wanted = group.sub(true, shuffle.card_point(cards._deck_id, k))
        share = group.add(entry.body[:32], wanted)
        return Entry(
            entry.kind,
            entry.seat,
            entry.step,
            entry.match_id,
            entry.prev,
            entry.state,
            share + entry.body[32:],
        )

    return lie


@pytest.mark.parametrize("card", [0, 17, 5000])
@pytest.mark.parametrize(("system_id", "liar"), [("owm", 1), ("skeleton", 0), ("skeleton", 1)])
def test_a_card_put_in_the_place_of_another_is_its_authors_fault(
    table: Any, system_id: str, liar: int, card: int
) -> None:
    system = games.get(system_id)
    party = table.Party(2, "", 3, system, liar=liar, lie=opens_as(card), patient=True)
    party.run()
    assert isinstance(party.matches[liar].state.pending, Flip), "no lie was told"
    assert party.blames[1 - liar].seat == liar
    verdict = party.verdict(1 - liar)
    assert (verdict.verdict, verdict.blame) == (Outcome.INVALID, liar), verdict.reason
    assert verdict.first_bad == len(party.logs[1 - liar]) - 1
