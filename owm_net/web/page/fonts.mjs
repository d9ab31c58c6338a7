// The bundled typefaces, read and drawn as FreeType draws them for Pillow: advances in whole pixels,
// outlines where they are, no kerning. Nothing of it goes through a canvas: browsers disagree about
// lettering, and some give back other pixels than were drawn, so that nobody recognizes a reader.

const fonts = [];
const KEPT = 4000; // glyphs of one typeface, in all sizes, before all are forgotten

/** Take an OpenType font with cubic outlines (CFF). Return its number. */
export function open(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = {};
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i;
    tables[String.fromCharCode(...bytes.subarray(at, at + 4))] = view.getUint32(at + 8);
  }
  const caps = view.getInt16(tables["OS/2"] + 88);
  fonts.push({
    view,
    glyphs: mapOf(view, tables.cmap),
    unit: view.getUint16(tables.head + 18),
    metrics: tables.hmtx,
    long: view.getUint16(tables.hhea + 34),
    // of our typefaces those with a table of kerning have hints, which set capitals on whole pixels
    caps: "kern" in tables ? caps : 0,
    outlines: outlinesOf(view, bytes, tables["CFF "]),
    drawn: new Map(),
  });
  return fonts.length - 1;
}

/** [units of an em, height of capitals that is rounded or 0] */
export const measures = (number) => [fonts[number].unit, fonts[number].caps];

/** [advance, left, low, right, top] of a character, in the font's units, y upwards. */
export function extents(number, code) {
  const font = fonts[number];
  const glyph = font.glyphs.get(code) ?? 0;
  let [left, low, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const figure of font.outlines(glyph)) {
    for (let i = 0; i < figure.length; i += 2) {
      left = Math.min(left, figure[i]);
      right = Math.max(right, figure[i]);
      low = Math.min(low, figure[i + 1]);
      top = Math.max(top, figure[i + 1]);
    }
  }
  return [advance(font, glyph), ...(left > right ? [0, 0, 0, 0] : [left, low, right, top])];
}

function advance(font, glyph) {
  return font.view.getUint16(font.metrics + 4 * Math.min(glyph, font.long - 1));
}

/** Pixels that a line gets wider by a character: FreeType counts in 64ths, then rounds. */
function step(font, glyph, pixels) {
  const scale = Math.floor((pixels * 64 * 65536 + (font.unit >> 1)) / font.unit);
  return (Math.floor((advance(font, glyph) * scale + 0x8000) / 65536) + 32) >> 6;
}

/** Height in pixels that capitals of a hinted typeface get. */
const capsOf = (font, pixels) => {
  const exact = (font.caps * pixels) / font.unit;
  return pixels < 23 ? Math.ceil(exact - 0.01) : Math.round(exact);
};

/** Call put(mask, x, y) for each glyph of a line: { w, h, data } with its corner at (x, y). */
export function line(number, pixels, x, y, codes, border, put) {
  const font = fonts[number];
  for (const code of codes) {
    const glyph = font.glyphs.get(code) ?? 0;
    const key = (glyph * 1024 + pixels) * 64 + border;
    let mask = font.drawn.get(key);
    if (mask === undefined) {
      if (font.drawn.size > KEPT) font.drawn.clear();
      mask = drawn(font, glyph, pixels);
      if (border) mask = grown(mask, border);
      font.drawn.set(key, mask);
    }
    if (mask.w) put(mask, x + mask.left, y + mask.top);
    x += step(font, glyph, pixels);
  }
}

// ---------------------------------------------------------------------------- pixels of a glyph

