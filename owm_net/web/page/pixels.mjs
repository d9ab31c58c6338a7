// Pillow's pictures, as far as owm_net uses them. Python writes a list of numbers (stand_ins/PIL/
// _orders.py): each order, its pictures by number, its values. It is carried out all at once, because
// a call from Python into JavaScript takes as long as a small figure.

import * as fonts from "./fonts.mjs";
import * as shapes from "./shapes.mjs";

const images = new Map(); // number -> { w, h, n, data }: rows of n bytes for each pixel

function make(id, w, h, n, data = new Uint8ClampedArray(w * h * n)) {
  const image = { w, h, n, data };
  images.set(id, image);
  return image;
}

export const image = (id) => images.get(id);
export const bytes = (id) => new Uint8Array(images.get(id).data);
export const font = (given) => fonts.open(given);
export const { measures, extents } = fonts;

/** Carry out a list from a place on, until all is done or it is late; return how far that is. */
export function run(list, at = 0, late = Infinity) {
  const take = () => list[at++];
  const many = (count) => list.subarray(at, (at += count));
  while (at < list.length && (late === Infinity || performance.now() < late)) ORDERS[take()](take, many);
  return at;
}

let came = null;
/** Who is told the number of a list that is done, and the pixels that were asked for with it. */
export const hear = (heard) => (came = heard);

/** Carry out a list that nobody waits for: here at once, in the page by artist.mjs. */
export function later(list, number, read) {
  run(list);
  if (number) came(number, read ? bytes(read) : null);
}

/** The pen of the next figure: picture, whether it blends, colour. */
function pen(take, many) {
  const on = images.get(take()), blends = take();
  return shapes.penOn(on, many(4), blends);
}

const whole = (numbers) => Array.from(numbers, Math.trunc);

/** A list, in the order of _orders.py. */
const ORDERS = [
  (take) => images.delete(take()),
  (take, many) => fresh(take(), take(), take(), take(), many(4)),
  (take, many) => {
    const [id, w, h, n] = many(4), size = w * h * n, given = many(Math.ceil(size / 8));
    make(id, w, h, n).data.set(new Uint8Array(given.buffer, given.byteOffset, size));
  },
  (take, many) => copy(images.get(take()), take(), ...many(4)),
  (take, many) => resized(images.get(take()), take(), ...many(7)),
  (take, many) => converted(images.get(take()), take(), take()),
  (take) => pasted(images.get(take()), images.get(take()), images.get(take()), take(), take()),
  (take, many) => stained(images.get(take()), images.get(take()), take(), take(), many(4)),
  (take, many) => composed(images.get(take()), images.get(take()), ...many(6)),
  (take) => setAlpha(images.get(take()), images.get(take())),
  (take) => channel(images.get(take()), take(), take()),
  (take) => merged(take(), images.get(take()), images.get(take()), images.get(take())),
  (take, many) => mapped(images.get(take()), take(), many(256)),
  (take) => mixed(images.get(take()), take(), images.get(take()), take(), take(), take()),
  (take) => offset(images.get(take()), take(), take(), take()),
  (take) => blurred(images.get(take()), take(), take(), take()),
  (take) => least(images.get(take()), take(), take()),
  (take, many) => rotated(images.get(take()), take(), take(), take(), ...many(6)),
  (take) => mirrored(images.get(take()), take()),
  (take, many) => shapes.polygon(pen(take, many), whole(many(take()))),
  (take, many) => shapes.line(pen(take, many), Array.from(many(take())), take(), take()),
  (take, many) => shapes.ellipse(pen(take, many), ...whole(many(4))),
  (take, many) => shapes.oval(pen(take, many), ...whole(many(4)), take()),
  (take, many) => shapes.sector(pen(take, many), ...whole(many(4)), take(), take(), take()),
  (take, many) => shapes.rectangle(pen(take, many), ...whole(many(4))),
  (take, many) => shapes.border(pen(take, many), ...whole(many(4)), take()),
  (take, many) => shapes.plate(pen(take, many), ...many(4), take(), take()),
  (take, many) => lettered(images.get(take()), many(4), take(), take(), take(), take(), take(), many(take())),
];

function fresh(id, w, h, n, colour) {
  const { data } = make(id, w, h, n);
  if (n === 1) data.fill(colour[0]);
  else if (n === 4) new Uint32Array(data.buffer).fill(new Uint32Array(new Uint8Array(colour).buffer)[0]);
  else if (colour[0] || colour[1] || colour[2]) {
    for (let i = 0; i < data.length; i++) data[i] = colour[i % 3];
  }
}

