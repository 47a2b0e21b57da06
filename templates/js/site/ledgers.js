// Reads the ledger's scripts: a figure by its scope and name, with its line, its rule, its origin.

/** @import { GivenRow, Ledger, WorkedRow } from "../data.js" */
import { load, published } from "./published.js";

/** @typedef {{ scope: string, name: string }} Address of a figure */
/** @typedef {Address & { text: string }} Operand */

/**
 * @typedef {object} Found what is known of a figure
 * @property {string} scope
 * @property {string} name
 * @property {string} text its digits
 * @property {boolean} [own] whether it is of a reader's own words
 * @property {string} [origin] of a given one
 * @property {string} [rule] by which it was rounded
 * @property {string} [line] of a worked one, with a seat for each operand
 * @property {Operand[]} [operands]
 * @property {number} [full] its value when nothing is rounded
 */

/**
 * @typedef {object} OwnFigures figures of a reader's own words, worked on the page
 * @property {string} scope
 * @property {boolean} recorded whether the ledger has figures of that scope too
 * @property {(name: string) => Found} find
 */

const SCOPE = /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/; // never leads out of the folder

/** @type {Map<string, Map<string, GivenRow | WorkedRow>>} rows by name, for each scope */
const byName = new Map();

/** @type {OwnFigures | undefined} */
let own;

/**
 * Let figures of a reader's own words be found; without any, those before are forgotten.
 * @param {OwnFigures} [figures]
 */
export function findIn(figures) {
  own = figures;
}

/**
 * Unpack a row of numbers: even runs, or two rows of them that take turns.
 * @param {string} packed
 */
export function unpack(packed) {
  const [first, second] = packed.split("|").map((row) =>
    (row ? row.split(";") : []).flatMap((run) => {
      const [start, step = 0, count = 1] = run.split(",").map(Number);
      return Array.from({ length: count }, (_, place) => start + step * place);
    }),
  );
  if (!second) return first;
  return first.flatMap((number, at) => (at in second ? [number, second[at]] : [number]));
}

/**
 * Split an address as a page has it.
 * @param {string} reference
 * @param {string} scope for one without a scope of its own
 * @returns {Address}
 */
export function split(reference, scope) {
  const at = reference.indexOf(":");
  return at < 0
    ? { scope, name: reference }
    : { scope: reference.slice(0, at), name: reference.slice(at + 1) };
}

/**
 * Return a scope's ledger, loaded when it is first asked for.
 * @param {string} scope
 * @returns {Promise<Ledger>}
 */
async function ledgerOf(scope) {
  if (!SCOPE.test(scope)) throw new Error(scope);
  if (!published.ledgers.has(scope)) await load(`js/ledger/${scope}.js`);
  const ledger = published.ledgers.get(scope);
  if (!ledger) throw new Error(scope);
  return ledger;
}

/**
 * Whether a row is of a worked figure.
 * @param {GivenRow | WorkedRow} row
 * @returns {row is WorkedRow}
 */
const isWorked = (row) => row.length > 3;

/**
 * Find a figure; the promise fails where there is none.
 * @param {string} scope
 * @param {string} name
 * @returns {Promise<Found>}
 */
export async function find(scope, name) {
  const mine = own?.scope === scope ? own : undefined;
  if (mine && !mine.recorded) return mine.find(name);
  const ledger = await ledgerOf(scope);
  const rows = byName.get(scope) ?? new Map(ledger.figures.map((row) => [row[0], row]));
  byName.set(scope, rows);
  const row = rows.get(name);
  if (!row) {
    if (mine) return mine.find(name);
    throw new Error(`${scope}:${name}`);
  }
  const known = { scope, name, text: row[1] };
  if (!isWorked(row)) return { ...known, origin: ledger.origins[row[2]] };
  const operands = unpack(row[4]).map((seat) => {
    const [reference, text] = seat < 0 ? ledger.others[-1 - seat] : ledger.figures[seat];
    return { ...split(reference, scope), text };
  });
  return {
    ...known,
    rule: ledger.rules[row[2]],
    line: ledger.lines[row[3]],
    operands,
    full: row[5],
  };
}
