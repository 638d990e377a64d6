import * as keep from "./keep.svelte";
import type { Made } from "./shelf";
import { seatLink } from "./route.svelte";

/** Where one goes from a battle that was just set up, and the keys to the seats of others. */
export interface Arrival {
  to: string;
  links: { side: string; link: string }[];
}

/**
 * Keep the seats of a new battle that are played at this screen; if there is none the first seat is one's own.
 * The others are for whoever is sent the link.
 */
export function arrive(made: Made, here: string[], title: string, book: string): Arrival {
  const mine = here[0] ?? Object.keys(made.seats)[0];
  const token = mine ? made.seats[mine] : undefined;
  const seats = Object.entries(made.seats);
  const others = seats.filter(([side]) => side !== mine && !here.includes(side)).map(([side, secret]) => ({ side, token: secret }));
  if (mine && token) keep.keep({ id: made.id, side: mine, token, title, book, round: 0, status: "on", at: Date.now(), others });
  if (here.length > 1) keep.sitTogether(made.id, Object.fromEntries(seats.filter(([side]) => here.includes(side))));
  return {
    to: `/battle/${made.id}#${token ?? "watch"}`,
    links: others.map(({ side, token: secret }) => ({ side, link: seatLink(made.id, secret) })),
  };
}
