"""Rally and discard, and looks at the deck (2.9, SQD-CARD-09)."""

from __future__ import annotations

import pytest

from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Peek
from owm_net.games.squadcards.drawing import Reshuffled
from owm_net.games.squadcards.phases.rally import RallyRolled
from tests.games.squadcards.table import (
    BRITISH,
    DECK,
    GERMAN,
    RUSSIAN,
    US,
    Changes,
    Discard,
    DrawExtra,
    M,
    Match,
    Nation,
    Pass,
    Phase,
    lay,
)
from tests.seats import ANN


def rallying(nation: Nation, die: int, mine: str = "", theirs: str = "") -> Match:
    match = lay(
        nations=(nation, BRITISH),
        hands=([mine] if mine else [], [theirs] if theirs else []),
        phase=Phase.RALLY,
        squads=({"pinned": True}, {}),
        deck=(),
        dice=[(die,)],
    )
    if mine:
        match.say(match.play(mine))
    if theirs:
        match.say(match.play(theirs))
    return match


@pytest.mark.rule("SQD-RALLY-01")
@pytest.mark.parametrize(("die", "pinned"), [(4, True), (5, False)])
def test_five_rallies(die: int, pinned: bool) -> None:
    assert rallying(BRITISH, die).told(RallyRolled)[0].pinned is pinned


@pytest.mark.rule("SQD-RALLY-01", "SQD-R-24")
def test_the_passive_squad_never_rallies() -> None:
    match = lay(phase=Phase.RALLY, squads=({}, {"pinned": True}), deck=())
    assert match.kind == "extra" and not match.told(RallyRolled)


@pytest.mark.rule("SQD-RALLY-02")
@pytest.mark.parametrize(
    ("nation", "pinned"), [(US, False), (GERMAN, False), (BRITISH, True), (RUSSIAN, True)]
)
def test_nations_differ_in_rallying(nation: Nation, pinned: bool) -> None:
    assert rallying(nation, 4).told(RallyRolled)[0].pinned is pinned


@pytest.mark.rule("SQD-RALLY-03", "SQD-WIN-10")
@pytest.mark.parametrize(
    ("mine", "theirs", "die", "pinned"),
    [
        ("leadership", "", 3, False),
        ("patriotism", "", 3, False),
        ("camaraderie", "", 3, False),
        ("", "confusion", 5, True),
        ("", "exhaustion", 5, True),
        ("leadership", "exhaustion", 3, True),
    ],
)
def test_what_rally_cards_do(mine: str, theirs: str, die: int, pinned: bool) -> None:
    assert rallying(BRITISH, die, mine, theirs).told(RallyRolled)[0].pinned is pinned


@pytest.mark.rule("SQD-RALLY-03", "SQD-WIN-10")
def test_the_rolling_player_speaks_first_at_a_rally() -> None:
    match = lay(
        hands=(["confusion", "fear"], ["leadership"]),
        phase=Phase.RALLY,
        squads=({"pinned": True}, {}),
        dice=[(6,)],
    )
    assert (match.kind, match.seat) == ("modifier", 0)
    match.refused(match.play("confusion"), "SQD-RALLY-03", "the enemy's")
    match.refused(match.play("fear"), "SQD-MORALE-05")
    match.passes()
    match.refused(match.play("leadership"), "SQD-RALLY-03", "your own")
    match.passes()
    assert not match.squad(0).pinned


@pytest.mark.rule("SQD-DISC-01")
def test_a_quiet_squad_may_draw_one_more() -> None:
    match = lay(hands=(["knife"], []), phase=Phase.DISCARD)
    assert match.kind == "extra"
    match.refused(Pass(), "SQD-DISC-01")
    match.say(DrawExtra(True))
    assert len(match.hand(0)) == 2
    no = lay(hands=(["knife"], []), phase=Phase.DISCARD).say(DrawExtra(False))
    assert len(no.hand(0)) == 1


@pytest.mark.rule("SQD-DISC-01")
@pytest.mark.parametrize("busy", [{"attacked": True}, {"moved": True}])
def test_a_busy_squad_draws_no_more(busy: Changes) -> None:
    match = lay(hands=(["knife"], []), phase=Phase.DISCARD, squads=(busy, {}), turn=2)
    assert match.g.turn == 3, "nothing is asked of it"


@pytest.mark.rule("SQD-DISC-01", "SQD-R-25", "SQD-R-27")
def test_a_blocked_mover_and_a_scout_have_kept_still() -> None:
    blocked: Changes = {"will_move": True, "halted": True}
    match = lay(hands=(["knife"], []), phase=Phase.DISCARD, squads=(blocked, {}))
    assert match.kind == "extra"
    scout = lay(hands=(["scout", "knife"], []), phase=Phase.POSITION)
    scout.say(scout.play("scout")).until("extra")
    shot = lay(
        hands=(["bolt_rifle", "knife"], []), phase=Phase.POSITION, nations=(GERMAN, BRITISH)
    ).until("fire")
    shot.attack_with("bolt_rifle", (1, 6))
    shot.passes()
    assert shot.g.turn == 3, "after one attack there is no extra card"


