// The chapter that follows a translation: a sentence to put together, a word of it and a written
// word to follow. An address without words is the book's own page, as it was built.
"use strict";
(() => {
  const { translate, decimal, programs, state, make, roles, rankedOf } = Workings;
  const { read, hashOf, wordsOf, fault } = state;
  const { Page, button, enable, words: placed, rewrite, arrive } = Workings.box;
  const LONGEST = 200; // characters that may be typed

  const main = document.querySelector("main[data-run]");
  const [source, written] = main?.querySelectorAll(".sentence") ?? [];
  const program = programs[main?.dataset.run.split("/")[0]];
  if (!written || !program) return;

  // ---- what the chapter's roles stand for, beside those of every chapter ----

  const placesTo = (length) => Array.from({ length }, (_, i) => i + 1);
  const CROSS = /^decoder\..*cross_attention\.head\d+\.share$/;
  Object.assign(roles, {
    read: (view) => view.read,
    read_word: (view) => view.run.source[view.read - 1],
    read_top: (view, name) => rankedOf(view, name)[0] + 1,
    read_top_word: (view, name) => view.run.source[rankedOf(view, name)[0]],
    read_heard: ({ run }) => placesTo(run.source.length),
    passes: ({ run }) => placesTo(run.words.length),
    so_far: ({ run, here }) => run.words.slice(1, here).join(" "),
    with_mark: ({ run, each }) => run.words.slice(0, each).join(" "),
  });

  /** The row of the written words that looks most at a word read, with all heads together. */
  function lookingAt(run, place) {
    const heads = program.steps.map(({ name }) => name).filter((name) => CROSS.test(name));
    const looks = run.words.map((_, row) =>
      heads.map((name) => run.arrays.get(name).row(row)[place - 1]).reduce(decimal.plus));
    return looks.reduce((best, one, i) => (decimal.compare(one, looks[best]) > 0 ? i : best), 0) + 1;
  }

  // ---- what is asked for ----

  // The book's own sentence is read off the page: it is translated when somebody asks for more.
  const wordsIn = (one) => [...one.querySelectorAll(".w")].map((word) => word.firstChild.textContent);
  const followedIn = (one) => [...one.children].findIndex((word) => word.hasAttribute("aria-current")) + 1;
  const own = wordsIn(source);
  const [ownAt, ownAfter] = [source, written].map(followedIn);
  const home = { words: own, at: ownAt, after: ownAfter };
  const built = { run: { scope: main.dataset.run, words: wordsIn(written) } };
  const same = (words) => words.join(" ") === own.join(" ");
  let translated; // the last sentence's stays, for other places of the same words

  function translationOf(words) {
    if (translated?.key !== words.join(" ")) {
      translated = { key: words.join(" "), ...translate(program, words) };
    }
    return translated;
  }

  /** A place from 1, if a text says one. */
  const placeOf = (text, length) => placesTo(length).find((place) => String(place) === text);

  /** What the address asks for, or why that can't be: words, the places followed. */
  function wanted() {
    const said = read();
    const words = wordsOf(said.words ?? "");
    const wrong = fault(words, program.source_vocabulary, program.context);
    const known = wrong || !words.length ? own : words;
    const at = placeOf(said.at, known.length) ?? (same(known) ? ownAt : known.length);
    if (same(known) && at === ownAt && !said.after) return { ...home, wrong };
    const { run } = translationOf(known);
    const after = placeOf(said.after, run.words.length) ?? lookingAt(run, at);
    return { words: known, at, after, wrong };
  }

  const isOwn = ({ words, at, after }) => same(words) && at === ownAt && after === ownAfter;
  let now = home;

  /** The end of an address; without `after`, the pass is the one that looks at the followed word. */
  function hashFor({ words, at, after }) {
    const plain = isOwn({ words, at, after: after ?? ownAfter });
    return hashOf(plain ? {} : { words: words.join(" "), at, after });
  }
  const go = (words, at) => {
    location.hash = hashFor({ words, at });
  };

  // ---- the box under the sentences ----

  const said = make("p", { class: "own-said", role: "status" });
  const adds = program.source_vocabulary.map((word) =>
    button(() => go([...now.words, word], now.words.length + 1), word));
  const less = button(() => go(now.words.filter((_, i) => i + 1 !== now.at), Math.max(1, now.at - 1)));
  const back = make("a", { href: "#" }, `Back to “${own.join(" ")}”`);
  const typed = make("input", { type: "text", maxlength: String(LONGEST), autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
  const form = make("form", { class: "own-typed" },
    make("label", {}, "Or type one ", typed), make("button", {}, "Translate"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = wordsOf(typed.value.toLowerCase().replace(/[.,!?]/g, " "));
    if (words.length) location.hash = hashOf({ words: words.join(" ") });
  });
  const chosen = make("select", {}, ...["", ...(program.examples ?? [])].map((one) => make("option", {}, one)));
  chosen.addEventListener("change", () => chosen.value && go(wordsOf(chosen.value), wordsOf(chosen.value).length));
  const box = make("section", { class: "own", "aria-label": "A sentence of your own" },
    make("p", { class: "own-lead" }, "Make it a sentence of your own: press a word to add it at the end."),
    make("p", { class: "own-words" }, ...adds),
    make("p", { class: "own-less" }, less, back),
    form,
    make("p", { class: "own-typed" }, make("label", {}, "Or take one that it never learned from ", chosen)),
    said,
  );

  // ---- the page ----

  const viewOf = ({ words, at, after }, book) =>
    ({ run: translationOf(words).run, read: at, here: after, book });
  const page = new Page(main, written, box, () => viewOf(home, true));

  /** What the box says of a view that isn't the book's own. */
  function tellOf({ run, read: at, here }) {
    const word = run.answer(here);
    const share = run.figure(`guess.share[${here},${word}]`).percent;
    const words = run.words.slice(1).join(" ");
    return (
      `“${run.source.join(" ")}” becomes “${words}”. This page now follows “${run.source[at - 1]}”, and the pass ` +
      `after “${run.words[here - 1]}”, which writes “${word}” with ${share}. ` +
      "What is true of the book’s sentence alone is put away."
    );
  }

  function show() {
    const { wrong, ...next } = wanted();
    now = next;
    const asBuilt = isOwn(now);
    const view = asBuilt ? built : viewOf(now, false);
    page.show(view, { asBuilt, published: same(now.words), hash: hashFor(now) });
    rewrite(source, ...placed(now.words, now.at, (at) => hashFor({ words: now.words, at })));
    rewrite(written, ...placed(view.run.words, now.after, (after) => hashFor({ ...now, after })));
    back.hidden = asBuilt;
    enable(adds, now.words.length < program.context);
    less.textContent = `Take “${now.words[now.at - 1]}” away`;
    enable([less], now.words.length > 1);
    chosen.value = program.examples?.includes(now.words.join(" ")) ? now.words.join(" ") : "";
    said.textContent = wrong || (asBuilt ? "" : tellOf(view));
    arrive();
  }

  window.addEventListener("hashchange", show);
  show();
})();
