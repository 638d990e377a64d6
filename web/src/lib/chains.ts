/** What follows from one gesture, as the server answers it; it is sent back as it came. */

import type { Key } from "./choices";
import type { Stretch } from "./overlays";
import type { Point } from "./scene";

export interface ChainStep {
  name: string;
  value: unknown;
  how: string;
}

export interface ToggleOption {
  key: Key;
  label: string;
  because?: string;
  clause?: string;
}

export interface Toggle {
  name: string;
  prompt: string;
  value: Key;
  options: ToggleOption[];
}

export interface Reach {
  inches: number;
  chance: number;
}

export interface Danger {
  piece: number;
  at: number;
  text: string;
  clause?: string;
  deed?: string;
}

export interface Shot {
  name: string;
  piece: number;
  target: Key;
  label: string;
  odds: Record<string, string> | null;
  chance: number | null;
}

export interface Chain {
  steps?: ChainStep[];
  because?: string;
  clause?: string;
  title?: string;
  piece?: number;
  unit?: number[];
  mover?: number;
  way?: Point[];
  gait?: string;
  gaits?: string[];
  price?: number;
  allowance?: number;
  stretches?: Stretch[];
  notes?: string[];
  ghosts?: { id: number; x: number; y: number; facing: number }[];
  toggles?: Toggle[];
  throws?: { purpose: string; dice: number[] }[];
  reach?: Reach[];
  chance?: number;
  odds?: Record<string, string>;
  shots?: Shot[];
  dangers?: Danger[];
  /** How many others could do likewise after this. */
  others?: number;
  miss?: number;
}

export type Short = "far" | "stay" | "throw";

export const SHORT: Record<Short, string> = {
  far: "as far as it goes",
  stay: "ask me again",
  throw: "throw first, then ask",
};

/** Dice as people write them: 2d6, or 2d6 and a d10. */
export function diceOf(throws: { dice: number[] }[]): string {
  const count = new Map<number, number>();
  for (const { dice } of throws) for (const sides of dice) count.set(sides, (count.get(sides) ?? 0) + 1);
  return [...count].map(([sides, many]) => `${many}d${sides}`).join(" and ");
}

/** At most four edges of a diced reach: one near 80 in 100, the one that is needed, one near 15, the utmost. */
export function edges(reach: Reach[], needed: number | undefined): (Reach & { needed: boolean })[] {
  if (!reach.length) return [];
  const nearest = (chance: number): Reach => reach.reduce((a, b) => (Math.abs(b.chance - chance) < Math.abs(a.chance - chance) ? b : a));
  const own = needed === undefined ? undefined : reach.find((one) => one.inches >= needed - 1e-6);
  const found = new Map<number, Reach & { needed: boolean }>();
  for (const one of [nearest(0.8), nearest(0.15), reach[reach.length - 1]!]) found.set(one.inches, { ...one, needed: false });
  if (own) found.set(own.inches, { ...own, needed: true });
  return [...found.values()].sort((a, b) => a.inches - b.inches);
}
