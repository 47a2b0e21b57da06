// Fillers: functions that make a part of a page show another view, over and over.

/** @import { Figure } from "../engine/figures.js" */
/** @import { View } from "../engine/run.js" */
/** @import { HrefOf, PictureKind } from "../pictures/illustrations.js" */
import { idOf, only } from "../elements/make.js";
import { kind, part, renderer, showing } from "../elements/render.js";
import { lineOf } from "../engine/operations.js";
import { digits, lineParts } from "../lines/line.js";
import { draw } from "../pictures/illustrations.js";
import { CASES, resolver, wordsBehind } from "./roles.js";

/** @typedef {(view: View, hrefOf: HrefOf) => void} Filler */
/** @typedef {(figure: Figure, scope: string) => void} FigureFiller shows a figure as seen from a scope */
/** @typedef {(value: number, largest: number) => void} BarFiller */

const [BREAK, PLACE, SIZE] = [kind("wbr"), kind("sub"), kind("i", "class")];

/**
 * Fill the margin's address: it breaks behind its points.
 * @param {Element} element
 * @returns {(name: string) => void}
 */
export function addressFiller(element) {
  const render = renderer(element);
  return (name) =>
    render(
      [],
      name.split(".").flatMap((each, i) => (i ? [".", part(BREAK), each] : [each])),
    );
}

/**
 * Fill a word's element with the word and its place.
 * @param {Element} element
 * @returns {(word: string, place: number) => void}
 */
export function wordFiller(element) {
  const render = renderer(element);
  return (word, place) => render([], [word, part(PLACE, [], [String(place)])]);
}

/**
 * Mark what is followed, or is the largest, among its like.
 * @param {Element} element
 * @param {boolean} marked
 */
export const mark = (element, marked) => element.classList.toggle("focus", marked);

/**
 * Copy a part, without links from figures to pages of the book's own sentence.
 * @template {HTMLElement} Kind
 * @param {Kind} part
 */
export function copy(part) {
  const made = /** @type {Kind} */ (part.cloneNode(true));
  for (const link of made.querySelectorAll("a.fig")) link.removeAttribute("href");
  return made;
}

/**
 * Replace nodes of a parent by others, unless they are the same.
 * @param {Element} parent
 * @param {Iterable<ChildNode>} before
 * @param {ChildNode[]} now
 */
export function replaceNodes(parent, before, now) {
  const old = [...before];
  if (old.length === now.length && now.every((one, i) => one === old[i])) return;
  for (const one of old) one.remove();
  parent.append(...now);
}

/**
 * Fill an element with a figure: as a line, in percent, or by its digits.
 * @param {HTMLElement} element
 * @returns {FigureFiller}
 */
export function figureFiller(element) {
  if (element.dataset.line !== undefined) return lineFiller(element);
  const render = renderer(element, "data-f");
  return element.textContent?.endsWith("%")
    ? (figure, scope) => render([figure.percentFrom(scope)], [figure.percent])
    : (figure, scope) => render([figure.from(scope)], digits(figure.text));
}

/**
 * Fill a line's element with the line that made a figure.
 * @param {HTMLElement} element of a line
 * @returns {FigureFiller}
 */
function lineFiller(element) {
  const render = renderer(element, "data-line");
  const owner = element.closest("p.line") ?? element;
  const address = owner.querySelector(".addr");
  const fill = address && addressFiller(address);
  return (figure, scope) => {
    const name = figure.from(scope);
    render([name], lineParts(figure, lineOf(figure), scope));
    owner.id = idOf(name);
    fill?.(figure.name);
  };
}

/**
 * Fill a bar with a number, in hundredths of the largest; only zero has no bar at all.
 * @param {Element} bar
 * @returns {BarFiller}
 */
export function barFiller(bar) {
  const kinds = bar.className.replace(/ neg$/, "");
  const render = renderer(bar, "class");
  return (value, largest) => {
    const length = (100 * Math.abs(value)) / largest;
    const even = 2 * Math.round(length / 2); // a half goes to the even neighbour
    const drawn = part(SIZE, [`b${length % 1 === 0.5 ? even : Math.round(length)}`]);
    render([value < 0 ? `${kinds} neg` : kinds], value ? [drawn] : []);
  };
}

/**
 * Mark in the list of the vocabulary which word is followed.
 * @param {HTMLElement} list
 * @returns {Filler}
 */
export function tokensFiller(list) {
  const wordOf = resolver(list.dataset.focus ?? "");
  return (view) => {
    const word = wordOf(view);
    for (const [i, item] of [...list.children].entries()) {
      mark(item, view.run.program.vocabulary[i] === word);
    }
  };
}

/**
 * Fill an element with what its role stands for: a word with its place, or just that.
 * @param {HTMLElement} element
 * @returns {(view: View) => void}
 */
export function roleFiller(element) {
  const { say: role = "" } = element.dataset;
  const find = resolver(role);
  if (!element.matches(".at-word")) {
    const render = renderer(element);
    return (view) => render([], [String(find(view))]);
  }
  const fill = wordFiller(element);
  return (view) => {
    const place = Number(find(view));
    fill(`“${wordsBehind(role, view)[place - 1]}”`, place);
  };
}

/**
 * Draw a picture anew.
 * @param {HTMLElement} figure
 * @returns {Filler}
 */
export function pictureFiller(figure) {
  const [name, of] = (figure.dataset.picture ?? "").split(" ");
  const show = showing(only(figure, "svg"));
  const kind = /** @type {PictureKind} */ (name);
  return (view, hrefOf) => show(draw(kind, view, of, hrefOf));
}

/**
 * Show what holds in a case, or nothing where the case doesn't hold.
 * @param {HTMLElement} box
 * @returns {Filler}
 */
export function caseFiller(box) {
  const inside = [...box.childNodes]; // those of the book's sentence are of no other run
  const [name, ...of] = (box.dataset.when ?? "").split(" ");
  return (view) => {
    box.hidden = !CASES[name](view, ...of);
    replaceNodes(box, box.childNodes, box.hidden ? [] : inside);
  };
}
