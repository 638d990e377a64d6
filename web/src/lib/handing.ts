import type { TableMessage } from "./protocol";

type Known = Pick<TableMessage, "you" | "waiting" | "undo" | "result"> & { sides: Pick<TableMessage["sides"][number], "key" | "kind">[] };

/** Who may take the table next; sure if it can only be one of those at this screen. */
export interface Heir {
  side: string;
  sure: boolean;
}

/**
 * To whom the table passes at a screen that several share.
 *
 * Who is asked may be a secret: then all others are waited for, and the table goes round.
 */
export function nextHere({ you, waiting, undo, result, sides }: Known, here: string[]): Heir | null {
  if (result || you === null || !here.includes(you)) return null;
  const place = here.indexOf(you);
  const round = [...here.slice(place + 1), ...here.slice(0, place)];
  const local = (side: string): boolean => here.includes(side);
  if (undo) {
    const side = round[0];
    const people = sides.filter((one) => one.kind !== "computer").map((one) => one.key);
    return side === undefined ? null : { side, sure: undo.by === you && people.every(local) };
  }
  if (waiting.includes(you)) return null;
  const side = round.find((one) => waiting.includes(one));
  return side === undefined ? null : { side, sure: waiting.every(local) };
}
