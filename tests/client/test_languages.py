"""The window in German: every text is translated, has room, and changes at once; and what the rules
say reaches the window in its language without the rules knowing one."""

from __future__ import annotations

import ast
import pickle
import re
import sys
from collections.abc import Iterator
from functools import cache
from gettext import NullTranslations
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from babel.messages.catalog import Catalog

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "scripts"))
import texts

from owm_net import games
from owm_net.client import language
from owm_net.client.answering import fields
from owm_net.client.art import soldiers
from owm_net.client.art.catalogue import ArtKey, render
from owm_net.client.language import tr, tr_error, tr_n
from owm_net.client.match.present import Strip
from owm_net.client.match_stage import Stage
from owm_net.client.rules.rule_books import rule_books
from owm_net.client.settings import FILE, Settings, remember, remembered
from owm_net.client.tables.nco import telling
from owm_net.client.tables.owm import faces as owm_faces
from owm_net.client.tables.squadcards import faces as squad_faces
from owm_net.client.words import because, capital
from owm_net.engine import agenda, codec
from owm_net.engine.data import of_content
from owm_net.engine.errors import BadData
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.local import LocalMatch, random_player
from owm_net.engine.requests import Choose, Over, Request
from owm_net.engine.system import Setup
from owm_net.engine.text import Said, Text, listed, named, say, say_n, seat_called
from owm_net.engine.view import View
from owm_net.files import rulebook, squads
from owm_net.games.nco.attack import ToHit
from owm_net.games.nco.ids import SoldierId
from owm_net.games.owm import state as owm
from owm_net.games.squadcards import state as squad
from owm_net.games.squadcards.terms import Effect, RangeBand
from owm_net.net.streams import PeerGone
from owm_net.session.people import called, in_words, opponents, setup_in_words
from tests.client.intending import Intending
from tests.client.intending_hailfire import IntendingHailfire
from tests.client.robot import Robot
from tests.client.situations import stage_at
from tests.client.test_menu import SCREENS, door, found, has_room, press, stage_of
from tests.games.every import THOROUGH
from tests.session.conftest import Party

NARROW, WIDE = (960, 540), ((1280, 720), (1600, 900), (3840, 2160))


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    language.use("en")


# ------------------------------------------------------------------ the catalogues


@cache
def kept_in(domain: str, spoken: str) -> Catalog:
    """Return a catalogue as it is kept, read once."""
    return texts.read(texts.po_of(domain, spoken), spoken)


@pytest.mark.parametrize("domain", texts.DOMAINS)
@pytest.mark.parametrize("spoken", texts.LANGUAGES)
def test_every_text_is_translated_and_the_catalogues_are_those_of_the_source(
    spoken: str, domain: str
) -> None:
    path = texts.po_of(domain, spoken)
    kept = kept_in(domain, spoken)
    assert list(texts.problems(kept)) == []
    assert path.read_bytes() == texts.written(texts.updated(domain, spoken, texts.texts(domain))), (
        "run: make texts"
    )
    assert path.with_suffix(".mo").read_bytes() == texts.compiled(kept), "run: make texts"


@pytest.mark.parametrize("spoken", texts.LANGUAGES)
def test_what_stands_in_two_catalogues_is_translated_alike(spoken: str) -> None:
    told: dict[object, object] = {}
    for domain in texts.DOMAINS:
        for message in kept_in(domain, spoken):
            if message.id and message.string:
                assert told.setdefault(message.id, message.string) == message.string, message.id


@pytest.mark.parametrize(
    ("english", "german", "fault"),
    [
        ("{who} fires", "", "not translated"),
        ("{who} fires", "{wer} schießt", "says wer, which it is not given"),
        ("{who} fires", "Es wird geschossen", "does not say who"),
        ("{luck:+d} above", "{luck} darüber", "says luck, which it is not given"),
        (" and ", "und", "begins or ends with a blank where the other does not"),
        (("{n} card", "{n} cards"), ("eine Karte", "Karten"), None),
        (("{n} card of {who}", "{n} cards of {who}"), ("eine", "{n}"), "does not say who"),
    ],
)
def test_a_bad_translation_is_seen(
    english: str | tuple[str, str], german: str | tuple[str, str], fault: str | None
) -> None:
    catalogue = Catalog("de", domain="bad", fuzzy=False)
    catalogue.add(english, german)
    seen = list(texts.problems(catalogue))
    assert (fault is None and not seen) or (fault is not None and fault in seen[0])
    catalogue.add("a", "ein", flags=["fuzzy"])
    assert any("fuzzy" in one for one in texts.problems(catalogue))


