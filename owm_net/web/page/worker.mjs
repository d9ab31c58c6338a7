// Python, in a thread of its own. It loads once; then it answers what the page asks.

import { attach } from "./canvas.mjs";
import { openJournals } from "./journal.mjs";
import { start } from "./python.mjs";

let python;
let main;

const why = (error) => String(error.message ?? error).trim().split("\n").at(-1);

async function begin() {
  python = await start((text, done, total) => postMessage({ kind: "loading", text, done, total }));
  main = python.pyimport("owm_net.web.main");
  postMessage({ kind: "ready" });
}

const begun = begin();
begun.catch((error) => postMessage({ kind: "failed", why: why(error) }));

function tell(kind, values) {
  postMessage({ kind, ...values });
}

const ANSWERS = {
  verify({ name, bytes }) {
    const progress = (done, total) => postMessage({ kind: "progress", done, total });
    const [code, text] = main.verify(name, new Uint8Array(bytes), progress).toJs();
    return { code, text };
  },

  /** Runs until the page is closed; answers once it has begun. */
  async play({ canvas, given }) {
    const journals = await openJournals();
    attach(canvas);
    main.play(tell, { ...given, journals }).catch((error) => postMessage({ kind: "failed", why: why(error) }));
    return { keeps: journals !== null };
  },
};

onmessage = async ({ data }) => {
  if (data.kind === "event") {
    try {
      main?.hear(data.event);
    } catch (error) {
      postMessage({ kind: "failed", why: why(error) });
    }
    return;
  }
  try {
    await begun;
    postMessage({ kind: "answer", number: data.number, answer: await ANSWERS[data.kind](data) });
  } catch (error) {
    postMessage({ kind: "answer", number: data.number, why: why(error) });
  }
};
