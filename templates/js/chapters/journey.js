// The chapter that follows a translation: a sentence to put together, a word of it and a written
// word to follow. An address without words is the book's own page, as it was built.

/** @import { Program } from "../data.js" */
/** @import { Run, View } from "../engine/run.js" */
import { make } from "../elements/make.js";
import { translate } from "../engine/generation.js";
import { compare, plus } from "../numbers/decimal.js";
import { hashOf, readAddress } from "../site/address.js";
import { published } from "../site/published.js";
import { arrive, button, enable, field, followedIn, placed, rewrite, wordsIn } from "./controls.js";
import { Page } from "./page.js";
import { placesTo, ROLES, ranked } from "./roles.js";
import { fault, wordsOf } from "./words.js";

/** @typedef {{ words: string[], at: number, after: number }} Choice words, the place read, the place written */

const LONGEST = 200; // characters that may be typed
const CROSS = /^decoder\..*cross_attention\.head\d+\.share$/;

// What the chapter's roles stand for, beyond those of every chapter.
const OF_TRANSLATIONS = {
  read: (/** @type {View} */ view) => view.read ?? 0,
  read_word: (/** @type {View} */ { run, read = 0 }) => run.source[read - 1],
  read_top: (/** @type {View} */ view, /** @type {string} */ name) => ranked(view, name)[0] + 1,
  read_top_word: (/** @type {View} */ view, /** @type {string} */ name) =>
    view.run.source[ranked(view, name)[0]],
  read_heard: (/** @type {View} */ { run }) => placesTo(run.source.length),
  passes: (/** @type {View} */ { run }) => placesTo(run.words.length),
  so_far: (/** @type {View} */ { run, here }) => run.words.slice(1, here).join(" "),
  with_mark: (/** @type {View} */ { run, each }) => run.words.slice(0, each).join(" "),
};

/**
 * Return a place from 1, if a text says one.
 * @param {string | undefined} text
 * @param {number} length
 */
const placeIn = (text, length) => placesTo(length).find((place) => String(place) === text);

/**
 * Return the row of the written words that looks most at a word read, with all heads together.
 * @param {Run} run
 * @param {number} place
 */
function lookingAt(run, place) {
  const heads = run.program.steps.map(({ name }) => name).filter((name) => CROSS.test(name));
  const looks = run.words.map((_, row) =>
    heads.map((name) => run.array(name).row(row)[place - 1]).reduce(plus),
  );
  return looks.reduce((best, one, i) => (compare(one, looks[best]) > 0 ? i : best), 0) + 1;
}

/**
 * Let readers have sentences of their own translated.
 * @param {HTMLElement} main
 * @param {HTMLElement} source the sentence that is read
 * @param {HTMLElement} written and the one that is written
 * @param {Program} program
 */
