// The face as a picture in Play's well. It opens over the whole screen, with its toolbar.
import { icon, make } from "../components/make.js";
import { makeFace } from "./face.js";

export class FacePicture {
  /** @param {import("../components/control.js").App} app @param {HTMLElement} element the well */
  constructor(app, element) {
    this.app = app; this.element = element;
    this.face = app.face ??= makeFace(app);
    this.open = make("button", { className: "open-face", "aria-label": "Open the face", title: "Open the face", on: { click: () => openFace(app) } }, icon("full"));
    element.append(this.open);
    // A picture that comes into the page takes the face there.
    new ResizeObserver(() => { if (this.element.isConnected) this.take(); else this.face.changed(); }).observe(element);
    this.take();
  }

  take() {
    this.face.home = this;
    if (this.face.isOpen || this.face.element.parentElement === this.element) return this.face.changed();
    this.element.prepend(this.face.element);
    this.face.changed();
  }
}

/** Shows the face over the whole screen. If a picture in the page has it, it goes back there.
 * @param {any} app */
export function openFace(app) {
  const face = app.face ??= makeFace(app);
  if (face.isOpen) return;
  face.isOpen = true;
  const before = document.activeElement;
  const close = () => {
    if (!face.isOpen) return;
    face.isOpen = false;
    over.remove();
    for (const event of ["leaving", "hashchange"]) removeEventListener(event, close);
    document.removeEventListener("fullscreenchange", left);
    if (document.fullscreenElement) document.exitFullscreen();
    if (face.home?.element.isConnected) face.home.take();
    face.changed();
    /** @type {HTMLElement | null} */ (before)?.focus?.();
  };
  const left = () => { if (!document.fullscreenElement) close(); };
  const over = make("section", { id: "view-face", "aria-label": "Face", on: { keydown: (event) => { if (event.key === "Escape") close(); } } },
    face.element, make("button", { className: "close", "aria-label": "Close the face", title: "Close the face", on: { click: close } }, icon("close")));
  document.querySelector("main")?.append(over);
  for (const event of ["leaving", "hashchange"]) addEventListener(event, close);
  face.changed();
  over.querySelector("button")?.focus();
  // Where the browser gives no full screen, the picture fills the place.
  const isAsked = navigator.userActivation?.isActive ?? true;
  if (document.fullscreenEnabled && isAsked) over.requestFullscreen({ navigationUI: "hide" }).then(() => document.addEventListener("fullscreenchange", left), () => {});
}
