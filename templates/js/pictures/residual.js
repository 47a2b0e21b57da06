// The picture of the residual stream, as build/bookbuild/pictures/residual.py has it.

/** @import { Part } from "../elements/render.js" */
/** @import { Amount, Point } from "./svg.js" */
import {
  circle,
  fit,
  junction,
  line,
  moves,
  path,
  picture,
  polygon,
  signedBar,
  text,
  texts,
  textWidth,
  tracks,
  values,
  WIDTH,
} from "./svg.js";

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {Amount[]} numbers
 * @property {string} [entry] how the stream comes here: something is "added", a branch is "tapped",
 *     or all of it goes "through"
 * @property {string} [by] what does that
 */

/**
 * Draw one word's row as it runs down the model, eight numbers a line.
 * @param {{ word: string, position: number, stages: Stage[] }} data
 */
export function stream({ word, position, stages }) {
  const [STREAM, LOOP, STRIP, LINE, HEAD, GAP] = [16, 46, 60, 27, 16, 46];
  const cell = (WIDTH - STRIP) / 8;
  const room = cell - 7;
  const most = Math.max(...stages.flatMap(({ numbers }) => values(numbers).map(Math.abs)));

  /** @type {(at: number, top: number) => Point} */
  const corner = (at, top) => [STRIP + (at % 8) * cell, top + HEAD + Math.floor(at / 8) * LINE];
  /** @type {(corner: Point) => Point} */
  const track = ([x, y]) => [x, y + 20];
  /** @type {(stage: Stage, top: number) => Part[]} */
  const strip = ({ name, numbers }, top) => [
    line("p-hair", [STREAM + 4, top + 6], [STRIP - 8, top + 6], 0.8),
    text("p-note", [STRIP, top + 10], fit(name, WIDTH - STRIP, 12)),
    tracks(
      numbers.map((_, at) => track(corner(at, top))),
      room,
    ),
    ...numbers.flatMap((each, at) => {
      const [x, y] = corner(at, top);
      const size = textWidth(each.text, 12) <= room + 1 ? 12 : 11;
      return [
        text("p-number", [x + room / 2, y + 13], each, { size, anchor: "middle" }),
        ...signedBar(track([x, y]), room, each.value, most, 3.6),
      ];
    }),
  ];
  /** @type {(stage: Stage, top: number) => Part[]} */
  function entrance({ by = "", entry }, top) {
    const [middle, sum, out] = [top + GAP / 2, top + GAP - 6, top + 2];
    const name = text("p-name", [STRIP, middle + 7], fit(by, WIDTH - STRIP, 13), { size: 13 });
    if (entry === "added") {
      const bend = moves("M", LOOP, middle + 2, "Q", STREAM + 24, sum, STREAM + 9, sum);
      return [name, path("p-line", bend, 1.2), ...junction([STREAM, sum], 9)];
    }
    if (entry === "tapped") {
      const loop = moves(
        "M",
        STREAM,
        out,
        "L",
        LOOP - 10,
        out,
        "Q",
        LOOP,
        out,
        LOOP,
        out + 10,
        "L",
        LOOP,
        sum - 10,
        "Q",
        LOOP,
        sum,
        LOOP - 10,
        sum,
        "L",
        STREAM + 9,
        sum,
      );
      return [
        name,
        path("p-line", loop, 1.2),
        circle("p-dot", [STREAM, out], 4),
        ...junction([STREAM, sum], 9),
      ];
    }
    const across = [-2, 4].map((shift) =>
      line("p-line", [STREAM - 9, middle + shift], [STREAM + 9, middle + shift], 1.2),
    );
    return [name, ...across];
  }

  let y = 4;
  /** @type {Part[][]} */
  const [strips, entrances] = [[], []];
  stages.forEach((stage, at) => {
    if (at) {
      entrances.push(...entrance(stage, y));
      y += GAP;
    }
    strips.push(...strip(stage, y));
    y += HEAD + LINE * Math.ceil(stage.numbers.length / 8);
  });
  const end = y + 4;
  const tip = polygon([
    [STREAM - 7, end - 2],
    [STREAM + 7, end - 2],
    [STREAM, end + 9],
  ]);
  const by = stages.map((stage) => stage.by).filter((one) => one);
  const title = `The numbers of ${word} in position ${position} on their way down the model: ${by.join(", ")}.`;
  const description = stages.map(({ name, numbers }) => `${name}: ${texts(numbers).join(", ")}.`);
  return picture(
    "stream",
    end + 12,
    [title, description.join(" ")],
    [line("p-line", [STREAM, 6], [STREAM, end], 4), path("p-dot", tip), ...entrances, ...strips],
  );
}
