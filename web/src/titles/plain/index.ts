import { powerName, tidy } from "$lib/i18n/index.svelte";
import type { CardTitle } from "../kinds";
import PlainTable from "./PlainTable.svelte";

/** Titles whose family has no table of its own here. */
export const plain: CardTitle = {
  kind: "cards",
  turn: () => ({ steps: [], now: "" }),
  table: PlainTable,
  headline: () => ({ power: null, round: 0, phase: "", money: "" }),
  nameOf: (_, id) => powerName(id),
  face: (_, seat) => seat,
  pretty: (_, text) => tidy(text),
  main(store) {
    const only = store.legal.length === 1 ? store.legal[0]! : null;
    return only ? { label: only.text, action: only.text } : null;
  },
};
