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

// Petra Sancta's lines for the tinctures, by their directions in degrees; or is dotted, argent bare
const LINES: Record<string, number[]> = {
  azure: [0],
  gules: [90],
  vert: [45],
  purpure: [135],
  sable: [0, 90],
  tenne: [135, 0],
};

/** How a tincture is printed without colour, over a field of w by h around the middle. */
export function hatching(colour: string, w: number, h: number): string {
  const gap = Math.min(w, h) / 7;
  const reach = Math.hypot(w, h) / 2;
  let d = "";
  if (colour === "or") {
    for (let y = -h / 2 + gap / 2, row = 0; y < h / 2; y += gap, row++) {
      for (let x = -w / 2 + gap * (row % 2 ? 1 : 0.5); x < w / 2; x += gap) d += `M${x.toFixed(2)} ${y.toFixed(2)}h0.01`;
    }
    return d;
  }
  for (const degrees of LINES[colour] ?? []) {
    const [dx, dy] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let off = -reach; off <= reach; off += gap) {
      const [x, y] = [-dy * off, dx * off];
      d += `M${(x - dx * reach).toFixed(2)} ${(y - dy * reach).toFixed(2)}L${(x + dx * reach).toFixed(2)} ${(y + dy * reach).toFixed(2)}`;
    }
  }
  return d;
}
