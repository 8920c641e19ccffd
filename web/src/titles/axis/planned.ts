/** The odds of an attack before its first roll. */

import type { Units } from "$lib/actions/grammar";
import { t } from "$lib/i18n/index.svelte";
import type { TableStore } from "$lib/table.svelte";
import type { PlannedOdds } from "../kinds";
import { oddsBars, oddsOf, percent } from "./odds";
import { asAxis, powerOf, type AxisView, type Group } from "./view";

const PHASES = new Set(["CombatMove", "ConductCombat"]);

/** Those who will come ashore there from the ships beside it. */
function landing(view: AxisView, id: string): Group[] {
  return view.spaces.flatMap((space) =>
    space.units.filter((unit) => unit.landing === id && unit.owner === view.turn)
      .flatMap((unit) => (unit.cargo.length ? unit.cargo.map((load): Group => [unit.count, view.turn, load.split(" ").at(-1)!]) : [[unit.count, view.turn, unit.unit] as Group])),
  );
}

/** Those already there and those that would come, against whoever holds the space. */
export async function plannedOdds(store: TableStore, id: string, going: readonly Units[]): Promise<PlannedOdds | null> {
  const view = asAxis(store.view!.game);
  if (!PHASES.has(view.phase)) return null;
  const here = view.spaces.find((one) => one.id === id)?.units.filter((unit) => !unit.raiding) ?? [];
  const side = powerOf(view, view.turn)?.side;
  const group = (unit: { count: number; owner: string; unit: string }): Group => [unit.count, unit.owner, unit.unit];
  const attackers = [
    ...here.filter((unit) => unit.owner === view.turn).map(group), ...landing(view, id),
    ...going.map((unit): Group => [unit.count, view.turn, unit.kind]),
  ];
  const defenders = here.filter((unit) => powerOf(view, unit.owner)?.side !== side).map(group);
  const techs = (power: string | undefined) => powerOf(view, power ?? "")?.advances ?? [];
  const found = await oddsOf({
    title: store.view!.title, sea: id.startsWith("sz-"), attackers, defenders, attackerTechs: techs(view.turn), defenderTechs: techs(defenders[0]?.[1]),
  });
  return found ? { text: t("battle.odds.of", { p: percent(found.win) }), bars: oddsBars(found) } : null;
}
