// The chapter that follows a sentence: words to put together, one to follow, a temperature.
//
// An address without words is the book's own page, as it was built.
"use strict";
(() => {
  const { Run, decimal, programs, Told, state, make } = Workings;
  const { read, hashOf, wordsOf, fault } = state;
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

  /** What the address asks for: words, the place followed, a temperature, and whether it says any. */
  function wanted() {
    const said = read();
    const words = wordsOf(said.words ?? "");
    const place = Number(said.at);
    const tenths = Math.round(Number(said.t) * 10);
    const heat = tenths / 10 >= COLDEST && tenths / 10 <= HOTTEST ? String(tenths / 10) : ownHeat;
    if (!words.length) return { words: own, at: ownAt, heat, to: said.to };
    const at = Number.isInteger(place) && place >= 1 && place <= words.length ? place : words.length;
    return { words, at, heat, to: said.to };
  }

  let now = { words: own, at: ownAt, heat: ownHeat };
  const hashFor = ({ words, at, heat }, more) => {
    const plain = same(words) && at === ownAt;
    return hashOf({ ...(plain ? {} : { words: words.join(" "), at }), ...(heat === ownHeat ? {} : { t: heat }), ...more });
  };
  const go = (change) => {
    location.hash = hashFor({ ...now, ...change });
  };

  // ---- the box under the sentence ----

  const said = make("p", { class: "own-said", role: "status" });
  const button = (press, ...parts) => {
    const made = make("button", { type: "button" }, ...parts);
    made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && press());
    return made;
  };
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

  sentence.after(box);
  const built = [];
  for (let next = box.nextSibling; next && next.nodeName !== "NAV"; next = next.nextSibling) built.push(next);
  const runs = new Map(); // the last one stays, for other places and temperatures of the same words
  const runOf = (words) => {
    const key = words.join(" ");
    if (!runs.has(key)) {
      runs.clear();
      runs.set(key, new Run(program, words));
    }
    return runs.get(key);
  };
  const viewOf = ({ words, at, heat }) => {
    const run = runOf(words);
    run.at(heat);
    return { run, here: at, temperature: heat, book: same(words) && at === ownAt };
  };
  /** @type {Told | undefined} made when it is first needed */
  let told;
  let under = built;

  function put(parts) {
    if (under === parts) return;
    under.forEach((part) => part.remove());
    box.after(...parts);
    under = parts;
  }

  /** The sentence with its places; each word but the followed one leads to its own view. */
  function write({ words, at, heat }, answer) {
    const parts = words.flatMap((word, i) => {
      const place = make("sub", {}, String(i + 1));
      const one = i + 1 === at
        ? make("span", { class: "w", "aria-current": "true", tabindex: "-1" }, word, place)
        : make("a", { class: "w", href: hashFor({ words, at: i + 1, heat }) }, word, place);
      return [one, " "];
    });
    if (at === words.length) {
      parts.push(make("span", { class: "guess" }, make("span", { class: "hidden" }, "guess: "), answer));
    }
    return parts;
  }

  /** What the box says of a view that isn't the book's own. */
  function tellOf({ run, here, temperature }) {
    const word = run.answer(here);
    const share = (name) => decimal.percent(run.figure(`${name}.share[${here},${word}]`).value);
    const heated = temperature === ownHeat ? "" : ` At temperature ${temperature}, with ${share(`guess_at_${temperature}`)}.`;
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
    if (!asBuilt) {
      told ??= new Told(built, viewOf({ words: own, at: ownAt, heat: ownHeat }));
      told.tell(view, (to) => hashFor(now, { to }));
    }
    const focused = sentence.contains(document.activeElement);
    sentence.replaceChildren(...write(now, view.run.answer(now.at)));
    if (focused) sentence.querySelector("[aria-current]").focus();
    put(asBuilt ? built : told.parts);
    const heating = heater.contains(document.activeElement);
    if (tempered) under.find((part) => part.dataset?.own).before(heater);
    if (heating) dial.focus(); // what is moved loses the focus
    main.dataset.run = view.run.scope;
    Workings.told = asBuilt ? null : { run: view.run, published: same(now.words) };
    Workings.enliven?.(main);
    controls(view, asBuilt);
    said.textContent = wrong || (view.book ? "" : tellOf(view));
    if (now.to) document.getElementById(now.to)?.scrollIntoView();
  }

  function controls({ run, here, temperature }, asBuilt) {
    const { words } = now;
    back.hidden = asBuilt;
    const full = words.length >= program.context;
    guess.dataset.word = run.answer(words.length);
    guess.textContent = `Add the guess “${guess.dataset.word}”`;
    for (const one of [...adds, guess]) one.setAttribute("aria-disabled", String(full));
    less.textContent = `Take “${words[here - 1]}” away`;
    less.setAttribute("aria-disabled", String(words.length < 2));
    dial.value = temperature;
    reading.textContent = temperature;
    for (const link of examples) {
      const one = wordsOf(link.textContent);
      link.setAttribute("href", hashFor({ words: one, at: one.length, heat: now.heat }));
      if (one.join(" ") === words.join(" ")) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  // The book's own sentences, above: here they change the page in place.
  const examples = [...main.querySelectorAll(".crumbs li")].map((item) => {
    const link = make("a", {}, item.textContent.trim());
    item.replaceChildren(link);
    return link;
  });

  window.addEventListener("hashchange", show);
  show();
})();
