// Finds where a figure is: the page with its line, or with the table that prints it.

/** @import { Family, Places } from "../data.js" */
import { idOf } from "../elements/make.js";
import { fragmentOf } from "./address.js";
import { dataOf } from "./published.js";

/** @typedef {{ href: string, title: string, scope: string, kind: "lines" | "cells" }} Place */

/**
 * Whether an array that a page shows has a figure.
 * @param {Places} data
 * @param {Family} family
 * @param {string} array
 * @param {string[]} places
 */
function holds(data, [name, ...axes], array, places) {
  if (name !== array || axes.length !== places.length) return false;
  return axes.every((axis, at) => data.axes[axis].includes(places[at]));
}

/**
 * List the places of all figures with a name.
 * @param {string} name
 * @param {string} [scope] of the only ones that are wanted
 * @returns {Promise<Place[]>}
 */
export async function placesOf(name, scope) {
  const data = await dataOf("places", "js/data/places.js");
  const match = /^([^[\]]+?)(?:\[(.*)\])?$/.exec(name);
  if (!match) return [];
  const places = match[2] === undefined ? [] : match[2].split(",");
  const found = [];
  for (const [href, title, kind, own, ...families] of data.pages) {
    if (scope && scope !== own) continue;
    if (!families.some((family) => holds(data, family, match[1], places))) continue;
    const line = idOf(own === data.runs[href] ? name : `${own}:${name}`);
    const fragment = kind === "lines" ? line : fragmentOf(own, name);
    found.push({ href: `${href}#${fragment}`, title, scope: own, kind });
  }
  return found;
}
