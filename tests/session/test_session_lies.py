"""Every lie at this layer is blamed on the right seat, by all who see it and by `verify`."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from owm_net.engine import codec
from owm_net.engine.ids import Seat
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played
from owm_net.engine.requests import (
    Answer,
    Choose,
    PrivateDeck,
    Result,
    Reveal,
    Show,
    Shuffle,
)
from owm_net.games.skeleton.cards import SMOKES, TOKENS
from owm_net.games.skeleton.duel import Send
from owm_net.games.skeleton.full import Bet, Declare, FullState
from owm_net.protocol import group, opening, sealed, shuffle
from owm_net.protocol.entries import Entry, EntryKind, decode_entry, sign, split_record
from owm_net.protocol.fiat_shamir import ProofContext, Transcript
from owm_net.protocol.keys import KEYS_DST, SeatSecrets, prove_knowledge
from owm_net.session.match import Match
from owm_net.session.terms import decode_hello
from tests.seats import BEN

Body = Callable[[Match], bytes | None]
SEATS = pytest.mark.parametrize("seats", [2, 3])


def pending(match: Match, kind: type) -> Any:
    return match.state.pending if isinstance(match.state.pending, kind) else None


def secrets_of(match: Match) -> Any:
    return match._basis.mine()[1]


# ------------------------------------------------------------------ cards shown to one seat


def sealed_box(say: Callable[[Match, Any, bytes], bytes]) -> Body:
    def body(match: Match) -> bytes | None:
        request, basis = pending(match, Show), match._basis
        if request is None:
            return None
        about, to = basis.about(request.slots), request.to
        inner = basis.ctx(request.seat, "shown", about=about)
        said = say(match, request, inner)
        ctx = basis.ctx(request.seat, "show", about=about)
        return sealed.seal(ctx, basis.keys[to].E, said, os.urandom)

    return body


def shares_of_another_card(match: Match, request: Any, inner: bytes) -> bytes:
    hand = match.state.hands[request.seat]
    other = [c for c in hand if c not in request.slots][:1]
    basis = match._basis
    return opening.make_shares(
        inner,
        secrets_of(match),
        basis.keys[request.seat].X,
        basis.cards.ciphertexts(other),
        os.urandom,
    )


@SEATS
@pytest.mark.parametrize(
    "say", [shares_of_another_card, lambda m, r, i: bytes(96), lambda m, r, i: os.urandom(96)]
)
def test_wrong_shares_in_a_sealed_box(table: Any, seats: int, say: Any) -> None:
    party = table.Party(seats, liar=0, lie=table.once(EntryKind.SEALED, sealed_box(say)))
    blame = table.caught(party)
    assert blame.seat == 0 and blame.rule == "deck.md Algorithm 17"
    assert blame.reason.startswith("it did not show its cards in its sealed message")


def test_a_box_that_cannot_be_read(table: Any) -> None:
    def garble(match: Match) -> bytes | None:
        body = sealed_box(lambda m, r, i: bytes(96))(match)
        return None if body is None else body[:-1] + bytes([body[-1] ^ 1])

    party = table.Party(3, liar=1, lie=table.once(EntryKind.SEALED, garble))
    blame = table.caught(party)
    assert blame.seat == 1 and blame.reason.endswith("it cannot be read")


@pytest.mark.parametrize("place", [40, 70, None])
def test_a_box_that_is_bad_on_its_face(table: Any, place: int | None) -> None:
    def garble(match: Match) -> bytes | None:
        body = sealed_box(lambda m, r, i: bytes(96))(match)
        if body is None or place is None:
            return body and body[:-1]
        return body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :]

    blame = table.caught(table.Party(3, liar=1, lie=table.once(EntryKind.SEALED, garble)))
    assert blame.seat == 1 and blame.rule in ("deck.md Algorithm 16", "deck.md Algorithm 1")


@SEATS
def test_a_false_complaint(table: Any, seats: int) -> None:
    def complain(match: Match) -> bytes | None:
        request, basis = pending(match, Show), match._basis
        if request is None:
            return None
        e = decode_entry(split_record(match._progress._last_records[request.seat])[0])
        ctx = ProofContext(
            match.match_id,
            basis.terms_hash,
            match.identities,
            request.seat,
            "show",
            step=e.step,
            prev=e.prev,
            about=basis.about(request.slots),
        ).encode()
        return sealed.complain(ctx, secrets_of(match), e.body, os.urandom)

    blame = table.caught(table.Party(seats, liar=1, lie=table.once(EntryKind.CONFIRM, complain)))
    assert (blame.seat, blame.reason) == (1, "its complaint is groundless")


@pytest.mark.parametrize("body", [bytes(96), b"\1" * 96, b"x", random.Random(1).randbytes(96)])
def test_a_complaint_that_proves_nothing(table: Any, body: bytes) -> None:
    blame = table.caught(table.Party(3, liar=1, lie=table.once(EntryKind.CONFIRM, lambda m: body)))
    assert blame.seat == 1 and blame.rule.startswith("deck.md Algorithm 1")


# ------------------------------------------------------------------ tokens


def bet_on_itself(match: Match) -> Answer | None:
    request, state = pending(match, Choose), match.state
    if request is None or request.kind != "bet":
        return None
    assert isinstance(state, FullState)
    tokens = state.hands[state.tokens(request.seat)]
    return Bet(next(t for t in tokens if match.known[t] == TOKENS[request.seat]))


@SEATS
@pytest.mark.parametrize("bold", [False, True])
def test_an_illegal_token_that_stays_closed(table: Any, seats: int, bold: bool) -> None:
    """Nobody can tell when it is laid; the rules open it at the end."""
    party = table.Party(seats, liar=1, bold=bold, cheat=bet_on_itself)
    blame = table.caught(party)
    assert (blame.seat, blame.reason, blame.rule) == (1, "nobody bets on himself", "SKEL-14")


@SEATS
def test_an_illegal_token_that_is_declared(table: Any, seats: int) -> None:
    def cheat(match: Match) -> Answer | None:
        request, state = pending(match, Choose), match.state
        if request is None or request.kind != "send":
            return bet_on_itself(match)
        assert isinstance(state, FullState)
        return Declare(Played(state.hands[state.bet(BEN)][0]))

    blame = table.caught(table.Party(seats, liar=1, cheat=cheat))
    assert (blame.seat, blame.rule) == (1, "SKEL-14")
    assert blame.reason == "nobody bets on himself (seen when the card was opened)"


def test_a_token_opened_as_another(table: Any) -> None:
    """The owner's share at the end is one in another of its tokens."""

    def another(match: Match) -> bytes | None:
        request, basis = pending(match, Reveal), match._basis
        if request is None or request.seat != 1:
            return None
        assert isinstance(match.state, FullState)
        if request.slots[0] not in match.state.hands[match.state.bet(BEN)]:
            return None
        other = match.state.hands[match.state.tokens(BEN)][:1]
        ctx = basis.ctx(Seat(1), "share", about=basis.about(request.slots))
        cards, X = basis.cards.ciphertexts(other), basis.keys[1].X  # noqa: N806
        return opening.make_shares(ctx, secrets_of(match), X, cards, os.urandom)

    def declare_nothing(match: Match) -> Answer | None:
        request = pending(match, Choose)
        return Pass() if request is not None and request.kind == "send" else None

    lie = table.once(EntryKind.SHARES, another)
    party = table.Party(3, liar=1, lie=lie, cheat=declare_nothing)
    blame = table.caught(party)
    assert (blame.seat, blame.rule) == (1, "deck.md Algorithm 11")


