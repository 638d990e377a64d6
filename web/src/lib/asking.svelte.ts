import { alike } from "./batches";
import { facingTo, rotate, round } from "./geometry";
import { Foresight } from "./foresight.svelte";
import { soleWay } from "./idle";
import { likewise, withCard } from "./hands";
import * as lately from "./lately";
import { routed } from "./routes";
import { first, paced, plain, proposedBy } from "./proposals";
import type { Choice, Key, Move, Option, Pick, Place, Places, Question, Way } from "./choices";
import type { Preview } from "./protocol";
import type { Point, Spot } from "./scene";

/** What an answer needs of the table. */
export interface Desk {
  answer(value: unknown, tentative?: boolean): void;
  onward(choice: Choice, value: unknown): void;
  draft(index: number, value: unknown): void;
  commit(): void;
  preview(number: number, index: number, value: unknown): Promise<Preview>;
}

const PATIENCE = 3000;

/** A question while it is being answered: what is proposed, and what it would mean. */
export class Asking {
  question: Question;
  at = $state(0);
  values: unknown[] = $state.raw([]);
  set: boolean[] = $state.raw([]);
  readonly foresight = new Foresight();
  sent = $state(false);
  /** Which piece of a placing is held, and whether the others go with it. */
  held = $state(0);
  together = $state(true);
  #served: boolean[] = [];
  #changed = new Set<number>();
  #given = 0;
  /** How many way-points of a move the player himself has set. */
  #bends = 0;

  constructor(
    private readonly desk: Desk,
    question: Question,
  ) {
    this.question = $state.snapshot(question) as Question;
    this.values = question.choices.map(first);
    this.set = question.choices.map((choice) => choice.draft !== undefined);
    this.at = Math.max(0, this.set.indexOf(false));
    this.look();
  }

