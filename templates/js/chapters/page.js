// The page under a box of own words, as it was built or filled for another view.

/** @import { View } from "../engine/run.js" */
/** @import { HrefOf } from "../pictures/illustrations.js" */
import { leading, readAddress } from "../site/address.js";
import { findIn } from "../site/ledgers.js";
import { published } from "../site/published.js";
import { Block } from "./block.js";
import { ownFigures } from "./own.js";

published.Block = Block;

const SLICE = 40; // milliseconds of filling, after which the page can be moved

/**
 * @typedef {object} Showing
 * @property {string} scope of the run that is shown
 * @property {View} [view] none where the page was built from what is shown
 * @property {boolean} recorded whether the ledger has figures of that run
 * @property {string} hash the end of the address that asks for it
 */

/**
 * Whether a block is in sight or half a screen from it, or somebody is at work in it.
 * @param {Element} block
 */
function isNear(block) {
  const { top, bottom } = block.getBoundingClientRect();
  const inSight = top < 1.5 * innerHeight && bottom > -0.5 * innerHeight;
  return inSight || block.contains(document.activeElement);
}

/** The box behind a sentence, and the blocks under it. */
export class Page {
  /** @type {Block[]} each made when it is first needed */
  #blocks = [];
  /** @type {View | undefined} that the page was built from */
  #own;
  #from;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next;
  /** @type {{ box: HTMLElement, marked: string } | undefined} */
  #further;

  /**
   * @param {HTMLElement} main
   * @param {Element} sentence behind which the box is
   * @param {HTMLElement} box
   * @param {() => View} from makes the view that the page was built from
   */
  constructor(main, sentence, box, from) {
    this.main = main;
    this.#from = from;
    sentence.after(box);
    /** @type {HTMLElement[]} */
    this.built = [];
    let next = /** @type {HTMLElement | null} */ (box.nextElementSibling);
    while (next && next.nodeName !== "NAV") {
      this.built.push(next);
      next = /** @type {HTMLElement | null} */ (next.nextElementSibling);
    }
    this.under = [...this.built];
  }

  /**
   * Show a view, or the page as it was built. Blocks in sight are filled at once, the others right
   * after, while the page is marked as busy. If the address leads to a place of the page, all are
   * filled at once.
   * @param {Showing} showing
   */
  show({ scope, view, recorded, hash }) {
    clearTimeout(this.#next);
    this.main.dataset.run = scope;
    findIn(view && ownFigures(view.run, recorded));
    const hrefOf = leading(hash);
    const { to, figure } = readAddress();
    const led = (to ?? figure) !== undefined;
    const stale = [...this.built.keys()].filter((i) => view || this.under[i] !== this.built[i]);
    const near = new Set(stale.filter((i) => led || isNear(this.under[i])));
    const left = stale.filter((i) => !near.has(i)).values();
    const fill = (/** @type {number} */ i) =>
      this.#replace(i, view ? this.#filled(i, view, hrefOf) : this.built[i]);
    const fillLeft = () => {
      const end = performance.now() + SLICE;
      let next = left.next();
      while (!next.done) {
        fill(next.value);
        if (performance.now() >= end) return wait(true);
        next = left.next();
      }
      wait(false);
    };
    const wait = (/** @type {boolean} */ busy) => {
      this.main.setAttribute("aria-busy", String(busy));
      if (busy) this.#next = setTimeout(fillLeft);
    };
    for (const i of near) fill(i);
    wait(stale.length > near.size);
  }

  /**
   * Return a block filled for a view.
   * @param {number} i which of the blocks
   * @param {View} view
   * @param {HrefOf} hrefOf
   */
  #filled(i, view, hrefOf) {
    this.#own ??= this.#from();
    if (!this.#blocks[i]) {
      this.#blocks[i] = new Block(this.built[i], this.#own);
      this.#blocks[i].root.querySelector(".own")?.remove(); // the further box isn't of the page
    }
    this.#blocks[i].fill(view, hrefOf);
    return this.#blocks[i].root;
  }

  /**
   * Replace one of the blocks that are shown.
   * @param {number} i
   * @param {HTMLElement} block
   */
  #replace(i, block) {
    if (block === this.under[i]) return;
    this.under[i].replaceWith(block);
    this.under[i] = block;
    this.#placeFurther();
  }

  /**
   * Place a further box before the part of the page with a mark, wherever that is.
   * @param {HTMLElement} box
   * @param {string} marked a selector
   */
  place(box, marked) {
    this.#further = { box, marked };
    this.#placeFurther();
  }

  /** Move the further box to its mark, if it isn't there. */
  #placeFurther() {
    if (!this.#further) return;
    const { box, marked } = this.#further;
    const before = this.main.querySelector(marked);
    if (!before || before.previousElementSibling === box) return;
    const focused = document.activeElement;
    before.before(box);
    if (focused instanceof HTMLElement && box.contains(focused)) focused.focus(); // moving takes it
  }
}
