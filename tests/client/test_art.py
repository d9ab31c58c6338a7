"""Faces: repeatable to the byte, complete, told apart without colour; the cache repairs itself."""

import errno
import hashlib
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

import owm_net.client.art
from owm_net.client.art import (
    cache,
    lettering,
    material,
    noise,
    palette,
    squad_badges,
    squad_terrain,
    terrain,
    weapons,
)
from owm_net.client.art.arsenal import ARSENAL
from owm_net.client.art.catalogue import FACES, ArtKey, render
from owm_net.client.art.decision_emblems import EMBLEMS, emblem
from owm_net.client.art.division_badges import BADGES
from owm_net.client.art.ink import Ink
from owm_net.client.art.men import HATS
from owm_net.client.art.portraits import UNIFORMS, Bust
from owm_net.client.art.portraits import portrait as draw_portrait
from owm_net.client.art.soldiers import rank_chevrons
from owm_net.client.art.squad_pictures import PICTURES
from owm_net.client.tables.owm import faces
from owm_net.games.owm.ids import SoldierId
from owm_net.games.owm.state import CATALOG
from owm_net.games.squadcards.state import CATALOG as SQUAD_CARDS
from owm_net.games.squadcards.state import HEXES

SMALL = 0.25
GRID = ("BBGG", "BB", "GB", "GB", "G", "G", "R", "")

TERRAIN = ArtKey.of(
    "terrain",
    kind="Village",
    attack_mod=1,
    defense_mod=2,
    blocks_los=True,
    no_stealth=True,
    man_made=True,
    crosshair="NE",
    number_label="171",
    seed=4,
)
SOLDIER = ArtKey.of(
    "soldier",
    name="Evans",
    rank="Sergeant",
    role="Squad Leader",
    weapon="M1 Garand",
    division="1st Infantry",
    number="1-07",
    hometown="Akron",
    resolve=5,
    discipline="red",
    vitality=9,
    points=24,
    grid=GRID,
    alt_grid=GRID,
    leader=True,
    portrait=1,
    status="suppressed",
    jammed=True,
)

#: One key of each face.
EXAMPLES: dict[str, ArtKey] = {
    "terrain": TERRAIN,
    "soldier": SOLDIER,
    "order": ArtKey.of(
        "order",
        standing_order="Attack",
        strength="red",
        icon="jam",
        decision="fubar",
        decision_title="F.U.B.A.R.",
        number="117",
        dice=(2, 5, 7),
        decision_text="Cancel the card directly below.",
    ),
    "division_badge": ArtKey.of("division_badge", division="us_101st_airborne"),
    "soldier_chip": ArtKey.of(
        "soldier_chip",
        name="Brandt",
        weapon="MG42",
        nation="german",
        grid=GRID,
        rank="Corporal",
        portrait=305,
        duty="gunner",
        status="wounded",
        crewed=True,
    ),
    "fireteam": ArtKey.of(
        "fireteam",
        nation="german",
        number="2",
        side="axis",
        facing=3,
        on_the_move=True,
        suppressed=2,
        stealthed=True,
        active=True,
    ),
    "flip": ArtKey.of("flip", dice=(1, 4, 8), used="blue", icon="random"),
    "backdrop": ArtKey.of("backdrop", width=160, height=90),
    "parchment": ArtKey.of("parchment", width=120, height=60),
    "dark_panel": ArtKey.of("dark_panel", width=120, height=60),
    "title": ArtKey.of("title"),
    "title_plate": ArtKey.of("title_plate", width=90, height=30),
    "objective": ArtKey.of("objective", side="axis"),
    "flag": ArtKey.of("flag", side="allies"),
    "parachute": ArtKey.of("parachute", side="allies"),
    "lu": ArtKey.of("lu", side="allies"),
    "smoke": ArtKey.of("smoke"),
    "gun_sign": ArtKey.of("gun_sign", loaded=True),
    "sky_sign": ArtKey.of("sky_sign", kind="moon", reach=2),
    "truck": ArtKey.of("truck", side="axis"),
    "truck_broken": ArtKey.of("truck_broken", side="axis"),
    "squad_card": ArtKey.of(
        "squad_card",
        key="lmg",
        kind="A",
        title="Light Machine Gun",
        ranges=("", "", "+2", "0"),
        signs=("heavy", "gun"),
    ),
    "squad_flag": ArtKey.of("squad_flag", nation="british"),
    "squad_land": ArtKey.of("squad_land", kind="fox_holes"),
    "squad_badge": ArtKey.of("squad_badge", nation="us", number="2"),
    "squad_man": ArtKey.of("squad_man", nation="russian"),
    "pip_die": ArtKey.of("pip_die", value=5, second=True),
    "squad_objective": ArtKey.of("squad_objective"),
    "free_map": ArtKey.of(
        "free_map",
        size=(3600, 2700),
        turned=True,
        pieces=(
            ("hill", True, ((900, 900), (2700, 900), (1800, 2400))),
            ("stream", False, ((0, 300), (3600, 400))),
        ),
    ),
    "grid_map": ArtKey.of(
        "grid_map",
        size=(3, 2),
        cells=(("water", 0, 0), ("hedgerow", 1, 0), ("stone", 2, 0), ("passage", 0, 1)),
        edges=(("wall stone", 2, 0, 2, 1), ("door stone", 2, 1, 3, 1), ("low wall ", 1, 1, 1, 2)),
    ),
    "squad_back": ArtKey.of("squad_back"),
    **{
        face: ArtKey.of(face)
        for face in (
            "core_back",
            "soldier_back",
            "entrench",
            "stealth",
            "jammed",
            "sighted",
            "crewed",
            "compass",
            "star_shell",
            "satchel",
        )
    },
}


