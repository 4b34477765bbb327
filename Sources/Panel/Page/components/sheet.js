// A sheet: from below on a phone, a box near its control elsewhere. It never covers the strip: panic stays in reach.
import { make } from "./make.js";

let open = /** @type {Sheet | null} */ (null);

export class Sheet {
  /** @param {string} label @param {{near?: Element | null, look?: string, onClose?: () => void}} options */
  constructor(label, { near = null, look = "", onClose } = {}) {
    open?.close();
    this.onClose = onClose;
    this.before = document.activeElement;
    this.shade = make("div", { className: "shade", on: { pointerdown: (event) => { event.preventDefault(); this.close(); } } });
    this.element = make("div", { className: `sheet ${look}`, role: "dialog", "aria-label": label, on: {
      keydown: (event) => { if (event.key === "Escape") this.close(); event.stopPropagation(); },
    } }, make("span", { className: "grab" }));
    this.near = near?.getBoundingClientRect() ?? null;
    open = this;
  }

  /** @param {(Node | string)[]} children */
  show(...children) {
    this.element.append(...children);
    document.querySelector("main")?.append(this.shade, this.element);
    this.place();
    /** @type {HTMLElement | null} */ (this.element.querySelector("input, button"))?.focus({ preventScroll: true });
    return this;
  }

  /** Beside its control, inside the place. */
  place() {
    const room = document.querySelector("main")?.getBoundingClientRect();
    if (!this.near || !room || room.width < 600) return;
    this.element.classList.add("near");
    const [width, height] = [this.element.offsetWidth, this.element.offsetHeight];
    const [left, top] = [this.near.left + this.near.width / 2 - width / 2, this.near.bottom + 8];
    const isAbove = top + height > room.bottom && this.near.top - height - 8 > room.top;
    const y = isAbove ? this.near.top - height - 8 : Math.max(room.top + 8, Math.min(top, room.bottom - height - 8));
    this.element.style.left = `${Math.max(8, Math.min(left - room.left, room.width - width - 8))}px`;
    this.element.style.top = `${y - room.top}px`;
  }

  close() {
    if (open !== this) return;
    open = null;
    this.shade.remove();
    this.element.remove();
    this.onClose?.();
    /** @type {HTMLElement | null} */ (this.before)?.focus?.({ preventScroll: true });
  }

  /** Closes the sheet that is open. */
  static close() { open?.close(); }
}

// Also where a finger has taken the focus away.
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !open) return;
  event.preventDefault();
  open.close();
});
