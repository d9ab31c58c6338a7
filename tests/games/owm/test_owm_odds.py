"""The odds by which the computer player of OWM plays (section 3.5 of docs/rules/owm.md)."""

import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from owm_net.games.owm import forecast, odds
from owm_net.games.owm.firing import is_doubled, why_doubled
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG, Soldier
from owm_net.games.owm.terms import LETTERS, Colour, EventIcon, Status
from owm_net.games.owm.traits.course import Course
from owm_net.games.owm.traits.random_effects import EFFECTS, NOTHING
from tests.games.owm.colonel import COLONEL, give, playing
from tests.games.owm.ledger import found
from tests.games.owm.table import ATTACK_RED, EVANS, FIRST, SECOND, Table, down, jammed, team

LEDGER = (Path(__file__).parents[3] / "docs" / "rules" / "owm.md").read_text(encoding="utf-8")
GERMANS = (301, 302, 303, 304, 305, 306)


def table_of_the_ledger():
    """(colours, Discipline, flips, mean, K, S) of the second table of section 3.5."""
    text = LEDGER.split("### 3.5 ")[1].split("### 3.6 ")[0]
    head = ((Colour.RED, 1), (Colour.GREEN, 1), (Colour.BLUE, 1), (Colour.GREEN, 2))
    row = r"^\| ([RGB]+)" + r" \| (\S+ K\d+ S\d+)" * 4 + r" \|$"
    for name, *cells in re.findall(row, text, re.MULTILINE):
        for (discipline, flips), cell in zip(head, cells, strict=True):
            mean, kill, down_ = found(r"^(\S+) K(\d+) S(\d+)$", cell).groups()
            colours = tuple(LETTERS[c] for c in name)
            yield colours, discipline, flips, mean, int(kill), int(down_)


def test_the_odds_are_those_of_the_ledger():
    rows = list(table_of_the_ledger())
    assert len(rows) == 32
    for colours, discipline, flips, mean, kill, suppressed in rows:
        counted = odds.outcomes(colours, discipline, flips)
        every = 192 ** (len(colours) + flips)
        assert sum(counted.values()) == every
        exact = sum(total * ways for total, ways in counted.items()) / every
        assert abs(exact - float(mean)) <= 0.06, (colours, discipline, flips)
        regular = next(s for s in CATALOG.soldiers if is_regular(s))
        found = odds.hit_odds(colours, discipline, flips, 0, Soldier(regular))
        assert abs(found.kill / 100 - kill) <= 0.6, (colours, discipline, flips)
        assert abs(found.down / 100 - suppressed) <= 0.6, (colours, discipline, flips)
        assert found.kill + found.down + found.miss == odds.SCALE


def is_regular(soldier):
    card = CATALOG.soldiers[soldier]
    return (card.resolve, card.vitality) == (4, 9)


@pytest.mark.rule("OWM-FIRE-05", "OWM-FIRE-08")
@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("discipline", Colour)
def test_one_colour_against_every_pair_of_cards(colour, discipline):
    """Brute force: all 192 x 192 pairs of a lethality and a Discipline card."""
    counted: Counter[int] = Counter()
    for first in CATALOG.core.values():
        jam = getattr(first, "icon", None) is EventIcon.JAM
        lethality = 0 if jam else first.dice.of(colour)
        for second in CATALOG.core.values():
            counted[lethality - second.dice.of(discipline)] += 1
    assert odds.outcomes((colour,), discipline, 1) == dict(counted)


def test_two_colours_with_a_jam_against_every_triple_of_faces():
    """Brute force over faces: a jam on the first card means that there is no second."""
    faces = Counter(
        (getattr(c, "icon", None) is EventIcon.JAM, c.dice.green, c.dice.blue)
        for c in CATALOG.core.values()
    )
    counted: Counter[int] = Counter()
    for (jam1, green, _), n1 in faces.items():
        for (jam2, _, blue), n2 in faces.items():
            total = 0 if jam1 else green + (0 if jam2 else blue)
            for red in range(1, 5):
                counted[total - red] += n1 * n2 * 48
    counted_here = odds.outcomes((Colour.GREEN, Colour.BLUE), Colour.RED, 1)
    assert {t: n for t, n in counted_here.items() if n} == dict(counted)


