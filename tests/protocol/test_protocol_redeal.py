"""A re-encrypted hand, and tags by blinding: fresh proofs, and everything that must be refused."""

from __future__ import annotations

import secrets
from itertools import pairwise

import pytest

from owm_net.protocol import blinding, equality, group, keys, opening, shuffle
from owm_net.protocol.errors import (
    LocalProtocolError,
    MalformedBytes,
    RemoteProtocolError,
    UnknownCard,
)
from owm_net.protocol.shuffle import Ciphertext

ENTROPY = secrets.token_bytes
SEATS = [keys.SeatSecrets(*group.random_scalars(3, ENTROPY)) for _ in range(3)]
PUBLIC = [s.public().X for s in SEATS]
OLD, NEW = keys.joint_key(PUBLIC), keys.joint_key(PUBLIC[:2])
DECK = b"core"
CTX = b"a context"


def hand(owner: int, cards: list[int]) -> list[Ciphertext]:
    """Cards drawn under the key of all three, as the owner alone can still open them."""
    drawn = []
    for k in cards:
        r = group.random_scalar(ENTROPY)
        a, b = group.mul_base(r), group.add(shuffle.card_point(DECK, k), group.mul(r, OLD))
        others = [group.mul(SEATS[s].x, a) for s in range(3) if s != owner]
        drawn.append((a, opening.open_card((a, b), others)))
    return drawn


def number(card: Ciphertext, seats: int = 2) -> int:
    shares = [group.mul(s.x, card[0]) for s in SEATS[:seats]]
    return opening.CardTable(DECK, range(30)).number(opening.open_card(card, shares))


@pytest.mark.parametrize("cards", [[7], [3, 1, 2], list(range(20, 28))])
def test_a_hand_is_the_same_under_the_key_of_those_who_remain(cards: list[int]) -> None:
    """The leaver's share is not needed, and each card is encrypted afresh."""
    old = hand(0, cards)
    body = equality.write_anew(CTX, SEATS[0], PUBLIC[0], NEW, old, ENTROPY)
    assert len(body) == equality.hand_bytes(len(cards))
    equality.check_hand(CTX, PUBLIC[0], NEW, old, body)
    new = equality.split_hand(body, len(cards))
    assert [number(card) for card in new] == cards
    again = equality.write_anew(CTX, SEATS[0], PUBLIC[0], NEW, old, ENTROPY)
    assert not set(new) & set(equality.split_hand(again, len(cards)))


def test_any_bit_of_a_hand_counts() -> None:
    old = hand(1, [5, 6])
    body = equality.write_anew(CTX, SEATS[1], PUBLIC[1], NEW, old, ENTROPY)
    for place in range(len(body)):
        bad = bytearray(body)
        bad[place] ^= 1 << place % 8
        with pytest.raises(RemoteProtocolError):
            equality.check_hand(CTX, PUBLIC[1], NEW, old, bytes(bad))
    for other in ((b"", PUBLIC[1], NEW), (CTX, PUBLIC[0], NEW), (CTX, PUBLIC[1], OLD)):
        with pytest.raises(RemoteProtocolError):
            equality.check_hand(*other, old, body)


def test_equal_cards_have_equal_tags_and_no_others() -> None:
    """Three hands and a deck, blinded by two."""
    deck = [shuffle.known_card(DECK, k, NEW) for k in range(12)]
    deck = list(shuffle.shuffle(CTX, NEW, deck, ENTROPY).deck)
    held = [7, 3, 11]
    body = equality.write_anew(CTX, SEATS[0], PUBLIC[0], NEW, hand(0, held), ENTROPY)
    cards = [*deck, *equality.split_hand(body, 3)]
    steps = [cards]
    for _ in range(2):
        blinded = blinding.blind(CTX, steps[-1], ENTROPY)
        assert len(blinded) == blinding.blind_bytes(len(cards))
        blinding.check_blinded(CTX, steps[-1], blinded)
        steps.append(list(blinding.split_blinded(blinded, len(cards))))
    for before, after in pairwise(steps):
        assert not {p for c in before for p in c} & {p for c in after for p in c}
    shares = [[opening.own_share(s, card) for card in steps[-1]] for s in SEATS[:2]]
    tags = blinding.tags(steps[-1], shares)
    assert [number(deck[i]) for i in blinding.places(tags[:12], tags[12:])] == held
    points = {shuffle.card_point(DECK, k) for k in range(30)}
    assert not points & set(tags), "a tag is no card"


def test_any_bit_of_a_blinding_counts() -> None:
    cards = hand(0, [1, 2])
    body = blinding.blind(CTX, cards, ENTROPY)
    for place in range(0, len(body), 3):
        bad = bytearray(body)
        bad[place] ^= 1 << place % 8
        with pytest.raises(RemoteProtocolError):
            blinding.check_blinded(CTX, cards, bytes(bad))
    with pytest.raises(RemoteProtocolError):
        blinding.check_blinded(CTX, cards[::-1], body)
    with pytest.raises(RemoteProtocolError):
        blinding.check_blinded(b"another", cards, body)


def test_bodies_of_other_lengths_are_refused_before_anything_is_parsed() -> None:
    for n in (0, 1, 95, 159, 161, 10**6):
        with pytest.raises(MalformedBytes, match="a hand of 1 cards must be 160 bytes"):
            equality.split_hand(bytes(n), 1)
        with pytest.raises(MalformedBytes, match="1 blinded cards must be 160 bytes"):
            blinding.split_blinded(bytes(n), 1)
    with pytest.raises(LocalProtocolError):
        equality.split_hand(b"", 0)
    with pytest.raises(LocalProtocolError):
        blinding.blind(CTX, [], ENTROPY)


@pytest.mark.parametrize(
    ("deck", "hands"),
    [([b"a", b"b"], [b"c"]), ([b"a", b"b"], [b"a", b"a"]), ([b"a", b"a"], [b"a"])],
)
def test_a_card_that_is_not_there_once_stops_the_match(
    deck: list[bytes], hands: list[bytes]
) -> None:
    with pytest.raises(UnknownCard, match="not in the deck once and only once"):
        blinding.places(deck, hands)
