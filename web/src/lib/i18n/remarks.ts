/** What bots say about their plans, from its code and what it speaks of; bots of others speak as they like. */

import type { Said } from "$lib/net/types";
import { en, type Key } from "./en";
import { language, placeName, powerName, t, tidy } from "./index.svelte";

/** A space without its board: sea zones are numbered in their ids. */
function place(id: string): string {
  const zone = /^sz-(\d+)$/.exec(id);
  return zone ? t("space.zone", { n: zone[1]! }) : placeName(id, id.split("-").map(tidy).join(" "));
}

/** The risk that is accepted and what is left alone, a sentence each. */
function reasons(args: Said["args"]): string[] {
  const risk = args["risk"] as [string, number] | null | undefined;
  const shunned = args["shunned"] as [string, number, "weak" | "answer"] | null | undefined;
  return [
    ...(risk ? [t("say.risk", { space: place(risk[0]), n: risk[1] })] : []),
    ...(shunned ? [t(`say.shunned.${shunned[2]}`, { space: place(shunned[0]), n: shunned[1] })] : []),
  ];
}

/** Without the name of the power, which often stands before it. */
export function remarkText(remark: Said): string {
  const { code, args } = remark;
  const key = `say.${code}` as Key;
  if (!(key in en)) return remark.text;
  const attacks = ((args["attacks"] ?? []) as [string, number | null][])
    .map(([space, win]) => (win === null ? t("say.raid", { space: place(space) }) : `${place(space)} (${win} %)`));
  const more = args["more"] ? t("say.more", { n: Number(args["more"]) }) : "";
  const aim = args["aim"] ? t("say.aim", { space: place(String(args["aim"])) }) : "";
  const plan = t(key, { ...(args as Record<string, string | number>), list: attacks.join(", ") + more }) + aim;
  const sentences = [plan, ...reasons(args)].map((text) => text.charAt(0).toLocaleUpperCase(language.now) + text.slice(1));
  return sentences.join(". ");
}

/** With whose plan it is. */
export const planText = (remark: Said) => (remark.args["power"] ? `${powerName(String(remark.args["power"]))}: ${remarkText(remark)}` : remarkText(remark));
