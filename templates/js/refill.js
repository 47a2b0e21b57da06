// A chapter's figures, lines, rows and words of prose told anew for another sentence, in place.
//
// What a page says is found by its marks: data-f and data-line name figures, data-say a word of
// prose, data-when a block that holds only in some cases. Whatever can't be told anew is taken out.
"use strict";
(() => {
  const { decimal, digits, lineOf, lineElements } = Workings;
  const PICTURES = "figure.picture";

  /** What a page tells of a run: the followed place (from 1) and word, who is heard most, the guesses. */
  function viewOf(run, here) {
    const [answer, second] = ranked(run.row("guess.share", here));
    const [top] = ranked(run.row("share", here));
    const { vocabulary } = run.program;
    return {
      run, here, word: run.words[here - 1], top: top + 1,
      answer: vocabulary[answer], second: vocabulary[second],
    };
  }

  /** The places of a row's figures, the largest first. */
  const ranked = (row) =>
    row.map((_, i) => i).sort((a, b) => decimal.compare(row[b].value, row[a].value) || a - b);

  // Blocks that hold in some cases. Those of "book" tell of the book's own sentence alone.
  const WHEN = {
    later: ({ here }) => here > 1,
    other: ({ here, top }) => top !== here,
    uneven: ({ run, here }) => run.figure(`guess.share_sum[${here}]`).plain.replace(/\.?0+$/, "") !== "1",
  };

  const quoted = (word, place) => {
    const made = document.createElement("span");
    const sub = document.createElement("sub");
    made.className = "at-word";
    sub.append(String(place));
    made.append(word, sub);
    return made;
  };

  const SAY = {
    word: ({ word }) => word,
    answer: ({ answer }) => answer,
    second: ({ second }) => second,
    named: ({ word, here }) => quoted(`“${word}”`, here),
    top: ({ run, top }) => quoted(`“${run.words[top - 1]}”`, top),
  };

  const idOf = (name) => name.replace(/[[,]/g, "-").replace(/[\]<>]/g, "");

  /** Split a name as it stands on a page into what is before its places, and those. */
  function split(name) {
    const [, key, places] = /^(.*?)(?:\[(.*)\])?$/s.exec(name);
    return [key, places === undefined ? [] : places.split(",")];
  }

  const joined = (key, places) => (places.length ? `${key}[${places}]` : key);

  /** Whether a figure is the model's and no part of the arithmetic: the same for every sentence. */
  function isFixed(name, { run }) {
    const [key] = split(name);
    return key.startsWith(`${run.program.model}:`) && !run.array(key);
  }

  /** The name that stands for `name` in another view. In a list, the second place stays. */
  function renamed(name, from, to, listed) {
    const [key, places] = split(name);
    const array = to.run.array(key);
    const known = array ?? to.run.array(`${to.run.program.model}:${key}`);
    if (known.scope !== undefined) {
      if (known.name === "embedding" && places[0] === from.word) places[0] = to.word;
      if (known.name === "position" && places[0] === String(from.here)) places[0] = to.here;
    } else if (places.length && !known.flat) {
      if (places[0] !== String(from.here)) throw new Error(`${name} is not of the word followed`);
      places[0] = to.here;
      if (!listed && known.axes[1] === "word") {
        places[1] = places[1] === from.answer ? to.answer : places[1] === from.second ? to.second : places[1];
      } else if (!listed && known.causal && places[1] === String(from.top)) places[1] = to.top;
    }
    return joined(key, places);
  }

  const causal = (name, { run }) => name !== undefined && run.array(split(name)[0])?.causal;

  const named = (root) => [...root.querySelectorAll("[data-line], [data-f]")].filter(
    (one) => !one.parentElement.closest("[data-line]"),
  );
  const nameOf = (one) => one.dataset.line ?? one.dataset.f;

  /** Copies of a row or cell about one word heard: one copy for each word heard in the new view. */
  function forEachHeard(part, to, tell) {
    return Array.from({ length: to.here }, (_, i) => {
      const copy = part.cloneNode(true);
      for (const one of named(copy)) {
        const [key, [row]] = split(nameOf(one));
        one.dataset[one.dataset.line === undefined ? "f" : "line"] = joined(key, [row, i + 1]);
      }
      copy.classList.toggle("focus", i + 1 === to.top);
      tell(copy, to.run.words[i], i + 1);
      return copy;
    });
  }

  /** Give the lists of words heard a part for each. */
  function heard(root, to) {
    for (const body of root.querySelectorAll("table.worked tbody")) {
      const [first] = named(body);
      if (!first || !causal(nameOf(first), to)) continue;
      body.replaceChildren(...forEachHeard(body.rows[0], to, (row, word, place) => {
        row.cells[0].replaceChildren(quoted(word, place));
      }));
    }
    for (const row of root.querySelectorAll("table.strip tr")) {
      const [first] = named(row);
      if (!first || !causal(nameOf(first), to)) continue;
      const cells = [...row.querySelectorAll("td:not(.at)")];
      const copies = forEachHeard(cells[0], to, (cell, word, place) => {
        cell.querySelector(".word").textContent = `${word} ${place}`;
      });
      const empty = document.createElement("td");
      empty.className = "none";
      while (copies.length < 8) copies.push(empty.cloneNode());
      cells.forEach((cell) => cell.remove());
      row.append(...copies);
    }
  }

  /** Show a line or a figure under its new name. */
  function tell(one, figure, scope) {
    if (one.dataset.line !== undefined) {
      one.replaceChildren(...lineElements(lineOf(figure), scope));
      one.dataset.line = figure.from(scope);
      if (one.id) one.id = idOf(one.dataset.line);
      const line = one.closest("p.line");
      if (line) address(line, figure.from(scope));
      return;
    }
    one.dataset.f = figure.from(scope);
    if (one.textContent.endsWith("%")) one.textContent = decimal.percent(figure.value);
    else one.replaceChildren(...digits(figure.text));
  }

  /** Give a line or a row its address, which breaks behind its points. */
  function address(owner, name) {
    if (owner.id) owner.id = owner.id.endsWith("-row") ? `${idOf(name)}-row` : idOf(name);
    const parts = name.split(".").flatMap((part, i) => (i ? [".", document.createElement("wbr"), part] : [part]));
    owner.querySelector(".addr")?.replaceChildren(...parts);
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

  function bars(root, { run }) {
    for (const table of root.querySelectorAll("table.strip")) {
      const cells = named(table).map((one) => [one, size(run.figure(one.dataset.f).value)]);
      const largest = Math.max(...cells.map(([, value]) => Math.abs(value)));
      for (const [one, value] of cells) draw(one.closest("td").querySelector(".bar"), value, largest);
    }
  }

  /** A share in percent stands at the end of its row, where a small one has no digits of its own. */
  function shares(root, { run, scope }) {
    for (const cell of root.querySelectorAll("table.worked td.share")) {
      const line = cell.parentElement.querySelector('[data-line*="share["]');
      const figure = run.figure(line.dataset.line);
      const text = decimal.percent(figure.value);
      const shown = document.createElement("span");
      shown.dataset.f = figure.from(scope);
      shown.append(text);
      cell.querySelector(".fig").replaceChildren(text.startsWith("<") ? text : shown);
      draw(cell.querySelector(".bar"), size(figure.value), 1);
    }
  }

  /** Mark what matters in lists of the vocabulary: the guess, or the followed word's token. */
  function focus(root, to) {
    const { vocabulary } = to.run.program;
    root.querySelectorAll(".tokens li").forEach((item, i) => {
      item.classList.toggle("focus", vocabulary[i] === to.word);
    });
    for (const one of named(root)) {
      const [key, places] = split(nameOf(one));
      if (to.run.array(key)?.axes[1] !== "word") continue;
      const seat = one.closest("table.worked tr, table.strip td");
      seat?.classList.toggle("focus", places[1] === to.answer);
    }
  }

  /** Copy the parts of a page without its pictures, and find the temperatures that they tell of. */
  function prepare(parts) {
    const root = document.createElement("div");
    root.append(...parts.map((part) => part.cloneNode(true)));
    root.querySelectorAll(PICTURES).forEach((picture) => picture.remove());
    root.querySelectorAll('[data-when="book"]').forEach((block) => block.remove());
    const found = named(root).map((one) => /^guess_at_([\d.]+)\./.exec(nameOf(one))?.[1]);
    return { root, temperatures: [...new Set(found.filter((one) => one))] };
  }

  /** Tell a page, prepared from one view, of another; give its new parts. */
  function refill({ root: template }, from, to) {
    const root = template.cloneNode(true);
    const { scope } = to.run;
    const seen = { run: to.run, scope };
    for (const block of root.querySelectorAll("[data-when]")) {
      if (!WHEN[block.dataset.when](to)) block.remove();
    }
    heard(root, to);
    for (const row of root.querySelectorAll(".strip tbody[id]")) {
      const name = renamed(row.querySelector(".addr").textContent, from, to, true);
      address(row, name);
      if (name === `embedding[${to.word}]`) row.querySelector("th").textContent = to.word;
    }
    for (const one of named(root)) {
      if (one.closest("td.share")) continue;
      const listed = one.closest("table, .tokens") !== null;
      if (isFixed(nameOf(one), to)) continue;
      tell(one, to.run.figure(renamed(nameOf(one), from, to, listed)), scope);
    }
    for (const one of root.querySelectorAll("[data-say]")) one.replaceChildren(SAY[one.dataset.say](to));
    shares(root, seen);
    bars(root, seen);
    focus(root, to);
    // These lead to pages of the book's own sentences.
    for (const link of root.querySelectorAll("a.fig, a.addr")) link.removeAttribute("href");
    return [...root.childNodes];
  }

  Object.assign(Workings, { viewOf, prepare, refill });
})();
