"""Pictures of man-made Terrain: one function paints a whole 240 x 240 sheet."""

import math
import random

from owm_net.client.art import scenery as land
from owm_net.client.art.country import stream
from owm_net.client.art.ink import LOW, TALL, Ink, Shadow
from owm_net.client.art.palette import shade
from owm_net.client.art.paths import along, blob, placed, smooth

Rng = random.Random


def road(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.MEADOW)
    land.tufts(ink, rng, 60)
    land.furrows(ink, 168, 60, 90, 90, ((184, 166, 88), (164, 144, 70), (206, 190, 118)), rng)
    line = smooth([(112, -14), (100, 60), (118, 120), (138, 180), (126, 254)])
    land.road(ink, line, 44, tone=(186, 166, 126))
    for off in (-34, 34):
        for x, y, _ in along([(px + off, py) for px, py in line], 40):
            if 20 < y < 236:
                land.tree(ink, x, y, 10.5, rng, land.SUMMER)
    land.stones(ink, smooth([(58, 30), (50, 90), (66, 150)]), rng, 1.8)


def crossroads(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.GRASS)
    land.tufts(ink, rng, 60)
    land.furrows(ink, 154, 160, 84, 76, ((184, 166, 88), (164, 144, 70), (206, 190, 118)), rng)
    for line in (
        smooth([(-12, 128), (70, 122), (124, 124), (250, 112)]),
        smooth([(112, -12), (120, 70), (122, 124), (132, 252)]),
    ):
        land.road(ink, line, 34, tone=(188, 168, 128))
    ink.poly(blob(122, 122, 25, 24, rng, 12, 0.05), (188, 168, 128, 255))
    for radius in (15, 21):
        ink.arc(122, 122, radius, 0, 360, (160, 140, 102, 160), 1.6)
    post = ink.patch(72, 66, 118, 112)
    for angle, length in ((-0.1, 21), (1.5, 19), (math.pi - 0.15, 18)):
        arm = [(0, -2.8), (length, -2.8), (length + 4, 0), (length, 2.8), (0, 2.8)]
        post.poly(placed(arm, 94, 92, 1, angle), (232, 222, 190), (70, 52, 36), 0.8)
    post.dot(94, 92, 3.4, (92, 66, 44), (50, 36, 24), 0.7)
    ink.stamp(post, Shadow(4, 5, 1.2, 0.6))
    land.hedge(ink, [(-4, 98), (84, 94)], rng, 5)
    land.hedge(ink, [(150, 20), (154, 84)], rng, 5)
    land.house(ink, 176, 40, 46, 34, land.TILE, rng)
    for x, y, r in ((40, 56, 16), (22, 190, 14), (62, 202, 12), (94, 172, 9), (222, 90, 9)):
        land.tree(ink, x, y, r, rng)


def building(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.GRASS)
    land.patch_of_ground(
        ink, [(26, 150), (216, 140), (216, 232), (90, 236), (26, 214)], seed + "y", land.EARTH, 5
    )
    land.tufts(ink, rng, 46)
    land.road(ink, smooth([(120, 176), (124, 206), (118, 254)]), 16)
    for wall in (
        [(18, 40), (18, 222)],
        [(18, 222), (96, 228)],
        [(150, 228), (226, 222)],
        [(226, 222), (226, 52)],
    ):
        land.stones(ink, wall, rng, 2.2)
    land.house(ink, 52, 62, 134, 58, land.TILE, rng)
    land.house(ink, 142, 108, 50, 62, land.TILE, rng, chimney=False, turned=True)
    land.house(ink, 50, 158, 34, 26, land.SLATE, rng, chimney=False)
    well = ink.patch(96, 140, 128, 172)
    well.dot(112, 156, 7, (150, 144, 128), (74, 68, 58), 0.9)
    well.dot(112, 156, 4, (30, 34, 36))
    well.line([(103, 156), (121, 156)], (96, 66, 42), 2)
    ink.stamp(well, LOW)
    for x, y, r in ((208, 74, 15), (206, 198, 13), (34, 48, 12), (36, 132, 10)):
        land.tree(ink, x, y, r, rng)


