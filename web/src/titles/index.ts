/** Which table each title is played on. */

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

export function ledgerOf(title: string): string {
  const [family = ""] = title.split("-");
  return LEDGERS[family] ?? family;
}