  /** The same question again, perhaps with other drafts. */
  refresh(question: Question): void {
    this.#served = question.choices.map((choice) => choice.draft !== undefined);
    // what another device of this seat has drafted is shown, unless it is set or being changed here
    const others = (i: number): boolean => this.#served[i]! && !this.set[i] && !this.#changed.has(i);
    this.values = this.values.map((old, i) => (others(i) ? first(question.choices[i]!) : old));
    // drafts on their way count; one that is being changed does not
    this.set = this.set.map((was, i) => was || (this.#served[i]! && !this.#changed.has(i)));
    // what was given is on its way while drafts are still echoed; if it got lost it may be given again
    const left = this.#given + PATIENCE - Date.now();
    if (!this.sent || left <= 0) this.sent = false;
    else setTimeout(() => (this.sent = false), left);
  }

  get choice(): Choice {
    return this.question.choices[this.at]!;
  }

  get batch(): boolean {
    return this.question.choices.length > 1;
  }

  get value(): unknown {
    return this.values[this.at];
  }

  get complete(): boolean {
    return this.batch && this.set.every(Boolean);
  }

  /** Whether all that is open in a batch has a usual answer: one word gives them all. */
  get usual(): boolean {
    if (routed(this.choice) && this.value !== null && String(this.value) !== String(proposedBy(this.choice))) return false; // his own route is written first
    return this.batch && !this.complete && this.question.choices.every((one, i) => this.set[i] || proposedBy(one) !== null);
  }

  /** Whether the answer in hand can be given. */
  get ready(): boolean {
    if (this.sent) return false;
    if (this.complete || this.usual) return true;
    const { choice, value } = this;
    if (choice.kind === "pick" || choice.kind === "play") {
      const count = (value as Key[]).length;
      return count >= choice.least && count <= choice.most && this.foresight.of(value)?.legal !== false;
    }
    if (choice.kind === "dice") {
      const faces = value as number[];
      return faces.every((face) => face > 0);
    }
    if (choice.kind === "write") {
      return this.preview?.legal !== false && choice.fields.every((f) => f.kind === "text" || f.words.includes("") || (value as Record<string, unknown>)[f.name] !== "");
    }
    return this.preview?.legal !== false || this.nearest !== null;
  }

  get preview(): Preview | null {
    return this.foresight.preview;
  }

  get nearest(): Foresight["nearest"] {
    return this.foresight.nearest;
  }

  /** Ask what the answer in hand would mean. */
  look(): void {
    const [{ number }, index] = [this.question, this.at];
    const { choice } = this;
    this.foresight.look(choice, () => this.values[index], (value) => this.desk.preview(number, index, plain(choice, value)));
  }

  /** Whether giving the answer means the nearest lawful one instead of what is shown. */
  get yielding(): boolean {
    return this.preview?.legal === false && this.nearest !== null;
  }

  /** Who of a batch of ways goes along with the one in hand, and where each stands. */
  company: Map<number, Point> = $state.raw(new Map());

  propose(value: unknown): void {
    this.values = this.values.map((old, i) => (i === this.at ? value : old));
    if (this.choice.kind === "move" && this.company.size > 1) this.#lead(value as Way);
    this.foresight.nearest = null;
    this.#changed.add(this.at);
    if (this.set[this.at]) this.set = this.set.map((was, i) => (i === this.at ? false : was));
    this.look();
  }

  /** The others go as far in the same direction, at the same pace if they have it. */
  #lead([gait, points, facing]: Way): void {
    const from = this.company.get(this.at);
    if (!from) return;
    this.values = this.values.map((old, i) => {
      const start = this.company.get(i);
      const choice = this.question.choices[i]!;
      if (!start || i === this.at || choice.kind !== "move") return old;
      const [dx, dy] = [start[0] - from[0], start[1] - from[1]];
      const pace = choice.gaits.includes(gait) ? gait : (choice.gaits[0] ?? "");
      return [pace, points.map(([x, y]): Point => [round(x + dx), round(y + dy)]), facing];
    });
  }

  /** Take every way or place of a batch as it is drawn. */
  allAsDrawn(): void {
    this.#draftAll();
  }

  get drawn(): boolean {
    return this.batch && this.question.choices.every((choice) => ["move", "place", "write"].includes(choice.kind));
  }

  /** Which word for the whole force was said, if one was. */
  preset: number | null = $state(null);

  /** Say one word to the whole force; who cannot be told so stays open. */
  sayAll(index: number): void {
    const values = this.question.presets?.[index]?.values;
    if (!values) return;
    this.preset = index;
    this.values = this.values.map((old, i) => (values[i] == null ? old : [values[i]!]));
    this.question.choices.forEach((_, i) => values[i] != null && this.desk.draft(i, this.plainValue(i)));
    this.set = this.set.map((was, i) => was || values[i] != null);
    this.#changed.clear();
    const next = this.set.indexOf(false);
    if (next >= 0) this.go(next);
  }

  /** Who was told something else than the whole force. */
  differs(index: number): boolean {
    const said = this.preset === null ? null : this.question.presets?.[this.preset]?.values[index];
    return said != null && this.set[index] === true && (this.values[index] as Key[])[0] !== said;
  }

  /** Answer each question of a batch with its own key. */
  each(keys: Key[]): void {
    this.values = keys.map((key) => [key]);
    this.#draftAll();
  }

  /** The captain's proposal, or a lawful one near by. */
  take(index: number, value: unknown): void {
    const choice = this.question.choices[index];
    if (!choice) return;
    this.at = index;
    const one = choice.kind === "pick" || choice.kind === "play";
    this.propose(one && !Array.isArray(value) ? [value] : value);
  }

  choose(key: Key): void {
    const choice = this.choice as Pick;
    const option = choice.options.find((one) => one.key === key);
    if (!option || option.because !== undefined) return;
    const chosen = this.value as Key[];
    if (choice.most > 1 && option.card) {
      const keys = withCard(choice, chosen, key);
      if (keys.length <= choice.most) this.propose(keys);
    } else if (choice.most === 1) this.propose([key]);
    else if (chosen.includes(key)) this.propose(chosen.filter((one) => one !== key));
    else if (chosen.length < choice.most) this.propose([...chosen, key]);
  }

  /** The cards in hand for others too, as far as they have them. */
  likewise(indices: number[]): void {
    const [from, keys] = [this.choice as Pick, this.value as Key[]];
    for (const i of indices) {
      const to = this.question.choices[i];
      if (to?.kind !== "play") continue;
      const same = likewise(from, keys, to);
      if (same.length < to.least || same.length > to.most) continue;
      this.values = this.values.map((old, j) => (i === j ? same : old));
      this.set = this.set.map((was, j) => was || i === j);
      this.#changed.delete(i);
      this.desk.draft(i, this.plainValue(i));
    }
  }

  /** What could be said alike to every question of a batch. */
  get alike(): Option[] {
    return this.batch ? alike(this.question.choices) : [];
  }

  /** Say the same to every question of a batch. */
  allAlike(key: Key): void {
    this.values = this.values.map(() => [key]);
    this.#draftAll();
  }

  /** Say the same to some of a batch, wherever it may be said. */
  chooseFor(indices: number[], key: Key): void {
    for (const i of indices) {
      const choice = this.question.choices[i];
      if (choice?.kind !== "pick" && choice?.kind !== "play") continue;
      if (!choice.options.some((one) => one.key === key && one.because === undefined)) continue;
      this.values = this.values.map((old, j) => (i === j ? [key] : old));
      this.set = this.set.map((was, j) => was || i === j);
      this.#changed.delete(i);
      this.desk.draft(i, this.plainValue(i));
    }
    const next = this.set.indexOf(false);
    if (next >= 0) this.go(next);
    else this.look();
  }

  /** Whoever of a batch has nothing to choose is set by himself; it can be looked at until it is committed. */
  settle(): void {
    if (!this.batch || this.question.presets?.length) return; // one word for all says it to them too
    this.question.choices.forEach((choice, i) => {
      const key = this.set[i] ? null : soleWay(choice);
      if (key !== null) this.chooseFor([i], key);
    });
  }

  /** Set one of a batch at once, for it can be changed until the whole is committed; then on to the next. */
  setOne(key: Key): void {
    const option = (this.choice as Pick).options.find((one) => one.key === key);
    this.propose([key]);
    this.#draft();
    const next = this.set.indexOf(false);
    if (next >= 0 && !option?.odds) this.go(next); // who reads odds goes on when he has read them
  }

  #draft(): void {
    const along = this.choice.kind === "move" ? this.company : new Map<number, Point>();
    for (const i of new Set([this.at, ...along.keys()])) {
      this.desk.draft(i, this.plainValue(i));
      this.#changed.delete(i);
    }
    this.set = this.set.map((was, i) => was || i === this.at || along.has(i));
  }

