/** Tells a player that it is his turn: page title, a small sound, a notification. Off until asked for. */

import { powerName, t } from "$lib/i18n/index.svelte";
import type { TableStore } from "$lib/table.svelte";

const KEY = "sandtable.bell";

export class Bell {
  sound = $state(false);
  notify = $state(false);
  private was = false;
  private readonly stopEffect: () => void;
  readonly title = $derived.by(() => {
    const name = this.store.game?.name || t("app.name");
    if (this.store.acting) return `● ${t("game.yourturn")} — ${name}`;
    return name;
  });

  constructor(private readonly store: TableStore) {
    const kept = (localStorage.getItem(KEY) ?? "").split(",");
    this.sound = kept.includes("sound");
    this.notify = kept.includes("notify") && "Notification" in window && Notification.permission === "granted";
    this.stopEffect = $effect.root(() => {
      $effect(() => {
        const now = this.store.acting !== null;
        if (now && !this.was) this.ring();
        this.was = now;
      });
    });
  }

  stop(): void {
    this.stopEffect();
  }
  private keep(): void {
    localStorage.setItem(KEY, [this.sound && "sound", this.notify && "notify"].filter(Boolean).join(","));
  }
  setSound(on: boolean): void {
    this.sound = on;
    this.keep();
    if (on) this.chime();
  }
  async setNotify(on: boolean): Promise<void> {
    this.notify = on && "Notification" in window && (await Notification.requestPermission()) === "granted";
    this.keep();
  }
  private ring(): void {
    if (document.visibilityState === "visible" && document.hasFocus()) return;
    if (this.sound) this.chime();
    if (this.notify) {
      new Notification(t("game.yourturn"), { body: powerName(this.store.acting ?? ""), tag: this.store.api.id });
    }
  }
  private chime(): void {
    const audio = new AudioContext();
    for (const [at, pitch] of [[0, 523], [0.14, 659]] as const) {
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.08, audio.currentTime + at);
      volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + 0.35);
      tone.connect(volume).connect(audio.destination);
      tone.start(audio.currentTime + at);
      tone.stop(audio.currentTime + at + 0.4);
    }
  }
}
