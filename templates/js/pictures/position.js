// The picture of the position signal, as build/bookbuild/pictures/position.py has it.

/** @import { Part } from "../elements/render.js" */
/** @import { Amount } from "./svg.js" */
import { circle, line, path, picture, polyline, text, textWidth, WIDTH } from "./svg.js";

/** @import { Point } from "./svg.js" */
/** @typedef {{ slot: number, curve: Point[], here: Amount }} Wave one slot of the signal */
/** @typedef {{ divisor: Amount, sine: Wave, cosine: Wave }} Pair */

/** @type {Record<string, string>} the paths of waves that were drawn before: most views have the same */
const paths = {};

/**
 * Draw the position signal: one panel a divisor, a sine and a cosine in each.
 * @param {{ word: string, position: number, pairs: Pair[] }} data
 */
export function waves({ word, position, pairs }) {
  const [LEFT, RIGHT, TOP, PANEL, GAP, READING, DASH] = [76, 264, 8, 58, 20, 290, "4 3"];
  const places = pairs
    .flatMap(({ sine, cosine }) => [...sine.curve, ...cosine.curve])
    .map(([x]) => x);
  const first = Math.min(position, ...places);
  const last = Math.max(position, ...places);
  const scale = (RIGHT - LEFT) / (last - first);
  const across = (/** @type {number} */ x) => LEFT + (x - first) * scale;
  const here = across(position);
  const bottom = TOP + pairs.length * (PANEL + GAP);
  const foot = bottom - GAP + 22;

  /** @type {(pair: Pair, i: number) => Part[]} */
  const panel = ({ divisor, sine, cosine }, i) => {
    const middle = TOP + i * (PANEL + GAP) + PANEL / 2;
    const high = (/** @type {number} */ y) => middle - (y * PANEL) / 2;
    /** @type {[Wave, string, number, string, string, string?][]} */
    const both = [
      [sine, "sin", middle - 6, "p-line", "p-dot"],
      [cosine, "cos", middle + 14, "p-soft", "p-hollow", DASH],
    ];
    const drawn = (/** @type {Point[]} */ curve) => {
      const key = [curve, first, last, middle].join();
      paths[key] ??= polyline(curve.map(([x, y]) => [across(x), high(y)]));
      return paths[key];
    };
    const curves = both.map(([{ curve }, , , role, , dash]) => path(role, drawn(curve), 1.4, dash));
    return [
      text("p-note", [0, middle - 6], "divided by"),
      text("p-word", [0, middle + 11], divisor, { size: 15 }),
      line("p-hair", [LEFT, middle], [RIGHT, middle], 0.8),
      ...curves.reverse(),
      ...both.flatMap(([wave, name, y, role, dot, dash]) => [
        circle(dot, [here, high(wave.here.value)], 3.6),
        line(role, [READING - 14, y - 4], [READING + 10, y - 4], 1.4, dash),
        circle(dot, [READING - 2, y - 4], 3.6),
        text("p-name", [READING + 16, y], name),
        text("p-number", [WIDTH - 2, y], wave.here, { anchor: "end" }),
      ]),
    ];
  };

  const positions = [text("p-strong", [here, foot], `${position}`, { size: 13, anchor: "middle" })];
  const taken = [here];
  const apart = last - first > 16 ? 10 : 1;
  for (let at = Math.ceil(first / apart) * apart; at <= last; at += apart) {
    const room = textWidth(`${at}`, 12) + 3;
    if (taken.some((other) => Math.abs(across(at) - other) < room)) continue;
    taken.push(across(at));
    positions.push(text("p-note", [across(at), foot], `${at}`, { anchor: "middle" }));
  }
  const description = pairs.map(
    ({ divisor, sine, cosine }) =>
      `Divided by ${divisor.text}: sine ${sine.here.text} in slot ${sine.slot}, ` +
      `cosine ${cosine.here.text} in slot ${cosine.slot}.`,
  );
  const title = `The position signal at position ${position}, ${word}: waves, slow and fast.`;
  return picture(
    "waves",
    foot + 6,
    [title, description.join(" ")],
    [
      line("p-mark", [here, TOP], [here, bottom - GAP + 8], 0.8),
      ...pairs.flatMap(panel),
      text("p-note", [0, foot], "position"),
      ...positions,
    ],
  );
}
