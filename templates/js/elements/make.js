// @ts-check
// The one global name, and what the other scripts share: building elements from plain text,
// loading data as a script (which works from a disk too), and the ledgers that were loaded.
"use strict";

(() => {
  const here = /** @type {HTMLScriptElement} */ (document.currentScript);
  /** The front of the site, as an address. */
  const root = new URL("../", here.src);
  /** @type {Map<string, Promise<void>>} */
  const loading = new Map();
  /** @type {Map<string, any>} */
  const ledgers = new Map();

  /**
   * Make an element. Text children become text, never markup.
   * @param {string} tag
   * @param {Record<string, string>} [attributes]
   * @param {...(Node | string)} children
   */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  /** The id of what has this name on a page: `query[5,1]` stands at `query-5-1`.
   * @param {string} name */
  const idOf = (name) => name.replace(/[[,]/g, "-").replace(/[\]<>]/g, "");

  /** The end of an address, its marks as people read them.
   * @param {URLSearchParams} said */
  const readable = (said) => String(said).replace(/%(?:3A|2C|2F|5B|5D)/g, decodeURIComponent);

  /**
   * Load a script of this site once. The promise fails if there is no such script.
   * @param {string} path seen from the front of the site
   */
  function load(path) {
    let promise = loading.get(path);
    if (!promise) {
      promise = new Promise((done, fail) => {
        const script = document.createElement("script");
        script.src = new URL(path, root).href;
        script.onload = () => done();
        script.onerror = () => fail(new Error(path));
        document.head.append(script);
      });
      loading.set(path, promise);
    }
    return promise;
  }

  window.Workings = Object.assign(window.Workings ?? {}, {
    root,
    idOf,
    readable,
    make,
    load,
    ledgers,
    /** @param {string} scope @param {any} data */
    ledger(scope, data) {
      ledgers.set(scope, data);
    },
  });
  document.documentElement.classList.add("script");
})();
