// Words that are hard to read on what lies under them, and how many were looked at.
([least, leastOfLarge]) => {
  const read = (text) => {
    const n = text.match(/[\d.]+/g).map(Number);
    const unit = text.startsWith("color(srgb") ? 255 : 1;
    return [n[0] * unit, n[1] * unit, n[2] * unit, n[3] ?? 1];
  };
  const over = (a, b) => [0, 1, 2].map((i) => a[i] * a[3] + b[i] * (1 - a[3])).concat(1);
  const linear = (v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = (c) => {
    const [r, g, b] = c.map((v) => linear(v / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // Null over a picture or the map: what is under the words is not one colour.
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e);
      if (style.backgroundImage !== "none") return null;
      const colour = read(style.backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 1) break;
      if (e.tagName === "MAIN" && e.querySelector("canvas")) return null;
    }
    if (!layers.length) return null;
    return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
  };
  const dimmed = (element) => {
    for (let e = element; e; e = e.parentElement) if (Number(getComputedStyle(e).opacity) < 1) return true;
    return false;
  };
  const found = [];
  let looked = 0;
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg, canvas, select, :disabled, .sr")) continue;
    const own = [...element.childNodes].find((node) => node.nodeType === 3 && node.data.trim());
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (!own || !box.width || !box.height || box.bottom < 0 || box.top > innerHeight) continue;
    // What is dimmed is so on purpose: taken back, out of reach.
    if (style.visibility === "hidden" || dimmed(element)) continue;
    const back = ground(element);
    if (!back) continue;
    looked++;
    const [a, b] = [light(over(read(style.color), back)), light(back)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (Number(style.fontWeight) >= 600 && size >= 18.66);
    if (ratio < (large ? leastOfLarge : least) - 0.01) {
      found.push(`${own.data.trim().slice(0, 30)}: ${ratio.toFixed(2)} (${element.className})`);
    }
  }
  return { found, looked };
}
