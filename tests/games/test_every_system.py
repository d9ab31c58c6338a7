"""The tests that every registered rule system gets for nothing: register it, and they find it.

OWM_PLAYOUTS=5000 plays more than the default of 15: the plainest test (do games end?) plays as
many of each system, and every other of the missions and levels; the dearer ones a few percent, and
only every fourth or eighth; but each of them is met by one of the dearer tests.
`make thorough` plays 1000, and `make fuzz` on.
Playthroughs, and what must be the same on every machine, have files of their own beside this.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from fuzz.checks import Broken, check_events, check_result
from fuzz.watched import Playout, setups
from fuzz.worlds import Story
from owm_net import games
from owm_net.engine import agenda, records, requests
from owm_net.engine.errors import EngineBug
from owm_net.engine.local import LocalMatch, computer_player, random_player
from owm_net.engine.requests import Over, Request
from owm_net.engine.system import Setup
from tests.games.every import THOROUGH, every_system, games_of

# ------------------------------------------------------------------ games end


@pytest.mark.slow
@every_system
def test_random_games_end(name: str) -> None:
    for system, setup, seed in games_of(name, 100, every=2):
        match = LocalMatch(system, setup, seed, [random_player] * setup.seats)
        check_result(match, match.play())


@every_system
def test_computer_players_games_end(name: str) -> None:
    for system, setup, seed in games_of(name, 1, every=16):
        Playout(system, setup, seed, computer_player).play()


@every_system
def test_points_are_known_at_every_pause_and_at_the_end_as_the_rules_give_them(name: str) -> None:
    """For a match that somebody gives up; secret cards and the fog may add to them."""
    for system, setup, seed in games_of(name, 1, every=8, start=2):
        match = LocalMatch(system, setup, seed, [random_player] * setup.seats)
        while not isinstance(match.request, Over):
            points = system.scores(match.state)
            assert len(points) in (0, setup.seats) and all(type(n) is int for n in points)
            match.step()
        if name != "skeleton":
            assert system.scores(match.state) in ((), match.request.result.scores)


def test_every_request_is_used_by_some_system() -> None:
    """So that the protocol and the general tests meet each of them. The skeleton has nearly all."""
    classes = {c for c in vars(requests).values() if isinstance(c, type) and issubclass(c, Request)}
    registered = classes & set(records.REGISTRY.values())
    missing = registered - {Over}
    for name in sorted(games.names(), key=lambda name: name != "skeleton"):
        for system, setup, seed in games_of(name, 2):
            if not missing:
                return
            playout = Playout(system, setup, seed)
            playout.play(leaving=20)
            missing -= playout.requests.keys()
    assert {c.__name__ for c in missing} == set()


# ------------------------------------------------------------------ answers


@every_system
def test_offered_answers_are_accepted_and_corrupted_ones_refused(name: str) -> None:
    """At sampled pauses, and the first of each kind; see `fuzz` for what is tried. Refusals name a
    rule of the ledger and a reason, and leave the state's bytes alone."""
    refused = tried = pauses = 0
    examined: set[str] = set()
    for system, setup, seed in games_of(name, 4, every=4, start=1):
        playout = Playout(system, setup, seed)
        playout.examined = set() if THOROUGH else examined
        playout.play(examine_every=25 if THOROUGH else 100)
        refused += playout.refused
        tried += playout.tried
        pauses += 1
    assert tried > 5 * pauses
    assert refused > 40 * pauses


# ------------------------------------------------------------------ twins


@every_system
def test_saved_reloaded_and_cloned_twins_play_alike(name: str) -> None:
    """At every eighth step or so, and after every kind of request; `make thorough`: at all."""
    for system, setup, seed in games_of(name, 2, every=4, start=2):
        Playout(system, setup, seed).play(twins=1 if THOROUGH else 8)


# ------------------------------------------------------------------ hidden cards


@every_system
def test_no_view_shows_a_hidden_card(name: str) -> None:
    for system, setup, seed in games_of(name, 3, every=4, start=3):
        playout = Playout(system, setup, seed)
        while playout.over is None:
            playout.seen.check(playout.match)
            playout.step()


