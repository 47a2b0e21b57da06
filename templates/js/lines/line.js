// A line as what its element on a page shows.

/** @import { Kind, Shown } from "../elements/render.js" */
/** @import { Figure } from "../engine/figures.js" */
/** @import { Token } from "./expression.js" */
import { kind, part } from "../elements/render.js";
import { GAP } from "./expression.js";

const [OPERAND, RESULT, RAISED] = [kind("i", "data-f"), kind("b", "data-f"), kind("sup")];

/**
 * Return a printed number as what an element shows: a power of ten is raised.
 * @param {string} printed
 * @returns {Shown[]}
 */
export function digits(printed) {
  const [mantissa, power] = printed.split(" × 10^");
  if (power === undefined) return [printed];
  return [`${mantissa}${GAP}×${GAP}10`, part(RAISED, [], [power.replace(/[()]/g, "")])];
}

/**
 * Return a line as what its element shows.
 * @param {Figure} figure the result
 * @param {Token[]} tokens of the left side
 * @param {string} scope from which names are seen
 * @returns {Shown[]}
 */
export function lineParts(figure, tokens, scope) {
  const named = (/** @type {Kind} */ as, /** @type {Figure} */ one) =>
    part(as, [one.from(scope)], digits(one.text));
  /** @type {(token: Token) => Shown} */
  const write = (token) => {
    if (typeof token === "string") return token;
    return "raised" in token ? part(RAISED, [], token.raised.map(write)) : named(OPERAND, token);
  };
  return [...tokens.map(write), ` =${GAP}`, named(RESULT, figure)];
}
