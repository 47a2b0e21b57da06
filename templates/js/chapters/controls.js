// Controls with which readers choose words of their own: buttons, a sentence with its places,
// links that change the page in place.

import { every, make } from "../elements/make.js";
import { readAddress } from "../site/address.js";

/**
 * Make a button that does nothing while it is off.
 * @param {() => void} press
 * @param {...(Node | string)} parts
 */
export function button(press, ...parts) {
  const made = make("button", { type: "button" }, ...parts);
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-disabled") !== "true") press();
  });
  return made;
}

/**
 * Switch buttons on or off; those that are off can still be found and read.
 * @param {Element[]} buttons
 * @param {boolean} on
 */
export function enable(buttons, on) {
  for (const one of buttons) one.setAttribute("aria-disabled", String(!on));
}

/**
 * Return the attributes of a word of a sentence.
 * @param {boolean} followed
 * @param {string | undefined} href
 * @returns {Record<string, string>}
 */
function marksOf(followed, href) {
  if (followed) return { "aria-current": "true", tabindex: "-1" };
  return href ? { href } : {};
}

/**
 * Return words with their places; each but the followed one leads to its own view.
 * @param {string[]} words
 * @param {number} followed its place, from 1
 * @param {(place: number) => string} [hrefOf] without it no word leads anywhere
 * @returns {(Node | string)[]}
 */
export const placed = (words, followed, hrefOf) =>
  words.flatMap((word, i) => {
    const here = i + 1 === followed;
    const href = here ? undefined : hrefOf?.(i + 1);
    const attributes = { class: "w", ...marksOf(here, href) };
    return [make(href ? "a" : "span", attributes, word, make("sub", {}, String(i + 1))), " "];
  });

/**
 * Return a guessed word, at the end of a sentence.
 * @param {string} word
 */
export const guessed = (word) =>
  make("span", { class: "guess" }, make("span", { class: "hidden" }, "guess: "), word);

/**
 * Return the words of a sentence as the page has them.
 * @param {Element} sentence
 */
export const wordsIn = (sentence) =>
  every(sentence, ".w").map((word) => word.firstChild?.textContent ?? "");

/**
 * Return the place of the followed word among those of a sentence, from 1.
 * @param {Element} sentence
 */
export const followedIn = (sentence) =>
  every(sentence, ".w").findIndex((word) => word.hasAttribute("aria-current")) + 1;

/**
 * Write a part of the page anew; who had pressed something in it stays at its current place.
 * @param {Element} part
 * @param {...(Node | string)} parts
 */
export function rewrite(part, ...parts) {
  const focused = part.contains(document.activeElement);
  part.replaceChildren(...parts);
  if (focused) focusCurrent(part);
}

/**
 * Move the focus to the current place of a part.
 * @param {ParentNode} part
 */
export function focusCurrent(part) {
  const current = /** @type {HTMLElement | null} */ (part.querySelector("[aria-current]"));
  current?.focus();
}

/**
 * Mark the one of some links that leads to what the page shows.
 * @param {Element[]} links
 * @param {(link: Element) => boolean} isCurrent
 */
export function markCurrent(links, isCurrent) {
  for (const link of links) {
    if (isCurrent(link)) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
}

/** Move to the place to which the address leads, if it leads to one. */
export const arrive = () => document.getElementById(readAddress().to ?? "")?.scrollIntoView();

/**
 * Turn the book's own examples above a page into links that change it in place.
 * @param {Element} main
 */
export const examplesOf = (main) =>
  every(main, ".crumbs li").map((item) => {
    const link = make("a", {}, item.textContent?.trim() ?? "");
    item.replaceChildren(link);
    return link;
  });

/**
 * Make a field for words that are typed.
 * @param {number} longest
 */
export const field = (longest) =>
  make("input", {
    type: "text",
    maxlength: String(longest),
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
  });
