import type { Choice, Key, Question } from "./choices";

/** The one way out of a question, if that way touches nobody; null where there is something to choose. */
export function soleWay(choice: Choice | undefined): Key | null {
  if (choice?.kind !== "pick" || choice.least !== 1 || choice.most !== 1) return null;
  const open = choice.options.filter((option) => option.because === undefined);
  return open.length === 1 && !open[0]!.pieces?.length && !open[0]!.odds ? open[0]!.key : null;
}

/** Whether a question leaves nothing to do. */
export function idle({ choices }: Question): boolean {
  return choices.length === 1 && soleWay(choices[0]) !== null;
}

/** Whether a question is seldom wanted and has a plain answer: it waits until somebody asks for it. */
export function waits({ choices, together }: Question): boolean {
  const [one] = choices;
  return choices.length === 1 && !together && one?.kind === "pick" && one.seldom === true && one.usual !== undefined;
}
