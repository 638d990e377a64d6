import { gathered } from "./markers";
import type { Ground, Marker, Point } from "./scene";
import { title } from "./terrain";
import { capital, plain } from "./wording";

/** A table in words: what lies where, in inches from its south-west corner, and what is fought for. */
export function landscape(ground: Ground[], markers: Marker[]): string[] {
  const areas = ground.filter((one) => one.closed);
  const houses = areas.filter((one) => /build|house/.test(one.kind));
  const partOf = new Map<Ground, Ground[]>(houses.map((house) => [house, []]));
  const free = ground.filter((one) => {
    const house = one.closed ? undefined : houses.find((area) => encloses(area, one));
    if (house) partOf.get(house)!.push(one);
    return !house;
  });
  const goals = gathered(markers).filter((one) => one.label).map(goal);
  return [...goals, ...free.map((one) => `${called(one)}, ${where(one.points)}${openings(partOf.get(one) ?? [])}`)];
}

const inch = (value: number): string => String(Math.round(value * 10) / 10);
const span = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
const spans = (points: Point[]): [[number, number], [number, number]] => [span(points.map((p) => p[0])), span(points.map((p) => p[1]))];
const reach = ([low, high]: [number, number]): string => (inch(low) === inch(high) ? inch(low) : `${inch(low)} to ${inch(high)}`);

function where(points: Point[]): string {
  const [east, north] = spans(points);
  return `${reach(east)} inches east, ${reach(north)} north`;
}

function called(one: Ground): string {
  const [kind, name] = [plain(one.kind), one.closed ? title(one) : null];
  return name && name.toLowerCase() !== kind ? `${name}, ${kind}` : capital(kind);
}

function goal({ label, x, y, radius }: Marker): string {
  const spot = `${inch(x)} inches east, ${inch(y)} north`;
  return `${capital(label)}: ${radius ? `within ${inch(radius)} inches of ` : ""}${spot}`;
}

const NEAR = 0.6; // inches that a wall stands from what it belongs to

function encloses(area: Ground, one: Ground): boolean {
  const [[x0, x1], [y0, y1]] = spans(area.points);
  return one.points.every(([x, y]) => x > x0 - NEAR && x < x1 + NEAR && y > y0 - NEAR && y < y1 + NEAR);
}

/** The doors and windows of a house; that it has walls goes without saying. */
function openings(parts: Ground[]): string {
  const count = new Map<string, number>();
  for (const { kind } of parts) if (!/wall/.test(kind)) count.set(plain(kind), (count.get(plain(kind)) ?? 0) + 1);
  return [...count].map(([kind, many]) => `, ${many} ${kind}${many > 1 ? "s" : ""}`).join("");
}
