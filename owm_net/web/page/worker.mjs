// Python, in a thread of its own. It loads once; then it answers what the page asks.

import { start } from "./python.mjs";

let python;

async function begin() {
  python = await start((text, done, total) => postMessage({ kind: "loading", text, done, total }));
  python.pyimport("owm_net.web.main");
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
