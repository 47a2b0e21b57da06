// Decimals in whole numbers: exact sums and products, the two rounding rules, the printed form.
//
// A decimal is c × 10^e with a whole c, and keeps the digits it was written with. An exact result
// may also be divided by a whole d; a rule writes it down, rounded once, half away from zero.

/** @typedef {{c: bigint, e: number, d?: bigint}} Exact */
/** @typedef {{c: bigint, e: number}} Decimal */
/** @typedef {{places?: number, first_digit?: boolean, digits?: number}} Rule */

const SMALLEST_PLAIN = -5; // 0.00001 is still written plainly, anything smaller as a × 10^(−n)
const LARGEST_PLAIN = 6; // whole numbers below a million keep all their digits
const GROUPED = 4; // from ten thousand on, a comma parts the thousands
const NONE = 0n; // no digits at all

const TENS = [1n];
/**
 * 10 to a whole power, from 0 up.
 * @param {number} power
 */
export function ten(power) {
  while (TENS.length <= power) TENS.push(TENS[TENS.length - 1] * 10n);
  return TENS[power];
}

/**
 * Return a whole number without its sign.
 * @param {bigint} c
 */
const size = (c) => (c < NONE ? -c : c);

/**
 * How many digits a whole number has.
 * @param {bigint} c
 */
export const length = (c) => size(c).toString().length;

/**
 * Read a decimal with its digits: "−1.10" or "-1.10".
 * @param {string} text
 * @returns {Decimal}
 */
export function read(text) {
  const [whole, part = ""] = text.replace("−", "-").split(".");
  return { c: BigInt(whole + part), e: -part.length };
}

/**
 * c at a lower exponent.
 * @param {Decimal} a
 * @param {number} e
 */
const lowered = (a, e) => (a.e === e ? a.c : a.c * ten(a.e - e));

/**
 * Add two decimals, exactly.
 * @param {Decimal} a
 * @param {Decimal} b
 * @returns {Decimal}
 */
export function plus(a, b) {
  if (a.e === b.e) return { c: a.c + b.c, e: a.e };
  const e = Math.min(a.e, b.e);
  return { c: lowered(a, e) + lowered(b, e), e };
}

/**
 * Subtract a decimal from another, exactly.
 * @param {Decimal} a
 * @param {Decimal} b
 * @returns {Decimal}
 */
export const minus = (a, b) => plus(a, { c: -b.c, e: b.e });

/**
 * Multiply two decimals, exactly.
 * @param {Decimal} a
 * @param {Decimal} b
 * @returns {Decimal}
 */
export const times = (a, b) => ({ c: a.c * b.c, e: a.e + b.e });

/**
 * Divide a decimal by another: an exact result with a divisor. Throws a RangeError for zero.
 * @param {Decimal} a
 * @param {Decimal} b
 * @returns {Exact}
 */
export function over(a, b) {
  if (b.c === NONE) throw new RangeError("nothing can be divided by zero");
  return b.c < NONE ? { c: -a.c, e: a.e - b.e, d: -b.c } : { c: a.c, e: a.e - b.e, d: b.c };
}

/**
 * Below 0, 0 or above 0, as a is below b, equal to it or above.
 * @param {Decimal} a
 * @param {Decimal} b
 */
export function compare(a, b) {
  const { c } = minus(a, b);
  return c < NONE ? -1 : c > NONE ? 1 : 0;
}

/**
 * The products of two rows added up, as far as the shorter goes.
 * @param {Decimal[]} a
 * @param {Decimal[]} b
 * @returns {Decimal}
 */
export function dot(a, b) {
  let c = NONE;
  let e = a[0].e + b[0].e;
  for (let i = 0, end = Math.min(a.length, b.length); i < end; i++) {
    const product = a[i].c * b[i].c;
    const at = a[i].e + b[i].e;
    if (at === e) c += product;
    else if (at > e) c += product * ten(at - e);
    else {
      c = c * ten(e - at) + product;
      e = at;
    }
  }
  return { c, e };
}

