/** What may be drawn over the table, and said of a piece, when somebody looks. */

import type { Point } from "./scene";

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
