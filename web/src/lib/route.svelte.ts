/** Where we are: home, a new battle, a battle (its seat's secret stands behind the #), a replay. */
export type Route =
  | { at: "home" }
  | { at: "new"; book: string | null; scenario: string | null }
  | { at: "battle"; id: string; token: string | null }
  | { at: "quest"; id: string; secret: string }
  | { at: "muster"; book: string | null }
  | { at: "replay" };

function read(): Route {
  const [first, second, third] = location.pathname.split("/").filter(Boolean);
  if (first === "new") return { at: "new", book: second ?? null, scenario: third ?? null };
  if (first === "battle" && second) {
    const token = location.hash.slice(1);
    return { at: "battle", id: second, token: token && token !== "watch" ? token : null };
  }
  if (first === "quest" && second) return { at: "quest", id: second, secret: location.hash.slice(1) };
  if (first === "muster") return { at: "muster", book: second ?? null };
  if (first === "replay") return { at: "replay" };
  return { at: "home" };
}

export const here: { route: Route } = $state({ route: read() });

export function go(path: string): void {
  history.pushState(null, "", path);
  here.route = read();
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => (here.route = read()));
addEventListener("hashchange", () => (here.route = read()));

/** A link that opens a seat; the secret is never sent to the server with the page. */
export function seatLink(id: string, token: string): string {
  return `${location.origin}/battle/${id}#${token}`;
}

export function watchLink(id: string): string {
  return `${location.origin}/battle/${id}#watch`;
}
