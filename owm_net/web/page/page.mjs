// What lies before the player: it hands what they do to Python, in a worker, and shows what that says.
// Python may think for a second; this thread never does, so the page always answers.

const LOOKS = { 0: "good", 1: "bad" };
const MOST = 64 << 20; // bytes of any log, as files/logfile.py has it

const $ = (id) => document.getElementById(id);
const worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
const asked = new Map(); // number of a question -> what takes its answer
let questions = 0;
let ready = false;

function ask(kind, given, transfer = []) {
  return new Promise((resolve, reject) => {
    asked.set(++questions, { resolve, reject });
    worker.postMessage({ kind, number: questions, ...given }, transfer);
  });
}

function say(text) {
  $("state").textContent = text;
}

function advance(done, total) {
  $("progress").hidden = done >= total;
  $("progress").max = Math.max(1, total);
  $("progress").value = done;
}

function fail(why) {
  say(`This page cannot go on: ${why}. Reload it to try again.`);
  $("progress").hidden = true;
}

worker.onerror = (event) => fail(event.message || "a part of it could not be loaded");
worker.onmessage = ({ data }) => {
  if (data.kind === "loading") {
    say(data.text);
    advance(data.done, data.total);
  } else if (data.kind === "ready") {
    ready = true;
    say("Ready.");
    advance(1, 1);
    document.documentElement.dataset.ready = "yes";
  } else if (data.kind === "failed") {
    fail(data.why);
  } else if (data.kind === "progress") {
    advance(data.done, data.total);
  } else if (data.kind === "answer") {
    const waiting = asked.get(data.number);
    asked.delete(data.number);
    if (data.why === undefined) waiting?.resolve(data.answer);
    else waiting?.reject(new Error(data.why));
  }
};

async function verify(file) {
  const verdict = $("verdict");
  verdict.className = "";
  if (file.size > MOST) {
    verdict.textContent = `${file.name}: larger than any log (${MOST >> 20} MiB)`;
    return;
  }
  verdict.textContent = ready ? "Checking every rule and every proof …" : "Waiting for the page to load …";
  try {
    const bytes = await file.arrayBuffer();
    const { code, text } = await ask("verify", { name: file.name, bytes }, [bytes]);
    verdict.className = LOOKS[code] ?? "open";
    verdict.textContent = text;
  } catch (error) {
    verdict.textContent = `${file.name} could not be read: ${error.message}`;
  }
  advance(1, 1);
}

$("file").addEventListener("change", () => $("file").files.length && verify($("file").files[0]));
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("drops");
});
addEventListener("dragleave", () => document.body.classList.remove("drops"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("drops");
  if (event.dataTransfer.files.length) verify(event.dataTransfer.files[0]);
});