def test_every_rule_is_translated_and_a_brace_in_it_is_a_brace() -> None:
    catalogue = Catalog("de", domain=texts.RULES, fuzzy=False)
    catalogue.add("A rule")
    catalogue.add("The bag {A:7}", "Der Beutel {A:7}")
    assert list(texts.problems(catalogue)) == ["rules.po: 'A rule': not translated"]


def test_the_texts_of_a_file_are_found_wherever_they_stand() -> None:
    source = """
A = say("one")
def f(n):
    pen.say("not this one")
    return tr("{n}: " "two", n=tr("three")) + tr_n("a {n}", "b {n}", n) + tr(A)
"""
    assert list(texts.texts_of(source)) == ["one", "{n}: two", "three", ("a {n}", "b {n}")]


# ------------------------------------------------------------------ what is said in which language


def test_a_text_is_said_in_the_language_that_is_spoken() -> None:
    assert tr("Continue without {name}?", name="Ada") == "Continue without Ada?"
    language.use("de")
    assert tr("Continue without {name}?", name="Ada") == "Ohne Ada weiterspielen?"
    assert tr("in no catalogue: {here}") == "in no catalogue: {here}"
    assert tr("") == ""
    one, many = "This was {n} minute ago.", "This was {n} minutes ago."
    assert [tr_n(one, many, n) for n in (1, 2)] == [
        "Das war vor 1 Minute.",
        "Das war vor 2 Minuten.",
    ]
    hint = say("{key} or a click skips.")  # as constants stand in the source: filled in where used
    assert tr(hint, key="X") == "X oder ein Klick überspringt."


def test_what_a_data_file_says_is_a_text_and_what_it_is_called_by_is_none() -> None:
    @frozen
    class Hill:
        key: str
        title: Said
        lines: tuple[Said, ...]

    hill = of_content("x.toml", {"key": "hill", "title": "Hill", "lines": ["a", "", "b"]}, Hill)
    assert [str(text) for text in texts.said_by([{"hill": hill}])] == ["Hill", "a", "b"]
    assert not isinstance(hill.key, Text)
    language.use("de")
    assert tr(say("attack from {title}", title=hill.title)) == "Angriff aus Hügel"
    with pytest.raises(BadData, match="title: must be a text, is 1"):
        of_content("x.toml", {"key": "hill", "title": 1, "lines": []}, Hill)


def test_a_picture_of_a_card_is_another_one_in_another_language() -> None:
    card, soldier = CardNumber(1), min(owm.CATALOG.division_of)
    english = owm_faces.core_card(card), owm_faces.soldier(soldier)
    assert "words" not in dict(english[1].parameters)
    language.use("de")
    german = owm_faces.core_card(card), owm_faces.soldier(soldier)
    assert dict(german[0].parameters)["title"] == "Angriff"
    assert dict(german[1].parameters)["words"][0] == ("RESOLVE", "KAMPFGEIST")  # type: ignore[index]
    assert render(german[0]).tobytes() != render(english[0]).tobytes()
    assert render(german[1]).tobytes() != render(english[1]).tobytes()
    language.use("en")
    assert (owm_faces.core_card(card), owm_faces.soldier(soldier)) == english


def words_in(picture: ArtKey) -> dict[str, str]:
    """Return the English words in a picture, with their translation."""
    return dict(dict(picture.parameters).get("words", ()))  # type: ignore[arg-type]


