// What the panel of a number's origin shows: its line, its rule, its address.

/** @import { Address, Operand } from "./ledgers.js" */
import { make } from "../elements/make.js";
import { fragmentOf } from "./address.js";
import { find } from "./ledgers.js";
import { placesOf } from "./places.js";
import { published } from "./published.js";

/** @typedef {(operand: Address) => void} Step */
/** @typedef {(message: string) => void} Announce */

const LONGEST = 200; // of an address that somebody typed

/**
 * Return the parts of a printed number; its power of ten is raised.
 * @param {string} text
 */
function number(text) {
  const [mantissa, power] = text.split(" × 10^");
  if (power === undefined) return [text];
  return [`${mantissa}\u00a0×\u00a010`, make("sup", {}, power.replace(/[()]/g, ""))];
}

/**
 * Return the parts of a number of the computer's own, as the book writes numbers.
 * @param {number} value
 */
function inFull(value) {
  const [mantissa, power] = String(value).replace(/-/g, "−").replace("+", "").split("e");
  return number(power === undefined ? mantissa : `${mantissa} × 10^${power}`);
}

/**
 * Return the left side of a line, each operand a button.
 * @param {string} line
 * @param {Operand[]} operands
 * @param {Step} step
 */
function written(line, operands, step) {
  const rest = operands.values();
  /** @type {HTMLElement[]} */
  const levels = [make("span")];
  const add = (/** @type {(Node | string)[]} */ ...parts) =>
    levels[levels.length - 1].append(...parts);
  for (const piece of line.split(/([@#]|\^\{|\})/)) {
    if (piece === "@" || piece === "#") {
      const operand = rest.next().value;
      if (!operand) continue;
      const button = make("button", { type: "button" }, ...number(operand.text));
      button.title = operand.name;
      button.setAttribute("aria-label", `${operand.text}, ${operand.name}`);
      button.addEventListener("click", () => step(operand));
      const bracketed = piece === "@" && /^−|×/.test(operand.text);
      add(bracketed ? make("span", {}, "(", button, ")") : button);
    } else if (piece === "^{") levels.push(make("sup"));
    else if (piece === "}") {
      const raised = /** @type {HTMLElement} */ (levels.pop());
      add(raised);
    } else add(piece);
  }
  return levels[0];
}

/**
 * Return a row of the panel's list.
 * @param {string} term
 * @param {...(Node | string)} details
 */
const row = (term, ...details) => [make("dt", {}, term), make("dd", {}, ...details)];

/**
 * Return the address of a figure's line on this site; where there is no line, of this page.
 * @param {Address} asked
 */
async function addressOf({ scope, name }) {
  const places = await placesOf(name, scope).catch(() => []);
  if (places.length) return new URL(places[0].href, published.root);
  const address = new URL(location.href);
  address.hash = fragmentOf(scope, name);
  return address;
}

/**
 * Return the address of a figure of the reader's own words: of this page, filled with those words.
 * @param {Address} asked
 */
function ownAddress({ scope, name }) {
  const address = new URL(location.href);
  address.hash = fragmentOf(scope, name, location.hash.slice(1));
  return address;
}

/**
 * Return an address with a button that copies it.
 * @param {URL} address
 * @param {Announce} announce
 */
function copying(address, announce) {
  const root = published.root.href;
  const text = address.href.startsWith(root) ? address.href.slice(root.length) : address.href;
  const link = make("a", { href: address.href }, text);
  const button = make("button", { type: "button" }, "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(address.href);
      announce("The address is copied.");
    } catch {
      getSelection()?.selectAllChildren(link);
      announce("The address is selected: copy it from here.");
    }
  });
  return [link, " ", button];
}

/**
 * Return what is known of a figure. The promise fails where the ledger hasn't got it.
 * @param {Address} asked
 * @param {Step} step
 * @param {Announce} announce
 */
async function known(asked, step, announce) {
  const found = await find(asked.scope, asked.name);
  const { text, line, operands = [], origin, rule, full } = found;
  const address = found.own ? ownAddress(asked) : await addressOf(asked);
  const name = make("code", {}, asked.name);
  const scope = make("small", {}, `in ${asked.scope}`);
  const result = () => number(text);
  const sum = () => [written(line ?? "", operands, step), " =\u00a0", make("b", {}, ...result())];
  return [
    make("p", { class: "asked-for" }, make("strong", {}, ...result()), " is ", name, scope),
    ...(line ? [make("p", { class: "sum" }, ...sum())] : []),
    make(
      "dl",
      {},
      ...(line
        ? row("Origin", "Worked, by the line above. Press a number in it to go further back.")
        : row("Origin", `Given: ${origin}.`)),
      ...(rule ? row("Rounded", `Once, half away from zero: ${rule}.`) : []),
      ...(full === undefined ? [] : row("Unrounded", ...inFull(full))),
      ...row("Address", ...copying(address, announce)),
    ),
  ];
}

/**
 * Return what the panel shows where nothing is known of a figure.
 * @param {Address} asked
 */
function unknown({ scope, name }) {
  const address = make("code", {}, `${scope}:${name}`.slice(0, LONGEST));
  return [make("p", {}, "The ledger of this site has nothing about ", address, ".")];
}

/**
 * Return what the panel shows of a figure.
 * @param {Address} asked
 * @param {Step} step goes on to an operand
 * @param {Announce} announce says a message
 * @returns {Promise<(Node | string)[]>}
 */
export const details = (asked, step, announce) =>
  known(asked, step, announce).catch(() => unknown(asked));
