// A painted scene: the pictures of stamps (client/glass/stamps.py), laid on a canvas one after another.

import { image } from "./pixels.mjs";

const GROUND = "rgb(26 27 20)"; // as paint_pillow.py has it
const STAMP = 15; // numbers for each

const sheets = new WeakMap(); // picture -> what a canvas draws quickest; forgotten with the picture
let screen = null;
let painted = new Float64Array(0); // the list that is on it

/** Paint on this OffscreenCanvas from now on. */
export function attach(canvas) {
  screen = canvas.getContext("2d", { alpha: false });
  painted = new Float64Array(0);
}

function sheetOf(number) {
  const picture = image(number);
  let sheet = sheets.get(picture);
  if (sheet === undefined) {
    sheet = new OffscreenCanvas(picture.w, picture.h);
    sheet.getContext("2d").putImageData(new ImageData(picture.data, picture.w, picture.h), 0, 0);
    sheets.set(picture, sheet);
  }
  return sheet;
}

/** Where a stamp can be seen: its edges, as far as nothing cuts it off. */
function seenOf(list, i) {
  let [left, top, wide, high, angle] = list.subarray(i + 1, i + 6);
  if (angle) {
    const far = Math.hypot(wide, high) + 2;
    [left, top, wide, high] = [left + (wide - far) / 2, top + (high - far) / 2, far, far];
  }
  const clip = list.subarray(i + 11, i + STAMP);
  return [Math.max(left, clip[0]), Math.max(top, clip[1]), Math.min(left + wide, clip[2]), Math.min(top + high, clip[3])];
}

const meets = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

/** The edges outside of which two lists paint the same: what lies between their common beginning and
 *  their common end may differ. */
function changedBetween(old, list) {
  const same = (n, m) => {
    for (let k = 0; k < STAMP; k++) if (old[n + k] !== list[m + k]) return false;
    return true;
  };
  let [begin, end] = [0, 0];
  const most = Math.min(old.length, list.length);
  while (begin < most && same(begin, begin)) begin += STAMP;
  while (end < most - begin && same(old.length - end - STAMP, list.length - end - STAMP)) end += STAMP;
  const edges = [Infinity, Infinity, -Infinity, -Infinity];
  for (const one of [old, list]) {
    for (let i = begin; i < one.length - end; i += STAMP) {
      const seen = seenOf(one, i);
      if (seen[0] >= seen[2] || seen[1] >= seen[3]) continue;
      for (const k of [0, 1]) edges[k] = Math.min(edges[k], seen[k]);
      for (const k of [2, 3]) edges[k] = Math.max(edges[k], seen[k]);
    }
  }
  return [Math.floor(edges[0]), Math.floor(edges[1]), Math.ceil(edges[2]), Math.ceil(edges[3])];
}

/** Paint a scene of w x h pixels, where it differs from the last one.
 *
 * list: of each stamp its picture (0: a colour), left, top, width, height, angle in degrees, opacity,
 * red, green, blue, opacity of the colour, and the four edges outside of which it is cut off.
 */
export function paint(w, h, list) {
  if (screen === null) return;
  let part = [0, 0, w, h];
  if (screen.canvas.width !== w || screen.canvas.height !== h) Object.assign(screen.canvas, { width: w, height: h });
  else if (painted.length) part = changedBetween(painted, list);
  painted = list;
  if (part[0] >= part[2] || part[1] >= part[3]) return;
  screen.save();
  screen.beginPath();
  screen.rect(part[0], part[1], part[2] - part[0], part[3] - part[1]);
  screen.clip();
  screen.fillStyle = GROUND;
  screen.fillRect(0, 0, w, h);
  let cut = [0, 0, w, h];
  screen.save();
  for (let i = 0; i < list.length; i += STAMP) {
    if (!meets(seenOf(list, i), part)) continue;
    const [number, left, top, wide, high, angle, opacity, red, green, blue, alpha, ...clip] = list.subarray(i, i + STAMP);
    if (clip.some((edge, n) => edge !== cut[n])) {
      screen.restore();
      screen.save();
      screen.beginPath();
      screen.rect(clip[0], clip[1], clip[2] - clip[0], clip[3] - clip[1]);
      screen.clip();
      cut = clip;
    }
    screen.globalAlpha = opacity / 255;
    if (number) {
      screen.drawImage(sheetOf(number), left, top, wide, high);
      continue;
    }
    screen.fillStyle = `rgb(${red} ${green} ${blue} / ${alpha / 255})`;
    if (angle) {
      const [across, down] = [left + wide / 2, top + high / 2];
      screen.save();
      screen.translate(across, down);
      screen.rotate((angle * Math.PI) / 180);
      screen.fillRect(-wide / 2, -high / 2, wide, high);
      screen.restore();
    } else screen.fillRect(left, top, wide, high);
  }
  screen.restore();
  screen.restore();
}