@every_system
def test_what_a_seat_is_shown_does_not_depend_on_hidden_cards(name: str) -> None:
    """Whole games replayed with the cards that a seat cannot know dealt again."""
    decks = worlds = differing = further = 0
    for system, setup, seed in games_of(name, 3, every=4):
        story = Story(system, setup, seed, worlds=3 if THOROUGH else 2)
        decks += story.decks
        for pause, seat, world in story.worlds:
            further += story.tell(pause, seat, world)
        worlds += len(story.worlds)
        differing += story.differing
    if not decks:
        return  # a game without cards hides nothing
    assert worlds
    assert differing > worlds // 2, "nearly all worlds were the same: nothing was tested"
    assert further > worlds, "the tales broke off at once: nothing was tested"


# ------------------------------------------------------------------ a seat leaves


def droppable(name: str) -> list[Setup]:
    """Setups in which the others may go on without a seat."""
    found = []
    for setup in setups(games.get(name)):
        match = LocalMatch(games.get(name), setup, 1, [random_player] * setup.seats)
        if setup.seats > 2 and match.system.why_no_drop(match.state, 0) is None:
            found.append(setup)
    return found


@every_system
def test_a_drop_at_any_pause_goes_on_to_the_end(name: str) -> None:
    """Every pause of a game, every seat in turn; of four seats another one leaves later. Hands
    stay as they are: each seat knows the same cards before and after."""
    system = games.get(name)
    for setup in droppable(name):
        whole = LocalMatch(system, setup, 2, [random_player] * setup.seats)
        whole.play()
        for pause in range(whole.state.answered):
            playout = Playout(system, setup, 2)
            for _ in range(pause):
                playout.step()
            leaver = pause % setup.seats
            playout.match.drop(leaver)
            check_events(playout.match)
            while isinstance(playout.match.request, requests.Redeal):
                moved = playout.match.request.moved()
                playout.step(twins=True)
                for old, new in moved.items():
                    assert playout.match.dealer.faces[old] == playout.match.dealer.faces[new]
                playout.seen.check(playout.match)
            result = playout.play(leaving=30)
            assert leaver not in result.winners
            assert not set(result.winners) & set(playout.match.left)


@every_system
def test_what_is_shown_after_a_drop_does_not_depend_on_hidden_cards(name: str) -> None:
    """As above, with seats that leave: other worlds know how a deck was redealt."""
    system, redealt, worlds = games.get(name), 0, 0
    for setup in droppable(name):
        for seed in range(12):
            story = Story(system, setup, seed, worlds=4, leaving=12)
            redealt += sum(isinstance(r, requests.Redeal) and a == () for r, a in story.steps)
            worlds += len(story.worlds)
            for pause, seat, world in story.worlds:
                story.tell(pause, seat, world)
    assert not droppable(name) or (redealt > 12 and worlds > 24)


@every_system
def test_a_system_without_a_rule_for_leavers_says_so(name: str) -> None:
    """In one line; and a drop is refused then."""
    system = games.get(name)
    for setup in setups(system):
        match = LocalMatch(system, setup, 1, [random_player] * setup.seats)
        why = system.why_no_drop(match.state, 0)
        if why is not None:
            assert why and why.isprintable()
            with pytest.raises(EngineBug, match=re.escape(why)):
                match.drop(0)


# ------------------------------------------------------------------ the checks themselves can see


class Leaky(LocalMatch):
    """A match whose views know everything."""

    def view(self, seat: int) -> Any:
        view = super().view(seat)
        view.known = self.dealer.faces
        return view


def test_the_checks_see_a_leak() -> None:
    system = games.get("skeleton")
    playout = Playout(system, system.default_setup(), 1)
    playout.match.__class__ = Leaky
    with pytest.raises(Broken, match="sees the hidden card"):
        while playout.over is None:
            playout.seen.check(playout.match)
            playout.step()


def test_a_rule_that_nobody_can_check_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass that only a player without a scout may make: others cannot judge it."""
    from owm_net.games.skeleton.duel import Turn

    def needs_no_scout(self: Any, view: Any, answer: Any) -> Any:
        scouts = [c for c in view.cards(view.state.hands[view.seat]) if c is not None and c < 18]
        return agenda.Refusal("SKEL-04", "whoever holds a scout must send it") if scouts else None

    monkeypatch.setattr(Turn, "why_no_pass_send", needs_no_scout, raising=False)
    system = games.get("skeleton")
    with pytest.raises(Broken, match="only its owner can know"):
        for seed in range(20):
            Playout(system, system.default_setup(), seed).play(examine_every=2)
