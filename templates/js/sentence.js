// The sentence box of a chapter: words to put together, one to follow; the address holds both.
//
// An address without words is the book's own page, as it was built. What a reader types into the
// address enters the page as text alone.
"use strict";
(() => {
  const { Run, decimal, programs, viewOf, prepare, refill } = Workings;

  const main = document.querySelector("main[data-run]");
  const sentence = main?.querySelector(".sentence");
  const program = programs[main?.dataset.run.split("/")[0]];
  if (!sentence || !program) return;

  function element(tag, attributes, ...parts) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...parts);
    return made;
  }

  /** The book's own sentence, as the page has it. */
  const shown = [...sentence.querySelectorAll(".w")];
  const own = shown.map((one) => one.firstChild.textContent);
  const ownAt = shown.findIndex((one) => one.hasAttribute("aria-current")) + 1;
  const from = viewOf(new Run(program, own), ownAt);
  const was = [...sentence.childNodes];

  /** What the address says: some words and the place followed, or nothing. */
  function read() {
    const said = new URLSearchParams(location.hash.slice(1));
    const words = (said.get("words") ?? "").split(/\s+/).filter((word) => word);
    const at = Number(said.get("at"));
    return { words, at: Number.isInteger(at) && at >= 1 && at <= words.length ? at : words.length };
  }

  const hashOf = (words, at) => `#${new URLSearchParams({ words: words.join(" "), at })}`;

  /** How many letters must be put in, left out or changed to make one word the other. */
  function distance(a, b) {
    let row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      }
      row = next;
    }
    return row[b.length];
  }

  /** Why some words can't be read, with the nearest that can; nothing if they can. */
  function fault(words) {
    const unknown = words.find((word) => !program.vocabulary.includes(word));
    if (unknown !== undefined) {
      const near = [...program.vocabulary].sort((a, b) => distance(unknown, a) - distance(unknown, b));
      return `The model doesn’t know the word “${unknown}”. The nearest that it knows are “${near.slice(0, 3).join("”, “")}”.`;
    }
    return words.length > program.context ? `The model reads at most ${program.context} words.` : "";
  }

  let words = own;
  let at = ownAt;
  let rest = []; // what stands under the box
  const said = element("p", { class: "own-said", role: "status" });
  const go = (next, place) => {
    location.hash = hashOf(next, place);
  };
  const adds = program.vocabulary.map((word) => {
    const button = element("button", { type: "button", class: "w" }, word);
    button.addEventListener("click", () => {
      if (words.length < program.context) go([...words, word], words.length + 1);
    });
    return button;
  });
  const less = element("button", { type: "button" }, "Take the last word away");
  less.addEventListener("click", () => {
    if (words.length > 1) go(words.slice(0, -1), words.length - 1);
  });
  const back = element("a", { href: "#words=" }, `Back to “${own.join(" ")}”`);
  const box = element("section", { class: "own", "aria-label": "A sentence of your own" },
    element("p", { class: "own-lead" }, "Make it a sentence of your own: add a word."),
    element("p", { class: "own-words" }, ...adds),
    element("p", { class: "own-less" }, less, back),
    said,
  );

  /** The sentence with its places; each word but the followed one leads to its own view. */
  function write(view) {
    const parts = words.flatMap((word, i) => {
      const place = element("sub", {}, String(i + 1));
      const followed = i + 1 === at;
      const mark = followed ? { class: "w", "aria-current": "true", tabindex: "-1" } : { class: "w", href: hashOf(words, i + 1) };
      return [element(followed ? "span" : "a", mark, word, place), " "];
    });
    if (at === words.length) {
      const hidden = element("span", { class: "hidden" }, "guess: ");
      parts.push(element("span", { class: "guess" }, hidden, view.answer));
    }
    return parts;
  }

  function put(parts) {
    rest.forEach((part) => part.remove());
    rest = parts;
    box.after(...parts);
  }

  function show() {
    const wanted = read();
    const wrong = fault(wanted.words);
    const own_ = wrong !== "" || !wanted.words.length || (wanted.words.join(" ") === own.join(" ") && wanted.at === ownAt);
    const inside = sentence.contains(document.activeElement);
    [words, at] = own_ ? [own, ownAt] : [wanted.words, wanted.at];
    const to = own_ ? from : viewOf(new Run(program, words, prepared.temperatures), at);
    sentence.replaceChildren(...(own_ ? was : write(to)));
    if (inside) sentence.querySelector("[aria-current]").focus();
    put(own_ ? built : refill(prepared, from, to));
    main.dataset.run = to.run.scope;
    back.hidden = own_;
    for (const button of adds) button.setAttribute("aria-disabled", String(words.length >= program.context));
    less.setAttribute("aria-disabled", String(words.length < 2));
    const share = decimal.percent(to.run.figure(`guess.share[${at},${to.answer}]`).value);
    said.textContent = own_ ? wrong : `This page now follows “${to.word}” in your sentence. After it, the model guesses “${to.answer}”, with ${share}. Pictures, and what is true of the book’s sentence alone, are put away.`;
  }

  sentence.after(box);
  const built = [];
  for (let next = box.nextSibling; next; next = next.nextSibling) {
    if (next.nodeName === "NAV") break;
    built.push(next);
  }
  const prepared = prepare(built);
  rest = built;
  window.addEventListener("hashchange", () => {
    if (location.hash === "" || location.hash.startsWith("#words=")) show();
  });
  show();
})();
