// The line to the instrument: one WebSocket that reconnects by itself, and a clock.

/** @typedef {(message: any) => void} Listener */

/** Messages are JSON objects. A listener gets those that have its key. */
export class Line {
  constructor() {
    /** @type {Map<string, Listener[]>} */
    this.listeners = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = 250;
    this.fingers = 0;
    this.roundTrip = NaN;
    this.token = takeToken();
    this.open();
    setInterval(() => this.ping(), 5000);
    addEventListener("pageshow", () => this.return());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.return(); });
  }

  /** @param {string} key @param {Listener} listener @param {AbortSignal} [signal] ends it */
  on(key, listener, signal) {
    this.listeners.set(key, [...(this.listeners.get(key) ?? []), listener]);
    signal?.addEventListener("abort", () => {
      this.listeners.set(key, (this.listeners.get(key) ?? []).filter((other) => other !== listener));
    });
  }

  /** @param {string} key @param {any} message */
  emit(key, message) {
    for (const listener of this.listeners.get(key) ?? []) listener(message);
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  /** Messages are dropped while the socket is closed: old touches must not be replayed. @param {object} message */
  send(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /** @param {Uint8Array} bytes */
  sendBytes(bytes) { if (this.isOpen) this.socket?.send(bytes); }

  open() {
    if (this.socket) return;
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/socket?${this.token}`);
    this.socket = socket;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.wait = 250;
      this.emit("open", {});
      // The page draws everything first. The clock is measured after that.
      for (let shot = 0; shot < 8; shot++) setTimeout(() => this.ping(), 400 + shot * 50);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      for (const key of Object.keys(message)) if (this.listeners.has(key)) { this.emit(key, message); break; }
    };
    socket.onclose = () => {
      this.socket = null;
      this.emit("closed", { refused: !wasOpen });
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(this.wait * 1.6, 4000);
    };
    this.listeners.has("pong") || this.on("pong", (message) => { this.roundTrip = performance.now() - message.pong; });
  }

  /** The page is shown again. */
  return() {
    this.wait = 250;
    if (!this.socket) this.open();
  }

  ping() {
    if (!document.hidden) this.send({ ping: performance.now() });
  }

  /** While a finger is down, pings are sent all the time, so that radios stay awake. @param {number} change */
  countFingers(change) {
    this.fingers = Math.max(0, this.fingers + change);
    if (this.fingers > 0 && !this.filler) this.filler = setInterval(() => this.ping(), 20);
    if (this.fingers === 0 && this.filler) {
      clearInterval(this.filler);
      this.filler = undefined;
    }
  }

  /**
   * Sends a request of a command; resolves with the lines of the answer.
   * @param {string[]} words @returns {Promise<string[]>}
   */
  ask(...words) {
    const number = ++Line.questions;
    return new Promise((resolve) => {
      Line.answers.set(number, resolve);
      if (!this.send({ ask: [number, ...words] })) resolve(["!device\u001fpanel\u001fthe instrument is not connected\u001fwait"]);
      if (!this.listeners.has("answer")) {
        this.on("answer", (message) => {
          Line.answers.get(message.answer)?.(message.lines);
          Line.answers.delete(message.answer);
        });
      }
    });
  }
}
Line.questions = 0;
/** @type {Map<number, (lines: string[]) => void>} */
Line.answers = new Map();

/** The secret comes in the address, and is kept for the next time. */
function takeToken() {
  const given = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(given)) {
    try { localStorage.setItem("token", given); } catch { /* private window: it is in the address */ }
    history.replaceState(null, "", "#play");
    return given;
  }
  try { return localStorage.getItem("token") ?? ""; } catch { return ""; }
}
