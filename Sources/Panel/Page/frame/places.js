// The five places. One is in the document; those that are left are taken out, and what was held there is lifted.
import { icon, make } from "../components/make.js";
import { Sheet } from "../components/sheet.js";
import { otherStyles } from "./styles.js";

/** @typedef {import("../components/control.js").App} App */

/** A place's name, its title, and what fills it, which is loaded when it is first shown. */
const places = [
  { name: "play", title: "Play", load: () => import("../play/play.js") },
  { name: "pages", title: "Pages", load: () => import("../pages/pages.js") },
  { name: "edit", title: "Edit", load: () => import("../edit/edit.js") },
  { name: "sounds", title: "Sounds", load: () => import("../sounds/sounds.js") },
  { name: "setup", title: "Setup", load: () => import("../setup/setup.js") },
];

export class Places {
  /** @param {HTMLElement} nav @param {HTMLElement} main @param {App} app */
  constructor(nav, main, app) {
    this.nav = nav; this.main = main; this.app = app;
    /** @type {Map<string, HTMLElement>} */
    this.views = new Map();
    this.shown = "";
    /** @type {Promise<void> | undefined} */
    this.coming = undefined;
    // Their words are in the page, so that they are seen first.
    for (const { name } of places) nav.querySelector(`a[href="#${name}"] svg`)?.replaceWith(icon(/** @type {any} */ (name)));
    addEventListener("hashchange", () => this.show(location.hash.slice(1)));
  }

  /** @param {string} wanted */
  async show(wanted) {
    // The face is no place, but it has an address.
    if (wanted === "face") {
      await this.show("play");
      return this.app.openFace();
    }
    const place = places.find(({ name }) => name === wanted) ?? places[0];
    // Who asks for a place that is still on its way waits for it too.
    if (place.name !== this.shown) this.coming = this.enter(place);
    return this.coming;
  }

  /** @param {(typeof places)[number]} place */
  async enter(place) {
    this.leave();
    this.shown = place.name;
    document.body.dataset.place = place.name;
    for (const link of this.nav.querySelectorAll("a")) {
      if (link.getAttribute("href") === `#${place.name}`) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    }
    const view = this.views.get(place.name) ?? await this.fill(place);
    if (this.shown !== place.name) return;
    this.main.replaceChildren(view);
    for (const [element, top] of view.tops ?? []) element.scrollTop = top;
    this.app.widgets.wake();
    view.dispatchEvent(new Event("shown"));
  }

  /** What is under a finger gets no event any more when it leaves the document. */
  leave() {
    Sheet.close();
    const view = this.views.get(this.shown);
    if (!view?.isConnected) return;
    view.tops = [...view.querySelectorAll(".scrolls")].map((element) => [element, element.scrollTop]);
    // What has the focus hears that it loses it.
    /** @type {HTMLElement | null} */ (view.contains(document.activeElement) ? document.activeElement : null)?.blur();
    view.dispatchEvent(new Event("leaving"));
    dispatchEvent(new Event("leaving"));
  }

  /** @param {{name: string, title: string, load: () => Promise<any>}} place */
  async fill({ name, title, load }) {
    const view = /** @type {any} */ (make("section", { id: `view-${name}`, className: `view ${name}-place`, "aria-label": title }));
    // Play has the name of the sound as its heading.
    if (name !== "play") view.append(make("h1", { className: "unseen", textContent: title }));
    this.views.set(name, view);
    try {
      const [module] = await Promise.all([load(), name === "play" ? null : otherStyles()]);
      await this.app.ready;
      module.fill(view, this.app);
      // They come when somebody can play.
      if (name === "play") requestAnimationFrame(() => setTimeout(() => otherStyles().catch(() => {})));
    } catch (error) {
      this.views.delete(name);
      view.append(make("p", { className: "block", textContent: `${title} could not be loaded: ${error.message}` }));
    }
    return view;
  }
}
