// A point of the window that belongs to a space and that nothing lies over; or null.
([id, edge]) => {
  const map = document.querySelector("[data-testid=map]");
  const { engine } = map;
  const canvas = map.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  const middle = map.locate(id);
  const good = (x, y) =>
    x > edge && y > edge && x < box.width - edge && y < box.height - edge &&
    engine.hit(x, y) === id && document.elementFromPoint(box.x + x, box.y + y) === canvas;
  for (let r = 0; r < 60; r += 4) {
    for (let a = 0; a < 12; a++) {
      const x = middle.x + r * Math.cos((a * Math.PI) / 6);
      const y = middle.y + r * Math.sin((a * Math.PI) / 6);
      if (good(x, y)) return [box.x + x, box.y + y];
    }
  }
  return null;
}
