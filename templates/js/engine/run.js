// A program carried out on words: every figure by its name, with the operation that made it.
//
// A word never listens to a later one, so a run can go on: a further word adds a row to each array.
// Those of a sentence that is translated hear each other: it is given whole, and stays as it is.

/** @import { Given, Numbers, Operand, Operation, Program, Step } from "../data.js" */
/** @import { Decimal } from "../numbers/decimal.js" */
/** @import { Pass } from "./generation.js" */
import { compare, read, write } from "../numbers/decimal.js";
import { Figure, Rows } from "./figures.js";
import { OPERATIONS } from "./operations.js";

/**
 * @typedef {object} View what a page follows of a run
 * @property {Run} run
 * @property {number} here the followed position, from 1
 * @property {string} [temperature] as it is printed
 * @property {number} [read] the followed position of the sentence translated
 * @property {Pass[]} [passes] that wrote the words after a question
 * @property {boolean} [book] whether it is the book's own
 * @property {number} [each] the place of a table's row
 */

const ANY = "*"; // in a program's names: the temperature

/**
 * Return a single number as an array.
 * @param {string} name
 * @param {Decimal} number
 */
const single = (name, number) => new Rows({ name, flat: true }, [[number]]);

/**
 * Return an array of a model's own numbers; a single row may be given by itself.
 * @param {string} scope
 * @param {Given} given
 */
function readGiven(scope, { name, axes, values }) {
  const rows = [values].flat().map((row) => row.split(" ").map(read));
  return new Rows({ name, scope, axes, flat: !Array.isArray(values) }, rows);
}

/** @type {WeakMap<Program, Rows[]>} */
const GIVEN = new WeakMap();

/**
 * Return the arrays that a program is given, read once: all its runs have the same.
 * @param {Program} program
 */
function givenOf(program) {
  const arrays = GIVEN.get(program) ?? program.given.map((one) => readGiven(program.model, one));
  GIVEN.set(program, arrays);
  return arrays;
}

/**
 * Whether an operand is an operation without a name.
 * @param {Operand} operand
 * @returns {operand is Operation}
 */
const isOperation = (operand) => typeof operand === "object" && "operation" in operand;

/** A model on some words. Throws a RangeError for words that it can't read. */
export class Run {
  /** @type {Map<string, Rows>} by name, as seen from this run */
  arrays = new Map();
  /** @type {string[]} */
  words = [];
  /** @type {number[]} */
  ids = [];
  scope = "";
  /** @type {Map<string, number[]>} by array and position; reading on doesn't change them */
  #ranks = new Map();

  /**
   * @param {Program} program
   * @param {string[]} words
   * @param {string[]} [temperatures] as they are printed
   * @param {string[]} [source] the sentence to translate
   */
  constructor(program, words, temperatures = [], source = []) {
    this.program = program;
    this.source = source;
    this.sourceIds = this.#tokens(source, "source_word");
    for (const array of givenOf(program)) this.#give(array);
    this.#add(program.steps.filter((step) => !step.name.includes(ANY)));
    for (const [name, counts] of Object.entries(program.by_position ?? {})) {
      const rows = counts.map((text) => [read(text)]);
      this.arrays.set(name, new Rows({ name, axes: ["number"] }, rows));
    }
    this.extend(words);
    for (const temperature of temperatures) this.at(temperature);
  }

  /**
   * Read on: make room for the figures of further words.
   * @param {string[]} words
   */
  extend(words) {
    const ids = this.#tokens([...this.words, ...words], "word");
    this.words = [...this.words, ...words];
    this.ids = ids;
    // The run's name among all: its model, and its words as an address has them.
    const { model, slugs, source_slugs: sourceSlugs, by_lengths: counted } = this.program;
    const named = sourceSlugs
      ? this.sourceIds.map((id) => sourceSlugs[id])
      : ids.map((id) => slugs[id]);
    this.scope = `${model}/${named.filter((slug) => slug).join("-")}`;
    for (const [name, counts] of Object.entries(counted ?? {})) {
      const count = counts[this.source.length - 1][this.words.length - 1];
      this.arrays.set(name, single(name, read(count)));
    }
    for (const array of this.arrays.values()) this.#fill(array);
  }

