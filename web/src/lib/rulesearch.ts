/** Plain questions find their rules: "how do I win", "come si vince", "wie gewinne ich". */

import type { RuleEntry } from "$lib/net/types";

/** Words that say nothing, in the three languages of the page. */
const IDLE = new Set(
  ("a an the of to in on at by for and or is are do does can may i my me you your we it its how what when where which who why if not no get got have has "
    + "il lo la i gli le un una di a da in con su per tra e o è sono si mi ti ci come che cosa quando dove quale chi perché posso può devo ho fa fare "
    + "der die das den dem ein eine einen und oder ist sind ich mein mich du dein wir man es wie was wann wo welche wer warum kann darf muss habe hat zu im am für mit von").split(" "),
);
/** What people say, and what the ledgers call it. */
const MEANS: Readonly<Record<string, string>> = {
  win: "victory wins", winning: "victory wins", won: "victory wins", winner: "victory wins", end: "end over victory",
  buy: "purchase buy", buying: "purchase buy", shop: "purchase", build: "purchase place factory", money: "ipc income", income: "income ipc", earn: "income",
  plane: "air fighter", planes: "air fighter", aircraft: "air", boat: "ship", boats: "ship", ships: "ship", troops: "units", soldiers: "infantry", tanks: "tank",
  fight: "combat battle", die: "casualt destroyed", dice: "roll dice", shoot: "fire hit", hit: "hit", lose: "casualt", losses: "casualt", retreat: "retreat",
  land: "land landing", invade: "amphibious assault", research: "research", technology: "research technolog", tech: "research technolog", capital: "capital", sub: "submarine", subs: "submarine",
  chooses: "choos", choose: "choos", sceglie: "choos", wählt: "choos", wählen: "choos",
  vince: "victory wins", vincere: "victory wins", vinco: "victory wins", vittoria: "victory wins", comprare: "purchase buy", compro: "purchase buy", acquisti: "purchase", soldi: "ipc income", reddito: "income",
  attaccare: "attack combat", attacco: "attack combat", battaglia: "battle combat", perdite: "casualt", ritirata: "retreat", ritirarsi: "retreat", ritirare: "retreat", carro: "tank", carri: "tank", fanteria: "infantry", artiglieria: "artillery",
  caccia: "fighter", bombardiere: "bomber", aerei: "air", nave: "ship", navi: "ship", sommergibile: "submarine", sommergibili: "submarine", portaerei: "carrier", trasporto: "transport", sbarco: "amphibious assault",
  fabbrica: "factory complex", capitale: "capital", città: "cit", ricerca: "research", dadi: "roll dice", muovere: "move", movimento: "move movement", canale: "canal", neutrali: "neutral", carte: "card", siluri: "torpedo",
  gewinne: "victory wins", gewinnen: "victory wins", gewinnt: "victory wins", sieg: "victory wins", kaufe: "purchase buy", kaufen: "purchase buy", einkauf: "purchase", geld: "ipc income", einkommen: "income",
  angreifen: "attack combat", angriff: "attack combat", kampf: "combat battle", schlacht: "battle combat", verluste: "casualt", rückzug: "retreat", panzer: "tank", infanterie: "infantry", artillerie: "artillery",
  jäger: "fighter", bomber: "bomber", flugzeuge: "air", schiff: "ship", schiffe: "ship", "u-boot": "submarine", "u-boote": "submarine", flugzeugträger: "carrier", transporter: "transport", landung: "amphibious assault",
  fabrik: "factory complex", hauptstadt: "capital", stadt: "cit", städte: "cit", forschung: "research", würfel: "roll dice", ziehen: "move", bewegung: "move movement", kanal: "canal", neutrale: "neutral", karten: "card", torpedo: "torpedo",
};

const plain = (text: string) => text.toLowerCase().replace(/[?!.,;:"'’]/g, " ");

/** Each word of the question as the set of words that may stand for it. */
function asked(question: string): string[][] {
  const words = plain(question).split(/\s+/).filter(Boolean);
  const told = words.filter((word) => !IDLE.has(word));
  return (told.length ? told : words).map((word) => [word, ...(MEANS[word] ?? "").split(" ").filter(Boolean)]);
}

/** How well a rule answers: its title counts most; every word must be somewhere. */
function score(entry: RuleEntry, words: readonly string[][]): number {
  const [id, title, section, text] = [entry.id, entry.title, entry.section, entry.text].map(plain) as [string, string, string, string];
  let sum = 0;
  for (const ways of words) {
    const best = Math.max(...ways.map((word) => (id.includes(word) ? 12 : title.includes(word) ? 8 : section.includes(word) ? 5 : text.includes(word) ? 2 : 0)));
    if (!best) return 0;
    sum += best;
  }
  return sum;
}

/** The rules that answer, best first; all in their order without a question. */
export function findRules(entries: readonly RuleEntry[], question: string): RuleEntry[] {
  if (!question.trim()) return [...entries];
  // A word that no rule knows must not hide the answer to the others.
  const words = asked(question).filter((ways) => entries.some((entry) => score(entry, [ways]) > 0));
  if (!words.length) return [];
  return entries
    .map((entry, i) => ({ entry, i, score: score(entry, words) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || a.i - b.i)
    .map((one) => one.entry);
}
