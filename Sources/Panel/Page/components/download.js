// Files that a person takes away.
import { make } from "./make.js";

/** Gives the user a file.
 * @param {string} name @param {BlobPart} content @param {string} type */
export function download(name, content, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
