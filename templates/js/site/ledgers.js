// @ts-check
// Reads the ledger's scripts: a figure by its scope and name, with its line, its rule, its origin.
// What the rows mean is said in build/bookbuild/lines/ledger_script.py.
"use strict";

(() => {
  const { ledgers, load } = window.Workings;
  const SCOPE = /^[\w-]+(?:\.[\w-]+)*(?:\/[\w-]+(?:\.[\w-]+)*)*$/; // never a way out of the folder
  /** @type {Map<string, Map<string, any[]>>} rows by name, for each scope */
  const byName = new Map();

  /** Unpack a row of numbers: even runs, or two rows of them that take turns.
   * @param {string} packed */
  function unpack(packed) {
    const rows = packed.split("|").map((row) =>
      (row ? row.split(";") : []).flatMap((run) => {
        const [start, step = 0, count = 1] = run.split(",").map(Number);
        return Array.from({ length: count }, (_, place) => start + step * place);
      }),
    );
    if (rows.length === 1) return rows[0];
    return rows[0].flatMap((number, place) => (place in rows[1] ? [number, rows[1][place]] : [number]));
  }

  /** Part an address as a page has it; without a scope of its own it takes `scope`.
   * @param {string} reference @param {string} scope */
  function part(reference, scope) {
    const at = reference.indexOf(":");
    return at < 0
      ? { scope, name: reference }
      : { scope: reference.slice(0, at), name: reference.slice(at + 1) };
  }

  /** @param {string} scope */
  async function rowsOf(scope) {
    if (!SCOPE.test(scope)) throw new Error(scope);
    if (!ledgers.has(scope)) await load(`js/ledger/${scope}.js`);
    let rows = byName.get(scope);
    if (!rows) {
      rows = new Map(ledgers.get(scope).figures.map((/** @type {any[]} */ row) => [row[0], row]));
      byName.set(scope, rows);
    }
    return rows;
  }

  /** A figure of what a reader put together: worked on the page, and in no ledger.
   * @param {string} scope @param {string} name */
  function own(scope, name) {
    const { told, lineOf } = window.Workings;
    const figure = told.run.figure(name);
    const known = { scope, name, text: figure.text, own: true };
    if (!figure.worked) return { ...known, origin: "a count" };
    /** @type {any[]} */
    const operands = [];
    const write = (/** @type {any} */ token) => {
      if (typeof token === "string") return token;
      if (token.raised) return `^{${token.raised.map(write).join("")}}`;
      operands.push({ scope: token.scope, name: token.name, text: token.text });
      return "#";
    };
    const line = lineOf(figure).tokens.map(write).join("");
    return { ...known, rule: ruleOf(figure.array), line, operands };
  }

  /** How an array's figures are rounded, as the ledger says it.
   * @param {any} array */
  function ruleOf({ rule }) {
    if (!rule) return undefined;
    const [count, what] = rule.digits ? [rule.digits, "significant digit"] : [rule.places, "place"];
    return `${count} ${what}${count === 1 ? "" : "s"}`;
  }

  /** Find a figure; the promise fails where there is none.
   * @param {string} scope @param {string} name */
  async function find(scope, name) {
    const { told } = window.Workings;
    const mine = told?.run.scope === scope;
    const row = mine && !told.published ? undefined : (await rowsOf(scope)).get(name);
    if (!row && mine) return own(scope, name);
    if (!row) throw new Error(`${scope}:${name}`);
    const data = ledgers.get(scope);
    const known = { scope, name, text: row[1] };
    if (row.length === 3) return { ...known, origin: data.origins[row[2]] };
    const operands = unpack(row[4]).map((seat) => {
      const [reference, text] = seat < 0 ? data.others[-1 - seat] : data.figures[seat];
      return { ...part(reference, scope), text };
    });
    return { ...known, rule: data.rules[row[2]], line: data.lines[row[3]], operands, full: row[5] };
  }

  Object.assign(window.Workings, { find, part, unpack });
})();
