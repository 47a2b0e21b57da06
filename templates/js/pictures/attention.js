// The picture of attention as a table, as build/bookbuild/pictures/attention.py has it.

/** @import { Part } from "../elements/render.js" */
/** @import { Amount, Point } from "./svg.js" */
import {
  fit,
  largest,
  line,
  listed,
  moves,
  path,
  picture,
  rectangle,
  text,
  texts,
  textWidth,
  WIDTH,
} from "./svg.js";

/**
 * Draw who listens to whom: a table of shares.
 * @param {{ words: string[], shares: Amount[][], followed: number, heard?: string[] }} data
 *     `heard`: the words of the columns, where every row has a share for each
 */
export function pattern({ words, shares, followed, heard = [] }) {
  const whole = heard.length > 0;
  const columns = whole ? heard : words;
  const [least, longest] = [words, columns].map((all) =>
    Math.max(...all.map((word) => textWidth(word, 14))),
  );
  const widest = Math.max(...shares.flat().map(({ text }) => textWidth(text, 12)));
  const numbered = columns.length <= 8;
  const left = Math.min(Math.max(62, least + 24), 88);
  const cell = Math.min(58, (WIDTH - left - 2) / columns.length);
  const upright = numbered && longest + 10 <= cell;
  const size = numbered ? 14 : Math.max(11, Math.min(14, cell - 4));
  const square = Math.min(cell, 44);
  const row = numbered ? square + 14 : cell;
  const right = left + columns.length * cell;
  const top = upright ? 38 : 26 + Math.min(longest, 64) + 14;
  const middle = (/** @type {number} */ at) => left + (at + 0.5) * cell;

  /** @type {(x: number, y: number, side: number) => (string | number)[]} */
  const hatch = (x, y, side) => [
    ...[0.5, 1].flatMap((part) => ["M", x, y + side * part, "L", x + side * part, y]),
    "M",
    x + side / 2,
    y + side,
    "L",
    x + side,
    y + side / 2,
  ];
  const hatched = (/** @type {(string | number)[]} */ strokes) =>
    path("p-hair", moves(...strokes), 1);
  /** @type {(string | number)[]} */
  const later = [];
  /** @type {(share: Amount | undefined, x: number, y: number) => Part[]} */
  function drawn(share, x, y) {
    if (!share) {
      later.push(...hatch(x + (cell - square / 2) / 2, y + (row - square / 2) / 2, square / 2));
      return [];
    }
    const side = (square - 6) * Math.sqrt(share.value);
    /** @type {Point} */
    const corner = [x + (cell - side) / 2, y + (square - side) / 2 + (numbered ? 2 : 0)];
    const set = { size: widest + 1 <= cell ? 12 : 11, anchor: "middle" };
    return [
      ...(side > 0 ? [rectangle("p-most", corner, [side, side])] : []),
      ...(numbered ? [text("p-number", [x + cell / 2, y + square + 9], share, set)] : []),
    ];
  }

  const marks = [
    text("p-name", [0, top - 8], "listening"),
    text("p-name", [left, 12], "heard"),
    line("p-line", [0, top], [right, top]),
    ...columns.map((word, at) =>
      text(
        "p-word",
        [middle(at) + (upright ? 0 : 4), top - 8],
        fit(word, upright ? cell : 64, size),
        { size, anchor: upright ? "middle" : undefined, subscript: at + 1, turned: !upright },
      ),
    ),
    ...words.flatMap((word, at) => {
      const y = top + at * row;
      const role = at + 1 === followed ? "p-strong" : "p-word";
      const set = { size, subscript: at + 1 };
      return [
        text(role, [4, y + row / 2 + 4], fit(word, left - 22, size), set),
        ...columns.flatMap((_, column) => drawn(shares[at][column], left + column * cell, y)),
        line("p-hair", [0, y + row], [right, y + row], 0.8),
      ];
    }),
  ];
  if (later.length) marks.push(hatched(later));
  marks.push(rectangle("p-mark", [1, top + (followed - 1) * row], [right - 1, row], 1.6));
  let bottom = top + words.length * row;
  const own = shares[followed - 1];
  if (!numbered) {
    bottom += 44;
    marks.push(
      ...own.map((share, at) =>
        text("p-number", [middle(at) + 4, bottom - 4], share, { size: 11, turned: true }),
      ),
    );
  }
  const key = bottom + 20;
  marks.push(rectangle("p-most", [left, key - 10], [10, 10]));
  marks.push(text("p-note", [left + 16, key], "area: share of listening"));
  if (!whole) {
    marks.push(
      hatched(hatch(left + 168, key - 10, 10)),
      text("p-note", [left + 184, key], "not yet heard"),
    );
  }
  const most = largest(own);
  const title =
    `How much each word listens to ${whole ? "each word that is heard" : "itself and the words before it"}; ` +
    `${words[followed - 1]} in position ${followed} listens most to ${columns[own.indexOf(most)]}, ${most.text}.`;
  const description = words.map(
    (word, at) =>
      `${word} in position ${at + 1} listens to ${listed(texts(shares[at]).map((text, i) => `${columns[i]} ${text}`))}.`,
  );
  if (!whole) description.push("Later words are not yet heard.");
  return picture("pattern", bottom + 26, [title, description.join(" ")], marks);
}