/** A part; what lies outside is 0. */
function copy(from, id, x0, y0, x1, y1) {
  const { w, h, n } = from, to = make(id, x1 - x0, y1 - y0, n);
  if (!x0 && !y0 && x1 === w && y1 === h) return void to.data.set(from.data);
  const first = Math.max(0, x0), last = Math.min(w, x1);
  for (let y = Math.max(0, y0); y < Math.min(h, y1) && first < last; y++) {
    const row = from.data.subarray((y * w + first) * n, (y * w + last) * n);
    to.data.set(row, ((y - y0) * to.w + first - x0) * n);
  }
}

// ---------------------------------------------------------------------------- colours

function converted(from, id, n) {
  const { w, h, data } = from, to = make(id, w, h, n).data, step = from.n;
  if (n === step) return void to.set(data);
  if (n === 1) {
    for (let i = 0, o = 0; o < to.length; i += step, o++) {
      to[o] = (data[i] * 19595 + data[i + 1] * 38470 + data[i + 2] * 7471 + 0x8000) >> 16;
    }
    return;
  }
  const green = step > 1 ? 1 : 0, blue = 2 * green;
  for (let i = 0, o = 0; o < to.length; i += step, o += n) {
    to[o] = data[i];
    to[o + 1] = data[i + green];
    to[o + 2] = data[i + blue];
    if (n === 4) to[o + 3] = 255;
  }
}

function channel(from, id, which) {
  const to = make(id, from.w, from.h, 1).data, { data, n } = from;
  for (let o = 0, i = which; o < to.length; o++, i += n) to[o] = data[i];
}

function merged(id, red, green, blue) {
  const to = make(id, red.w, red.h, 3).data;
  for (let i = 0, o = 0; o < to.length; i++, o += 3) {
    to[o] = red.data[i];
    to[o + 1] = green.data[i];
    to[o + 2] = blue.data[i];
  }
}

function mapped(from, id, table) {
  const to = make(id, from.w, from.h, from.n).data, { data } = from, quick = new Uint8Array(table);
  for (let i = 0; i < to.length; i++) to[i] = quick[data[i]];
}

function setAlpha(to, alpha) {
  for (let i = 0, o = 3; o < to.data.length; i++, o += 4) to.data[o] = alpha.data[i];
}

// ---------------------------------------------------------------------------- two pictures

function mixed(one, id, other, how, first, second) {
  MIXED[how](make(id, one.w, one.h, one.n).data, one.data, other.data, first, second);
}

/** blend, multiply, subtract, overlay, lighter, add: each with its loop, which makes it fast. */
const MIXED = [
  (to, a, b, part) => {
    for (let i = 0; i < to.length; i++) to[i] = (a[i] + part * (b[i] - a[i])) | 0;
  },
  (to, a, b) => {
    for (let i = 0; i < to.length; i++) {
      const v = a[i] * b[i] + 128;
      to[i] = (v + (v >> 8)) >> 8;
    }
  },
  (to, a, b, scale, plus) => {
    for (let i = 0; i < to.length; i++) to[i] = ((a[i] - b[i]) / scale + plus) | 0;
  },
  (to, a, b) => {
    for (let i = 0; i < to.length; i++) {
      to[i] = a[i] < 128 ? (a[i] * b[i]) / 127 | 0 : 255 - (((255 - a[i]) * (255 - b[i])) / 127 | 0);
    }
  },
  (to, a, b) => {
    for (let i = 0; i < to.length; i++) to[i] = a[i] > b[i] ? a[i] : b[i];
  },
  (to, a, b, scale, plus) => {
    for (let i = 0; i < to.length; i++) to[i] = ((a[i] + b[i]) / scale + plus) | 0;
  },
];

/** Lay a picture on another, as strongly as a mask of the same size says, or its opacity. */
function pasted(to, from, mask, x, y) {
  const n = to.n, a = from.data, o = to.data, step = mask?.n, m = mask?.data;
  const first = Math.max(0, -x), last = Math.min(from.w, to.w - x);
  for (let v = Math.max(0, -y); v < Math.min(from.h, to.h - y) && first < last; v++) {
    let i = (v * from.w + first) * n, at = ((v + y) * to.w + x + first) * n;
    if (!m) {
      o.set(a.subarray(i, (v * from.w + last) * n), at);
      continue;
    }
    let k = (v * from.w + first) * step + step - 1;
    for (const end = i + (last - first) * n; i < end; k += step) {
      const part = m[k];
      if (part === 255) for (let c = 0; c < n; c++) o[at++] = a[i++];
      else if (!part) (i += n), (at += n);
      else for (let c = 0; c < n; c++, at++) o[at] = (o[at] * (255 - part) + a[i++] * part) / 255;
    }
  }
}

