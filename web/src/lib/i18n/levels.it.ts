/** Avversari secondo la forza, e consigli del capitano. */

export const LEVELS_IT = {
  "bot.recruit": "recluta",
  "bot.corporal": "caporale",
  "bot.general": "generale",
  "bot.recruit.more": "recluta (la prima partita)",
  "bot.corporal.more": "caporale (attacca, dimentica le spalle)",
  "bot.sergeant.more": "sergente (solido, a volte distratto)",
  "bot.general.more": "generale (prova prima ogni attacco, qualche secondo a turno)",
  "option.bid_axis": "Asse: denaro prima della partita",
  "option.bid_allies": "Alleati: denaro prima della partita",
  "option.income_axis": "Asse: reddito in più, in percentuale",
  "option.income_allies": "Alleati: reddito in più, in percentuale",
  "hint.button": "Consiglio",
  "hint.ask": "Che farebbe il capitano?",
  "hint.title": "Che farebbe {bot}?",
  "hint.more": "e altri {n}",
  "hint.end": "concludere la fase",
  "say.risk": "Accetta il rischio di perdere {space} ({n} %)",
  "say.shunned.weak": "Lascia stare {space}: con tutto ciò che può arrivarci vincerebbe solo nel {n} % dei casi",
  "say.shunned.answer": "Lascia stare {space}: si può prendere ({n} %), ma a un prezzo troppo alto",
} as const;
