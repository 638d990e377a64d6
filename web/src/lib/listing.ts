import { gap } from "./geometry";
import { rankOf, stands } from "./marks";
import type { Piece, SideInfo } from "./scene";

/** The table as a list to be read or listened to. */

/** From whom distances are told: who is looked at, who is asked about, one's lord, else anybody who stands. */
export function from(pieces: Piece[], ids: (number | null)[], you: string | null): Piece | null {
  for (const id of ids) {
    const found = pieces.find((one) => one.id === id);
    if (found) return found;
  }
  const own = pieces.filter((one) => one.side === you && stands(one));
  return own.find((one) => rankOf(one.rank) === "lord") ?? own[0] ?? pieces.find((one) => one.side === you) ?? null;
}

/** Men by side and group, the nearest first, the fallen last; who is of no known group stands with his side. */
export function listed(pieces: Piece[], near: Piece | null, sideName: (side: string) => string): [string, Piece[]][] {
  const far = (one: Piece): number => (near ? gap(near, one).inches : 0);
  const rank = (one: Piece): number => (stands(one) ? 0 : 1);
  const found = new Map<string, Piece[]>();
  for (const piece of [...pieces].sort((a, b) => rank(a) - rank(b) || far(a) - far(b))) {
    const key = piece.group ? `${sideName(piece.side)}: ${piece.group}` : sideName(piece.side);
    found.set(key, [...(found.get(key) ?? []), piece]);
  }
  return [...found];
}

/** Whether a side is no friend. */
export function foe(side: string, you: string | null, sides: SideInfo[]): boolean {
  const party = (key: string | null): string | null => sides.find((one) => one.key === key)?.party || key;
  return party(side) !== party(you);
}