def _shell(ink: Ink, rng: Rng, x: float, y: float, w: float, h: float) -> None:
    """A roofless house: floor, broken walls, fallen beams."""
    ink.poly([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], (120, 106, 86, 255))
    for i in range(int(w / 7)):
        tone = rng.randint(104, 134)
        ink.box(x + i * 7, y, 6.4, h, (tone, tone - 16, tone - 38, 255))
    ink.fade(x, y, w, 12, (30, 24, 18), 170, 0)
    ink.box(x, y, 8, h, (30, 24, 18, 96))
    sheet = ink.patch(x - 8, y - 8, x + w + 12, y + h + 12)
    for (x0, y0), (x1, y1) in (
        ((x, y), (x + w, y)),
        ((x, y), (x, y + h)),
        ((x + w, y), (x + w, y + h)),
        ((x, y + h), (x + w, y + h)),
    ):
        length = math.dist((x0, y0), (x1, y1))
        steps = int(length / 5)
        gap = rng.uniform(0.3, 0.65)
        for i in range(steps + 1):
            part = i / steps
            if abs(part - gap) < 0.16 or rng.random() < 0.1:
                continue
            cx, cy = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
            tone = rng.randint(150, 190)
            size = rng.uniform(3, 3.9)
            sheet.box(
                cx - size,
                cy - size,
                size * 2,
                size * 2,
                (tone, tone - 10, tone - 30),
                0.8,
                (84, 74, 60),
                0.6,
            )
    ink.stamp(sheet, Shadow(3, 3.8, 1.6, 0.66))
    for _ in range(4):
        cx, cy = x + rng.uniform(0.2, 0.8) * w, y + rng.uniform(0.25, 0.8) * h
        turn = rng.random() * 3
        beam = ink.patch(cx - 26, cy - 26, cx + 28, cy + 28)
        beam.poly(
            placed([(-17, -1.6), (17, -1.2), (16, 1.6), (-16, 1.4)], cx, cy, 1, turn),
            (66, 48, 36),
            (34, 26, 20),
            0.5,
        )
        ink.stamp(beam, LOW)
    land.rubble(ink, rng, (x + w * 0.2, y + h * 0.3, x + w * 0.9, y + h + 7), 46)


