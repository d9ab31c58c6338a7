// The canvas, and what is done at it: pointer, wheel, touch, keys, pasting, dropping a file. All of it
// goes to Python as plain events (owm_net/web/window.py); the worker paints the canvas itself.

const NAMED = {
  " ": "space", Enter: "enter", Escape: "escape", Tab: "tab", Backspace: "backspace", Delete: "delete",
  Insert: "insert", ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right",
  PageUp: "pageup", PageDown: "pagedown", Home: "home", End: "end", "+": "+", "=": "+", "-": "-",
  ",": ",", ".": ".",
};
const LEFT_TO_THE_BROWSER = new Set(["F5", "F11", "F12"]); // reload, the whole screen, its tools
const BUTTONS = ["left", "middle", "right"];
const NOTCH = 100; // pixels of a wheel's notch
const LINES = 3; // and lines of one
const SLIP = 8; // pixels that a finger may slip in a tap
const LONG = 600; // milliseconds; a finger that rests longer reads what it points at, and presses nothing
const NEAR = 14; // pixels by which a finger may miss
const AIR = 8; // pixels between what is written and the keyboard of a telephone
const LONGEST = 10_000; // letters of what is pasted

function nameOf(event) {
  if (event.key in NAMED) return NAMED[event.key];
  if (/^F([1-9]|1[0-2])$/.test(event.key)) return event.key.toLowerCase();
  if (/^[a-zA-Z0-9]$/.test(event.key)) return event.key.toLowerCase();
  return /^Digit[0-9]$/.test(event.code) && event.shiftKey ? event.code.at(-1) : "";
}

/** Hear what is done at a canvas. send: takes each event. */
export function hear(canvas, send) {
  const touches = new Map(); // fingers on the canvas -> where they are
  const keyboard = document.getElementById("keyboard");
  let finger = null; // the first one, while it may still press, drag or only point
  let apart = 0; // two fingers, in pixels
  let hand = ""; // the button that is held

  const place = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const measure = () => {
    const box = canvas.getBoundingClientRect();
    send({ kind: "size", width: Math.round(box.width), height: Math.round(box.height), ratio: devicePixelRatio });
  };
  const between = () => {
    const [a, b] = [...touches.values()];
    return { apart: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  };

  new ResizeObserver(measure).observe(canvas);
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", measure);

  canvas.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    canvas.setPointerCapture(event.pointerId);
    document.getElementById("table").focus();
    if (event.pointerType === "touch") {
      touches.set(event.pointerId, place(event));
      if (touches.size === 2) {
        if (hand) send({ kind: "let go", button: hand });
        [finger, hand, apart] = [null, "middle", between().apart];
        send({ kind: "grab", x: between().x, y: between().y });
      } else if (touches.size === 1) {
        finger = { ...place(event), since: event.timeStamp };
        send({ kind: "move", x: finger.x, y: finger.y, held: false }); // it comes from nowhere
      }
      return;
    }
    hand = BUTTONS[event.button] ?? "middle";
    send({ kind: "press", ...place(event), button: hand });
  });
  const touch = () => {
    send({ kind: "press", x: finger.x, y: finger.y, button: "left", near: NEAR });
    [finger, hand] = [null, "left"];
  };
  canvas.addEventListener("pointermove", (event) => {
    const now = place(event);
    if (touches.has(event.pointerId)) {
      touches.set(event.pointerId, now);
      if (touches.size === 2) {
        pinch();
        return;
      }
      if (finger && Math.hypot(now.x - finger.x, now.y - finger.y) > SLIP) touch();
      if (!hand) return;
    }
    send({ kind: "move", ...now, held: (event.buttons & 1) === 1 });
  });
  const pinch = () => {
    const now = between();
    send({ kind: "move", x: now.x, y: now.y, held: true });
    const steps = Math.log2(now.apart / apart) * 4;
    if (Math.abs(steps) < 0.5) return;
    send({ kind: "scroll", x: now.x, y: now.y, down: steps, across: 0 });
    apart = now.apart;
  };
  const lift = (event) => {
    touches.delete(event.pointerId);
    if (finger && event.type === "pointerup" && event.timeStamp - finger.since < LONG) touch();
    if (hand) send({ kind: "let go", button: hand });
    if (event.pointerType === "touch" && (hand || finger)) send({ kind: "move", x: -1, y: -1, held: false });
    [finger, hand] = [null, ""];
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") send({ kind: "move", x: -1, y: -1, held: false });
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const notch = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? NOTCH : LINES;
      send({ kind: "scroll", ...place(event), down: -event.deltaY / notch, across: event.deltaX / notch });
    },
    { passive: false },
  );

  addEventListener("keydown", (event) => {
    if (event.isComposing || LEFT_TO_THE_BROWSER.has(event.key)) return;
    if (event.target.dataset?.id && [" ", "Enter"].includes(event.key)) return; // it presses that button
    const ctrl = event.ctrlKey || event.metaKey;
    const name = nameOf(event);
    if (ctrl && !["a", "c", "x", "left", "right", "up", "down"].includes(name)) return; // Ctrl+V pastes
    const text = event.key.length === 1 && !ctrl && !event.altKey ? event.key : "";
    if (!name && !text) return;
    event.preventDefault();
    send({ kind: "key", name, text, shift: event.shiftKey, ctrl, again: event.repeat });
  });
  addEventListener("keyup", (event) => event.key === " " && send({ kind: "let go", button: "space" }));
  keyboard.addEventListener("input", () => {
    // the keyboard of a telephone tells no keys
    for (const letter of keyboard.value.slice(1)) {
      send({ kind: "key", name: "", text: letter, shift: false, ctrl: false, again: false });
    }
    if (!keyboard.value) send({ kind: "key", name: "backspace", text: "", shift: false, ctrl: false, again: false });
    keyboard.value = " ";
  });
  addEventListener("paste", (event) => {
    event.preventDefault();
    const text = event.clipboardData.getData("text/plain").slice(0, LONGEST);
    if (text) send({ kind: "paste", text });
  });
  addEventListener("blur", () => send({ kind: "away" }));
  addEventListener("focus", () => send({ kind: "back" }));
  measure();
}

let foot = 0; // the lower edge of what is written in

/** Push the table up where the keyboard of a telephone would cover what is written. */
function lift() {
  const writes = document.activeElement === document.getElementById("keyboard");
  const under = foot + AIR - (visualViewport.offsetTop + visualViewport.height);
  document.getElementById("table").style.transform = writes && under > 0 ? `translateY(${-under}px)` : "";
}
for (const kind of ["resize", "scroll"]) visualViewport?.addEventListener(kind, lift);

/** Bring up the keyboard of a telephone while something is written, and put it away afterwards.
 *  lowest: the lower edge of that. */
export function write(writes, lowest) {
  const keyboard = document.getElementById("keyboard");
  if (!matchMedia("(pointer: coarse)").matches) return;
  foot = lowest;
  if (writes && document.activeElement !== keyboard) {
    keyboard.value = " ";
    keyboard.focus({ preventScroll: true });
  } else if (!writes && document.activeElement === keyboard) keyboard.blur();
  lift();
}
