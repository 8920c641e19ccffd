// The eye goes to a part of the drawing that is no space.
(id) => {
  const { engine } = document.querySelector("[data-testid=map]");
  const { x, y } = engine.board.painted.geometry.backdrop.find((one) => one.id === id).room;
  engine.fly({ x, y, k: 4 });
}
