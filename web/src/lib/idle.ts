import type { Question } from "./choices";

/** Whether a question leaves nothing to do: one way out of it, and that way touches nobody. */
export function idle({ choices }: Question): boolean {
  const [one] = choices;
  if (choices.length !== 1 || one?.kind !== "pick" || one.least !== 1 || one.most !== 1) return false;
  const open = one.options.filter((option) => option.because === undefined);
  return open.length === 1 && !open[0]!.pieces?.length && !open[0]!.odds;
}

/** Whether a question is seldom wanted and has a plain answer: it waits until somebody asks for it. */
export function waits({ choices, together }: Question): boolean {
  const [one] = choices;
  return choices.length === 1 && !together && one?.kind === "pick" && one.seldom === true && one.usual !== undefined;
}
