// What the boxes have in common in which readers put words of their own together: things to press,
// a sentence with its places, and the page under the box, as it was built or told anew.
"use strict";
(() => {
  const { Told, make } = Workings;

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

  /** The book's own examples above a page, as links that change it in place. */
  const examples = (main) => [...main.querySelectorAll(".crumbs li")].map((item) => {
    const link = make("a", {}, item.textContent.trim());
    item.replaceChildren(link);
    return link;
  });

  /** The box behind a sentence, and what stands under it. */
  class Page {
    /** @type {Told | undefined} made when it is first needed */
    #told;

    /** @param {() => any} built the view that the page was built from */
    constructor(main, sentence, box, built) {
      this.main = main;
      this.box = box;
      this.from = built;
      sentence.after(box);
      this.built = [];
      for (let next = box.nextSibling; next && next.nodeName !== "NAV"; next = next.nextSibling) {
        this.built.push(next);
      }
      this.under = this.built;
    }

    /** Show a view; `published` says whether the ledger has its figures. The page as it was built
     * comes back where that is the same. */
    show(view, { asBuilt, published, hashOf }) {
      if (!asBuilt) {
        this.#told ??= new Told(this.built, this.from());
        this.#told.tell(view, hashOf);
      }
      const parts = asBuilt ? this.built : this.#told.parts;
      if (parts !== this.under) {
        this.under.forEach((part) => part.remove());
        this.box.after(...parts);
        this.under = parts;
      }
      this.main.dataset.run = view.run.scope;
      Workings.told = asBuilt ? null : { run: view.run, published };
      Workings.enliven?.(this.main);
    }
  }

  Workings.box = { Page, button, enable, words, guess, rewrite, mark, examples };
})();
