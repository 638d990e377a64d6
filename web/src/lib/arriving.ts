import * as keep from "./keep.svelte";
import type { Made } from "./shelf";
import { seatLink } from "./route.svelte";

/** Where one goes from a battle that was just set up, and the keys to the seats of others. */
export interface Arrival {
  to: string;
  links: { side: string; link: string }[];
}

/** Keep one's own seat of a new battle; without one of the wanted side the first is one's own. */
export function arrive(made: Made, wanted: string | undefined, title: string, book: string): Arrival {
  const mine = wanted ?? Object.keys(made.seats)[0];
  const token = mine ? made.seats[mine] : undefined;
  const others = Object.entries(made.seats).filter(([side]) => side !== mine).map(([side, secret]) => ({ side, token: secret }));
  if (mine && token) keep.keep({ id: made.id, side: mine, token, title, book, round: 0, status: "on", at: Date.now(), others });
  return {
    to: `/battle/${made.id}#${token ?? "watch"}`,
    links: others.map(({ side, token: secret }) => ({ side, link: seatLink(made.id, secret) })),
  };
}
