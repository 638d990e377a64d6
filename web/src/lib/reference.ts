/** A part of a book's quick reference: a heading, words that run on, or the rows of a table. */
export interface Part {
  kind: "head" | "words" | "rows";
  text: string;
}

const HEAD = /^([A-Z][A-Z &]{2,})$/;
const HEADED = /^([A-Z]{3,}) {2,}(\S.*)$/;
const COLUMNS = /\S {2,}\S/;

/** Read a text that was set for eighty letters, so that it can be set for any width. */
export function reference(text: string): Part[] {
  const found: Part[] = [];
  let open = false; // whether the next line belongs to the words before it
  const put = (kind: Part["kind"], words: string): void => {
    const last = found.at(-1);
    if (open && kind !== "head" && last?.kind === kind) last.text += (kind === "rows" ? "\n" : " ") + words;
    else found.push({ kind, text: words });
    open = true;
  };
  for (const line of text.split("\n")) {
    const headed = HEADED.exec(line);
    const head = HEAD.exec(line.trim())?.[1] ?? headed?.[1];
    if (!line.trim()) open = false;
    else if (head) {
      put("head", head);
      if (headed) put("words", headed[2]!);
    } else if (COLUMNS.test(line)) put("rows", line);
    else put("words", line.trim());
  }
  return found;
}
