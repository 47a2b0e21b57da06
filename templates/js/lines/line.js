// One table: operation → how its line is written; and a line as text or as elements of a page.
"use strict";
(() => {
  const { kind, part } = Workings;
  const { GAP, number, constant, sum, product, quotient, power, root, call } = Workings.expression;
  const [OPERAND, RESULT, RAISED] = [kind("i", "data-f"), kind("b", "data-f"), kind("sup")];

  /** The figures along an array's row; those of later words are none. */
  const along = (run, array, row) =>
    array.row(array.flat ? 0 : row).map((_, column) => run.find(array, row, column));

  const down = (run, table, column) => table.rows.map((_, row) => run.find(table, row, column));

  /** Multiply pairwise; the right side may be longer, as a blend's is by the later words. */
  const products = (left, right) => left.map((one, i) => product([number(one), number(right[i])]));

  const beside = ({ run, row, column }, array) => {
    const at = array.flat ? 0 : row;
    return number(run.find(array, at, array.row(at).length === 1 ? 0 : column));
  };

  const each = (form) => (figure) => form(...figure.array.of.map((one) => beside(figure, one)), figure);

  const linear = ({ run, row, column, array: { of: [x, w] } }) =>
    products(along(run, x, row), down(run, w, column));

  const row = ({ run, row: at, array: { of: [x] } }) => along(run, x, at);
  const total = (figure) => sum(row(figure).map(number));
  const by = ({ run, array: { of: [, width] } }) => number(run.find(width, 0, 0));

  const LINES = {
    add: each((a, b) => sum([a, b])),
    subtract: each((a, b) => sum([a, b], [1])),
    multiply: each((a, b) => product([a, b])),
    divide: each(quotient),
    share: each(quotient),
    linear: (figure) => sum(linear(figure)),
    linear_bias: (figure) => {
      const bias = figure.run.find(figure.array.of[2], 0, figure.column);
      return sum([...linear(figure), number(bias)]);
    },
    row_products: ({ run, row: at, column, array: { of: [q, k] } }) =>
      sum(products(along(run, q, at), along(run, k, column))),
    blend: (figure) => sum(linear(figure)),
    mean: (figure) => quotient(total(figure), by(figure)),
    mean_square: (figure) =>
      quotient(sum(row(figure).map((one) => power(number(one), "2"))), by(figure)),
    total,
    sum_as_printed: total,
    root: each((variance, epsilon) => root(sum([variance, epsilon]))),
    square_root: each(root),
    scale_shift: each((x, scale, shift) => sum([product([x, scale]), shift])),
    relu: each((x) => call("max", [constant("0"), x])),
    tanh: each((x) => call("tanh", [x])),
    gelu_inner: each((u, cubic) => sum([u, product([cubic, power(u, "3")])])),
    gelu_out: each((u, bent) => product([constant("0.5"), u, sum([constant("1"), bent])])),
    exp: each((x) => power("e", x)),
    divisor: each((base, exponent, width) => power(base, quotient(exponent, width))),
    wave: each((position, divisor, { column }) =>
      call(column % 2 ? "cos" : "sin", [quotient(position, divisor)]),
    ),
  };

  /** The line that made a worked figure: the tokens of its left side, and the figure. */
  function lineOf(figure) {
    const write = LINES[figure.array.operation];
    if (!write) throw new RangeError(`no line made ${figure.name}`);
    return { figure, tokens: write(figure).tokens };
  }

  /** A printed number as what an element shows (see render.js): a power of ten is raised. */
  function digits(printed) {
    const [mantissa, power] = printed.split(" × 10^");
    if (power === undefined) return [printed];
    return [`${mantissa}${GAP}×${GAP}10`, part(RAISED, [], [power.replace(/[()]/g, "")])];
  }

  /** A line as what its element on a page shows, as seen from a scope. */
  function parts({ figure, tokens }, scope) {
    const named = (as, one) => part(as, [one.from(scope)], digits(one.text));
    const write = (token) => {
      if (typeof token === "string") return token;
      return token.raised ? part(RAISED, [], token.raised.map(write)) : named(OPERAND, token);
    };
    return [...tokens.map(write), ` =${GAP}`, named(RESULT, figure)];
  }

  Object.assign(Workings, { lines: LINES, lineOf, lineParts: parts, digits });
})();
