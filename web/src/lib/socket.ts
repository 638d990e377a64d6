import type { FromServer } from "./protocol";

export type Line = "connecting" | "open" | "lost" | "closed";

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
const PULSE = 20_000;

/** One line to a battle; it comes back by itself and sits down again. */
export class Socket {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer = 0;
  #pulse = 0;
  #ended = false;

  constructor(
    private readonly battle: string,
    private readonly sit: () => Record<string, unknown>,
    private readonly hear: (message: FromServer) => void,
    private readonly line: (state: Line) => void,
  ) {}

  open(): void {
    if (this.#ended) return;
    this.line("connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/battles/${encodeURIComponent(this.battle)}/socket`;
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "sit", ...this.sit() }));
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      const said = JSON.parse(message.data) as FromServer;
      if (said.type === "table") {
        this.#wait = FIRST_WAIT;
        this.line("open");
      }
      this.hear(said);
    };
    socket.onclose = () => this.#lost();
    clearInterval(this.#pulse);
    this.#pulse = window.setInterval(() => this.say({ type: "ping" }), PULSE);
  }

  say(message: Record<string, unknown>): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    this.#socket?.close();
    this.line("closed");
  }

  #lost(): void {
    clearInterval(this.#pulse);
    if (this.#ended) return;
    this.line("lost");
    const wait = this.#wait * (0.8 + 0.4 * Math.random());
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 1.7);
    this.#timer = window.setTimeout(() => this.open(), wait);
  }
}
