// Parts: how loud each one is, and whether it plays.

/** A part's level and its switches. @param {import("./board.js").Board} board @param {string} part */
export function strip(board, part) {
  const element = document.createElement("div");
  element.className = "strip";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", `Part ${part}`);
  element.dataset.part = part;
  for (const [name, title] of [["mute", "Mute"], ["solo", "Solo"], ["level", "Level"]]) {
    const control = board.copy(`${part}/part.${name}`, title);
    if (control) element.append(control.element);
  }
  return element;
}
