"""`make docs`: the documentation as a site of plain files in `build/site/`, by zensical.

The pages are those of the repository, each at its own place, so the links between them stay. Made
here are the welcome and, from the sources of the window's pages, how each game is played and its
rule book, in both languages, with pictures that the program draws. Afterwards every link, anchor
and picture of the site must be there, and nothing may come from elsewhere.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from html import escape, unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from owm_net import games  # noqa: E402
from owm_net.client import language, tables  # noqa: E402
from owm_net.client.glass.paint_pillow import paint  # noqa: E402
from owm_net.client.language import tr  # noqa: E402
from owm_net.client.rules.rule_books import how_to_win, rule_books  # noqa: E402
from owm_net.client.scene.items import Rect  # noqa: E402
from owm_net.client.scene.layout import Box  # noqa: E402
from owm_net.client.scene.pen import Pen  # noqa: E402
from owm_net.client.scene.pictures import Pictures  # noqa: E402
from owm_net.client.widgets.guide_page import LARGEST, draw_picture, picture_of  # noqa: E402
from owm_net.client.words import without_ids  # noqa: E402
from owm_net.engine.system import System  # noqa: E402
from owm_net.files.rulebook import RuleBook, RuleEntry  # noqa: E402

PAGES, SITE = ROOT / "build" / "pages", ROOT / "build" / "site"
KEPT = ("*.md", "LICENSE", "docs/*.md", "docs/*.jpg", "docs/rules/*.md", "tests/vectors/*.*")
PICTURE = Rect(0.0, 0.0, 1280.0, 860.0)
WORKER = """// A browser starts no worker from a file of the disk, but it starts one from memory.
if (location.protocol === "file:") {
  const Started = Worker;
  window.Worker = function () {
    return new Started(URL.createObjectURL(new Blob([%s], { type: "text/javascript" })));
  };
}
"""
DOORS = """
## For players

Begin with [how to install and start it](start.md). Then learn a game:

{games}

[Play a friend](docs/playing.md) over a network, [add missions and cards](docs/packs.md) of your
own, or [run a relay](docs/relay.md) for everybody. [Auf Deutsch](de/index.md).

## For tournament directors

[What to agree on, and how to check and count the matches](docs/tournaments.md) without having
watched them.

## For programmers

