// How a picture is drawn: the marks of the book's pictures as plain data (see render.js).
//
// The sizes and estimates are those of build/bookbuild/pictures/svg.py, where the reason for each is given;
// tests/site/samepictures.py holds the one to the other. Roles are painted by pictures.css; there are no ids.

/** @import { Part, Shown, Value } from "../elements/render.js" */
import { coordinate, kind, part } from "../elements/render.js";

/** @typedef {[x: number, y: number]} Point */
/** @typedef {{ text: string, value: number, name: string | undefined }} Amount a number in a picture: its printed form, its size, its figure's name */
/** @typedef {{ size?: number, anchor?: string, turned?: boolean, subscript?: number }} Setting of a text */

export const WIDTH = 360;
const FONT = "Workings Serif,Workings Math,serif";

/**
 * Return how wide a letter is, in hundredths of its size.
 * @param {string} letter
 */
function width(letter) {
  if (letter >= "\u2e80") return 105;
  if ("iljtfrI.,:;'!|()[] \u00a0".includes(letter)) return 36;
  if ("mwMWQO@%&—…".includes(letter)) return 90;
  return /\p{Lu}/u.test(letter) ? 70 : 55;
}

/**
 * Estimate how wide a line of text is.
 * @param {string} text
 * @param {number} size
 */
export const textWidth = (text, size) =>
  (size * [...text].reduce((sum, letter) => sum + width(letter), 0)) / 100;

/**
 * Shorten a word with an ellipsis until it is at most so wide.
 * @param {string} text
 * @param {number} room
 * @param {number} size
 */
export function fit(text, room, size) {
  if (textWidth(text, size) <= room) return text;
  const kept = [...text];
  while (kept.length && textWidth(`${kept.join("")}…`, size) > room) kept.pop();
  return `${kept.join("")}…`;
}

/**
 * Return a function that makes marks of a kind: from a role, the values of their attributes, and
 * what they hold.
 * @param {string} tag
 * @param {...string} names of the attributes
 * @returns {(role: string, values: Value[], held?: Shown[]) => Part}
 */
function marks(tag, ...names) {
  const own = kind(tag, "class", ...names);
  return (role, values, held) => part(own, [role, ...values], held);
}
const lines = marks("line", "x1", "y1", "x2", "y2", "stroke-width", "stroke-dasharray");
const paths = marks("path", "d", "stroke-width", "stroke-dasharray");
const circles = marks("circle", "cx", "cy", "r", "stroke-width");
const rectangles = marks("rect", "x", "y", "width", "height", "stroke-width");
const words = marks("text", "x", "y", "font-size", "text-anchor", "data-f", "transform");
const subscripts = marks("tspan", "dy", "font-weight", "font-size");
const ROOT = kind("svg", "role", "class", "viewBox", "font-family");
const [TITLE, DESCRIPTION, LINK] = [kind("title"), kind("desc"), kind("a", "href", "aria-label")];

/**
 * Draw a straight line.
 * @param {string} role
 * @param {Point} start
 * @param {Point} end
 * @param {number} [width]
 * @param {string} [dash]
 */
export const line = (role, [x1, y1], [x2, y2], width = 1, dash) =>
  lines(role, [x1, y1, x2, y2, width, dash]);
/**
 * Draw a path.
 * @param {string} role
 * @param {string} d the path's commands
 * @param {number} [width]
 * @param {string} [dash]
 */
export const path = (role, d, width, dash) => paths(role, [d, width, dash]);

/**
 * Write path commands: letters as they are, numbers as coordinates.
 * @param {...(string | number)} parts
 */
export const moves = (...parts) =>
  parts.map((part) => (typeof part === "number" ? coordinate(part) : part)).join(" ");

/**
 * Write path commands through points, without those that print at the same place.
 * @param {Point[]} points
 */
export function polyline(points) {
  const steps = points.map((point) => moves(...point));
  return `M ${steps.filter((step, i) => step !== steps[i - 1]).join(" L ")}`;
}

/**
 * Write path commands around the area between points.
 * @param {Point[]} points
 */
export const polygon = (points) =>
  moves("M", ...points.flatMap((point, i) => (i ? ["L", ...point] : point)), "Z");

/**
 * Draw a circle.
 * @param {string} role
 * @param {Point} middle
 * @param {number} radius
 * @param {number} [width]
 */