def test_backs_of_cards_and_the_letters_of_ranges_and_values_are_those_of_the_language() -> None:
    minefield = next(row for row in squad.CATALOG.faces.values() if row.key == "minefield")
    attack = next(row for row in squad.CATALOG.faces.values() if row.effect is Effect.ATTACK)

    def pictures() -> list[ArtKey]:
        backs = [owm_faces.back(), squad_faces.back()]
        rows = [squad_faces.row_face(minefield), squad_faces.row_face(attack)]
        return [*backs, *rows, owm_faces.row(min(owm.CATALOG.division_of), None)]

    assert [squad_faces.letters(band) for band in RangeBand] == ["PB", "S", "M", "L"]
    english = pictures()
    language.use("de")
    assert [squad_faces.letters(band) for band in RangeBand] == ["N", "K", "M", "W"]
    german = pictures()
    words: list[dict[str, str]] = [words_in(key) for key in german]
    assert words[0]["CORE DECK"] == "STAPEL" and words[1]["COMMON DECK"] == "GEMEINSAMER STAPEL"
    assert words[2]["MINES"] == "MINEN"
    assert soldiers.initials(words[4]) == ("K", "D", "V")
    for one, other in zip(english[:4], german[:4], strict=True):
        assert render(one).tobytes() != render(other).tobytes(), one.face


def test_an_error_is_said_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    (tmp_path / squads.FILE).write_text('{"version": 7}')
    with pytest.raises(squads.BadSquads) as caught:
        squads.kept(tmp_path, "owm")
    english = (
        f"{tmp_path / squads.FILE} is not a valid file of squads (not of version 1); repair it, or"
    )
    assert str(caught.value).startswith(english) and tr_error(caught.value) == str(caught.value)
    language.use("de")
    assert "ist keine Datei mit Gruppen (nicht von Version 1)" in tr_error(caught.value)
    assert tr_error(ValueError("as it stands")) == "as it stands"
    assert tr_error(OSError(28, "No space left")) == "[Errno 28] No space left"


def test_what_goes_wrong_between_players_and_how_a_match_ended_are_said_in_german() -> None:
    party = Party(2, "duel")
    party.run()
    match = party.matches[0]
    lost = PeerGone(say("lost {peer}", peer="Ada"), say("it closed the connection"), "x")
    ended = in_words(match, "seat 1 resigned")
    entry = "seat 1: a commitment is 32 bytes"
    assert str(lost) == "lost Ada: it closed the connection; x"
    assert ended == f"{called(match, Seat(1))} resigned"
    language.use("de")
    assert tr_error(lost) == "Ada verloren: dort wurde die Verbindung geschlossen; x"
    assert tr(ended) == f"{tr(called(match, Seat(1)))} hat aufgegeben"
    assert "a commitment is 32 bytes" in tr(in_words(match, entry))  # what is judged stays as it is
    assert match.names[1] in tr(in_words(match, entry))


def test_rules_are_read_in_german() -> None:
    english = rule_books()["owm"]
    language.use("de")
    german = rule_books()["owm"]
    ids = [entry.id for entry in english.entries if not entry.is_term]
    assert [entry.id for entry in german.entries if not entry.is_term] == ids
    for book in rule_books().values():
        assert len({entry.id.upper() for entry in book.entries}) == len(book.entries)
    track = german.find("Initiativeleiste")
    assert track is not None and track.chapter == "Begriffe"
    fire = german.find("FIRE-05")
    assert fire is not None and fire.text.startswith("Ladehemmung: die Wirkung endet;")
    assert fire.chapter == "Schießen" and not fire.note
    assert fire in german.search("Ladehemmung Wirkung")
    language.use("en")
    assert rule_books() is rulebook.rule_books()


def test_what_a_shot_of_nco_needed_and_what_is_still_to_be_chosen_is_said_in_german() -> None:
    language.use("de")
    strip, shot = Strip(), ToHit(SoldierId(0), 4, ((say("cover"), -1),), (3,), 0)
    with pytest.MonkeyPatch.context() as patched:  # without a battle nobody has a name
        patched.setattr(ToHit, "sentence", lambda *_: "Ada: ")
        telling.beat(View(None, 0, {}), shot, strip)
    assert (strip.notes, strip.outcome) == (["auf Ada", "Deckung -1"], "verfehlt")
    assert (fields.named("spots"), fields.named("guns")) == ("Plätze", "Maschinengewehre")


