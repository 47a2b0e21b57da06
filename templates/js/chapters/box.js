// What the boxes have in common in which readers put words of their own together: things to press,
// a sentence with its places, and the page under the box, as it was built or told anew.
"use strict";
(() => {
  const { Told, make, state: { read, leading } } = Workings;
  const SLICE = 40; // milliseconds of telling, after which the page can be moved

  /** A button that does nothing while it is off. */
  function button(press, ...parts) {
    const made = make("button", { type: "button" }, ...parts);
    made.addEventListener("click", () => made.getAttribute("aria-disabled") !== "true" && press());
    return made;
  }

  /** Switch buttons on or off; those that are off can still be found and read. */
  const enable = (buttons, on) => {
    for (const one of buttons) one.setAttribute("aria-disabled", String(!on));
  };

  /** Words with their places; each but the followed one leads to its own view, if there is one. */
  const words = (all, followed, hrefOf) => all.flatMap((word, i) => {
    const place = make("sub", {}, String(i + 1));
    const here = i + 1 === followed;
    const href = here ? undefined : hrefOf?.(i + 1);
    const marks = here ? { "aria-current": "true", tabindex: "-1" } : href ? { href } : {};
    return [make(href ? "a" : "span", { class: "w", ...marks }, word, place), " "];
  });

  /** A guessed word, at the end of a sentence. */
  const guess = (word) =>
    make("span", { class: "guess" }, make("span", { class: "hidden" }, "guess: "), word);

  /** Write a part of the page anew; who had pressed something in it stays at its current place. */
  function rewrite(part, ...parts) {
    const focused = part.contains(document.activeElement);
    part.replaceChildren(...parts);
    if (focused) part.querySelector("[aria-current]").focus();
  }

  /** Mark the one of some links that leads to where the page is. */
  function mark(links, isCurrent) {
    for (const link of links) {
      if (isCurrent(link)) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** Move to the place to which the address leads, if it leads to one. */
  const arrive = () => document.getElementById(read().to)?.scrollIntoView();

  /** The book's own examples above a page, as links that change it in place. */
  const examples = (main) => [...main.querySelectorAll(".crumbs li")].map((item) => {
    const link = make("a", {}, item.textContent.trim());
    item.replaceChildren(link);
    return link;
  });

  /** Whether a block is in sight or half a screen from it, or somebody is at work in it. */
  function isNear(block) {
    const { top, bottom } = block.getBoundingClientRect();
    const inSight = top < 1.5 * innerHeight && bottom > -0.5 * innerHeight;
    return inSight || block.contains(document.activeElement);
  }

  /** The box behind a sentence, and the blocks under it. */
  class Page {
    /** @type {Told[]} each made when it is first needed */
    #told = [];
    #from;
    #own;
    #next;
    #further;

    /** @param {() => any} from makes the view that the page was built from */
    constructor(main, sentence, box, from) {
      this.main = main;
      this.#from = from;
      sentence.after(box);
      this.built = [];
      for (let next = box.nextElementSibling; next && next.nodeName !== "NAV"; next = next.nextElementSibling) {
        this.built.push(next);
      }
      this.under = [...this.built];
    }

    /** Show a view; `published` says whether the ledger has its figures, `asBuilt` whether the page
     * was built from it, `hash` is the end of the address that asks for it. Blocks in sight are told
     * at once, the others right after, while the page is marked as busy. If the address leads to a
     * place of the page, all are told at once. */
    show(view, { asBuilt, published, hash }) {
      clearTimeout(this.#next);
      this.main.dataset.run = view.run.scope;
      Workings.told = asBuilt ? null : { run: view.run, published };
      const hrefOf = leading(hash);
      const { to, figure } = read();
      const led = (to ?? figure) !== undefined;
      const blocks = [...this.built.keys()].filter((i) => !asBuilt || this.under[i] !== this.built[i]);
      const near = new Set(blocks.filter((i) => led || isNear(this.under[i])));
      const left = blocks.filter((i) => !near.has(i));
      const put = (i) => this.#put(i, asBuilt ? this.built[i] : this.#tell(i, view, hrefOf));
      const goOn = () => {
        const end = performance.now() + SLICE;
        while (left.length && performance.now() < end) put(left.shift());
        wait();
      };
      const wait = () => {
        this.main.setAttribute("aria-busy", String(left.length > 0));
        if (left.length) this.#next = setTimeout(goOn);
      };
      near.forEach((i) => put(i));
      wait();
    }

    #tell(i, view, hrefOf) {
      this.#own ??= this.#from();
      if (!this.#told[i]) {
        this.#told[i] = new Told(this.built[i], this.#own);
        this.#told[i].root.querySelector(".own")?.remove(); // the further box isn't of the page
      }
      this.#told[i].tell(view, hrefOf);
      return this.#told[i].root;
    }

    #put(i, block) {
      if (block === this.under[i]) return;
      this.under[i].replaceWith(block);
      this.under[i] = block;
      this.#place();
    }

    /** Put a further box before the part of the page with a mark, wherever that is. */
    place(box, marked) {
      this.#further = { box, marked };
      this.#place();
    }

    #place() {
      const before = this.#further && this.main.querySelector(this.#further.marked);
      if (!before || before.previousElementSibling === this.#further.box) return;
      const pressed = this.#further.box.contains(document.activeElement) && document.activeElement;
      before.before(this.#further.box);
      if (pressed) pressed.focus(); // what is moved loses the focus
    }
  }

  Workings.box = { Page, button, enable, words, guess, rewrite, mark, arrive, examples };
})();
