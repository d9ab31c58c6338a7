"""Deviations in ending a match: WISHes, of which nobody is named, and STOPs, of which who signs one
is."""

from __future__ import annotations

from typing import Any

from owm_net.engine.ids import Seat
from owm_net.protocol.entries import Entry, EntryKind, Step, sign
from owm_net.session.stops import What, stop_body, wish_body
from tests.cheats.gallery.hostile import LIAR, Hostile, another_match, identity
from tests.cheats.gallery.registry import ANSWER, COMMIT, DICE, OPEN, SHARES, Lie, plan
from tests.cheats.gallery.remarks import beside

END = EntryKind.END
OTHER = 0


def wish(
    me: Hostile, what: What = What.RESIGN, seat: int = LIAR, by: int | None = None, **changes: Any
) -> bytes:
    """Return a WISH of a seat for the due step, signed by it or by another."""
    step = changes.get("step", me.step)
    chain = me.chain
    here = min(step, chain.step)
    values: dict[str, Any] = {
        "match_id": chain.match_id,
        "prev": chain.heads[here],
        "state": chain.states[here],
        "body": bytes([what.value]),
        **changes,
    }
    entry = Entry(kind=EntryKind.WISH, seat=seat, **{"step": step, **values})
    return sign(entry, identity(seat if by is None else by))


def stop(me: Hostile, entry: Entry, what: What, *wishes: bytes) -> list[bytes]:
    """Return a STOP in place of an entry that is due."""
    held: Any = [type("Held", (), {"record": record}) for record in wishes]
    return [me.signed(entry, kind=EntryKind.STOP, body=stop_body(what, held))]


@beside("wish-forged", "resigns in another's name", seats=3)
def _(me: Hostile) -> list[bytes]:
    return [wish(me, seat=0, by=LIAR), wish(me, seat=2, by=LIAR), wish(me, seat=9, by=LIAR)]


@beside("wish-replayed", "sends another's WISH of another match, and its own twice", DICE)
def _(me: Hostile) -> list[bytes]:
    elsewhere = another_match(2, "duel").liar.match_id
    mine = wish(me, What.ABANDON)
    return [wish(me, seat=OTHER, match_id=elsewhere), mine, mine]


@beside("wish-flood", "wishes all there is beside every step, and what is not", ANSWER, after=60)
def _(me: Hostile) -> list[bytes]:
    whats = (What.ABANDON, What.ADJOURN, What.PLAY_ON)
    known = [wish(me, what, step=n) for n in range(2, me.step + 1) for what in whats]
    later = [wish(me, what, step=me.step + n) for n in range(1, 70) for what in whats]
    strange = [wish(me, body=bytes([n])) for n in range(9, 256)] + [wish(me, body=bytes(100_000))]
    return known + later + strange


@beside("wish-of-another-state", "offers something beside another state of the game", DICE)
def _(me: Hostile) -> list[bytes]:
    return [wish(me, What.ABANDON, state=bytes(32)), wish(me, What.ADJOURN, prev=bytes(32))]


def claimed(me: Hostile, claims: list[dict[int, bytes]]) -> list[bytes]:
    """Return WISHes with all claims, by the seat that each is about, beside this step, and with
    those about both players and about nobody beside every earlier one."""
    past = [about[seat] for about in claims for seat in (OTHER, LIAR, 255)]
    here = [body for about in claims for body in about.values()]
    steps = range(2, me.step)
    return [
        *[wish(me, step=step, body=body) for step in steps for body in past],
        *[wish(me, body=body) for body in here],
    ]


@beside(
    "wish-flood-of-claims",
    "claims everybody's time beside every step",
    ANSWER,
    after=60,
    clock="move:30",
)
def _(me: Hostile) -> list[bytes]:
    claims = {seat: wish_body(What.TIME, Seat(seat), 10**15) for seat in range(256)}
    return claimed(me, [claims])


@beside(
    "wish-flood-of-absences",
    "claims beside every step that everybody was away, in its own name and in another's",
    ANSWER,
    after=30,
    clock="move:30,away:60",
)
def _(me: Hostile) -> list[bytes]:
    whats = (What.AWAY, What.STOPS_WAITING)
    claims = [{s: wish_body(what, Seat(s), 10**15) for s in range(256)} for what in whats]
    forged = [wish(me, seat=OTHER, by=LIAR, body=wish_body(what, Seat(LIAR), 1)) for what in whats]
    return [*forged, *claimed(me, claims)]


@beside("resigns-and-goes-on", "resigns and plays on: the other ends the match, and wins")
def _(me: Hostile) -> list[bytes]:
    return [wish(me)]


@plan("stop-for-nothing", "ends the match by no wish at all", ANSWER, "blamed", "no single WISH")
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN)


@plan(
    "stop-in-anothers-name",
    "has the other resign by a WISH that it signs itself",
    ANSWER,
    "blamed",
    "the signature is wrong",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN, wish(me, seat=OTHER, by=LIAR))


@plan(
    "stop-by-another-match",
    "has the other resign by what he signed in another match",
    ANSWER,
    "blamed",
    "of another match",
)
def _(me: Hostile, entry: Entry) -> Lie:
    elsewhere = another_match(2, "duel").liar.match_id
    return stop(me, entry, What.RESIGN, wish(me, seat=OTHER, match_id=elsewhere))


