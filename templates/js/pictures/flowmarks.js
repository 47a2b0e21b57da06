// The marks of the signal-flow diagram, as build/bookbuild/pictures/flowmarks.py draws them.

/** @import { Part } from "../elements/render.js" */
/** @import { Amount, Point } from "./svg.js" */
import {
  circle,
  fit,
  junction,
  line,
  link,
  moves,
  path,
  polygon,
  polyline,
  rectangle,
  text,
  textWidth,
} from "./svg.js";

/** @typedef {{ name: string, href?: string }} Box */
/** @typedef {Box & { numbers: Amount[], shape: string }} Strip */
/** @typedef {Box & { shares: number[][] }} Head */
/** @typedef {{ name: string, norm: Box, query: Box, key: Box, value: Box, heads: Head[], output: Box }} Attention */
/** @typedef {{ name: string, norm: Box, stretch: Box, bend: Box, press: Box, shape: string, bent: [given: number, kept: number][] }} FeedForward */
/** @typedef {{ name: string, attention: Attention, after_attention: Strip, feed_forward: FeedForward, after_feed_forward: Strip }} Block */

export const STREAM = 16;
export const LEFT = 44;
export const BOX = 88;
export const TALL = 24;
export const PLOT = 76;

/**
 * Make marks one link where there is an address; without a name it is called by the words in it.
 * @param {{ href?: string, name?: string }} to
 * @param {Part[]} marks
 */
export function linked({ href, name }, marks) {
  return href ? [link(href, name, marks)] : marks;
}

/**
 * Draw a named box; one that slants is higher at the right, where the numbers are more.
 * @param {Box} box
 * @param {Point} corner
 * @param {number} [slant]
 * @param {number} [wide]
 */
export function step(box, [x, y], slant = 0, wide = BOX) {
  const right = x + wide;
  const edge = polygon([
    [x, y + slant],
    [right, y - slant / 2],
    [right, y + TALL + slant / 2],
    [x, y + TALL - slant],
  ]);
  return linked(box, [
    path("p-hollow", edge, 1.2),
    text("p-word", [x + wide / 2, y + TALL / 2 + 4], fit(box.name, wide - 8, 12), {
      anchor: "middle",
    }),
  ]);
}

/**
 * Draw a thin wire through corners, each rounded.
 * @param {Point} start
 * @param {...Point} rest
 */
export function wire(start, ...rest) {
  const toward = (/** @type {number} */ value, /** @type {number} */ corner) =>
    Math.max(-6, Math.min(6, value - corner));
  const course = [start, ...rest].flatMap(([x1, y1], i, all) => {
    if (!i) return ["M", x1, y1];
    if (i > rest.length - 1) return ["L", x1, y1];
    const near = [x1 + toward(all[i - 1][0], x1), y1 + toward(all[i - 1][1], y1)];
    const far = [x1 + toward(all[i + 1][0], x1), y1 + toward(all[i + 1][1], y1)];
    return ["L", ...near, "Q", x1, y1, ...far];
  });
  return path("p-line", moves(...course), 1.2);
}

/**
 * Draw an arrow's head whose tip is at a place.
 * @param {number} x
 * @param {number} y
 * @param {"right" | "left" | "down"} direction
 */
export function arrow(x, y, direction) {
  const [dx, dy] = { right: [-6, 0], left: [6, 0], down: [0, -6] }[direction];
  const head = polygon([
    [x, y],
    [x + dx + dy / 2, y + dy + dx / 2],
    [x + dx - dy / 2, y + dy - dx / 2],
  ]);
  return path("p-dot", head);
}

/**
 * Draw where values are multiplied by shares: a cross in a circle.
 * @param {Point} centre
 */
export const mixed = ([x, y]) => [
  circle("p-hollow", [x, y], 7, 1.4),
  line("p-line", [x - 3.2, y - 3.2], [x + 3.2, y + 3.2], 1.4),
  line("p-line", [x - 3.2, y + 3.2], [x + 3.2, y - 3.2], 1.4),
];

