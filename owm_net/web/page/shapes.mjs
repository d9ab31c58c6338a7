// Pillow's figures: without soft edges, corners cut to whole pixels, edges inside. A figure becomes
// level runs of pixels; a pen lays one down: pen(y, first, last), both inside.

const up = (v) => Math.sign(v) * Math.floor(Math.abs(v) + 0.5);
const down = (v) => Math.sign(v) * Math.ceil(Math.abs(v) - 0.5);

/** A pen for an image. blends: a colour that is not opaque lets what is there shine through. */
export function penOn(image, colour, blends) {
  const { w, h, n, data } = image;
  const [red, green, blue, alpha] = colour;
  const whole = n === 4 ? new Uint32Array(data.buffer) : null;
  const ink = whole && new Uint32Array(new Uint8Array(colour).buffer)[0];
  return (y, first, last) => {
    if (y < 0 || y >= h || last < 0 || first >= w) return;
    first = Math.max(0, first);
    last = Math.min(w - 1, last);
    if (n === 1) return void data.fill(red, y * w + first, y * w + last + 1);
    if (whole) return void whole.fill(ink, y * w + first, y * w + last + 1);
    const end = (y * w + last) * 3;
    if (!blends || alpha === 255) {
      for (let i = (y * w + first) * 3; i <= end; i += 3) {
        data[i] = red;
        data[i + 1] = green;
        data[i + 2] = blue;
      }
      return;
    }
    const rest = 255 - alpha, [r, g, b] = [red * alpha, green * alpha, blue * alpha];
    for (let i = (y * w + first) * 3; i <= end; i += 3) {
      data[i] = (data[i] * rest + r) / 255;
      data[i + 1] = (data[i + 1] * rest + g) / 255;
      data[i + 2] = (data[i + 2] * rest + b) / 255;
    }
  };
}

/** points: x, y, x, y ... in whole pixels. */
export function polygon(pen, p) {
  const edges = [], level = new Map(), many = p.length; // of a row its level edges: first, last ...
  let top = Infinity, foot = -Infinity;
  for (let i = 0; i < many; i += 2) {
    const j = i + 2 === many ? 0 : i + 2, x0 = p[i], y0 = p[i + 1], x1 = p[j], y1 = p[j + 1];
    top = Math.min(top, y0);
    foot = Math.max(foot, y0);
    if (y0 !== y1) {
      edges.push({ start: Math.min(y0, y1), end: Math.max(y0, y1), x0, y0, slope: (x1 - x0) / (y1 - y0) });
    } else if (level.has(y0)) level.get(y0).push(Math.min(x0, x1), Math.max(x0, x1));
    else level.set(y0, [Math.min(x0, x1), Math.max(x0, x1)]);
  }
  edges.sort((a, b) => a.start - b.start);
  const runs = [];
  for (let y = top, begun = 0, active = []; y <= foot; y++) {
    while (begun < edges.length && edges[begun].start <= y) active.push(edges[begun++]);
    let kept = 0;
    runs.length = 0;
    for (const edge of active) {
      if (edge.end < y) continue;
      active[kept++] = edge;
      const x = (y - edge.y0) * edge.slope + edge.x0;
      insert(runs, x);
      if (y === edge.end && y < foot) insert(runs, x); // a corner: there the next edge begins
    }
    active.length = kept;
    runs.length &= ~1;
    for (let i = 0; i < runs.length; i += 2) {
      runs[i] = up(runs[i]);
      runs[i + 1] = down(runs[i + 1]);
    }
    lay(pen, y, level.has(y) ? inOrder([...runs, ...level.get(y)]) : runs);
  }
}

function insert(sorted, x) {
  let i = sorted.length;
  for (sorted.push(x); i > 0 && sorted[i - 1] > x; i--) sorted[i] = sorted[i - 1];
  sorted[i] = x;
}

function inOrder(runs) {
  const pairs = [];
  for (let i = 0; i < runs.length; i += 2) pairs.push([runs[i], runs[i + 1]]);
  return pairs.sort((a, b) => a[0] - b[0]).flat();
}

