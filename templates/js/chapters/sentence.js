// The chapter that follows a sentence: words to put together, one to follow, a temperature.
//
// An address without words is the book's own page, as it was built.
"use strict";
(() => {
  const { Run, programs, state, make } = Workings;
  const { read, hashOf, wordsOf, fault } = state;
  const { Page, button, enable, words: written, guess: guessed, rewrite, mark, arrive, examples } = Workings.box;
  const [COLDEST, HOTTEST] = [0.2, 3];

  const main = document.querySelector("main[data-run]");
  const sentence = main?.querySelector(".sentence");
  const program = programs[main?.dataset.run.split("/")[0]];
  if (!sentence || !program) return;

  /** The book's own sentence, as the page has it. */
  const shown = [...sentence.querySelectorAll(".w")];
  const own = shown.map((one) => one.firstChild.textContent);
  const ownAt = shown.findIndex((one) => one.hasAttribute("aria-current")) + 1;
  const tempered = main.querySelector('[data-own="temperature"]');
  const ownHeat = tempered?.querySelector('[data-of="temperature_*"]').textContent;
  const same = (words) => words.join(" ") === own.join(" ");

  /** What the address asks for: words, the place followed, a temperature. */
  function wanted() {
    const said = read();
    const words = wordsOf(said.words ?? "");
    const place = Number(said.at);
    const tenths = Math.round(Number(said.t) * 10);
    const heat = tenths / 10 >= COLDEST && tenths / 10 <= HOTTEST ? String(tenths / 10) : ownHeat;
    if (!words.length) return { words: own, at: ownAt, heat };
    const at = Number.isInteger(place) && place >= 1 && place <= words.length ? place : words.length;
    return { words, at, heat };
  }

  let now = { words: own, at: ownAt, heat: ownHeat };
  const hashFor = ({ words, at, heat }) => {
    const plain = same(words) && at === ownAt;
    return hashOf({ ...(plain ? {} : { words: words.join(" "), at }), ...(heat === ownHeat ? {} : { t: heat }) });
  };
  const go = (change) => {
    location.hash = hashFor({ ...now, ...change });
  };

  // ---- the box under the sentence ----

  const said = make("p", { class: "own-said", role: "status" });
  const add = (word) => go({ words: [...now.words, word], at: now.words.length + 1 });
  const adds = program.vocabulary.map((word) => button(() => add(word), word));
  const guess = button(() => add(guess.dataset.word));
  const less = button(() => {
    const words = now.words.filter((_, i) => i + 1 !== now.at);
    go({ words, at: Math.max(1, now.at - 1) });
  });
  const back = make("a", { href: "#" }, `Back to “${own.join(" ")}”`);
  const box = make("section", { class: "own", "aria-label": "A sentence of your own" },
    make("p", { class: "own-lead" }, "Make it a sentence of your own: press a word to add it at the end."),
    make("p", { class: "own-words" }, ...adds),
    make("p", { class: "own-less" }, guess, less, back),
    said,
  );

  const dial = make("input", { type: "range", min: String(COLDEST), max: String(HOTTEST), step: "0.1", "aria-label": "Temperature" });
  const reading = make("b", { "aria-hidden": "true" }); // the slider tells its value itself
  const heater = make("p", { class: "own own-heat" }, make("label", {}, "Temperature ", dial), " ", reading);
  dial.addEventListener("input", () => {
    history.replaceState(null, "", hashFor({ ...now, heat: String(Number(dial.value)) }));
    show();
  });

  // ---- the page ----

  let last; // the run stays, for other places and temperatures of the same words
  function runOf(words) {
    if (last?.words.join(" ") !== words.join(" ")) last = new Run(program, words);
    return last;
  }
  const viewOf = ({ words, at, heat }) => {
    const run = runOf(words);
    run.at(heat);
    return { run, here: at, temperature: heat, book: same(words) && at === ownAt };
  };
  const from = () => viewOf({ words: own, at: ownAt, heat: ownHeat });
  const page = new Page(main, sentence, box, from);
  page.place(heater, '[data-own="temperature"]');
  const ready = examples(main);

  /** What the box says of a view that isn't the book's own. */
  function tellOf({ run, here, temperature }) {
    const word = run.answer(here);
    const share = (name) => run.figure(`${name}.share[${here},${word}]`).percent;
    const hot = share(`guess_at_${temperature}`);
    const heated = temperature === ownHeat ? "" : ` At temperature ${temperature}, with ${hot}.`;
    return (
      `This page now follows “${run.words[here - 1]}” in “${run.words.join(" ")}”. ` +
      `After it, the model guesses “${word}”, with ${share("guess")}.${heated} ` +
      "What is true of the book’s sentence alone is put away."
    );
  }

  function show() {
    const next = wanted();
    const wrong = fault(next.words, program.vocabulary, program.context);
    now = wrong ? { words: own, at: ownAt, heat: ownHeat } : next;
    const view = viewOf(now);
    const asBuilt = view.book && now.heat === ownHeat;
    page.show(view, { asBuilt, published: same(now.words), hash: hashFor(now) });
    rewrite(sentence,
      ...written(now.words, now.at, (at) => hashFor({ ...now, at })),
      ...(now.at === now.words.length ? [guessed(view.run.answer(now.at))] : []));
    back.hidden = asBuilt;
    controls(view);
    said.textContent = wrong || (view.book ? "" : tellOf(view));
    arrive();
  }

  function controls({ run, here, temperature }) {
    const { words } = now;
    guess.dataset.word = run.answer(words.length);
    guess.textContent = `Add the guess “${guess.dataset.word}”`;
    enable([...adds, guess], words.length < program.context);
    less.textContent = `Take “${words[here - 1]}” away`;
    enable([less], words.length > 1);
    dial.value = temperature;
    reading.textContent = temperature;
    for (const link of ready) {
      const one = wordsOf(link.textContent);
      link.setAttribute("href", hashFor({ words: one, at: one.length, heat: now.heat }));
    }
    mark(ready, (link) => wordsOf(link.textContent).join(" ") === words.join(" "));
  }

  window.addEventListener("hashchange", show);
  show();
})();