/** A colour, as strongly as a mask says. Where nothing was it leaves no trace of black. */
function stained(to, mask, x, y, [red, green, blue, alpha]) {
  const { n, data: o } = to, m = mask.data;
  const first = Math.max(0, -x), last = Math.min(mask.w, to.w - x);
  for (let v = Math.max(0, -y); v < Math.min(mask.h, to.h - y); v++) {
    let k = v * mask.w + first, at = ((v + y) * to.w + x + first) * n;
    for (const end = v * mask.w + last; k < end; k++, at += n) {
      const part = m[k], rest = 255 - part;
      if (!part) continue;
      if (n === 1) o[at] = (o[at] * rest + red * part) / 255;
      else if (n === 4 && !o[at + 3]) {
        o[at] = red;
        o[at + 1] = green;
        o[at + 2] = blue;
        o[at + 3] = (alpha * part) / 255;
      } else {
        o[at] = (o[at] * rest + red * part) / 255;
        o[at + 1] = (o[at + 1] * rest + green * part) / 255;
        o[at + 2] = (o[at + 2] * rest + blue * part) / 255;
        if (n === 4) o[at + 3] = (o[at + 3] * rest + alpha * part) / 255;
      }
    }
  }
}

function lettered(to, colour, typeface, pixels, x, y, border, codes) {
  fonts.line(typeface, pixels, x, y, codes, border, (mask, left, top) => stained(to, mask, left, top, colour));
}

/** Lay a part of a picture over another; both may let something shine through. */
function composed(to, from, x, y, x0, y0, x1, y1) {
  const a = from.data, o = to.data;
  for (let v = y0; v < y1; v++) {
    let i = (v * from.w + x0) * 4, at = ((y + v - y0) * to.w + x) * 4;
    for (const end = i + (x1 - x0) * 4; i < end; i += 4, at += 4) {
      const above = a[i + 3];
      if (!above) continue;
      const below = (o[at + 3] * (255 - above)) / 255, whole = above + below, part = above / whole;
      o[at] += (a[i] - o[at]) * part;
      o[at + 1] += (a[i + 1] - o[at + 1]) * part;
      o[at + 2] += (a[i + 2] - o[at + 2]) * part;
      o[at + 3] = whole;
    }
  }
}

// ---------------------------------------------------------------------------- other sizes

/** Colours times opacity, for what mixes pixels; null if all is opaque. */
function weighed(from) {
  if (from.n !== 4) return null;
  const { data } = from;
  let i = 3;
  while (i < data.length && data[i] === 255) i += 4;
  if (i >= data.length) return null;
  const to = new Uint8ClampedArray(data);
  for (i = 0; i < to.length; i += 4) {
    const part = to[i + 3];
    if (part === 255) continue;
    for (let c = 0; c < 3; c++) to[i + c] = (to[i + c] * part) / 255;
  }
  return { ...from, data: to };
}

function unweighed({ data }) {
  for (let i = 0; i < data.length; i += 4) {
    const part = data[i + 3];
    if (part !== 255 && part) for (let c = 0; c < 3; c++) data[i + c] = Math.floor((data[i + c] * 255) / part);
  }
}

const sinc = (x) => (x ? Math.sin(Math.PI * x) / (Math.PI * x) : 1);
/** Pillow's numbers of filters: how far one reaches, and how much it takes at a distance. */
const FILTERS = {
  1: [3, (x) => (Math.abs(x) < 3 ? sinc(x) * sinc(x / 3) : 0)], // LANCZOS
  2: [1, (x) => Math.max(0, 1 - Math.abs(x))], // BILINEAR
  3: [2, (x) => { // BICUBIC
    x = Math.abs(x);
    return x < 1 ? (1.5 * x - 2.5) * x * x + 1 : x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0;
  }],
  4: [0.5, (x) => (x > -0.5 && x <= 0.5 ? 1 : 0)], // BOX
};

const ONE = 1 << 20; // of a weight: whole numbers are quicker by half, and Pillow has them too
const HALF = ONE >> 1;

