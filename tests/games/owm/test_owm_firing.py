"""Firing Sequences: lethality, Discipline, icons, modifiers (sections 2.6 and 2.15).

What a total does to a soldier: `test_owm_resolution.py`.
"""

import pytest

from owm_net.engine import agenda
from owm_net.engine.ids import CardNumber
from owm_net.engine.requests import Choose
from owm_net.games.owm.actions import (
    Attack,
    Crew,
    EndTurn,
    Hide,
    Maneuver,
    Recognise,
    Scope,
    Uncrew,
)
from owm_net.games.owm.actions.attack import CeaseFire, Shoot
from owm_net.games.owm.catalog import FIELD
from owm_net.games.owm.damage import Killed, Wounded
from owm_net.games.owm.firing import Jammed, Totalled, is_doubled, modifiers
from owm_net.games.owm.flips import Flipped, Purpose
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, Variants
from owm_net.games.owm.stealth import Seen
from owm_net.games.owm.terms import Colour
from tests.games.driver import classes, every, only
from tests.games.owm.shots import CALM, LEADER, TARGET, shoot, shooting
from tests.games.owm.table import (
    ATTACK_RED,
    ATTACK_RED_2,
    EVANS,
    FIRST,
    HILL,
    MANEUVER,
    RALLY_GREEN,
    RALLY_RED,
    ROAD,
    ROCKS,
    SECOND,
    THIRD,
    Table,
    colours,
    down,
    flips_for,
    team,
    totals,
)

# ------------------------------------------------------------------ lethality, Discipline


@pytest.mark.rule("OWM-FIRE-02", "OWM-FIRE-08", "OWM-DISC-02", "OWM-EX-04")
def test_lethality_is_added_and_discipline_subtracted():
    assert totals(shoot(shooting(), "G4", "B6", "R3")) == [7]
    assert totals(shoot(shooting(), "G4", "B6", "R2")) == [8]


@pytest.mark.rule("OWM-FIRE-01", "OWM-FIRE-10")
def test_lethality_then_discipline_then_modifiers_then_the_outcome():
    t = shooting(TARGET, 308, cards={"C1": HILL})
    events = shoot(t, "G4", "B6", "R3")
    parts = [e.purpose for e in every(events, Flipped)]
    assert [p.value for p in parts] == [
        "number of shots",
        "target",
        "lethality",
        "lethality",
        "Discipline",
    ]
    assert colours(events)[2:] == ["green", "blue", "red"]
    assert classes(events)[-2:] == [Totalled, Killed]
    assert t.kind == "action"
    assert only(events, Totalled).total == 10
    assert only(events, Totalled).why == ("attack from Hill +3",)


@pytest.mark.rule("OWM-CCS-04")
def test_the_cards_of_a_shot_lie_apart_until_it_ends():
    t = shooting(TARGET, 308)
    t.stack(5, 25, 17, 170, 12)
    agenda.advance(t.g, Attack(ATTACK_RED, SECOND))
    agenda.advance(t.g, t.dealer.answer(t.request))
    before = list(t.g.discard)
    agenda.advance(t.g, Shoot(EVANS))
    piles = []
    while not isinstance(t.request, Choose):
        assert t.discard == before  # it does not grow during the shot
        agenda.advance(t.g, t.dealer.answer(t.request))
        piles.append(len(t.g.event_pile))
    assert piles == [1, 2, 3, 0]  # the target's card is the first of the pile (000:1247)
    assert t.g.discard[:-4] == before
    assert t.g.discard[-4:] == [25, 17, 170, 12]


