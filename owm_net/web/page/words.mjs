// The canvas in words, beside it: buttons and lines for screen readers, and for telephones, on which
// the table is small (page.css shows them there).
// owm_net/web/choices.py tells what has changed.

const buttons = new Map(); // id of a choice -> its button
let told = 0;

function describe(button, name, more, states) {
  button.textContent = name;
  button.dataset.states = states;
  button.setAttribute("aria-pressed", states.split(" ").includes("chosen"));
  button.setAttribute("aria-disabled", states.split(" ").includes("refused"));
  if (more) button.setAttribute("aria-description", more);
  else button.removeAttribute("aria-description");
}

/** Say it. send: takes what is chosen. */
export function say(table, { order, choices, focus, prompt, texts }, send) {
  const list = table.querySelector("[role=group]");
  for (const [id, ...words] of choices) {
    if (!buttons.has(id)) {
      const button = document.createElement("button");
      Object.assign(button, { id: `choice ${id}`, tabIndex: -1, onclick: () => send({ kind: "choose", id }) });
      button.dataset.id = id;
      buttons.set(id, button);
    }
    describe(buttons.get(id), ...words);
  }
  if (order) {
    const now = new Set(order);
    for (const id of buttons.keys()) if (!now.has(id)) buttons.delete(id);
    list.replaceChildren(...order.map((id) => buttons.get(id)));
  }
  if (focus) table.setAttribute("aria-activedescendant", `choice ${focus}`);
  else if (focus === "") table.removeAttribute("aria-activedescendant");
  if (prompt !== undefined) {
    document.getElementById("prompt").textContent = prompt;
    document.getElementById("words").scrollTop = 0; // a new question is read from its beginning
  }
  if (texts) {
    const names = new Set([...buttons.values()].map((button) => button.textContent.toLowerCase()));
    const lines = texts.map((text) => Object.assign(document.createElement("p"), { textContent: text }));
    for (const line of lines) line.classList.toggle("twice", names.has(line.textContent.toLowerCase()));
    table.querySelector("[role=document]").replaceChildren(...lines);
  }
  table.dataset.told = ++told;
}
