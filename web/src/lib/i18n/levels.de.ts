/** Gegner nach ihrer Stärke, und Rat vom stärksten. */

export const LEVELS_DE = {
  "bot.recruit": "Rekrut",
  "bot.corporal": "Gefreiter",
  "bot.recruit.more": "Rekrut (sein erstes Spiel)",
  "bot.corporal.more": "Gefreiter (greift an, vergisst den Rücken)",
  "bot.sergeant.more": "Feldwebel (solide, manchmal sorglos)",
  "hint.button": "Rat",
  "hint.ask": "Was täte der Hauptmann?",
  "hint.title": "Was täte {bot}?",
  "hint.more": "und {n} weitere",
  "hint.end": "Phase beenden",
  "say.risk": "Dafür nimmt er hin, dass {space} verloren gehen kann ({n} %)",
  "say.shunned.weak": "{space} lässt er in Ruhe: Was noch frei ist, gewänne dort nur zu {n} %",
  "say.shunned.answer": "{space} lässt er in Ruhe: Es fiele wohl ({n} %), aber nicht zu einem lohnenden Preis",
} as const;
