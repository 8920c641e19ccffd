/** Gegner nach ihrer Stärke, und Rat vom Hauptmann. */

export const LEVELS_DE = {
  "bot.recruit": "Rekrut",
  "bot.corporal": "Gefreiter",
  "bot.general": "General",
  "bot.recruit.more": "Rekrut (sein erstes Spiel)",
  "bot.corporal.more": "Gefreiter (greift an, vergisst den Rücken)",
  "bot.sergeant.more": "Feldwebel (solide, manchmal sorglos)",
  "bot.general.more": "General (spielt jeden Angriff erst durch, einige Sekunden je Zug)",
  "option.bid_axis": "Achse: Geld vor dem Spiel",
  "option.bid_allies": "Alliierte: Geld vor dem Spiel",
  "option.income_axis": "Achse: Mehreinkommen in Prozent",
  "option.income_allies": "Alliierte: Mehreinkommen in Prozent",
  "hint.button": "Rat",
  "hint.ask": "Was täte der Hauptmann?",
  "hint.title": "Was täte {bot}?",
  "hint.more": "und {n} weitere",
  "hint.end": "Phase beenden",
  "say.risk": "Dafür nimmt er hin, dass {space} verloren gehen kann ({n} %)",
  "say.shunned.weak": "{space} lässt er in Ruhe: Alles, was hinkommt, gewänne dort nur zu {n} %",
  "say.shunned.answer": "{space} lässt er in Ruhe: Es fiele wohl ({n} %), aber nicht zu einem lohnenden Preis",
} as const;
