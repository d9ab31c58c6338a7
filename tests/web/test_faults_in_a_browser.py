"""What a match in a page outlasts: no network, a full disk, a page that is reloaded."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.verbs.command import HERE, free_port, owm_net
from tests.web.at_the_page import LONG, PagePlayer, play
from tests.web.conftest import PAGE, relay_at
from tests.web.test_matches_in_a_browser import agree, ben_hosts

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not os.environ.get("OWM_BROWSER"), reason="make browser"),
]
SAYS = "#table [role=document]:has-text({words!r}), #prompt:has-text({words!r})"


def says(ann: PagePlayer, words: str) -> None:
    """Wait until it can be read at the table."""
    ann.page.wait_for_selector(SAYS.format(words=words), state="attached", timeout=LONG)


def goes_on(ann: PagePlayer, folder: Path) -> None:
    """Open the page again; CONTINUE goes on with all that was kept, and its log is sound."""
    ann.open()
    assert "damaged" not in ann.texts()
    ann.go("title:resume")
    play([ann], lambda: False, 4)
    ann.kill()
    [kept] = ann.kept(folder / "ann")
    verdict = owm_net("verify", str(kept), home=folder / "verifies")
    assert "verdict: UNFINISHED" in verdict.stdout, verdict


def test_a_match_outlasts_a_network_that_goes(
    ann: PagePlayer, relay: tuple[str, str], tmp_path: Path
) -> None:
    """It is said at once, and the match goes on to its end; both have the same log."""
    log = tmp_path / "ben.owmlog"
    with ben_hosts(ann, relay[0], tmp_path / "ben", log) as ben:
        play([ann], lambda: ben.process.poll() is not None, 4)
        ann.context.set_offline(True)
        says(ann, "lost Ben")
        says(ann, "the connection broke")
        ann.context.set_offline(False)
        play([ann], lambda: ben.process.poll() is not None)
        assert ben.end().returncode == 0
    agree(ann, tmp_path / "ann", log)


def test_a_match_outlasts_a_full_disk(ann: PagePlayer, tmp_path: Path) -> None:
    """It stops in one sentence; when there is room again, CONTINUE goes on with all that was
    kept."""
    ann.open(name="Ann")
    storage = ann.context.new_cdp_session(ann.page)
    origin = ann.address.rstrip("/")
    storage.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 8000})
    ann.go("title:new")
    ann.choose("game:squadcards")
    ann.go("confirm")
    says(ann, "no space left")
    assert "Traceback" not in ann.texts() and "The log of the match is kept" in ann.texts()
    assert "owm-net" not in ann.texts()
    storage.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    ann.kill()
    goes_on(ann, tmp_path)


def renderers(chromium: Any) -> set[int]:
    """Processes of the browser that run pages."""
    session = chromium.new_browser_cdp_session()
    found = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return {one["id"] for one in found if one["type"] == "renderer"}


def test_a_match_outlasts_a_renderer_that_is_killed(
    chromium: Any, ann: PagePlayer, tmp_path: Path
) -> None:
    """CONTINUE goes on with all that was kept; a private window that is closed keeps nothing, and
    the next one begins as new."""
    before = renderers(chromium)
    ann.open(name="Ann")
    ann.go("title:new")
    ann.choose("game:squadcards")
    ann.go("confirm")
    play([ann], lambda: False, 4)
    with ann.page.expect_event("crash", timeout=LONG):
        for number in renderers(chromium) - before:
            os.kill(number, signal.SIGKILL)
    goes_on(ann, tmp_path)
    context = chromium.new_context()
    other = PagePlayer(context, ann.address)
    other.open(name="Ann")
    other.wait_for("title:host")
    assert not other.shows("title:resume") and "damaged" not in other.texts()
    context.close()


def test_a_relay_that_asks_for_a_token_lets_in_who_knows_it(chromium: Any, tmp_path: Path) -> None:
    """A page says where it is typed, once."""
    (tmp_path / "token").write_text("club-7")
    tcp, web = free_port(), free_port()
    more = ("--token-file", str(tmp_path / "token"))
    with relay_at(tcp, web, tmp_path / "relay", PAGE, *more):
        context = chromium.new_context(viewport={"width": 1280, "height": 720})
        ann = PagePlayer(context, f"http://{HERE}:{web}/")
        ann.open(name="Ann")
        ann.go("title:host", "confirm")
        says(ann, "under Settings, on the title")
        ann.kill()
        ann.open()
        ann.go("title:settings")
        ann.press("set:token")
        ann.page.keyboard.type("club-7")
        ann.go("confirm", "title:host", "confirm")
        ann.code()
        context.close()


def test_a_page_that_is_reloaded_says_that_nobody_is_waited_for(ann: PagePlayer) -> None:
    """Once."""
    ann.open(name="Ann")
    ann.go("title:host")
    ann.wait_for("confirm")
    ann.go("confirm")
    ann.code()
    for said in (True, False):
        ann.kill()
        ann.open()
        ann.wait_for("title:host")
        assert ("Nobody is waited for any longer" in ann.texts()) == said


def test_damage_of_what_the_browser_kept_is_told(ann: PagePlayer) -> None:
    """The page begins all the same."""
    ann.open(name="Ann")
    ann.page.evaluate("""async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle("owm_net.0");
      while ((await file.getFile()).size < 200) await new Promise(done => setTimeout(done, 50));
    }""")  # the settings, with the name
    ann.kill()
    harm: Any = """async () => {
      const folder = await navigator.storage.getDirectory();
      const file = await folder.getFileHandle("owm_net.0");
      const old = new Uint8Array(await (await file.getFile()).arrayBuffer());
      old[old.length - 20] ^= 1;
      const writer = await file.createWritable();
      await writer.write(old);
      await writer.close();
    }"""
    page = ann.context.new_page()
    page.goto(f"{ann.address}tests/none")
    page.evaluate(harm)
    page.close()
    ann.open()
    says(ann, "What this browser kept was damaged")


@pytest.mark.parametrize(
    "code", ["%E0%A4%A", "%1b[2J%e2%80%ae<img src=x onerror=alert(1)>", "x" * 9000]
)
def test_whatever_stands_in_a_link_is_text_in_a_field(ann: PagePlayer, code: str) -> None:
    """It runs nothing, commands nothing, and the page begins. Nor does it take messages from other
    windows."""
    ann.open(code, "Ann")
    ann.wait_for("field:code")
    ann.page.evaluate("postMessage({ kind: 'failed', why: 'x' }, '*')")
    ann.go("back")
    ann.wait_for("title:host")
    assert ann.page.eval_on_selector_all("img, iframe, [onerror]", "all => all.length") == 0
    assert "\x1b" not in ann.texts() and "\u202e" not in ann.texts()
