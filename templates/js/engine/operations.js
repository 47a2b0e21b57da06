// One table: each operation that a program may name, one row for each.
//
// `work`: the operands' rows in, one row of exact results out. Then either `line`, how the line of a
// figure is written, or `source`, where a figure comes from that is passed on unchanged. A row of a
// causal array ends with its own word: those of later words are never worked.

/** @import { Numbers } from "../data.js" */
/** @import { Form } from "../lines/expression.js" */
/** @import { Decimal, Exact } from "../numbers/decimal.js" */
/** @import { Figure, Rows } from "./figures.js" */
/** @import { Run } from "./run.js" */
import * as form from "../lines/expression.js";
import { compare, dot, minus, over, plus, sum, times } from "../numbers/decimal.js";
import { power, powerOfE, squareRoot, tanh, wave } from "../numbers/powers.js";
import { placeOfLargest } from "./figures.js";

/** @typedef {(array: Rows, row: number, run: Run) => Exact[]} Work */
/** @typedef {(figure: Figure) => Form} Line */
/** @typedef {[array: Rows, row: number, column: number]} Seat */
/** @typedef {(array: Rows, row: number, column: number, run: Run) => Seat} Source */
/** @typedef {{ work: Work, line?: Line, source?: Source }} Operation */

const ZERO = { c: 0n, e: 0 };
const ONE = { c: 1n, e: 0 };
const HALF = { c: 5n, e: -1 };

// ---- how rows are worked ----

/**
 * Return the row of an array at a word; an array of a single row has it at every word.
 * @param {Rows} array
 * @param {number} row
 */
const rowAt = (array, row) => array.row(array.flat ? 0 : row);

/**
 * Apply a function of decimals to each element, broadcasting as NumPy does along a row.
 * @param {(a: Decimal, b: Decimal, c: Decimal, slot: number) => Exact} work
 * @returns {Work}
 */
const each = (work) => (array, row) => {
  const rows = array.of.map((operand) => rowAt(operand, row));
  const width = Math.max(...rows.map((one) => one.length));
  const results = [];
  for (let i = 0; i < width; i++) {
    const [a, b, c] = rows.map((one) => one[one.length === 1 ? 0 : i]);
    results.push(work(a, b, c, i));
  }
  return results;
};

/**
 * Make one number of a row, with a second operand of one number where there is one.
 * @param {(row: Decimal[], by: Decimal) => Exact} work
 * @returns {Work}
 */
const whole =
  (work) =>
  ({ of: [x, by] }, row) => [work(rowAt(x, row), by ? by.row(0)[0] : ONE)];

/**
 * Return the columns of a table.
 * @param {Rows} table
 */
function columnsOf(table) {
  table.columns ??= table
    .row(0)
    .map((_, column) => table.rows.map((_, row) => table.row(row)[column]));
  return table.columns;
}

/**
 * Multiply a row by a table.
 * @param {Rows} array
 * @param {number} row
 */
function linear({ of: [x, table] }, row) {
  const left = rowAt(x, row);
  return columnsOf(table).map((column) => dot(left, column));
}

/**
 * Multiply a decimal by itself.
 * @param {Decimal} a
 */
const square = (a) => times(a, a);

/**
 * Return the largest decimal of a row.
 * @param {Decimal[]} row
 */
const largest = (row) => row.reduce((top, one) => (compare(one, top) > 0 ? one : top));

// ---- how lines are written ----

/**
 * Return the figures along an array's row; those of later words are none.
 * @param {Run} run
 * @param {Rows} array
 * @param {number} row
 */
const along = (run, array, row) =>
  rowAt(array, row).map((_, column) => run.find(array, row, column));

/**
 * Return the figures down a table's column.
 * @param {Run} run
 * @param {Rows} table
 * @param {number} column
 */
const down = (run, table, column) => table.rows.map((_, row) => run.find(table, row, column));

/**
 * Multiply pairwise; the right side may be longer, as a blend's is by the later words.
 * @param {Figure[]} left
 * @param {Figure[]} right
 */
const products = (left, right) =>
  left.map((one, i) => form.product([form.number(one), form.number(right[i])]));

/**
 * Return the figure of an operand that is at the same place as a result.
 * @param {Figure} figure
 * @param {Rows} operand
 */
function operandAt({ run, row, column }, operand) {
  const at = operand.flat ? 0 : row;
  return form.number(run.find(operand, at, operand.row(at).length === 1 ? 0 : column));
}

/**
 * Write a form of the operands at the same place.
 * @param {(a: Form, b: Form, c: Form, figure: Figure) => Form} write
 * @returns {Line}
 */
const written = (write) => (figure) => {
  const [a, b, c] = figure.array.of.map((operand) => operandAt(figure, operand));
  return write(a, b, c, figure);
};

/**
 * Write the products of a row and a table's column.
 * @param {Figure} figure
 */
const linearTerms = ({ run, row, column, array: { of } }) =>
  products(along(run, of[0], row), down(run, of[1], column));

/**
 * Return the figures of a result's first operand, along its row.
 * @param {Figure} figure
 */
const rowOf = ({ run, row, array: { of } }) => along(run, of[0], row);

/**
 * Write the sum of that row.
 * @param {Figure} figure
 */
const total = (figure) => form.sum(rowOf(figure).map(form.number));

/**
 * Write the second operand, one number.
 * @param {Figure} figure
 */
const width = ({ run, array: { of } }) => form.number(run.find(of[1], 0, 0));

// ---- where figures come from that are passed on ----

/**
 * Return which of the joined rows a column is of, and where it is there.
 * @type {Source}
 */
