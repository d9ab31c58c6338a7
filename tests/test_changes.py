"""The changelog and the fragments in changes/, of which its next heading will be made."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def faults(name: str, text: str) -> Iterator[str]:
    """Yield what keeps a fragment from being pasted into CHANGELOG.md unchanged."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*\.md", name):
        yield "its name is not words of small letters with dashes between, and .md"
    if not text.endswith("\n") or not text.strip():
        yield "it is empty, or its last line does not end"
    for number, line in enumerate(text.splitlines(), start=1):
        begins = line.startswith("- ") or (number > 1 and line.startswith("  "))
        if not begins or not line.strip("- "):
            yield f"line {number} begins neither an item, `- `, nor goes on with one, two blanks"
        if line.rstrip() != line:
            yield f"line {number} ends in blanks"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("A topic.md", "- Words.\n"),
        ("topic.txt", "- Words.\n"),
        ("topic.md", ""),
        ("topic.md", "- No end"),
        ("topic.md", "Words.\n"),
        ("topic.md", "# Heading\n"),
        ("topic.md", "  goes on with nothing\n"),
        ("topic.md", "- An item.\n\n- And one apart.\n"),
        ("topic.md", "- An item\nthat hangs.\n"),
        ("topic.md", "- Blanks behind. \n"),
        ("topic.md", "- \n"),
    ],
)
def test_the_check_sees(name: str, text: str) -> None:
    assert list(faults(name, text))


def test_every_fragment_can_be_pasted_into_the_changelog() -> None:
    assert not list(faults("two-items.md", "- One that\n  goes on.\n- Another one.\n"))
    found = [
        f"changes/{path.name}: {fault}"
        for path in sorted((ROOT / "changes").iterdir())
        if path.name != "README.md"
        for fault in faults(path.name, path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


def test_the_newest_heading_is_the_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"(?m)^## (.*)$", text)
    dated = [re.fullmatch(r"(\d+\.\d+\.\d+) \(\d{4}-\d\d-\d\d\)", heading) for heading in headings]
    assert all(dated), "a heading is `## 0.2.0 (2026-12-01)`"
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert dated[0] is not None and dated[0][1] == project["version"]