/** Coverage from 0 to 255; left and top: of its corner from the pen on the baseline. */
function drawn(font, glyph, pixels) {
  const across = pixels / font.unit;
  const up = font.caps ? capsOf(font, pixels) / font.caps : across;
  const lines = [];
  let [left, top, right, low] = [Infinity, Infinity, -Infinity, -Infinity];
  const to = (from, x, y) => {
    if (from) lines.push(from[0], from[1], x, y);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, low] = [Math.min(top, y), Math.max(low, y)];
    return [x, y];
  };
  for (const f of font.outlines(glyph)) {
    let at = to(null, f[0] * across, -f[1] * up);
    for (let i = 2; i < f.length; i += 6) {
      const [x0, y0] = at;
      const [x1, y1, x2, y2] = [f[i] * across, -f[i + 1] * up, f[i + 2] * across, -f[i + 3] * up];
      const [x3, y3] = [f[i + 4] * across, -f[i + 5] * up];
      const bend = Math.abs(x0 - 2 * x1 + x2) + Math.abs(y0 - 2 * y1 + y2)
        + Math.abs(x1 - 2 * x2 + x3) + Math.abs(y1 - 2 * y2 + y3);
      const pieces = Math.max(1, Math.ceil(Math.sqrt(bend * 4)));
      for (let n = 1; n <= pieces; n++) {
        const t = n / pieces, s = 1 - t;
        const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
        at = to(at, a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
      }
    }
    to(at, f[0] * across, -f[1] * up);
  }
  if (left > right) return { w: 0, h: 0, left: 0, top: 0, data: new Uint8Array(0) };
  [left, top] = [Math.floor(left), Math.floor(top)];
  const w = Math.ceil(right) - left + 1, h = Math.ceil(low) - top;
  return { w, h, left, top, data: covered(lines, left, top, w, h) };
}

/** How much of each pixel lies inside: each line adds what lies right of it, once summed up. */
function covered(lines, left, top, w, h) {
  const sums = new Float32Array(w * h + 1);
  for (let i = 0; i < lines.length; i += 4) {
    let [x0, y0, x1, y1] = [lines[i] - left, lines[i + 1] - top, lines[i + 2] - left, lines[i + 3] - top];
    if (y0 === y1) continue;
    const way = y0 < y1 ? 1 : -1;
    if (way < 0) [x0, y0, x1, y1] = [x1, y1, x0, y0];
    const slope = (x1 - x0) / (y1 - y0);
    for (let y = Math.floor(y0); y < y1; y++) {
      const begin = Math.max(y, y0), end = Math.min(y + 1, y1), high = (end - begin) * way;
      const from = x0 + (begin - y0) * slope, till = x0 + (end - y0) * slope;
      const near = Math.min(from, till), far = Math.max(from, till), row = y * w;
      const first = Math.floor(near);
      if (far <= first + 1) {
        const right = (first + 1 - (near + far) / 2) * high;
        sums[row + first] += right;
        sums[row + first + 1] += high - right;
        continue;
      }
      let before = 0, given = 0; // of this piece, in the columns so far; and what they have got
      for (let x = first; x < far; x++) {
        const a = Math.max(near, x), b = Math.min(far, x + 1);
        const part = ((b - a) / (far - near)) * high;
        const right = before + part * (x + 1 - (a + b) / 2);
        sums[row + x] += right - given;
        given = right;
        before += part;
      }
      sums[row + Math.ceil(far)] += high - given;
    }
  }
  const data = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0, sum = 0, i = y * w; x < w; x++, i++) {
      sum += sums[i];
      data[i] = Math.min(255, Math.round(Math.abs(sum) * 255));
    }
  }
  return data;
}

/** The mask with a border of so many pixels all round. */
function grown(mask, border) {
  const w = mask.w + 2 * border, h = mask.h + 2 * border, data = new Uint8Array(mask.w ? w * h : 0);
  for (let dy = -border; dy <= border; dy++) {
    for (let dx = -border; dx <= border; dx++) {
      const part = Math.min(1, Math.max(0, border + 1 - Math.hypot(dx, dy)));
      if (!part) continue;
      for (let y = 0; y < mask.h; y++) {
        let i = y * mask.w, o = (y + dy + border) * w + dx + border;
        for (const end = i + mask.w; i < end; i++, o++) {
          if (mask.data[i] * part > data[o]) data[o] = mask.data[i] * part;
        }
      }
    }
  }
  return { w: mask.w ? w : 0, h, left: mask.left - border, top: mask.top - border, data };
}

