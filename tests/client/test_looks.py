"""The window looks as it did: twenty-five pictures, compared with those that are kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from tests.client import looks

NEW = Path(".pytest_cache/looks")
"""Where what a failing test has drawn is left."""


@pytest.mark.parametrize("name", looks.LOOKS)
def test_a_screen_looks_as_it_did(name: str) -> None:
    """If it shall look different: `make looks`, look at what has changed, and commit it."""
    image = looks.drawn(name)
    share, where = looks.apart(looks.kept(name), image)
    if share > looks.MOST_SHARE:
        looks.keep(f"{name}-new", image, NEW)
        looks.keep(f"{name}-difference", where.convert("RGB"), NEW)
        pytest.fail(
            f"{share:.1%} of {name} looks different; see {NEW.resolve()}/{name}-new.webp and"
            f" {name}-difference.webp; if that is as it should be: make looks"
        )


def test_what_is_compared_sees_a_button_and_overlooks_a_shade() -> None:
    before = looks.kept("skeleton")
    shade = before.point([min(255, v + 9) for v in range(256)] * 3)
    assert looks.apart(before, shade)[0] <= looks.MOST_SHARE
    after = before.copy()
    ImageDraw.Draw(after).rectangle((200, 150, 236, 162), fill=(200, 60, 40))
    assert looks.apart(before, after)[0] > looks.MOST_SHARE
    assert looks.apart(before, Image.new("RGB", (9, 9)))[0] == 1.0


def test_the_pictures_are_few_and_small() -> None:
    files = list(looks.FOLDER.iterdir())
    assert {file.stem for file in files} == {*looks.LOOKS} and len(files) == 25
    assert sum(file.stat().st_size for file in files) < 1_500_000
