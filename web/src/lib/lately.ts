import type { Choice, Key } from "./choices";

/** What was answered last time, for "as last time". */
const lately = new Map<string, unknown>();

const named = (choice: Choice): string => `${choice.key} ${choice.prompt}`;

export function remember(choices: Choice[], value: (index: number) => unknown): void {
  choices.forEach((choice, i) => lately.set(named(choice), value(i)));
}

/** The last answers to the same questions, where they may be given again; nothing if there are none. */
export function before(choices: Choice[]): (Key[] | null)[] | null {
  const found = choices.map((choice) => {
    const key = lately.get(named(choice));
    const open = "options" in choice && choice.options.some((one) => one.key === key && one.because === undefined);
    return open ? [key as Key] : null;
  });
  return found.some((one) => one !== null) ? found : null;
}
