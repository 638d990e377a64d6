import { hit, inside } from "./geometry";
import { ghosts } from "./ghosts";
import { settings } from "./keep.svelte";
import { Measuring } from "./measuring.svelte";
import { Pencil } from "./pencil.svelte";
import type { Choice, Key, Option, Pick } from "./choices";
import type { Piece, Point } from "./scene";
import type { Clause } from "./shelf";
import { Sights } from "./sights.svelte";
import type { Table } from "./table.svelte";
import { Turned } from "./turned";
import { verb } from "./verbs";

export type Tab = "chronicle" | "profile" | "papers" | "rules" | "talk";

export type Height = "low" | "middle" | "full";

/** What the player looks at and holds; it proposes answers, the table gives them. */
export class Ui {
  tab: Tab = $state("chronicle");
  selected: number | null = $state(null);
  hovered: number | null = $state(null);
  /** Whom the line of the chronicle tells of that is pointed at. */
  told: number[] = $state.raw([]);
  /** An option under the pointer or the focus. */
  option: Key | null = $state(null);
  clause: string | null = $state(null);
  text = $state(false);
  help = $state(false);
  menu = $state(false);
  find = $state(false);
  /** Whether anything lies before this side alone. */
  papers = $state(false);
  /** A figure that was looked for; the board brings it into sight. */
  seek: number | null = $state(null);
  /** Whether the whole group is meant when one of it is touched. */
  grouped = $state(false);
  readonly measuring = new Measuring();
  readonly sights: Sights;
  readonly pencil: Pencil;
  sheet: "table" | Tab | "sides" = $state("table");
  /** How high the phone's sheet stands: the odds, the hand, everything. */
  height: Height = $state("middle");
  denied: Option | null = $state.raw(null);
  /** The book's clauses and its quick reference, once they are read. */
  clauses: Record<string, Clause> = $state.raw({});
  reference = $state("");

  /** The table as this player has turned it. */
  readonly #width = $derived.by(() => this.table.now?.scene.width ?? 0);
  readonly #depth = $derived.by(() => this.table.now?.scene.height ?? 0);
  readonly turned: Turned = $derived(new Turned(settings.turn, { width: this.#width, height: this.#depth }));

  constructor(readonly table: Table) {
    this.sights = new Sights(this);
    this.pencil = new Pencil(this);
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

  /** Whom an answer would be about: his whole group, if that is meant. */
  get meant(): number[] {
    const asking = this.table.asking;
    if (!asking?.batch || !this.grouped) return this.subjects;
    return this.comrades().flatMap((i) => asking.question.choices[i]!.subjects ?? []);
  }

  /** The first option that is allowed, as a way out of a refusal. */
  get allowed(): Option | null {
    return this.pick?.options.find((one) => one.because === undefined) ?? null;
  }

  /** What the one primary button would do, as a verb. */
  get verb(): string {
    return verb(this.table.asking);
  }

  /** Pieces as they would stand. */
  ghosts(): Piece[] {
    return ghosts(this.table.asking, (id) => this.piece(id));
  }

  hit(point: Point, scale: number, pieces: Piece[] = this.pieces): Piece | null {
    return hit(point, scale, pieces);
  }

  hover(point: Point, scale: number): void {
    const piece = this.hit(point, scale);
    this.hovered = piece?.id ?? null;
    const options = piece ? this.offered.get(piece.id) : undefined;
    this.option = options?.find((one) => one.because === undefined)?.key ?? options?.[0]?.key ?? null;
  }

  tap(point: Point, scale: number): void {
    this.denied = null;
    if (this.measuring.on) return this.measuring.tap({ point, piece: this.hit(point, scale) });
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

  /** Back one step; true if there was anything to step back from. */
  back(): boolean {
    for (const open of ["help", "menu", "find"] as const) {
      if (this[open]) {
        this[open] = false;
        return true;
      }
    }
    if (this.measuring.on) {
      this.measuring.toggle();
      return true;
    }
    if (this.sights.any) {
      this.sights.clear();
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
    const had = this.pencil.spots.size > 0;
    this.pencil.rubOut();
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
