// Takes: what was played, as files to download, and a recording of the output.
import { make } from "./answers.js";

/** @param {number} seconds */
const length = (seconds) => (seconds < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, "0")}`);

/** @param {string} moment */
const when = (moment) => new Date(moment).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

/** @param {HTMLElement} view @param {import("./socket.js").Line} line @param {import("./board.js").Board} board */
export function takesList(view, line, board) {
  const record = make("button", { className: "record", textContent: "Record", hidden: true });
  const list = make("ol", { className: "takes", ariaLabel: "Takes" });
  const look = () => line.send({ takes: 1 });
  const bar = make("div", { className: "bar" }, record, make("button", { textContent: "Refresh", onclick: look }));
  const heading = make("h2", { textContent: "What was played" });
  view.append(heading, bar, list);

  const showRecord = () => {
    const widget = board.find("recording");
    record.hidden = widget === undefined;
    record.setAttribute("aria-pressed", String((widget?.value ?? 0) >= 0.5));
    record.title = widget?.about ?? "";
  };
  record.addEventListener("click", () => line.send({ set: ["recording", (board.find("recording")?.value ?? 0) >= 0.5 ? 0 : 1] }));
  line.on("widgets", showRecord);
  line.on("moved", showRecord);

  addEventListener("hashchange", () => requestAnimationFrame(() => { if (!view.hidden) look(); }));
  line.on("hello", () => { if (!view.hidden) look(); });
  line.on("takes", ({ takes }) => {
    list.hidden = takes === null;
    heading.hidden = takes === null && record.hidden;
    bar.lastElementChild.hidden = takes === null;
    const entries = (takes ?? []).toReversed().map((take) => make("li", {},
      make("b", { textContent: when(take.begin) }),
      make("span", { textContent: `${take.instrument} · ${length(take.seconds)} · ${take.notes === 1 ? "1 note" : `${take.notes} notes`}` }),
      make("button", { textContent: "Save", ariaLabel: `Save take ${take.take} as a MIDI file`, onclick: () => line.send({ take: take.take }) })));
    list.replaceChildren(...entries, ...(entries.length ? [] : [make("li", { className: "hint", textContent: "Nothing yet. Whatever is played is kept here, also without a recording." })]));
  });
  line.on("take", ({ file, midi }) => {
    const bytes = Uint8Array.from(atob(midi), (letter) => letter.charCodeAt(0));
    const address = URL.createObjectURL(new Blob([bytes], { type: "audio/midi" }));
    make("a", { href: address, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
}
