// Python with all that owm_net is made of, in the thread that asks for it.

import * as canvas from "./canvas.mjs";
import * as pixels from "./pixels.mjs";
import { loadPyodide } from "./pyodide.mjs";
import sodium from "./libsodium-wrappers.mjs";

const HERE = new URL(".", import.meta.url).href;
const STEPS = 4;

async function bytesOf(name) {
  const answer = await fetch(HERE + name);
  if (!answer.ok) throw new Error(`${name} is missing on the server (${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Load it. tell(text, done, total) hears how far that is. */
export async function start(tell) {
  tell("Loading Python …", 0, STEPS);
  const archive = bytesOf("owm_net.zip");
  const [python] = await Promise.all([
    loadPyodide({ indexURL: HERE, env: { HOME: "/home", OWM_HOME: "/home/owm" } }),
    sodium.ready,
  ]);
  tell("Loading the games …", 2, STEPS);
  python.registerJsModule("owm_sodium", sodium);
  python.registerJsModule("owm_pixels", { ...pixels });
  python.registerJsModule("owm_canvas", { ...canvas });
  python.unpackArchive(await archive, "zip", { extractDir: "/owm_net" });
  tell("Starting …", 3, STEPS);
  await python.runPythonAsync(`
import sys
sys.path.insert(0, "/owm_net/stand_ins")
sys.path.insert(1, "/owm_net")
`);
  return python;
}
