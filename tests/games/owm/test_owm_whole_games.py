"""The conditions in every game of OWM from its first card to its end, by playing it."""

import re
from collections.abc import Iterator

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from owm_net import games
from owm_net.engine import agenda, codec, playthrough
from owm_net.engine.agenda import Event
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import REGISTRY
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Decision, Flip, Over
from owm_net.engine.system import BadSetup, Setup
from owm_net.engine.view import View
from owm_net.engine.zones import slot as slot_of
from owm_net.games.owm.actions import Disarm, EndTurn, Heal
from owm_net.games.owm.actions.attack import Aimed, Attacks
from owm_net.games.owm.actions.attack_truck import AttackTruck
from owm_net.games.owm.actions.repair import RepairTruck
from owm_net.games.owm.assault import AssaultBegun, DuelBegun, Retreated
from owm_net.games.owm.catalog import CORE_CARDS, FIELD, OrderCard
from owm_net.games.owm.checks import Checked
from owm_net.games.owm.decisions import DECISIONS
from owm_net.games.owm.decisions.intelligence import LeaveHand, ThrowAway
from owm_net.games.owm.firing import Jammed, Totalled
from owm_net.games.owm.flips import Flipped, NobodyPicked, Purpose
from owm_net.games.owm.forced_retreat import RetreatTo
from owm_net.games.owm.operations.artillery import Shell
from owm_net.games.owm.set_up import AgreeSplit, SplitFireteams, SplitPoints
from owm_net.games.owm.state import CATALOG, CORE, HAND_LIMIT, OwmState
from owm_net.games.owm.terms import EventIcon, Side, Status
from owm_net.games.owm.turn import TurnBegun
from tests.games.driver import classes, every, only
from tests.games.owm.ledger import ROOT
from tests.games.owm.table import check_state

SUMMIT = 260


def played(seed: int, seats: int, level: str = "private") -> LocalMatch:
    """A match of random players at its beginning."""
    system = games.get("owm")
    setup = system.default_setup(level=level, seats=seats)
    return LocalMatch(system, setup, seed, [random_player] * seats)


def state_of(match: LocalMatch) -> OwmState:
    """Its state, which is one of OWM."""
    assert isinstance(match.state, OwmState)
    return match.state


def every_answer() -> set[type]:
    """The classes of all decisions of OWM that can be written into a log at level Private."""
    owm = [cls for name, cls in REGISTRY.items() if name.startswith("owm.")]
    return {cls for cls in owm if issubclass(cls, Answer)} - OF_OTHER_LEVELS - OF_OTHER_MISSIONS


OF_OTHER_LEVELS = {Disarm, Heal, LeaveHand, RetreatTo, Shell, ThrowAway, *DECISIONS}
"""What is decided only where there are Command Decisions or traits: a bridge burns by a charge."""
OF_OTHER_MISSIONS = {AttackTruck, RepairTruck}
"""What is decided only where there is a Supply Truck."""


# What is no line of its own where space is short: cards and numbers on the way to what they come
# to, what is lost in a line already, and the steps of the set-up.
QUIET = {
    "Aimed", "AnchorsDrawn", "AssaultRound", "BrokenOff", "Checked", "DeckPlayedThrough", "Drawn",
    "DuelBegun", "FireteamFormed", "Flipped", "FogGrown", "HurtAlready", "LooksFor",
    "MakesLastStand", "MapLaid", "Missed", "MoveStopped", "NobodyPicked", "NobodyToHit",
    "OrderVoid",
    "Placed", "ShotLost", "ShotsAllowed", "ShotsAtTruck",
    "SoldiersHit", "SplitAgreed", "SplitProposed", "Stalemate", "TokenFlipped",
    "TokenGone", "TrackLaid", "TrenchDestroyed", "TrenchFound", "TrenchMissed", "TurnBegun",
    "Uncrewed", "Withdrawn",
}  # fmt: skip