def digest(key: ArtKey, scale: float = SMALL) -> str:
    image = render(key, scale)
    return hashlib.sha256(f"{image.mode}{image.size}".encode() + image.tobytes()).hexdigest()


def print_digests() -> None:
    """Run in another process, under another PYTHONHASHSEED."""
    for face, key in sorted(EXAMPLES.items()):
        print(face, digest(key), cache.file_name(key, SMALL))


def is_blank(image: Image.Image) -> bool:
    """Return True if there are fewer than 12 colours: then nothing was drawn."""
    colours = image.convert("RGBA").getcolors(1 << 20)
    return colours is not None and len(colours) < 12


@pytest.mark.parametrize("role", lettering.FILES)
def test_the_letters_of_a_line_add_up_to_its_width(role: str) -> None:
    """Else words run out of their room, or lines break early."""
    for text in (
        "",
        "W",
        "AVATAR To. Yes, fl\u00fcchtig \u2014 \u201eWaffe\u201c 11:47",
        "\u20ac\U0001f3b2",
    ):
        for pixels in (9, 14, 33):
            length = lettering.font(role, pixels).getlength(text)
            assert lettering.width(role, pixels, text) == length
            assert lettering.width(role, pixels, text, 1.5) == length + 1.5 * max(0, len(text) - 1)


def test_every_face_has_an_example() -> None:
    assert set(EXAMPLES) == set(FACES)


def test_a_face_is_the_same_bytes_each_time_and_in_another_process() -> None:
    here = [
        f"{face} {digest(key)} {cache.file_name(key, SMALL)}"
        for face, key in sorted(EXAMPLES.items())
    ]
    again = [
        f"{face} {digest(key)} {cache.file_name(key, SMALL)}"
        for face, key in sorted(EXAMPLES.items(), reverse=True)
    ]
    assert here == again[::-1]
    root = Path(owm_net.client.art.__file__).parents[3]
    code = (
        "import importlib.util as u\n"
        f"spec = u.spec_from_file_location('faces', {str(Path(__file__))!r})\n"
        "m = u.module_from_spec(spec); spec.loader.exec_module(m); m.print_digests()"
    )
    other = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": str(root)},
    )
    assert other.stdout.splitlines() == here


