import { settings } from "./keep.svelte";
import { sound } from "./sounds";
import { beats, duration, hurried, leastTime, together, type Beat } from "./playback";
import type { Told } from "./protocol";
import type { Piece, Point, Row, Scene } from "./scene";
import { mentioned, type Roll } from "./wording";

const PACE = { slow: 1.6, normal: 1, fast: 0.4, skip: 0 } as const;
const TRAY = 6;

function milliseconds(property: string): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue(property).trim();
  return text.endsWith("ms") ? parseFloat(text) : parseFloat(text) * 1000 || 0;
}

/** An event as it was shown, and how the table stood after it. */
export interface Moment {
  told: Told;
  pieces: Piece[];
}

/** The way of a figure that moves: from where it faced, along points, in so many milliseconds. */
export interface Gliding {
  path: Point[];
  facing: number;
  time: number;
}

const REMEMBERED = 400;

/** The table as it is shown: pieces glide and dice fall, event by event, at the pace one likes. */
export class Show {
  pieces: Piece[] = $state.raw([]);
  tray: Roll[] = $state.raw([]);
  /** The cards that were turned up in what is being shown. */
  rows: Row[] = $state.raw([]);
  focus: number[] = $state.raw([]);
  flight: { from: Piece; to: Piece; part: number } | null = $state.raw(null);
  trail: Map<number, [number, number][]> = $state.raw(new Map());
  /** Who is on his way just now, and which way: he stands at its end already, his token catches up. */
  gliding: Map<number, Gliding> = $state.raw(new Map());
  busy = $state(false);
  paused = $state(false);
  /** What was shown here, for stepping back; and which of it is looked at, if not the present. */
  history: Moment[] = $state.raw([]);
  looking: number | null = $state(null);
  #live: Piece[] = [];
  #playing = false;
  #moving = false;
  #skipping = false;
  #held = false;
  #steps = 0;
  #wake: (() => void) | null = null;
  #run = 0;
  #phase: string | undefined;
  /** How long has been watched since something was last asked. */
  #spent = 0;

  /** Something is asked: who watched may take his time again. */
  rested(): void {
    this.#spent = 0;
  }

  /** Show at once, without playing anything. */
  snap(scene: Scene): void {
    this.#run += 1;
    this.#playing = this.busy = false;
    this.looking = null;
    this.history = [];
    this.rows = [];
    this.tray = []; // dice thrown again after an undo have the numbers of those
    this.pieces = scene.pieces;
    this.focus = [];
    this.flight = null;
    this.gliding = new Map();
    this.trail = new Map();
  }

  skip(): void {
    this.present();
    this.#skipping = true;
    this.paused = false;
    this.#wake?.();
  }

  /** On by one event: of those seen before, else of those still to be shown. */
  step(): void {
    if (this.looking !== null) {
      if (this.looking < this.history.length - 1) this.#look(this.looking + 1);
      if (this.looking === this.history.length - 1) this.present();
      return;
    }
    this.paused = true;
    this.#steps += 1;
    this.#wake?.();
  }

  /** Back by one event; false if nothing earlier was shown here. */
  stepBack(): boolean {
    if (this.#moving) {
      this.paused = true; // the event that is being shown comes to its end first
      return true;
    }
    const at = this.looking ?? this.history.length - 1;
    if (at <= 0) return false;
    if (this.#playing) this.paused = true;
    if (this.looking === null) this.#live = this.pieces;
    this.#look(at - 1);
    return true;
  }

  /** Show the table as it is now. */
  present(): void {
    if (this.looking === null) return;
    this.looking = null;
    this.pieces = this.#live;
    this.focus = [];
    this.busy = this.#playing;
    this.#wake?.();
  }

  #look(at: number): void {
    this.looking = at;
    this.busy = true;
    const { told, pieces } = this.history[at]!;
    this.pieces = pieces;
    this.focus = mentioned(told.event);
    this.trail = new Map();
  }

  pause(on: boolean): void {
    if (!on) this.present();
    this.paused = on;
    if (!on) this.#wake?.();
  }

  /** Wait with the battle, not with the setting up, until one has read what it is about. */
  hold(on: boolean): void {
    this.#held = on;
    if (!on) this.#wake?.();
  }