def test_the_terminal_tells_all_but_the_small_steps() -> None:
    games.get("owm")
    events = [c for name, c in REGISTRY.items() if name.startswith("owm.") and issubclass(c, Event)]
    assert {cls.__name__ for cls in events if not cls.headline} == QUIET


def all_cards(g: OwmState) -> int:
    turning = len(g.pending.slots) if isinstance(g.pending, Flip) else 0
    piles = len(g.discard) + len(g.event_pile) + len(g.fog) + sum(len(h) for h in g.hands)
    piles += len(g.held_terrain)
    return g.decks[CORE].left + turning + piles + sum(0 < c <= CORE_CARDS for c in g.ground.cards)


@pytest.mark.rule(
    "OWM-TIMER-02",
    "OWM-HAND-01",
    "OWM-CARD-01",
    "OWM-INIT-03",
    "OWM-TERR-09",
    "OWM-ROUND-07",
    "OWM-ROUND-10",
    "OWM-COMP-04",
)
@pytest.mark.parametrize(
    ("seed", "seats", "level"),
    [
        *((seed, seats, "private") for seed in range(6) for seats in (2, 3, 4)),
        *((seed, 2 + seed % 3, "lieutenant") for seed in range(6)),
    ],
)
def test_what_holds_at_every_pause_of_a_random_game(seed, seats, level):
    match = played(seed, seats, level)
    g = state_of(match)
    acted: dict[int, set[int]] = {}
    summits = 0
    while not isinstance(match.request, Over):
        match.step()
        if CORE not in g.decks:
            continue
        assert all_cards(g) == CORE_CARDS
        assert all(len(h) <= HAND_LIMIT for h in g.hands)
        assert all(c <= CORE_CARDS for h in g.hands for c in h)  # no "A" card is drawn
        assert len(g.fog) == max(0, g.round_no - 1)
        for event in g.events:
            if isinstance(event, TurnBegun):
                seen = acted.setdefault(g.round_no, set())
                assert event.fireteam not in seen  # nobody acts twice in a round
                seen.add(event.fireteam)
        check_state(g)
        summits += 260 in g.ground.cards
    assert summits
    assert g.mission == "king-of-the-hill"
    assert not g.event_pile
    if match.request.result.reason == "the deck timer has run out":
        assert g.playthroughs >= 3


@pytest.mark.rule("OWM-HAND-02", "OWM-FAIR-01", "OWM-ROUND-10")
def test_hands_and_fog_are_private_and_everything_face_up_is_not():
    match = played(3, 2)
    for _ in range(400):
        if isinstance(match.request, Over):
            break
        match.step()
    g = state_of(match)
    for seat in (0, 1):
        own, other = match.view(seat), 1 - seat
        assert None not in own.cards(g.hands[seat])
        unknown = own.cards(g.hands[other])
        assert len(unknown) == len(g.hands[other])  # the count is known
        assert all(c is None for c in unknown)
        assert None not in own.cards(g.discard)
        assert all(c is None for c in own.cards(g.fog))
    spectator = View(g, -1, {})
    assert g.fog
    assert all(c is None for h in g.hands for c in spectator.cards(h))


@pytest.mark.rule("OWM-CARD-01", "OWM-HAND-02")
@given(seed=st.integers(0, 30))
def test_draws_and_flips_come_from_the_top_of_the_same_pile(seed):
    match = played(seed, 2)
    expected: dict[int, int] = {}
    for _ in range(120):
        slots = getattr(match.request, "slots", ())
        if type(match.request).__name__ in ("Flip", "Draw"):
            for slot in slots:
                number = match.state.decks[CORE].number
                place = expected.get(number, 0)
                while slot_of(number, place) in state_of(match).fog:
                    place += 1
                assert slot == slot_of(number, place)
                expected[number] = place + 1
        if isinstance(match.request, Over):
            break
        match.step()


