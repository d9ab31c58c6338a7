// Python with all that owm_net is made of, in the thread that asks for it.

import * as canvas from "./canvas.mjs";
import * as pixels from "./pixels.mjs";
import * as points from "./points.mjs";
import { loadPyodide } from "./pyodide.mjs";
import sodium from "./libsodium-wrappers.mjs";

const HERE = new URL(".", import.meta.url).href;
const STEPS = 4;

async function bytesOf(name) {
  const answer = await fetch(HERE + name);
  if (!answer.ok) throw Object.assign(new Error(`${name} is missing on the server (${answer.status})`), { status: answer.status });
  return new Uint8Array(await answer.arrayBuffer());
}

/** What rejects if Python's machine code does not come: its loader would wait for ever. */
function broken() {
  const real = WebAssembly.instantiateStreaming;
  return new Promise((_, reject) => {
    WebAssembly.instantiateStreaming = (...given) => {
      const made = real.apply(WebAssembly, given);
      made.catch(reject);
      return made;
    };
  });
}

/** Write the files of a zip that packs nothing: 30 bytes, a name, more, the file (APPNOTE 4.3.7). */
function unpack(FS, data, folder) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const utf8 = new TextDecoder();
  const made = new Set();
  for (let at = 0; view.getUint32(at, true) === 0x04034b50; ) {
    const size = view.getUint32(at + 18, true);
    const named = at + 30 + view.getUint16(at + 26, true);
    const path = `${folder}/${utf8.decode(data.subarray(at + 30, named))}`;
    const parent = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(parent)) FS.mkdirTree(parent);
    made.add(parent);
    const start = named + view.getUint16(at + 28, true);
    at = start + size;
    FS.writeFile(path, data.subarray(start, at), { canOwn: true });
  }
}

/** Load it. tell(text, done, total) hears how far that is. drawing: what draws, if not this thread. */
export async function start(tell, drawing = { ...pixels, ...canvas }) {
  tell("Loading Python …", 0, STEPS);
  const archive = bytesOf("owm_net.zip");
  const [python] = await Promise.all([
    Promise.race([
      broken(),
      loadPyodide({ indexURL: HERE, env: { HOME: "/home", OWM_HOME: "/home/owm", LANGUAGE: navigator.language } }),
    ]),
    sodium.ready,
  ]);
  tell("Loading the games …", 2, STEPS);
  python.registerJsModule("page_sodium", sodium);
  python.registerJsModule("page_points", { ...points });
  python.registerJsModule("page_pixels", drawing);
  unpack(python.FS, await archive, "/owm_net");
  tell("Starting …", 3, STEPS);
  await python.runPythonAsync(`
import sys
sys.path.insert(0, "/owm_net/stand_ins")
sys.path.insert(1, "/owm_net")
`);
  return python;
}
