import type { SideInfo } from "./scene";
import { standing } from "./wording";

/** Those who fight and win together. */
export interface Party {
  key: string;
  sides: SideInfo[];
  /** Who stands of them all, where that is told. */
  men: { now: number; all: number } | null;
}

/** The parties of a battle, one's own first, and oneself first in it. */
export function parties(sides: SideInfo[], you: string | null): Party[] {
  const found = new Map<string, SideInfo[]>();
  const own = sides.filter((side) => side.key === you);
  for (const side of [...own, ...sides.filter((one) => one.key !== you)]) {
    const key = side.party || side.key;
    found.set(key, [...(found.get(key) ?? []), side]);
  }
  return [...found].map(([key, those]) => ({ key, sides: those, men: together(those) }));
}

/** How a party is known on the table where lords are allied: by a sign behind the base, in words. */
export const SIGNS = ["a bar", "two discs", "a lozenge", "three pegs"] as const;

/** The sign of each side, by its number; none where every side fights for itself. All who look see the same. */
export function signed(sides: SideInfo[]): Map<string, number> {
  const all = parties(sides, null);
  if (!allied(all)) return new Map();
  return new Map(all.flatMap((party, i) => party.sides.map((side) => [side.key, i % SIGNS.length] as const)));
}

export const allied = (all: Party[]): boolean => all.some((one) => one.sides.length > 1);

/** What a side is to the one who looks, in words; nothing where that is plain. */
export function friendly(side: string, you: string | null, sides: SideInfo[]): string {
  const all = parties(sides, you);
  if (you === null || side === you || !allied(all)) return "";
  return all[0]!.sides.some((one) => one.key === side) ? "with you" : "against you";
}

function together(sides: SideInfo[]): Party["men"] {
  const counts = sides.map(standing).filter((one) => one !== null);
  if (!counts.length) return null;
  return { now: counts.reduce((sum, one) => sum + one.now, 0), all: counts.reduce((sum, one) => sum + one.all, 0) };
}

/** More sides than a panel has room to tell in full. */
export const MANY = 4;

/** What a party is to the one who looks; nothing where every side fights for itself. */
export function headed(party: Party, all: Party[], you: string | null): string {
  if (!allied(all)) return "";
  if (you === null) return `${party.sides[0]!.name} and allies`;
  return party.sides.some((side) => side.key === you) ? "With you" : all.length > 2 ? "Others" : "Against you";
}
