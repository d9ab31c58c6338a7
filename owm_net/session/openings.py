"""Cards shown to those who may see them: to everybody, to their owner, to one other seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from owm_net.engine.ids import Seat
from owm_net.engine.requests import Draw, Flip, Peek, Reveal, Show
from owm_net.protocol import opening, sealed
from owm_net.protocol.entries import EntryKind
from owm_net.protocol.errors import BadProof, MalformedBytes, RemoteProtocolError
from owm_net.session import working
from owm_net.session.basis import Basis
from owm_net.session.steps import FEW, ProtocolStep, Steps

_COMPLAINT = "deck.md Algorithm 17"


@frozen
class _Box:
    """A sealed message as it was received.

    ctx: of the box. inner: of the shares in it. shares: for the receiver alone, if they are
    good; complaint: for the receiver alone, if they are not.
    """

    ctx: bytes
    inner: bytes
    sealed: bytes
    shares: tuple[bytes, ...] = field(default=(), repr=False)
    complaint: bytes = b""


class Openings:
    """Answers Flip, Reveal, Draw, Peek and Show."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis

    def flip(self, request: Flip | Reveal) -> Steps:
        """All seats give the shares they have not given yet; then everybody knows the cards.

        The owner's shares in played cards came with the answer, and the others gave theirs for the
        draw: then nothing is missing, and no step is needed.
        """
        slots = request.slots
        yield from self.give_shares(dict.fromkeys(self._basis.present, slots))
        self._basis.counts.openings += len(slots)
        return self._basis.cards.open(slots)

    def draw(self, request: Draw | Peek) -> Steps:
        """A seat learns cards of a deck."""
        return self._learn(request.seat, request.slots)

    def show(self, request: Show) -> Steps:
        """A seat learns cards that another has."""
        return self._learn(request.to, request.slots)

    def _learn(self, seat: Seat, slots: Sequence[int]) -> Steps:
        """One seat, and nobody else, learns some cards.

        As a rule all others give their shares to everybody and the seat keeps its own: the one
        that every other and every verifier lacks. Where it has given it before, because another
        seat drew or peeked then, the shares that are still not public are those of the seats
        that know the card, and one of them must stay so: they are given in sealed messages.
        """
        basis, cards = self._basis, self._basis.cards
        fresh = cards.missing(seat, slots)
        given = [s for s in slots if s not in fresh]
        if fresh:
            yield from self.give_shares(dict.fromkeys(basis.others(seat), fresh))
        private: dict[int, dict[int, bytes]] = {s: {} for s in given}
        for knower in basis.others(seat):
            shown = cards.missing(knower, given)
            if not shown:
                continue
            (box,) = yield self._sealed_step(knower, seat, shown)
            yield self._confirm_step(knower, seat, shown, box)
            for s, share in zip(shown, box.shares, strict=False):  # empty but for the receiver
                private[s][knower] = share
        if basis.is_own(seat):
            _, secrets = basis.mine()
            basis.known.update(cards.peek(seat, secrets, fresh))
            basis.known.update(cards.look(private))
        return ()

    def _sealed_step(self, seat: Seat, to: Seat, slots: list[int]) -> ProtocolStep:
        basis = self._basis
        E, about = basis.keys[to].E, basis.about(slots)  # noqa: N806

        def contexts() -> tuple[bytes, bytes]:
            return basis.ctx(seat, "show", about=about), basis.ctx(seat, "shown", about=about)

        def make() -> bytes:
            own, secrets = basis.mine()
            ctx, inner = contexts()
            cards = basis.cards.ciphertexts(slots)
            shares = opening.make_shares(inner, secrets, basis.keys[seat].X, cards, own.entropy)
            return sealed.seal(ctx, E, shares, own.entropy)

        def check(_: int, box: bytes) -> _Box:
            ctx, inner = contexts()
            size = 32 * len(slots) + opening.DLEQ_BYTES + sealed.SEALED_OVERHEAD
            if len(box) != size:
                reason = f"a sealed message of {len(box)} bytes instead of {size}"
                raise MalformedBytes(reason, algorithm="deck.md Algorithm 16")
            basis.prove(seat, sealed.check_sealed, ctx, E, box)
            if not basis.is_own(to):
                return _Box(ctx, inner, box)
            own, secrets = basis.mine()
            try:
                shares = self._read(inner, seat, slots, sealed.unseal(ctx, secrets, box))
            except RemoteProtocolError:
                complaint = sealed.complain(ctx, secrets, box, own.entropy)
                return _Box(ctx, inner, box, complaint=complaint)
            return _Box(ctx, inner, box, tuple(shares))

        return ProtocolStep(EntryKind.SEALED, (seat,), check, make, "showing cards")

    def _confirm_step(self, seat: Seat, to: Seat, slots: list[int], box: _Box) -> ProtocolStep:
        def check(_: int, body: bytes) -> None:
            if not body:
                return
            E = self._basis.keys[to].E  # noqa: N806
            said = sealed.judge_complaint(box.ctx, E, box.sealed, body)
            try:
                if said is None:
                    raise MalformedBytes("it cannot be read")
                self._read(box.inner, seat, slots, said)
            except RemoteProtocolError as e:
                raise BadProof(
                    f"it did not show its cards in its sealed message: {e.reason}",
                    seat=seat,
                    algorithm=_COMPLAINT,
                ) from e
            raise BadProof("its complaint is groundless", algorithm=_COMPLAINT)

        return ProtocolStep(EntryKind.CONFIRM, (to,), check, lambda: box.complaint)

    def _read(self, inner: bytes, seat: Seat, slots: list[int], said: bytes) -> list[bytes]:
        """The shares in an opened box. Raises MalformedBytes or BadProof if they are bad."""
        shares = opening.split_shares(said, len(slots))
        basis = self._basis
        opening.check_shares(inner, basis.keys[seat].X, basis.cards.ciphertexts(slots), said)
        return shares

    # -- shares for everybody ------------------------------------------------------------

    def give_shares(self, wanted: Mapping[Seat, Sequence[int]]) -> Steps:
        """Seats give their shares in those of their slots in which they have not done so yet.

        wanted: seat -> slots, in the order of the seats.
        """
        cards = self._basis.cards
        missing = {seat: cards.missing(seat, slots) for seat, slots in wanted.items()}
        due = [seat for seat in missing if missing[seat]]
        if not due:
            return

        def make() -> bytes:
            own, _ = self._basis.mine()
            return self.make_shares(missing[own.seat])

        def check(seat: Seat, body: bytes) -> list[bytes]:
            return self.check_shares(seat, missing[seat], body)

        heavy = working.OPENING if max(map(len, missing.values())) > FEW else ""
        values = yield ProtocolStep(EntryKind.SHARES, due, check, make, heavy)
        for seat, shares in zip(due, values, strict=True):
            cards.add_shares(seat, missing[seat], shares)

    def make_shares(self, slots: Sequence[int]) -> bytes:
        """Our shares in some slots, with their proof."""
        basis = self._basis
        own, secrets = basis.mine()
        ctx = basis.ctx(own.seat, "share", about=basis.about(slots))
        cards = basis.cards.ciphertexts(slots)
        return opening.make_shares(ctx, secrets, basis.keys[own.seat].X, cards, own.entropy)

    def check_shares(self, seat: Seat, slots: Sequence[int], body: bytes) -> list[bytes]:
        """Another seat's shares in some slots. Raises MalformedBytes or BadProof."""
        basis = self._basis
        shares = opening.split_shares(body, len(slots), validate=False)  # the proof does it
        ctx = basis.ctx(seat, "share", about=basis.about(slots))
        cards = basis.cards.ciphertexts(slots)
        basis.prove(seat, opening.check_shares, ctx, basis.keys[seat].X, cards, body)
        return shares