function followTranslation(main, source, written, program) {
  Object.assign(ROLES, OF_TRANSLATIONS);
  const { context, source_vocabulary: readable = [], examples = [] } = program;

  // ---- the choice, in the address ----

  // The book's own sentence is read off the page: it is translated when somebody asks for more.
  const own = wordsIn(source);
  const ownWritten = wordsIn(written);
  const ownScope = main.dataset.run ?? "";
  /** @type {Choice} */
  const home = { words: own, at: followedIn(source), after: followedIn(written) };
  const same = (/** @type {string[]} */ words) => words.join(" ") === own.join(" ");
  const isHome = (/** @type {Choice} */ { words, at, after }) =>
    same(words) && at === home.at && after === home.after;

  /** @type {{ key: string, run: Run } | undefined} the last sentence's stays, for its other places */
  let last;

  /** @param {string[]} words */
  function translationOf(words) {
    const key = words.join(" ");
    if (last?.key !== key) last = { key, run: translate(program, words).run };
    return last.run;
  }

  /**
   * Read what the address asks for, or why that can't be.
   * @returns {Choice & { wrong: string }}
   */
  function wanted() {
    const state = readAddress();
    const words = wordsOf(state.words ?? "");
    const wrong = fault(words, readable, context);
    const known = wrong || !words.length ? own : words;
    const at = placeIn(state.at, known.length) ?? (same(known) ? home.at : known.length);
    if (same(known) && at === home.at && !state.after) return { ...home, wrong };
    const run = translationOf(known);
    const after = placeIn(state.after, run.words.length) ?? lookingAt(run, at);
    return { words: known, at, after, wrong };
  }

  let now = home;

  /**
   * Write the end of an address; without `after`, the pass is the one that looks at the followed word.
   * @param {{ words: string[], at: number, after?: number }} choice
   */
  function hashFor({ words, at, after }) {
    const plain = isHome({ words, at, after: after ?? home.after });
    return hashOf(plain ? {} : { words: words.join(" "), at, after });
  }

  /**
   * @param {string[]} words
   * @param {number} at
   */
  function go(words, at) {
    location.hash = hashFor({ words, at });
  }

  // ---- the box under the sentences ----

  const status = make("p", { class: "own-status", role: "status" });
  const add = (/** @type {string} */ word) => go([...now.words, word], now.words.length + 1);
  const adds = readable.map((word) => button(() => add(word), word));
  const less = button(() => {
    const words = now.words.filter((_, i) => i + 1 !== now.at);
    go(words, Math.max(1, now.at - 1));
  });
  const back = make("a", { href: "#" }, `Back to “${own.join(" ")}”`);
  const typed = field(LONGEST);
  const label = make("label", {}, "Or type one ", typed);
  const form = make("form", { class: "own-typed" }, label, make("button", {}, "Translate"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = wordsOf(typed.value.toLowerCase().replace(/[.,!?]/g, " "));
    if (words.length) location.hash = hashOf({ words: words.join(" ") });
  });
  const options = ["", ...examples].map((one) => make("option", {}, one));
  const chosen = make("select", {}, ...options);
  chosen.addEventListener("change", () => {
    const words = wordsOf(chosen.value);
    if (words.length) go(words, words.length);
  });
  const lead = "Make it a sentence of your own: press a word to add it at the end.";
  const choosing = make("label", {}, "Or take one that it never learned from ", chosen);
  const box = make(
    "section",
    { class: "own", "aria-label": "A sentence of your own" },
    make("p", { class: "own-lead" }, lead),
    make("p", { class: "own-words" }, ...adds),
    make("p", { class: "own-less" }, less, back),
    form,
    make("p", { class: "own-typed" }, choosing),
    status,
  );

  // ---- the page ----

  /**
   * @param {Choice} choice
   * @returns {View & { read: number }}
   */
  const viewOf = (choice) => ({
    run: translationOf(choice.words),
    read: choice.at,
    here: choice.after,
    book: choice === home,
  });
  const page = new Page(main, written, box, () => viewOf(home));

  /**
   * Say what the page shows of a view that isn't the book's own.
   * @param {View & { read: number }} view
   */
  function described({ run, read, here }) {
    const word = run.answer(here);
    const share = run.figure(`guess.share[${here},${word}]`).percent;
    const words = run.words.slice(1).join(" ");
    return (
      `“${run.source.join(" ")}” becomes “${words}”. This page now follows “${run.source[read - 1]}”, and the pass ` +
      `after “${run.words[here - 1]}”, which writes “${word}” with ${share}. ` +
      "What is true of the book’s sentence alone is hidden."
    );
  }

  /** Show what the address asks for; the book's own page where it asks for what can't be read. */
  function show() {
    const { wrong, ...next } = wanted();
    now = next;
    const { words, at, after } = now;
    const view = isHome(now) ? undefined : viewOf(now);
    const scope = view?.run.scope ?? ownScope;
    page.show({ scope, view, hash: hashFor(now), recorded: same(words) });
    rewrite(source, ...placed(words, at, (place) => hashFor({ words, at: place })));
    const hrefAfter = (/** @type {number} */ place) => hashFor({ words, at, after: place });
    rewrite(written, ...placed(view?.run.words ?? ownWritten, after, hrefAfter));
    back.hidden = !view;
    enable(adds, words.length < context);
    less.textContent = `Take “${words[at - 1]}” away`;
    enable([less], words.length > 1);
    chosen.value = examples.includes(words.join(" ")) ? words.join(" ") : "";
    status.textContent = wrong || (view ? described(view) : "");
    arrive();
  }

  window.addEventListener("hashchange", show);
  show();
}

/** Begin, on the page of such a chapter. */
export function startJourney() {
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-run]"));
  const [source, written] = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll("main[data-run] .sentence")
  );
  const program = published.programs[main?.dataset.run?.split("/")[0] ?? ""];
  if (main && written && program) followTranslation(main, source, written, program);
}
