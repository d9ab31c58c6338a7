"""Drafts: the judge of whole answers judges those in the making, in any order of clicks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, ClassVar, NewType

import pytest
from attrs import define, evolve, fields

from owm_net import games
from owm_net.engine import agenda
from owm_net.engine.agenda import Ask, Done, Frame, GameState, Kind, Outcome, Refusal, frame
from owm_net.engine.briefing import Briefing
from owm_net.engine.chance import Chance
from owm_net.engine.drafts import Desk, Draft, Unset, blanks_of
from owm_net.engine.hands import why_not_held
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.records import Played, record
from owm_net.engine.requests import Answer, Decision, Over
from owm_net.engine.system import Setup, System
from owm_net.engine.view import View
from tests.wants import wanted

Man = NewType("Man", int)
Point = NewType("Point", int)  # too many to count
Spot = NewType("Spot", int)
NOWHERE = Spot(-1)
SPOTS = range(150)
LINE = (1, 2, 3, 4)
GUNNERS = (2, 4)
TIRED = (3,)
HEAVY = 6


@record("test.drafts.crew")
class Crew(Answer):
    """A card, a gunner, and another man of the line who is not tired."""

    card: Played
    gunner: Man
    mate: Man


@record("test.drafts.send")
class Send(Answer):
    """As many cards as men, one to three."""

    cards: tuple[Played, ...]
    men: tuple[Man, ...]


@record("test.drafts.walk")
class Walk(Answer):
    """A card, and points of a path; the longer the path the more it costs."""

    card: Played
    path: tuple[Point, ...]


@record("test.drafts.charge")
class Charge(Answer):
    """A man who has a gun, and a path that ends near the enemy: none is worse than a long one."""

    man: Man
    path: tuple[Point, ...]


@record("test.drafts.shout")
class Shout(Answer):
    """Loud or not: the rules allow both."""

    loud: bool


@record("test.drafts.shoot")
class Shoot(Answer):
    """A card, perhaps for two shots, perhaps with a man to help."""

    card: Played
    twice: bool = False
    helper: Man | None = None


@record("test.drafts.aim")
class Aim(Answer):
    """A man, and perhaps where he aims, stands or looks: each one of many spots."""

    man: Man
    at: Spot = NOWHERE
    stand: Spot = NOWHERE
    look: Spot = NOWHERE


@record("test.drafts.form")
class Form(Answer):
    """Teams of at most two men, each with one who has a gun."""

    teams: tuple[tuple[Man, ...], ...]


DO: Kind[Answer] = Kind(
    "do",
    Crew,
    Send,
    Walk,
    Charge,
    Shout,
    Shoot,
    Aim,
    Form,
    rule="TEST-00",
    why="something is asked for",
)


@frame("test.drafts.turn")
@define
class Turn(Frame[None]):
    """Asks seat 0 for one answer."""

    def start(self, g: GameState) -> Outcome[None]:
        return Ask(DO.of(Seat(0)), then=self.hear)

    def hear(self, g: GameState, answer: Answer) -> Outcome[None]:
        return Done()

    @DO.offers
    def offers_do(self, view: View[GameState]) -> Iterator[Answer]:
        """None: drafts need no list."""
        yield from ()

    @DO.judges
    # One judge in all for several kinds of answer.
    def why_not_do(  # noqa: C901, PLR0912
        self, view: View[GameState], answer: Answer
    ) -> Refusal | None:
        """Each field as soon as it is needed."""
        if isinstance(answer, Crew):
            if answer.card not in view.state.hands[0]:
                return Refusal("TEST-01", "not in the hand")
            if answer.gunner not in GUNNERS:
                return Refusal("TEST-02", "he has no gun")
            if answer.mate == answer.gunner:
                return Refusal("TEST-03", "nobody helps himself")
            return Refusal("TEST-04", "he is tired") if answer.mate in TIRED else None
        if isinstance(answer, Send):
            refused = why_not_held(view, answer.cards, "TEST-01", "not in the hand")
            if refused is not None:
                return refused
            if len(answer.men) > 3:
                return Refusal("TEST-05", "at most three")
            if any(man in TIRED for man in answer.men):
                return Refusal("TEST-04", "he is tired")
            if not answer.men or len(answer.cards) < len(answer.men):
                return Refusal("TEST-05", "one to three, a card for each", more=True)
            if len(answer.cards) > len(answer.men):
                return Refusal("TEST-05", "a card for each", more=True)
            return None
        if isinstance(answer, Shoot):
            return _why_not_shoot(view, answer)
        if isinstance(answer, Aim):
            return _why_not_aim(answer)
        if isinstance(answer, Form):
            return _why_not_form(answer)
        if isinstance(answer, Charge):
            return _why_not_charge(answer)
        if not isinstance(answer, Walk):
            return None
        if answer.card not in view.state.hands[0]:
            return Refusal("TEST-01", "not in the hand")
        if not answer.path:
            return Refusal("TEST-06", "a way is asked for", more=True)
        return Refusal("TEST-06", "too far") if sum(answer.path) > 10 else None


def _why_not_shoot(view: View[GameState], shoot: Shoot) -> Refusal | None:
    """Card 8 is for two shots, HEAVY for two men; who is tired does not help."""
    if shoot.card not in view.state.hands[0]:
        return Refusal("TEST-01", "not in the hand")
    if shoot.card == 8 and not shoot.twice:
        return Refusal("TEST-07", "it is for two shots")
    if shoot.card == HEAVY and shoot.helper is None:
        return Refusal("TEST-08", "it is too heavy for one")
    return Refusal("TEST-04", "he is tired") if shoot.helper in TIRED else None


def _why_not_aim(aim: Aim) -> Refusal | None:
    """A gunner aims at spot 7, or stands at spot 9; who is tired does neither."""
    if (aim.at, aim.stand, aim.look) == (7, NOWHERE, NOWHERE):
        return None if aim.man in GUNNERS else Refusal("TEST-02", "he has no gun")
    return Refusal("TEST-02", "not there")


def _why_not_charge(charge: Charge) -> Refusal | None:
    """It is over if the path does not end at 9 or 10."""
    if charge.man not in GUNNERS:
        return Refusal("TEST-02", "he has no gun")
    return None if sum(charge.path) in (9, 10) else Refusal("TEST-06", "not at the enemy")


def _why_not_form(form: Form) -> Refusal | None:
    """None in two teams, none in a team that is empty."""
    men = [man for team in form.teams for man in team]
    if len({*men}) < len(men) or not all(0 < len(team) <= 2 for team in form.teams):
        return Refusal("TEST-08", "a team is one or two men")
    if not form.teams or any(not {*GUNNERS} & {*team} for team in form.teams):
        return Refusal("TEST-09", "each team needs a gun", more=True)
    return None


class Toy(System):
    """Just enough of a system."""

    id = "drafts"
    title = "Drafts"
    version = "1"
    missions = ("m",)
    levels = ("l",)
    seats: ClassVar[tuple[int, int]] = (2, 2)

    def new_game(self, setup: Setup) -> GameState:
        """Two cards for seat 0."""
        return GameState(seats=2, agenda=[Turn()], hands=[[7, 8], [9]])

    def briefing(self, g: GameState) -> Briefing:
        return Briefing("", "")

    def data_digest(self) -> bytes:
        return bytes(32)

    def card_name(self, card: int) -> str:
        return str(card)

    def domain(self, view: View[Any], kind: Any) -> Iterable[Hashable] | None:
        """The men of the line."""
        known = {Man: LINE, Spot: SPOTS}
        return known[kind] if kind in known else super().domain(view, kind)


@pytest.fixture
def desk() -> Desk:
    return desk_of(7, 8)


def desk_of(*hand: int) -> Desk:
    """Of seat 0 with these cards in its hand."""
    system = Toy()
    g = system.new_game(system.default_setup())
    g.hands[0] = list(hand)
    agenda.begin(g)
    return Desk(system, View(g, 0, {}))


def put(desk: Desk, draft: Draft[Any], *things: tuple[Any, int]) -> Draft[Any]:
    """Clicks on things, none of which is refused."""
    for kind, value in things:
        found = desk.put(draft, kind, value)
        assert not isinstance(found, Refusal), found
        draft = found
    return draft


def test_any_order_of_clicks_makes_the_same_answer(desk: Desk) -> None:
    made = Crew(Played(7), Man(2), Man(1))
    for clicks in (
        [(Played, 7), (Man, 2), (Man, 1)],
        [(Man, 2), (Man, 1), (Played, 7)],
        [(Man, 2), (Played, 7), (Man, 1)],
    ):
        assert desk.look(put(desk, desk.begin(Crew), *clicks)).answer == made


def test_the_rules_say_what_is_wanted_next_and_refuse_early(desk: Desk) -> None:
    draft = desk.begin(Crew)
    assert wanted(desk.look(draft)) == "card"
    draft = put(desk, draft, (Played, 7))
    assert wanted(desk.look(draft)) == "gunner"
    lit = {man: why and why.rule for man, why in desk.choices(draft, fields(Crew).gunner)}
    assert lit == {1: "TEST-02", 2: None, 3: "TEST-02", 4: None}
    draft = put(desk, draft, (Man, 4))
    assert {man: why and why.rule for man, why in desk.choices(draft, fields(Crew).mate)} == {
        1: None, 2: None, 3: "TEST-04", 4: "TEST-03",
    }  # fmt: skip


def test_a_field_filled_in_too_early_is_judged_by_trying_the_one_before(desk: Desk) -> None:
    refusal = desk.put(desk.begin(Crew), Man, 1)  # no gunner: he may be the mate
    assert refusal == desk.begin(Crew).with_(fields(Crew).mate, Man(1))
    refused = desk.put(desk.begin(Crew), Man, 3)  # neither gunner nor mate, whatever the card
    assert isinstance(refused, Refusal) and refused.rule == "TEST-02"


def test_a_second_click_takes_back_and_another_takes_the_place(desk: Desk) -> None:
    draft = put(desk, desk.begin(Crew), (Played, 7), (Man, 2))
    card = desk.begin(Crew).with_(fields(Crew).card, Played(7))
    assert put(desk, draft, (Man, 2)) == card
    other = card.with_(fields(Crew).card, Played(8)).with_(fields(Crew).gunner, Man(2))
    assert put(desk, draft, (Played, 8)) == other


def test_what_holds_many_grows_until_it_is_enough(desk: Desk) -> None:
    draft = put(desk, desk.begin(Send), (Man, 1), (Man, 2))
    look = desk.look(draft)
    assert (look.refusal, look.answer, wanted(look)) == (None, None, "cards")
    draft = put(desk, draft, (Played, 8), (Played, 7))
    assert desk.look(draft).answer == Send((Played(8), Played(7)), (Man(1), Man(2)))
    assert isinstance(desk.put(draft, Man, 3), Refusal)
    assert put(desk, draft, (Played, 8)) == Draft.of(Send((Played(7),), (Man(1), Man(2))))


def test_a_path_may_exist_though_standing_still_is_refused(desk: Desk) -> None:
    """A judge who refuses no path at all for good has spoken against none of the others."""
    assert wanted(desk.look(desk.begin(Charge))) == "man"
    lit = {
        man: why and why.rule for man, why in desk.choices(desk.begin(Charge), fields(Charge).man)
    }
    assert lit == {1: "TEST-02", 2: None, 3: "TEST-02", 4: None}
    draft = put(desk, desk.begin(Charge), (Man, 2))
    assert wanted(desk.look(draft)) == "path"
    assert desk.look(put(desk, draft, (Point, 9))).answer == Charge(Man(2), (Point(9),))


def test_what_cannot_be_counted_is_taken_to_be_possible(desk: Desk) -> None:
    draft = put(desk, desk.begin(Walk), (Played, 7))
    path = fields(Walk).path
    assert wanted(desk.look(draft)) == "path" and list(desk.choices(draft, path)) == []
    draft = draft.with_(path, (Point(4), Point(5)))
    assert desk.look(draft).answer == Walk(Played(7), (Point(4), Point(5)))
    refusal = desk.look(draft.with_(path, (Point(4), Point(7)))).refusal
    assert refusal is not None and refusal.why == "too far"


def test_where_one_is_held_another_takes_its_place_and_where_more_are_nothing(desk: Desk) -> None:
    near = put(desk, desk.begin(Walk), (Played, 7), (Point, 4))
    assert put(desk, near, (Point, 9)) == Draft.of(Walk(Played(7), (Point(9),)))
    farther = put(desk, near, (Point, 5))
    refused = desk.put(farther, Point, 9)
    assert isinstance(refused, Refusal) and refused.why == "too far"


def test_what_there_is_only_one_of_is_filled_in(desk: Desk) -> None:
    draft = put(desk, desk.begin(Crew), (Played, 7), (Man, 2))
    assert desk.fill_in(draft) == draft  # two mates to choose from
    assert desk.look(desk.fill_in(draft.with_(fields(Crew).mate, Man(1)))).answer is not None


def test_a_field_on_which_the_rules_have_no_opinion_is_still_asked_for(desk: Desk) -> None:
    draft = desk.begin(Shout)
    look = desk.look(draft)
    assert (look.refusal, look.answer, wanted(look)) == (None, None, "loud")
    assert desk.look(put(desk, draft, (bool, True))).answer == Shout(True)


def test_a_default_holds_as_long_as_the_rules_do_not_refuse_it(desk: Desk) -> None:
    shoot = put(desk, desk.begin(Shoot), (Played, 7))
    assert desk.look(shoot).answer == Shoot(Played(7)), "nothing more is wanted"
    assert desk.look(put(desk, shoot, (bool, True))).answer == Shoot(Played(7), True)
    other = put(desk, desk.begin(Shoot), (Played, 8))
    assert desk.look(other).answer == Shoot(Played(8), True), "there is one other choice"
    assert desk.look(put(desk, other, (Played, 7))).answer == Shoot(Played(7)), "and not kept"
    desk = desk_of(7, 8, HEAVY)
    heavy = put(desk, desk.begin(Shoot), (Played, HEAVY))
    assert (desk.look(heavy).answer, wanted(desk.look(heavy))) == (None, "helper"), "several"


def test_the_trials_of_defaults_grow_with_the_sum_of_their_domains(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not with their product, which a window cannot wait for: three fields with 150 values each."""
    judged: list[Draft[Any]] = []
    ask = Desk._judged

    def counted(desk: Desk, draft: Draft[Any]) -> Any:
        judged.append(draft)
        return ask(desk, draft)

    monkeypatch.setattr(Desk, "_judged", counted)
    gunner = put(desk, desk.begin(Aim), (Man, 2))
    assert desk.look(gunner).answer == Aim(Man(2), Spot(7)), "the one other choice"
    assert len(judged) < 10 * len(SPOTS)
    judged.clear()
    refused = desk.put(desk.begin(Aim), Man, 1)
    assert isinstance(refused, Refusal) and refused.why == "not there"
    assert len(judged) < 20 * len(SPOTS)


