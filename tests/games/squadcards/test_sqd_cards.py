"""Every card's effect has a room, and a place in each of its windows (2.11, 2.12, 2.13)."""

from __future__ import annotations

import pytest

from owm_net.games.squadcards.phases.covering import DECLARING
from owm_net.games.squadcards.phases.movement import ANSWER, BLOCK
from owm_net.games.squadcards.plays import EFFECTS, CardEffect, PlayWindow, belongs
from owm_net.games.squadcards.set_up import START
from owm_net.games.squadcards.state import CATALOG, Options
from owm_net.games.squadcards.terms import Effect, Moment
from owm_net.games.squadcards.windows.after_move import AFTER_MOVE
from owm_net.games.squadcards.windows.fire import FIRE
from owm_net.games.squadcards.windows.kill import KILL
from owm_net.games.squadcards.windows.own import OWN
from owm_net.games.squadcards.windows.roll import MORALE, RALLY

WINDOWS: tuple[PlayWindow, ...] = (
    START, OWN, MORALE, RALLY, DECLARING, FIRE, BLOCK, ANSWER, AFTER_MOVE, KILL,
)  # fmt: skip
BY_ITSELF = (Moment.MOVE,)
"""Cards that are named by an answer of their own, not played in a window."""
VARIANTS = (Options(), Options(flanking_variant=True))


def test_every_moment_is_one_of_a_window() -> None:
    listed = [moment for window in WINDOWS for moment in window.moments]
    assert sorted([*listed, *BY_ITSELF], key=lambda m: m.value) == sorted(
        Moment, key=lambda m: m.value
    )


@pytest.mark.rule("SQD-CARD-01")
@pytest.mark.parametrize("options", VARIANTS)
def test_every_card_finds_what_it_does_in_each_window_in_which_it_belongs(options: Options) -> None:
    for key, use in CATALOG.uses.items():
        homes = [window for window in WINDOWS if belongs(options, use, window.moments)]
        assert homes or use.effect is Effect.TRAIT, f"{key} can be played nowhere"
        for window in homes:
            room = window.effects[use.effect]
            assert isinstance(room, CardEffect) and room.effect is use.effect, key


@pytest.mark.rule("SQD-VFF-01")
def test_the_variant_moves_flanking_fire_and_nothing_else() -> None:
    plain, variant = VARIANTS
    moved = [
        key
        for key, use in CATALOG.uses.items()
        if [belongs(plain, use, w.moments) for w in WINDOWS]
        != [belongs(variant, use, w.moments) for w in WINDOWS]
    ]
    assert moved == ["flanking_fire", "ger_tactics"]


@pytest.mark.parametrize("options", VARIANTS)
def test_every_card_says_what_it_does_and_when(options: Options) -> None:
    for key, use in CATALOG.uses.items():
        room = EFFECTS[use.effect]
        refusal = room.out_of_place(options, use)
        told = str(refusal.why).removeprefix("National Trait: ")
        assert refusal.rule.startswith("SQD-") and told.startswith(use.title), key
        text = room.text(use, options)
        assert text.endswith((".", ".)")) or (use.effect is Effect.ATTACK and not text), key
    assert EFFECTS[Effect.ATTACK].text(CATALOG.uses["knife"], options) == "Hand to hand."
