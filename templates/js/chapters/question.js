// The chapter that follows a question: one to put together, its answer, a pass of it to follow. An
// address without words is the book's own page, as it was built.

/** @import { Program } from "../data.js" */
/** @import { Pass } from "../engine/generation.js" */
/** @import { Run, View } from "../engine/run.js" */
import { every, make, only } from "../elements/make.js";
import { kind, part, renderer } from "../elements/render.js";
import { answer } from "../engine/generation.js";
import { sum } from "../numbers/decimal.js";
import { hashOf, readAddress } from "../site/address.js";
import { published } from "../site/published.js";
import {
  arrive,
  button,
  examplesOf,
  field,
  focusCurrent,
  followedIn,
  guessed,
  markCurrent,
  placed,
} from "./controls.js";
import { Page } from "./page.js";
import { CASES, HEADS, ROLES } from "./roles.js";
import { fault, wordsOf } from "./words.js";

/** @typedef {{ words: string[], at: number }} Choice the words of a question, the place followed */
/** @typedef {{ key: string, run: Run, passes: Pass[] }} Answered */

const LONGEST = 200; // characters that may be typed
const MARK = "?"; // at the end of each question
const PASSES = "table[data-over=asked]";
const PASS = kind("a", "href", "aria-current");

/**
 * Let readers ask questions of their own.
 * @param {HTMLElement} main
 * @param {HTMLElement} sentence
 * @param {Program} program
 */
