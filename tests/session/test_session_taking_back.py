"""Players take decisions back: by consent of all, and never across anything revealed."""

from __future__ import annotations

from typing import Any

import pytest

from owm_net import games
from owm_net.engine import codec, requests
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import REGISTRY, played_cards
from owm_net.engine.requests import Choose, ChooseSecretly, Over, Request
from owm_net.engine.taking_back import OpenRun
from owm_net.protocol.entries import (
    MAGIC,
    EntryKind,
    Step,
    decode_entry,
    frame_record,
    split_record,
)
from owm_net.protocol.errors import LocalProtocolError
from owm_net.session.asked import as_text
from owm_net.session.in_memory import driver
from owm_net.session.match import Match, What
from owm_net.session.recorded import record
from owm_net.session.verify import Outcome, open_log, verify
from tests.second_verifier.verify import verify as second
from tests.second_verifier.verify import verify_without_rules

pytestmark = pytest.mark.usefixtures("quick_sums")

MOST = 4
"""Times that a match of these tests turns back."""


def regretful(table: Any, system: str, mission: str, seats: int, seed: int) -> Any:
    """A match in which seats now and then take a decision back, and all agree; it is resigned when
    it has become long."""
    party = table.Party(seats, mission, seed, system=games.get(system))
    acts, chance = party.act, Chance(seed, "regrets")

    def act(i: int) -> None:
        match: Match = party.matches[i]
        if match.step > 150 and match.why_no_wish(What.RESIGN) is None:
            match.wish(What.RESIGN)
        asked = [wish for wish in match.wishes if wish.what is What.TAKE_BACK]
        run = match.may_be_taken_back()
        if run and match.why_no_wish(What.TAKE_BACK) is None:
            if asked:
                assert asked[0].back is not None
                match.take_decision_back(asked[0].back)
            elif len(match.turned_back) < MOST and chance.below(3) == 0:
                match.take_decision_back(run[chance.below(len(run))].at)
                asked = [wish for wish in match.wishes if wish.what is What.TAKE_BACK]
        if asked and len(asked) < seats:
            driver(match).todo()  # nobody decides before all have heard of it
            return
        acts(i)

    party.act = act
    party.run()
    return party


def without_count(state: Any) -> bytes:
    other = state.clone()
    other.answered = 0
    return codec.digest(other)


CASES = [
    ("nco", "", 2, 3),
    ("hailfire", "", 2, 4),
    ("squadcards", "", 2, 1),
    ("skeleton", "duel", 3, 2),
]


@pytest.mark.parametrize(("system", "mission", "seats", "seed"), CASES)
def test_a_decision_taken_back_was_never_made(
    table: Any, system: str, mission: str, seats: int, seed: int
) -> None:
    """All seats, both verifiers, one of them without the rules, and the replay agree; the state is
    the one before the decision, but for the count of answers."""
    party = regretful(table, system, mission, seats, seed)
    assert not party.blames and all(match.finished for match in party.matches)
    turned = [stop.back for stop in party.matches[0].turned_back]
    assert len(turned) > 1
    log = MAGIC + b"".join(map(frame_record, party.logs[0]))
    one, other = verify(log, games.get, processes=1), second(log)
    assert one.verdict is Outcome.OK and other.kind == "OK", (one.reason, other.why)
    assert codec.digest(party.matches[0].state) == codec.digest(party.matches[1].state)
    opened = open_log(log, games.get)
    asked = opened.match.write_requests()
    for data in opened.records:
        opened.match.receive(data)
        driver(opened.match).work()
    text = as_text(opened.match.terms, opened.match.match_id, asked)
    assert verify_without_rules(log, text).kind == "PROOFS_HOLD"
    made = record(opened.match)
    assert [one.back for one in asked if one.back is not None] == turned
    for n, each in enumerate(asked):
        assert each.answered == n and codec.digest(made.state(n)) == each.state
        if each.back is not None:
            place = max(i for i, one in enumerate(asked[:n]) if one.step == each.back)
            assert without_count(made.state(n + 1)) == without_count(made.state(place))
            assert not any(place <= step < n for step, _, _ in made.decisions())
    told = [said for said in made.said if said.event.name == "taken_back"]
    assert len(told) == len(turned) and "a decision is taken back" in told[0].text