@pytest.mark.rule("OWM-INIT-02")
def test_who_is_asked_is_always_the_one_whose_turn_it_is():
    match = played(7, 3)
    while not isinstance(match.request, Over):
        g = state_of(match)
        if isinstance(match.request, Choose) and match.request.kind == "action":
            assert match.request.seat == g.fireteams[g.active].seat
        match.step()


# ------------------------------------------------------------------ the Card Command System


def shots_of(events: list[Event]) -> list[list[Event]]:
    """The events of each shot that was counted to its end: its target's flips to its total."""
    shots: list[list[Event]] = []
    running: list[Event] = []
    for event in events:
        if isinstance(event, Flipped) and event.purpose is Purpose.TARGET:
            if running and not isinstance(running[-1], NobodyPicked):
                running = []  # of a shot that the end of the match cut off
            running.append(event)
        elif running:
            running.append(event)
            if isinstance(event, Totalled):
                shots.append(running)
                running = []
    return shots


def story(seed: int, seats: int) -> list[Event]:
    """All that was told in a game of random players."""
    match = played(seed, seats)
    told: list[Event] = []
    while not isinstance(match.request, Over):
        match.step()
        told += match.state.events
    return told


@pytest.mark.rule("OWM-CCS-10", "OWM-FIRE-01", "OWM-FIRE-10", "OWM-CCS-03")
def test_every_total_is_its_flips_in_the_order_of_the_procedure():
    """Added and subtracted again from the cards that lay open, by nothing but the events."""
    shots = [shot for seed in range(8) for shot in shots_of(story(seed, 2 + seed % 3))]
    assert len(shots) > 100
    assert {type(e) for shot in shots for e in shot} >= {Jammed, NobodyPicked}
    for shot in shots:
        flips = every(shot, Flipped)
        order = " ".join(flip.purpose.value for flip in flips)
        assert re.fullmatch(r"target( target)*( lethality)+( Discipline){1,2}", order), order
        aim = only(shot, Aimed)
        shooter = CATALOG.soldiers[aim.soldier]
        total = 0
        for flip in flips:
            card = CATALOG.core[flip.card]
            if flip.purpose is Purpose.LETHALITY:
                jam = isinstance(card, OrderCard) and card.icon is EventIcon.JAM
                total += 0 if jam else flip.value
            elif flip.purpose is Purpose.DISCIPLINE:
                assert flip.colour is shooter.discipline
                total -= flip.value
            assert flip.value == getattr(card.dice, flip.colour.value)
        found = only(shot, Totalled)
        assert found.total == total + sum(int(why.split()[-1]) for why in found.why)
        assert (found.soldier, found.target) == (aim.soldier, aim.target)


@pytest.mark.rule("OWM-EFF-01", "OWM-EFF-05")
@pytest.mark.parametrize("seed", [0, 1, 2, 4, 5])
def test_effects_come_from_firing_sequences_and_retreats_alone(seed):
    """Nobody is wounded, suppressed or jammed by anything else, and nothing else removes anybody
    but a duel."""
    match = played(seed, 2 + seed % 3)
    g = state_of(match)
    effects = 0
    while not isinstance(match.request, Over):
        before = dict(g.soldiers)
        match.step()
        told = set(classes(g.events))
        for soldier in before.values() if CORE in g.decks else ():
            now = g.soldiers.get(soldier.id)
            if now is None:
                assert told & {Totalled, DuelBegun, Checked}, g.events
                effects += 1
            elif now.status is not soldier.status and now.status is not Status.READY:
                wounded = now.status is Status.WOUNDED
                assert Totalled in told or (not wounded and Retreated in told), g.events
                effects += 1
            elif now.jammed and not soldier.jammed:
                assert {Jammed, Flipped} <= told
                effects += 1
    assert effects


# ------------------------------------------------------------------ victory


