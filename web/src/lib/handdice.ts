import type { Dice } from "./choices";
import { canShow, rangeText } from "./dicekinds";
import { neededText, needsOf, wishOf, type Names, type Roll } from "./wording";

/** Dice of a real table as they are typed in; 0 is a die that still rolls. */

/** A digit is the face of the next open die; the nought of a ten-sided die is its ten. */
export function typed(faces: number[], dice: number[], digit: number): number[] {
  const at = faces.findIndex((face) => !face);
  const sides = dice[at] ?? 0;
  const face = digit === 0 && sides >= 10 ? 10 : digit;
  return !canShow(sides, face) ? faces : faces.map((old, i) => (i === at ? face : old));
}

/** The last die that was typed rolls again. */
export function taken(faces: number[]): number[] {
  const last = faces.findLastIndex((face) => face > 0);
  return faces.map((face, i) => (i === last ? 0 : face));
}

/** Faces written in a row, and what is wrong with them. */
export function written(text: string, dice: number[]): { faces: number[]; no: string } {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const blank = dice.map(() => 0);
  if (words.length > dice.length) return { faces: blank, no: `${words.length} numbers for ${dice.length} dice` };
  const faces = dice.map((_, i) => Number(words[i] ?? 0));
  const wrong = faces.findIndex((face, i) => i < words.length && !canShow(dice[i]!, face));
  if (wrong < 0) return { faces, no: "" };
  return { faces: faces.map((face, i) => (i === wrong ? 0 : face)), no: `${words[wrong]}: ${rangeText(dice[wrong]!)}` };
}

/** The throw as it will be told when the dice lie. */
export function asRoll(choice: Dice, faces: number[] = []): Roll {
  const { purpose, dice, tally, whose } = choice;
  return { n: -1, purpose, dice, faces, tally, side: whose, clause: "", phase: "", round: 0, wish: wishOf(choice.wish), needs: needsOf(choice.wish), total: null, said: null };
}

/** What is thrown, whose dice they are, and what is needed. */
export function thrown(choice: Dice, names: Names, you: string | null): { what: string; more: string } {
  // "Throw for the move", but "Throw for the English" and "Throw to hit"
  const plain = choice.prompt.replaceAll("_", " ").replace(/^Throw for (?!the |a |an |his |their )(?=[a-z]+$)/, "Throw for the ");
  const what = names.isSide(choice.purpose) ? `Throw for ${names.sideName(choice.purpose)}` : plain;
  const whose = choice.whose && choice.whose !== choice.purpose ? (choice.whose === you ? "the dice are yours" : `the dice of ${names.sideName(choice.whose)}`) : "";
  return { what, more: [whose, neededText(asRoll(choice))].filter(Boolean).join(" · ") };
}