  /** The last answers to the same questions, if there were any. */
  get before(): (Key[] | null)[] | null {
    return this.batch ? lately.before(this.question.choices) : null;
  }

  asBefore(): void {
    const rest = this.question.presets?.find((one) => one.rest)?.values ?? [];
    const found = this.before?.map((one, i) => one ?? (rest[i] == null || this.set[i] ? null : [rest[i]!]));
    if (!found) return;
    this.values = this.values.map((old, i) => found[i] ?? old);
    found.forEach((one, i) => one && this.desk.draft(i, this.plainValue(i)));
    this.set = this.set.map((was, i) => was || found[i] !== null);
    found.forEach((one, i) => one && this.#changed.delete(i));
    const next = this.set.indexOf(false);
    if (next >= 0) this.go(next);
  }

  #draftAll(which: (index: number) => boolean = () => true): void {
    this.question.choices.forEach((_, i) => which(i) && this.desk.draft(i, this.plainValue(i)));
    this.set = this.set.map(() => true);
    this.#changed.clear();
  }

  /** All that may be chosen together, as far as the number allows. */
  chooseAll(): void {
    const choice = this.choice as Pick;
    if (choice.whole) return this.propose([...choice.whole]);
    const open = choice.options.filter((option) => option.because === undefined);
    this.propose(open.slice(0, choice.most).map((option) => option.key));
  }

  go(index: number): void {
    this.at = index;
    this.held = 0;
    this.look();
  }

