// The one global name, what data scripts publish by it, and how those are loaded: as scripts, which
// works from a disk too.

/** @import { Published } from "../data.js" */

/**
 * Make the global name. The front of the site is known while this script runs, not later.
 * @returns {Published}
 */
function made() {
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  return {
    root: new URL("../", src),
    programs: {},
    ledgers: new Map(),
    data: {},
    program(program) {
      this.programs[program.model] = program;
    },
    ledger(scope, ledger) {
      this.ledgers.set(scope, ledger);
    },
    index(index) {
      this.data.index = index;
    },
    places(places) {
      this.data.places = places;
    },
    codes(codes) {
      this.data.codes = codes;
    },
  };
}

window.Workings ??= made();
export const published = window.Workings;

/** @type {Map<string, Promise<void>>} */
const loading = new Map();

/**
 * Load a script of this site once. The promise fails if there is no such script.
 * @param {string} path seen from the front of the site
 */
export function load(path) {
  const begun = loading.get(path);
  if (begun) return begun;
  /** @type {Promise<void>} */
  const promise = new Promise((done, fail) => {
    const script = document.createElement("script");
    script.src = new URL(path, published.root).href;
    script.onload = () => done();
    script.onerror = () => fail(new Error(path));
    document.head.append(script);
  });
  loading.set(path, promise);
  return promise;
}

/**
 * Load a kind of data, and return it. The promise fails where the site has none.
 * @template {keyof Published["data"]} Key
 * @param {Key} key
 * @param {string} path
 * @returns {Promise<NonNullable<Published["data"][Key]>>}
 */
export async function dataOf(key, path) {
  await load(path);
  const loaded = published.data[key];
  if (!loaded) throw new Error(path);
  return loaded;
}
