import { describe, expect, it } from "vitest";
import "../src/titles/axis/colours";
import "../src/titles/fortress/colours";
import { contrast, glyphOn, MAP, powerStyle, rgb, type Rgb } from "../src/map/palette";

const AXIS = ["germany", "ussr", "japan", "uk", "italy", "usa", "china", "anzac", "france", "dutch", "strict", "pro-axis", "pro-allies"];
const USA = ["west", "south", "east", "usa"];

const linear = (c: number) => ((c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
/** Simulation matrices of Machado, Oliveira and Fernandes (2009), severity 1. */
const EYES: Record<string, number[][]> = {
  normal: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function lab(colour: Rgb, eye: number[][]): [number, number, number] {
  const [r, g, b] = colour.map(linear) as [number, number, number];
  const [R, G, B] = eye.map(([x, y, z]) => Math.max(0, x! * r + y! * g + z! * b)) as [number, number, number];
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * R + 0.3576 * G + 0.1805 * B) / 0.95047);
  const y = f(0.2126 * R + 0.7152 * G + 0.0722 * B);
  const z = f((0.0193 * R + 0.1192 * G + 0.9505 * B) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

describe.each(Object.entries(EYES))("powers seen with %s", (_, eye) => {
  it.each([[AXIS], [USA]])("stay apart, by colour or by colour and hatch (%s)", (powers) => {
    for (const [i, a] of powers.entries()) for (const b of powers.slice(i + 1)) {
      const [p, q] = [lab(rgb(powerStyle(a).plate), eye), lab(rgb(powerStyle(b).plate), eye)];
      const apart = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
      // Under about 12 the eye needs help: the hatch must differ, and there must be some distance.
      expect(apart, `${a} and ${b}`).toBeGreaterThan(7);
      if (apart < 14) expect(powerStyle(a).hatch, `${a} and ${b}`).not.toBe(powerStyle(b).hatch);
    }
  });
});

describe("contrast", () => {
  it("of glyphs on plates is at least 4.5 to 1", () => {
    for (const power of [...AXIS, ...USA]) {
      const { plate } = powerStyle(power);
      expect(contrast(plate, glyphOn(plate)), power).toBeGreaterThan(4.5);
    }
  });
  it("of names on land and sea is at least 4.5 to 1", () => {
    for (const colours of [MAP.light, MAP.dark]) {
      expect(contrast(colours.ink, colours.halo)).toBeGreaterThan(4.5);
      for (const sea of colours.sea) expect(contrast(colours.seaInk, sea)).toBeGreaterThan(4.5);
    }
  });
});
