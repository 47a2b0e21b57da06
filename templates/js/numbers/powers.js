// Roots, powers and waves of decimals, to more than fifty digits, in whole numbers.

/** @import { Decimal } from "./decimal.js" */
import { length, minus, over, plus, ten } from "./decimal.js";

const DIGITS = 60; // of a power of e while it is worked
const FIXED = 80; // places of the series that lead there
const ONE = { c: 1n, e: 0 };
const PI = 314159265358979323846264338327950288419716939937510582097494459230781640628620900n;
const PI_PLACES = 80;

/**
 * The whole part of a whole number's n-th root.
 * @param {bigint} c
 * @param {bigint} n
 */
function wholeRoot(c, n) {
  if (c < 2n) return c;
  let root = 1n << (BigInt(c.toString(2).length) / n + 1n); // above it; Newton's steps lead down
  for (;;) {
    const next = ((n - 1n) * root + c / root ** (n - 1n)) / n;
    if (next >= root) return root;
    root = next;
  }
}

/**
 * The n-th root of a decimal that isn't negative.
 * @param {Decimal} x
 * @param {number} n
 * @returns {Decimal}
 */
function root(x, n) {
  if (x.c < 0n) throw new RangeError("a negative number has no root");
  let e = x.e - DIGITS * n;
  e -= ((e % n) + n) % n;
  return { c: wholeRoot(x.c * ten(x.e - e), BigInt(n)), e: e / n };
}

/**
 * Return the square root of a decimal that isn't negative.
 * @param {Decimal} x
 */
export const squareRoot = (x) => root(x, 2);

/**
 * A decimal with so many digits, the rest cut off.
 * @param {Decimal} x
 * @returns {Decimal}
 */
function cut({ c, e }) {
  const more = length(c) - DIGITS;
  return more > 0 ? { c: c / ten(more), e: e + more } : { c: c * ten(-more), e: e + more };
}

const START = cut(ONE);
/** @type {Map<string, Decimal>} */
const KNOWN = new Map();

/**
 * e to one digit in its place, above or below zero.
 * @param {number} digit
 * @param {number} place
 * @param {boolean} below
 * @returns {Decimal}
 */
function powerOfDigit(digit, place, below) {
  const key = `${below}${digit}e${place}`;
  let power = KNOWN.get(key);
  if (power === undefined) {
    if (place > 0) {
      const tenth = powerOfDigit(digit, place - 1, below);
      power = START;
      for (let i = 0; i < 10; i++) power = product(power, tenth);
    } else {
      const x = FIXED + place < 0 ? 0n : BigInt(digit) * ten(FIXED + place);
      let total = 0n;
      let term = ten(FIXED);
      for (let n = 1n; term > 0n; n++) {
        total += term;
        term = (term * x) / ten(FIXED) / n;
      }
      power = cut({ c: below ? ten(2 * FIXED) / total : total, e: -FIXED });
    }
    KNOWN.set(key, power);
  }
  return power;
}

/**
 * Multiply two decimals of as many digits as are worked with, the rest cut off.
 * @param {Decimal} a
 * @param {Decimal} b
 * @returns {Decimal}
 */
const product = (a, b) => ({ c: (a.c * b.c) / ten(DIGITS - 1), e: a.e + b.e + DIGITS - 1 });

/**
 * e^x: the product of e to each digit of x, in its place, for there are few of those.
 * @param {Decimal} x
 * @returns {Decimal}
 */
export function powerOfE(x) {
  const below = x.c < 0n;
  const digits = (below ? -x.c : x.c).toString();
  let power = START;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(i) - 48;
    if (digit) power = product(power, powerOfDigit(digit, x.e + digits.length - 1 - i, below));
  }
  return power;
}

/**
 * Hyperbolic tangent: (e^2x − 1) ÷ (e^2x + 1).
 * @param {Decimal} x
 */
export function tanh(x) {
  const power = powerOfE({ c: 2n * x.c, e: x.e });
  return over(minus(power, ONE), plus(power, ONE));
}

/**
 * base^(exponent ÷ width), of whole numbers.
 * @param {Decimal} base
 * @param {Decimal} exponent
 * @param {Decimal} width
 * @returns {Decimal}
 */
export function power(base, exponent, width) {
  if (exponent.e !== 0 || width.e !== 0) throw new RangeError("a slot's power is of whole numbers");
  let [a, b] = [exponent.c, width.c];
  while (b) [a, b] = [b, a % b];
  const times = Number(exponent.c / a);
  return root({ c: base.c ** BigInt(times), e: base.e * times }, Number(width.c / a));
}

/** @type {Record<string, Decimal>} */
const WAVES = {}; // all sentences have the same

/**
 * Sine, or cosine, of above ÷ below in radians.
 * @param {Decimal} above
 * @param {Decimal} below
 * @param {boolean} cosine
 * @returns {Decimal}
 */
export function wave(above, below, cosine) {
  const key = [cosine, above.c, above.e, below.c, below.e].join();
  WAVES[key] ??= series(above, below, cosine);
  return WAVES[key];
}

/**
 * Work a wave by Taylor's series.
 * @param {Decimal} above
 * @param {Decimal} below
 * @param {boolean} cosine
 * @returns {Decimal}
 */
function series(above, below, cosine) {
  const angle = over(above, below);
  const up = FIXED + angle.e;
  const x =
    ((up < 0 ? angle.c / ten(-up) : angle.c * ten(up)) / (angle.d ?? 1n)) %
    (2n * PI * ten(FIXED - PI_PLACES));
  let term = cosine ? ten(FIXED) : x;
  let total = 0n;
  for (let n = cosine ? 1n : 2n; term !== 0n; n += 2n) {
    total += term;
    term = (((-term * x) / ten(FIXED)) * x) / ten(FIXED) / (n * (n + 1n));
  }
  return { c: total, e: -FIXED };
}
