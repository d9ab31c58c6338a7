"""The base of all parts of a match: the game, the chain, the keys, the cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define

from owm_net.engine import codec
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.ids import Seat, all_seats
from owm_net.engine.requests import Result
from owm_net.engine.system import System
from owm_net.engine.taking_back import OpenRun
from owm_net.protocol.entries import SINCE, EntryKind, Step
from owm_net.protocol.errors import LocalProtocolError, MalformedBytes
from owm_net.protocol.fiat_shamir import ProofContext, about_opening, hedged_stream
from owm_net.protocol.group import Entropy
from owm_net.protocol.keys import SeatKeys, SeatSecrets, joint_key
from owm_net.protocol.lockstep import Lockstep
from owm_net.session.asked import Asked
from owm_net.session.clock_terms import read_clock
from owm_net.session.encrypted import EncryptedCards
from owm_net.session.private import BadNotes, PrivateNotes
from owm_net.session.steps import Deferred, Own
from owm_net.session.terms import Terms


@define
class Counts:
    """Counters of everything received so far: docs/wire.md, "What the numbers of verify count"."""

    entries: int = 0
    shuffles: int = 0
    openings: int = 0
    signatures: int = 0
    remarks: int = 0
    wishes: int = 0

    @property
    def said_of_the_game(self) -> int:
        """Entries that are no remarks and no wishes."""
        return self.entries - self.remarks - self.wishes


class Basis:
    """The facts of one match that all its parts share. own: None for an observer.

    present: the seats that play on, in order. dropped: seat -> the step at which the others agreed
    to go on without it. known: slot -> card, what this seat alone has learnt. private: what it must
    keep to go on after a crash. defer: where a verifier collects proofs to check
    later; None checks them at once. asked: the requests so far, for whoever wants them written
    down. stopped: how the match ends, if its players have ended it and not the rules. run: the
    decisions that may be taken back, by their steps.
    """

    def __init__(
        self,
        system: System,
        terms: Terms,
        own: Own | None,
        defer: list[Deferred] | None,
        private: PrivateNotes | None = None,
    ) -> None:
        self.system = system
        self.own = own
        self.seats = terms.setup.seats
        self.present = all_seats(self.seats)
        self.dropped: dict[Seat, Step] = {}
        self.names = [""] * self.seats
        self.state: GameState = system.new_game(terms.setup)
        self.known: dict[int, int] = {}
        self.private = private or PrivateNotes()
        self.events: list[Event] = []
        self.counts = Counts()
        self.protocol = terms.protocol
        self.clock = read_clock(terms.clock)
        self.terms_bytes = terms.encode()
        self.terms_hash = codec.digest(self.terms_bytes)
        self.chain = Lockstep(self.seats, identities=[b""] * self.seats)
        self.keys: list[SeatKeys] = []
        self.joint = b""
        self.defer = defer
        self.asked: list[Asked] | None = None
        self.stopped: Result | None = None
        self.run = OpenRun()
        self._cards: EncryptedCards | None = None

    @property
    def match_id(self) -> bytes:
        """32 bytes; zeros until all HELLOs are there."""
        return self.chain.match_id

    @property
    def cards(self) -> EncryptedCards:
        """The cards; not before the keys are there."""
        assert self._cards is not None
        return self._cards

    def take_keys(self, keys: list[SeatKeys], joint: bytes) -> None:
        """All seats have shown their keys."""
        self.keys = keys
        self.joint = joint
        self._cards = EncryptedCards(f"owm-net/{self.system.id}".encode(), joint, self.present)

    def drop(self, seat: Seat, step: Step) -> None:
        """The others go on without a seat from this step on: decks are made by their keys."""
        self.dropped[seat] = step
        self.present.remove(seat)
        self.joint = joint_key([self.keys[s].X for s in self.present])
        self.cards.rekey(self.joint, self.present)

    def present_at(self, step: Step) -> list[Seat]:
        """The seats that had not been dropped before a step."""
        return [s for s in all_seats(self.seats) if self.dropped.get(s, step) >= step]

    def mine(self) -> tuple[Own, SeatSecrets]:
        """This seat and its secrets. Raises LocalProtocolError for an observer."""
        if self.own is None or self.private.secrets is None:
            raise LocalProtocolError("an observer has no secrets")
        return self.own, self.private.secrets

    def check_secrets(self) -> None:
        """Raise BadNotes unless the private notes hold the secrets of the keys we have shown."""
        secrets = self.private.secrets
        if self.own and (secrets is None or secrets.public() != self.keys[self.own.seat]):
            raise BadNotes("the private file does not hold the keys of this match")

    def check_kind(self, kind: EntryKind) -> None:
        """Raise MalformedBytes for a kind of entry that is younger than this match."""
        if self.protocol < SINCE.get(kind, 0):
            raise MalformedBytes(
                f"entry of unknown kind {kind.value}", algorithm="wire.md, log entries"
            )

    def is_own(self, seat: Seat) -> bool:
        """Return True if this is our seat."""
        return self.own is not None and self.own.seat == seat

    def others(self, seat: Seat) -> list[Seat]:
        """All seats that play on but one, in order."""
        return [s for s in self.present if s != seat]

    def ctx(self, seat: Seat, purpose: str, deck: int = 0, about: bytes = b"") -> bytes:
        """The context of a proof of this step. docs/wire.md, "Contexts"."""
        chain = self.chain
        return ProofContext(
            match_id=chain.match_id,
            terms=self.terms_hash,
            identities=tuple(chain.identities),
            seat=seat,
            purpose=purpose,
            deck=deck,
            step=chain.step,
            prev=chain.head,
            about=about,
        ).encode()

    def random(self, ctx: bytes, about: bytes) -> Entropy:
        """Random bytes for what this seat makes once: its shuffle, blinding, hand or commitment.

        about: what it is made of; see `hedged_stream`.
        """
        own, secrets = self.mine()
        return hedged_stream(secrets.x, ctx, about, own.entropy)

    def about(self, slots: Sequence[int]) -> bytes:
        """Return what an opening of these slots binds as well: how many requests were answered, and
        the places."""
        return about_opening(self.state.answered, self.cards.indexes(slots))

    def prove(self, seat: Seat, function: Callable[..., Any], *arguments: Any) -> None:
        """Check a proof now, or put it off for a verifier that has many."""
        if self.defer is None:
            function(*arguments)
        else:
            self.defer.append(Deferred(self.counts.entries, seat, function, arguments))
