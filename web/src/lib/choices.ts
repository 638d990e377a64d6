/** What is asked, and the shape of every answer. */

import type { Card, Piece, Pitted, Point, Purse, Spot } from "./scene";

export type Key = string | number;

export interface Option {
  key: Key;
  label: string;
  because?: string;
  clause?: string;
  odds?: Record<string, string>;
  pieces?: number[];
  card?: Card;
  /** Of a route: how fast it is ridden; its targets are its pieces in order. */
  pace?: string;
  /** It may be meant but hardly ever is: folded away until somebody asks for it. */
  aside?: boolean;
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
  /** The plain answer to what is asked again and again; of several things, a set. */
  usual?: Key | Key[];
  /** The largest set that is lawful, where things are refused in combination. */
  whole?: Key[];
  /** It is seldom wanted: the plain answer may be given by itself. */
  seldom?: boolean;
  /** Of cards: what they are paid from, sets with a name ("As last round"), whose hand it is. */
  purses?: Purse[];
  proposed?: [title: string, keys: Key[]][];
  titled?: string;
  /** Of cards: card against card, a table for each enemy in reach. */
  pitted?: Pitted[];
  /** Of routes: the paces there are, why some cannot be had, and why not everybody can be ridden at with the others. */
  paces?: { key: string; label: string; because?: string; clause?: string; missed?: [because: string, clause: string] }[];
  /** Of answers on cards: what happened that this is asked. */
  brought?: Card;
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
  /** The inches of each gait, where they differ. */
  carries?: Record<string, number>;
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
  wish: [want: string, needed: number | string | null] | null;
}

/** A leg of a drill that may be offered: its unit, its range and hands, or why it is not free. */
export interface DrillGrip {
  kind: string;
  label: string;
  unit: string;
  least: number;
  most: number;
  hands: string[];
  because?: string;
  clause?: string;
}

export type Leg = [kind: string, amount: number, hand: string];
export type Legs = [gait: string, legs: Leg[]];

/** What a leg comes to: where each piece stands after it, what it costs and leaves. */
export interface Footprint {
  kind: string;
  bases: [x: number, y: number, facing: number, width: number, depth: number][];
  price?: number;
  left?: number;
  because?: string;
  clause?: string;
  most?: number | null;
  notes?: string[];
}

export interface Drill extends Asked {
  kind: "drill";
  pieces: number[];
  gaits: string[];
  allowance: number | null;
  grips: DrillGrip[];
  ideas: Legs[];
}

export type Choice = Pick | Place | Move | Drill | Write | Dice;

export interface Question {
  number: number;
  together: boolean;
  choices: Choice[];
  /** Words for the whole force: an answer to each choice, null to leave it open. */
  presets?: { title: string; values: (Key | null)[]; icon?: string; rest?: boolean }[];
}

export type Reason = [label: string, value: number, clause: string];
