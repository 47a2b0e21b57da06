// How each operation is carried out: the operands' rows in, one row of exact results out.
//
// One row for each operation that a program may name; how its line is written stands in line.js.
// A row of a causal array ends with its own word: those of later words are never worked.
"use strict";
(() => {
  const { plus, minus, times, over, compare, dot, sum } = Workings.decimal;
  const { squareRoot, powerOfE, tanh, power, wave } = Workings.powers;

  const ZERO = { c: 0n, e: 0 };
  const ONE = { c: 1n, e: 0 };
  const HALF = { c: 5n, e: -1 };

  /** The row of an array beside the row of a word; an array of a single row has it everywhere. */
  const beside = (array, row) => array.row(array.flat ? 0 : row);

  /** Put a function of decimals to each element, broadcasting as NumPy does along a row. */
  const each = (work) => (array, row) => {
    const rows = array.of.map((operand) => beside(operand, row));
    const width = Math.max(...rows.map((one) => one.length));
    const results = [];
    for (let i = 0; i < width; i++) {
      const [a, b, c] = rows.map((one) => one[one.length === 1 ? 0 : i]);
      results.push(work(a, b, c, i));
    }
    return results;
  };

  /** Make one number of a row, with a second operand of one number. */
  const whole = (work) => (array, row) => {
    const [x, by] = array.of;
    return [work(beside(x, row), by?.row(0)[0])];
  };

  const columnsOf = (table) => {
    table.columns ??= table.rows[0].map((_, column) => table.rows.map((one) => one[column]));
    return table.columns;
  };

  const linear = (array, row) => {
    const x = beside(array.of[0], row);
    return columnsOf(array.of[1]).map((column) => dot(x, column));
  };

  const square = (a) => times(a, a);
  const largest = (row) => row.reduce((top, one) => (compare(one, top) > 0 ? one : top));

  Workings.operations = {
    add: each(plus),
    subtract: each(minus),
    multiply: each(times),
    divide: each(over),
    share: each(over),
    linear,
    linear_bias: (array, row) => {
      const bias = array.of[2].row(0);
      return linear(array, row).map((sum, i) => plus(sum, bias[i]));
    },
    row_products: (array, row) => {
      const [q, k] = array.of;
      const heard = array.causal ? row + 1 : k.rows.length;
      return Array.from({ length: heard }, (_, i) => dot(q.row(row), k.row(i)));
    },
    blend: (array, row) => {
      const [shares, value] = array.of;
      const parts = shares.row(row);
      const heard = parts.map((_, i) => value.row(i));
      return heard[0].map((_, slot) => dot(parts, heard.map((one) => one[slot])));
    },
    mean: whole((row, width) => over(sum(row), width)),
    mean_square: whole((row, width) => over(sum(row.map(square)), width)),
    total: whole(sum),
    sum_as_printed: whole(sum),
    largest: whole(largest),
    count_zeros: whole((row) => ({ c: BigInt(row.filter((one) => one.c === 0n).length), e: 0 })),
    root: each((variance, epsilon) => squareRoot(plus(variance, epsilon))),
    square_root: each(squareRoot),
    scale_shift: each((x, scale, shift) => plus(times(x, scale), shift)),
    relu: each((x) => (x.c > 0n ? x : ZERO)),
    tanh: each(tanh),
    gelu_inner: each((u, cubic) => plus(u, times(cubic, times(u, square(u))))),
    gelu_out: each((u, bent) => times(times(HALF, u), plus(ONE, bent))),
    exp: each(powerOfE),
    divisor: each(power),
    wave: each((position, divisor, _, slot) => wave(position, divisor, slot % 2 === 1)),
    lookup: ({ of: [table, numbers] }, row, run) => table.row(run.number(numbers, row)),
    columns: (array, row) => {
      const [x, first, width] = array.of;
      return beside(x, row).slice(first, first + width);
    },
    join: (array, row) => array.of.flatMap((part) => beside(part, row)),
    mask_later: (array, row) => array.of[0].row(row).slice(0, row + 1),
  };
})();
