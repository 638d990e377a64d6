import { addLeg, drawn, handles, legsOf, outside, setLegs, standing, whole } from "./drill";
import { hit, inside } from "./geometry";
import { Gesture } from "./gesture.svelte";
import { ghosts } from "./ghosts";
import { aimed } from "./hands";
import { begun, settings } from "./keep.svelte";
import { stands } from "./marks";
import { Measuring } from "./measuring.svelte";
import { Pencil } from "./pencil.svelte";
import { proposedBy } from "./proposals";
import type { Choice, Drill, Key, Option, Pick } from "./choices";
import type { Piece, Point } from "./scene";
import type { Brief, Clause } from "./shelf";
import { routed, tapped } from "./routes";
import { Sights } from "./sights.svelte";
import type { Table } from "./table.svelte";
import { Turned, type Turn } from "./turned";
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
  /** Who was selected by the tap that answered a question. */
  #answered: number | null = null;
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
  /** Whether one of a batch is answered by himself where the whole force could be told. */
  single = $state(false);
  readonly measuring = new Measuring();
  readonly sights: Sights;
  readonly pencil: Pencil;
  readonly gesture: Gesture;
  sheet: "table" | Tab | "sides" = $state("table");
  /** How high the phone's sheet stands: the odds, the hand, everything. */
  height: Height = $state("low");
  /** What is read before the battle begins. */
  briefing: Brief | null = $state.raw(null);
  denied: Option | null = $state.raw(null);
  /** The book's clauses and its quick reference, once they are read. */
  clauses: Record<string, Clause> = $state.raw({});
  reference = $state("");

  /** The table as this player has turned it. */
  readonly #width = $derived.by(() => this.table.now?.scene.width ?? 0);
  readonly #depth = $derived.by(() => this.table.now?.scene.height ?? 0);
  /** Half a turn more where one's own side would lie on the far side. */
  far = $state(false);
  readonly turned: Turned = $derived(new Turned(((settings.turn + (this.far && settings.ownNearest ? 180 : 0)) % 360) as Turn, { width: this.#width, height: this.#depth }));

  constructor(readonly table: Table) {
    this.sights = new Sights(this);
    this.pencil = new Pencil(this);
    this.gesture = new Gesture(this);
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
    const find = (key: Key | null | undefined): Option | null => pick.options.find((one) => one.key === key) ?? null;
    return find(this.option) ?? find(chosen);
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
  /** The grip of a drill at a point, if there is one; dragged, it makes a leg or changes it. */
  drilled(point: Point, scale: number): { move: (point: Point) => void } | null {
    const asking = this.table.asking;
    if (asking?.choice.kind !== "drill") return null;
    const { choice } = asking;
    const steps = (asking.preview?.legs ?? []).slice(0, legsOf(asking).length);
    const bases = standing(choice, steps, (id) => this.piece(id));
    const base = whole(bases);
    const far = ([x, y]: Point): number => Math.hypot(x - point[0], y - point[1]) * scale;
    const near = handles(choice, base, outside(scale)).filter((one) => !one.grip.because && far(one.at) < 24).sort((a, b) => far(a.at) - far(b.at))[0];
    const standard = bases.length > 1 ? 1.2 : 0; // a brigade is also taken by the standard behind it
    const onBody = base && inside(point, { x: base[0], y: base[1], facing: base[2], width: base[3], depth: base[4] + 2 * standard });
    const handle = near ?? (onBody ? handles(choice, base, outside(scale)).find((one) => one.sort === "advance" && !one.grip.because) : undefined);
    if (!handle || !base) return null;
    const kept = legsOf(asking).slice(0, steps.filter((one) => !one.because).length);
    return { move: (to) => setLegs(asking, [...kept, [handle.grip.kind, drawn(handle, base, to, outside(scale)), handle.hand]]) };
  }

  /** A tap on a grip makes its leg; a tap elsewhere carries the last leg there. */
  #tapDrill(point: Point, scale: number): void {
    const asking = this.table.asking!;
    const choice = asking.choice as Drill;
    const steps = (asking.preview?.legs ?? []).slice(0, legsOf(asking).length);
    const base = whole(standing(choice, steps, (id) => this.piece(id)));
    const near = handles(choice, base, outside(scale)).filter(({ at }) => Math.hypot(at[0] - point[0], at[1] - point[1]) * scale < 24)[0];
    if (near?.grip.because) this.table.notice = `${near.grip.because} ${near.grip.clause ?? ""}`;
    else if (near) addLeg(asking, near.grip, near.hand);
    else this.#carryLeg(point, scale);
  }

  #carryLeg(point: Point, scale: number): void {
    const asking = this.table.asking!;
    const choice = asking.choice as Drill;
    const [legs, steps] = [legsOf(asking), asking.preview?.legs ?? []];
    const last = legs.at(-1);
    const base = last && whole(standing(choice, steps.slice(0, legs.length - 1), (id) => this.piece(id)));
    const handle = base && handles(choice, base, outside(scale)).find((one) => one.grip.kind === last[0] && one.hand === last[2]);
    if (handle) setLegs(asking, [...legs.slice(0, -1), [last[0], drawn(handle, base, point, outside(scale)), last[2]]]);
  }

  ghosts(): Piece[] {
    return this.gesture.active ? this.gesture.ghosts() : ghosts(this.table.asking, (id) => this.piece(id));
  }

  hit(point: Point, scale: number, pieces: Piece[] = this.pieces): Piece | null {
    return hit(point, scale, pieces);
  }

  hover(point: Point, scale: number): void {
    const piece = this.hit(point, scale);
    this.hovered = piece?.id ?? null;
    if (routed(this.pick)) {
      this.option = null; // the route in hand stays in sight
      return;
    }
    const options = piece ? this.offered.get(piece.id) : undefined;
    this.option = options?.find((one) => one.because === undefined)?.key ?? options?.[0]?.key ?? null;
  }

  tap(point: Point, scale: number): void {
    this.denied = null;
    if (this.measuring.on) return this.measuring.tap({ point, piece: this.hit(point, scale) });
    const asking = this.table.asking;
    const piece = this.hit(point, scale);
    if (asking?.choice.kind === "place") return this.#tapPlace(point, scale);
    if (asking?.choice.kind === "drill") return this.#tapDrill(point, scale);
    if (asking?.choice.kind === "move") {
      if (!piece || !inside(point, piece) || !this.#tapSubject(piece)) this.#tapMove(point);
      return;
    }
    if (this.#tapGesture(point, piece)) return;
    if (!piece) {
      this.selected = null;
      return;
    }
    if (this.#tapSubject(piece)) return;
    this.selected = piece.id;
    if (this.#tapRoute(piece)) return;
    const options = this.offered.get(piece.id) ?? [];
    const hand = this.pick?.kind === "play" ? (this.table.asking!.value as Key[]) : null;
    const open = hand ? aimed(this.pick!, hand, options) : options.find((one) => one.because === undefined);
    if (open && hand?.includes(open.key)) this.denied = null;
    else if (open) {
      this.#answered = piece.id;
      this.choose(open.key);
    } else if (options[0]) this.denied = options[0];
    else this.tab = "profile";
  }

  /** A tap on a target adds it to a route, or takes it off. */
  #tapRoute(piece: Piece): boolean {
    if (!routed(this.pick)) return false;
    const found = tapped(this.pick, (this.table.asking!.value as Key[])[0], piece.id);
    if (!found) return false;
    this.#answered = piece.id;
    this.choose(found.key, true);
    return true;
  }

  /** Another question has come: who was selected only to answer the last one is let go of. */
  settle(): void {
    if (this.#answered === null || this.subjects.includes(this.#answered)) return;
    if (this.selected === this.#answered) this.selected = null;
    this.#answered = null;
  }

  /** With a figure in the hand a place or an enemy is where it goes; tapped again, it is done. */
  #tapGesture(point: Point, piece: Piece | null): boolean {
    const { gesture } = this;
    if (!gesture.allowed) return false;
    if (gesture.active && (gesture.again(point) || (piece !== null && piece.id === gesture.target))) {
      gesture.commit();
      return true;
    }
    if (piece && gesture.may(piece)) {
      const fresh = gesture.piece !== piece.id || this.offered.get(piece.id);
      gesture.hold(piece.id);
      if (!fresh) this.selected = piece.id;
      return !fresh; // a unit that is offered is chosen as well
    }
    const fight = piece !== null && this.#fights(piece);
    if (piece && this.offered.has(piece.id) && !fight) return false;
    if (piece && piece.side !== this.table.you) {
      const from = gesture.piece ?? this.#nearest(piece, fight);
      if (from === null) return false;
      this.selected = piece.id;
      gesture.aim(from, piece.id);
      return true;
    }
    if (!piece && gesture.piece !== null) {
      gesture.go(gesture.piece, point);
      return true;
    }
    return false;
  }

  /** Whether an enemy is offered with odds while nobody in particular is asked: a fight, and perhaps more after it. */
  #fights(piece: Piece): boolean {
    const open = this.offered.get(piece.id)?.find((one) => one.because === undefined);
    return open?.odds !== undefined && piece.side !== this.table.you && !this.subjects.length && this.pick?.most === 1;
  }

  /** Who may be taken into the hand and stands nearest to another. */
  #nearest(other: Piece, anybody = false): number | null {
    const far = (one: Piece): number => Math.hypot(one.x - other.x, one.y - other.y);
    const own = (one: Piece): boolean => one.side === this.table.you && stands(one);
    const men = this.pieces.filter((one) => (anybody ? own(one) : this.gesture.may(one))).sort((a, b) => far(a) - far(b));
    return men[0]?.id ?? null;
  }

  /** One tap proposes and does what can be taken back; the second commits the rest. */
  choose(key: Key, kept = false): void {
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
    if (routed(pick)) {
      // a route is looked at before it is written
      if (chosen[0] === key && !kept && !asking.batch) asking.give();
      else asking.propose([key]);
      return;
    }
    if (asking.batch && pick.most === 1) {
      if (this.grouped) asking.chooseFor(this.comrades(), key);
      else asking.setOne(key);
      this.grouped = false;
      return;
    }
    const again = pick.most === 1 && chosen[0] === key && !asking.set[asking.at];
    if (!again) asking.choose(key);
    if (again) asking.give();
    else if (settings.oneTap && pick.most === 1) asking.give(true);
  }

  /** The questions of a batch that are about the same group as the one in hand. */
  comrades(): number[] {
    const { choices } = this.table.asking!.question;
    const group = (choice: Choice): string => this.piece(choice.subjects?.[0] ?? null)?.group ?? "";
    const mine = group(this.table.asking!.choice);
    if (!mine) return [this.table.asking!.at]; // who belongs to nobody stands for himself
    return choices.flatMap((choice, i) => (group(choice) === mine ? [i] : []));
  }

  /** One word for the whole force; whom it does not suit is asked for singly. */
  sayAll(index: number): void {
    const asking = this.table.asking!;
    asking.sayAll(index);
    this.single = !asking.complete;
  }

  /** In a batch one's own man means the question about him; tapped again, his whole group. */
  #tapSubject(piece: Piece): boolean {
    const asking = this.table.asking;
    if (!asking?.batch) return false;
    const at = asking.question.choices.findIndex((choice) => choice.subjects?.includes(piece.id));
    if (at < 0) return false;
    this.single = true;
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
    if (this.gesture.active || this.gesture.refused) {
      const { piece } = this.gesture;
      this.gesture.drop();
      this.gesture.piece = piece;
      return true;
    }
    if (this.denied || this.table.refusal) {
      this.denied = null;
      this.table.refusal = null;
      return true;
    }
    const ready = this.pick?.kind === "pick" ? (proposedBy(this.pick) ?? []) : []; // its usual answer stays proposed
    if (asking && this.pick && String(asking.value) !== String(ready)) {
      asking.propose(ready);
      return true;
    }
    if (asking?.choice.kind === "drill" && legsOf(asking).length) {
      setLegs(asking, []);
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

  /** Before a battle nothing goes on until its briefing is read; where there is none it goes on. */
  brief(found: Brief | null): void {
    this.briefing = found;
    if (!found) this.table.show.hold(false);
  }

  begin(): void {
    this.briefing = null;
    this.table.show.hold(false);
    begun(this.table.id);
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
