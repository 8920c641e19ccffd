import { en, type Key } from "./en";
import { t, tidy } from "./index.svelte";

/** The word on a button for an action's verb. */
export function verbLabel(verb: string): string {
  const key = `verb.${verb}` as Key;
  return key in en ? t(key) : tidy(verb);
}
