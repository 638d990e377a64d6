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
}
