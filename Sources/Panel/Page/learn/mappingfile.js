// The mapping files themselves: taken away, or shown at the line that a problem or a row names.
import { button } from "../components/button.js";
import { download } from "../components/download.js";
import { make } from "../components/make.js";
import { Sheet } from "../components/sheet.js";

/** So many lines are shown on each side of the one that is looked for. */
const mostAround = 200;

/** A file's name without its folders.
 * @param {string} file */
export const fileName = (file) => file.split("/").at(-1) ?? file;

export class MappingFiles {
  /** What becomes of the text that was asked for last.
   * @type {{file: string, use: (text: string) => void} | null} */
  wanted = null;

  /** @param {import("../instrument/line.js").Line} line @param {AbortSignal} signal */
  constructor(line, signal) {
    this.line = line;
    line.on("mapfile", ({ mapfile, text }) => {
      const { wanted } = this;
      if (wanted?.file !== mapfile) return;
      this.wanted = null;
      wanted?.use(text);
    }, signal);
  }

  /** @param {string} file @param {(text: string) => void} use */
  ask(file, use) {
    this.wanted = { file, use };
    this.line.send({ mapfile: file });
  }

  /** @param {string} file */
  keep(file) { this.ask(file, (text) => download(fileName(file), text, "text/yaml")); }

  /** Takes the only file away, or asks which one.
   * @param {{file: string, title: string}[]} files @param {Element} near */
  choose(files, near) {
    if (files.length === 1) return this.keep(files[0].file);
    const sheet = new Sheet("Download", { near });
    sheet.show(make("h2", { textContent: "Download" }), make("div", { className: "acts" }, ...files.map(({ file }) => button(fileName(file), () => { sheet.close(); this.keep(file); }, { picture: "save" }))));
  }

  /** @param {string} file @param {number} number of the line, from 1 @param {string} [problem] what is wrong there */
  show(file, number, problem = "") {
    this.ask(file, (text) => {
      const lines = text.split("\n");
      const first = Math.max(0, number - 1 - mostAround);
      const list = make("ol", { className: "log source", tabIndex: 0, start: first + 1, "aria-label": `${fileName(file)}, line ${number}` },
        ...lines.slice(first, number + mostAround).map((line, index) => make("li", { textContent: line || " ", ...(first + index + 1 === number ? { className: problem ? "bad" : "found", "aria-current": "true" } : {}) })));
      const sheet = new Sheet(fileName(file), { look: "wide" });
      sheet.show(make("h2", { className: "cut", textContent: fileName(file) }), ...(problem ? [make("p", { textContent: `Line ${number}: ${problem}` })] : []), list,
        make("div", { className: "row" }, button("Download", () => download(fileName(file), text, "text/yaml"), { picture: "save" }), make("span", { className: "grow" }), button("Close", () => sheet.close())));
      list.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
    });
  }
}
