import { along, turned } from "./geometry";
import { settings } from "./keep.svelte";
import { beats, duration, type Beat } from "./playback";
import type { Piece, Scene, Told } from "./protocol";
import type { Roll } from "./wording";

const PACE = { slow: 1.6, normal: 1, fast: 0.4, skip: 0 } as const;
const TRAY = 6;

function milliseconds(property: string): number {
  const text = getComputedStyle(document.documentElement).getPropertyValue(property).trim();
  return text.endsWith("ms") ? parseFloat(text) : parseFloat(text) * 1000 || 0;
}

/** The table as it is shown: pieces glide and dice fall, event by event, at the pace one likes. */
export class Show {
  pieces: Piece[] = $state.raw([]);
  tray: Roll[] = $state.raw([]);
  focus: number[] = $state.raw([]);
  flight: { from: Piece; to: Piece; part: number } | null = $state.raw(null);
  trail: Map<number, [number, number][]> = $state.raw(new Map());
  busy = $state(false);
  paused = $state(false);
  #skipping = false;
  #steps = 0;
  #wake: (() => void) | null = null;
  #run = 0;

  /** Show at once, without playing anything. */
  snap(scene: Scene): void {
    this.#run += 1;
    this.busy = false;
    this.pieces = scene.pieces;
    this.focus = [];
    this.flight = null;
    this.trail = new Map();
  }

  skip(): void {
    this.#skipping = true;
    this.paused = false;
    this.#wake?.();
  }

  step(): void {
    this.paused = true;
    this.#steps += 1;
    this.#wake?.();
  }

  pause(on: boolean): void {
    this.paused = on;
    if (!on) this.#wake?.();
  }

  /** Play events on the way to a scene; `heard` is told of each as it is shown. */
  async play(events: Told[], scene: Scene, heard: (told: Told) => void): Promise<void> {
    const run = ++this.#run;
    this.busy = true;
    this.#skipping = false;
    for (const beat of beats(events, this.pieces, scene)) {
      await this.#gate(run);
      if (run !== this.#run) return;
      await this.#beat(beat, heard, run);
      if (run !== this.#run) return;
    }
    this.pieces = scene.pieces;
    this.focus = [];
    this.trail = new Map();
    this.busy = false;
  }

  async #gate(run: number): Promise<void> {
    while (this.paused && !this.#skipping && run === this.#run) {
      if (this.#steps > 0) {
        this.#steps -= 1;
        return;
      }
      await new Promise<void>((go) => (this.#wake = go));
    }
  }

  async #beat(beat: Beat, heard: (told: Told) => void, run: number): Promise<void> {
    if (beat.appear.length) this.pieces = [...this.pieces, ...beat.appear];
    if (beat.roll) this.tray = [...this.tray, beat.roll].slice(-TRAY);
    heard(beat.told);
    const still = document.hidden || this.#skipping;
    const pace = still ? 0 : PACE[settings.speed];
    const time = duration(beat, milliseconds("--t-move"), milliseconds("--t-die")) * pace;
    if (time > 0) {
      this.focus = beat.focus;
      await this.#animate(beat, time, run);
    } else this.#set(beat, 1);
    if (run !== this.#run) return;
    if (beat.vanish.length) {
      this.pieces = this.pieces.filter((piece) => !beat.vanish.includes(piece.id));
    }
  }

  #animate(beat: Beat, time: number, run: number): Promise<void> {
    const start = performance.now();
    const from = new Map(this.pieces.map((piece) => [piece.id, piece]));
    const flight = beat.flight?.map((id) => from.get(id));
    return new Promise((done) => {
      const frame = (now: number): void => {
        const part = this.#skipping ? 1 : Math.min(1, (now - start) / time);
        if (run !== this.#run) return done();
        this.#set(beat, 1 - (1 - part) ** 2, from);
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
          this.#set(beat, 1, from);
          done();
        }
      }, time + 100);
    });
  }

  #set(beat: Beat, part: number, from?: Map<number, Piece>): void {
    if (!beat.glides.length) return;
    const moving = new Map(beat.glides.map((glide) => [glide.id, glide]));
    const trail = new Map(this.trail);
    this.pieces = this.pieces.map((piece) => {
      const glide = moving.get(piece.id);
      if (!glide) return piece;
      const start = from?.get(piece.id) ?? piece;
      const [x, y] = glide.path.length ? along(glide.path, part) : [start.x, start.y];
      if (glide.path.length > 1) trail.set(piece.id, glide.path);
      return { ...piece, x, y, facing: turned(start.facing, glide.facing, part) };
    });
    this.trail = trail;
  }
}
