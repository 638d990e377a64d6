/** What is asked for outside a battle: books and their scenarios, battles made, replays, verdicts. */

import type { Result, Side, Told } from "./protocol";
import type { Piece, Scene } from "./scene";

export interface ScenarioInfo {
  key: string;
  title: string;
  briefing: string;
  sides: string[];
  forces: Record<string, string[]>;
  /** Sides that the book itself can run, and the clause that says so. */
  by_book?: Record<string, string>;
  brief?: { aims: Record<string, string>; end: string; edge: Record<string, string> } | null;
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
  /** Computer players, the easiest first, and a sentence on the strength of each. */
  levels: string[];
  strengths: Record<string, string>;
  scenarios: ScenarioInfo[];
  forces: ForceInfo[];
  options: OptionInfo[];
  /** Whether people may bring force files of their own. */
  own_forces: boolean;
  /** Whether they may bring tables of their own in place of the book's. */
  own_tables: boolean;
  /** The option under which it runs the sides of `by_book`, and what lasts between its battles. */
  alone?: string;
  saga?: string;
  saga_options?: OptionInfo[];
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
  brief?: Brief | null;
}

/** Three lines before a battle, by side. */
export interface Brief {
  aims: Record<string, string>;
  end: string;
  stronger: Record<string, string>;
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
  /** Which line of the file is broken and why; what stands before it is here. */
  broken?: string;
}

/** A moment that moved the chance of the side that won. */
export interface Turn {
  /** After which step it began. */
  since: number;
  step: number;
  round: number;
  before: number;
  after: number;
}

export interface Turns {
  winner: string | null;
  turns: Turn[];
  /** How often it was played on from each moment that is told, at least; and in all. */
  tries: number;
  played: number;
  /** Who asks again before it is done is told from more tries. */
  done: boolean;
}

export interface Health {
  here_alone: boolean;
  addresses: string[];
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
