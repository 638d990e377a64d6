import type { Ruler } from "./measuring.svelte";

/** A measurement said aloud: everybody reads it, and who wishes lays it on his table. */
export function measured({ from, to, inches }: Ruler): string {
  const at = ([x, y]: [number, number]): string => `${x.toFixed(2)},${y.toFixed(2)}`;
  return `Measured ${inches.toFixed(1)}″ [${at(from)} to ${at(to)}]`;
}

const SAID = /^Measured ([\d.]+)″ \[(-?[\d.]+),(-?[\d.]+) to (-?[\d.]+),(-?[\d.]+)\]$/;

/** The measurement in what somebody said, if it is one. */
export function ruled(text: string): Ruler | null {
  const found = SAID.exec(text)?.slice(1).map(Number);
  if (!found || found.some((one) => !Number.isFinite(one))) return null;
  const [inches, x0, y0, x1, y1] = found as [number, number, number, number, number];
  return { inches, from: [x0, y0], to: [x1, y1] };
}
