"""The deck, the nationalities and the beginning of a match (2.1, 2.3, 2.11, 2.12)."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from pathlib import Path

import pytest

from owm_net.engine import agenda
from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.engine.requests import ChooseSecretly, Draw, Roll
from owm_net.engine.system import Setup
from owm_net.games.squadcards import words
from owm_net.games.squadcards.catalog import read_catalog
from owm_net.games.squadcards.drawing import NoCard, Reshuffled
from owm_net.games.squadcards.ids import SEATS
from owm_net.games.squadcards.state import Options
from owm_net.games.squadcards.terms import CardType, Moment
from owm_net.games.squadcards.turn import PhaseBegun
from tests.games.squadcards.table import (
    BRITISH,
    CATALOG,
    DECK,
    FIRST,
    GERMAN,
    JAPANESE,
    OPEN,
    RUSSIAN,
    SECOND,
    SYSTEM,
    US,
    Effect,
    L,
    Nation,
    Pass,
    Phase,
    SquadState,
    fresh,
    lay,
)
from tests.seats import ANN, BEN

ROOT = Path(__file__).resolve().parents[3]
HAND = ("knife", "bayonet", "garrote", "pistol", "scout")
HEDGE = ("hedge_row", *HAND[1:])


@pytest.mark.rule("SQD-SET-01", "SQD-GAP-12")
def test_two_squads_whose_men_are_a_number() -> None:
    match = fresh()
    assert [s.seat for s in match.g.squads] == [0, 1]
    assert [s.men for s in match.g.squads] == [12, 10]


@pytest.mark.rule("SQD-SET-03", "SQD-CARD-01", "SQD-GAP-02")
def test_the_deck_is_the_ledgers() -> None:
    rows = CATALOG.rows
    assert len(rows) == 58 and sum(row.count for row in rows) == 124
    by_type = Counter(row.type.value for row in rows for _ in range(row.count))
    assert by_type == {"M": 43, "T": 18, "A": 49, "N": 10, "B": 4}
    deck = CATALOG.deck(False, False)
    assert deck == list(range(124))
    assert Counter(CATALOG.faces[c].key for c in deck) == {row.key: row.count for row in rows}


def test_the_data_are_the_tables_of_the_ledger() -> None:
    """Every row of 2.11 as in docs/rules/squadcards.md."""
    text = (ROOT / "docs" / "rules" / "squadcards.md").read_text("utf-8")
    table = text[text.index("### 2.11") : text.index("**Count check")]
    lines = [[c.strip() for c in row.strip("| ").split("|")] for row in table.splitlines()]
    rows = [cells for cells in lines if len(cells) == 12 and cells[0] in CATALOG.uses]
    assert len(rows) == 58
    for key, title, n, kind, *ranges, flags, effect, _, _ in rows:
        card = CATALOG.uses[key]
        assert (card.title, getattr(card, "count", 0)) == (title, int(n)), key
        assert getattr(card, "type", CardType.TRAIT).value == kind
        expected = {
            r: int(v) for r, v in zip(("pb", "s", "m", "l"), ranges, strict=True) if v not in ".|"
        }
        assert card.attack == {r: v for r, v in expected.items() if v is not None}, key
        told = [("G", card.gun), ("H", card.heavy), ("1", card.kill_cap == 1)]
        told += [("N", card.negates_cover), ("K", card.needs_pinned)]
        told += [("C", card.only is Phase.COVERING), ("P", card.only is Phase.POSITION)]
        assert [f for f, has in told if has] == sorted(
            flags.split(), key=[f for f, _ in told].index
        ), key
        if kind == "T":
            assert f"cover {card.cover}" in effect


def test_bad_data_are_told_all_at_once(tmp_path: Path) -> None:
    """Every promise that is broken gets a line with the file and the card."""
    folder = tmp_path
    source = resources.files("owm_net.games.squadcards") / "data"
    for file in ("cards.toml", "traits.toml", "nations.toml", "hexmap.toml"):
        (folder / file).write_text((source / file).read_text("utf-8"), "utf-8")
    cards = (folder / "cards.toml").read_text("utf-8")
    cards = cards.replace("count = 4", "count = 5", 1).replace("cover = 3\n", "", 1)
    (folder / "cards.toml").write_text(cards, "utf-8")
    traits = (folder / "traits.toml").read_text("utf-8").replace('"lmg"', '"lmgg"')
    (folder / "traits.toml").write_text(traits, "utf-8")
    with pytest.raises(BadData) as caught:
        read_catalog(DataFiles(folder))
    told = "\n".join(caught.value.problems)
    assert "cards.toml: count: must be 124 in all, is 125" in told
    assert "cards.toml: pill_box: cover: must stand on terrain" in told
    assert 'traits.toml: ger_lmg: like: there is no card "lmgg"' in told


BROKEN = [
    ("cards.toml", 'key = "fatalism"', 'key = "leadership"', "must have 58 cards, each once"),
    ("cards.toml", 'effect = "rally"\n', "", "leadership: effect is missing"),
    ("cards.toml", 'type = "T"', 'type = "M"', "pill_box: a card of type M does not terrain"),
    ("cards.toml", "attack = { pb = 0 }", "attack = { xx = 0 }", "ranges are pb, s, m, l"),
    ("cards.toml", "attack = { pb = 0 }\n", "", "knife: attack: must stand on attacks"),
    ("cards.toml", 'windows = ["rally"]\n', "", "leadership: windows: it could never be played"),
    ("cards.toml", 'only = "position"', 'only = "rally"', "only: must be covering or position"),
    ("traits.toml", 'key = "us_bar"', 'key = "lmg"', "lmg: a card has this key already"),
    ("traits.toml", 'like = "radio_artillery"', "", "us_artillery: needs either like or effect"),
    ("nations.toml", 'key = "german"', 'key = "us"', "the five nationalities, each once"),
    ("hexmap.toml", "hill = ", "hills = ", "there is no terrain card with this key"),
    ("hexmap.toml", "hill = [[0, 0]]", "hill = [[0, 9]]", "(0, 9) is not on the map"),
    ("hexmap.toml", "hill = [[0, 0]]", "hill = [[1, 1]]", "(1, 1) is hill already"),
    ("hexmap.toml", "hill = [[0, 0]]", "hill = [[4, 0]]", "the mirror of (4, 0) is missing"),
    ("hexmap.toml", "[[0, -2], [2, -2]]", "[[0, 0], [2, -2]]", "must be a clear hex of the map"),
]


@pytest.mark.parametrize(("file", "was", "now", "words"), BROKEN)
def test_each_promise_of_the_data_is_checked(
    tmp_path: Path, file: str, was: str, now: str, words: str
) -> None:
    source = resources.files("owm_net.games.squadcards") / "data"
    for name in ("cards.toml", "traits.toml", "nations.toml", "hexmap.toml"):
        text = (source / name).read_text("utf-8")
        assert name != file or was in text
        (tmp_path / name).write_text(text.replace(was, now, 1) if name == file else text, "utf-8")
    with pytest.raises(BadData) as caught:
        read_catalog(DataFiles(tmp_path))
    told = [p for p in caught.value.problems if words in p]
    assert told and told[0].startswith(file), caught.value.problems


@pytest.mark.rule("SQD-SET-04", "SQD-GAP-09", "SQD-R-01")
def test_nationalities_are_chosen_at_the_same_time_and_may_be_the_same() -> None:
    match = fresh(nations=(US, US))
    assert [s.nation for s in match.g.squads] == [US, US]
    state = SYSTEM.new_game(SYSTEM.default_setup())
    request = agenda.begin(state)
    assert request == ChooseSecretly(SEATS, "nation")
    assert len(Nation) == 5


@pytest.mark.rule("SQD-SET-05")
@pytest.mark.parametrize(
    ("nation", "men"), [(US, 12), (GERMAN, 10), (BRITISH, 10), (JAPANESE, 10), (RUSSIAN, 36)]
)
def test_men_at_the_start(nation: Nation, men: int) -> None:
    assert fresh(nations=(nation, GERMAN)).squad(0).men == men


def test_the_nations_are_the_ledgers() -> None:
    rows = {n: (r.men, r.draw, r.hand_limit, r.morale, r.rally) for n, r in CATALOG.nations.items()}
    assert rows == {
        US: (12, 3, 5, 1, 1),
        GERMAN: (10, 4, 6, 0, 1),
        BRITISH: (10, 3, 5, 0, 0),
        RUSSIAN: (36, 2, 4, 0, 0),
        JAPANESE: (10, 3, 5, -1, 0),
    }
    assert [n for n, r in CATALOG.nations.items() if r.covering_free] == [US]
    assert [n for n, r in CATALOG.nations.items() if r.close_in] == [JAPANESE]


@pytest.mark.rule("SQD-SET-06", "SQD-RNG-01")
def test_the_range_begins_long_and_is_one_for_both() -> None:
    match = fresh()
    assert match.g.range_of(FIRST, SECOND) is L and match.g.range_of(SECOND, FIRST) is L


@pytest.mark.rule("SQD-SET-07", "SQD-R-02")
def test_the_higher_die_begins_and_ties_are_rolled_again() -> None:
    match = fresh(dice=[(4, 4), (2, 5)])
    assert match.g.first == 1
    rolls = [r for r in match.requests if isinstance(r, Roll)]
    assert rolls == [Roll(6, 2, "who begins")] * 2
    match.passes(2)
    assert (match.g.turn, match.g.active) == (1, 1)
    assert match.until_turn(2).g.active == 0


@pytest.mark.rule("SQD-SET-08", "SQD-GAP-04")
def test_everybody_is_dealt_five() -> None:
    match = fresh(nations=(RUSSIAN, GERMAN))
    assert [len(h) for h in match.g.hands] == [5, 5]
    assert [r for r in match.requests if isinstance(r, Draw)] == [
        Draw(ANN, tuple(match.g.hands[0])),
        Draw(BEN, tuple(match.g.hands[1])),
    ]
    # The limit of 4 bites in the first Discard Phase of the Russians.
    match.passes(2)
    match.until("discard", 0)
    assert len(match.g.hands[0]) - match.squad(0).hand_limit == 3


@pytest.mark.rule("SQD-SET-09", "SQD-R-03")
def test_one_terrain_card_may_be_played_at_the_start() -> None:
    match = fresh(deck=HEDGE)
    assert (match.kind, match.seat) == ("terrain", 0)
    match.refused(match.play("bayonet"), "SQD-ATK-01")
    match.say(match.play("hedge_row"))
    assert (match.kind, match.seat) == ("terrain", 1)
    assert len(match.g.hands[0]) == 4 and match.squad(0).cover == 2
    assert match.g.decks[DECK].left == 114
    match.passes()
    assert len(match.g.hands[1]) == 5 and match.squad(1).cover == 0
    assert match.squad(1).terrain == OPEN and match.g.turn == 1


@pytest.mark.rule("SQD-SET-09", "SQD-R-03")
@pytest.mark.parametrize(("dice", "first"), [((6, 1), 0), ((1, 6), 1)])
def test_who_begins_is_asked_for_terrain_first(dice: tuple[int, int], first: int) -> None:
    """And the Terrain they play is theirs."""
    deck = ["hedge_row", "knife", "bayonet", "garrote", "scout"]
    match = fresh(deck=[*deck, "hill", "smoke", "smoke", "fear", "scout"], dice=[dice])
    assert (match.kind, match.seat) == ("terrain", first)
    match.say(match.play("hedge_row"))
    assert (match.kind, match.seat) == ("terrain", 1 - first)
    match.say(match.play("hill"))
    assert match.keys([match.squad(first).terrain]) == ["hedge_row"]
    assert match.keys([match.squad(1 - first).terrain]) == ["hill"]
    assert (match.g.turn, match.g.active) == (1, first)


@pytest.mark.rule("SQD-SET-02")
@pytest.mark.parametrize(("dice", "total"), [((5, 2), 3), ((2, 5), -3)])
def test_the_second_die_is_taken_from_the_first(dice: tuple[int, int], total: int) -> None:
    match = lay(hands=(["bolt_rifle"], ["scout"]), phase=Phase.POSITION).until("fire")
    assert match.attack_with("bolt_rifle", dice).total == total
    assert Roll(6, 2, "attack") in match.requests


@pytest.mark.rule("SQD-TURN-01", "SQD-GAP-08")
def test_a_quiet_turn_runs_the_nine_phases_in_order() -> None:
    match = lay(hands=((), ()), deck=(), phase=Phase.DISCARD, turn=3)
    match.until_turn(5)
    phases = [(told.seat, told.phase) for told in match.told(PhaseBegun)]
    nine = list(Phase)[1:]
    assert [p for s, p in phases if s == 1] == nine
    assert phases[: len(nine) + 1] == [(0, Phase.DISCARD), *[(1, p) for p in nine]]
    assert match.told(NoCard), "with no card anywhere the draws are lost"


@pytest.mark.rule("SQD-DRAW-01")
@pytest.mark.parametrize(
    ("nation", "hand"), [(US, 8), (GERMAN, 9), (BRITISH, 8), (RUSSIAN, 7), (JAPANESE, 8)]
)
def test_cards_drawn_each_turn(nation: Nation, hand: int) -> None:
    match = fresh(nations=(nation, GERMAN)).passes(2)
    assert len(match.g.hands[0]) == hand


@pytest.mark.rule("SQD-DRAW-02", "SQD-VIC-03", "SQD-R-09")
def test_an_empty_deck_is_made_from_the_discard_pile() -> None:
    spent = ["knife", "garrote", "scout", "pistol"]
    match = lay(deck=["fear"], discard=spent, objectives=(1, 2), terrain=("hill", ""))
    assert match.hand(0)[0] == "fear" and len(match.hand(0)) == 3
    assert match.g.discard == [] and match.g.decks[DECK].size == 4
    assert match.told(Reshuffled) == [Reshuffled(4)]
    deck = match.keys(match.g.decks[DECK].top(9)) + match.hand(0)
    assert "mission_objective" not in deck and "hill" not in deck


@pytest.mark.rule("SQD-DRAW-02", "SQD-R-09")
def test_draws_from_nothing_are_lost() -> None:
    match = lay(deck=["fear"])
    assert match.hand(0) == ["fear"]
    assert match.told(NoCard)[0].cards == 2


@pytest.mark.rule("SQD-VIC-03")
def test_objectives_in_play_never_return() -> None:
    match = lay(deck=[], discard=["mission_objective"] * 3, objectives=(1, 2))
    match.until_turn(6)
    assert [len(o) for o in match.g.objectives] == [1, 2]


@pytest.mark.rule("SQD-GAP-13", "SQD-R-57")
def test_the_handicap_is_off_unless_it_is_agreed() -> None:
    assert fresh(nations=(BRITISH, GERMAN)).squad(0).men == 10
    assert fresh(nations=(BRITISH, GERMAN), handicap="on").squad(0).men == 12
    russian = fresh(nations=(RUSSIAN, GERMAN), handicap="on").passes(2)
    assert len(russian.g.hands[0]) == 5 + 3
    other = fresh(nations=(RUSSIAN, US), handicap="on").passes(2)
    assert len(other.g.hands[0]) == 5 + 2


@pytest.mark.rule("SQD-CREDIT-01")
def test_credits_name_the_authors_and_nothing_private() -> None:
    for name in ("Squad", "Warp Spawn", "Christian Martinez", "Marcello"):
        assert name in words.CREDITS
    assert "@" not in words.CREDITS


def test_every_card_can_be_played_somewhere() -> None:
    for row in CATALOG.rows:
        assert row.windows or row.effect is Effect.TRAIT, row.key
    assert all(t.windows for traits in CATALOG.traits.values() for t in traits)
    played = [m for u in CATALOG.uses.values() for m in u.windows]
    assert sorted(m.value for m in Moment) == sorted(dict.fromkeys(m.value for m in played))


def test_switches_reach_the_options() -> None:
    def options_of(setup: Setup) -> Options:
        state = SYSTEM.new_game(setup)
        assert isinstance(state, SquadState)
        return state.options

    assert options_of(SYSTEM.default_setup()) == Options()
    for name, values in SYSTEM.switches.items():
        for value in values[1:]:
            setup = Setup("meeting", "standard", 2, ((name, value),))
            assert options_of(setup) != Options(), name


def test_the_terrain_window_takes_one_pass_each() -> None:
    match = fresh()
    assert match.say(Pass()).kind == "terrain"
    assert match.say(Pass()).g.turn == 1
