// Elements.

/**
 * An element with properties, attributes (`aria-…`, `data-…`, `role`) and children.
 * @param {string} tag @param {{on?: {[K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void}, [name: string]: any}} [properties]
 * @param {(Node | string | null)[]} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  /** @type {any} */
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.includes("-") || name === "role") element.setAttribute(name, String(value));
    else if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (value !== undefined) element[name] = value;
  }
  element.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null)));
  return element;
}

/** @param {string} tag @param {Record<string, string | number>} [attributes] @param {Node[]} children @returns {any} */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

const drawings = {
  play: "M3 4h18v16H3zM9 4v16M15 4v16M7.5 4v8h3V4M13.5 4v8h3V4",
  pages: "M3.5 3.5h7v7h-7zM13.5 3.5h7v7h-7zM3.5 13.5h7v7h-7zM13.5 17h7M17 13.5v7",
  edit: "M5.6 18.4a9 9 0 1 1 12.8 0M12 12l4.5-4.5",
  sounds: "M3 12c2.2-9 3.8-9 6 0s3.8 9 6 0 3.8-9 6 0",
  setup: "M4 7h9M17 7h3M4 17h3M11 17h9M17 7a2 2 0 1 1-4 0 2 2 0 0 1 4 0zM11 17a2 2 0 1 1-4 0 2 2 0 0 1 4 0z",
  previous: "M15 5l-7 7 7 7", next: "M9 5l7 7-7 7", up: "M6 15l6-6 6 6", down: "M6 9l6 6 6-6",
  find: "M16.5 10.5a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM15 15l5 5",
  more: "M5 12h.01M12 12h.01M19 12h.01", list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  star: "M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17.1 6.7 20l1.1-6L3.4 9.8l6-.8z",
  pin: "M9 3h6l-1 6 3 4H7l3-4zM12 13v8", close: "M6 6l12 12M18 6L6 18", plus: "M12 5v14M5 12h14", minus: "M5 12h14",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  undo: "M8 4.5L4 8.5l4 4M4 8.5h10.5a5 5 0 0 1 0 10H9", redo: "M16 4.5l4 4-4 4M20 8.5H9.5a5 5 0 0 0 0 10H15",
  save: "M12 4v11M7 10l5 5 5-5M4 20h16", warn: "M12 4l9 16H3zM12 10v4M12 17h.01", playing: "M7 5l12 7-12 7z",
  stop: "M6 6h12v12H6z", power: "M7 6a8 8 0 1 0 10 0M12 3v8", swap: "M4 7h16l-4-4M20 17H4l4 4",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", face: "M4 12a8 9 0 1 1 16 0 8 9 0 0 1-16 0zM9 10h.01M15 10h.01M9 15c2 2 4 2 6 0",
  time: "M9 4h6l3.5 16h-13zM12 16l4.5-9M6.5 16h11",
  number: "M6 8l2-2v12M12 8a3 3 0 1 1 5 2l-5 8h6", text: "M5 6h14M12 6v13",
};

/** @typedef {keyof typeof drawings} IconName */

/** @param {IconName} name */
export const icon = (name) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: drawings[name] }));

/** Sets a text only if it is another one: the same text would lay out again.
 * @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** The last word of a widget's name, as a label: `Env depth`.
 * @param {string} name */
export function shortName(name) {
  const word = name.split(/[./]/).at(-1) ?? name;
  return word.charAt(0).toUpperCase() + word.slice(1).replaceAll("_", " ");
}
