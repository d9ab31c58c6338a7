"""Answers that the rules would let pass, and the protocol does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import pytest
from attrs import define

from owm_net.engine import codec
from owm_net.engine.agenda import Ask, End, Frame, GameState, Refusal, frame
from owm_net.engine.errors import IllegalAnswer
from owm_net.engine.records import Played, record, register
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Result
from owm_net.engine.system import Setup
from owm_net.engine.view import View
from owm_net.games.skeleton import Skeleton
from owm_net.games.skeleton.state import DECK, DuelState
from owm_net.protocol.entries import EntryKind
from owm_net.session.match import Match
from owm_net.session.verify import Outcome
from tests.seats import ANN, BEN

MOST = 16384
"""Bytes of an answer (wire.md, ANSWER)."""


@record("tests.session.lay")
class Lay(Answer):
    """Some cards of the hand, and words."""

    cards: tuple[Played, ...] = ()
    text: str = ""


@register("tests.session.lax_state")
@define(kw_only=True)
class LaxState(DuelState):
    """A table for two."""


@frame("tests.session.lax")
@define
class LaxMatch(Frame):
    """Seat 1 draws three of six cards and lays as many as it likes: the shortest match in which
    cards are played, by rules that ask nothing but where they lie."""

    def start(self, g: LaxState) -> Any:
        return Ask(g.shuffle(DECK, range(6)), then=self.deal)

    def deal(self, g: LaxState) -> Any:
        return Ask(g.draw(BEN, DECK, 3), then=self.ask)

    def ask(self, g: LaxState) -> Any:
        return Ask(Choose(BEN, "lay"), then=self.finish)

    def offers_lay(self, view: View[LaxState]) -> Iterator[Answer]:
        yield Lay()

    def why_not_lay(self, view: View[LaxState], answer: Answer) -> Refusal | None:
        assert isinstance(answer, Lay)
        in_hand = all(card in view.state.hands[1] for card in answer.cards)
        return None if in_hand else Refusal("SKEL-04", "only cards of the hand can be laid")

    def finish(self, g: LaxState, answer: Lay) -> Any:
        return End(Result((BEN,), (0, len(answer.cards)), "it has laid its cards"))


class Lax(Skeleton):
    """Their rules."""

    seats: ClassVar[tuple[int, int]] = (2, 2)

    def new_game(self, setup: Setup) -> GameState:
        return LaxState(seats=2, hands=[[], []], scores=[0, 0], agenda=[LaxMatch()])


def party_in_which_seat_1_lays(table: Any, places: tuple[int, ...], size: int = 0) -> Any:
    """Cards of its hand by their places, and so many words that the answer has `size` bytes."""

    def lay(match: Match) -> Answer:
        cards = tuple([Played(match.state.hands[1][place]) for place in places])
        answer = Lay(cards)
        if size:
            head = len(codec.encode(Lay(cards, "x" * 300))) - 300
            answer = Lay(cards, "x" * (size - head))
            assert len(codec.encode(answer)) == size
        return answer

    return table.Party(2, "duel", system=Lax(), liar=1, cheat=lay)


@pytest.mark.parametrize("places", [(), (1,), (2, 0, 1)])
def test_each_card_of_the_hand_may_be_played_once(table: Any, places: tuple[int, ...]) -> None:
    party = party_in_which_seat_1_lays(table, places)
    party.run()
    assert not party.blames and party.matches[0].finished
    assert party.matches[0].result.scores == (0, len(places))
    assert party.verdict().verdict is Outcome.OK


@pytest.mark.parametrize("places", [(0, 0), (1, 2, 1), (2, 2, 2)])
@pytest.mark.parametrize("shares", [0, 1, 2, 3])
def test_a_card_played_twice_in_one_answer(
    table: Any, places: tuple[int, ...], shares: int
) -> None:
    """By rules that would count it twice. It is refused before its shares are looked at, however
    many there are: an honest program makes none for the same card twice, and checks none."""

    def twice(match: Match) -> bytes:
        said = codec.encode(Lay(tuple([Played(match.state.hands[1][place]) for place in places])))
        body = len(said).to_bytes(4, "big") + said
        return body + bytes(32 * shares + 64 if shares else 0)

    party = table.Party(2, "duel", system=Lax(), liar=1, lie=table.once(EntryKind.ANSWER, twice))
    blame = table.caught(party)
    assert (blame.seat, blame.reason, blame.rule) == (1, "it plays a card twice", "wire.md, ANSWER")


@pytest.mark.parametrize("places", [(), (0, 1)])
def test_an_answer_has_16384_bytes_at_most(table: Any, places: tuple[int, ...]) -> None:
    """Shares ride along and do not count."""
    party = party_in_which_seat_1_lays(table, places, MOST)
    party.run()
    assert not party.blames and party.verdict().verdict is Outcome.OK
    blame = table.caught(party_in_which_seat_1_lays(table, places, MOST + 1))
    assert (blame.seat, blame.rule) == (1, "wire.md, ANSWER")
    assert blame.reason == "an answer that is not as long as it says"


@frame("tests.session.lax_vote")
@define
class LaxVote(Frame):
    """All say words in secret."""

    def start(self, g: LaxState) -> Any:
        return Ask(ChooseSecretly((ANN, BEN), "vote"), then=self.finish)

    def offers_vote(self, view: View[LaxState]) -> Iterator[Answer]:
        yield Lay()

    def why_not_vote(self, view: View[LaxState], answer: Answer) -> Refusal | None:
        return None

    def finish(self, g: LaxState, answers: tuple[Lay, ...]) -> Any:
        return End(Result((ANN,), (len(answers[0].text), len(answers[1].text)), "all have spoken"))


class Vote(Lax):
    """Their rules."""

    def new_game(self, setup: Setup) -> GameState:
        return LaxState(seats=2, hands=[[], []], scores=[0, 0], agenda=[LaxVote()])


@pytest.mark.parametrize(("system", "most"), [(Lax(), 16_384), (Vote(), 2_048)])
def test_an_answer_of_our_own_that_is_too_long_is_refused(
    table: Any, system: Any, most: int
) -> None:
    """A mistake of a player or their program, before anything is signed; the match goes on."""
    party = table.Party(2, "duel", system=system)
    refused = []

    def first_too_long(match: Match) -> Callable[[Answer], None]:
        decide = match.decide

        def say(answer: Answer) -> None:
            before = codec.encode(match.state)
            with pytest.raises(IllegalAnswer, match=f"answer of more than {most} bytes"):
                decide(Lay((), "x" * most))
            assert codec.encode(match.state) == before
            refused.append(answer)
            decide(answer)

        return say

    for match in party.matches:
        match.decide = first_too_long(match)
    party.run()
    assert refused and not party.blames and all(match.finished for match in party.matches)
    assert party.verdict().verdict is Outcome.OK
