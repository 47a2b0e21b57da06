// What an element shows, as plain data: its kind, the values of the kind's attributes, and what it
// holds: texts and further elements. Rendered again, an element keeps its nodes, and only what
// differs is touched. Text never becomes markup.

/** @typedef {{ tag: string, names: string[] }} Kind elements that have the same attributes */
/** @typedef {string | number | undefined} Value of an attribute; undefined leaves it out */
/** @typedef {{ kind: Kind, values: Value[], held: Shown[] }} Part an element as data */
/** @typedef {string | Part} Shown what a node shows */

/**
 * Write a number as attributes have it: at most two decimals; of two that are as near, the even one.
 * @param {number} value
 */
export function coordinate(value) {
  const even = Math.abs(value) % 0.5 === 0.125; // the halves that toFixed would round up
  return String(Number((even ? value * (1 - 1e-9) : value).toFixed(2)));
}

/**
 * Name a kind of elements that have the same attributes, and are rendered in each other's place.
 * @param {string} tag
 * @param {...string} names of the attributes
 * @returns {Kind}
 */
export const kind = (tag, ...names) => ({ tag, names });

/**
 * Describe an element as data.
 * @param {Kind} kind
 * @param {Value[]} [values] of the kind's attributes
 * @param {Shown[]} [held]
 * @returns {Part}
 */
export const part = (kind, values = [], held = []) => ({ kind, values, held });

/**
 * Make the node that shows some data.
 * @param {Shown} data
 * @param {Element} parent whose namespace the node shares
 */
function made(data, parent) {
  if (typeof data === "string") return document.createTextNode(data);
  const element = document.createElementNS(parent.namespaceURI, data.kind.tag);
  change(element, undefined, data);
  return element;
}

/**
 * Make the node that shows some data show other data; it may become a new node.
 * @param {ChildNode} node
 * @param {Shown} was
 * @param {Shown} data
 */
function become(node, was, data) {
  if (was === data) return;
  if (typeof was === "string" && typeof data === "string") node.nodeValue = data;
  else if (typeof was !== "string" && typeof data !== "string" && was.kind === data.kind) {
    change(/** @type {Element} */ (node), was, data);
  } else node.replaceWith(made(data, /** @type {Element} */ (node.parentNode)));
}

/**
 * Make an element show some data.
 * @param {Element} element
 * @param {Part | undefined} was what it shows by now, if that is known
 * @param {Part} data
 */
function change(element, was, { kind: { names }, values, held }) {
  for (let i = 0; i < names.length; i++) {
    const value = values[i];
    if (was && was.values[i] === value) continue;
    if (value === undefined) element.removeAttribute(names[i]);
    else element.setAttribute(names[i], typeof value === "number" ? coordinate(value) : value);
  }
  if (!was) element.replaceChildren();
  const before = was ? was.held : [];
  const kept = Math.min(before.length, held.length);
  let node = element.firstChild;
  for (let i = 0; i < kept && node; i++) {
    const next = node.nextSibling;
    become(node, before[i], held[i]);
    node = next;
  }
  for (let i = before.length; i > kept; i--) element.lastChild?.remove();
  for (let i = kept; i < held.length; i++) element.append(made(held[i], element));
}

/**
 * Return a function that makes an element of a page show data, over and over.
 * @param {Element} element
 * @returns {(data: Part) => void}
 */
export function showing(element) {
  /** @type {Part | undefined} */
  let was;
  return (data) => {
    change(element, was, data);
    was = data;
  };
}

/**
 * Return a function that gives an element of a page values of some attributes, and its content.
 * @param {Element} element
 * @param {...string} names of those attributes
 * @returns {(values: Value[], held: Shown[]) => void}
 */
export function renderer(element, ...names) {
  const [own, show] = [kind(element.tagName, ...names), showing(element)];
  return (values, held) => show(part(own, values, held));
}
