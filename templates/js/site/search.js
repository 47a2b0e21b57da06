// Search inside the site: a button in the head of the page, a dialog, and the list of what it finds.

/** @import { LunrIndex, SearchIndex } from "../data.js" */
import { make } from "../elements/make.js";
import { placesOf } from "./places.js";
import { dataOf, load, published } from "./published.js";

const MOST = 20; // results
const LONGEST = 100; // characters of a question
const AROUND = 70; // characters of an excerpt before and after the word

/** @type {{ data: SearchIndex, index: LunrIndex } | undefined} */
let loaded;

const input = make("input", {
  type: "search",
  id: "search-words",
  maxlength: String(LONGEST),
  autocomplete: "off",
  spellcheck: "false",
  placeholder: "softmax, query[5,1] or a code",
  "aria-controls": "search-results",
});
const status = make("p", { class: "status", role: "status" });
const results = make("ol", { id: "search-results" });
const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
const dialog = make(
  "dialog",
  { class: "search", "aria-labelledby": "search-label" },
  make(
    "form",
    { role: "search", method: "dialog" },
    make("label", { for: "search-words", id: "search-label" }, "Search the book"),
    input,
    close,
  ),
  status,
  results,
);
const opener = make(
  "button",
  { type: "button", class: "open-search", "aria-haspopup": "dialog", "aria-keyshortcuts": "/" },
  "Search",
);

/** Return the index and the sections in it, loaded and made once. */
async function ready() {
  if (loaded) return loaded;
  const [data] = await Promise.all([
    dataOf("index", "js/data/search.js"),
    load("js/vendor/lunr.min.js"),
  ]);
  const index = window.lunr(function () {
    this.ref("place");
    this.field("heading", { boost: 8 });
    this.field("chapter", { boost: 3 });
    this.field("text");
    this.metadataWhitelist = ["position"];
    for (const [place, [page, , heading, text]] of data.sections.entries()) {
      this.add({ place, heading, chapter: data.pages[page][1], text });
    }
  });
  loaded = { data, index };
  return loaded;
}

/**
 * Find sections with the words of a question, the best first.
 * @param {LunrIndex} index
 * @param {string} question
 */
function sections(index, question) {
  const words = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (!words.length) return [];
  return index
    .query((query) => {
      const { wildcard } = window.lunr.Query;
      for (const word of words) {
        query.term(word, { boost: 10 });
        query.term(word, { boost: 3, wildcard: wildcard.TRAILING, usePipeline: false });
        if (word.length > 4)
          query.term(word, { boost: 0.5, editDistance: word.length > 7 ? 2 : 1 });
      }
    })
    .slice(0, MOST);
}

/**
 * Return a piece of text around its first found word, the found words marked.
 * @param {string} text
 * @param {[start: number, length: number][]} found
 */
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

/**
 * Return one result.
 * @param {string} href
 * @param {string} where
 * @param {string} heading
 * @param {Node} [more]
 */
function result(href, where, heading, more) {
  const link = make(
    "a",
    { href: new URL(href, published.root).href },
    make("strong", {}, heading),
    " ",
    make("span", {}, where),
  );
  link.addEventListener("click", () => dialog.close());
  return make("li", {}, link, ...(more ? [more] : []));
}

/**
 * Find a figure by its name however it was typed: `query[5,1]`, `query-5-1`, `signal/…:query[5,1]`.
 * @param {string} question
 */
async function figures(question) {
  const written = question.replace(/\s+/g, "");
  const colon = written.indexOf(":");
  const [scope, name] =
    colon < 0 ? [undefined, written] : [written.slice(0, colon), written.slice(colon + 1)];
  const dashes = /^([a-z][\w.]*)-([\w.-]+)$/i.exec(name);
  const names = dashes ? [name, `${dashes[1]}[${dashes[2].replace(/-/g, ",")}]`] : [name];
  for (const each of names) {
    const places = await placesOf(each, scope);
    if (places.length) {
      return places
        .slice(0, MOST)
        .map((place) => result(place.href, place.title, each, make("p", {}, `in ${place.scope}`)));
    }
  }
  return [];
}

/**
 * Find what a code from paper leads to; one that was printed before may lead to more than one line.
 * @param {string} question
 */
async function coded(question) {
  const written = question.replace(/\s+/g, "").toUpperCase();
  if (!/^[C-W][2-9C-W]{3}[C-W]+$/.test(written)) return [];
  const printed = await dataOf("codes", "js/data/codes.js");
  return Object.keys(printed.codes)
    .filter((code) => code.startsWith(written))
    .flatMap((code) =>
      printed.codes[code].map(([page, id, name]) => {
        const [href, title] = printed.pages[page];
        return result(`${href}#${id}`, title, name, make("p", {}, `${code} on paper`));
      }),
    );
}

/**
 * Find the places of a question: of a code, else of a figure, else of words.
 * @param {string} question
 */
async function resultsOf(question) {
  if (!question) return [];
  const { data, index } = await ready();
  const printed = await coded(question);
  const named = printed.length ? printed : await figures(question);
  if (named.length) return named.slice(0, MOST);
  return sections(index, question).map(({ ref, matchData }) => {
    const [page, id, heading, text] = data.sections[Number(ref)];
    const [href, chapter] = data.pages[page];
    const found = Object.values(matchData.metadata).flatMap(({ text }) => text?.position ?? []);
    const where = heading === chapter ? "" : chapter;
    return result(id ? `${href}#${id}` : href, where, heading, excerpt(text, found));
  });
}

/** Return what is typed into the field. */
const typed = () => input.value.trim().slice(0, LONGEST);

/** Show what is found for what is typed. */
async function search() {
  const question = typed();
  try {
    const items = await resultsOf(question);
    if (question !== typed()) return; // typed on meanwhile
    results.replaceChildren(...items);
    status.textContent = question ? counted(items.length) : "";
  } catch {
    status.textContent = "The search of this site could not be loaded.";
    results.replaceChildren();
  }
}

/**
 * Say how many results there are.
 * @param {number} count of the results
 */
function counted(count) {
  if (!count) return "Nothing in the book has these words.";
  if (count === MOST) return `The first ${MOST} places.`;
  return `${count} ${count === 1 ? "place" : "places"}.`;
}

/** Open the dialog, and load what it needs. */
function open() {
  if (!dialog.open) dialog.showModal();
  input.select();
  ready().then(search, () => {});
}

/**
 * Move through the results by keys.
 * @param {KeyboardEvent} event
 */
function move(event) {
  const links = [...results.querySelectorAll("a")];
  const focused = /** @type {HTMLAnchorElement} */ (document.activeElement);
  const at = links.indexOf(focused);
  if (event.key === "ArrowDown" && links.length) links[Math.min(at + 1, links.length - 1)].focus();
  else if (event.key === "ArrowUp" && at >= 0) (at ? links[at - 1] : input).focus();
  else if (event.key === "Enter" && event.target === input) links[0]?.click();
  else if (event.key === "Escape")
    dialog.close(); // a search field would only empty itself
  else return;
  event.preventDefault();
}

/** Add the search to the head of the page. */
export function startSearch() {
  dialog.addEventListener("keydown", move);
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  close.addEventListener("click", () => dialog.close());
  input.addEventListener("input", search);
  opener.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const typing =
      event.target instanceof Element &&
      event.target.closest("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
  document.querySelector(".top nav a")?.after(opener);
  document.body.append(dialog);
}
