import { api, type Chosen } from "./api";
import type { RollForce } from "./shelf";

/** A force file that somebody brought: what stands in it, which of its forces is meant, or why it is not taken. */
export interface Roll {
  name: string;
  text: string;
  forces: RollForce[];
  key: string;
  no: string;
}

export const MOST_CHARACTERS = 100_000;
const MOST_BYTES_EACH = 4;

/** The text of a file; a refusal names the file, what was found and what was expected. */
export async function textOf(file: Blob, name: string): Promise<string> {
  const most = `expected ${MOST_CHARACTERS} or fewer`;
  if (file.size > MOST_CHARACTERS * MOST_BYTES_EACH) throw new Error(`${name}: ${file.size} bytes: ${most} characters`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw new Error(`${name}: expected a text in UTF-8`);
  }
  if ([...text].length > MOST_CHARACTERS) throw new Error(`${name}: ${[...text].length} characters: ${most}`);
  return text;
}

/** What the book says to a text; the force that was meant before is meant still, if it is there. */
export async function read(book: string, name: string, text: string, options: Chosen, meant = ""): Promise<Roll> {
  try {
    const forces = await api.roll(book, text, name, options);
    const key = forces.find((one) => one.key === meant)?.key ?? forces[0]?.key ?? "";
    return { name, text, forces, key, no: "" };
  } catch (error) {
    return { name, text, forces: [], key: meant, no: (error as Error).message };
  }
}

/** Read a file that was chosen or dropped. */
export async function bring(book: string, file: File, options: Chosen): Promise<Roll> {
  const name = file.name.slice(0, 80);
  try {
    return await read(book, name, await textOf(file, name), options);
  } catch (error) {
    return { name, text: "", forces: [], key: "", no: (error as Error).message };
  }
}

/** Those that fight: a roll that was refused does not. */
export function taken(rolls: Record<string, Roll>, sides: string[]): Record<string, Roll> {
  return Object.fromEntries(Object.entries(rolls).filter(([side, one]) => sides.includes(side) && !one.no && one.key));
}
