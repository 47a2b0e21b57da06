// The picture of a bend, as build/bookbuild/pictures/bend.py has it: across what goes into the ReLU,
// upwards what comes out, both on one scale.

/** @import { Amount, Point } from "./svg.js" */
import { circle, line, path, picture, polyline, text, WIDTH } from "./svg.js";

/** @typedef {[into: Amount, out: Amount]} Pair */

/**
 * Draw the curve with a dot for each number, hollow for those that come out as zero.
 * @param {{ name: string, of: string, pairs: Pair[], curve?: Point[] }} data
 */
export function bend({ name, of, pairs, curve = [] }) {
  const [LEFT, RIGHT, TOP, MOST, MARGIN] = [12, WIDTH - 12, 26, 240, 0.25];
  const given = [...pairs.map(([into]) => into.value), ...curve.map(([x]) => x)];
  const made = [...pairs.map(([, out]) => out.value), ...curve.map(([, y]) => y)];
  const [low, high] = [Math.min(-1, ...given) - MARGIN, Math.max(1, ...given) + MARGIN];
  const [least, most] = [Math.min(0, ...made), Math.max(1, ...made) + MARGIN];
  const unit = Math.min((RIGHT - LEFT) / (high - low), MOST / (most - least));
  /** @type {Point[]} */
  const relu = [
    [low, 0],
    [0, 0],
    [most, most],
  ];
  const [x0, base] = [LEFT - low * unit, TOP + most * unit];
  const at = (/** @type {number} */ x, /** @type {number} */ y) =>
    /** @type {Point} */ ([x0 + x * unit, base - y * unit]);
  const foot = base - least * unit;
  const [first, last] = [Math.floor(low) + 1, Math.ceil(high) - 1];
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((tick) => {
    const [x, y] = at(tick, 0);
    return [
      line("p-hair", [x, y], [x, y + 5], 0.8),
      text("p-note", [x, y + 19], `${tick}`.replace("-", "−"), { anchor: "middle" }),
    ];
  });
  const drawn = (curve.length ? curve : relu).map(([x, y]) => at(x, y));
  return picture(
    "bend",
    foot + 42,
    [
      `The ${name}: what goes in across, what comes out upwards, for ${of}.`,
      pairs.map(([into, out]) => `${into.text} becomes ${out.text}.`).join(" "),
    ],
    [
      line("p-hair", [LEFT, base], at(high, 0), 0.8),
      line("p-hair", [x0, TOP], [x0, foot + 6], 0.8),
      ...ticks,
      path("p-soft", polyline(drawn), 1.4),
      ...pairs.map(([into, out]) =>
        circle(out.value ? "p-dot" : "p-hollow", at(into.value, out.value), 3.4),
      ),
      text("p-name", [x0 + 6, TOP - 12], "comes out", { size: 13 }),
      text("p-name", [at(high, 0)[0], foot + 36], "goes in", { size: 13, anchor: "end" }),
    ],
  );
}