@pytest.mark.parametrize("scale", [0.4, 0.5, 0.66, 1, 2])
def test_a_face_has_the_size_asked_for(scale: float) -> None:
    assert render(TERRAIN, scale).size == (round(240 * scale), round(240 * scale))
    assert render(EXAMPLES["order"], scale).size == (round(240 * scale), round(336 * scale))
    assert render(EXAMPLES["soldier_chip"], scale).size == (round(120 * scale), round(150 * scale))


@pytest.mark.parametrize("kind", [*terrain.KINDS, "Something Else"])
def test_every_terrain_draws_on_the_map_and_in_the_hand(kind: str) -> None:
    for board in (True, False):
        image = terrain.terrain(
            kind, board=board, dice=(1, 2, 3), no_movement=True, fast_move=True, scale=SMALL
        )
        assert image.mode == "RGBA" and not is_blank(image)


def test_no_two_terrains_look_alike() -> None:
    small = {
        kind: terrain.terrain(kind, title="-", scale=SMALL).convert("RGB").crop((4, 8, 56, 46))
        for kind in terrain.KINDS
    }
    for first, second in itertools.combinations(terrain.KINDS, 2):
        histogram = ImageChops.difference(small[first], small[second]).convert("L").histogram()
        mean = sum(i * n for i, n in enumerate(histogram)) / sum(histogram)
        assert mean > 6, (first, second, mean)


@pytest.mark.parametrize("nation", palette.NATION)
def test_every_nation_weapon_and_state_draws(nation: str) -> None:
    for kind, status in zip(
        weapons.SILHOUETTES,
        itertools.cycle(("ready", "suppressed", "wounded", "killed")),
        strict=False,
    ):
        for face in ("soldier", "soldier_chip"):
            key = ArtKey.of(
                face,
                name="Nobody",
                nation=nation,
                weapon_type=kind,
                status=status,
                grid=GRID,
                sighted=True,
                assisting=True,
            )
            assert not is_blank(render(key, SMALL))
    for side in ("allies", "axis"):
        assert not is_blank(
            render(ArtKey.of("fireteam", nation=nation, number="1", side=side), SMALL)
        )


def test_every_terrain_of_the_maps_has_a_picture_of_its_kind() -> None:
    assert CATALOG.terrain
    for card in CATALOG.terrain.values():
        assert terrain.painter(card.kind) is not terrain.open_ground, card.title
    assert terrain.painter("Something Else") is terrain.open_ground


def test_every_card_and_ground_of_the_squad_game_has_a_picture_of_its_own() -> None:
    """A card that is new gets the picture of what nobody knows until somebody draws one."""
    drawn = {*PICTURES, *squad_terrain.PAINTERS}
    assert [row.key for row in SQUAD_CARDS.rows if row.key not in drawn] == []
    assert [kind for kind in HEXES.kinds if kind and kind not in squad_terrain.PAINTERS] == []


def test_every_nation_has_its_cloth_and_its_hats() -> None:
    nations = {division.nation.value for division in CATALOG.divisions.values()}
    assert nations <= palette.NATION.keys() & UNIFORMS.keys() & HATS.keys()
    assert {nation.value for nation in SQUAD_CARDS.nations} <= squad_badges.NATION.keys()


def drawn_weapon(kind: str) -> Image.Image:
    """A silhouette as large as on a soldier's small card."""
    ink = Ink(60, 22, 1)
    ink.box(0, 0, 60, 22, palette.SAND)
    weapons.weapon(ink, 6, 6, 0.42, kind, palette.INK)
    return ink.out().convert("L")


def test_each_of_the_32_weapons_has_a_silhouette_that_is_told_from_the_others() -> None:
    armed = [w for w in CATALOG.weapons.values() if w.type.value != "none"]
    shown = {w.title: drawn_weapon(weapons.named(w.title, w.type.value)) for w in armed}
    assert len(shown) == 32
    assert not set(ARSENAL) - set(shown)
    for first, second in itertools.combinations(shown, 2):
        assert unlike(shown[first], shown[second]) >= 25, (first, second)


