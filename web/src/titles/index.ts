/** Which table each title is played on. */

import type { Family } from "$lib/i18n/events";
import { axis } from "./axis";
import { fortress } from "./fortress";
import type { TitleUi } from "./kinds";
import { naval } from "./naval";

const LEDGERS: Readonly<Record<string, string>> = { fortress: "fortress-america", naval: "naval-battles" };

export function titleUi(title: string): TitleUi {
  if (title.startsWith("fortress")) return fortress;
  if (title.startsWith("naval")) return naval;
  return axis;
}

export function eventFamily(title: string): Family {
  if (title.startsWith("fortress")) return "fortress";
  return title.startsWith("naval") ? "naval" : "axis";
}

export function ledgerOf(title: string): string {
  const [family = ""] = title.split("-");
  return LEDGERS[family] ?? family;
}