  /**
   * Work the chances at a temperature too.
   * @param {string} temperature as it is printed: "0.7"
   */
  at(temperature) {
    const name = `temperature_${temperature}`;
    if (this.arrays.has(`${this.program.model}:${name}`)) return;
    this.#give(readGiven(this.program.model, { name, axes: [], values: temperature }));
    const named = (/** @type {Operand} */ part) =>
      typeof part === "string" ? part.replace(ANY, temperature) : part;
    const open = this.program.steps.filter((step) => step.name.includes(ANY));
    const steps = open.map((step) => ({
      ...step,
      name: step.name.replace(ANY, temperature),
      of: step.of.map(named),
    }));
    for (const array of this.#add(steps)) this.#fill(array);
  }

  /**
   * Note a whole number that was counted about this run.
   * @param {string} name
   * @param {number | bigint} number
   */
  count(name, number) {
    this.arrays.set(name, single(name, { c: BigInt(number), e: 0 }));
  }

  /**
   * Return the token, or the place, of a row.
   * @param {Numbers} operand
   * @param {number} row
   */
  number({ numbers }, row) {
    if (numbers === "places") return row;
    return (numbers === "ids" ? this.ids : this.sourceIds)[row];
  }

  /**
   * Return the words that an axis has as its places; nothing if it counts them.
   * @param {string} axis
   */
  wordsAlong(axis) {
    if (axis === "word") return this.program.vocabulary;
    return axis === "source_word" ? this.program.source_vocabulary : undefined;
  }

  /**
   * Return an array by its name as seen from this run. Throws a RangeError if there is none.
   * @param {string} name
   */
  array(name) {
    const array = this.arrays.get(name);
    if (!array) throw new RangeError(`there is no figure “${name}”`);
    return array;
  }

  /**
   * Return a figure by its name. Throws a RangeError if there is none.
   * @param {string} name such as `query[5,1]`, or `signal:w_query[1,2]`
   */
  figure(name) {
    const [, key = "", places] = /^(.*?)(?:\[(.*)\])?$/s.exec(name) ?? [];
    return this.figureAt(key, places?.split(",") ?? []);
  }

  /**
   * Return the figure of an array at places. Throws a RangeError if there is none.
   * @param {string} key the array's name
   * @param {(string | number)[]} places words, or numbers from 1
   */
  figureAt(key, places) {
    const array = this.arrays.get(key);
    const at = places.map(
      (place, i) =>
        this.wordsAlong(array?.axes[i] ?? "")?.indexOf(String(place)) ?? Number(place) - 1,
    );
    const [row, column] = at.length > 1 ? at : array?.flat ? [0, at[0] ?? 0] : [at[0] ?? 0, 0];
    const known = array && at.length === array.axes.length && row in array.rows;
    if (!known || !array.row(row)[column]) {
      throw new RangeError(`there is no figure “${places.length ? `${key}[${places}]` : key}”`);
    }
    return this.find(array, row, column);
  }

  /**
   * Return the figures of an array in the row of the word at a position.
   * @param {string} name
   * @param {number} position from 1
   */
  row(name, position) {
    const array = this.array(name);
    return array.row(position - 1).map((_, column) => this.find(array, position - 1, column));
  }

  /**
   * Return the figure at a place of an array; one that is passed on is that of where it comes from.
   * @param {Rows} array
   * @param {number} row from 0
   * @param {number} column from 0
   * @returns {Figure}
   */
  find(array, row, column) {
    array.figures[row] ??= [];
    const figures = array.figures[row];
    if (!figures[column]) {
      const source = OPERATIONS[array.operation ?? ""]?.source;
      figures[column] = source
        ? this.find(...source(array, row, column, this))
        : new Figure(this, array, row, column);
    }
    return figures[column];
  }

  /**
   * Return the columns of an array in the row of the word at a position, the largest figure first.
   * @param {string} name
   * @param {number} position from 1
   * @returns {number[]} from 0
   */
  ranked(name, position) {
    const key = `${name}[${position}]`;
    const known = this.#ranks.get(key);
    if (known) return known;
    const row = this.array(name).row(position - 1);
    const order = [...row.keys()].sort((a, b) => compare(row[b], row[a]) || a - b);
    this.#ranks.set(key, order);
    return order;
  }

  /**
   * Return the likeliest next word after the word at a position.
   * @param {number} position from 1
   */
  answer(position) {
    return this.program.vocabulary[this.ranked("guess.share", position)[0]];
  }

  /**
   * Add one of the model's own arrays, by its full name.
   * @param {Rows} array of the model's own numbers
   */
  #give(array) {
    this.arrays.set(`${array.scope}:${array.name}`, array);
  }