def ruins(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(
        ink,
        seed,
        ((0, (94, 88, 60)), (0.4, (124, 114, 80)), (0.7, (148, 134, 98)), (1, (176, 160, 122))),
    )
    land.tufts(ink, rng, 40)
    for x, y, r in ((196, 64, 13), (42, 190, 11), (214, 214, 9)):
        land.crater(ink, x, y, r, rng)
    _shell(ink, rng, 40, 52, 96, 64)
    _shell(ink, rng, 112, 146, 84, 58)
    land.rubble(ink, rng, (20, 116, 110, 150), 50)
    land.rubble(ink, rng, (140, 96, 226, 140), 40)
    for x, y in ((214, 132), (24, 140), (90, 214)):
        snag = ink.patch(x - 14, y - 16, x + 16, y + 18)
        for turn in (0.2, 1.4, 2.6, 3.9, 5.1):
            snag.line(placed([(0, 0), (8, 1), (12, -2)], x, y, 1, turn), (58, 46, 38), 1.5)
        snag.dot(x, y, 2.8, (78, 62, 50))
        ink.stamp(snag, TALL)


def village(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.GRASS)
    for line in (
        smooth([(-12, 150), (80, 142), (150, 138), (252, 148)]),
        smooth([(96, -12), (104, 70), (112, 140), (104, 252)]),
    ):
        land.road(ink, line, 17)
    land.patch_of_ground(ink, blob(114, 138, 40, 30, rng, 12, 0.08), seed + "q", land.COBBLE, 1.6)
    land.tufts(ink, rng, 30)
    land.house(ink, 16, 44, 44, 30, land.TILE, rng)
    land.house(ink, 66, 36, 26, 40, land.BROWN, rng, turned=True)
    land.house(ink, 14, 94, 50, 32, land.BROWN, rng)
    land.house(ink, 14, 172, 34, 44, land.TILE, rng, turned=True)
    land.house(ink, 56, 180, 36, 30, land.SLATE, rng)
    land.house(ink, 126, 176, 54, 32, land.TILE, rng)
    land.house(ink, 194, 168, 34, 48, land.BROWN, rng, turned=True)
    land.house(ink, 126, 34, 30, 32, land.TILE, rng, turned=True)
    _church(ink, rng, 150, 86)
    for x, y, r in (
        (44, 148, 7),
        (74, 150, 7),
        (222, 44, 14),
        (206, 128, 8),
        (190, 44, 10),
        (112, 222, 9),
        (74, 100, 8),
        (180, 130, 6),
    ):
        land.tree(ink, x, y, r, rng)
    well = ink.patch(100, 126, 128, 152)
    well.dot(114, 138, 6.4, (168, 160, 142), (80, 72, 60), 1)
    well.dot(114, 138, 3.8, (72, 108, 112))
    ink.stamp(well, LOW)


def _church(ink: Ink, rng: Rng, x: float, y: float) -> None:
    land.house(ink, x + 14, y, 66, 30, land.SLATE, rng, chimney=False)
    land.house(ink, x + 40, y - 14, 22, 56, land.SLATE, rng, chimney=False, turned=True)
    tower = ink.patch(x - 12, y - 4, x + 42, y + 46)
    left, right, top, low = x - 6, x + 20, y + 2, y + 28
    middle = (x + 7, y + 15)
    for corners, factor in (
        (((left, top), (right, top)), 1.24),
        (((left, top), (left, low)), 1.08),
        (((right, top), (right, low)), 0.78),
        (((left, low), (right, low)), 0.66),
    ):
        tower.poly([*corners, middle], shade((104, 110, 118), factor))
    tower.poly([(left, top), (right, top), (right, low), (left, low)], None, (44, 40, 38), 0.9)
    tower.line([(x + 7, y + 9), (x + 7, y + 21)], (232, 206, 120), 1.6)
    tower.line([(x + 3, y + 13), (x + 11, y + 13)], (232, 206, 120), 1.6)
    ink.stamp(tower, Shadow(6, 8, 2.2, 0.6))


def chateau(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, ((0, (84, 104, 54)), (0.5, (108, 126, 66)), (1, (138, 148, 86))))
    drive = ((0, (176, 160, 122)), (0.5, (200, 184, 146)), (1, (220, 206, 170)))
    land.patch_of_ground(ink, [(108, 120), (132, 120), (132, 246), (108, 246)], seed + "a", drive)
    land.patch_of_ground(ink, [(66, 100), (174, 100), (174, 140), (66, 140)], seed + "b", drive)
    land.patch_of_ground(ink, blob(120, 186, 27, 27, Rng(1), 16, 0.0), seed + "c", drive)
    slate = ((74, 84, 98), (116, 128, 142), (64, 72, 86))
    for x in (40, 166):
        land.house(ink, x, 66, 34, 72, slate, rng, chimney=False, turned=True)
    land.house(ink, 44, 44, 152, 46, slate, rng)
    land.house(ink, 100, 38, 40, 60, slate, rng, chimney=False, turned=True)
    for x, y in ((44, 48), (196, 48), (46, 138), (194, 138)):
        tower = ink.patch(x - 14, y - 14, x + 20, y + 22)
        tower.dot(x, y, 11, (78, 88, 102), (40, 36, 34), 0.9)
        lit = [(x + math.cos(t) * 10, y + math.sin(t) * 10) for t in (2.6, 3.2, 3.9, 4.6, 5.2)]
        tower.poly([(x, y), *lit], (138, 150, 164))
        tower.dot(x, y, 1.8, (220, 196, 120))
        ink.stamp(tower, TALL)
    pool = ink.patch(96, 162, 146, 214)
    pool.dot(120, 186, 14, (190, 182, 160), (92, 84, 70), 1)
    pool.dot(120, 186, 11, (86, 126, 132))
    pool.dot(120, 186, 7, (112, 150, 150))
    pool.dot(120, 186, 3, (196, 188, 168), (92, 84, 70), 0.8)
    ink.stamp(pool, LOW)
    for left in (26, 150):
        for top in (152, 196):
            _parterre(ink, rng, left, top)
    for x in (12, 228):
        for y in (48, 84, 120, 156, 192, 226):
            land.tree(ink, x, y, 10, rng, land.BLUISH)


def _parterre(ink: Ink, rng: Rng, x: float, y: float) -> None:
    """A clipped square of a formal garden, 64 x 36."""
    sheet = ink.patch(x - 4, y - 4, x + 70, y + 42)
    sheet.box(x, y, 64, 36, (58, 80, 40), 2, (40, 58, 28), 0.8)
    sheet.box(x + 3.4, y + 3.4, 57.2, 29.2, (196, 180, 142))
    for i in range(2):
        sheet.box(x + 6 + i * 27, y + 6, 25, 24, (74, 98, 48), 1.5)
        sheet.dot(x + 18.5 + i * 27, y + 18, 8, (196, 180, 142))
        sheet.dot(x + 18.5 + i * 27, y + 18, 5.4, (96, 118, 58))
        for _ in range(9):
            sheet.dot(
                x + 18.5 + i * 27 + rng.uniform(-4, 4),
                y + 18 + rng.uniform(-4, 4),
                0.9,
                rng.choice(((206, 70, 60), (232, 200, 110), (226, 214, 220))),
            )
    ink.stamp(sheet, LOW)


def railroad(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.GRASS)
    land.tufts(ink, rng, 70)
    land.track(ink, smooth([(-16, 178), (70, 152), (150, 112), (258, 40)]))
    land.track(ink, smooth([(-16, 222), (80, 194), (166, 150), (258, 84)]))
    for x, y in ((60, 118), (148, 68)):
        pole = ink.patch(x - 16, y - 14, x + 30, y + 34)
        pole.line([(x - 10, y - 7), (x + 10, y + 7)], (84, 62, 44), 2)
        for i in (-9, -3, 3, 9):
            pole.dot(x + i, y + i * 0.7, 1.5, (206, 216, 210))
        pole.dot(x, y, 2.6, (112, 84, 60))
        ink.stamp(pole, Shadow(6, 8, 1.4, 0.6))
    land.house(ink, 174, 178, 40, 28, land.TILE, rng)
    for i, (x, y, r) in enumerate(
        (
            (24, 60, 15),
            (52, 46, 11),
            (18, 100, 11),
            (96, 40, 13),
            (120, 222, 12),
            (226, 216, 12),
            (194, 34, 10),
        )
    ):
        land.tree(ink, x, y, r, rng, land.TREES[i % 3])


def stone_bridge(ink: Ink, rng: Rng, seed: str) -> None:
    stream(ink, rng, seed)
    land.road(ink, smooth([(122, -12), (120, 60), (120, 180), (114, 252)]), 30, ruts=True)
    sheet = ink.patch(78, 62, 170, 184)
    for y in (96, 120, 144):
        for side in (-1, 1):
            sheet.poly(
                [(120 + side * 24, y - 8), (120 + side * 36, y), (120 + side * 24, y + 8)],
                (138, 130, 114),
                (74, 68, 58),
                0.8,
            )
    sheet.poly(
        [(92, 70), (148, 70), (143, 84), (143, 158), (148, 172), (92, 172), (97, 158), (97, 84)],
        (156, 148, 130),
        (74, 68, 58),
        1,
    )
    for row in range(20):
        for column in range(5):
            x = 102 + column * 7.4 + (row % 2) * 2
            tone = rng.randint(150, 186)
            sheet.box(x, 72 + row * 5, 6.6, 4.4, (tone, tone - 10, tone - 30), 1)
    for side in (-1, 1):
        for y in range(70, 172, 7):
            tone = rng.randint(166, 196)
            sheet.box(
                120 + side * 22.6 - 3,
                y,
                6,
                6.6,
                (tone, tone - 8, tone - 26),
                0.8,
                (84, 76, 62),
                0.6,
            )
    ink.stamp(sheet, Shadow(5, 6, 2.4, 0.66))
    for x, y, r in (
        (30, 52, 15),
        (62, 66, 11),
        (206, 50, 15),
        (184, 186, 13),
        (220, 206, 15),
        (34, 202, 16),
        (70, 196, 10),
    ):
        land.tree(ink, x, y, r, rng)


def rail_bridge(ink: Ink, rng: Rng, seed: str) -> None:
    stream(ink, rng, seed)
    land.track(ink, [(120, -12), (120, 252)])
    for y in (76, 166):
        pier = ink.patch(80, y - 14, 168, y + 20)
        pier.box(92, y - 6, 56, 12, (164, 154, 134), 1.5, (78, 70, 58), 1)
        ink.stamp(pier, Shadow(3, 4, 1.6, 0.6))
    land.track(ink, [(120, 70), (120, 172)], ballast=False)
    truss = ink.patch(84, 58, 170, 190)
    steel, dark = (112, 118, 120), (58, 62, 66)
    for x in (98, 142):
        truss.box(x - 3, 68, 6, 106, steel, 0, dark, 0.9)
        truss.line([(x - 1.4, 69), (x - 1.4, 173)], (160, 166, 166), 0.9)
    for i in range(6):
        beam = 70 + i * 20.4
        truss.line([(98, beam), (142, beam)], dark, 3.4)
        truss.line([(98, beam - 0.6), (142, beam - 0.6)], steel, 1.6)
        if i < 5:
            for a, b in ((98, 142), (142, 98)):
                truss.line([(a, beam), (b, beam + 20.4)], dark, 2.2)
                truss.line([(a, beam - 0.4), (b, beam + 20)], steel, 1)
    for x in (98, 142):
        for i in range(18):
            truss.dot(x + 1.4, 72 + i * 5.9, 0.6, (52, 54, 58))
    ink.stamp(truss, Shadow(6, 8, 2.2, 0.62))
    for i, (x, y, r) in enumerate(
        (
            (30, 50, 15),
            (64, 60, 11),
            (200, 54, 15),
            (176, 190, 12),
            (216, 206, 15),
            (38, 204, 16),
            (72, 196, 10),
        )
    ):
        land.tree(ink, x, y, r, rng, land.TREES[i % 3])


def command_post(ink: Ink, rng: Rng, seed: str) -> None:
    land.ground(ink, seed, land.GRASS)
    land.patch_of_ground(ink, blob(120, 136, 94, 78, rng, 12, 0.08), seed + "e", land.EARTH, 8)
    land.tufts(ink, rng, 40)
    ring = blob(120, 136, 96, 84, Rng(seed), 14, 0.02, 6)
    cut = len(ring) // 8
    land.sandbags(ink, ring[cut:], rng, 1.25)
    _tent(ink, 54, 84, 62, 52, (118, 116, 72))
    _tent(ink, 62, 156, 44, 36, (104, 104, 66))
    table = ink.patch(132, 116, 196, 160)
    table.box(140, 122, 46, 30, (132, 98, 64), 1, (70, 50, 34), 1)
    table.box(144, 125, 34, 23, (232, 222, 186), 0.5, (120, 104, 76), 0.5)
    table.line(smooth([(146, 144), (156, 134), (166, 138), (176, 128)]), (92, 124, 140), 1.6)
    table.line([(150, 128), (164, 146)], (190, 60, 44), 1.2)
    table.dot(166, 134, 1.8, (190, 60, 44))
    ink.stamp(table, LOW)
    radio = ink.patch(136, 66, 196, 116)
    radio.box(146, 86, 22, 15, (84, 92, 60), 1.4, (40, 42, 28), 0.9)
    radio.dot(152, 93, 2.6, (30, 30, 26), (180, 174, 140), 0.6)
    radio.box(158, 90, 7, 6, (186, 180, 146))
    ink.stamp(radio, LOW)
    mast = ink.patch(150, 60, 216, 116)
    mast.line([(180, 84), (200, 66)], (60, 58, 50), 0.8)
    for turn in (0.4, 2.5, 4.6):
        mast.line(placed([(0, 0), (24, 0)], 182, 90, 1, turn), (214, 206, 176), 0.7)
    mast.dot(182, 90, 3.2, (120, 118, 104), (50, 48, 42), 0.8)
    ink.stamp(mast, Shadow(9, 12, 1.2, 0.6))
    for x, y in ((132, 184), (150, 188), (141, 174)):
        crate = ink.patch(x - 12, y - 10, x + 16, y + 16)
        crate.box(x - 8, y - 6, 15, 11, (146, 116, 74), 0.6, (70, 52, 34), 0.9)
        crate.line([(x - 8, y - 0.6), (x + 7, y - 0.6)], (96, 72, 46), 0.8)
        ink.stamp(crate, LOW)
    flag = ink.patch(104, 40, 150, 72)
    flag.line([(112, 44), (112, 70)], (70, 54, 40), 1.6)
    flag.path("M 0 0 C 8 -3 16 4 28 5 C 18 8 8 12 0 15 Z", (206, 160, 58), 112, 44)
    flag.path("M 0 6 C 8 3 14 7 22 6.4 C 14 9 8 9 0 10.4 Z", (92, 66, 34), 112, 44)
    ink.stamp(flag, Shadow(4, 6, 1.4, 0.6))
    for i, (x, y, r) in enumerate(((18, 50, 15), (16, 214, 14), (224, 216, 14), (222, 52, 14))):
        land.tree(ink, x, y, r, rng, land.TREES[i % 3])


def _tent(ink: Ink, x: float, y: float, w: float, h: float, cloth: tuple[int, ...]) -> None:
    sheet = ink.patch(x - 12, y - 12, x + w + 18, y + h + 18)
    for u, v in ((-7, -6), (w + 7, -6), (-7, h + 6), (w + 7, h + 6)):
        sheet.line([(x + w / 2, y + h / 2), (x + u, y + v)], (206, 196, 160), 0.6)
    sheet.poly([(x, y), (x + w, y), (x + w - 5, y + h / 2), (x + 5, y + h / 2)], shade(cloth, 1.22))
    sheet.poly(
        [(x, y + h), (x + w, y + h), (x + w - 5, y + h / 2), (x + 5, y + h / 2)], shade(cloth, 0.82)
    )
    sheet.poly([(x, y), (x + 5, y + h / 2), (x, y + h)], shade(cloth, 1.05))
    sheet.poly([(x + w, y), (x + w - 5, y + h / 2), (x + w, y + h)], shade(cloth, 0.6))
    sheet.line([(x + 5, y + h / 2), (x + w - 5, y + h / 2)], shade(cloth, 1.5), 1.2)
    for part in (0.25, 0.5, 0.75):
        sheet.line([(x + w * part, y + 1), (x + w * part, y + h - 1)], shade(cloth, 0.72), 0.5)
    sheet.poly([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], None, shade(cloth, 0.45), 0.9)
    ink.stamp(sheet, TALL)