# ------------------------------------------------------------------ decks


def shuffle_of(kind: type, purpose: str, change: Callable[[list[Any]], list[Any]]) -> Body:
    """Return a proved shuffle of another deck."""

    def body(match: Match) -> bytes | None:
        request, basis = pending(match, kind), match._basis
        if request is None:
            return None
        cards = request.pool if kind is PrivateDeck else request.cards
        deck = change(basis.cards.input_deck(cards))
        ctx = basis.ctx(match.own.seat, purpose, request.number)  # type: ignore[union-attr]
        done = shuffle.shuffle(ctx, basis.joint, deck, os.urandom)
        return shuffle.encode_deck(done.deck) + done.proof

    return body


def foreign(deck: list[Any]) -> list[Any]:
    joint = shuffle.known_card(b"owm-net/skeleton", 5, bytes.fromhex("58" + 31 * "66"))
    return [joint, *deck[1:]]


def doubled(deck: list[Any]) -> list[Any]:
    return [deck[-1], *deck[1:]]


@pytest.mark.parametrize("change", [foreign, doubled, lambda d: d[:-1]])
@pytest.mark.parametrize(("kind", "purpose"), [(Shuffle, "shuffle"), (PrivateDeck, "private")])
def test_a_deck_with_another_card(table: Any, kind: type, purpose: str, change: Any) -> None:
    """Foreign, doubled, missing: in the common deck, out of the pool."""
    body = shuffle_of(kind, purpose, change)
    liar = 0 if kind is Shuffle else 1

    party = table.Party(2, liar=liar, lie=table.once(EntryKind.SHUFFLE, body))
    blame = table.caught(party)
    assert blame.seat == liar and blame.rule == "deck.md Algorithm 9"


