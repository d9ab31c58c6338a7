// Questions to the thread that thinks (thinker.mjs), which is begun when it is first needed.

let thinker = null;
let questions = 0;
const waiting = new Map(); // number of a question -> what takes its answer

/** Begin it, if there is none. */
export function prepare() {
  if (thinker !== null) return;
  thinker = new Worker(new URL("thinker.mjs", import.meta.url), { type: "module" });
  thinker.onmessage = ({ data: { number, found } }) => {
    const answered = waiting.get(number);
    waiting.delete(number);
    answered(found);
  };
  thinker.onerror = () => {
    thinker = null; // the next question begins another
    const left = [...waiting.values()];
    waiting.clear();
    for (const answered of left) answered(undefined);
  };
}

/** Ask it. answered: takes the bytes that it finds; undefined where it does not run. */
export function ask(asked, answered) {
  prepare();
  waiting.set(++questions, answered);
  thinker.postMessage({ number: questions, asked });
}
