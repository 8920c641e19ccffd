// Controls that lie over one another. What is scrolled out of its box is not seen; what lies under
// an open sheet is meant to.
(names) => {
  const seen = (element) => {
    let { left, right, top, bottom } = element.getBoundingClientRect();
    for (let p = element.parentElement; p; p = p.parentElement) {
      const style = getComputedStyle(p);
      if (style.overflowY === "visible") continue;
      const box = p.getBoundingClientRect();
      top = Math.max(top, box.top);
      bottom = Math.min(bottom, box.bottom - parseFloat(style.borderBottomWidth));
      left = Math.max(left, box.left);
      right = Math.min(right, box.right);
    }
    return { left, right, top, bottom };
  };
  const sheet = innerWidth <= 720 && document.querySelector("aside.open");
  const boxes = names
    .filter((name) => !sheet || ["aside", "header.strip"].includes(name))
    .flatMap((name) => [...document.querySelectorAll(name)].map((element) => [name, seen(element)]))
    .filter(([, box]) => box.right > box.left && box.bottom > box.top);
  const out = [];
  boxes.forEach(([a, p], i) => {
    for (const [b, q] of boxes.slice(i + 1)) {
      const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
      const tall = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
      if (wide > 1 && tall > 1) out.push(`${a} over ${b}`);
    }
  });
  return out;
}
