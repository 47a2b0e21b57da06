// @ts-check
// "Where did this number come from?": a panel for any figure of a page, back to what was given.
"use strict";

(() => {
  const { make, find, part, placesOf, fragmentOf, root } = window.Workings;
  const LONGEST = 200; // of an address that somebody typed
  // Of a line, its result; nothing that is a stop already, or stands in one.
  const STOPS =
    ":is(b, span, td, mn)[data-f]:not([tabindex], :is(a, button, summary, svg, .weights, [data-quote]) *)";

  /** @typedef {{ scope: string, name: string }} Asked */

  /** @type {Asked[]} what was asked before, the latest last */
  let trail = [];
  /** @type {Asked | null} */
  let shown = null;
  /** @type {Element | null} the figure on the page, and what had the focus */
  let figure = null;
  /** @type {HTMLElement | null} */
  let opener = null;

  const title = make("h2", { id: "origin-title", tabindex: "-1" }, "Where did this number come from?");
  const back = make("button", { type: "button", class: "back" }, "Back");
  const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
  const body = make("div", { class: "body" });
  const told = make("p", { class: "told", role: "status" });
  const panel = make(
    "section",
    { class: "origin", role: "dialog", "aria-labelledby": "origin-title", hidden: "" },
    make("div", { class: "bar-of-panel" }, back, title, close),
    body,
    told,
  );
  back.addEventListener("click", () => {
    const before = trail.pop();
    if (before) show(before);
  });
  close.addEventListener("click", shut);

  /** A printed number; its power of ten is raised.
   * @param {string} text */
  function number(text) {
    const [mantissa, power] = text.split(" × 10^");
    if (power === undefined) return [text];
    return [`${mantissa}\u00a0×\u00a010`, make("sup", {}, power.replace(/[()]/g, ""))];
  }

  /** A number of the computer's own, as the book writes numbers.
   * @param {number} value */
  function inFull(value) {
    const [mantissa, power] = String(value).replace(/-/g, "−").replace("+", "").split("e");
    return number(power === undefined ? mantissa : `${mantissa} × 10^${power}`);
  }

  /** The left side of a line, each operand a button.
   * @param {string} line @param {any[]} operands */
  function written(line, operands) {
    const rest = [...operands];
    /** @type {HTMLElement[]} */
    const levels = [make("span")];
    const add = (/** @type {(Node | string)[]} */ ...parts) => levels[levels.length - 1].append(...parts);
    for (const piece of line.split(/([@#]|\^\{|\})/)) {
      if (piece === "@" || piece === "#") {
        const operand = rest.shift();
        const button = make("button", { type: "button" }, ...number(operand.text));
        button.title = operand.name;
        button.setAttribute("aria-label", `${operand.text}, ${operand.name}`);
        button.addEventListener("click", () => step(operand));
        const bracketed = piece === "@" && /^−|×/.test(operand.text);
        add(bracketed ? make("span", {}, "(", button, ")") : button);
      } else if (piece === "^{") levels.push(make("sup"));
      else if (piece === "}") {
        const raised = /** @type {HTMLElement} */ (levels.pop());
        add(raised);
      } else add(piece);
    }
    return levels[0];
  }

  /** @param {string} term @param {...(Node | string)} said */
  const row = (term, ...said) => [make("dt", {}, term), make("dd", {}, ...said)];

  /** Where the figure's address leads, on this site; where there is no line, to this page.
   * @param {Asked} asked */
  async function addressOf({ scope, name }) {
    const places = await placesOf(name, scope).catch(() => []);
    if (places.length) return new URL(places[0].href, root);
    const address = new URL(location.href);
    address.hash = fragmentOf(scope, name);
    return address;
  }

  /** Where a figure of the reader's own words is: on this page, told of those words.
   * @param {Asked} asked */
  function ownAddress({ scope, name }) {
    const address = new URL(location.href);
    address.hash = fragmentOf(scope, name, location.hash.slice(1));
    return address;
  }

  /** @param {URL} address */
  function copying(address) {
    const text = address.href.startsWith(root.href) ? address.href.slice(root.href.length) : address.href;
    const link = make("a", { href: address.href }, text);
    const button = make("button", { type: "button" }, "Copy");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(address.href);
        told.textContent = "The address is copied.";
      } catch {
        getSelection()?.selectAllChildren(link);
        told.textContent = "The address is selected: copy it from here.";
      }
    });
    return [link, " ", button];
  }

  /** @param {Asked} asked */
  async function show(asked) {
    shown = asked;
    told.textContent = "";
    back.hidden = !trail.length;
    /** @type {(Node | string)[]} */
    let parts;
    try {
      const found = await find(asked.scope, asked.name);
      const address = found.own ? ownAddress(asked) : await addressOf(asked);
      parts = [
        make("p", { class: "asked-for" }, make("strong", {}, ...number(found.text)), " is ",
          make("code", {}, asked.name), make("small", {}, `in ${asked.scope}`)),
        ...(found.line
          ? [make("p", { class: "sum" }, written(found.line, found.operands), " =\u00a0",
              make("b", {}, ...number(found.text)))]
          : []),
        make("dl", {},
          ...(found.line
            ? row("Origin", "Worked, by the line above. Press a number in it to go further back.")
            : row("Origin", `Given: ${found.origin}.`)),
          ...(found.rule ? row("Rounded", `Once, half away from zero: ${found.rule}.`) : []),
          ...(found.full === undefined ? [] : row("Unrounded", ...inFull(found.full))),
          ...row("Address", ...copying(address))),
      ];
    } catch {
      parts = [make("p", {}, "The ledger of this site has nothing about ",
        make("code", {}, `${asked.scope}:${asked.name}`.slice(0, LONGEST)), ".")];
    }
    if (shown !== asked) return; // something else was asked meanwhile
    body.replaceChildren(...parts);
    body.scrollTop = 0;
    panel.hidden = false;
    settle();
    title.focus({ preventScroll: true });
  }

  /** @param {Asked} asked */
  function step(asked) {
    if (shown) trail.push(shown);
    show(asked);
  }

  /** Stand in the first corner where the figure stays in sight; if there is none, move the page. */
  function settle() {
    panel.dataset.at = "right bottom";
    if (!figure?.isConnected) return;
    const other = figure.getBoundingClientRect();
    const sheet = getComputedStyle(panel).getPropertyValue("--sheet").trim() === "yes";
    const free = !sheet && ["right bottom", "right top", "left bottom", "left top"].some((corner) => {
      panel.dataset.at = corner;
      const own = panel.getBoundingClientRect();
      return own.left > other.right || own.right < other.left || own.top > other.bottom || own.bottom < other.top;
    });
    if (free) return;
    panel.dataset.at = "right bottom";
    const below = other.bottom - panel.getBoundingClientRect().top + 16;
    if (below > 0) scrollBy(0, below);
  }

  function shut() {
    panel.hidden = true;
    shown = null;
    trail = [];
    figure?.removeAttribute("data-asked");
    figure = null;
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    opener = null;
  }

  /** @param {Element} element */
  function ask(element) {
    const scope = element.closest("[data-run]")?.getAttribute("data-run") ?? "";
    figure?.removeAttribute("data-asked");
    figure = element;
    figure.setAttribute("data-asked", "");
    const focusable = element.closest("a.fig") ?? element;
    opener = /** @type {HTMLElement} */ (focusable);
    trail = [];
    show(part(element.getAttribute("data-f") ?? "", scope));
  }

  /** The figure that an event is about, unless it stands in something that does its own work.
   * @param {Event} event */
  function asked(event) {
    const target = event.target instanceof Element ? event.target : null;
    const element = target?.closest("[data-f]") ?? target?.closest("a.fig")?.querySelector("[data-f]");
    const busy = element?.closest("a[href]:not(.fig), button, summary, label");
    return element && !busy ? element : null;
  }

  document.addEventListener("click", (event) => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const element = asked(event);
    if (!element || (event.detail && getSelection()?.isCollapsed === false)) return;
    event.preventDefault();
    ask(element);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !panel.hidden && !document.querySelector("dialog[open]")) shut();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const element = asked(event);
    if (!element) return;
    if (event.key === " " || (event.key === "Enter" && !element.closest("a.fig"))) {
      event.preventDefault();
      ask(element);
    } else rove(event, element);
  });

  /* A line and a table of weights are one stop of the Tab key each; arrows move inside. */

  /** @param {KeyboardEvent} event @param {Element} from */
  function rove(event, from) {
    const group = from.closest(".sum, .weights");
    if (!group) return;
    const members = [...group.querySelectorAll("[data-f]")];
    const row = from.closest("tr");
    const across = row ? row.querySelectorAll("[data-f]").length : 1;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across };
    const by = steps[/** @type {keyof steps} */ (event.key)];
    const to = by && members[members.indexOf(from) + by];
    if (!to) return;
    event.preventDefault();
    from.setAttribute("tabindex", "-1");
    stop(to);
    /** @type {HTMLElement} */ (to).focus();
  }

  /** @param {Element} element */
  function stop(element) {
    element.setAttribute("tabindex", "0");
    if (element.matches("i, b, span")) element.setAttribute("role", "button");
    if (!element.matches("td")) element.setAttribute("aria-haspopup", "dialog");
  }

  /** Let the Tab key reach the figures of a part of the page.
   * @param {Element} part */
  function enliven(part) {
    if (shown) for (const asked of part.querySelectorAll("[data-asked]")) asked.removeAttribute("data-asked");
    for (const link of part.querySelectorAll("a.fig:not([aria-haspopup])")) link.setAttribute("aria-haspopup", "dialog");
    for (const table of part.matches(".weights") ? [part] : part.querySelectorAll(".weights")) {
      const first = table.querySelector("td[data-f]");
      if (first) stop(first);
    }
    for (const element of part.querySelectorAll(STOPS)) stop(element);
  }

  function followAddress() {
    const said = new URLSearchParams(location.hash.slice(1)).get("figure");
    if (said === null) return;
    const address = said.slice(0, LONGEST);
    const run = document.querySelector("main")?.getAttribute("data-run") ?? "";
    const wanted = part(address, run);
    const near = [...document.querySelectorAll("[data-f]")].find((element) => {
      const scope = element.closest("[data-run]")?.getAttribute("data-run") ?? "";
      const here = part(element.getAttribute("data-f") ?? "", scope);
      return here.scope === wanted.scope && here.name === wanted.name;
    });
    if (near) {
      near.scrollIntoView({ block: "center" });
      ask(near);
    } else {
      trail = [];
      show(wanted);
    }
  }

  document.body.append(panel);
  enliven(document.body);
  addEventListener("hashchange", followAddress);
  followAddress();
  Object.assign(window.Workings, { enliven });
})();
