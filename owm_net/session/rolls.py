"""Dice that nobody throws alone."""

from __future__ import annotations

from owm_net.engine.ids import Seat
from owm_net.engine.requests import PickNumber, Roll
from owm_net.protocol import dice, opening
from owm_net.protocol.entries import EntryKind
from owm_net.session.basis import Basis
from owm_net.session.steps import ProtocolStep, Steps


class Rolls:
    """Answers Roll and PickNumber."""

    def __init__(self, basis: Basis) -> None:
        self._basis = basis
        self._count = 0

    def roll(self, request: Roll | PickNumber) -> Steps:
        """A value that needs every seat's secret, and that none can choose."""
        basis = self._basis
        self._count += 1
        counter = self._count
        point = dice.dice_point(basis.match_id, counter, request.reason.encode())

        def make() -> bytes:
            own, secrets = basis.mine()
            ctx, key = basis.ctx(own.seat, "dice"), basis.keys[own.seat].Y
            return dice.make_dice_shares(ctx, secrets, key, [point], own.entropy)

        def check(seat: Seat, body: bytes) -> bytes:
            (share,) = opening.split_shares(body, 1, validate=False)  # the proof does it
            ctx = basis.ctx(seat, "dice")
            basis.prove(seat, dice.check_dice_shares, ctx, basis.keys[seat].Y, [point], body)
            return share

        shares = yield ProtocolStep(EntryKind.DICE, tuple(basis.present), check, make)
        value = dice.joint_value(basis.match_id, counter, shares)
        if isinstance(request, PickNumber):
            return (dice.uniform(value, request.below),)
        rolled = dice.uniform_many(value, request.sides, request.count)
        return tuple([1 + n for n in rolled])
