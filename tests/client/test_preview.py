"""A card shown enlarged covers nothing that matters."""

from __future__ import annotations

import pytest

from owm_net.client.art.catalogue import ArtKey
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item, Pen, Rect
from owm_net.client.sitting.actions import Skip, WindowAction
from owm_net.client.widgets import card_zoom
from owm_net.client.widgets.preview import place
from owm_net.games.owm.ids import DivisionKey, SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.owm.words import soldier_name
from tests.client.situations import picked, stage_at
from tests.client.test_manners import SIZES, lit_soldiers
from tests.client.test_table import press, texts_that_run_over


def point_at(stage: Stage, id: str) -> None:
    item = stage.scene().find(id)
    assert item is not None, f"there is no {id}"
    point = stage.scene().point_of(item)
    assert point is not None, f"{id} is covered"
    stage.move(*point)


def covered(stage: Stage) -> list[str]:
    """Return what the preview of the scene covers of the items that may be clicked now, or must be
    read."""
    scene = stage.scene()
    zoom = [i for i in scene if i.kind == "zoom" or i.id.endswith(".note")]
    matters = [
        i
        for i in scene
        if i.id == "prompt"
        or (
            i.action is not None
            and "off" not in i.flags
            and (i.lit or (i.kind == "button" and not isinstance(i.action, WindowAction)))
        )
    ]
    return [i.id for z in zoom for i in matters if z.rect.meets(i.rect, 2)]


def zooms(stage: Stage) -> list[Item]:
    return [i for i in stage.scene() if i.kind == "zoom"]


@pytest.mark.parametrize("size", SIZES)
def test_a_preview_of_a_card_covers_nothing_that_answers(size: tuple[int, int]) -> None:
    stage = stage_at("action", size=size)
    hand = stage.sitting.view.state.hands[0]  # type: ignore[union-attr]
    press(stage, f"hand:{next(n for n in range(len(hand)))}")
    for n in range(len(hand)):
        point_at(stage, f"hand:{n}")
        assert len(zooms(stage)) == 1
        assert not covered(stage), n


def test_a_preview_of_a_soldier_covers_no_other_who_may_be_chosen() -> None:
    stage = stage_at("shooter")
    for who in lit_soldiers(stage):
        point_at(stage, who)
        assert len(zooms(stage)) == 1 and not covered(stage)


@pytest.mark.parametrize("size", [*SIZES, (3840, 2160)])
def test_a_soldier_of_whom_a_squad_is_formed_is_shown_larger_than_he_lies_there(
    size: tuple[int, int],
) -> None:
    stage = stage_at("squad", size=size)
    for who in [i for i in stage.scene() if i.id.startswith("pool:") and i.kind == "soldier"]:
        point_at(stage, who.id)
        [zoom] = zooms(stage)
        assert zoom.rect.w >= 1.2 * who.rect.w and not covered(stage), who.id


def test_no_preview_lies_over_the_help() -> None:
    stage = stage_at("action")
    point_at(stage, "hand:0")
    assert zooms(stage)
    stage.key("f1")
    assert not zooms(stage)
    assert stage.sitting.ui.hover != "hand:0"  # though the pointer has not moved
    stage.key("escape")
    assert zooms(stage)


def test_a_card_whose_face_is_unknown_is_not_enlarged() -> None:
    pen = Pen((1280, 720), 1.0)
    pen.add("hand:0", "card", Rect(100, 600, 90, 110), action=Skip())
    card_zoom(pen, "hand:0", ArtKey.of("core_back"), Rect(100, 600, 90, 110), "a hidden card", "")
    place(pen, (140, 650))
    assert not [i for i in pen.items if i.kind == "zoom"]
    assert "a hidden card" in pen.scene().texts()


# ------------------------------------------------------------------ divisions before the match


def roster(stage: Stage) -> list[str]:
    return [
        i.label.partition(":")[0]
        for i in stage.scene()
        if i.id.startswith("roster:") and i.kind == "soldier"
    ]


