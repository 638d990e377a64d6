import type { Piece } from "./protocol";

/** A box on the screen, in pixels: its middle and half its sides. */
export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

const LETTER = 7.2;

export const wordBox = (text: string, x: number, y: number, letter = LETTER, height = 16): Box => ({
  x,
  y,
  w: (text.length * letter) / 2,
  h: height / 2,
});

export const clash = (a: Box, b: Box): boolean => Math.abs(a.x - b.x) < a.w + b.w && Math.abs(a.y - b.y) < a.h + b.h;

/** Whose names can be read: the most important first, then whoever's name lies on no other name and no man. */
export function named(pieces: Piece[], importance: (piece: Piece) => number, scale: number): Set<number> {
  const found = new Set<number>();
  const taken: Box[] = [];
  const men = pieces.map((one) => ({ id: one.id, x: one.x * scale, y: -one.y * scale, w: scale * 0.3, h: scale * 0.3 }));
  const wanted = pieces.map((one) => ({ one, rank: importance(one) })).filter(({ rank }) => rank > 0);
  for (const { one, rank } of wanted.sort((a, b) => b.rank - a.rank)) {
    const below = (Math.max(one.width, one.depth) / 2) * scale + 11;
    const box = wordBox(one.name, one.x * scale, -one.y * scale + below);
    const covers = taken.some((other) => clash(box, other)) || men.some((man) => man.id !== one.id && clash(box, man));
    if (covers && rank < ALWAYS) continue;
    found.add(one.id);
    taken.push(box);
  }
  return found;
}

/** From this importance on a name is shown whatever it lies on. */
export const ALWAYS = 100;
