// Requests to the instrument, as `spinet` sends them, and its answers.

/** An answer's error as a sentence; null for an answer without an error.
 * @param {string[]} lines */
export function refusal(lines) {
  if (lines.length === 0) return "the instrument gave no answer";
  if (!lines[0].startsWith("!")) return null;
  const [, what, why, remedy] = lines[0].slice(1).split("\u001f");
  return [what, [why, remedy].filter((one) => one).join("; ")].filter((one) => one).join(": ");
}

/**
 * Asks, and shows a refusal as a notice.
 * @param {import("./line.js").Line} line @param {string[]} words @returns {Promise<string[] | null>}
 */
export async function ask(line, ...words) {
  const lines = await line.ask(...words);
  const problem = lines.length === 0 ? null : refusal(lines);
  if (problem) dispatchEvent(new CustomEvent("notice", { detail: { text: problem } }));
  return problem ? null : lines;
}
