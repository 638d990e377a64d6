import { facingTo, round } from "./geometry";
import type { Chain, Short } from "./chains";
import type { Key } from "./choices";
import type { Piece, Point } from "./scene";
import type { Ui } from "./ui.svelte";

const NEAR = 0.75; // inches: who taps there again means it

/** A figure in the hand, and what the server says follows from where it is taken; nothing is decided here. */
export class Gesture {
  /** The figure that is held. */
  piece: number | null = $state(null);
  chain: Chain | null = $state.raw(null);
  /** Why nothing follows, where nothing does. */
  refused: Chain | null = $state.raw(null);
  short: Short = $state("far");
  place: Point | null = $state.raw(null);
  target: number | null = $state(null);
  /** Whether the others do likewise in their turn; it stays said until it is unsaid, and the question tells it. */
  likewise = $state(false);
  #wishes: Record<string, Key> = {};
  #via: Point[] = [];
  #gait = "";
  #facing: number | null = null;
  /** Whether what is proposed is not yet what the hand has last pointed at. */
  pondering = $state(false);
  #again = false;
  #committing = false;
  #turn = 0;

  constructor(private readonly ui: Ui) {}

  /** Whether a gesture can mean anything now: one thing is asked, and figures are offered for it. */
  get allowed(): boolean {
    const { asking, show } = this.ui.table;
    return asking !== null && !asking.batch && !asking.sent && !show.busy && asking.choice.kind === "pick" && !asking.question.together;
  }

  /** Whether a figure may be taken into the hand. */
  may(piece: Piece | null): boolean {
    if (!piece || !this.allowed || piece.side !== this.ui.table.you) return false;
    return this.ui.subjects.includes(piece.id) || (this.ui.offered.get(piece.id)?.some((one) => one.because === undefined) ?? false);
  }

  get active(): boolean {
    return this.chain !== null;
  }

  hold(id: number): void {
    if (this.piece !== id) this.drop();
    this.piece = id;
  }

  /** Let go of what is proposed, and of the figure. */
  drop(): void {
    this.#turn++;
    this.piece = this.target = null;
    this.chain = this.refused = this.place = null;
    this.#wishes = {};
    this.#via = [];
    this.#gait = "";
    this.#facing = null;
    this.#again = this.#committing = false;
  }

  /** Another question is asked: who is still asked about stays in the hand. */
  renew(): void {
    const held = this.ui.piece(this.piece);
    const kept = this.may(held) ? held!.id : null;
    this.drop();
    this.piece = kept;
  }

  go(id: number, place: Point): void {
    if (this.piece !== id) this.hold(id);
    this.target = null;
    this.place = [round(place[0]), round(place[1])];
    this.ask();
  }

  aim(id: number, target: number): void {
    if (this.piece !== id) this.hold(id);
    if (this.target !== target) this.#wishes = {};
    this.place = null;
    this.target = target;
    this.ask();
  }

  toggle(name: string, key: Key): void {
    this.#wishes = { ...this.#wishes, [name]: key };
    this.ask();
  }

  gait(gait: string): void {
    this.#gait = gait;
    this.ask();
  }

  turnBy(degrees: number): void {
    const ghost = this.ghost;
    if (!ghost || this.place === null) return;
    this.#facing = (round((this.#facing ?? ghost.facing) + degrees) + 360) % 360;
    this.ask();
  }

  wayPoint(): void {
    const end = this.chain?.way?.at(-1);
    if (!end) return;
    this.#via = [...this.#via, end];
    this.ask();
  }

  nudge(dx: number, dy: number): void {
    const at = this.place ?? this.ghost ?? this.ui.piece(this.piece);
    if (!at || this.piece === null) return;
    const [x, y] = Array.isArray(at) ? at : [at.x, at.y];
    this.go(this.piece, [x! + dx, y! + dy]);
  }

  /** Where the held figure would stand. */
  get ghost(): { id: number; x: number; y: number; facing: number } | null {
    return this.chain?.ghosts?.find((one) => one.id === this.piece) ?? null;
  }

  /** Whether a tap there means what is proposed already. */
  again(point: Point): boolean {
    return this.chain?.ghosts?.some((one) => Math.hypot(one.x - point[0], one.y - point[1]) < NEAR) ?? false;
  }

  /** The enemies, the nearest first, for whoever has no pointer. */
  cycle(by: number): boolean {
    const held = this.ui.piece(this.piece);
    if (!held) return false;
    const far = (one: Piece): number => Math.hypot(one.x - held.x, one.y - held.y);
    const foes = this.ui.pieces.filter((one) => one.side !== held.side).sort((a, b) => far(a) - far(b));
    if (!foes.length) return false;
    const at = foes.findIndex((one) => one.id === this.target);
    this.aim(held.id, foes[at < 0 ? 0 : (at + by + foes.length) % foes.length]!.id);
    return true;
  }

  ask(): void {
    this.#committing = false;
    if (this.pondering) {
      this.#again = true;
      return;
    }
    const { asking } = this.ui.table;
    if (!asking || this.piece === null || (this.place === null && this.target === null)) return;
    this.pondering = true;
    const turn = this.#turn;
    const said = {
      number: asking.question.number,
      piece: this.piece,
      wishes: this.#wishes,
      via: this.#via,
      gait: this.#gait,
      ...(this.place ? { place: this.place } : { target: this.target }),
      ...(this.#facing === null ? {} : { facing: this.#facing }),
    };
    void this.ui.table.touch(said).then((chain) => {
      const [again, committing] = [this.#again, this.#committing];
      this.pondering = this.#again = false;
      if (again) this.ask();
      if (turn !== this.#turn || !chain) return;
      [this.chain, this.refused] = chain.steps?.length ? [chain, null] : [null, chain];
      if (!committing) return;
      if (again) this.#committing = true;
      else this.commit();
    });
  }

  /** Show a chain that somebody else thought of. */
  show(chain: Chain): void {
    this.drop();
    this.piece = chain.piece ?? null;
    this.chain = chain;
  }

  /** Do what the hand has last pointed at; if that is still being worked out, as soon as it is known. */
  commit(): void {
    if (this.pondering) {
      this.#committing = true;
      return;
    }
    const { chain } = this;
    const { table } = this.ui;
    if (!chain?.steps?.length || !table.asking || table.asking.sent) return;
    table.asking.sent = true;
    table.carry({ steps: chain.steps, unit: chain.unit ?? [], short: this.short, title: chain.title ?? "", ...this.#others() });
    this.drop();
  }

  /** What the others are told: the same way, or each at the enemy nearest to him. */
  #others(): { others?: "way" | "enemy"; by?: Point } {
    const own = this.ui.piece(this.piece);
    if (!this.likewise || !this.chain?.others || !own) return {};
    if (this.place === null) return { others: "enemy" };
    return { others: "way", by: [round(this.place[0] - own.x), round(this.place[1] - own.y)] };
  }

  /** The figures as they would stand. */
  ghosts(): Piece[] {
    return (this.chain?.ghosts ?? []).flatMap((one) => {
      const piece = this.ui.piece(one.id);
      return piece ? [{ ...piece, x: one.x, y: one.y, facing: one.facing }] : [];
    });
  }

  /** Turn the held figure towards a point, for the dial. */
  faceTo(point: Point): void {
    const ghost = this.ghost;
    if (!ghost) return;
    this.#facing = round(facingTo([ghost.x, ghost.y], point));
    this.ask();
  }
}
