import type { Point } from "./scene";
import * as keep from "./keep.svelte";
import { Asking } from "./asking.svelte";
import { callPlayer } from "./call";
import { idle, waits } from "./idle";
import type { Chain, ChainStep, Short } from "./chains";
import { livery } from "./livery";
import { signed } from "./parties";
import { drafted } from "./proposals";
import type { Choice, Pick } from "./choices";
import type { Chat, Drafts, FromServer, Hint, Look, Preview, Refusal, Sheet, TableMessage, Told } from "./protocol";
import { Show } from "./show.svelte";
import { Socket, type Line as Wire } from "./socket";
import { capital, chronicle, counted, Names } from "./wording";

const MOST_SHOWN = 200;

/** One battle as this seat knows it. */
export class Table {
  now: TableMessage | null = $state.raw(null);
  events: Told[] = $state.raw([]);
  chats: Chat[] = $state.raw([]);
  unread = $state(0);
  refusal: Refusal | null = $state.raw(null);
  notice: string = $state("");
  line: Wire = $state("connecting");
  asking: Asking | null = $state.raw(null);
  /** A secret answer was given that nobody has seen yet: it can be taken back freely. */
  locked = $state(false);
  waitingSince = $state(0);
  /** What was passed by itself, because nothing else was possible. */
  passed: string = $state("");
  /** What was left as it is because it is seldom wanted. */
  waived: string = $state("");
  /** What the captain advises, and why. */
  counsel: Hint | null = $state.raw(null);
  /** A single tap would have done what cannot be taken back: it is proposed instead. */
  final = $state(false);
  #takenBack = false;
  /** What was passed or waived is said beside the next question, and no longer. */
  #said = false;
  /** The captain sets the men up, and nobody watches it. */
  hurrying = false;
  readonly show = new Show();
  readonly names = new Names();
  readonly lines = $derived(chronicle(this.events, this.names));
  /** What allies wear in common, by side. */
  readonly signs = $derived(signed(this.now?.scene.sides ?? []));
  #known = 0;
  #era: number | null = null;
  #queue: (TableMessage | Drafts)[] = [];
  #draining = false;
  #previews = new Map<number, (found: Preview) => void>();
  #looks = new Map<number, (found: Look) => void>();
  #chains = new Map<number, (found: Chain | null) => void>();
  #papers = new Map<number, (found: Sheet[]) => void>();
  #count = 0;
  #socket: Socket;

  constructor(
    readonly id: string,
    readonly token: string | null,
  ) {
    this.#socket = new Socket(
      id,
      () => ({
        seat: this.token,
        since: this.#known,
        ...(this.#era === null ? {} : { era: this.#era }),
        ...(keep.settings.name ? { name: keep.settings.name } : {}),
        contribution: contribution(),
      }),
      (message) => this.#hear(message),
      (line) => {
        this.line = line;
        if (line !== "open") this.#forsake(); // what was asked on a lost line is never answered
      },
    );
    this.#socket.open();
  }

  close(): void {
    this.#socket.close();
  }

  get you(): string | null {
    return this.now?.you ?? null;
  }

  get watching(): boolean {
    return this.now !== null && this.now.you === null;
  }

  tincture(side: string | null): string {
    const found = this.now?.sides.find((one) => one.key === side);
    return found ? livery(found.tincture, found.pattern) : "sable";
  }

  sideName(side: string | null): string {
    if (side === null) return "nobody";
    const found = this.now?.sides.find((one) => one.key === side);
    return this.now?.scene.sides.find((one) => one.key === side)?.name || found?.name || side;
  }

  // -- what the player says

  answer(value: unknown, tentative = false): void {
    this.passed = this.waived = "";
    this.#takenBack = false;
    this.locked = this.asking?.question.together === true;
    this.#say({ type: "answer", number: this.asking?.question.number, value, ...(tentative ? { tentative } : {}) });
  }

  /** Carry out a chain as it was proposed. */
  carry(chain: { steps: ChainStep[]; unit: number[]; short: Short; title: string; others?: "way" | "enemy" | "step"; by?: Point }): void {
    this.passed = this.waived = "";
    this.#takenBack = false;
    this.#say({ type: "carry", number: this.asking?.question.number, ...chain });
  }

  /** Answer, and let what else is asked in this step go likewise. */
  onward(choice: Choice, value: unknown): void {
    this.carry({ steps: [{ name: `${choice.key}@${choice.about.join(",")}`, value, how: "answer" }], unit: [], short: "far", title: choice.prompt, others: "step" });
  }

