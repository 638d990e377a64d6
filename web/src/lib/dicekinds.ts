/** A die is a number of sides; below nought it has faces of its own (core/chance/kinds.py). */
export const AVERAGE = -6;
const MARKED: Record<number, number[]> = { [AVERAGE]: [2, 3, 3, 4, 4, 5] };

/** What each side of a die shows, lowest first. */
export const facesOf = (die: number): number[] => MARKED[die] ?? Array.from({ length: die }, (_, k) => k + 1);

/** Each number a die can show. */
export const shown = (die: number): number[] => [...new Set(facesOf(die))];

export const dieName = (die: number): string => (die === AVERAGE ? "dAv" : `d${die}`);

export const canShow = (die: number, face: number): boolean =>
  MARKED[die] ? MARKED[die].includes(face) : Number.isInteger(face) && face >= 1 && face <= die;

export function rangeText(die: number): string {
  const faces = shown(die);
  return `a ${dieName(die)} shows ${faces[0]} to ${faces[faces.length - 1]}`;
}

export const mean = (die: number): number => facesOf(die).reduce((sum, face) => sum + face, 0) / facesOf(die).length;

export function variance(die: number): number {
  const middle = mean(die);
  return facesOf(die).reduce((sum, face) => sum + (face - middle) ** 2, 0) / facesOf(die).length;
}
