// A chapter's figures, lines, rows, pictures and words of prose told anew in place, by their roles.
//
// A part of a page that follows from the reader's words is marked with its figure's name in roles,
// such as `product[here,top share]`: see build/bookbuild/roles.py. A view is what the roles are read
// in: a run, the place followed (from 1), a temperature, and in the row of a table its place.
"use strict";
(() => {
  const { decimal, digits, lineOf, lineElements, draw: drawPicture, idOf } = Workings;
  const ANY = "*"; // in an array's name: the temperature
  const SEATS = 8; // cells side by side
  const COUNTED = { slots: "slot", passes: "pass", asked: "pass" }; // rows that are headed by a number

  // What a role stands for: a position, a word, or the places of a table's rows.
  const ROLES = {
    here: ({ here }) => here,
    word: ({ run, here }) => run.words[here - 1],
    answer: ({ run, here, each }, at) => run.answer(at === "each" ? each : here),
    each: ({ each }) => each,
    top: (view, name) => ranked(view, name)[0] + 1,
    likeliest: (view, name, rank) => view.run.program.vocabulary[ranked(view, name)[rank - 1]],
    place_of: (view, ...role) => view.run.program.vocabulary.indexOf(resolve(role.join(" "), view)) + 1,
    heard: ({ here }) => Array.from({ length: here }, (_, i) => i + 1),
    best: (view, name, count) =>
      ranked(view, name).slice(0, count).map((at) => view.run.program.vocabulary[at]),
  };

  // Blocks that hold in some cases. Those of "book" tell of the book's own sentence alone.
  const WHEN = {
    book: ({ book }) => book,
    last: ({ run, here }) => here === run.words.length,
    later: ({ here }) => here > 1,
    other: (view) => ROLES.top(view, "share") !== view.here,
    uneven: ({ run, here }) => run.figure(`guess.share_sum[${here}]`).plain.replace(/\.?0+$/, "") !== "1",
  };

  /** The places of the figures in the followed word's row, the largest first. */
  function ranked({ run, here, read }, name) {
    const row = run.row(name, run.array(name).along === "read" ? read : here);
    return row.map((_, i) => i).sort((a, b) => decimal.compare(row[b].value, row[a].value) || a - b);
  }

  /** What a role stands for in a view. What has none stands for itself, behind a sign if it must. */
  function resolve(role, view) {
    const [name, ...of] = role.split(" ");
    return Object.hasOwn(ROLES, name) ? ROLES[name](view, ...of) : role.replace(/^=/, "");
  }

  /** The array that a name in roles leads to, and the places in it. */
  function find(of, view) {
    const [, open, roles] = /^(.*?)(?:\[(.*)\])?$/s.exec(of);
    const name = open.replace(ANY, view.temperature);
    const { run } = view;
    const array = run.array(name) ?? run.array(`${run.program.model}:${name}`);
    if (!array) throw new RangeError(`there is no figure “${of}”`);
    const places = roles === undefined ? [] : roles.split(",").map((role) => resolve(role, view));
    return { array, places: places.slice(0, array.axes.length) };
  }

  /** The words whose places a role tells: where a sentence is translated, its own or those written. */
  const wordsOf = (role, { run }) => (role.startsWith("read") ? run.source : run.words);

  const joined = (name, places) => (places.length ? `${name}[${places}]` : name);

  function figureOf(of, view) {
    const { array, places } = find(of, view);
    const name = array.scope === undefined ? array.name : `${array.scope}:${array.name}`;
    return view.run.figure(joined(name, places));
  }

  /** An address as the margin has it: it breaks behind its points. */
  const addressParts = (name) =>
    name.split(".").flatMap((part, i) => (i ? [".", document.createElement("wbr"), part] : [part]));

  const quoted = (word, place) => {
    const sub = document.createElement("sub");
    sub.append(String(place));
    return [`“${word}”`, sub];
  };

  // ---- the parts of a page ----

  /** Tell a line, or a figure by its digits or in percent. */
  function tell(one, figure, scope) {
    const name = figure.from(scope);
    if (one.dataset.line !== undefined) {
      one.replaceChildren(...lineElements(lineOf(figure), scope));
      one.dataset.line = name;
      const owner = one.closest("p.line") ?? one;
      owner.id = idOf(name);
      owner.querySelector(".addr")?.replaceChildren(...addressParts(figure.name));
      return;
    }
    const percent = one.textContent.endsWith("%");
    if (percent) one.textContent = decimal.percent(figure.value);
    else one.replaceChildren(...digits(figure.text));
    if (percent && one.textContent.startsWith("<")) delete one.dataset.f; // it has no digits of its own
    else one.dataset.f = name;
  }

  const size = ({ c, e }) => Number(`${c}e${e}`);

  /** Draw a number's size in hundredths of the largest; only zero has no bar at all. */
  function draw(bar, value, largest) {
    const part = document.createElement("i");
    const length = (100 * Math.abs(value)) / largest;
    const even = 2 * Math.round(length / 2); // a half goes to the even neighbour
    part.className = `b${length % 1 === 0.5 ? even : Math.round(length)}`;
    bar.replaceChildren(...(value ? [part] : []));
    bar.classList.toggle("neg", value < 0);
  }

  /** A table with a row for each of some places, made of its first row. */
  function fillTable(table, row, view) {
    const { over, focus } = table.dataset;
    const count = table.tBodies[0].rows.length;
    const places = {
      slots: () => Array.from({ length: count }, (_, i) => i + 1),
      vocabulary: () => view.run.program.vocabulary,
    }[over]?.() ?? resolve(over, view);
    const marked = focus && resolve(focus, view);
    const rows = places.map((each, i) => {
      const copy = row.cloneNode(true);
      const here = { ...view, each };
      const head = copy.cells[0];
      const said = head.querySelector(".at-word");
      if (said) said.replaceChildren(wordsOf(over, view)[each - 1], said.querySelector("sub"));
      if (said) said.querySelector("sub").textContent = each;
      else head.textContent = COUNTED[over] ? `${COUNTED[over]} ${i + 1}` : each;
      for (const one of copy.querySelectorAll("[data-say]")) say(one, here);
      for (const one of copy.querySelectorAll("[data-of]")) {
        const figure = figureOf(one.dataset.of, here);
        tell(one, figure, view.run.scope);
        const share = one.closest("td.share");
        if (share) draw(share.querySelector(".bar"), size(figure.value), 1);
        delete one.dataset.of; // the first row alone stands for all
      }
      copy.classList.toggle("focus", each === marked);
      if (!copy.className) copy.removeAttribute("class");
      return copy;
    });
    table.tBodies[0].replaceChildren(...rows);
  }

  /** A table of rows of cells, all on one scale. */
  function fillStrip(strip, view) {
    const drawn = [];
    for (const body of strip.tBodies) {
      const of = body.dataset.of;
      if (of) fillRow(body, of, view);
      const figures = of && rowOf(of, view);
      [...body.querySelectorAll("td:not(.at):not(.none)")].forEach((cell, i) => {
        if (!figures) return;
        const shown = cell.querySelector("[data-f]");
        tell(shown, figures[i], view.run.scope);
        drawn.push([cell.querySelector(".bar"), size(figures[i].value)]);
      });
    }
    const largest = Math.max(...drawn.map(([, value]) => Math.abs(value)));
    for (const [bar, value] of drawn) draw(bar, value, largest);
  }

  function rowOf(of, view) {
    const { array, places: [place] } = find(of, view);
    const { run } = view;
    const at = run.wordsAlong(array.axes[0])?.indexOf(place) ?? place - 1;
    const row = array.rows[at].map((_, column) => run.find(array, at, column));
    return array.causal ? row.slice(0, view.here) : row;
  }

  /** Give a row of cells its address, and where it is of the words heard, a cell for each. */
  function fillRow(body, of, view) {
    const { array, places } = find(of, view);
    const name = joined(array.name, places);
    body.querySelector(".addr").replaceChildren(...addressParts(name));
    if (body.id) body.id = `${idOf(name)}-row`;
    const { focus } = body.dataset;
    if (array.causal) {
      const row = body.rows[0];
      const cells = [...row.querySelectorAll("td:not(.at)")];
      const made = view.run.words.slice(0, view.here).map((word, i) => {
        const copy = cells[0].cloneNode(true);
        copy.querySelector(".word").textContent = `${word} ${i + 1}`;
        return copy;
      });
      while (made.length < SEATS) made.push(Object.assign(document.createElement("td"), { className: "none" }));
      cells.forEach((cell) => cell.remove());
      row.append(...made);
    }
    const marked = focus && resolve(focus, view);
    body.querySelectorAll("td:not(.at):not(.none)").forEach((cell, i) => {
      cell.classList.toggle("focus", i + 1 === marked);
      if (!cell.className) cell.removeAttribute("class");
    });
  }

  /** A whole array of figures, a row for each of a sentence's words. */
  function fillWhole(table, row, { run }) {
    const array = run.array(table.dataset.of);
    table.dataset.run = run.scope;
    const rows = array.rows.map((all, at) => {
      const copy = row.cloneNode(true);
      copy.cells[0].textContent = at + 1;
      all.forEach((_, column) => tell(copy.cells[column + 1], run.find(array, at, column), run.scope));
      return copy;
    });
    table.tBodies[0].replaceChildren(...rows);
  }

  /** Mark the followed word in the list of the vocabulary. */
  function fillTokens(list, view) {
    const word = resolve(list.dataset.focus, view);
    [...list.children].forEach((item, i) => {
      item.classList.toggle("focus", view.run.program.vocabulary[i] === word);
      if (!item.className) item.removeAttribute("class");
    });
  }

  function say(one, view) {
    const said = resolve(one.dataset.say, view);
    if (one.matches(".at-word")) one.replaceChildren(...quoted(wordsOf(one.dataset.say, view)[said - 1], said));
    else one.textContent = said;
  }

  function picture(figure, view, hashOf) {
    const [kind, part] = figure.dataset.picture.split(" ");
    const drawn = drawPicture(kind, view, part, hashOf);
    const parsed = new DOMParser().parseFromString(drawn, "image/svg+xml");
    figure.querySelector("svg").replaceWith(parsed.documentElement);
  }

  // ---- the whole page ----

  const outside = (root, marked) => [...root.querySelectorAll(marked)].filter(
    (one) => !one.closest('[data-when="book"]') && !one.parentElement.closest("[data-line]"),
  );

  /** A copy of parts of a page that can be told of any view, over and over; see its `tell`. */
  class Told {
    /** @param {Node[]} parts of the page as it was built from the view `from` */
    constructor(parts, from) {
      const root = document.createElement("div");
      root.append(...parts.map((part) => part.cloneNode(true)));
      this.parts = [...root.childNodes];
      this.blocks = [...root.querySelectorAll("[data-when]")].map((block) => [block, [...block.childNodes]]);
      this.tables = outside(root, "table[data-over]").map((table) => [table, table.tBodies[0].rows[0]]);
      this.whole = outside(root, "table.weights[data-of]").map((table) => [table, table.tBodies[0].rows[0]]);
      this.strips = outside(root, "table.strip").filter((strip) => strip.querySelector("tbody[data-of]"));
      this.tokens = outside(root, ".tokens[data-focus]");
      this.said = outside(root, "[data-say]").filter((one) => !one.closest("table[data-over]"));
      this.pictures = outside(root, "[data-picture]");
      const alone = (one) => !one.closest("table, figure.picture");
      this.bound = outside(root, "[data-of]").filter(alone);
      const own = (name) => from.run.array(name.replace(/\[.*$/s, "")) !== undefined;
      this.fixed = outside(root, "[data-line], [data-f]").filter(
        (one) => alone(one) && one.dataset.of === undefined && own(one.dataset.line ?? one.dataset.f),
      );
      // These lead to pages of the book's own sentences, the others to places on this page.
      this.ways = [...root.querySelectorAll("a.fig, a.addr:not([href^='#'])")].map((a) => [a, a.getAttribute("href")]);
      this.anchors = [...root.querySelectorAll("a[href^='#']")].map((a) => [a, a.getAttribute("href").slice(1)]);
    }

    /** Tell all parts of a view; `hashOf` makes the end of an address that leads to a place in it. */
    tell(view, hashOf) {
      const { run } = view;
      for (const [block, inside] of this.blocks) {
        block.hidden = !WHEN[block.dataset.when](view);
        block.replaceChildren(...(block.hidden ? [] : inside)); // its figures are of no other run
      }
      for (const [table, row] of this.tables) fillTable(table, row, view);
      for (const [table, row] of this.whole) fillWhole(table, row, view);
      for (const strip of this.strips) fillStrip(strip, view);
      for (const list of this.tokens) fillTokens(list, view);
      for (const one of this.bound) tell(one, figureOf(one.dataset.of, view), run.scope);
      for (const one of this.fixed) tell(one, run.figure(one.dataset.line ?? one.dataset.f), run.scope);
      for (const one of this.said) say(one, view);
      for (const one of this.pictures) picture(one, view, hashOf);
      for (const [link, href] of this.ways) {
        if (view.book) link.setAttribute("href", href);
        else link.removeAttribute("href");
      }
      for (const [link, id] of this.anchors) {
        const line = link.closest("p.line, tbody[id]");
        link.setAttribute("href", hashOf(line ? line.id : id));
      }
    }
  }

  Object.assign(Workings, { Told, roles: ROLES, when: WHEN, rankedOf: ranked });
})();