/**
 * Draw where a branch is added to the stream, and the arrow there.
 * @param {number} y where something is added to the stream
 */
export const added = (y) => [...junction([STREAM, y], 8), arrow(STREAM + 8.6, y, "left")];

/**
 * Draw the names of a block and its branch, and where the branch leaves the stream and comes back.
 * @param {string} block
 * @param {string} branch
 * @param {number} middle
 * @param {number} out
 * @param {number} back
 */
export const around = (block, branch, middle, out, back) => [
  text("p-note", [LEFT, middle - 5], fit(block, BOX + 10, 12)),
  text("p-name", [LEFT, middle + 9], fit(branch, BOX + 10, 13), { size: 13 }),
  arrow(LEFT, out, "right"),
  circle("p-dot", [STREAM, out], 4),
  ...added(back),
];

/**
 * Draw one head: all shares as squares by area, the followed word's row outlined.
 * @param {Head} head
 * @param {Point} corner
 * @param {number} side
 */
export function triangle(head, [x, y], side) {
  const cell = side / head.shares.length;
  const steps = head.shares.flatMap((_, at) => {
    const right = x + (at + 1) * cell;
    return ["L", right, y + at * cell, "L", right, y + (at + 1) * cell];
  });
  const marks = [
    rectangle("p-paper", [x, y], [side, side]),
    path("p-hair", moves("M", x, y, ...steps, "L", x, y + side, "Z"), 0.8),
  ];
  for (const [row, shares] of head.shares.entries()) {
    for (const [column, share] of shares.entries()) {
      const full = (cell - 0.6) * Math.sqrt(share);
      /** @type {Point} */
      const corner = [x + (column + 0.5) * cell - full / 2, y + (row + 0.5) * cell - full / 2];
      if (full >= 0.1) marks.push(rectangle("p-most", corner, [full, full]));
    }
  }
  marks.push(rectangle("p-mark", [x, y + side - cell], [side, cell], 1.4));
  if (0.9 * textWidth(head.name, 12) <= side - 8 - cell) {
    marks.push(text("p-note", [x + side + 6, y + 9], head.name, { anchor: "end" }));
  }
  return linked(head, marks);
}

/**
 * Draw the bend's box: across what goes in, upwards what comes out, a dot a number.
 * @param {FeedForward} branch
 * @param {Point} corner
 * @param {number} height
 */
export function bend({ bend: box, bent }, [x, y], height) {
  const [low, least] = [0, 1].map((i) => Math.min(0, ...bent.map((pair) => pair[i])));
  const [high, most] = [0, 1].map((i) => Math.max(0, ...bent.map((pair) => pair[i])));
  const [wide, up] = [(PLOT - 16) / (high - low || 1), (height - 34) / (most - least || 1)];
  const [x0, y0] = [x + 8 - low * wide, y + height - 9 + least * up];
  const places = [...bent]
    .sort(([a, b], [c, d]) => a - c || b - d)
    .map(([into, out]) => /** @type {Point} */ ([x0 + into * wide, y0 - out * up]));
  const diamonds = places.map(([px, py]) =>
    polygon([
      [px - 1.6, py],
      [px, py - 1.6],
      [px + 1.6, py],
      [px, py + 1.6],
    ]),
  );
  return linked(box, [
    rectangle("p-hollow", [x, y], [PLOT, height], 1.2),
    text("p-word", [x + 8, y + 16], fit(box.name, PLOT - 16, 12)),
    line("p-hair", [x + 6, y0], [x + PLOT - 6, y0], 0.8),
    line("p-hair", [x0, y + 22], [x0, y + height - 5], 0.8),
    path("p-line", polyline(places), 0.8),
    path("p-dot", [...new Set(diamonds)].join(" ")),
  ]);
}