def unlike(one: Image.Image, other: Image.Image) -> int:
    """How many pixels of two pictures clearly differ."""
    return sum(ImageChops.difference(one.convert("L"), other.convert("L")).histogram()[48:])


def test_each_of_the_nine_divisions_has_a_badge_told_from_the_others_without_colour() -> None:
    """In 24 by 24 pixels, as on the heading of its soldiers."""
    assert set(BADGES) == set(CATALOG.divisions)
    shown = {key: render(ArtKey.of("division_badge", division=key), SMALL) for key in BADGES}
    for first, second in itertools.combinations(shown, 2):
        assert unlike(shown[first], shown[second]) >= 60, (first, second)


def portrait(soldier: SoldierId) -> Image.Image:
    """As large as in a soldier's line at the side of the table."""
    seen = faces.seen(soldier)
    who = Bust(
        faces.nation(soldier),
        seen["portrait"],
        seen["leader"],
        seen["duty"],
        rank_chevrons(seen["rank"]),
    )
    ink = Ink(50, 36, 1)
    draw_portrait(ink, -12, 0, 74, 36, who)
    return ink.out()


@pytest.mark.parametrize("nation", ["us", "german", "soviet", "polish", "finnish"])
def test_no_two_men_of_a_nation_look_alike_in_the_lines_of_the_table(nation: str) -> None:
    """Before, half of all pairs differed in fewer than 7 of the 1,800 pixels."""
    shown = {s: portrait(s) for s in CATALOG.division_of if faces.nation(s) == nation}
    for first, second in itertools.combinations(shown, 2):
        assert unlike(shown[first], shown[second]) >= 36, (first, second)


@pytest.mark.parametrize("duty", ["", "officer", "medic", "sniper", "gunner", "scout"])
def test_the_duty_of_a_man_is_seen_whatever_his_hat(duty: str) -> None:
    for number in range(1, 8):
        ink, plain = Ink(50, 36, 1), Ink(50, 36, 1)
        draw_portrait(ink, -12, 0, 74, 36, Bust("us", number, duty=duty))
        draw_portrait(plain, -12, 0, 74, 36, Bust("us", number))
        differing = ImageChops.difference(ink.out().convert("RGB"), plain.out().convert("RGB"))
        assert bool(differing.getbbox()) is bool(duty)


def drawn_emblem(decision: str) -> Image.Image:
    """As large as on a card of the hand, on a window of 1280 by 720."""
    ink = Ink(60, 60, 0.42)
    emblem(ink, 30, 30, 26, decision)
    return ink.out()


def test_each_of_the_20_command_decisions_has_an_emblem_told_from_the_others() -> None:
    assert set(EMBLEMS) == set(CATALOG.decisions)
    shown = {key: drawn_emblem(key) for key in EMBLEMS}
    for first, second in itertools.combinations(shown, 2):
        assert unlike(shown[first], shown[second]) >= 50, (first, second)


def test_a_command_decision_that_is_not_in_force_is_muted_with_its_emblem() -> None:
    key = ArtKey.of("order", standing_order="Rally", decision="fubar", decision_title="F.U.B.A.R.")
    muted = ArtKey("order", (*key.parameters, ("decision_active", False)))
    disc = (182, 155, 234, 207)
    vivid, pale = (
        render(one).crop(disc).convert("HSV").resize((1, 1)).getpixel((0, 0))
        for one in (key, muted)
    )
    assert isinstance(vivid, tuple) and isinstance(pale, tuple) and pale[1] < vivid[1] / 2


@pytest.mark.parametrize("order", ["Attack", "Entrench", "Maneuver", "Rally"])
def test_every_standing_order_draws(order: str) -> None:
    for strength, icon, active in (
        ("red", "jam", True),
        ("green", "wound", False),
        ("blue", "random", True),
        (None, "", True),
    ):
        key = ArtKey.of(
            "order",
            standing_order=order,
            strength=strength,
            icon=icon,
            decision_title="Title",
            decision_text="Some words. " * 30,
            decision_active=active,
            dice=(1, 1, 1),
            number="1",
        )
        assert not is_blank(render(key, SMALL))