def test_what_may_be_left_out_is_put_in_by_its_own_type_and_taken_out_again(desk: Desk) -> None:
    shoot = put(desk, desk.begin(Shoot), (Played, 7), (Man, 2))
    assert desk.look(shoot).answer == Shoot(Played(7), helper=Man(2))
    assert desk.look(put(desk, shoot, (Man, 2))).answer == Shoot(Played(7))
    refused = desk.put(desk.begin(Shoot), Man, 3)
    assert isinstance(refused, Refusal) and refused.rule == "TEST-04"


def test_a_field_of_groups_is_filled_group_by_group(desk: Desk) -> None:
    form = put(desk, desk.begin(Form), (Man, 2), (Man, 1))
    assert desk.look(form).answer == Form(((Man(2), Man(1)),))
    full = desk.put(form, Man, 3)
    assert isinstance(full, Refusal) and full.rule == "TEST-08", "nobody else has to go for him"
    third = evolve(form, group=2)  # the second stays empty
    lacking = desk.look(put(desk, third, (Man, 3)))
    assert (lacking.refusal, lacking.answer, wanted(lacking)) == (None, None, "teams")
    assert lacking.lacks is not None and lacking.lacks.rule == "TEST-09"
    whole = put(desk, third, (Man, 3), (Man, 4))
    assert desk.look(whole).answer == Form(((Man(2), Man(1)), (Man(3), Man(4))))