@pytest.mark.rule("OWM-RES-01", "OWM-RES-02", "OWM-RES-03", "OWM-RES-05")
def test_what_a_shot_does_depends_on_the_state_of_the_target():
    regular = next(s for s in CATALOG.soldiers if is_regular(s))
    shot = ((Colour.GREEN, Colour.BLUE), Colour.RED, 1, 0)
    ready = odds.hit_odds(*shot, Soldier(regular))
    suppressed = odds.hit_odds(*shot, Soldier(regular, status=Status.SUPPRESSED))
    wounded = odds.hit_odds(*shot, Soldier(regular, status=Status.WOUNDED))
    assert suppressed.kill == ready.kill + ready.down
    assert suppressed.down == 0
    assert (wounded.kill, wounded.down) == (ready.kill, 0)


def test_the_odds_of_a_shot_are_the_mean_over_who_can_be_hit():
    t = Table(
        team(0, "C1", EVANS),
        team(1, "C4", 306, down(307, since=3), 303),
        hands=[[ATTACK_RED], []],
    ).begin()  # 307 ducks: he was suppressed in this round
    g = t.g
    shooter = g.soldiers[EVANS]
    found = odds.shot_odds(g, g.fireteams[FIRST], g.fireteams[SECOND], shooter, False)
    shot = (shooter.weapon.colours(3, False), Colour.RED, 1, 0)
    each = [odds.hit_odds(*shot, t.soldier(s)) for s in (306, 303)]
    assert found.kill == sum(o.kill for o in each) // 2
    assert found.down == sum(o.down for o in each) // 2
    assert found.kill + found.down + found.miss == odds.SCALE
    better = odds.shot_odds(g, g.fireteams[FIRST], g.fireteams[SECOND], shooter, True)
    assert better.kill > found.kill  # from stealth


def test_no_odds_where_no_shot_reaches():
    t = Table(team(0, "C1", 201), team(1, "C7", 306), hands=[[ATTACK_RED], []]).begin()
    g = t.g
    odds_there = odds.shot_odds(
        g, g.fireteams[FIRST], g.fireteams[SECOND], g.soldiers[SoldierId(201)], False
    )
    assert odds_there == odds.NO_SHOT == odds.Odds(0, 0, odds.SCALE)
    assert odds.attack_value(g, g.fireteams[FIRST], g.fireteams[SECOND], Colour.RED) == 0


def test_an_attack_is_worth_more_with_more_shots_and_jammed_men_add_nothing():
    def worth(strength, *line):
        t = Table(team(0, "C1", *line), team(1, "C3", *GERMANS), hands=[[ATTACK_RED], []]).begin()
        g = t.g
        return odds.attack_value(g, g.fireteams[FIRST], g.fireteams[SECOND], strength)

    many = (202, 203, 204, 206, 207, 208)
    assert 0 < worth(Colour.RED, *many) < worth(Colour.GREEN, *many) < worth(Colour.BLUE, *many)
    assert worth(Colour.RED, 202, jammed(203)) == worth(Colour.RED, 202)


@pytest.mark.rule("OWM-TGT-02")
def test_an_attack_counts_those_only_who_can_be_hit():
    def worth(*line):
        t = Table(team(0, "C1", EVANS), team(1, "C3", *line), hands=[[ATTACK_RED], []]).begin()
        g = t.g
        return odds.attack_value(g, g.fireteams[FIRST], g.fireteams[SECOND], Colour.RED)

    ducking = down(307, since=3)  # suppressed in this round
    assert worth(306, ducking, 303) == worth(306, 303) > 0
    assert worth(ducking) == 0


@pytest.mark.rule("OWM-DISC-03", "OWM-DISC-06", "OWM-ASLT-15")
@pytest.mark.parametrize("colour", Colour)
def test_the_odds_of_a_discipline_check(colour):
    """1 or 2 of so many faces; twice in a row without a leader, or suppressed in an assault."""
    number = next(s for s, c in CATALOG.soldiers.items() if c.discipline is colour)
    ready, shaken = Soldier(number), Soldier(number, status=Status.SUPPRESSED)
    faces = {Colour.RED: 4, Colour.GREEN: 6, Colour.BLUE: 8}[colour]
    once, twice = odds.SCALE * 2 // faces, odds.SCALE * 4 // faces**2
    assert odds.check_odds(ready, False) == odds.check_odds(ready, False, True) == once
    assert odds.check_odds(shaken, False) == once
    for doubled in (odds.check_odds(ready, True), odds.check_odds(shaken, False, True)):
        assert abs(doubled - twice) <= 1, "rounded down twice"


