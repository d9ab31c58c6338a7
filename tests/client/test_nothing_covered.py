"""Nothing covers the prompt, the dice just rolled or a lit choice: no enlarged card, no note beside
the pointer, no notice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from owm_net.client.front import Front
from owm_net.client.match_stage import Stage
from owm_net.client.scene import Item, Scene
from owm_net.client.scene.layout import TIP
from owm_net.client.settings import Settings
from owm_net.session.player import Notice
from tests.client.looks import table_at
from tests.client.situations import stage_at
from tests.games.every import paired

TABLES = (
    ("owm", "action", 3),
    ("owm", "division", 1),
    ("owm", "shooter", 1),
    ("squadcards", "nation", 1),
    ("squadcards", "fire", 9),
    ("nco", "order", 6),
    ("hailfire", "order", 4),
    ("heroes", "lay", 6),
    ("heroes", "turn", 6),
)
"""A question to look at, and which one of its kind. Dice were rolled in the middle ones."""
NOTICES = ("trouble", "chat.newest", "progress")
POINTED = ("card", "soldier", "button", "man.base", "die")


def stage_of(game: str, kind: str, turn: int, size: tuple[int, int], scale: float) -> Stage:
    """The table at the question, where the connection is lost and somebody has just written."""
    settings = Settings(size=size, scale=scale, speed="off")
    stage = table_at(game, "", kind, settings, turn)
    front = Front(stage)
    front.notice(Notice.AWAY, "the connection to Ben broke off: reset by peer")
    front.notice(Notice.TRYING, "dialling 192.0.2.7:7770")
    front.notice(Notice.REMARK, "Ben: a remark of some words, which is longer than most of them")
    stage.tick(9002.0)
    stage.sitting.touch()
    return stage


def must_be_read(scene: Scene) -> list[Item]:
    """The prompt, the dice just rolled, what is shown."""
    has_rolled = any(item.id.startswith("roll.die") for item in scene)
    ids = ("prompt", "strip", *(["roll"] if has_rolled else []))
    return [item for item in scene if item.id in ids]


def covered(scene: Scene) -> Iterator[tuple[str, str]]:
    """Yield what lies over what it must not cover. A note beside the pointer may lie over lit
    ground: on a map all about the pointer may be lit. Where what is lit fills the window, a notice
    may lie over a part of it without a word."""
    lit = [item for item in scene if item.lit and item.action is not None]
    for item in scene:
        is_note, is_notice = item.id == "tooltip", item.id in NOTICES
        if item.kind == "zoom" or is_note or item.id.endswith(".note") or is_notice:
            for other in [*must_be_read(scene), *([] if is_note else lit)]:
                common = item.rect.common(other.seen)
                fills = is_notice and other.seen.w * other.seen.h > 6 * item.rect.w * item.rect.h
                words = [run.box for one in scene if one.z < TIP for run in one.runs]
                hides = not fills or any(common.meets(box) for box in words)
                if common.w > 2 and common.h > 2 and hides:
                    yield item.id, other.id


LAYOUTS = ((1280, 720), 1.0), ((1600, 900), 1.4)


@pytest.mark.parametrize(
    "game, kind, turn, size, scale",
    [(*table, *layout) for table, layout in paired(TABLES, LAYOUTS)],
)
def test_nothing_covers_what_must_be_read_or_is_chosen_from(
    game: str, kind: str, turn: int, size: tuple[int, int], scale: float
) -> None:
    stage = stage_of(game, kind, turn, size, scale)
    assert stage.sitting.answering.kind is not None and stage.sitting.answering.kind.word == kind
    stage.move(1, size[1] - 1)
    assert all(stage.scene().find(id) for id in NOTICES[:2])
    assert not list(covered(stage.scene()))
    ids = [i.id for i in stage.scene() if i.kind in POINTED or i.id.startswith("roll")]
    for id in ids if scale == 1.0 else ids[::3]:
        item = stage.scene().find(id)
        point = None if item is None else stage.scene().point_of(item)
        if point is not None:
            stage.move(*point)
            own = id.partition(".")[0]  # a note on a part of what is shown may lie over the rest
            assert {under for _, under in covered(stage.scene())} <= {own}, id


def test_no_card_in_hand_hides_the_number_in_the_corner_of_the_one_before() -> None:
    stage = stage_at("action", size=(1600, 900), scale=1.25)
    cards = [item for item in stage.scene() if item.id.startswith("hand:")]
    assert len(cards) == 7
    for one, following in pairwise(cards):
        assert one.rect.right <= following.rect.x + 1