  /** Play events on the way to a scene; `heard` is told of each as it is shown. */
  async play(events: Told[], scene: Scene, heard: (told: Told) => void): Promise<void> {
    const run = ++this.#run;
    this.#playing = this.busy = true;
    this.#skipping = false;
    this.rows = [];
    const before = this.looking === null ? this.pieces : this.#live;
    if (!this.history.length && events[0]) this.history = [{ told: opening(events[0]), pieces: before }];
    for (const beat of beats(events, before, scene)) {
      await this.#gate(run, beat.told.round ?? 0);
      if (run !== this.#run) return;
      await this.#beat(beat, heard, run);
      if (run !== this.#run) return;
    }
    await this.#presence(run);
    if (run !== this.#run) return;
    this.pieces = scene.pieces;
    const last = this.history.at(-1);
    if (last) this.history = [...this.history.slice(0, -1), { ...last, pieces: scene.pieces }];
    this.focus = [];
    this.trail = new Map();
    this.rows = [];
    this.#playing = this.busy = false;
  }

  /** Wait while the past is looked at. */
  async #presence(run: number): Promise<void> {
    while (this.looking !== null && run === this.#run) {
      await new Promise<void>((go) => (this.#wake = go));
    }
  }

  async #gate(run: number, round: number): Promise<void> {
    await this.#presence(run);
    while (this.#held && round && run === this.#run) await new Promise<void>((go) => (this.#wake = go));
    while (this.paused && !this.#skipping && run === this.#run) {
      if (this.#steps > 0) {
        this.#steps -= 1;
        return;
      }
      await new Promise<void>((go) => (this.#wake = go));
      await this.#presence(run);
    }
  }

  async #beat(beat: Beat, heard: (told: Told) => void, run: number): Promise<void> {
    if (beat.appear.length) this.pieces = [...this.pieces, ...beat.appear];
    if (beat.rows.length) this.rows = together(this.rows, beat.rows);
    if (beat.told.phase !== this.#phase) this.tray = []; // dice of another phase tell nothing of this
    this.#phase = beat.told.phase;
    if (beat.roll) this.tray = [...this.tray, beat.roll].slice(-TRAY);
    heard(beat.told);
    for (const told of beat.more) heard(told);
    const still = document.hidden || this.#skipping || (this.#held && !beat.told.round);
    const pace = still ? 0 : PACE[settings.speed];
    const whole = duration(beat, milliseconds("--t-move"), milliseconds("--t-die")) * pace;
    const time = whole && Math.max(whole * hurried(this.#spent), Math.min(whole, leastTime(beat)));
    this.#spent += time;
    if (time > 0) {
      if (beat.flight) sound("arrow");
      else if (beat.vanish.length) sound("blow");
      else if (beat.roll) sound("dice");
      else if (beat.glides.length) sound("step");
      this.focus = beat.focus;
      if (beat.glides.length) this.#glide(beat, time);
      this.#moving = true;
      await this.#animate(beat, time, run);
      this.#moving = false;
      if (beat.glides.length) this.gliding = new Map();
    } else this.#set(beat);
    if (run !== this.#run) return;
    if (beat.vanish.length) {
      this.pieces = this.pieces.filter((piece) => !beat.vanish.includes(piece.id));
    }
    if (beat.told.text === null && !beat.roll && !beat.glides.length) return;
    this.history = [...this.history, { told: beat.told, pieces: this.pieces }].slice(-REMEMBERED);
  }

  #animate(beat: Beat, time: number, run: number): Promise<void> {
    const start = performance.now();
    const from = new Map(this.pieces.map((piece) => [piece.id, piece]));
    const flight = beat.flight?.map((id) => from.get(id));
    return new Promise((done) => {
      const frame = (now: number): void => {
        const part = this.#skipping ? 1 : Math.min(1, (now - start) / time);
        if (run !== this.#run) return done();
        if (flight?.[0] && flight[1]) {
          this.flight = part < 1 ? { from: flight[0], to: flight[1], part } : null;
        }
        if (part < 1) requestAnimationFrame(frame);
        else done();
      };
      requestAnimationFrame(frame);
      // a page that is not painted still goes on
      setTimeout(() => {
        if (document.hidden && run === this.#run) {
          done();
        }
      }, time + 100);
    });
  }

  /** Men walk without being painted again: the browser's compositor carries their tokens. */
  #glide(beat: Beat, time: number): void {
    const before = new Map(this.pieces.map((piece) => [piece.id, piece]));
    this.gliding = new Map(
      beat.glides.flatMap(({ id, path }) => {
        const from = before.get(id);
        return from ? [[id, { path, facing: from.facing, time }] as const] : [];
      }),
    );
    this.#set(beat);
  }

  #set(beat: Beat): void {
    if (!beat.glides.length) return;
    const moving = new Map(beat.glides.map((glide) => [glide.id, glide]));
    this.pieces = this.pieces.map((piece) => {
      const glide = moving.get(piece.id);
      if (!glide) return piece;
      const [x, y] = glide.path.at(-1) ?? [piece.x, piece.y];
      return { ...piece, x, y, facing: glide.facing };
    });
    const walked = beat.glides.filter((glide) => glide.path.length > 1 && this.trail.get(glide.id) !== glide.path);
    if (walked.length) this.trail = new Map([...this.trail, ...walked.map(({ id, path }) => [id, path] as const)]);
  }
}

/** The table before the first event that was shown here. */
function opening(next: Told): Told {
  return { n: next.n - 1, clause: "", text: "Before what was shown here.", private: false, event: { event: "opening" } };
}