def test_more_and_better_men_win_a_melee():
    def course(own, enemy, own_edge=0, enemy_edge=0):
        return odds.melee(
            [Soldier(s) for s in own], [Soldier(s) for s in enemy], own_edge, enemy_edge
        )

    even = course((306, 307), (306, 307))
    assert even.gain == 0
    assert even.wins == odds.SCALE // 2
    assert course(GERMANS, (209,)).wins > odds.SCALE * 9 // 10
    assert course((306, 307), (306, 307), own_edge=1).gain > 0
    assert course((306, 307), (306, 307), enemy_edge=1).gain < 0


@pytest.mark.rule("OWM-ASLT-16")
def test_who_is_wounded_at_the_end_of_the_longer_line_meets_nobody():
    """A-99: a wounded soldier attacks nobody, so nobody meets them either; in front they would be
    killed."""
    hurt, sound, german = [Soldier(SoldierId(s)) for s in (206, 207, 301)]
    hurt, enemy = hurt.with_(status=Status.WOUNDED), [german]
    alone = odds.melee([sound], enemy, 0, 0)
    assert odds.melee([sound, hurt], enemy, 0, 0).gain == alone.gain
    assert odds.melee([hurt, sound], enemy, 0, 0).gain < alone.gain


def test_the_worth_of_a_shot_is_that_of_its_odds_in_every_state_of_the_target():
    """Read off a ladder of totals, and the same as counted out one by one."""
    for status, colours, plus in product(
        (Status.READY, Status.SUPPRESSED, Status.WOUNDED),
        ((Colour.RED,), (Colour.GREEN, Colour.BLUE)),
        range(-12, 20, 3),
    ):
        target = Soldier(SoldierId(201)).with_(status=status)
        found = odds.hit_odds(colours, Colour.GREEN, 1, plus, target)
        parts = 100 * found.kill + odds.DOWN_PARTS * found.down
        wanted = odds.worth(target) * parts // (100 * odds.SCALE)
        aimed = odds.Targets.of([target])
        assert odds.shot_value(colours, Colour.GREEN, 1, plus, aimed) == wanted


# ------------------------------------------------------------------ traits (level Colonel)

SHOT = (Colour.GREEN, Colour.BLUE)
FACES = Counter(
    (getattr(c, "icon", None), c.dice.green, c.dice.blue) for c in CATALOG.core.values()
)


def by_hand(trait: str, faces: tuple[Any, Any]) -> tuple[int, bool] | None:
    """(total of a green and a blue flip, whether a Random Effect icon showed), None if lost."""
    total, seen, armed = 0, False, trait == "S04"
    for which, face in enumerate(faces, 1):
        random = face[0] is EventIcon.RANDOM_EFFECT
        seen = seen or random
        if random and trait == "W06":
            return None
        if face[0] is EventIcon.JAM or (random and trait == "W07"):
            if not armed:
                break
            armed = False
        total += 0 if random and trait == "W05" else face[which]
    return total, seen


@pytest.mark.rule("OWM-FIRE-06", "OWM-FAIR-01")
@pytest.mark.parametrize("trait", ["", "S04", "S22", "S24", "W05", "W06", "W07"])
@pytest.mark.parametrize("wanted", [1, 4, 9])
def test_the_odds_of_a_shot_that_traits_bend_are_those_of_all_pairs_of_cards(trait, wanted):
    effect = EFFECTS.entries.get(trait, NOTHING)
    bent = odds.Bent(
        Course(trait == "S04", effect),
        seen_plus=2 if trait == "S24" else 0,
        seen_flips=1 if trait == "S22" else 0,
    )
    flips, enough = (2 if trait == "S22" else 1), 0
    for (first, n), (second, m) in product(FACES.items(), repeat=2):
        came = by_hand(trait, (first, second))
        if came is None:
            continue
        total, seen = came
        total += bent.seen_plus if seen else 0
        for dice in product(range(1, 5), repeat=2):
            less = sum(dice) if flips == 2 and not (seen and bent.seen_flips) else dice[0]
            enough += n * m * (total - less >= wanted)
    every = 192 * 192 * 16
    assert odds.bent_reaching(SHOT, Colour.RED, flips, wanted, bent) == odds.SCALE * enough // every
    if not trait:
        assert odds.reaching(SHOT, Colour.RED, 1, wanted) == odds.SCALE * enough // every