# ------------------------------------------------------------------ shares, rolls, keys


def garbled(match: Match, place: int) -> bytes:
    assert match._progress.step.make is not None
    body = bytearray(match._progress.step.make())
    body[place] ^= 1
    return bytes(body)


@pytest.mark.parametrize("kind", [EntryKind.SHARES, EntryKind.DICE, EntryKind.KEYS])
@pytest.mark.parametrize("place", [0, -1, -40])
def test_a_garbled_proof(table: Any, kind: EntryKind, place: int) -> None:
    party = table.Party(3, "duel", liar=2, lie=table.once(kind, lambda m: garbled(m, place)))
    blame = table.caught(party)
    assert blame.seat == 2 and blame.rule.startswith("deck.md Algorithm")


def test_copied_keys(table: Any) -> None:
    def copy(match: Match) -> bytes:
        return decode_entry(split_record(match._progress._last_records[0])[0]).body

    blame = table.caught(table.Party(3, "duel", liar=2, lie=table.once(EntryKind.KEYS, copy)))
    assert (blame.seat, blame.rule) == (2, "deck.md Algorithm 5")


def keys_body(match: Match, secrets: SeatSecrets) -> bytes:
    """KEYS with a good proof for each: their author knows all three secrets."""
    ctx, body = match._basis.ctx(match.own.seat, "keys"), b""  # type: ignore[union-attr]
    for name, secret in zip((b"X", b"Y", b"E"), (secrets.x, secrets.y, secrets.e), strict=True):
        transcript, public = Transcript(KEYS_DST, ctx), group.mul_base(secret)
        transcript.append(b"key", name)
        body += public + prove_knowledge(transcript, secret, public, os.urandom)
    return body


@pytest.mark.parametrize("of", "xye")
@pytest.mark.parametrize("as_its", "xye")
def test_two_seats_that_share_a_secret(table: Any, as_its: str, of: str) -> None:
    """Seat 0 has told seat 1 one of its secrets, so every proof of seat 1 holds. Whichever key they
    have in common, nobody plays on, and the later of the two is named: it can only have proved
    that it knows the secret if it shares it with the other."""

    def shared(match: Match) -> bytes:
        told = getattr(secrets_of(party.matches[0]), of)
        fresh = SeatSecrets(*group.random_scalars(3, os.urandom))
        return keys_body(match, attrs.evolve(fresh, **{as_its: told}))

    party = table.Party(3, "duel", liar=1, lie=table.once(EntryKind.KEYS, shared))
    blame = table.caught(party)
    assert (blame.seat, blame.rule) == (1, "deck.md Algorithm 6")
    assert blame.reason == "its key is the key of another seat"


# ------------------------------------------------------------------ answers


