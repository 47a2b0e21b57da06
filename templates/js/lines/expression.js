// How arithmetic is written: forms over figures, brackets just where a reader needs them.
//
// A form is written as tokens: text, a figure, or {raised} for an exponent. It knows how tightly it
// holds together, and whether it begins with a minus sign.

/** @import { Figure } from "../engine/figures.js" */

/** @typedef {string | Figure | { raised: Token[] }} Token */
/** @typedef {{ hold: number, negative: boolean, tokens: Token[] }} Form */

const [SUM, PRODUCT, POWER, ATOM] = [1, 2, 3, 4];
export const GAP = "\u00a0"; // a space at which a line must not break

/**
 * Make a form.
 * @param {number} hold how tightly it holds together
 * @param {boolean} negative
 * @param {Token[]} tokens
 * @returns {Form}
 */
const form = (hold, negative, tokens) => ({ hold, negative, tokens });

/**
 * Write a form as part of another: in brackets if it holds less than asked for.
 * @param {Form} part
 * @param {number} hold
 * @param {boolean} [leading] nothing is before it, so it may begin with a minus sign
 * @returns {Token[]}
 */
function inside(part, hold, leading = false) {
  const bare = part.hold >= hold && (leading || !part.negative);
  return bare ? part.tokens : ["(", ...part.tokens, ")"];
}

/**
 * Write one figure; with a power of ten it is itself a product.
 * @param {Figure} figure
 */
export const number = (figure) =>
  form(figure.text.includes("×") ? PRODUCT : ATOM, figure.text[0] === "−", [figure]);

/**
 * Write a number that belongs to the formula itself, as the ½ of a GELU.
 * @param {string} digits
 */
export const constant = (digits) => form(ATOM, false, [digits]);

/**
 * Write terms added up; those at the places in `minus` are taken away.
 * @param {Form[]} terms
 * @param {number[]} [minus]
 */
export function sum(terms, minus = []) {
  const tokens = [...inside(terms[0], SUM, true)];
  terms.slice(1).forEach((term, i) => {
    const taken = minus.includes(i + 1);
    tokens.push(` ${taken ? "−" : "+"}${GAP}`, ...inside(term, taken ? PRODUCT : SUM + 1));
  });
  return form(SUM, terms[0].negative, tokens);
}

/**
 * Write factors multiplied.
 * @param {Form[]} factors
 */
export const product = (factors) =>
  form(
    PRODUCT,
    false,
    factors.flatMap((factor, i) => [...(i ? ["×"] : []), ...inside(factor, POWER)]),
  );

/**
 * Write a quotient.
 * @param {Form} above
 * @param {Form} below
 */
export const quotient = (above, below) =>
  form(PRODUCT, above.hold >= POWER && above.negative, [
    ...inside(above, POWER, true),
    `${GAP}÷${GAP}`,
    ...inside(below, POWER),
  ]);

/**
 * Write a base raised to an exponent; e is given as a letter, a whole exponent as its digits.
 * @param {Form | string} base
 * @param {Form | string} exponent
 */
export function power(base, exponent) {
  const foot = typeof base === "string" ? [base] : inside(base, ATOM);
  const raised = typeof exponent === "string" ? [exponent] : exponent.tokens;
  return form(POWER, false, [...foot, { raised }]);
}

/**
 * Write a square root.
 * @param {Form} of
 */
export const root = (of) => form(ATOM, false, ["√", ...inside(of, ATOM)]);

/**
 * Write a function with its arguments.
 * @param {string} name
 * @param {Form[]} of
 */
export const call = (name, of) =>
  form(ATOM, false, [
    `${name}(`,
    ...of.flatMap((part, i) => [...(i ? [`,${GAP}`] : []), ...part.tokens]),
    ")",
  ]);
