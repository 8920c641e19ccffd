/** The compiled kernel of the odds, run here: the same file that the program itself uses. See kernel/ for its sources. */

import url from "../../../../src/sandtable/odds/kernel.wasm?url";

interface Exports {
  memory: WebAssembly.Memory;
  room(numbers: number): number;
  enroll(number: number, groups: number, rows: number): number;
  solve(question: number): number;
}

/** One way to end: how likely, the rows of survivors, and how it ended. */
export interface KernelEnding {
  chance: number;
  attackers: number;
  defenders: number;
  kind: number;
}

export interface KernelAnswer {
  win: number;
  take: number;
  draw: number;
  lose: number;
  standoff: number;
  rounds: number;
  endings: KernelEnding[];
  /** Survivors by row and group. */
  attackers: Uint16Array;
  defenders: Uint16Array;
}

const DONE = 0;
const TOO_LARGE = 1;
const ROOM = 1 << 16;
const PAGE = 1 << 16;
const START = 256;
const MOST = 4096;
const PROFILES = 64;
/** From this bit on an ending's second row says how it ended. */
const KIND = 28;

export class Kernel {
  private questions = 0;
  private enrolled: readonly (readonly number[])[][] = [];

  constructor(private readonly wasm: Exports) {
    this.grow(START);
  }

  private grow(pages: number): void {
    const have = this.wasm.memory.buffer.byteLength / PAGE;
    if (pages > have) this.wasm.memory.grow(pages - have);
    this.questions = this.wasm.room(ROOM);
  }

  private write(numbers: readonly number[]): void {
    new Float64Array(this.wasm.memory.buffer, this.questions, numbers.length).set(numbers);
  }

  /** The number under which the kernel knows these rows. */
  private number(rows: (readonly number[])[]): number {
    const known = this.enrolled.indexOf(rows);
    if (known >= 0) return known;
    if (this.enrolled.length > PROFILES - 2) this.enrolled = [];
    this.write(rows.flat());
    this.wasm.enroll(this.enrolled.length, rows.length, this.questions);
    this.enrolled = [...this.enrolled, rows];
    return this.enrolled.length - 1;
  }

  /** Nothing where the kernel does not know. The numbers are those of `read_battle` in kernel.c. */
  solve(numbers: readonly number[], attacker: (readonly number[])[], defender: (readonly number[])[]): KernelAnswer | null {
    if (numbers.length > ROOM) return null;
    for (;;) {
      const question = [...numbers];
      if (!this.enrolled.includes(attacker) || !this.enrolled.includes(defender)) {
        if (this.enrolled.length > PROFILES - 2) this.enrolled = [];
      }
      question[6] = this.number(attacker);
      question[7] = this.number(defender);
      this.write(question);
      const at = this.wasm.solve(this.questions);
      const answer = new Float64Array(this.wasm.memory.buffer, at, 16);
      if (answer[0] === DONE) return this.read([...answer], attacker.length, defender.length);
      const pages = this.wasm.memory.buffer.byteLength / PAGE;
      if (answer[0] !== TOO_LARGE || pages * 4 > MOST) return null;
      this.grow(pages * 4);
    }
  }

  private read(a: number[], ours: number, theirs: number): KernelAnswer {
    const buffer = this.wasm.memory.buffer;
    const [, win, take, draw, lose, standoff, rounds] = a as [number, number, number, number, number, number, number];
    const data = new DataView(buffer, a[11], a[10]! * 16);
    const endings = Array.from({ length: a[10]! }, (_, i) => {
      const second = data.getUint32(i * 16 + 12, true);
      return {
        chance: data.getFloat64(i * 16, true),
        attackers: data.getUint32(i * 16 + 8, true),
        defenders: second & ((1 << KIND) - 1),
        kind: second >>> KIND,
      };
    });
    const rows = (at: number, count: number, groups: number) => new Uint16Array(buffer.slice(at, at + 2 * count * groups));
    return { win, take, draw, lose, standoff, rounds, endings, attackers: rows(a[13]!, a[12]!, ours), defenders: rows(a[15]!, a[14]!, theirs) };
  }
}

export async function start(code: BufferSource): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(code, {});
  return new Kernel(instance.exports as unknown as Exports);
}

let loading: Promise<Kernel | null> | undefined;

/** Loaded when first asked for; null where it cannot be. */
export function kernel(): Promise<Kernel | null> {
  loading ??= fetch(url)
    .then((found) => found.arrayBuffer())
    .then(start)
    .catch(() => null);
  return loading;
}