@plan(
    "stop-by-an-old-offer",
    "abandons by an offer that the other made at an earlier step",
    ANSWER,
    "blamed",
    "of every seat for this step",
)
def _(me: Hostile, entry: Entry) -> Lie:
    old = wish(me, What.ABANDON, seat=OTHER, step=me.step - 1)
    return stop(me, entry, What.ABANDON, old, wish(me, What.ABANDON))


@plan(
    "stop-by-another-wish",
    "makes of the other's offer that he resigns",
    ANSWER,
    "blamed",
    "for something else",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN, wish(me, What.ABANDON, seat=OTHER))


def regret(me: Hostile, seat: int, back: int, **more: Any) -> bytes:
    """Return a seat's WISH to take back the decision of a step."""
    return wish(me, seat=seat, body=wish_body(What.TAKE_BACK, back=Step(back)), **more)


@beside(
    "wish-flood-of-regrets",
    "would take back every step, beside every step, also those that are no decisions or to come",
    ANSWER,
    after=30,
)
def _(me: Hostile) -> list[bytes]:
    steps = range(2, me.step + 1)
    backs = [*range(me.step + 3), 2**64 - 1]
    return [regret(me, LIAR, back, step=step) for step in steps for back in backs]


@plan(
    "stop-takes-back-alone",
    "takes its decision back though the other has not agreed",
    ANSWER,
    "blamed",
    "the signature is wrong",
)
def _(me: Hostile, entry: Entry) -> Lie:
    back = me.step - 1
    return stop(me, entry, What.TAKE_BACK, regret(me, 0, back, by=LIAR), regret(me, 1, back))


@plan(
    "stop-takes-back-a-reveal",
    "takes back the shuffle of the deck, with the other's consent",
    ANSWER,
    "blamed",
    "something was revealed since",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.TAKE_BACK, regret(me, OTHER, 2), regret(me, LIAR, 2))


@plan(
    "stop-takes-back-another-step",
    "makes of the other's consent to one step that to another",
    ANSWER,
    "blamed",
    "to take one decision back",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.TAKE_BACK, regret(me, OTHER, 2), regret(me, LIAR, 3))


@plan("stop-alone", "abandons without the others", ANSWER, "blamed", "of every seat", seats=3)
def _(me: Hostile, entry: Entry) -> Lie:
    offers = [wish(me, What.ABANDON, seat=seat) for seat in (0, LIAR)]
    return stop(me, entry, What.ABANDON, *offers)


@plan(
    "stop-padded",
    "puts more into a STOP than WISHes",
    ANSWER,
    "blamed",
    "nothing but WISHes",
)
def _(me: Hostile, entry: Entry) -> Lie:
    (record,) = stop(me, entry, What.RESIGN, wish(me))
    body = record[111:-64] + b"\0"
    return [me.signed(entry, kind=EntryKind.STOP, body=body)]


@plan(
    "stop-and-go-on",
    "signs a STOP for some and its answer for others",
    COMMIT,
    "blamed",
    "two different entries",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    (one,) = stop(me, entry, What.RESIGN, wish(me))
    return [(0, one), (2, me.signed(entry))]


@plan(
    "stop-for-a-share",
    "leaves by a resignation in place of its share, when it has seen what the others' shares open",
    SHARES,
    "blamed",
    "STOP sent where SHARES is due",
    seats=3,
    patient=True,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN, wish(me))


@plan(
    "stop-for-anothers-share",
    "has another, who plays with it, resign in place of its own dice",
    DICE,
    "blamed",
    "STOP sent where DICE is due",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN, wish(me, seat=OTHER, by=OTHER))


@plan(
    "stop-for-an-opening",
    "leaves in place of opening its choice, when it has seen the others'",
    OPEN,
    "blamed",
    "STOP sent where OPEN is due",
    seats=3,
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN, wish(me))


@plan(
    "stop-of-many",
    "puts five thousand WISHes into a STOP, to have them all checked",
    ANSWER,
    "blamed",
    "no single WISH",
)
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN, *[wish(me)] * 5000)


@plan("stop-at-the-end", "resigns when the rules have ended the match", END, "blamed", "STOP sent")
def _(me: Hostile, entry: Entry) -> Lie:
    return stop(me, entry, What.RESIGN, wish(me))


@plan(
    "stop-by-a-clock",
    "loses by a clock that the match does not have, to end it when it likes",
    ANSWER,
    "blamed",
    "of who has none to lose",
)
def _(me: Hostile, entry: Entry) -> Lie:
    claim = wish(me, seat=OTHER, body=wish_body(What.TIME, Seat(LIAR), 1000))
    return stop(me, entry, What.TIME, claim)


@beside("wish-for-time", "claims the time of another in a match without a clock", COMMIT)
def _(me: Hostile) -> list[bytes]:
    return [wish(me, body=wish_body(What.TIME, Seat(OTHER), 10**15)), wish(me, body=bytes([5]))]


@beside(
    "wish-of-absence",
    "claims that the other was away where the terms limit no absence",
    COMMIT,
    clock="move:30",
)
def _(me: Hostile) -> list[bytes]:
    whats = (What.AWAY, What.STOPS_WAITING)
    return [wish(me, body=wish_body(what, Seat(OTHER), 10**9)) for what in whats]


@plan(
    "stop-by-an-absence",
    "ends the match by its own claim that the other was away",
    ANSWER,
    "blamed",
    "for nothing that ends a match",
)
def _(me: Hostile, entry: Entry) -> Lie:
    claim = wish(me, body=wish_body(What.STOPS_WAITING, Seat(OTHER), 10**9))
    return stop(me, entry, What.STOPS_WAITING, claim)
