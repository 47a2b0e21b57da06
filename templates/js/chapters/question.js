// The chapter that follows a question: one to put together, its answer, a pass of it to follow. An
// address without words is the book's own page, as it was built.
"use strict";
(() => {
  const { answer, decimal, programs, state, box: { Page, button, words: placed, guess, mark, arrive, examples }, make, kind, part, renderer, roles, heads, when } = Workings;
  const { read, hashOf, wordsOf, fault } = state;
  const LONGEST = 200; // characters that may be typed
  const MARK = "?"; // at the end of each question
  const PASSES = "table[data-over=asked]";
  const PASS = kind("a", "href", "aria-current");

  const main = document.querySelector("main[data-run]");
  const sentence = main?.querySelector(".sentence");
  const program = programs[main?.dataset.run.split("/")[0]];
  if (!sentence || !program?.end) return;
  const askable = program.vocabulary.filter((word) => ![program.begin, program.end].includes(word));

  // What the chapter's roles stand for, beside those of every chapter.
  Object.assign(roles, {
    asked: ({ passes }) => passes.map(({ here }) => here),
    reads: ({ run, each }) => run.words.slice(0, each).join(" "),
    written: ({ passes }) => answerOf(passes),
  });

  const answerOf = (passes) =>
    passes.map(({ word }) => word).filter((word) => word !== program.end).join(" ");

  // ---- what is asked for ----

  const own = wordsOf(main.querySelector(".crumbs [aria-current]").textContent);
  const ownAt = [...sentence.querySelectorAll(".w")].findIndex((one) => one.hasAttribute("aria-current")) + 1;
  const heat = main.querySelector('[data-of="temperature_*"]').textContent;
  const same = (words) => words.join(" ") === own.join(" ");
  let asked; // the last question's answer stays, for its other passes

  /** The answer to a question, with what is counted about it. */
  function answerTo(words) {
    if (asked?.key === words.join(" ")) return asked;
    asked = { key: words.join(" "), ...answer(program, words) };
    const { run, passes } = asked;
    const each = passes.map(({ here }) => run.figure(`multiplications_so_far[${here}]`).value);
    run.at(heat);
    run.count("passes", passes.length);
    run.count("cached", each.at(-1).c);
    run.count("uncached", decimal.sum(each).c);
    return asked;
  }

  /** The pass that wrote the last word before the end: the answer itself. */
  const toldOf = (passes) => (passes.filter(({ word }) => word !== program.end).at(-1) ?? passes[0]).here;

  /** What the address asks for, or why that can't be: words, the place followed. */
  function wanted() {
    const said = read();
    const words = wordsOf(said.words ?? "");
    const wrong = fault(words, askable, program.context - 1);
    const known = wrong || !words.length ? own : words;
    const { passes } = answerTo(known);
    const at = passes.find(({ here }) => String(here) === said.at)?.here ?? toldOf(passes);
    return { words: known, at: wrong ? ownAt : at, wrong };
  }

  let now = { words: own, at: ownAt };
  /** The end of an address; without `at`, the pass is the one that wrote the answer. */
  const hashFor = ({ words, at }) =>
    hashOf(same(words) && (at ?? ownAt) === ownAt ? {} : { words: words.join(" "), at });

  // ---- the box under the question ----

  const said = make("p", { class: "own-said", role: "status" });
  const typed = make("input", { type: "text", maxlength: String(LONGEST), autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const form = make("form", { class: "own-typed" }, make("label", {}, "Ask it something ", typed), make("button", {}, "Ask"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = typed.value.toLowerCase().match(/[^\s?.,!]+|\?/g) ?? [];
    if (words.length) location.hash = hashFor({ words: words.at(-1) === MARK ? words : [...words, MARK] });
  });
  const adds = [...askable].sort().map((word) => button(() => {
    typed.value = [...wordsOf(typed.value), word].slice(0, program.context - 1).join(" ");
  }, word));
  form.append(button(() => {
    typed.value = "";
    typed.focus();
  }, "Clear"));
  const back = make("a", { href: "#" }, `Back to “${own.join(" ")}”`);
  const box = make("section", { class: "own", "aria-label": "A question of your own" },
    form,
    make("details", { class: "own-known" },
      make("summary", {}, `The ${adds.length} words that it knows: press one to add it`),
      make("p", { class: "own-words" }, ...adds)),
    make("p", { class: "own-less" }, back),
    said,
  );

  // ---- the page ----

  const viewOf = ({ words, at }) =>
    ({ ...answerTo(words), here: at, temperature: heat, book: same(words) && at === ownAt });
  const page = new Page(main, sentence, box, () => viewOf({ words: own, at: ownAt }));
  const asks = examples(main);
  for (const link of asks) link.setAttribute("href", hashFor({ words: wordsOf(link.textContent) }));

  /** Each pass of the table leads to its own view. */
  heads.asked = ({ each }, i) => {
    const current = each === now.at ? "true" : undefined;
    return part(PASS, [hashFor({ ...now, at: each }), current], [`pass ${i + 1}`]);
  };
  answerTo(own).passes.forEach(({ here }, i) => {
    const { rows } = main.querySelector(PASSES).tBodies[0];
    renderer(rows[i].cells[0])([], [heads.asked({ each: here }, i)]);
  });

  /** What the box says of a view that isn't the book's own. */
  function tellOf({ run, here, passes }) {
    const word = run.answer(here);
    const share = run.figure(`guess.share[${here},${word}]`).percent;
    const ended = when.ended({ run }) ? "" : " It found no end before its room was full.";
    return (
      `Asked “${now.words.join(" ")}”, it answers “${answerOf(passes)}”.${ended} This page now follows ` +
      `the pass that wrote “${word}”, with ${share}. What is true of the book’s question alone is put away.`
    );
  }

  function show() {
    const pressed = document.activeElement?.closest(PASSES);
    const { wrong, ...next } = wanted();
    now = next;
    const view = viewOf(now);
    page.show(view, { asBuilt: view.book, published: same(now.words), hash: hashFor(now) });
    sentence.replaceChildren(...placed(view.run.words.slice(0, view.here), view.here), guess(view.run.answer(view.here)));
    if (pressed) main.querySelector(`${PASSES} [aria-current]`).focus(); // who had pressed one stays there
    back.hidden = view.book;
    if (!wrong) typed.value = now.words.join(" ");
    mark(asks, (link) => link.textContent === now.words.join(" "));
    said.textContent = wrong || (view.book ? "" : tellOf(view));
    arrive();
  }

  window.addEventListener("hashchange", show);
  show();
})();
