"""Private decks and hands: what may be in them, what is drawn, what nobody sees."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from attrs import evolve

from owm_net.engine import agenda
from owm_net.engine.chance import Chance
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import (
    Answer,
    Choose,
    ChooseSecretly,
    DeckList,
    Over,
    PrivateDeck,
    Shuffle,
)
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from owm_net.games.heroes.cards.card import CardPlayed
from owm_net.games.heroes.catalog import CATALOG
from owm_net.games.heroes.decks import (
    HAND,
    CommandCards,
    Discard,
    MakingDeck,
    Refilled,
    draws,
    sizes,
)
from owm_net.games.heroes.hidden import NUMBERED, card_key, pool, starter
from owm_net.games.heroes.ids import FormationId, Hidden, OptionKey, TileKey
from owm_net.games.heroes.roster import Roster
from owm_net.games.heroes.state import Bought, HeroesState
from owm_net.games.heroes.system import PLAYABLE, Heroes
from owm_net.games.heroes.terms import CardKind, Nation
from tests.games.driver import every, only
from tests.games.heroes.table import acting, ann, battle, ben
from tests.seats import ANN, BEN

HEROES = Heroes()
CARDS = Setup(PLAYABLE[0], "standard", 2, (("cards", "always"),))


def bought(*keys: str) -> HeroesState:
    """A state in which Ann has these options."""
    g = battle(ann(4, 1), ben(8, 1)).g
    g.deck_size = 40
    g.options = [Bought(seat=ANN, tile=FormationId(0), key=OptionKey(key)) for key in keys]
    return g


@pytest.mark.rule("HON-DECK-01", "HON-DECK-02", "HON-DECK-03", "HON-DECK-06", "HON-HID-08")
def test_a_deck_is_forty_cards_of_the_nations_own() -> None:
    match = LocalMatch(HEROES, CARDS, 1, [random_player] * 2)
    request = match.request
    assert isinstance(request, PrivateDeck) and request.size == 40 and request.seat == ANN
    assert request.pool == tuple(range(64)) and len(dict.fromkeys(request.pool)) == 64
    germans = tuple(starter(Nation.GERMAN))
    assert agenda.options(match.view(ANN)) == [DeckList(germans)] and len(germans) == 40
    assert HEROES.describe(match.view(ANN), DeckList(germans)) == "a deck of 40 cards"
    assert agenda.about(match.view(ANN)).what == "make a deck of action cards"
    americans = pool(Nation.US, CardKind.ORDINARY)
    spare = pool(Nation.GERMAN, CardKind.ORDINARY)[-1]
    assert spare not in germans
    for rule, cards in (
        ("HON-DECK-01", germans[:39]),
        ("HON-DECK-01", (*germans, spare)),  # 41
        ("HON-DECK-02", (*germans[:39], americans[0])),  # another nation's
        ("HON-DECK-02", (*germans[:39], pool(Nation.GERMAN, CardKind.ARTILLERY)[0])),
        ("HON-DECK-03", (*germans[:39], germans[0])),  # a copy too many
    ):
        refusal = agenda.why_not(match.view(ANN), DeckList(cards))
        assert refusal is not None and refusal.rule == rule
    match.give(match.decide())
    assert not [s for s in match.view(BEN).known if s < 0]  # nobody else learns what it holds


@pytest.mark.rule("HON-DECK-04", "HON-ORO-01", "HON-ORO-02")
def test_command_cards_come_on_top_by_their_option() -> None:
    g = bought("or_artillery", "or_airstrike")
    assert sizes(g, ANN) == [
        (CardKind.ORDINARY, 40),
        (CardKind.ARTILLERY, 4),
        (CardKind.AVIATION, 4),
    ]
    assert sizes(bought(), ANN) == [(CardKind.ORDINARY, 40)]
    for kind in (CardKind.ARTILLERY, CardKind.AVIATION):
        for nation in (Nation.GERMAN, Nation.US):
            assert {CATALOG.cards[card_key(n)].kind for n in pool(nation, kind)} == {kind}
    g.agenda, g.pending = [MakingDeck(ANN)], None
    agenda.begin(g)
    request = agenda.advance(g, tuple(range(40)))
    assert isinstance(request, Choose) and request.kind == "command_cards"
    view = View(g, ANN, {})
    assert agenda.about(view).what == "say how many Artillery cards your deck holds"
    assert [a.cards for a in agenda.options(view)] == [4, 3, 2, 1, 0]  # type: ignore[attr-defined]
    for cards in (5, -1, True):
        no = agenda.why_not(view, CommandCards(cards))
        assert no is not None and no.rule == "HON-DECK-04"
    request = agenda.advance(g, CommandCards(3))
    assert isinstance(request, PrivateDeck)
    assert request.pool == pool(Nation.GERMAN, CardKind.ARTILLERY) and request.size == 3
    assert agenda.about(view).what == "choose the command cards of your deck"
    assert agenda.why_not(view, DeckList(request.pool[:3])) is None
    assert agenda.why_not(view, DeckList(request.pool[:4])) is not None
    request = agenda.advance(g, request.pool[:3])
    assert isinstance(request, Choose) and request.kind == "command_cards"
    assert agenda.about(view).what == "say how many Aviation cards your deck holds"
    request = agenda.advance(g, CommandCards(0))
    assert isinstance(request, Shuffle) and len(request.cards) == 43


@pytest.mark.rule("HON-DECK-05")
def test_the_first_hand_is_four_cards_after_deployment() -> None:
    match = LocalMatch(HEROES, CARDS, 2, [random_player] * 2)
    while not (isinstance(match.request, Choose) and match.request.kind == "lay"):
        match.step()
    g = match.state
    assert isinstance(g, HeroesState)
    assert [len(g.hands[seat]) for seat in (ANN, BEN)] == [HAND, HAND]
    for seat in (ANN, BEN):
        mine = [match.view(seat).card(card) for card in g.hands[seat]]
        assert all(
            card is not None and NUMBERED[card][0] is g.side(seat).army.nation for card in mine
        )
        assert [match.view(seat).card(card) for card in g.hands[1 - seat]] == [None] * HAND


@pytest.mark.rule("HON-SUP-09", "HON-CARD-07", "HON-CARD-08", "HON-HID-09")
def test_what_is_discarded_stays_closed_and_the_hand_is_filled() -> None:
    table = acting(
        ann(4, 1),
        ben(8, 1),
        due=(1, 1),
        hands=("rally mine forced_march | " + "mine " * 2 + "rally", ""),
    )
    table.until("discard")
    assert table.seat == ANN
    assert agenda.about(table.view(ANN)).why == "then you draw up to 4"
    hand = list(map(Hidden, table.g.hands[ANN]))
    table.refused(Discard((hand[0], hand[0])), "HON-SUP-09")
    table.refused(Discard((Hidden(hand[0] - 99),)), "HON-SUP-09")
    table.say(Discard((hand[0], hand[1])))
    assert len(table.g.hands[ANN]) == 4 and len(table.g.piles[ANN]) == 2
    filled = only(table.events, Refilled)
    assert (filled.seat, filled.discarded, filled.drawn) == (ANN, 2, 3)
    for discarded, drawn, said in (
        (2, 3, "Germans discard 2 cards and draw 3"),
        (1, 1, "Germans discard a card and draw one"),
        (0, 1, "Germans draw a card"),
        (1, 0, "Germans discard a card"),
    ):
        assert Refilled(ANN, discarded, drawn).sentence(table.g) == said
    assert all(card < 0 for card in table.g.piles[ANN])
    assert [table.view(BEN).card(card) for card in table.g.piles[ANN]] == [None, None]


@pytest.mark.rule("HON-DECK-07")
def test_a_deck_that_has_run_out_gives_no_more() -> None:
    table = acting(ann(4, 1), ben(8, 1), due=(1, 1), hands=("rally | mine mine", ""))
    table.until("discard").say(Discard())
    assert len(table.g.hands[ANN]) == 3
    table.until("discard").say(Discard())
    assert len(table.g.hands[ANN]) == 3 and not table.g.decks[draws(ANN)].left


@pytest.mark.rule("HON-ORO-09")
def test_improvisation_draws_a_card_above_the_limit() -> None:
    hands = ("rally rally rally mine | mine mine", "")
    table = acting(ann(4, 1), ben(8, 1), due=(1, 1), hands=hands, options={"or_improvisation": ANN})
    table.until("discard").say(Discard())
    assert (table.kind, table.seat, len(table.g.hands[ANN])) == ("discard", ANN, 5)
    table.refused(Discard(), "HON-ORO-09")
    assert [len(answer.cards) for answer in table.options(Discard)] == [1] * 5
    table.refused(Discard(tuple(map(Hidden, table.g.hands[ANN][:2]))), "HON-ORO-09")
    table.say(Discard((Hidden(table.g.hands[ANN][0]),)))
    assert len(table.g.hands[ANN]) == 4


@pytest.mark.rule("HON-SUP-09")
def test_who_holds_more_than_the_limit_draws_nothing() -> None:
    hands = ("rally rally rally mine mine | mine", "")
    table = acting(ann(4, 1), ben(8, 1), due=(1, 1), hands=hands)
    table.until("discard", ANN).say(Discard())
    assert len(table.g.hands[ANN]) == 5 and table.g.decks[draws(ANN)].left == 1


def test_after_the_last_round_nobody_discards() -> None:
    table = battle(ann(4, 1), ben(8, 1), due=(1, 1), round=5, hands=("rally | mine", ""))
    kinds = Counter[str]()
    while table.over is None:
        kinds[table.kind] += 1
        table.passes()
    assert not kinds["discard"]


def test_card_numbers_follow_the_ledger() -> None:
    """G-05: German copies first; the copies of a kind one after another."""
    assert len(NUMBERED) == 152 and [NUMBERED[n][1] for n in (0, 1, 2)] == [
        "high_command",
        "high_command",
        "opportunity_fire",
    ]
    assert NUMBERED[76] == (Nation.US, "high_command") == NUMBERED[77]


@pytest.mark.rule("HON-ARMY-17", "HON-DECK-04", "HON-ORO-01", "HON-ORO-02")
def test_armies_with_artillery_and_aircraft_have_their_cards_and_play_them() -> None:
    staffs = (
        ("de_t_major", "de_t_pzgren", "or_artillery"),
        ("us_t_captain", "us_t_rifle", "or_airstrike"),
    )

    def player(system: System, view: View[Any], chance: Chance) -> Answer:
        request = view.state.pending
        if isinstance(request, ChooseSecretly):
            staff, platoon, option = staffs[view.seat]
            tiles = (TileKey(staff), TileKey(platoon))
            return Roster(tiles, ((TileKey(staff), "O1", OptionKey(option)),))
        return random_player(system, view, chance)

    switches = (("cards", "always"), ("armies", "350"))
    played = Counter[CardKind]()
    for seed in range(20):
        if played[CardKind.ARTILLERY] and played[CardKind.AVIATION]:
            break
        match = LocalMatch(HEROES, evolve(CARDS, switches=switches), seed, [player] * 2)
        sizes_asked = []
        while not isinstance(match.request, Over):
            if isinstance(match.request, PrivateDeck):
                sizes_asked.append((match.request.seat, match.request.size))
            match.step()
            played.update(
                [
                    CATALOG.cards[card_key(e.card)].kind
                    for e in every(match.state.events, CardPlayed)
                ]
            )
        assert {(ANN, 40), (BEN, 40)} <= set(sizes_asked)
        assert all(size == 40 or size <= 4 for _, size in sizes_asked)
    assert played[CardKind.ARTILLERY] and played[CardKind.AVIATION]
