/** What a side wears. A livery is its tincture, and after a space its pattern if that is not the tincture's own. */

export const OWN = {
  azure: "plain",
  gules: "saltire",
  or: "bordure",
  vert: "cross",
  sable: "quarterly",
  argent: "seme",
  purpure: "chequy",
  tenne: "bendy",
} as const;

export type Tincture = keyof typeof OWN;
export type Pattern = (typeof OWN)[Tincture];
export const TINCTURES = Object.keys(OWN) as Tincture[];
export const PATTERNS = Object.values(OWN);

const BRIGHT: string[] = ["or", "argent", "tenne"];

export function livery(tincture: string, pattern: string | undefined): string {
  return !pattern || pattern === OWN[tincture as Tincture] ? tincture : `${tincture} ${pattern}`;
}

export function colourOf(worn: string): string {
  return worn.split(" ")[0]!;
}

export function patternOf(worn: string): Pattern {
  const [tincture, pattern] = worn.split(" ");
  return (pattern as Pattern | undefined) ?? OWN[tincture as Tincture] ?? "plain";
}

/** The second tincture, which reads on the first. */
export function second(worn: string): "token-ink" | "token-chalk" {
  return BRIGHT.includes(colourOf(worn)) ? "token-ink" : "token-chalk";
}

/** What sides wear when nobody chose. */
export function given(sides: { key: string }[]): Record<string, string> {
  return Object.fromEntries(sides.map((side, i) => [side.key, TINCTURES[i % TINCTURES.length]!]));
}