def test_an_extra_red_flip_makes_a_shot_better_by_what_it_is_worth():
    adrenaline = odds.Bent(Course(effect=EFFECTS.entries["S23"]))
    for wanted in (4, 9):
        plain = odds.reaching(SHOT, Colour.RED, 1, wanted)
        better = odds.bent_reaching(SHOT, Colour.RED, 1, wanted, adrenaline)
        assert 0 < better - plain < 500  # an icon shows in 16 of 100 shots


@pytest.mark.rule("OWM-FAIR-01", "OWM-LVL-04")
@pytest.mark.parametrize(
    ("who", "trait", "better"),
    [
        (EVANS, "S16", 1),
        (EVANS, "W07", -1),
        (306, "S10", -1),
        (306, "S21", 0),
        (303, "S21", -1),
        (306, "W09", 0),
        (308, "W19", 0),
    ],
)
def test_what_people_are_told_before_a_shot_knows_traits(monkeypatch, who, trait, better):
    found = []
    for given in ("", trait):
        give(monkeypatch, {who: given})
        t = Table(
            team(0, "C1", EVANS, 203),
            team(1, "C4", 306, 303, 308),
            hands=[[ATTACK_RED], []],
            **playing(COLONEL),
        ).begin()
        g = t.g
        mine, theirs = g.fireteams[FIRST], g.fireteams[SECOND]
        shot = odds.shot_odds(g, mine, theirs, g.soldiers[EVANS], False)
        found.append(shot.kill + shot.down)
        told = forecast.attack_in_full(g, mine, theirs)
        if given in ("S16", "S21"):
            assert any(CATALOG.traits[given].title in line for line in told), told
    change = found[1] - found[0]
    assert (change > 0) - (change < 0) == better or not better


@pytest.mark.rule("OWM-FAIR-01", "OWM-LVL-04")
def test_who_shoots_alone_is_told_the_same(monkeypatch):
    give(monkeypatch, {EVANS: "S16"})
    t = Table(team(0, "C1", EVANS), team(1, "C4", 306), **playing(COLONEL))
    told = forecast.attack_in_full(t.g, t.team(FIRST), t.team(SECOND))
    assert any(CATALOG.traits["S16"].title in line for line in told), told


@pytest.mark.rule("OWM-DISC-08")
@pytest.mark.parametrize(
    ("allied", "moves", "covered", "why"),
    [
        ((EVANS, 203), False, False, []),
        ((EVANS, 203), True, False, ["Double Discipline: on the move"]),
        ((down(EVANS), 203), False, False, ["Double Discipline: suppressed, for PFC Evans"]),
        ((207, 206), False, False, ["Double Discipline: without a Leader"]),
        ((EVANS, 203), False, True, ["Double Discipline: Covering Fire"]),
    ],
)
def test_what_doubles_discipline_is_told_before_the_shot(allied, moves, covered, why):
    enemy = {"heading": 4 * 5 + 2, "moved_in": 1, "covered": True} if covered else {}
    t = Table(team(0, "C1", *allied), team(1, "C4", 306, 303, **enemy)).begin()
    if moves:
        t.g.fireteams[FIRST] = t.team(FIRST).with_(heading=t.cell("C2"))
    mine, theirs = t.team(FIRST), t.team(SECOND)
    told = forecast.attack_in_full(t.g, mine, theirs)
    assert [line for line in told if "Discipline" in line] == why
    for soldier in mine.line:
        shooter = t.g.soldiers[soldier]
        doubled = is_doubled(t.g, shooter, mine, theirs)
        assert doubled is bool(why_doubled(t.g, shooter, mine, theirs))
    assert ("; ".join(why) in forecast.attack(t.g, mine, theirs, Colour.RED)) is True


@pytest.mark.rule("OWM-LVL-04")
def test_assaults_are_weighed_with_traits(monkeypatch):
    one, other = Soldier(SoldierId(206)), Soldier(SoldierId(306))
    give(monkeypatch, {})
    even = odds.melee([one], [other], 0, 0, level=COLONEL)
    for trait in ("S08", "S09"):
        give(monkeypatch, {206: trait})
        assert odds.melee([one], [other], 0, 0, level=COLONEL).wins > even.wins
        assert odds.melee([one], [other], 0, 0) == even
