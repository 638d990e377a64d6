import type { Question } from "./choices";

/** Whether a question leaves nothing to do: one way out of it, and that way touches nobody. */
export function idle({ choices }: Question): boolean {
  const [one] = choices;
  if (choices.length !== 1 || one?.kind !== "pick" || one.least !== 1 || one.most !== 1) return false;
  const open = one.options.filter((option) => option.because === undefined);
  return open.length === 1 && !open[0]!.pieces?.length && !open[0]!.odds;
}
