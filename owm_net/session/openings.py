"""Cards shown to those who may see them: to everybody, to their owner, to one other seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from owm_net.protocol import opening, sealed
from owm_net.protocol.entries import Kind
from owm_net.protocol.errors import BadEncoding, BadProof, RemoteProtocolError
from owm_net.session.ground import Ground
from owm_net.session.steps import FEW, Step, Steps

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

    def __init__(self, ground: Ground) -> None:
        self._ground = ground

    def open(self, slots: Sequence[int]) -> Steps:
        """All seats give the shares they have not given yet; then everybody knows the cards.

        The owner's shares in cards he plays came with his answer, and the others gave theirs
        when he drew: then nothing is missing, and no step is taken.
        """
        yield from self.give_shares(dict.fromkeys(self._ground.present, slots))
        self._ground.counts["openings"] += len(slots)
        return self._ground.table.open(slots)

    def learn(self, seat: int, slots: Sequence[int]) -> Steps:
        """One seat, and nobody else, learns some cards: by Draw, Peek or Show.

        As a rule all others give their shares to everybody and the seat keeps its own: the one
        that every other and every verifier lacks. Where it has given it before, because another
        seat drew or peeked then, the shares that are still not public are those of the seats
        that know the card, and one of them must stay so: they are given in sealed messages.
        """
        ground, table = self._ground, self._ground.table
        fresh = table.missing(seat, slots)
        given = [s for s in slots if s not in fresh]
        if fresh:
            yield from self.give_shares(dict.fromkeys(ground.others(seat), fresh))
        private: dict[int, dict[int, bytes]] = {s: {} for s in given}
        for knower in ground.others(seat):
            shown = table.missing(knower, given)
            if not shown:
                continue
            (box,) = yield self._sealed_step(knower, seat, shown)
            yield self._confirm_step(knower, seat, shown, box)
            for s, share in zip(shown, box.shares, strict=False):  # empty but for the receiver
                private[s][knower] = share
        if ground.is_own(seat):
            _, secrets = ground.mine()
            ground.known.update(table.peek(seat, secrets, fresh))
            ground.known.update(table.look(private))
        return ()

    def _sealed_step(self, seat: int, to: int, slots: list[int]) -> Step:
        ground = self._ground
        E, about = ground.keys[to].E, ground.about(slots)  # noqa: N806

        def contexts() -> tuple[bytes, bytes]:
            return ground.ctx(seat, "show", about=about), ground.ctx(seat, "shown", about=about)

        def make() -> bytes:
            own, secrets = ground.mine()
            ctx, inner = contexts()
            cards = ground.table.cards(slots)
            shares = opening.make_shares(inner, secrets, ground.keys[seat].X, cards, own.entropy)
            return sealed.seal(ctx, E, shares, own.entropy)

        def check(_: int, box: bytes) -> _Box:
            ctx, inner = contexts()
            size = 32 * len(slots) + opening.DLEQ_BYTES + sealed.SEALED_OVERHEAD
            if len(box) != size:
                reason = f"a sealed message of {len(box)} bytes instead of {size}"
                raise BadEncoding(reason, algorithm="deck.md Algorithm 16")
            ground.prove(seat, sealed.check_sealed, ctx, E, box)
            if not ground.is_own(to):
                return _Box(ctx, inner, box)
            own, secrets = ground.mine()
            try:
                shares = self._read(inner, seat, slots, sealed.unseal(ctx, secrets, box))
            except RemoteProtocolError:
                complaint = sealed.complain(ctx, secrets, box, own.entropy)
                return _Box(ctx, inner, box, complaint=complaint)
            return _Box(ctx, inner, box, tuple(shares))

        return Step(Kind.SEALED, (seat,), check, make, "showing cards")

    def _confirm_step(self, seat: int, to: int, slots: list[int], box: _Box) -> Step:
        def check(_: int, body: bytes) -> None:
            if not body:
                return
            E = self._ground.keys[to].E  # noqa: N806
            said = sealed.judge_complaint(box.ctx, E, box.sealed, body)
            try:
                if said is None:
                    raise BadEncoding("it cannot be read")
                self._read(box.inner, seat, slots, said)
            except RemoteProtocolError as e:
                raise BadProof(
                    f"it did not show its cards in its sealed message: {e.reason}",
                    seat=seat,
                    algorithm=_COMPLAINT,
                ) from e
            raise BadProof("its complaint is groundless", algorithm=_COMPLAINT)

        return Step(Kind.CONFIRM, (to,), check, lambda: box.complaint)

    def _read(self, inner: bytes, seat: int, slots: list[int], said: bytes) -> list[bytes]:
        """The shares in an opened box. Raises BadEncoding or BadProof if they are bad."""
        shares = opening.split_shares(said, len(slots))
        ground = self._ground
        opening.check_shares(inner, ground.keys[seat].X, ground.table.cards(slots), said)
        return shares

    # -- shares for everybody ------------------------------------------------------------

    def give_shares(self, wanted: Mapping[int, Sequence[int]]) -> Steps:
        """Seats give their shares in those of their slots in which they have not done so yet.

        wanted: seat -> slots, in the order of the seats.
        """
        table = self._ground.table
        missing = {seat: table.missing(seat, slots) for seat, slots in wanted.items()}
        due = [seat for seat in missing if missing[seat]]
        if not due:
            return

        def make() -> bytes:
            own, _ = self._ground.mine()
            return self.make_shares(missing[own.seat])

        def check(seat: int, body: bytes) -> list[bytes]:
            return self.check_shares(seat, missing[seat], body)

        heavy = "opening cards" if max(map(len, missing.values())) > FEW else ""
        values = yield Step(Kind.SHARES, due, check, make, heavy)
        for seat, shares in zip(due, values, strict=True):
            table.add_shares(seat, missing[seat], shares)

    def make_shares(self, slots: Sequence[int]) -> bytes:
        """Our shares in some slots, with their proof."""
        ground = self._ground
        own, secrets = ground.mine()
        ctx = ground.ctx(own.seat, "share", about=ground.about(slots))
        cards = ground.table.cards(slots)
        return opening.make_shares(ctx, secrets, ground.keys[own.seat].X, cards, own.entropy)

    def check_shares(self, seat: int, slots: Sequence[int], body: bytes) -> list[bytes]:
        """Another seat's shares in some slots. Raises BadEncoding or BadProof."""
        ground = self._ground
        shares = opening.split_shares(body, len(slots), validate=False)  # the proof does it
        ctx = ground.ctx(seat, "share", about=ground.about(slots))
        cards = ground.table.cards(slots)
        ground.prove(seat, opening.check_shares, ctx, ground.keys[seat].X, cards, body)
        return shares
