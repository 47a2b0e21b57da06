// What an element shows, as plain data: its kind, the values of the kind's attributes, and what it
// holds: texts and further elements. Rendered again, an element keeps its nodes, and only what
// differs is touched. Text never becomes markup.
"use strict";
(() => {
  /** A number in an attribute has at most two decimals; of two that are as near, the even one. */
  function coordinate(value) {
    const even = Math.abs(value) % 0.5 === 0.125; // the halves that toFixed would round up
    return String(Number((even ? value * (1 - 1e-9) : value).toFixed(2)));
  }

  /** Elements that have the same attributes, and are rendered in each other's place. */
  const kind = (tag, ...names) => ({ tag, names });

  /** An element as data; an attribute whose value is undefined is left out. */
  const part = (kind, values = [], held = []) => ({ kind, values, held });

  function made(data, parent) {
    if (typeof data === "string") return document.createTextNode(data);
    const element = document.createElementNS(parent.namespaceURI, data.kind.tag);
    change(element, undefined, data);
    return element;
  }

  /** Make the node that shows some data show other data; it may be a new node. */
  function become(node, was, data) {
    if (was === data) return;
    if (typeof was === "string" && typeof data === "string") node.data = data;
    else if (was.kind && was.kind === data.kind) change(node, was, data);
    else node.replaceWith(made(data, node.parentNode));
  }

  /** Make an element show some data; what it shows by now may be unknown. */
  function change(element, was, { kind: { names }, values, held }) {
    for (let i = 0; i < names.length; i++) {
      const value = values[i];
      if (was && was.values[i] === value) continue;
      if (value === undefined) element.removeAttribute(names[i]);
      else element.setAttribute(names[i], typeof value === "number" ? coordinate(value) : value);
    }
    if (!was) element.replaceChildren();
    const before = was ? was.held.length : 0;
    const kept = Math.min(before, held.length);
    let node = element.firstChild;
    for (let i = 0; i < kept; i++) {
      const next = node.nextSibling;
      become(node, was.held[i], held[i]);
      node = next;
    }
    for (let i = before; i > kept; i--) element.lastChild.remove();
    for (let i = kept; i < held.length; i++) element.append(made(held[i], element));
  }

  /** How an element of a page shows data, over and over. */
  function showing(element) {
    let was;
    return (data) => {
      change(element, was, data);
      was = data;
    };
  }

  /** How an element of a page shows values of some attributes, and what it holds. */
  function renderer(element, ...names) {
    const [own, show] = [kind(element.tagName, ...names), showing(element)];
    return (values, held) => show(part(own, values, held));
  }

  Object.assign(Workings, { coordinate, kind, part, renderer, showing });
})();
