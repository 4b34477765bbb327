// The styles of what is not shown first. Their links are in the page, and disabled until something needs them.

/** @type {Promise<unknown> | undefined} */
let coming;

/** Resolves when they are there. */
export function otherStyles() {
  coming ??= Promise.all([.../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[rel=stylesheet][disabled]"))].map((link) => new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => reject(new Error(`${link.getAttribute("href")} did not come`));
    link.disabled = false;
  })));
  return coming;
}