function joined({ of }, row, column) {
  let left = column;
  for (const part of of) {
    const length = rowAt(part, row).length;
    if (left < length) return [part, part.flat ? 0 : row, left];
    left -= length;
  }
  throw new RangeError(`a joined row has no column ${column}`);
}

/**
 * Return which whole numbers a lookup takes.
 * @param {Rows} array
 */
const numbersOf = ({ constants }) => /** @type {Numbers} */ (constants[0]);

/**
 * Return where the columns begin, and how many they are.
 * @param {Rows} array
 */
const spanOf = ({ constants }) => /** @type {[first: number, width: number]} */ (constants);

/** @type {Record<string, Operation>} */
export const OPERATIONS = {
  add: { work: each(plus), line: written((a, b) => form.sum([a, b])) },
  subtract: { work: each(minus), line: written((a, b) => form.sum([a, b], [1])) },
  multiply: { work: each(times), line: written((a, b) => form.product([a, b])) },
  divide: { work: each(over), line: written(form.quotient) },
  share: { work: each(over), line: written(form.quotient) },
  linear: { work: linear, line: (figure) => form.sum(linearTerms(figure)) },
  linear_bias: {
    work: (array, row) => {
      const bias = array.of[2].row(0);
      return linear(array, row).map((sum, i) => plus(sum, bias[i]));
    },
    line: (figure) => {
      const bias = figure.run.find(figure.array.of[2], 0, figure.column);
      return form.sum([...linearTerms(figure), form.number(bias)]);
    },
  },
  row_products: {
    work: ({ of: [q, k], causal }, row) => {
      const heard = causal ? row + 1 : k.rows.length;
      return Array.from({ length: heard }, (_, i) => dot(q.row(row), k.row(i)));
    },
    line: ({ run, row, column, array: { of } }) =>
      form.sum(products(along(run, of[0], row), along(run, of[1], column))),
  },
  blend: {
    work: ({ of: [shares, value] }, row) => {
      const parts = shares.row(row);
      const heard = parts.map((_, i) => value.row(i));
      return heard[0].map((_, slot) =>
        dot(
          parts,
          heard.map((one) => one[slot]),
        ),
      );
    },
    line: (figure) => form.sum(linearTerms(figure)),
  },
  mean: {
    work: whole((row, by) => over(sum(row), by)),
    line: (figure) => form.quotient(total(figure), width(figure)),
  },
  mean_square: {
    work: whole((row, by) => over(sum(row.map(square)), by)),
    line: (figure) => {
      const squares = rowOf(figure).map((one) => form.power(form.number(one), "2"));
      return form.quotient(form.sum(squares), width(figure));
    },
  },
  total: { work: whole(sum), line: total },
  sum_as_printed: { work: whole(sum), line: total },
  largest: {
    work: whole(largest),
    source: ({ of: [x] }, row) => [x, row, placeOfLargest(x.row(row))],
  },
  // a count about others: no line made it
  count_zeros: {
    work: whole((row) => ({ c: BigInt(row.filter((one) => one.c === 0n).length), e: 0 })),
  },
  root: {
    work: each((variance, epsilon) => squareRoot(plus(variance, epsilon))),
    line: written((variance, epsilon) => form.root(form.sum([variance, epsilon]))),
  },
  square_root: { work: each(squareRoot), line: written(form.root) },
  scale_shift: {
    work: each((x, scale, shift) => plus(times(x, scale), shift)),
    line: written((x, scale, shift) => form.sum([form.product([x, scale]), shift])),
  },
  relu: {
    work: each((x) => (x.c > 0n ? x : ZERO)),
    line: written((x) => form.call("max", [form.constant("0"), x])),
  },
  tanh: { work: each(tanh), line: written((x) => form.call("tanh", [x])) },
  gelu_inner: {
    work: each((u, cubic) => plus(u, times(cubic, times(u, square(u))))),
    line: written((u, cubic) => form.sum([u, form.product([cubic, form.power(u, "3")])])),
  },
  gelu_out: {
    work: each((u, bent) => times(times(HALF, u), plus(ONE, bent))),
    line: written((u, bent) =>
      form.product([form.constant("0.5"), u, form.sum([form.constant("1"), bent])]),
    ),
  },
  exp: { work: each(powerOfE), line: written((x) => form.power("e", x)) },
  divisor: {
    work: each(power),
    line: written((base, exponent, by) => form.power(base, form.quotient(exponent, by))),
  },
  wave: {
    work: each((position, divisor, _, slot) => wave(position, divisor, slot % 2 === 1)),
    line: written((position, divisor, _, { column }) =>
      form.call(column % 2 ? "cos" : "sin", [form.quotient(position, divisor)]),
    ),
  },
  lookup: {
    work: (array, row, run) => array.of[0].row(run.number(numbersOf(array), row)),
    source: (array, row, column, run) => [array.of[0], run.number(numbersOf(array), row), column],
  },
  columns: {
    work: (array, row) => {
      const [first, width] = spanOf(array);
      return rowAt(array.of[0], row).slice(first, first + width);
    },
    source: (array, row, column) => [array.of[0], row, spanOf(array)[0] + column],
  },
  join: { work: ({ of }, row) => of.flatMap((part) => rowAt(part, row)), source: joined },
  mask_later: {
    work: ({ of: [score] }, row) => score.row(row).slice(0, row + 1),
    source: ({ of: [score] }, row, column) => [score, row, column],
  },
};

/**
 * Return the tokens of the left side of the line that made a figure.
 * @param {Figure} figure
 */
export function lineOf(figure) {
  const write = OPERATIONS[figure.array.operation ?? ""]?.line;
  if (!write) throw new RangeError(`no line made ${figure.name}`);
  return write(figure).tokens;
}