/**
 * Add up a row of decimals, exactly.
 * @param {Decimal[]} row
 * @returns {Decimal}
 */
export const sum = (row) => row.reduce(plus);

/**
 * Round to a power of ten, half away from zero.
 * @param {Exact} exact
 * @param {number} e
 * @returns {Decimal}
 */
export function rounded(exact, e) {
  const up = exact.e - e;
  if (up >= 0 && exact.d === undefined) return { c: exact.c * ten(up), e };
  const above = up >= 0 ? exact.c * ten(up) : exact.c;
  const below = (exact.d ?? 1n) * (up >= 0 ? 1n : ten(-up));
  const half = 2n * size(above) + below;
  const c = half / (2n * below);
  return { c: above < NONE ? -c : c, e };
}

/**
 * The power of ten of the first digit that isn't zero.
 * @param {Exact} exact
 */
function first(exact) {
  const c = size(exact.c);
  if (exact.d === undefined) return length(c) - 1 + exact.e;
  const gap = length(c) - length(exact.d);
  const [above, below] = gap >= 0 ? [c, exact.d * ten(gap)] : [c * ten(-gap), exact.d];
  return gap + exact.e - (above < below ? 1 : 0);
}

/**
 * Round to significant digits; whole numbers below a million keep all of theirs.
 * @param {Exact} exact
 * @param {number} digits
 * @returns {Decimal}
 */
function toDigits(exact, digits) {
  if (exact.c === NONE) return { c: NONE, e: 0 };
  /** @param {number} head */
  const last = (head) =>
    head < LARGEST_PLAIN ? Math.min(head - digits + 1, 0) : head - digits + 1;
  const head = first(exact);
  const near = rounded(exact, last(head));
  const grown = first(near); // 9.9996 became 10.000: one digit too many
  return grown > head ? rounded(exact, last(grown)) : near;
}

/**
 * Write an exact result down, by a rule; without one it stays as it is.
 * @param {Exact} exact
 * @param {Rule} [rule]
 * @returns {Decimal}
 */
export function write(exact, rule) {
  if (rule === undefined) {
    if (exact.d !== undefined) throw new RangeError("a quotient needs a rule");
    return exact;
  }
  if (rule.digits !== undefined) return toDigits(exact, rule.digits);
  const near = rounded(exact, -(rule.places ?? 0));
  return rule.first_digit && near.c === NONE && exact.c !== NONE ? toDigits(exact, 1) : near;
}

/**
 * The printed form without groups, as calculators take it.
 * @param {Decimal} number
 */
export function plain({ c, e }) {
  const sign = c < NONE ? "−" : "";
  const digits = size(c).toString();
  const head = digits.length - 1 + e;
  if (e > 0 || (c !== NONE && head < SMALLEST_PLAIN)) {
    const mantissa = digits.length === 1 ? digits : `${digits[0]}.${digits.slice(1)}`;
    const power = head >= 0 ? String(head) : `(−${-head})`;
    return `${sign}${mantissa} × 10^${power}`;
  }
  if (e === 0) return sign + digits;
  const filled = digits.padStart(1 - e, "0");
  return `${sign}${filled.slice(0, e)}.${filled.slice(e)}`;
}

/**
 * The one printed form of a figure; a whole part of five digits or more is grouped.
 * @param {Decimal} number
 */
export function printed(number) {
  const text = plain(number);
  if (length(number.c) - 1 + number.e < GROUPED || text.includes("×")) return text;
  const [whole, part] = text.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return part === undefined ? grouped : `${grouped}.${part}`;
}

/**
 * A share in percent, digit for digit: 0.639 reads 63.9%.
 * @param {Decimal} share
 */
export function percent(share) {
  if (share.c > NONE && compare(share, { c: 1n, e: -3 }) < 0) return "<0.1%";
  return `${printed({ c: share.c, e: share.e + 2 })}%`;
}
