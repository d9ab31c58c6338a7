"""Sentences of events and answers: their fields, told by the types they are declared as."""

from __future__ import annotations

from enum import Enum
from typing import Any, NewType

import pytest
from attrs import define, field

from owm_net import games
from owm_net.engine.agenda import Event, GameState
from owm_net.engine.errors import EngineBug
from owm_net.engine.ids import CardNumber, Seat
from owm_net.engine.records import REGISTRY, Played, record
from owm_net.engine.requests import Answer
from owm_net.engine.telling import Telling, Worded, told_fields
from owm_net.engine.text import Text, say, say_n
from owm_net.engine.view import View

TeamId = NewType("TeamId", int)


class Way(Enum):
    """Where to."""

    LEFT = 0

    @property
    def word(self) -> str:
        """As people say it."""
        return say("left")


@define(kw_only=True)
class Field(GameState):
    """Teams by their names."""

    telling = Telling["Field"](hidden=say("a token"))

    teams: tuple[str, ...] = ("Ada's", "Ben's")


def team_name(g: Field, team: TeamId) -> str:
    """As the field calls it."""
    return g.teams[team]


def card_name(g: Field, card: CardNumber) -> str:
    """By its number."""
    return say("card {number}", number=card)


Field.telling.of(TeamId, team_name)
Field.telling.of(TeamId, lambda g, team: str(team + 1), "number")
Field.telling.of(CardNumber, card_name)


@record("tests.telling.shifted")
class Shifted(Event):
    """Of every sort of field one."""

    words = say(
        "{team} ({others}) shift {steps:+d} {way}, {why}, {twice} in all, team {team_number}"
    )
    rule = "TEST-01"

    team: TeamId
    others: tuple[TeamId, ...]
    steps: int
    way: Way
    why: str

    @property
    def twice(self) -> int:
        """Told as a field is."""
        return 2 * self.steps


@record("tests.telling.gone")
class Gone(Event):
    """A sentence that counts, by a rule that differs."""

    words = say_n("{team} loses {n} man", "{team} loses {n} men")
    rule: str = field(kw_only=True)

    team: TeamId
    n: int


@record("tests.telling.lay")
class Lay(Answer):
    """Plays a card."""

    words = say("lay {card}")

    card: Played


def test_fields_are_told_by_their_types() -> None:
    told = Shifted(TeamId(0), (TeamId(1), TeamId(0)), 3, Way.LEFT, say("in vain"))
    words = told.sentence(Field(seats=2))
    assert words == "Ada's (Ben's, Ada's) shift +3 left, in vain, 6 in all, team 1"
    assert told.rule == "TEST-01"
    assert isinstance(words, Text) and isinstance(words.values["why"], Text), "for other languages"


@pytest.mark.parametrize(("n", "words"), [(1, "Ben's loses 1 man"), (2, "Ben's loses 2 men")])
def test_a_sentence_counts_by_the_field_n(n: int, words: str) -> None:
    assert Gone(TeamId(1), n, rule="TEST-02").sentence(Field(seats=2)) == words


def test_a_played_card_is_told_to_those_who_may_know_it() -> None:
    g, play = Field(seats=2), Lay(Played(-7))
    assert play.sentence(View(g, Seat(0), {-7: 4})) == "lay card 4"
    assert play.sentence(View(g, Seat(1), {})) == "lay a token"


def test_a_sentence_that_names_no_field_is_refused_when_its_class_is_made() -> None:
    with pytest.raises(EngineBug, match=r"Halted\.words says \{taem\}.*has no taem: name one of"):

        class Halted(Event):
            words = say("{taem} halts")
            rule = "TEST-03"
            team: TeamId


def test_a_sentence_that_could_not_be_translated_is_refused() -> None:
    with pytest.raises(EngineBug, match=r"Halted\.words: write say\('it halts'\)"):

        class Halted(Event):
            words = "it halts"


def test_a_type_that_the_game_does_not_tell_is_refused() -> None:
    class Seen(Event):
        words = say("{who} is seen")
        rule = "TEST-04"
        who: bytes = b""

    with pytest.raises(EngineBug, match=r"no game says how it tells .*bytes"):
        Seen().sentence(Field(seats=2))


def test_every_sentence_of_every_game_can_be_told() -> None:
    states = {name: _state(name).telling for name in games.names()}
    said = [cls for cls in REGISTRY.values() if issubclass(cls, Worded) and _game_of(cls) in states]
    for cls in said:
        for _, _, way, kind in told_fields(cls):
            states[_game_of(cls)].teller(kind, way)
    assert len(said) > 300, "the games have not been loaded"


def _game_of(cls: type) -> str:
    """The game it belongs to, "" if it is of none. A test may have loaded one that is not done."""
    return cls.__module__.removeprefix("owm_net.games.").partition(".")[0]


def _state(name: str) -> Any:
    system = games.get(name)
    return system.new_game(system.default_setup())
