import { api } from "./api";
import { textOf } from "./rolls";

/** A file of tables that somebody brought: which of the book's it replaces, or why it is not taken. */
export interface OwnTables {
  name: string;
  text: string;
  replaced: string[];
  no: string;
}

/** Read a file that was chosen or dropped. */
export async function bring(book: string, file: File): Promise<OwnTables> {
  const name = file.name.slice(0, 80);
  try {
    const text = await textOf(file, name);
    if (!text.trim()) return { name, text: "", replaced: [], no: `${name}: it is empty: expected a table of the book, such as those to download.` };
    return { name, text, replaced: await api.tables(book, text, name), no: "" };
  } catch (error) {
    return { name, text: "", replaced: [], no: (error as Error).message };
  }
}