def test_what_stands_in_any_group_is_taken_out_again_and_the_others_stay(desk: Desk) -> None:
    form = put(desk, desk.begin(Form), (Man, 2))
    both = put(desk, evolve(form, group=1), (Man, 4))
    assert put(desk, both, (Man, 2)).all(fields(Form).teams) == ((), (Man(4),))
    assert desk.look(put(desk, both, (Man, 2))).answer == Form(((Man(4),),))
    assert put(desk, both, (Man, 2), (Man, 4)).is_empty


def test_a_whole_answer_can_be_taken_up_and_changed(desk: Desk) -> None:
    draft = Draft.of(Form(((Man(2), Man(3)), (Man(4),))))
    assert desk.look(draft).answer == Form(((Man(2), Man(3)), (Man(4),)))
    assert desk.look(put(desk, draft, (Man, 3))).answer == Form(((Man(2),), (Man(4),)))


def test_the_last_that_is_needed_comes_by_itself(desk: Desk) -> None:
    """For two men two cards are laid, and there are no more than two."""
    two = put(desk, desk.begin(Send), (Man, 1), (Man, 2), (Played, 7))
    assert desk.look(desk.fill_in(two)).answer == Send((Played(7), Played(8)), (Man(1), Man(2)))


@pytest.mark.parametrize("name", games.names())
def test_what_a_judge_says_of_a_value_alone_he_says_of_it_beside_others(name: str) -> None:
    """So the judge is asked only once. At decisions of every game."""
    system, chance = games.get(name), Chance(5)
    match = LocalMatch(system, system.default_setup(), 3, [random_player] * 2)
    compared = 0
    for _ in range(160):
        if isinstance(match.request, Over):
            break
        match.step()
        if not isinstance(match.request, Decision):
            continue
        view = match.view(match.request.deciders[0])
        for cls in agenda.kind_of(view).answers:
            desk, blanks = Desk(system, view), blanks_of(cls)
            for blank in blanks:
                for value in (desk.domain(blank.kind) or ())[:20]:
                    alone = Draft(cls).adding(blank, value)
                    refusal = said_to(view, alone)
                    others = [b for b in blanks if b is not blank and desk.domain(b.kind)]
                    if not isinstance(refusal, Refusal) or not others:
                        continue
                    other = others[chance.below(len(others))]
                    domain = desk.domain(other.kind) or ()
                    beside = alone.adding(other, domain[chance.below(len(domain))])
                    again = said_to(view, beside)
                    assert isinstance(again, Refusal), (cls, blank.name, value, beside, again)
                    assert in_full(again) == in_full(refusal)
                    compared += 1
    assert compared > 20 or name == "skeleton", compared


def in_full(refusal: Refusal) -> tuple[object, ...]:
    """All that it says."""
    return refusal.rule, str(refusal.why), refusal.misfit, refusal.more


def said_to(view: View[Any], draft: Draft[Any]) -> Refusal | str | None:
    """Return the judge's verdict, or the name of the empty field that it reads."""
    try:
        return agenda.why_not(view, draft.made())
    except Unset as unset:
        return unset.field
