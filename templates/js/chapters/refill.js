// A chapter's figures, lines, rows, pictures and words of prose told anew in place, by their roles.
//
// A part of a page that follows from the reader's words is marked with its figure's name in roles,
// such as `product[here,top share]`: see build/bookbuild/markup/roles.py. A view is what the roles are read
// in: a run, the place followed (from 1), a temperature, and in the row of a table its place.
"use strict";
(() => {
  const { digits, lineOf, lineParts, draw: drawPicture, idOf, make, kind, part, renderer, showing } = Workings;
  const [BREAK, PLACE, SIZE] = [kind("wbr"), kind("sub"), kind("i", "class")];
  const ANY = "*"; // in an array's name: the temperature
  const SEATS = 8; // cells side by side
  const CELLS = "td:not(.at):not(.none)";

  // What heads the rows of a table, by its places: a place has a word, or stands for itself.
  const HEADS = { slots: (_, i) => `slot ${i + 1}`, passes: (_, i) => `pass ${i + 1}` };

  // What a role stands for: a position, a word, or the places of a table's rows.
  const ROLES = {
    here: ({ here }) => here,
    word: ({ run, here }) => run.words[here - 1],
    answer: ({ run, here, each }, at) => run.answer(at === "each" ? each : here),
    each: ({ each }) => each,
    top: (view, name) => ranked(view, name)[0] + 1,
    likeliest: (view, name, rank) => view.run.program.vocabulary[ranked(view, name)[rank - 1]],
    place_of: (view, ...role) => view.run.program.vocabulary.indexOf(resolver(role.join(" "))(view)) + 1,
    heard: ({ here }) => Array.from({ length: here }, (_, i) => i + 1),
    best: (view, name, count) =>
      ranked(view, name).slice(0, count).map((at) => view.run.program.vocabulary[at]),
  };

  // When a case of the prose holds: see build/bookbuild/chapters/cases.py. Some are of a row of figures.
  const WHEN = {
    book: ({ book }) => book,
    first: ({ here }) => here === 1,
    later: ({ here }) => here > 1,
    earlier: ({ run, here }) => here < run.words.length,
    last: ({ run, here }) => here === run.words.length,
    stop: (view) => ROLES.word(view) === ".",
    ended: ({ run }) => run.answer(run.words.length) === run.program.end,
    endless: (view) => !WHEN.ended(view),
    itself: (view, name) => view.here > 1 && ROLES.top(view, name) === view.here,
    other: (view, name) => ROLES.top(view, name) !== view.here,
    uneven: ({ run, here }, name) => run.figure(`${name}[${here}]`).size !== 1,
  };

  /** The places of the figures in the followed word's row, the largest first. */
  const ranked = ({ run, here, read }, name) =>
    run.ranked(name, run.arrays.get(name).along === "read" ? read : here);

  /** What a role stands for in a view. What has none stands for itself, behind a sign if it must. */
  function resolver(role) {
    const [name, ...of] = role.split(" ");
    if (Object.hasOwn(ROLES, name)) return (view) => ROLES[name](view, ...of);
    const itself = role.replace(/^=/, "");
    return () => itself;
  }

  /** How a name in roles is followed in a view: to an array, by its full name, and the places in it. */
  function finder(of) {
    const [, open, roles] = /^(.*?)(?:\[(.*)\])?$/s.exec(of);
    const all = roles?.split(",").map(resolver) ?? [];
    return (view) => {
      const { run } = view;
      const own = open.replace(ANY, view.temperature);
      const name = run.arrays.has(own) ? own : `${run.program.model}:${own}`;
      const array = run.arrays.get(name);
      if (!array) throw new RangeError(`there is no figure “${of}”`);
      return { name, array, places: all.slice(0, array.axes.length).map((role) => role(view)) };
    };
  }

  function figureFinder(of) {
    const find = finder(of);
    return (view) => {
      const { name, places } = find(view);
      return view.run.figureAt(name, places);
    };
  }

  /** The words whose places a role tells: where a sentence is translated, its own or those written. */
  const wordsOf = (role, { run }) => (role.startsWith("read") ? run.source : run.words);

  /** How the margin says an address: it breaks behind its points. */
  function addressTeller(one) {
    const render = renderer(one);
    return (name) => render([], name.split(".").flatMap((each, i) => (i ? [".", part(BREAK), each] : [each])));
  }

  /** How a word's element says which word it is, and its place. */
  function wordTeller(one) {
    const render = renderer(one);
    return (word, place) => render([], [word, part(PLACE, [], [String(place)])]);
  }

  /** Mark what is followed, or what stands out, among its like. */
  const mark = (one, stands) => one.classList.toggle("focus", stands);

  /** A copy of a part, in which no figure leads to a page of the book's own sentence. */
  function copy(part) {
    const made = part.cloneNode(true);
    for (const link of made.querySelectorAll("a.fig")) link.removeAttribute("href");
    return made;
  }

  // ---- the parts of a page ----

  /** How an element tells a figure as seen from a scope: as a line, in percent, or by its digits. */
  function teller(one) {
    const isLine = one.dataset.line !== undefined;
    const render = renderer(one, isLine ? "data-line" : "data-f");
    if (isLine) {
      const owner = one.closest("p.line") ?? one;
      const address = owner.querySelector(".addr");
      const tell = address && addressTeller(address);
      return (figure, scope) => {
        const name = figure.from(scope);
        render([name], lineParts(lineOf(figure), scope));
        owner.id = idOf(name);
        tell?.(figure.name);
      };
    }
    if (!one.textContent.endsWith("%")) return (figure, scope) => render([figure.from(scope)], digits(figure.text));
    return (figure, scope) => render([figure.percentFrom(scope)], [figure.percent]);
  }

  /** How a bar shows a number, in hundredths of the largest; only zero has no bar at all. */
  function barTeller(bar) {
    const kinds = bar.className.replace(/ neg$/, "");
    const render = renderer(bar, "class");
    return (value, largest) => {
      const length = (100 * Math.abs(value)) / largest;
      const even = 2 * Math.round(length / 2); // a half goes to the even neighbour
      const drawn = part(SIZE, [`b${length % 1 === 0.5 ? even : Math.round(length)}`]);
      render([value < 0 ? `${kinds} neg` : kinds], value ? [drawn] : []);
    };
  }

  /** A row of a table, made like its first; it can be told of any place. */
  class Row {
    constructor(first) {
      this.root = copy(first);
      const [head] = this.root.cells;
      const word = head.querySelector(".at-word");
      this.word = word && wordTeller(word);
      this.head = renderer(head);
      this.said = [...this.root.querySelectorAll("[data-say]")].map(sayTeller);
      this.figures = [...this.root.querySelectorAll("[data-of]")].map((one) => {
        const { of } = one.dataset;
        delete one.dataset.of; // the first row alone stands for all
        const bar = one.closest("td.share")?.querySelector(".bar");
        return { find: figureFinder(of), tell: teller(one), bar: bar && barTeller(bar) };
      });
    }

    tell(view, i, over) {
      const { each, run } = view;
      if (this.word) this.word(wordsOf(over, view)[each - 1], each);
      else this.head([], [HEADS[over]?.(view, i) ?? String(each)]);
      for (const tell of this.said) tell(view);
      for (const { find, tell, bar } of this.figures) {
        const figure = find(view);
        tell(figure, run.scope);
        bar?.(figure.size, 1);
      }
    }
  }

  /** Put nodes where others are, unless they are the same. */
  function put(parent, before, now) {
    if (before.length === now.length && now.every((one, i) => one === before[i])) return;
    for (const one of before) one.remove();
    parent.append(...now);
  }

  /** How a table tells a row for each of some places. */
  function tableTeller(table) {
    const [body] = table.tBodies;
    const { over, focus } = table.dataset;
    const [placesOf, markedOf] = [resolver(over), focus && resolver(focus)];
    const slots = Array.from({ length: body.rows.length }, (_, i) => i + 1);
    const [first] = body.rows;
    const all = [];
    return (view) => {
      const { vocabulary } = view.run.program;
      const places = { slots, vocabulary }[over] ?? placesOf(view);
      const marked = markedOf?.(view);
      while (all.length < places.length) all.push(new Row(first));
      const rows = all.slice(0, places.length);
      rows.forEach((row, i) => {
        row.tell({ ...view, each: places[i] }, i, over);
        mark(row.root, places[i] === marked);
      });
      put(body, [...body.rows], rows.map(({ root }) => root));
    };
  }

  function cellOf(cell) {
    const word = cell.querySelector(".word");
    return {
      cell,
      word: word && renderer(word),
      tell: teller(cell.querySelector("[data-f]")),
      bar: barTeller(cell.querySelector(".bar")),
    };
  }

  /** A row of cells that tells a row of an array; where that is of the words heard, a cell for each. */
  class Cells {
    constructor(body) {
      this.body = body;
      this.find = finder(body.dataset.of);
      this.focus = body.dataset.focus && resolver(body.dataset.focus);
      this.address = addressTeller(body.querySelector(".addr"));
      this.cells = [...body.querySelectorAll(CELLS)].map(cellOf);
    }

    /** Tell it; returns its bars, each with the number that it is to show. */
    tell(view) {
      const { array, places } = this.find(view);
      const { run, here } = view;
      const name = places.length ? `${array.name}[${places}]` : array.name;
      this.address(name);
      if (this.body.id) this.body.id = `${idOf(name)}-row`;
      if (array.causal) this.#seat(run.words.slice(0, here));
      const row = run.wordsAlong(array.axes[0])?.indexOf(places[0]) ?? places[0] - 1;
      const marked = this.focus?.(view);
      const told = array.causal ? here : array.row(row).length;
      return this.cells.slice(0, told).map(({ cell, tell, bar }, column) => {
        const figure = run.find(array, row, column);
        tell(figure, run.scope);
        mark(cell, column + 1 === marked);
        return [bar, figure.size];
      });
    }

    #empty = [];

    #seat(words) {
      while (this.cells.length < words.length) this.cells.push(cellOf(copy(this.cells[0].cell)));
      words.forEach((word, i) => this.cells[i].word([], [`${word} ${i + 1}`]));
      const seats = this.cells.slice(0, words.length).map(({ cell }) => cell);
      for (let i = words.length; i < SEATS; i++) seats.push((this.#empty[i] ??= make("td", { class: "none" })));
      const [row] = this.body.rows;
      put(row, row.querySelectorAll("td:not(.at)"), seats);
    }
  }

  /** How a table tells rows of cells, all on one scale. */
  function stripTeller(strip) {
    const rows = [...strip.tBodies].filter(({ dataset }) => dataset.of).map((body) => new Cells(body));
    return (view) => {
      const drawn = rows.flatMap((row) => row.tell(view));
      const largest = Math.max(...drawn.map(([, value]) => Math.abs(value)));
      for (const [bar, value] of drawn) bar(value, largest);
    };
  }

  /** How a table tells a whole array of figures, a row for each of a sentence's words. */
  function arrayTeller(table) {
    const [body] = table.tBodies;
    const [first] = body.rows;
    const all = [];
    function add() {
      const root = copy(first);
      const [head, ...cells] = root.cells;
      head.textContent = all.length + 1;
      all.push({ root, cells: cells.map(teller) });
    }
    return ({ run }) => {
      const array = run.arrays.get(table.dataset.of);
      table.dataset.run = run.scope;
      while (all.length < array.rows.length) add();
      const rows = all.slice(0, array.rows.length);
      rows.forEach(({ cells }, at) => cells.forEach((tell, column) => tell(run.find(array, at, column), run.scope)));
      put(body, [...body.rows], rows.map(({ root }) => root));
    };
  }

  /** How the list of the vocabulary tells which word is followed. */
  function tokensTeller(list) {
    const wordOf = resolver(list.dataset.focus);
    return (view) => {
      const word = wordOf(view);
      [...list.children].forEach((item, i) => mark(item, view.run.program.vocabulary[i] === word));
    };
  }

  /** How an element tells what its role stands for: a word with its place, or just that. */
  function sayTeller(one) {
    const { say } = one.dataset;
    const find = resolver(say);
    if (!one.matches(".at-word")) {
      const render = renderer(one);
      return (view) => render([], [String(find(view))]);
    }
    const tell = wordTeller(one);
    return (view) => tell(`“${wordsOf(say, view)[find(view) - 1]}”`, find(view));
  }

  function pictureTeller(figure) {
    const [name, of] = figure.dataset.picture.split(" ");
    const show = showing(figure.querySelector("svg"));
    return (view, hrefOf) => show(drawPicture(name, view, of, hrefOf));
  }

  /** How what stands in a case tells whether that holds: if not, it is empty. */
  function caseTeller(box) {
    const inside = [...box.childNodes]; // those of the book's sentence are of no other run
    const [name, ...of] = box.dataset.when.split(" ");
    return (view) => {
      box.hidden = !WHEN[name](view, ...of);
      put(box, [...box.childNodes], box.hidden ? [] : inside);
    };
  }

  // ---- a block with all its parts ----

  const all = (root, marked) => [...(root.matches(marked) ? [root] : []), ...root.querySelectorAll(marked)];

  const outside = (root, marked) => all(root, marked).filter(
    (one) => !one.closest('[data-when="book"]') && !one.parentElement?.closest("[data-line]"),
  );

  /** A copy of a block of a page that can be told of any view, over and over; see its `tell`. */
  class Told {
    #tellers;

    /** @param {Element} block of the page as it was built from the view `from` */
    constructor(block, from) {
      const root = block.cloneNode(true);
      this.root = root;
      const alone = (one) => !one.closest("table, figure.picture");
      const figures = outside(root, "[data-of], [data-line], [data-f]").filter(alone).flatMap((one) => {
        const { of, line, f } = one.dataset;
        const name = line ?? f; // without a role it is the same in every run
        const fixed = of === undefined;
        if (fixed && !from.run.arrays.has(name.replace(/\[.*$/s, ""))) return [];
        const [find, tell] = [fixed ? ({ run }) => run.figure(name) : figureFinder(of), teller(one)];
        return [(view) => tell(find(view), view.run.scope)];
      });
      // These lead to pages of the book's own sentences, the others to places on this page.
      const away = all(root, "a.fig, a.addr:not([href^='#'])").map((link) => {
        const href = link.getAttribute("href");
        return ({ book }) => (book ? link.setAttribute("href", href) : link.removeAttribute("href"));
      });
      const within = all(root, "a[href^='#']").map((link) => {
        const id = link.getAttribute("href").slice(1);
        return (_, hrefOf) => link.setAttribute("href", hrefOf(link.closest("p.line, tbody[id]")?.id ?? id));
      });
      this.#tellers = [
        ...all(root, "[data-when]").map(caseTeller),
        ...outside(root, "table[data-over]").map(tableTeller),
        ...outside(root, "table.weights[data-of]").map(arrayTeller),
        ...outside(root, "table.strip").map(stripTeller),
        ...outside(root, ".tokens[data-focus]").map(tokensTeller),
        ...figures,
        ...outside(root, "[data-say]").filter((one) => !one.closest("table[data-over]")).map(sayTeller),
        ...outside(root, "[data-picture]").map(pictureTeller),
        ...away,
        ...within,
      ];
    }

    /** Tell all of it of a view; `hrefOf` makes the end of an address that leads to a place in it. */
    tell(view, hrefOf) {
      for (const tell of this.#tellers) tell(view, hrefOf);
      Workings.enliven?.(this.root);
    }
  }

  Object.assign(Workings, { Told, roles: ROLES, when: WHEN, heads: HEADS, rankedOf: ranked });
})();
