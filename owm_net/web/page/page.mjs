// What lies before the player: it hands what they do to Python, in a worker, and shows what that says.
// Python may think for a second; this thread never does, so the page always answers.

import { tr } from "./german.mjs";
import { hear, write } from "./table.mjs";
import { say as sayInWords } from "./words.mjs";

const LOOKS = { 0: "good", 1: "bad" };
const CANNOT = 3; // the exit code for what is no log
const MOST = 64 << 20; // bytes of a file that the page reads
const MANY = 8; // files at once

const $ = (id) => document.getElementById(id);
const PAUSES = [1, 3, 9]; // seconds after which what did not come is asked for again
let worker = null; // both are null in such a pause
let artist = null;
let tries = 0;
const asked = new Map(); // number of a question -> what takes its answer
let questions = 0;
let ready = false;
let keeps = false; // what is played, beyond this tab
let over = false;

let settle;
const loaded = new Promise((resolve, reject) => (settle = { resolve, reject }));

async function ask(kind, given, transfer = []) {
  await loaded;
  return new Promise((resolve, reject) => {
    asked.set(++questions, { resolve, reject });
    worker.postMessage({ kind, number: questions, ...given }, transfer);
  });
}

/** Something was done at the canvas. */
function happened(event) {
  worker?.postMessage({ kind: "event", event });
}

function say(text) {
  $("state").textContent = tr(text);
}

function advance(done, total) {
  $("progress").hidden = done >= total;
  $("progress").max = Math.max(1, total);
  $("progress").value = done;
}

/** What Python says of an error, without where it was. */
function lastLine(text) {
  return (text ?? "").trim().split("\n").at(-1).slice(0, 300);
}

function fail(why) {
  over = true;
  settle.reject(new Error(why));
  document.body.classList.remove("plays");
  $("table").hidden = true;
  const next = keeps ? "Every match is kept: reload the page to go on." : "Reload it to try again.";
  say(`${tr("This page cannot go on: {why}.", { why: tr(why) })} ${tr(next)}`);
  $("progress").hidden = true;
}

/** Begin both threads. What the browser has loaded before, it does not ask the server for again. */
function begin() {
  if (over) return;
  worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
  artist = new Worker(new URL("artist.mjs", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ kind: "begin", port: port1 }, [port1]);
  artist.postMessage({ kind: "listen", port: port2 }, [port2]);
  worker.onerror = artist.onerror = (event) => stumble(lastLine(event.message) || "a part of it could not be loaded");
  artist.onmessage = () => (document.documentElement.dataset.drawn = "yes");
  worker.onmessage = hears;
}

/** Something went wrong. Before all is loaded that may be the network, and all is begun anew. */
function stumble(why, again = true) {
  if (worker === null) return; // it has been said
  if (ready || !again || tries >= PAUSES.length) return fail(why);
  for (const thread of [worker, artist]) thread.terminate();
  worker = artist = null;
  say("A part of this page did not come. It is asked for again …");
  setTimeout(begin, 1000 * PAUSES[tries++]);
}

function hears({ data }) {
  if (over) return;
  if (data.kind === "loading") {
    say(data.text);
    advance(data.done, data.total);
  } else if (data.kind === "ready") {
    ready = true;
    settle.resolve();
    say("Ready.");
    $("begin").disabled = false;
    advance(1, 1);
    document.documentElement.dataset.ready = "yes";
  } else if (data.kind === "failed") {
    stumble(data.why, data.again);
  } else if (data.kind === "progress") {
    advance(data.done, data.total);
  } else if (data.kind === "drawn") {
    write(data.writes, data.foot);
  } else if (data.kind === "words") {
    sayInWords($("table"), data, happened);
  } else if (data.kind === "copy") {
    navigator.clipboard?.writeText(data.text).catch(() => {});
  } else if (data.kind === "keep") {
    if (keeps) navigator.storage.persist?.(); // some browsers ask the player
  } else if (data.kind === "caption") {
    document.title = data.text;
  } else if (data.kind === "full") {
    (data.full ? document.documentElement.requestFullscreen() : document.exitFullscreen())?.catch?.(() => {});
  } else if (data.kind === "give") {
    give(data.name, data.bytes);
  } else if (data.kind === "choose") {
    $("files").click();
  } else if (data.kind === "answer") {
    const waiting = asked.get(data.number);
    asked.delete(data.number);
    if (data.why === undefined) waiting?.resolve(data.answer);
    else waiting?.reject(new Error(data.why));
  }
}

