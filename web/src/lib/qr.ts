/** A QR code for a short link: byte mode, error correction L, versions 1 to 6, as ISO/IEC 18004 describes it. */

/** Data codewords, error correction codewords of a block, and blocks. */
const SIZES: readonly (readonly [data: number, ec: number, blocks: number])[] = [
  [19, 7, 1], [34, 10, 1], [55, 15, 1], [80, 20, 1], [108, 26, 1], [136, 18, 2],
];

const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let i = 0, x = 1; i < 255; i++, x = (x << 1) ^ (x & 128 ? 0x11d : 0)) {
  EXP[i] = EXP[i + 255] = x;
  LOG[x] = i;
}
const times = (a: number, b: number) => (a && b ? EXP[LOG[a]! + LOG[b]!]! : 0);

function correction(data: readonly number[], count: number): number[] {
  let divisor = [1];
  for (let i = 0; i < count; i++) {
    const next = [...divisor, 0];
    divisor.forEach((value, at) => (next[at + 1]! ^= times(value, EXP[i]!)));
    divisor = next;
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i]!;
    divisor.forEach((value, at) => (rest[i + at]! ^= times(value, lead)));
  }
  return rest.slice(data.length);
}

function codewords(bytes: readonly number[], version: number): number[] {
  const [total, ec, blocks] = SIZES[version - 1]!;
  const bits: number[] = [];
  const put = (value: number, length: number) => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1);
  };
  put(4, 4);
  put(bytes.length, 8);
  for (const byte of bytes) put(byte, 8);
  put(0, Math.min(4, total * 8 - bits.length));
  while (bits.length % 8) bits.push(0);
  const data = Array.from({ length: bits.length / 8 }, (_, i) => parseInt(bits.slice(i * 8, i * 8 + 8).join(""), 2));
  for (let pad = 0xec; data.length < total; pad ^= 0xfd) data.push(pad);
  const size = total / blocks;
  const parts = Array.from({ length: blocks }, (_, i) => data.slice(i * size, (i + 1) * size));
  const checks = parts.map((part) => correction(part, ec));
  const woven = (lists: number[][]) => lists[0]!.flatMap((_, i) => lists.map((list) => list[i]!));
  return [...woven(parts), ...woven(checks)];
}

const MASKS: readonly ((r: number, c: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0, (r) => r % 2 === 0, (_, c) => c % 3 === 0, (r, c) => (r + c) % 3 === 0,
  (r, c) => ((r >> 1) + Math.floor(c / 3)) % 2 === 0, (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0, (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

/** The fixed patterns; null where data goes. */
function frame(version: number): (boolean | null)[][] {
  const size = 17 + 4 * version;
  const grid = Array.from({ length: size }, () => Array<boolean | null>(size).fill(null));
  const finder = (top: number, left: number) => {
    for (let r = -1; r < 8; r++) for (let c = -1; c < 8; c++) {
      if (grid[top + r]?.[left + c] === undefined) continue;
      const ring = Math.max(Math.abs(r - 3), Math.abs(c - 3));
      grid[top + r]![left + c] = ring !== 2 && ring < 4;
    }
  };
  finder(0, 0);
  finder(0, size - 7);
  finder(size - 7, 0);
  for (let i = 8; i < size - 8; i++) grid[6]![i] = grid[i]![6] = i % 2 === 0;
  if (version > 1) {
    const at = size - 7;
    for (let r = -2; r <= 2; r++) for (let c = -2; c <= 2; c++) grid[at + r]![at + c] = Math.max(Math.abs(r), Math.abs(c)) !== 1;
  }
  // Kept free for the format; the dark module.
  for (let i = 0; i < 9; i++) {
    grid[8]![i] ??= false;
    grid[i]![8] ??= false;
    if (i < 8) grid[8]![size - 1 - i] ??= grid[size - 1 - i]![8] ??= false;
  }
  grid[size - 8]![8] = true;
  return grid;
}

function format(grid: (boolean | null)[][], mask: number): void {
  const size = grid.length;
  const word = (1 << 3) | mask;
  let rest = word << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 0x537 << (i - 10);
  const bits = ((word << 10) | rest) ^ 0x5412;
  for (let i = 0; i < 15; i++) {
    const on = ((bits >> i) & 1) === 1;
    grid[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i]![8] = on;
    grid[8]![i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = on;
  }
}

/** Long runs, blocks, and an uneven share of dark make a code hard to read. */
function penalty(grid: readonly (readonly boolean[])[]): number {
  const size = grid.length;
  let sum = 0;
  const lines = [...grid, ...grid.map((_, c) => grid.map((row) => row[c]!))];
  for (const line of lines) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * ((text.match(/(?=10111010000|00001011101)/g) ?? []).length);
  }
  let dark = 0;
  for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) {
    dark += Number(grid[r]![c]);
    if (r && c && grid[r]![c] === grid[r - 1]![c] && grid[r]![c] === grid[r]![c - 1] && grid[r]![c] === grid[r - 1]![c - 1]) sum += 3;
  }
  return sum + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}

/** Rows of dark and light, or null if the text is too long for a code people can scan from a screen. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = SIZES.findIndex(([data]) => data >= bytes.length + 2) + 1;
  if (!version) return null;
  const fixed = frame(version);
  const size = fixed.length;
  const bits = codewords(bytes, version).flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1));
  const codes = MASKS.map((masked, mask) => {
    const grid = fixed.map((row) => [...row]);
    let at = 0;
    for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
      if (right === 6) right--;
      for (let i = 0; i < size; i++) {
        const r = up ? size - 1 - i : i;
        for (const c of [right, right - 1]) if (fixed[r]![c] === null) grid[r]![c] = (bits[at++] === 1) !== masked(r, c);
      }
    }
    format(grid, mask);
    return grid as boolean[][];
  });
  return codes.reduce((best, code) => (penalty(code) < penalty(best) ? code : best));
}
