"""The Flanking Fire variant (2.14) and the hex map with one or two squads a side (2.15)."""

from __future__ import annotations

from collections import Counter
from typing import Unpack

import pytest

from owm_net.engine.records import Played
from owm_net.engine.requests import Choose, Reveal
from owm_net.engine.system import BadSetup, Setup
from owm_net.games.squadcards.hexmap import CLEAR
from owm_net.games.squadcards.ids import Cell
from owm_net.games.squadcards.phases.morale import MoraleChecked
from owm_net.games.squadcards.phases.movement import BlockPlayed
from owm_net.games.squadcards.terms import CardType
from owm_net.games.squadcards.words import hex_told
from tests.games.squadcards.table import (
    CATALOG,
    DECK,
    FIRST,
    FOURTH,
    GERMAN,
    HEXES,
    PB,
    SECOND,
    SYSTEM,
    THIRD,
    US,
    Declare,
    L,
    Layout,
    M,
    March,
    Match,
    NextSquad,
    Pass,
    Phase,
    Play,
    RangeBand,
    S,
    all_cards,
    fresh,
    lay,
)
from tests.seats import BEN

# ------------------------------------------------------------------ Flanking Fire variant


def moved(
    *hand: str,
    key: str = "hill",
    to: RangeBand = M,
    into_open: bool = False,
    **more: Unpack[Layout],
) -> Match:
    """Seat 0 has completed a move with the variant in force."""
    options: Layout = {
        "hands": ((key, *hand), ()),
        "nations": (GERMAN, US),
        "phase": Phase.MOVEMENT,
        "squads": ({"will_move": True}, {}),
        "flanking_variant": "on",
        **more,
    }
    match = lay(**options)
    return match.say(match.move(key, to, into_open))


@pytest.mark.rule("SQD-VFF-01")
def test_the_base_effects_are_off() -> None:
    match = lay(
        hands=(["flanking_fire", "national_trait"], []),
        nations=(GERMAN, US),
        phase=Phase.POSITION,
        flanking_variant="on",
    ).until("fire")
    match.refused(match.play("flanking_fire"), "SQD-VFF-03")
    match.refused(match.trait("ger_tactics"), "SQD-VFF-03")
    assert not lay().g.options.flanking_variant


@pytest.mark.rule("SQD-VFF-02", "SQD-R-33")
def test_the_deck_of_the_variant() -> None:
    keys = Counter(CATALOG.faces[c].key for c in CATALOG.deck(True, False))
    assert keys["flanking_fire"] == 6 and "encircled" not in keys and keys.total() == 124


@pytest.mark.rule("SQD-VFF-03", "SQD-R-31")
def test_a_lateral_move_into_terrain_earns_a_card() -> None:
    match = moved("flanking_fire", "flanking_fire", "national_trait")
    match.say(match.play("flanking_fire"))
    assert match.keys(match.squad(0).flanking) == ["flanking_fire"]
    match.refused(match.play("flanking_fire"), "SQD-VFF-03", "one Flanking Fire")
    trait = moved("national_trait")
    trait.say(trait.trait("ger_tactics"))
    assert len(trait.squad(0).flanking) == 1
    nearer = moved("flanking_fire", to=S)
    nearer.refused(nearer.play("flanking_fire"), "SQD-VFF-03", "not lateral")
    in_open = moved("flanking_fire", key="knife", into_open=True)
    in_open.refused(in_open.play("flanking_fire"), "SQD-VFF-03")


@pytest.mark.rule("SQD-VFF-04")
def test_the_cards_add_up_and_stay() -> None:
    match = moved("flanking_fire", "bolt_rifle", flanking=(("flanking_fire",), ()))
    match.say(match.play("flanking_fire")).passes().until("fire", 0)
    assert ("flanking fire", 2) in match.attack_with("bolt_rifle", (3, 3)).why
    back = lay(
        hands=((), ("bolt_rifle",)),
        phase=Phase.RETURN,
        flanking_variant="on",
        flanking=((), ("flanking_fire", "flanking_fire")),
    )
    assert back.attack_with("bolt_rifle", (3, 3)).total == 2


@pytest.mark.rule("SQD-VFF-05")
def test_a_move_without_a_card_ends_it() -> None:
    match = moved("flanking_fire", to=S, flanking=(("flanking_fire",), ()))
    match.passes()
    assert match.squad(0).flanking == [] and "flanking_fire" in match.discarded
    empty = moved(flanking=(("flanking_fire",), ()))
    assert empty.squad(0).flanking == []
    blocked = moved(
        "flanking_fire",
        hands=(("hill", "flanking_fire"), ("barbed_wire",)),
        flanking=(("flanking_fire",), ()),
    )
    blocked.say(blocked.play("barbed_wire")).passes()
    assert len(blocked.squad(0).flanking) == 1


