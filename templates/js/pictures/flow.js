// The signal-flow diagram of a whole pass, as build/bookbuild/pictures/flow.py draws it.
//
// The thick line is the followed word's row of numbers. Each branch leaves it at a dot, runs in a
// loop to the right, and is added back where the plus is. What has an `href` is a link.

/** @import { Part } from "../elements/render.js" */
/** @import { Amount, Point } from "./svg.js" */
/** @import { Block, Box, Head, Strip } from "./flowmarks.js" */
import {
  added,
  around,
  arrow,
  BOX,
  bend,
  LEFT,
  linked,
  mixed,
  PLOT,
  STREAM,
  step,
  TALL,
  triangle,
  wire,
} from "./flowmarks.js";
import {
  fit,
  line,
  listed,
  picture,
  rectangle,
  shareBar,
  signedBar,
  text,
  textWidth,
  tracks,
  WIDTH,
} from "./svg.js";

/**
 * @typedef {object} Pass
 * @property {string[]} words of which the last is followed
 * @property {Box} embedding
 * @property {Box} position
 * @property {Strip} start
 * @property {Block[]} blocks
 * @property {Box} norm
 * @property {Strip} evened
 * @property {Box} unembedding
 * @property {{ words: string[], chances: Amount[], shape: string, href?: string, name?: undefined }} likeliest
 */

const RIGHT = 156;
const SHAPE = 60;
const TRIANGLE = 52;
const ROW = 17;
const PART = 54;
const PARTS = [150, 216, WIDTH - PART - 2];
const HEADS = 152;
const CELL = (WIDTH - LEFT) / 8;
const BAR = CELL - 6;

/**
 * Draw a whole pass over words, of which the last is followed.
 * @param {Pass} data
 */