/** Of each pixel in a row of `many` the first it is made of, how many, and how much of each. */
function weights(size, many, start, end, [reach, filter]) {
  const scale = (end - start) / many, wide = Math.max(1, scale), most = Math.ceil(reach * wide) * 2 + 1;
  const first = new Int32Array(many), count = new Int32Array(many), parts = new Int32Array(many * most);
  const exact = new Float64Array(most);
  for (let i = 0; i < many; i++) {
    const centre = start + (i + 0.5) * scale;
    const from = Math.max(0, Math.trunc(centre - reach * wide + 0.5));
    const till = Math.min(size, Math.trunc(centre + reach * wide + 0.5));
    let sum = 0;
    for (let k = from; k < till; k++) sum += exact[k - from] = filter((k + 0.5 - centre) / wide);
    for (let k = 0; k < till - from; k++) parts[i * most + k] = Math.round((exact[k] / (sum || 1)) * ONE);
    first[i] = from;
    count[i] = till - from;
  }
  return { first, count, parts, most };
}

function resized(from, id, w, h, kind, x0, y0, x1, y1) {
  if (kind === 0) return nearest(from, make(id, w, h, from.n), x0, y0, (x1 - x0) / w, (y1 - y0) / h);
  const heavy = weighed(from);
  let { data, n } = heavy ?? from, top = 0;
  const down = weights(from.h, h, y0, y1, FILTERS[kind]);
  if (w !== from.w || x0 || x1 !== w) {
    const across = weights(from.w, w, x0, x1, FILTERS[kind]);
    top = down.first[0];
    data = sideways(data, from.w, n, w, top, down.first[h - 1] + down.count[h - 1], across);
  }
  const to = make(id, w, h, n);
  if (h === from.h && !y0 && y1 === h) to.data.set(data);
  else downwards(data, to, top, down);
  if (heavy) unweighed(to);
}

function sideways(data, wide, n, w, top, foot, { first, count, parts, most }) {
  const to = new Uint8ClampedArray((foot - top) * w * n), { imul } = Math;
  for (let y = top, o = 0; y < foot; y++) {
    for (let x = 0; x < w; x++) {
      let i = (y * wide + first[x]) * n, k = x * most;
      let red = HALF, green = HALF, blue = HALF, alpha = HALF;
      const end = k + count[x];
      if (n === 1) for (; k < end; k++) red = (red + imul(data[i++], parts[k])) | 0;
      else if (n === 3) {
        for (; k < end; k++, i += 3) {
          const part = parts[k];
          red = (red + imul(data[i], part)) | 0;
          green = (green + imul(data[i + 1], part)) | 0;
          blue = (blue + imul(data[i + 2], part)) | 0;
        }
      } else {
        for (; k < end; k++, i += 4) {
          const part = parts[k];
          red = (red + imul(data[i], part)) | 0;
          green = (green + imul(data[i + 1], part)) | 0;
          blue = (blue + imul(data[i + 2], part)) | 0;
          alpha = (alpha + imul(data[i + 3], part)) | 0;
        }
      }
      to[o++] = red >> 20;
      if (n === 1) continue;
      to[o++] = green >> 20;
      to[o++] = blue >> 20;
      if (n === 4) to[o++] = alpha >> 20;
    }
  }
  return to;
}

/** Four rows at a time: that is nearly all that an enlarged picture needs. */
function downwards(data, to, top, { first, count, parts, most }) {
  const row = to.w * to.n, out = to.data, sums = new Int32Array(row), { imul } = Math;
  for (let y = 0; y < to.h; y++) {
    sums.fill(HALF);
    for (let k = 0; k < count[y]; k += 4) {
      const part = (n) => (k + n < count[y] ? parts[y * most + k + n] : 0);
      const start = (n) => (k + n < count[y] ? (first[y] + k + n - top) * row : 0);
      const a = part(0), b = part(1), c = part(2), d = part(3), last = k + 4 >= count[y];
      const i = start(0), j = start(1), l = start(2), m = start(3), o = y * row;
      for (let x = 0; x < row; x++) {
        const upper = (imul(data[i + x], a) + imul(data[j + x], b)) | 0;
        const lower = (imul(data[l + x], c) + imul(data[m + x], d)) | 0;
        const sum = (((sums[x] + upper) | 0) + lower) | 0;
        if (last) out[o + x] = sum >> 20;
        else sums[x] = sum;
      }
    }
  }
}

function nearest(from, to, x0, y0, sx, sy) {
  const n = from.n;
  for (let y = 0, o = 0; y < to.h; y++) {
    const row = Math.min(from.h - 1, Math.floor(y0 + (y + 0.5) * sy)) * from.w;
    for (let x = 0; x < to.w; x++) {
      const i = (row + Math.min(from.w - 1, Math.floor(x0 + (x + 0.5) * sx))) * n;
      for (let c = 0; c < n; c++) to.data[o++] = from.data[i + c];
    }
  }
}

