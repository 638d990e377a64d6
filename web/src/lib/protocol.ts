/** What server and browser say to each other; no rule of any book is known here. */

export type Point = [number, number];
export type Spot = [x: number, y: number, facing: number];
export type Key = string | number;

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
}

export interface Ground {
  kind: string;
  points: Point[];
  closed: boolean;
  id: string;
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
}

export interface Option {
  key: Key;
  label: string;
  because?: string;
  clause?: string;
  odds?: Record<string, string>;
  pieces?: number[];
}

interface Asked {
  index: number;
  side: string;
  key: string;
  prompt: string;
  about: unknown[];
  subjects?: number[];
  draft?: unknown;
}

export interface Pick extends Asked {
  kind: "pick" | "play";
  least: number;
  most: number;
  options: Option[];
  /** The plain answer to what is asked again and again. */
  usual?: Key;
}

export interface Region {
  boxes?: [number, number, number, number][];
  near?: [number, number, number, number, number];
  inches?: number;
}

export type Places = Record<string, Spot>;

export interface Place extends Asked {
  kind: "place";
  pieces: number[];
  region?: Region | null;
  ideas: Places[];
  figures?: Piece[];
}

export type Way = [gait: string, points: Point[], facing: number];

export interface Move extends Asked {
  kind: "move";
  piece: number;
  gaits: string[];
  allowance: number | null;
  ideas: Way[];
}

export interface Field {
  name: string;
  label: string;
  kind: "number" | "word" | "text";
  words: string[];
  /** How the words read, where they do not speak already. */
  said?: string[];
  least: number;
  most: number;
}

export interface Write extends Asked {
  kind: "write";
  fields: Field[];
  ideas: Record<string, unknown>[];
}

export interface Dice extends Asked {
  kind: "dice";
  dice: number[];
  purpose: string;
  /** Whose throw it is; each die's side and what each face means, where that is to be told. */
  whose: string | null;
  throwers: string[];
  means: string[];
  tally: Reason[];
  wish: [want: string, needed: number | null] | null;
}

export type Choice = Pick | Place | Move | Write | Dice;

export interface Question {
  number: number;
  together: boolean;
  choices: Choice[];
}

export type Reason = [label: string, value: number, clause: string];

export interface Happening {
  event: string;
  [field: string]: unknown;
}

export interface Told {
  n: number;
  clause: string;
  text: string | null;
  private: boolean;
  event: Happening;
  /** The phase in which it happened, where the book names it. */
  phase?: string;
  /** The round in which it happened; nought, and left out, before the first. */
  round?: number;
}

export interface Result {
  winner: string | null;
  reason: string;
  clause: string;
  score: Record<string, number>;
  rounds: number;
  losses: Record<string, number>;
}

export interface Side {
  key: string;
  name: string;
  kind: string;
  tincture: string;
  pattern?: string;
  present?: boolean;
  level?: string;
}

export interface BattleFacts {
  id: string;
  book: string;
  book_title: string;
  scenario: string;
  scenario_title: string;
  round: number;
  status: string;
  commitment?: string;
}

export interface TableMessage {
  type: "table";
  battle: BattleFacts;
  you: string | null;
  sides: Side[];
  scene: Scene;
  question: Question | null;
  waiting: string[];
  events: Told[];
  events_from: number;
  result: Result | null;
  undo: { by: string; text: string } | null;
  can_undo: boolean;
  auto: boolean;
  calls?: string[];
  era?: number;
}

export interface Refusal {
  type: "refused";
  code: string;
  text: string;
  clause?: string;
  to: string;
}

export interface Preview {
  type: "preview";
  id: number;
  legal: boolean;
  because: string;
  clause: string;
  price: number | null;
  odds: Record<string, string> | null;
  notes: string[];
  /** Of a way: where it costs more than its length, in parts of the whole. */
  stretches?: Stretch[];
  /** Of a way without points: where it goes all the same, at an enemy for one. */
  leads?: Point[];
}