// ---------------------------------------------------------------------------- tables of the file

/** Of each character its glyph (cmap formats 4 and 12). */
function mapOf(view, at) {
  const found = new Map();
  for (let i = 0; i < view.getUint16(at + 2); i++) {
    const table = at + view.getUint32(at + 8 + 8 * i);
    const format = view.getUint16(table);
    if (format === 12) {
      for (let n = 0, group = table + 16; n < view.getUint32(table + 12); n++, group += 12) {
        const first = view.getUint32(group), last = view.getUint32(group + 4);
        for (let c = first; c <= last; c++) found.set(c, view.getUint32(group + 8) + c - first);
      }
    } else if (format === 4) {
      const size = view.getUint16(table + 6), ends = table + 14, starts = ends + size + 2;
      for (let s = 0; s < size; s += 2) {
        const shift = view.getUint16(starts + size + s), place = starts + 2 * size + s;
        const range = view.getUint16(place), first = view.getUint16(starts + s);
        for (let c = first; c <= view.getUint16(ends + s) && c < 0xffff; c++) {
          const listed = range ? view.getUint16(place + range + 2 * (c - first)) : c;
          if (listed) found.set(c, (listed + shift) & 0xffff);
        }
      }
    }
  }
  return found;
}

/** A function: glyph -> its figures, each a start and then three points for each curve. */
function outlinesOf(view, bytes, start) {
  const list = (at) => {
    const count = view.getUint16(at), wide = bytes[at + 2], places = [];
    if (!count) return { parts: [], end: at + 2 };
    for (let i = 0; i <= count; i++) {
      let offset = 0;
      for (let b = 0; b < wide; b++) offset = offset * 256 + bytes[at + 3 + i * wide + b];
      places.push(at + 2 + (count + 1) * wide + offset);
    }
    const parts = places.slice(1).map((end, i) => bytes.subarray(places[i], end));
    return { parts, end: places[count] };
  };
  const names = list(start + bytes[start + 2]);
  const tops = list(names.end);
  const globals = list(list(tops.end).end);
  const top = dictOf(tops.parts[0]);
  const glyphs = list(start + top.get(17)[0]).parts;
  const inner = (dict) => {
    const [size, offset] = dict.get(18);
    const locals = dictOf(bytes.subarray(start + offset, start + offset + size)).get(19);
    return locals ? list(start + offset + locals[0]).parts : [];
  };
  const locals = top.has(18) ? inner(top) : inner(dictOf(list(start + top.get(0xc24)[0]).parts[0]));
  const kept = new Map();
  return (glyph) => {
    if (!kept.has(glyph)) kept.set(glyph, traced(glyphs[glyph], globals.parts, locals));
    return kept.get(glyph);
  };
}

/** Operators of a DICT with their whole numbers; two-byte ones begin at 0xc00. */
function dictOf(bytes) {
  const found = new Map();
  for (let i = 0, given = []; i < bytes.length; ) {
    const b = bytes[i++];
    if (b <= 21) {
      found.set(b === 12 ? 0xc00 + bytes[i++] : b, given);
      given = [];
    } else if (b === 28) given.push(((bytes[i++] << 24) >> 16) | bytes[i++]);
    else if (b === 29) given.push((bytes[i++] << 24) | (bytes[i++] << 16) | (bytes[i++] << 8) | bytes[i++]);
    else if (b === 30) {
      while ((bytes[i] & 15) !== 15 && bytes[i] >> 4 !== 15) i++; // a fraction, of no use here
      given.push((i++, 0));
    } else if (b < 247) given.push(b - 139);
    else given.push(b < 251 ? (b - 247) * 256 + bytes[i++] + 108 : -(b - 251) * 256 - bytes[i++] - 108);
  }
  return found;
}

