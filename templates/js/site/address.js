// The end of the page's address: what a reader chose, and the figure that is asked for. A page can be
// shared, and the back button works. Everything in it is text.

/** @typedef {"words" | "at" | "after" | "t" | "to" | "figure"} Key `to` and `figure` are places */
/** @typedef {Partial<Record<Key, string>>} State */

/** @type {Key[]} in this order */
const KEYS = ["words", "at", "after", "t", "to", "figure"];

/**
 * Write the end of an address, its marks as people read them.
 * @param {URLSearchParams} parameters
 */
const readable = (parameters) =>
  String(parameters).replace(/%(?:3A|2C|2F|5B|5D)/g, decodeURIComponent);

/**
 * Read the end of the page's address: a text for each key that is there.
 * @returns {State}
 */
export function readAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  return Object.fromEntries(
    KEYS.filter((key) => parameters.has(key)).map((key) => [key, parameters.get(key)]),
  );
}

/**
 * Write the end of an address; empty parts are left out.
 * @param {Partial<Record<Key, string | number>>} state
 */
export function hashOf(state) {
  const kept = KEYS.map((key) => [key, String(state[key] ?? "")]).filter(([, text]) => text !== "");
  return `#${readable(new URLSearchParams(kept))}`;
}

/**
 * Return a function that writes ends of addresses which lead to a place by its id.
 * @param {string} hash the end of the address of the page as it is shown
 * @returns {(id: string) => string}
 */
export function leading(hash) {
  const stem = hash === "#" ? hash : `${hash}&`;
  return (id) => `${stem}to=${encodeURIComponent(id)}`;
}

/**
 * Write the end of an address that asks for a figure where it has no line of its own.
 * @param {string} scope
 * @param {string} name
 * @param {string} [before] an end of an address whose other parts stay, such as a reader's own words
 */
export function fragmentOf(scope, name, before = "") {
  const parameters = new URLSearchParams(before);
  parameters.delete("to");
  parameters.set("figure", `${scope}:${name}`);
  return readable(parameters);
}