export interface Stretch {
  start: number;
  end: number;
  kind: string;
  label?: string;
}

/** What may be drawn over the table; a layer is switched on and off as one. */
interface Drawn {
  layer: string;
  label?: string;
  clause?: string;
  tone?: "cheap" | "dear";
}

export interface Band extends Drawn {
  shape: "band";
  base: [x: number, y: number, facing: number, width: number, depth: number];
  inches: number;
}

export interface Zone extends Drawn {
  shape: "zone";
  points: Point[];
}

export interface Arc extends Drawn {
  shape: "arc";
  x: number;
  y: number;
  start: number;
  end: number;
  inches: number;
}

export interface SightLine extends Drawn {
  shape: "line";
  points: [Point, Point];
  clear?: boolean;
  stretches?: Stretch[];
  stop?: number;
}

export interface Tag extends Drawn {
  shape: "tag";
  piece: number;
  holds: boolean;
  odds?: Record<string, string>;
}

export type Overlay = Band | Zone | Arc | SightLine | Tag;

export interface Note {
  text: string;
  value?: string;
  clause?: string;
  title?: string;
}

/** What the book has to show of a piece, or of another seen from it. */
export interface Look {
  type: "look";
  id: number;
  overlays: Overlay[];
  notes: Note[];
}

/** A sheet of paper before a side. */
export interface Sheet {
  title: string;
  columns: string[];
  rows: (string | number)[][];
  notes: string[];
  clause: string;
}

export interface Sheets {
  type: "sheets";
  id: number;
  sheets: Sheet[];
}

export interface Hint {
  type: "hint";
  number: number;
  index: number;
  value: unknown;
  text: string;
}

export interface Chat {
  type: "chat";
  from: string;
  side: string | null;
  text: string;
  at: number;
}

/** All that this seat has drafted for a batch; the table is as it was. */
export interface Drafts {
  type: "drafts";
  number: number;
  drafts: Record<string, unknown>;
}

export type FromServer =
  | TableMessage
  | Drafts
  | Refusal
  | Preview
  | Look
  | Sheets
  | Hint
  | Chat
  | { type: "ack"; number: number }
  | { type: "pong" };

export interface ScenarioInfo {
  key: string;
  title: string;
  briefing: string;
  sides: string[];
  forces: Record<string, string[]>;
}

export interface ForceInfo {
  key: string;
  title: string;
  points: number;
  figures: number;
}

export interface OptionInfo {
  key: string;
  title: string;
  values: (string | number | boolean)[];
  default: string | number | boolean;
  clauses: string[];
  explanation: string;
}

export interface Book {
  key: string;
  title: string;
  /** What it is like to play. */
  blurb: string;
  quick_reference: string;
  levels: string[];
  scenarios: ScenarioInfo[];
  forces: ForceInfo[];
  options: OptionInfo[];
  /** Whether people may bring force files of their own. */
  own_forces: boolean;
}

/** A force of a file, and what about it its list does not have. */
export interface RollForce extends ForceInfo {
  remarks: { text: string; clause: string }[];
}

export interface Clause {
  title: string;
  kind: string;
  text: string;
}

export interface ScenarioPreview {
  scene: Scene;
  zones: Record<string, [number, number, number, number]>;
  forces: Record<string, Piece[]>;
}

export interface Facts {
  id: string;
  book: string;
  scenario: string;
  status: string;
  round: number;
  sides: Side[];
  result: Result | null;
}

export interface Frame {
  step: number;
  name: string;
  scene: Scene;
  events: Told[];
}

export interface Replay {
  book?: string;
  scenario?: string;
  frames: Frame[];
  result: Result | null;
}

export interface Verdict {
  honest: boolean;
  dice: number;
  reason: string;
  secret: string;
  commitment: string;
}

export interface Made {
  id: string;
  seats: Record<string, string>;
  commitment: string;
}