function followQuestion(main, sentence, program) {
  const marks = [program.begin, program.end];
  const askable = program.vocabulary.filter((word) => !marks.includes(word));
  const isWord = (/** @type {Pass} */ { word }) => word !== program.end;
  const answerOf = (/** @type {Pass[]} */ passes) =>
    passes
      .filter(isWord)
      .map(({ word }) => word)
      .join(" ");

  // What the chapter's roles stand for, beyond those of every chapter.
  Object.assign(ROLES, {
    asked: (/** @type {View} */ { passes = [] }) => passes.map(({ here }) => here),
    reads: (/** @type {View} */ { run, each }) => run.words.slice(0, each).join(" "),
    written: (/** @type {View} */ { passes = [] }) => answerOf(passes),
  });

  // ---- the choice, in the address ----

  const own = wordsOf(only(main, ".crumbs [aria-current]").textContent ?? "");
  const ownAt = followedIn(sentence);
  const heat = only(main, '[data-of="temperature_*"]').textContent ?? "";
  /** @type {Choice} */
  const home = { words: own, at: ownAt };
  const same = (/** @type {string[]} */ words) => words.join(" ") === own.join(" ");

  /** @type {Answered | undefined} the last question's answer stays, for its other passes */
  let last;

  /**
   * Answer a question, and count about the answer what the chapter shows.
   * @param {string[]} words
   */
  function answerTo(words) {
    const key = words.join(" ");
    if (last?.key === key) return last;
    const { run, passes } = answer(program, words);
    const each = passes.map(({ here }) => run.figure(`multiplications_so_far[${here}]`).value);
    run.at(heat);
    run.count("passes", passes.length);
    run.count("cached", each[each.length - 1].c);
    run.count("uncached", sum(each).c);
    last = { key, run, passes };
    return last;
  }

  /**
   * Return the place of the pass that wrote the last word before the end: the answer itself.
   * @param {Pass[]} passes
   */
  const answeredAt = (passes) => (passes.filter(isWord).at(-1) ?? passes[0]).here;

  /**
   * Read what the address asks for, or why that can't be.
   * @returns {Choice & { wrong: string }}
   */
  function wanted() {
    const state = readAddress();
    const words = wordsOf(state.words ?? "");
    const wrong = fault(words, askable, program.context - 1);
    const known = wrong || !words.length ? own : words;
    const { passes } = answerTo(known);
    const at = passes.find(({ here }) => String(here) === state.at)?.here ?? answeredAt(passes);
    return { words: known, at: wrong ? ownAt : at, wrong };
  }

  let now = home;

  /**
   * Write the end of an address; without `at`, the pass is the one that wrote the answer.
   * @param {{ words: string[], at?: number }} choice
   */
  const hashFor = ({ words, at }) =>
    hashOf(same(words) && (at ?? ownAt) === ownAt ? {} : { words: words.join(" "), at });

  // ---- the box under the question ----

  const status = make("p", { class: "own-status", role: "status" });
  const typed = field(LONGEST);
  const label = make("label", {}, "Ask it something ", typed);
  const form = make("form", { class: "own-typed" }, label, make("button", {}, "Ask"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = typed.value.toLowerCase().match(/[^\s?.,!]+|\?/g) ?? [];
    if (!words.length) return;
    location.hash = hashFor({ words: words.at(-1) === MARK ? words : [...words, MARK] });
  });
  const add = (/** @type {string} */ word) => {
    const words = [...wordsOf(typed.value), word];
    typed.value = words.slice(0, program.context - 1).join(" ");
  };
  const adds = [...askable].sort().map((word) => button(() => add(word), word));
  form.append(
    button(() => {
      typed.value = "";
      typed.focus();
    }, "Clear"),
  );
  const back = make("a", { href: "#" }, `Back to “${own.join(" ")}”`);
  const known = `The ${adds.length} words that it knows: press one to add it`;
  const box = make(
    "section",
    { class: "own", "aria-label": "A question of your own" },
    form,
    make(
      "details",
      { class: "own-known" },
      make("summary", {}, known),
      make("p", { class: "own-words" }, ...adds),
    ),
    make("p", { class: "own-less" }, back),
    status,
  );

  // ---- the page ----

  /**
   * @param {Choice} choice
   * @returns {View & { passes: Pass[] }}
   */
  function viewOf({ words, at }) {
    const { run, passes } = answerTo(words);
    return { run, passes, here: at, temperature: heat, book: same(words) && at === ownAt };
  }

  const page = new Page(main, sentence, box, () => viewOf(home));
  const examples = examplesOf(main);
  for (const link of examples) {
    link.setAttribute("href", hashFor({ words: wordsOf(link.textContent ?? "") }));
  }

  /**
   * Return the head of a row of the table of passes: it leads to its own view.
   * @param {number} at
   * @param {number} i
   */
  function passHead(at, i) {
    const current = at === now.at ? "true" : undefined;
    return part(PASS, [hashFor({ ...now, at }), current], [`pass ${i + 1}`]);
  }

  HEADS.asked = ({ each = 0 }, i) => passHead(each, i);
  const cells = every(main, `${PASSES} tbody tr > :first-child`);
  for (const [i, { here }] of answerTo(own).passes.entries()) {
    renderer(cells[i])([], [passHead(here, i)]);
  }

  /**
   * Say what the page shows of a view that isn't the book's own.
   * @param {View & { passes: Pass[] }} view
   */
  function described(view) {
    const { run, here, passes } = view;
    const word = run.answer(here);
    const share = run.figure(`guess.share[${here},${word}]`).percent;
    const ended = CASES.ended(view) ? "" : " It found no end before its room was full.";
    return (
      `Asked “${now.words.join(" ")}”, it answers “${answerOf(passes)}”.${ended} This page now follows ` +
      `the pass that wrote “${word}”, with ${share}. What is true of the book’s question alone is hidden.`
    );
  }

  /** Show what the address asks for; the book's own page where it asks for what can't be read. */
  function show() {
    const pressed = document.activeElement?.closest(PASSES);
    const { wrong, ...next } = wanted();
    now = next;
    const view = viewOf(now);
    const { run, here, book } = view;
    const shown = { scope: run.scope, hash: hashFor(now), recorded: same(now.words) };
    page.show(book ? shown : { ...shown, view });
    const words = placed(run.words.slice(0, here), here);
    sentence.replaceChildren(...words, guessed(run.answer(here)));
    if (pressed) focusCurrent(only(main, PASSES)); // who had pressed one stays there
    back.hidden = Boolean(book);
    if (!wrong) typed.value = now.words.join(" ");
    markCurrent(examples, (link) => link.textContent === now.words.join(" "));
    status.textContent = wrong || (book ? "" : described(view));
    arrive();
  }

  window.addEventListener("hashchange", show);
  show();
}

/** Begin, on the page of such a chapter. */
export function startQuestion() {
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-run]"));
  const sentence = /** @type {HTMLElement | null} */ (main?.querySelector(".sentence"));
  const program = published.programs[main?.dataset.run?.split("/")[0] ?? ""];
  if (main && sentence && program?.end) followQuestion(main, sentence, program);
}
