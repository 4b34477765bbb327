// A module: a group of controls under a heading.
import { make } from "./make.js";

let count = 0;

export class Module {
  /** @param {string} name @param {{columns?: number, look?: string}} options how many of 24 columns it takes */
  constructor(name, { columns = 4, look = "" } = {}) {
    const id = `module-${++count}`;
    this.heading = make("h2", { className: "cut", id, textContent: name });
    this.header = make("header", {}, this.heading);
    this.element = make("section", { className: `mod ${look}`, role: "group", "aria-labelledby": id }, this.header);
    this.element.style.setProperty("--n", String(columns));
  }

  /** What stands in the heading's line.
   * @param {(Node | string)[]} nodes */
  head(...nodes) { this.header.append(...nodes); return this; }

  /** @param {(Node | string)[]} nodes */
  add(...nodes) { this.element.append(...nodes); return this; }

  /** Cells beside each other.
   * @param {Node[]} nodes @param {number} [columns] */
  cells(nodes, columns) {
    const cells = make("div", { className: "cells" }, ...nodes);
    if (columns) cells.style.setProperty("--c", String(columns));
    this.element.append(cells);
    return this;
  }
}