export function flow(data) {
  const { words, blocks, likeliest: guess } = data;
  const strips = [
    data.start,
    ...blocks.flatMap((one) => [one.after_attention, one.after_feed_forward]),
    data.evened,
  ];
  const all = strips.flatMap(({ numbers }) => numbers);
  const most = Math.max(...all.map(({ value }) => Math.abs(value)));
  const shown = all.every(({ text }) => textWidth(text, 11) <= BAR + 2);
  /** @type {Part[]} */
  const marks = [];
  let y = 53;

  /**
   * Draw a name over lines of eight numbers with their bars, or bars alone where none fit.
   * @param {Strip} strip
   */
  function vector(strip) {
    const tall = shown ? 17.5 : 8;
    const height = 16.5 + tall * Math.ceil(strip.numbers.length / 8);
    const corners = strip.numbers.map(
      (_, at) =>
        /** @type {Point} */ ([LEFT + (at % 8) * CELL, y + 16.5 + Math.floor(at / 8) * tall]),
    );
    marks.push(
      line("p-hair", [STREAM, y + 8], [LEFT - 6, y + 8], 0.8),
      ...linked(strip, [
        rectangle("p-paper", [LEFT - 4, y + 1], [WIDTH - LEFT + 3, height]),
        text("p-note", [LEFT, y + 12], fit(strip.name, WIDTH - LEFT - SHAPE, 12)),
        text("p-faint", [WIDTH - 2, y + 12], strip.shape, { size: 11, anchor: "end" }),
        tracks(
          corners.map(([x, top]) => /** @type {Point} */ ([x, top + tall - 4])),
          BAR,
        ),
        ...strip.numbers.flatMap((each, at) => {
          const [x, top] = corners[at];
          const set = { size: 11, anchor: "middle" };
          return [
            ...(shown ? [text("p-number", [x + BAR / 2, top + 9.5], each, set)] : []),
            ...signedBar([x, top + tall - 4], BAR, each.value, most, 3),
          ];
        }),
      ]),
    );
    y += height + 6;
  }

  /** @param {Block} block */
  function attention({ name, attention: branch }) {
    const { heads } = branch;
    const [out, made] = [y + TALL / 2, y + 12];
    const shared = made + TALL + 8;
    const first = shared + 10;
    const apart = Math.min(TRIANGLE + 14, HEADS / heads.length);
    const side = apart - 14;
    const back = first + side + 13;
    const [asked, found, value] = PARTS.map((x) => x + PART / 2);
    const parts = [branch.query, branch.key, branch.value];
    marks.push(
      wire([STREAM, out], [LEFT, out]),
      ...step(branch.norm, [LEFT, y]),
      wire([LEFT + BOX, out], [PARTS[0] - 8, out], [PARTS[0] - 8, y], [value, y], [value, made]),
      ...parts.flatMap((box, at) => {
        const middle = PARTS[at] + PART / 2;
        return [
          wire([middle, y], [middle, made - 2]),
          arrow(middle, made, "down"),
          ...step(box, [PARTS[at], made], 0, PART),
        ];
      }),
    );
    const middles = heads.map(
      (_, at) => (asked + found) / 2 + (at - (heads.length - 1) / 2) * apart,
    );
    marks.push(
      wire([asked, made + TALL], [asked, shared], [found, shared], [found, made + TALL]),
      wire([middles[0], shared], [middles[middles.length - 1], shared]),
      wire([value, made + TALL], [value, back], [LEFT + BOX, back]),
      arrow(LEFT + BOX, back, "left"),
      ...heads.flatMap((head, at) => {
        const middle = middles[at];
        return [
          wire([middle, shared], [middle, first - 2]),
          arrow(middle, first, "down"),
          ...triangle(head, [middle - side / 2, first], side),
          wire([middle, first + side], [middle, back]),
          ...mixed([middle, back]),
        ];
      }),
      wire([LEFT, back], [STREAM, back]),
      ...step(branch.output, [LEFT, back - TALL / 2]),
      ...around(name, branch.name, (out + back) / 2, out, back),
    );
    y = back + TALL / 2;
  }

  /** @param {Block} block */
  function feedForward({ name, feed_forward: branch }) {
    const [out, back, plot] = [y + TALL / 2, y + TALL / 2 + 50, WIDTH - PLOT - 2];
    marks.push(
      wire([STREAM, out], [plot, out]),
      ...step(branch.norm, [LEFT, y]),
      arrow(RIGHT, out, "right"),
      ...step(branch.stretch, [RIGHT, y], 6),
      arrow(plot, out, "right"),
      ...bend(branch, [plot, y], back - y + TALL / 2),
      wire([plot, back], [STREAM, back]),
      arrow(RIGHT + BOX, back, "left"),
      text("p-faint", [RIGHT + BOX / 2, (out + back) / 2 + 4], branch.shape, {
        size: 11,
        anchor: "middle",
      }),
      ...step(branch.press, [RIGHT, back - TALL / 2], 6),
      ...around(name, branch.name, (y + TALL + back) / 2, out, back),
    );
    y = back + TALL / 2 + 3;
  }

  const [right, level] = [WIDTH - BOX - 2, 1 + TALL / 2];
  const middle = (2 + BOX + right) / 2;
  const word = fit(words[words.length - 1], right - BOX - 60, 14);
  const room = textWidth(word, 14) / 2 + 12;
  marks.push(
    ...step(data.embedding, [2, 1]),
    wire([middle - room, level], [2 + BOX, level]),
    arrow(2 + BOX, level, "left"),
    text("p-strong", [middle, level + 4], word, {
      size: 14,
      anchor: "middle",
      subscript: words.length,
    }),
    wire([middle + room, level], [right, level]),
    arrow(right, level, "right"),
    ...step(data.position, [right, 1]),
    wire([right + BOX / 2, 1 + TALL], [right + BOX / 2, 44], [STREAM, 44]),
    ...added(44),
  );
  vector(data.start);
  for (const block of blocks) {
    attention(block);
    vector(block.after_attention);
    feedForward(block);
    vector(block.after_feed_forward);
  }
  marks.push(...step(data.norm, [2, y]));
  y += TALL + 4;
  vector(data.evened);
  marks.unshift(line("p-line", [STREAM, TALL], [STREAM, y], 4));

  const [at, start, end] = [y + TALL / 2, RIGHT + 76, WIDTH - 52];
  const tall = ROW * guess.words.length + 4;
  const middles = guess.words.map((_, i) => at + i * ROW);
  const rows = guess.words.flatMap((one, i) => {
    const [top, chance] = [middles[i], guess.chances[i]];
    return [
      text(i ? "p-word" : "p-strong", [RIGHT, top + 4], fit(one, start - RIGHT - 6, 13), {
        size: 13,
      }),
      ...shareBar([start, top], end - start, chance, !i, 6),
      text(i ? "p-number" : "p-strong", [WIDTH - 2, top + 4], chance, { anchor: "end" }),
    ];
  });
  marks.push(
    wire([2 + BOX, at], [RIGHT - 12, at]),
    arrow(RIGHT - 10, at, "right"),
    text("p-faint", [(BOX + RIGHT - 8) / 2, at + 14], guess.shape, { size: 11, anchor: "middle" }),
    ...step(data.unembedding, [2, y]),
    ...linked(guess, [
      rectangle("p-paper", [RIGHT - 6, y], [WIDTH - RIGHT + 5, tall]),
      tracks(
        middles.map((top) => /** @type {Point} */ ([start, top])),
        end - start,
      ),
      ...rows,
    ]),
  );
  const bottom = Math.max(y + TALL, y + tall) + 2;
  return picture("flow", bottom, described(data), marks);
}