/** Runs of one row that may overlap, first, last ...: each pixel is laid once. */
function lay(pen, y, runs) {
  for (let i = 0, free = -Infinity; i < runs.length; i += 2) {
    const first = Math.max(runs[i], free), last = runs[i + 1];
    if (last < first) continue;
    pen(y, first, last);
    free = last + 1;
  }
}

export function rectangle(pen, x0, y0, x1, y1) {
  if (y0 > y1) [y0, y1] = [y1, y0];
  for (let y = y0; y <= y1; y++) pen(y, x0, x1);
}

/** The edge of a rectangle, so many pixels wide. */
export function border(pen, x0, y0, x1, y1, wide) {
  ring(pen, y0, y1, () => [x0, x1], (y) =>
    y - y0 < wide || y1 - y < wide ? null : [x0 + wide, x1 - wide]);
}

/** What lies between two outlines: of each row [first, last], or null for nothing. */
function ring(pen, y0, y1, outer, inner) {
  for (let y = y0; y <= y1; y++) {
    const run = outer(y), hole = inner(y);
    if (!run) continue;
    if (!hole || hole[0] > hole[1]) pen(y, ...run);
    else {
      if (hole[0] > run[0]) pen(y, run[0], hole[0] - 1);
      if (hole[1] < run[1]) pen(y, hole[1] + 1, run[1]);
    }
  }
}

/** Rows of the ellipse that fills a box: y -> [first, last]. */
function rows(x0, y0, x1, y1) {
  const cx = (x0 + x1) / 2, cy = (y0 + y1) / 2, a = (x1 - x0) / 2, b = (y1 - y0) / 2;
  if (a < 0 || b < 0) return () => null;
  const reach = (y) => (b ? a * Math.sqrt(Math.max(0, 1 - (y / b) ** 2)) : a);
  return (y) => {
    const off = Math.abs(y - cy);
    if (off > b) return null;
    // on a flat part the next half row counts too
    const far = Math.max(Math.round(cx + reach(off)) , Math.floor(cx + reach(Math.max(0, off - 0.5))));
    return [x0 + x1 - far, far];
  };
}

export function ellipse(pen, x0, y0, x1, y1) {
  ring(pen, y0, y1, rows(x0, y0, x1, y1), () => null);
}

export function oval(pen, x0, y0, x1, y1, wide) {
  ring(pen, y0, y1, rows(x0, y0, x1, y1), rows(x0 + wide, y0 + wide, x1 - wide, y1 - wide));
}

/** Part of an ellipse, or of its edge if wide is above 0. Degrees clockwise from the right. */
export function sector(pen, x0, y0, x1, y1, start, end, wide) {
  if (end - start >= 360) return wide ? oval(pen, x0, y0, x1, y1, wide) : ellipse(pen, x0, y0, x1, y1);
  const turn = ((end - start) % 360 + 360) % 360, cx = (x0 + x1) / 2, cy = (y0 + y1) / 2;
  const a = Math.max(0.5, (x1 - x0) / 2), b = Math.max(0.5, (y1 - y0) / 2);
  const side = (degrees) => [a * Math.cos((degrees * Math.PI) / 180), b * Math.sin((degrees * Math.PI) / 180)];
  const [ux, uy] = side(start), [vx, vy] = side(start + turn);
  const cut = (y, first, last) => {
    let from = null;
    for (let x = first; x <= last + 1; x++) {
      const px = x - cx, py = y - cy;
      const after = ux * py - uy * px >= -a / 2, before = px * vy - py * vx >= -a / 2;
      const inside = x <= last && (turn < 180 ? after && before : after || before);
      if (inside && from === null) from = x;
      if (!inside && from !== null) {
        pen(y, from, x - 1);
        from = null;
      }
    }
  };
  if (wide) oval(cut, x0, y0, x1, y1, wide);
  else ellipse(cut, x0, y0, x1, y1);
}

