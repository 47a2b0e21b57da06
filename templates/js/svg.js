// How a picture is drawn: the marks of the book's pictures as text, character for character.
//
// The roles, sizes and estimates are those of build/bookbuild/pictures/svg.py, which says what each
// is for; tests/samedigits.py holds the one to the other. There are no ids and no styles.
"use strict";
(() => {
  const WIDTH = 360;
  const FONT = "Workings Serif,Workings Math,serif";
  const INK = "#1a1a1a";
  const GREY = "#595959";
  const PAPER = "#ffffff";

  const stroke = (colour) => ({ fill: "none", stroke: colour });
  const fill = (colour) => ({ fill: colour });
  const ROLES = {
    "p-line": stroke(INK),
    "p-soft": stroke(GREY),
    "p-hair": stroke("#b3b3b3"),
    "p-plus": stroke(INK),
    "p-minus": stroke(INK),
    "p-mark": stroke(INK),
    "p-dot": fill(INK),
    "p-paper": fill(PAPER),
    "p-hollow": { fill: PAPER, stroke: INK },
    "p-flow": fill(GREY),
    "p-most": fill(INK),
    "p-number": fill(INK),
    "p-word": fill(INK),
    "p-strong": { fill: INK, "font-weight": "600" },
    "p-note": fill(GREY),
    "p-name": { fill: GREY, "font-style": "italic" },
    "p-faint": fill(GREY),
  };

  /** At most two decimals; of two that are as near, the even one, as everywhere in the book. */
  function coordinate(value) {
    const even = Math.abs(value) % 0.5 === 0.125; // the halves that toFixed would round up
    return String(Number((even ? value * (1 - 1e-9) : value).toFixed(2)));
  }

  const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  const escape = (text) => text.replace(/[&<>]/g, (sign) => SIGNS[sign]);
  const quote = (text) => `"${text.replace(/[&<>"]/g, (sign) => SIGNS[sign])}"`;

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

  /** Attributes as a tag has them; what has no value is left out. */
  function attributes(given) {
    let written = "";
    for (const key in given) {
      const value = given[key];
      if (typeof value === "number") written += ` ${key}="${coordinate(value)}"`;
      else if (value) written += ` ${key}=${quote(value)}`;
    }
    return written;
  }

  const PAINT = Object.fromEntries(
    Object.entries(ROLES).map(([role, paint]) => [role, attributes({ class: role, ...paint })]),
  );

  /** Write one mark. */
  function mark(tag, role, given, inside) {
    const end = inside === undefined ? "/>" : `>${inside}</${tag}>`;
    return `<${tag}${PAINT[role]}${attributes(given)}${end}`;
  }

  const line = (role, [x1, y1], [x2, y2], width = 1, dash) =>
    mark("line", role, { x1, y1, x2, y2, "stroke-width": width, "stroke-dasharray": dash });

  const path = (role, d, width, dash) =>
    mark("path", role, { d, "stroke-width": width, "stroke-dasharray": dash });

  /** Path commands: letters as they stand, numbers as coordinates. */
  const moves = (...parts) =>
    parts.map((part) => (typeof part === "number" ? coordinate(part) : part)).join(" ");

  /** Path commands through points, without those that print at the same place. */
  function polyline(points) {
    const steps = points.map((point) => moves(...point));
    return `M ${steps.filter((step, i) => step !== steps[i - 1]).join(" L ")}`;
  }

  const circle = (role, [cx, cy], r, width = 1.2) =>
    mark("circle", role, { cx, cy, r, "stroke-width": ROLES[role].stroke && width });

  const rectangle = (role, [x, y], [width, height], stroked) =>
    mark("rect", role, { x, y, width, height, "stroke-width": stroked });

  /** Write a word, or a figure. `subscript`: a word's position; `turned`: it runs upwards. */
  function text(role, [x, y], what, { size = 12, anchor, turned, subscript } = {}) {
    const given = {
      x, y, "font-size": size, "text-anchor": anchor, "data-f": what.name,
      transform: turned && `rotate(-90 ${moves(x, y)})`,
    };
    const small = { dy: "3", "font-weight": "400", "font-size": 11 };
    const below = subscript ? mark("tspan", "p-note", small, subscript) : "";
    return mark("text", role, given, escape(what.text ?? what) + below);
  }

  /** A number's size on a hairline: solid from the left, or dotted from the right if < 0. */
  function signedBar([x, y], length, value, largest, width) {
    const size = length * Math.min(1, Math.abs(value) / largest);
    const end = x + length;
    const track = line("p-hair", [x, y], [end, y], 0.8);
    if (!size) return track;
    if (value > 0) return track + line("p-plus", [x, y], [x + size, y], width);
    return track + line("p-minus", [end, y], [end - size, y], width, "2.4 1.4");
  }

  /** A share on a hairline, whose whole length is one. */
  function shareBar([x, y], length, { value }, best, width) {
    const track = line("p-hair", [x, y], [x + length, y], 0.8);
    if (!value) return track;
    return track + line(best ? "p-mark" : "p-plus", [x, y], [x + length * value, y], width);
  }

  /** Where something is added to a stream: a plus in a circle. */
  const junction = ([x, y], radius) => [
    circle("p-hollow", [x, y], radius, 1.4),
    line("p-line", [x - (radius + 1) / 2, y], [x + (radius + 1) / 2, y], 1.4),
    line("p-line", [x, y - (radius + 1) / 2], [x, y + (radius + 1) / 2], 1.4),
  ];

  /** Put marks together as one picture that names and describes itself. */
  function picture(kind, height, [title, told], marks) {
    const inside = marks.join("\n");
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" role="${inside.includes("<a ") ? "group" : "img"}"` +
      ` class="drawing drawing-${kind}" viewBox="0 0 ${moves(WIDTH, height)}" font-family="${FONT}">` +
      `<title>${escape(title)}</title><desc>${escape(told)}</desc>\n${inside}\n</svg>`
    );
  }

  /** Parts as a sentence has them: a, b and c. */
  const listed = (parts) =>
    parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

  Workings.svg = {
    WIDTH, quote, textWidth, fit, line, path, moves, polyline, circle, rectangle, text, signedBar,
    shareBar, junction, picture, listed,
  };
})();
