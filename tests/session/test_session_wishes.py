"""Players end a match themselves: they resign, abandon it, adjourn it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from owm_net.cli import main
from owm_net.engine.ids import Seat
from owm_net.program.logs.judging import code_of_end, how_left
from owm_net.protocol.entries import (
    MAGIC,
    Entry,
    EntryKind,
    decode_entry,
    frame_record,
    sign,
    split_record,
)
from owm_net.protocol.errors import BadProof, LocalProtocolError
from owm_net.protocol.fiat_shamir import field as after_length
from owm_net.session import stops
from owm_net.session.asked import as_text
from owm_net.session.in_memory import driver
from owm_net.session.match import Match, What
from owm_net.session.people import how_it_ended
from owm_net.session.stops import read_stop, wish_body
from owm_net.session.verify import Outcome, Verdict, open_log, verify
from tests.second_verifier.verify import verify as second
from tests.second_verifier.verify import verify_without_rules

pytestmark = pytest.mark.usefixtures("quick_sums")

At = Callable[[Match], bool]


def entry(record: bytes) -> Entry:
    return decode_entry(split_record(record)[0])


def both(party: Any, records: list[bytes]) -> Verdict:
    """Return two verifiers' verdicts on a log, and one's with only the list of requests."""
    log = MAGIC + b"".join(map(frame_record, records))
    one, other = verify(log, lambda name: party.system, processes=1), second(log, party.system)
    said = one.verdict.value, one.first_bad, one.blame
    assert said == (other.kind, other.record, other.seat), (one.reason, other.why)
    if one.verdict is Outcome.OK:
        assert one.result is not None
        result = [*one.result.winners], [*one.result.scores], one.result.reason
        assert result == other.result
        opened = open_log(log, lambda name: party.system)
        asked = opened.match.write_requests()
        for record in records:
            opened.match.receive(record)
        text = as_text(opened.match.terms, opened.match.match_id, asked)
        assert verify_without_rules(log, text).kind == "PROOFS_HOLD"
    return one


def owes(match: Match) -> bool:
    return match.own is not None and match.own.seat in match.owed()


def decides(match: Match) -> bool:
    return match._progress.step.say is not None


def wishing(table: Any, wishes: list[tuple[int, What, At]], seats: int = 2, **more: Any) -> Any:
    """A match in which seats wish something, each at its first moment of that kind after step 12,
    when the one before it in the list has wished."""
    party = table.Party(seats, **{"mission": "duel", **more})
    left = list(wishes)

    def act(i: int, acts: Any = party.act) -> None:
        match = party.matches[i]
        if left and left[0][0] == i and match.step >= 12 and match.why_no_wish(left[0][1]) is None:
            driver(match).todo()
            if left[0][2](match):
                match.wish(left.pop(0)[1])
        if not match.adjourned:
            acts(i)

    party.act = act
    party.run()
    assert not left, "the moment never came"
    return party


MOMENTS: dict[str, At] = {
    "while its own decision is due": lambda m: decides(m) and m.owed() == [m.own.seat],  # type: ignore[union-attr]
    "while the other decides": lambda m: decides(m) and not owes(m),
    "at once": lambda m: True,
}


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("when", MOMENTS)
def test_who_resigns_loses_and_all_logs_say_so(table: Any, when: str, seat: int) -> None:
    party = wishing(table, [(seat, What.RESIGN, MOMENTS[when])])
    assert not party.blames
    for i, match in enumerate(party.matches):
        assert match.finished and match.result is not None
        assert (match.result.winners, match.result.reason) == ((1 - seat,), f"seat {seat} resigned")
        verdict = both(party, party.logs[i])
        assert verdict.verdict is Outcome.OK and verdict.result == match.result
        assert verdict.points == list(match.system.scores(match.state))  # as the game stood


def test_two_who_resign_at_once_come_to_one_result(table: Any) -> None:
    """Their wishes cross; the step that both are in says which counts."""
    party = table.Party(2, "duel")
    acts = party.act

    def act(i: int) -> None:
        match = party.matches[i]
        if match.step == 12 and match.why_no_wish(What.RESIGN) is None:
            match.wish(What.RESIGN)
        acts(i)

    party.act = act
    party.run()
    assert not party.blames and all(m.finished for m in party.matches)
    assert party.matches[0].result == party.matches[1].result
    assert both(party, party.logs[0]).verdict is Outcome.OK


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("when", MOMENTS)
def test_a_match_that_all_abandon_ends_without_a_winner(table: Any, when: str, seats: int) -> None:
    wishes = [(seat, What.ABANDON, MOMENTS[when]) for seat in range(seats)]
    party = wishing(table, wishes, seats)
    assert not party.blames
    for i, match in enumerate(party.matches):
        assert match.result is not None and match.result.winners == ()
        verdict = both(party, party.logs[i])
        assert verdict.verdict is Outcome.OK and verdict.result == match.result


def test_an_offer_that_one_alone_makes_changes_nothing(table: Any) -> None:
    """Played on to the end; it is made again with each new decision until it is declined."""
    party = wishing(table, [(0, What.ABANDON, MOMENTS["at once"])])
    assert all(m.finished and m.stopped is None for m in party.matches)
    verdict = both(party, party.logs[1])
    assert verdict.verdict is Outcome.OK and verdict.wishes > 3
    declined = wishing(
        table, [(0, What.ABANDON, MOMENTS["at once"]), (1, What.PLAY_ON, MOMENTS["at once"])]
    )
    assert all(m.finished and m.stopped is None for m in declined.matches)
    assert both(party, declined.logs[1]).wishes < verdict.wishes
    assert declined.matches[0].offers == ()


def test_adjourned_is_a_log_that_goes_on(table: Any) -> None:
    """Nobody signs anything after it, both verifiers call it unfinished; resumed, it is played to
    its end, though the agreement is in the log."""
    wishes = [(seat, What.ADJOURN, MOMENTS["at once"]) for seat in (0, 1)]
    party = wishing(table, wishes)
    assert all(match.adjourned and not match.finished for match in party.matches)
    for log in party.logs:
        verdict = both(party, log)
        assert verdict.verdict is Outcome.UNFINISHED and verdict.adjourned
        assert verdict.reason.startswith("adjourned by agreement at step")
        assert [said["what"] for said in verdict.standing] == ["adjourn", "adjourn"]
    for i, match in enumerate(party.matches):
        again = Match(party.system, party.agreed, match.own, private=match._basis.private)
        again.replay(party.logs[i])
        assert not again.adjourned
        party.matches[i] = again
    with pytest.raises(LocalProtocolError, match="not before all are there"):
        party.matches[0].wish(What.ADJOURN)
    party.matches[0].speak()
    with pytest.raises(LocalProtocolError, match="just close the program"):
        party.matches[0].wish(What.ADJOURN)
    party.act = type(party).act.__get__(party)
    party.run()
    assert all(match.finished for match in party.matches)
    assert both(party, party.logs[0]).verdict is Outcome.OK


def test_who_has_resigned_is_taken_up_again_as_one_who_has(table: Any) -> None:
    """At every record of the log: they sign nothing except what ends the match."""
    party = wishing(table, [(0, What.RESIGN, MOMENTS["while the other decides"])])
    log = party.logs[0]
    at = next(n for n, record in enumerate(log) if entry(record).kind is EntryKind.WISH)
    for cut in range(at + 1, len(log)):
        first = party.matches[0]
        again = Match(party.system, party.agreed, first.own, private=first._basis.private)
        again.replay(log[:cut])
        again.speak()
        driver(again).todo()
        signed = {(e.step, e.kind): r for r in log for e in [entry(r)] if e.seat == 0}
        for record in driver(again).outgoing():
            e = entry(record)
            assert e.seat != 0 or signed[e.step, e.kind] == record
        with pytest.raises(LocalProtocolError, match=r"you have resigned|the match is over"):
            again.wish(What.ABANDON)


# ------------------------------------------------------------------ three and four seats


def test_of_three_who_resigns_leaves_and_the_others_play_on(table: Any) -> None:
    party = wishing(table, [(2, What.RESIGN, MOMENTS["at once"])], 3)
    for i in range(3):  # also in his own log, as far as he looks on
        match = party.matches[i]
        assert match.finished and match.dropped == (2,) and match.gave_up(2) == "resigned"
        verdict = both(party, party.logs[i])
        assert verdict.verdict is Outcome.OK and "seat 2 resigned at step" in verdict.reason
        assert verdict.result is not None and 2 not in verdict.result.winners
    log = party.logs[2]
    at = next(n for n, record in enumerate(log) if entry(record).kind is EntryKind.STOP)
    while (left := both(party, log[: at + 1])).owed_by:  # others may have owed the step too
        at += 1
    assert left.verdict is Outcome.UNFINISHED
    assert left.reason == "the others went on without seat 2, which resigned"


def test_where_the_rules_cannot_go_on_without_him_he_loses(table: Any) -> None:
    """All others win, because in skeleton each plays alone."""
    party = wishing(table, [(2, What.RESIGN, MOMENTS["at once"])], 3, mission="full-deck")
    for i, match in enumerate(party.matches):
        assert match.result is not None and match.result.winners == (0, 1)
        assert both(party, party.logs[i]).verdict is Outcome.OK


def test_of_four_two_resign_one_after_the_other_and_then_a_third(table: Any) -> None:
    wishes: list[tuple[int, What, At]] = [
        (3, What.RESIGN, lambda m: True),
        (0, What.RESIGN, lambda m: len(m.dropped) == 1),
        (2, What.RESIGN, lambda m: len(m.dropped) == 2),
    ]
    party = wishing(table, wishes, 4)
    assert not party.blames
    for i in range(4):
        match = party.matches[i]
        assert match.result is not None and match.result.winners == (1,)
        verdict = both(party, party.logs[i])
        assert verdict.verdict is Outcome.OK
        assert [left["seat"] for left in verdict.left] == [3, 0]


# ------------------------------------------------------------------ logs that nobody honest writes


def test_a_log_with_a_wish_that_no_honest_program_keeps_is_bad_and_names_nobody(
    table: Any,
) -> None:
    """Twice, early, for nothing there is, in another's name, of another state, too many."""
    party = wishing(table, [(0, What.ABANDON, MOMENTS["at once"])])
    log = party.logs[0]
    at = next(n for n, record in enumerate(log) if entry(record).kind is EntryKind.WISH)
    e, key = entry(log[at]), party.matches[0].own.identity
    for bad in (
        [*log[: at + 1], log[at], *log[at + 1 :]],
        [*log[:4], log[at], *log[4:at], *log[at + 1 :]],
        *(
            [*log[:at], sign(forged, key), *log[at + 1 :]]
            for forged in (
                evolve(e, body=b"\x07"),
                evolve(e, body=b""),
                evolve(e, body=b"\x02\x00"),
                evolve(e, seat=1),
                evolve(e, seat=9),
                evolve(e, state=bytes(32)),
                evolve(e, prev=bytes(32)),
                evolve(e, match_id=bytes(32)),
                evolve(e, step=e.step + 65),
                evolve(e, step=1),
            )
        ),
    ):
        verdict = both(party, bad)
        assert verdict.verdict is Outcome.INVALID and verdict.blame is None, verdict.reason


