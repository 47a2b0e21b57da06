// Fillers of tables: of rows for some places, of strips of cells, of whole arrays.

/** @import { View } from "../engine/run.js" */
/** @import { BarFiller, FigureFiller, Filler } from "./fillers.js" */
import { every, idOf, make, only } from "../elements/make.js";
import { renderer } from "../elements/render.js";
import {
  addressFiller,
  barFiller,
  copy,
  figureFiller,
  mark,
  replaceNodes,
  roleFiller,
  wordFiller,
} from "./fillers.js";
import { figureFinder, finder, HEADS, resolver, wordsBehind } from "./roles.js";

const SEATS = 8; // cells side by side
const CELLS = "td:not(.at):not(.none)";

/** A row of a table, made like its first; it can be filled for any place. */
class Row {
  /** @param {HTMLTableRowElement} first */
  constructor(first) {
    this.root = copy(first);
    const [head] = this.root.cells;
    const word = head.querySelector(".at-word");
    this.word = word && wordFiller(word);
    this.head = renderer(head);
    this.roles = every(this.root, "[data-say]").map(roleFiller);
    this.figures = every(this.root, "[data-of]").map((element) => {
      const { of = "" } = element.dataset;
      delete element.dataset.of; // the first row alone stands for all
      const bar = element.closest("td.share")?.querySelector(".bar");
      return {
        find: figureFinder(of),
        fill: figureFiller(element),
        fillBar: bar ? barFiller(bar) : undefined,
      };
    });
  }

  /**
   * Fill the row for a place.
   * @param {View & { each: number }} view
   * @param {number} i which of the rows it is
   * @param {string} over what the rows are of
   */
  fill(view, i, over) {
    const { each, run } = view;
    if (this.word) this.word(wordsBehind(over, view)[each - 1], each);
    else this.head([], [HEADS[over]?.(view, i) ?? String(each)]);
    for (const fill of this.roles) fill(view);
    for (const { find, fill, fillBar } of this.figures) {
      const figure = find(view);
      fill(figure, run.scope);
      fillBar?.(figure.size, 1);
    }
  }
}

/**
 * Fill a table with a row for each of some places.
 * @param {HTMLTableElement} table
 * @returns {Filler}
 */
export function tableFiller(table) {
  const [body] = table.tBodies;
  const { over = "", focus } = table.dataset;
  const [placesOf, markedOf] = [resolver(over), focus ? resolver(focus) : undefined];
  const slots = Array.from({ length: body.rows.length }, (_, i) => i + 1);
  const [first] = body.rows;
  /** @type {Row[]} */
  const all = [];
  return (view) => {
    const { vocabulary } = view.run.program;
    const known = { slots, vocabulary }[over] ?? placesOf(view);
    const places = /** @type {number[]} */ (known); // or words, which a row takes as well
    const marked = markedOf?.(view);
    while (all.length < places.length) all.push(new Row(first));
    const rows = all.slice(0, places.length);
    for (const [i, row] of rows.entries()) {
      row.fill({ ...view, each: places[i] }, i, over);
      mark(row.root, places[i] === marked);
    }
    replaceNodes(
      body,
      body.rows,
      rows.map(({ root }) => root),
    );
  };
}

/**
 * Return a cell with what fills its parts.
 * @param {HTMLElement} cell
 */
function cellOf(cell) {
  const word = cell.querySelector(".word");
  return {
    cell,
    word: word ? renderer(word) : undefined,
    fill: figureFiller(only(cell, "[data-f]")),
    fillBar: barFiller(only(cell, ".bar")),
  };
}

/** A row of cells that shows a row of an array; where that is of the words heard, a cell for each. */
class Cells {
  /** @type {HTMLElement[]} cells that hold nothing, where there are fewer words than seats */
  #empty = [];

  /** @param {HTMLTableSectionElement} body */
  constructor(body) {
    const { of = "", focus } = body.dataset;
    this.body = body;
    this.find = finder(of);
    this.focus = focus ? resolver(focus) : undefined;
    this.address = addressFiller(only(body, ".addr"));
    this.cells = every(body, CELLS).map(cellOf);
  }

  /**
   * Fill it, but for its bars; return them, each with the number that it is to show.
   * @param {View} view
   * @returns {[fillBar: BarFiller, value: number][]}
   */
  fill(view) {
    const { array, places } = this.find(view);
    const { run, here } = view;
    const name = places.length ? `${array.name}[${places}]` : array.name;
    this.address(name);
    if (this.body.id) this.body.id = `${idOf(name)}-row`;
    if (array.causal) this.#seat(run.words.slice(0, here));
    const [place] = places;
    const words = run.wordsAlong(array.axes[0]);
    const row = words ? words.indexOf(String(place)) : Number(place) - 1;
    const marked = this.focus?.(view);
    const count = array.causal ? here : array.row(row).length;
    return this.cells.slice(0, count).map(({ cell, fill, fillBar }, column) => {
      const figure = run.find(array, row, column);
      fill(figure, run.scope);
      mark(cell, column + 1 === marked);
      return [fillBar, figure.size];
    });
  }

  /**
   * Give each word that is heard a cell.
   * @param {string[]} words that are heard
   */
  #seat(words) {
    while (this.cells.length < words.length) this.cells.push(cellOf(copy(this.cells[0].cell)));
    for (const [i, word] of words.entries()) this.cells[i].word?.([], [`${word} ${i + 1}`]);
    const seats = this.cells.slice(0, words.length).map(({ cell }) => cell);
    for (let i = words.length; i < SEATS; i++) {
      this.#empty[i] ??= make("td", { class: "none" });
      seats.push(this.#empty[i]);
    }
    const [row] = this.body.rows;
    replaceNodes(row, row.querySelectorAll("td:not(.at)"), seats);
  }
}

/**
 * Fill a table with rows of cells, all on one scale.
 * @param {HTMLTableElement} strip
 * @returns {Filler}
 */
export function stripFiller(strip) {
  const bodies = [...strip.tBodies].filter(({ dataset }) => dataset.of);
  const rows = bodies.map((body) => new Cells(body));
  return (view) => {
    const drawn = rows.flatMap((row) => row.fill(view));
    const largest = Math.max(...drawn.map(([, value]) => Math.abs(value)));
    for (const [fillBar, value] of drawn) fillBar(value, largest);
  };
}

/**
 * Fill a table with a whole array of figures, a row for each of a sentence's words.
 * @param {HTMLTableElement} table
 * @returns {Filler}
 */
export function arrayFiller(table) {
  const [body] = table.tBodies;
  const [first] = body.rows;
  const { of = "" } = table.dataset;
  /** @type {{ root: HTMLTableRowElement, cells: FigureFiller[] }[]} */
  const all = [];
  function add() {
    const root = copy(first);
    const [head, ...cells] = root.cells;
    head.textContent = String(all.length + 1);
    all.push({ root, cells: cells.map(figureFiller) });
  }
  return ({ run }) => {
    const array = run.array(of);
    table.dataset.run = run.scope;
    while (all.length < array.rows.length) add();
    const rows = all.slice(0, array.rows.length);
    for (const [row, { cells }] of rows.entries()) {
      for (const [column, fill] of cells.entries()) fill(run.find(array, row, column), run.scope);
    }
    replaceNodes(
      body,
      body.rows,
      rows.map(({ root }) => root),
    );
  };
}