/** Rows of a rectangle with round corners of a diameter. */
function rounded(x0, y0, x1, y1, d) {
  d = Math.min(d, x1 - x0, y1 - y0);
  if (d < 0) return () => null;
  const left = rows(x0, y0, x0 + d, y0 + d), r = d / 2;
  return (y) => {
    if (y < y0 || y > y1) return null;
    const corner = y < y0 + r ? left(y) : y > y1 - r ? left(y0 + y1 - y) : null;
    const inset = corner ? corner[0] - x0 : 0;
    return [x0 + inset, x1 - inset];
  };
}

/** wide: of its edge, 0 for all of it. */
export function plate(pen, x0, y0, x1, y1, radius, wide) {
  const d = Math.floor(radius * 2), outer = rounded(x0, y0, x1, y1, d);
  const within = rounded(x0 + wide, y0 + wide, x1 - wide, y1 - wide, Math.max(0, d - 2 * wide));
  ring(pen, y0, y1, outer, wide ? within : () => null);
}

/** A line through points as Pillow draws one; round: its joints, if it is broad. */
export function line(pen, p, wide, round) {
  const whole = p.map(Math.trunc);
  for (let i = 0; i + 3 < p.length; i += 2) {
    const [x0, y0, x1, y1] = whole.slice(i, i + 4);
    if (wide > 1) bar(pen, x0, y0, x1, y1, wide);
    else thin(pen, x0, y0, x1, y1, i + 4 >= p.length);
  }
  if (!round || wide <= 4) return;
  const turned = (i) => {
    const degrees = (Math.atan2(p[i + 2] - p[i], p[i + 1] - p[i + 3]) * 180) / Math.PI;
    return (degrees + 360) % 360;
  };
  for (let i = 2; i + 3 < p.length; i += 2) {
    const a = turned(i - 2), b = turned(i);
    if (a === b) continue;
    const flipped = (b > a && b - 180 > a) || (b < a && b + 180 > a);
    const [start, end] = flipped ? [b, a] : [a - 180, b - 180];
    const r = wide / 2 - 1;
    const box = [p[i] - r, p[i + 1] - r, p[i] + r, p[i + 1] + r].map(Math.trunc);
    sector(pen, ...box, start, end, 0);
    if (wide <= 8) continue;
    const off = flipped ? 90 : -90; // a seam between the bars and the joint
    const seam = [a, b].map((angle) => {
      const way = ((angle + off - 90) * Math.PI) / 180;
      return [p[i] + Math.trunc(r * Math.cos(way)), p[i + 1] + Math.trunc(r * Math.sin(way))];
    });
    line(pen, [...seam[0], p[i], p[i + 1], ...seam[1]], 3, false);
  }
}

function bar(pen, x0, y0, x1, y1, wide) {
  const dx = x1 - x0, dy = y1 - y0, long = Math.hypot(dx, dy), half = (wide - 1) / 2;
  if (!long) return pen(y0, x0, x0);
  const most = up(half) / long, least = down(half) / long;
  const [ax, bx, ay, by] = [down(least * dy), down(most * dy), down(least * dx), down(most * dx)];
  polygon(pen, [x0 - ax, y0 + by, x1 - ax, y1 + by, x1 + bx, y1 - ay, x0 + bx, y0 - ay]);
}

/** One pixel wide (Bresenham); without its end if another one goes on from there. */
function thin(pen, x0, y0, x1, y1, ends) {
  const dx = Math.abs(x1 - x0), dy = Math.abs(y1 - y0), steps = Math.max(dx, dy);
  const sx = Math.sign(x1 - x0), sy = Math.sign(y1 - y0);
  let over = 2 * Math.min(dx, dy) - steps;
  for (let i = 0; i < steps + ends; i++) {
    pen(y0, x0, x0);
    const both = over >= 0 && Math.min(dx, dy) > 0;
    if (both) over -= 2 * steps;
    over += 2 * Math.min(dx, dy);
    if (both || dx > dy) x0 += sx;
    if (both || dx <= dy) y0 += sy;
  }
}