@pytest.mark.rule("SQD-VFF-06")
def test_the_opponents_move_ends_it() -> None:
    match = moved(flanking=((), ("flanking_fire", "flanking_fire")))
    assert match.squad(1).flanking == []
    blocked = moved(hands=(("hill",), ("barbed_wire",)), flanking=((), ("flanking_fire",)))
    blocked.say(blocked.play("barbed_wire"))
    assert len(blocked.squad(1).flanking) == 1


# ------------------------------------------------------------------ hex map

KNOLL = "crossroads-knoll"


def on_map(
    a: tuple[int, int],
    b: tuple[int, int],
    *hand: str,
    foe: tuple[str, ...] = (),
    **more: Unpack[Layout],
) -> Match:
    options: Layout = {
        "mission": KNOLL,
        "cells": (a, b),
        "hands": (hand, foe),
        "phase": Phase.POSITION,
        **more,
    }
    return lay(**options)


def marching(
    a: tuple[int, int],
    b: tuple[int, int],
    *hand: str,
    foe: tuple[str, ...] = (),
    **more: Unpack[Layout],
) -> Match:
    options: Layout = {"phase": Phase.MOVEMENT, "squads": ({"will_move": True}, {}), **more}
    match = on_map(a, b, *hand, foe=foe, **options)
    assert match.kind == "move"
    return match


def reach(match: Match) -> list[tuple[int, int]]:
    return [p for i, p in enumerate(HEXES.places) if match.allowed(March(Cell(i)))]


@pytest.mark.rule("SQD-VHX-01", "SQD-VHX-03", "SQD-GAP-10", "SQD-R-54")
def test_the_map_is_the_ledgers() -> None:
    assert len(HEXES.places) == 61
    kinds = {p: HEXES.kinds[i] for i, p in enumerate(HEXES.places) if HEXES.kinds[i] != CLEAR}
    assert kinds[0, 0] == "hill" and kinds[1, -3] == kinds[-1, 3] == "building"
    assert len(kinds) == 19
    assert all(kinds.get((-q, -r)) == kind for (q, r), kind in kinds.items())
    assert all(CATALOG.uses[kind].cover for kind in kinds.values())
    starts = [[HEXES.places[c] for c in side] for side in HEXES.starts]
    assert starts == [[(0, -2), (2, -2)], [(0, 2), (-2, 2)]]
    assert all(HEXES.band(a, b) is L for a in HEXES.starts[0] for b in HEXES.starts[1])


@pytest.mark.rule("SQD-VHX-01", "SQD-R-32")
def test_pawns_never_share_a_hex() -> None:
    match = marching((0, -2), (1, -2), "knife")
    match.refused(March(HEXES.at[1, -2]), "SQD-VHX-01", "a pawn is there")
    assert (1, -2) not in reach(match)


@pytest.mark.rule("SQD-VHX-02")
def test_the_deck_has_no_terrain() -> None:
    deck = CATALOG.deck(False, True)
    assert len(deck) == 106
    assert not [c for c in deck if CATALOG.faces[c].type is CardType.TERRAIN]
    match = fresh(mission=KNOLL)
    assert match.g.decks[DECK].size == 106 and match.kind == "own", "no terrain is played"
    assert [HEXES.places[s.cell] for s in match.g.squads] == [(0, -2), (0, 2)]


@pytest.mark.rule("SQD-VHX-03")
def test_hexes_give_the_cover_of_their_cards() -> None:
    match = on_map((0, 0), (-1, 3), "bolt_rifle", foe=("scout",)).until("fire")
    assert match.squad(1).cover == 2
    assert match.attack_with("bolt_rifle", (3, 3)).why == (("hill", 1), ("cover", -2))


def test_the_log_tells_a_hex_by_its_ground_or_from_the_nearest() -> None:
    """It said "(1,-4) clear", and no hex of the map bears a number."""
    told = {place: hex_told(cell) for place, cell in HEXES.at.items()}
    assert told[1, -3] == "Building"
    assert told[0, -3] == "clear ground, 1 hex west of Building"
    assert told[0, -4] == "clear ground, 2 hexes north-west of Building"
    assert not any("(" in words for words in told.values())


