import { clash, type Box } from "./labels";
import type { Size } from "./view";

/** Something that wants to stand beside a piece: where the piece is, in pixels, and how much room it needs. */
export interface Wanted {
  key: string;
  x: number;
  y: number;
  /** Half the room the piece takes, across and down. */
  half: [number, number];
  w: number;
  h: number;
  /** Who is not in its way: the pieces it speaks of. */
  own?: number[];
}

export interface Placed {
  key: string;
  x: number;
  y: number;
  /** Where the line to the piece ends, at its rim. */
  from: [number, number];
}

/** Twelve bearings, those above and below first. */
const BEARINGS = [0, 180, 30, 330, 150, 210, 60, 300, 120, 240, 90, 270].map((one) => (one * Math.PI) / 180);
const FARTHER = [0, 1, 2];
const GAP = 6;
const STEP = [14, 40] as const; // pixels from one try to the next: about a base

/** A place round the piece for each, on nobody and on no other label; without one it is left to the panel. */
export function beside(wanted: Wanted[], men: (Box & { id: number })[], screen: Size, taken: Box[] = []): Placed[] {
  const used = [...taken];
  const found: Placed[] = [];
  for (const one of wanted) {
    const spot = place(one, men, used, screen);
    if (!spot) continue;
    used.push(spot);
    found.push({ key: one.key, x: spot.x, y: spot.y, from: rim(one, spot) });
  }
  return found;
}

function place(one: Wanted, men: (Box & { id: number })[], used: Box[], screen: Size): Box | null {
  const others = men.filter((man) => !one.own?.includes(man.id) || Math.hypot(man.x - one.x, man.y - one.y) > 1);
  const step = Math.min(STEP[1], Math.max(STEP[0], 2 * Math.min(...one.half)));
  for (const far of FARTHER) {
    for (const bearing of BEARINGS) {
      const [dx, dy] = [Math.sin(bearing), -Math.cos(bearing)];
      const reach = GAP + far * step;
      const box: Box = { x: one.x + dx * (one.half[0] + reach + one.w), y: one.y + dy * (one.half[1] + reach + one.h), w: one.w, h: one.h };
      const inside = box.x - box.w > 4 && box.y - box.h > 4 && box.x + box.w < screen.width - 4 && box.y + box.h < screen.height - 4;
      if (inside && ![...others, ...used].some((other) => clash(box, other))) return box;
    }
  }
  return null;
}

function rim({ x, y, half }: Wanted, spot: Box): [number, number] {
  const [dx, dy] = [spot.x - x, spot.y - y];
  const part = Math.min(1, dx ? half[0] / Math.abs(dx) : 1, dy ? half[1] / Math.abs(dy) : 1);
  return [x + dx * part, y + dy * part];
}
