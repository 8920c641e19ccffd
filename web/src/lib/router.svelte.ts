/** Pages live behind the `#`, so that tokens in a link never reach a server. */

export type Route =
  | { page: "home" }
  | { page: "new"; title: string | null }
  | { page: "table"; id: string; tokens: string[] }
  | { page: "continue"; id: string; pass: string }
  | { page: "rules"; ledger: string; rule: string | null }
  | { page: "odds"; title: string | null; given: string };

export function readRoute(hash: string): Route {
  const [page, first, second] = hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  if (page === "table" && first) {
    return { page, id: first, tokens: (second ?? "").split(",").filter(Boolean) };
  }
  if (page === "continue" && first && second) return { page, id: first, pass: second };
  if (page === "new") return { page, title: first || null };
  if (page === "rules" && first) return { page, ledger: first, rule: second || null };
  if (page === "odds") return { page, title: first || null, given: second ?? "" };
  return { page: "home" };
}

class Router {
  route = $state<Route>(readRoute(typeof location === "undefined" ? "" : location.hash));

  /** Counts up when a table is opened anew. */
  opened = $state(0);

  constructor() {
    if (typeof window === "undefined") return;
    addEventListener("hashchange", () => (this.route = readRoute(location.hash)));
  }
  /** Open a table anew with the tokens that are kept of it now. */
  reopen(id: string): void {
    this.route = { page: "table", id, tokens: [] };
    this.opened++;
  }
  go(path: string): void {
    location.hash = `#/${path}`;
  }
}

export const router = new Router();
