import { facesOf } from "./dicekinds";
import { faces, formed, measured } from "./forms";
import { compass, gap } from "./geometry";
import type { Option, Reason } from "./choices";
import type { Happening, Told } from "./protocol";
import type { Piece, Scene, SideInfo } from "./scene";

/** One line of the chronicle, with the dice that led to it. */
export interface Line {
  n: number;
  text: string;
  clause: string;
  side: string | null;
  private: boolean;
  /** Nought before the first. */
  round: number;
  phase: string;
  rolls: Roll[];
  pieces: number[];
  /** The kind of event, and whether the book calls it everyday; see `folding.ts`. */
  kind: string;
  quiet: boolean;
}

export interface Roll {
  n: number;
  purpose: string;
  dice: number[];
  faces: number[];
  tally: Reason[];
  side: string | null;
  clause: string;
  phase: string;
  round: number;
  /** What the thrower hoped for, and the face each die needed, as far as the rule says. */
  wish: { want: "high" | "low"; needed: number | null } | null;
  /** The numbers that bring it about, in words, where no one face is needed. */
  needs: string;
  /** What several dice come to, where that is what counts. */
  total: number | null;
  /** What the book itself says of it. */
  said: string | null;
}

/** Who stands where and for whom; kept when men leave the table. */
export class Names {
  readonly pieces = new Map<number, { name: string; side: string; group: string; arms: string }>();
  readonly #sides = new Map<string, string | null>();
  readonly #known = new Map<string, string>();

  learn(scene: Scene): void {
    for (const { id, name, side, group, arms } of scene.pieces) {
      this.pieces.set(id, { name, side, group, arms });
      for (const word of [name, group]) {
        if (!word) continue;
        const before = this.#sides.get(word);
        this.#sides.set(word, before === undefined || before === side ? side : null);
      }
    }
    for (const info of scene.sides) this.#known.set(info.key, info.name);
  }

  isSide(key: string): boolean {
    return this.#known.has(key);
  }

  sideName(key: string): string {
    return this.#known.get(key) ?? key;
  }

