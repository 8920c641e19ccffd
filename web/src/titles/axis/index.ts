import "./colours";
import { stepName, t } from "$lib/i18n/index.svelte";
import { verbLabel } from "$lib/i18n/verbs";
import type { TableStore } from "$lib/table.svelte";
import type { Forgotten, MainAction, MapTitle } from "../kinds";
import BattlePanel from "./BattlePanel.svelte";
import Desk from "./Desk.svelte";
import { axisArrows, axisAvailable, axisModel } from "./model";
import Orders from "./Orders.svelte";
import { asAxis, powerOf } from "./view";

const PHASES = new Set(["Purchase", "CombatMove", "NoncombatMove", "Mobilize"]);

function main(store: TableStore): MainAction | null {
  const can = (action: string) => store.legal.some((one) => one.text === action);
  const battle = asAxis(store.view!.game).battle;
  if (store.view!.decision?.step === "Casualties" && battle?.suggestion) {
    return { label: t("battle.suggest"), action: battle.suggestion };
  }
  if (can("continue")) return { label: t("battle.continue"), action: "continue" };
  if (can("end")) return { label: t("game.end"), action: "end" };
  if (can("hold")) return { label: t("battle.hold"), action: "hold" };
  const fight = store.legal.find((one) => one.text.startsWith("fight "));
  if (fight) return { label: t("battle.fight"), action: fight.text };
  // Not yet possible: pressing it shows what is still to be done, and the rule.
  if (PHASES.has(store.view!.decision?.step ?? "")) return { label: t("game.end"), action: "end" };
  const only = store.legal.length === 1 ? store.legal[0]! : null;
  return only ? { label: verbLabel(only.text.split(" ")[0]!), action: only.text } : null;
}

function forgotten(store: TableStore): Forgotten[] {
  const view = asAxis(store.view!.game);
  const me = powerOf(view, view.turn);
  if (!me) return [];
  const out: Forgotten[] = [];
  if (view.phase === "Purchase" && store.legal.some((one) => one.text.startsWith("buy "))) out.push({ text: t("forgot.money", { n: me.money }) });
  if (view.phase === "Mobilize") {
    const left = me.waiting.reduce((sum, [count]) => sum + count, 0);
    if (left && store.legal.some((one) => one.text.startsWith("place "))) out.push({ text: t("forgot.pool", { n: left }) });
  }
  return out;
}

export const axis: MapTitle = {
  kind: "map",
  model: axisModel,
  available: axisAvailable,
  arrows: axisArrows,
  headline(game) {
    const view = asAxis(game);
    const me = powerOf(view, view.turn);
    return { power: view.turn || null, round: view.round, phase: view.phase ? stepName(view.phase) : "", money: me ? t("game.ipc", { n: me.money }) : "" };
  },
  main,
  forgotten,
  prompt(store, name) {
    const coast = asAxis(store.view!.game).bombarded;
    return coast ? t("ask.bombard.at", { space: name(coast) }) : "";
  },
  battle: (game) => asAxis(game).battle?.space ?? null,
  desk: Desk,
  battlePanel: BattlePanel,
  orders: Orders,
  moveSteps: ["CombatMove", "NoncombatMove"],
  deskSteps: ["Purchase", "Research", "Mobilize"],
  battleSteps: ["ConductCombat", "Casualties", "Retreat", "Submerge", "Bombard"],
};
