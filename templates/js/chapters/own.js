// Figures of a reader's own words as the panel of a number's origin shows them: they are in no ledger.

/** @import { Figure } from "../engine/figures.js" */
/** @import { Run } from "../engine/run.js" */
/** @import { Token } from "../lines/expression.js" */
/** @import { Found, Operand, OwnFigures } from "../site/ledgers.js" */
import { lineOf } from "../engine/operations.js";

/**
 * Say how a figure was rounded, as the ledger does.
 * @param {Figure} figure
 */
function ruleOf({ array: { rule } }) {
  if (!rule) return undefined;
  const { digits, places = 0 } = rule;
  const [count, unit] = digits ? [digits, "significant digit"] : [places, "place"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/**
 * Return what is known of a figure.
 * @param {Figure} figure
 * @param {string} scope
 * @param {string} name
 * @returns {Found}
 */
function described(figure, scope, name) {
  const known = { scope, name, text: figure.text, own: true };
  if (!figure.worked) return { ...known, origin: "a count" };
  /** @type {Operand[]} */
  const operands = [];
  /** @type {(token: Token) => string} */
  const write = (token) => {
    if (typeof token === "string") return token;
    if ("raised" in token) return `^{${token.raised.map(write).join("")}}`;
    operands.push({ scope: token.scope, name: token.name, text: token.text });
    return "#";
  };
  const line = lineOf(figure).map(write).join("");
  return { ...known, rule: ruleOf(figure), line, operands };
}

/**
 * Return the figures of a run for the panel.
 * @param {Run} run
 * @param {boolean} recorded whether the ledger has figures of the run too
 * @returns {OwnFigures}
 */
export const ownFigures = (run, recorded) => ({
  scope: run.scope,
  recorded,
  find: (name) => described(run.figure(name), run.scope, name),
});
