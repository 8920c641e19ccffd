/** Opponents by strength, and a captain's advice. */

export const LEVELS_EN = {
  "bot.recruit": "recruit",
  "bot.corporal": "corporal",
  "bot.general": "general",
  "bot.recruit.more": "recruit (a first game)",
  "bot.corporal.more": "corporal (attacks, forgets what is behind)",
  "bot.sergeant.more": "sergeant (sound, sometimes careless)",
  "bot.general.more": "general (tries every attack first, some seconds a turn)",
  "option.bid_axis": "Axis: money before the game",
  "option.bid_allies": "Allies: money before the game",
  "option.income_axis": "Axis: extra income in per cent",
  "option.income_allies": "Allies: extra income in per cent",
  "hint.button": "Hint",
  "hint.ask": "What would captain do?",
  "hint.title": "What would {bot} do?",
  "hint.more": "and {n} more",
  "hint.end": "end the phase",
  "say.risk": "It accepts that {space} may be lost ({n} %)",
  "say.shunned.weak": "It leaves {space} alone: all that can reach it would win it in {n} % only",
  "say.shunned.answer": "It leaves {space} alone: it could be taken ({n} %), but not at a price worth paying",
} as const;