@pytest.mark.parametrize("system", games.names())
def test_nothing_is_taken_back_across_a_reveal(system: str) -> None:
    """Of all requests that a game makes, only an open choice that opens no card can be undone."""
    found = games.get(system)
    setup = found.default_setup()
    match = LocalMatch(found, setup, 1, [random_player] * setup.seats)
    run, n = OpenRun(), 0
    while not isinstance(match.request, Over) and n < 300:
        answer = match.decide()
        before = len(list(run))
        run.note(match.state, match.request, answer, n)
        opens = (
            any(card < 0 for card in played_cards(answer))
            if isinstance(match.request, Choose)
            else True
        )
        assert len(list(run)) == (0 if opens else before + 1)
        match.give(answer)
        n += 1


def test_every_other_request_reveals_or_changes_what_nobody_can_undo() -> None:
    """A new kind of request is no `Choose`, so it ends what may be taken back."""
    kinds = [cls for cls in REGISTRY.values() if isinstance(cls, type) and issubclass(cls, Request)]
    assert len(kinds) > 10 and ChooseSecretly in kinds and requests.Roll in kinds
    assert [cls for cls in kinds if issubclass(cls, Choose)] == [Choose]


def test_one_who_does_not_agree_is_not_turned_back(table: Any) -> None:
    """A wish alone has no effect, also in the log; it cannot be made twice beside one step."""
    party = table.Party(2, "", 3, system=games.get("nco"))
    acts, asked = party.act, list[Step]()

    def act(i: int) -> None:
        match: Match = party.matches[i]
        may = match.why_no_wish(What.TAKE_BACK) is None and match.may_be_taken_back()
        if i == 0 and may and len(asked) < 3:
            asked.append(Step(match.may_be_taken_back()[-1].at))
            match.take_decision_back(asked[-1])
            with pytest.raises(LocalProtocolError, match="asked already"):
                match.take_decision_back(asked[-1])
        acts(i)

    party.act = act
    party.run()
    assert len(asked) == 3 and not party.blames
    assert all(match.finished and not match.turned_back for match in party.matches)
    verdict = verify(party.log(), lambda name: party.system, processes=1)
    assert verdict.verdict is Outcome.OK and verdict.wishes == 3


def test_a_seat_knows_whether_it_has_done_something_since(table: Any) -> None:
    """Then its program asks its player before it agrees."""
    party = table.Party(2, "", 3, system=games.get("nco"))
    acts, met = party.act, set[bool]()

    def act(i: int) -> None:
        run = party.matches[1].may_be_taken_back()
        for n, one in enumerate(run):
            if one.seat == 0:
                since = [later for later in run[n:] if later.seat == 1]
                acted = any(not isinstance(later.answer, Pass) for later in since)
                assert party.matches[1].has_acted_since(one.at) == acted
                met.add(acted)
        acts(i)

    party.act = act
    party.run()
    assert met == {True, False} and not party.blames


def test_a_match_taken_up_again_goes_on_from_where_it_turned_back(table: Any) -> None:
    """Whatever its log was cut at: the rest of the log is good, and nothing is signed twice."""
    party = regretful(table, "nco", "", 2, 3)
    log, first = party.logs[0], party.matches[0]
    stops = [
        n for n, one in enumerate(log) if decode_entry(split_record(one)[0]).kind is EntryKind.STOP
    ]
    for cut in (stops[0] - 1, stops[0], stops[0] + 1, stops[-1]):
        again = Match(party.system, party.agreed, first.own, private=first._basis.private)
        again.replay(log[:cut])
        for one in log[cut:]:
            again.receive(one)
            driver(again).work()
        assert again.finished and codec.digest(again.state) == codec.digest(first.state)


def test_turning_back_is_the_same_at_every_distance() -> None:
    """By hand, without a network: the state before each decision of the longest run of a game."""
    found = games.get("hailfire")
    match = LocalMatch(found, found.default_setup(), 4, [random_player] * 2)
    run, states, n = OpenRun(), dict[int, bytes](), 0
    while not isinstance(match.request, Over) and len(list(run)) < 6:
        states[n] = without_count(match.state)
        answer = match.decide()
        run.note(match.state, match.request, answer, n)
        match.give(answer)
        n += 1
    for one in reversed(list(run)):
        asked = run.turn_back(match.state, one.at)
        assert isinstance(asked, Choose) and asked.seat == one.seat == Seat(one.seat)
        assert without_count(match.state) == states[one.at]
        assert run.find(one.at) is None
    with pytest.raises(KeyError):
        run.turn_back(match.state, -1)
