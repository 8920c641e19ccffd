// Every name on the board at a scale: its place in pixels, and how far its nearest part is from the
// space it belongs to (0: it touches it).
(k) => {
  const { engine } = document.querySelector("[data-testid=map]");
  const { geometry } = engine.board.painted;
  engine.fly({ ...engine.camera, k });
  do engine.frame();
  while (engine.draft);
  const scale = engine.camera.k;
  const distance = (rings, x, y) => {
    let best = Infinity;
    let odd = false;
    for (const ring of rings) {
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [ax, ay, bx, by] = [ring[j], ring[j + 1], ring[i], ring[i + 1]].map((v) => v * scale);
        if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
        const span = (bx - ax) ** 2 + (by - ay) ** 2;
        const along = span ? ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / span : 0;
        const t = Math.max(0, Math.min(1, along));
        best = Math.min(best, Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)));
      }
    }
    return odd ? 0 : best;
  };
  const off = ({ id, label }, x, y) => {
    const half = Math.max(0, label.width / 2 - 6);
    const tall = label.height / 2;
    const spots = [[x, y], [x - half, y], [x + half, y], [x, y - tall], [x, y + tall]];
    const { coarse } = geometry.shapes.get(id);
    return Math.min(...spots.map(([px, py]) => distance(coarse, px, py)));
  };
  return engine.placed.filter((item) => item.label).map((item) => {
    const { label, block } = item;
    const x = item.x * scale + label.dx;
    const y = item.y * scale + label.dy;
    const { width, height } = label;
    return { id: item.id, name: label.lines.join(" "), x, y, width, height, block, off: off(item, x, y) };
  });
}