/** Hand the player a file, as a download. */
function give(name, bytes) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** What Python takes of some files; large: the name of one that is not read. */
async function read(files) {
  const few = [...files].slice(0, MANY);
  const small = few.filter((file) => file.size <= MOST);
  const given = await Promise.all(
    small.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
  return { files: given, large: few.find((file) => file.size > MOST)?.name ?? "" };
}

/** Files were dropped on the page, or chosen. */
async function take(files) {
  if (!files.length) return;
  if (!document.body.classList.contains("plays")) return verify(files[0]);
  happened({ kind: "files", ...(await read(files)) });
}

let checked; // the log that can be watched

/** What a file is called in a sentence. Whoever sent it may have chosen its name. */
function shown(file) {
  return file.name.replace(/[^\p{L}\p{N} ._()+-]/gu, "_").slice(-100);
}

async function verify(file) {
  const verdict = $("verdict");
  verdict.className = "";
  $("watch").hidden = true;
  if (file.size > MOST) {
    verdict.textContent = tr("{name}: larger than anything that this page reads ({most} MiB)", { name: shown(file), most: MOST >> 20 });
    return;
  }
  verdict.textContent = tr(ready ? "Checking every rule and every proof …" : "Waiting for the page to load …");
  try {
    const bytes = await file.arrayBuffer();
    const { code, text } = await ask("verify", { name: shown(file), bytes }, [bytes]);
    verdict.className = LOOKS[code] ?? "open";
    verdict.textContent = text;
    checked = file;
    $("watch").hidden = code === CANNOT;
  } catch (error) {
    verdict.textContent = tr("{name} could not be read: {why}", { name: shown(file), why: error.message });
  }
  advance(1, 1);
}

/** What stands behind the # of the link. Anybody may have written it. */
function invitation() {
  const said = location.hash.slice(1, 1000);
  try {
    return decodeURIComponent(said).slice(0, 200);
  } catch {
    return said.slice(0, 200); // a % that means nothing
  }
}

/** watched: the log with which it begins. */
async function play(watched) {
  const canvas = $("canvas");
  $("begin").disabled = true;
  document.body.classList.add("plays");
  $("table").hidden = false;
  $("table").focus();
  const box = canvas.getBoundingClientRect();
  const given = {
    width: Math.round(box.width),
    height: Math.round(box.height),
    ratio: devicePixelRatio,
    host: location.hostname.replace(/^\[|\]$/g, ""), // brackets around an IPv6 number
    port: Number(location.port) || (location.protocol === "https:" ? 443 : 80),
    secure: location.protocol === "https:",
    page: location.origin + location.pathname,
    invited: invitation(),
    watched: watched ? (await read([watched])).files : [],
  };
  const drawing = canvas.transferControlToOffscreen();
  try {
    artist.postMessage({ kind: "attach", canvas: drawing }, [drawing]);
    ({ keeps } = await ask("play", { given }));
    hear(canvas, happened);
  } catch (error) {
    fail(error.message);
  }
}

/** Say beforehand what this browser cannot do. */
async function look() {
  const lacks = typeof WebAssembly !== "object" ? "WebAssembly" : "transferControlToOffscreen" in HTMLCanvasElement.prototype ? "" : "OffscreenCanvas";
  if (lacks) {
    worker?.terminate();
    fail(tr("this browser lacks {what}, which a newer one has", { what: lacks }));
  }
  try {
    await navigator.storage.getDirectory();
  } catch {
    $("kept").textContent = tr("This browser keeps nothing of this page, as in a private window: a match is lost when its tab is closed.");
  }
}

loaded.catch(() => {}); // fail says it
begin();
look();
addEventListener("offline", () => worker?.postMessage({ kind: "offline" })); // not each browser tells workers
document.body.classList.toggle("invited", location.hash.length > 1);
$("begin").addEventListener("click", () => play());
$("turn").addEventListener("click", async () => {
  try {
    await document.documentElement.requestFullscreen();
    await screen.orientation.lock("landscape"); // a phone may be told to stay upright
  } catch {
    // this browser cannot: the player turns it
  }
});
$("read").addEventListener("click", () => $("table").classList.toggle("reads"));
$("watch").addEventListener("click", () => play(checked));
for (const id of ["file", "files"]) {
  $(id).addEventListener("change", async () => {
    await take($(id).files);
    $(id).value = ""; // the same one may be chosen again
  });
}
addEventListener("dragover", (event) => {
  event.preventDefault();
  document.body.classList.add("drops");
});
addEventListener("dragleave", () => document.body.classList.remove("drops"));
addEventListener("drop", (event) => {
  event.preventDefault();
  document.body.classList.remove("drops");
  take(event.dataTransfer.files);
});
