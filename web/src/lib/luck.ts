import type { Told } from "./protocol";
import { rolled } from "./wording";

/** How a side's dice fell for one purpose, against what dice do. */
export interface Fortune {
  side: string;
  purpose: string;
  sides: number;
  count: number;
  average: number;
  expected: number;
  deviation: number; // of the average
}

export function fortunes(events: Told[]): Fortune[] {
  const sums = new Map<string, { side: string; purpose: string; sides: number; faces: number[] }>();
  for (const told of events) {
    const roll = rolled(told);
    if (!roll || roll.side === null) continue;
    roll.dice.forEach((sides, i) => {
      const purpose = kindOf(roll.purpose);
      const key = `${roll.side}|${purpose}|${sides}`;
      const found = sums.get(key) ?? { side: roll.side!, purpose, sides, faces: [] };
      found.faces.push(roll.faces[i]!);
      sums.set(key, found);
    });
  }
  return [...sums.values()]
    .map(({ side, purpose, sides, faces }) => ({
      side,
      purpose,
      sides,
      count: faces.length,
      average: faces.reduce((a, b) => a + b, 0) / faces.length,
      expected: (sides + 1) / 2,
      deviation: Math.sqrt((sides * sides - 1) / 12 / faces.length),
    }))
    .sort((a, b) => b.count - a.count);
}

function kindOf(purpose: string): string {
  return purpose.replaceAll("_", " ").replace(/\s*\d+$/, "");
}

export interface Whole {
  side: string;
  dice: number;
  above: number; // in deviations of the whole sum
}

/** All dice of a side in one number: how many deviations the faces lie above what is expected. */
export function whole(events: Told[]): Whole[] {
  const sums = new Map<string, { dice: number; over: number; variance: number }>();
  for (const told of events) {
    const roll = rolled(told);
    if (!roll || roll.side === null) continue;
    const found = sums.get(roll.side) ?? { dice: 0, over: 0, variance: 0 };
    roll.dice.forEach((sides, i) => {
      // every die counts alike, whatever its size
      const unit = Math.sqrt((sides * sides - 1) / 12) || 1;
      found.dice += 1;
      found.over += (roll.faces[i]! - (sides + 1) / 2) / unit;
      found.variance += 1;
    });
    sums.set(roll.side, found);
  }
  return [...sums].map(([side, { dice, over, variance }]) => ({
    side,
    dice,
    above: variance ? over / Math.sqrt(variance) : 0,
  }));
}

/** The share of battles with lower dice, from deviations (the normal curve). */
export function rankOf(above: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(above));
  const tail =
    0.3989423 *
    Math.exp((-above * above) / 2) *
    t *
    (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
  return above >= 0 ? 1 - tail : tail;
}