export const circle = (role, [x, y], radius, width = 1.2) =>
  circles(role, [x, y, radius, role === "p-dot" ? undefined : width]); // a dot has no outline

/**
 * Draw a rectangle.
 * @param {string} role
 * @param {Point} corner
 * @param {Point} size
 * @param {number} [stroked] how wide its outline is
 */
export const rectangle = (role, corner, size, stroked) =>
  rectangles(role, [...corner, ...size, stroked]);

/**
 * Write a word, or an amount.
 * @param {string} role
 * @param {Point} place
 * @param {string | Amount} content
 * @param {Setting} [setting] `subscript`: a word's position; `turned`: it runs upwards
 */
export function text(role, [x, y], content, { size = 12, anchor, turned, subscript } = {}) {
  const turn = turned ? `rotate(-90 ${moves(x, y)})` : undefined;
  const below = subscript ? [subscripts("p-note", [3, "400", 11], [`${subscript}`])] : [];
  const [shown, name] =
    typeof content === "string" ? [content, undefined] : [content.text, content.name];
  return words(role, [x, y, size, anchor, name, turn], [shown, ...below]);
}

/**
 * Make marks one link; without a label it is called by the words in it.
 * @param {string} href
 * @param {string | undefined} label
 * @param {Part[]} marks
 */
export const link = (href, label, marks) => part(LINK, [href, label], marks);

/**
 * Draw the hairlines under bars, all at once.
 * @param {Point[]} starts
 * @param {number} length
 */
export const tracks = (starts, length) =>
  path("p-hair", moves(...starts.flatMap(([x, y]) => ["M", x, y, "L", x + length, y])), 0.8);

/**
 * Draw a number's size on its track: solid from the left, or dotted from the right if < 0.
 * @param {Point} start
 * @param {number} length
 * @param {number} value
 * @param {number} largest
 * @param {number} width
 */
export function signedBar([x, y], length, value, largest, width) {
  const size = length * Math.min(1, Math.abs(value) / largest);
  if (!size) return [];
  if (value > 0) return [line("p-plus", [x, y], [x + size, y], width)];
  const end = x + length;
  return [line("p-minus", [end, y], [end - size, y], width, "2.4 1.4")];
}

/**
 * Draw a share on its track, whose whole length is one.
 * @param {Point} start
 * @param {number} length
 * @param {Amount} share
 * @param {boolean} best whether it is the largest
 * @param {number} width
 */
export const shareBar = ([x, y], length, { value }, best, width) =>
  value ? [line(best ? "p-mark" : "p-plus", [x, y], [x + length * value, y], width)] : [];

/**
 * Draw where something is added to a stream: a plus in a circle.
 * @param {Point} middle
 * @param {number} radius
 */
export const junction = ([x, y], radius) => [
  circle("p-hollow", [x, y], radius, 1.4),
  line("p-line", [x - (radius + 1) / 2, y], [x + (radius + 1) / 2, y], 1.4),
  line("p-line", [x, y - (radius + 1) / 2], [x, y + (radius + 1) / 2], 1.4),
];

/**
 * Combine marks into one picture that names and describes itself.
 * @param {string} name
 * @param {number} height
 * @param {[title: string, description: string]} words
 * @param {Part[]} marks
 */
export function picture(name, height, [title, description], marks) {
  // an image hides what is inside it from those who listen, links too; a group does not
  const role = marks.some((mark) => mark.kind === LINK) ? "group" : "img";
  const values = [role, `drawing drawing-${name}`, `0 0 ${moves(WIDTH, height)}`, FONT];
  return part(ROOT, values, [
    part(TITLE, [], [title]),
    part(DESCRIPTION, [], [description]),
    ...marks,
  ]);
}

/**
 * Join parts as a sentence has them: a, b and c.
 * @param {string[]} parts
 */
export const listed = (parts) =>
  parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

/**
 * Return how much each amount is.
 * @param {Amount[]} amounts
 */
export const values = (amounts) => amounts.map(({ value }) => value);

/**
 * Return the printed form of each amount.
 * @param {Amount[]} amounts
 */
export const texts = (amounts) => amounts.map(({ text }) => text);

/**
 * Return the largest amount; of equals, the first.
 * @param {Amount[]} amounts
 */
export const largest = (amounts) =>
  amounts.reduce((top, one) => (one.value > top.value ? one : top));
