// Controllers: what is connected, which mapping each one has, and what to do next.
import { button } from "../components/button.js";
import { make, say } from "../components/make.js";
import { ask } from "../instrument/answers.js";

/** Something that is there or not, with a line about it and a button.
 * @param {string} name @param {string} about @param {boolean} isOn @param {Node[]} more */
export const device = (name, about, isOn, ...more) => make("li", { className: "dev" },
  make("i", { className: isOn ? "" : "no" }), make("span", { className: "grow cut" }, make("b", { className: "cut", textContent: name }), make("small", { textContent: about })), ...more);

/** @param {{client: string, port: string}} port */
const nameOf = ({ client, port }) => (client === port ? client : `${client}: ${port}`);

export class Controllers {
  /** @param {import("../components/control.js").App} app @param {() => void} again looks for ports again */
  constructor(app, again) {
    this.line = app.line;
    this.again = again;
    this.mappings = () => app.mappings();
    this.learn = () => app.learn?.();
    /** By its name: when a controller that is gone was connected last.
     * @type {Map<string, Date>} */
    this.seen = new Map();
    this.list = make("ul", { className: "ports" });
    this.element = make("section", { className: "block", "aria-label": "Controllers" },
      make("header", {}, make("h2", { textContent: "Controllers" }), make("span", { className: "grow" }), button("Mappings", this.mappings, { look: "small flat" })), this.list);
    this.heard = make("p", { className: "dim cut last", role: "note" });
    this.element.append(this.heard);
    app.line.on("heard", ({ heard, from }) => this.hear(heard, from));
  }

  /** What arrived last, at the screen's pace.
   * @param {string} text @param {string} from */
  hear(text, from) {
    this.text = from ? `${from}: ${text}` : text;
    if (!this.element.isConnected || this.frame) return;
    this.frame = requestAnimationFrame(() => { this.frame = 0; say(this.heard, this.text ?? ""); });
  }

  /** @param {{client: string, port: string, address: string, connected: boolean, mapping: string}[]} ports */
  draw(ports) {
    for (const port of ports) if (port.connected) this.seen.set(nameOf(port), new Date());
    const gone = [...this.seen].filter(([name]) => !ports.some((port) => nameOf(port) === name));
    this.list.replaceChildren(...ports.map((port) => this.row(port)), ...gone.map(([name, time]) => device(name, `seen at ${time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}, connects by itself`, false)));
    if (ports.length === 0) this.list.append(make("li", { className: "nothing", textContent: "No MIDI port is there. Plug in a controller, and Spinet connects it; or play on this page." }));
  }

  /** @param {{client: string, port: string, address: string, connected: boolean, mapping: string}} port */
  row({ client, port, address, connected, mapping }) {
    const name = nameOf({ client, port });
    if (!connected) {
      return device(name, mapping ? `not connected; its mapping would be ${mapping}` : "not connected", false, button("Connect", async () => {
        if (await ask(this.line, "connect", address)) this.again();
      }, { look: "small" }));
    }
    return mapping ? device(name, `mapping ${mapping}`, true, button("Mappings", this.mappings, { look: "small" }))
      : device(name, "no mapping of its own", true, button("Learn", this.learn, { look: "small learn" }));
  }
}
