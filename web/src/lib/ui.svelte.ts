import { facingTo, gap, inside, round } from "./geometry";
import { settings } from "./keep.svelte";
import { LAYERS, Looking, switchOf, type Layer } from "./looking.svelte";
import type { Choice, Clause, Key, Option, Overlay, Pick, Piece, Point, Spot, Way } from "./protocol";
import type { Table } from "./table.svelte";
import { Turned } from "./turned";
import { capital } from "./wording";

export type Tab = "chronicle" | "profile" | "papers" | "rules" | "talk";

export type Height = "low" | "middle" | "full";

export interface Ruler {
  from: Point;
  to: Point;
  inches: number;
}

const HALO = 22;

/** What the player looks at and holds; it proposes answers, the table gives them. */
export class Ui {
  tab: Tab = $state("chronicle");
  selected: number | null = $state(null);
  hovered: number | null = $state(null);
  /** An option under the pointer or the focus. */
  option: Key | null = $state(null);
  clause: string | null = $state(null);
  text = $state(false);
  help = $state(false);
  menu = $state(false);
  find = $state(false);
  /** A figure that was looked for; the board brings it into sight. */
  seek: number | null = $state(null);
  measuring = $state(false);
  /** What is drawn over the table on demand, and from whom a line of sight was begun. */
  layers: Record<Layer, boolean> = $state({ command: false, reach: false, targets: false, arcs: false, sight: false });
  readonly looking: Looking;
  sheet: "table" | Tab | "sides" = $state("table");
  /** How high the phone's sheet stands: the odds, the hand, everything. */
  height: Height = $state("middle");
  ruler: Ruler | null = $state.raw(null);
  #from: { point: Point; piece: Piece | null } | null = null;
  denied: Option | null = $state.raw(null);
  /** The book's clauses and its quick reference, once they are read. */
  clauses: Record<string, Clause> = $state.raw({});
  reference = $state("");

  /** The table as this player has turned it. */
  readonly #width = $derived.by(() => this.table.now?.scene.width ?? 0);
  readonly #depth = $derived.by(() => this.table.now?.scene.height ?? 0);
  readonly turned: Turned = $derived(new Turned(settings.turn, { width: this.#width, height: this.#depth }));

  constructor(readonly table: Table) {
    this.looking = new Looking(table);
  }

  get pieces(): Piece[] {
    return this.table.show.pieces;
  }

  piece(id: number | null): Piece | null {
    return id === null ? null : (this.pieces.find((one) => one.id === id) ?? null);
  }

  get pick(): Pick | null {
    const choice = this.table.asking?.choice;
    return choice?.kind === "pick" || choice?.kind === "play" ? choice : null;
  }

  /** Options by the pieces they speak of. */
  readonly offered = $derived.by(() => {
    const found = new Map<number, Option[]>();
    for (const option of this.pick?.options ?? []) {
      for (const id of option.pieces ?? []) {
        found.set(id, [...(found.get(id) ?? []), option]);
      }
    }
    return found;
  });

  /** The option that is looked at: under the pointer, else the chosen one. */
  get considered(): Option | null {
    const pick = this.pick;
    const asking = this.table.asking;
    if (!pick || !asking) return null;
    const chosen = (asking.value as Key[]).at(-1);
    const key = this.option ?? chosen ?? null;
    return key === null ? null : (pick.options.find((one) => one.key === key) ?? null);
  }

  /** Whom the question is about, as the server says. */
  get subjects(): number[] {
    return this.table.asking?.choice.subjects ?? [];
  }

  // -- what is shown on demand

  /** The piece whose card is shown: pointed at, in focus, selected, or asked about. */
  get looked(): number | null {
    return this.#standing(this.hovered, this.#focused, this.selected, this.#mover, this.subjects[0]);
  }

  /** The piece whose overlays are drawn: a selected one stays while the eye wanders. */
  get drawn(): number | null {
    return this.#standing(this.selected, this.hovered, this.#focused, this.#mover, this.subjects[0]);
  }

  #standing(...ids: (number | null | undefined)[]): number | null {
    return ids.find((id) => id !== null && id !== undefined && this.piece(id) !== null) ?? null;
  }

  get #focused(): number | null {
    return this.option === null ? null : (this.considered?.pieces?.[0] ?? null);
  }

  get #mover(): number | null {
    const choice = this.table.asking?.choice;
    return choice?.kind === "move" ? choice.piece : null;
  }

  /** A line of sight: from whom is asked or selected, to whom is pointed at or considered. */
  get sight(): [from: number, to: number] | null {
    const pair = this.layers.sight ? this.#pointedPair : this.#shot;
    return pair && pair[0] !== pair[1] && this.piece(pair[0]) && this.piece(pair[1]) ? pair : null;
  }