def test_a_match_begun_by_an_older_program_has_none(table: Any) -> None:
    """There is nothing to resign by; a log of it that holds a WISH or STOP is as bad as ever."""
    party = table.Party(2, "duel")
    old = party.agreed.with_(protocol=3)
    for i, match in enumerate(party.matches):
        party.matches[i] = type(match)(party.system, old, match.own)
    party.run()
    assert all(match.finished for match in party.matches)
    log = party.logs[0]
    assert both(party, log).verdict is Outcome.OK
    e, key = entry(log[20]), party.matches[0].own.identity
    for kind in (EntryKind.WISH, EntryKind.STOP):
        forged = sign(evolve(e, kind=kind, seat=0, body=b"\x01"), key)
        verdict = both(party, [*log[:20], forged, *log[20:]])
        assert (verdict.verdict, verdict.first_bad, verdict.blame) == (Outcome.INVALID, 20, None)
        assert verdict.reason == f"entry of unknown kind {kind.value}"


def test_verify_and_replay_tell_of_it(
    table: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The player ends with exit 0 though an adjourned log is unfinished: all have agreed."""
    resigned = wishing(table, [(0, What.RESIGN, MOMENTS["at once"])])
    adjourned = wishing(table, [(seat, What.ADJOURN, MOMENTS["at once"]) for seat in (0, 1)])
    log = tmp_path / "match.owmlog"
    log.write_bytes(resigned.log())
    assert main(["verify", str(log), "--processes", "1"]) == 0
    line = "  result: Player 0 (seat 1) resigned; won by Player 1 (seat 2); points as it stood "
    assert line in capsys.readouterr().out
    assert main(["replay", str(log), "--text"]) == 0
    assert "Player 0 (seat 1) signs: resign\n" in capsys.readouterr().out
    log.write_bytes(adjourned.log())
    assert main(["verify", str(log), "--processes", "1"]) == 4
    assert "the match is not over: adjourned by agreement at step" in capsys.readouterr().out
    assert (
        code_of_end(adjourned.verdict(), Seat(0)) == code_of_end(resigned.verdict(), Seat(0)) == 0
    )
    cut = table.Party(2, "duel")
    cut.logs[0] = adjourned.logs[0][:20]
    assert code_of_end(cut.verdict(), Seat(0)) == 4
    left = wishing(table, [(2, What.RESIGN, MOMENTS["at once"])], 3)
    left.logs[2] = left.logs[2][:-4]  # what he has seen of it by the time he goes
    assert (code_of_end(left.verdict(2), Seat(2)), code_of_end(left.verdict(2), Seat(1))) == (0, 4)
    assert how_left(left.verdict(2), Seat(2)) == "resigned"


# ------------------------------------------------------------------ where a STOP may stand


def timed(table: Any, seats: int = 2, clock: str = "move:30") -> Any:
    """A party whose terms have a clock."""
    party = table.Party(seats, "duel")
    party.agreed = party.agreed.with_(clock=clock)
    for i, match in enumerate(party.matches):
        party.matches[i] = Match(party.system, party.agreed, match.own)
    return party


def first_of(log: list[bytes], kind: EntryKind) -> int:
    return next(n for n, r in enumerate(log) if entry(r).kind is kind)


def beside(log: list[bytes], at: int, seat: int, body: bytes, key: Any) -> bytes:
    """A WISH of a seat beside the step of a record."""
    return sign(evolve(entry(log[at]), kind=EntryKind.WISH, seat=seat, body=body), key)


def test_time_is_claimed_where_somebody_decides_and_of_each_seat_by_itself(table: Any) -> None:
    """Beside dice a claim is bad, and names nobody; beside one COMMIT two seats may be late."""
    party = timed(table, 3)
    party.run()
    log, key = party.logs[0][:16], party.matches[0].own.identity
    at, late = first_of(log, EntryKind.DICE), first_of(log, EntryKind.COMMIT)
    bad = beside(log, at, 0, wish_body(What.TIME, Seat(1), 40_000), key)
    verdict = both(party, [*log[:at], bad, *log[at:]])
    assert (verdict.verdict, verdict.first_bad, verdict.blame) == (Outcome.INVALID, at, None)
    claims = [
        beside(log, late, 0, wish_body(What.TIME, Seat(seat), 40_000), key) for seat in (1, 2)
    ]
    verdict = both(party, [*log[:late], *claims, *log[late:]])
    assert verdict.verdict is Outcome.UNFINISHED
    assert [(claim["seat"], claim["of"]) for claim in verdict.claims] == [(0, 1), (0, 2)]
    assert both(party, [*log[:late], claims[0], *claims, *log[late:]]).first_bad == late + 1


def test_an_absence_is_claimed_where_it_is_limited_and_by_who_signs_it(table: Any) -> None:
    """Both verifiers take it beside the decision of the accused, and refuse it without such terms,
    beside dice, of its own author, of nobody, in another's name, or a second time."""
    party = timed(table, 2, "move:30,away:60")
    party.run()
    one, other = (match.own.identity for match in party.matches)
    log = party.logs[0]
    late = next(
        n for n, r in enumerate(log) if (entry(r).kind, entry(r).seat) == (EntryKind.ANSWER, 1)
    )
    dice = first_of(log, EntryKind.DICE)
    for what in (What.AWAY, What.STOPS_WAITING):
        good = beside(log, late, 0, wish_body(what, Seat(1), 61_000), one)
        verdict = both(party, [*log[:late], good])
        assert verdict.verdict is Outcome.UNFINISHED and verdict.owed_by == [1]
        (said,) = verdict.claims
        assert (said["seat"], said["what"], said["of"], said["ms"]) == (0, what.word, 1, 61_000)
        assert both(party, [*log[:late], good, *log[late:]]).verdict is Outcome.OK
        bad = [
            (late, beside(log, late, 1, wish_body(what, Seat(1), 61_000), other)),
            (late, beside(log, late, 0, wish_body(what, Seat(0), 61_000), one)),
            (late, beside(log, late, 0, wish_body(what, Seat(7), 61_000), one)),
            (late, beside(log, late, 0, wish_body(what, Seat(1), 61_000), other)),
            (late, beside(log, late, 0, wish_body(what, Seat(1), 61_000)[:-1], one)),
            (dice, beside(log, dice, 0, wish_body(what, Seat(1), 61_000), one)),
        ]
        for at, record in bad:
            verdict = both(party, [*log[:at], record])
            assert (verdict.verdict, verdict.first_bad) == (Outcome.INVALID, at)
            assert verdict.blame is None
        assert both(party, [*log[:late], good, good, log[late]]).verdict is Outcome.INVALID
    without = timed(table)
    without.run()
    log, one = without.logs[0], without.matches[0].own.identity
    late = next(
        n for n, r in enumerate(log) if (entry(r).kind, entry(r).seat) == (EntryKind.ANSWER, 1)
    )
    bad_one = beside(log, late, 0, wish_body(What.AWAY, Seat(1), 61_000), one)
    assert both(without, [*log[:late], bad_one]).first_bad == late


def test_claims_that_come_before_their_step_all_wait_for_it(table: Any) -> None:
    party = timed(table, 4)
    party.run()
    log, key = party.logs[0], party.matches[0].own.identity
    late = first_of(log, EntryKind.COMMIT)
    step = entry(log[late]).step
    reader = Match(party.system, party.agreed, party.matches[1].own)
    for record in log:
        if entry(record).step == step - 1 and entry(record).seat == 2:
            for seat in (1, 2, 3):
                reader.receive(beside(log, late, 0, wish_body(What.TIME, Seat(seat), 40_000), key))
        reader.receive(record)
        driver(reader).work()
        if reader.step == step:
            break
    assert [wish.target for wish in reader.wishes] == [1, 2, 3]


def test_who_has_used_up_his_offers_can_still_resign_and_claim(table: Any) -> None:
    party = timed(table)
    party.run()
    log, key = party.logs[0], party.matches[0].own.identity
    made, steps, used = list[bytes](), set[int](), 0
    end = next(n for n, record in enumerate(log) if entry(record).step == 17)
    for at, record in enumerate(log[:end]):
        e = entry(record)
        if e.step >= 2 and e.step not in steps:
            steps.add(e.step)
            rationed = [What.ABANDON, What.ADJOURN, What.PLAY_ON][: 20 + e.step - used]
            used += len(rationed)
            made += [
                beside(log, at, 0, bytes([what.value]), key) for what in (*rationed, What.RESIGN)
            ]
            if e.kind is EntryKind.ANSWER and e.seat == 1:
                made.append(beside(log, at, 0, wish_body(What.TIME, Seat(1), 40_000), key))
        made.append(record)
    assert used == 36 and both(party, made).verdict is Outcome.UNFINISHED
    more = beside(log, end - 1, 0, bytes([What.PLAY_ON.value]), key)
    assert both(party, [*made[:-1], more, made[-1]]).verdict is Outcome.INVALID
    match = Match(party.system, party.agreed, party.matches[0].own)
    match._basis.private = party.matches[0]._basis.private
    match.replay(made)
    match.speak()
    assert match.why_no_wish(What.ABANDON) == "you have resigned" == match.why_no_wish(What.TIME)


def test_of_a_stop_with_many_wishes_no_signature_is_checked(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    party = wishing(table, [(0, What.ABANDON, MOMENTS["at once"])])
    offer = next(r for r in party.logs[0] if entry(r).kind is EntryKind.WISH)
    checked: list[bytes] = []
    monkeypatch.setattr(stops, "check_signature", lambda *it: checked.append(it[0]))
    held = after_length(offer) * 3
    for what in (What.ABANDON, What.RESIGN, What.TIME):
        with pytest.raises(BadProof, match="a STOP"):
            read_stop(party.matches[0]._basis, 0, bytes([what.value]) + held)
    assert not checked


# ------------------------------------------------------------------ offers and consents


def offering(table: Any) -> Any:
    """Two seats at a decision of seat 0 after step 12, nothing offered yet."""
    party = table.Party(2, "duel")

    def act(i: int, acts: Any = party.act) -> None:
        driver(party.matches[i]).todo()
        if not at_decision():
            acts(i)

    def at_decision() -> bool:
        match = party.matches[0]
        return match.step >= 12 and match.due() is EntryKind.ANSWER and match.owed() == [0]

    party.act = act
    party.run()
    assert at_decision()
    party.act = type(party).act.__get__(party)
    return party


def said(party: Any, what: What) -> list[tuple[int, int]]:
    """Seat and step of each such WISH in the log."""
    found = [entry(r) for r in party.logs[0]]
    return [(e.seat, e.step) for e in found if e.kind is EntryKind.WISH and e.body[0] == what.value]


def test_a_consent_counts_where_the_other_offers_and_is_no_offer_of_its_own(table: Any) -> None:
    party = offering(table)
    first, second = party.matches
    second.agree(What.ABANDON)
    party.act(1)
    assert said(party, What.ABANDON) == [] and second.offers == (What.ABANDON,)
    party.run()  # nobody offers anything, to the end of the match
    assert first.finished and first.stopped is None and said(party, What.ABANDON) == []
    party = offering(table)
    party.matches[1].agree(What.ABANDON)
    party.matches[0].wish(What.ABANDON)
    party.run()
    step = party.matches[0].wishes
    assert party.matches[0].stopped is not None, step
    assert {seat for seat, _ in said(party, What.ABANDON)} == {0, 1}


def test_an_old_word_against_offers_takes_back_no_newer_one(table: Any) -> None:
    """It was on its way when the offer was made: its author had not seen this one."""
    party = offering(table)
    first, second = party.matches
    log = party.logs[0]
    old = next(n for n, r in enumerate(log) if entry(r).step == first.step - 3)
    now = first.step
    first.wish(What.ABANDON)
    driver(first).todo()
    first.receive(beside(log, old, 1, bytes([What.PLAY_ON.value]), second.own.identity))
    assert first.offers == (What.ABANDON,)
    newer = beside(log, old, 1, bytes([What.PLAY_ON.value]), second.own.identity)
    e = evolve(entry(newer), step=now, prev=first.chain.head, state=first.chain.state)
    first.receive(sign(e, second.own.identity))
    assert first.offers == ()


def test_who_has_forgotten_that_he_adjourned_takes_the_match_up_all_the_same(table: Any) -> None:
    """An old copy: it hears of its own consent from the other, before it signs anything."""
    party = wishing(table, [(seat, What.ADJOURN, MOMENTS["at once"]) for seat in (0, 1)])
    log, match = party.logs[0], party.matches[0]
    mine = [n for n, r in enumerate(log) if entry(r).kind is EntryKind.WISH and entry(r).seat == 0]
    again = Match(party.system, party.agreed, match.own, private=match._basis.private)
    again.replay(log[: mine[-1]])
    for record in party.logs[1]:
        again.receive(record)
        driver(again).work() if again.is_working else None
    assert not again.adjourned
    again.speak()
    assert not again.adjourned and again.why_no_wish(What.RESIGN) is None


# ------------------------------------------------------------------ one who left is asked still


def test_who_has_resigned_still_shows_what_another_lacks(table: Any) -> None:
    """Three commit in secret. Seat 0 resigns by its entry; seat 2's comes to it and not to seat 1,
    which has signed that it goes on without seat 2. Only seat 0 can object, before it goes."""
    for first_the_drop in (True, False):
        party = table.Party(3, "duel")
        held: list[bytes] = []
        send = party.send

        def sending(
            i: int, record: bytes, party: Any = party, held: Any = held, send: Any = send
        ) -> None:
            e = entry(record)
            if i == 2 and (e.kind, e.step) == (EntryKind.COMMIT, 2):
                held.append(record)
            elif i == 2 and held:
                pass
            else:
                send(i, record)

        def act(i: int, acts: Any = party.act, party: Any = party) -> None:
            match = party.matches[i]
            if i == 0 and match.step == 2 and match.why_no_wish(What.RESIGN) is None:
                match.wish(What.RESIGN)
            acts(i)

        party.send, party.act = sending, act
        party.run()
        zero, one = party.matches[:2]
        assert len(held) == 1 and one.owed() == zero.owed() == [2]
        if not first_the_drop:
            party.attempt(0, party.hear, held[0])
            party.act(0)
            assert zero.dropped == (0,)
            driver(zero).outgoing()
        one.drop(2)
        party.logs[1] += driver(one).accepted()
        for record in driver(one).outgoing():
            party.attempt(0, party.hear, record)
        if first_the_drop:
            party.attempt(0, party.hear, held[0])
        party.act(0)
        party.logs[0] += driver(zero).accepted()
        keeps = [r for r in driver(zero).outgoing() if entry(r).kind is EntryKind.KEEP]
        assert len(keeps) == 1 and not party.blames
        party.attempt(1, party.hear, keeps[0])
        party.act(1)
        assert one.dropped == (0,) and not party.blames
        for i in (0, 1):
            assert both(party, party.logs[i]).verdict is Outcome.UNFINISHED


@pytest.mark.parametrize("kind", EntryKind)
def test_what_an_unfinished_log_waits_for_is_told_in_the_language_of_the_reader(
    kind: EntryKind,
) -> None:
    told = how_it_ended(f"waiting for {kind.word}", str)
    assert told == f"the next entry, {kind.word}, is not in the log"
    assert told is not None and told.one == "the next entry, {entry}, is not in the log"
