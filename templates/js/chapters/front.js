// The sentence that a book opens with: readers change a word, or let the model write on.
//
// An address without words is the book's own sentence, as it was built.

/** @import { Program } from "../data.js" */
import { every, make, only } from "../elements/make.js";
import { showing } from "../elements/render.js";
import { Run } from "../engine/run.js";
import { draw } from "../pictures/illustrations.js";
import { hashOf, readAddress } from "../site/address.js";
import { findIn } from "../site/ledgers.js";
import { published } from "../site/published.js";
import { button, enable } from "./controls.js";
import { ownFigures } from "./own.js";
import { fault, wordsOf } from "./words.js";

/**
 * Let readers change the sentence in the picture.
 * @param {HTMLElement} main
 * @param {HTMLElement} figure
 * @param {Program} program
 */
function openWith(main, figure, program) {
  const svg = only(figure, "svg");
  const links = () => every(svg, "a");
  const own = links().map((link) => link.querySelector("text")?.firstChild?.textContent ?? "");
  const chapter = links().at(-1)?.getAttribute("href") ?? "";
  const aboutOwn = every(main, ".line, .reading"); // what is said of the book's sentence alone
  const drawIn = showing(svg);
  const same = (/** @type {string[]} */ words) => words.join(" ") === own.join(" ");
  const longest = program.context;

  let words = own;
  let open = 0; // the place of the word that is being changed, from 1; 0 where none is

  /** @param {string[]} next */
  function go(next) {
    location.hash = hashOf(same(next) ? {} : { words: next.join(" ") });
  }

  // ---- the box under the picture ----

  const lead = "Press a word to change it, or let the model write on.";
  const choices = program.vocabulary.map((word) =>
    button(() => go(words.map((old, i) => (i + 1 === open ? word : old))), word),
  );
  const away = button(() => go(words.filter((_, i) => i + 1 !== open)));
  const choosing = make("p", { class: "own-words", hidden: "" }, ...choices, away);
  const guess = button(() => go([...words, guess.dataset.word ?? ""]));
  const follow = make("a", {}, "Follow this sentence through the arithmetic");
  const back = make("a", { href: "#" }, `Back to “${own.join(" ")}”`);
  const status = make("p", { class: "own-status", role: "status" });
  figure.after(
    make(
      "section",
      { class: "own", "aria-label": "A sentence of your own" },
      make("p", { class: "own-lead" }, lead),
      choosing,
      make("p", { class: "own-less" }, guess, follow, back),
      status,
    ),
  );

  /**
   * Open the choices for a word, or close them.
   * @param {number} place from 1, or 0
   */
  function choose(place) {
    open = place;
    choosing.hidden = !open;
    for (const choice of choices) {
      choice.setAttribute("aria-pressed", String(choice.textContent === words[open - 1]));
    }
    away.textContent = `Take “${words[open - 1]}” away`;
    enable([away], words.length > 1);
  }

  svg.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const place = links().indexOf(/** @type {HTMLElement} */ (/** @type {Element} */ (link))) + 1;
    choose(place === open ? 0 : place);
    if (open) choices[program.vocabulary.indexOf(words[open - 1])].focus();
  });

  /**
   * Return where a word is followed: a page of the chapter, or the chapter for words of one's own.
   * @param {number} at
   */
  const hrefAt = (at) => `${chapter}${hashOf({ words: words.join(" "), at })}`;

  /** Show the words that the address asks for; the book's own where they can't be read. */
  function show() {
    const asked = wordsOf(readAddress().words ?? "");
    const wrong = asked.length ? fault(asked, program.vocabulary, longest) : "";
    words = asked.length && !wrong ? asked : own;
    const [run, here, home] = [new Run(program, words), words.length, same(words)];
    const next = run.answer(here);
    drawIn(draw("opening", { run, here }, "", (place) => hrefAt(Number(place))));
    links().forEach((link, i) => {
      link.setAttribute("aria-label", `Change ${words[i]}, word ${i + 1}`);
    });
    main.dataset.run = run.scope;
    findIn(home ? undefined : ownFigures(run, false));
    for (const one of aboutOwn) one.hidden = !home;
    back.hidden = home;
    follow.setAttribute("href", home ? chapter : hrefAt(here));
    guess.dataset.word = next;
    guess.textContent = `Write on: “${next}”`;
    enable([guess], here < longest);
    const chance = run.figure(`guess.share[${here},${next}]`).percent;
    const said = `After “${words.join(" ")}” the model guesses “${next}”, ${chance}.`;
    status.textContent = wrong || (home ? "" : said);
    choose(open <= words.length ? open : 0);
  }

  window.addEventListener("hashchange", show);
  show();
}

/** Begin, on a front page that opens with a sentence. */
export function startFront() {
  const main = /** @type {HTMLElement | null} */ (document.querySelector("main[data-run]"));
  const drawing = main?.querySelector(".drawing-opening");
  const figure = /** @type {HTMLElement | null} */ (drawing?.closest("figure") ?? null);
  const program = published.programs[main?.dataset.run?.split("/")[0] ?? ""];
  if (main && figure && program) openWith(main, figure, program);
}
