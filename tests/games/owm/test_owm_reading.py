"""Data files that are wrong: every problem is named at once, with its file, entry and reason."""

import shutil
from pathlib import Path

import pytest

from owm_net.engine.data import DataFiles
from owm_net.engine.errors import BadData
from owm_net.games.owm.reading import read_catalog
from owm_net.games.owm.state import CATALOG
from tests.games.owm.ledger import DATA, HILL

MISSION = "missions/king_of_the_hill.toml"
DECK, SQUAD = "core_deck.toml", "soldiers/german_352nd.toml"


@pytest.fixture
def folder(tmp_path):
    """A copy of the data files, to be spoilt."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def spoil(folder, name, *changes):
    """Change a file: pairs of old text, first found, and new text."""
    text = (folder / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    (folder / name).write_text(text, encoding="utf-8")


def problems(folder):
    with pytest.raises(BadData) as caught:
        read_catalog(DataFiles(folder))
    return list(caught.value.problems)


def test_an_unspoilt_copy_is_the_catalog_of_the_game(folder):
    assert read_catalog(DataFiles(folder)) == CATALOG


@pytest.mark.rule("OWM-MISS-01")
@pytest.mark.parametrize("key", [k for k in HILL if k not in ("cards", "symmetric")])
def test_a_mission_card_must_state_everything_the_rulebook_lists(folder, key):
    lines = (folder / MISSION).read_text(encoding="utf-8").split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(f"{key} ="))
    end = at + 1
    if key == "map":
        end = next(i for i in range(end, len(lines)) if lines[i] == '"""') + 1
    (folder / MISSION).write_text("\n".join(lines[:at] + lines[end:]), encoding="utf-8")
    assert problems(folder) == [f"{MISSION}: {key}: is missing"]


@pytest.mark.rule("OWM-MISS-01", "OWM-MISS-05", "OWM-SETUP-02")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("deck_timer = 3", "deck_timer = 0", "deck_timer: must be 1 to 9, is 0"),
        ("max_fireteams = 4", "max_fireteams = 5", "max_fireteams: must be 1 to 4, is 5"),
        (".W.G.\nG.R.W", ".W.G.\nG.RW", "map: all rows must have the same length"),
        (".W.G.", ".WWG.", "cards.C1: the map and the list of cards disagree about this spot"),
        ("B1 = 53", "B1 = 999", "cards.B1: there is no Terrain card 999"),
        ("B1 = 53", "B1 = 148", "cards: card 148 lies on 2 spots"),
        ('axis = ["C1"]', 'axis = ["F1"]', "anchors.axis: there is no spot F1 on the map"),
        ('cell = "C4"', 'cell = "C8"', "objectives[1].cell: there is no spot C8 on the map"),
        ('axis = ["C1"], ', "", "anchors: must be one list for the allies and one for the axis"),
    ],
)
def test_what_a_mission_states_must_fit_together(folder, old, new, problem):
    spoil(folder, MISSION, (old, new))
    assert f"{MISSION}: {problem}" in problems(folder)


@pytest.mark.rule("OWM-CCS-01", "OWM-CARD-02", "OWM-CARD-05")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("number = 5\n", "number = 4\n",
         "card 5: number: is missing; each of 1 to 192 stands once"),
        ("red = 2, green = 1, blue = 1", "red = 1, green = 1, blue = 1",
         "order 2: dice: (1, 1, 1) stand on order 1 already"),
        ('decision = "covering_fire"', 'decision = "coffee"',
         'order 2: decision: there is no "coffee"'),
        ('kind = "hedgerow"', 'kind = "hedge"',
         'terrain 7: kind: there is no "hedge" (did you mean "hedgerow"?)'),
    ],
)  # fmt: skip
def test_the_core_deck_must_be_whole(folder, old, new, problem):
    spoil(folder, DECK, (old, new))
    assert f"{DECK}: {problem}" in problems(folder)


@pytest.mark.rule("OWM-CARD-02")
def test_a_strength_stands_where_an_order_needs_one_and_nowhere_else(folder):
    text = (folder / DECK).read_text(encoding="utf-8")
    assert 'strength = "red"\n' in text
    spoil(folder, DECK, ('strength = "red"\n', ""))
    (found,) = problems(folder)
    assert found.endswith("strength is missing: card 1 is attack")


@pytest.mark.rule("OWM-SOLD-01")
@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('key = "german_352nd"', 'key = "german"', 'key: must be "german_352nd", is "german"'),
        ("number = 2\n", "number = 1\n", "soldier 1: number: stands 2 times"),
        ('weapon = "mp40"', 'weapon = "bazooka"', 'soldier 1: weapon: there is no "bazooka"'),
        ('weakness_trait = "W', 'weakness_trait = "X', 'weakness_trait: there is no "X'),
    ],
)
def test_soldiers_name_what_there_is(folder, old, new, problem):
    spoil(folder, SQUAD, (old, new))
    (found,) = problems(folder)
    assert found.startswith(f"{SQUAD}: ") and problem in found


@pytest.mark.rule("OWM-FIRE-02")
def test_a_weapon_damage_grid_is_made_of_the_three_colours(folder):
    spoil(folder, "weapons.toml", ('"RG"', '"RX"'))
    (found,) = problems(folder)
    assert "'RX' is not made of R, G and B" in found


def test_all_that_is_wrong_is_said_at_once(folder):
    twice = ("number = 2\n", "number = 1\n")
    spoil(folder, SQUAD, ('weapon = "mp40"', 'weapon = "bazooka"'), twice)
    spoil(folder, MISSION, ("B1 = 53", "B1 = 999"))
    spoil(folder, DECK, ('decision = "covering_fire"', 'decision = "coffee"'))
    spoil(folder, "traits.toml", ("value = 2\n", "value = 20\n"))
    assert len(problems(folder)) == 5


def test_a_file_that_cannot_be_read_does_not_hide_what_is_wrong_in_another(folder):
    (folder / "weapons.toml").unlink()
    spoil(folder, DECK, ("number = 5\n", "number = five\n"))
    spoil(folder, SQUAD, ("number = 2\n", "number = 1\n"))
    weapons, deck, twice = sorted(problems(folder), key=lambda p: "weapons" not in p)
    assert "file is missing" in weapons and deck.startswith(f"{DECK}: is not TOML")
    assert twice == f"{SQUAD}: soldier 1: number: stands 2 times, at soldier[1] and soldier[2]"
