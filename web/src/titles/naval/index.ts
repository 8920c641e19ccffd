import { en } from "$lib/i18n/en";
import { powerName, stepName, t } from "$lib/i18n/index.svelte";
import { verbLabel } from "$lib/i18n/verbs";
import type { CardTitle } from "../kinds";
import { readWords } from "./narrow";
import Guide from "./Guide.svelte";
import NavalTable from "./NavalTable.svelte";
import { Namer, sentence } from "./sentence";
import { asNaval } from "./view";

const namers = new WeakMap<object, Namer>();
function namerOf(game: unknown): Namer {
  const view = asNaval(game);
  const namer = namers.get(view) ?? new Namer(view);
  namers.set(view, namer);
  return namer;
}

/** What belongs to the attack is part of it. */
const PHASES: Readonly<Record<string, string>> = { Defend: "Declare", Resolve: "Declare", CoverRoll: "Declare", SilentRoll: "Declare", Draw: "Discard" };

export const naval: CardTitle = {
  kind: "cards",
  table: NavalTable,
  turn: (game) => ({ steps: ["Reorganise", "Prepare", "Declare", "Discard"], now: PHASES[asNaval(game).phase] ?? asNaval(game).phase }),
  guide: Guide,
  headline(game) {
    const view = asNaval(game);
    const active = view.players.find((player) => player.seat === view.active);
    return { power: active?.nation || null, round: view.turn, phase: stepName(view.phase), money: t("naval.deck", { n: view.deck_count }) };
  },
  nameOf: (game, id) => (`power.${id}` in en ? powerName(id) : namerOf(game).name(id)),
  face: (game, seat) => asNaval(game).players.find((player) => player.seat === seat)?.nation || seat,
  pretty(game, text) {
    const namer = namerOf(game);
    return /^(fire|raid|line|active|passive|repair|reinforce|prepare|surprise|defend|use|cover|silent|discard) [a-z0-9]/.test(text)
      ? sentence(readWords(text), namer) : namer.pretty(text);
  },
  main(store) {
    for (const action of ["end", "roll"]) {
      if (store.legal.some((one) => one.text === action)) return { label: verbLabel(action), action };
    }
    const only = store.legal.length === 1 ? store.legal[0]! : null;
    return only ? { label: verbLabel(only.text.split(" ")[0]!), action: only.text } : null;
  },
};