  /**
   * Make the arrays of some steps, without rows.
   * @param {Step[]} steps
   */
  #add(steps) {
    return steps.map((step) => {
      const array = this.#build(step.name, step.axes, step, step.along, false);
      this.arrays.set(step.name, array);
      return array;
    });
  }

  /**
   * Return the tokens of some words. Throws a RangeError for words that the model can't read.
   * @param {string[]} words
   * @param {string} axis
   */
  #tokens(words, axis) {
    const { context } = this.program;
    const known = this.wordsAlong(axis) ?? [];
    const ids = words.map((word) => known.indexOf(word));
    const unknown = words[ids.indexOf(-1)];
    if (unknown !== undefined) throw new RangeError(`“${unknown}” is no word of this model`);
    if (ids.length > context) throw new RangeError(`this model reads at most ${context} words`);
    return ids;
  }

  /**
   * Make the array of an operation. An operand without a name is made too; a mask gives it its rule.
   * @param {string} name
   * @param {string[]} axes
   * @param {Operation} operation
   * @param {Step["along"]} along
   * @param {boolean} nested
   * @returns {Rows}
   */
  #build(name, axes, operation, along, nested) {
    const masked = operation.operation === "mask_later" ? operation : undefined;
    /** @type {Rows[]} */
    const of = [];
    /** @type {(number | Numbers)[]} */
    const constants = [];
    for (const operand of operation.of) {
      if (isOperation(operand)) {
        of.push(this.#build(masked ? name : "", axes, { ...masked, ...operand }, along, true));
      } else if (typeof operand === "string") of.push(this.array(operand));
      else constants.push(operand);
    }
    const row = OPERATIONS[operation.operation];
    if (!row) throw new RangeError(`${name} can't be worked: nothing does ${operation.operation}`);
    const flat = !constants.length && of.every((one) => one.flat);
    const { rule, causal } = operation;
    const described = { name, axes, along, nested, of, constants, flat, rule, causal };
    /** @type {Rows} */
    const array = new Rows({ ...described, operation: operation.operation }, [], (at) =>
      row.work(array, at, this).map((one) => write(one, rule)),
    );
    return array;
  }

  /**
   * Return how many rows an array has by now.
   * @param {Rows} array
   */
  #length({ flat, along }) {
    if (flat) return 1;
    const [read, own] = [this.source.length, this.words.length];
    return along === "read" ? read : along === "place" ? Math.max(read, own) : own;
  }

  /**
   * Add the rows that an array doesn't have yet, not worked.
   * @param {Rows} array
   */
  #fill(array) {
    if (!array.operation) return;
    for (const operand of array.of) if (operand.nested) this.#fill(operand);
    while (array.rows.length < this.#length(array)) array.rows.push(null);
  }
}
