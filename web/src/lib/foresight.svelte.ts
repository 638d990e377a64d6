import { between, nearText } from "./proposals";
import type { Choice, Key } from "./choices";
import type { Preview } from "./protocol";
import type { Point } from "./scene";

/** How the server is asked what an answer would mean. */
export type Ask = (value: unknown) => Promise<Preview>;

const SOON = 90;
const IDLE = 260;
const HALVINGS = 6;

/** What the answer in hand would mean, as the server says; and the nearest lawful one if it is refused. */
export class Foresight {
  preview: Preview | null = $state.raw(null);
  nearest: { value: unknown; text: string } | null = $state.raw(null);
  /** Where the moving piece stands; the table says so when it shows the question. */
  start: Point | null = null;
  #timer = 0;
  #idle = 0;
  #turn = 0;
  #of = "";

  /** Ask soon about what is then in hand, unless one looks at something else meanwhile. */
  look(choice: Choice, hand: () => unknown, ask: Ask): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#idle);
    const turn = ++this.#turn;
    if (choice.kind === "dice" || empty(choice, hand())) {
      this.preview = null;
      this.nearest = null;
      return;
    }
    this.#timer = window.setTimeout(() => {
      const asked = hand();
      void ask(asked).then((found) => {
        if (turn !== this.#turn) return;
        this.#of = JSON.stringify(asked);
        this.preview = found;
        if (found.legal) this.nearest = null;
        else this.#idle = window.setTimeout(() => void this.#seek(turn, choice, hand(), ask), IDLE);
      });
    }, SOON);
  }

  /** What is known of this very answer; nothing while another one is still shown. */
  of(value: unknown): Preview | null {
    return this.preview && this.#of === JSON.stringify(value) ? this.preview : null;
  }

  /** Find the nearest lawful answer by asking the server a few times; the browser knows no rule. */
  async #seek(turn: number, choice: Choice, refused: unknown, ask: Ask): Promise<void> {
    const blend = between(choice, refused, this.start);
    if (!blend) return;
    let [low, high, best] = [0, 1, null as unknown];
    const test = async (value: unknown): Promise<boolean> => (await ask(value)).legal;
    if (await test(blend(0))) best = blend(0);
    for (let i = 0; i < HALVINGS && turn === this.#turn; i++) {
      const part = (low + high) / 2;
      const value = blend(part);
      if (await test(value)) [low, best] = [part, value];
      else high = part;
    }
    if (turn === this.#turn && best !== null) {
      this.nearest = { value: best, text: nearText(choice, best, this.start) };
    }
  }
}

function empty(choice: Choice, value: unknown): boolean {
  if (choice.kind !== "pick" && choice.kind !== "play") return false;
  const count = (value as Key[]).length;
  return count < choice.least || (count === 0 && choice.kind === "pick"); // no cards at all may be refused too
}
