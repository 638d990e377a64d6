/** The shapes of pieces (core/show/forms.py): measured and drawn from the same few fields. */

import type { Form, Measure, Piece, Point } from "./scene";

type Shaped = Pick<Piece, "width" | "depth"> & { form?: Form | null };

const isRound = (form: Form | null | undefined): boolean => form?.form === "round" || (form?.form === "emblem" && !FLAT.has(form.kind));
/** Emblems that lie flat, as long and wide as they are. */
const FLAT = new Set(["door", "table", "treasure", "chest"]);

export const emblem = (piece: { form?: Form | null }): boolean => piece.form?.form === "emblem";

/** Corners to the right and ahead of the middle, clockwise; a disc as a polygon. */
export function ring(piece: Shaped): Point[] {
  const { form, width, depth } = piece;
  if (form?.form === "outline") return form.points;
  if (isRound(form)) return Array.from({ length: 24 }, (_, i): Point => [(Math.sin((i * Math.PI) / 12) * width) / 2, (Math.cos((i * Math.PI) / 12) * width) / 2]);
  const [w, d] = [width / 2, depth / 2];
  return [[-w, d], [w, d], [w, -d], [-w, -d]];
}

/** Whether what stands here are bodies of men, and not men. */
export const inBodies = (pieces: { form?: Form | null }[]): boolean => pieces.some((one) => one.form?.form === "block");