def test_a_key_does_not_depend_on_the_order_of_its_parameters() -> None:
    assert ArtKey.of("order", number="1", icon="jam") == ArtKey.of("order", icon="jam", number="1")
    with pytest.raises(KeyError):
        ArtKey.of("nothing")
    with pytest.raises(TypeError):
        ArtKey.of("order", icon=object())


# -- the cache -------------------------------------------------------------------------------


@pytest.mark.parametrize("damage", [b"", b"not a picture", None])
def test_a_damaged_file_is_made_again(tmp_path: Path, damage: bytes | None) -> None:
    key = EXAMPLES["flip"]
    fresh = cache.ArtCache(tmp_path).get(key, SMALL)
    [path] = tmp_path.rglob("*.png")
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] if damage is None else damage)
    again = cache.ArtCache(tmp_path).get(key, SMALL)
    assert again.tobytes() == fresh.tobytes()
    assert path.read_bytes() == whole
    assert not list(tmp_path.rglob("*.part"))


def test_memory_keeps_only_the_last_used(tmp_path: Path) -> None:
    faces = [render(ArtKey.of(name), SMALL) for name in ("compass", "stealth", "crewed")]
    store = cache.ArtCache(tmp_path, limit=sum(map(material.weight, faces)) - 1)
    first = store.get(ArtKey.of("compass"), SMALL)
    assert store.get(ArtKey.of("compass"), SMALL) is first
    store.get(ArtKey.of("stealth"), SMALL)
    store.get(ArtKey.of("crewed"), SMALL)
    assert store.bytes <= store.limit
    assert store.get(ArtKey.of("compass"), SMALL) is not first


def test_what_faces_are_drawn_on_is_kept_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(material, "_kept", OrderedDict())
    monkeypatch.setattr(material, "LIMIT", 50 * 50 * 4 * 3)
    drawn = []

    @material.material
    def sheet(grey: int, size: int = 50) -> Image.Image:
        drawn.append(grey)
        return Image.new("RGB", (size, size), (grey,) * 3)

    first = sheet(0)
    for grey in (1, 2, 0, 3, 0):  # 1 is the one longest not asked for when 3 comes
        sheet(grey)
    assert sheet(0) is first
    assert drawn == [0, 1, 2, 3]
    sheet(1)
    assert drawn == [0, 1, 2, 3, 1]
    sheet(4, size=500)  # larger than all that is kept: alone
    assert len(material._kept) == 1


def test_a_face_may_be_drawn_upon_and_its_paper_stays_clean() -> None:
    paper = noise.paper((40, 40), 1)
    before = paper.tobytes()
    paper.paste((0, 0, 0), (0, 0, 40, 40))
    assert noise.paper((40, 40), 1).tobytes() == before