@pytest.mark.rule("SQD-DISC-02", "SQD-GAP-03")
@pytest.mark.parametrize(
    ("nation", "commander_lost", "goes"),
    [(GERMAN, False, 3), (GERMAN, True, 4), (US, False, 4), (RUSSIAN, False, 5)],
)
def test_hands_are_cut_to_the_limit(nation: Nation, commander_lost: bool, goes: int) -> None:
    hand = ["knife", "bayonet", "garrote", "pistol", "pistol", "scout", "scout", "carbine", "lmg"]
    match = lay(
        nations=(nation, BRITISH),
        hands=(hand, []),
        phase=Phase.DISCARD,
        squads=({"commander_lost": commander_lost, "moved": True}, {}),
    )
    assert match.kind == "discard"
    cards = tuple(map(Played, match.g.hands[0]))
    match.refused(Discard(cards[: goes - 1]), "SQD-DISC-02", f"discard {goes} cards")
    match.refused(Discard(cards[: goes + 1]), "SQD-DISC-02", f"discard {goes} cards")
    match.refused(Discard(cards), "SQD-DISC-02", f"discard {goes} cards")
    match.refused(Discard((cards[0],) * goes), "SQD-DISC-02", "named twice")
    match.say(Discard(cards[:goes]))
    assert match.discarded == hand[:goes]


@pytest.mark.rule("SQD-DISC-02")
def test_a_hand_at_the_limit_is_not_asked_about() -> None:
    """Also where the phase was opened for the extra card, which is declined."""
    match = lay(hands=(["knife", "garrote", *["pistol"] * 3], []), phase=Phase.DISCARD)
    assert len(match.hand(0)) == match.squad(0).hand_limit == 5
    match.say(DrawExtra(False))
    assert match.g.turn == 3 and match.discarded == []


@pytest.mark.rule("SQD-DISC-02")
def test_an_american_with_eight_discards_three() -> None:
    match = lay(
        hands=(["knife", "garrote", *["pistol"] * 3, *["scout"] * 3], []),
        phase=Phase.DISCARD,
        squads=({"moved": True}, {}),
    )
    assert len(match.g.hands[0]) - match.squad(0).hand_limit == 3


@pytest.mark.rule("SQD-DISC-03")
def test_the_limit_binds_in_ones_own_discard_phase_only() -> None:
    hand = ["knife", "bayonet", "garrote", "pistol", "pistol", "scout"]
    match = lay(hands=(hand, []), deck=["lmg"] * 3 + ["carbine"] * 2)
    assert len(match.hand(0)) == 9 and match.kind == "own"
    passive = lay(hands=([], hand + ["scout"] * 2), phase=Phase.DISCARD, deck=())
    passive.passes()
    assert len(passive.hand(1)) == 8 and passive.g.turn == 3


# ------------------------------------------------------------------ looks at the deck


@pytest.mark.rule("SQD-CARD-09", "SQD-WIN-01", "SQD-GAP-14")
def test_a_scout_looks_and_leaves_everything_as_it_is() -> None:
    deck = ["fear", "lmg", "smoke", "hill", "knife", "garrote"]
    match = lay(hands=(["scout"], ["carbine"]), phase=Phase.POSITION, deck=deck, band=M)
    assert match.kind == "own"
    match.say(match.play("scout"))
    top = match.g.decks[DECK].top(5)
    assert Peek(ANN, top) in match.requests
    assert match.keys([match.view(0).card(c) or 0 for c in top]) == deck[:5]
    assert match.view(1).cards(top) == (None,) * 5
    assert not match.squad(1).fired_upon and not match.squad(0).attacked
    match.until_turn(3)
    assert match.hand(1)[-4:] == deck[:4], "the opponent draws what was seen"


@pytest.mark.rule("SQD-CARD-09", "SQD-R-09")
@pytest.mark.parametrize("left", [0, 2])
def test_a_scout_sees_fewer_and_never_reshuffles(left: int) -> None:
    match = lay(
        hands=(["scout"], ["scout"]),
        phase=Phase.POSITION,
        deck=["fear", "lmg"][:left],
        discard=["knife", "garrote"],
    )
    match.say(match.play("scout"))
    looks = [r for r in match.requests if isinstance(r, Peek)]
    assert [len(r.slots) for r in looks] == ([left] if left else [])
    assert not match.told(Reshuffled)
    assert isinstance(match.request, Choose)