@pytest.mark.rule("OWM-CCS-04", "OWM-CCS-07")
def test_void_targets_lie_on_the_pile_of_the_shot_too():
    t = shooting(TARGET, 308, 310)
    t.stack("R1", 4, 8, 25, 17, 170, 12)  # red 4 names nobody of three, twice
    agenda.advance(t.g, Attack(ATTACK_RED, SECOND))
    agenda.advance(t.g, t.dealer.answer(t.request))
    discarded = list(t.g.discard)  # the order, and the card for the number of shots
    assert len(discarded) == 2
    agenda.advance(t.g, Shoot(EVANS))
    for n in range(1, 6):
        agenda.advance(t.g, t.dealer.answer(t.request))
        assert (t.g.event_pile, t.g.discard) == ([4, 8, 25, 17, 170][:n], discarded)
    agenda.advance(t.g, t.dealer.answer(t.request))
    assert (t.g.event_pile, t.g.discard) == ([], [*discarded, 4, 8, 25, 17, 170, 12])


@pytest.mark.rule("OWM-DISC-05", "OWM-MOVE-02", "OWM-DISC-08", "OWM-TOK-04", "OWM-MOVE-05")
def test_on_the_move_two_discipline_flips_are_subtracted():
    t = shooting()
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    assert t.team(1).on_the_move
    events = shoot(t, "G4", "B6", "R2", "R3")
    assert totals(events) == [4 + 6 - 5]
    assert flips_for(events, Purpose.DISCIPLINE) == 2


@pytest.mark.rule("OWM-SOLD-09", "OWM-DISC-05", "OWM-DISC-08")
def test_a_suppressed_soldier_shoots_with_double_discipline():
    t = shooting(allied=(down(CALM), LEADER))
    events = shoot(t, "G4", "B6", "G2", "G5", soldier=CALM)
    assert totals(events) == [4 + 6 - 7]


@pytest.mark.rule("OWM-SOLD-05", "OWM-SOLD-03", "OWM-DISC-08", "OWM-EX-07")
def test_privates_without_a_leader_shoot_with_double_discipline():
    t = shooting(allied=(206, 207, CALM))
    assert t.g.is_leaderless(FIRST)
    events = shoot(t, "G4", "B6", "G2", "G5", soldier=CALM)
    assert totals(events) == [3]
    t = shooting(allied=(206, 207, EVANS))  # a Private First Class is a Leader
    assert not t.g.is_leaderless(FIRST)


@pytest.mark.rule("OWM-DISC-05")
def test_double_discipline_does_not_double_again():
    t = shooting(allied=(down(206), 207))  # suppressed and leaderless
    assert is_doubled(t.g, t.g.soldiers[SoldierId(206)], t.team(1), t.team(2))
    events = shoot(t, "G4", "B6", "G1", "G1", soldier=SoldierId(206))
    assert flips_for(events, Purpose.DISCIPLINE) == 2


@pytest.mark.rule("OWM-VIS-01")
def test_in_sunlight_only_the_weapon_limits_the_range():
    t = Table(team(0, "A1", EVANS, LEADER), team(1, "A7", TARGET), hands=[[ATTACK_RED], []]).begin()
    assert t.g.ground.distance(t.team(1).cell, t.team(2).cell) == 6
    events = shoot(t, "R3", "R4", "R2")  # RR is the last row of the grid
    assert totals(events) == [5]
    assert flips_for(events, Purpose.DISCIPLINE) == 1


@pytest.mark.rule("OWM-DISC-01", "OWM-FIRE-08")
@pytest.mark.parametrize(("shooter", "less"), [(EVANS, 3), (CALM, 2), (SoldierId(209), 8)])
def test_what_is_subtracted_is_the_die_of_his_discipline(shooter, less):
    """The same card costs a red soldier 3, a green one 2, a blue one 8."""
    shown = CATALOG.dice(CardNumber(175))
    assert [shown.of(colour) for colour in Colour] == [3, 2, 8]
    t = shooting(allied=(shooter, LEADER))
    assert totals(shoot(t, "G4", "B6", 175, soldier=shooter)) == [10 - less]


@pytest.mark.rule("OWM-DISC-01")
@pytest.mark.parametrize(("colour", "most"), [(Colour.RED, 4), (Colour.GREEN, 6), (Colour.BLUE, 8)])
def test_better_discipline_has_the_smaller_die(colour, most):
    shown = {card.dice.of(colour) for card in CATALOG.core.values()}
    assert shown == set(range(1, most + 1))


