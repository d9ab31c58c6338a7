"""The cards of one match as the protocol sees them: encrypted decks and shares given so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import Seat
from owm_net.engine.zones import MAX_DECK, place, slot
from owm_net.protocol import opening, shuffle
from owm_net.protocol.keys import SeatSecrets
from owm_net.protocol.shuffle import Ciphertext


class EncryptedCards:
    """The ciphertext in each slot, and the seats that have given everyone their share for it."""

    def __init__(self, deck_id: bytes, joint_key: bytes, seats: Sequence[Seat]) -> None:
        self._deck_id = deck_id
        self._joint_key = joint_key
        self._seats = tuple(seats)
        self._holders: dict[int, tuple[int, ...]] = {}  # deck -> seats without which it stays shut
        self._slots: dict[int, Ciphertext] = {}
        self._shares: dict[int, dict[int, bytes]] = {}
        self._numbers = opening.CardTable(deck_id, ())

    def rekey(self, joint_key: bytes, seats: Sequence[Seat]) -> None:
        """Decks are made under the joint key of these seats from here on."""
        self._joint_key = joint_key
        self._seats = tuple(seats)

    def input_deck(self, cards: Sequence[int]) -> list[Ciphertext]:
        """Return the input of a shuffle: known cards openly, hidden ones as their ciphertexts."""
        self._numbers.add(c for c in cards if c >= 0)
        return [
            shuffle.known_card(self._deck_id, c, self._joint_key) if c >= 0 else self._slots[c]
            for c in cards
        ]

    def lay(self, number: int, deck: Sequence[Ciphertext]) -> None:
        """A deck that every seat has shuffled, under its number."""
        self._holders[number] = self._seats
        for index, card in enumerate(deck):
            self._slots[slot(number, index)] = card

    def ciphertexts(self, slots: Sequence[int]) -> list[Ciphertext]:
        return [self._slots[s] for s in slots]

    def closed_by(self, seat: Seat, slots: Sequence[int]) -> list[Ciphertext]:
        """Cards as `seat` alone can still open them: (A, B1), with all others' shares taken off.

        Raises EngineBug if one of those shares was never given to all.
        """
        closed = []
        for s in slots:
            a, b = self._slots[s]
            given = self._shares.get(s, {})
            others = [other for other in self._holders[place(s)[0]] if other != seat]
            if any(other not in given for other in others):
                raise EngineBug(f"the rules keep slot {s}, which seat {seat} cannot open alone")
            closed.append((a, opening.open_card((a, b), [given[other] for other in others])))
        return closed

    def missing(self, seat: Seat, slots: Sequence[int]) -> list[int]:
        """Those slots for which a seat has not given its share yet."""
        return [s for s in slots if seat not in self._shares.get(s, ())]

    def add_shares(self, seat: Seat, slots: Sequence[int], shares: Sequence[bytes]) -> None:
        """Note the shares a seat has given."""
        for s, share in zip(slots, shares, strict=True):
            self._shares.setdefault(s, {})[seat] = share

    def open(self, slots: Sequence[int]) -> tuple[int, ...]:
        """Card numbers of slots for which all seats have given their shares.

        Raises UnknownCard, which accepted proofs make impossible.
        """
        return tuple([self._open(s, list(self._shares[s].values())) for s in slots])

    def peek(self, seat: Seat, secrets: SeatSecrets, slots: Sequence[int]) -> dict[int, int]:
        """slot -> card for one seat that keeps its own shares to itself."""
        return self.look({s: {seat: opening.own_share(secrets, self._slots[s])} for s in slots})

    def look(self, private: Mapping[int, Mapping[int, bytes]]) -> dict[int, int]:
        """slot -> card for one who has some shares in private, besides those all have.

        private: slot -> seat -> share.
        """
        return {
            s: self._open(s, list({**self._shares.get(s, {}), **own}.values()))
            for s, own in private.items()
        }

    def indexes(self, slots: Sequence[int]) -> list[int]:
        """Slots as the numbers a proof binds: deck number and index in one."""
        return [number * MAX_DECK + index for number, index in map(place, slots)]

    def _open(self, s: int, shares: Sequence[bytes]) -> int:
        return self._numbers.number(opening.open_card(self._slots[s], shares))
