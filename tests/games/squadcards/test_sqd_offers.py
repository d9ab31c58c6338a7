"""The offers of a fire window's screen, and their words (2.2, 2.11)."""

from __future__ import annotations

from typing import TypeVar

import pytest

from owm_net.engine.requests import Answer
from owm_net.games.squadcards.phases.covering import Declared
from owm_net.games.squadcards.words import squad_name
from tests.games.squadcards.table import (
    FIRST,
    GERMAN,
    JAPANESE,
    SYSTEM,
    US,
    Declare,
    Encircle,
    Fire,
    Match,
    Nation,
    NextSquad,
    Phase,
    Play,
    S,
    lay,
)
from tests.seats import BEN

A = TypeVar("A", bound=Answer)


def firing(nation: Nation, *hand: str, pinned: bool = False) -> Match:
    """Seat 0 may fire at Short range in its Position Fire Phase; seat 1 has one card."""
    return lay(
        nations=(nation, US),
        hands=(hand, ["scout"]),
        band=S,
        phase=Phase.POSITION,
        squads=({}, {"pinned": pinned}),
    ).until("fire")


def offered(match: Match, kind: type[A]) -> list[A]:
    """All answers of a kind that are shown, also those that are refused with a reason."""
    return [a for a in match.top.offers_fire(match.view()) if isinstance(a, kind)]


@pytest.mark.rule("SQD-ATK-11")
def test_close_quarters_are_offered_to_japanese_with_a_point_blank_card_only() -> None:
    japanese = firing(JAPANESE, "knife", "carbine")
    assert japanese.fire("knife", close_in=True) in japanese.options()
    close = [a for a in offered(japanese, Fire) if a.close_in]
    assert close == [japanese.fire("knife", close_in=True)], "a Carbine lists no Point Blank"
    fires = offered(firing(GERMAN, "knife"), Fire)
    assert fires and not any(a.close_in for a in fires)


@pytest.mark.rule("SQD-CARD-05")
def test_an_encircled_card_is_offered_on_a_squad_and_no_other_card_is() -> None:
    match = firing(GERMAN, "encircled", "enfilade", pinned=True)
    assert offered(match, Encircle) == [match.encircle()]
    assert offered(match, Play) == [match.play("enfilade")]
    assert {match.encircle(), match.play("enfilade")} <= set(match.options())


def test_answers_and_squads_are_numbered_and_named_as_people_count() -> None:
    match = firing(JAPANESE, "knife")
    view = match.view()
    assert SYSTEM.describe(view, match.fire("knife")).startswith("attack with Knife, net")
    close = SYSTEM.describe(view, match.fire("knife", close_in=True))
    assert close.startswith("attack with Knife at close quarters, net")
    assert SYSTEM.describe(view, NextSquad(FIRST)) == "squad 1 acts next"
    four = lay(mission="two-squads", hands=((), (), (), ())).g
    assert [squad_name(four, s) for s in four.all_of(BEN)] == [
        "Germans, squad 1",
        "Germans, squad 2",
    ]


@pytest.mark.rule("SQD-COVER-01")
@pytest.mark.parametrize("point_man", [False, True])
def test_all_are_told_who_goes_behind_a_point_man(point_man: bool) -> None:
    match = lay(hands=(["scout", "hill"], ["scout"]), phase=Phase.COVERING)
    (event,) = match.say(Declare(True, point_man=point_man)).told(Declared)
    words = "Americans will move" + (" behind a point man" if point_man else "")
    assert SYSTEM.narrate(match.g, event) == words
