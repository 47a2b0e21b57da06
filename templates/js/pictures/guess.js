// The picture of a guess at several temperatures, as build/bookbuild/pictures/guess.py has it.

/** @import { Amount, Point } from "./svg.js" */
import { fit, line, listed, picture, shareBar, text, texts, tracks, WIDTH } from "./svg.js";

const NAME = 58; // room for the words on the left of a guess

/**
 * Draw chances at several temperatures.
 * @param {{ words: string[], temperatures: Amount[], chances: Amount[][], best: number }} data
 *     `chances[w][t]` is word w's at temperature t
 */
export function temperatures({ words, temperatures: steps, chances: all, best }) {
  const [top, row, gap] = [40, 32, 10];
  const column = (WIDTH - NAME - 8) / steps.length;
  const left = steps.map((_, at) => NAME + 8 + at * column);
  const tops = words.map((_, at) => top + 3 + at * row);
  const marks = [
    text("p-name", [left[0], 12], "temperature"),
    ...steps.map((each, at) => text("p-strong", [left[at], 31], each, { size: 13 })),
    line("p-line", [0, top], [WIDTH, top]),
    tracks(
      tops.flatMap((y) => left.map((x) => /** @type {Point} */ ([x, y + 25]))),
      column - gap,
    ),
    ...words.flatMap((word, w) => {
      const [y, guess] = [tops[w], w === best];
      const name = fit(word, NAME - 2, 14);
      return [
        text(guess ? "p-strong" : "p-word", [0, y + 16], name, { size: 14 }),
        ...all[w].flatMap((chance, at) => [
          text(guess ? "p-strong" : "p-number", [left[at], y + 16], chance),
          ...shareBar([left[at], y + 25], column - gap, chance, guess, 4),
        ]),
      ];
    }),
  ];
  const title =
    `Chances at temperatures ${listed(texts(steps))}: ` +
    `${words[best]} goes from ${all[best][0].text} to ${all[best][steps.length - 1].text}.`;
  const description = words.map((word, w) => `${word}: ${listed(texts(all[w]))}.`);
  return picture(
    "temperatures",
    top + words.length * row + 4,
    [title, description.join(" ")],
    marks,
  );
}
