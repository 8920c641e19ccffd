/** Starting tables, and how each title looks on the home page. */

import { language, t } from "$lib/i18n/index.svelte";
import { keepGame } from "$lib/mygames";
import { createGame, newKey } from "$lib/net/api";
import type { NewGame, NewGameAnswer, Title } from "$lib/net/types";

export interface TitleLook {
  picture: string;
  about: string;
  time: string;
}

const ABOUT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  anniversary: {
    en: "The whole world at war, six powers and China. Germany turns east; who holds the victory cities in the end wins.",
    it: "Il mondo intero in guerra, sei potenze e la Cina. La Germania si volge a est; vince chi alla fine tiene le città vittoria.",
    de: "Die ganze Welt im Krieg, sechs Mächte und China. Deutschland wendet sich nach Osten; wer am Ende die Siegstädte hält, gewinnt.",
  },
  "anniversary-1942": {
    en: "The same world a year later: Japan moves first, the Axis stands at its widest, and the Allies begin to build.",
    it: "Lo stesso mondo un anno dopo: comincia il Giappone, l’Asse è al suo massimo e gli Alleati cominciano a produrre.",
    de: "Dieselbe Welt ein Jahr später: Japan beginnt, die Achse steht am weitesten, und die Alliierten fangen an zu bauen.",
  },
  fortress: {
    en: "Three armies land in the United States. Thirty cities, partisans, and lasers that grow in number each turn.",
    it: "Tre eserciti sbarcano negli Stati Uniti. Trenta città, partigiani e laser che crescono di turno in turno.",
    de: "Drei Armeen landen in den Vereinigten Staaten. Dreißig Städte, Partisanen und jede Runde ein Laser mehr.",
  },
  naval: {
    en: "Fleets in line, a hand of cards. Guns, torpedoes, raids and what the enemy still holds back.",
    it: "Flotte in linea e una mano di carte. Cannoni, siluri, incursioni e ciò che il nemico tiene ancora in mano.",
    de: "Flotten in Linie, eine Hand voll Karten. Geschütze, Torpedos, Luftangriffe und was der Gegner noch zurückhält.",
  },
};

export function familyOf(title: string): "anniversary" | "fortress" | "naval" | "other" {
  if (title.startsWith("anniversary")) return "anniversary";
  if (title.startsWith("fortress")) return "fortress";
  if (title.startsWith("naval")) return "naval";
  return "other";
}

export function titleLook(title: string): TitleLook {
  const family = familyOf(title);
  const world = title.endsWith("1942") ? "anniversary-1942" : "anniversary-1941";
  const picture = { anniversary: world, fortress: "fortress-america", naval: "naval", other: world }[family];
  return {
    picture: `/cards/${picture}.svg`,
    about: (ABOUT[title] ?? ABOUT[family])?.[language.now] ?? "",
    time: family === "naval" ? t("time.short") : family === "fortress" ? t("time.medium") : t("time.long"),
  };
}

/** Make a table and keep its links in this browser; returns its id. */
export async function openTable(game: NewGame, mine: readonly string[]): Promise<string> {
  const seats = { ...game.seats };
  for (const seat of mine) seats[seat] = { ...seats[seat], mine: true, word: newKey() };
  const answer = await createGame({ ...game, seats });
  remember(answer, game.title, game.name ?? "");
  return answer.id;
}

export function remember(answer: NewGameAnswer, title: string, name: string): void {
  const { host, spectator, seats, invitations } = answer.tokens;
  keepGame({
    id: answer.id, title, name, opened: Date.now(), links: { host, spectator, seats: invitations },
    tokens: [host, ...Object.values(seats)],
  });
}

/** Me in the first seat, bots in the others. */
export function playNow(title: Title): Promise<string> {
  const me = title.seats.find((seat) => seat === "usa" && title.id.startsWith("fortress")) ?? title.seats[0]!;
  const bot = title.bots.find((name) => name !== "cadet") ?? title.bots[0] ?? "cadet";
  const seats = Object.fromEntries(
    title.seats.map((seat) => [seat, seat === me ? { kind: "human" as const } : { kind: "bot" as const, bot }]),
  );
  return openTable({ title: title.id, seats, bot_pace_ms: 350 }, [me]);
}