  /** The side a sentence speaks of first. */
  sideIn(text: string): string | null {
    let found: string | null = null;
    let at = Infinity;
    let length = 0;
    const look = (word: string, side: string | null): void => {
      const place = text.indexOf(word);
      if (place < 0 || side === null) return;
      if (place < at || (place === at && word.length > length)) {
        [found, at, length] = [side, place, word.length];
      }
    };
    for (const [word, side] of this.#sides) look(word, side);
    for (const [side, word] of this.#known) look(word, side);
    return found;
  }
}

const SUBJECTS = ["winner", "figure", "shooter", "knight", "man", "one", "body", "piece"];
const MENTIONS = [...SUBJECTS, "defender", "by", "other", "charger", "captor", "met", "at"];
const CROWDS = ["figures", "attackers", "men", "members"];

const isPiece = (value: unknown): value is number => typeof value === "number" && value >= 0;

/** Whose shot an event tells of, and at whom; nobody if it tells of none. */
export function shot(event: Happening): [from: number, to: number] | null {
  const from = event["shooter"] ?? (event.event === "shot" ? event["man"] : null);
  const to = event["target"];
  return isPiece(from) && isPiece(to) && !event["at_mount"] ? [from, to] : null;
}

export function mentioned(event: Happening): number[] {
  const found: number[] = [];
  for (const field of MENTIONS) {
    const value = event[field];
    if (isPiece(value)) found.push(value);
    else if (Array.isArray(value)) found.push(...value.filter(isPiece));
  }
  for (const field of CROWDS) {
    const value = event[field];
    if (Array.isArray(value)) found.push(...value.filter(isPiece));
  }
  const flies = shot(event);
  if (flies) found.push(flies[1]);
  const places = event["places"];
  if (places && typeof places === "object") found.push(...Object.keys(places).map(Number));
  return [...new Set(found)];
}

function sideOf(told: Told, names: Names): string | null {
  const { event } = told;
  for (const field of ["side", "player"]) {
    const value = event[field];
    if (typeof value === "string") return value;
  }
  for (const field of SUBJECTS) {
    const value = event[field];
    if (isPiece(value)) return names.pieces.get(value)?.side ?? null;
  }
  const attackers = event["attackers"];
  if (Array.isArray(attackers)) return names.pieces.get(attackers[0] as number)?.side ?? null;
  return told.text ? names.sideIn(told.text) : null;
}

export function rolled(told: Told): Roll | null {
  const { event } = told;
  if (event.event !== "rolled") return null;
  return {
    n: told.n,
    purpose: String(event["purpose"] ?? ""),
    dice: event["dice"] as number[],
    faces: event["faces"] as number[],
    tally: (event["tally"] ?? []) as Reason[],
    side: (event["side"] as string | null | undefined) ?? null,
    clause: told.clause,
    phase: told.phase ?? "",
    round: told.round ?? 0,
    wish: wishOf(event["wish"]),
    needs: needsOf(event["wish"]),
    total: (event["total"] as number | undefined) ?? null,
    said: told.text,
  };
}

export function wishOf(said: unknown): Roll["wish"] {
  if (!Array.isArray(said)) return null;
  const [want, needed] = said as [unknown, unknown];
  if (want !== "high" && want !== "low") return null;
  return { want, needed: typeof needed === "number" ? needed : null };
}

export const needsOf = (said: unknown): string => (Array.isArray(said) && typeof said[1] === "string" ? said[1] : "");

/** The dice of each part of a whole battle, in the order thrown, and which in its stream the first of them is. */
export function streamed(parts: { events: Told[] }[]): { first: number; faces: number[] }[] {
  let first = 1;
  return parts.map(({ events }) => {
    const faces = events.flatMap((told) => rolled(told)?.faces ?? []);
    const found = { first, faces };
    first += faces.length;
    return found;
  });
}

/** Whether a die showed what it needed; null if nothing in particular was needed. */
export function succeeded(roll: Roll, face: number): boolean | null {
  const needed = roll.wish?.needed ?? null;
  if (needed === null) return null;
  return roll.wish!.want === "high" ? face >= needed : face <= needed;
}

/** The needed face in words; a die that cannot fail or cannot succeed says so. */
export function neededText(roll: Roll): string {
  const needed = roll.wish?.needed ?? null;
  if (needed === null) return roll.needs;
  const faces = facesOf(roll.dice[0] ?? 6);
  const [low, most] = [faces[0]!, faces[faces.length - 1]!];
  const high = roll.wish!.want === "high";
  if (high ? needed <= low : needed >= most) return "cannot fail";
  if (high ? needed > most : needed < low) return "cannot succeed";
  return `${needed} or ${high ? "more" : "less"} needed`;
}

/** What several dice come to, in words: not all of them may count, and a bonus may. */
export const totalText = (roll: Roll): string => (roll.total === null ? "" : `making ${roll.total}`);

/** What the book counts, as a word. */
export const counted = (scene: Scene | undefined): string => scene?.counted || "round";

/** Turn events into lines: a sentence takes the dice that were thrown for it. */
export function chronicle(events: Told[], names: Names): Line[] {
  const lines: Line[] = [];
  let rolls: Roll[] = [];
  for (const told of events) {
    const roll = rolled(told);
    if (roll) {
      rolls.push(roll);
      continue;
    }
    if (told.text === null) continue;
    // dice of an earlier phase were not thrown for this
    lines.push(...rolls.filter((one) => one.phase !== (told.phase ?? "")).map((one) => diceLine(one, names)));
    lines.push({
      n: told.n,
      text: told.text,
      clause: told.clause,
      side: sideOf(told, names),
      private: told.private,
      round: told.round ?? 0,
      phase: told.phase ?? "",
      rolls: rolls.filter((one) => one.phase === (told.phase ?? "")),
      pieces: mentioned(told.event),
      kind: told.event.event,
      quiet: told.quiet === true,
    });
    rolls = [];
  }
  lines.push(...rolls.map((roll) => diceLine(roll, names)));
  return lines;
}

function diceLine(roll: Roll, names: Names): Line {
  return {
    n: roll.n,
    text: roll.said ?? diceSaid(roll, names),
    clause: roll.clause,
    side: roll.side,
    private: false,
    round: roll.round,
    phase: roll.phase,
    rolls: [roll],
    pieces: [],
    kind: "rolled",
    quiet: false,
  };
}

/** Who rolled what, and what for; nobody in particular where no side throws. */
function diceSaid(roll: Roll, names: Names): string {
  const fell = [roll.faces.join(", "), totalText(roll)].filter(Boolean).join(", ");
  const own = names.isSide(roll.purpose);
  const what = own ? roll.phase.toLowerCase() : purpose(roll, names);
  const who = own ? roll.purpose : roll.side;
  if (who !== null && names.isSide(who)) return `${names.sideName(who)} rolled ${fell}${what ? ` (${what})` : ""}.`;
  return `${roll.faces.length === 1 ? "A die" : "Dice"} ${what.replace(/^(?!to )/, "for ")}: ${fell}.`;
}

export function purpose(roll: Roll, names: Names): string {
  return names.sideName(roll.purpose).replaceAll("_", " ");
}

export function inches(value: number): string {
  return `${Math.round(value * 10) / 10}″`;
}

export function signed(value: number): string {
  return value < 0 ? `− ${-value}` : `+ ${value}`;
}

const FILE = /^\S+\.[a-z]/i; // a file is called as it is called

/** Words as they stand within a sentence; "TAC" stays as it is. */
export const uncapital = (text: string): string => (/^[A-Z][a-z]/.test(text) ? text[0]!.toLowerCase() + text.slice(1) : text);

export function capital(text: string): string {
  return text && !FILE.test(text) ? text[0]!.toUpperCase() + text.slice(1) : text;
}

/** Words of the server as a sentence. */
export function sentence(text: string): string {
  return capital(text.replace(/[.]?$/, "."));
}

/** A question about one man, asked about several. */
export function ofMany(question: string): string {
  return question.replace(/\bdoes he\b/g, "do they").replace(/\bis in his hand\b/g, "is in their hands").replace(/\bhis\b/g, "their").replace(/\bhe\b/g, "they");
}

export function plain(text: string): string {
  return text.replaceAll("_", " ");
}

/** A piece as a sentence for those who listen. */
export function describe(piece: Piece, near: Piece | null, may: boolean): string {
  const parts = [piece.name];
  if (piece.rank && piece.rank !== "common") parts.push(piece.rank);
  if (piece.mounted) parts.push("mounted");
  if (piece.arms && piece.arms !== "none") parts.push(piece.arms);
  const shape = formed(piece.form);
  if (shape) parts.push(shape);
  parts.push(...piece.marks, ...(piece.measures ?? []).map(measured));
  if (faces(piece)) parts.push(`faces ${compass(piece.facing)}`);
  if (near && near.id !== piece.id) {
    const far = Math.round(gap(near, piece).inches * 10) / 10;
    parts.push(far ? `${far} ${far === 1 ? "inch" : "inches"} ${whither(near, piece)} of ${near.name}` : `${whither(near, piece)} of ${near.name}, touching him`);
  }
  if (may) parts.push("may be chosen");
  return parts.join(", ");
}

function whither(from: Piece, to: Piece): string {
  const turn = (Math.atan2(to.x - from.x, to.y - from.y) * 180) / Math.PI;
  return compass(turn);
}

/** How many of a side stand, as far as its panel tells. */
export function standing(info: SideInfo): { now: number; all: number } | null {
  for (const [, value] of info.lines) {
    const found = /^(\d+) of (\d+)/.exec(value);
    if (found) return { now: Number(found[1]), all: Number(found[2]) };
  }
  return null;
}

/** Options as they are shown: what may be chosen first, then what hardly anybody means, then what may not. */
export function ordered(options: Option[]): Option[] {
  const rank = (one: Option): number => (one.because !== undefined ? 2 : one.aside ? 1 : 0);
  return [...options].sort((one, other) => rank(one) - rank(other));
}

/** The sign of how a man was lost, by the last sentence about him. */
export function fate(said: string): string {
  if (/\b(ran off|fled|routed|left the (table|field))\b/.test(said)) return "state-rout";
  if (/\b(captured|captive|yielded|led away|taken)\b/.test(said)) return "state-captive";
  return /\b(will live|recovers?)\b/.test(said) ? "state-wound" : "state-disabled";
}
