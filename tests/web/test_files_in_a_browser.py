"""Files that a player gives the page, and those that it hands out."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from tests.web.at_the_page import LONG, PagePlayer

pytestmark = pytest.mark.slow
TESTS = Path(__file__).resolve().parents[1]
GOOD = TESTS / "vectors/match_skeleton.owmlog"
CHEATED = TESTS / "logs/owm-6-cheated.owmlog"
DROP = """files => {
  const held = new DataTransfer();
  for (const [name, bytes] of files) held.items.add(new File([new Uint8Array(bytes)], name));
  const event = { dataTransfer: held, bubbles: true, cancelable: true };
  document.querySelector("#table").dispatchEvent(new DragEvent("drop", event));
}"""
LARGE = """() => {
  const size = Object.getOwnPropertyDescriptor(Blob.prototype, "size").get;
  Object.defineProperty(File.prototype, "size", { get() { return size.call(this) || 1e9; } });
}"""
"""An empty file says that it has a gigabyte."""


def drop(ann: PagePlayer, **files: bytes) -> None:
    """Drop files on the table."""
    ann.page.evaluate(DROP, [(name, list(data)) for name, data in files.items()])


def test_a_log_is_watched_and_whatever_else_is_dropped_gets_a_sentence(ann: PagePlayer) -> None:
    """Checked on the first screen, then watched, with its bar; a moment is saved as a
    picture; what is no log changes nothing, and another log is shown next."""
    ann.load()
    ann.page.set_input_files("#file", GOOD)
    ann.page.click("#watch", timeout=LONG)
    ann.wait_for("replay.play")
    assert {"replay.next", "replay.public"} <= {one.id for one in ann.choices()}
    ann.go("replay.last")
    name, data = ann.saved("replay.picture")
    picture = Image.open(io.BytesIO(data))
    assert name.startswith("match_skeleton-") and name.endswith(".png")
    assert picture.size == (1600, 900) and len(set(picture.resize((64, 36)).getdata())) > 50
    for name, data in (
        ("no.owmlog", b""),
        ("cut.owmlog", GOOD.read_bytes()[:40]),
        ("owm.owmlog.hand1", b"owm-net hand 1\n\x07?"),
        ("../../etc/<b>\n", bytes(range(256))),
    ):
        drop(ann, **{name: data})
        ann.wait_for_text(name.rpartition("/")[2].replace("\n", "_").translate({60: 95, 62: 95}))
        assert "Traceback" not in ann.texts()
    ann.page.evaluate(LARGE)
    drop(ann, large=b"")
    ann.wait_for_text("large: larger than anything")
    assert "replay.play" in {one.id for one in ann.choices()}
    drop(ann, other=b"", cheated=b"", **{"cheated.owmlog": CHEATED.read_bytes()})
    ann.wait_for_text("KING OF THE HILL")
    ann.press("replay.last")
    ann.wait_for_text("The log is bad from here on")