def answer_body(answer: Answer, more: bytes = b"") -> bytes:
    data = codec.encode(answer)
    return len(data).to_bytes(4, "big") + data + more


@pytest.mark.parametrize(
    ("body", "rule"),
    [
        (answer_body(Send(Played(-1))), "SKEL"),
        (answer_body(Send(Played(3))), "SKEL"),
        (answer_body(Bet(0)), "SKEL"),
        (answer_body(Result((), (), "")), "KERNEL"),  # type: ignore[arg-type]
        (b"\0\0\0\3abc", "wire.md"),
        (b"", "wire.md"),
        (b"\xff" * 8, "wire.md"),
    ],
)
def test_an_answer_that_is_not_allowed(table: Any, body: bytes, rule: str) -> None:
    """Among them: cards that the seat does not hold."""
    blame = table.caught(
        table.Party(3, "duel", liar=1, lie=table.once(EntryKind.ANSWER, lambda m: body))
    )
    assert blame.seat == 1 and blame.rule.startswith(rule)


@SEATS
def test_a_card_that_makes_the_answer_illegal_when_it_is_opened(table: Any, seats: int) -> None:
    def smoke_as_scout(match: Match) -> Answer | None:
        request = pending(match, Choose)
        if request is None or request.kind != "send":
            return None
        smokes = [c for c in match.state.hands[request.seat] if match.known[c] in SMOKES]
        return Send(Played(smokes[0])) if smokes else None

    blame = table.caught(table.Party(seats, "duel", seed=2, liar=1, cheat=smoke_as_scout))
    assert blame.seat == 1 and blame.rule == "SKEL-04"
    assert blame.reason == "a smoke cannot be sent as a scout (seen when the card was opened)"


def test_a_wrong_share_in_a_played_card(table: Any) -> None:
    def wrong(match: Match) -> bytes | None:
        request = pending(match, Choose)
        if request.kind != "send":
            return None
        scouts = [c for c in match.state.hands[request.seat] if match.known[c] not in SMOKES]
        if not scouts:
            return None
        assert match._progress.step.say is not None
        body = bytearray(match._progress.step.say(Send(Played(scouts[0]))))
        body[-1] ^= 1
        return bytes(body)

    blame = table.caught(table.Party(2, "duel", liar=1, lie=table.once(EntryKind.ANSWER, wrong)))
    assert (blame.seat, blame.rule) == (1, "deck.md Algorithm 11")


@SEATS
def test_another_result(table: Any, seats: int) -> None:
    def wrong(match: Match) -> bytes:
        return codec.encode(
            match._course._ends.result().with_(winners=(Seat(1),), reason="I have won")
        )

    blame = table.caught(table.Party(seats, "duel", liar=1, lie=table.once(EntryKind.END, wrong)))
    assert (blame.seat, blame.reason) == (1, "it signs another result")


# ------------------------------------------------------------------ entries


@pytest.mark.parametrize(
    ("changes", "reason", "seat"),
    [  # what may have been signed in good faith elsewhere, and carried here, names nobody
        ({"prev": bytes(32)}, "the entry follows another history", None),
        ({"match_id": bytes(32)}, "the entry belongs to another match", None),
        ({"kind": EntryKind.SHARES}, "SHARES sent where ANSWER is due", 1),
        ({"state": bytes(32)}, "its game state 00000000 differs", 1),
        ({"step": 2}, "two different entries for step 2 are signed", 1),
        ({"step": 4}, "two different entries for step 4 are signed", 1),
        ({"step": 100_000}, "an entry for step 100000 while step", None),
    ],
)
def test_an_entry_that_does_not_belong_there(
    table: Any, changes: dict[str, Any], reason: str, seat: int | None
) -> None:
    def lie(match: Match, entry: Entry) -> Entry | None:
        return attrs.evolve(entry, **changes) if entry.kind is EntryKind.ANSWER else None

    blame = table.caught(table.Party(3, "duel", liar=1, lie=lie))
    assert blame.seat == seat and blame.reason.startswith(reason)


