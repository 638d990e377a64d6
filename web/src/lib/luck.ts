import { facesOf, mean, variance } from "./dicekinds";
import type { Told } from "./protocol";
import { rolled, succeeded, type Roll } from "./wording";

/** How a side fared with its dice for one purpose, against what dice do. */
export interface Fortune {
  side: string;
  purpose: string;
  /** Successes where a face was needed, else the average face. */
  counted: "successes" | "faces";
  count: number;
  sides: number;
  got: number;
  expected: number;
  deviation: number;
  /** Deviations on the side that was hoped for: above nought is luck. */
  luck: number;
}

interface Sum {
  side: string;
  purpose: string;
  counted: Fortune["counted"];
  sides: number;
  count: number;
  got: number;
  expected: number;
  variance: number;
  sign: number;
}

/** The chance that one die shows what is needed. */
export function chance(roll: Roll, sides: number): number {
  const needed = roll.wish?.needed ?? 0;
  const faces = facesOf(sides);
  return faces.filter((face) => (roll.wish?.want === "high" ? face >= needed : face <= needed)).length / faces.length;
}

/** Each die that somebody hoped something of: what it gave, what was expected, and its variance. */
function* dice(events: Told[]): Generator<{ roll: Roll; sides: number; got: number; expected: number; variance: number; sign: number }> {
  for (const told of events) {
    const roll = rolled(told);
    if (!roll || roll.side === null || !roll.wish) continue;
    for (const [i, sides] of roll.dice.entries()) {
      const won = succeeded(roll, roll.faces[i]!);
      if (won === null) {
        const sign = roll.wish.want === "high" ? 1 : -1;
        yield { roll, sides, got: roll.faces[i]!, expected: mean(sides), variance: variance(sides), sign };
      } else {
        const p = chance(roll, sides);
        yield { roll, sides, got: won ? 1 : 0, expected: p, variance: p * (1 - p), sign: 1 };
      }
    }
  }
}

export function fortunes(events: Told[]): Fortune[] {
  const sums = new Map<string, Sum>();
  for (const one of dice(events)) {
    const purpose = kindOf(one.roll.purpose);
    const counted = one.roll.wish!.needed === null ? "faces" : "successes";
    const key = [one.roll.side, purpose, counted, one.sides].join("|");
    const sum = sums.get(key) ?? {
      side: one.roll.side!, purpose, counted, sides: one.sides, count: 0, got: 0, expected: 0, variance: 0, sign: one.sign,
    };
    sum.count += 1;
    sum.got += one.got;
    sum.expected += one.expected;
    sum.variance += one.variance;
    sums.set(key, sum);
  }
  return [...sums.values()].map(fortune).sort((a, b) => b.count - a.count);
}

function fortune({ variance, sign, ...sum }: Sum): Fortune {
  const deviation = Math.sqrt(variance);
  const luck = deviation ? (sign * (sum.got - sum.expected)) / deviation : 0;
  if (sum.counted === "successes") return { ...sum, deviation, luck };
  const { count } = sum;
  return { ...sum, got: sum.got / count, expected: sum.expected / count, deviation: deviation / count, luck };
}

function kindOf(purpose: string): string {
  return purpose.replaceAll("_", " ").replace(/\s*\d+$/, "");
}

export interface Whole {
  side: string;
  dice: number;
  /** Successes and what was expected of them, where a face was needed. */
  won: number;
  expected: number;
  needed: number;
  /** In deviations, on the side that was hoped for. */
  above: number;
}

/** All dice of a side in one number: by successes where faces were needed, else by how high they fell. */
export function whole(events: Told[]): Whole[] {
  const sums = new Map<string, Whole & { variance: number }>();
  for (const one of dice(events)) {
    const side = one.roll.side!;
    const sum = sums.get(side) ?? { side, dice: 0, won: 0, expected: 0, needed: 0, above: 0, variance: 0 };
    if (one.roll.wish!.needed !== null) {
      sum.needed += 1;
      sum.won += one.got;
      sum.expected += one.expected;
      sum.variance += one.variance;
    }
    if (one.variance > 0) {
      sum.dice += 1;
      sum.above += (one.sign * (one.got - one.expected)) / Math.sqrt(one.variance);
    }
    sums.set(side, sum);
  }
  // the sentence tells of successes: its rank is that of the successes, and only without any that of the faces
  const above = (sum: Whole & { variance: number }): number =>
    sum.variance ? (sum.won - sum.expected) / Math.sqrt(sum.variance) : sum.dice ? sum.above / Math.sqrt(sum.dice) : 0;
  return [...sums.values()].map(({ variance: spread, ...sum }) => ({ ...sum, above: above({ ...sum, variance: spread }) }));
}

/** A side's luck in words, from the nearer end: how many of a hundred battles were less lucky, or less unlucky. */
export function rankSaid(above: number): [said: string, of: number] {
  const share = Math.min(99, Math.max(1, Math.round(rankOf(above) * 100)));
  return share < 50 ? ["unluckier than in", 100 - share] : ["luckier than in", share];
}

/** The share of battles with less luck, from deviations (the normal curve). */
export function rankOf(above: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(above));
  const tail =
    0.3989423 *
    Math.exp((-above * above) / 2) *
    t *
    (0.3193815 + t * (-0.3565638 + t * (1.781478 + t * (-1.821256 + t * 1.330274))));
  return above >= 0 ? 1 - tail : tail;
}
