/** The odds of an attack before its first roll. */

import type { Units } from "$lib/actions/grammar";
import { t } from "$lib/i18n/index.svelte";
import type { TableStore } from "$lib/table.svelte";
import { CLASS_OF } from "$pieces/silhouettes";
import type { PlannedOdds } from "../kinds";
import { ashore, bombarding, fleetMet } from "./landing";
import { oddsBars, oddsOf, percent } from "./odds";
import { asAxis, hurtOf, powerOf, type Group, type UnitView } from "./view";

const PHASES = new Set(["CombatMove", "ConductCombat"]);
const group = (unit: Pick<UnitView, "count" | "owner" | "unit">): Group => [unit.count, unit.owner, unit.unit];

/** Those already there and those that would come, against whoever holds the space. */
export async function plannedOdds(store: TableStore, id: string, going: readonly Units[], from: string | null): Promise<PlannedOdds | null> {
  const view = asAxis(store.view!.game);
  if (!PHASES.has(view.phase)) return null;
  const sea = id.startsWith("sz-");
  const here = view.spaces.find((one) => one.id === id)?.units.filter((unit) => !unit.raiding) ?? [];
  const side = powerOf(view, view.turn)?.side;
  const mine = here.filter((unit) => unit.owner === view.turn);
  const theirs = here.filter((unit) => powerOf(view, unit.owner)?.side !== side);
  const coming = going.map((unit): Group => [unit.count, view.turn, unit.kind]);
  // Troops that come from a sea zone come by ship.
  const bySea = !sea && from?.startsWith("sz-") ? coming.filter(([, , unit]) => CLASS_OF[unit] === "land") : [];
  const landed = sea ? [] : [...ashore(store, view, id), ...bySea];
  const bombard = landed.length ? bombarding(view, id, landed, bySea.length ? from : null, fleetMet(store)) : [];
  const defenders = theirs.map(group);
  const techs = (power: string | undefined) => powerOf(view, power ?? "")?.advances ?? [];
  const found = await oddsOf({
    title: store.view!.title, sea, attackers: [...mine.map(group), ...landed, ...coming.filter((one) => !bySea.includes(one))], defenders,
    attackerTechs: techs(view.turn), defenderTechs: techs(defenders[0]?.[1]), landed, bombard,
    attackersHurt: hurtOf(mine), defendersHurt: hurtOf(theirs),
  });
  return found ? { text: t("battle.odds.of", { p: percent(found.win) }), bars: oddsBars(found) } : null;
}