/** Where (x, y) of the new one is in the old: (a x + b y + c, d x + e y + f). */
function rotated(from, id, w, h, a, b, c, d, e, f) {
  const heavy = weighed(from), { data, n } = heavy ?? from, to = make(id, w, h, n);
  const cubic = (v, t) => v[1] + t * (v[2] - v[0] + t * (2 * (v[0] - v[1]) + v[2] - v[3] + t * (v[1] - v[0] - v[2] + v[3])));
  const inside = (v, size) => Math.max(0, Math.min(size - 1, v));
  const four = [0, 0, 0, 0], lines = [0, 0, 0, 0];
  for (let y = 0, o = 0; y < h; y++) {
    for (let x = 0; x < w; x++, o += n) {
      const px = a * (x + 0.5) + b * (y + 0.5) + c, py = d * (x + 0.5) + e * (y + 0.5) + f;
      if (px < 0 || py < 0 || px >= from.w || py >= from.h) continue;
      const left = Math.floor(px - 0.5), top = Math.floor(py - 0.5);
      for (let band = 0; band < n; band++) {
        for (let v = 0; v < 4; v++) {
          const row = inside(top - 1 + v, from.h) * from.w;
          for (let u = 0; u < 4; u++) four[u] = data[(row + inside(left - 1 + u, from.w)) * n + band];
          lines[v] = cubic(four, px - 0.5 - left);
        }
        to.data[o + band] = cubic(lines, py - 0.5 - top);
      }
    }
  }
  if (heavy || n === 4) unweighed(to);
}

// ---------------------------------------------------------------------------- neighbours

function offset(from, id, dx, dy) {
  const { w, h, n, data } = from, to = make(id, w, h, n).data;
  const inside = (v, size) => ((v % size) + size) % size;
  for (let y = 0, o = 0; y < h; y++) {
    const row = inside(y - dy, h) * w;
    for (let x = 0; x < w; x++) for (let c = 0, i = (row + inside(x - dx, w)) * n; c < n; c++) to[o++] = data[i + c];
  }
}

function mirrored(from, id) {
  const { w, h, n, data } = from, to = make(id, w, h, n).data;
  for (let y = 0, o = 0; y < h; y++) {
    for (let x = w - 1; x >= 0; x--) for (let c = 0; c < n; c++) to[o++] = data[(y * w + x) * n + c];
  }
}

/** Means over 2 * radius + 1 pixels, so often, across and down. */
function blurred(from, id, radius, often) {
  const { w, h, n } = from, to = make(id, w, h, n).data, reach = Math.floor(radius);
  to.set(from.data);
  const whole = 1 / (2 * radius + 1), edge = (1 - (2 * reach + 1) * whole) / 2;
  const row = new Uint8ClampedArray(Math.max(w, h) + 2 * reach + 2);
  const along = (start, step, size) => {
    const end = size + reach + 1;
    for (let x = 0; x < size; x++) row[x + reach + 1] = to[start + x * step];
    for (let pass = 0; pass < often; pass++) {
      row.fill(row[reach + 1], 0, reach + 1);
      row.fill(row[end - 1], end, end + reach + 1);
      let sum = 0;
      for (let x = 0; x < 2 * reach + 1; x++) sum += row[x];
      for (let x = 0; x < size; x++) {
        sum += row[x + 2 * reach + 1] - row[x];
        to[start + x * step] = sum * whole + (row[x] + row[x + 2 * reach + 2]) * edge;
      }
      if (pass + 1 < often) for (let x = 0; x < size; x++) row[x + reach + 1] = to[start + x * step];
    }
  };
  for (let c = 0; c < n; c++) {
    for (let y = 0; y < h; y++) along(y * w * n + c, n, w);
    for (let x = 0; x < w; x++) along(x * n + c, w * n, h);
  }
}

/** The least of size x size pixels. */
function least(from, id, size) {
  const { w, h, n } = from, to = make(id, w, h, n).data, r = size >> 1;
  const along = (data, start, step, many, put) => {
    for (let x = 0; x < many; x++) {
      let low = 255;
      for (let k = Math.max(0, x - r); k <= Math.min(many - 1, x + r); k++) low = Math.min(low, data[start + k * step]);
      put[start + x * step] = low;
    }
  };
  const half = new Uint8ClampedArray(to.length);
  for (let c = 0; c < n; c++) {
    for (let y = 0; y < h; y++) along(from.data, y * w * n + c, n, w, half);
    for (let x = 0; x < w; x++) along(half, x * n + c, w * n, h, to);
  }
}