@pytest.mark.parametrize("size", SIZES)
def test_pointing_at_a_division_shows_all_its_soldiers(size: tuple[int, int]) -> None:
    """On its plate or on its buttons, whether or not it can be taken; Leaders come first."""
    stage = stage_at("division", size=size)
    assert not roster(stage)
    for key, division in CATALOG.divisions.items():
        mine = [s for s, home in CATALOG.division_of.items() if home is division]
        take = next(i.id for i in stage.scene() if i.id.startswith(f"take:{key}:"))
        for id in (f"division:{key}", take):
            point_at(stage, id)
            shown = roster(stage)
            assert sorted(shown) == sorted(map(soldier_name, mine))
            leaders = sum(CATALOG.soldiers[s].is_leader for s in mine)
            assert {soldier_name(s) for s in mine if CATALOG.soldiers[s].is_leader} == set(
                shown[:leaders]
            )
            assert not texts_that_run_over(stage.scene())
    point_at(stage, "top.help")
    assert not roster(stage)


def test_a_division_that_is_clicked_stays_and_its_soldiers_show_their_cards() -> None:
    stage = stage_at("division")
    key = next(iter(CATALOG.divisions))
    press(stage, f"division:{key}")
    point_at(stage, "top.help")
    assert roster(stage) and stage.sitting.answering.is_open and not picked(stage, DivisionKey)
    one = next(i.id for i in stage.scene() if i.id.startswith("roster:") and i.kind == "soldier")
    point_at(stage, one)
    assert len(zooms(stage)) == 1 and not covered(stage)
    press(stage, f"division:{key}")
    point_at(stage, "top.help")
    assert not roster(stage)


def test_the_portrait_on_a_plate_leaves_the_list_to_be_read() -> None:
    """Its soldiers are in the list, too; there the pointer, and Tab, show their cards."""
    stage = stage_at("division")
    art = stage.scene().find("division:finnish_5th.art")
    assert art is not None
    stage.move(art.rect.cx, art.rect.cy)
    assert not zooms(stage) and roster(stage)
    for _ in range(100):
        if stage.sitting.ui.focus.startswith("roster:"):
            break
        stage.key("tab")
    assert len(zooms(stage)) == 1 and roster(stage)


@pytest.mark.parametrize("size", SIZES)
def test_the_note_on_a_fireteam_leaves_its_soldiers_to_be_seen(size: tuple[int, int]) -> None:
    """They are shown at the right while the pointer is on it, also where the note is long because
    an attack is being chosen."""
    stage = stage_at("action", size=size)
    hand = stage.sitting.view.state.hands[0]  # type: ignore[union-attr]
    for n in range(len(hand)):
        stage.key(str(n + 1))
        for item in [i for i in stage.scene() if i.id.startswith("team:") and i.tooltip]:
            point_at(stage, item.id)
            note = stage.scene().find("tooltip")
            assert note is not None
            for soldier in [i for i in stage.scene() if i.id.startswith("soldier:")]:
                over = min(note.rect.right, soldier.rect.right) - soldier.rect.x
                if note.rect.meets(soldier.rect):  # a corner at most
                    assert over < soldier.rect.w / 10, (item.id, soldier.id)


@pytest.mark.rule("OWM-FAIR-01", "OWM-LVL-04")
@pytest.mark.parametrize("kind", ["shooter", "squad"])
def test_at_level_colonel_both_traits_of_a_soldier_are_read_below_his_card(kind: str) -> None:
    stage = stage_at(kind)
    g = stage.sitting.view.state  # type: ignore[union-attr]
    ids = [i.id for i in stage.scene() if i.id.startswith(("soldier:", "pool:")) and i.action]
    point_at(stage, ids[0])
    assert not any("Random Effect" in r.text for i in stage.scene() for r in i.runs)
    g.level = "colonel"
    stage.sitting.touch()
    for id in ids:
        point_at(stage, id)
        note = stage.scene().find(f"{id}.note")
        assert note is not None
        text = " ".join(run.text for run in note.runs)
        card = CATALOG.soldiers[SoldierId(int(id.split(":")[1]))]
        for key in (card.strength_trait, card.weakness_trait):
            trait = CATALOG.traits[key]
            assert f"{trait.title}: {trait.text}" in text
        assert not covered(stage), id
        assert not texts_that_run_over(stage.scene())
