// Python, in a thread of its own. It loads once; then it answers what the page asks.

import { loadPyodide } from "./pyodide.mjs";
import sodium from "./libsodium-wrappers.mjs";

const HERE = new URL(".", import.meta.url).href;
const STEPS = 4;
let python;

function tell(text, done) {
  postMessage({ kind: "loading", text, done, total: STEPS });
}

async function bytesOf(name) {
  const answer = await fetch(HERE + name);
  if (!answer.ok) throw new Error(`${name} is missing on the server (${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

async function begin() {
  tell("Loading Python …", 0);
  const archive = bytesOf("owm_net.zip");
  const [loaded] = await Promise.all([
    loadPyodide({ indexURL: HERE, env: { HOME: "/home", OWM_HOME: "/home/owm" } }),
    sodium.ready,
  ]);
  python = loaded;
  tell("Loading the games …", 2);
  python.registerJsModule("owm_sodium", sodium);
  python.FS.writeFile("/owm_net.zip", await archive);
  tell("Starting …", 3);
  await python.runPythonAsync(`
import sys
sys.path.insert(0, "/owm_net.zip/stand_ins")
sys.path.insert(1, "/owm_net.zip")
import owm_net.web.main as main
`);
  postMessage({ kind: "ready" });
}

const begun = begin();
begun.catch((error) => postMessage({ kind: "failed", why: String(error.message ?? error).trim().split("\n").at(-1) }));

const ANSWERS = {
  verify({ name, bytes }) {
    const main = python.pyimport("owm_net.web.main");
    const progress = (done, total) => postMessage({ kind: "progress", done, total });
    const [code, text] = main.verify(name, new Uint8Array(bytes), progress).toJs();
    return { code, text };
  },
};

onmessage = async ({ data }) => {
  try {
    await begun;
    postMessage({ kind: "answer", number: data.number, answer: ANSWERS[data.kind](data) });
  } catch (error) {
    postMessage({ kind: "answer", number: data.number, why: String(error.message ?? error).trim().split("\n").at(-1) });
  }
};