  get #pointedPair(): [number, number] | null {
    const from = this.selected ?? this.#mover ?? this.subjects[0] ?? null;
    const to = this.hovered ?? this.considered?.pieces?.[0] ?? null;
    return from === null || to === null ? null : [from, to];
  }

  /** A target with odds is shown with the line to it. */
  get #shot(): [number, number] | null {
    const option = this.considered;
    if (!option?.odds && !option?.because) return null;
    const [from, to] = [this.subjects, option.pieces ?? []];
    return from.length === 1 && to.length === 1 ? [from[0]!, to[0]!] : null;
  }

  /** What the screen needs to know of the book now. */
  get wanted(): [piece: number, other: number | null][] {
    const found: [number, number | null][] = [];
    if (this.looked !== null) found.push([this.looked, null]);
    if (this.drawn !== null && this.anyLayer) found.push([this.drawn, null]);
    if (this.#mover !== null) found.push([this.#mover, null]);
    if (this.sight) found.push(this.sight);
    return found;
  }

  /** What is drawn now. */
  get overlays(): Overlay[] {
    if (this.table.show.busy) return [];
    const found: Overlay[] = [];
    const mover = this.#mover;
    const [drawn, moving] = [this.looking.get(this.drawn), this.looking.get(mover)];
    for (const one of moving?.overlays ?? []) {
      if (one.layer === "reach") found.push(one);
    }
    for (const one of drawn?.overlays ?? []) {
      const twice = this.drawn === mover && one.layer === "reach";
      if (this.layers[switchOf(one.layer)] && !twice) found.push(one);
    }
    if (this.sight) found.push(...(this.looking.get(...this.sight)?.overlays ?? []));
    return found;
  }

  toggle(layer: Layer): void {
    this.layers[layer] = !this.layers[layer];
  }

  get anyLayer(): boolean {
    return LAYERS.some(([layer]) => this.layers[layer]);
  }

  /** The first option that is allowed, as a way out of a refusal. */
  get allowed(): Option | null {
    return this.pick?.options.find((one) => one.because === undefined) ?? null;
  }

  /** What the one primary button would do, as a verb. */
  get verb(): string {
    const asking = this.table.asking;
    if (!asking) return "";
    if (asking.sent) return "Sent";
    if (asking.complete) return `Commit all ${asking.set.length}`;
    if (asking.usual) return asking.set.some(Boolean) ? "The rest as before" : `All ${asking.set.length} as before`;
    const { choice } = asking;
    if (asking.yielding) return capital(asking.nearest!.text);
    if (choice.kind === "pick" || choice.kind === "play") return this.#pickVerb(asking.value as Key[]);
    if (choice.kind === "place") return choice.pieces.length > 1 ? `Set down ${choice.pieces.length}` : "Set down";
    if (choice.kind === "move") return capital(asking.way[0] || "move");
    if (choice.kind === "write") return "Write it";
    return "These dice";
  }

  #pickVerb(keys: Key[]): string {
    const pick = this.pick!;
    if (!keys.length) return pick.least === 0 ? "None" : "Choose first";
    if (keys.length > 1) return `${pick.kind === "play" ? "Play" : "Choose"} ${keys.length}`;
    const label = pick.options.find((one) => one.key === keys[0])?.label ?? "";
    const short = label.replace(/\s*\(.*\)$/, "");
    return capital(short.length > 26 ? `${short.slice(0, 25)}…` : short);
  }

  hit(point: Point, scale: number, pieces: Piece[] = this.pieces): Piece | null {
    let best: Piece | null = null;
    let nearest = HALO / scale;
    for (const piece of pieces) {
      const far = Math.hypot(piece.x - point[0], piece.y - point[1]);
      const on = inside(point, piece);
      const value = on ? far * 0.1 : far - Math.min(piece.width, piece.depth) / 2;
      if ((on || value < nearest) && (best === null || value < nearest)) {
        best = piece;
        nearest = value;
      }
    }
    return best;
  }

  hover(point: Point, scale: number): void {
    const piece = this.hit(point, scale);
    this.hovered = piece?.id ?? null;
    const options = piece ? this.offered.get(piece.id) : undefined;
    this.option = options?.find((one) => one.because === undefined)?.key ?? options?.[0]?.key ?? null;
  }

  tap(point: Point, scale: number): void {
    this.denied = null;
    if (this.measuring) return this.measure(point, scale);
    const asking = this.table.asking;
    const piece = this.hit(point, scale);
    if (asking?.choice.kind === "place") return this.#tapPlace(point, scale);
    if (asking?.choice.kind === "move") {
      if (!piece || !inside(point, piece) || !this.#tapSubject(piece)) this.#tapMove(point);
      return;
    }
    if (!piece) {
      this.selected = null;
      return;
    }
    if (this.#tapSubject(piece)) return;
    this.selected = piece.id;
    const options = this.offered.get(piece.id) ?? [];
    const open = options.find((one) => one.because === undefined);
    if (open) this.choose(open.key);
    else if (options[0]) this.denied = options[0];
    else this.tab = "profile";
  }

  /** One tap proposes, the second commits. */
  choose(key: Key): void {
    const asking = this.table.asking;
    const pick = this.pick;
    if (!asking || !pick) return;
    const option = pick.options.find((one) => one.key === key);
    if (!option) return;
    if (option.because !== undefined) {
      this.denied = option;
      return;
    }
    this.denied = null;
    const chosen = asking.value as Key[];
    if (asking.batch && pick.most === 1) {
      if (this.grouped) asking.chooseFor(this.comrades(), key);
      else asking.setOne(key);
      this.grouped = false;
      return;
    }
    const again = pick.most === 1 && chosen[0] === key && !asking.set[asking.at];
    if (!again) asking.choose(key);
    if (again || (settings.oneTap && pick.most === 1)) asking.give();
  }

  /** The questions of a batch that are about the same group as the one in hand. */
  comrades(): number[] {
    const { choices } = this.table.asking!.question;
    const group = (choice: Choice): string => this.piece(choice.subjects?.[0] ?? null)?.group ?? "";
    const mine = group(this.table.asking!.choice);
    if (!mine) return [this.table.asking!.at]; // who belongs to nobody stands for himself
    return choices.flatMap((choice, i) => (group(choice) === mine ? [i] : []));
  }

  /** In a batch one's own man means the question about him; tapped again, his whole group. */
  #tapSubject(piece: Piece): boolean {
    const asking = this.table.asking;
    if (!asking?.batch) return false;
    const at = asking.question.choices.findIndex((choice) => choice.subjects?.includes(piece.id));
    if (at < 0) return false;
    if (at === asking.at && this.selected === piece.id) this.grouped = !this.grouped;
    else asking.go(at);
    this.selected = piece.id;
    return true;
  }

  #tapPlace(point: Point, scale: number): void {
    const asking = this.table.asking!;
    const choice = asking.choice;
    if (choice.kind !== "place") return;
    const ghost = this.hit(point, scale, this.ghosts());
    if (ghost) {
      const index = choice.pieces.indexOf(ghost.id);
      if (index === asking.held && choice.pieces.length === 1) asking.give();
      asking.held = index;
      return;
    }
    asking.carryTo(choice.pieces[asking.held] ?? choice.pieces[0]!, point[0], point[1]);
  }

  #tapMove(point: Point): void {
    const asking = this.table.asking!;
    const choice = asking.choice;
    if (choice.kind !== "move") return;
    const piece = this.piece(choice.piece);
    const end = asking.way[1].at(-1);
    if (end && Math.hypot(end[0] - point[0], end[1] - point[1]) < 0.5) {
      asking.give();
      return;
    }
    if (piece) asking.straightTo(point, [piece.x, piece.y]);
  }

  /** Pieces as they would stand. */
  ghosts(): Piece[] {
    const asking = this.table.asking;
    if (!asking) return [];
    const { choice } = asking;
    if (choice.kind === "place") {
      return choice.pieces.map((id, i) => {
        const [x, y, facing] = asking.spotOf(id);
        const like = choice.figures?.find((one) => one.id === id) ?? this.piece(id);
        return { ...(like ?? stranger(id, choice.side, choice.prompt, i)), x, y, facing };
      });
    }
    if (choice.kind === "move") {
      const piece = this.piece(choice.piece);
      const end = asking.way[1].at(-1);
      if (!piece) return [];
      const own = { ...piece, x: end?.[0] ?? piece.x, y: end?.[1] ?? piece.y, facing: asking.way[2] };
      return [own, ...this.#others()];
    }
    return [];
  }

  /** Ghosts of the others in a batch of ways: those already set, and those who follow. */
  #others(): Piece[] {
    const asking = this.table.asking!;
    return asking.question.choices.flatMap((choice, i) => {
      if (choice.kind !== "move" || i === asking.at || !(asking.set[i] || asking.company.has(i))) return [];
      const piece = this.piece(choice.piece);
      const [, points, facing] = asking.values[i] as Way;
      const end = points.at(-1);
      return piece && end ? [{ ...piece, x: end[0], y: end[1], facing }] : [];
    });
  }

  /** Those of a batch who go the same way when the group is meant: their places. */
  get followers(): Map<number, Point> {
    const asking = this.table.asking;
    const found = new Map<number, Point>();
    if (!asking?.batch || !this.grouped) return found;
    for (const i of this.comrades()) {
      const choice = asking.question.choices[i]!;
      const piece = choice.kind === "move" ? this.piece(choice.piece) : null;
      if (piece) found.set(i, [piece.x, piece.y]);
    }
    return found;
  }

  // -- planning while others choose

  /** Where men might go: pencilled by this player, seen by nobody else. */
  pencils: Map<number, Spot> = $state.raw(new Map());
  /** Whether the whole group is meant when one of it is touched. */
  grouped = $state(false);

  get mayPencil(): boolean {
    const { now, asking, show } = this.table;
    return now !== null && now.you !== null && !now.result && !asking && !show.busy;
  }

  company(piece: Piece): Piece[] {
    if (!this.grouped || !piece.group) return [piece];
    return this.pieces.filter((one) => one.group === piece.group && one.side === piece.side);
  }

  pencilled(): Piece[] {
    return this.pieces.flatMap((piece) => {
      const at = this.pencils.get(piece.id);
      return at ? [{ ...piece, x: at[0], y: at[1], facing: at[2] }] : [];
    });
  }

  /** Carry the pencil of a man, and of his group if that is meant. */
  pencil(piece: Piece, dx: number, dy: number): void {
    const drawn = new Map(this.pencils);
    for (const one of this.company(piece)) {
      const [x, y] = this.pencils.get(one.id) ?? [one.x, one.y];
      const to: Point = [round(x + dx), round(y + dy)];
      drawn.set(one.id, [...to, round(facingTo([one.x, one.y], to))]);
    }
    this.pencils = drawn;
  }

  rubOut(): void {
    this.pencils = new Map();
  }

  /** A move that was pencilled is proposed when it is asked for. */
  takePencil(): void {
    const asking = this.table.asking;
    if (asking?.choice.kind !== "move" || asking.choice.draft !== undefined) return;
    const piece = this.piece(asking.choice.piece);
    const spot = this.pencils.get(asking.choice.piece);
    if (piece && spot) asking.straightTo([spot[0], spot[1]], [piece.x, piece.y]);
    this.pencils = new Map([...this.pencils].filter(([id]) => id !== piece?.id));
  }

  // -- measuring

  toggleRuler(): void {
    this.measuring = !this.measuring;
    this.#from = null;
    if (!this.measuring) this.ruler = null;
  }

  measure(point: Point, scale: number): void {
    const piece = this.hit(point, scale);
    if (!this.#from || this.ruler) {
      this.#from = { point, piece };
      this.ruler = null;
      return;
    }
    this.ruler = between(this.#from, { point, piece });
  }

  measureTo(point: Point, scale: number): Ruler | null {
    if (!this.#from || this.ruler) return this.ruler;
    return between(this.#from, { point, piece: this.hit(point, scale) });
  }

  /** Back one step; true if there was anything to step back from. */
  back(): boolean {
    for (const open of ["help", "menu", "find"] as const) {
      if (this[open]) {
        this[open] = false;
        return true;
      }
    }
    if (this.measuring) {
      this.toggleRuler();
      return true;
    }
    if (this.anyLayer) {
      for (const [layer] of LAYERS) this.layers[layer] = false;
      return true;
    }
    const asking = this.table.asking;
    if (this.denied || this.table.refusal) {
      this.denied = null;
      this.table.refusal = null;
      return true;
    }
    if (asking && this.pick && (asking.value as Key[]).length) {
      asking.propose([]);
      return true;
    }
    if (asking && (asking.choice.kind === "place" || asking.choice.kind === "move")) {
      asking.idea(0);
      return true;
    }
    if (this.table.show.looking !== null) {
      this.table.show.present();
      return true;
    }
    if (this.selected !== null) {
      this.selected = null;
      return true;
    }
    const had = this.pencils.size > 0;
    this.rubOut();
    return had;
  }

  /** Show who a piece is and what affects it. */
  profile(id: number): void {
    this.selected = id;
    this.tab = "profile";
    this.sheet = "profile";
  }

  showClause(id: string): void {
    this.clause = id;
    this.tab = "rules";
    this.sheet = "rules";
  }
}

function between(
  a: { point: Point; piece: Piece | null },
  b: { point: Point; piece: Piece | null },
): Ruler {
  const based = (one: { point: Point; piece: Piece | null }): Parameters<typeof gap>[0] =>
    one.piece ?? { x: one.point[0], y: one.point[1], facing: 0, width: 0, depth: 0 };
  return gap(based(a), based(b));
}

function stranger(id: number, side: string, prompt: string, index: number): Piece {
  const group = prompt.split(":")[0] ?? "";
  return {
    id,
    side,
    name: index ? `${group} ${index + 1}` : group,
    x: 0,
    y: 0,
    facing: 0,
    width: 1,
    depth: 1,
    group,
    rank: "",
    arms: "",
    mounted: false,
    marks: [],
    profile: {},
  };
}