def test_what_the_rules_say_is_english_until_it_is_shown() -> None:
    text = say("{who} won", who=listed([say("You"), "Ada"], say(" and ")))
    counted = say_n("This was {n} minute ago.", "This was {n} minutes ago.", 2)
    assert text == "You and Ada won"
    assert counted == "This was 2 minutes ago."
    assert isinstance(text, Text)
    assert pickle.loads(pickle.dumps(text)).values == text.values
    assert codec.encode(text) == codec.encode("You and Ada won")
    language.use("de")
    assert text == "You and Ada won"
    assert tr(say("{name} won", name=say("Nobody"))) == "Niemand hat gewonnen"
    assert tr(counted) == "Das war vor 2 Minuten."
    assert capital(say("nothing is asked")) == "Es wird nichts gefragt"
    assert because(say("nothing is asked"), "FIRE-05") == "es wird nichts gefragt (FIRE-05)"


@pytest.mark.parametrize(
    ("variables", "spoken"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "den_CA"}, "en"),
        ({"LANGUAGE": "fr:de:en", "LANG": "en_US"}, "de"),
        ({"LC_ALL": "en_GB", "LANG": "de_DE"}, "en"),
        ({"LANGUAGE": "", "LC_MESSAGES": "de_DE@euro"}, "de"),
    ],
)
def test_without_a_setting_the_system_says_which_language(
    variables: dict[str, str], spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    language.use("")
    assert language.current() == spoken


def test_the_language_is_set_in_the_window_at_once_and_remembered(tmp_path: Path) -> None:
    stage = door()
    press(stage, "title:settings", "set:language", "set:language")
    assert stage.context.settings.language == "de"
    assert found(stage, "heading").label == "EINSTELLUNGEN"
    remember(stage.context.settings, tmp_path)
    assert remembered(tmp_path)[0].language == "de"
    press(stage, "set:language.<")
    assert found(stage, "heading").label == "SETTINGS"
    for bad in ('"xx"', "1", "null", "[]"):
        (tmp_path / FILE).write_text(f'{{"language": {bad}}}')
        settings, problem = remembered(tmp_path)
        assert settings.language == "" and "language" in problem


def test_the_rules_count_seats_and_the_window_names_their_players() -> None:
    begins = say("{nation} begin", nation=say("{a} ({b})", a="X", b=seat_called(1)))
    assert begins == "X (seat 2) begin"
    assert named(begins, ("Ada", "Ben")) == "X (Ben) begin"
    assert named(seat_called(0), ("Ada",)) == "Ada"
    assert named(seat_called(2), ("Ada",)) == "seat 3"  # whom nobody knows yet
    assert named("seat 1", ("Ada",)) == "seat 1"  # not what a player may have written


@frozen
class Layout:
    """As a game reads one from its data files."""

    title: str


def test_what_a_game_has_read_is_found_whatever_it_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else its texts are in no catalogue, and nothing says so. What stands alone in a constant was
    written into the source, where it is found as it is."""
    games.get("skeleton")
    module = sys.modules["owm_net.games.skeleton.state"]
    monkeypatch.setattr(module, "LAYOUTS", {"yard": [Layout(say("Yard"))]}, raising=False)
    monkeypatch.setattr(module, "WORDS", {"yard": say("Court")}, raising=False)
    assert {str(text) for text in texts.said_by(texts.data_of("skeleton"))} == {"Yard"}


def _steps(match: LocalMatch) -> Iterator[Request[Any]]:
    """Yield the requests of the first pauses of a match, which may be over before."""
    for _ in range(60):
        if isinstance(match.state.pending, Over):
            return
        yield match.step()


@pytest.mark.parametrize("name", sorted(games.names()))
def test_what_is_asked_answered_and_refused_can_be_said_in_every_language(name: str) -> None:
    system = games.get(name)
    setup = Setup(system.missions[0], system.levels[-1], 2)
    match = LocalMatch(system, setup, 5, [random_player, random_player])
    for request in _steps(match):
        if not isinstance(request, Choose):
            continue
        view = match.view(request.seat)
        asked = agenda.about(view)
        said = [asked.what, asked.why]
        for answer in islice(agenda.offers(view), 5):
            refused = agenda.why_not(view, answer)
            said += [system.describe(view, answer), refused.why if refused is not None else ""]
        assert all(isinstance(text, Text) for text in said if text), said


@pytest.mark.parametrize("name", sorted(games.names()))
def test_a_match_is_the_same_in_every_language_and_is_told_in_each(name: str) -> None:
    told: dict[str, list[str]] = {}
    digests: dict[str, list[bytes]] = {}
    for spoken in language.LANGUAGES:
        language.use(spoken)
        system = games.get(name)
        match = LocalMatch(system, system.default_setup(), 3, [random_player, random_player])
        told[spoken], digests[spoken] = [], []
        for _ in _steps(match):
            state = match.state
            lines = [system.narrate(state, event) for event in state.events]
            assert all(isinstance(line, Text) for line in lines if line), lines
            told[spoken] += [tr(line) for line in lines]
            digests[spoken].append(codec.digest(state))
    assert digests["en"] == digests["de"]
    pairs = [pair for pair in zip(told["en"], told["de"], strict=True) if pair[0]]
    assert sum(one != other for one, other in pairs) > len(pairs) // 4  # many name but soldiers


# ------------------------------------------------------------------ room


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen_has_room_for_german_words(screen: str) -> None:
    language.use("de")
    stage = stage_of(screen, NARROW, 1.0)
    for id in ["", *(item.id for item in stage.scene().focusable)]:
        has_room(stage, id)
    for size in WIDE:
        stage.resize(*size)
        has_room(stage, "")


TOLD = {"sentence", "words", "deed", "aim", "tells", "standing", "told", "label"}
"""Methods of the games by which something is told to people."""
TELLS = re.compile(rf"\bdef ({'|'.join(sorted(TOLD))})\(")


def ways_of(value: ast.expr | None) -> list[ast.expr]:
    """Return the values an expression may have: each branch of "one if ... else another"."""
    if isinstance(value, ast.IfExp):
        return [*ways_of(value.body), *ways_of(value.orelse)]
    return [value] if value is not None else []


def test_no_game_tells_anything_that_could_not_be_translated() -> None:
    """A plain string would be English in every language: it says what is no `say(...)`."""
    found = []
    for path in sorted((Path(games.__file__).parent).rglob("*.py")):
        source = path.read_text()
        for node in ast.walk(ast.parse(source)) if TELLS.search(source) else ():
            if isinstance(node, ast.FunctionDef) and node.name in TOLD:
                said = [one for one in ast.walk(node) if isinstance(one, (ast.Return, ast.Assign))]
                found += [
                    f"{path.name}:{way.lineno} {way.value!r}"
                    for one in said
                    for way in ways_of(one.value)
                    if isinstance(way, ast.Constant) and str(way.value or "").isalpha()
                ]
    assert not found


def test_a_text_whose_places_are_not_filled_in_is_found_where_it_stands() -> None:
    """It would be a traceback for whoever comes to that line first."""
    assert list(texts.texts_of('say("{a} of {b:+d}", a=1, b=2)')) == ["{a} of {b:+d}"]
    assert list(texts.texts_of('say("{a} of {b}")')) == ["{a} of {b}"]  # filled in later
    for wrong in ('say("{a}", b=1)', 'tr("{a} of {b}", a=1)', 'say_n("{n} {a}", "{n}", n, b=1)'):
        with pytest.raises(ValueError, match="line 1"):
            list(texts.texts_of(wrong))


def test_what_stands_between_two_and_why_a_match_ended_are_translated_too() -> None:
    """A verdict said "the deck has run out twice" and "against" between German words."""
    language.use("de")
    assert language.tr(opponents(["Ada", "Ben"])) == "Ada gegen Ben"
    assert language.tr(listed(["Ada", "Ben", "Cyd"], say(" and "))) == "Ada und Ben und Cyd"
    nobody: Any = None  # the match is asked for names only
    assert language.tr(in_words(nobody, say("the deck has run out twice"))) == (
        "der Stapel ist zweimal ausgegangen"
    )
    assert language.tr(setup_in_words(Setup("duel", "full"))) == "duel, Stufe full"


# ------------------------------------------------------------------ what is not translated


class Marked(NullTranslations):
    """A language in which each translated text is between « ». lower: these, in small letters."""

    def __init__(self) -> None:
        super().__init__()
        self._known = {
            message.id if isinstance(message.id, str) else message.id[0]
            for domain in texts.DOMAINS
            for message in kept_in(domain, "de")
        }
        self.lower = frozenset(message.lower() for message in self._known)

    def gettext(self, message: str) -> str:
        return f"«{message}»" if message in self._known else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return f"«{msgid1 if n == 1 else msgid2}»" if msgid1 in self._known else msgid1


MARKED = cache(Marked)


@cache  # a scene says most of it again and again
def english_in(text: str, known: frozenset[str]) -> list[str]:
    """Words in small letters that stand outside of all « », and what a translation is known of, in
    whatever letters."""
    depth, outside = 0, ""
    for letter in text:
        depth += {"«": 1, "»": -1}.get(letter, 0)
        outside += letter if not depth else "\n"
    words = re.findall(r"(?<![\w-])[a-z]{3,}", outside)
    phrases = [phrase.strip(" .,:;()") for phrase in outside.split("\n")]
    return words + [phrase for phrase in phrases if phrase.lower() in known and len(phrase) > 3]


def look_for_english(
    stage: Stage, known: frozenset[str], found: dict[str, str], looked_at: set[object]
) -> None:
    """Point at everything that has changed since it was looked at, and put down what is told there
    in English by the id of what tells it. Lines of the log are wrapped: a mark may stand in another
    one."""
    scene = stage.scene()
    for one in (*scene.focusable, *scene.pointable):
        point = scene.point_of(one)
        told = one.id, one.tooltip, one.why, tuple([run.text for run in one.runs])
        if point is not None and told not in looked_at:
            looked_at.add(told)
            stage.move(*point)
            for item in stage.scene():
                if not item.id.startswith("log:") and ".line" not in item.id:
                    for text in (item.tooltip, " ".join(run.text for run in item.runs)):
                        if english_in(text, known):
                            found[item.id] = text
    stage.move(-1, -1)


PLAYERS: dict[str, type[Robot]] = {"nco": Intending, "hailfire": IntendingHailfire}
"""Who plays a game here, if not the pointer that knows nothing."""
QUESTIONS = 16
EVERY, LAST = (4, 21) if THOROUGH else (12, 13)
"""How many clicks lie between two looks, and at which one looks for the last time."""


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> frozenset[str]:
    """Return the translated texts, in small letters, while another language is spoken: see
    `Marked`."""
    marked = MARKED()
    monkeypatch.setattr(language, "_read", lambda spoken: marked)
    language.use("de")
    return marked.lower


@pytest.mark.parametrize("name", sorted(games.names()))
def test_nothing_at_a_table_is_told_without_a_translation(name: str, known: frozenset[str]) -> None:
    system, found, looked_at, clicks = games.get(name), dict[str, str](), set[object](), 0

    def look(stage: Stage) -> None:
        nonlocal clicks
        if clicks % EVERY == 1 and clicks <= LAST:
            look_for_english(stage, known, found, looked_at)
        clicks += 1

    setup = system.default_setup("", system.levels[-1])
    settings = Settings(speed="off")
    robot = PLAYERS.get(name, Robot)(system, 2, setup=setup, settings=settings, look=look)
    for _ in range(QUESTIONS):
        if clicks <= LAST:
            robot.play(1)
    assert not found
    assert clicks > EVERY


def test_odds_of_a_shot_are_told_in_the_language_that_is_spoken(known: frozenset[str]) -> None:
    """OWM-ATK-03: once an Attack card is chosen, on each enemy that can be its target."""
    stage, told = stage_at("action"), list[str]()
    for card in [i for i in stage.scene() if i.kind == "card" and i.lit]:
        point = stage.scene().point_of(card)
        assert point is not None
        stage.press(*point)
        told += [i.tooltip for i in stage.scene() if i.id.startswith("team:") and i.lit]
        stage.key("escape")
    assert any("«out " in tip for tip in told)
    assert [tip for tip in told if english_in(tip, known)] == []


@pytest.mark.parametrize("name", sorted(games.names()))
def test_what_missions_are_called_can_be_said_in_every_language(name: str) -> None:
    system = games.get(name)
    for mission in system.missions:
        title, about = system.about_mission(mission)
        assert isinstance(title, Text), title
        assert isinstance(about, Text) or not about, about
