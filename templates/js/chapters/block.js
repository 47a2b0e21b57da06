// A block of a page with all its parts, filled for one view after the other.

/** @import { View } from "../engine/run.js" */
/** @import { HrefOf } from "../pictures/illustrations.js" */
/** @import { Filler } from "./fillers.js" */
import { every } from "../elements/make.js";
import { makeStops } from "../site/origin.js";
import { caseFiller, figureFiller, pictureFiller, roleFiller, tokensFiller } from "./fillers.js";
import { figureFinder } from "./roles.js";
import { arrayFiller, stripFiller, tableFiller } from "./tables.js";

/**
 * Return the elements that a selector names, the root among them.
 * @param {HTMLElement} root
 * @param {string} selector
 */
const all = (root, selector) => [
  ...(root.matches(selector) ? [root] : []),
  ...every(root, selector),
];

/**
 * Return those that are neither of the book's own sentence alone nor in a line.
 * @param {HTMLElement} root
 * @param {string} selector
 */
const outside = (root, selector) =>
  all(root, selector).filter(
    (one) => !one.closest('[data-when="book"]') && !one.parentElement?.closest("[data-line]"),
  );

/**
 * Return the tables among them.
 * @param {HTMLElement} root
 * @param {string} selector
 */
const tables = (root, selector) => /** @type {HTMLTableElement[]} */ (outside(root, selector));

/**
 * Return what fills the figures that are in no table or picture.
 * @param {HTMLElement} root
 * @param {View} from
 * @returns {Filler[]}
 */
function figureFillers(root, from) {
  const found = outside(root, "[data-of], [data-line], [data-f]");
  const alone = found.filter((one) => !one.closest("table, figure.picture"));
  return alone.flatMap((one) => {
    const { of, line, f } = one.dataset;
    if (of !== undefined) {
      const [find, fill] = [figureFinder(of), figureFiller(one)];
      return [(view) => fill(find(view), view.run.scope)];
    }
    const name = line ?? f ?? ""; // without a role it is the same in every run
    if (!from.run.arrays.has(name.replace(/\[.*$/s, ""))) return [];
    const fill = figureFiller(one);
    return [({ run }) => fill(run.figure(name), run.scope)];
  });
}

/**
 * Return what fills the links: to pages of the book's own sentences, or to places on this page.
 * @param {HTMLElement} root
 * @returns {Filler[]}
 */
function linkFillers(root) {
  /** @type {Filler[]} */
  const away = all(root, "a.fig, a.addr:not([href^='#'])").map((link) => {
    const href = link.getAttribute("href");
    return ({ book }) => {
      if (book && href !== null) link.setAttribute("href", href);
      else link.removeAttribute("href");
    };
  });
  /** @type {Filler[]} */
  const within = all(root, "a[href^='#']").map((link) => {
    const id = link.getAttribute("href")?.slice(1) ?? "";
    return (_, hrefOf) =>
      link.setAttribute("href", hrefOf(link.closest("p.line, tbody[id]")?.id ?? id));
  });
  return [...away, ...within];
}

/** A copy of a block of a page that can be filled for any view, over and over. */
export class Block {
  /** @type {Filler[]} */
  #fillers;

  /**
   * @param {HTMLElement} block of the page as it was built
   * @param {View} from the view that it was built from
   */
  constructor(block, from) {
    const root = /** @type {HTMLElement} */ (block.cloneNode(true));
    this.root = root;
    const figures = figureFillers(root, from);
    const links = linkFillers(root);
    this.#fillers = [
      ...all(root, "[data-when]").map(caseFiller),
      ...tables(root, "table[data-over]").map(tableFiller),
      ...tables(root, "table.weights[data-of]").map(arrayFiller),
      ...tables(root, "table.strip").map(stripFiller),
      ...outside(root, ".tokens[data-focus]").map(tokensFiller),
      ...figures,
      ...outside(root, "[data-say]")
        .filter((one) => !one.closest("table[data-over]"))
        .map(roleFiller),
      ...outside(root, "[data-picture]").map(pictureFiller),
      ...links,
    ];
  }

  /**
   * Fill all of it for a view.
   * @param {View} view
   * @param {HrefOf} hrefOf writes the end of an address that leads to a place in it
   */
  fill(view, hrefOf) {
    for (const fill of this.#fillers) fill(view, hrefOf);
    makeStops(this.root);
  }
}
