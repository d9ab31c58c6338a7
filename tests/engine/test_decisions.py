"""Decisions: who may answer, what is judged, and when a played card is opened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import define

from owm_net import games
from owm_net.engine import agenda, codec
from owm_net.engine.agenda import Ask, End, Frame, Kind, Outcome, frame
from owm_net.engine.chance import Chance
from owm_net.engine.errors import EngineBug, IllegalAnswer
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over, Reveal, Roll
from owm_net.engine.view import EVERYBODY, View
from owm_net.engine.zones import slot
from owm_net.games.skeleton.duel import Send, Stance
from tests.engine.script import END, SLOTS, Say, Table, begin
from tests.seats import ANN, BEN


@record("test.decisions.speech")
class Speech(Answer):
    """As many words as one likes."""

    said: str


TALK = Kind("talk", Speech, rule="TEST-07", why="a speech is asked for")

# ------------------------------------------------------------------ decisions


def test_an_illegal_answer_says_who_why_and_by_which_rule_and_changes_nothing() -> None:
    g = begin(Choose(BEN, "say"))
    before = codec.encode(g)
    with pytest.raises(IllegalAnswer) as caught:
        agenda.advance(g, Say(3))
    e = caught.value
    assert (e.seat, e.answer, e.request, e.rule) == (1, Say(3), Choose(BEN, "say"), "TEST-03")
    assert str(e) == "seat 1: odd numbers are forbidden (TEST-03)"
    assert codec.encode(g) == before and g.pending == Choose(BEN, "say")
    agenda.advance(g, Say(2))
    assert g.answered == 1


def test_a_question_tells_people_what_it_is_about_or_else_what_its_kind_says() -> None:
    system = games.get("skeleton")
    match = LocalMatch(system, system.default_setup(), 1, [random_player] * 3)
    told: dict[str, agenda.About] = {}
    while not isinstance(match.request, Over):
        if isinstance(match.request, Choose | ChooseSecretly):
            asked = match.request.deciders[0]
            told[match.request.kind] = agenda.about(match.view(asked))
        match.step()
    assert told["send"] == agenda.About(
        "send a scout, or pass", "the others may lay smoke on it", "SKEL-04"
    )
    assert told["stance"] == agenda.About("take a stance", "a stance is asked", "SKEL-02")


@pytest.mark.parametrize(
    "answer", [None, 2, "say", (Say(2),), Choose(BEN, "say"), END, Table(seats=2)], ids=repr
)
def test_what_is_no_answer_is_refused(answer: object) -> None:
    with pytest.raises(IllegalAnswer, match="is no answer") as caught:
        agenda.advance(begin(Choose(BEN, "say")), answer)
    assert caught.value.rule == "KERNEL"


@pytest.mark.parametrize("seat", [0, 2, EVERYBODY])
def test_only_the_seat_that_is_asked_may_answer(seat: int) -> None:
    g = begin(Choose(BEN, "say"))
    with pytest.raises(IllegalAnswer, match=f"seat 1 is asked, not seat {seat}"):
        agenda.check_answer(g, seat, Say(2))
    agenda.check_answer(g, 1, Say(2))
    secret = begin(ChooseSecretly((BEN,), "say"))
    with pytest.raises(IllegalAnswer, match=f"seat 1 is asked, not seat {seat}"):
        agenda.check_answer(secret, seat, Say(2))
    agenda.check_answer(secret, 1, Say(2))


def test_where_nobody_decides_there_is_nothing_to_judge() -> None:
    g = begin(Roll(6, 1, "x"))
    for ask in (
        lambda: agenda.check_answer(g, 0, Say(2)),
        lambda: agenda.options(View(g, 0, {})),
        lambda: agenda.sample(View(g, 0, {}), Chance(0)),
    ):
        with pytest.raises(EngineBug, match="no decision is asked"):
            ask()
    refusal = agenda.why_not(View(g, 0, {}), Say(2))
    assert repr(refusal) == "no decision is asked (KERNEL)"


def test_options_are_the_allowed_offers_and_a_sample_is_one_of_them() -> None:
    view = View(begin(Choose(BEN, "say")), 1, {})
    assert agenda.options(view) == [Say(0), Say(2), Say(4)]
    chance = Chance("options")
    drawn = [agenda.sample(view, chance) for _ in range(60)]
    assert all(drawn.count(option) > 5 for option in agenda.options(view))
    many = View(begin(Choose(BEN, "many")), 1, {})
    assert agenda.options(many) == []
    assert agenda.why_not(many, agenda.sample(many, chance)) is None


def test_a_question_without_an_allowed_answer_is_a_bug() -> None:
    view = View(begin(Choose(BEN, "nothing")), 1, {})
    with pytest.raises(EngineBug, match=r"test\.agenda\.script asks for 'nothing' and allows noth"):
        agenda.sample(view, Chance(0))


def test_a_verdict_must_be_a_refusal() -> None:
    with pytest.raises(EngineBug, match="why_not_wrong returned 'no'"):
        agenda.advance(begin(Choose(BEN, "wrong")), Say(2))


def test_secret_answers_take_effect_together() -> None:
    g = begin(ChooseSecretly((ANN, BEN), "say"))
    before = codec.encode(g)
    for wrong in ((Say(2),), (Say(2),) * 3, [Say(2), Say(2)], Say(2)):
        with pytest.raises(EngineBug, match="2 answers expected"):
            agenda.advance(g, wrong)
    with pytest.raises(IllegalAnswer) as caught:
        agenda.advance(g, (Say(2), Say(5)))
    assert caught.value.seat == 1
    assert codec.encode(g) == before
    agenda.advance(g, (Say(2), Say(4)))
    assert g.heard == [f"{((Say(2), Say(4)),)}"]


def test_a_secret_answer_cannot_play_a_hidden_card() -> None:
    g = begin(ChooseSecretly((ANN, BEN), "say"))
    g.hands[0].append(SLOTS[0])
    with pytest.raises(IllegalAnswer, match="a hidden card cannot be played in secret"):
        agenda.advance(g, (Say(2, Played(SLOTS[0])), Say(4)))


# ------------------------------------------------------------------ answers that are too long


@frame("test.decisions.talk")
@define
class Talk(Frame[None]):
    """Hears speeches of any length."""

    secretly: bool

    def start(self, g: Table) -> Outcome[None]:
        return Ask(TALK.secretly((ANN, BEN)) if self.secretly else TALK.of(ANN), then=self.hear)

    @TALK.offers
    def offers_talk(self, view: View[Table]) -> Iterator[Speech]:
        yield Speech("")

    def hear(self, g: Table, *answers: object) -> Outcome[None]:
        g.heard.append("heard")
        return End(END)


def speech_of(size: int) -> Speech:
    """So many bytes in canonical form."""
    empty = len(codec.encode(Speech("x" * 300))) - 300
    made = Speech("x" * (size - empty))
    assert len(codec.encode(made)) == size
    return made


@pytest.mark.parametrize(("secretly", "most"), [(False, 16_384), (True, 2_048)])
def test_an_answer_that_is_too_long_is_refused_as_an_answer(secretly: bool, most: int) -> None:
    """By whoever gives it and by everybody else; nothing has happened."""
    g = Table(seats=2, agenda=[Talk(secretly)])
    agenda.begin(g)
    before = codec.encode(g)
    with pytest.raises(IllegalAnswer, match=f"more than {most} bytes") as caught:
        agenda.check_answer(g, 0, speech_of(most + 1), {})
    assert caught.value.rule == "KERNEL" and caught.value.seat == 0
    with pytest.raises(IllegalAnswer, match=f"more than {most} bytes"):
        long = speech_of(most + 1)
        agenda.advance(g, (Speech(""), long) if secretly else long)
    assert codec.encode(g) == before
    agenda.advance(g, (speech_of(most),) * 2 if secretly else speech_of(most))
    assert g.heard == ["heard"]


# ------------------------------------------------------------------ cards that answers play


def with_hand() -> Table:
    g = begin(Choose(BEN, "say"))
    g.hands[1] = [SLOTS[0], SLOTS[1], 20]
    return g


def test_a_played_card_is_opened_before_its_answer_takes_effect() -> None:
    g = with_hand()
    assert agenda.advance(g, Say(2, Played(SLOTS[1]))) == Reveal(BEN, SLOTS[1:])
    assert g.heard == []
    agenda.advance(g, (14,))
    assert g.heard == [f"{(Say(2, Played(14)),)}"]
    assert g.hands[1] == [SLOTS[0], 14, 20], "the slot in the hand has become the card"


def test_a_card_that_lies_open_needs_no_reveal() -> None:
    g = with_hand()
    agenda.advance(g, Say(2, Played(20)))
    assert g.heard == [f"{(Say(2, Played(20)),)}"]


def test_a_card_that_turns_out_illegal_is_fraud() -> None:
    """The player's own view would have told them; the others see it when the card is opened."""
    g = with_hand()
    own = View(g, 1, {SLOTS[0]: 13, SLOTS[1]: 14})
    assert (
        repr(agenda.why_not(own, Say(2, Played(SLOTS[0])))) == "card 13 brings bad luck (TEST-05)"
    )
    agenda.advance(g, Say(2, Played(SLOTS[0])))
    with pytest.raises(IllegalAnswer) as caught:
        agenda.advance(g, (13,))
    assert caught.value.why == "card 13 brings bad luck (seen when the card was opened)"
    assert (caught.value.seat, caught.value.rule) == (1, "TEST-05")
    assert caught.value.answer == Say(2, Played(13))
    assert g.heard == []


def test_a_card_that_is_not_in_the_hand_is_refused_unopened() -> None:
    for card in (slot(1, 5), 14, 0):
        with pytest.raises(IllegalAnswer, match="TEST-04"):
            agenda.advance(with_hand(), Say(2, Played(card)))


def test_skeleton_sends_no_smoke() -> None:
    """The same through a whole system."""
    system = games.get("skeleton")
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    match.give((Stance(True), Stance(False)))
    match.step()
    match.dealer.stack(1, [20, 0, 1, 2, 3, 4, 5, 6])
    match.give(())
    while not isinstance(match.request, Choose):
        match.step()
    cheat = Send(Played(slot(1, 0)))
    assert cheat not in agenda.options(match.view(match.request.seat))
    match.give(cheat)
    with pytest.raises(IllegalAnswer, match="seen when the card was opened") as caught:
        match.step()
    assert caught.value.rule == "SKEL-04"
    assert Pass() != Pass("x")
