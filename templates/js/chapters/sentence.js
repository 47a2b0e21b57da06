// The chapter that follows a sentence: words to put together, one to follow, a temperature.
//
// An address without words is the book's own page, as it was built.

/** @import { Program } from "../data.js" */
/** @import { View } from "../engine/run.js" */
import { make, only } from "../elements/make.js";
import { Run } from "../engine/run.js";
import { hashOf, readAddress } from "../site/address.js";
import { published } from "../site/published.js";
import {
  arrive,
  button,
  enable,
  examplesOf,
  followedIn,
  guessed,
  markCurrent,
  placed,
  rewrite,
  wordsIn,
} from "./controls.js";
import { Page } from "./page.js";
import { fault, wordsOf } from "./words.js";

/** @typedef {{ words: string[], at: number, heat: string }} Choice words, the place followed, a temperature */

const [COLDEST, HOTTEST] = [0.2, 3];

/**
 * Let readers make a sentence of their own.
 * @param {HTMLElement} main
 * @param {HTMLElement} sentence
 * @param {Program} program
 */
function followSentence(main, sentence, program) {
  const own = wordsIn(sentence);
  const ownAt = followedIn(sentence);
  const tempered = only(main, '[data-own="temperature"]');
  const ownHeat = only(tempered, '[data-of="temperature_*"]').textContent ?? "";
  /** @type {Choice} */
  const home = { words: own, at: ownAt, heat: ownHeat };
  const same = (/** @type {string[]} */ words) => words.join(" ") === own.join(" ");
  const isHome = (/** @type {Choice} */ { words, at }) => same(words) && at === ownAt;

  // ---- the choice, in the address ----

  /**
   * Read what the address asks for.
   * @returns {Choice}
   */
  function wanted() {
    const state = readAddress();
    const words = wordsOf(state.words ?? "");
    const place = Number(state.at);
    const tenths = Math.round(Number(state.t) * 10) / 10;
    const heat = tenths >= COLDEST && tenths <= HOTTEST ? String(tenths) : ownHeat;
    if (!words.length) return { ...home, heat };
    const known = Number.isInteger(place) && place >= 1 && place <= words.length;
    return { words, at: known ? place : words.length, heat };
  }

  let now = home;

  /** @param {Choice} choice */
  function hashFor(choice) {
    const { words, at, heat } = choice;
    const chosen = isHome(choice) ? {} : { words: words.join(" "), at };
    return hashOf({ ...chosen, ...(heat === ownHeat ? {} : { t: heat }) });
  }

  /** @param {Partial<Choice>} change */
  function go(change) {
    location.hash = hashFor({ ...now, ...change });
  }

  // ---- the box under the sentence ----

  const status = make("p", { class: "own-status", role: "status" });
  const add = (/** @type {string} */ word) =>
    go({ words: [...now.words, word], at: now.words.length + 1 });
  const adds = program.vocabulary.map((word) => button(() => add(word), word));
  const guess = button(() => add(guess.dataset.word ?? ""));
  const less = button(() => {
    const words = now.words.filter((_, i) => i + 1 !== now.at);
    go({ words, at: Math.max(1, now.at - 1) });
  });
  const back = make("a", { href: "#" }, `Back to “${own.join(" ")}”`);
  const lead = "Make it a sentence of your own: press a word to add it at the end.";
  const box = make(
    "section",
    { class: "own", "aria-label": "A sentence of your own" },
    make("p", { class: "own-lead" }, lead),
    make("p", { class: "own-words" }, ...adds),
    make("p", { class: "own-less" }, guess, less, back),
    status,
  );

  const dial = make("input", {
    type: "range",
    min: String(COLDEST),
    max: String(HOTTEST),
    step: "0.1",
    "aria-label": "Temperature",
  });
  const reading = make("b", { "aria-hidden": "true" }); // the slider says its value itself
  const label = make("label", {}, "Temperature ", dial);
  const heater = make("p", { class: "own own-heat" }, label, " ", reading);
  dial.addEventListener("input", () => {
    history.replaceState(null, "", hashFor({ ...now, heat: String(Number(dial.value)) }));
    show();
  });

  // ---- the page ----

  /** @type {Run | undefined} stays for other places and temperatures of the same words */
  let last;

  /** @param {string[]} words */
  function runOf(words) {
    if (last?.words.join(" ") !== words.join(" ")) last = new Run(program, words);
    return /** @type {Run} */ (last);
  }

  /**
   * @param {Choice} choice
   * @returns {View & { temperature: string }}
   */
  function viewOf(choice) {
    const run = runOf(choice.words);
    run.at(choice.heat);
    return { run, here: choice.at, temperature: choice.heat, book: isHome(choice) };
  }

  const page = new Page(main, sentence, box, () => viewOf(home));
  page.place(heater, '[data-own="temperature"]');
  const examples = examplesOf(main);

  /**
   * Say what the page shows of a view that isn't the book's own.
   * @param {View & { temperature: string }} view
   */
  function described({ run, here, temperature }) {
    const word = run.answer(here);
    const share = (/** @type {string} */ name) =>
      run.figure(`${name}.share[${here},${word}]`).percent;
    const heated =
      temperature === ownHeat
        ? ""
        : ` At temperature ${temperature}, with ${share(`guess_at_${temperature}`)}.`;
    return (
      `This page now follows “${run.words[here - 1]}” in “${run.words.join(" ")}”. ` +
      `After it, the model guesses “${word}”, with ${share("guess")}.${heated} ` +
      "What is true of the book’s sentence alone is hidden."
    );
  }

  /** Show what the address asks for; the book's own page where it asks for what can't be read. */
  function show() {
    const next = wanted();
    const wrong = fault(next.words, program.vocabulary, program.context);
    now = wrong ? home : next;
    const view = viewOf(now);
    const asBuilt = view.book && now.heat === ownHeat;
    const shown = { scope: view.run.scope, hash: hashFor(now), recorded: same(now.words) };
    page.show(asBuilt ? shown : { ...shown, view });
    const last = now.at === now.words.length ? [guessed(view.run.answer(now.at))] : [];
    const href = (/** @type {number} */ at) => hashFor({ ...now, at });
    rewrite(sentence, ...placed(now.words, now.at, href), ...last);
    back.hidden = Boolean(asBuilt);
    showControls(view);
    status.textContent = wrong || (view.book ? "" : described(view));
    arrive();
  }

  /** @param {View & { temperature: string }} view */
  function showControls({ run, here, temperature }) {
    const { words } = now;
    const next = run.answer(words.length);
    guess.dataset.word = next;
    guess.textContent = `Add the guess “${next}”`;
    enable([...adds, guess], words.length < program.context);
    less.textContent = `Take “${words[here - 1]}” away`;
    enable([less], words.length > 1);
    dial.value = temperature;
    reading.textContent = temperature;
    for (const link of examples) {
      const one = wordsOf(link.textContent ?? "");
      link.setAttribute("href", hashFor({ words: one, at: one.length, heat: now.heat }));
    }
    const sentenceOf = (/** @type {Element} */ link) => wordsOf(link.textContent ?? "").join(" ");
    markCurrent(examples, (link) => sentenceOf(link) === words.join(" "));
  }

  window.addEventListener("hashchange", show);
  show();
}

/** Begin, on the page of such a chapter. */
export function startSentence() {
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-run]"));
  const sentence = /** @type {HTMLElement | null} */ (main?.querySelector(".sentence"));
  const program = published.programs[main?.dataset.run?.split("/")[0] ?? ""];
  if (main && sentence && program) followSentence(main, sentence, program);
}