  /** Ask what follows from a gesture; null if it was asked too late. */
  touch(said: Record<string, unknown>): Promise<Chain | null> {
    const id = ++this.#count;
    return new Promise((done) => {
      this.#chains.set(id, done);
      if (!this.#socket.say({ type: "touch", id, ...said })) {
        this.#chains.delete(id);
        done(null);
      }
    });
  }

  draft(index: number, value: unknown): void {
    this.#say({ type: "draft", number: this.asking?.question.number, index, value });
  }

  commit(): void {
    this.locked = true;
    this.#say({ type: "commit", number: this.asking?.question.number });
  }

  undo(): void {
    this.passed = this.waived = "";
    this.#takenBack = true; // or what passes by itself would pass again at once
    if (this.now?.can_undo) this.#say({ type: "undo" });
    else this.notice = "There is nothing to take back.";
  }

  consent(agree: boolean): void {
    this.#say({ type: "consent", agree });
  }

  hint(): void {
    if (!this.asking) return;
    this.notice = "The captain thinks …";
    this.#say({ type: "hint", number: this.asking.question.number });
  }

  /** Let the captain set one's men up. */
  setUp(): void {
    this.#say({ type: "auto", scope: "setup" });
  }

  auto(on: boolean): void {
    this.#say({ type: "auto", scope: on ? "phase" : "off" });
  }

  /** Give up: the step under way ends first, and the captain plays it out. */
  concede(on: boolean): void {
    this.#say({ type: "call", what: "concede", off: !on });
    this.auto(on);
  }

  chat(text: string): void {
    this.#say({ type: "chat", text });
  }

  preview(number: number, index: number, value: unknown): Promise<Preview> {
    const id = ++this.#count;
    return new Promise((done) => {
      this.#previews.set(id, done);
      if (!this.#socket.say({ type: "preview", id, number, index, value })) this.#previews.delete(id);
    });
  }

  /** Ask what may be shown of a piece, or of another seen from it; a refusal is never answered. */
  look(piece: number, other: number | null): Promise<Look> {
    const id = ++this.#count;
    return new Promise((done) => {
      this.#looks.set(id, done);
      const asked = { type: "look", id, piece, ...(other === null ? {} : { other }) };
      if (!this.#socket.say(asked)) this.#looks.delete(id);
    });
  }

  /** Ask for one's own papers. */
  sheets(): Promise<Sheet[]> {
    const id = ++this.#count;
    return new Promise((done) => {
      this.#papers.set(id, done);
      if (this.you === null || !this.#socket.say({ type: "sheets", id })) {
        this.#papers.delete(id);
        done([]);
      }
    });
  }

  #say(message: Record<string, unknown>): void {
    this.refusal = null;
    this.notice = "";
    if (!this.#socket.say(message)) {
      this.notice = "Not connected just now; try again in a moment.";
      this.locked = false;
      this.asking?.release();
    }
  }

  // -- what the server says

  #hear(message: FromServer): void {
    switch (message.type) {
      case "table":
      case "drafts": // in turn: the table they belong to may still be on show
        this.#queue.push(message);
        void this.#drain();
        break;
      case "refused":
        this.#refused(message);
        break;
      case "preview":
        this.#previews.get(message.id)?.(message);
        this.#previews.delete(message.id);
        break;
      case "look":
        this.#looks.get(message.id)?.(message);
        this.#looks.delete(message.id);
        break;
      case "chain":
        this.#chains.get(message.id)?.(message.chain);
        this.#chains.delete(message.id);
        break;
      case "sheets":
        this.#papers.get(message.id)?.(message.sheets);
        this.#papers.delete(message.id);
        break;
      case "hint":
        this.#hinted(message);
        break;
      case "chat":
        if (this.chats.some((one) => one.at === message.at && one.text === message.text)) break;
        this.chats = [...this.chats, message];
        if (message.side !== this.you) this.unread += 1;
        break;
    }
  }