def test_a_cache_without_a_place_to_write_still_draws(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert not is_blank(cache.ArtCache(tmp_path / "file").get(ArtKey.of("compass"), SMALL))
    assert not is_blank(cache.ArtCache(None).get(ArtKey.of("compass"), SMALL))


def test_a_studio_draws_in_processes_and_only_what_is_missing(tmp_path: Path) -> None:
    keys = [ArtKey.of("fireteam", nation="us", number=str(n)) for n in range(3)]
    told: list[tuple[int, int]] = []
    studio = cache.Studio(tmp_path, workers=2)
    assert studio.want((key, SMALL) for key in [*keys, keys[0]])
    assert studio.run(lambda *step: told.append(step)) == 3
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert not studio.want((key, SMALL) for key in keys)
    assert not cache.Studio(tmp_path).want((key, SMALL) for key in keys)
    stored = cache.ArtCache(tmp_path).get(keys[1], SMALL)
    assert stored.tobytes() == render(keys[1], SMALL).tobytes()


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_who_stops_while_faces_are_drawn_reads_nothing_of_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C comes to all processes of a terminal; the studio's are ended by whoever began them."""
    studio = cache.Studio(tmp_path, workers=2)
    studio.want((ArtKey.of("fireteam", nation="us", number=str(n)), SMALL) for n in range(30))

    def stop(done: int, total: int) -> None:
        for process in multiprocessing.active_children():
            assert process.pid is not None
            os.kill(process.pid, signal.SIGINT)
        if done == 2:
            studio.close()

    assert 2 <= studio.run(stop) < 30
    assert not multiprocessing.active_children()
    assert capfd.readouterr().err == ""


def _dies(task: object) -> None:
    """As a process that the operating system ends for want of memory; here it draws."""
    if multiprocessing.parent_process() is not None:
        os._exit(1)
    _make_truly(task)


_make_truly: Any = cache._make


def test_processes_that_die_keep_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their faces are drawn when shown, the rest in the thread."""
    monkeypatch.setattr(cache, "PATIENCE", 0.1)
    monkeypatch.setattr(cache, "_make", _dies)
    keys = [ArtKey.of("fireteam", nation="us", number=str(n)) for n in range(6)]
    studio = cache.Studio(tmp_path, workers=1)
    studio.want((key, SMALL) for key in keys)
    assert studio.run() == len(keys) - 2  # two were given away


def _no_lock(*_: object, **__: object) -> None:
    raise OSError(errno.EROFS, "Read-only file system")  # /dev/shm, where locks are made


def test_where_the_system_gives_no_processes_the_thread_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("multiprocessing.synchronize.SemLock.__init__", _no_lock)
    keys = [ArtKey.of("fireteam", nation="us", number=str(n)) for n in range(6)]
    studio = cache.Studio(tmp_path, workers=2)
    studio.want((key, SMALL) for key in keys)
    assert studio.run() == len(keys)


def test_what_is_urgent_is_drawn_before_all_that_waits(tmp_path: Path) -> None:
    keys = [ArtKey.of("fireteam", nation="us", number=str(n)) for n in range(4)]
    studio = cache.Studio(tmp_path, workers=0)
    studio.want((key, SMALL) for key in keys[:3])
    studio.want([(keys[3], SMALL), (keys[2], SMALL)], urgent=True)  # one new, one that waits
    drawn: list[int] = []

    def look(done: int, total: int) -> None:
        there = {p.name for p in tmp_path.rglob("*.png")}
        drawn.extend(
            n
            for n, key in enumerate(keys)
            if cache.file_name(key, SMALL) in there and n not in drawn
        )

    assert studio.run(look) == 4
    assert drawn == [3, 2, 0, 1]


# -- seen by a colour-blind player -------------------------------------------------------------


def _linear(colour: palette.Colour) -> list[float]:
    return [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour[:3]]


def _as_deuteranope(rgb: list[float]) -> list[float]:
    """Machado, Oliveira and Fernandes 2009, severity 1.0, on linear light."""
    rows = (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    )
    return [min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in rows]


def _lab(rgb: list[float]) -> list[float]:
    rows = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        sum(a * b for a, b in zip(row, rgb, strict=True)) / w
        for row, w in zip(rows, white, strict=True)
    )
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]


def delta_e(first: palette.Colour, second: palette.Colour) -> float:
    """CIE76 distance as a deuteranope sees it."""
    a, b = (_lab(_as_deuteranope(_linear(colour))) for colour in (first, second))
    return sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5


def test_the_sides_differ_for_a_deuteranope() -> None:
    assert delta_e(palette.SIDE["allies"], palette.SIDE["axis"]) > 30
    for side in palette.SIDE.values():
        assert delta_e(side, palette.NEUTRAL) > 12


def test_the_sides_differ_in_shape() -> None:
    allies, axis = (
        render(ArtKey.of("fireteam", nation="us", number="1", side=side), 1)
        .getchannel("A")
        .point([255 if i > 200 else 0 for i in range(256)])
        for side in ("allies", "axis")
    )
    unlike = ImageChops.difference(allies, axis).histogram()[255]
    assert unlike > 250