/**
 * Write the whole pass in words: a title, and all of it.
 * @param {Pass} data
 * @returns {[title: string, description: string]}
 */
function described({
  words,
  embedding,
  position,
  start,
  blocks,
  norm,
  evened,
  unembedding,
  likeliest,
}) {
  const listing = (/** @type {Strip} */ { name, numbers, shape }) =>
    `${name} (${shape}): ${numbers.map(({ text }) => text).join(", ")}.`;
  const heard = (/** @type {Head} */ { name, shares }) => {
    const last = shares[shares.length - 1];
    const most = last.indexOf(Math.max(...last));
    return `${name} listening most to ${words[most]} in position ${most + 1}`;
  };
  const best = likeliest.words.map((word, at) => `${word}, ${likeliest.chances[at].text}`);
  const title =
    `The whole pass for ${words.at(-1)} in position ${words.length}, through ` +
    `${listed(blocks.map(({ name }) => name))}; the likeliest next word is ${best[0]}.`;
  const parts = blocks.flatMap(
    ({ name, attention, after_attention, feed_forward: forward, after_feed_forward }) => {
      const { norm: even, stretch, bend: box, press, bent, shape } = forward;
      const above = bent.filter(([given]) => given > 0).length;
      return [
        `${name}, ${attention.name}: ${attention.norm.name}; ` +
          `${attention.query.name} and ${attention.key.name} make the shares of ` +
          `${listed(attention.heads.map(heard))}; ${attention.value.name} mixed by them, ` +
          `${attention.output.name}, added to the stream.`,
        listing(after_attention),
        `${name}, ${forward.name}: ${listed([even.name, stretch.name, box.name])}, ${press.name}, added; ` +
          `in between the table is ${shape}.`,
        `${above} of ${bent.length} numbers go into ${box.name} above zero.`,
        listing(after_feed_forward),
      ];
    },
  );
  return [
    title,
    [
      `${embedding.name} and ${position.name} are added.`,
      listing(start),
      ...parts,
      `${norm.name}.`,
      listing(evened),
      `${unembedding.name} (${likeliest.shape}):`,
      `${listed(best.map((one) => one.replace(", ", " ")))}.`,
    ].join(" "),
  ];
}
