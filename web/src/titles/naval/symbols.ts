/** What the signs on a ship card mean: shown on pointing and in the legend. */

import type { Key } from "$lib/i18n/en";

export interface Sign {
  key: string;
  icon: string;
  text: Key;
}
export const SIGNS: readonly Sign[] = [
  { key: "primary", icon: "gun", text: "sign.primary" },
  { key: "secondary", icon: "gun", text: "sign.secondary" },
  { key: "torpedo", icon: "torpedo", text: "sign.torpedo" },
  { key: "raid", icon: "plane", text: "sign.raid" },
  { key: "cover", icon: "shield", text: "sign.cover" },
  { key: "silent", icon: "wave", text: "sign.silent" },
];
export const signText = (key: string): Key => SIGNS.find((sign) => sign.key === key)!.text;
