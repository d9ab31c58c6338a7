"""The turning points of a match: what has cost each side most, by what it could know."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest
import trio
from attrs import define, field

from owm_net import cli, games
from owm_net.client.terminal.turning import CLOSED, NO_THINKER
from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Answer, Choose, Decision, Over
from owm_net.engine.search import Hidden, Plan, Thinker
from owm_net.engine.view import View
from owm_net.engine.zones import deck_slots
from owm_net.files.private import PrivateFile, private_path
from owm_net.program.logs.retelling import recording_of
from owm_net.program.logs.turning import find_beside, known_hands
from owm_net.session.in_memory import driver
from owm_net.session.match import Match, What
from owm_net.session.private import meeting_note
from owm_net.session.recorded import Learnt, Recording
from owm_net.session.turning import Turning, turning_points


class Miser(Thinker[Any]):
    """Grudges every card of the hand that is played. dear: a step at which it does ten times as
    much."""

    won, budget = 1000, 100

    def __init__(self, dear: int = -1) -> None:
        self.dear = dear
        self.start: Any = None

    def hidden(self, view: View[Any]) -> Hidden:
        slots = [s for d in view.state.decks.values() for s in deck_slots(d.number, d.size)]
        return Hidden([([s for s in slots if s not in view.known], range(len(slots)))])

    def plans(self, view: View[Any], chance: Chance) -> list[Plan]:
        return [Plan(answer) for answer in agenda.options(view)]

    def policy(self, view: View[Any], chance: Chance, aim: Any) -> Answer:
        return agenda.sample(view, chance)

    def is_far(self, start: Any, g: Any) -> bool:
        self.start = start
        return isinstance(g.pending, Decision)

    def worth(self, g: Any, seat: int) -> int:
        kept = [card for card in self.start.hands[seat] if card in g.hands[seat]]
        return len(kept) * (10 if self.start.answered == self.dear else 1)


@define
class Told:
    """A duel as a recording tells it. played: where each seat has played a card, and need not."""

    mind: Miser = field(factory=Miser)
    made: list[tuple[int, Seat, Answer]] = field(factory=list)
    views: dict[int, View[Any]] = field(factory=dict)
    played: tuple[list[int], list[int]] = field(factory=lambda: ([], []))

    @property
    def system(self) -> Told:
        return self

    def thinker(self) -> Miser:
        return self.mind

    def decisions(self) -> list[tuple[int, Seat, Answer]]:
        return self.made

    def view(self, step: int, learnt: Learnt) -> View[Any]:
        return self.views[step]


def duel(seed: int) -> Told:
    """A duel of players by chance."""
    system, told = games.get("skeleton"), Told()
    match = LocalMatch(system, system.default_setup("duel"), seed, [random_player] * 2)
    while not isinstance(match.request, Over):
        answer = match.decide()
        if isinstance(match.request, Choose):
            step, view = match.state.answered, match.view(match.request.seat)
            told.views[step] = View(view.state.clone(), view.seat, dict(view.known))
            told.made.append((step, view.seat, answer))
            if not isinstance(answer, Pass):
                told.played[view.seat].append(step)
        match.give(answer)
    return told


def turnings(told: Told, *seats: int) -> list[Turning]:
    """Of these seats, whose cards are known."""
    hands = [Learnt(Seat(seat), {}, {}) for seat in seats]
    search = turning_points(cast(Recording, told), hands)
    before = -1
    while True:
        try:
            done, total = next(search)
        except StopIteration as end:
            found: list[Turning] = end.value
            return found
        assert before < done < total
        before = done


@pytest.mark.parametrize("seed", [1, 4])
def test_it_is_the_decision_that_has_cost_most_and_says_what_was_better(seed: int) -> None:
    told = duel(seed)
    for seat in (0, 1):
        for dear in told.played[seat][:3]:
            told.mind.dear = dear
            mine, theirs = turnings(told, seat), turnings(told, 1 - seat)
            assert [one.step for one in mine] == [dear] and mine[0].seat == seat
            assert isinstance(mine[0].better, Pass) and not isinstance(mine[0].given, Pass)
            assert mine[0].won == mine[0].tried and not mine[0].lost
            assert turnings(told, 1, 0) == sorted([*mine, *theirs], key=lambda one: one.seat)


def test_who_did_what_came_out_best_has_none() -> None:
    told = duel(1)
    told.made = [one for one in told.made if isinstance(one[2], Pass)]
    assert len(told.made) > 3 and turnings(told, 0, 1) == []


def test_they_are_found_beside_the_window_from_the_log_and_the_known_cards(
    table: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a process of its own, and by the command; of a player alone whose cards are known."""
    monkeypatch.setenv("OWM_HOME", str(tmp_path / "home"))
    party = table.Party(2, "meeting", 3, system=games.get("squadcards"))
    acts = party.act

    def act(i: int) -> None:
        match: Match = party.matches[i]
        if match.step > 120 and match.why_no_wish(What.RESIGN) is None:
            match.wish(What.RESIGN)
        acts(i)

    party.act = act
    party.run()
    log, first = tmp_path / "m.owmlog", party.matches[0]
    log.write_bytes(party.log(0))
    replay = ["replay", str(log), "--turning-points"]
    assert cli.main(replay) == 0 and capsys.readouterr().out.splitlines() == [CLOSED]
    note = meeting_note(seat=0, name=first.own.name)
    PrivateFile.create(private_path(log)).append([note, *driver(first).notes()])
    assert cli.main(replay) == 0
    *told, last = capsys.readouterr().out.splitlines()
    assert last == CLOSED and first.own.name in told[0] and len(told) in (1, 4)
    recording, hands, seen = recording_of(log), known_hands(log), []
    found = trio.run(find_beside, log, recording, hands, lambda *done: seen.append(done))
    assert [hand.seat for hand in hands] == [0] and len(seen) > 10
    assert all(one.seat == 0 and one.won > one.lost for one in found)


def test_a_game_whose_computer_compares_no_plans_says_so(
    capsys: pytest.CaptureFixture[str],
) -> None:
    log = Path(__file__).parents[1] / "vectors" / "match_skeleton.owmlog"
    assert cli.main(["replay", str(log), "--turning-points"]) == 0
    assert capsys.readouterr().out == f"{NO_THINKER}\n"
