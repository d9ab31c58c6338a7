"""A match in a terminal: what is read out, what may be typed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from owm_net import games
from owm_net.client import language
from owm_net.client.tables import in_words
from owm_net.client.tables.luck import Luck, sentences
from owm_net.client.tables.terminal import WORDS, Conversation, Reply
from owm_net.client.terminal.parts import Line, Look
from owm_net.engine import agenda
from owm_net.engine.ids import Seat
from owm_net.engine.local import LocalMatch, computer_player
from owm_net.engine.passing import Pass
from owm_net.engine.requests import Choose, ChooseSecretly, Over
from owm_net.files import squads
from owm_net.games.hailfire.orders import ORDER
from owm_net.games.nco.ids import Spot
from owm_net.games.nco.numbers import numbers_of
from owm_net.games.nco.squads import Roster
from owm_net.games.owm.actions.rally import Rallied, RallyOrder
from owm_net.games.owm.terms import Colour, Status


def play(
    system_id: str, most: int, names: Sequence[str] = (), seed: int = 5
) -> tuple[Conversation, LocalMatch, list[str]]:
    """Seat 0 of a local match by typed lines alone: what is advised, sent by Enter. Until the match
    is over, or `most` questions have been answered and one more is open. Return everything read out
    as well."""
    system = games.get(system_id)
    match = LocalMatch(system, system.default_setup(), seed, [computer_player] * 2)
    talk, said = Conversation(system, names=names), list[str]()
    said += talk.told(match.view(0), match.state.events)
    asked = 0
    while not isinstance(match.request, Over):
        request = match.request
        seats = request.seats if isinstance(request, ChooseSecretly) else ()
        mine = (isinstance(request, Choose) and request.seat == 0) or 0 in seats
        if not mine:
            match.step()
        else:
            said += talk.ask(match.view(0))
            if asked == most:
                return talk, match, said
            asked += 1
            said += talk.on_line("advise").lines
            reply = talk.on_line("")
            assert reply.answer is not None
            said += reply.lines
            if seats:
                theirs = match.decide()
                match.give(tuple([reply.answer if s == 0 else t for s, t in enumerate(theirs)]))
            else:
                match.give(reply.answer)
        said += talk.told(match.view(0), match.state.events)
    return talk, match, said


def typed(talk: Conversation, line: str) -> str:
    return "\n".join(talk.on_line(line).lines)


@pytest.mark.parametrize("system", ["skeleton", "squadcards"])
def test_a_whole_match_is_played_by_typed_lines(system: str) -> None:
    _, match, said = play(system, 10_000)
    assert isinstance(match.request, Over)
    assert any("YOUR DECISION" in line for line in said)
    assert all(line.isprintable() for line in said)  # no escape codes, nothing drawn


def test_players_are_called_by_their_names() -> None:
    """And as they write them; before sides are chosen the rules know seats alone."""
    talk, _, said = play("skeleton", 10_000, ("annA", "Ben"))
    said += [*talk.on_line("map").lines, *talk.on_line("status").lines, *talk.on_line("log").lines]
    assert not [line for line in said if "seat " in line.lower()]
    assert any(line.startswith("annA sends ") for line in said)
    assert any(line.startswith("Ben: ") for line in said)


@pytest.mark.parametrize("system", [name for name in games.names() if name != "skeleton"])
def test_everything_can_be_looked_at_while_a_question_is_open(system: str) -> None:
    talk, _, _ = play(system, 12)
    for word in (
        "help",
        "more",
        "why",
        "hand",
        "map",
        "grid",
        "status",
        "log 3",
        "again",
        "advise",
    ):
        reply = talk.on_line(word)
        assert reply.lines and reply.answer is None, word
        assert all("\n" not in line and line.strip() for line in reply.lines if line), word
    assert talk.on_line("").answer is not None


def test_a_choice_is_taken_back_until_it_is_sent() -> None:
    talk, _, _ = play("squadcards", 0)
    assert "Enter sends it" in typed(talk, "1")
    assert "Enter sends it" not in typed(talk, "undo")
    assert talk.on_line("") == Reply(("Nothing is chosen: type a number, or ? for help.",))
    typed(talk, "1")
    assert talk.on_line("").answer is not None


def test_what_is_typed_wrongly_changes_nothing_and_says_what_to_type() -> None:
    talk, _, _ = play("squadcards", 3)
    for line, told in (
        ("0", "from 1 to"),
        ("999999999999", "from 1 to"),
        ("xyzzy", "Type ? for help"),
        ("rule no-such", "No rule"),
        ("find xyzzy", "No choice contains"),
        ("\x1b[2J", "Type ? for help"),
    ):
        reply = talk.on_line(line)
        assert told in " ".join(reply.lines) and reply.answer is None, line
        assert all(text.isprintable() for text in reply.lines), line
        talk.on_line("all")


def test_who_resigns_is_asked_first_and_who_quits_keeps_the_match() -> None:
    talk, _, _ = play("squadcards", 1)
    assert not talk.on_line("resign").resigns
    assert not talk.on_line("no").resigns
    talk.on_line("resign")
    assert talk.on_line("yes").resigns
    assert talk.on_line("quit").quits
    assert talk.on_line("say good luck").say == "good luck"


def test_the_status_says_how_many_rounds_there_are_and_the_score() -> None:
    system = games.get("owm")
    setup = evolve(system.default_setup(), switches=(("points", "20"), ("last_round", "3")))
    match = LocalMatch(system, setup, 5, [computer_player] * 2)
    talk = Conversation(system)
    while not (isinstance(match.request, Choose) and match.request.kind == "action"):
        match.step()
    talk.told(match.view(0), [])
    lines = talk.on_line("status").lines
    assert lines[0] == "The side with more points at the end wins."
    assert "20 points" in lines[1] and "nobody now" in lines[1]
    assert "Round 1 of 3, combat." in lines[3]
    assert lines[4].startswith("Points: Allies ") and ", Axis " in lines[4]


def test_the_help_names_every_word() -> None:
    talk, _, _ = play("squadcards", 0)
    told = typed(talk, "?")
    for word in WORDS:  # its map is no grid
        assert word in told or word in ("help", "grid")


def test_the_end_says_once_whether_one_has_won_and_with_how_many_points() -> None:
    talk, match, _ = play("skeleton", 0)
    while not isinstance(match.request, Over):
        match.step()
    result, seat = match.request.result, match.view(0).seat
    told = " ".join(talk.told(match.view(0), []))
    won = "Nobody has won." if result.drawn else "You have lost."
    if seat in result.winners and not result.drawn:
        won = "You have won."
    assert won in told
    assert str(match.system.by_which(match.state, result)) in told
    assert all(str(n) in told for n in result.scores)
    assert won not in " ".join(talk.told(match.view(0), []))


def test_why_says_by_which_rule_something_is_asked_and_the_question_does_not() -> None:
    talk, _, _ = play("owm", 3)
    assert "or beside it; where no Fireteam is yet. " in " ".join(talk.on_line("again").lines)
    assert "where no Fireteam is yet (OWM-MISS-05, A-30)." in talk.on_line("why").lines[0]


@pytest.mark.parametrize(("game", "measured"), [("heroes", False), ("hailfire", True)])
def test_the_help_leaves_out_what_does_nothing_in_the_game(game: str, measured: bool) -> None:
    talk, _, _ = play(game, 0)
    told = talk.on_line("?").lines
    assert any(line.startswith("to 17 9.5") for line in told) is measured
    assert any(line.startswith("grid") for line in told) is not measured


@pytest.mark.parametrize(("game", "builds"), [("squadcards", False), ("nco", True)])
def test_the_help_says_where_own_squads_are_built_if_any_can_be(game: str, builds: bool) -> None:
    talk, _, _ = play(game, 0)
    assert ("Squads of your own are built in the window" in typed(talk, "?")) is builds


def test_few_ways_are_listed_at_once_and_a_pass_always() -> None:
    """Not "Pass, 2 ways" behind a number of its own."""
    talk, _, _ = play("squadcards", 0)
    halt = [Pass(), Pass("all the way")]
    talk._offers = [*talk._offers * 4, *halt]
    talk._sort = None
    listed = [str(line) for line in talk._choices()]
    assert sum("ass" in line for line in listed) == 2 and not any("2 ways" in x for x in listed)
    assert talk.on_line(str(len(listed) - 1)).answer == halt[1]


def test_several_cards_are_chosen_one_after_another() -> None:
    """63 ways to discard up to three of seven cards, at most 15 lines at a time."""
    talk, _, _ = play("owm", 11)
    heads = [line for line in talk._choices() if "Redraw, " in line]
    listed = typed(talk, heads[0].split(".")[0]).splitlines()
    assert len(listed) <= 8 and ", 22 ways" in listed[0]
    second = typed(talk, "1").splitlines()
    assert second[0].startswith("1. Discard ") and second[1].startswith("2. Also ")
    third = typed(talk, "2").splitlines()
    assert len(third) <= 8 and "Discard" in third[0]
    assert "You have chosen: Discard " in typed(talk, "2")
    typed(talk, "undo")
    assert typed(talk, "undo").splitlines() == second
    assert typed(talk, "undo").splitlines() == listed


def test_a_hand_of_squad_tells_what_is_printed_on_its_cards() -> None:
    talk, _, _ = play("squadcards", 8)
    held = talk.on_line("hand").lines[1:]
    assert held and all(": " in line for line in held)
    assert any(re.search(r"(Short|Medium|Long) [+-]?\d", line) for line in held)


def test_the_map_tells_who_holds_a_sector_and_what_it_pays() -> None:
    system = games.get("nco")
    match = LocalMatch(system, system.default_setup("secure-the-sectors"), 5, [computer_player] * 2)
    while (system.rounds(match.state) or 0) < 3:
        match.step()
    view: Any = match.view(0)
    for soldier in view.state.on_field(Seat(0)):  # wherever the computer has led them
        view.state.change(soldier, spot=Spot((1800, 300, 0)))
    talk = Conversation(system)
    talk.told(view, [])
    told = typed(talk, "map sector:").splitlines()
    assert len(told) == 9 and told[4].startswith("The middle sector: ")
    assert any(re.fullmatch(r"The southern sector: .+, (10|30) points\.", line) for line in told)
    assert " sector, " in typed(talk, "map sergeant 1")


def _shot(game: str, most: int) -> str:
    """The first line of a list that tells the chance of a shot."""
    talk, match, _ = play(game, 0, seed=3)
    while not isinstance(match.request, Over):
        request = match.request
        if isinstance(request, Choose) and request.seat == 0:
            talk.ask(match.view(0))
            for head in talk._heads():
                for answer in head[:1]:
                    if talk._words.chance(match.view(0), answer):
                        return str(talk._line(answer))
            most -= 1
            assert most
        match.step()
    raise AssertionError(game)


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("squadcards", r": \d+ of 36 rolls hit, "),
        ("nco", r": hits [<>]?\d+%, kills [<>]?\d+%"),
        ("hailfire", r": a Hit [<>]?\d+%, two "),
        ("heroes", r": hit \d+% \("),
    ],
)
def test_the_list_tells_the_chance_of_a_shot(game: str, told: str) -> None:
    assert re.search(told, _shot(game, 200))


def test_while_the_other_decides_one_may_look_write_and_leave() -> None:
    talk, _, _ = play("owm", 3)
    for said, part in (
        ("1", "You are not asked now"),
        ("", "not asked now"),
        ("advise", "no word"),
    ):
        talk.close()
        assert part in typed(talk, said)
    assert typed(talk, "map") and "You hold" in typed(talk, "hand")
    assert talk.on_line("say good evening") == Reply(say="good evening")
    assert talk.on_line("quit").quits
    assert (
        talk.on_line("adjourn").to_others == "adjourn" and talk.on_line("mute").to_others == "mute"
    )
    new = Conversation(games.get("owm"), besides=lambda: ["Waiting for Ada."])
    assert new.on_line("status").lines == ("The table is still empty.", "Waiting for Ada.")
    assert "The table is still empty" in typed(new, "map")
    assert "You resign." in (typed(new, "resign"), typed(new, "yes"))


LETTERS = re.compile(r"[a-z]{3}")


@pytest.fixture
def german() -> Iterator[None]:
    language.use("de")
    yield
    language.use("en")


@pytest.mark.parametrize("system", ["squadcards", "nco", "hailfire"])
def test_it_is_read_out_in_german(system: str, german: None) -> None:
    """No line that has words reads as it does in English."""
    asked = ("status", "map", "hand", "why", "log", "again", "grid", "?", "find xyzzy")
    said = {}
    for spoken in ("en", "de"):
        language.use(spoken)
        talk, _, heard = play(system, 4)
        said[spoken] = [*heard, *(line for word in asked for line in talk.on_line(word).lines)]
    assert len(said["en"]) == len(said["de"])
    alike = set(said["en"]) & set(said["de"])
    assert [line for line in alike if LETTERS.search(line)] == []


def test_where_inches_count_what_is_chosen_can_be_led_anywhere_the_rules_allow() -> None:
    """The rules' offers are examples: a few places to begin, and each soldier's own place."""
    talk, match, _ = play("hailfire", 0)
    assert "their middle 6 inches south of the hedge" in typed(
        talk, "to 8 1"
    )  # a Unit, without a choice
    typed(talk, "undo")
    assert "south of the hedge" in typed(talk, "1")
    assert "Not allowed: place" in typed(talk, "to 8 20")
    assert "south of the crops" in typed(talk, "to 30 4")
    placed: Any = talk.on_line("").answer
    assert [min(spot[n] for spot in placed.spots) for n in (0, 1)] == [2300, 247]
    talk, match, _ = play("nco", 5)
    assert "Advance on the spot" in typed(talk, "find sergeant advance")
    typed(talk, "1")
    state: Any = match.state
    x, y = state.soldiers[0].spot[:2]
    way = f"to {x / 100:.2f} {y / 100 + 2:.2f}; {x / 100 + 1:.2f} {y / 100 + 2:.2f}"
    assert "Advance 2 inches to the north-east" in typed(talk, way)
    ordered: Any = talk.on_line("").answer
    assert ordered.path == ((x, y + 200, 0), (x + 100, y + 200, 0))
    for wrong in ("to", "to 4", "to here", "to 4 5 6", "to 4444 5"):
        assert "Write inches" in typed(talk, wrong)
    talk, _, _ = play("skeleton", 0)
    typed(talk, "1")
    assert "has no place" in typed(talk, "to 4 5")


@pytest.mark.rule("HAIL-PDEP-01")
def test_a_unit_of_hailfire_is_set_up_by_a_landmark() -> None:
    """Each side of each landmark is offered once, and no inches are read out unless they are typed;
    a place out of the zone means the nearest in it."""
    talk, _, _ = play("hailfire", 0)
    read = typed(talk, "again")
    assert "7 inches along the southern edge of the table" in read and "near the crops" in read
    offered = re.findall(r"middle \d inch(?:es)? (.*)", read)
    assert len(offered) > 2 and len(offered) == len(set(offered)) and "east," not in read
    for words, place in (
        ("set up the rifles near the hedge", "south of the hedge"),
        ("rifle platoon 1 to the western building", "south of the hedge"),
        ("near the crops", "south of the crops"),
    ):
        assert f"{place}." in typed(talk, words)
        typed(talk, "undo")
    assert "There is no word" in typed(talk, "place the tanks near the hedge")


@pytest.mark.parametrize(
    ("system", "words", "line"),
    [
        ("hailfire", "orchard", 'The orchard: 41.5" to 47" east, 26" to 33" north.'),
        ("hailfire", "objective 30.6", 'Objective B: 36.5" east, 30.6" north, held by Germans.'),
        ("hailfire", "north road 22", 'Road: through 0" east, 22" north and 48" east, 22" north.'),
        ("nco", "trench 8.5 15", 'The south-western trench: 3" to 15" east, 8.5" to 9.7" north.'),
        ("owm", "summit", "C4, Summit; attack from here +3, defense +1"),
    ],
)
def test_the_ground_is_read_out_and_searched(system: str, words: str, line: str) -> None:
    talk, _, _ = play(system, 6)
    assert any(line in told for told in typed(talk, f"map {words}").splitlines())
    assert "Nothing on the table contains" in typed(talk, "map xyzzy")


def test_what_each_choice_comes_to_is_said_once_where_it_is_the_same() -> None:
    """A listener hears the choices, and not one sentence as often as there are choices."""
    talk, _, _ = play("owm", 12)
    listed = typed(talk, "find marsh")
    assert "2. Lay Marsh " in listed
    assert listed.count("sight runs") == 1
    assert "Each: sight runs" in listed


def test_choices_are_found_by_the_word_they_are_listed_under() -> None:
    """ "Redraw, 63 ways": find redraw; where nothing is found all can be chosen."""
    talk, _, _ = play("owm", 12)
    assert "1. Discard " in typed(talk, "find redraw")
    assert "No choice contains 'xyzzy'. All choices:\n1. " in typed(talk, "find xyzzy")
    assert "No choice" not in typed(talk, "1")


def asked_of(system: str, kind: str, turn: int) -> tuple[Conversation, LocalMatch]:
    """A first match of computer players, at a question of a kind to the first seat."""
    match = LocalMatch(
        games.get(system), games.get(system).first_match()[0], 1, [computer_player] * 2
    )
    talk = Conversation(games.get(system), names=["Ann", "Ben"])
    while turn:
        talk.told(match.view(0), match.state.events)
        request: Any = match.request
        turn -= getattr(request, "kind", "") == kind and getattr(request, "seat", -1) == 0
        if turn:
            match.step()
    talk.ask(match.view(0))
    return talk, match


def test_find_prefers_the_beginnings_of_words_and_says_how_many_there_are() -> None:
    """ "find ma" listed each Platoon command before the Machine-gun Section."""
    talk, _ = asked_of("hailfire", "order", 3)
    found = typed(talk, "find ma").splitlines()
    assert found[0] == "2 choices with 'ma':"
    assert all("Machine-gun Section" in line for line in found[1:3])
    assert "Platoon command" in typed(talk, "find ommand")  # nothing begins so


@pytest.mark.rule("HAIL-MOVE-02", "HAIL-RFC-01")
def test_a_move_says_how_far_the_dice_take_it_and_what_it_risks() -> None:
    """It read as if it ended at its goal, 24 inches away."""
    talk, match = asked_of("hailfire", "order", 3)
    typed(talk, "find move toward")
    told = typed(talk, "1")
    assert re.search(r'By the dice \d+" to \d+" of \d+"', told)
    assert "enemy Teams see that point within range" in told and "Received Fire" not in told
    state: Any = match.state
    for team in state.left(Seat(0)):
        state.change(team, points=2)
    assert "first checks its 2 Received Fire Points: killed" in typed(talk, "again")


def test_what_counts_against_one_is_told_as_a_number_above_0() -> None:
    system = games.get("hailfire")
    assert system.told_score(-3) == "3" and system.told_score(0) == "0"
    assert games.get("nco").told_score(-3) == "-3"


def test_a_second_card_of_a_kind_is_not_read_out() -> None:
    match = play("squadcards", 4)[1]
    offers = list(agenda.offers(match.view(0)))
    words = in_words(games.get("squadcards"))
    assert len(words.listed(match.view(0), [*offers, *offers])) == len(offers)


def test_a_length_has_a_comma_in_german(german: None) -> None:
    talk, _, _ = play("hailfire", 6)
    assert 'Bei dem Obstgarten: 41,5" bis 47" Ost, 26" bis 33" Nord.' in typed(talk, "map obst")
    assert '36,5" Ost, 30,6" Nord' in typed(talk, "map ziel")
    talk, _, _ = play("nco", 5)
    assert 'Sergeant 1: am Westrand, 0,5" Ost, 1,5" Nord, ' in typed(talk, "map sergeant 1")


def test_a_long_list_is_read_by_what_it_is_about() -> None:
    """Each soldier can be sent somewhere, though the rules offer no path."""
    talk, _, _ = play("nco", 5)
    assert re.search(r"4. Run, \d+ ways", typed(talk, "again"))
    by_soldier = typed(talk, "4")
    assert re.search(r"^1\. .*Sergeant 1, ", by_soldier)
    assert "Sergeant 1: Run 10 inches to the north-east, ending " in typed(talk, "1")
    assert "You have chosen: Sergeant 1: Run 10 inches to the north-east, " in typed(talk, "1")
    typed(talk, "undo")
    assert typed(talk, "undo") == by_soldier
    assert "Sergeant 1: Advance on the spot" in typed(talk, "find sergeant advance")


def test_a_squad_is_told_with_what_it_costs_and_what_it_is_good_for() -> None:
    """Names alone say nothing to a player who has not met them."""
    talk, _, _ = play("owm", 1)
    told = typed(talk, "find rifle section")
    assert "Rifle Section, 65 points: Sgt Gorelov" in told
    assert "many cheap rifles around one DP" in told
    assert ".." not in typed(talk, "1")


def test_a_seat_sees_its_own_hands_and_no_other() -> None:
    """Where a seat has several, they follow the first hands of all, or each other."""
    talk, match, _ = play("hailfire", 20)
    words = in_words(games.get("hailfire"))
    state: Any = match.state
    assert words.own_hands(match.view(1)) == [state.hands[1], state.hands[3], state.hands[5]]
    assert "a hidden card" not in typed(talk, "hand").split("Hero Die")[1].splitlines()[0]
    state = play("squadcards", 4)[1]
    words = in_words(games.get("squadcards"))
    assert words.own_hands(state.view(1)) == [state.state.hands[1]]


@pytest.mark.rule("HON-ORD-01")
def test_tokens_of_heroes_are_listed_by_their_numbers_and_units_as_on_the_roster() -> None:
    """The hand is shuffled; the list is not. Of two moves that read alike one is listed."""
    system = games.get("heroes")
    match = LocalMatch(system, system.first_match()[0], 5, [computer_player] * 2)
    while not (isinstance(match.request, Choose) and match.request.kind == "lay"):
        match.step()
    view = match.view(match.request.seat)
    offers: list[Any] = agenda.options(view)
    listed: list[Any] = list(in_words(system).listed(view, offers))
    assert sorted(map(str, listed)) == sorted(map(str, offers))
    numbers: list[Any] = [view.card(offer.token) for offer in listed]
    assert len(set(numbers)) > 1 and numbers == sorted(numbers)
    first = [offer.unit for offer in listed if offer.token == listed[0].token]
    assert len(first) > 1 and first == sorted(first)


def test_a_phase_in_which_nothing_happens_is_not_told() -> None:
    _, _, said = play("squadcards", 8)
    phases = ("Draw", "Morale", "Covering Fire", "Opportunity Fire", "Movement", "Position Fire")
    for line, after in pairwise(said):
        assert line not in phases or after not in phases, (line, after)
    assert any(line in phases for line in said)


def test_what_stands_out_in_the_log_stands_out_in_the_terminal() -> None:
    _, _, said = play("owm", 25)
    looks = {str(line): line.pieces[0][1] for line in said if isinstance(line, Line)}
    assert looks["Round 2"] is Look.HEADING
    assert {look for line, look in looks.items() if " attacks " in line} == {Look.WARNING}


def test_a_deployment_is_told_without_a_place_for_each_soldier() -> None:
    talk, _, _ = play("nco", 2)
    asked = typed(talk, "again")
    assert "1. Deploy 11 soldiers along the whole edge" in asked
    assert '"' not in asked


def test_how_to_win_is_told_with_the_options_of_this_match() -> None:
    system = games.get("squadcards")
    setup = evolve(system.default_setup(), switches=(("turn_limit", "30"),))
    match = LocalMatch(system, setup, 5, [computer_player] * 2)
    talk = Conversation(system)
    talk.ask(match.view(0))
    for asked in ("status", "rule how to win", "rules how to win"):
        assert "After 30 player turns it ends" in typed(talk, asked)


def test_the_toy_game_says_what_lies_on_its_table() -> None:
    talk, _, _ = play("skeleton", 4)
    told = typed(talk, "map").splitlines()
    assert re.fullmatch(r"Seat 1: \d+ points?, (bold|careful)", told[0])
    assert re.search(r"Fog: \d+ hidden cards?", "\n".join(told))
    assert "-4" not in "".join(told)


def test_who_wants_it_passes_by_himself_where_he_can_do_nothing_else() -> None:
    talk, match, _ = play("squadcards", 0)
    system = games.get("squadcards")
    match = LocalMatch(system, system.default_setup(), 5, [computer_player] * 2)
    lone = several = 0
    while not (lone and several):
        request = match.request
        if isinstance(request, Choose) and request.seat == 0:
            talk.passes = False
            said = "\n".join(talk.ask(match.view(0)))
            assert talk.unasked() is None
            assert ("autopass does it" in said) == ("\n2. " not in said)
            assert "on or off" in typed(talk, "?") and "automatically" in typed(talk, "autopass")
            reply = talk.unasked()
            if said.count("\n1. ") and "\n2. " not in said and reply is not None:
                assert reply.answer == Pass() and "Automatically: " in reply.lines[-1]
                lone += 1
            else:
                assert reply is None
                several += 1
            assert "asked again" in typed(talk, "autopass")
        match.step()


def test_that_nobody_can_stand_up_is_not_asked() -> None:
    """As at the table in the window."""
    talk, match, _ = play("owm", 3)
    view = match.view(0)
    order = RallyOrder(next(iter(view.state.fireteams)), Colour.RED)
    view.state.agenda.append(order)
    assert in_words(talk.system).unasked(view) == Rallied(())
    for soldier in view.state.members(order.fireteam):
        view.state.change_soldier(soldier.id, status=Status.SUPPRESSED)
    order.number = 1
    assert in_words(talk.system).unasked(view) is None


def asked_for(system_id: str, kind: str) -> LocalMatch:
    """A match in which seat 0 is asked so."""
    system = games.get(system_id)
    match = LocalMatch(system, system.default_setup(), 5, [computer_player] * 2)
    while getattr(match.request, "kind", "") != kind:
        match.step()
    return match


@pytest.mark.parametrize(("system_id", "kind"), [("nco", "roster"), ("owm", "squad")])
def test_squads_kept_in_the_window_are_listed_by_name(
    tmp_path: Path, system_id: str, kind: str
) -> None:
    match = asked_for(system_id, kind)
    view = match.view(0)
    first = agenda.options(view)[0]
    groups = numbers_of(first) if isinstance(first, Roster) else getattr(first, "fireteams", ())
    squads.keep(tmp_path, system_id, "Able", tuple([tuple(map(int, group)) for group in groups]))
    last = groups[-1] if system_id == "nco" else groups[-1][-1:]  # nobody leads it
    squads.keep(tmp_path, system_id, "Half", (tuple(map(int, last)),))
    squads.keep(tmp_path, system_id, "Nobody", ((99_999,),))
    talk = Conversation(match.system, shelf=lambda shelf: squads.kept(tmp_path, shelf))
    told = talk.ask(view)
    assert any(line.startswith("1. Able: ") for line in told)
    assert not any("Nobody" in line for line in [*told, *talk.on_line("why").lines])
    assert any(line.startswith("Half: ") and "(" in line for line in talk.on_line("why").lines)
    talk.on_line("1")
    assert talk.on_line("").answer == first


def test_the_log_tells_stories_and_full_shows_what_lies_below() -> None:
    talk, _, said = play("owm", 25)
    told, full = typed(talk, "log 999"), typed(talk, "log full 999")
    assert re.search(r"shoots at .+: needed \d+, got -?\d+: \w", told)
    assert "ethality:" not in told and "ethality:" in full and "[OWM-CCS-03]" in full
    assert not any("ethality:" in line for line in said), "nor is a flip read out"
    assert len(full.splitlines()) > len(told.splitlines()) > len(typed(talk, "log 3").splitlines())
    assert typed(talk, "log 30 full") == typed(talk, "log full 30") != typed(talk, "log 30")
    for wrong in ("log 0", "log 0 full", "log 3 4", "log much"):
        assert typed(talk, wrong) == "Write how many lines, 1 or more: log 3, or log 3 full"


def test_luck_is_told_in_plain_words() -> None:
    found = {Seat(1): Luck(1, 2.5, 35 / 12), Seat(0): Luck(12, -1.5, 23.0), Seat(2): Luck()}
    assert sentences(found, Seat(0), lambda seat: f"Ada {seat}") == [
        "You rolled 1.5 below average over 12 rolls: 62 of 100 players would have been luckier.",
        "Ada 1 rolled 2.5 above average over 1 roll: 7 of 100 players would have been luckier.",
    ]


@pytest.mark.rule("HAIL-ACT-03", "HAIL-MOVE-08")
def test_an_order_of_hailfire_is_given_in_words() -> None:
    """A target by what people call it, a place by its name, and one Team alone by its own."""
    talk, match, _ = play("hailfire", 11)
    assert agenda.kind_of(match.view(0)) is ORDER
    assert "one more order is possible" not in typed(talk, "again")
    for words, chosen in (
        ("fire at stug", r"You have chosen: .* Fire at StuG III G of StuG Section"),
        ("platoon command of rifle platoon 1 to A", r"Platoon command of [^:]*: Move toward"),
        ("rifle platoon 1 to the crops", r"Move \d Teams toward a point (inside|at) the crops"),
        ("to A", r"Rifle Platoon 1: Move \d Teams toward a point "),
    ):
        assert re.search(chosen, typed(talk, words)), words
        typed(talk, "undo")
    assert "There is no word" in typed(talk, "fire at the moon")
    assert "its armour stops every Hit" in typed(talk, "find stug")
