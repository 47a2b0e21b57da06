// @ts-check
// Knows where a figure stands: the page with its line, or with the table that prints it.
// The data, js/data/places.js, is read off the finished pages by build/bookbuild/site/search_index.py.
"use strict";

(() => {
  const { idOf, load, readable } = window.Workings;
  /** @type {any} */
  let data = null;
  window.Workings.places = (/** @type {any} */ loaded) => (data = loaded);

  /** The end of an address that asks for a figure where it has no line of its own; what the
   * address says before, such as a reader's own words, stays where `before` has it.
   * @param {string} scope @param {string} name @param {string} [before] */
  function fragmentOf(scope, name, before = "") {
    const said = new URLSearchParams(before);
    said.delete("to");
    said.set("figure", `${scope}:${name}`);
    return readable(said);
  }

  /** @param {any[]} family @param {string} array @param {string[]} places */
  function holds(family, array, places) {
    const [name, ...axes] = family;
    if (name !== array || axes.length !== places.length) return false;
    return axes.every((axis, at) => data.axes[axis].includes(places[at]));
  }

  /** List the places of all figures with a name, those in `scope` only if it is given.
   * @param {string} name @param {string} [scope] */
  async function placesOf(name, scope) {
    await load("js/data/places.js");
    const match = /^([^[\]]+?)(?:\[(.*)\])?$/.exec(name);
    if (!match) return [];
    const places = match[2] === undefined ? [] : match[2].split(",");
    const found = [];
    for (const [href, title, kind, own, ...families] of data.pages) {
      if (scope && scope !== own) continue;
      if (!families.some((/** @type {any[]} */ family) => holds(family, match[1], places))) continue;
      const fragment = kind === "lines" ? idOf(own === data.runs[href] ? name : `${own}:${name}`)
        : fragmentOf(own, name);
      found.push({ href: `${href}#${fragment}`, title, scope: own, kind });
    }
    return found;
  }

  Object.assign(window.Workings, { placesOf, fragmentOf });
})();
