// Arrays of decimals in rows, and the figures in them by name.

/** @import { Along, Numbers, Rule } from "../data.js" */
/** @import { Decimal } from "../numbers/decimal.js" */
/** @import { Run } from "./run.js" */
import { compare, percent, printed } from "../numbers/decimal.js";

const COUNTED = "count_zeros"; // a figure about others, which no line made

/**
 * @typedef {object} Described what is known of an array before any of its rows
 * @property {string} [name] none where it is an operand of another alone
 * @property {string} [scope] the model's, where it is not the run's own
 * @property {string[]} [axes]
 * @property {boolean} [flat] whether it has one row for all words
 * @property {string} [operation]
 * @property {Rule} [rule]
 * @property {boolean} [causal] whether a row ends with its own word
 * @property {Along} [along]
 * @property {boolean} [nested] whether it is an operand without a name
 * @property {Rows[]} [of] the arrays that the operation takes
 * @property {(number | Numbers)[]} [constants] and the whole numbers
 */

/** Figures in rows. A row is worked when it is first asked for: of most words, nobody asks for a guess. */
export class Rows {
  /** @type {Figure[][]} by row and column, those that were asked for */
  figures = [];
  /** @type {Decimal[][] | undefined} the columns of a table, once a product takes them */
  columns;

  /**
   * @param {Described} described
   * @param {(Decimal[] | null)[]} rows
   * @param {(row: number) => Decimal[]} [work] works a row that is null
   */
  constructor(described, rows, work) {
    this.name = described.name ?? "";
    this.scope = described.scope;
    this.axes = described.axes ?? [];
    this.flat = described.flat ?? false;
    this.operation = described.operation;
    this.rule = described.rule;
    this.causal = described.causal ?? false;
    this.along = described.along;
    this.nested = described.nested ?? false;
    this.of = described.of ?? [];
    this.constants = described.constants ?? [];
    this.rows = rows;
    this.work = work;
  }

  /**
   * Return a row, from 0.
   * @param {number} at
   * @returns {Decimal[]}
   */
  row(at) {
    const known = this.rows[at];
    if (known) return known;
    if (!this.work || known === undefined) throw new RangeError(`${this.name} has no row ${at}`);
    const worked = this.work(at);
    this.rows[at] = worked;
    return worked;
  }
}

/** One number of a run: its decimal, its name, and its place in the array that made it. */
export class Figure {
  /** @type {string | undefined} */
  #name;
  /** @type {string | undefined} */
  #text;
  /** @type {string | undefined} */
  #percent;

  /**
   * @param {Run} run
   * @param {Rows} array
   * @param {number} row
   * @param {number} column
   */
  constructor(run, array, row, column) {
    this.run = run;
    this.array = array;
    this.row = row;
    this.column = column;
    this.value = array.row(row)[column];
  }

  /** The run or the model that it belongs to. */
  get scope() {
    return this.array.scope ?? this.run.scope;
  }

  /** Its name in its scope, such as `query[5,1]`. */
  get name() {
    this.#name ??= this.#named();
    return this.#name;
  }

  /** Write the name, with words where an axis has words as its places. */
  #named() {
    const { name, axes, flat } = this.array;
    if (!axes.length) return name;
    const places = axes.length > 1 ? [this.row, this.column] : [flat ? this.column : this.row];
    return `${name}[${places.map((at, i) => this.run.wordsAlong(axes[i])?.[at] ?? at + 1)}]`;
  }

  /**
   * Return its name as seen from a scope.
   * @param {string} scope
   */
  from(scope) {
    return this.scope === scope ? this.name : `${this.scope}:${this.name}`;
  }

  /** The printed form. */
  get text() {
    this.#text ??= printed(this.value);
    return this.#text;
  }

  /** A share in percent. */
  get percent() {
    this.#percent ??= percent(this.value);
    return this.#percent;
  }

  /**
   * Return the name of what is printed in percent; what is too small has no digits of its own.
   * @param {string} scope
   */
  percentFrom(scope) {
    return this.percent.startsWith("<") ? undefined : this.from(scope);
  }

  /** About how much it is, as a picture shows it. */
  get size() {
    return Number(`${this.value.c}e${this.value.e}`);
  }

  /** Whether a line made it; else it is given, or counted. */
  get worked() {
    return (this.array.operation ?? COUNTED) !== COUNTED;
  }
}

/**
 * Return the place of the largest decimal, from 0; of equals, the first.
 * @param {Decimal[]} values
 */
export const placeOfLargest = (values) =>
  values.reduce((top, one, i) => (compare(one, values[top]) > 0 ? i : top), 0);