@pytest.mark.rule("OWM-DISC-08", "OWM-FIRE-08", "OWM-MOVE-02")
@pytest.mark.parametrize(
    ("allied", "moves", "flips"),
    [
        ((EVANS, LEADER), 0, 1),
        ((EVANS, LEADER), 1, 2),
        ((down(EVANS), LEADER), 0, 2),
        ((EVANS, down(LEADER)), 0, 1),  # another of them is down
        ((CALM, 206), 0, 2),  # no Leader
        ((down(CALM), 206), 0, 2),  # for two reasons, and still two
        ((CALM, 206), 1, 2),
    ],
)
def test_one_discipline_flip_two_for_any_reason_and_never_more(allied, moves, flips):
    t = shooting(allied=allied)
    t.do(*[Maneuver(MANEUVER, t.cell("C2"))] * moves)
    events = shoot(t, "G4", "B6", *["R1"] * flips, soldier=t.team(1).line[0])
    assert flips_for(events, Purpose.DISCIPLINE) == flips


@pytest.mark.rule("OWM-DISC-08", "OWM-MOVE-02", "OWM-MOVE-03")
def test_a_move_that_is_complete_doubles_no_discipline():
    t = shooting(cards={"C2": ROAD})
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    assert t.at(1) == "C2"
    assert flips_for(shoot(t, "G4", "B6", "R1"), Purpose.DISCIPLINE) == 1


# ------------------------------------------------------------------ icons


@pytest.mark.rule("OWM-FIRE-05", "OWM-EFF-02", "OWM-EFF-01")
def test_a_jam_ends_lethality_and_its_card_does_not_count():
    t = shooting()
    events = shoot(t, "G5", "B1+jam", "R3")
    assert totals(events) == [2]
    assert flips_for(events, Purpose.DISCIPLINE) == 1
    assert t.g.soldiers[EVANS].jammed
    assert every(events, Jammed)


@pytest.mark.rule("OWM-FIRE-05", "OWM-FIRE-07", "OWM-RES-04")
def test_a_wound_icon_before_a_jam_still_wounds():
    t = shooting()
    events = shoot(t, "G6+wound", "B1+jam", "R1")
    assert totals(events) == [5]
    assert t.status(TARGET) == "wounded"
    assert t.soldier(EVANS).jammed


@pytest.mark.rule("OWM-FIRE-05", "OWM-EFF-02")
def test_a_jam_on_the_first_card_leaves_nothing_but_discipline_and_modifiers():
    t = shooting(cards={"C1": HILL})
    events = shoot(t, "B1+jam", "R2")
    assert totals(events) == [0 - 2 + 3]
    t.do(EndTurn())
    t = shooting()
    t.change(EVANS, jammed=True)
    t.stack("R4")
    t.do(Attack(ATTACK_RED, SECOND))
    assert t.rule_against(Shoot(EVANS)) == "OWM-ATK-05"


@pytest.mark.rule("OWM-FIRE-04", "OWM-CARD-06", "OWM-FIRE-07")
def test_icons_count_on_lethality_flips_only():
    t = shooting()
    t.stack("R1+wound", "R1+wound", "G4", "B6", "R3+wound")
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.status(TARGET) == "suppressed"  # 7, and not wounded
    t = shooting()
    t.stack("R1", "R1+jam", "G4", "B6", "R2+jam")
    t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert not t.g.soldiers[EVANS].jammed


@pytest.mark.rule("OWM-FIRE-05", "OWM-FIRE-07", "OWM-CARD-06")
def test_an_icon_on_another_die_does_nothing_to_a_shot_where_that_was_agreed():  # G-02
    for agreed in (False, True):
        t = shooting()
        t.g.variants = Variants(icons=agreed)
        jam = ("G1+jam", "B6", "R1") if agreed else ("G1+jam", "R1")
        assert totals(shoot(t, *jam)) == [1 + 6 - 1 if agreed else 0 - 1]
        assert t.soldier(EVANS).jammed is not agreed
        for shot, wounds in (
            (("G4", "B4+wound", "R3"), not agreed),
            (("G4+wound", "B4", "R3"), True),
        ):
            t = shooting()
            t.g.variants = Variants(icons=agreed)
            assert totals(shoot(t, *shot)) == [5]
            assert t.status(TARGET) == ("wounded" if wounds else "suppressed")


