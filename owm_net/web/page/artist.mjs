// Draws the pictures and paints the scene, in a thread of its own: Python never waits for pixels.
// What it is told comes in order. Lettering and boxes are drawn at once; faces, which may take a
// second, a part at a time, so that a frame never waits for one. The page begins it, not the worker
// with Python: what a worker's worker paints, Firefox does not show.

import { attach, paint } from "./canvas.mjs";
import { bytes, font, run } from "./pixels.mjs";

const PART = 8; // milliseconds of a face

const faces = []; // lists still to be carried out, each with how far it is
const turn = new MessageChannel();
let python = null; // a port
let scene = null; // to be painted as soon as what has been told before is done

function goOn() {
  if (scene !== null) {
    const { w, h, list } = scene;
    scene = null;
    paint(w, h, list);
    postMessage({ kind: "painted" });
  } else if (faces.length) {
    const face = faces[0];
    face.at = run(face.list, face.at, performance.now() + PART);
    if (face.at >= face.list.length) {
      faces.shift();
      if (face.number) python.postMessage({ number: face.number, pixels: face.read ? bytes(face.read) : null });
    }
  }
  if (scene !== null || faces.length) turn.port2.postMessage(null);
}

turn.port1.onmessage = goOn;

const TOLD = {
  listen({ port }) {
    python = port;
    port.onmessage = hear;
  },
  attach: ({ canvas }) => attach(canvas),
  font: ({ bytes }) => font(bytes),
  run: ({ list }) => run(list),
  later({ list, number, read }) {
    faces.push({ list, number, read, at: 0 });
    if (faces.length === 1 && scene === null) turn.port2.postMessage(null);
  },
  paint(given) {
    if (scene === null && !faces.length) turn.port2.postMessage(null);
    scene = given; // only the newest counts
  },
};

const hear = ({ data }) => TOLD[data.kind](data);
onmessage = hear;