/** The outline as a path, so many units to the inch, ahead upwards, grown by some units. */
export function outline(piece: Shaped, k: number, grow = 0, corner = 0): string {
  const { form, width, depth } = piece;
  if (isRound(form)) {
    const r = (width * k) / 2 + grow;
    return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  }
  if (form?.form === "outline") {
    const points = form.points.map(([x, y]): Point => [x * k, -y * k]);
    return `M${pushed(points, grow).map((p) => p.join(" ")).join("L")}Z`;
  }
  const [w, d] = [width * k + 2 * grow, depth * k + 2 * grow];
  const r = Math.min(corner, w / 2, d / 2);
  return `M${-w / 2 + r} ${-d / 2}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${d - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - d}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
}

/** Corners of a convex outline, each edge moved outwards by so much. */
function pushed(points: Point[], by: number): Point[] {
  if (!by) return points;
  const n = points.length;
  const normal = (i: number): Point => {
    const [[ax, ay], [bx, by2]] = [points[i]!, points[(i + 1) % n]!];
    const far = Math.hypot(bx - ax, by2 - ay) || 1;
    return [(by2 - ay) / far, -(bx - ax) / far];
  };
  const middle = points.reduce(([x, y], [px, py]): Point => [x + px / n, y + py / n], [0, 0] as Point);
  const [first] = points;
  const out = normal(0);
  const sign = (first![0] - middle[0]) * out[0] + (first![1] - middle[1]) * out[1] >= 0 ? 1 : -1;
  return points.map(([x, y], i): Point => {
    const [a, b] = [normal((i + n - 1) % n), normal(i)];
    const dot = 1 + a[0] * b[0] + a[1] * b[1] || 1;
    return [x + (sign * by * (a[0] + b[0])) / dot, y + (sign * by * (a[1] + b[1])) / dot];
  });
}

/** Where the front is, as so many units upwards: an edge, a corner, or nowhere. */
export function front(piece: Shaped, k: number): { at: number; corner: boolean } | null {
  const { form } = piece;
  if (isRound(form)) return form?.form === "round" && form.faces ? { at: (piece.width * k) / 2, corner: true } : null;
  if (form?.form === "emblem") return null;
  if (form?.form === "outline") return { at: Math.max(...form.points.map(([, y]) => y)) * k, corner: form.corner ?? false };
  return { at: (piece.depth * k) / 2, corner: false };
}

/** Whether it can be turned: a disc without a front looks all round. */
export const turns = (piece: Shaped): boolean => front(piece, 1) !== null;

/** How an edge is drawn: by its name, else by whether it is a front. */
export function edgeTone(name: string, frontal: boolean): "shield" | "sword" | "rear" | "plain" {
  if (/shield|left/.test(name) && frontal) return "shield";
  if (/sword|right/.test(name) && frontal) return "sword";
  return frontal ? "plain" : "rear";
}

export interface Element {
  x: number;
  y: number;
  turn: number;
  lost: boolean;
}

/** The elements of a body and the places that losses left empty, to the right and ahead of its middle. */
export function elements(piece: Piece): Element[] {
  const { form } = piece;
  if (form?.form !== "block") return [];
  const { files, elements: count, wide = 1.5, deep = 1, apart = 0, behind = 0, gaps = 0, formed = true } = form;
  const found: Element[] = [];
  for (let i = 0; i < count + gaps; i++) {
    const rank = Math.floor(i / files);
    const here = Math.min(files, count + gaps - rank * files);
    const x = ((i % files) - (here - 1) / 2) * (wide + apart);
    const y = (piece.depth - deep) / 2 - rank * (deep + behind);
    // askew alike each time: by the piece and the place
    const lean = formed ? 0 : ((piece.id * 31 + i * 47) % 17) - 8;
    found.push({ x, y, turn: lean, lost: i >= count });
  }
  return found;
}

export const DASHES: Record<string, [number, number] | undefined> = { loose: [0.2, 0.12], open: [0.05, 0.1] };

/** Whether some piece shows named sides, so that a key is wanted. */
export const hasSides = (pieces: Piece[]): boolean => pieces.some((one) => one.form?.form === "outline" && (one.form.edges ?? []).some(([name, on]) => edgeTone(name, on) !== "plain"));

/** A measure in words. */
export function measured(one: Measure): string {
  if (one.measure === "wound") return `${one.level} wound${one.place ? `, ${one.place}` : ""}`;
  return `${one.name} ${one.have} of ${one.most}`;
}

/** What is particular about a form, in words. */
export function formed(form: Form | null | undefined): string {
  if (form?.form === "block") {
    const ranks = Math.ceil(form.elements / Math.max(1, form.files));
    const parts = [`${form.elements} elements, ${form.files} by ${ranks}`, `${form.order ?? "close"} order`];
    if (form.column) parts.push("in column");
    if (form.formed === false) parts.push("unformed");
    return parts.join(", ");
  }
  if (form?.form === "emblem") return `${form.kind} ${form.state ?? ""}`.trim();
  return "";
}

/** Whether a piece has a front to speak of. */
export const faces = (piece: Shaped): boolean => front(piece, 1) !== null;

/** How far a piece reaches down the screen from its middle, in inches, however it is turned. */
export function reachDown(piece: Shaped & { facing: number }): number {
  const turn = (piece.facing * Math.PI) / 180;
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  return Math.max(...ring(piece).map(([right, front]) => right * sin - front * cos));
}

/** What a piece is measured by when it is looked at: a body by its elements. */
export const unitOf = (piece: Shaped): number => (piece.form?.form === "block" ? Math.min(piece.form.wide ?? 1.5, 1.5) : Math.min(piece.width, piece.depth));

/** A body's beads stand beside its name, where no officer hides them; beads in all, pixels wide. */
export const BEAD = 3.2;
export const MOST_BEADS = 6;
export const beadsWide = (piece: { form?: Form | null; measures?: Measure[] }): number =>
  piece.form?.form !== "block" ? 0 : (piece.measures ?? []).reduce((sum, one) => sum + (one.measure === "beads" ? Math.min(one.most, MOST_BEADS) * BEAD * 2.3 + (one.have > one.most ? 16 : 0) + 6 : 0), 0);

/** Pixels between a piece and the name below it. */
export const belowPiece = (piece: { form?: Form | null; measures?: Measure[] }, far = false): number => measuredHeight(beadsWide(piece) ? { measures: (piece.measures ?? []).filter((one) => one.measure !== "beads") } : piece, far);

/** Pixels that bars and beads take below a piece; from afar only beads that are filled are drawn. */
export const measuredHeight = (piece: { measures?: Measure[] }, far = false): number =>
  (piece.measures ?? []).reduce((sum, one) => sum + (one.measure === "bar" ? (far ? 0 : 5) : one.measure === "beads" && (!far || one.have > 0) ? 10 : 0), 0);
