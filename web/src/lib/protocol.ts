/** What server and browser say to each other during a battle; no rule of any book is known here. */

import type { Chain } from "./chains";
import type { Footprint, Question } from "./choices";
import type { Note, Overlay, Stretch } from "./overlays";
import type { Point, Row, Scene, Spot } from "./scene";

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
  /** Where in the sequence of the turn it happened, where phases are finer than that. */
  stage?: string;
  /** The round in which it happened; nought, and left out, before the first. */
  round?: number;
  /** Whether the book calls it everyday: several of a kind may be told as one. */
  quiet?: boolean;
  /** The cards it turned up, a row for each that has some. */
  rows?: Row[];
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
  /** Of cards: what each purse pays. Of a drill: the footprint of each leg. */
  pays?: [hand: string, cost: number][];
  legs?: Footprint[];
  /** The reckoning by titles; a row without words is the sum of its title. */
  rows?: Note[];
  /** What is drawn over the table while it is in hand, and where its piece would stand. */
  shapes?: Overlay[];
  ends?: Spot | null;
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
  /** Why, and by which clauses; and the whole chain he would give. */
  reason?: string;
  clauses?: string[];
  chain?: Chain;
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

/** What follows from a gesture. */
export interface ChainOut {
  type: "chain";
  id: number;
  number: number;
  chain: Chain;
}

export type FromServer =
  | TableMessage
  | Drafts
  | Refusal
  | Preview
  | Look
  | ChainOut
  | Sheets
  | Hint
  | Chat
  | { type: "ack"; number: number }
  | { type: "pong" };
