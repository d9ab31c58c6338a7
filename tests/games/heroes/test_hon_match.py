"""Whole matches: set-up, that they end, that nothing leaks, that nothing a stranger says harms."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from fuzz.watched import Playout
from fuzz.worlds import Story
from owm_net.engine import agenda, codec
from owm_net.engine.chance import Chance
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.passing import Pass
from owm_net.engine.records import played_cards
from owm_net.engine.requests import Answer, Choose, ChooseSecretly, Over, PickNumber, Reveal, Roll
from owm_net.engine.system import Setup
from owm_net.engine.view import View
from owm_net.engine.zones import place
from owm_net.games.heroes.cards.card import may_hold
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import deck_nation
from owm_net.games.heroes.grid import Facing
from owm_net.games.heroes.hidden import NUMBERED, card_key
from owm_net.games.heroes.ids import CounterKey, Face, Heading, ScenarioKey, UnitId
from owm_net.games.heroes.match import RoundBegins
from owm_net.games.heroes.set_up import Deploy, Deployed, InitiativeRolled, StaysAway
from owm_net.games.heroes.state import HeroesState
from owm_net.games.heroes.system import PLAYABLE, Heroes
from owm_net.games.heroes.terms import Ability
from owm_net.protocol.entries import MAGIC, frame_record
from owm_net.session import terms
from owm_net.session.in_memory import driver
from owm_net.session.match import Decide, Match, Own
from owm_net.session.verify import Outcome, verify
from tests.games.driver import Driver
from tests.games.every import seeds
from tests.games.heroes.table import at
from tests.seats import ANN, BEN

HEROES = Heroes()
OPPORTUNITY = Ability.OPPORTUNITY_FIRE
S1 = Setup(PLAYABLE[0], "standard", 2)


CARDS = evolve(S1, switches=(("cards", "always"),))
OTHERS = [key for key in PLAYABLE[2:] if HEROES.seats_of(key) == (2, 2)]
S2 = Setup(PLAYABLE[1], "standard", 2)
"""Hill Farm: cards, a half-track, charges."""
BUILT = evolve(S1, switches=(("armies", "500"),))
"""Armies with tanks, by chance."""
S3, FREE = (Setup(mission, "standard", 2) for mission in ("armour-in-the-lane", "free-battle"))
THREE = Setup("two-against-one", "standard", 3)


def match(seed: str | int, setup: Setup = S1) -> LocalMatch:
    return LocalMatch(HEROES, setup, seed, [random_player] * setup.seats)


def begun(state: HeroesState | None = None, *dice: tuple[int, ...]) -> Driver[HeroesState]:
    """The set-up of the first scenario, or of another."""
    state = fresh() if state is None else state
    return Driver(state, match("set-up").dealer, dice).begin()


def fresh() -> HeroesState:
    state = HEROES.new_game(S1)
    assert isinstance(state, HeroesState)
    return state


# -- set-up --------------------------------------------------------------------------------


@pytest.mark.rule("HON-SET-03", "HON-SET-04", "HON-ARMY-14", "HON-ARMY-15")
def test_the_side_with_the_initiative_deploys_all_of_its_troops_first() -> None:
    table = begun()
    assert table.seat == BEN and len(table.g.units) == 12
    keys = Counter([u.key for u in table.g.units if u.seat == BEN])
    assert keys == {"us_captain": 1, "us_lieutenant": 1, "us_rifle": 3, "us_cal30": 1}
    captain, guns = UnitId(6), UnitId(11)
    assert table.g.units[captain].key == "us_captain" and table.g.units[guns].key == "us_cal30"
    table.refused(Deploy(UnitId(0), at(13, 1)), "HON-SET-03")  # not Ben's
    table.refused(Deploy(captain, at(12, 1)), "HON-SET-03")  # outside the zone
    table.refused(Deploy(captain, at(13, 1), Face(1)), "HON-SET-04")  # a red name
    table.refused(Deploy(captain, at(13, 1), Face(0), Heading(2)), "HON-SET-09")  # no arc
    table.refused(Deploy(guns, at(13, 1), Face(1), Heading(1)), "HON-SET-09")
    table.say(Deploy(guns, at(13, 1), Face(1), Heading(6)))  # either face: both names are white
    assert table.g.units[guns].face == 1
    table.refused(Deploy(captain, at(13, 1)), "HON-MOVE-03")
    table.refused(Deploy(guns, at(14, 1)), "HON-SET-03")
    while table.kind == "deploy" and table.seat == BEN:
        table.say(table.options()[0])
    assert (table.kind, table.seat) == ("deploy", ANN) and len(table.told(Deployed)) == 6


def test_nothing_is_offered_that_the_judge_refuses() -> None:
    """At every question of a match by chance, with vehicles, options and cards."""
    for setup in (evolve(S2, switches=BUILT.switches), CARDS):
        played = match("offers", setup)
        asked = 0
        while not isinstance(played.request, Over):
            request = played.request
            if isinstance(request, Choose):
                asked += 1
                for seat in request.deciders if asked % 7 == 0 else ():
                    view = played.view(seat)
                    for offer in agenda.offers(view):
                        assert agenda.why_not(view, offer) is None, offer
            played.step()
        assert asked > 100


@pytest.mark.rule("HON-SET-05", "HON-SET-04")
def test_tripods_and_guns_are_deployed_on_either_face() -> None:
    for piece in CATALOG.pieces.values():
        faces = piece.faces
        turned = any(a in f.abilities for f in faces for a in (Ability.TRIPOD, OPPORTUNITY))
        if turned or len(faces) == 1:
            assert piece.deploys == tuple(range(len(faces))), piece.key
        else:
            assert piece.deploys in ((0,), (0, 1)), piece.key


@pytest.mark.rule("HON-SET-09")
def test_a_vehicle_is_deployed_with_any_facing_and_both_spaces_in_the_zone() -> None:
    state = fresh()
    table = begun(state)
    g = table.g
    g.units[6] = g.units[6].with_(key=CounterKey("us_m16"))
    car = UnitId(6)
    # the rear lies outside
    table.refused(Deploy(car, at(13, 1), Face(0), Heading(int(Facing.E))), "HON-SET-09")
    table.refused(Deploy(car, at(15, 0), Face(0), Heading(int(Facing.S))), "HON-SET-09")
    table.refused(Deploy(car, at(14, 1), Face(0), Heading(8)), "HON-SET-09")
    assert {a.facing for a in table.options(Deploy) if a.unit == car} == set(range(8))
    table.say(Deploy(car, at(14, 1), Face(0), Heading(int(Facing.NE))))
    assert g.units[car].covers == (at(14, 1), at(13, 2))
    table.refused(Deploy(UnitId(7), at(13, 2)), "HON-MOVE-03")


@pytest.mark.rule("HON-SET-03")
def test_who_has_no_place_left_in_the_zone_stays_away_and_is_no_loss() -> None:
    """R-245: a player may fill the zone so that no vehicle fits."""
    table = begun()
    g, zone = table.g, table.g.side(BEN).zone
    g.units[6] = g.units[6].with_(key=CounterKey("us_m16"))
    for space in zone[2:]:  # where nobody of his has to go
        if len(zone) - len([u for u in g.units if u.at in zone]) > 6:
            g.units.append(g.units[0].with_(at=space))
    for space in (zone[0], zone[1]):
        table.say(next(a for a in table.options(Deploy) if a.space == space and a.unit != 6))
    while table.seat == BEN:
        table.say(next(a for a in table.options(Deploy) if a.unit != 6))
    assert [e.unit for e in table.told(StaysAway)] == [6]
    assert g.units[6].lost and not any(f.losses for f in g.formations)


@pytest.mark.rule("HON-SET-02")
def test_where_the_scenario_is_silent_dice_decide_and_ties_roll_again() -> None:
    """R-50."""
    state = fresh()
    state.scenario = ScenarioKey("armour-in-the-lane")
    table = begun(state, (3, 3), (2, 5))
    assert [e.faces for e in table.told(InitiativeRolled)] == [(3, 3), (2, 5)]
    assert table.g.initiative == BEN


# -- whole matches -------------------------------------------------------------------------


@pytest.mark.rule("HON-RND-02")
@pytest.mark.parametrize(
    ("setup", "few", "rounds"),
    [(S1, 10, 7), (S2, 2, 8), (BUILT, 1, 7), *[(Setup(m, "standard", 2), 1, 8) for m in OTHERS]],
    ids=["s1", "s2", "built", *OTHERS],
)
def test_random_matches_end(setup: Setup, few: int, rounds: int) -> None:
    ends = Counter[str]()
    for seed in seeds(few, of=3 * few):
        played = match(seed, setup)
        result = played.play()
        g = played.state
        assert isinstance(g, HeroesState) and 1 <= g.round <= rounds and g.answered < 1000
        assert not g.stranded and not any(u.rides and g.units[u.aboard].lost for u in g.units)
        ends[result.reason] += 1
    assert len(ends) > 1 or setup is not S1


def answers(view: View[Any]) -> list[Answer]:
    """Two answers that are allowed, of all passes one; fewer where there are no more."""
    offered = (a for a in agenda.offers(view) if not (isinstance(a, Pass) and a.until))
    return list(itertools.islice((a for a in offered if agenda.why_not(view, a) is None), 2))


def may_be(played: LocalMatch, seat: Seat, other: Seat) -> Iterator[dict[int, int]]:
    """What a seat may know for all that another sees: one card of its hand is any that is not out,
    or two of its tokens or concealed counters have changed places."""
    g, known = played.state, played.view(seat).known
    assert isinstance(g, HeroesState)
    hidden = [slot for slot in known if slot not in played.view(other).known]
    open_to_all = {card for pile in g.piles for card in pile}
    for slot in hidden:
        if slot in g.hands[seat]:
            cards = [n for n, (nation, _) in enumerate(NUMBERED) if nation is deck_nation(g, seat)]
            kinds = {card_key(n): n for n in cards if n not in open_to_all}
            yield from ({**known, slot: n} for key, n in kinds.items() if may_hold(g, seat, key))
    for one, two in itertools.combinations(hidden, 2):
        if place(one)[0] == place(two)[0] and known[one] != known[two]:
            yield {**known, one: known[two], two: known[one]}


@pytest.mark.rule("HON-MOVE-10", "HON-HID-13")
@pytest.mark.parametrize(
    ("setup", "seed"),
    [(S1, 0), (CARDS, 0), (S2, 0), (BUILT, 1), (THREE, 0)],
    ids=["tokens", "cards", "hill-farm", "built", "three"],
)
def test_no_question_has_one_answer_that_everybody_can_name(setup: Setup, seed: int) -> None:
    """R-329."""
    played, alone = match(seed, setup), 0
    while not isinstance(played.request, Over):
        request = played.request
        if isinstance(request, Choose):
            seat = request.seat
            own = answers(played.view(seat))
            worlds = (
                View(played.state, seat, known)
                for other in map(Seat, range(setup.seats))
                if other != seat
                for known in may_be(played, seat, other)
            )
            if len(own) < 2:
                alone += 1
                assert any(answers(view) not in ([], own) for view in worlds), request
        played.step()
    assert alone or setup in (S1, BUILT)  # without cards


def test_offers_bad_answers_and_what_is_seen() -> None:
    for seed, setup in ((0, S1), (1, CARDS), (2, CARDS), (0, S2)):
        playout = Playout(HEROES, setup, seed)
        playout.play(examine_every=30)
        assert playout.refused > 300 and playout.tried > 50


@pytest.mark.parametrize("setup", [CARDS, S2], ids=["cards", "hill-farm"])
def test_twins_play_alike(setup: Setup) -> None:
    Playout(HEROES, setup, 1).play(twins=4)


def test_events_say_themselves() -> None:
    played = match(4)
    lines = []
    while not isinstance(played.request, Over):
        lines += [e.sentence(played.state) for e in played.state.events]
        played.step()
    assert len([line for line in lines if line.startswith("round ")]) == 7
    assert all(line and "{" not in line for line in lines)
    assert RoundBegins.words


# -- nothing leaks -------------------------------------------------------------------------


def told_alike(one: LocalMatch, other: LocalMatch) -> Answer | None:
    """An answer that both owners may give, and that opens the same cards; None if there is none."""
    request = one.request
    assert isinstance(request, Choose)
    views = [m.view(request.seat) for m in (one, other)]
    for answer in [*(one.decide() for _ in range(4)), *agenda.offers(views[1])]:
        cards = played_cards(answer)
        allowed = all(agenda.why_not(view, answer) is None for view in views)
        if allowed and views[0].cards(cards) == views[1].cards(cards):
            return answer
    return None


OPEN = (Roll, PickNumber, ChooseSecretly)
"""What everybody sees in the end, rosters among it: the same in both worlds."""
TWINS = {"tokens": S1, "cards": CARDS, "hill-farm": S2, "tanks": S3, "free": FREE, "three": THREE}


@pytest.mark.rule("HON-HID-13", "HON-HID-01", "HON-HID-02", "HON-HID-11", "HON-HID-12", "HON-MP-17")
@pytest.mark.parametrize("setup", TWINS.values(), ids=TWINS)
def test_worlds_that_differ_in_what_is_hidden_ask_the_same_questions(setup: Setup) -> None:
    """Two worlds deal their decks and tokens separately. Both hear the same answers for as long as
    both owners may give one. Until then state and question are the same, byte for byte."""
    asked = Counter[str]()
    for seed in seeds(2, of=8):
        one, other = match(f"one {seed}", setup), match(f"other {seed}", setup)
        while one.request == other.request and not isinstance(one.request, Over):
            assert codec.encode(one.state) == codec.encode(other.state)
            request = one.request
            if isinstance(request, Choose):
                asked[request.kind] += 1
                answer = told_alike(one, other)
                if answer is None:
                    break
                one.give(answer)
                other.give(answer)
                continue
            mine, theirs = one.decide(), other.decide()
            if isinstance(request, Reveal) and mine != theirs:
                break
            one.give(mine)
            other.give(mine if isinstance(request, OPEN) else theirs)
        assert one.request == other.request
    assert {"deploy", "lay", "turn"} <= set(asked) and sum(asked.values()) > 2 * 20
    assert setup is S1 or "hush" in asked
    assert setup is not THREE or {"confer", "pool", "play_order"} <= set(asked)


@pytest.mark.rule("HON-HID-13")
def test_what_a_seat_is_shown_does_not_hang_on_tokens_it_cannot_know() -> None:
    worlds = differing = further = 0
    for seed in seeds(2, of=4):
        story = Story(HEROES, CARDS if seed % 2 else S1, seed, worlds=3)
        for pause, seat, world in story.worlds:
            further += story.tell(pause, seat, world)
        worlds += len(story.worlds)
        differing += story.differing
    assert worlds and differing > worlds // 2 and further > worlds


# -- between peers -------------------------------------------------------------------------


@pytest.mark.rule("HON-HID-03", "HON-HID-08", "HON-HID-10")
def test_a_match_between_peers_and_the_verdict_on_its_log() -> None:
    """Two programs that exchange signed records: private decks, tokens, dice and the audit. With
    350 points its log has less than 1,000 entries and 450 KiB."""
    agreed = terms.propose(HEROES, evolve(CARDS, switches=(*CARDS.switches, ("armies", "350"))), 0)
    sides = []
    for seat in range(2):
        source = random.Random(seat).randbytes
        key = Ed25519PrivateKey.from_private_bytes(source(32))
        sides.append(Match(HEROES, agreed, Own(Seat(seat), f"Player {seat}", key, source)))
    log: list[bytes] = []
    chances = [Chance("peers", seat) for seat in range(2)]
    busy = True
    while busy:
        busy = False
        for seat, side in enumerate(sides):
            while (todo := driver(side).todo()) is not None:
                busy = True
                if isinstance(todo, Decide):
                    side.decide(agenda.sample(side.view(), chances[seat]))
                else:
                    side.done(todo.run())
            for record in driver(side).outgoing():
                busy = True
                sides[1 - seat].receive(record)
                driver(sides[1 - seat]).work()
        log += driver(sides[0]).accepted()
    assert all(side.finished for side in sides) and sides[0].result == sides[1].result
    data = MAGIC + b"".join(map(frame_record, log))
    verdict = verify(data, lambda _: HEROES, processes=1)
    assert verdict.verdict is Outcome.OK and verdict.result == sides[0].result
    assert 300 < verdict.entries < 1000 and len(data) < 450 * 1024
