/** The tables whose links I hold, kept in this browser only. */

export interface MyGame {
  id: string;
  title: string;
  name: string;
  tokens: string[];
  /** The links of a table I made, to hand out: to watch, and to take a seat. */
  links?: { host: string; spectator: string; seats: Record<string, string> };
  opened: number;
}
const KEY = "sandtable.games";

export function myGames(): MyGame[] {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]") as MyGame[];
    return Array.isArray(found) ? found.sort((a, b) => b.opened - a.opened) : [];
  } catch {
    return [];
  }
}

function write(games: MyGame[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, 100)));
  } catch {
    /* storage is full or forbidden: the link in the address still works */
  }
}

export function keepGame(game: MyGame): void {
  const others = myGames().filter((other) => other.id !== game.id);
  const old = myGames().find((other) => other.id === game.id);
  const tokens = [...new Set([...game.tokens, ...(old?.tokens ?? [])])].slice(0, 16);
  const links = game.links ?? old?.links;
  write([{ ...game, tokens, ...(links ? { links } : {}) }, ...others]);
}

/** A key that was renewed or has ended makes room for others. */
export function swapTokens(id: string, gone: readonly string[], fresh: readonly string[]): void {
  const found = myGames().find((game) => game.id === id);
  if (!found) return;
  const kept = found.tokens.filter((token) => !gone.includes(token));
  write([{ ...found, tokens: [...new Set([...fresh, ...kept])].slice(0, 16) }, ...myGames().filter((game) => game.id !== id)]);
}

export function forgetGame(id: string): void {
  write(myGames().filter((game) => game.id !== id));
}

export function tokensFor(id: string): string[] {
  return myGames().find((game) => game.id === id)?.tokens ?? [];
}

export function linksOf(id: string): MyGame["links"] {
  return myGames().find((game) => game.id === id)?.links;
}
