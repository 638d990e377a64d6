/** Fractions as people read them. */

export function fraction(text: string): number {
  if (text.trim().endsWith("%")) return fraction(text.trim().slice(0, -1)) / 100;
  const [top, bottom] = text.split("/");
  const value = bottom === undefined ? Number(top) : Number(top) / Number(bottom);
  return Number.isFinite(value) ? value : 0;
}

export function percent(value: number): string {
  const hundred = value * 100;
  if (hundred > 0 && hundred < 0.5) return "under ½%";
  if (hundred > 99.5 && hundred < 100) return "over 99½%";
  const halves = Math.round(hundred * 2);
  const whole = Math.floor(halves / 2);
  const half = halves % 2 ? "½" : "";
  return whole === 0 && half ? "½%" : `${whole}${half}%`;
}

export interface Part {
  name: string;
  chance: number;
  /** 0 worst, 3 nothing happened; 4 is out for good. */
  tone: number;
  /** It befalls somebody else: told beside the bar, not in it. */
  apart?: boolean;
}

const MILD = /miss|nothing|safe|none|saved|stand|held|tie|short/;
const SPENT = /^(saved|no (damage|harm))$/; // it struck, and harmed nobody
const DIRE = /kill|dead|captur|disabl|rout|broken|lost|destroy/;

/** A blow by what it makes of him. */
const WOUNDS: Record<string, number> = { out: 4, critical: 0, serious: 1, light: 2, "no wound": 3 };
const rank = (part: Part): number => (part.apart ? 9 : part.tone === 4 ? -1 : part.tone);

const BANDS: [RegExp, number][] = [[/^(down|too timid)\b/, 3], [/^pass/, 1], [/^(up|too bold)\b/, 0]];

/** A test with a band between two failures is drawn as it lies: below it, in it, above it. */
function banded(odds: Record<string, string>): Part[] | null {
  const found = BANDS.flatMap(([band, tone]) => Object.entries(odds).filter(([name]) => band.test(name)).map(([name, text]) => ({ name, chance: fraction(text), tone })));
  return found.length === 3 && Object.keys(odds).length === 3 ? found : null;
}

/** Outcomes that exclude each other, the worst first: 0 worst, 3 nothing happened. */
export function parts(odds: Record<string, string>): Part[] {
  const bands = banded(odds);
  if (bands) return bands;
  const found = Object.entries(odds).map(([name, text]) => {
    const plain = name.replaceAll("_", " ");
    const tone = WOUNDS[plain] ?? (DIRE.test(plain) ? 0 : SPENT.test(plain) ? 2 : MILD.test(plain) ? 3 : 1);
    return { name: plain, chance: fraction(text), tone, ...(plain.startsWith("you are ") && { apart: true }) };
  });
  return found.sort((a, b) => rank(a) - rank(b));
}

/** Whether the outcomes add up to one, so that they can be drawn as one bar. */
export function exclusive(found: Part[]): boolean {
  const sum = found.reduce((total, part) => total + (part.apart ? 0 : part.chance), 0);
  const rounded = found.some((part) => part.name === "no wound"); // each to a whole per cent
  return Math.abs(sum - 1) < (rounded ? 0.025 : 1e-6);
}

/** What is drawn as one bar: nothing, if the outcomes do not exclude each other. */
export const barred = (found: Part[]): Part[] => (exclusive(found) ? found.filter((part) => !part.apart && part.chance > 0) : []);

/** The number to show big: a named hit, else the chance that something happens at all. */
export function headline(odds: Record<string, string>): Part {
  const found = parts(odds);
  const hit = found.find((part) => /^(hit|success|contact|pass|strikes home|(all )?held off)/.test(part.name));
  if (hit) return hit;
  const unhurt = found.find((part) => part.name === "no wound");
  if (unhurt) return { name: "to wound", chance: 1 - unhurt.chance, tone: 1 };
  if (exclusive(found)) {
    const miss = found.find((part) => part.name === "miss");
    if (miss) return { name: "to hit", chance: 1 - miss.chance, tone: 1 };
  }
  return found[0] ?? { name: "", chance: 0, tone: 3 };
}

export const BADGE_HIGH = 64;

/** The chance shown big, the worst that may come of it, and how wide in pixels the badge with both is. */
export function badge(odds: Record<string, string>): { big: Part; worst: Part | undefined; left: number; width: number } {
  const big = headline(odds);
  // figures are narrower than the per cent sign and the half
  const left = [...percent(big.chance)].reduce((sum, one) => sum + (/[0-9]/.test(one) ? 14 : 24), 20);
  const found = parts(odds);
  const worst = found.find((part) => part.name !== big.name && part.tone < 3) ?? found.find((part) => part.name !== big.name);
  const words = [big.name, worst ? `${percent(worst.chance)} ${worst.name}` : ""];
  return { big, worst, left, width: left + Math.max(worst || barred(found).length ? 116 : 0, 12 + 7 * Math.max(...words.map((one) => one.length))) };
}

export function spoken(odds: Record<string, string>): string {
  return parts(odds)
    .filter((part) => part.chance > 0)
    .map((part) => `${percent(part.chance).replace("%", " percent")} ${part.name}`)
    .join(", ");
}

/** The outcomes that are one thing whatever the enemy does: those against each of his cards stand elsewhere. */
export const overall = (odds: Record<string, string>): Record<string, string> => Object.fromEntries(Object.entries(odds).filter(([name]) => !name.startsWith("against ")));

/** What a chance is against each thing the enemy may do: "against CLOSE 55%, CHARGE 60%"; "" if it is the same always. */
export function against(odds: Record<string, string>): string {
  const found = Object.entries(odds).filter(([name]) => name.startsWith("against "));
  if (!found.length) return "";
  return `against ${found.map(([name, text]) => `${name.slice(8)} ${percent(fraction(text))}`).join(", ")}`;
}
