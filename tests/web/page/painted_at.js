// The colour in its middle, and which space would be meant by pointing there.
(id) => {
  const map = document.querySelector("[data-testid=map]");
  const { camera, stage, board } = map.engine;
  const { x, y } = board.painted.geometry.backdrop.find((one) => one.id === id).room;
  const px = (x - camera.x) * camera.k + stage.width / 2;
  const py = (y - camera.y) * camera.k + stage.height / 2;
  const canvas = map.querySelector("canvas");
  const scale = canvas.width / canvas.clientWidth;
  const [r, g, b] = canvas.getContext("2d").getImageData(px * scale, py * scale, 1, 1).data;
  return { r, g, b, space: map.engine.hit(px, py) };
}
