// The pictures of a run: plain data in, one SVG element out (see render.js), as build/bookbuild/pictures
// has it.
//
// A number in a picture is {text, value, name}: its printed form, its size, its figure's name. What
// each function takes are the fields of the Python data classes; positions and slots count from 1.
"use strict";
(() => {
  const {
    WIDTH, textWidth, fit, line, path, moves, polyline, circle, rectangle, text, tracks, signedBar,
    shareBar, junction, picture, listed,
  } = Workings.svg;

  const values = (numbers) => numbers.map(({ value }) => value);
  const texts = (numbers) => numbers.map(({ text }) => text);
  const largest = (numbers) => numbers.reduce((top, one) => (one.value > top.value ? one : top));

  const paths = {}; // of waves that were drawn before: most views have the same

  /** The position signal: one panel a divisor, a sine and a cosine in each. */
  function waves({ word, position, pairs }) {
    const [LEFT, RIGHT, TOP, PANEL, GAP, READING, DASH] = [76, 264, 8, 58, 20, 290, "4 3"];
    const places = pairs.flatMap(({ sine, cosine }) => [...sine.curve, ...cosine.curve]).map(([x]) => x);
    const first = Math.min(position, ...places);
    const last = Math.max(position, ...places);
    const scale = (RIGHT - LEFT) / (last - first);
    const across = (x) => LEFT + (x - first) * scale;
    const here = across(position);
    const bottom = TOP + pairs.length * (PANEL + GAP);
    const foot = bottom - GAP + 22;

    const panel = ({ divisor, sine, cosine }, i) => {
      const middle = TOP + i * (PANEL + GAP) + PANEL / 2;
      const high = (y) => middle - (y * PANEL) / 2;
      const both = [
        [sine, "sin", middle - 6, "p-line", "p-dot"],
        [cosine, "cos", middle + 14, "p-soft", "p-hollow", DASH],
      ];
      const drawn = (curve) =>
        (paths[[curve, first, last, middle]] ??= polyline(curve.map(([x, y]) => [across(x), high(y)])));
      const curves = both.map(([{ curve }, , , role, , dash]) => path(role, drawn(curve), 1.4, dash));
      return [
        text("p-note", [0, middle - 6], "divided by"),
        text("p-word", [0, middle + 11], divisor, { size: 15 }),
        line("p-hair", [LEFT, middle], [RIGHT, middle], 0.8),
        ...curves.reverse(),
        ...both.flatMap(([wave, name, y, role, dot, dash]) => [
          circle(dot, [here, high(wave.here.value)], 3.6),
          line(role, [READING - 14, y - 4], [READING + 10, y - 4], 1.4, dash),
          circle(dot, [READING - 2, y - 4], 3.6),
          text("p-name", [READING + 16, y], name),
          text("p-number", [WIDTH - 2, y], wave.here, { anchor: "end" }),
        ]),
      ];
    };

    const positions = [text("p-strong", [here, foot], `${position}`, { size: 13, anchor: "middle" })];
    const taken = [here];
    for (let at = Math.ceil(first); at <= last; at++) {
      const room = textWidth(`${at}`, 12) + 3;
      if (taken.some((other) => Math.abs(across(at) - other) < room)) continue;
      taken.push(across(at));
      positions.push(text("p-note", [across(at), foot], `${at}`, { anchor: "middle" }));
    }
    const told = pairs.map(({ divisor, sine, cosine }) =>
      `Divided by ${divisor.text}: sine ${sine.here.text} in slot ${sine.slot}, ` +
      `cosine ${cosine.here.text} in slot ${cosine.slot}.`,
    );
    const title = `The position signal at position ${position}, ${word}: waves, slow and fast.`;
    return picture("waves", foot + 6, [title, told.join(" ")], [
      line("p-mark", [here, TOP], [here, bottom - GAP + 8], 0.8),
      ...pairs.flatMap(panel),
      text("p-note", [0, foot], "position"),
      ...positions,
    ]);
  }

  /** What one word listens to: an arc to every word it hears, as thick as the share. */
  function listening({ words, shares, followed }) {
    const [BAND, LOOP, STEP, NAMES, LONGEST] = [22, 10, 25, 52, 110];
    const own = followed - 1;
    const most = largest(shares);
    const thicks = values(shares).map((value) => Math.max(value * BAND, 0.5));

    // Where in the band each arc leaves: the nearest word's first, so that arcs never cross.
    let edge = 0;
    const middles = [];
    for (const at of [...Array(own).keys()].reverse().concat(own)) {
      middles[at] = edge + shares[at].value / 2;
      edge += shares[at].value;
    }
    const offsets = middles.map((middle) => (middle - edge / 2) * BAND);

    /** Both ends of each arc along the sentence, and its thickness; a word's own arc loops on. */
    const arcsOf = (places) => thicks.map((thick, at) => {
      const start = places[own] + offsets[at];
      const end = at === own ? start + thick + LOOP : places[at];
      return [Math.min(start, end), Math.max(start, end), thick];
    });

    function half(start, end, base, squeeze) {
      const [radius, middle] = [Math.abs(end - start) / 2, (start + end) / 2];
      const arc = ["A", radius * (squeeze ?? 1), radius, `0 0 ${end > start ? 1 : 0}`];
      return squeeze === undefined
        ? [start, base, ...arc, middle, base - radius, ...arc, end, base]
        : [base, start, ...arc, base + radius * squeeze, middle, ...arc, base, end];
    }
    // In a line where every word has room, its arcs above it; else in a column, with arcs beside it.
    const beyond = offsets[own] + 1.5 * thicks[own] + LOOP;
    const slot = (WIDTH - Math.max(0, beyond - WIDTH / words.length / 2)) / words.length;
    const flat = slot >= 44 && words.every((word) => textWidth(word, 17) + 12 <= slot);
    const size = flat ? 17 : 16;
    const anchor = flat ? "middle" : undefined;
    const names = words.map((word) => (flat ? word : fit(word, LONGEST, size)));
    const places = words.map((_, at) => (flat ? (at + 0.5) * slot : 16 + at * STEP));
    const arcs = arcsOf(places);
    const highest = Math.max(...arcs.map(([low, high, thick]) => (high - low + thick) / 2));
    const base = flat ? highest + 6 : NAMES + Math.max(...names.map((name) => textWidth(name, size))) + 24;
    const squeeze = flat ? undefined : Math.min(1, (WIDTH - base - 4) / highest);
    const rings = arcs.map(([low, high, thick], at) => {
      const outer = half(low - thick / 2, high + thick / 2, base, squeeze);
      const inner = half(high - thick / 2, low + thick / 2, base, squeeze);
      const role = shares[at].value === most.value ? "p-most" : "p-flow";
      return path(role, moves("M", ...outer, "L", ...inner, "Z"));
    });
    const marks = names.flatMap((name, at) => {
      const [x, y] = flat ? [places[at], base + 20] : [NAMES, places[at] + 5];
      const role = at === own ? "p-strong" : at < own ? "p-word" : "p-faint";
      const long = textWidth(name, size);
      const reach = Math.min(slot, long + 10) / 2;
      const [start, end] = flat ? [x - reach, x + reach] : [x, x + long + 14];
      const place = flat ? [x, y + 24] : [x - 8, y];
      const set = flat ? { size: 13, anchor } : { anchor: "end" };
      return [
        text(role, [x, y], name, { size, anchor, subscript: at + 1 }),
        ...(at === own ? [line("p-mark", [start, y + 6], [end, y + 6], 2)] : []),
        ...(at <= own ? [text("p-number", place, shares[at], set)] : []),
      ];
    });
    const reach = Math.max(...arcs.map(([, high, thick]) => high + thick / 2));
    const bottom = flat ? base + 50 : Math.max(places.at(-1) + 14, reach + 4);
    const heard = words[shares.indexOf(most)];
    const title = `What ${words[own]} in position ${followed} listens to: most of all ${heard}, ${most.text}.`;
    const told = shares.map(({ text }, at) => `${words[at]} in position ${at + 1}: ${text}.`);
    return picture("listening", bottom, [title, told.join(" ")], [...rings, ...marks]);
  }

  /** Who listens to whom: a table of shares; `heard`, where every row has a share for each of these. */
  function pattern({ words, shares, followed, heard = [] }) {
    const whole = heard.length > 0;
    const columns = whole ? heard : words;
    const [least, longest] = [words, columns].map((all) => Math.max(...all.map((word) => textWidth(word, 14))));
    const widest = Math.max(...shares.flat().map(({ text }) => textWidth(text, 12)));
    const numbered = columns.length <= 8;
    const left = Math.min(Math.max(62, least + 24), 88);
    const cell = Math.min(58, (WIDTH - left - 2) / columns.length);
    const upright = numbered && longest + 10 <= cell;
    const size = numbered ? 14 : Math.max(11, Math.min(14, cell - 4));
    const square = Math.min(cell, 44);
    const row = numbered ? square + 14 : cell;
    const right = left + columns.length * cell;
    const top = upright ? 38 : 26 + Math.min(longest, 64) + 14;
    const middle = (at) => left + (at + 0.5) * cell;

    const hatch = (x, y, side) => [
      ...[0.5, 1].flatMap((part) => ["M", x, y + side * part, "L", x + side * part, y]),
      "M", x + side / 2, y + side, "L", x + side, y + side / 2,
    ];
    const hatched = (strokes) => path("p-hair", moves(...strokes), 1);
    const later = [];
    function drawn(share, x, y) {
      if (!share) {
        later.push(...hatch(x + (cell - square / 2) / 2, y + (row - square / 2) / 2, square / 2));
        return [];
      }
      const side = (square - 6) * Math.sqrt(share.value);
      const corner = [x + (cell - side) / 2, y + (square - side) / 2 + (numbered ? 2 : 0)];
      const set = { size: widest + 1 <= cell ? 12 : 11, anchor: "middle" };
      return [
        ...(side > 0 ? [rectangle("p-most", corner, [side, side])] : []),
        ...(numbered ? [text("p-number", [x + cell / 2, y + square + 9], share, set)] : []),
      ];
    }

    const marks = [
      text("p-name", [0, top - 8], "listening"),
      text("p-name", [left, 12], "heard"),
      line("p-line", [0, top], [right, top]),
      ...columns.map((word, at) => text(
        "p-word", [middle(at) + (upright ? 0 : 4), top - 8], fit(word, upright ? cell : 64, size),
        { size, anchor: upright ? "middle" : undefined, subscript: at + 1, turned: !upright },
      )),
      ...words.flatMap((word, at) => {
        const y = top + at * row;
        const role = at + 1 === followed ? "p-strong" : "p-word";
        const set = { size, subscript: at + 1 };
        return [
          text(role, [4, y + row / 2 + 4], fit(word, left - 22, size), set),
          ...columns.flatMap((_, column) => drawn(shares[at][column], left + column * cell, y)),
          line("p-hair", [0, y + row], [right, y + row], 0.8),
        ];
      }),
    ];
    if (later.length) marks.push(hatched(later));
    marks.push(rectangle("p-mark", [1, top + (followed - 1) * row], [right - 1, row], 1.6));
    let bottom = top + words.length * row;
    const own = shares[followed - 1];
    if (!numbered) {
      bottom += 44;
      marks.push(...own.map((share, at) =>
        text("p-number", [middle(at) + 4, bottom - 4], share, { size: 11, turned: true }),
      ));
    }
    const key = bottom + 20;
    marks.push(rectangle("p-most", [left, key - 10], [10, 10]));
    marks.push(text("p-note", [left + 16, key], "area: share of listening"));
    if (!whole) {
      marks.push(hatched(hatch(left + 168, key - 10, 10)), text("p-note", [left + 184, key], "not yet heard"));
    }
    const most = largest(own);
    const title =
      `How much each word listens to ${whole ? "each word that is heard" : "itself and the words before it"}; ` +
      `${words[followed - 1]} in position ${followed} listens most to ${columns[own.indexOf(most)]}, ${most.text}.`;
    const told = words.map((word, at) =>
      `${word} in position ${at + 1} listens to ${listed(texts(shares[at]).map((text, i) => columns[i] + " " + text))}.`,
    );
    if (!whole) told.push("Later words are not yet heard.");
    return picture("pattern", bottom + 26, [title, told.join(" ")], marks);
  }

  const NAME = 58; // room for the words on the left of a guess

  /** Chances at several temperatures: `chances[w][t]` is word w's at temperature t. */
  function temperatures({ words, temperatures: steps, chances: all, best }) {
    const [top, row, gap] = [40, 32, 10];
    const column = (WIDTH - NAME - 8) / steps.length;
    const left = steps.map((_, at) => NAME + 8 + at * column);
    const tops = words.map((_, at) => top + 3 + at * row);
    const marks = [
      text("p-name", [left[0], 12], "temperature"),
      ...steps.map((each, at) => text("p-strong", [left[at], 31], each, { size: 13 })),
      line("p-line", [0, top], [WIDTH, top]),
      tracks(tops.flatMap((y) => left.map((x) => [x, y + 25])), column - gap),
      ...words.flatMap((word, w) => {
        const [y, guess] = [tops[w], w === best];
        const name = fit(word, NAME - 2, 14);
        return [
          text(guess ? "p-strong" : "p-word", [0, y + 16], name, { size: 14 }),
          ...all[w].flatMap((chance, at) => [
            text(guess ? "p-strong" : "p-number", [left[at], y + 16], chance),
            ...shareBar([left[at], y + 25], column - gap, chance, guess, 4),
          ]),
        ];
      }),
    ];
    const title =
      `Chances at temperatures ${listed(texts(steps))}: ` +
      `${words[best]} goes from ${all[best][0].text} to ${all[best].at(-1).text}.`;
    const told = words.map((word, w) => `${word}: ${listed(texts(all[w]))}.`);
    return picture("temperatures", top + words.length * row + 4, [title, told.join(" ")], marks);
  }

  /** One word's row as it runs down the model: stages {name, numbers, entry, by}, eight numbers a line. */
  function stream({ word, position, stages }) {
    const [STREAM, LOOP, STRIP, LINE, HEAD, GAP] = [16, 46, 60, 27, 16, 46];
    const cell = (WIDTH - STRIP) / 8;
    const room = cell - 7;
    const most = Math.max(...stages.flatMap(({ numbers }) => values(numbers).map(Math.abs)));

    const corner = (at, top) => [STRIP + (at % 8) * cell, top + HEAD + Math.floor(at / 8) * LINE];
    const track = ([x, y]) => [x, y + 20];
    const strip = ({ name, numbers }, top) => [
      line("p-hair", [STREAM + 4, top + 6], [STRIP - 8, top + 6], 0.8),
      text("p-note", [STRIP, top + 10], fit(name, WIDTH - STRIP, 12)),
      tracks(numbers.map((_, at) => track(corner(at, top))), room),
      ...numbers.flatMap((each, at) => {
        const [x, y] = corner(at, top);
        const size = textWidth(each.text, 12) <= room + 1 ? 12 : 11;
        return [
          text("p-number", [x + room / 2, y + 13], each, { size, anchor: "middle" }),
          ...signedBar(track([x, y]), room, each.value, most, 3.6),
        ];
      }),
    ];
    /** How the stream gets to a stage: something is added, a branch is tapped, or all of it goes through. */
    function way({ by, entry }, top) {
      const [middle, sum, out] = [top + GAP / 2, top + GAP - 6, top + 2];
      const name = text("p-name", [STRIP, middle + 7], fit(by, WIDTH - STRIP, 13), { size: 13 });
      if (entry === "added") {
        const bend = moves("M", LOOP, middle + 2, "Q", STREAM + 24, sum, STREAM + 9, sum);
        return [name, path("p-line", bend, 1.2), ...junction([STREAM, sum], 9)];
      }
      if (entry === "tapped") {
        const loop = moves(
          "M", STREAM, out, "L", LOOP - 10, out, "Q", LOOP, out, LOOP, out + 10,
          "L", LOOP, sum - 10, "Q", LOOP, sum, LOOP - 10, sum, "L", STREAM + 9, sum,
        );
        return [name, path("p-line", loop, 1.2), circle("p-dot", [STREAM, out], 4), ...junction([STREAM, sum], 9)];
      }
      const across = [-2, 4].map((shift) =>
        line("p-line", [STREAM - 9, middle + shift], [STREAM + 9, middle + shift], 1.2),
      );
      return [name, ...across];
    }

    let y = 4;
    const [strips, ways] = [[], []];
    stages.forEach((stage, at) => {
      if (at) {
        ways.push(...way(stage, y));
        y += GAP;
      }
      strips.push(...strip(stage, y));
      y += HEAD + LINE * Math.ceil(stage.numbers.length / 8);
    });
    const end = y + 4;
    const tip = moves("M", STREAM - 7, end - 2, "L", STREAM + 7, end - 2, "L", STREAM, end + 9, "Z");
    const by = stages.map((stage) => stage.by).filter((one) => one);
    const title = `The numbers of ${word} in position ${position} on their way down the model: ${by.join(", ")}.`;
    const told = stages.map(({ name, numbers }) => `${name}: ${texts(numbers).join(", ")}.`);
    return picture("stream", end + 12, [title, told.join(" ")], [
      line("p-line", [STREAM, 6], [STREAM, end], 4),
      path("p-dot", tip),
      ...ways,
      ...strips,
    ]);
  }

  Workings.pictures = { waves, listening, pattern, temperatures, stream };
})();
