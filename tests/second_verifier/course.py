"""The sequence of steps of a match, as docs/wire.md gives it: which entries are due, and what each
must say. A generator yields one step after another and gets their entries' contents back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tests.second_verifier import layout, proofs, redealing
from tests.second_verifier.curve import M, Refused, encode, u32, u64
from tests.second_verifier.layout import Record
from tests.second_verifier.steps import Foul, Nobody, Request, Rules, Step, Steps

SIZE_OF_CHOICE = 2048
LONGEST_ANSWER = 16384


class Committed(NamedTuple):
    """A commitment and the context that its opening needs."""

    commitment: bytes
    ctx: bytes


class SeatLeft(Exception):
    """Thrown into the sequence of steps: the others go on without a seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat


class MatchStopped(Exception):
    """Thrown into the sequence of steps: the players have ended the match so."""

    def __init__(self, result: Request) -> None:
        self.result = result


class TurnedBack(Exception):
    """Thrown into the sequence of steps: the players go on from the decision of this step."""

    def __init__(self, step: int) -> None:
        self.step = step


class Course:
    """The public course of a match, and its next step."""

    def __init__(self, terms: bytes, rules: Rules, seats: int) -> None:
        self.terms = terms
        self.terms_hash = layout.hash_terms(terms)
        self.rules = rules
        self.deck_id = b"owm-net/" + layout.read_terms(terms).system.encode()
        self.everybody = tuple(range(seats))
        self.identities: list[bytes] = [b""] * seats
        self.match_id = bytes(32)
        self.keys: list[tuple[bytes, bytes, bytes]] = []  # X, Y, E of each seat
        self.joint = b""
        self.decks: dict[int, list[bytes]] = {}
        self.faces: dict[bytes, int] = {}  # point of a card -> its number
        self.makers: dict[int, tuple[int, ...]] = {}  # deck -> the seats there when it was made
        self.shares: dict[int, dict[int, bytes]] = {}  # slot -> seat -> what it has shown to all
        self.rolls = 0
        self.stopped: Request | None = None
        self.run: dict[int, int] = {}  # step of each decision since a reveal -> answered before it
        self._decided_at = 0
        self.asked: list[str] = []  # names of the requests so far

    def state(self) -> bytes:
        """Return the state of the game that the next step's entries must name."""
        return self.terms_hash if self.rules.request is None else self.rules.digest()

    def ctx(self, e: Record, purpose: str, deck: int = 0, about: bytes = b"") -> bytes:
        return proofs.context(
            self.match_id,
            self.terms_hash,
            self.identities,
            e.seat,
            purpose,
            deck,
            e.step,
            e.prev,
            about,
        )

    # -- from HELLO to END

    def play(self) -> Steps:
        hellos = yield Step(layout.HELLO, self.everybody, self._hello)
        self.match_id = layout.name_match(hellos)
        self.keys = yield Step(layout.KEYS, self.everybody, self._keys)
        for seat, mine in enumerate(self.keys):
            if any(set(mine) & set(others) for others in self.keys[:seat]):
                raise Foul(seat, "a key of another seat")
        try:
            self.joint = proofs.joint_key([X for X, _, _ in self.keys])
        except Refused as e:
            raise Nobody(str(e)) from e
        request = self.rules.begin()
        while request["request"] != "over" and self.stopped is None:
            try:
                answer = yield from self._answer(request)
            except SeatLeft as left:
                self._leave(left.seat)
                self.run = {}
                request = self.rules.go_on_without(left.seat)
            except TurnedBack as turned:
                answered = self.run[turned.step]
                self.run = {step: n for step, n in self.run.items() if n < answered}
                request = self.rules.turn_back(turned.step, answered)
            except MatchStopped as stopped:
                self.stopped = stopped.result
            else:
                if request["request"] != "choose" or self.rules.played(answer):
                    self.run = {}
                else:
                    self.run[self._decided_at] = self.rules.answered
                request = self.rules.advance(answer)
        ended = False
        while not ended:
            try:
                yield Step(layout.END, self.everybody, self._end)
                ended = True
            except SeatLeft as left:
                self._leave(left.seat)

    def may_go_on_without(self, seat: int, kind: int) -> bool:
        """Return True if the rules allow it at the step of this kind that is due."""
        return kind == layout.END or self.rules.can_go_on_without(seat)

    def _leave(self, gone: int) -> None:
        self.everybody = tuple(seat for seat in self.everybody if seat != gone)
        self.joint = proofs.joint_key([self.keys[seat][0] for seat in self.everybody])

    def _hello(self, e: Record) -> bytes:
        if layout.read_hello(e.body).terms != self.terms:
            raise Refused("other terms")
        return e.body

    def _keys(self, e: Record) -> tuple[bytes, bytes, bytes]:
        return proofs.check_keys(self.ctx(e, "keys"), e.body)

    def _end(self, e: Record) -> None:
        if e.body != layout.to_cbor(layout.Named("result", self.result())):
            raise Refused("another result")

    def result(self) -> list[Any]:
        """Winners, scores, reason; when the game is over."""
        assert self.rules.request is not None
        result = self.stopped or self.rules.request["result"]
        return [list(result["winners"]), list(result["scores"]), result["reason"]]

    def _answer(self, request: Request) -> Steps:
        self.asked.append(request["request"])
        match request:
            case {"request": "choose", "seat": seat}:
                return (yield from self._choose(seat))
            case {"request": "choose_secretly", "seats": seats}:
                return (yield from self._choose_secretly(tuple(seats)))
            case {"request": "flip" | "reveal", "slots": slots}:
                return (yield from self._reveal(slots))
            case {"request": "draw" | "peek", "seat": learner, "slots": slots}:
                return (yield from self._show(learner, slots))
            case {"request": "show", "to": learner, "slots": slots}:
                return (yield from self._show(learner, slots))
            case {"request": "shuffle", "number": number, "cards": cards}:
                return (yield from self._shuffle(number, self.lay(cards), self.everybody))
            case {"request": "redeal", "number": number, "pool": pool, "kept": kept}:
                return (yield from redealing.redeal(self, number, pool, kept))
            case {"request": "private_deck"}:
                return (yield from self._private(**request))
            case {"request": "roll", "sides": sides, "count": count, "reason": reason}:
                value = yield from self._dice(reason)
                return tuple(1 + n for n in proofs.uniform_many(value, sides, count))
            case {"request": "pick", "below": below, "reason": reason}:
                value = yield from self._dice(reason)
                return tuple(proofs.uniform_many(value, int(below), 1))
        raise AssertionError(request)

    # -- cards

    def cards(self, slots: Sequence[int]) -> list[bytes]:
        """(A, B) of each slot."""
        found = []
        for slot in slots:
            deck, index = divmod(-slot - 1, 4096)
            if slot >= 0 or index >= len(self.decks.get(deck, ())):
                raise Refused("no such slot")
            found.append(self.decks[deck][index])
        return found

    def lay(self, cards: Sequence[int]) -> list[bytes]:
        """The input of a shuffle."""
        for k in cards:
            if k >= 0:
                self.faces[encode(M(self.deck_id, k))] = k
        return [
            proofs.known_card(M(self.deck_id, k), self.joint) if k >= 0 else self.cards([k])[0]
            for k in cards
        ]

    def _missing(self, seat: int, slots: Sequence[int]) -> list[int]:
        """Of these, the slots in which the seat has not shown its share to all."""
        return [slot for slot in slots if seat not in self.shares.get(slot, {})]

    def opening(self, slots: Sequence[int]) -> bytes:
        places = b"".join(u32(-slot - 1) for slot in slots)
        return u64(self.rules.answered) + u32(len(slots)) + places

    def _check_shares(
        self, e: Record, purpose: str, seat: int, slots: Sequence[int], body: bytes
    ) -> list[bytes]:
        cards = self.cards(slots)
        bases, rest = (tuple(card[i : i + 32] for card in cards) for i in (0, 32))
        ctx = self.ctx(e._replace(seat=seat), purpose, 0, self.opening(slots))
        X = self.keys[seat][0]
        return proofs.check_shares(b"owm/mp/share/v1", ctx, X, bases, rest, body)

    def take_shares(self, e: Record, slots: Sequence[int], body: bytes) -> None:
        """Shares for all to see."""
        images = self._check_shares(e, "share", e.seat, slots, body)
        for slot, D in zip(slots, images, strict=True):
            self.shares.setdefault(slot, {})[e.seat] = D

    def _give(self, seats: Sequence[int], slots: Sequence[int]) -> Steps:
        """SHARES of those seats that have not given theirs."""
        owed = {seat: self._missing(seat, slots) for seat in seats}
        due = tuple(seat for seat in seats if owed[seat])
        if due:
            yield Step(layout.SHARES, due, lambda e: self.take_shares(e, owed[e.seat], e.body))

    def _reveal(self, slots: Sequence[int]) -> Steps:
        yield from self._give(self.everybody, slots)
        numbers = []
        for slot, card in zip(slots, self.cards(slots), strict=True):
            point = proofs.open_card(card[32:], list(self.shares[slot].values()))
            if point not in self.faces:
                raise Nobody("a card that is none, though all proofs are good")
            numbers.append(self.faces[point])
        return tuple(numbers)

    def _show(self, learner: int, slots: Sequence[int]) -> Steps:
        others = [seat for seat in self.everybody if seat != learner]
        fresh = self._missing(learner, slots)
        sealed = [slot for slot in slots if slot not in fresh]
        yield from self._give(others, fresh)
        for seat in others:
            if mine := self._missing(seat, sealed):
                yield from self._in_private(seat, learner, mine)
        return ()

    def _in_private(self, sender: int, receiver: int, slots: Sequence[int]) -> Steps:
        E = self.keys[receiver][2]
        length = 32 * len(slots) + 64
        about = self.opening(slots)
        box: Record

        def judge_box(e: Record) -> None:
            nonlocal box
            proofs.check_box(self.ctx(e, "show", 0, about), E, length, e.body)
            box = e

        def judge_word(e: Record) -> None:
            if not e.body:
                return
            ctx = self.ctx(box, "show", 0, about)
            K = proofs.check_complaint(ctx, E, box.body, e.body)
            try:
                payload = proofs.open_box(ctx, E, K, box.body)
                self._check_shares(box, "shown", sender, slots, payload)
            except Refused as fault:
                raise Foul(sender, f"its sealed shares are bad: {fault}") from fault
            raise Refused("a groundless complaint")

        yield Step(layout.SEALED, (sender,), judge_box)
        yield Step(layout.CONFIRM, (receiver,), judge_word)

    # -- decks

    def one_pass(self, purpose: str, seat: int, number: int, cards: list[bytes]) -> Steps:
        """One seat shuffles."""
        size = 64 * len(cards)

        def judge(e: Record) -> bytes:
            ctx = self.ctx(e, purpose, number)
            output, proof = e.body[:size], e.body[size:]
            proofs.check_shuffle(ctx, self.joint, b"".join(cards), output, proof)
            return output

        (output,) = yield Step(layout.SHUFFLE, (seat,), judge)
        return [output[i : i + 64] for i in range(0, size, 64)]

    def _shuffle(self, number: int, cards: list[bytes], seats: Sequence[int]) -> Steps:
        for seat in seats:
            cards = yield from self.one_pass("shuffle", seat, number, cards)
        return self.put(number, cards)

    def put(self, number: int, cards: list[bytes]) -> tuple[()]:
        """Put a deck on the table."""
        self.decks[number], self.makers[number] = cards, self.everybody
        return ()

    def _private(
        self, seat: int, number: int, pool: Sequence[int], size: int, **_: object
    ) -> Steps:
        made = yield from self.one_pass("private", seat, number, self.lay(pool))
        others = [other for other in self.everybody if other != seat]
        return (yield from self._shuffle(number, made[:size], others))

    # -- dice

    def _dice(self, reason: str) -> Steps:
        self.rolls += 1
        counter = self.rolls
        V = proofs.dice_point(self.match_id, counter, reason.encode())

        def judge(e: Record) -> bytes:
            Y, ctx = self.keys[e.seat][1], self.ctx(e, "dice")
            (Z,) = proofs.check_shares(b"owm/dice/share/v1", ctx, Y, (V,), (b"",), e.body)
            return Z

        Z = yield Step(layout.DICE, self.everybody, judge)
        return proofs.joint_value(self.match_id, counter, Z)

    # -- decisions

    def _read_answer(self, seat: int, data: bytes) -> Any:
        answer = self.rules.read(data)
        self.rules.check(seat, answer)
        return answer

    def _choose(self, seat: int) -> Steps:
        def judge(e: Record) -> Any:
            self._decided_at = e.step
            length = int.from_bytes(e.body[:4], "big")
            if len(e.body) < 4 + length or length > LONGEST_ANSWER:
                raise Refused("an answer of another length")
            answer = self._read_answer(seat, e.body[4 : 4 + length])
            slots = self.rules.played(answer)
            if len(set(slots)) != len(slots):
                raise Refused("a slot is played twice")
            mine, shares = self._missing(seat, slots), e.body[4 + length :]
            if mine:
                self.take_shares(e, mine, shares)
            elif shares:
                raise Refused("shares that nobody asked")
            return answer

        (answer,) = yield Step(layout.ANSWER, (seat,), judge)
        return answer

    def _commit(self, seats: tuple[int, ...]) -> Steps:
        def judge(e: Record) -> Committed:
            if len(e.body) != 32:
                raise Refused("a commitment of another length")
            return Committed(e.body, self.ctx(e, "choice"))

        made = yield Step(layout.COMMIT, seats, judge)
        return made

    def _choose_secretly(self, seats: tuple[int, ...]) -> Steps:
        made = dict(zip(seats, (yield from self._commit(seats)), strict=True))

        def judge(e: Record) -> Any:
            return self._read_answer(e.seat, self._open(made[e.seat], e.body))

        answers = yield Step(layout.OPEN, seats, judge)
        return tuple(answers)

    @staticmethod
    def _open(made: Committed, opening: bytes) -> bytes:
        return proofs.check_opening(made.ctx, 0, SIZE_OF_CHOICE, made.commitment, opening)
