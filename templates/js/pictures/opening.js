// The picture that a book opens with, as build/bookbuild/pictures/opening.py has it.

/** @import { Listening } from "./arcs.js" */
/** @import { Amount, Point } from "./svg.js" */
import { arcsOf, rings } from "./arcs.js";
import { line, link, picture, text, textWidth, WIDTH } from "./svg.js";

const [WORD, SHARE, FILLED, ASIDE, LEAST] = [18, 11, 0.75, 0.25, 0.02];

/**
 * Draw a sentence in a line, arcs from its last word above it, the guess at its end.
 * @param {{ listening: Listening, guess: string, chance: Amount, hrefs: string[] }} data
 */
export function opening({ listening, guess, chance, hrefs }) {
  const { words, shares, followed } = listening;
  const every = [...words, guess];
  const letters = every.reduce((sum, word) => sum + textWidth(word, 1), 0);
  const size = Math.min(WORD, (FILLED * WIDTH) / letters);
  const gap = (WIDTH - size * letters) / every.length;
  let x = 0;
  const places = every.map((word) => {
    const long = textWidth(word, size);
    const place = x + gap / 2 + long / 2;
    x += gap + long;
    return place;
  });
  const arcs = arcsOf(listening, places);
  const heights = arcs.map(([low, high, thick]) => (high - low + thick) / 2);
  const before = heights.slice(0, -1);
  const base = Math.max(...(before.length ? before : heights)) + SHARE + 6;
  const marks = rings(shares, arcs, base);
  if (shares[shares.length - 1].value < LEAST) marks.pop(); // the last word's own arc, a speck
  arcs.forEach(([low, high], at) => {
    /** @type {Point} */
    const top = [(low + high) / 2 - ASIDE * heights[at], base - heights[at] - 4];
    const set = { size: SHARE, anchor: "middle" };
    if (shares[at].value >= LEAST) marks.push(text("p-note", top, shares[at], set));
  });
  const y = base + 21;
  words.forEach((word, at) => {
    const role = at + 1 === followed ? "p-strong" : "p-word";
    const written = text(role, [places[at], y], word, {
      size,
      anchor: "middle",
      subscript: at + 1,
    });
    const name = `Follow ${word}, word ${at + 1}`;
    marks.push(hrefs.length ? link(hrefs[at], name, [written]) : written);
  });
  const own = places[followed - 1];
  const guessed = places[places.length - 1];
  const reach = textWidth(words[followed - 1], size) / 2 + 6;
  const half = textWidth(guess, size) / 2 + 4;
  marks.push(
    line("p-mark", [own - reach, y + 7], [own + reach, y + 7], 2),
    text("p-faint", [guessed, y], guess, { size, anchor: "middle" }),
    line("p-soft", [guessed - half, y + 7], [guessed + half, y + 7], 1.2, "3 2"),
    text("p-note", [guessed, y + 21], chance, { size: SHARE + 1, anchor: "middle" }),
  );
  const title = `${words.join(" ")}: the model guesses ${guess}.`;
  const heard = words.map(
    (word, at) => `${word}, ${shares[at].value >= LEAST ? shares[at].text : "hardly at all"}`,
  );
  const description = `The chance of ${guess} is ${chance.text}. The last word listens to: ${heard.join("; ")}.`;
  return picture("opening", y + 28, [title, description], marks);
}