  #refused(message: Refusal): void {
    if (message.to === "preview" || message.to === "look") return;
    if (message.to === "touch") {
      return this.#forsake(); // the table has moved on
    }
    if (message.code === "final") {
      this.asking?.release();
      this.final = true; // it is proposed; said again it is done
      return;
    }
    if (message.code === "stale") this.notice = "The table has moved on; shown again.";
    else this.refusal = message;
    this.asking?.release();
  }

  #forsake(): void {
    for (const done of this.#chains.values()) done(null);
    this.#chains.clear();
  }

  #hinted(hint: Hint): void {
    if (hint.number !== this.asking?.question.number) return;
    const prompt = this.asking.question.choices[hint.index]?.prompt ?? "";
    const text = hint.text.replace(`${prompt}: `, "");
    if (hint.reason) {
      this.notice = "";
      this.counsel = { ...hint, text };
    } else this.notice = text;
    if (!hint.chain?.ghosts?.length) this.asking.take(hint.index, hint.value);
  }

  async #drain(): Promise<void> {
    if (this.#draining) return;
    this.#draining = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      if (next.type === "drafts") this.#redraft(next);
      else await this.#take(next);
    }
    this.#draining = false;
  }

  /** Nothing has changed but what this seat has drafted, here or on another device. */
  #redraft({ number, drafts }: Drafts): void {
    const question = this.now?.question;
    if (!this.now || !question || question.number !== number) return;
    const again = drafted(question, drafts);
    this.now = { ...this.now, question: again };
    if (this.asking?.question.number === number) this.asking.refresh(again);
  }

  async #take(message: TableMessage): Promise<void> {
    const first = this.now === null;
    const before = this.events.length;
    const back = message.events_from < before;
    this.names.learn(message.scene);
    const old = this.events.slice(0, message.events_from);
    this.#known = message.events_from + message.events.length;
    this.#era = message.era ?? null;
    const quiet = first || back || (this.hurrying && !message.scene.round) || message.events.length > MOST_SHOWN;
    if (quiet) this.events = [...old, ...message.events];
    // what is asked waits until it has been shown why
    this.now = first || quiet ? message : { ...message, question: null, result: null };
    if (!sameQuestion(this.asking, message)) this.asking = null;
    if (quiet) this.show.snap(message.scene);
    else {
      await this.show.play(message.events, message.scene, (told) => {
        this.events = [...this.events, told];
      });
    }
    this.now = message;
    if (this.hurrying && message.question && !message.auto && !message.scene.round) this.setUp();
    if (message.scene.round) this.hurrying = false;
    if (message.question || message.result || message.events.length) this.locked = false;
    this.#ask(message);
    this.#remember(message);
  }

  #ask(message: TableMessage): void {
    this.waitingSince = Date.now();
    if (message.question) this.show.rested();
    if (!message.question || message.result) {
      this.asking = null;
    } else if (this.asking?.question.number === message.question.number) {
      this.asking.refresh(message.question);
    } else {
      this.refusal = null;
      this.final = false;
      this.counsel = null;
      this.asking = new Asking(this, message.question);
      if (keep.settings.passAlone && !this.#takenBack && idle(message.question)) return this.#pass();
      if (keep.settings.passAlone && !this.#takenBack) this.asking.settle();
      if (keep.settings.passSeldom && !this.#takenBack && waits(message.question)) return this.#waive();
      if (!this.#said) this.passed = this.waived = "";
      this.#said = false;
      callPlayer(message.battle.scenario_title, message.question.choices[0]?.prompt ?? "");
    }
    if (!this.asking) callPlayer(message.battle.scenario_title, null);
  }

  #pass(): void {
    this.#said = true;
    const { prompt, options } = this.asking!.choice as Pick;
    const only = options.find((one) => one.because === undefined)!;
    this.asking!.give();
    this.passed = `${prompt} ${capital(only.label)}: nothing else was possible.`;
  }

  /** What is seldom wanted is left as it is; a button comes back to it. */
  #waive(): void {
    this.#said = true;
    const { prompt, usual, options } = this.asking!.choice as Pick;
    const plain = options.find((one) => one.key === usual);
    this.asking!.propose([usual!]);
    this.asking!.give();
    this.waived = `${prompt} ${capital(plain?.label ?? "")}.`;
  }

  #remember({ battle, you, scene }: TableMessage): void {
    if (this.token === null) return;
    keep.keep({
      id: this.id,
      side: you,
      token: this.token,
      title: battle.scenario_title,
      book: battle.book_title,
      round: battle.round,
      counted: counted(scene),
      status: battle.status,
      at: Date.now(),
    });
  }
}

function sameQuestion(asking: Asking | null, message: TableMessage): boolean {
  return asking !== null && asking.question.number === message.question?.number;
}

function contribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
