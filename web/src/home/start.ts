/** Starting tables, and how each title looks on the home page. */

import type { Key } from "$lib/i18n/en";
import { language, t, type Language } from "$lib/i18n/index.svelte";
import { keepGame } from "$lib/mygames";
import { createGame, importGame, newKey } from "$lib/net/api";
import type { NewGame, NewGameAnswer, Title } from "$lib/net/types";
import { beginTour } from "../tour/tour.svelte";
import { TOURS, tourRecord } from "../tour/tours";

export interface TitleLook {
  /** Nothing for titles that are not ours. */
  picture: string;
  about: string;
  time: string;
}

type Told = Readonly<Record<Language, string>>;
/** Our own titles, each with a picture of its name; others show what they say of themselves. */
const ABOUT: Readonly<Record<string, Told>> = {
  "anniversary-1941": {
    en: "The whole world at war, six powers and China. Germany turns east; who holds the victory cities in the end wins.",
    it: "Il mondo intero in guerra, sei potenze e la Cina. La Germania si volge a est; vince chi alla fine tiene le città vittoria.",
    de: "Die ganze Welt im Krieg, sechs Mächte und China. Deutschland wendet sich nach Osten; wer am Ende die Siegstädte hält, gewinnt.",
  },
  "anniversary-1942": {
    en: "The same world a year later: Japan moves first, the Axis stands at its widest, and the Allies begin to build.",
    it: "Lo stesso mondo un anno dopo: comincia il Giappone, l’Asse è al suo massimo e gli Alleati cominciano a produrre.",
    de: "Dieselbe Welt ein Jahr später: Japan beginnt, die Achse steht am weitesten, und die Alliierten fangen an zu bauen.",
  },
  "global-1940": {
    en: "Summer 1940 on both boards: nine powers, of which some are still at peace. Politics, neutrals, bases and convoys.",
    it: "Estate 1940 su entrambe le mappe: nove potenze, alcune ancora in pace. Politica, neutrali, basi e convogli.",
    de: "Sommer 1940 auf beiden Plänen: neun Mächte, einige noch im Frieden. Politik, Neutrale, Stützpunkte und Konvois.",
  },
  "europe-1940": {
    en: "France is about to fall. Six powers from the Atlantic to the Urals, and America still waits.",
    it: "La Francia sta per cadere. Sei potenze dall’Atlantico agli Urali, e l’America aspetta ancora.",
    de: "Frankreich steht vor dem Fall. Sechs Mächte vom Atlantik bis zum Ural, und Amerika wartet noch.",
  },
  "pacific-1940": {
    en: "Japan in China, with an eye on islands and oil. Five powers, wide waters, carriers and kamikaze.",
    it: "Il Giappone in Cina, con gli occhi su isole e petrolio. Cinque potenze, grandi acque, portaerei e kamikaze.",
    de: "Japan in China, den Blick auf Inseln und Öl. Fünf Mächte, weite Wasser, Träger und Kamikaze.",
  },
  "house-1940": {
    en: "Nine nations play each phase in turn on the world of 1940: missions, loans, diplomacy by a die, Tigers and V-weapons.",
    it: "Nove nazioni giocano ogni fase a turno sul mondo del 1940: missioni, prestiti, diplomazia a dadi, Tiger e armi V.",
    de: "Neun Nationen spielen jede Phase reihum auf der Welt von 1940: Einsätze, Darlehen, Diplomatie mit dem Würfel, Tiger und V-Waffen.",
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
const TIMES: Readonly<Record<string, Key>> = { naval: "time.short", fortress: "time.medium" };
/** Who plays against bots: the seat with most to do, where it is not the first. */
const FAVOURITES: Readonly<Record<string, string>> = { fortress: "usa" };

export function titleLook({ id, family, summary }: Pick<Title, "id" | "family" | "summary">): TitleLook {
  const about = ABOUT[id]?.[language.now];
  return { picture: about ? `/cards/${id}.svg` : "", about: about ?? summary, time: t(TIMES[family] ?? "time.long") };
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

/** Who sits opposite if nobody else is named: a captain, or whoever else plays the title. */
export const opponent = (title: Pick<Title, "bots">) => (title.bots.includes("captain") ? "captain" : (title.bots.at(-1) ?? "cadet"));

/** A small position to learn on: me in one seat, bots in the others. */
export async function startTour(title: Title): Promise<string> {
  const tour = TOURS[title.id]!;
  const bot = opponent(title);
  const seats = Object.fromEntries(tour.others.map((seat) => [seat, { kind: "bot" as const, bot }]));
  const name = t("tour.title");
  const answer = await importGame(tourRecord(title.id, tour), { name, seats });
  remember(answer, title.id, name);
  beginTour(answer.id);
  return answer.id;
}

/** Me in the first seat, bots in the others. */
export function playNow(title: Title): Promise<string> {
  const me = title.seats.find((seat) => seat === FAVOURITES[title.family]) ?? title.seats[0]!;
  const bot = opponent(title);
  const seats = Object.fromEntries(
    title.seats.map((seat) => [seat, seat === me ? { kind: "human" as const } : { kind: "bot" as const, bot }]),
  );
  return openTable({ title: title.id, seats, bot_pace_ms: 350 }, [me]);
}
