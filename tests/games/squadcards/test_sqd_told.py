"""The screens' words about Squad come from the rules: each question, each mark, each with its
rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from owm_net.engine import agenda
from owm_net.engine.agenda import About
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.engine.system import Setup
from owm_net.games.squadcards.computer.reasons import PLAYS, REASONS
from owm_net.games.squadcards.notes import PHASE_NOTES, marks_of, unusual
from owm_net.games.squadcards.set_up import TakeNation
from owm_net.games.squadcards.state import Options, SquadState
from owm_net.games.squadcards.terms import PHASES, Phase
from tests.games.squadcards.table import SYSTEM, US, M, lay

LEDGER = Path(__file__).parents[3] / "docs" / "rules" / "squadcards.md"
IDS = set(re.findall(r"^\| (?:SQD-(?=R-))?([A-Z][A-Z-]*-\d+) \|", LEDGER.read_text("utf-8"), re.M))


@pytest.mark.parametrize("mission", ["meeting", "two-squads"])
def test_every_question_says_what_it_is_about_with_a_rule_of_the_ledger(mission: str) -> None:
    told: dict[str, About] = {}
    marks = set()
    for seed in (1, 4, 5):
        match = LocalMatch(SYSTEM, Setup(mission, "standard"), seed, [random_player] * 2)
        while not isinstance(match.request, Over):
            if isinstance(match.request, Choose | ChooseSecretly):
                seat = match.request.deciders[0]
                told[match.request.kind] = agenda.about(match.view(seat))
                g = cast(SquadState, match.state)
                marks |= {mark for squad in g.squads for mark in marks_of(g, squad)}
            match.step()
    assert len(told) == 13
    for kind, about in told.items():
        assert about.rule in IDS and about.what != kind and not about.what.endswith("."), about
    assert {mark.rule for mark in marks} <= IDS
    assert len({mark.rule for mark in marks}) > 8


@pytest.mark.rule("SQD-MORALE-03", "SQD-MORALE-04")
def test_a_check_is_told_with_what_is_added_to_it() -> None:
    match = lay(
        nations=(US, US),
        hands=(["knife"], ["fear"]),
        phase=Phase.MORALE,
        squads=({"fired_upon": True, "men_lost": 2}, {}),
    ).until("modifier")
    about = agenda.about(match.view())
    assert about.why == "1D6 (nation +1, men lost +2): 5 or more pins it"
    assert about.rule == "SQD-MORALE-02"


@pytest.mark.rule("SQD-MOVE-03", "SQD-MOVE-08")
def test_who_may_block_hears_where_the_enemy_is_going() -> None:
    match = lay(
        hands=(["hill", "scout"], ["minefield"]),
        band=M,
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}),
    )
    match.say(match.move("hill", M))
    what = agenda.about(match.view(1)).what
    assert what == "the Americans try to move into Hill at Medium range: block them?"


def test_every_phase_has_a_note() -> None:
    assert tuple(PHASE_NOTES) == PHASES
    assert {note.rule for note in PHASE_NOTES.values()} <= IDS
    assert unusual(Options()) == []
    assert {note.rule for note in unusual(Options(blocks=1, turn_limit=30))} <= IDS


def test_no_reason_of_a_hint_says_that_it_is_the_best() -> None:
    """A hint has two choices, but of nations, and both attacks of one were said to kill most."""
    told = [why for kind, why in REASONS.items() if kind is not TakeNation]
    assert not [why for why in (*told, *PLAYS.values()) if re.search(r"\b(most|best|least)\b", why)]
