// Python, in a thread of its own. It loads once; then it answers what the page asks.

import { over } from "./drawing.mjs";
import { openJournals } from "./journal.mjs";
import { start } from "./python.mjs";
import * as thinking from "./thinking.mjs";

const PART = 0.03; // seconds for which Python loads what a player will need
const PAUSE = 30; // milliseconds after it, while they play
let main;
let plays = false;

const why = (error) => String(error.message ?? error).trim().split("\n").at(-1);

async function begin(port) {
  const tell = (text, done, total) => postMessage({ kind: "loading", text, done, total });
  const python = await start(tell, over(port));
  python.registerJsModule("page_thinker", { ...thinking });
  main = python.pyimport("owm_net.web.main");
  postMessage({ kind: "ready" });
  prepare();
}

function prepare() {
  if (main.load(PART)) setTimeout(prepare, plays ? PAUSE : 0);
}

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
  async play({ given }) {
    const journals = await openJournals();
    plays = true;
    main.play(tell, { ...given, journals }).catch((error) => postMessage({ kind: "failed", why: why(error) }));
    return { keeps: journals !== null };
  },
};

let begun;
onmessage = async ({ data }) => {
  if (data.kind === "offline") {
    dispatchEvent(new Event("offline")); // owm_net/web/socket.py listens
    return;
  }
  if (data.kind === "begin") {
    begun = begin(data.port);
    begun.catch((error) => postMessage({ kind: "failed", why: why(error), again: !(error.status < 500) }));
    return;
  }
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