[Architecture](ARCHITECTURE.md) says where everything is, [Working on it](CONTRIBUTING.md) how to
change it. Add [a game](docs/new-system.md), [a mission](docs/new-mission.md) or
[a kind of request](docs/new-request.md); let [a program of your own](docs/bots.md) play; write
another implementation by [the deck](docs/deck.md), [the wire](docs/wire.md) and their
[test vectors](tests/vectors/README.md).
"""


def main() -> int:
    """Put the pages together, build the site and check it. Returns the exit code."""
    for folder in (PAGES, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    for pattern in KEPT:
        for path in ROOT.glob(pattern):
            at = PAGES / path.relative_to(ROOT)
            at.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, at)
    readme = (PAGES / "README.md").rename(PAGES / "start.md").read_text(encoding="utf-8")
    about = readme.partition("\n```")[0]
    for page, text in {**guides(), "index.md": about + DOORS.format(games=listed())}.items():
        (PAGES / page).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / page).write_text(text, encoding="utf-8")
    draw()
    import zensical  # only `make docs` installs it

    (worker,) = Path(str(zensical.__file__)).parent.glob("templates/assets/*/workers/search.*.js")
    code = json.dumps(worker.read_text(encoding="utf-8"))
    (PAGES / "iframe-worker.js").write_text(WORKER % code, encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    if subprocess.run(command, cwd=ROOT).returncode:
        return 1
    faults = wrong_links(SITE)
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    print(*faults, f"build/site: {size / 1e6:.1f} MB, {len(faults)} faults", sep="\n")
    return 1 if faults else 0


# ------------------------------------------------------------------------------ pages made here


def systems() -> list[System]:
    """Return the games for players."""
    return [one for one in map(games.get, games.names()) if not one.for_developers]


def listed() -> str:
    """Return the games, a line each."""
    return "\n".join(
        f"- [{tr(one.title)}](play/{one.id}.md): {tr(one.about)}; "
        f"[{tr('Rule book')}](play/{one.id}-rules.md)"
        for one in systems()
    )


def guides() -> dict[str, str]:
    """Return path -> text of the pages of all games in all languages."""
    made = {}
    for spoken in language.LANGUAGES:
        language.use(spoken)
        place = "" if spoken == "en" else f"{spoken}/"
        if place:
            made[f"{place}index.md"] = f"# {tr('How to play')}\n\n{listed()}\n"
        for one in systems():
            made[f"{place}play/{one.id}.md"] = guide(one)
            made[f"{place}play/{one.id}-rules.md"] = book(rule_books()[one.id])
    language.use("en")
    return made


def guide(one: System) -> str:
    """Return how a game is played, and how each of its missions is won."""
    lines = [f"# {tr(one.title)}", f"{tr(one.about)}. {tr(one.credits)}"]
    for n, page in enumerate(one.guide, 1):
        lines += [f"## {n}. {tr(page.title)}", tr(page.text)]
        picture = f"{one.id}-{n}.webp"
        lines += [f"[![{tr(page.title)}]({picture})]({picture})"]
        lines += ["\n".join(f"{m}. {tr(mark.says)}" for m, mark in enumerate(page.marks, 1))]
    lines += [f"[{tr('Rule book')}]({one.id}-rules.md)", f"## {tr('How to win')}"]
    for mission, entry in zip(one.missions, how_to_win(one), strict=True):
        about = tr(one.about_mission(mission)[1])
        lines += [f"### {entry.id}", f"*{about}*" if about else ""]
        lines += ["\n".join(f"- {line}" for line in entry.text.split("\n"))]
    for title, said in (("Level", one.about_levels), ("Options", one.about_switches)):
        if said:
            names = {key: tr(one.called.get(key, key.capitalize())) for key in said}
            lines += [f"## {tr(title)}"]
            lines += ["\n".join(f"- **{names[k]}**: {without_ids(tr(said[k]))}" for k in said)]
    return "\n\n".join(lines) + "\n"


def book(rules: RuleBook) -> str:
    """Return a rule book, a paragraph for each rule; its id and what it has to do with in small."""
    lines = [f"# {rules.title}: {tr('Rule book')}"]
    for chapter in rules.chapters:
        lines += [f"## {chapter}", *[paragraph(rules, entry) for entry in rules.chapter(chapter)]]
    return "\n\n".join(lines) + "\n"


def paragraph(rules: RuleBook, entry: RuleEntry) -> str:
    text = "<br>".join(map(escape, entry.text.split("\n")))
    if entry.sort == "head":
        return f"<p>{text}</p>"
    if entry.is_named:
        return f'<p id="{anchor(entry.id)}"><b>{escape(entry.id)}</b>: {text}</p>'
    here = [id for id in entry.see if any(id == other.id for other in rules.entries)]
    near = [f'<a href="#{anchor(id)}">{id}</a>' for id in here]
    small = " · ".join([entry.id, *filter(None, [entry.note, ", ".join(near)])])
    return f'<p id="{anchor(entry.id)}">{text}<br><small>{small}</small></p>'


def anchor(id: str) -> str:
    return re.sub(r"[^\w-]+", "-", id)


def draw() -> None:
    """Draw the pictures of all guides in all languages."""
    pictures = Pictures()
    for spoken in language.LANGUAGES:
        language.use(spoken)
        folder = PAGES / ("" if spoken == "en" else spoken) / "play"
        for one in systems():
            for n, page in enumerate(one.guide, 1):
                pen = Pen((round(PICTURE.w), round(PICTURE.h)), LARGEST)
                frame = Box(pen, PICTURE.times(1 / pen.k))
                draw_picture(frame, picture_of(tables.find(one), page, PICTURE))
                image = paint(pen.scene(), pictures).convert("RGB")
                image.save(folder / f"{one.id}-{n}.webp", quality=80)
    language.use("en")


# ------------------------------------------------------------------------------ links


def wrong_links(site: Path) -> list[str]:
    """Return what pages name and is not there, and what they would load from elsewhere."""
    pages = {path: path.read_text(encoding="utf-8") for path in site.rglob("*.html")}
    ids = {path: {"", *re.findall(r'\bid="([^"]*)"', text)} for path, text in pages.items()}
    wrong = defaultdict[str, set[str]](set)
    for path, text in pages.items():
        for tag, named in set(re.findall(r'<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"', text)):
            to = urlsplit(unescape(named))
            if to.scheme or to.netloc:
                if tag != "a" and to.scheme != "data":
                    wrong[f"loaded from elsewhere: {named}"].add(path.name)
                continue
            aim = path.parent / unquote(to.path) if to.path[:1] != "/" else site / to.path[1:]
            aim = (aim if to.path else path).resolve()
            aim = aim / "index.html" if aim.is_dir() else aim
            if not aim.is_file() or unquote(to.fragment) not in ids.get(aim, {to.fragment}):
                wrong[f"leads nowhere: {named}"].add(path.name)
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        for one in re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//[^)\"']*", text):
            wrong[f"loaded from elsewhere: {one}"].add(sheet.name)
    return [f"{sorted(where)[:3]}: {what}" for what, where in sorted(wrong.items())]


if __name__ == "__main__":
    sys.exit(main())
