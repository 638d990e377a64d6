/** What is asked for outside a battle: books and their scenarios, battles made, replays, verdicts. */

import type { Result, Side, Told } from "./protocol";
import type { Piece, Scene } from "./scene";

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
  /** Which line of the file is broken and why; what stands before it is here. */
  broken?: string;
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
