"""The site of `make docs`: what its pages are made of. The build itself is not tried here."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from owm_net.client.language import LANGUAGES, tr, use

ROOT = Path(__file__).resolve().parent.parent


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("docs_site", ROOT / "scripts/docs_site.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


site = load()


def named(nav: Any) -> Iterator[str]:
    """Yield the pages that a navigation names."""
    if isinstance(nav, str):
        yield nav
    else:
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from named(entry)


def test_the_navigation_names_every_page_once():
    nav = list(named(tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))["project"]["nav"]))
    written = {path.relative_to(ROOT).as_posix() for kept in site.KEPT for path in ROOT.glob(kept)}
    pages = {path for path in written if path.endswith(".md")} - {"README.md"}
    assert sorted(nav) == sorted(pages | {"index.md", "start.md"} | set(site.guides()))


@pytest.mark.parametrize("spoken", LANGUAGES)
def test_a_guide_has_all_pages_of_the_window_and_all_missions(spoken):
    made = site.guides()
    use(spoken)
    try:
        for one in site.systems():
            text = made[f"{'' if spoken == 'en' else 'de/'}play/{one.id}.md"]
            for page in one.guide:
                assert tr(page.text) in text
                assert all(tr(mark.says) in text for mark in page.marks)
            for mission in one.missions:
                assert f"### {tr(one.about_mission(mission)[0])}\n" in text
                briefing = one.briefing(one.new_game(one.default_setup(mission)))
                assert all(f"- {tr(line)}\n" in text for line in briefing.lines)
    finally:
        use("en")


def test_what_is_not_there_or_comes_from_elsewhere_is_a_fault(tmp_path):
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="b.html#there">b</a><a href="#here">a</a><a href="https://example.org">'
        '</a><img src="no.png"><script src="https://example.org/x.js"></script>',
        encoding="utf-8",
    )
    (tmp_path / "b.html").write_text('<a href="a.html#gone">a</a>', encoding="utf-8")
    (tmp_path / "c.css").write_text("@import url(https://example.org/font);", encoding="utf-8")
    faults = "\n".join(site.wrong_links(tmp_path))
    for one in ("b.html#there", "no.png", "a.html#gone"):
        assert f"leads nowhere: {one}" in faults
    for one in ("https://example.org/x.js", "url(https://example.org/font"):
        assert f"loaded from elsewhere: {one}" in faults
    assert len(faults.splitlines()) == 5
