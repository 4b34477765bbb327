// The line to the instrument: one WebSocket that reconnects by itself, and a clock.

/** @typedef {(message: any) => void} Listener */

/** All in milliseconds: from ping to ping, and the longest wait for an answer. */
const [pace, patience] = [1000, 1700];
const [shortestWait, longestWait] = [250, 4000];

/** Messages are JSON objects. A listener gets those whose first key is its own. */
export class Line {
  constructor() {
    /** @type {Map<string, Listener[]>} */
    this.listeners = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = shortestWait;
    this.fingers = 0;
    this.roundTrip = NaN;
    /** When the oldest ping without an answer was sent. */
    this.unanswered = 0;
    /** Since when nothing is connected; 0 while something is. */
    this.goneSince = 0;
    this.questions = 0;
    /** @type {Map<number, (lines: string[]) => void>} */
    this.answers = new Map();
    /** What has arrived before the page listens; null from then on.
     * @type {[string, any][] | null} */
    this.early = [];
    this.token = keptToken();
    this.on("pong", (message) => this.answered(message));
    this.on("answer", (message) => {
      this.answers.get(message.answer)?.(message.lines);
      this.answers.delete(message.answer);
    });
    this.open();
    setInterval(() => this.ping(), pace);
    addEventListener("pageshow", () => this.return());
    addEventListener("online", () => this.return());
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
    if (this.early) this.early.push([key, message]);
    else for (const listener of this.listeners.get(key) ?? []) listener(message);
  }

  /** Everything listens now: what has arrived meanwhile is told. */
  begin() {
    const { early } = this;
    this.early = null;
    for (const [key, message] of early ?? []) this.emit(key, message);
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  /** Messages are dropped while the socket is closed: old touches must not be replayed.
   * @param {object} message */
  send(message) {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify(message));
    return true;
  }

  /** @param {Uint8Array} bytes */
  sendBytes(bytes) { if (this.isOpen) this.socket?.send(/** @type {any} */ (bytes)); }

  open() {
    if (this.socket) return;
    clearTimeout(this.next);
    const socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/socket?${this.token}`);
    this.socket = socket;
    let wasOpen = false;
    // A network that swallows everything would let the browser wait for minutes.
    const limit = setTimeout(() => { if (!wasOpen) this.lose(socket, true); }, 2 * patience);
    socket.onopen = () => {
      clearTimeout(limit);
      wasOpen = true;
      this.wait = shortestWait;
      this.goneSince = 0;
      this.emit("open", {});
      // The page draws everything first. The clock is measured after that.
      setTimeout(() => this.measure(), 400);
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      this.emit(Object.keys(message)[0], message);
    };
    socket.onclose = () => {
      clearTimeout(limit);
      this.lose(socket, !wasOpen);
    };
  }

  /** A socket is closed, or nothing comes from it.
   * @param {WebSocket} socket @param {boolean} refused */
  lose(socket, refused) {
    if (this.socket !== socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.socket = null;
    // Nothing has been heard since then.
    this.goneSince ||= this.unanswered || performance.now();
    this.hear();
    for (const answer of this.answers.values()) answer(noAnswer);
    this.answers.clear();
    this.emit("closed", { refused });
    this.next = setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(this.wait * 1.6, longestWait);
  }

  /** The page is shown again, or somebody wants it now. */
  return() {
    this.wait = shortestWait;
    this.hear();
    if (!this.socket) this.open(); else this.ping();
  }

  /** Measures the clock, and how far the instrument is. */
  measure() { for (let shot = 0; shot < 8; shot++) setTimeout(() => this.ping(), shot * 50); }

  ping() {
    if (document.hidden) return;
    const now = performance.now();
    if (!this.send({ ping: now })) return;
    this.unanswered ||= now;
    this.watch ??= setTimeout(() => this.check(), patience);
  }

  /** @param {any} message */
  answered(message) {
    this.roundTrip = performance.now() - message.pong;
    this.hear();
  }

  /** Something is on the other side. */
  hear() {
    this.unanswered = 0;
    clearTimeout(this.watch);
    /** @type {number | undefined} */
    this.watch = undefined;
  }

  /** A dead network does not close a socket. */
  check() {
    this.watch = undefined;
    if (!this.socket || this.early || this.unanswered === 0 || document.hidden) return;
    if (performance.now() - this.unanswered > patience - 1) this.lose(this.socket, false);
  }

  /** While a finger is down, pings are sent all the time, so that radios stay awake.
   * @param {number} change */
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
    const number = ++this.questions;
    return new Promise((resolve) => {
      if (this.send({ ask: [number, ...words] })) this.answers.set(number, resolve); else resolve(noAnswer);
    });
  }
}

const noAnswer = ["!device\u001fpanel\u001fthe instrument is not connected\u001fwait"];

/** The secret comes in the address, and is kept for the next time. */
function keptToken() {
  const given = location.hash.slice(1);
  if (/^[0-9a-f]{32}$/.test(given)) {
    try { localStorage.setItem("token", given); } catch { /* private window: it is in the address */ }
    history.replaceState(null, "", "#play");
    return given;
  }
  try { return localStorage.getItem("token") ?? ""; } catch { return ""; }
}
