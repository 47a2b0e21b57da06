// Arcs over a sentence, as build/bookbuild/pictures/arcs.py has them.

/** @import { Part } from "../elements/render.js" */
/** @import { Amount, Point } from "./svg.js" */
import { fit, largest, line, moves, path, picture, text, textWidth, values, WIDTH } from "./svg.js";

/** @typedef {{ words: string[], shares: Amount[], followed: number }} Listening what one word listens to */
/** @typedef {[low: number, high: number, thick: number]} Arc both ends along the sentence, and its thickness */

const [BAND, LOOP, STEP, NAMES, LONGEST] = [22, 10, 25, 52, 110];

/**
 * Return how thick each arc is: together they fill one band.
 * @param {Listening} data
 */
const thicksOf = ({ shares }) => values(shares).map((value) => Math.max(value * BAND, 0.5));

/**
 * Return where in the band each arc leaves: the nearest word's first, so that arcs never cross.
 * @param {Listening} data
 */
function offsetsOf({ shares, followed }) {
  const own = followed - 1;
  let edge = 0;
  /** @type {number[]} */
  const middles = [];
  for (const at of [...Array(own).keys()].reverse().concat(own)) {
    middles[at] = edge + shares[at].value / 2;
    edge += shares[at].value;
  }
  return middles.map((middle) => (middle - edge / 2) * BAND);
}

/**
 * Return the arcs between words at some places; a word's own arc loops on.
 * @param {Listening} data
 * @param {number[]} places
 * @returns {Arc[]}
 */
export function arcsOf(data, places) {
  const own = data.followed - 1;
  const offsets = offsetsOf(data);
  return thicksOf(data).map((thick, at) => {
    const start = places[own] + offsets[at];
    const end = at === own ? start + thick + LOOP : places[at];
    return [Math.min(start, end), Math.max(start, end), thick];
  });
}

/**
 * Return the commands of one side of an arc, above a line or, `squeeze`d, next to a column.
 * @param {number} start
 * @param {number} end
 * @param {number} base
 * @param {number} [squeeze]
 */
function half(start, end, base, squeeze) {
  const [radius, middle] = [Math.abs(end - start) / 2, (start + end) / 2];
  const arc = ["A", radius * (squeeze ?? 1), radius, `0 0 ${end > start ? 1 : 0}`];
  return squeeze === undefined
    ? [start, base, ...arc, middle, base - radius, ...arc, end, base]
    : [base, start, ...arc, base + radius * squeeze, middle, ...arc, base, end];
}

/**
 * Draw arcs as half rings.
 * @param {Amount[]} shares
 * @param {Arc[]} arcs
 * @param {number} base
 * @param {number} [squeeze]
 * @returns {Part[]}
 */
export function rings(shares, arcs, base, squeeze) {
  const most = largest(shares);
  return arcs.map(([low, high, thick], at) => {
    const outer = half(low - thick / 2, high + thick / 2, base, squeeze);
    const inner = half(high - thick / 2, low + thick / 2, base, squeeze);
    const role = shares[at].value === most.value ? "p-most" : "p-flow";
    return path(role, moves("M", ...outer, "L", ...inner, "Z"));
  });
}

/**
 * Draw what one word listens to: an arc to every word it hears, as thick as the share.
 * @param {Listening} data
 */
export function listening(data) {
  const { words, shares, followed } = data;
  const own = followed - 1;
  const most = largest(shares);
  // In a line where every word has room, its arcs above it; else in a column, with arcs next to it.
  const beyond = offsetsOf(data)[own] + 1.5 * thicksOf(data)[own] + LOOP;
  const slot = (WIDTH - Math.max(0, beyond - WIDTH / words.length / 2)) / words.length;
  const flat = slot >= 44 && words.every((word) => textWidth(word, 17) + 12 <= slot);
  const size = flat ? 17 : 16;
  const anchor = flat ? "middle" : undefined;
  const names = words.map((word) => (flat ? word : fit(word, LONGEST, size)));
  const places = words.map((_, at) => (flat ? (at + 0.5) * slot : 16 + at * STEP));
  const arcs = arcsOf(data, places);
  const highest = Math.max(...arcs.map(([low, high, thick]) => (high - low + thick) / 2));
  const base = flat
    ? highest + 6
    : NAMES + Math.max(...names.map((name) => textWidth(name, size))) + 24;
  const squeeze = flat ? undefined : Math.min(1, (WIDTH - base - 4) / highest);
  const marks = names.flatMap((name, at) => {
    /** @type {Point} */
    const [x, y] = flat ? [places[at], base + 20] : [NAMES, places[at] + 5];
    const role = at === own ? "p-strong" : at < own ? "p-word" : "p-faint";
    const long = textWidth(name, size);
    const reach = Math.min(slot, long + 10) / 2;
    const [start, end] = flat ? [x - reach, x + reach] : [x, x + long + 14];
    /** @type {Point} */
    const place = flat ? [x, y + 24] : [x - 8, y];
    const set = flat ? { size: 13, anchor } : { anchor: "end" };
    return [
      text(role, [x, y], name, { size, anchor, subscript: at + 1 }),
      ...(at === own ? [line("p-mark", [start, y + 6], [end, y + 6], 2)] : []),
      ...(at <= own ? [text("p-number", place, shares[at], set)] : []),
    ];
  });
  const reach = Math.max(...arcs.map(([, high, thick]) => high + thick / 2));
  const bottom = flat ? base + 50 : Math.max(places[places.length - 1] + 14, reach + 4);
  const heard = words[shares.indexOf(most)];
  const title = `What ${words[own]} in position ${followed} listens to: most of all ${heard}, ${most.text}.`;
  const description = shares.map(({ text }, at) => `${words[at]} in position ${at + 1}: ${text}.`);
  return picture(
    "listening",
    bottom,
    [title, description.join(" ")],
    [...rings(shares, arcs, base, squeeze), ...marks],
  );
}
