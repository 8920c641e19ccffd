import { en, type Key } from "./en";
import { t, tidy, type Family } from "./index.svelte";

/** The word on a button for an action's verb; families may mean different things by one verb. */
export function verbLabel(verb: string, family: Family | null = null): string {
  const key = [`verb.${family}.${verb}`, `verb.${verb}`].find((one) => one in en);
  return key ? t(key as Key) : tidy(verb);
}