@pytest.mark.rule("SQD-VHX-04")
def test_two_clear_hexes_or_one_other() -> None:
    match = marching((0, -2), (0, 4), "knife")
    found = reach(match)
    assert (-1, -2) in found and (-1, -1) in found and (0, -1) in found  # one into terrain
    assert (0, 0) not in found, "through the Low Wall"
    assert (2, -2) in found and (0, -4) in found and (-2, -2) not in found
    match.refused(March(HEXES.at[2, -1]), "SQD-VHX-04")  # clear, then Line of Trees
    match.refused(March(HEXES.at[3, -2]), "SQD-VHX-04")
    match.refused(March(Cell(999)), "SQD-VHX-04", "no such hex")
    match.refused(March(HEXES.at[0, -2]), "SQD-VHX-01")
    match.refused(match.move("knife", M, True), "SQD-VHX-04", "choose a hex")
    edge = marching((4, -4), (0, 4), "knife")
    assert all(max(abs(q), abs(r), abs(q + r)) <= 4 for q, r in reach(edge))


@pytest.mark.rule("SQD-VHX-05", "SQD-RNG-02", "SQD-R-32")
@pytest.mark.parametrize(
    ("cell", "band"), [((0, 1), PB), ((0, 0), S), ((0, -1), M), ((0, -2), L), ((0, -3), None)]
)
def test_the_distance_is_the_range(cell: tuple[int, int], band: RangeBand | None) -> None:
    match = on_map(cell, (0, 2), "bolt_rifle", "knife", foe=("scout",)).until("fire")
    assert match.g.range_of(FIRST, SECOND) is band
    for key in ("bolt_rifle", "knife"):
        use = CATALOG.uses[key]
        if band is None:
            match.refused(match.fire(key), "SQD-VHX-05", "4 hexes")
        else:
            assert match.allowed(match.fire(key)) is (use.modifier(band) is not None)


@pytest.mark.rule("SQD-VHX-06")
def test_a_blocked_pawn_stays_on_its_hex() -> None:
    match = marching((0, -2), (0, 2), "combat_engineer", foe=("barbed_wire", "scout"))
    match.say(March(HEXES.at[0, -1])).say(match.play("barbed_wire")).passes()
    assert HEXES.places[match.squad(0).cell] == (0, -2) and not match.squad(0).moved
    assert match.discarded == ["barbed_wire"]


@pytest.mark.rule("SQD-VHX-06", "SQD-MOVE-09", "SQD-R-48")
def test_objectives_and_attachments_on_the_map() -> None:
    match = marching(
        (0, -2),
        (0, 2),
        "mission_objective",
        "concealment",
        attached=(("encircled",), ()),
    )
    match.say(March(HEXES.at[0, -1]))
    assert match.squad(0).attached == [] and match.discarded == ["encircled"]
    match.say(match.play("mission_objective")).say(match.play("concealment"))
    assert len(match.g.objectives[0]) == 1 and match.squad(0).cover == 2
    empty = on_map((0, -2), (0, 2), phase=Phase.COVERING, foe=("scout",))
    assert empty.kind == "declare", "a move costs no card here"
    empty.say(Declare(True)).passes()
    assert empty.kind == "move"


# ------------------------------------------------------------------ several squads

TWO = "two-squads"
CELLS = ((0, -2), (2, -2), (0, 2), (-2, 2))


def two(*dealt: tuple[str, ...], **more: Unpack[Layout]) -> Match:
    """Squads 0 and 1 belong to seat 0, squads 2 and 3 to seat 1."""
    options: Layout = {
        "mission": TWO,
        "cells": CELLS,
        "hands": (*dealt, *[()] * (4 - len(dealt))),
        "squads": ({}, {}, {}, {}),
        **more,
    }
    return lay(**options)


@pytest.mark.rule("SQD-VHX-07", "SQD-GAP-11", "SQD-R-50")
def test_each_squad_has_its_own_hand() -> None:
    match = fresh(mission=TWO, nations=(GERMAN, US))
    assert [s.seat for s in match.g.squads] == [0, 0, 1, 1]
    assert [HEXES.places[s.cell] for s in match.g.squads] == list(CELLS)
    assert [len(h) for h in match.g.hands] == [5, 5, 5, 5]
    match.say(NextSquad(SECOND))
    assert [len(h) for h in match.g.hands] == [5, 9, 5, 5], "its own draw"
    match.passes()
    assert [len(h) for h in match.g.hands] == [9, 9, 5, 5]
    match.until("squad").say(NextSquad(FIRST))


