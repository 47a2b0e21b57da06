// Roles: what a position, a word or a row of a chapter stands for in the words that are followed.
//
// A part of a page that follows from the reader's words is marked with its figure's name in roles,
// such as `product[here,top share]`: see build/bookbuild/markup/roles.py. Roles are read in a view.

/** @import { Shown } from "../elements/render.js" */
/** @import { Figure, Rows } from "../engine/figures.js" */
/** @import { View } from "../engine/run.js" */

/** @typedef {string | number} Place a word, or a number from 1 */
/** @typedef {Place | Place[]} Meaning a place, or those of a table's rows */
/** @typedef {(view: View, ...of: string[]) => Meaning} Role */
/** @typedef {(view: View, ...of: string[]) => boolean} Case */

const ANY = "*"; // in an array's name: the temperature

/**
 * The content at the head of a table's row by what its rows are of; else the place, or its word.
 * @type {Record<string, (view: View, i: number) => Shown>}
 */
export const HEADS = { slots: (_, i) => `slot ${i + 1}`, passes: (_, i) => `pass ${i + 1}` };

/**
 * Return the places of the figures in the followed word's row, the largest first.
 * @param {View} view
 * @param {string} name of an array
 */
export const ranked = ({ run, here, read }, name) =>
  run.ranked(name, run.array(name).along === "read" ? (read ?? 1) : here);

/**
 * Return the places from 1 to a length.
 * @param {number} length
 */
export const placesTo = (length) => Array.from({ length }, (_, i) => i + 1);

/**
 * What each role stands for. A chapter of one kind adds its own.
 * @type {Record<string, Role>}
 */
export const ROLES = {
  here: ({ here }) => here,
  word: ({ run, here }) => run.words[here - 1],
  answer: ({ run, here, each }, at) => run.answer(at === "each" ? (each ?? here) : here),
  each: ({ each }) => each ?? 0,
  top: (view, name) => ranked(view, name)[0] + 1,
  likeliest: (view, name, rank) =>
    view.run.program.vocabulary[ranked(view, name)[Number(rank) - 1]],
  place_of: (view, ...role) => {
    const word = String(resolver(role.join(" "))(view));
    return view.run.program.vocabulary.indexOf(word) + 1;
  },
  heard: ({ here }) => placesTo(here),
  best: (view, name, count) => {
    const { vocabulary } = view.run.program;
    return ranked(view, name)
      .slice(0, Number(count))
      .map((at) => vocabulary[at]);
  },
};

/**
 * When a case of the prose holds: see build/bookbuild/chapters/cases.py. Some are of a row of figures.
 * @type {Record<string, Case>}
 */
export const CASES = {
  book: ({ book }) => Boolean(book),
  first: ({ here }) => here === 1,
  later: ({ here }) => here > 1,
  earlier: ({ run, here }) => here < run.words.length,
  last: ({ run, here }) => here === run.words.length,
  stop: (view) => ROLES.word(view) === ".",
  ended: ({ run }) => run.answer(run.words.length) === run.program.end,
  endless: (view) => !CASES.ended(view),
  itself: (view, name) => view.here > 1 && ROLES.top(view, name) === view.here,
  other: (view, name) => ROLES.top(view, name) !== view.here,
  uneven: ({ run, here }, name) => run.figure(`${name}[${here}]`).size !== 1,
};

/**
 * Return a function that reads a role in a view. Any other text means itself, behind a sign if it
 * must.
 * @param {string} role
 * @returns {(view: View) => Meaning}
 */
export function resolver(role) {
  const [name, ...of] = role.split(" ");
  if (Object.hasOwn(ROLES, name)) return (view) => ROLES[name](view, ...of);
  const itself = role.replace(/^=/, "");
  return () => itself;
}

/**
 * Return a function that finds an array in a view by its name in roles, with the places in it.
 * @param {string} of
 * @returns {(view: View) => { name: string, array: Rows, places: Place[] }}
 */
export function finder(of) {
  const [, open = "", roles] = /^(.*?)(?:\[(.*)\])?$/s.exec(of) ?? [];
  const all = roles?.split(",").map(resolver) ?? [];
  return (view) => {
    const { run } = view;
    const own = open.replace(ANY, view.temperature ?? "");
    const name = run.arrays.has(own) ? own : `${run.program.model}:${own}`;
    const array = run.array(name);
    const places = all.slice(0, array.axes.length).flatMap((role) => role(view));
    return { name, array, places };
  };
}

/**
 * Return a function that finds a figure in a view by its name in roles.
 * @param {string} of
 * @returns {(view: View) => Figure}
 */
export function figureFinder(of) {
  const find = finder(of);
  return (view) => {
    const { name, places } = find(view);
    return view.run.figureAt(name, places);
  };
}

/**
 * Return the words whose places a role names: where a sentence is translated, its own or those written.
 * @param {string} role
 * @param {View} view
 */
export const wordsBehind = (role, { run }) => (role.startsWith("read") ? run.source : run.words);