@pytest.mark.rule("OWM-FIRE-07", "OWM-RES-04")
def test_two_wound_icons_in_a_shot_wound_once():
    t = shooting()
    events = shoot(t, "G4+wound", "B4+wound", "R3")
    assert totals(events) == [5]  # the cards count
    assert len(every(events, Wounded)) == 1
    assert t.status(TARGET) == "wounded"


@pytest.mark.rule("OWM-FIRE-04")
def test_a_random_effect_changes_nothing_and_its_card_counts():
    events = shoot(shooting(), "G4+random_effect", "B4", "R3")
    assert totals(events) == [5]
    assert flips_for(events, Purpose.LETHALITY) == 2


# ------------------------------------------------------------------ modifiers


@pytest.mark.rule("OWM-FIRE-09", "OWM-EX-05", "OWM-TERR-12")
def test_a_hill_against_a_road():
    t = shooting(cards={"C1": HILL, "C4": ROAD})
    events = shoot(t, "G4", "B6", "R2")
    assert totals(events) == [10]
    assert only(events, Totalled).why == ("attack from Hill +3", "defense of Road -1")


@pytest.mark.rule("OWM-TERR-08", "OWM-FIRE-09")
@pytest.mark.parametrize(
    ("mine", "theirs", "plus"),
    [(HILL, ROAD, 3 - 1), (ROAD, HILL, 0), (HILL, HILL, 3), (ROAD, ROAD, -1), (0, ROAD, -1),
     (HILL, 0, 3), (0, 0, 0), (FIELD, FIELD, 0)],
)  # fmt: skip
def test_the_values_the_rulebook_states(mine, theirs, plus):
    """A Hill helps who shoots from it, a Road who is shot at on it, a Field nobody."""
    cards = {cell: card for cell, card in (("C1", mine), ("C4", theirs)) if card}
    assert totals(shoot(shooting(cards=cards), "G2", "B3", "R1")) == [4 + plus]


@pytest.mark.rule("OWM-TERR-02")
def test_open_spots_have_no_modifiers():
    t = shooting()
    assert modifiers(t.g, t.team(1), t.team(2), False) == []


@pytest.mark.rule("OWM-FIRE-09", "OWM-ENT-02", "OWM-TERR-12", "OWM-STLTH-05")
def test_every_modifier_is_added_once():
    t = Table(
        team(0, "C3", EVANS, LEADER, stealthed=True, dug_in=True),
        team(1, "C4", TARGET, dug_in=True, heading="C5"),
        team(0, "D5", 208),
        cards={"C3": ROCKS, "C4": ROAD},
        trenches=("C3", "C4"),
        hands=[[ATTACK_RED], []],
    ).begin()
    found = dict(modifiers(t.g, t.team(1), t.team(2), True))
    assert found == {
        "attack from Rocky Ground": 1,
        "entrenched attacker": 1,
        "from stealth": 2,
        "flanking": 1,
        "defense of Road": -1,
        "entrenched target": -1,
        "target on the move": 2,
    }
    t.stack("R1", "R1", "B1", "B2", "R4")
    assert totals(t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS)))[0] == 1 + 2 - 4 + 5


@pytest.mark.rule("OWM-ENT-02")
def test_an_entrenched_road_subtracts_2():
    t = shooting(cards={"C4": ROAD}, trenches=("C4",), theirs={"dug_in": True})
    assert totals(shoot(t, "G4", "B6", "R2")) == [8 - 2]


@pytest.mark.rule("OWM-MOVE-02", "OWM-TOK-04")
def test_a_target_on_the_move_is_easier_to_hit():
    t = shooting(theirs={"heading": "C5"})
    assert totals(shoot(t, "G1", "B6", "R2")) == [5 + 2]


