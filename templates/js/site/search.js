// @ts-check
// Search inside the site: a button in the head of the page, a dialog, and the list of what it finds.
"use strict";

(() => {
  const { make, load, placesOf, root } = window.Workings;
  const MOST = 20; // results
  const LONGEST = 100; // characters of a question
  const AROUND = 70; // characters of an excerpt before and after the word

  /** @type {any} */
  let data = null;
  /** @type {any} */
  let index = null;
  /** @type {any} */
  let printed = null;
  window.Workings.codes = (/** @type {any} */ loaded) => (printed = loaded);
  window.Workings.index = (/** @type {any} */ loaded) => (data = loaded);

  const input = /** @type {HTMLInputElement} */ (make("input", {
    type: "search", id: "search-words", maxlength: String(LONGEST), autocomplete: "off",
    spellcheck: "false", placeholder: "softmax, query[5,1] or a code", "aria-controls": "search-results",
  }));
  const told = make("p", { class: "told", role: "status" });
  const results = make("ol", { id: "search-results" });
  const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
  const dialog = /** @type {HTMLDialogElement} */ (make(
    "dialog", { class: "search", "aria-labelledby": "search-label" },
    make("form", { role: "search", method: "dialog" },
      make("label", { for: "search-words", id: "search-label" }, "Search the book"), input, close),
    told, results,
  ));
  const opener = make("button", { type: "button", class: "open-search", "aria-haspopup": "dialog",
    "aria-keyshortcuts": "/" }, "Search");

  async function ready() {
    if (index) return;
    await Promise.all(["js/vendor/lunr.min.js", "js/data/search.js"].map(load));
    const { lunr } = window;
    index = lunr(function (/** @type {any} */) {
      this.ref("place");
      this.field("heading", { boost: 8 });
      this.field("chapter", { boost: 3 });
      this.field("text");
      this.metadataWhitelist = ["position"];
      data.sections.forEach((/** @type {any[]} */ [page, , heading, text], /** @type {number} */ place) =>
        this.add({ place, heading, chapter: data.pages[page][1], text }));
    });
  }

  /** Sections with these words, the best first.
   * @param {string} question */
  function sections(question) {
    const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    if (!words.length) return [];
    return index.query((/** @type {any} */ query) => {
      const { wildcard } = window.lunr.Query;
      for (const word of words) {
        query.term(word, { boost: 10 });
        query.term(word, { boost: 3, wildcard: wildcard.TRAILING, usePipeline: false });
        if (word.length > 4) query.term(word, { boost: 0.5, editDistance: word.length > 7 ? 2 : 1 });
      }
    }).slice(0, MOST);
  }

  /** A piece of text around its first found word, the found words marked.
   * @param {string} text @param {number[][]} found */
  function excerpt(text, found) {
    const sorted = [...found].sort((a, b) => a[0] - b[0]);
    const first = sorted.length ? sorted[0][0] : 0;
    const start = first <= AROUND ? 0 : text.indexOf(" ", first - AROUND) + 1;
    const cut = text.indexOf(" ", first + 2 * AROUND);
    const end = cut < 0 ? text.length : cut;
    const out = make("p", {}, start ? "… " : "");
    let at = start;
    for (const [from, length] of sorted) {
      if (from < at || from + length > end) continue;
      out.append(text.slice(at, from), make("mark", {}, text.slice(from, from + length)));
      at = from + length;
    }
    out.append(text.slice(at, end), end < text.length ? " …" : "");
    return out;
  }

  /** @param {string} href @param {string} where @param {string} heading @param {Node} [more] */
  function result(href, where, heading, more) {
    const link = make("a", { href: new URL(href, root).href },
      make("strong", {}, heading), " ", make("span", {}, where));
    link.addEventListener("click", () => dialog.close());
    return make("li", {}, link, ...(more ? [more] : []));
  }

  /** A figure's name however it was typed: `query[5,1]`, `query-5-1`, `signal/…:query[5,1]`.
   * @param {string} question */
  async function figures(question) {
    const typed = question.replace(/\s+/g, "");
    const colon = typed.indexOf(":");
    const [scope, name] = colon < 0 ? [undefined, typed] : [typed.slice(0, colon), typed.slice(colon + 1)];
    const dashes = /^([a-z][\w.]*)-([\w.-]+)$/i.exec(name);
    const names = dashes ? [name, `${dashes[1]}[${dashes[2].replace(/-/g, ",")}]`] : [name];
    for (const each of names) {
      const places = await placesOf(each, scope);
      if (places.length) {
        return places.slice(0, MOST).map((/** @type {any} */ place) =>
          result(place.href, place.title, each, make("p", {}, `in ${place.scope}`)));
      }
    }
    return [];
  }

  /** What a code from paper leads to; one that was printed before may lead to more than one line.
   * @param {string} question */
  async function coded(question) {
    const typed = question.replace(/\s+/g, "").toUpperCase();
    if (!/^[C-W][2-9C-W]{3}[C-W]+$/.test(typed)) return [];
    await load("js/data/codes.js");
    return Object.keys(printed.codes).filter((code) => code.startsWith(typed))
      .flatMap((code) => printed.codes[code].map((/** @type {any[]} */ [page, id, name]) => {
        const [href, title] = printed.pages[page];
        return result(`${href}#${id}`, title, name, make("p", {}, `${code} on paper`));
      }));
  }

  async function search() {
    const question = input.value.trim().slice(0, LONGEST);
    let items = [];
    try {
      if (question) {
        await ready();
        const printedAs = await coded(question);
        const named = printedAs.length ? printedAs : await figures(question);
        const found = named.length ? [] : sections(question).map((/** @type {any} */ one) => {
          const [page, id, heading, text] = data.sections[one.ref];
          const [href, chapter] = data.pages[page];
          const positions = Object.values(one.matchData.metadata)
            .flatMap((/** @type {any} */ fields) => fields.text?.position ?? []);
          return result(id ? `${href}#${id}` : href, heading === chapter ? "" : chapter, heading,
            excerpt(text, positions));
        });
        items = [...named, ...found].slice(0, MOST);
      }
    } catch {
      told.textContent = "The search of this site could not be loaded.";
      results.replaceChildren();
      return;
    }
    if (question !== input.value.trim().slice(0, LONGEST)) return; // typed on meanwhile
    results.replaceChildren(...items);
    told.textContent = !question ? "" : items.length === MOST ? `The first ${MOST} places.`
      : items.length ? `${items.length} ${items.length === 1 ? "place" : "places"}.`
        : "Nothing in the book has these words.";
  }

  function open() {
    if (!dialog.open) dialog.showModal();
    input.select();
    ready().then(search, () => {});
  }

  dialog.addEventListener("keydown", (event) => {
    const links = [...results.querySelectorAll("a")];
    const at = links.indexOf(/** @type {HTMLAnchorElement} */ (document.activeElement));
    if (event.key === "ArrowDown" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
    else if (event.key === "ArrowUp" && at >= 0) (at ? links[at - 1] : input).focus();
    else if (event.key === "Enter" && event.target === input) links[0]?.click();
    else if (event.key === "Escape") dialog.close(); // a search field would only empty itself
    else return;
    event.preventDefault();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  close.addEventListener("click", () => dialog.close());
  input.addEventListener("input", search);
  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element
      && event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });

  document.querySelector(".top nav a")?.after(opener);
  document.body.append(dialog);
})();
