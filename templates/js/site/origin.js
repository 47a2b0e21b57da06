// "Where did this number come from?": a panel for any figure of a page, back to the given ones.

/** @import { Address } from "./ledgers.js" */
import { make } from "../elements/make.js";
import { readAddress } from "./address.js";
import { details } from "./details.js";
import { split } from "./ledgers.js";

const LONGEST = 200; // of an address that somebody typed
/** Figures that become stops: of a line, its result; none that is one already, or is inside one. */
const STOPS =
  ":is(b, span, td, mn)[data-f]:not([tabindex], :is(a, button, summary, svg, .weights, [data-quote]) *)";

/** @type {Address[]} what was asked before, the latest last */
let trail = [];
/** @type {Address | null} */
let shown = null;
/** @type {Element | null} the figure on the page, and what had the focus */
let figure = null;
/** @type {HTMLElement | null} */
let opener = null;

const title = make(
  "h2",
  { id: "origin-title", tabindex: "-1" },
  "Where did this number come from?",
);
const back = make("button", { type: "button", class: "back" }, "Back");
const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
const body = make("div", { class: "body" });
const status = make("p", { class: "status", role: "status" });
const panel = make(
  "section",
  { class: "origin", role: "dialog", "aria-labelledby": "origin-title", hidden: "" },
  make("div", { class: "bar-of-panel" }, back, title, close),
  body,
  status,
);

/**
 * Show a figure in the panel.
 * @param {Address} asked
 */
async function show(asked) {
  shown = asked;
  announce("");
  back.hidden = !trail.length;
  const parts = await details(asked, step, announce);
  if (shown !== asked) return; // something else was asked meanwhile
  body.replaceChildren(...parts);
  body.scrollTop = 0;
  panel.hidden = false;
  settle();
  title.focus({ preventScroll: true });
}

/**
 * Say a message under what the panel shows.
 * @param {string} message for those who listen to the page, too
 */
function announce(message) {
  status.textContent = message;
}

/**
 * Go on to an operand of the figure that is shown.
 * @param {Address} asked
 */
function step(asked) {
  if (shown) trail.push(shown);
  show(asked);
}

/** Place the panel in the first corner where the figure stays in sight; if there is none, move the page. */
function settle() {
  panel.dataset.at = "right bottom";
  if (!figure?.isConnected) return;
  const other = figure.getBoundingClientRect();
  const sheet = getComputedStyle(panel).getPropertyValue("--sheet").trim() === "yes";
  const free =
    !sheet &&
    ["right bottom", "right top", "left bottom", "left top"].some((corner) => {
      panel.dataset.at = corner;
      const own = panel.getBoundingClientRect();
      return (
        own.left > other.right ||
        own.right < other.left ||
        own.top > other.bottom ||
        own.bottom < other.top
      );
    });
  if (free) return;
  panel.dataset.at = "right bottom";
  const below = other.bottom - panel.getBoundingClientRect().top + 16;
  if (below > 0) scrollBy(0, below);
}

/** Close the panel, and return the focus. */
function shut() {
  panel.hidden = true;
  shown = null;
  trail = [];
  figure?.removeAttribute("data-asked");
  figure = null;
  if (opener?.isConnected) opener.focus({ preventScroll: true });
  opener = null;
}

/**
 * Show a figure of the page in the panel.
 * @param {Element} element
 */
function ask(element) {
  const scope = element.closest("[data-run]")?.getAttribute("data-run") ?? "";
  figure?.removeAttribute("data-asked");
  figure = element;
  figure.setAttribute("data-asked", "");
  const focusable = element.closest("a.fig") ?? element;
  opener = /** @type {HTMLElement} */ (focusable);
  trail = [];
  show(split(element.getAttribute("data-f") ?? "", scope));
}

/**
 * Return the figure that an event is about, unless it is in something that does its own work.
 * @param {Event} event
 */
function asked(event) {
  const target = event.target instanceof Element ? event.target : null;
  const element =
    target?.closest("[data-f]") ?? target?.closest("a.fig")?.querySelector("[data-f]");
  const busy = element?.closest("a[href]:not(.fig), button, summary, label");
  return element && !busy ? element : null;
}

/**
 * Move by an arrow key inside a line or a table of weights, which are one stop of the Tab key each.
 * @param {KeyboardEvent} event
 * @param {Element} from
 */
function rove(event, from) {
  const group = from.closest(".sum, .weights");
  if (!group) return;
  const members = [...group.querySelectorAll("[data-f]")];
  const row = from.closest("tr");
  const across = row ? row.querySelectorAll("[data-f]").length : 1;
  /** @type {Record<string, number>} */
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across };
  const by = steps[event.key];
  const to = by ? members[members.indexOf(from) + by] : undefined;
  if (!to) return;
  event.preventDefault();
  from.setAttribute("tabindex", "-1");
  stop(to);
  /** @type {HTMLElement} */ (to).focus();
}

/**
 * Make a figure a stop of the Tab key.
 * @param {Element} element
 */
function stop(element) {
  element.setAttribute("tabindex", "0");
  if (element.matches("i, b, span")) element.setAttribute("role", "button");
  if (!element.matches("td")) element.setAttribute("aria-haspopup", "dialog");
}

/**
 * Let the Tab key reach the figures of a part of the page.
 * @param {Element} part
 */
export function makeStops(part) {
  if (shown)
    for (const asked of part.querySelectorAll("[data-asked]")) asked.removeAttribute("data-asked");
  for (const link of part.querySelectorAll("a.fig:not([aria-haspopup])"))
    link.setAttribute("aria-haspopup", "dialog");
  for (const table of part.matches(".weights") ? [part] : part.querySelectorAll(".weights")) {
    const first = table.querySelector("td[data-f]");
    if (first) stop(first);
  }
  for (const element of part.querySelectorAll(STOPS)) stop(element);
}

/** Show the figure that the page's address asks for, if it asks for one. */
function followAddress() {
  const address = readAddress().figure?.slice(0, LONGEST);
  if (address === undefined) return;
  const run = document.querySelector("main")?.getAttribute("data-run") ?? "";
  const wanted = split(address, run);
  const near = [...document.querySelectorAll("[data-f]")].find((element) => {
    const scope = element.closest("[data-run]")?.getAttribute("data-run") ?? "";
    const here = split(element.getAttribute("data-f") ?? "", scope);
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

/** Let readers ask for any figure of the page, and show the one that the address asks for. */
export function startOrigin() {
  back.addEventListener("click", () => {
    const before = trail.pop();
    if (before) show(before);
  });
  close.addEventListener("click", shut);
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
  document.body.append(panel);
  makeStops(document.body);
  addEventListener("hashchange", followAddress);
  followAddress();
}