@SEATS
@pytest.mark.parametrize("kind", [EntryKind.ANSWER, EntryKind.SHARES])
def test_an_entry_for_a_past_step_after_the_history_of_then(
    table: Any, seats: int, kind: EntryKind
) -> None:
    """Seat 1 signs for a step in which seat 0 alone was due, and names the head that was its own
    then: unlike what was signed after another history, that cannot be in good faith."""
    chosen: list[int] = []

    def lie(match: Match, entry: Entry) -> Entry | None:
        alone = [n for n, due in enumerate(match.chain.dues) if due == (0,) and n < entry.step]
        if not alone:
            return None
        chosen[:] = alone[:1]
        then = match.chain.heads[alone[0]], match.chain.states[alone[0]]
        return attrs.evolve(entry, kind=kind, step=alone[0], prev=then[0], state=then[1])

    blame = table.caught(table.Party(seats, "duel", liar=1, lie=lie))
    assert blame.seat == 1
    assert blame.reason == f"nothing is due from it at step {chosen[0]}"


def test_an_entry_in_the_name_of_another_seat_blames_nobody(table: Any) -> None:
    def lie(match: Match, entry: Entry) -> Entry | None:
        return attrs.evolve(entry, seat=0) if entry.kind is EntryKind.ANSWER else None

    assert table.caught(table.Party(3, "duel", liar=1, lie=lie)).seat is None


@pytest.mark.parametrize("ahead", [0, 3])
def test_two_entries_for_one_step(table: Any, ahead: int) -> None:
    """Both for the due step, or both early."""
    party = table.Party(3, "duel", liar=1)
    done: list[bytes] = []

    def second(seat: int, record: bytes) -> list[bytes]:
        entry = decode_entry(split_record(record)[0])
        if seat != 1 or entry.kind is not EntryKind.SHARES or done:
            return []
        identity = party.matches[1].own.identity
        forged = [
            sign(attrs.evolve(entry, step=entry.step + ahead, body=entry.body + more), identity)
            for more in (b"0", b"1")
        ]
        done.extend(forged)
        return forged

    party.extra = second
    party.run()
    for seat in (0, 2):
        blame = party.blames[seat]
        assert blame.seat == 1
        assert blame.reason.startswith("two different entries for step")
        if not ahead:
            assert party.verdict(seat).blame == 1
            assert party.verdict(seat).reason == blame.reason


# ------------------------------------------------------------------ HELLO


def test_a_hello_that_agrees_to_other_terms(table: Any) -> None:
    """It names our terms in its head and others in its body: signed, so it is its author's."""

    def wrong(match: Match) -> bytes:
        assert match._progress.step.make is not None
        hello = decode_hello(match._progress.step.make())
        return attrs.evolve(hello, terms=hello.terms[:-1] + b"\1").encode()

    party = table.Party(3, "duel", liar=1, lie=table.once(EntryKind.HELLO, wrong))
    blame = table.caught(party)
    assert (blame.seat, blame.reason) == (1, "its HELLO agrees to other terms")


def test_a_hello_of_another_match_blames_nobody(table: Any) -> None:
    """Anybody may have kept it and sent it here."""

    def another(match: Match, entry: Entry) -> Entry | None:
        hello = decode_hello(entry.body)
        terms = hello.terms[:-1] + b"\1"
        body = attrs.evolve(hello, terms=terms).encode()
        return attrs.evolve(entry, body=body, state=codec.digest(terms))

    blame = table.caught(table.Party(3, "duel", liar=1, lie=another))
    assert blame.seat is None and "other terms" in blame.reason


def test_two_seats_with_one_identity(table: Any) -> None:
    keys = [Ed25519PrivateKey.generate() for _ in range(3)]
    keys[2] = keys[1]
    party = table.Party(3, "duel", identities=keys, liar=2)
    party.run()
    assert party.blames
    for blame in party.blames.values():  # anybody could carry a HELLO here: nobody is named
        assert blame.reason == "two seats show the same identity" and blame.seat is None
