// What the page itself says, in the browser's language; index.html has the rest in both. What Python
// says it translates itself.

const GERMAN = {
  "Loading …": "Lädt …",
  "Loading Python …": "Python wird geladen …",
  "Loading the games …": "Die Spiele werden geladen …",
  "Starting …": "Startet …",
  "A part of this page did not come. It is asked for again …": "Ein Teil dieser Seite kam nicht an. Er wird noch einmal angefordert …",
  "Ready.": "Bereit.",
  "This page cannot go on: {why}.": "Diese Seite kann nicht weitermachen: {why}.",
  "Every match is kept: reload the page to go on.": "Jede Partie ist gesichert: Lade die Seite neu, um weiterzuspielen.",
  "Reload it to try again.": "Lade sie neu, um es noch einmal zu versuchen.",
  "a part of it could not be loaded": "ein Teil davon ließ sich nicht laden",
  "owm_net is open in another tab of this browser: go on there, or close it":
    "owm_net ist in einem anderen Tab dieses Browsers offen: Mach dort weiter oder schließ ihn",
  "{name}: larger than anything that this page reads ({most} MiB)":
    "{name}: größer als alles, was diese Seite liest ({most} MiB)",
  "Checking every rule and every proof …": "Jede Regel und jeder Beweis wird geprüft …",
  "Waiting for the page to load …": "Erst muss die Seite geladen sein …",
  "{name} could not be read: {why}": "{name} ließ sich nicht lesen: {why}",
  "this browser lacks {what}, which a newer one has": "diesem Browser fehlt {what}, ein neuerer hat es",
  "This browser keeps nothing of this page, as in a private window: a match is lost when its tab is closed.":
    "Dieser Browser behält nichts von dieser Seite, wie in einem privaten Fenster: Eine Partie ist verloren, wenn ihr Tab geschlossen wird.",
  "The table of the game": "Der Spieltisch",
  "Everything in words": "Alles in Worten",
  "What you can press": "Was du drücken kannst",
  "What it says": "Was dort steht",
};

const german = navigator.language.toLowerCase().startsWith("de");
document.documentElement.lang = german ? "de" : "en";

/** A text in the browser's language. given: what stands in it by name. */
export function tr(text, given = {}) {
  const said = (german && GERMAN[text]) || text;
  return said.replace(/\{(\w+)\}/g, (whole, name) => given[name] ?? whole);
}

for (const part of document.querySelectorAll("[aria-label]")) part.ariaLabel = tr(part.ariaLabel);
