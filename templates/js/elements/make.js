// Elements from plain text.

/**
 * Make an element. Text children become text, never markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Return the id that a figure's name has on a page: `query[5,1]` has `query-5-1`.
 * @param {string} name
 */
export const idOf = (name) => name.replace(/[[,]/g, "-").replace(/[\]<>]/g, "");

/**
 * Return the one element inside `root` that a selector names. Throws where there is none.
 * @param {ParentNode} root
 * @param {string} selector
 */
export function only(root, selector) {
  const found = /** @type {HTMLElement | null} */ (root.querySelector(selector));
  if (!found) throw new RangeError(`the page has no ${selector}`);
  return found;
}

/**
 * Return all elements inside `root` that a selector names.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export const every = (root, selector) => [...root.querySelectorAll(selector)].map(asHtml);

/**
 * Take an element of the page as one of HTML, which all that scripts ask for are.
 * @param {Element} element
 */
const asHtml = (element) => /** @type {HTMLElement} */ (element);