@pytest.mark.rule("SQD-VHX-07", "SQD-GAP-11", "SQD-R-50")
def test_the_owner_chooses_the_order_in_each_phase() -> None:
    match = two(("bolt_rifle",), ("lmg",), ("scout",), phase=Phase.POSITION, nations=(GERMAN, US))
    assert (match.kind, match.seat) == ("squad", 0)
    match.refused(NextSquad(THIRD), "SQD-VHX-07")
    match.refused(Pass(), "SQD-VHX-07")
    match.say(NextSquad(SECOND)).passes()
    match.refused(match.fire("lmg", target=SECOND), "SQD-ATK-01")
    match.refused(Play(Played(match.g.hands[0][0])), "SQD-WIN-04")
    match.attack_with("lmg", (6, 5), target=FOURTH)
    assert match.squad(3).men == 11 and match.squad(2).men == 12
    assert match.squad(3).fired_upon and not match.squad(2).fired_upon, "its own fire log"
    assert match.kind == "own" and match.top.squad == 0


@pytest.mark.rule("SQD-VHX-07", "SQD-R-52")
def test_opportunity_fire_is_for_declared_movers_only() -> None:
    match = two(
        ("knife",),
        (),
        ("bolt_rifle",),
        phase=Phase.OPPORTUNITY,
        squads=({"will_move": True}, {}, {}, {}),
    )
    match.refused(match.fire("bolt_rifle", target=SECOND), "SQD-OPF-01")
    match.attack_with("bolt_rifle", (1, 6), target=FIRST)
    assert match.squad(0).shot_at and match.kind == "move"


@pytest.mark.rule("SQD-VHX-07", "SQD-GAP-11", "SQD-R-53")
def test_a_squad_without_men_leaves_with_its_cards() -> None:
    match = two(
        ("bolt_rifle", "commander_killed"),
        (),
        ("fear", "smoke"),
        ("scout",),
        phase=Phase.POSITION,
        squads=({}, {}, {"men": 1}, {}),
    ).until("fire")
    match.attack_with("bolt_rifle", (4, 1), target=THIRD)
    assert not match.over and any(isinstance(r, Reveal) and r.seat == 1 for r in match.requests)
    assert match.hand(2) == [] and sorted(match.discarded) == ["bolt_rifle", "fear", "smoke"]
    assert all(card >= 0 for card in match.g.discard), "opened, for everybody"
    assert match.kind == "fire", "nobody is left to lose a commander"
    assert len(all_cards(match.g, match.dealer.faces)) == 106
    assert 2 not in match.g.living(BEN) and match.g.living(BEN) == [3]


@pytest.mark.rule("SQD-GAP-11", "SQD-VIC-01", "SQD-VIC-02")
def test_all_squads_lost_is_the_end_and_objectives_are_pooled() -> None:
    match = two(
        ("bolt_rifle",), phase=Phase.POSITION, squads=({}, {}, {"men": 0}, {"men": 1})
    ).until("fire")
    match.attack_with("bolt_rifle", (4, 1), target=FOURTH)
    assert match.winners == (0,)
    pooled = two(
        ("mission_objective",),
        phase=Phase.MOVEMENT,
        objectives=(2, 0),
        squads=({"will_move": True}, {}, {}, {}),
    )
    pooled.say(March(HEXES.at[0, -1])).say(pooled.play("mission_objective"))
    assert pooled.winners == (0,)


@pytest.mark.rule("SQD-VHX-07", "SQD-R-51")
def test_any_squad_of_the_enemy_may_block_and_shake_morale() -> None:
    match = two(
        ("knife",),
        (),
        ("scout",),
        ("barbed_wire",),
        phase=Phase.MOVEMENT,
        squads=({"will_move": True}, {}, {}, {}),
    )
    match.say(March(HEXES.at[0, -1]))
    assert isinstance(match.request, Choose) and match.seat == 1
    match.say(match.play("barbed_wire"))
    assert match.told(BlockPlayed)[0].squad == 3
    check = two(
        (),
        ("fatalism",),
        ("fear",),
        (),
        phase=Phase.MORALE,
        squads=({"fired_upon": True}, {}, {}, {}),
        dice=[(1,)],
    )
    assert check.seat == 1, "another squad's cards do not help one's own"
    check.say(check.play("fear"))
    assert check.told(MoraleChecked)[0].total == 1 + 1 + 2


@pytest.mark.rule("SQD-R-55")
def test_the_variant_needs_terrain_cards() -> None:
    with pytest.raises(BadSetup, match="needs terrain cards"):
        SYSTEM.check_setup(Setup(KNOLL, "standard", 2, (("flanking_variant", "on"),)))
