// How a picture is drawn: the marks of the book's pictures as plain data (see render.js).
//
// The sizes and estimates are those of build/bookbuild/pictures/svg.py, which says what each is for;
// tests/site/samepictures.py holds the one to the other. Roles are painted by pictures.css; there are no ids.
"use strict";
(() => {
  const { coordinate, kind, part } = Workings;
  const WIDTH = 360;
  const FONT = "Workings Serif,Workings Math,serif";

  /** How wide a letter is, in hundredths of its size. */
  function width(letter) {
    if (letter >= "\u2e80") return 105;
    if ("iljtfrI.,:;'!|()[] \u00a0".includes(letter)) return 36;
    if ("mwMWQO@%&—…".includes(letter)) return 90;
    return /\p{Lu}/u.test(letter) ? 70 : 55;
  }

  /** Estimate how wide a line of text is. */
  const textWidth = (text, size) =>
    (size * [...text].reduce((sum, letter) => sum + width(letter), 0)) / 100;

  /** Shorten a word with an ellipsis until it is at most so wide. */
  function fit(text, room, size) {
    if (textWidth(text, size) <= room) return text;
    const kept = [...text];
    while (kept.length && textWidth(`${kept.join("")}…`, size) > room) kept.pop();
    return `${kept.join("")}…`;
  }

  /** How marks of a kind are made: of a role, the values of their attributes, and what they hold. */
  function marks(tag, ...names) {
    const own = kind(tag, "class", ...names);
    return (role, values, held) => part(own, [role, ...values], held);
  }
  const lines = marks("line", "x1", "y1", "x2", "y2", "stroke-width", "stroke-dasharray");
  const paths = marks("path", "d", "stroke-width", "stroke-dasharray");
  const circles = marks("circle", "cx", "cy", "r", "stroke-width");
  const rectangles = marks("rect", "x", "y", "width", "height", "stroke-width");
  const texts = marks("text", "x", "y", "font-size", "text-anchor", "data-f", "transform");
  const subscripts = marks("tspan", "dy", "font-weight", "font-size");
  const ROOT = kind("svg", "role", "class", "viewBox", "font-family");
  const [TITLE, TOLD, LINK] = [kind("title"), kind("desc"), kind("a", "href", "aria-label")];

  const line = (role, [x1, y1], [x2, y2], width = 1, dash) => lines(role, [x1, y1, x2, y2, width, dash]);
  const path = (role, d, width, dash) => paths(role, [d, width, dash]);

  /** Path commands: letters as they stand, numbers as coordinates. */
  const moves = (...parts) =>
    parts.map((part) => (typeof part === "number" ? coordinate(part) : part)).join(" ");

  /** Path commands through points, without those that print at the same place. */
  function polyline(points) {
    const steps = points.map((point) => moves(...point));
    return `M ${steps.filter((step, i) => step !== steps[i - 1]).join(" L ")}`;
  }

  const circle = (role, [x, y], radius, width = 1.2) =>
    circles(role, [x, y, radius, role === "p-dot" ? undefined : width]); // a dot has no outline

  const rectangle = (role, corner, size, stroked) => rectangles(role, [...corner, ...size, stroked]);

  /** Write a word, or a figure. `subscript`: a word's position; `turned`: it runs upwards. */
  function text(role, [x, y], what, { size = 12, anchor, turned, subscript } = {}) {
    const turn = turned ? `rotate(-90 ${moves(x, y)})` : undefined;
    const below = subscript ? [subscripts("p-note", [3, "400", 11], [`${subscript}`])] : [];
    return texts(role, [x, y, size, anchor, what.name, turn], [what.text ?? what, ...below]);
  }

  /** Make marks one link; without a label it is called by the words in it. */
  const link = (href, label, marks) => part(LINK, [href, label], marks);

  /** The hairlines on which bars stand, all at once. */
  const tracks = (starts, length) =>
    path("p-hair", moves(...starts.flatMap(([x, y]) => ["M", x, y, "L", x + length, y])), 0.8);

  /** A number's size on its track: solid from the left, or dotted from the right if < 0. */
  function signedBar([x, y], length, value, largest, width) {
    const size = length * Math.min(1, Math.abs(value) / largest);
    if (!size) return [];
    if (value > 0) return [line("p-plus", [x, y], [x + size, y], width)];
    const end = x + length;
    return [line("p-minus", [end, y], [end - size, y], width, "2.4 1.4")];
  }

  /** A share on its track, whose whole length is one. */
  const shareBar = ([x, y], length, { value }, best, width) =>
    (value ? [line(best ? "p-mark" : "p-plus", [x, y], [x + length * value, y], width)] : []);

  /** Where something is added to a stream: a plus in a circle. */
  const junction = ([x, y], radius) => [
    circle("p-hollow", [x, y], radius, 1.4),
    line("p-line", [x - (radius + 1) / 2, y], [x + (radius + 1) / 2, y], 1.4),
    line("p-line", [x, y - (radius + 1) / 2], [x, y + (radius + 1) / 2], 1.4),
  ];

  /** Put marks together as one picture that names and describes itself. */
  function picture(name, height, [title, told], marks) {
    // an image hides what is inside it from those who listen, links too; a group does not
    const role = marks.some((mark) => mark.kind === LINK) ? "group" : "img";
    const values = [role, `drawing drawing-${name}`, `0 0 ${moves(WIDTH, height)}`, FONT];
    return part(ROOT, values, [part(TITLE, [], [title]), part(TOLD, [], [told]), ...marks]);
  }

  /** Parts as a sentence has them: a, b and c. */
  const listed = (parts) =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

  Workings.svg = {
    WIDTH, textWidth, fit, line, path, moves, polyline, circle, rectangle, text, tracks, signedBar,
    shareBar, junction, link, picture, listed,
  };
})();