@pytest.mark.rule("OWM-MOVE-02", "OWM-FIRE-09")
def test_a_target_that_has_completed_its_move_is_no_easier_to_hit():
    t = shooting(theirs={"moved_in": 3})
    assert totals(shoot(t, "G1", "B6", "R2")) == [5]


@pytest.mark.rule("OWM-ENT-02", "OWM-MOVE-02", "OWM-FIRE-09")
def test_an_entrenched_fireteam_that_begins_to_move_has_both_modifiers():
    """It is in its Terrain until it arrives elsewhere."""
    t = shooting(trenches=("C4",), theirs={"dug_in": True, "heading": "C5"})
    events = shoot(t, "G1", "B6", "R2")
    assert totals(events) == [5 - 1 + 2]
    assert only(events, Totalled).why == ("entrenched target -1", "target on the move +2")
    t = shooting(trenches=("C1",), mine={"dug_in": True})
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    assert totals(shoot(t, "G4", "B6", "R2", "R1")) == [7 + 1]


@pytest.mark.rule("OWM-STLTH-05", "OWM-STLTH-04", "OWM-MOVE-02")
def test_on_the_move_the_shot_from_stealth_has_its_2_too():
    t = shooting(mine={"stealthed": True})
    t.do(Maneuver(MANEUVER, t.cell("C2")))
    events = shoot(t, "G4", "B6", "R2", "R1")
    assert totals(events) == [7 + 2]
    assert only(events, Totalled).why == ("from stealth +2",)


@pytest.mark.rule("OWM-STLTH-05", "OWM-STLTH-06")
def test_from_stealth_every_shot_of_the_order_has_2_more_and_then_stealth_is_over():
    t = shooting(TARGET, 308, mine={"stealthed": True})
    t.stack("R2", "R1", "G1", "B1", "R1", "R2", "G1", "B1", "G1")
    first = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert t.team(1).stealthed  # until the end of the action
    second = t.do(Shoot(LEADER))
    assert totals(first + second) == [1 + 2, 1 + 2]
    assert not t.team(1).stealthed
    assert only(second, Seen).fireteam == 1


@pytest.mark.rule("OWM-STLTH-06", "OWM-DISC-04", "OWM-RECOG-01")
def test_an_attack_order_without_a_shot_ends_stealth_and_looking_does_not():
    t = Table(
        team(0, "C1", EVANS, LEADER, stealthed=True),
        team(1, "C4", TARGET),
        team(1, "E3", 308, stealthed=True),
        hands=[[ATTACK_RED, ATTACK_RED_2, MANEUVER], []],
    ).begin()
    t.stack("R1").do(Recognise(THIRD, SoldierId(203)))
    assert t.team(1).stealthed
    assert t.top.actions_left == 2  # a check is free
    t.stack("R1").do(Attack(ATTACK_RED, SECOND), CeaseFire())
    assert not t.team(1).stealthed


def beside(friend: str, seat: int = 0) -> Table:
    """Two who shoot at C4 from C3 while a friend of some seat is somewhere else."""
    seats = 4 if seat > 1 else 2
    return Table(
        team(0, "C3", EVANS, LEADER),
        team(1, "C4", TARGET, 308),
        team(seat, friend, CALM, 206),
        hands=[[ATTACK_RED], *[[] for _ in range(seats - 1)]],
        seats=seats,
    ).begin()


@pytest.mark.rule("OWM-FLANK-02", "OWM-FIRE-09")
@pytest.mark.parametrize(("friend", "plus"), [("D4", 1), ("D3", 0), ("E4", 0)])
def test_flanking_adds_1_to_every_shot_of_the_order(friend, plus):
    """At 90 degrees; at 45 and from farther away it is none."""
    t = beside(friend).stack("R2", "R1", "B4", "B6", "R2", "R2", "G1", "B1", "G1")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS), Shoot(LEADER))
    assert totals(events) == [8 + plus, 1 + plus]
    assert len(every(events, Killed)) == plus  # 8 does not reach Vitality, 9 does


