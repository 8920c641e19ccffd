// How many colours there are on the map.
() => {
  const canvas = document.querySelector("[data-testid=map] canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}
