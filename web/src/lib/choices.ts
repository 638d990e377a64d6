/** What is asked, and the shape of every answer. */

import type { Piece, Point, Spot } from "./scene";

export type Key = string | number;

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
  /** Words that are refused whatever else is written, and why. */
  barred?: [word: string, no: { reason: string; clause: string }][];
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
