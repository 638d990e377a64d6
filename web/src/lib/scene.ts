/** What lies on the table, as the server draws it for a seat. */

export type Point = [number, number];
export type Spot = [x: number, y: number, facing: number];

export interface Piece {
  id: number;
  side: string;
  name: string;
  x: number;
  y: number;
  facing: number;
  width: number;
  depth: number;
  group: string;
  rank: string;
  arms: string;
  mounted: boolean;
  marks: string[];
  profile: Record<string, string>;
  /** Without one, a rectangle that faces its front edge. */
  form?: Form | null;
  measures?: Measure[];
  /** A number or a letter on the base. */
  tag?: string;
  /** A few words under the name. */
  note?: string;
}

export type Edge = [name: string, frontal: boolean, start: Point, end: Point];

/** Points are inches to the right and ahead of the middle. */
export type Form =
  | { form: "round"; faces?: boolean }
  | { form: "outline"; points: Point[]; edges?: Edge[]; corner?: boolean }
  | { form: "block"; files: number; elements: number; wide?: number; deep?: number; apart?: number; behind?: number; order?: string; formed?: boolean; column?: boolean; gaps?: number; way?: Point[] }
  | { form: "emblem"; kind: string; state?: string; way?: Point[] };

export type Measure =
  | { measure: "bar"; name: string; have: number; most: number; tone?: string }
  | { measure: "beads"; name: string; have: number; most: number }
  | { measure: "wound"; level: string; drops?: number; place?: string };

export interface Card {
  title: string;
  cost?: number;
  group?: string;
  sentence?: string;
  targets?: number[];
  at?: string;
  hand?: string;
  glyph?: string;
  badge?: string;
  facts?: [what: string, how: string][];
  clauses?: string[];
  /** Whose it is, in a row that holds cards of several sides. */
  side?: string;
  /** It is being played. */
  now?: boolean;
  /** Titles of cards that are never played beside it: tapped, it takes their place. */
  instead?: string[];
}

/** What cards are paid from. */
export interface Purse {
  hand: string;
  left: number;
  most?: number;
  played?: number;
  unit?: string;
  clause?: string;
}

/** Card against card: a row for each own play, a column for each of the enemy's; a cell says what each of the two hits with, "" for no blow. */
export interface Pitted {
  target: number;
  title: string;
  columns: string[];
  rows: [titles: string[], cells: [mine: string, theirs: string][]][];
  note?: string;
}

/** Cards that lie before somebody. */
export interface Row {
  side: string;
  name: string;
  pieces?: number[];
  title?: string;
  faced?: Card[];
  down?: number;
  known?: Card[];
  purses?: Purse[];
  against?: number[];
  note?: string;
}

export interface Ground {
  kind: string;
  points: Point[];
  closed: boolean;
  id: string;
  /** What it is called, if not by its id. */
  name?: string;
  /** Not from the server: a turned table is painted by the same chance as the one it was. */
  seed?: string;
}

export interface Marker {
  kind: string;
  x: number;
  y: number;
  radius: number;
  label: string;
}

export interface SideInfo {
  key: string;
  name: string;
  lines: [string, string][];
  /** Whom it fights and wins with. */
  party?: string;
}

export interface Scene {
  width: number;
  height: number;
  ground: Ground[];
  pieces: Piece[];
  markers: Marker[];
  sides: SideInfo[];
  sequence: string[];
  now: string;
  round: number;
  /** What the book calls a round, and where in the phase the table is. */
  counted?: string;
  step?: string;
  rows?: Row[];
}