  /** Give the answer in hand: alone, as one of a batch, or the whole batch. */
  give(tentative = false): void {
    if (!this.ready) return;
    this.#given = Date.now();
    if (this.usual) this.#draftAll((i) => !this.set[i]);
    if (this.complete) {
      this.sent = true;
      lately.remember(this.question.choices, (i) => this.plainValue(i));
      this.desk.commit();
      return;
    }
    if (this.yielding) this.propose(this.nearest!.value);
    const value = this.plainValue(this.at);
    if (!this.batch) {
      this.sent = true;
      this.desk.answer(value, tentative);
      return;
    }
    this.#draft();
    const next = this.set.indexOf(false);
    if (next >= 0) this.go(next);
  }

  /** What the rest of the step could be told at one word: to do likewise, or what each question proposes. */
  get onward(): "" | "likewise" | "usual" {
    const { choice } = this;
    if (this.batch || this.question.together) return "";
    return choice.kind === "drill" ? "likewise" : proposedBy(choice) ? "usual" : "";
  }

  /** Give the answer in hand, and let the rest of the step go likewise. */
  giveOnward(): void {
    if (!this.ready || !this.onward) return;
    this.#given = Date.now();
    this.sent = true;
    this.desk.onward(this.choice, this.plainValue(this.at));
  }

  /** Something was refused: only what the server holds is set. */
  release(): void {
    this.sent = false;
    if (this.batch && this.#served.length) this.set = [...this.#served];
  }

  plainValue(index: number): unknown {
    return plain(this.question.choices[index]!, this.values[index]);
  }

  // -- placing

  get places(): Places {
    return this.value as Places;
  }

  spotOf(id: number): Spot {
    return this.places[String(id)] ?? [0, 0, 0];
  }

  /** Carry a piece (and with it the others) by so much. */
  carry(id: number, dx: number, dy: number): void {
    const choice = this.choice as Place;
    const moved: Places = {};
    for (const one of choice.pieces) {
      const [x, y, facing] = this.spotOf(one);
      const goes = one === id || this.together;
      moved[String(one)] = goes ? [round(x + dx), round(y + dy), facing] : [x, y, facing];
    }
    this.propose(moved);
  }

  carryTo(id: number, x: number, y: number): void {
    const [oldX, oldY] = this.spotOf(id);
    this.carry(id, x - oldX, y - oldY);
  }

  /** Turn the piece in hand, or all about it. */
  turnBy(degrees: number): void {
    if (this.choice.kind === "move") {
      const [gait, points, facing] = this.value as Way;
      this.propose([gait, points, (round(facing + degrees) + 360) % 360]);
      return;
    }
    const choice = this.choice as Place;
    const id = choice.pieces[this.held] ?? choice.pieces[0]!;
    const [x, y] = this.spotOf(id);
    const ids = this.together ? choice.pieces : [id];
    const spots = rotate(ids.map((one) => this.spotOf(one)), [x, y], degrees);
    const turned = { ...this.places };
    ids.forEach((one, i) => (turned[String(one)] = spots[i]!.map(round) as Spot));
    this.propose(turned);
  }

  // -- moving

  get way(): Way {
    return this.value as Way;
  }

  moveTo(point: Point, start: Point): void {
    this.#goTo(point, start, this.way[1].slice(0, -1));
  }

  /** Carry the end: bends that the player set stay, those of an idea do not. */
  dragTo(point: Point, start: Point): void {
    this.#goTo(point, start, this.way[1].slice(0, this.#bends));
  }

  #goTo(point: Point, start: Point, kept: Point[]): void {
    const before = kept[kept.length - 1] ?? start;
    const end: Point = [round(point[0]), round(point[1])];
    this.propose([this.way[0], [...kept, end], round(facingTo(before, end))]);
  }

  /** Go straight to a point, forgetting the way-points of an idea. */
  straightTo(point: Point, start: Point): void {
    this.#bends = 0;
    this.#goTo(point, start, []);
  }

  wayPoint(): void {
    const [gait, points, facing] = this.way;
    const last = points[points.length - 1];
    if (!last) return;
    this.#bends = points.length;
    this.propose([gait, [...points, [...last] as Point], facing]);
  }

  gait(gait: string): void {
    this.propose(paced(this.choice as Move, this.way, gait));
  }

  idea(index: number): void {
    const choice = this.choice as Place | Move;
    const idea = choice.ideas[index];
    this.#bends = 0;
    if (idea !== undefined) this.propose(structuredClone(idea));
  }
}
