// Whether something of the page lies over the middle of a space.
(id) => {
  const map = document.querySelector("[data-testid=map]");
  const canvas = map.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  const at = map.locate(id);
  return document.elementFromPoint(box.x + at.x, box.y + at.y) !== canvas;
}
