// A painted scene: the pictures of stamps (client/glass/stamps.py), laid on a canvas one after another.

import { image } from "./pixels.mjs";

const GROUND = "rgb(26 27 20)"; // as paint_pillow.py has it
const STAMP = 15; // numbers for each

const sheets = new WeakMap(); // picture -> what a canvas draws quickest; forgotten with the picture
let screen = null;

/** Paint on this OffscreenCanvas from now on. */
export function attach(canvas) {
  screen = canvas.getContext("2d", { alpha: false });
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

/** Paint a scene of w x h pixels.
 *
 * list: of each stamp its picture (0: a colour), left, top, width, height, angle in degrees, opacity,
 * red, green, blue, opacity of the colour, and the four edges outside of which it is cut off.
 */
export function paint(w, h, list) {
  if (screen === null) return;
  if (screen.canvas.width !== w || screen.canvas.height !== h) Object.assign(screen.canvas, { width: w, height: h });
  screen.fillStyle = GROUND;
  screen.fillRect(0, 0, w, h);
  let cut = [0, 0, w, h];
  screen.save();
  for (let i = 0; i < list.length; i += STAMP) {
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
}
