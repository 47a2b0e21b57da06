// How arithmetic is written: forms over figures, brackets just where a reader needs them.
//
// A form is written as tokens: text, a figure, or {raised} for an exponent. It tells how tightly it
// holds together, and whether it begins with a minus sign.
"use strict";
(() => {
  const [SUM, PRODUCT, POWER, ATOM] = [1, 2, 3, 4];
  const GAP = "\u00a0"; // a space at which a line must not break

  const form = (hold, negative, tokens) => ({ hold, negative, tokens });

  /** A form as part of another: in brackets if it holds less than asked for. */
  function inside(part, hold, leading = false) {
    const bare = part.hold >= hold && (leading || !part.negative);
    return bare ? part.tokens : ["(", ...part.tokens, ")"];
  }

  /** One figure; written with a power of ten it is itself a product. */
  const number = (figure) =>
    form(figure.text.includes("×") ? PRODUCT : ATOM, figure.text[0] === "−", [figure]);

  /** A number that belongs to the formula itself, as the ½ of a GELU. */
  const constant = (digits) => form(ATOM, false, [digits]);

  /** Terms added up; those after the first are all taken away with `sign` "−", or by their place. */
  function sum(terms, minus = []) {
    const tokens = [...inside(terms[0], SUM, true)];
    terms.slice(1).forEach((term, i) => {
      const taken = minus.includes(i + 1);
      tokens.push(` ${taken ? "−" : "+"}${GAP}`, ...inside(term, taken ? PRODUCT : SUM + 1));
    });
    return form(SUM, terms[0].negative, tokens);
  }

  const product = (factors) =>
    form(PRODUCT, false, factors.flatMap((factor, i) => [...(i ? ["×"] : []), ...inside(factor, POWER)]));

  const quotient = (above, below) =>
    form(PRODUCT, above.hold >= POWER && above.negative, [
      ...inside(above, POWER, true), `${GAP}÷${GAP}`, ...inside(below, POWER),
    ]);

  /** A base raised to an exponent; e is given as a letter, a whole exponent as its digits. */
  function power(base, exponent) {
    const foot = typeof base === "string" ? [base] : inside(base, ATOM);
    const raised = typeof exponent === "string" ? [exponent] : exponent.tokens;
    return form(POWER, false, [...foot, { raised }]);
  }

  const root = (of) => form(ATOM, false, ["√", ...inside(of, ATOM)]);

  const call = (name, of) =>
    form(ATOM, false, [`${name}(`, ...of.flatMap((part, i) => [...(i ? [`,${GAP}`] : []), ...part.tokens]), ")"]);

  Workings.expression = { GAP, number, constant, sum, product, quotient, power, root, call };
})();