/** Run a Type 2 charstring (Adobe technical note 5177). */
function traced(code, globals, locals) {
  const figures = [], s = [];
  let figure, x = 0, y = 0, hints = 0;
  const move = (dx, dy) => figures.push((figure = [(x += dx), (y += dy)]));
  const curve = (a, b, c, d, e, f) => {
    figure.push((x += a), (y += b), (x += c), (y += d), (x += e), (y += f));
  };
  const straight = (dx, dy) => curve(dx / 3, dy / 3, dx / 3, dy / 3, dx / 3, dy / 3);
  const called = (subs, n) => subs[n + (subs.length < 1240 ? 107 : subs.length < 33900 ? 1131 : 32768)];
  const run = (bytes) => {
    for (let i = 0; i < bytes.length; ) {
      const b = bytes[i++];
      if (b >= 32 || b === 28) {
        if (b === 28) s.push(((bytes[i++] << 24) >> 16) | bytes[i++]);
        else if (b < 247) s.push(b - 139);
        else if (b < 251) s.push((b - 247) * 256 + bytes[i++] + 108);
        else if (b < 255) s.push(-(b - 251) * 256 - bytes[i++] - 108);
        else s.push(((bytes[i++] << 24) | (bytes[i++] << 16) | (bytes[i++] << 8) | bytes[i++]) / 65536);
        continue;
      }
      if (b === 10 || b === 29) {
        if (run(called(b === 10 ? locals : globals, s.pop()))) return true;
        continue;
      }
      if (b === 11) return false;
      if (b === 14) return true;
      let k = 0;
      if (b === 1 || b === 3 || b === 18 || b === 23) hints += s.length >> 1;
      else if (b === 19 || b === 20) {
        hints += s.length >> 1;
        i += (hints + 7) >> 3;
      } else if (b === 21) move(s.at(-2), s.at(-1));
      else if (b === 22) move(s.at(-1), 0);
      else if (b === 4) move(0, s.at(-1));
      else if (b === 5 || b === 25) {
        for (; k + 2 <= s.length - (b === 25 ? 6 : 0); k += 2) straight(s[k], s[k + 1]);
        if (b === 25) curve(...s.slice(k));
      } else if (b === 6 || b === 7) {
        for (; k < s.length; k++) (b === 6) === !(k & 1) ? straight(s[k], 0) : straight(0, s[k]);
      } else if (b === 8 || b === 24) {
        for (; k + 6 <= s.length; k += 6) curve(...s.slice(k, k + 6));
        if (b === 24) straight(s[k], s[k + 1]);
      } else if (b === 26 || b === 27) {
        let more = s.length & 3 ? s[k++] : 0;
        for (; k < s.length; k += 4, more = 0) {
          if (b === 26) curve(more, s[k], s[k + 1], s[k + 2], 0, s[k + 3]);
          else curve(s[k], more, s[k + 1], s[k + 2], s[k + 3], 0);
        }
      } else if (b === 30 || b === 31) {
        for (let flat = b === 31; k + 4 <= s.length; k += 4, flat = !flat) {
          const last = s.length - k === 5 ? s[k + 4] : 0;
          if (flat) curve(s[k], 0, s[k + 1], s[k + 2], last, s[k + 3]);
          else curve(0, s[k], s[k + 1], s[k + 2], s[k + 3], last);
        }
      } else if (b === 12) {
        const kind = bytes[i++], h = s;
        if (kind === 35) (curve(...h.slice(0, 6)), curve(...h.slice(6, 12)));
        else if (kind === 34) (curve(h[0], 0, h[1], h[2], h[3], 0), curve(h[4], 0, h[5], -h[2], h[6], 0));
        else if (kind === 36) {
          curve(h[0], h[1], h[2], h[3], h[4], 0);
          curve(h[5], 0, h[6], h[7], h[8], -(h[1] + h[3] + h[7]));
        } else if (kind === 37) {
          const dx = h[0] + h[2] + h[4] + h[6] + h[8], dy = h[1] + h[3] + h[5] + h[7] + h[9];
          curve(...h.slice(0, 6));
          if (Math.abs(dx) > Math.abs(dy)) curve(...h.slice(6, 10), h[10], -dy);
          else curve(...h.slice(6, 10), -dx, h[10]);
        }
      }
      s.length = 0;
    }
    return false;
  };
  run(code);
  return figures;
}