@pytest.mark.rule("OWM-FLANK-01", "OWM-FLANK-02", "OWM-TEAM-01")
def test_a_partners_fireteam_flanks_with_an_own_one():
    t = beside("D4", seat=2).stack("R1", "R1", "B4", "B6", "R2")
    events = t.do(Attack(ATTACK_RED, SECOND), Shoot(EVANS))
    assert totals(events) == [8 + 1]
    assert only(events, Totalled).why == ("flanking +1",)


@pytest.mark.rule("OWM-FF-01", "OWM-TEAM-01")
@pytest.mark.parametrize("seat", [0, 2])
def test_nobody_shoots_at_whom_a_friend_stands_behind_his_own_or_a_partners(seat):
    t = beside("C6", seat)
    t.refused(Attack(ATTACK_RED, SECOND), "OWM-FF-01", "a friendly Fireteam stands exactly behind")
    assert beside("D6", seat).allowed(Attack(ATTACK_RED, SECOND))


# ------------------------------------------------------------------ second grid


def lethality_flips(events: list) -> str:
    """The colours that were flipped for lethality, as a Weapon Damage Grid writes them."""
    return "".join(
        e.colour.value[0].upper()
        for e in events
        if isinstance(e, Flipped) and e.purpose is Purpose.LETHALITY
    )


@pytest.mark.rule("OWM-FIRE-12", "OWM-CREW-02", "OWM-SOLD-07", "OWM-TOK-07")
@pytest.mark.parametrize(
    ("deed", "shooter", "base", "second"),
    [
        (Scope(HILL, SoldierId(214)), 214, "GB", "BB"),
        (Crew(HILL, SoldierId(205), LEADER), 205, "GB", "RGB"),
    ],
)
def test_a_scope_or_a_crew_counts_from_the_next_round(deed, shooter, base, second):
    """In the round of the action the base grid, in every later one the other, until it ends."""
    t = shooting(
        TARGET, 308, 310, 301, allied=(214, 205, LEADER), hands=[[ATTACK_RED, ATTACK_RED_2, HILL,
        RALLY_RED], []],
    )  # fmt: skip
    t.do(deed)
    t.stack("R1", "R1", "G1", "B1", "R4")
    assert lethality_flips(t.do(Attack(ATTACK_RED, SECOND), Shoot(shooter))) == base
    t.do(EndTurn())
    assert t.g.round_no == 4
    t.stack("R1", "R1", "R1", "G1", "B1", "R1")
    assert lethality_flips(t.do(Attack(ATTACK_RED_2, SECOND), Shoot(shooter))) == second
    t.do(Uncrew(shooter))
    assert t.top.actions_left == 1  # giving it up is free
    assert not t.g.uses_second_grid(t.g.soldiers[shooter])


@pytest.mark.rule("OWM-STLTH-03", "OWM-RECOG-01")
def test_a_recognised_fireteam_may_be_attacked_in_the_same_turn():
    t = shooting(TARGET, 308, theirs={"stealthed": True})
    assert t.rule_against(Attack(ATTACK_RED, SECOND)) == "OWM-STLTH-03"
    t.stack("G2").do(Recognise(SECOND, LEADER))
    assert t.rule_against(Attack(ATTACK_RED, SECOND)) == ""


@pytest.mark.rule("OWM-STLTH-02")
def test_a_fireteam_attacked_here_this_round_cannot_hide():
    t = shooting(TARGET, 308)
    t.stack("R1")
    t.do(Attack(ATTACK_RED, SECOND), CeaseFire(), EndTurn())
    assert t.seat == 1
    assert t.rule_against(Hide(RALLY_GREEN)) == "OWM-STLTH-02"
    t.g.fireteams[SECOND] = t.team(2).with_(cell=t.cell("C5"))  # after it has moved away
    assert t.rule_against(Hide(RALLY_GREEN)) == ""