def points(g: OwmState, side: Side) -> int:
    """Return the worth of a side's survivors and the Summit, counted here."""
    own = [t for t in g.fireteams.values() if g.sides[t.seat] is side]
    there = [t for t in g.fireteams.values() if t.cell == g.ground.cell("C4")]
    alone = bool(there) and all(t in own and not t.on_the_move for t in there)
    return sum(CATALOG.soldiers[s].points for t in own for s in t.line) + 20 * alone


@pytest.mark.rule("OWM-VICT-01", "OWM-VICT-02", "OWM-VICT-03", "OWM-TEAM-03")
@pytest.mark.parametrize("seed", range(10))
def test_the_side_with_the_most_points_wins(seed):
    match = played(seed, 2 + seed % 3)
    result = match.play()
    g = state_of(match)
    scores = {side: points(g, side) for side in (Side.ALLIES, Side.AXIS)}
    assert result.scores == tuple([scores[side] for side in g.sides])
    if scores[Side.ALLIES] != scores[Side.AXIS]:
        best = max(scores, key=lambda side: scores[side])
        assert result.winners == tuple([s for s, side in enumerate(g.sides) if side is best])


@pytest.mark.rule("OWM-TIMER-01", "OWM-PASS-01")
def test_if_all_pass_for_ever_the_fog_takes_the_deck_and_it_is_over():
    match = played(1, 2)
    while not isinstance(match.request, Over):
        passing = isinstance(match.request, Choose) and match.request.kind == "action"
        match.give(EndTurn() if passing else match.decide())
    g = state_of(match)
    assert match.request.result.reason == "every card is in a hand, on the map or in the fog"
    assert (g.discard, g.decks[CORE].left, g.playthroughs) == ([], 0, 1)
    assert len(g.fog) == g.round_no - 1 == CORE_CARDS - 16 - 14
    assert match.request.result.scores == (points(g, g.sides[0]), points(g, g.sides[1]))


# ------------------------------------------------------------------ levels, sides, cards, compass


@pytest.mark.rule("OWM-LVL-01", "OWM-LVL-02")
@pytest.mark.parametrize("seed", range(3))
def test_level_private_leaves_decisions_and_traits_out_and_nothing_else(seed, monkeypatch):
    """With other Command Decisions and other traits on the cards the same game is played."""
    first = played(seed, 2)
    end = first.play()
    for number, card in list(CATALOG.soldiers.items()):
        other = evolve(card, strength_trait="S09", weakness_trait="W01")
        monkeypatch.setitem(CATALOG.soldiers, number, other)
    for face, order in list(CATALOG.core.items()):
        if isinstance(order, OrderCard):
            fubar = evolve(order, decision="fubar", decision_strength=None)
            monkeypatch.setitem(CATALOG.core, face, fubar)
    again = played(seed, 2)
    assert again.play() == end
    assert codec.digest(again.state) == codec.digest(first.state)


@pytest.mark.rule("OWM-LVL-01", "OWM-LVL-02")
def test_all_mechanics_but_decisions_are_played_at_level_private():
    """The level is agreed before the match and is in it; Engineering Actions belong to all levels
    (A-76)."""
    system = games.get("owm")
    with pytest.raises(BadSetup, match="owm has no level 'general'; it has private"):
        system.check_setup(Setup("king-of-the-hill", "general"))
    left = every_answer()
    for seed in range(60):  # until every answer there is has been given
        match = played(seed, 2 + seed % 3)
        assert state_of(match).level == "private"
        while not isinstance(match.request, Over):
            answer = match.decide()
            left -= {type(one) for one in (answer if isinstance(answer, tuple) else (answer,))}
            match.give(answer)
        if not left:
            break
    assert not left


OF_PARTNERS = {SplitPoints, SplitFireteams, AgreeSplit}
"""What only two players on a side are asked."""


