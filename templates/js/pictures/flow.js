// The signal-flow diagram of a whole pass, as build/bookbuild/pictures/flow.py draws it.
//
// The thick line is the followed word's row of numbers. Each branch leaves it at a dot, runs in a
// loop to the right, and is added back where the plus stands. What has an `href` is a link.
"use strict";
(() => {
  const {
    WIDTH, textWidth, fit, line, path, moves, polyline, circle, rectangle, text, tracks, signedBar,
    shareBar, junction, link, picture, listed,
  } = Workings.svg;
  const [STREAM, LEFT, RIGHT, BOX, TALL, PLOT, SHAPE] = [16, 44, 156, 88, 24, 76, 60];
  const [TRIANGLE, ROW, CELL] = [64, 17, (WIDTH - LEFT) / 8];
  const BAR = CELL - 6;

  /** Make marks one link; without a name it is called by the words in it. */
  function linked({ href, name }, marks) {
    return href ? [link(href, name, marks)] : marks;
  }

  /** A named box; one that slants is higher at the right, where the numbers are more. */
  function step(box, [x, y], slant = 0) {
    const right = x + BOX;
    const edge = moves(
      "M", x, y + slant, "L", right, y - slant / 2, "L", right, y + TALL + slant / 2,
      "L", x, y + TALL - slant, "Z",
    );
    return linked(box, [
      path("p-hollow", edge, 1.2),
      text("p-word", [x + BOX / 2, y + TALL / 2 + 4], fit(box.name, BOX - 8, 12), { anchor: "middle" }),
    ]);
  }

  /** A thin wire through corners, each rounded. */
  function wire(start, ...rest) {
    const toward = (value, corner) => Math.max(-6, Math.min(6, value - corner));
    const way = [start, ...rest].flatMap(([x1, y1], i, all) => {
      if (!i) return ["M", x1, y1];
      if (i > rest.length - 1) return ["L", x1, y1];
      const near = [x1 + toward(all[i - 1][0], x1), y1 + toward(all[i - 1][1], y1)];
      const far = [x1 + toward(all[i + 1][0], x1), y1 + toward(all[i + 1][1], y1)];
      return ["L", ...near, "Q", x1, y1, ...far];
    });
    return path("p-line", moves(...way), 1.2);
  }

  /** An arrow's head whose tip is at a place. */
  function arrow(x, y, way) {
    const [dx, dy] = { right: [-6, 0], left: [6, 0], down: [0, -6] }[way];
    const first = [x + dx + dy / 2, y + dy + dx / 2];
    return path("p-dot", moves("M", x, y, "L", ...first, "L", x + dx - dy / 2, y + dy - dx / 2, "Z"));
  }

  const added = (y) => [...junction([STREAM, y], 8), arrow(STREAM + 8.6, y, "left")];

  /** The names of a block and its branch, and where the branch leaves the stream and comes back. */
  const around = (block, branch, middle, out, back) => [
    text("p-note", [LEFT, middle - 5], fit(block, BOX + 10, 12)),
    text("p-name", [LEFT, middle + 9], fit(branch, BOX + 10, 13), { size: 13 }),
    arrow(LEFT, out, "right"),
    circle("p-dot", [STREAM, out], 4),
    ...added(back),
  ];

  /** One head: all shares as squares by area, the followed word's row outlined. */
  function triangle(head, [x, y], side) {
    const cell = side / head.shares.length;
    const steps = head.shares.flatMap((_, at) => {
      const right = x + (at + 1) * cell;
      return ["L", right, y + at * cell, "L", right, y + (at + 1) * cell];
    });
    const marks = [
      rectangle("p-paper", [x, y], [side, side]),
      path("p-hair", moves("M", x, y, ...steps, "L", x, y + side, "Z"), 0.8),
    ];
    head.shares.forEach((shares, row) => shares.forEach((share, column) => {
      const full = (cell - 0.6) * Math.sqrt(share);
      const corner = [x + (column + 0.5) * cell - full / 2, y + (row + 0.5) * cell - full / 2];
      if (full >= 0.1) marks.push(rectangle("p-most", corner, [full, full]));
    }));
    marks.push(rectangle("p-mark", [x, y + side - cell], [side, cell], 1.4));
    if (0.9 * textWidth(head.name, 12) <= side - 8 - cell) {
      marks.push(text("p-note", [x + side + 6, y + 9], head.name, { anchor: "end" }));
    }
    return linked(head, marks);
  }

  /** The bend's box: across what goes in, upwards what comes out, a dot a number. */
  function bend({ bend: box, bent }, [x, y], height) {
    const [low, least] = [0, 1].map((i) => Math.min(0, ...bent.map((pair) => pair[i])));
    const [high, most] = [0, 1].map((i) => Math.max(0, ...bent.map((pair) => pair[i])));
    const [wide, up] = [(PLOT - 16) / (high - low || 1), (height - 34) / (most - least || 1)];
    const [x0, y0] = [x + 8 - low * wide, y + height - 9 + least * up];
    const places = [...bent].sort(([a, b], [c, d]) => a - c || b - d)
      .map(([into, out]) => [x0 + into * wide, y0 - out * up]);
    const diamonds = places.map(([px, py]) =>
      moves("M", px - 1.6, py, "L", px, py - 1.6, "L", px + 1.6, py, "L", px, py + 1.6, "Z"),
    );
    return linked(box, [
      rectangle("p-hollow", [x, y], [PLOT, height], 1.2),
      text("p-word", [x + 8, y + 16], fit(box.name, PLOT - 16, 12)),
      line("p-hair", [x + 6, y0], [x + PLOT - 6, y0], 0.8),
      line("p-hair", [x0, y + 22], [x0, y + height - 5], 0.8),
      path("p-line", polyline(places), 0.8),
      path("p-dot", [...new Set(diamonds)].join(" ")),
    ]);
  }

  /** A whole pass over `words`, of which the last is followed. */
  function flow(data) {
    const { words, blocks, likeliest: guess } = data;
    const strips = [data.start, ...blocks.flatMap((one) => [one.after_attention, one.after_feed_forward]), data.evened];
    const all = strips.flatMap(({ numbers }) => numbers);
    const most = Math.max(...all.map(({ value }) => Math.abs(value)));
    const shown = all.every(({ text }) => textWidth(text, 11) <= BAR + 2);
    const marks = [];
    let y = 53;

    /** A name over lines of eight numbers with their bars, or bars alone where none fit. */
    function vector(strip) {
      const tall = shown ? 17.5 : 8;
      const height = 16.5 + tall * Math.ceil(strip.numbers.length / 8);
      const corners = strip.numbers.map((_, at) => [LEFT + (at % 8) * CELL, y + 16.5 + Math.floor(at / 8) * tall]);
      marks.push(line("p-hair", [STREAM, y + 8], [LEFT - 6, y + 8], 0.8), ...linked(strip, [
        rectangle("p-paper", [LEFT - 4, y + 1], [WIDTH - LEFT + 3, height]),
        text("p-note", [LEFT, y + 12], fit(strip.name, WIDTH - LEFT - SHAPE, 12)),
        text("p-faint", [WIDTH - 2, y + 12], strip.shape, { size: 11, anchor: "end" }),
        tracks(corners.map(([x, top]) => [x, top + tall - 4]), BAR),
        ...strip.numbers.flatMap((each, at) => {
          const [x, top] = corners[at];
          const set = { size: 11, anchor: "middle" };
          return [
            ...(shown ? [text("p-number", [x + BAR / 2, top + 9.5], each, set)] : []),
            ...signedBar([x, top + tall - 4], BAR, each.value, most, 3),
          ];
        }),
      ]));
      y += height + 6;
    }

    function attention({ name, attention: branch }) {
      const count = branch.heads.length;
      const apart = Math.min(TRIANGLE + 34, (WIDTH - RIGHT) / count);
      const side = Math.min(TRIANGLE, apart - 22);
      const [out, first] = [y + TALL / 2, y + TALL / 2 + 12];
      const back = first + Math.max(side, 44) + 12;
      marks.push(wire([STREAM, out], [LEFT, out]), ...step(branch.norm, [LEFT, y]));
      let before = LEFT + BOX;
      branch.heads.forEach((head, at) => {
        const x = WIDTH - 12 - side - (count - 1 - at) * apart;
        const middle = x + side / 2;
        marks.push(
          wire([before, out], [middle, out], [middle, first - 2]),
          arrow(middle, first, "down"),
          ...triangle(head, [x, first], side),
          wire([middle, first + side], [middle, back], [before, back]),
        );
        before = middle - 6;
      });
      marks.push(
        arrow(LEFT + BOX, back, "left"),
        wire([LEFT, back], [STREAM, back]),
        ...step(branch.output, [LEFT, back - TALL / 2]),
        ...around(name, branch.name, (out + back) / 2, out, back),
      );
      y = back + TALL / 2;
    }

    function feedForward({ name, feed_forward: branch }) {
      const [out, back, plot] = [y + TALL / 2, y + TALL / 2 + 50, WIDTH - PLOT - 2];
      marks.push(
        wire([STREAM, out], [plot, out]),
        ...step(branch.norm, [LEFT, y]),
        arrow(RIGHT, out, "right"),
        ...step(branch.stretch, [RIGHT, y], 6),
        arrow(plot, out, "right"),
        ...bend(branch, [plot, y], back - y + TALL / 2),
        wire([plot, back], [STREAM, back]),
        arrow(RIGHT + BOX, back, "left"),
        text("p-faint", [RIGHT + BOX / 2, (out + back) / 2 + 4], branch.shape, { size: 11, anchor: "middle" }),
        ...step(branch.press, [RIGHT, back - TALL / 2], 6),
        ...around(name, branch.name, (y + TALL + back) / 2, out, back),
      );
      y = back + TALL / 2 + 3;
    }

    const [right, level] = [WIDTH - BOX - 2, 1 + TALL / 2];
    const middle = (2 + BOX + right) / 2;
    const word = fit(words.at(-1), right - BOX - 60, 14);
    const room = textWidth(word, 14) / 2 + 12;
    marks.push(
      ...step(data.embedding, [2, 1]),
      wire([middle - room, level], [2 + BOX, level]),
      arrow(2 + BOX, level, "left"),
      text("p-strong", [middle, level + 4], word, { size: 14, anchor: "middle", subscript: words.length }),
      wire([middle + room, level], [right, level]),
      arrow(right, level, "right"),
      ...step(data.position, [right, 1]),
      wire([right + BOX / 2, 1 + TALL], [right + BOX / 2, 44], [STREAM, 44]),
      ...added(44),
    );
    vector(data.start);
    for (const block of blocks) {
      attention(block);
      vector(block.after_attention);
      feedForward(block);
      vector(block.after_feed_forward);
    }
    marks.push(...step(data.norm, [2, y]));
    y += TALL + 4;
    vector(data.evened);
    marks.unshift(line("p-line", [STREAM, TALL], [STREAM, y], 4));

    const [at, start, end] = [y + TALL / 2, RIGHT + 76, WIDTH - 52];
    const tall = ROW * guess.words.length + 4;
    const middles = guess.words.map((_, i) => at + i * ROW);
    const rows = guess.words.flatMap((one, i) => {
      const [top, chance] = [middles[i], guess.chances[i]];
      return [
        text(i ? "p-word" : "p-strong", [RIGHT, top + 4], fit(one, start - RIGHT - 6, 13), { size: 13 }),
        ...shareBar([start, top], end - start, chance, !i, 6),
        text(i ? "p-number" : "p-strong", [WIDTH - 2, top + 4], chance, { anchor: "end" }),
      ];
    });
    marks.push(
      wire([2 + BOX, at], [RIGHT - 12, at]),
      arrow(RIGHT - 10, at, "right"),
      text("p-faint", [(BOX + RIGHT - 8) / 2, at + 14], guess.shape, { size: 11, anchor: "middle" }),
      ...step(data.unembedding, [2, y]),
      ...linked(guess, [
        rectangle("p-paper", [RIGHT - 6, y], [WIDTH - RIGHT + 5, tall]),
        tracks(middles.map((top) => [start, top]), end - start),
        ...rows,
      ]),
    );
    const bottom = Math.max(y + TALL, y + tall) + 2;
    return picture("flow", bottom, told(data), marks);
  }

  /** Say the whole pass in words: a title, and all of it. */
  function told({ words, embedding, position, start, blocks, norm, evened, unembedding, likeliest }) {
    const tell = ({ name, numbers, shape }) => `${name} (${shape}): ${numbers.map(({ text }) => text).join(", ")}.`;
    const heard = ({ name, shares }) => {
      const last = shares.at(-1);
      const most = last.indexOf(Math.max(...last));
      return `${name} listening most to ${words[most]} in position ${most + 1}`;
    };
    const best = likeliest.words.map((word, at) => `${word}, ${likeliest.chances[at].text}`);
    const title =
      `The whole pass for ${words.at(-1)} in position ${words.length}, through ` +
      `${listed(blocks.map(({ name }) => name))}; the likeliest next word is ${best[0]}.`;
    const parts = blocks.flatMap(({ name, attention, after_attention, feed_forward: forward, after_feed_forward }) => {
      const { norm: even, stretch, bend: box, press, bent, shape } = forward;
      const above = bent.filter(([given]) => given > 0).length;
      return [
        `${name}, ${attention.name}: ${attention.norm.name}, ${listed(attention.heads.map(heard))}, ` +
        `${attention.output.name}, added to the stream.`,
        tell(after_attention),
        `${name}, ${forward.name}: ${listed([even.name, stretch.name, box.name])}, ${press.name}, added; ` +
        `in between the table is ${shape}.`,
        `${above} of ${bent.length} numbers go into ${box.name} above zero.`,
        tell(after_feed_forward),
      ];
    });
    return [title, [
      `${embedding.name} and ${position.name} are added.`, tell(start), ...parts,
      `${norm.name}.`, tell(evened), `${unembedding.name} (${likeliest.shape}):`,
      `${listed(best.map((one) => one.replace(", ", " ")))}.`,
    ].join(" ")];
  }

  Workings.pictures.flow = flow;
})();