def seed_of_every_deed() -> str:
    """Return the fourth line that playthrough needs for `make golden` to record it so."""
    for seed in range(2000):
        match = played(seed, 2)
        left = every_answer() - OF_PARTNERS
        while not isinstance(match.request, Over):
            answer = match.decide()
            left -= {type(one) for one in (answer if isinstance(answer, tuple) else (answer,))}
            match.give(answer)
        if not left:
            return f"write seed={seed} into its fourth line, then `make golden`"
    return "no seed below 2000 has them all"


def test_the_golden_playthrough_of_every_deed_has_every_deed():
    """Two play it, so nobody splits points. If it fails it says with which seed to record it."""
    text = (ROOT / "tests" / "golden" / "owm" / "every-deed.txt").read_text("utf-8")
    kept, done = playthrough.parse(text), set()
    states = playthrough.replay(games.get("owm"), kept)
    for (_, raw, _), match in zip(kept.answers, states, strict=False):
        if isinstance(match.request, Choose | ChooseSecretly):
            answer = playthrough.read_answer(match, raw)
            done |= {type(one) for one in (answer if isinstance(answer, tuple) else (answer,))}
    assert every_answer() - done == OF_PARTNERS, seed_of_every_deed()


@pytest.mark.rule("OWM-TEAM-01", "OWM-ATK-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_always_two_sides_and_partners_never_fight_each_other(seats):
    """2 against each other, 1 with two squads against 2, or 2 against 2."""
    match = played(11, seats)
    g = state_of(match)
    fights = 0
    while not isinstance(match.request, Over):
        match.step()
        sides = [g.sides[t.seat] for t in g.fireteams.values()]
        for event in g.events:
            if isinstance(event, AssaultBegun | Attacks):
                both = [g.fireteams[x] for x in (event.fireteam, event.target) if x in g.fireteams]
                assert len(both) < 2 or g.is_enemy(*both)
                fights += 1
        assert Side.EITHER not in sides
    assert fights
    assert {len(g.side_seats(side)) for side in (Side.ALLIES, Side.AXIS)} == {
        2: {1},
        3: {1, 2},
        4: {2},
    }[seats]
    squads = [sum(len(g.divisions[s]) for s in g.side_seats(x)) for x in (Side.ALLIES, Side.AXIS)]
    assert squads == ([1, 1] if seats == 2 else [2, 2])


class Untouchable:
    """Nobody may look at it."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"somebody reads it: {name}")

    def __iter__(self) -> Iterator[None]:
        raise AssertionError("somebody reads it")

    def __len__(self) -> int:
        raise AssertionError("somebody counts it")


@pytest.mark.rule("OWM-CARD-07")
def test_a_match_is_played_without_a_look_at_the_reference_cards():
    """They are there for people, in the help of the window: no rule reads one."""
    kept = CATALOG.reference
    assert len(kept) == 4
    try:
        object.__setattr__(CATALOG, "reference", Untouchable())
        match = played(1, 2)
        while not isinstance(match.request, Over):
            match.step()
            read_all(match)
    finally:
        object.__setattr__(CATALOG, "reference", kept)


def read_all(match: LocalMatch) -> None:
    """All that is told of what has happened and of what is asked."""
    for event in match.state.events:
        event.sentence(match.state)
    request = match.request
    for seat in request.deciders if isinstance(request, Decision) else ():
        assert agenda.about(match.view(seat)).what


@pytest.mark.rule("OWM-CCS-02", "OWM-TERR-09")
@pytest.mark.parametrize("seed", range(4))
def test_only_core_cards_fields_and_the_maps_own_terrain_are_ever_in_play(seed):
    match = played(seed, 2 + seed % 3)
    g = state_of(match)
    core, laid = set(range(1, CORE_CARDS + 1)), {0, FIELD, *g.card.cards.values()}
    while not isinstance(match.request, Over):
        match.step()
        assert set(g.ground.cards) <= core | laid
        piles = [*g.discard, *g.event_pile, *g.fog, *(c for h in g.hands for c in h)]
        assert {c for c in piles if c >= 0} <= core
        assert set(match.dealer.faces.values()) <= core
